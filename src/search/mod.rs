//! Finding a move by Monte Carlo tree search; knows no protocol and no wall clock.
//!
//! [`Searcher::search`] is the way in. One playout: `worker` goes down the `tree` by `select`'s urgency, `expand`
//! makes children with the beliefs of `prior`, the playout core plays to the end, and the result goes back up.

mod budget;
mod expand;
mod judge;
mod node;
mod params;
mod prior;
mod report;
mod searcher;
mod select;
mod snapshot;
mod tree;
mod worker;

pub use budget::{Budget, Progress, View};
pub use judge::Fates;
pub use params::Params;
pub use prior::rates;
#[cfg(feature = "train")]
pub use prior::{Describer, training};
pub use report::{Candidate, Report};
#[cfg(test)]
pub(crate) use searcher::Fault;
pub use searcher::{Request, Searcher};
