//! What can never be captured, whoever moves and however often: pass-alive chains and their territory.
//!
//! David B. Benson, "Life in the Game of Go", Information Sciences 10 (1976). A region is vital to a chain when
//! every empty point of it is a liberty of the chain; a chain with two vital regions, all of whose neighbors
//! have two as well, needs no move. Where suicide is legal the attacker may fill a region completely, so there
//! every point of it, opposing stones included, must touch the chain.

use crate::rules::ruleset::Suicide;
use crate::rules::{Board, BoardSize, ByColor, Color, PointSet};

/// The pass-alive chains of one color and what they surround.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassAlive {
    /// Stones that cannot be captured.
    pub stones: PointSet,
    /// Regions in which the opponent cannot live: enclosed by these stones alone, with at most one point that
    /// touches none of them. Opposing stones there are dead.
    pub territory: PointSet,
}

impl PassAlive {
    /// The pass-alive chains and territory of a color.
    #[must_use]
    pub fn new(board: &Board, color: Color, suicide: Suicide) -> PassAlive {
        let size = board.size();
        let own = board.stones(color);
        let regions = enclosed(board, color);
        let mut chains: Vec<PointSet> = own.parts(size);
        let mut safe: Vec<bool> = vec![true; regions.len()];
        loop {
            let before = chains.len();
            chains.retain(|chain| {
                let around = chain.border(size);
                let vital = regions.iter().zip(&safe).filter(|(region, safe)| {
                    let must_touch = match suicide {
                        Suicide::Forbidden => region.intersection(&board.empty_points()),
                        Suicide::MultiStone | Suicide::Allowed => **region,
                    };
                    **safe && must_touch.is_subset(&around)
                });
                vital.take(2).count() == 2
            });
            if chains.len() == before {
                break;
            }
            let alive = union(&chains);
            for (safe, region) in safe.iter_mut().zip(&regions) {
                *safe = region.border(size).is_subset(&alive);
            }
        }
        let stones = union(&chains);
        let within_reach = stones.border(size);
        let territory = regions.iter().filter(|region| {
            let border = region.border(size);
            !border.is_empty() && border.is_subset(&stones) && region.difference(&within_reach).len() <= 1
        });
        PassAlive {
            stones,
            territory: territory.fold(PointSet::EMPTY, |all, region| all.union(region)),
        }
    }

    /// Both colors'.
    #[must_use]
    pub fn both(board: &Board, suicide: Suicide) -> ByColor<PassAlive> {
        ByColor::from_fn(|color| PassAlive::new(board, color, suicide))
    }

    /// Stones and territory.
    #[must_use]
    pub fn points(&self) -> PointSet {
        self.stones.union(&self.territory)
    }
}

/// Stones that can never live: those inside the opponent's pass-alive territory.
#[must_use]
pub fn pass_dead(board: &Board, suicide: Suicide) -> PointSet {
    let alive = PassAlive::both(board, suicide);
    let dead = ByColor::from_fn(|color| board.stones(color).intersection(&alive[color.opponent()].territory));
    dead.black.union(&dead.white)
}

/// The connected sets of points without stones of the color that hold at least one empty point.
fn enclosed(board: &Board, color: Color) -> Vec<PointSet> {
    let size = board.size();
    let empty = board.empty_points();
    let mut regions = PointSet::all(size).difference(board.stones(color)).parts(size);
    regions.retain(|region| region.intersects(&empty));
    regions
}

fn union(sets: &[PointSet]) -> PointSet {
    sets.iter().fold(PointSet::EMPTY, |all, set| all.union(set))
}

/// Area as KataGo counts it before any tax: pass-alive chains and territory, then regions that touch only one
/// color, then the stones still standing. Stones in the opponent's pass-alive territory are his.
#[must_use]
pub fn settled_area(board: &Board, suicide: Suicide) -> ByColor<PointSet> {
    let size: BoardSize = board.size();
    let alive = PassAlive::both(board, suicide);
    ByColor::from_fn(|color| {
        let opponent = color.opponent();
        let taken = alive[opponent].points();
        let surrounded = enclosed(board, color).into_iter().filter(|region| {
            !region.intersects(board.stones(opponent)) && region.border(size).intersects(board.stones(color))
        });
        let loose = surrounded.fold(*board.stones(color), |all, region| all.union(&region));
        loose.difference(&taken).union(&alive[color].points())
    })
}
