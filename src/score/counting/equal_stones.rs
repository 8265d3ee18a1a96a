//! The board is given equal numbers of stones, empty points are compared (American rules; Chen's method C).
//!
//! Captured and dead stones are put back into their owner's points, and so is one stone for every pass. Who
//! then has fewer stones on the board hands over the difference: in an even game that is White's stone when
//! Black moved last, for White must take the last turn. Stones that find no room count against their owner.

use super::table::{Table, put};
use crate::rules::{ByColor, Color};

pub(super) fn count(table: &Table<'_>) -> (ByColor<f64>, f64) {
    compare_empty_points(table, |difference| difference)
}

/// `owed` says how many stones White (less than 0: Black) hands over, given by how many Black has more.
pub(super) fn compare_empty_points(table: &Table<'_>, owed: impl Fn(i64) -> i64) -> (ByColor<f64>, f64) {
    let on_board = |color: Color| (table.settled.stones(color).len() + table.stones_beside(color)) as i64;
    let owed = owed(on_board(Color::Black) - on_board(Color::White));
    let counts = ByColor::from_fn(|color| {
        let handed_over = match color {
            Color::White => owed.max(0),
            Color::Black => (-owed).max(0),
        };
        let mut room = table.own_points(color);
        let over = put(&mut room, table.stones_beside(color) + handed_over as usize);
        room.len() as f64 - over as f64
    });
    (counts, counts.black - counts.white - table.compensation())
}
