//! Random play with an eye on capture: chains in atari are saved or taken, large chains are not put into atari.
//!
//! Sekis stand in such play, and what is dead dies; both fail when every legal point is equally likely.

use super::arena::{Arena, Cell, NOWHERE, Node};
use super::field::Field;
use crate::playout::PlayRng;
use crate::rules::{Board, POINT_TABLE};
use crate::rules::{Color, PointSet};

/// How often, of 65536, a capture threat is answered.
const REPLIES: u32 = 58_000;

/// How often, of 65536, a chain of this many stones is put into atari by its owner; larger ones never are.
/// Throw-ins and the placing of stones in an eye need it.
const SELF_ATARI: [u32; 7] = [0, 40_000, 16_000, 4_000, 4_000, 4_000, 2_000];

impl Field<'_> {
    /// A random move; `last` is the opponent's, or [`NOWHERE`].
    pub(super) fn random_move(&mut self, color: Color, last: Node, rng: &mut PlayRng) -> Option<Node> {
        self.answer(color, last, rng).or_else(|| self.random_point(color, rng))
    }

    /// An answer to what the last move captures next, or a capture of it.
    fn answer(&mut self, color: Color, last: Node, rng: &mut PlayRng) -> Option<Node> {
        if last == NOWHERE || !rng.chance(REPLIES) {
            return None;
        }
        let mut found = [NOWHERE; 8];
        let mut count = 0;
        let mut add = |node: Node| {
            if count < found.len() {
                found[count] = node;
                count += 1;
            }
        };
        let theirs = self.liberties(last, 2);
        if theirs.count == 1 && self.is_legal(color, theirs.first) {
            add(theirs.first);
        }
        for &next in self.arena.neighbors(last) {
            if !self.is_mortal(color, next) {
                continue;
            }
            let own = self.liberties(next, 2);
            if own.count != 1 {
                continue;
            }
            for place in 0..self.stones(next).len() {
                let stone = self.stones(next)[place];
                for &near in self.arena.neighbors(stone) {
                    if self.is_mortal(color.opponent(), near) {
                        let theirs = self.liberties(near, 2);
                        if theirs.count == 1 && self.is_legal(color, theirs.first) {
                            add(theirs.first);
                        }
                    }
                }
            }
            if self.liberties_after(color, own.first, 2) >= 2 {
                add(own.first);
            }
        }
        (count > 0).then(|| found[rng.below(count as u32) as usize])
    }

    fn random_point(&mut self, color: Color, rng: &mut PlayRng) -> Option<Node> {
        let count = self.empty().len();
        let start = rng.below(count as u32) as usize;
        (start..count).chain(0..start).find_map(|place| {
            let node = self.empty()[place];
            self.is_sensible(color, node, rng).then_some(node)
        })
    }

    fn is_sensible(&mut self, color: Color, node: Node, rng: &mut PlayRng) -> bool {
        let open = self.open_around(node);
        if open == 0 && (self.is_eye(color, node) || !self.is_legal(color, node)) {
            return false;
        }
        if open >= 2 || self.liberties_after(color, node, 2) >= 2 {
            return true;
        }
        if self.leaves_only_an_eye(color, node) {
            return false;
        }
        let size = self.size_after(color, node);
        SELF_ATARI.get(size).is_some_and(|&rate| rng.chance(rate))
    }

    /// Whether the last liberty of a chain put into atari would be its own eye: that is given up in no seki.
    fn leaves_only_an_eye(&mut self, color: Color, node: Node) -> bool {
        let last = self.last_liberty_after(color, node);
        last != NOWHERE && self.is_eye(color, last)
    }

    /// Plays at random until both sides pass.
    fn play_out(&mut self, first: Color, rng: &mut PlayRng) {
        let mut color = first;
        let mut last = NOWHERE;
        let mut passes = 0;
        for _ in 0..3 * self.arena.len() {
            match self.random_move(color, last, rng) {
                Some(node) => {
                    self.play(color, node);
                    last = node;
                    passes = 0;
                }
                None => {
                    self.pass();
                    last = NOWHERE;
                    passes += 1;
                }
            }
            if passes == 2 {
                return;
            }
            color = color.opponent();
        }
    }

    /// The owner of a node at the end, 1 for Black, −1 for White, 0 for neither.
    fn owner(&self, node: Node) -> i32 {
        let sees = |cell: Cell| {
            self.at(node) == cell
                || self.at(node) == Cell::Empty && self.arena.neighbors(node).iter().any(|&next| self.at(next) == cell)
        };
        i32::from(sees(Cell::Black)) - i32::from(sees(Cell::White))
    }
}

/// Mean owner of each point inside after random play, −1 (White) to 1 (Black), by
/// [`Point::index`](crate::rules::Point::index); none when `go_on` ends it. Each color moves first in half of the
/// playouts.
pub(super) fn ownership(
    board: &Board,
    inside: &PointSet,
    playouts: u32,
    rng: &mut PlayRng,
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<f32>> {
    let arena = Arena::new(board, inside);
    let start = Field::new(&arena);
    let mut field = start.clone();
    let mut sums = vec![0; arena.len()];
    for turn in 0..playouts {
        if !go_on() {
            return None;
        }
        field.copy_from(&start);
        let first = Color::BOTH[turn as usize % 2];
        field.play_out(first, rng);
        for (node, sum) in sums.iter_mut().enumerate() {
            *sum += field.owner(node as Node);
        }
    }
    let mut means = vec![0.0; POINT_TABLE];
    for (point, sum) in arena.points().iter().zip(sums) {
        means[point.index()] = sum as f32 / playouts as f32;
    }
    Some(means)
}
