//! A rule system as data: one value for each dimension in which rule systems differ.
//!
//! Code asks for a dimension, never for the name of a system. The systems themselves are the files in
//! `configs/rulesets/`, read by [`presets`](super::presets).

use super::color::Color;
use super::point::BoardSize;
use serde::{Deserialize, Serialize};

/// Defines the enum of one dimension, its values in kebab-case in files, and the list of them.
macro_rules! dimension {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$value_doc])* #[serde(rename = $text)] $value,)+
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [$name] = &[$($name::$value,)+];

            /// The value's name in rule files and commands.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $($name::$value => $text,)+
                }
            }
        }
    };
}

dimension! {
    /// Which earlier whole-board positions a play may not bring back.
    Repetition {
        /// Any repetition is legal.
        None = "none",
        /// Only a single stone that has just taken a single stone is safe for a turn (basic ko).
        Simple = "simple",
        /// No earlier position, the start included.
        Positional = "positional",
        /// No earlier position with the same player to move; positions left by a pass count.
        Situational = "situational",
        /// No position that the same player created by an earlier play; the start counts as created by the
        /// player who does not move first.
        AfterOwnPlay = "after-own-play",
        /// No position that the opponent once answered with a play.
        BeforeOpponentPlay = "before-opponent-play",
    }
}

dimension! {
    /// What a long cycle leads to where the repetition rule does not forbid it.
    LongCycle {
        /// The repetition rule forbids it.
        Illegal = "illegal",
        /// The third occurrence of a position with the same player to move ends the game as a draw.
        Draw = "draw",
        /// Nothing.
        Ignore = "ignore",
    }
}

dimension! {
    /// Whether own chains may be left without liberties.
    Suicide {
        /// Never.
        Forbidden = "forbidden",
        /// Two or more stones at once, yes; one stone, no.
        MultiStone = "multi-stone",
        /// Always.
        Allowed = "allowed",
    }
}

dimension! {
    /// What is counted.
    Scoring {
        /// Living stones and the points they surround.
        Area = "area",
        /// Surrounded points and prisoners.
        Territory = "territory",
        /// Stones that can live on the board with the basic eyes kept open.
        Stones = "stones",
    }
}

dimension! {
    /// Which eyes are nobody's point.
    Tax {
        /// All count.
        None = "none",
        /// Eyes in seki do not count.
        Seki = "seki",
        /// Eyes in seki, and two points of every independently living group, do not count.
        All = "all",
    }
}

dimension! {
    /// Who counts an empty point that touches both colors. The margin is the same for all three.
    Neutral {
        /// Nobody.
        Nobody = "nobody",
        /// Half a point each.
        Shared = "shared",
        /// One point each.
        Both = "both",
    }
}

dimension! {
    /// What a pass costs.
    PassCost {
        /// Nothing.
        None = "none",
        /// One prisoner to the opponent.
        PassStone = "pass-stone",
        /// One prisoner to the opponent, but only after play resumed from a disputed ending.
        PassStoneInDispute = "pass-stone-in-dispute",
    }
}

dimension! {
    /// Who must make the last pass.
    LastPass {
        /// Whoever it falls to.
        Either = "either",
        /// White: if Black passed last, White owes one more pass stone.
        White = "white",
    }
}

dimension! {
    /// How play stops.
    Ending {
        /// Two passes in a row.
        TwoPasses = "two-passes",
        /// Two passes in a row, not counting the first pass after the first play.
        FirstPassFree = "first-pass-free",
        /// Two in a row for agreement; four on one position end it with all stones alive.
        FourPasses = "four-passes",
    }
}

dimension! {
    /// Who moves first when a stopped game is resumed.
    ResumeFirst {
        /// The opponent of the player who passed last.
        OpponentOfLastPass = "opponent-of-last-pass",
        /// The turns go on as if nothing had happened.
        SameOrder = "same-order",
    }
}

dimension! {
    /// What the next stop after a resumption means.
    AfterResume {
        /// The players agree on dead stones again.
        AgreeAgain = "agree-again",
        /// The game is over and all stones on the board are alive.
        Final = "final",
    }
}

dimension! {
    /// How dead stones are settled when play stops.
    DeadStones {
        /// By agreement: stones that cannot avoid capture are taken off.
        Agreed = "agreed",
        /// Not at all: every stone on the board is alive.
        AllAlive = "all-alive",
    }
}

dimension! {
    /// Who wins when the scores are equal, komi included.
    Tie {
        /// Nobody.
        Draw = "draw",
        /// White.
        White = "white",
        /// Black.
        Black = "black",
        /// Who made the first effective pass: the first pass after the first play. A draw if nobody did.
        FirstPasser = "first-passer",
    }
}

dimension! {
    /// What the first pass of the game earns.
    FirstPassBonus {
        /// Nothing.
        None = "none",
        /// Half a point to the player who passes first, or to the player to move if nobody passed (the button).
        HalfPoint = "half-point",
        /// One point to White if the first pass of the game was White's.
        WhitePoint = "white-point",
    }
}

dimension! {
    /// How handicap stones are placed.
    HandicapPlacement {
        /// On the customary points.
        Fixed = "fixed",
        /// Where Black likes, before White's first move.
        Free = "free",
        /// White's first n − 1 turns are passes.
        Passes = "passes",
    }
}

dimension! {
    /// Points White gets for n handicap stones, n of 2 or more, in area counting.
    HandicapBonus {
        /// None.
        None = "none",
        /// n.
        N = "n",
        /// n − 1.
        NMinusOne = "n-1",
    }
}

dimension! {
    /// The unit results are announced in.
    ResultUnit {
        /// Points.
        Points = "points",
        /// Chinese zi: half the difference, in quarters.
        Zi = "zi",
    }
}

dimension! {
    /// The stones on the board before the first move.
    Start {
        /// None.
        Empty = "empty",
        /// The four seat stones of the ancient game: White D16 and Q4, Black D4 and Q16 on 19x19.
        Seats = "seats",
    }
}

/// How a disputed stop is resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// Who moves first.
    pub first: ResumeFirst,
    /// Whether the repetition history starts afresh.
    pub clears_history: bool,
}

/// White's compensation as long as the controller has sent none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Komi {
    /// For sizes not listed.
    pub even: f64,
    /// For square boards of these sides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_side: Vec<SideKomi>,
    /// For handicap games of two stones or more; `even` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<f64>,
}

/// The komi of one square board size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideKomi {
    /// Lines on a side.
    pub side: usize,
    /// Points.
    pub komi: f64,
}

impl Komi {
    /// The komi of a game on this board with this many handicap stones (0 or 1: an even game).
    #[must_use]
    pub fn for_game(&self, size: BoardSize, handicap: usize) -> f64 {
        if handicap >= 2 && self.handicap.is_some() {
            return self.handicap.unwrap_or(self.even);
        }
        let listed = self
            .by_side
            .iter()
            .find(|entry| entry.side == size.width() && entry.side == size.height());
        listed.map_or(self.even, |entry| entry.komi)
    }
}

/// A rule system. Serialized field names are the keys of rule files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// The preset's name, or the user's.
    pub name: String,
    /// Other names it is known by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// One line on where the system comes from.
    #[serde(default, skip_serializing_if = "String::is_empty")]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap_tie: Option<Tie>,
    /// Whether a game in which both sides moved and every turn was a pass is a draw.
    #[serde(default)]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub self_fill_limit: Option<u32>,
    /// Who moves first in an even game.
    pub first_player: Color,
    /// See [`Start`].
    pub start: Start,
}

impl Ruleset {
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
