//! Reads rule systems from text: TOML files and `key=value` overrides.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::color::Color;
use super::dimension::{DIMENSIONS, Dimension, Values, board_size, dimension, points, set_sized};
use super::rule_error::{RulesetError, nearest};
use super::ruleset::{
    AfterResume, DeadStones, Ending, FirstPassBonus, HandicapBonus, HandicapPlacement, Komi, LastPass, LongCycle,
    Neutral, PassCost, Repetition, ResultUnit, Resume, ResumeFirst, Ruleset, Scoring, SizedKomi, Start, Suicide, Tax,
    Tie,
};
use toml::{Table, Value};

/// Keys that describe a file rather than a dimension, and the short forms of tables.
const OTHER_KEYS: &[&str] = &[
    "base",
    "name",
    "aliases",
    "about",
    "komi",
    "resume",
    "komi.9x9",
    "komi.classes.normal",
];

/// The plainest rules there are: what a system is compared with, and what is under one written in KataGo's words.
pub(super) fn plain(name: &str) -> Ruleset {
    Ruleset {
        name: name.into(),
        aliases: Vec::new(),
        about: String::new(),
        repetition: Repetition::Positional,
        long_cycle: LongCycle::Illegal,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Area,
        tax: Tax::None,
        neutral: Neutral::Nobody,
        pass_cost: PassCost::None,
        last_pass: LastPass::Either,
        ending: Ending::TwoPasses,
        resume: Resume {
            first: ResumeFirst::OpponentOfLastPass,
            clears_history: false,
        },
        after_resume: AfterResume::AgreeAgain,
        dead_stones: DeadStones::Agreed,
        tie: Tie::Draw,
        handicap_tie: None,
        all_pass_draw: false,
        first_pass_bonus: FirstPassBonus::None,
        komi: Komi {
            even: SizedKomi {
                even: 7.5,
                by_size: Vec::new(),
            },
            ..Komi::default()
        },
        handicap: HandicapPlacement::Fixed,
        handicap_bonus: HandicapBonus::None,
        result_unit: ResultUnit::Points,
        self_fill_limit: None,
        first_player: Color::Black,
        start: Start::Empty,
    }
}

/// Reads a rule file; `find_base` knows the systems that `base` may name.
///
/// # Errors
/// The first key or value that is not understood, or the first dimension missing where there is no base.
pub(super) fn read_toml(
    text: &str,
    default_name: &str,
    find_base: impl Fn(&str) -> Option<Ruleset>,
) -> Result<Ruleset, RulesetError> {
    let mut table: Table = text
        .trim_start_matches('\u{feff}')
        .parse()
        .map_err(|error: toml::de::Error| RulesetError::Syntax(error.message().into()))?;
    let base = match table.remove("base") {
        None => None,
        Some(Value::String(name)) => {
            let found = find_base(&name);
            Some(found.ok_or(RulesetError::UnknownPreset {
                name,
                nearest: None,
                files: false,
            })?)
        }
        Some(other) => return Err(bad("base", &other.to_string(), "the name of a preset", None)),
    };
    let has_base = base.is_some();
    let mut rules = base.unwrap_or_else(|| plain(default_name));
    rules.aliases = Vec::new();
    rules.about = match table.remove("about") {
        None => String::new(),
        Some(value) => line("about", value)?,
    };
    rules.name = match table.remove("name") {
        None => default_name.into(),
        Some(value) => line("name", value)?,
    };
    if let Some(value) = table.remove("aliases") {
        let Value::Array(list) = value else {
            return Err(bad("aliases", &value.to_string(), "a list of names", None));
        };
        rules.aliases = list
            .into_iter()
            .map(|alias| line("aliases", alias))
            .collect::<Result<_, _>>()?;
    }
    let mut entries = Vec::new();
    flatten("", Value::Table(table), &mut entries)?;
    for (key, value) in &entries {
        set(&mut rules, key, value)?;
    }
    let given = |wanted: &str| {
        entries
            .iter()
            .any(|(key, _)| key == wanted || wanted.strip_suffix(".even") == Some(key))
    };
    if !has_base && let Some(row) = DIMENSIONS.iter().find(|row| row.required && !given(row.key)) {
        return Err(RulesetError::MissingKey(row.key.into()));
    }
    Ok(rules)
}

