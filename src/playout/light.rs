//! The light policy: every legal point that is not an own eye is equally likely.

use super::board::{PlayBoard, stones_in};
use super::line::{Line, Move};
use super::rng::PlayRng;
use super::rules::PlayoutRules;
use super::run::{End, Outcome, finish, is_eye};
use super::stones::color_of;
use crate::rules::Color;
use crate::rules::ruleset::{Repetition, Suicide};

/// Repetition is not looked for.
pub(super) const FREE: u8 = 0;
/// Repetition is illegal.
pub(super) const SUPERKO: u8 = 1;
/// The third occurrence of a position ends the game.
pub(super) const CYCLES: u8 = 2;

pub(super) fn light<const N: usize, const MODE: u8>(
    board: &mut PlayBoard<N>,
    line: &mut Line,
    rules: &PlayoutRules,
    rng: &mut PlayRng,
) -> Outcome {
    let offset = rules.offset(board);
    line.reserve(rules.max_turns as usize);
    let mut left = rules.max_turns;
    let end = if board.is_over(rules) {
        Some(End::Passes)
    } else if board.to_move() == Color::White {
        turn::<N, MODE, true>(board, line, rules, rng, &mut left)
    } else {
        None
    };
    let end = end.unwrap_or_else(|| {
        loop {
            if let Some(end) = turn::<N, MODE, false>(board, line, rules, rng, &mut left) {
                break end;
            }
            if let Some(end) = turn::<N, MODE, true>(board, line, rules, rng, &mut left) {
                break end;
            }
        }
    });
    finish(board, rules, offset, rules.max_turns - left, end)
}

/// One turn, unless the game is over.
#[inline(always)]
fn turn<const N: usize, const MODE: u8, const WHITE: bool>(
    board: &mut PlayBoard<N>,
    line: &mut Line,
    rules: &PlayoutRules,
    rng: &mut PlayRng,
    left: &mut u32,
) -> Option<End> {
    let color = const { color_of(WHITE) };
    if *left == 0 {
        return Some(End::Length);
    }
    let chosen = if WHITE && board.counters.forced_passes > 0 {
        None
    } else {
        board.random_move::<MODE, WHITE>(rules, line, rng)
    };
    let Some(v) = chosen else {
        *left -= 1;
        board.pass(color, rules, line);
        return board.is_over(rules).then_some(End::Passes);
    };
    *left -= 1;
    let may_repeat =
        MODE == CYCLES && board.removed_at[usize::from(WHITE)][v] != 0 && board.repetition_window(color, v).is_some();
    board.counters.any_play = true;
    board.counters.passes_in_row = 0;
    board.counters.to_move = color.opponent();
    board.time += 1;
    if MODE != FREE {
        board.note_fresh::<WHITE>(v);
    }
    board.put::<WHITE>(v);
    // SAFETY: room for `max_turns` turns was made, and each turn takes one of `left`.
    unsafe { line.push_reserved(Move::play(color, v), board.hash) };
    (may_repeat && board.times_seen(line) >= 3).then_some(End::Cycle)
}

impl<const N: usize> PlayBoard<N> {
    /// A uniformly random point of those that are legal and not an own eye.
    #[inline(always)]
    fn random_move<const MODE: u8, const WHITE: bool>(
        &mut self,
        rules: &PlayoutRules,
        line: &Line,
        rng: &mut PlayRng,
    ) -> Option<usize> {
        let color = const { color_of(WHITE) };
        let mut rest = u32::from(self.empty_count);
        while rest > 0 {
            let place = rng.below(rest) as usize;
            let v = usize::from(self.empty[place]);
            let is_playable = !self.is_enclosed(v) || self.is_playable_enclosed::<WHITE>(v, rules);
            if is_playable && !(MODE == SUPERKO && self.repeats(color, v, rules.repetition, line)) {
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
    fn is_playable_enclosed<const WHITE: bool>(&self, v: usize, rules: &PlayoutRules) -> bool {
        let color = const { color_of(WHITE) };
        let code = self.code[v];
        if is_eye(code, color) {
            return false;
        }
        if self.breathes(color, v) {
            return usize::from(self.ko) != v || rules.repetition != Repetition::Simple;
        }
        // Suicide of a single stone changes nothing but the turn.
        rules.suicide != Suicide::Forbidden && stones_in(code, color) & 0xFF != 0
    }
}
