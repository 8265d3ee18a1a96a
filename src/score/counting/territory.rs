//! Surrounded points and prisoners (Japanese and Korean rules; the American rules with pass stones).
//!
//! Tax and pass stones are those of the rule system if it counts territory or hands over stones for passes. Under
//! any other it is the Japanese count: eyes in seki are nobody's, passes cost nothing.

use super::super::territory;
use super::table::Table;
use crate::rules::ByColor;
use crate::rules::ruleset::{PassCost, Scoring, Tax};

pub(super) fn count(table: &Table<'_>) -> (ByColor<f64>, f64) {
    let own = table.rules.scoring == Scoring::Territory || table.rules.pass_cost != PassCost::None;
    let tax = if own { table.rules.tax } else { Tax::Seki };
    let counts = territory::count(table.rules, tax, &table.settled, &table.tally);
    (counts, counts.black - counts.white - table.territory_compensation())
}
