//! The rule systems that come with the program, and the ways to name one.
//!
//! Each system is a file in `configs/rulesets/`, built in. A name may be written in any case, with or without
//! blanks, `-`, `_` and `/`, and with the word "rules" after it.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::dimension::{DIMENSIONS, Dimension};
use super::explain::agree;
use super::rule_error::{RulesetError, nearest};
use super::rule_text;
use super::ruleset::Ruleset;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;

macro_rules! sources {
    ($($name:literal,)+) => {
        &[$(($name, include_str!(concat!("../../configs/rulesets/", $name, ".toml"))),)+]
    };
}

/// Name and text of every built-in file, in the order they are listed to users.
const SOURCES: &[(&str, &str)] = sources![
    "chinese",
    "chinese-simple",
    "cwa",
    "cwa-referee",
    "japanese",
    "korean",
    "aga",
    "aga-button",
    "new_zealand",
    "ing",
    "tromp-taylor",
    "cgos",
    "ideal",
    "ideal-first-move",
    "chen",
    "chen-6.5",
    "living",
    "living-simple",
    "wmsg",
    "arena-area",
    "arena-territory",
    "arena-aga-area",
    "arena-aga-territory",
    "ancient",
    "tang-song",
    "ancient-territory",
    "stone-scoring",
];

/// The largest rule file that is read, in bytes.
const MAX_FILE: u64 = 64 * 1024;

static ALL: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
    let read = SOURCES.iter().map(|(name, _)| built_in(name));
    read.filter_map(Result::ok).collect()
});

/// The name of the rules in force until someone says otherwise.
pub const DEFAULT: &str = "chinese";

/// Every built-in system.
#[must_use]
pub fn all() -> &'static [Ruleset] {
    &ALL
}

/// The built-in system of this name or alias.
#[must_use]
pub fn find(name: &str) -> Option<Ruleset> {
    let wanted = normal(name);
    let named = |rules: &&Ruleset| names(rules).any(|known| normal(known) == wanted);
    ALL.iter().find(named).cloned()
}

/// The system that `NAME`, `FILE.toml` or `preset,key=value,…` describes (a file may stand for the preset).
///
/// # Errors
/// What was not understood, and what it may have been meant for.
pub fn load(spec: &str) -> Result<Ruleset, RulesetError> {
    assemble(spec, load_file).map_err(|error| match error {
        RulesetError::UnknownPreset { name, nearest, .. } => RulesetError::UnknownPreset {
            name,
            nearest,
            files: true,
        },
        other => other,
    })
}

/// [`load`] without files, for texts that strangers may have written: `NAME` or `preset,key=value,…`.
///
/// # Errors
/// As [`load`], and for every file.
pub fn load_built_in(spec: &str) -> Result<Ruleset, RulesetError> {
    assemble(spec, |file| Err(RulesetError::NoFiles(file.into())))
}

fn assemble(spec: &str, load_file: impl Fn(&str) -> Result<Ruleset, RulesetError>) -> Result<Ruleset, RulesetError> {
    let mut parts = spec.split(',').map(str::trim);
    let source = parts.next().unwrap_or_default();
    let mut rules = match find(source) {
        Some(rules) => rules,
        None if is_file_name(source) => load_file(source)?,
        None => return Err(unknown(source)),
    };
    for part in parts.filter(|part| !part.is_empty()) {
        let (key, value) = part
            .split_once('=')
            .ok_or_else(|| RulesetError::NoEquals(part.into()))?;
        let (key, value) = (key.trim().to_lowercase(), value.trim().to_lowercase());
        rule_text::set(&mut rules, &key, &value)?;
        rules.name = format!("{},{key}={value}", rules.name);
        rules.aliases = Vec::new();
    }
    Ok(rules)
}

/// Reads the text of a rule file; `name` is the system's name where the file gives none.
///
/// # Errors
/// As [`load`].
pub fn parse(text: &str, name: &str) -> Result<Ruleset, RulesetError> {
    rule_text::read_toml(text, name, find).map_err(|error| match error {
        RulesetError::UnknownPreset {
            name, nearest: None, ..
        } => unknown(&name),
        other => other,
    })
}

