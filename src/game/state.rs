//! What is counted along a game.

use super::phase::Phase;
use crate::rules::{ByColor, Color, Played, Vertex};

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
    /// Of these, the passes that count towards the ending.
    pub ending_passes: u32,
    /// Who made the first effective pass: the first pass after the first play of the game.
    pub first_effective_pass: Option<Color>,
    /// Who made the first pass of the game.
    pub first_pass: Option<Color>,
    /// Who took the last turn.
    pub last_mover: Option<Color>,
    /// How often play has been resumed after a dispute.
    pub resumptions: u32,
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
    pub(super) fn count(&mut self, color: Color, vertex: Vertex, played: &Played) {
        self.last_mover = Some(color);
        if vertex == Vertex::Pass {
            self.passes[color] += 1;
            if self.resumptions > 0 {
                self.dispute_passes[color] += 1;
            }
            self.first_pass = self.first_pass.or(Some(color));
            if self.plays.black + self.plays.white > 0 {
                self.first_effective_pass = self.first_effective_pass.or(Some(color));
            }
            self.passes_in_a_row += 1;
        } else {
            self.plays[color] += 1;
            self.prisoners[color] += played.captured.len() as u32;
            self.prisoners[color.opponent()] += played.suicide.len() as u32;
            self.passes_in_a_row = 0;
            self.ending_passes = 0;
        }
    }
}
