//! The game of Go and nothing else: boards, legality, rule systems as data.
//!
//! No clocks, no randomness, no protocol words. Start with [`Position`] (what may be played and what happens
//! then), then [`Board`] (stones, chains, captures), then [`Ruleset`] (the dimensions in which
//! rule systems differ).

mod board;
mod chain;
mod check;
mod color;
pub mod diagram;
pub mod dimension;
pub mod explain;
mod illegal;
pub mod kata_json;
mod point;
mod point_set;
mod position;
pub mod presets;
mod repetition;
mod rule_error;
mod rule_text;
pub mod ruleset;
mod vertex;
mod zobrist;

pub use board::{Board, Played};
pub use chain::Chain;
pub use color::{ByColor, Color};
pub use illegal::{Illegal, IllegalPlay};
pub use point::{BoardSize, MAX_SIDE, POINT_TABLE, Point};
pub use point_set::PointSet;
pub use position::{Legality, Position, Stones, Turn};
pub use repetition::{History, Occurrence};
pub use rule_error::RulesetError;
pub use ruleset::Ruleset;
pub use vertex::Vertex;
pub use zobrist::stone_key;
