//! The moves of labelled positions as lists of numbers.

use crate::cli::labels::Game;
use crate::playout::Spot;
use crate::rules::BoardSize;
use crate::search::{Describer, rates};
use crate::with_board_class;

/// One position: each move's features and patterns, and what the teacher thinks.
#[derive(Clone, Default)]
pub(super) struct Position {
    /// Feature numbers, or pattern numbers from [`Describer::FEATURES`] on.
    pub items: Vec<u32>,
    /// Where each move's items end.
    pub ends: Vec<usize>,
    /// Probability of each move; together 1.
    pub target: Vec<f32>,
    pub size: usize,
    /// Probability of each move by the weights in the program, where [`Numbering::RATES`].
    pub rates: Vec<f32>,
}

/// Numbers patterns.
pub(super) trait Numbering {
    /// Whether the moves are to be rated by the weights in the program.
    const RATES: bool = false;
    /// The number of a pattern of this family; `parent` is the next smaller one around the same point. `None` when it is
    /// not wanted.
    fn number(&mut self, hash: u32, parent: Option<u32>) -> Option<u32>;
    /// Whether patterns of this move are wanted at all.
    fn wants(&self, target: f32) -> bool;
}

/// Goes through the labelled positions of a game.
pub(super) fn positions<M: Numbering>(game: &Game, numbering: &mut M, see: &mut impl FnMut(&Position, &mut M)) {
    let size = BoardSize::square(game.size);
    with_board_class!(size, N => run::<N, M>(game, numbering, see));
}

fn run<const N: usize, M: Numbering>(game: &Game, numbering: &mut M, see: &mut impl FnMut(&Position, &mut M)) {
    let mut position = Position {
        size: game.size,
        ..Position::default()
    };
    let mut moves: Vec<u16> = Vec::new();
    game.replay::<N>(|board, line, rules, label| {
        let color = board.to_move();
        moves.clear();
        let legal = board.empty_spots();
        let legal = legal.filter(|&spot| board.is_legal(color, spot, rules, line));
        moves.extend(legal.map(|spot| spot.index() as u16));
        moves.push(0);
        let mut by_index = [0.0; N];
        for &(mv, p) in &label.policy {
            by_index[game.point(mv).map_or(0, |point| Spot::<N>::of(point).index())] = p;
        }
        let total: f32 = moves.iter().map(|&mv| by_index[usize::from(mv)]).sum();
        if total < 0.3 {
            return;
        }
        position.items.clear();
        position.ends.clear();
        position.target.clear();
        let describer = Describer::new(board, line, rules);
        for &mv in &moves {
            let target = by_index[usize::from(mv)] / total;
            describer.features::<N>(mv, |feature| position.items.push(feature));
            if numbering.wants(target) {
                let mut parents = [None; 8];
                describer.patterns::<N>(mv, |family, hash| {
                    let number = numbering.number(hash, parents[family]);
                    if let Some(number) = number {
                        parents[family] = Some(number);
                        position.items.push(Describer::FEATURES as u32 + number);
                    }
                    number.is_some()
                });
            }
            position.ends.push(position.items.len());
            position.target.push(target);
        }
        if M::RATES {
            position.rates = rates(board, line, rules, &moves);
        }
        see(&position, numbering);
    });
}
