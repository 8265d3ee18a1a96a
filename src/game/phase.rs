//! Whether play goes on, has stopped, or is over, judged after every turn.

use super::state::Tally;
use crate::rules::ruleset::{AfterResume, DeadStones, Ending, LongCycle, Repetition};
use crate::rules::{Position, Ruleset};

/// Where a game stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Play goes on.
    #[default]
    Play,
    /// Play has stopped; dead stones are to be agreed on.
    Stopped,
    /// Play goes on after a dispute.
    Resumed,
    /// The game is over.
    Over(Ended),
}

/// How a game came to be over without an agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By passes, with every stone on the board alive.
    AllAlive,
    /// By a cycle that the ruleset counts as a draw.
    LongCycle,
    /// Both sides moved and every turn was a pass.
    AllPasses,
}

impl Phase {
    /// Whether turns are still to be taken.
    #[must_use]
    pub const fn is_playing(self) -> bool {
        matches!(self, Phase::Play | Phase::Resumed)
    }

    /// The key in `lanke-state`: `play`, `stopped`, `resumed` or `over`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Phase::Play => "play",
            Phase::Stopped => "stopped",
            Phase::Resumed => "resumed",
            Phase::Over(_) => "over",
        }
    }
}

/// The phase after a turn that led from `before` to `now`; corrects the count of ending passes.
pub(super) fn after_turn(before: &Tally, now: &Tally, ruleset: &Ruleset, position: &Position) -> Phase {
    let playing = if now.resumptions > 0 {
        Phase::Resumed
    } else {
        Phase::Play
    };
    if now.passes_in_a_row == 0 {
        let repeats = matches!(ruleset.repetition, Repetition::None | Repetition::Simple);
        if repeats && ruleset.long_cycle == LongCycle::Draw && position.history().times_seen() >= 3 {
            return Phase::Over(Ended::LongCycle);
        }
        return playing;
    }
    let all_passes = now.plays.black + now.plays.white == 0 && now.passes.black > 0 && now.passes.white > 0;
    if ruleset.all_pass_draw && all_passes {
        return Phase::Over(Ended::AllPasses);
    }
    let free = ruleset.ending == Ending::FirstPassFree
        && now
            .first_effective_pass
            .is_none_or(|_| before.first_effective_pass.is_none());
    let counted = if free { 0 } else { ending_run(now, ruleset) };
    if ruleset.ending == Ending::FourPasses && now.passes_in_a_row >= 4 {
        return Phase::Over(Ended::AllAlive);
    }
    if counted < 2 {
        return playing;
    }
    let settled = ruleset.dead_stones == DeadStones::AllAlive
        || ruleset.after_resume == AfterResume::Final && now.resumptions > 0;
    if settled {
        Phase::Over(Ended::AllAlive)
    } else {
        Phase::Stopped
    }
}

/// Passes in a row that count towards the ending.
fn ending_run(now: &Tally, ruleset: &Ruleset) -> u32 {
    let first_is_in_the_run = now.passes.black + now.passes.white == now.passes_in_a_row;
    if ruleset.ending == Ending::FirstPassFree && first_is_in_the_run {
        now.passes_in_a_row - 1
    } else {
        now.passes_in_a_row
    }
}
