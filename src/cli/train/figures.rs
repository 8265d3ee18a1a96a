//! Losses by board size.

use super::samples::Sample;
use crate::net::{Learner, Losses};
use std::collections::BTreeMap;
use std::fmt;

/// What the averaged weights do on positions held out.
#[derive(Default)]
pub(super) struct Figures {
    by_side: BTreeMap<usize, Losses>,
    all: Losses,
}

impl Figures {
    /// Examines sorted samples.
    pub(super) fn of(learner: &mut Learner, samples: &[Sample]) -> Figures {
        let mut figures = Figures::default();
        for same in samples.chunk_by(|a, b| a.0.size == b.0.size) {
            let losses = learner.examine(same);
            *figures.by_side.entry(same[0].0.size.width()).or_default() += losses;
            figures.all += losses;
        }
        figures
    }
}

/// One row of means.
pub(super) fn row(name: &str, sums: &Losses) -> String {
    let share = 1.0 / sums.positions.max(1.0);
    format!(
        "{name:>8} {:9} {:8.4} {:6.2} {:8.4} {:8.4} {:8.3} {:8.4}",
        sums.positions,
        sums.policy * share,
        100.0 * sums.top * share,
        sums.result * share,
        (sums.value * share).sqrt(),
        sums.margin * share,
        sums.ownership * share
    )
}

/// The names of the columns.
pub(super) const HEAD: &str = "   board positions   policy  top-1   result    value   points   owners";

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for (side, losses) in &self.by_side {
            writeln!(f, "{}", row(&format!("{side}x{side}"), losses))?;
        }
        f.write_str(&row("all", &self.all))
    }
}
