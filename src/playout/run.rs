//! Playing a position out and counting it.

use super::board::{EMPTY, PlayBoard, empty_in};
use super::line::{Line, Move};
use super::rng::PlayRng;
use super::rules::PlayoutRules;
use super::spot::Spot;
use crate::rules::Color;
use crate::rules::ruleset::Suicide;

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

/// How moves are chosen.
#[derive(Clone, Debug)]
pub enum Policy {
    /// Every legal point that is not an own eye is equally likely.
    Light,
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
        Policy::Light if rules.minds_repetition() => light::<N, true>(board, line, rules, rng),
        Policy::Light => light::<N, false>(board, line, rules, rng),
    }
}

fn light<const N: usize, const TRACK: bool>(
    board: &mut PlayBoard<N>,
    line: &mut Line,
    rules: &PlayoutRules,
    rng: &mut PlayRng,
) -> Outcome {
    let offset = rules.offset(board);
    line.reserve(rules.max_turns as usize);
    let mut turns = 0;
    let mut end = End::Passes;
    board.counters.any_play = true;
    while !board.is_over(rules) {
        if turns == rules.max_turns {
            end = End::Length;
            break;
        }
        turns += 1;
        let color = board.to_move();
        let forced = turns <= 2 * u32::from(u8::MAX) && board.must_pass(color);
        let chosen = if forced {
            None
        } else {
            board.random_move::<TRACK>(color, rules, line, rng)
        };
        let Some(v) = chosen else {
            board.pass(color, rules, line);
            continue;
        };
        let may_repeat = TRACK && rules.cycle_draws && board.removed_at[color.index()][v] != 0;
        board.put_in_line::<TRACK>(color, v, line);
        if may_repeat && board.times_seen(line) >= 3 {
            end = End::Cycle;
            break;
        }
    }
    finish(board, rules, offset, turns, end)
}

fn finish<const N: usize>(board: &PlayBoard<N>, rules: &PlayoutRules, offset: f32, turns: u32, end: End) -> Outcome {
    if end == End::Cycle {
        return Outcome {
            black_margin: 0.0,
            black_value: 0.5,
            turns,
            end,
        };
    }
    let margin = board.area_margin(rules.tax) as f32 + offset + rules.pass_bonus(&board.counters);
    Outcome {
        black_margin: margin,
        black_value: rules.black_value(margin, &board.counters),
        turns,
        end,
    }
}

impl<const N: usize> PlayBoard<N> {
    /// A uniformly random point of those that are legal and not an own eye.
    #[inline(always)]
    pub(super) fn random_move<const TRACK: bool>(
        &mut self,
        color: Color,
        rules: &PlayoutRules,
        line: &Line,
        rng: &mut PlayRng,
    ) -> Option<usize> {
        let mut rest = u32::from(self.empty_count);
        while rest > 0 {
            let place = rng.below(rest) as usize;
            let v = usize::from(self.empty[place]);
            if self.is_playable::<TRACK>(color, v, rules, line) {
                return Some(v);
            }
            // Refused points go to the end, so that the others stay equally likely.
            rest -= 1;
            let last = self.empty[rest as usize];
            self.empty[rest as usize] = v as u16;
            self.empty[place] = last;
            self.link[usize::from(last)] = place as u16;
            self.link[v] = rest as u16;
        }
        None
    }

    #[inline(always)]
    fn is_playable<const TRACK: bool>(&self, color: Color, v: usize, rules: &PlayoutRules, line: &Line) -> bool {
        let code = self.code[v];
        debug_assert_eq!(self.color[v], EMPTY);
        if empty_in(code) == 0 {
            if is_eye(code, color) || !self.may_fill(color, v, rules) {
                return false;
            }
            if rules.suicide == Suicide::Allowed && !self.breathes(color, v) && is_lonely(code, color) {
                return false;
            }
        }
        !(TRACK && rules.has_superko() && self.repeats(color, v, rules.repetition, line))
    }
}

/// Whether no own stone is next to the point: a suicide there would be of one stone, which changes nothing.
#[inline(always)]
const fn is_lonely(code: u16, color: Color) -> bool {
    super::board::stones_in(code, color) & 0xFF == 0
}

/// Whether a 3x3 code with these direct neighbors all own or border is an eye: at most one diagonal is the opponent's,
/// none at the edge.
#[inline(always)]
pub(super) const fn is_eye(code: u16, color: Color) -> bool {
    let own = match color {
        Color::Black => code & 0x55 == 0x55,
        Color::White => code & 0xAA == 0xAA,
    };
    if !own {
        return false;
    }
    let diagonals = code >> 8;
    let edge = (diagonals & diagonals >> 1 & 0x55 != 0) as u32;
    let opponents = super::board::stones_in(code, color.opponent()) >> 8;
    opponents.count_ones() + edge < 2
}

/// Who played first on each point of a stretch of a [`Line`], and when.
#[derive(Clone, Copy)]
pub struct FirstPlays<const N: usize> {
    /// Turn and color in one: `2 * turn + color`; the largest value when nobody played there.
    first: [u16; N],
}

impl<const N: usize> FirstPlays<N> {
    /// The first plays among these turns, counted from 0.
    #[must_use]
    pub fn of(turns: &[Move]) -> FirstPlays<N> {
        let mut first = [u16::MAX; N];
        for (turn, played) in turns.iter().enumerate().rev() {
            first[played.index()] = 2 * turn as u16 + played.color() as u16;
        }
        FirstPlays { first }
    }

    /// Who was the first to play on the point, and at which turn.
    #[must_use]
    #[inline]
    pub const fn get(&self, spot: Spot<N>) -> Option<(Color, u32)> {
        let first = self.first[spot.index()];
        if first == u16::MAX {
            return None;
        }
        let color = if first & 1 == 0 { Color::Black } else { Color::White };
        Some((color, (first >> 1) as u32))
    }
}