/// A complete rule file of the system; [`parse`] reads it back.
#[must_use]
pub fn to_toml(rules: &Ruleset) -> String {
    rule_text::write_toml(rules)
}

/// Names rules after the preset they are most like, with what differs: `aga,suicide=allowed`. Komi is not compared;
/// what makes no difference in play is no difference.
#[must_use]
pub(super) fn named_by_likeness(mut rules: Ruleset) -> Ruleset {
    let differing = |preset: &Ruleset| -> Vec<&'static Dimension> {
        let rows = DIMENSIONS.iter().filter(|row| !row.key.starts_with("komi"));
        rows.filter(|row| !agree(row, preset, &rules)).collect()
    };
    let nearest = ALL
        .iter()
        .map(|preset| (preset, differing(preset)))
        .min_by_key(|(_, rows)| rows.len());
    if let Some((preset, rows)) = nearest {
        let changes = rows.iter().map(|row| format!(",{}={}", row.key, (row.get)(&rules)));
        let name = std::iter::once(preset.name.clone()).chain(changes).collect();
        (rules.aliases, rules.about) = match rows.is_empty() {
            true => (preset.aliases.clone(), preset.about.clone()),
            false => Default::default(),
        };
        rules.name = name;
    }
    rules
}

/// Whether two names are the same but for case, blanks, `-`, `_`, `/` and a closing "rules".
pub(super) fn same_name(one: &str, other: &str) -> bool {
    normal(one) == normal(other)
}

/// The rules of the default system.
#[must_use]
pub fn default_rules() -> Ruleset {
    find(DEFAULT).unwrap_or_else(|| rule_text::plain(DEFAULT))
}

fn is_file_name(source: &str) -> bool {
    Path::new(source)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

fn load_file(path: &str) -> Result<Ruleset, RulesetError> {
    let within = |error| RulesetError::InFile {
        file: path.into(),
        error: Box::new(error),
    };
    let text = read_limited(path).map_err(|why| within(RulesetError::Unreadable(why)))?;
    let stem = Path::new(path).file_stem().and_then(|stem| stem.to_str());
    parse(&text, stem.unwrap_or("rules")).map_err(within)
}

fn read_limited(path: &str) -> Result<String, String> {
    // Opening a pipe would wait for its writer, perhaps for ever.
    let about = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !about.is_file() {
        return Err("not a regular file".into());
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(format!("longer than {MAX_FILE} bytes, no rule file"));
    }
    String::from_utf8(bytes).map_err(|_| "not UTF-8 text".into())
}

fn built_in(name: &str) -> Result<Ruleset, RulesetError> {
    let source = SOURCES.iter().find(|(known, _)| *known == name);
    let (name, text) = source.ok_or_else(|| unknown(name))?;
    rule_text::read_toml(text, name, |base| built_in(base).ok())
}

fn unknown(name: &str) -> RulesetError {
    let known = ALL.iter().flat_map(names);
    RulesetError::UnknownPreset {
        name: name.into(),
        nearest: nearest(name, known),
        files: false,
    }
}

fn names(rules: &Ruleset) -> impl Iterator<Item = &str> {
    std::iter::once(&rules.name).chain(&rules.aliases).map(String::as_str)
}

/// What is left of a name when case, blanks, `-`, `_`, `/` and a closing "rules" do not count.
fn normal(name: &str) -> String {
    let bare: String = name
        .to_lowercase()
        .chars()
        .filter(|letter| !letter.is_whitespace() && !"-_/".contains(*letter))
        .collect();
    let endings = ["rules", "rule", "ruleset", "规则", "規則"];
    let short = endings.iter().find_map(|ending| bare.strip_suffix(ending));
    match short {
        Some(short) if !short.is_empty() => short.into(),
        _ => bare,
    }
}

#[cfg(test)]
#[path = "presets_tests.rs"]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests;
