//! After play has stopped: going on with a disputed game, and what the end owes.

use super::{Ended, Game, Phase};
use crate::rules::ruleset::{LastPass, ResumeFirst};
use crate::rules::{Color, PointSet, Vertex};
use crate::score::{Finished, Terms};
use std::fmt;

/// How a disputed game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resumption {
    /// Who plays first.
    pub to_move: Color,
    /// Who has had to pass before that, so that the player who asked may play; the pass is among the turns.
    pub passed: Option<Color>,
}

/// Why a game is not resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResumptionError {
    /// Play goes on anyway.
    NotStopped,
    /// The game is over for good.
    Over(Ended),
}

impl fmt::Display for ResumptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumptionError::NotStopped => f.write_str("play has not stopped, there is nothing to resume"),
            ResumptionError::Over(ended) => write!(f, "the game is over: {ended}"),
        }
    }
}

impl std::error::Error for ResumptionError {}

impl Game {
    /// Goes on with a stopped game because `who_asks` disputes which stones are dead. Who plays first, and whether
    /// earlier positions may come back, is the ruleset's; two new passes are needed to stop again.
    ///
    /// A play after the end does the same without asking.
    ///
    /// # Errors
    /// When play has not stopped or the game is over for good; nothing has changed.
    pub fn resume(&mut self, who_asks: Color) -> Result<Resumption, ResumptionError> {
        match self.phase() {
            Phase::Stopped => {}
            Phase::Play | Phase::Resumed => return Err(ResumptionError::NotStopped),
            Phase::Over(ended) => return Err(ResumptionError::Over(ended)),
        }
        let in_turn = self.to_move();
        let first = match self.ruleset().resume.first {
            ResumeFirst::SameOrder => in_turn,
            ResumeFirst::OpponentOfLastPass => self.tally().last_mover.map_or(in_turn, Color::opponent),
            ResumeFirst::OpponentOfAsker => who_asks.opponent(),
            ResumeFirst::AskerAfterPass => who_asks,
        };
        let has_to_pass = self.ruleset().resume.first == ResumeFirst::AskerAfterPass && first != in_turn;
        if !has_to_pass {
            self.set_to_move(first);
        }
        self.go_on();
        if has_to_pass {
            self.play_unchecked(in_turn, Vertex::Pass);
        }
        Ok(Resumption {
            to_move: first,
            passed: has_to_pass.then_some(in_turn),
        })
    }

    /// A turn lost to a referee's decision: it passes for all counts, but ends nothing and is nobody's first pass.
    pub fn forfeit_turn(&mut self, color: Color) {
        let before = self.tally;
        if !self.phase().is_playing() {
            self.go_on();
        }
        self.position.play_unchecked(color, Vertex::Pass);
        self.tally.count_forfeit(color);
        self.states.push(before);
    }

    /// Counts a resumption and lets the history begin anew if the ruleset says so.
    pub(super) fn go_on(&mut self) {
        if self.ruleset().resume.clears_history {
            self.begin_history_anew();
        }
        self.tally.resume();
    }

    pub(super) fn begin_history_anew(&mut self) {
        self.position.begin_history_anew();
        self.tally.fresh_histories += 1;
    }

    /// Whether White must still pass, because the ruleset gives White the last pass and Black has stopped the game.
    /// Scores count that pass whether it is made or not.
    #[must_use]
    pub fn white_owes_a_pass(&self) -> bool {
        self.ruleset().last_pass == LastPass::White
            && !self.phase().is_playing()
            && self.tally().passes_in_a_row > 0
            && self.tally().last_mover == Some(Color::Black)
    }

    /// The game as it stands, to be counted with these stones taken for dead.
    #[must_use]
    pub fn finished(&self, dead: PointSet) -> Finished<'_> {
        Finished {
            board: self.board(),
            dead,
            tally: (*self.tally()).into(),
            to_move: self.to_move(),
        }
    }

    /// Komi and handicap, for counting.
    #[must_use]
    pub fn terms(&self) -> Terms {
        Terms {
            komi: self.komi(),
            handicap: self.handicap().stones,
        }
    }
}
