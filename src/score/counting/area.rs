//! Both sides' stones and points; neutral points as the rule system counts them.

use super::table::Table;
use crate::rules::ruleset::Neutral;
use crate::rules::{ByColor, Color};

pub(super) fn count(table: &Table<'_>) -> (ByColor<f64>, f64) {
    let open = table.settled.neutral();
    let nothing_stands = Color::BOTH.iter().all(|&color| table.settled.stones(color).is_empty());
    let counts = ByColor::from_fn(|color| {
        let own = table.own_points(color).union(table.settled.stones(color));
        let share = match table.rules.neutral {
            Neutral::Nobody => 0.0,
            Neutral::Shared => open.len() as f64 / 2.0,
            Neutral::Both if nothing_stands => 0.0,
            Neutral::Both => open.len() as f64,
        };
        own.len() as f64 + share
    });
    (counts, counts.black - counts.white - table.compensation())
}
