//! The score of a finished game under its rule system.

use super::finished::{Finished, Terms};
use super::outcome::Outcome;
use super::region::Settled;
use super::{area, territory};
use crate::rules::ruleset::{FirstPassBonus, Scoring, Tax, Tie};
use crate::rules::{ByColor, Color, Ruleset};

/// A counted game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Both sides' points as the rule system counts them, without komi and bonus.
    pub counts: ByColor<f64>,
    /// White's points from [`Terms::komi`].
    pub komi: f64,
    /// White's other points: for handicap stones, and for the first pass (less than 0 when that is Black's gain).
    pub bonus: f64,
    /// Black's lead: Black − White − komi − bonus.
    pub margin: f64,
    /// The result, equal scores decided as the rule system says.
    pub outcome: Outcome,
}

impl Score {
    /// The lead of this color, less than 0 when it is behind.
    #[must_use]
    pub const fn margin_of(&self, color: Color) -> f64 {
        match color {
            Color::Black => self.margin,
            Color::White => -self.margin,
        }
    }

    /// Who won, if anybody did.
    #[must_use]
    pub const fn winner(&self) -> Option<Color> {
        self.outcome.winner()
    }
}

/// Counts a finished game under a rule system.
#[must_use]
pub fn score(rules: &Ruleset, finished: &Finished<'_>, terms: &Terms) -> Score {
    let settled = Settled::new(finished.board, &finished.dead);
    let counts = match rules.scoring {
        Scoring::Area => area::count(&settled, rules.tax, rules.neutral),
        Scoring::Stones => area::count(&settled, Tax::All, rules.neutral),
        Scoring::Territory => territory::count(rules, rules.tax, &settled, &finished.tally),
    };
    let handicap = match rules.scoring {
        Scoring::Territory => 0.0,
        Scoring::Area | Scoring::Stones => handicap_bonus(rules, terms),
    };
    let bonus = handicap + first_pass_bonus(rules, finished);
    let margin = counts.black - counts.white - terms.komi - bonus;
    Score {
        counts,
        komi: terms.komi,
        bonus,
        margin,
        outcome: outcome(rules, finished, terms, margin),
    }
}

impl Settled {
    /// How many surrounded points count for a color under a tax; for territory, false eyes that will be filled are left
    /// out too.
    #[must_use]
    pub fn counted_points(&self, color: Color, scoring: Scoring, tax: Tax) -> usize {
        match scoring {
            Scoring::Territory => territory::points(self, color, tax).len(),
            Scoring::Area | Scoring::Stones => self.surrounded(color).len() - area::paid(self, color, tax),
        }
    }
}

/// White's points for handicap stones where area is counted.
pub(super) fn handicap_bonus(rules: &Ruleset, terms: &Terms) -> f64 {
    rules.handicap_points(terms.handicap)
}

/// White's points for the first pass; less than 0 when it is Black's gain.
pub(super) fn first_pass_bonus(rules: &Ruleset, finished: &Finished<'_>) -> f64 {
    let first_pass = finished.tally.first_pass;
    match rules.first_pass_bonus {
        FirstPassBonus::None => 0.0,
        FirstPassBonus::WhitePoint if first_pass == Some(Color::White) => 1.0,
        FirstPassBonus::WhitePoint => 0.0,
        FirstPassBonus::HalfPoint => match first_pass.unwrap_or(finished.to_move) {
            Color::Black => -0.5,
            Color::White => 0.5,
        },
    }
}

fn outcome(rules: &Ruleset, finished: &Finished<'_>, terms: &Terms, margin: f64) -> Outcome {
    let tally = &finished.tally;
    let nothing_played = tally.plays.black + tally.plays.white == 0;
    if rules.all_pass_draw && nothing_played && tally.passes.black > 0 && tally.passes.white > 0 {
        return Outcome::Draw;
    }
    let tie = match rules.tie_for(terms.handicap) {
        Tie::Draw => None,
        Tie::White => Some(Color::White),
        Tie::Black => Some(Color::Black),
        Tie::FirstPasser => tally.first_effective_pass,
    };
    match (Outcome::of_margin(margin), tie) {
        (Outcome::Draw, Some(winner)) => Outcome::Points { winner, by: 0.5 },
        (outcome, _) => outcome,
    }
}
