//! A position's moves as features and patterns: the one way in for playing and for training.

#[cfg(feature = "train")]
use super::features::COUNT;
use super::features::{Context, pass_features, point_features};
use super::pattern::{FAMILIES, Growing};
use super::survey::{Survey, cell_of};
use crate::playout::{Line, PlayBoard, PlayoutRules, Spot};

/// Describes the moves of one position.
pub struct Describer {
    survey: Survey,
    context: Context,
}

impl Describer {
    /// The number of features.
    #[cfg(feature = "train")]
    pub const FEATURES: usize = COUNT;

    /// Looks at a position. The line tells the last turns.
    #[must_use]
    pub fn new<const N: usize>(board: &PlayBoard<N>, line: &Line, rules: &PlayoutRules) -> Describer {
        let survey = Survey::new(board, line, rules);
        let context = Context::new(&survey);
        Describer { survey, context }
    }

    /// Tells the features of a move, each a small number. The move is the index of an empty spot, 0 for a pass.
    #[inline]
    pub fn features<const N: usize>(&self, mv: u16, tell: impl FnMut(u32)) {
        match Spot::<N>::from_index(usize::from(mv)) {
            None => pass_features(&self.survey, &self.context, tell),
            Some(spot) => point_features(&self.survey, &self.context, cell::<N>(spot), tell),
        }
    }

    /// Tells family and hash of the patterns of a move, smaller ones first. When `know` answers false, the larger patterns of
    /// the same family are left out.
    #[cfg(feature = "train")]
    pub fn patterns<const N: usize>(&self, mv: u16, know: impl FnMut(usize, u32) -> bool) {
        if let Some(spot) = Spot::<N>::from_index(usize::from(mv)) {
            super::pattern::patterns(&self.survey, cell::<N>(spot), self.context.hash(), know);
        }
    }

    /// The patterns around a move; `None` for a pass.
    #[inline]
    pub(super) fn growing<const N: usize>(&self, mv: u16) -> Option<Growing> {
        Spot::<N>::from_index(usize::from(mv)).map(|spot| Growing::new(&self.survey, cell::<N>(spot)))
    }

    /// The next larger ones of its patterns, as [`Growing::grow`] tells them.
    #[inline]
    pub(super) fn grow(&self, growing: &mut Growing) -> Option<[u32; FAMILIES]> {
        growing.grow(&self.survey, self.context.hash())
    }
}

fn cell<const N: usize>(spot: Spot<N>) -> usize {
    let point = spot.point();
    cell_of(point.column(), point.row())
}

/// What the trainer needs besides.
#[cfg(feature = "train")]
pub mod training {
    /// The weights file for these weights of features and of patterns by hash.
    #[must_use]
    pub fn weights_file(features: &[f32], patterns: &[(u32, f32)]) -> Vec<u8> {
        super::super::weights::write(features, patterns)
    }
}
