//! The side with more fillable points fills the excess, then stones are compared (living-stone rules).

use super::table::{Table, put};
use crate::rules::ByColor;

pub(super) fn count(table: &Table<'_>) -> (ByColor<f64>, f64) {
    let paths = ByColor::from_fn(|color| table.paths(color));
    let fewer = paths.black.len().min(paths.white.len());
    let counts = ByColor::from_fn(|color| {
        let mut open = paths[color];
        let excess = open.len() - fewer;
        let placed = excess - put(&mut open, excess);
        (table.settled.stones(color).len() + placed) as f64
    });
    (counts, counts.black - counts.white - table.compensation())
}
