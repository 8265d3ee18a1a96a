//! Small questions about chains and points, for policies and priors.
//!
//! Everything here reads the three sums in the chains' liberty words: with the share of one known liberty taken
//! out, the rest says at once whether there are no, one or more others.

use super::board::{EMPTY, PlayBoard, empty_in, liberty_key, number, stones_in};
use super::run::is_eye;
use super::spot::Spot;
use super::stones::color_of;
use crate::rules::Color;

/// What a liberty word holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    None,
    /// One liberty: this point.
    One(usize),
    /// Two or more.
    More,
}

/// Reads a liberty word.
#[inline(always)]
pub(super) const fn count(word: u64) -> Count {
    let times = word >> 50;
    let sum = word >> 30 & 0xF_FFFF;
    let squares = word & 0x3FFF_FFFF;
    if times * squares == sum * sum {
        match times {
            0 => Count::None,
            1 => Count::One(sum as usize),
            2 => Count::One(sum as usize / 2),
            3 => Count::One(sum as usize / 3),
            _ => Count::One(sum as usize / 4),
        }
    } else {
        Count::More
    }
}

/// Up to three different points, or a few more.
#[derive(Clone, Copy, Default)]
struct Few {
    points: [usize; 8],
    len: usize,
}

impl Few {
    #[inline(always)]
    fn add(&mut self, point: usize) {
        if self.len < 3 && !self.points[..self.len].contains(&point) {
            self.points[self.len] = point;
            self.len += 1;
        }
    }
}

impl<const N: usize> PlayBoard<N> {
    /// Whether the point is an eye of the color: all neighbors are its stones or the edge, and at most one
    /// diagonal is the opponent's (none at the edge).
    #[must_use]
    #[inline]
    pub fn is_eye(&self, color: Color, spot: Spot<N>) -> bool {
        is_eye(self.code[spot.index()], color)
    }

    /// The colors of the eight neighbors, two bits each (0 empty, 1 Black, 2 White, 3 off the board): N, E, S, W, NE,
    /// SE, SW, NW from the lowest.
    #[must_use]
    #[inline]
    pub fn code(&self, spot: Spot<N>) -> u16 {
        self.code[spot.index()]
    }

    /// Stones in the chain on a point; without meaning on an empty one.
    #[must_use]
    #[inline]
    pub fn chain_size(&self, spot: Spot<N>) -> u32 {
        u32::from(self.size[self.head(spot.index())])
    }

    /// The same spot for all stones of a chain, different for different chains.
    #[must_use]
    #[inline]
    pub fn chain_head(&self, spot: Spot<N>) -> Spot<N> {
        Spot::at(self.head(spot.index()))
    }

