//! Empty points are compared without the last stone that would make the numbers equal (Chen's method D).

use super::equal_stones::compare_empty_points;
use super::table::Table;
use crate::rules::ByColor;

pub(super) fn count(table: &Table<'_>) -> (ByColor<f64>, f64) {
    compare_empty_points(table, |difference| difference - difference.signum())
}
