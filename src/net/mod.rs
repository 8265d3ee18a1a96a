//! A small network: which moves are worth a look, who wins and by how much, who ends up owning what.
//!
//! Fully convolutional with pools over the whole board, so that one set of weights serves every board size. No
//! framework: the layers are a few hundred lines of arithmetic on [`pulp`]'s vectors.

// Lanes and places of a tile are numbers that index several arrays at once.
#![allow(clippy::needless_range_loop)]

#[cfg(feature = "train")]
mod backward;
#[cfg(feature = "train")]
mod bfloat;
mod built_in;
mod cache;
mod conv;
mod evaluate;
mod file;
mod forward;
mod grid;
mod inference;
mod input;
mod lanes;
#[cfg(feature = "train")]
mod learn;
#[cfg(feature = "train")]
mod loss;
mod model;
#[cfg(feature = "train")]
mod muon;
#[cfg(feature = "train")]
mod optimizer;
mod quantized;
mod sight;
#[cfg(feature = "train")]
mod slopes;
#[cfg(test)]
mod tests;

pub use built_in::{built_in, built_in_if_fast};
pub use cache::Cache;
pub use evaluate::{Evaluation, Network, Room, soft_max};
pub use file::WeightsError;
pub use input::{View, turned_place};
#[cfg(feature = "train")]
pub use learn::Learner;
#[cfg(feature = "train")]
pub use loss::{Ending, Losses, Target};
pub use model::{Model, Shape};
pub use sight::sight;
