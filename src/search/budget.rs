//! When a search stops: a number of playouts, a deadline told by the caller, or a stop flag.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whoever owns the wall clock; asked now and then whether time is up.
pub trait Deadline: Sync {
    /// Whether the search must stop now. `progress` lets it decide early.
    fn is_over(&self, progress: &Progress) -> bool;
}

/// How a search stands, as far as stopping is concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Playouts made in this search.
    pub playouts: u64,
    /// Visits of the most and the second most visited root move.
    pub best_visits: (u32, u32),
    /// Whether the most visited root move also has the best value.
    pub agreed: bool,
    /// Value of the most visited root move, 0 to 1, for the player to move.
    pub value: f64,
}

/// No clock: the search ends by its playouts or its stop flag.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDeadline;

impl Deadline for NoDeadline {
    fn is_over(&self, _progress: &Progress) -> bool {
        false
    }
}

/// The limits of one search; whichever is reached first ends it.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Playouts to make; `u64::MAX` for no limit.
    pub playouts: u64,
    /// The clock.
    pub deadline: &'a dyn Deadline,
    /// Raised by whoever wants the search to end at once.
    pub stop: &'a AtomicBool,
    /// Whether to stop when the best move can no longer be caught within the playouts.
    pub early_stop: bool,
}

impl Budget<'_> {
    /// Whether the stop flag is up.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
