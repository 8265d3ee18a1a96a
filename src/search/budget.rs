//! When a search stops: a number of playouts, a stop flag, or the caller's word at a tick.

use super::report::Report;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// What the caller sees of a running search.
pub trait View {
    /// How it stands; cheap.
    fn progress(&self) -> Progress;
    /// What it has found so far; costs as much as a few playouts.
    fn report(&self) -> Report;
}

/// The limits of one search; whichever is reached first ends it.
pub struct Budget<'a> {
    /// Playouts to make; `u64::MAX` for no limit.
    pub playouts: u64,
    /// Raised by whoever wants the search to end at once.
    pub stop: &'a AtomicBool,
    /// Whether to end when the best move can no longer be caught within the playouts.
    pub early_stop: bool,
    /// Called every few milliseconds; false ends the search. The clock is the caller's.
    pub tick: &'a mut dyn FnMut(&dyn View) -> bool,
}

impl Budget<'_> {
    /// Whether the stop flag is up.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
