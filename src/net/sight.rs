//! What the network is shown of a rule system.
//!
//! It has learned from games under six rule systems. Of others it is shown the nearest combination it knows, and playouts,
//! which follow every dimension, decide the score.

use crate::playout::PlayoutRules;
use crate::rules::Ruleset;
use crate::rules::ruleset::{LongCycle, PassCost, Repetition, Scoring, Suicide, Tax};

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
        Sight::nearest(
            (rules.scoring, rules.tax),
            rules.suicide != Suicide::Forbidden,
            rules.has_superko(),
            rules.pass_cost != PassCost::None,
        )
    }

    fn nearest((scoring, tax): (Scoring, Tax), allows_suicide: bool, has_superko: bool, passes_cost: bool) -> Sight {
        let plain = |scoring, tax| Sight {
            scoring,
            tax,
            allows_suicide: false,
            has_superko: false,
            passes_cost: false,
        };
        match (scoring, tax) {
            (Scoring::Territory, _) => plain(Scoring::Territory, Tax::Seki),
            (Scoring::Stones, _) | (Scoring::Area, Tax::All) => plain(Scoring::Stones, Tax::All),
            (Scoring::Area, Tax::None | Tax::Seki) => Sight {
                allows_suicide,
                has_superko,
                passes_cost,
                ..plain(Scoring::Area, Tax::None)
            },
        }
    }
}

/// What the network is shown of a rule system, and what playouts alone know of it: a sentence or two.
#[must_use]
pub fn sight(rules: &Ruleset) -> String {
    let allows_suicide = rules.suicide != Suicide::Forbidden;
    let has_superko = !matches!(rules.repetition, Repetition::None | Repetition::Simple);
    let passes_cost = rules.pass_cost != PassCost::None;
    let tax = match rules.scoring {
        Scoring::Stones => Tax::All,
        Scoring::Area | Scoring::Territory => rules.tax,
    };
    let seen = Sight::nearest((rules.scoring, tax), allows_suicide, has_superko, passes_cost);
    let may = |holds: bool, what: &str| format!("{what} {}", if holds { "yes" } else { "no" });
    let shown = [
        format!("scoring {}", seen.scoring.key()),
        format!("tax {}", seen.tax.key()),
        may(seen.allows_suicide, "suicide"),
        may(seen.has_superko, "superko"),
        may(seen.passes_cost, "costly passes"),
    ];
    let mut own = Vec::new();
    if seen.scoring != rules.scoring {
        own.push(format!("scoring = {}", rules.scoring.key()));
    }
    if seen.tax != tax {
        own.push(format!("tax = {}", tax.key()));
    }
    if seen.allows_suicide != allows_suicide {
        own.push(format!("suicide = {}", rules.suicide.key()));
    }
    if seen.has_superko != has_superko {
        own.push(format!("repetition = {}", rules.repetition.key()));
    }
    if seen.passes_cost != passes_cost {
        own.push(format!("pass_cost = {}", rules.pass_cost.key()));
    }
    if rules.long_cycle == LongCycle::Draw && !has_superko {
        own.push("long_cycle = draw".into());
    }
    let own = if own.is_empty() {
        String::new()
    } else {
        format!(" It never learned {}; playouts follow that.", own.join(", "))
    };
    format!(
        "The network is shown {}; komi, handicap and prisoners as they are.{own}",
        shown.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BoardSize, presets};

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
