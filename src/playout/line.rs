//! Every turn from the game's start to the end of the playout.

use super::spot::Spot;
use crate::rules::ruleset::Repetition;
use crate::rules::{Color, Occurrence};

/// A turn in two bytes: who, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(u16);

const WHITE: u16 = 1 << 15;

impl Move {
    #[inline(always)]
    pub(super) const fn play(color: Color, index: usize) -> Move {
        Move(index as u16 | (color as u16) << 15)
    }

    /// A pass.
    #[must_use]
    pub const fn pass(color: Color) -> Move {
        Move((color as u16) << 15)
    }

    /// Who moved.
    #[must_use]
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & WHITE == 0 {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Where, in the board class it was made on; `None` for a pass.
    #[must_use]
    #[inline]
    pub const fn spot<const N: usize>(self) -> Option<Spot<N>> {
        match self.index() {
            0 => None,
            index => Some(Spot::at(index)),
        }
    }

    /// The index of the spot in tables; 0 for a pass.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & !WHITE) as usize
    }

    const fn is_play(self) -> bool {
        self.index() != 0
    }
}

/// The entry of a line at which the repetition rules begin to look: the start of the game or of a resumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Beginning {
    pub(super) entry: u32,
    /// Whose turn it was then; the position is credited to the other player.
    pub(super) to_move: Color,
}

/// The turns and positions of the game, the path through the tree and the playout, one after the other.
///
/// Entry 0 is the start. A search keeps one line a thread: [`truncate`](Line::truncate) to the game's length, play the
/// path, play the playout, truncate again.
#[derive(Clone, Debug)]
pub struct Line {
    moves: Vec<Move>,
    hashes: Vec<u64>,
    base: usize,
}

impl Line {
    /// A line that starts from a position with `to_move` to play first.
    #[must_use]
    pub fn new(hash: u64, to_move: Color) -> Line {
        Line {
            // No turn made the start; the entry stands for whoever does not move first.
            moves: vec![Move::play(to_move.opponent(), 1)],
            hashes: vec![hash],
            base: 0,
        }
    }

    /// Positions, the start included.
    #[must_use]
    #[inline]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The turns from this entry on (entry 0 stands for the start and is no turn).
    #[must_use]
    #[inline]
    pub fn moves_from(&self, entry: usize) -> &[Move] {
        &self.moves[entry.min(self.moves.len())..]
    }

    /// The turn `back` turns ago; 0 is the latest. `None` at and before the start.
    #[must_use]
    #[inline]
    pub fn recent(&self, back: usize) -> Option<Move> {
        if back + 1 < self.moves.len() {
            Some(self.moves[self.moves.len() - 1 - back])
        } else {
            None
        }
    }

    /// Forgets the turns after the first `len` entries.
    pub fn truncate(&mut self, len: usize) {
        self.moves.truncate(len.max(1));
        self.hashes.truncate(len.max(1));
    }

    /// The entry at which the board's clock started.
    pub(super) const fn base(&self) -> usize {
        self.base
    }

    pub(super) const fn set_base(&mut self, base: usize) {
        self.base = base;
    }

    #[inline(always)]
    pub(super) fn push(&mut self, turn: Move, hash: u64) {
        self.moves.push(turn);
        self.hashes.push(hash);
    }

    /// [`push`](Line::push) where room is known to be.
    ///
    /// # Safety
    /// Since the last [`reserve`](Line::reserve) fewer turns have been pushed than were asked for.
    #[inline(always)]
    pub(super) unsafe fn push_reserved(&mut self, turn: Move, hash: u64) {
        let len = self.moves.len();
        debug_assert!(len < self.moves.capacity() && len < self.hashes.capacity() && len == self.hashes.len());
        // SAFETY: both lists have the same length, and room for another entry by the caller's promise.
        unsafe {
            self.moves.as_mut_ptr().add(len).write(turn);
            self.moves.set_len(len + 1);
            self.hashes.as_mut_ptr().add(len).write(hash);
            self.hashes.set_len(len + 1);
        }
    }

    /// Makes room for this many more turns.
    pub fn reserve(&mut self, turns: usize) {
        self.moves.reserve(turns);
        self.hashes.reserve(turns);
    }

    /// The latest entry from `first` to before `end` that forbids `color` to make the position by a play.
    pub(super) fn forbids(
        &self,
        rule: Repetition,
        color: Color,
        hash: u64,
        beginning: Beginning,
        window: std::ops::Range<usize>,
    ) -> Option<usize> {
        let end = window.end.min(self.len());
        let first = window.start.max(beginning.entry as usize).min(end);
        (first..end)
            .rev()
            .find(|&entry| self.hashes[entry] == hash && self.occurrence(entry, beginning).is_protected(rule, color))
    }

    fn occurrence(&self, entry: usize, beginning: Beginning) -> Occurrence {
        let is_start = entry == beginning.entry as usize;
        let made_by = if is_start {
            Move::play(beginning.to_move.opponent(), 1)
        } else {
            self.moves[entry]
        };
        let answer = self.moves.get(entry + 1).filter(|answer| answer.is_play());
        Occurrence {
            hash: self.hashes[entry],
            to_move: made_by.color().opponent(),
            creator: made_by.is_play().then(|| made_by.color()),
            answered_by: answer.map(|answer| answer.color()),
            is_start,
            count: 1,
        }
    }

    /// How often the present position has stood with this player to move; a pass between two occurrences starts the
    /// count afresh.
    pub(super) fn times_seen(&self, beginning: Beginning) -> u32 {
        let now = self.len() - 1;
        let (hash, turn) = (self.hashes[now], self.moves[now]);
        let first = beginning.entry as usize;
        if now == first || !turn.is_play() {
            return 1;
        }
        let mut times = 1;
        for entry in (first..now).rev() {
            let occurrence = self.occurrence(entry, beginning);
            times += u32::from(occurrence.hash == hash && occurrence.to_move == turn.color().opponent());
            if occurrence.creator.is_none() {
                break;
            }
        }
        times
    }
}
