//! What a search found.

use crate::rules::{Color, Vertex};

/// One root move with its numbers, all from the view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub vertex: Vertex,
    /// Playouts that went through it.
    pub visits: u32,
    /// Expected result, 0 to 1.
    pub value: f64,
    /// Expected margin in points, komi included.
    pub lead: f64,
    /// Lower confidence bound of the value.
    pub lcb: f64,
    /// Share of the belief before any playout, 0 to 1.
    pub prior: f64,
    /// The best line, starting with this move.
    pub principal_variation: Vec<Vertex>,
    /// How often each move of the line was visited.
    pub line_visits: Vec<u32>,
    /// Who ended up owning each point after this move, −1 (White) to 1 (Black), in board order; empty unless asked for.
    pub ownership: Vec<f32>,
}

/// The state of a search: its best moves and what it believes of the position.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Whose move was searched.
    pub color: Color,
    /// Candidates, best first.
    pub candidates: Vec<Candidate>,
    /// Playouts made from this position, those kept from earlier searches included.
    pub visits: u32,
    /// Playouts made in this search.
    pub playouts: u64,
    /// Expected result for `color`, 0 to 1.
    pub value: f64,
    /// Expected margin for `color` in points, komi included.
    pub lead: f64,
    /// Standard deviation of the margin over playouts.
    pub lead_stdev: f64,
    /// Who ended up owning each point, −1 (White) to 1 (Black), in board order.
    pub ownership: Vec<f32>,
    /// Nodes in the tree.
    pub nodes: usize,
}

impl Report {
    /// The best candidate, if the search had any move to look at.
    #[must_use]
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }
}
