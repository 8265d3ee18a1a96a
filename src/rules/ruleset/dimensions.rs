//! The dimensions in which rule systems differ, each an enum.
//!
//! A value's docstring is also the sentence users read in `lanke rules show`, so it says what the value
//! means in play.

/// Defines the enum of one dimension, its values' names in files and commands, and its sentences.
macro_rules! dimension {
    ($(#[doc = $doc:literal])* $name:ident {
        $($(#[doc = $value_doc:literal])* $value:ident = $text:literal,)+
    }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[doc = $value_doc])* $value,)+
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [$name] = &[$($name::$value,)+];

            /// The names of all values, in the order of `ALL`.
            pub const KEYS: &'static [&'static str] = &[$($text,)+];

            /// The value's name in rule files and commands.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $($name::$value => $text,)+
                }
            }

            /// The value of this name.
            #[must_use]
            pub fn parse(key: &str) -> Option<$name> {
                match key {
                    $($text => Some($name::$value),)+
                    _ => None,
                }
            }

            /// What the value means in play.
            #[must_use]
            pub fn sentence(self) -> &'static str {
                match self {
                    $($name::$value => concat!($($value_doc,)*).trim_start(),)+
                }
            }
        }
    };
}

dimension! {
    /// Which earlier whole-board positions a play may not bring back.
    Repetition {
        /// Any repetition is legal, the immediate retaking of a ko included.
        None = "none",
        /// A single stone that has just taken a single stone may not be retaken at once (basic ko); longer
        /// cycles are legal.
        Simple = "simple",
        /// A play may not bring back any earlier whole-board position, the start included (positional superko).
        Positional = "positional",
        /// A play may not bring back an earlier position with the same player to move next; positions left by
        /// a pass count (situational superko).
        Situational = "situational",
        /// A play may not bring back a position that the same player made by an earlier play; the start counts
        /// as made by the player who does not move first (natural situational superko).
        AfterOwnPlay = "after-own-play",
        /// A play may not bring back a position that the same player made by an earlier play; the empty board at
        /// the start is nobody's, a set-up start counts as made by the player who does not move first.
        AfterOwnPlayStrict = "after-own-play-strict",
        /// A play may not bring back a position that the opponent once answered with a play.
        BeforeOpponentPlay = "before-opponent-play",
    }
}

dimension! {
    /// What a long cycle leads to where the repetition rule does not forbid it.
    LongCycle {
        /// Long cycles are forbidden by the repetition rule, so nothing more is said about them.
        Illegal = "illegal",
        /// The third time a position stands with the same player to move, no pass between, the game is a draw.
        Draw = "draw",
        /// A long cycle may go on for ever.
        Ignore = "ignore",
    }
}

dimension! {
    /// Whether own chains may be left without liberties.
    Suicide {
        /// A play that leaves its own chain without liberties is illegal.
        Forbidden = "forbidden",
        /// Two or more own stones may be removed by one's own play, a single stone may not.
        MultiStone = "multi-stone",
        /// Any own stones left without liberties are removed, a single stone too, if the repetition rule allows it.
        Allowed = "allowed",
    }
}

dimension! {
    /// What is counted.
    Scoring {
        /// Living stones and the points they surround count one each.
        Area = "area",
        /// Surrounded points and prisoners count one each.
        Territory = "territory",
        /// Stones count that can stand on the board with each group's basic eyes kept open.
        Stones = "stones",
    }
}

dimension! {
    /// Which eyes are nobody's point.
    Tax {
        /// Every surrounded point counts, eyes in seki included.
        None = "none",
        /// Eyes of groups in seki are nobody's points.
        Seki = "seki",
        /// Each independently living group gives up two points, a group in seki its eyes up to two.
        All = "all",
    }
}

dimension! {
    /// Who counts an empty point that touches both colors.
    Neutral {
        /// A point touching both colors is counted by nobody.
        Nobody = "nobody",
        /// A point touching both colors is half a point for each; the margin is unchanged.
        Shared = "shared",
        /// A point touching both colors is a point for each; the margin is unchanged.
        Both = "both",
    }
}

