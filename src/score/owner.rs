//! Whose every point is, for drawings of the board and lists of stones.

use super::finished::Finished;
use super::region::Settled;
use super::territory;
use crate::rules::ruleset::{Scoring, Tax};
use crate::rules::{ByColor, Color, Point, PointSet, Ruleset};

/// Whose a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// It counts for Black.
    Black,
    /// It counts for White.
    White,
    /// It counts for neither: dame, an eye in seki, and in territory counting every living stone.
    Nobody,
}

/// Whose every point of a board is under a rule system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owners {
    points: ByColor<PointSet>,
}

impl Owners {
    /// The points that count for each color, dead stones taken off. The points a group pays as tax are
    /// drawn as its own.
    #[must_use]
    pub fn new(rules: &Ruleset, finished: &Finished<'_>) -> Owners {
        Owners::of_settled(rules, &Settled::new(finished.board, &finished.dead))
    }

    /// The same from a board whose dead stones are already off.
    #[must_use]
    pub fn of_settled(rules: &Ruleset, settled: &Settled) -> Owners {
        let points = ByColor::from_fn(|color| {
            let own = settled.surrounded(color);
            match (rules.scoring, rules.tax) {
                (Scoring::Territory, Tax::All) => own.difference(settled.forced_fills(color)),
                (Scoring::Territory, tax) => territory::points(settled, color, tax),
                (Scoring::Area, Tax::Seki) => own.difference(&settled.seki_points(color)).union(settled.stones(color)),
                (Scoring::Area | Scoring::Stones, _) => own.union(settled.stones(color)),
            }
        });
        Owners { points }
    }

    /// The points of a color.
    #[must_use]
    pub fn points(&self, color: Color) -> &PointSet {
        &self.points[color]
    }

    /// Whose a point is.
    #[must_use]
    pub fn owner(&self, point: Point) -> Owner {
        if self.points.black.contains(point) {
            Owner::Black
        } else if self.points.white.contains(point) {
            Owner::White
        } else {
            Owner::Nobody
        }
    }
}
