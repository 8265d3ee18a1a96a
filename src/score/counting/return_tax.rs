//! Area is counted, then every group gives back the points it cannot do without: two, or its eye in seki (the
//! "group heads" of the Ming and Qing rules; living-stone rules).

use super::table::Table;
use crate::rules::ByColor;

pub(super) fn count(table: &Table<'_>) -> (ByColor<f64>, f64) {
    let counts = ByColor::from_fn(|color| {
        let area = table.settled.stones(color).union(table.settled.surrounded(color));
        let returned: usize = table.settled.groups_of(color).map(|group| group.basic_eyes.len()).sum();
        area.len() as f64 - returned as f64
    });
    (counts, counts.black - counts.white - table.compensation())
}
