//! What is believed of a move before any playout, as equivalent visits and wins.
//!
//! The belief is a probability for each move: a softmax over the sum of the weights of what is told of it (a generalized
//! Bradley-Terry model, Coulom 2007), trained on positions with a strong player's policy. [`survey`] looks at the
//! position once, [`features`] and [`pattern`] describe a move, [`weights`] has the numbers; TRAINING.md says how they
//! were made.

mod describe;
mod features;
mod group;
mod pattern;
mod survey;
mod tactics;
#[cfg(test)]
mod tests;
mod weights;

use super::params::Params;
use super::worker::PASS;
use crate::net::soft_max;
use crate::playout::{Line, PlayBoard, PlayoutRules};
pub use describe::Describer;
#[cfg(feature = "train")]
pub use describe::training;
use pattern::{Growing, ORDER};
use weights::{BUILT_IN, Weights};

/// Equivalent visits and wins of each of these legal moves: some at an even result (a pass is believed to lose), and wins
/// alone by the square root of the probability (as in Pachi).
pub(super) fn priors<const N: usize>(
    board: &PlayBoard<N>,
    line: &Line,
    rules: &PlayoutRules,
    params: &Params,
    moves: &[u16],
) -> impl Iterator<Item = (f32, f32)> {
    rates(board, line, rules, moves)
        .into_iter()
        .zip(moves)
        .map(move |(rate, &mv)| belief(params, mv, rate))
}

/// Equivalent visits and wins of a move of this probability.
pub(super) fn belief(params: &Params, mv: u16, rate: f32) -> (f32, f32) {
    let visits = params.prior_even as f32;
    let even = if mv == PASS { 0.1 } else { 0.5 };
    let wins = params.prior_wins as f32 * rate.sqrt();
    (visits + wins, visits * even + wins)
}

/// The probability of each of these moves for the player to move; they add up to 1. Spots by index, 0 for a pass.
#[inline(never)]
pub fn rates<const N: usize>(board: &PlayBoard<N>, line: &Line, rules: &PlayoutRules, moves: &[u16]) -> Vec<f32> {
    let weights = &*BUILT_IN;
    let describer = Describer::new(board, line, rules);
    let score = |&mv: &u16| {
        let mut score = 0.0;
        describer.features::<N>(mv, |feature| score += weights.feature(feature));
        score
    };
    let mut rates: Vec<f32> = moves.iter().map(score).collect();
    add_patterns::<N>(&describer, weights, moves, &mut rates);
    soft_max(&mut rates);
    rates
}

/// Adds the weights of the patterns around each move to its score.
///
/// The table of patterns is larger than the caches near the processor. So the patterns of one size of all moves are
/// fetched together before any of them is looked at, and the processor waits for many at once.
fn add_patterns<const N: usize>(describer: &Describer, weights: &Weights, moves: &[u16], scores: &mut [f32]) {
    let mut growing: Vec<(usize, Growing)> = moves
        .iter()
        .enumerate()
        .filter_map(|(place, &mv)| Some((place, describer.growing::<N>(mv)?)))
        .collect();
    let mut names = Vec::with_capacity(growing.len());
    let mut fetched = Vec::with_capacity(growing.len());
    while !growing.is_empty() {
        names.clear();
        growing.retain_mut(|(_, patterns)| describer.grow(patterns).map(|next| names.push(next)).is_some());
        fetched.clear();
        fetched.extend(names.iter().map(|names| names.map(|hash| weights.fetch(hash))));
        for (((place, patterns), names), fetched) in growing.iter_mut().zip(&names).zip(&fetched) {
            for family in ORDER {
                if names[family] == 0 {
                    continue;
                }
                match weights.pattern(names[family], fetched[family]) {
                    Some(weight) => scores[*place] += weight,
                    None => patterns.close(family),
                }
            }
        }
    }
}
