//! Placing a stone: chains join, opponents without liberties go, then own ones.
//!
//! The color is a constant of each copy of the code, because a playout alternates and knows whose turn it is; this
//! took a tenth off the time of a move against an argument.

use super::board::{EMPTY, NO_CHAIN, PlayBoard, liberty_key, stones_in};
use crate::rules::Color;

/// The color of a constant.
#[inline(always)]
pub(super) const fn color_of(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

impl<const N: usize> PlayBoard<N> {
    /// Steps to the four neighbors, and to the point itself.
    const STEPS_OR_STAY: [usize; 5] = [Self::STEPS[0], Self::STEPS[1], Self::STEPS[2], Self::STEPS[3], 0];

    /// Places a stone on an empty point.
    #[inline(always)]
    pub(super) fn put<const WHITE: bool>(&mut self, v: usize) {
        let color = const { color_of(WHITE) };
        let key = liberty_key(v);
        let code = self.code[v];
        self.empty_count -= 1;
        let moved = self.empty[usize::from(self.empty_count)];
        let place = self.link[v];
        self.empty[usize::from(place)] = moved;
        self.link[usize::from(moved)] = place;
        self.color[v] = 1 + u8::from(WHITE);
        self.hash ^= Self::STONE_KEYS[usize::from(WHITE)][v];
        self.stones[usize::from(WHITE)] += 1;
        self.ko = 0;
        let mut spent = false;
        for step in &Self::STEPS[..4] {
            let chain = usize::from(self.chain[v.wrapping_add(*step)]);
            let left = self.liberties[chain].wrapping_sub(key);
            self.liberties[chain] = left;
            spent |= left == 0;
        }
        self.toggle_codes::<WHITE>(v);
        // The first own neighbor's chain takes the stone; without one the stone takes itself, by the same steps.
        let own = stones_in(code, color) & 0xFF;
        let step = Self::STEPS_OR_STAY[(own | 0x100).trailing_zeros() as usize / 2];
        let mut head = usize::from(self.chain[v.wrapping_add(step)]);
        let word = self.liberties[v] & !NO_CHAIN;
        self.liberties[v] = 0;
        self.liberties[head] = self.liberties[head].wrapping_add(word);
        self.size[v] = 0;
        self.size[head] += 1;
        self.link[v] = v as u16;
        let next = self.link[head];
        self.link[head] = v as u16;
        self.link[v] = next;
        self.chain[v] = head as u16;
        let mut more = own & own.wrapping_sub(1);
        while more != 0 {
            let neighbor = v.wrapping_add(Self::STEPS[more.trailing_zeros() as usize / 2]);
            more &= more - 1;
            let other = usize::from(self.chain[neighbor]);
            if other != head {
                head = self.join(head, other);
            }
        }
        if spent {
            self.capture::<WHITE>(v);
        }
        if self.liberties[head] == 0 {
            self.remove(color, head);
        }
    }

    /// Makes one chain of two; the head of the result.
    #[inline(always)]
    fn join(&mut self, a: usize, b: usize) -> usize {
        let (big, small) = if self.size[a] > self.size[b] { (a, b) } else { (b, a) };
        self.size[big] += self.size[small];
        self.liberties[big] = self.liberties[big].wrapping_add(self.liberties[small]);
        let mut stone = small;
        loop {
            self.chain[stone] = big as u16;
            stone = usize::from(self.link[stone]);
            if stone == small {
                break;
            }
        }
        let after = self.link[big];
        self.link[big] = self.link[small];
        self.link[small] = after;
        big
    }

    /// Takes the opponent's chains around a stone that have no liberties left.
    #[inline(never)]
    fn capture<const WHITE: bool>(&mut self, v: usize) {
        let color = const { color_of(WHITE) };
        let before = self.empty_count;
        let mut taken = 0;
        for direction in 0..4 {
            let neighbor = v.wrapping_add(Self::STEPS[direction]);
            let spent = self.liberties[usize::from(self.chain[neighbor])] == 0;
            taken |= u16::from(spent) << (2 * direction);
        }
        taken &= stones_in(self.code[v], color.opponent());
        while taken != 0 {
            let neighbor = v.wrapping_add(Self::STEPS[taken.trailing_zeros() as usize / 2]);
            taken &= taken - 1;
            // A chain may be on two sides of the stone.
            if self.color[neighbor] != EMPTY {
                self.remove(color.opponent(), usize::from(self.chain[neighbor]));
            }
        }
        let head = usize::from(self.chain[v]);
        if self.empty_count == before + 1 && self.size[head] == 1 && self.liberties[head] >> 50 == 1 {
            self.ko = self.empty[usize::from(before)];
            self.ko_for = color.opponent();
        }
    }

    /// Takes a chain off the board.
    #[inline(never)]
    fn remove(&mut self, color: Color, head: usize) {
        match color {
            Color::Black => self.remove_stones::<false>(head),
            Color::White => self.remove_stones::<true>(head),
        }
    }

    #[inline(always)]
    fn remove_stones<const WHITE: bool>(&mut self, head: usize) {
        let first = usize::from(self.empty_count);
        let mut end = first;
        let mut stone = head;
        loop {
            let next = usize::from(self.link[stone]);
            self.color[stone] = EMPTY;
            self.chain[stone] = stone as u16;
            self.liberties[stone] = NO_CHAIN;
            self.link[stone] = end as u16;
            self.empty[end] = stone as u16;
            end += 1;
            self.hash ^= Self::STONE_KEYS[usize::from(WHITE)][stone];
            self.removed_at[usize::from(WHITE)][stone] = self.time;
            self.toggle_codes::<WHITE>(stone);
            stone = next;
            if stone == head {
                break;
            }
        }
        let count = (end - first) as u16;
        self.empty_count = end as u16;
        self.stones[usize::from(WHITE)] -= count;
        self.counters.lost[const { color_of(WHITE) }] += count;
        for place in first..end {
            let stone = usize::from(self.empty[place]);
            let key = liberty_key(stone);
            for step in &Self::STEPS[..4] {
                let chain = usize::from(self.chain[stone.wrapping_add(*step)]);
                self.liberties[chain] = self.liberties[chain].wrapping_add(key);
            }
        }
    }

    /// Puts the color into the neighbors' codes, or takes it out.
    #[inline(always)]
    fn toggle_codes<const WHITE: bool>(&mut self, v: usize) {
        for direction in 0..8 {
            let opposite = direction ^ 2;
            self.code[v.wrapping_add(Self::STEPS[direction])] ^= (1 + u16::from(WHITE)) << (2 * opposite);
        }
    }
}
