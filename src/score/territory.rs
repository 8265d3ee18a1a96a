//! Territory counting: surrounded points, prisoners, dead stones, and stones handed over for passes.

use super::area::paid;
use super::finished::Tally;
use super::region::Settled;
use crate::rules::ruleset::{LastPass, PassCost};
use crate::rules::{ByColor, Color, Ruleset};

/// Both sides' territory and prisoners under a rule system's tax and pass stones.
pub(super) fn count(rules: &Ruleset, settled: &Settled, tally: &Tally) -> ByColor<f64> {
    ByColor::from_fn(|color| {
        let opponent = color.opponent();
        let territory = settled.surrounded(color).len() - paid(settled, color, rules.tax);
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
