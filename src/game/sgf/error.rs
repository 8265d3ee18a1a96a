//! Why a record is refused, and where.

use crate::game::Refusal;
use crate::rules::{BoardSize, Color, Point};
use std::fmt;

/// A place in a record, counted from 1; columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The file cannot be read; the system's reason.
    Unreadable(String),
    /// More than the most bytes, nodes or moves.
    TooLarge(String),
    /// No game tree anywhere.
    NoGame,
    /// The collection has fewer games than asked for.
    NoSuchGame {
        /// Counted from 0.
        asked: usize,
        /// How many there are.
        games: usize,
    },
    /// A value opened here is not closed.
    Unclosed,
    /// A property without a value where one is needed.
    NoValue(String),
    /// A record of another game.
    NotGo(String),
    /// A board size that is none or is not supported.
    Size(String),
    /// A komi that is no number of half points.
    Komi(String),
    /// What should be a point or a move is none.
    BadPoint(String),
    /// A point beyond the border.
    OffBoard(String, BoardSize),
    /// Stones placed by hand that leave a chain without liberties; one of its points.
    NoLiberties(Point),
    /// A move that cannot be made.
    BadMove {
        /// Counted from 1.
        number: usize,
        /// Whose.
        color: Color,
        /// Where.
        point: Point,
        /// Why not.
        why: Refusal,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unreadable(why) => f.write_str(why),
            Fault::TooLarge(what) => write!(f, "the record is too large: {what}"),
            Fault::NoGame => f.write_str("expected '(' and ';', found no game"),
            Fault::NoSuchGame { asked, games } => {
                write!(f, "game {} was asked for, the file has {games}", asked + 1)
            }
            Fault::Unclosed => f.write_str("expected ']', the value that begins here is not closed"),
            Fault::NoValue(name) => write!(f, "expected '[' after {name}"),
            Fault::NotGo(game) => write!(f, "expected game type GM[1], which is Go, got GM[{game}]"),
            Fault::Size(text) => write!(f, "unacceptable size: expected 1 to 25 lines a side, got SZ[{text}]"),
            Fault::Komi(text) => write!(f, "expected a komi in half points, got KM[{text}]"),
            Fault::BadPoint(text) => write!(f, "expected a point, got [{text}]"),
            Fault::OffBoard(text, size) => write!(f, "[{text}] is not on the {size} board"),
            Fault::NoLiberties(point) => write!(f, "the chain at {point} is set up without liberties"),
            Fault::BadMove {
                number,
                color,
                point,
                why,
            } => write!(f, "move {number}, {color} {point}: {why}"),
        }
    }
}

/// A refused record. Nothing has been changed by it.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfError {
    /// Where, unless it concerns the whole file.
    pub place: Option<Place>,
    /// What.
    pub fault: Fault,
}

impl SgfError {
    /// Whether GTP's answer is `unacceptable size` rather than `cannot load file`.
    #[must_use]
    pub const fn is_size(&self) -> bool {
        matches!(self.fault, Fault::Size(_))
    }
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        self.fault.fmt(f)
    }
}

impl std::error::Error for SgfError {}
