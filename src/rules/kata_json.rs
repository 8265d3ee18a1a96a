//! Rule systems in KataGo's words: its JSON, its names and its older string of tokens.
//!
//! KataGo's keys keep KataGo's meaning (its `docs/GTP_Extensions.md` and `game/rules.cpp`): `suicide: true`
//! is suicide of several stones only, a missing key is as in its Tromp-Taylor, and under `SIMPLE` a long cycle
//! without a pass is no result. What it has no key for is written under `lanke-` and the key of
//! our rule files, and only where it differs from what the other keys say.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::dimension::{DIMENSIONS, dimension};
use super::explain::no_effect;
use super::presets;
use super::rule_error::{RulesetError, nearest};
use super::rule_text::{self, bad, plain};
use super::ruleset::{
    DeadStones, FirstPassBonus, HandicapBonus, LongCycle, Repetition, ResumeFirst, Ruleset, Scoring, Suicide, Tax,
};
use serde_json::{Map, Value};

/// KataGo's keys, in the order it prints them.
const KEYS: &[&str] = &[
    "friendlyPassOk",
    "hasButton",
    "ko",
    "komi",
    "scoring",
    "suicide",
    "tax",
    "whiteHandicapBonus",
];

/// Names that mean something else to KataGo than to us.
const MEANINGS: &[(&[&str], &str)] = &[
    (&["chinese"], "chinese-simple"),
    (&["new-zealand", "nz"], "new_zealand,suicide=multi-stone"),
    (
        &["ing", "goe"],
        "ing,handicap_bonus=none,tie=draw,handicap_tie=same,komi=7.5,komi.handicap=same",
    ),
];

/// What `kata-set-rules` takes: a name with KataGo's meaning, one of our names, either with overrides
/// (`aga,suicide=allowed`), JSON, or KataGo's string of tokens (`koSIMPLEscoreAREA…`).
///
/// # Errors
/// What was not understood.
pub fn load(text: &str) -> Result<Ruleset, RulesetError> {
    let text = text.trim();
    if text.starts_with('{') {
        return from_json(text);
    }
    let (name, overrides) = text
        .split_once(',')
        .map_or((text, None), |(name, rest)| (name, Some(rest)));
    let meant = MEANINGS
        .iter()
        .find(|(names, _)| names.iter().any(|known| presets::same_name(known, name)))
        .map_or(name, |(_, meaning)| meaning);
    let spec = overrides.map_or_else(|| meant.to_string(), |rest| format!("{meant},{rest}"));
    match presets::load_built_in(&spec) {
        Ok(rules) if meant == name => Ok(rules),
        Ok(rules) => Ok(presets::named_by_likeness(rules)),
        Err(error) => tokens(text).map_or(Err(error), |object| from_object(&object)),
    }
}

/// Reads KataGo's JSON, our extra keys included.
///
/// # Errors
/// No JSON object, or the first key or value that is not known.
pub fn from_json(text: &str) -> Result<Ruleset, RulesetError> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| RulesetError::Syntax(format!("no JSON object: {error}")))?;
    from_object(&object)
}

fn from_object(object: &Map<String, Value>) -> Result<Ruleset, RulesetError> {
    let mut rules = plain("");
    for (key, value) in [
        ("ko", "POSITIONAL"),
        ("scoring", "AREA"),
        ("suicide", "true"),
        ("friendlyPassOk", "false"),
    ] {
        set(&mut rules, key, value)?;
    }
    let (ours, katas): (Vec<_>, Vec<_>) = object.iter().partition(|(key, _)| is_ours(key));
    for (key, value) in &katas {
        set(&mut rules, key, &text_of(key, value)?)?;
    }
    let has = |key: &str| object.contains_key(key);
    if rules.scoring == Scoring::Territory {
        // KataGo settles disputes otherwise; the Japanese way is the customary one.
        rules.resume.first = ResumeFirst::OpponentOfAsker;
        if !has("tax") {
            rules.tax = Tax::Seki;
        }
    }
    // Which of ko and scoring came first does not matter: passing is friendly or not at the end.
    let friendly_pass = object.get("friendlyPassOk").and_then(|value| text_of("", value).ok());
    rules.dead_stones = dead_stones(
        &rules,
        friendly_pass.is_some_and(|text| text.eq_ignore_ascii_case("true")),
    );
    if !has("komi") {
        rules.komi.even.even = match (rules.scoring, rules.first_pass_bonus) {
            (Scoring::Territory, _) => 6.5,
            (_, FirstPassBonus::HalfPoint) => 7.0,
            _ => 7.5,
        };
    }
    for (key, value) in &ours {
        rule_text::set(&mut rules, key.trim_start_matches("lanke-"), &text_of(key, value)?)?;
    }
    Ok(presets::named_by_likeness(rules))
}

