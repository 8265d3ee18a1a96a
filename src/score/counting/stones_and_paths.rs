//! Stones and fillable points ("paths") are counted where they are and added up (living-stone rules).

use super::table::Table;
use crate::rules::ByColor;

pub(super) fn count(table: &Table<'_>) -> (ByColor<f64>, f64) {
    let counts = ByColor::from_fn(|color| {
        let stones = table.settled.stones(color).len();
        let paths = table.paths(color).len();
        (stones + paths) as f64
    });
    (counts, counts.black - counts.white - table.compensation())
}
