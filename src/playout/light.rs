//! The light policy: every legal point that is not an own eye is equally likely.

use super::board::{PlayBoard, stones_in};
use super::line::Line;
use super::rng::PlayRng;
use super::rules::PlayoutRules;
use super::run::is_eye;
use super::stones::color_of;
use super::turns::{Choose, SUPERKO};
use crate::rules::ruleset::{Repetition, Suicide};

/// The light policy.
pub(super) struct Light;

impl Choose for Light {
    #[inline(always)]
    fn choose<const N: usize, const MODE: u8, const WHITE: bool>(
        &mut self,
        board: &mut PlayBoard<N>,
        line: &Line,
        rules: &PlayoutRules,
        rng: &mut PlayRng,
    ) -> Option<usize> {
        let color = const { color_of(WHITE) };
        let mut rest = u32::from(board.empty_count);
        while rest > 0 {
            let place = rng.below(rest) as usize;
            let v = usize::from(board.empty[place]);
            let is_playable = !board.is_enclosed(v) || is_playable_enclosed::<N, WHITE>(board, v, rules);
            if is_playable && !(MODE == SUPERKO && board.repeats(color, v, rules.repetition, line)) {
                return Some(v);
            }
            // Refused points go to the end, so that the others stay equally likely.
            rest -= 1;
            board.swap_empty(place, rest as usize);
        }
        None
    }
}

#[inline(always)]
fn is_playable_enclosed<const N: usize, const WHITE: bool>(
    board: &PlayBoard<N>,
    v: usize,
    rules: &PlayoutRules,
) -> bool {
    let color = const { color_of(WHITE) };
    let code = board.code[v];
    if is_eye(code, color) {
        return false;
    }
    if board.breathes(color, v) {
        return usize::from(board.ko) != v || rules.repetition != Repetition::Simple;
    }
    // Suicide of a single stone changes nothing but the turn.
    rules.suicide != Suicide::Forbidden && stones_in(code, color) & 0xFF != 0
}
