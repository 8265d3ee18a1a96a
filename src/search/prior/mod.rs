//! What is believed of a move before any playout, as equivalent visits and wins.
//!
//! The belief is a probability for each move: a softmax over the sum of the weights of what is told of it (a generalized
//! Bradley-Terry model, Coulom 2007), trained on positions with a strong player's policy. [`survey`] looks at the
//! position once, [`features`] and [`pattern`] describe a move, [`weights`] has the numbers; TRAINING.md says how they
//! were made.

mod describe;
mod features;
mod pattern;
mod survey;
#[cfg(test)]
mod tests;
mod weights;

use super::params::Params;
use super::worker::PASS;
use crate::playout::{Line, PlayBoard, PlayoutRules};
pub use describe::Describer;
#[cfg(feature = "train")]
pub use describe::training;
use weights::BUILT_IN;

/// Gives priors for the moves of one position.
pub(super) struct Prior<const N: usize> {
    /// By the index of the spot; a pass is 0.
    probability: [f32; N],
    even: f32,
    wins: f32,
}

impl<const N: usize> Prior<N> {
    pub(super) fn new(board: &PlayBoard<N>, line: &Line, rules: &PlayoutRules, params: &Params) -> Prior<N> {
        let color = board.to_move();
        let mut moves: Vec<u16> = Vec::with_capacity(board.empty_spots().len() + 1);
        let wanted = board.empty_spots().filter(|&spot| !board.is_eye(color, spot));
        moves.extend(wanted.map(|spot| spot.index() as u16));
        moves.push(PASS);
        let mut rates = Vec::with_capacity(moves.len());
        Prior::rate(board, line, rules, &moves, &mut rates);
        let mut probability = [0.0; N];
        for (&mv, &rate) in moves.iter().zip(&rates) {
            probability[usize::from(mv)] = rate;
        }
        Prior {
            probability,
            even: params.prior_even as f32,
            wins: params.prior_wins as f32,
        }
    }

    /// The probability of each of these moves for the player to move; they add up to 1.
    pub(super) fn rate(board: &PlayBoard<N>, line: &Line, rules: &PlayoutRules, moves: &[u16], out: &mut Vec<f32>) {
        let weights = &*BUILT_IN;
        let describer = Describer::new(board, line, rules);
        out.clear();
        let mut most = f32::MIN;
        for &mv in moves {
            let mut score = 0.0;
            describer.features::<N>(mv, |feature| score += weights.feature(feature));
            describer.patterns::<N>(mv, |_, hash| match weights.pattern(hash) {
                Some(weight) => {
                    score += weight;
                    true
                }
                None => false,
            });
            most = most.max(score);
            out.push(score);
        }
        let mut sum = 0.0;
        for rate in out.iter_mut() {
            *rate = (*rate - most).exp();
            sum += *rate;
        }
        for rate in out.iter_mut() {
            *rate /= sum;
        }
    }

    /// Equivalent visits and wins of a move: some at an even result (a pass is believed to lose), and wins alone by the
    /// square root of the probability (as in Pachi).
    pub(super) fn of(&self, mv: u16) -> (f32, f32) {
        let even = if mv == PASS { 0.1 } else { 0.5 };
        let wins = self.wins * self.probability[usize::from(mv)].sqrt();
        (self.even + wins, self.even * even + wins)
    }
}