/// Writes a complete rule file.
pub(super) fn write_toml(rules: &Ruleset) -> String {
    let quoted = |text: &str| Value::String(text.into()).to_string();
    let mut text = format!("name = {}\n", quoted(&rules.name));
    if !rules.aliases.is_empty() {
        let aliases: Vec<String> = rules.aliases.iter().map(|alias| quoted(alias)).collect();
        text.push_str(&format!("aliases = [{}]\n", aliases.join(", ")));
    }
    if !rules.about.is_empty() {
        text.push_str(&format!("about = {}\n", quoted(&rules.about)));
    }
    text.push('\n');
    let entry = |key: &str, row: &Dimension| {
        let value = (row.get)(rules);
        let is_bare = value.parse::<f64>().is_ok() || value.parse::<bool>().is_ok();
        format!("{key} = {}\n", if is_bare { value } else { quoted(&value) })
    };
    for row in DIMENSIONS.iter().filter(|row| !row.key.contains('.')) {
        text.push_str(&format!("# {}: {}\n", row.about, row.values.describe()));
        text.push_str(&entry(row.key, row));
    }
    for table in ["resume", "komi"] {
        text.push_str(&format!("\n[{table}]\n"));
        let rows = DIMENSIONS
            .iter()
            .filter_map(|row| Some((row.key.strip_prefix(table)?.strip_prefix('.')?, row)));
        for (key, row) in rows {
            text.push_str(&entry(key, row));
        }
    }
    let sizes = |komi: &SizedKomi| -> String {
        let lines = komi.by_size.iter().map(|(size, komi)| format!("{size} = {komi}\n"));
        lines.collect()
    };
    text.push_str(&sizes(&rules.komi.even));
    for (class, komi) in &rules.komi.classes {
        text.push_str(&format!("\n[komi.classes.{}]\neven = {}\n", quoted(class), komi.even));
        text.push_str(&sizes(komi));
    }
    text
}

/// Sets one key from text.
///
/// # Errors
/// The key or the value is not known; nothing has changed then.
pub(super) fn set(rules: &mut Ruleset, key: &str, value: &str) -> Result<(), RulesetError> {
    let value = value.trim().to_lowercase();
    let row_key = if key == "resume" { "resume.first" } else { key };
    if let Some(row) = dimension(row_key) {
        if (row.set)(rules, &value) {
            return Ok(());
        }
        let like = match row.values {
            Values::Words(words) => nearest(&value, words.iter().copied()),
            _ => None,
        };
        return Err(bad(key, &value, &row.values.describe(), like));
    }
    if key != "komi" && !key.starts_with("komi.") {
        return Err(unknown_key(key));
    }
    let number = points(&value).ok_or_else(|| bad(key, &value, &Values::Points.describe(), None))?;
    let parts: Vec<&str> = key.split('.').collect();
    match parts[..] {
        ["komi"] => {
            rules.komi.even = SizedKomi {
                even: number,
                by_size: Vec::new(),
            };
        }
        ["komi", "classes", class] if !class.is_empty() => set_sized(komi_class(rules, class), None, number),
        ["komi", "classes", class, "even"] if !class.is_empty() => set_sized(komi_class(rules, class), None, number),
        ["komi", "classes", class, size] if !class.is_empty() => {
            let size = board_size(size).ok_or_else(|| unknown_key(key))?;
            set_sized(komi_class(rules, class), Some(size), number);
        }
        ["komi", size] => {
            let size = board_size(size).ok_or_else(|| unknown_key(key))?;
            set_sized(&mut rules.komi.even, Some(size), number);
        }
        _ => return Err(unknown_key(key)),
    }
    Ok(())
}

fn komi_class<'a>(rules: &'a mut Ruleset, name: &str) -> &'a mut SizedKomi {
    let classes = &mut rules.komi.classes;
    let index = classes.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
        classes.push((name.into(), SizedKomi::default()));
        classes.len() - 1
    });
    &mut classes[index].1
}

fn unknown_key(key: &str) -> RulesetError {
    let known = DIMENSIONS.iter().map(|row| row.key).chain(OTHER_KEYS.iter().copied());
    let known = known.filter(|known| *known != key);
    RulesetError::UnknownKey {
        key: key.into(),
        nearest: nearest(key, known),
    }
}

pub(super) fn bad(key: &str, value: &str, allowed: &str, nearest: Option<String>) -> RulesetError {
    RulesetError::BadValue {
        key: key.into(),
        value: value.into(),
        allowed: allowed.into(),
        nearest,
    }
}

/// One line of text without control characters: it is printed where a protocol counts lines.
fn line(key: &str, value: Value) -> Result<String, RulesetError> {
    match value {
        Value::String(text)
            if !text.trim().is_empty() && text.chars().count() <= 200 && !text.chars().any(char::is_control) =>
        {
            Ok(text)
        }
        other => Err(bad(key, &other.to_string(), "one line of text", None)),
    }
}

/// Tables become dotted keys.
fn flatten(prefix: &str, value: Value, entries: &mut Vec<(String, String)>) -> Result<(), RulesetError> {
    let text = match value {
        Value::Table(table) => {
            for (key, inner) in table {
                let dotted = if prefix.is_empty() {
                    key
                } else {
                    format!("{prefix}.{key}")
                };
                flatten(&dotted, inner, entries)?;
            }
            return Ok(());
        }
        Value::String(text) => text,
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(flag) => flag.to_string(),
        other => return Err(bad(prefix, &other.to_string(), "a single value", None)),
    };
    entries.push((prefix.into(), text));
    Ok(())
}
