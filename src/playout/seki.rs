//! Self-ataris that would break a seki.

use super::board::{PlayBoard, number};
use super::run::is_eye;
use crate::rules::Color;

impl<const N: usize> PlayBoard<N> {
    /// Whether a play that leaves own stones in atari gives up a seki: the liberty left is the chain's own eye, or
    /// the chain and an opposing one have only the same two liberties and whoever takes the chain is connected
    /// to another, so that no shape of the taken stones would kill him.
    #[inline(never)]
    pub(super) fn breaks_seki(&self, color: Color, v: usize) -> bool {
        let mut breaks = false;
        self.for_each_chain_around(v, number(color), |board, head| {
            if let Some((a, b)) = board.two_liberties(head)
                && (a == v || b == v)
            {
                let last = if a == v { b } else { a };
                breaks |= is_eye(board.code[last], color) || board.is_held_by_two(color, head, (a, b));
            }
        });
        breaks
    }

    /// Whether of the opposing chains around a chain one has just these two liberties, and another has others.
    fn is_held_by_two(&self, color: Color, head: usize, both: (usize, usize)) -> bool {
        let (mut facing, mut other) = (false, false);
        for stone in self.ring(head) {
            self.for_each_chain_around(stone, number(color.opponent()), |board, captor| {
                let is_facing = (board.two_liberties(captor)).is_some_and(|(a, b)| (a, b) == both || (b, a) == both);
                facing |= is_facing;
                other |= !is_facing;
            });
        }
        facing && other
    }
}