dimension! {
    /// What a pass costs.
    PassCost {
        /// A pass costs nothing.
        None = "none",
        /// Each pass hands the opponent a prisoner.
        PassStone = "pass-stone",
        /// A pass hands the opponent a prisoner only after play resumed from a disputed ending.
        PassStoneInDispute = "pass-stone-in-dispute",
    }
}

dimension! {
    /// Who must make the last pass.
    LastPass {
        /// Either player may make the last pass.
        Either = "either",
        /// White makes the last pass; if Black passed last, White owes one pass stone more.
        White = "white",
    }
}

dimension! {
    /// How play stops.
    Ending {
        /// Two passes in a row stop the game.
        TwoPasses = "two-passes",
        /// Two passes in a row stop the game, not counting the first pass after the first play.
        FirstPassFree = "first-pass-free",
        /// Two passes in a row stop the game for agreement; four on one position end it with all stones alive.
        FourPasses = "four-passes",
    }
}

dimension! {
    /// Who moves first when a stopped game is resumed.
    ResumeFirst {
        /// After a dispute the opponent of the player who passed last moves first.
        OpponentOfLastPass = "opponent-of-last-pass",
        /// After a dispute the turns go on as if nothing had happened.
        SameOrder = "same-order",
        /// After a dispute the opponent of the player who asks for the resumption moves first.
        OpponentOfAsker = "opponent-of-asker",
        /// After a dispute the player who asks moves first; if it is not his turn, his opponent has to pass before.
        AskerAfterPass = "asker-after-pass",
    }
}

dimension! {
    /// What the next stop after a resumption means.
    AfterResume {
        /// The next stop is for agreement again.
        AgreeAgain = "agree-again",
        /// The next stop ends the game with all stones on the board alive.
        Final = "final",
    }
}

dimension! {
    /// How dead stones are settled when play stops.
    DeadStones {
        /// Stones that cannot avoid capture are taken off by agreement.
        Agreed = "agreed",
        /// Every stone on the board is alive: what is dead has to be captured first.
        AllAlive = "all-alive",
    }
}

dimension! {
    /// Who wins when the scores are equal, komi included.
    Tie {
        /// Equal scores are a draw.
        Draw = "draw",
        /// White wins equal scores.
        White = "white",
        /// Black wins equal scores.
        Black = "black",
        /// Equal scores are won by whoever made the first pass after the first play.
        FirstPasser = "first-passer",
    }
}

dimension! {
    /// What the first pass of the game earns.
    FirstPassBonus {
        /// The first pass earns nothing.
        None = "none",
        /// The first to pass gets half a point; if nobody passed, the player to move does (the button).
        HalfPoint = "half-point",
        /// White gets one point if the first pass of the game is White's.
        WhitePoint = "white-point",
    }
}

dimension! {
    /// How handicap stones are placed.
    HandicapPlacement {
        /// Handicap stones stand on the customary points.
        Fixed = "fixed",
        /// Black puts the handicap stones where he likes before White's first move.
        Free = "free",
        /// Handicap n means that White's first n − 1 turns are passes.
        Passes = "passes",
    }
}

dimension! {
    /// Points White gets for n handicap stones, n of 2 or more, in area counting.
    HandicapBonus {
        /// White gets no points for handicap stones.
        None = "none",
        /// White gets n points for n handicap stones in area counting.
        N = "n",
        /// White gets n − 1 points for n handicap stones in area counting.
        NMinusOne = "n-1",
    }
}

dimension! {
    /// The unit results are announced in.
    ResultUnit {
        /// Results are in points.
        Points = "points",
        /// Results are in zi, halves of points.
        Zi = "zi",
    }
}

dimension! {
    /// The stones on the board before the first move.
    Start {
        /// The board is empty before the first move.
        Empty = "empty",
        /// Four seat stones stand on the corner star points: White D16 and Q4, Black D4 and Q16 on 19x19.
        Seats = "seats",
    }
}
