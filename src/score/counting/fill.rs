//! Both sides fill equal numbers of stones into their own points (Ing's rules; Chen's method B).
//!
//! Each side owns as many stones as half the board, rounded down: 180 on 19x19. Captured and dead stones go back to
//! their owner. First the komi stones: White puts half the komi, rounded up, into Black's points, one stone for
//! two points, and what that is too much is Black's. Then both fill up. What counts is the points left open;
//! stones left over count against their owner. Neutral points are halved.

use super::table::{Table, put};
use crate::rules::{ByColor, Color};

pub(super) fn count(table: &Table<'_>) -> (ByColor<f64>, f64) {
    let set = (table.size().area() / 2) as i64;
    let mut in_hand = ByColor::from_fn(|color| set - table.settled.stones(color).len() as i64);
    let mut room = ByColor::from_fn(|color| table.own_points(color));
    let mut unplaced = ByColor { black: 0, white: 0 };

    // No board has room for so many; the bound only keeps the arithmetic exact.
    let komi_stones = (table.compensation() / 2.0).ceil().clamp(-1e9, 1e9);
    let guest = if komi_stones > 0.0 { Color::White } else { Color::Black };
    let host = guest.opponent();
    let guests = komi_stones.abs() as usize;
    in_hand[guest] -= guests as i64;
    unplaced[host] = put(&mut room[host], guests) as i64;
    let too_much = 2.0 * komi_stones - table.compensation();

    let shared = table.nobodys_points().len() as f64 / 2.0;
    let counts = ByColor::from_fn(|color| {
        let mut left = room[color];
        let stones = usize::try_from(in_hand[color]).unwrap_or(0);
        let over = put(&mut left, stones) as i64;
        let missing = (-in_hand[color]).max(0);
        (left.len() as i64 + missing - over - unplaced[color]) as f64 + shared
    });
    (counts, counts.black - counts.white + too_much)
}
