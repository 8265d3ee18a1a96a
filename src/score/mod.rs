//! Who has won, and by how much: a finished position counted under any rule system.
//!
//! The way in is [`score`]: a [`Finished`] game (board, dead stones, what was captured and passed) counted under
//! a [`Ruleset`](crate::rules::Ruleset) and the [`Terms`] of the game. What it rests on:
//!
//! * [`Settled`]: the board without its dead stones, its empty regions and whose they are, groups and seki
//! * [`life`]: what can never be captured, whoever moves (Benson)
//! * [`IndependentLife`]: seki in the strict sense, for boards whose neutral points have been played
//! * [`Owners`]: who owns which point, for drawings and lists
//! * [`counting`]: the counting methods people use at a board, each as the procedure it is
//! * [`Outcome`]: the result as text, `B+3.5`
//!
//! Nothing here searches or guesses; which stones are dead is an argument.

mod area;
pub mod counting;
mod eye;
mod finished;
mod group;
mod independent;
pub mod life;
mod outcome;
mod owner;
mod points;
mod protect;
mod region;
mod territory;

pub use counting::{Count, Method, Table, Unit};
pub use finished::{Finished, Tally, Terms};
pub use group::Group;
pub use independent::IndependentLife;
pub use outcome::{Outcome, Zi};
pub use owner::{Owner, Owners};
pub use points::{Score, score};
pub use region::{Region, Settled};
