//! The board once its dead stones are off: whose the empty regions are.

use super::group::{Group, find_groups};
use super::protect::forced_fills;
use crate::rules::{Board, BoardSize, ByColor, Color, PointSet};

/// A maximal connected set of points without living stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its points, those under dead stones included.
    pub points: PointSet,
    /// The only color it touches; `None` when it touches both or, on a board without stones, neither.
    pub owner: Option<Color>,
}

/// A board without its dead stones: regions, groups, seki.
///
/// ```
/// use lanke::rules::{Color, PointSet, diagram};
/// use lanke::score::Settled;
/// let board = diagram::board(". X O . O");
/// let settled = Settled::new(&board, &PointSet::EMPTY);
/// assert_eq!(settled.surrounded(Color::White).len(), 1);
/// assert_eq!(settled.neutral().len(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Settled {
    size: BoardSize,
    stones: ByColor<PointSet>,
    dead: ByColor<PointSet>,
    regions: Vec<Region>,
    surrounded: ByColor<PointSet>,
    forced_fills: ByColor<PointSet>,
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
        let regions = find_regions(&stones, size);
        let surrounded = ByColor::from_fn(|color| {
            let own = regions.iter().filter(|region| region.owner == Some(color));
            own.fold(PointSet::EMPTY, |all, region| all.union(&region.points))
        });
        let forced_fills = ByColor::from_fn(|color| forced_fills(color, &stones, &surrounded, size));
        let mut settled = Settled {
            size,
            stones,
            dead: taken,
            regions,
            surrounded,
            forced_fills,
            groups: Vec::new(),
        };
        settled.groups = find_groups(&settled);
        settled
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

    /// The surrounded points that their owner will have to fill when the neutral points around are taken:
    /// false eyes.
    #[must_use]
    pub fn forced_fills(&self, color: Color) -> &PointSet {
        &self.forced_fills[color]
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

/// The empty regions among these stones, in board order.
pub(super) fn find_regions(stones: &ByColor<PointSet>, size: BoardSize) -> Vec<Region> {
    let open = PointSet::all(size).difference(&stones.black.union(&stones.white));
    let parts = open.parts(size).into_iter();
    parts
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
        .collect()
}
