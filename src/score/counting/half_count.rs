//! One side is counted and compared with half the board (Chinese rules; Chen's method A).
//!
//! Only Black's stones and points are looked at, neutral points shared; what is left of the board is White's.
//! Komi is taken off in zi, half its points.

use super::table::Table;
use crate::rules::{ByColor, Color};

pub(super) fn count(table: &Table<'_>) -> (ByColor<f64>, f64) {
    let board = table.size().area() as f64;
    let stones = table.settled.stones(Color::Black).len();
    let points = table.own_points(Color::Black).len();
    let shared = table.nobodys_points().len();
    let black = (stones + points) as f64 + shared as f64 / 2.0;
    let zi = black - board / 2.0 - table.compensation() / 2.0;
    let counts = ByColor {
        black,
        white: board - black,
    };
    (counts, 2.0 * zi)
}
