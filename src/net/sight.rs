//! What the network is shown of a rule system.
//!
//! It has learned from games under six rule systems. Of others it is shown the nearest combination it knows, and playouts,
//! which follow every dimension, decide the score.

use crate::playout::PlayoutRules;
use crate::rules::ruleset::{LongCycle, PassCost, Scoring, Suicide, Tax};
use crate::rules::{BoardSize, Ruleset};

/// The dimensions that are shown, as the network knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    pub scoring: Scoring,
    pub tax: Tax,
    pub allows_suicide: bool,
    pub has_superko: bool,
    pub passes_cost: bool,
}

impl Sight {
    /// The nearest combination. Suicide, superko and passes that cost were only ever seen beside area without tax; territory only
    /// with the tax in sekis, and the tax of all groups only where stones are counted.
    pub(super) fn of(rules: &PlayoutRules) -> Sight {
        let plain = |scoring, tax| Sight {
            scoring,
            tax,
            allows_suicide: false,
            has_superko: false,
            passes_cost: false,
        };
        match (rules.scoring, rules.tax) {
            (Scoring::Territory, _) => plain(Scoring::Territory, Tax::Seki),
            (Scoring::Stones, _) | (Scoring::Area, Tax::All) => plain(Scoring::Stones, Tax::All),
            (Scoring::Area, Tax::None | Tax::Seki) => Sight {
                tax: Tax::None,
                ..Sight::unchanged(rules)
            },
        }
    }

    fn unchanged(rules: &PlayoutRules) -> Sight {
        Sight {
            scoring: rules.scoring,
            tax: rules.tax,
            allows_suicide: rules.suicide != Suicide::Forbidden,
            has_superko: rules.has_superko(),
            passes_cost: rules.pass_cost != PassCost::None,
        }
    }
}

/// What the network is shown of a rule system, and what playouts alone know of it: a sentence or two.
#[must_use]
pub fn sight(rules: &Ruleset) -> String {
    // Board and komi make no difference to the dimensions.
    let rules = PlayoutRules::new(rules, BoardSize::square(19), 0.0, 0);
    let (seen, real) = (Sight::of(&rules), Sight::unchanged(&rules));
    let may = |holds: bool, what: &str| format!("{what} {}", if holds { "yes" } else { "no" });
    let shown = [
        format!("scoring {}", seen.scoring.key()),
        format!("tax {}", seen.tax.key()),
        may(seen.allows_suicide, "suicide"),
        may(seen.has_superko, "superko"),
        may(seen.passes_cost, "costly passes"),
    ];
    let unknown = [
        (seen.scoring != real.scoring, "scoring", rules.scoring.key()),
        (seen.tax != real.tax, "tax", rules.tax.key()),
        (
            seen.allows_suicide != real.allows_suicide,
            "suicide",
            rules.suicide.key(),
        ),
        (
            seen.has_superko != real.has_superko,
            "repetition",
            rules.repetition.key(),
        ),
        (seen.passes_cost != real.passes_cost, "pass_cost", rules.pass_cost.key()),
        (rules.cycle_draws, "long_cycle", LongCycle::Draw.key()),
    ];
    let unknown: Vec<String> = unknown
        .iter()
        .filter(|(is_unknown, ..)| *is_unknown)
        .map(|(_, name, value)| format!("{name} = {value}"))
        .collect();
    let unknown = if unknown.is_empty() {
        String::new()
    } else {
        format!(" It never learned {}; playouts follow that.", unknown.join(", "))
    };
    format!(
        "The network is shown {}; komi, handicap and prisoners as they are.{unknown}",
        shown.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::presets;

    #[test]
    fn what_it_learned_from_is_shown_as_it_is_and_other_rules_as_the_nearest() {
        let sight_of = |name: &str| {
            let rules = presets::load(name).unwrap();
            Sight::of(&PlayoutRules::new(&rules, BoardSize::square(9), 7.0, 0))
        };
        for (name, expected) in [
            ("tromp-taylor", (Scoring::Area, Tax::None, true, true, false)),
            ("chinese-simple", (Scoring::Area, Tax::None, false, false, false)),
            ("japanese", (Scoring::Territory, Tax::Seki, false, false, false)),
            ("aga", (Scoring::Area, Tax::None, false, true, true)),
            ("stone-scoring", (Scoring::Stones, Tax::All, false, false, false)),
            ("new_zealand", (Scoring::Area, Tax::None, true, true, false)),
            (
                "japanese,tax=none",
                (Scoring::Territory, Tax::Seki, false, false, false),
            ),
            (
                "chinese-simple,tax=all",
                (Scoring::Stones, Tax::All, false, false, false),
            ),
        ] {
            let (scoring, tax, allows_suicide, has_superko, passes_cost) = expected;
            let expected = Sight {
                scoring,
                tax,
                allows_suicide,
                has_superko,
                passes_cost,
            };
            assert_eq!(sight_of(name), expected, "{name}");
        }
    }

    #[test]
    fn the_sentence_names_what_was_never_shown() {
        let text = sight(&presets::load("japanese,tax=none,suicide=allowed").unwrap());
        assert!(text.contains("scoring territory, tax seki, suicide no"), "{text}");
        assert!(
            text.contains("never learned tax = none, suicide = allowed, long_cycle = draw"),
            "{text}"
        );
        let known = sight(&presets::load("tromp-taylor").unwrap());
        assert!(
            known.contains("suicide yes, superko yes") && !known.contains("never"),
            "{known}"
        );
    }
}
