//! Both sides fill their points until every group has only its basic eyes, then stones are counted (the basic
//! count of the living-stone rules, article 7).

use super::table::Table;
use crate::rules::ByColor;

pub(super) fn count(table: &Table<'_>) -> (ByColor<f64>, f64) {
    let counts = ByColor::from_fn(|color| {
        let mut stones = *table.settled.stones(color);
        for point in table.paths(color).iter() {
            stones.insert(point);
        }
        stones.len() as f64
    });
    (counts, counts.black - counts.white - table.compensation())
}
