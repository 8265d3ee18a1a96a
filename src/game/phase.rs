//! Whether play goes on, has stopped, or is over, judged after every turn.

use super::state::Tally;
use crate::rules::ruleset::{AfterResume, DeadStones, Ending, LongCycle, Repetition};
use crate::rules::{Position, Ruleset, Vertex};
use std::fmt;

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

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ended::AllAlive => "passes have ended it with all stones alive",
            Ended::LongCycle => "a position has come up for the third time, which is a draw",
            Ended::AllPasses => "both sides have moved and every turn was a pass, which is a draw",
        })
    }
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

/// The phase after a turn that led to `now`.
pub(super) fn after_turn(now: &Tally, ruleset: &Ruleset, position: &Position) -> Phase {
    if now.passes_in_a_row == 0 {
        after_play(now, ruleset, position)
    } else {
        after_pass(now, ruleset, position)
    }
}

const fn playing(now: &Tally) -> Phase {
    if now.resumptions > 0 {
        Phase::Resumed
    } else {
        Phase::Play
    }
}

fn after_play(now: &Tally, ruleset: &Ruleset, position: &Position) -> Phase {
    let may_repeat = matches!(ruleset.repetition, Repetition::None | Repetition::Simple);
    if may_repeat && ruleset.long_cycle == LongCycle::Draw && position.history().times_seen() >= 3 {
        Phase::Over(Ended::LongCycle)
    } else {
        playing(now)
    }
}

fn after_pass(now: &Tally, ruleset: &Ruleset, position: &Position) -> Phase {
    if matches!(now.phase, Phase::Over(_)) {
        return now.phase;
    }
    let nothing_played = now.plays.black + now.plays.white == 0;
    if ruleset.all_pass_draw && nothing_played && now.passes.black > 0 && now.passes.white > 0 {
        return Phase::Over(Ended::AllPasses);
    }
    if ruleset.ending == Ending::FourPasses && passes_here(position) >= 4 {
        return Phase::Over(Ended::AllAlive);
    }
    if now.ending_passes < 2 {
        return playing(now);
    }
    let is_settled = ruleset.dead_stones == DeadStones::AllAlive
        || ruleset.after_resume == AfterResume::Final && now.resumptions > 0;
    if is_settled {
        Phase::Over(Ended::AllAlive)
    } else {
        Phase::Stopped
    }
}

/// How many passes of the game were made on the present stones, in a row or not: "altogether four" in article 5.2
/// of the living-stone rules. A resumption, which clears the history, does not clear this count: it is what ends
/// a dispute that goes round in circles.
fn passes_here(position: &Position) -> usize {
    let here = position.board().hash();
    let after_turns = position.history().occurrences().iter().skip(1);
    let turns = position.turns().iter().zip(after_turns);
    turns
        .filter(|(turn, after)| turn.vertex == Vertex::Pass && after.hash == here)
        .count()
}
