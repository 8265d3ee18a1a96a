//! Turn after turn until the game is over, whoever chooses the moves.

use super::board::PlayBoard;
use super::line::{Line, Move};
use super::rng::PlayRng;
use super::rules::PlayoutRules;
use super::run::{End, Outcome, finish};
use super::stones::color_of;
use crate::rules::Color;

/// Repetition is not looked for.
pub(super) const FREE: u8 = 0;
/// Repetition is illegal.
pub(super) const SUPERKO: u8 = 1;
/// The third occurrence of a position ends the game.
pub(super) const CYCLES: u8 = 2;

/// Chooses the moves of both players.
pub(super) trait Choose {
    /// An empty point where the rules allow a play; `None` to pass. May reorder the list of empty points.
    fn choose<const N: usize, const MODE: u8, const WHITE: bool>(
        &mut self,
        board: &mut PlayBoard<N>,
        line: &Line,
        rules: &PlayoutRules,
        rng: &mut PlayRng,
    ) -> Option<usize>;
}

/// Takes turns until the game is over.
#[inline(always)]
pub(super) fn take_turns<const N: usize, C: Choose>(
    board: &mut PlayBoard<N>,
    line: &mut Line,
    rules: &PlayoutRules,
    chooser: C,
    rng: &mut PlayRng,
) -> Outcome {
    if rules.has_superko() {
        take_turns_in::<N, SUPERKO, C>(board, line, rules, chooser, rng)
    } else if rules.cycle_draws {
        take_turns_in::<N, CYCLES, C>(board, line, rules, chooser, rng)
    } else {
        take_turns_in::<N, FREE, C>(board, line, rules, chooser, rng)
    }
}

#[inline(never)]
fn take_turns_in<const N: usize, const MODE: u8, C: Choose>(
    board: &mut PlayBoard<N>,
    line: &mut Line,
    rules: &PlayoutRules,
    mut chooser: C,
    rng: &mut PlayRng,
) -> Outcome {
    let offset = rules.offset(board);
    line.reserve(rules.max_turns as usize);
    let mut left = rules.max_turns;
    let mut turn_of_white = board.to_move() == Color::White;
    let end = if board.is_over(rules) {
        End::Passes
    } else {
        loop {
            if !std::mem::take(&mut turn_of_white)
                && let Some(end) = turn::<N, MODE, false, C>(board, line, rules, &mut chooser, rng, &mut left)
            {
                break end;
            }
            if let Some(end) = turn::<N, MODE, true, C>(board, line, rules, &mut chooser, rng, &mut left) {
                break end;
            }
        }
    };
    finish(board, rules, offset, rules.max_turns - left, end)
}

/// One turn; why the game is over, if it is.
#[inline(always)]
fn turn<const N: usize, const MODE: u8, const WHITE: bool, C: Choose>(
    board: &mut PlayBoard<N>,
    line: &mut Line,
    rules: &PlayoutRules,
    chooser: &mut C,
    rng: &mut PlayRng,
    left: &mut u32,
) -> Option<End> {
    let color = const { color_of(WHITE) };
    if *left == 0 {
        return Some(End::Length);
    }
    *left -= 1;
    let chosen = if WHITE && board.counters.forced_passes > 0 {
        None
    } else {
        chooser.choose::<N, MODE, WHITE>(board, line, rules, rng)
    };
    let Some(v) = chosen else {
        board.pass(color, rules, line);
        return board.is_over(rules).then_some(End::Passes);
    };
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
    /// Exchanges two places of the list of empty points.
    #[inline(always)]
    pub(super) fn swap_empty(&mut self, a: usize, b: usize) {
        let (of_a, of_b) = (self.empty[a], self.empty[b]);
        self.empty[a] = of_b;
        self.empty[b] = of_a;
        self.link[usize::from(of_b)] = a as u16;
        self.link[usize::from(of_a)] = b as u16;
    }
}