/// Whether a JSON key is none of KataGo's: written with `lanke-`, or as in our rule files where KataGo has no such key.
fn is_ours(key: &str) -> bool {
    key.starts_with("lanke-") || dimension(key).is_some() && !KEYS.contains(&key)
}

fn text_of(key: &str, value: &Value) -> Result<String, RulesetError> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Bool(_) | Value::Number(_) => Ok(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => {
            Err(bad(key, &value.to_string(), "a word, a number, true or false", None))
        }
    }
}

/// What `kata-get-rules` prints: KataGo's keys in its order, then our own; komi is not among them.
#[must_use]
pub fn to_json(rules: &Ruleset) -> String {
    let mut object = Map::new();
    for &key in KEYS.iter().filter(|&&key| key != "komi") {
        object.insert(key.into(), kata_value(rules, key));
    }
    if let Ok(understood) = from_object(&object) {
        for row in DIMENSIONS.iter().filter(|row| !row.key.starts_with("komi")) {
            let value = (row.get)(rules);
            let idle = no_effect(rules, row.key).is_some() && no_effect(&understood, row.key).is_some();
            if value != (row.get)(&understood) && !idle {
                object.insert(format!("lanke-{}", row.key), Value::String(value));
            }
        }
    }
    Value::Object(object).to_string()
}

fn kata_value(rules: &Ruleset, key: &str) -> Value {
    let word = match key {
        "friendlyPassOk" => {
            return Value::Bool(rules.dead_stones == DeadStones::Agreed && rules.scoring != Scoring::Territory);
        }
        "hasButton" => return Value::Bool(rules.first_pass_bonus == FirstPassBonus::HalfPoint),
        "suicide" => return Value::Bool(rules.suicide != Suicide::Forbidden),
        "ko" => match rules.repetition {
            Repetition::None | Repetition::Simple => "SIMPLE",
            Repetition::Positional => "POSITIONAL",
            _ => "SITUATIONAL",
        },
        "scoring" if rules.scoring == Scoring::Territory => "TERRITORY",
        "scoring" => "AREA",
        "tax" if rules.scoring == Scoring::Stones => "ALL",
        "tax" => match rules.tax {
            Tax::None => "NONE",
            Tax::Seki => "SEKI",
            Tax::All => "ALL",
        },
        _ => match rules.handicap_bonus {
            HandicapBonus::None => "0",
            HandicapBonus::N => "N",
            HandicapBonus::NMinusOne => "N-1",
        },
    };
    Value::String(word.into())
}

/// What `kata-set-rule KEY VALUE` does: one of KataGo's keys with a value in any case, or one of our keys.
///
/// # Errors
/// The key or value is not known.
pub fn with_rule(rules: &Ruleset, key: &str, value: &str) -> Result<Ruleset, RulesetError> {
    let mut changed = rules.clone();
    if key.starts_with("lanke-") {
        rule_text::set(&mut changed, key.trim_start_matches("lanke-"), value)?;
    } else {
        set(&mut changed, key, value)?;
    }
    Ok(presets::named_by_likeness(changed))
}

/// Whether dead stones are agreed on: friendly passing only says so where the area is counted.
fn dead_stones(rules: &Ruleset, friendly_pass: bool) -> DeadStones {
    if friendly_pass || rules.scoring == Scoring::Territory {
        DeadStones::Agreed
    } else {
        DeadStones::AllAlive
    }
}

