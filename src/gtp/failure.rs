//! Why a command is refused, in the words of the protocol.

use std::fmt;

/// A refusal; its text is what follows `?` on the wire.
///
/// The fixed texts are those of GTP version 2 draft 2; clients compare them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No such command.
    UnknownCommand,
    /// Arguments that cannot be read: what was expected and what came.
    Syntax(String),
    /// A board size that does not exist.
    UnacceptableSize,
    /// A move that the rules forbid.
    IllegalMove,
    /// There is no move to take back.
    CannotUndo,
    /// Handicap and set-up need an empty board.
    BoardNotEmpty,
    /// So many handicap stones cannot be placed.
    BadStoneCount,
    /// Handicap points that cannot all be stones: repeated, a pass, off the board.
    BadVertexList,
    /// A file that cannot be read, and why.
    CannotLoad(String),
    /// Anything else.
    Other(String),
}

impl Failure {
    /// A syntax error that names what was expected and what came.
    #[must_use]
    pub fn expected(what: &str, got: &str) -> Failure {
        Failure::Syntax(format!("expected {what}, got '{got}'"))
    }

    /// A refusal in free words.
    #[must_use]
    pub fn other(reason: impl fmt::Display) -> Failure {
        Failure::Other(reason.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::UnknownCommand => f.write_str("unknown command"),
            Failure::Syntax(detail) => write!(f, "syntax error: {detail}"),
            Failure::UnacceptableSize => f.write_str("unacceptable size"),
            Failure::IllegalMove => f.write_str("illegal move"),
            Failure::CannotUndo => f.write_str("cannot undo"),
            Failure::BoardNotEmpty => f.write_str("board not empty"),
            Failure::BadStoneCount => f.write_str("invalid number of stones"),
            Failure::BadVertexList => f.write_str("bad vertex list"),
            Failure::CannotLoad(reason) => write!(f, "cannot load file: {reason}"),
            Failure::Other(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Failure {}
