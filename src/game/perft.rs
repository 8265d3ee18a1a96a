//! Counting all sequences of turns: the test of everything that decides what may be played and when a game ends.

use super::Game;
use crate::rules::{PointSet, Vertex};
use std::sync::atomic::{AtomicBool, Ordering};

/// How many sequences of exactly `depth` turns are legal from here, passes counted as turns, each sequence ending
/// where the ruleset stops play. The game is the same afterwards.
pub fn perft(game: &mut Game, depth: u32) -> u64 {
    let never = AtomicBool::new(false);
    perft_until(game, depth, &never).unwrap_or_default()
}

/// [`perft`] that gives up when it is told to stop.
pub fn perft_until(game: &mut Game, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if !game.phase().is_playing() {
        return Some(0);
    }
    let color = game.to_move();
    let legal = game.legal_points(color);
    if depth == 1 {
        return Some(legal.len() as u64 + 1);
    }
    let mut sum = 0u64;
    for vertex in vertices(&legal) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        game.play_unchecked(color, vertex);
        let count = perft_until(game, depth - 1, stop);
        game.undo();
        sum = sum.saturating_add(count?);
    }
    Some(sum)
}

/// [`perft`] by first turn, in board order, the pass last; empty when play has stopped or `depth` is 0.
pub fn divide(game: &mut Game, depth: u32) -> Vec<(Vertex, u64)> {
    if depth == 0 || !game.phase().is_playing() {
        return Vec::new();
    }
    let color = game.to_move();
    let legal = game.legal_points(color);
    vertices(&legal)
        .map(|vertex| {
            game.play_unchecked(color, vertex);
            let count = perft(game, depth - 1);
            game.undo();
            (vertex, count)
        })
        .collect()
}

fn vertices(legal: &PointSet) -> impl Iterator<Item = Vertex> + use<> {
    legal.iter().map(Vertex::At).chain([Vertex::Pass])
}