fn set(rules: &mut Ruleset, key: &str, value: &str) -> Result<(), RulesetError> {
    let upper = value.trim().to_uppercase();
    let wrong = |allowed: &str| Err(bad(key, value, allowed, nearest(&upper, allowed.split(", "))));
    let flag = match upper.as_str() {
        "TRUE" => Some(true),
        "FALSE" => Some(false),
        _ => None,
    };
    match (key, upper.as_str(), flag) {
        ("ko", "SIMPLE", _) => (rules.repetition, rules.long_cycle) = (Repetition::Simple, LongCycle::Draw),
        ("ko", "POSITIONAL", _) => (rules.repetition, rules.long_cycle) = (Repetition::Positional, LongCycle::Illegal),
        ("ko", "SITUATIONAL", _) => {
            (rules.repetition, rules.long_cycle) = (Repetition::Situational, LongCycle::Illegal)
        }
        ("ko", _, _) => return wrong("SIMPLE, POSITIONAL, SITUATIONAL"),
        ("scoring" | "score", "AREA", _) => {
            if rules.scoring == Scoring::Territory {
                rules.dead_stones = DeadStones::AllAlive;
            }
            rules.scoring = Scoring::Area;
        }
        ("scoring" | "score", "TERRITORY", _) => {
            (rules.scoring, rules.dead_stones) = (Scoring::Territory, DeadStones::Agreed);
        }
        ("scoring" | "score", "STONES", _) => (rules.scoring, rules.tax) = (Scoring::Stones, Tax::All),
        ("scoring" | "score", _, _) => return wrong("AREA, TERRITORY, STONES"),
        ("tax", "NONE", _) => rules.tax = Tax::None,
        ("tax", "SEKI", _) => rules.tax = Tax::Seki,
        ("tax", "ALL", _) => rules.tax = Tax::All,
        ("tax", _, _) => return wrong("NONE, SEKI, ALL"),
        ("suicide", _, Some(false)) => rules.suicide = Suicide::Forbidden,
        ("suicide", _, Some(true)) => rules.suicide = Suicide::MultiStone,
        ("suicide", _, None) => match Suicide::parse(&upper.to_lowercase()) {
            Some(suicide) => rules.suicide = suicide,
            None => return wrong("true, false, forbidden, multi-stone, allowed"),
        },
        ("hasButton", _, Some(true)) => rules.first_pass_bonus = FirstPassBonus::HalfPoint,
        ("hasButton", _, Some(false)) => rules.first_pass_bonus = FirstPassBonus::None,
        ("friendlyPassOk", _, Some(friendly)) => rules.dead_stones = dead_stones(rules, friendly),
        ("hasButton" | "friendlyPassOk", _, None) => return wrong("true, false"),
        ("whiteHandicapBonus", "0", _) => rules.handicap_bonus = HandicapBonus::None,
        ("whiteHandicapBonus", "N", _) => rules.handicap_bonus = HandicapBonus::N,
        ("whiteHandicapBonus", "N-1", _) => rules.handicap_bonus = HandicapBonus::NMinusOne,
        ("whiteHandicapBonus", _, _) => return wrong("0, N-1, N"),
        _ => {
            return rule_text::set(rules, key, value).map_err(|error| match error {
                RulesetError::UnknownKey { key, .. } => RulesetError::UnknownKey {
                    nearest: nearest(&key, KEYS.iter().copied().chain(DIMENSIONS.iter().map(|row| row.key))),
                    key,
                },
                other => other,
            });
        }
    }
    Ok(())
}

/// KataGo's older notation: tokens such as `koSIMPLE`, `taxALL`, `sui0`, `komi6.5` in any order; `None` when the
/// text is nothing of the kind.
fn tokens(text: &str) -> Option<Map<String, Value>> {
    let mut object = Map::new();
    let mut rest: &str = text;
    while !rest.trim_start().is_empty() {
        rest = rest.trim_start();
        if let Some(number) = rest.strip_prefix("komi") {
            let end = number
                .find(|letter: char| !letter.is_ascii_digit() && !"+-.".contains(letter))
                .unwrap_or(number.len());
            let komi: f64 = number[..end].parse().ok()?;
            object.insert("komi".into(), Value::from(komi));
            rest = &number[end..];
            continue;
        }
        let (key, length, meaning) = TOKENS.iter().find_map(|(token, key, words)| {
            let value = rest.strip_prefix(token)?;
            let (word, meaning) = words.iter().find(|(word, _)| value.starts_with(word))?;
            Some((*key, token.len() + word.len(), *meaning))
        })?;
        object.insert(key.into(), Value::String(meaning.into()));
        rest = &rest[length..];
    }
    (!object.is_empty()).then_some(object)
}

type Token = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// Token, KataGo's key, and its values; a longer word stands before one it starts with.
const TOKENS: &[Token] = &[
    (
        "ko",
        "ko",
        &[
            ("POSITIONAL", "POSITIONAL"),
            ("SITUATIONAL", "SITUATIONAL"),
            ("SIMPLE", "SIMPLE"),
            ("SPIGHT", "SPIGHT"),
        ],
    ),
    ("scoring", "scoring", SCORINGS),
    ("score", "scoring", SCORINGS),
    ("tax", "tax", &[("NONE", "NONE"), ("SEKI", "SEKI"), ("ALL", "ALL")]),
    ("sui", "suicide", FLAGS),
    ("button", "hasButton", FLAGS),
    ("whb", "whiteHandicapBonus", &[("N-1", "N-1"), ("N", "N"), ("0", "0")]),
    ("fpok", "friendlyPassOk", FLAGS),
];

const SCORINGS: &[(&str, &str)] = &[("AREA", "AREA"), ("TERRITORY", "TERRITORY")];

const FLAGS: &[(&str, &str)] = &[("0", "false"), ("1", "true")];

#[cfg(test)]
#[path = "kata_json_tests.rs"]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests;
