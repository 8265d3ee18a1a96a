//! What a rule system means in play, and what changes from one to another.

use super::dimension::{DIMENSIONS, Dimension};
use super::illegal::Illegal;
use super::ruleset::{DeadStones, HandicapPlacement, LastPass, PassCost, Repetition, Ruleset, Scoring, Suicide};
use std::fmt::Write;

/// One dimension of one rule system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The key in rule files.
    pub key: &'static str,
    /// The value.
    pub value: String,
    /// What it means in play.
    pub sentence: String,
    /// Why it means nothing under these rules, if it does not.
    pub idle: Option<&'static str>,
}

/// A dimension in which two rule systems differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The key in rule files.
    pub key: &'static str,
    /// The first system's value.
    pub first: String,
    /// The second system's value.
    pub second: String,
    /// What the difference changes in play, a sentence.
    pub in_play: String,
}

/// Every dimension of a rule system, explained.
#[must_use]
pub fn explain(rules: &Ruleset) -> Vec<Explained> {
    DIMENSIONS
        .iter()
        .map(|row| Explained {
            key: row.key,
            value: (row.get)(rules),
            sentence: (row.sentence)(rules),
            idle: no_effect(rules, row.key),
        })
        .collect()
}

/// The dimensions in which two rule systems differ.
#[must_use]
pub fn diff(first: &Ruleset, second: &Ruleset) -> Vec<Difference> {
    let differs =
        |row: &&Dimension| (row.get)(first) != (row.get)(second) || (row.sentence)(first) != (row.sentence)(second);
    DIMENSIONS
        .iter()
        .filter(differs)
        .map(|row| Difference {
            key: row.key,
            first: (row.get)(first),
            second: (row.get)(second),
            in_play: in_play(row, first, second),
        })
        .collect()
}

fn in_play(row: &Dimension, first: &Ruleset, second: &Ruleset) -> String {
    let sentences = format!("{} / {}", (row.sentence)(first), (row.sentence)(second));
    match (no_effect(first, row.key), no_effect(second, row.key)) {
        (Some(why), Some(_)) => format!("Changes nothing here: {why}."),
        _ => format!("Changes {}. {sentences}", row.stake),
    }
}

/// Why a dimension has no effect on play or margin under these rules; `None` when it has.
#[must_use]
pub fn no_effect(rules: &Ruleset, key: &str) -> Option<&'static str> {
    let superko = !matches!(rules.repetition, Repetition::None | Repetition::Simple);
    let territory = rules.scoring == Scoring::Territory;
    match key {
        "long_cycle" if superko => Some("the repetition rule forbids long cycles"),
        "suicide" if rules.repetition == Repetition::Positional && rules.suicide != Suicide::Forbidden => {
            Some("one stone's suicide leaves the position as it was, which the repetition rule forbids")
        }
        "tax" if rules.scoring == Scoring::Stones => Some("stones can only be placed outside the basic eyes"),
        "neutral" => Some("the margin is the same for all three"),
        "pass_cost" if !territory => Some("prisoners do not count in this scoring"),
        "last_pass" if !territory => Some("prisoners do not count in this scoring"),
        "last_pass" if rules.pass_cost == PassCost::None && rules.last_pass == LastPass::Either => {
            Some("passes cost nothing")
        }
        "resume.clears_history" if !superko => Some("the repetition rule does not look at earlier positions"),
        "resume.first" | "resume.clears_history" | "after_resume" if rules.dead_stones == DeadStones::AllAlive => {
            Some("nothing is agreed on, so nothing can be disputed")
        }
        "handicap_bonus" if territory => Some("it is given in area counting only"),
        _ => None,
    }
}

/// Why a play is refused, with the dimension that forbids it where it is not the same under all rules.
#[must_use]
pub fn refusal(rules: &Ruleset, reason: Illegal) -> String {
    match reason {
        Illegal::OffBoard | Illegal::Occupied(_) => reason.to_string(),
        Illegal::Suicide { .. } => format!("{reason} (suicide = {})", rules.suicide.key()),
        Illegal::Ko | Illegal::Superko { .. } => format!("{reason} (repetition = {})", rules.repetition.key()),
    }
}

/// A rule system as text: name, origin, then key, value and sentence of each dimension. No empty lines.
#[must_use]
pub fn show(rules: &Ruleset) -> String {
    let mut text = rules.name.clone();
    if !rules.about.is_empty() {
        let _ = write!(text, ": {}", rules.about);
    }
    if !rules.aliases.is_empty() {
        let _ = write!(text, "\naliases: {}", rules.aliases.join(", "));
    }
    let rows = explain(rules);
    let key_width = rows.iter().map(|row| row.key.len()).max().unwrap_or(0);
    let value_width = rows.iter().map(|row| row.value.len()).max().unwrap_or(0);
    for row in rows {
        let Explained {
            key, value, sentence, ..
        } = row;
        let _ = write!(text, "\n{key:key_width$}  {value:value_width$}  {sentence}");
        if let Some(why) = row.idle {
            let _ = write!(text, " (No effect here: {why}.)");
        }
    }
    for (class, komi) in &rules.komi.classes {
        let sizes: String = komi
            .by_size
            .iter()
            .map(|(size, komi)| format!(", on {size} {komi}"))
            .collect();
        let key = format!("komi.classes.{class}");
        let _ = write!(text, "\n{key:key_width$}  {:value_width$}  ", komi.even.to_string());
        let _ = write!(text, "The players may choose komi {}{sizes}.", komi.even);
    }
    text
}

/// Two rule systems side by side: the dimensions that differ and what each changes in play. No empty lines.
#[must_use]
pub fn show_diff(first: &Ruleset, second: &Ruleset) -> String {
    let rows = diff(first, second);
    if rows.is_empty() {
        return format!("{} and {} agree in every dimension.", first.name, second.name);
    }
    let width = |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let key_width = width(&mut rows.iter().map(|row| row.key));
    let first_width = width(&mut rows.iter().map(|row| row.first.as_str()).chain([first.name.as_str()]));
    let second_width = width(&mut rows.iter().map(|row| row.second.as_str()).chain([second.name.as_str()]));
    let mut text = format!(
        "{:key_width$}  {:first_width$}  {:second_width$}",
        "", first.name, second.name
    );
    text.truncate(text.trim_end().len());
    for row in &rows {
        let (one, two) = (&row.first, &row.second);
        let line = format!(
            "\n{:key_width$}  {one:first_width$}  {two:second_width$}  {}",
            row.key, row.in_play
        );
        text.push_str(&line);
    }
    text
}

/// Whether two systems mean the same in this dimension. Stones placed freely may stand on the customary points.
pub(super) fn agree(row: &Dimension, first: &Ruleset, second: &Ruleset) -> bool {
    let idle = no_effect(first, row.key).is_some() && no_effect(second, row.key).is_some();
    let announced = row.key == "neutral";
    let placed = |rules: &Ruleset| row.key == "handicap" && rules.handicap != HandicapPlacement::Passes;
    (row.get)(first) == (row.get)(second) || idle && !announced || placed(first) && placed(second)
}

#[cfg(test)]
#[path = "explain_tests.rs"]
mod tests;
