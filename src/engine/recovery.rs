//! What is played when a fault in the program spoils the choice of a move.

use super::cleanup::is_sound;
use super::{Analysis, Engine};
use crate::rules::{Color, Point, Vertex};
use crate::search::Report;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

impl Engine {
    /// [`decide_since`](Engine::decide_since), or some legal move where that fails.
    pub(super) fn decide_or_recover(
        &mut self,
        start: Duration,
        color: Color,
        wanted: &Analysis,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Report),
    ) -> Option<Vertex> {
        let turns = self.game.position().turns().len();
        let deciding = AssertUnwindSafe(|| self.decide_since(start, color, wanted, stop, tell));
        catch_unwind(deciding).unwrap_or_else(|_| {
            while self.game.position().turns().len() > turns && self.game.undo() {}
            self.clear_cache();
            let vertex = self.harmless_move(color, wanted);
            log::error!("a fault while a move was chosen: {color} plays {vertex} without thinking");
            Some(vertex)
        })
    }

    /// A legal play that is no eye of its own and not in atari, far from the edge; otherwise a pass.
    pub(super) fn harmless_move(&self, color: Color, wanted: &Analysis) -> Vertex {
        let (board, size) = (self.game.board(), self.game.size());
        let is_wanted = |vertex: &Vertex| {
            !wanted.avoid.contains(vertex) && (wanted.allow.is_empty() || wanted.allow.contains(vertex))
        };
        let fits = |&point: &Point| {
            let vertex = Vertex::At(point);
            is_wanted(&vertex)
                && size.neighbors(point).any(|next| board.stone(next) != Some(color))
                && self.game.why_refused(color, vertex).is_none()
                && is_sound(board, color, point)
        };
        let from_edge = |point: &Point| {
            let columns = point.column().min(size.width() - 1 - point.column());
            columns.min(point.row().min(size.height() - 1 - point.row()))
        };
        let plays = board.empty_points().iter().filter(fits);
        plays.max_by_key(from_edge).map_or(Vertex::Pass, Vertex::At)
    }
}
