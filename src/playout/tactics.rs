//! Small questions about chains and points, for policies and priors.

use super::board::{EMPTY, PlayBoard, liberty_key};
use super::run::is_eye;
use super::spot::Spot;
use crate::rules::Color;

impl<const N: usize> PlayBoard<N> {
    /// Whether the point is an eye of the color: all neighbors are its stones or the edge, and at most one
    /// diagonal is the opponent's (none at the edge).
    #[must_use]
    #[inline]
    pub fn is_eye(&self, color: Color, spot: Spot<N>) -> bool {
        is_eye(self.code[spot.index()], color)
    }

    /// Stones in the chain on a point; without meaning on an empty one.
    #[must_use]
    #[inline]
    pub fn chain_size(&self, spot: Spot<N>) -> u32 {
        u32::from(self.size[self.head(spot.index())])
    }

    #[inline(always)]
    pub(super) fn head(&self, v: usize) -> usize {
        usize::from(self.chain[v])
    }

    /// The only liberty of the chain with this head, if it has just one.
    #[inline(always)]
    pub(super) fn single_liberty(&self, head: usize) -> Option<usize> {
        let word = self.liberties[head];
        let count = word >> 50;
        let sum = word >> 30 & 0xF_FFFF;
        let squares = word & 0x3FFF_FFFF;
        (count * squares == sum * sum).then(|| (sum / count.max(1)) as usize)
    }

    /// Whether the chain on a point is in atari.
    #[must_use]
    #[inline]
    pub fn has_one_liberty(&self, spot: Spot<N>) -> bool {
        self.single_liberty(self.head(spot.index())).is_some()
    }

    /// Whether the chain on a point has exactly two liberties.
    #[must_use]
    #[inline]
    pub fn has_two_liberties(&self, spot: Spot<N>) -> bool {
        self.two_liberties(self.head(spot.index())).is_some()
    }

    /// The liberties of the chain with this head, if there are exactly two.
    #[inline]
    pub(super) fn two_liberties(&self, head: usize) -> Option<(usize, usize)> {
        let word = self.liberties[head];
        let count = word >> 50;
        // A point is next to at most four stones.
        if !(2..=8).contains(&count) {
            return None;
        }
        let sum = word >> 30 & 0xF_FFFF;
        let squares = word & 0x3FFF_FFFF;
        if count * squares == sum * sum {
            return None;
        }
        let first = self.some_liberty(head);
        let times = (Self::STEPS[..4].iter())
            .filter(|&&step| self.head(first.wrapping_add(step)) == head)
            .count() as u64;
        // The other liberties are one point if what is left of the three sums agrees.
        let others = count - times;
        let second = (sum - times * first as u64) / others;
        (word - times * liberty_key(first) == others * liberty_key(second as usize)).then_some((first, second as usize))
    }

    /// A liberty of the chain with this head.
    #[inline]
    fn some_liberty(&self, head: usize) -> usize {
        let mut stone = head;
        loop {
            for step in &Self::STEPS[..4] {
                let neighbor = stone.wrapping_add(*step);
                if self.color[neighbor] == EMPTY {
                    return neighbor;
                }
            }
            stone = usize::from(self.link[stone]);
            debug_assert!(stone != head, "a chain without liberties");
        }
    }
}
