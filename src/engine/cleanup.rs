//! Playing a disputed ending out: the opponent's dead stones are captured before anything else.

use super::{Analysis, Engine};
use crate::rules::{Board, Color, Point, PointSet, Vertex};
use crate::search::Fates;

impl Engine {
    /// What to search for `color` where dead stones have to be taken off by capture: captures, or else plays that take
    /// away their liberties, or else any play near them. Only when there are no such stones may `color` pass.
    ///
    /// Whether stones are dead is asked of the position alone, also under rules by which everything left on the board
    /// is alive. Where a clock runs, half of a move's time is enough for that; without an answer by then nothing is
    /// known to be dead.
    pub fn cleanup(&mut self, color: Color) -> Analysis {
        let start = (self.timer)();
        self.begun = Some(start);
        let limit = self.time_for(color).judging / 2;
        let Some(Fates { dead, .. }) = self.fates_by(start.saturating_add(limit)) else {
            return Analysis::default();
        };
        let board = self.game.board();
        let size = board.size();
        let doomed = dead.intersection(board.stones(color.opponent()));
        if doomed.is_empty() {
            return Analysis::default();
        }
        let legal = self.game.legal_points(color);
        let chains = board.chains().filter(|chain| chain.stones.intersects(&doomed));
        let last_liberties = chains
            .filter(|chain| chain.liberties.len() == 1)
            .fold(PointSet::EMPTY, |all, chain| all.union(&chain.liberties));
        let liberties = doomed.border(size).intersection(&legal);
        let sound = liberties
            .iter()
            .filter(|&point| is_sound(board, color, point))
            .collect();
        let parts = board.empty_points().union(&dead).parts(size).into_iter();
        let near = parts
            .filter(|part| part.intersects(&doomed))
            .fold(PointSet::EMPTY, |all, part| all.union(&part));
        let wishes = [last_liberties.intersection(&legal), sound, near.intersection(&legal)];
        match wishes.iter().find(|points| !points.is_empty()) {
            Some(points) => Analysis {
                allow: points.iter().map(Vertex::At).collect(),
                ..Analysis::default()
            },
            None => Analysis {
                avoid: vec![Vertex::Pass],
                ..Analysis::default()
            },
        }
    }
}

/// Whether the stone would not be in atari.
pub(super) fn is_sound(board: &Board, color: Color, point: Point) -> bool {
    let mut after = board.clone();
    after.play_unchecked(color, point);
    after.chain(point).is_some_and(|chain| chain.liberties.len() >= 2)
}