    /// The stones of the chain on a point.
    pub fn chain_stones(&self, spot: Spot<N>) -> impl Iterator<Item = Spot<N>> + '_ {
        self.ring(spot.index()).map(Spot::at)
    }

    /// The liberties of the chain on a point, at most three of them.
    #[must_use]
    pub fn few_liberties(&self, spot: Spot<N>) -> impl ExactSizeIterator<Item = Spot<N>> + use<N> {
        let mut few = Few::default();
        self.add_liberties(self.head(spot.index()), 0, &mut few);
        (0..few.len).map(move |place| Spot::at(few.points[place]))
    }

    /// The number of liberties of every chain, by the index of its head; 0 elsewhere.
    #[must_use]
    pub fn liberty_counts(&self) -> [u16; N] {
        let mut counts = [0; N];
        for spot in self.empty_spots() {
            for color in Color::BOTH {
                self.for_each_chain_around(spot.index(), number(color), |_, head| counts[head] += 1);
            }
        }
        counts
    }

    /// The last liberty of the chain on a point, if it is in atari.
    #[must_use]
    #[inline]
    pub fn last_liberty(&self, spot: Spot<N>) -> Option<Spot<N>> {
        match count(self.liberties[self.head(spot.index())]) {
            Count::One(point) => Some(Spot::at(point)),
            Count::None | Count::More => None,
        }
    }

    /// Whether the chain on a point is in atari.
    #[must_use]
    #[inline]
    pub fn has_one_liberty(&self, spot: Spot<N>) -> bool {
        self.last_liberty(spot).is_some()
    }

    /// Whether the chain on a point has exactly two liberties.
    #[must_use]
    #[inline]
    pub fn has_two_liberties(&self, spot: Spot<N>) -> bool {
        self.two_liberties(self.head(spot.index())).is_some()
    }

    /// Stones a play on an empty point would capture.
    #[must_use]
    pub fn captures(&self, color: Color, spot: Spot<N>) -> u32 {
        let v = spot.index();
        let mut taken = 0;
        self.for_each_chain_around(v, number(color.opponent()), |board, head| {
            if board.is_last_liberty(head, v) {
                taken += u32::from(board.size[head]);
            }
        });
        taken
    }

    /// Stones of the chain that a play on an empty point would leave in atari (or dead), 0 when it has
    /// two liberties or more.
    #[must_use]
    pub fn self_atari(&self, color: Color, spot: Spot<N>) -> u32 {
        if self.liberties_after_of(color, spot.index(), 2, 0) >= 2 {
            return 0;
        }
        self.size_after(color, spot.index())
    }

    /// Liberties of the chain that a play on an empty point would make, at most `limit` (of 1 to 3) of them counted.
    #[must_use]
    #[inline]
    pub fn liberties_after_play(&self, color: Color, spot: Spot<N>, limit: usize) -> usize {
        self.liberties_after_of(color, spot.index(), limit, 0)
    }

    #[inline(always)]
    pub(super) fn head(&self, v: usize) -> usize {
        usize::from(self.chain[v])
    }

    /// The stones of the chain that contains this one.
    #[inline(always)]
    pub(super) fn ring(&self, first: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = Some(first);
        std::iter::from_fn(move || {
            let stone = next?;
            let after = usize::from(self.link[stone]);
            next = (after != first).then_some(after);
            Some(stone)
        })
    }

    /// Calls `f` once for each chain of a color number next to a point.
    #[inline(always)]
    pub(super) fn for_each_chain_around(&self, v: usize, color: u8, mut f: impl FnMut(&Self, usize)) {
        let mut seen = [0; 4];
        for direction in 0..4 {
            let neighbor = v.wrapping_add(Self::STEPS[direction]);
            let head = self.head(neighbor);
            if self.color[neighbor] == color && !seen[..direction].contains(&head) {
                seen[direction] = head;
                f(self, head);
            }
        }
    }

    /// The liberty word of a chain without the share of one point; that point must not be off the board.
    #[inline(always)]
    pub(super) fn word_without(&self, head: usize, v: usize) -> u64 {
        let times: u64 = (Self::STEPS[..4].iter())
            .map(|step| u64::from(self.head(v.wrapping_add(*step)) == head))
            .sum();
        self.liberties[head].wrapping_sub(times * liberty_key(v))
    }

    /// The liberties of the chain with this head, if there are exactly two.
    #[inline]
    pub(super) fn two_liberties(&self, head: usize) -> Option<(usize, usize)> {
        let word = self.liberties[head];
        // A point is next to at most four stones.
        if !(2..=8).contains(&(word >> 50)) || count(word) != Count::More {
            return None;
        }
        self.two_of_more(head)
    }

    /// The liberties of the chain with this head, if there are exactly two; it must have two or more.
    #[inline]
    pub(super) fn two_of_more(&self, head: usize) -> Option<(usize, usize)> {
        let first = self.some_liberty(head)?;
        match count(self.word_without(head, first)) {
            Count::One(second) => Some((first, second)),
            Count::None | Count::More => None,
        }
    }

    /// A liberty of the chain with this head.
    #[inline]
    fn some_liberty(&self, head: usize) -> Option<usize> {
        self.ring(head).find_map(|stone| {
            let empty = empty_in(self.code[stone]);
            (empty != 0).then(|| stone.wrapping_add(Self::STEPS[empty.trailing_zeros() as usize / 2]))
        })
    }

    /// Adds liberties of a chain, without `except`, until there are three.
    #[inline]
    fn add_liberties(&self, head: usize, except: usize, few: &mut Few) {
        let mut word = self.liberties[head];
        if except != 0 {
            word = self.word_without(head, except);
        }
        match count(word) {
            Count::None => {}
            Count::One(point) => few.add(point),
            Count::More => {
                for stone in self.ring(head) {
                    for step in &Self::STEPS[..4] {
                        let point = stone.wrapping_add(*step);
                        if self.color[point] == EMPTY && point != except {
                            few.add(point);
                            if few.len == 3 {
                                return;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Whether the chain that a play on the empty point `v` would make has two liberties or more.
    #[inline(always)]
    pub(super) fn is_safe_after<const WHITE: bool>(&self, v: usize) -> bool {
        let empty = empty_in(self.code[v]);
        empty & empty.wrapping_sub(1) != 0 || self.liberties_after::<WHITE>(v, 2, 0) >= 2
    }

    /// Liberties of the chain that a play on the empty point `v` would make, at most `limit` of them counted; `barred`
    /// (0 for none) is not counted as one.
    #[inline]
    pub(super) fn liberties_after<const WHITE: bool>(&self, v: usize, limit: usize, barred: usize) -> usize {
        let color = const { color_of(WHITE) };
        let code = self.code[v];
        let mut few = Few::default();
        let mut empty = empty_in(code);
        while empty != 0 {
            let neighbor = v.wrapping_add(Self::STEPS[empty.trailing_zeros() as usize / 2]);
            empty &= empty - 1;
            few.points[few.len] = neighbor;
            few.len += usize::from(neighbor != barred);
        }
        if few.len >= limit {
            return limit;
        }
        let mut own = [0; 4];
        let mut joins = false;
        let mut more = false;
        let mut friends = stones_in(code, color) & 0xFF;
        while friends != 0 {
            let direction = friends.trailing_zeros() as usize / 2;
            friends &= friends - 1;
            let head = self.head(v.wrapping_add(Self::STEPS[direction]));
            if own.contains(&head) {
                continue;
            }
            own[direction] = head;
            joins = true;
            let word = self.word_without(head, v);
            // A point is next to at most four stones, so twelve pairs are three points, or two and the barred one.
            if word >> 50 > 12 {
                return limit;
            }
            match count(word) {
                Count::None => {}
                Count::One(point) => {
                    if point != barred {
                        few.add(point);
                    }
                }
                // Without a barred point two others are enough for a limit of two.
                Count::More if limit <= 2 && (barred == 0 || !self.touches(head, barred)) => return limit,
                Count::More => more = true,
            }
        }
        if few.len >= limit {
            return limit;
        }
        let mut taken = [0; 4];
        let mut takes = false;
        let mut opponents = stones_in(code, color.opponent()) & 0xFF;
        while opponents != 0 {
            let direction = opponents.trailing_zeros() as usize / 2;
            opponents &= opponents - 1;
            let neighbor = v.wrapping_add(Self::STEPS[direction]);
            let head = self.head(neighbor);
            if self.is_last_liberty(head, v) {
                taken[direction] = head;
                takes = true;
                if neighbor != barred {
                    few.add(neighbor);
                }
            }
        }
        if few.len >= limit || !(more || takes && joins) {
            return few.len.min(limit);
        }
        self.liberties_after_slowly(v, limit, barred, (own, taken), few)
    }

    /// [`liberties_after`](Self::liberties_after) for a color known only when it is asked.
    pub(super) fn liberties_after_of(&self, color: Color, v: usize, limit: usize, barred: usize) -> usize {
        match color {
            Color::Black => self.liberties_after::<false>(v, limit, barred),
            Color::White => self.liberties_after::<true>(v, limit, barred),
        }
    }

    #[inline(never)]
    fn liberties_after_slowly(
        &self,
        v: usize,
        limit: usize,
        barred: usize,
        (own, taken): ([usize; 4], [usize; 4]),
        mut few: Few,
    ) -> usize {
        for head in own.into_iter().filter(|&head| head != 0) {
            for stone in self.ring(head) {
                for step in &Self::STEPS[..4] {
                    let point = stone.wrapping_add(*step);
                    let is_taken = self.color[point] != EMPTY && taken.contains(&self.head(point));
                    if (self.color[point] == EMPTY && point != v || is_taken) && point != barred {
                        few.add(point);
                        if few.len >= limit {
                            return limit;
                        }
                    }
                }
            }
        }
        few.len
    }

    #[inline(always)]
    fn touches(&self, head: usize, v: usize) -> bool {
        Self::STEPS[..4]
            .iter()
            .any(|step| self.head(v.wrapping_add(*step)) == head)
    }

    /// Stones in the chain that a play on an empty point would make.
    #[inline]
    pub(super) fn size_after(&self, color: Color, v: usize) -> u32 {
        let mut size = 1;
        self.for_each_chain_around(v, number(color), |board, head| size += u32::from(board.size[head]));
        size
    }
}
