//! Territory counting: surrounded points, prisoners, dead stones, and stones handed over for passes.
//!
//! Without a tax every point that only one color touches is its territory, so that the count agrees with area. Where
//! seki is not territory (Japanese rules) neither are false eyes that will have to be filled.

use super::finished::Tally;
use super::region::Settled;
use crate::rules::ruleset::{LastPass, PassCost, Tax};
use crate::rules::{ByColor, Color, PointSet, Ruleset};

/// The points that are a color's territory; with [`Tax::All`] the points every group pays are left out.
pub(super) fn points(settled: &Settled, color: Color, tax: Tax) -> PointSet {
    let surrounded = settled.surrounded(color);
    let nobodys = match tax {
        Tax::None => PointSet::EMPTY,
        Tax::Seki => settled.seki_points(color).union(settled.forced_fills(color)),
        Tax::All => settled.basic_eyes(color).union(settled.forced_fills(color)),
    };
    surrounded.difference(&nobodys)
}

/// Both sides' territory under a tax, and prisoners with the pass stones of a rule system.
pub(super) fn count(rules: &Ruleset, tax: Tax, settled: &Settled, tally: &Tally) -> ByColor<f64> {
    ByColor::from_fn(|color| {
        let opponent = color.opponent();
        let territory = points(settled, color, tax).len();
        let prisoners = settled.dead(opponent).len() as u32 + tally.prisoners[color];
        territory as f64 + f64::from(prisoners + pass_stones(rules, tally, opponent))
    })
}

/// How many stones a color has handed over, or still owes, for passing.
///
/// Where White must make the last pass, White owes a stone when Black took the last turn.
pub(super) fn pass_stones(rules: &Ruleset, tally: &Tally, color: Color) -> u32 {
    let (handed, pays) = match rules.pass_cost {
        PassCost::None => (0, false),
        PassCost::PassStone => (tally.passes[color], true),
        PassCost::PassStoneInDispute => (tally.dispute_passes[color], tally.resumed),
    };
    let owes =
        pays && rules.last_pass == LastPass::White && color == Color::White && tally.last_mover == Some(Color::Black);
    handed + u32::from(owes)
}
