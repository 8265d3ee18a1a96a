//! Why a play is refused.

use super::color::Color;
use super::point::Point;
use std::fmt;

/// The reason a play is illegal; the text says what a player wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The point is not on this board.
    OffBoard,
    /// A stone stands there.
    Occupied(Color),
    /// The played chain would be left without liberties, and the ruleset forbids that.
    Suicide {
        /// Stones that would be removed, the played one included.
        stones: usize,
    },
    /// Retakes the single stone that has just taken a single stone.
    Ko,
    /// Brings back a position that the repetition rule protects.
    Superko {
        /// The turn after which the position stood, counted from 1; 0 is the start.
        repeats: usize,
    },
}

impl Illegal {
    /// The key other programs read: `off-board`, `occupied`, `suicide`, `ko` or `superko`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Illegal::OffBoard => "off-board",
            Illegal::Occupied(_) => "occupied",
            Illegal::Suicide { .. } => "suicide",
            Illegal::Ko => "ko",
            Illegal::Superko { .. } => "superko",
        }
    }

    /// Whether only the repetition or suicide rule forbids the play, so that the stone could be placed.
    #[must_use]
    pub const fn is_by_rule_only(self) -> bool {
        matches!(self, Illegal::Suicide { .. } | Illegal::Ko | Illegal::Superko { .. })
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Illegal::OffBoard => f.write_str("off the board"),
            Illegal::Occupied(color) => write!(f, "occupied by {color}"),
            Illegal::Suicide { stones: 1 } => f.write_str("suicide of one stone"),
            Illegal::Suicide { stones } => write!(f, "suicide of {stones} stones"),
            Illegal::Ko => f.write_str("ko: the stone may not be retaken at once"),
            Illegal::Superko { repeats: 0 } => f.write_str("superko: repeats the starting position"),
            Illegal::Superko { repeats } => write!(f, "superko: repeats the position after turn {repeats}"),
        }
    }
}

impl std::error::Error for Illegal {}

/// The play that would be [`Illegal`], for messages that name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalPlay {
    /// Who wanted to play.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// Why not.
    pub reason: Illegal,
}

impl fmt::Display for IllegalPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.color, self.point, self.reason)
    }
}

impl std::error::Error for IllegalPlay {}
