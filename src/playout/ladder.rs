//! Chases: a chain with two liberties put in atari move after move.
//!
//! Only the forcing line is read: the attacker always gives atari, the defender extends or takes a stone out of the
//! chase. A capture by the defender counts as an escape, so "captured" can be trusted and "escapes" nearly.

use super::board::{PlayBoard, number};
use super::spot::Spot;
use super::tactics::{Count, count};
use crate::rules::Color;

/// Moves read at most when a policy or a prior asks.
pub const LADDER_MOVES: u32 = 80;

impl<const N: usize> PlayBoard<N> {
    /// Whether the opponent, moving first, captures the chain on a point by a ladder, reading so many moves at most.
    /// A chain with three liberties is not captured, one in atari is (unless it is empty: `false`).
    #[must_use]
    pub fn is_captured_by_ladder(&self, spot: Spot<N>, moves: u32) -> bool {
        let Some(color) = self.stone(spot) else {
            return false;
        };
        let mut left = moves;
        self.clone_for_reading().is_chased_down(color, spot.index(), &mut left)
    }

    /// Whether a chain in atari gets away by extending at its last liberty, reading so many moves at most; captures of
    /// the attackers before that are not tried.
    #[must_use]
    pub fn escapes_by_extending(&self, spot: Spot<N>, moves: u32) -> bool {
        let (Some(color), Some(liberty)) = (self.stone(spot), self.last_liberty(spot)) else {
            return false;
        };
        self.extension_escapes(color, spot.index(), liberty.index(), moves)
    }

    pub(super) fn extension_escapes(&self, color: Color, stone: usize, liberty: usize, moves: u32) -> bool {
        match self.liberties_after_of(color, liberty, 3, 0) {
            0 | 1 => false,
            2 => {
                let mut board = self.clone_for_reading();
                board.put_color(color, liberty);
                !board.is_chased_down(color, stone, &mut { moves })
            }
            _ => true,
        }
    }

    #[inline(always)]
    fn clone_for_reading(&self) -> PlayBoard<N> {
        *self
    }

    #[inline]
    pub(super) fn put_color(&mut self, color: Color, v: usize) {
        match color {
            Color::Black => self.put::<false>(v),
            Color::White => self.put::<true>(v),
        }
    }

    /// The attacker is to move. The board is left somewhere along the chase.
    fn is_chased_down(&mut self, color: Color, stone: usize, left: &mut u32) -> bool {
        loop {
            let head = self.head(stone);
            if count(self.liberties[head]) != Count::More {
                return true;
            }
            let Some((a, b)) = self.two_liberties(head) else {
                return false;
            };
            if *left == 0 {
                return false;
            }
            *left -= 1;
            // The attacker leaves the liberty where the extension gains less.
            let gain_b = self.gain(color, b, a);
            let gain_a = self.gain(color, a, b);
            let (attack, extend, gain) = if gain_b <= gain_a {
                (a, b, gain_b)
            } else {
                (b, a, gain_a)
            };
            if gain >= 3 {
                return false;
            }
            if gain_a == gain_b && gain == 2 {
                let mut other = *self;
                if other.attack_and_extend(color, stone, extend, attack) && other.is_chased_down(color, stone, left) {
                    return true;
                }
            }
            if !self.attack_and_extend(color, stone, attack, extend) {
                return false;
            }
        }
    }

    /// Liberties after an extension while the opponent stands on the other liberty; 3 where the opponent cannot play.
    fn gain(&self, color: Color, extend: usize, attack: usize) -> usize {
        let gained = self.liberties_after_of(color, extend, 3, attack);
        if gained < 3 && self.liberties_after_of(color.opponent(), attack, 1, 0) == 0 {
            return 3;
        }
        gained
    }

    /// Plays an atari and the extension; `false` when the defender gets out by a capture.
    fn attack_and_extend(&mut self, color: Color, stone: usize, attack: usize, extend: usize) -> bool {
        self.put_color(color.opponent(), attack);
        let head = self.head(stone);
        if self.some_attacker_in_atari(color, head).is_some() {
            return false;
        }
        if self.liberties_after_of(color, extend, 1, 0) == 0 {
            // The chain stays in atari, which the caller sees.
            return true;
        }
        self.put_color(color, extend);
        true
    }

    /// The last liberty of an opposing chain in atari next to the chain with this head.
    pub(super) fn some_attacker_in_atari(&self, color: Color, head: usize) -> Option<usize> {
        self.ring(head).find_map(|stone| {
            (Self::STEPS[..4].iter().map(|step| stone.wrapping_add(*step))).find_map(|neighbor| {
                if self.color[neighbor] != number(color.opponent()) {
                    return None;
                }
                match count(self.liberties[self.head(neighbor)]) {
                    Count::One(point) => Some(point),
                    Count::None | Count::More => None,
                }
            })
        })
    }
}
