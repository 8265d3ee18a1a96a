//! A rule system as data: one value for each dimension in which rule systems differ.
//!
//! Code asks for a dimension, never for the name of a system. The systems themselves are the files in
//! `configs/rulesets/`, read by [`presets`](super::presets).

mod dimensions;

pub use dimensions::{
    AfterResume, DeadStones, Ending, FirstPassBonus, HandicapBonus, HandicapPlacement, LastPass, LongCycle, Neutral,
    PassCost, Repetition, ResultUnit, ResumeFirst, Scoring, Start, Suicide, Tax, Tie,
};

use super::color::Color;
use super::point::BoardSize;
use super::position::Legality;

/// How a disputed stop is resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resume {
    /// Who moves first.
    pub first: ResumeFirst,
    /// Whether the repetition history starts afresh.
    pub clears_history: bool,
}

/// Points for White, by board size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SizedKomi {
    /// For sizes not listed.
    pub even: f64,
    /// For these sizes.
    pub by_size: Vec<(BoardSize, f64)>,
}

impl SizedKomi {
    /// The points on this board.
    #[must_use]
    pub fn on(&self, size: BoardSize) -> f64 {
        let listed = self.by_size.iter().find(|(listed, _)| *listed == size);
        listed.map_or(self.even, |&(_, komi)| komi)
    }
}

/// White's compensation as long as the controller has sent none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Komi {
    /// In even games.
    pub even: SizedKomi,
    /// In games of handicap 1, where Black only moves first; as in even games when absent.
    pub one_stone: Option<f64>,
    /// In handicap games of two stones or more; as in even games when absent.
    pub handicap: Option<f64>,
    /// Named choices the players have (`none`, `normal`, `large` in the arena systems); usually empty.
    pub classes: Vec<(String, SizedKomi)>,
}

impl Komi {
    /// The komi of a game on this board with this many handicap stones (0: an even game; 1: Black only
    /// moves first).
    #[must_use]
    pub fn for_game(&self, size: BoardSize, handicap: usize) -> f64 {
        let special = match handicap {
            0 => None,
            1 => self.one_stone,
            _ => self.handicap,
        };
        special.unwrap_or_else(|| self.even.on(size))
    }

    /// The komi of a named class on this board; `None` when the system has no such class.
    #[must_use]
    pub fn class(&self, name: &str, size: BoardSize) -> Option<f64> {
        let (_, komi) = self.classes.iter().find(|(known, _)| known == name)?;
        Some(komi.on(size))
    }
}

/// A rule system. Field names are the keys of rule files; see [`Dimension`](super::dimension::Dimension) for the rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruleset {
    /// The preset's name, or the user's.
    pub name: String,
    /// Other names it is known by.
    pub aliases: Vec<String>,
    /// One line on where the system comes from.
    pub about: String,
    /// See [`Repetition`].
    pub repetition: Repetition,
    /// See [`LongCycle`].
    pub long_cycle: LongCycle,
    /// See [`Suicide`].
    pub suicide: Suicide,
    /// See [`Scoring`].
    pub scoring: Scoring,
    /// See [`Tax`].
    pub tax: Tax,
    /// See [`Neutral`].
    pub neutral: Neutral,
    /// See [`PassCost`].
    pub pass_cost: PassCost,
    /// See [`LastPass`].
    pub last_pass: LastPass,
    /// See [`Ending`].
    pub ending: Ending,
    /// See [`Resume`].
    pub resume: Resume,
    /// See [`AfterResume`].
    pub after_resume: AfterResume,
    /// See [`DeadStones`].
    pub dead_stones: DeadStones,
    /// See [`Tie`].
    pub tie: Tie,
    /// Who wins equal scores in handicap games of two stones or more; `tie` when absent.
    pub handicap_tie: Option<Tie>,
    /// Whether a game in which both sides moved and every turn was a pass is a draw.
    pub all_pass_draw: bool,
    /// See [`FirstPassBonus`].
    pub first_pass_bonus: FirstPassBonus,
    /// See [`Komi`].
    pub komi: Komi,
    /// See [`HandicapPlacement`].
    pub handicap: HandicapPlacement,
    /// See [`HandicapBonus`].
    pub handicap_bonus: HandicapBonus,
    /// See [`ResultUnit`].
    pub result_unit: ResultUnit,
    /// This many plays in a row by one player that change nobody's territory lose the game; only the
    /// referee asks.
    pub self_fill_limit: Option<u32>,
    /// Who moves first in an even game.
    pub first_player: Color,
    /// See [`Start`].
    pub start: Start,
}

impl Ruleset {
    /// The two dimensions that say where one may play.
    #[must_use]
    pub const fn legality(&self) -> Legality {
        Legality {
            repetition: self.repetition,
            suicide: self.suicide,
        }
    }

    /// The bonus White gets in area counting for this many handicap stones.
    #[must_use]
    pub fn handicap_points(&self, stones: usize) -> f64 {
        match self.handicap_bonus {
            HandicapBonus::N if stones >= 2 => stones as f64,
            HandicapBonus::NMinusOne if stones >= 2 => (stones - 1) as f64,
            _ => 0.0,
        }
    }

    /// Who wins equal scores in a game with this many handicap stones.
    #[must_use]
    pub fn tie_for(&self, handicap: usize) -> Tie {
        match self.handicap_tie {
            Some(tie) if handicap >= 2 => tie,
            _ => self.tie,
        }
    }
}
