//! Finding a move by Monte Carlo tree search; knows no protocol and no wall clock.

mod budget;
mod node;
mod params;
mod report;
mod tree;

pub use budget::{Budget, Deadline, NoDeadline, Progress};
pub use params::Params;
pub use report::{Candidate, Report};
