//! Game records in SGF: reading what people really have, and writing FF\[4\].
//!
//! The way in is [`read`] (bytes to a [`Collection`] of game trees), then [`Collection::replay`] (a tree to a
//! [`Game`](super::Game)); the way out is [`write()`],
//! or [`Tree::to_text`] for a record with everything that is in it. Other programs' habits that are understood here, each with a
//! test: character sets, Fox's and GoGoD's komi, results in Chinese, Japanese and Korean, missing semicolons and
//! brackets. What is passed over is listed in warnings; what would put wrong stones on the board is an error
//! with line and column.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod charset;
mod dead;
mod error;
mod info;
mod komi;
mod number;
mod parse;
mod point;
mod replay;
mod result;
pub(in crate::game) mod script;
mod tree_text;
mod write;

pub use charset::decode;
pub use error::{Fault, Place, SgfError};
pub use info::{Info, TimeLeft};
pub use parse::{Collection, MAX_BYTES, Node, Property, Tree, Warning, load, read};
pub use point::letters;
pub use replay::{MAX_MOVES, Record, ReplayOptions};
pub use result::parse_result;
pub use write::{Header, write};
