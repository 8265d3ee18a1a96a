//! The numbers of the search, each with its default and its reason.

/// What the search goes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// Weight of the first-play statistics (RAVE, Gelly and Silver 2007): at this many visits of a child they
    /// count as much as its own.
    pub rave_equivalence: f64,
    /// Visits of a leaf before its children are made.
    pub expand_visits: u32,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            rave_equivalence: 3000.0,
            expand_visits: 6,
        }
    }
}
