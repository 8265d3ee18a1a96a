//! Where the rules allow a play, repetition over the whole game included.
//!
//! Repetition is checked lazily but exactly. A play by `c` at `v` can bring an earlier position back only if that
//! position already had the stone: so a stone of `c` must since have been removed from `v`, and the position must have
//! stood before that removal. And it must have stood after the latest stone that was put on a *fresh* point
//! (one from which its color had never been removed) and still stands. In a playout the two bounds nearly
//! always contradict each other, which costs one comparison; otherwise the few hashes between are compared.

use super::board::{EMPTY, NO_CHAIN, PlayBoard, liberty_key, number, stones_in};
use super::line::Line;
use super::rules::PlayoutRules;
use super::spot::Spot;
use crate::rules::Color;
use crate::rules::ruleset::{Repetition, Suicide};

impl<const N: usize> PlayBoard<N> {
    /// Whether `color` may play there under the rules: occupied, ko, suicide and repetition.
    #[must_use]
    pub fn is_legal(&self, color: Color, spot: Spot<N>, rules: &PlayoutRules, line: &Line) -> bool {
        let v = spot.index();
        self.color[v] == EMPTY
            && (!self.is_enclosed(v) || self.may_fill(color, v, rules))
            && !(rules.has_superko() && self.repeats(color, v, rules.repetition, line))
    }

    /// Whether the present position, with this player to move, has now stood three times since the last pass.
    #[must_use]
    pub fn is_third_time(&self, line: &Line) -> bool {
        self.times_seen(line) >= 3
    }

    /// Whether basic ko and suicide allow a play on an empty point without empty neighbors.
    #[inline(always)]
    pub(super) fn may_fill(&self, color: Color, v: usize, rules: &PlayoutRules) -> bool {
        if usize::from(self.ko) == v && self.ko_for == color && rules.repetition == Repetition::Simple {
            return false;
        }
        if self.breathes(color, v) {
            return true;
        }
        match rules.suicide {
            Suicide::Forbidden => false,
            Suicide::MultiStone => stones_in(self.code[v], color) & 0xFF != 0,
            Suicide::Allowed => true,
        }
    }

    /// Whether an empty point has no empty neighbors.
    #[inline(always)]
    pub(super) fn is_enclosed(&self, v: usize) -> bool {
        self.liberties[v] == NO_CHAIN
    }

    /// Whether a play on an empty point without empty neighbors captures, or joins a chain with another liberty.
    #[inline(always)]
    pub(super) fn breathes(&self, color: Color, v: usize) -> bool {
        let code = self.code[v];
        let mut in_atari = 0;
        for direction in 0..4 {
            let head = usize::from(self.chain[v.wrapping_add(Self::STEPS[direction])]);
            in_atari |= u16::from(self.is_last_liberty(head, v)) << (2 * direction);
        }
        (stones_in(code, color.opponent()) & in_atari) | (stones_in(code, color) & 0xFF & !in_atari) != 0
    }

    /// Whether a play on an empty point would remove own stones.
    #[inline(always)]
    fn is_suicide(&self, color: Color, v: usize) -> bool {
        self.is_enclosed(v) && !self.breathes(color, v)
    }

    /// Whether `v` is the only liberty of the chain with this head.
    #[inline(always)]
    pub(super) fn is_last_liberty(&self, head: usize, v: usize) -> bool {
        let liberties = self.liberties[head];
        liberties == (liberties >> 50).wrapping_mul(liberty_key(v))
    }

    /// Whether the superko rule forbids the play because of an earlier position.
    #[inline(always)]
    pub(super) fn repeats(&self, color: Color, v: usize, rule: Repetition, line: &Line) -> bool {
        if self.removed_at[color.index()][v] == 0 && !self.is_suicide(color, v) {
            return false;
        }
        self.repeats_slowly(color, v, rule, line)
    }

    #[inline(never)]
    pub(super) fn repeats_slowly(&self, color: Color, v: usize, rule: Repetition, line: &Line) -> bool {
        let Some((first, end)) = self.repetition_window(color, v) else {
            return false;
        };
        let hash = self.hash_after(color, v);
        let window = self.entry(first, line)..line.base() + end;
        line.forbids(rule, color, hash, self.beginning, window).is_some()
    }

    /// The entry of the line for a turn on the board's clock. The turns before the clock started are all turn 0.
    fn entry(&self, time: usize, line: &Line) -> usize {
        match time {
            0 => 0,
            _ => line.base() + time,
        }
    }

    /// The turns, first and one past the last, after which a position may have stood that a play would repeat.
    pub(super) fn repetition_window(&self, color: Color, v: usize) -> Option<(usize, usize)> {
        if self.is_suicide(color, v) {
            return Some((0, usize::from(self.time) + 1));
        }
        let removed = usize::from(self.removed_at[color.index()][v]);
        if removed == 0 {
            return None;
        }
        let mut first = 0;
        for (time, fresh) in self.fresh.pairs() {
            if time == 0 {
                break;
            }
            // A stone that is gone, or that this play takes, bounds nothing.
            let still_stands = self.removed_at[0][fresh].max(self.removed_at[1][fresh]) < time;
            let is_taken = self.color[fresh] == number(color.opponent())
                && self.is_last_liberty(usize::from(self.chain[fresh]), v);
            if still_stands && !is_taken {
                first = usize::from(time);
                break;
            }
        }
        (first < removed).then_some((first, removed))
    }

    /// How often the position after a play just made has now stood, for the draw by long cycles.
    pub(super) fn times_seen(&self, line: &Line) -> u32 {
        line.times_seen(self.beginning)
    }

    /// The hash the board would have after a play on an empty point.
    #[must_use]
    pub(super) fn hash_after(&self, color: Color, v: usize) -> u64 {
        let mut hash = self.hash ^ Self::STONE_KEYS[color.index()][v];
        let suicide = self.is_suicide(color, v);
        if suicide {
            hash ^= Self::STONE_KEYS[color.index()][v];
        }
        let loser = if suicide { color } else { color.opponent() };
        let mut taken = [0; 4];
        for (slot, step) in Self::STEPS[..4].iter().enumerate() {
            let neighbor = v.wrapping_add(*step);
            let head = usize::from(self.chain[neighbor]);
            if self.color[neighbor] == number(loser) && self.is_last_liberty(head, v) && !taken.contains(&head) {
                taken[slot] = head;
                let mut stone = head;
                loop {
                    hash ^= Self::STONE_KEYS[loser.index()][stone];
                    stone = usize::from(self.link[stone]);
                    if stone == head {
                        break;
                    }
                }
            }
        }
        hash
    }
}
