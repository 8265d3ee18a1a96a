//! Area counting: living stones and the points they surround, less what the tax takes.

use super::region::Settled;
use crate::rules::ruleset::{Neutral, Tax};
use crate::rules::{ByColor, Color};

/// Both sides' area. With [`Tax::Seki`] eyes in seki are nobody's; with [`Tax::All`] every group pays its basic
/// eyes, which leaves the stones that can stand on the board (stone counting).
pub(super) fn count(settled: &Settled, tax: Tax, neutral: Neutral) -> ByColor<f64> {
    let shares = neutral_shares(settled, neutral);
    ByColor::from_fn(|color| {
        let area = settled.stones(color).len() + settled.surrounded(color).len();
        area as f64 - paid(settled, color, tax) as f64 + shares
    })
}

/// How many points a color loses by the tax.
pub(super) fn paid(settled: &Settled, color: Color, tax: Tax) -> usize {
    match tax {
        Tax::None => 0,
        Tax::Seki => settled.seki_points(color).len(),
        Tax::All => settled.basic_eyes(color).len(),
    }
}

/// What each side counts for the empty points that are nobody's.
fn neutral_shares(settled: &Settled, neutral: Neutral) -> f64 {
    let points = settled.neutral().len() as f64;
    // On a board without living stones nothing touches the points, so they are not both players'.
    let touched = !(settled.stones(Color::Black).is_empty() && settled.stones(Color::White).is_empty());
    match neutral {
        Neutral::Nobody => 0.0,
        Neutral::Shared => points / 2.0,
        Neutral::Both if touched => points,
        Neutral::Both => 0.0,
    }
}
