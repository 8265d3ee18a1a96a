//! What is counted along a game.

use super::phase::Phase;
use crate::rules::ruleset::{Ending, FirstPassBonus};
use crate::rules::{ByColor, Color, Played, Ruleset, Vertex};
use crate::score;

/// The counts that endings and scores need; one value per turn, so that undo restores it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Stones each color has captured, the opponent's suicides included.
    pub prisoners: ByColor<u32>,
    /// Passes each color has made.
    pub passes: ByColor<u32>,
    /// Of these, the passes made after play resumed from a disputed ending.
    pub dispute_passes: ByColor<u32>,
    /// Stones each color has played.
    pub plays: ByColor<u32>,
    /// Passes in a row that end at the present turn, by whomever.
    pub passes_in_a_row: u32,
    /// Of these, the passes that count towards the ending: not the free first one, nor one that took the button,
    /// nor those before a resumption.
    pub ending_passes: u32,
    /// Who made the first effective pass: the first pass after the first play of the game.
    pub first_effective_pass: Option<Color>,
    /// Who made the first pass of the game.
    pub first_pass: Option<Color>,
    /// Who took the last turn.
    pub last_mover: Option<Color>,
    /// How often play has been resumed after it had stopped or the game was over.
    pub resumptions: u32,
    /// How often the repetition history has begun anew.
    pub fresh_histories: u32,
    /// Where the game stands.
    pub phase: Phase,
}

impl Tally {
    /// Turns a color has taken.
    #[must_use]
    pub fn turns_of(&self, color: Color) -> u32 {
        self.plays[color] + self.passes[color]
    }

    /// Counts a turn; the phase is judged afterwards.
    pub(super) fn count(&mut self, color: Color, vertex: Vertex, played: &Played, ruleset: &Ruleset) {
        self.last_mover = Some(color);
        if vertex == Vertex::Pass {
            self.count_pass(color, ruleset);
        } else {
            self.plays[color] += 1;
            self.prisoners[color] += played.captured.len() as u32;
            self.prisoners[color.opponent()] += played.suicide.len() as u32;
            self.passes_in_a_row = 0;
            self.ending_passes = 0;
        }
    }

    fn count_pass(&mut self, color: Color, ruleset: &Ruleset) {
        self.passes[color] += 1;
        if self.resumptions > 0 {
            self.dispute_passes[color] += 1;
        }
        let takes_button = self.takes_button(ruleset);
        // The free pass itself and all passes before it do not count.
        let is_free = ruleset.ending == Ending::FirstPassFree && self.first_effective_pass.is_none();
        self.first_pass = self.first_pass.or(Some(color));
        if self.plays.black + self.plays.white > 0 {
            self.first_effective_pass = self.first_effective_pass.or(Some(color));
        }
        self.passes_in_a_row += 1;
        self.ending_passes = if takes_button || is_free {
            0
        } else {
            self.ending_passes + 1
        };
    }

    /// Counts a turn that was taken away.
    pub(super) fn count_forfeit(&mut self, color: Color) {
        self.last_mover = Some(color);
        self.passes[color] += 1;
        if self.resumptions > 0 {
            self.dispute_passes[color] += 1;
        }
        self.passes_in_a_row = 0;
        self.ending_passes = 0;
    }

    /// Whether a pass now would take the button. That pass is not one of the two, and the repetition history begins
    /// anew after it, as in KataGo.
    pub(super) fn takes_button(&self, ruleset: &Ruleset) -> bool {
        ruleset.first_pass_bonus == FirstPassBonus::HalfPoint && self.first_pass.is_none()
    }

    /// Counts that play goes on after a stop.
    pub(super) const fn resume(&mut self) {
        self.resumptions += 1;
        self.ending_passes = 0;
        self.phase = Phase::Resumed;
    }
}

impl From<Tally> for score::Tally {
    fn from(tally: Tally) -> Self {
        score::Tally {
            prisoners: tally.prisoners,
            plays: tally.plays,
            passes: tally.passes,
            dispute_passes: tally.dispute_passes,
            resumed: tally.resumptions > 0,
            first_pass: tally.first_pass,
            first_effective_pass: tally.first_effective_pass,
            last_mover: tally.last_mover,
        }
    }
}
