//! Playing a position out and counting it.

use super::board::{PlayBoard, is_closed_by, stones_in};
use super::full::Full;
use super::light::Light;
use super::line::{Line, Move};
use super::policy::Policy;
use super::rng::PlayRng;
use super::rules::PlayoutRules;
use super::spot::Spot;
use super::turns::take_turns;
use crate::rules::Color;

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Black's score minus White's, komi and all bonuses included; 0 for a drawn cycle.
    pub black_margin: f32,
    /// 1 when Black has won, 0 when White has, 0.5 for a draw.
    pub black_value: f32,
    /// Turns taken, passes included.
    pub turns: u32,
    /// Why it ended.
    pub end: End,
}

/// Why a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By passes, as the rules say.
    Passes,
    /// By the third occurrence of a position, where that is a draw.
    Cycle,
    /// By its length; the board was counted as it stood.
    Length,
}

/// Plays on from the board's position until the game is over, and counts.
///
/// The board is left in the final position and the line with all turns; for ownership see
/// [`PlayBoard::add_ownership`], for the first plays on each point [`FirstPlays`].
pub fn play_out<const N: usize>(
    board: &mut PlayBoard<N>,
    line: &mut Line,
    rules: &PlayoutRules,
    policy: &Policy,
    rng: &mut PlayRng,
) -> Outcome {
    match policy {
        Policy::Light => take_turns(board, line, rules, Light, rng),
        Policy::Full(params) => take_turns(board, line, rules, Full::new(params), rng),
    }
}

pub(super) fn finish<const N: usize>(
    board: &PlayBoard<N>,
    rules: &PlayoutRules,
    offset: f32,
    turns: u32,
    end: End,
) -> Outcome {
    if end == End::Cycle {
        return Outcome {
            black_margin: 0.0,
            black_value: 0.5,
            turns,
            end,
        };
    }
    let margin = board.area_margin(rules) as f32 + offset + rules.pass_bonus(&board.counters);
    Outcome {
        black_margin: margin,
        black_value: rules.black_value(margin, &board.counters),
        turns,
        end,
    }
}

/// Whether a 3x3 code with these direct neighbors all own or border is an eye: at most one diagonal is the opponent's,
/// none at the edge.
#[inline(always)]
pub(super) const fn is_eye(code: u16, color: Color) -> bool {
    if !is_closed_by(code, color) {
        return false;
    }
    let diagonals = code >> 8;
    let edge = (diagonals & diagonals >> 1 & 0x55 != 0) as u32;
    let opponents = stones_in(code, color.opponent()) >> 8;
    opponents.count_ones() + edge < 2
}

/// Nobody played there.
const NEVER: u16 = u16::MAX;

/// Who played first on each point of a stretch of a [`Line`], and when. Passes are left out.
#[derive(Clone, Copy)]
pub struct FirstPlays<const N: usize> {
    /// Turn and color in one: `2 * turn + color`, or [`NEVER`].
    first: [u16; N],
}

impl<const N: usize> FirstPlays<N> {
    /// No plays yet.
    pub const NONE: FirstPlays<N> = FirstPlays { first: [NEVER; N] };

    /// Forgets everything and notes the first plays among these turns from the turn `start` on, counted from 0.
    pub fn refill(&mut self, turns: &[Move], start: usize) {
        self.first.fill(NEVER);
        for turn in (start..turns.len()).rev() {
            self.precede(turn, turns[turn]);
        }
    }

    /// Notes a turn that came before all those noted.
    #[inline]
    pub fn precede(&mut self, turn: usize, played: Move) {
        self.first[played.index()] = 2 * turn as u16 + played.color() as u16;
        self.first[0] = NEVER;
    }

    /// Who was the first to play on the point, and at which turn.
    #[must_use]
    #[inline]
    pub const fn get(&self, spot: Spot<N>) -> Option<(Color, u32)> {
        let first = self.first[spot.index()];
        if first == NEVER {
            return None;
        }
        let color = if first & 1 == 0 { Color::Black } else { Color::White };
        Some((color, (first >> 1) as u32))
    }

    /// If this color was the first on the spot with this index (0 for a pass): its turn, counted from 1 for turn `start`;
    /// else 0.
    #[must_use]
    #[inline(always)]
    pub fn turn_after(&self, index: usize, color: Color, start: usize) -> usize {
        let first = self.first[index];
        let is_first = (first != NEVER) & (first & 1 == color as u16);
        // No branch: half of the points are the other player's, in no order that a processor could guess.
        (usize::from(first >> 1) + 1).wrapping_sub(start) & usize::from(is_first).wrapping_neg()
    }
}
