//! Independent life in the strict sense: nothing that touches an open neutral point, nothing in atari.
//!
//! The literal reading of the Japanese rules of 1989, article 8 ("stones which are alive but possess dame are in
//! seki"), as KataGo computes it. It asks that all neutral points have been played; for games that stop before,
//! [`Settled`](super::Settled) judges by eyes instead.

use crate::rules::{Board, ByColor, Color, PointSet};

/// The parts of an area that are alive without seki.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndependentLife {
    parts: ByColor<Vec<PointSet>>,
}

impl IndependentLife {
    /// Splits an area into independent life and seki.
    ///
    /// `area` is whose every point is, for instance [`settled_area`](super::life::settled_area). A part of it (points
    /// of one color joined by lines) is in seki when one of its points touches an empty point that is nobody's, or one
    /// of its stones is in atari.
    #[must_use]
    pub fn new(board: &Board, area: &ByColor<PointSet>) -> IndependentLife {
        let size = board.size();
        let nobodys = board.empty_points().difference(&area.black.union(&area.white));
        let beside_neutral = nobodys.border(size);
        let in_atari = |color: Color| {
            let chains = board.chains().filter(|chain| chain.color == color);
            let atari = chains.filter(|chain| chain.liberties.len() == 1);
            atari.fold(PointSet::EMPTY, |all, chain| all.union(&chain.stones))
        };
        let parts = ByColor::from_fn(|color| {
            let seeds = beside_neutral.union(&in_atari(color));
            let mut parts = area[color].parts(size);
            parts.retain(|part| !part.intersects(&seeds));
            parts
        });
        IndependentLife { parts }
    }

    /// The parts of a color, each of which pays two points where groups are taxed.
    #[must_use]
    pub fn parts(&self, color: Color) -> &[PointSet] {
        &self.parts[color]
    }

    /// All points of a color that are in independent life.
    #[must_use]
    pub fn points(&self, color: Color) -> PointSet {
        self.parts[color]
            .iter()
            .fold(PointSet::EMPTY, |all, part| all.union(part))
    }
}
