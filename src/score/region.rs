//! The board once its dead stones are off: empty regions and whose they are, groups, seki.

use crate::rules::{Board, BoardSize, ByColor, Color, PointSet};

/// A maximal connected set of points without living stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its points, those under dead stones included.
    pub points: PointSet,
    /// The only color it touches; `None` when it touches both or, on a board without stones, neither.
    pub owner: Option<Color>,
}

/// Chains of one color that are connected through empty regions which touch only that color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Whose group it is.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// The points of the regions that only this color touches.
    pub own_points: PointSet,
    /// Whether it lives only because the opponent cannot attack it.
    pub seki: bool,
    /// Points that must stay empty for the group to stand on the board: two of its own points if it lives
    /// independently; in seki one point of each region of its own, at most two. Fewer when it has not as many.
    pub basic_eyes: PointSet,
}

/// A board without its dead stones.
#[derive(Clone, Debug)]
pub struct Settled {
    size: BoardSize,
    stones: ByColor<PointSet>,
    dead: ByColor<PointSet>,
    regions: Vec<Region>,
    surrounded: ByColor<PointSet>,
    groups: Vec<Group>,
}

impl Settled {
    /// Takes the dead chains off; one dead stone stands for its chain.
    #[must_use]
    pub fn new(board: &Board, dead: &PointSet) -> Settled {
        let size = board.size();
        let mut taken = ByColor::<PointSet>::default();
        for chain in board.chains().filter(|chain| chain.stones.intersects(dead)) {
            taken[chain.color] = taken[chain.color].union(&chain.stones);
        }
        let stones = ByColor::from_fn(|color| board.stones(color).difference(&taken[color]));
        let open = PointSet::all(size).difference(&stones.black.union(&stones.white));
        let regions: Vec<Region> = open
            .parts(size)
            .into_iter()
            .map(|points| {
                let border = points.border(size);
                let touches = ByColor::from_fn(|color| border.intersects(&stones[color]));
                let owner = match (touches.black, touches.white) {
                    (true, false) => Some(Color::Black),
                    (false, true) => Some(Color::White),
                    _ => None,
                };
                Region { points, owner }
            })
            .collect();
        let surrounded = ByColor::from_fn(|color| {
            let own = regions.iter().filter(|region| region.owner == Some(color));
            own.fold(PointSet::EMPTY, |all, region| all.union(&region.points))
        });
        let mut settled = Settled {
            size,
            stones,
            dead: taken,
            regions,
            surrounded,
            groups: Vec::new(),
        };
        for color in Color::BOTH {
            for part in stones[color].union(&surrounded[color]).parts(size) {
                let group = settled.group(color, &part);
                settled.groups.push(group);
            }
        }
        settled
    }

    fn group(&self, color: Color, part: &PointSet) -> Group {
        let own_points = part.intersection(&self.surrounded[color]);
        let seki = own_points.len() < 2;
        let regions = self
            .regions
            .iter()
            .filter(|region| region.points.intersects(&own_points));
        let mut basic_eyes: PointSet = regions.filter_map(|region| region.points.first()).take(2).collect();
        if !seki {
            let more = own_points.difference(&basic_eyes);
            let missing = 2usize.saturating_sub(basic_eyes.len());
            basic_eyes = basic_eyes.union(&more.iter().take(missing).collect());
        }
        Group {
            color,
            stones: part.intersection(&self.stones[color]),
            own_points,
            seki,
            basic_eyes,
        }
    }

    /// Width and height.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The living stones of a color.
    #[must_use]
    pub fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color]
    }

    /// The stones of a color that were taken off as dead.
    #[must_use]
    pub fn dead(&self, color: Color) -> &PointSet {
        &self.dead[color]
    }

    /// All empty regions, in board order.
    #[must_use]
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The points of regions that touch only this color.
    #[must_use]
    pub fn surrounded(&self, color: Color) -> &PointSet {
        &self.surrounded[color]
    }

    /// The empty points that are surrounded by neither color alone.
    #[must_use]
    pub fn neutral(&self) -> PointSet {
        let open = self.regions.iter().filter(|region| region.owner.is_none());
        open.fold(PointSet::EMPTY, |all, region| all.union(&region.points))
    }

    /// All groups, Black's first.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The groups of a color.
    pub fn groups_of(&self, color: Color) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(move |group| group.color == color)
    }

    /// The living stones of a color that stand in seki.
    #[must_use]
    pub fn seki_stones(&self, color: Color) -> PointSet {
        let seki = self.groups_of(color).filter(|group| group.seki);
        seki.fold(PointSet::EMPTY, |all, group| all.union(&group.stones))
    }

    /// The points a color surrounds with groups in seki.
    #[must_use]
    pub fn seki_points(&self, color: Color) -> PointSet {
        let seki = self.groups_of(color).filter(|group| group.seki);
        seki.fold(PointSet::EMPTY, |all, group| all.union(&group.own_points))
    }

    /// The points that must stay empty for the groups of a color to stand.
    #[must_use]
    pub fn basic_eyes(&self, color: Color) -> PointSet {
        self.groups_of(color)
            .fold(PointSet::EMPTY, |all, group| all.union(&group.basic_eyes))
    }
}
