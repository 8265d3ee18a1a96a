//! The stones on the board are made equal in number, then fillable points are compared (living-stone rules).
//!
//! The side with fewer stones puts stones on its own fillable points; when those run out, the other side lifts
//! stones, and every point it lifts one from becomes a fillable point.

use super::table::{Table, put};
use crate::rules::{ByColor, Color};

pub(super) fn count(table: &Table<'_>) -> (ByColor<f64>, f64) {
    let stones = ByColor::from_fn(|color| table.settled.stones(color).len());
    let fewer = if stones.black < stones.white {
        Color::Black
    } else {
        Color::White
    };
    let more = fewer.opponent();
    let mut paths = ByColor::from_fn(|color| table.paths(color));
    let still_missing = put(&mut paths[fewer], stones[more] - stones[fewer]);
    let lifted = table.settled.stones(more).iter().take(still_missing);
    paths[more] = paths[more].union(&lifted.collect());
    let counts = ByColor::from_fn(|color| paths[color].len() as f64);
    (counts, counts.black - counts.white - table.compensation())
}
