//! What is wrong with a rule system someone asked for.

use std::fmt;

/// Why a rule file or a `--rules` text is refused; the text names what came, what is allowed and what is nearest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesetError {
    /// No preset has this name.
    UnknownPreset {
        /// What was asked for.
        name: String,
        /// The preset it looks like.
        nearest: Option<String>,
        /// Whether a file might have been named instead.
        files: bool,
    },
    /// No rule file has this key.
    UnknownKey {
        /// The key.
        key: String,
        /// The key it looks like.
        nearest: Option<String>,
    },
    /// The key exists but not with this value.
    BadValue {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What is allowed.
        allowed: String,
        /// The allowed value it looks like.
        nearest: Option<String>,
    },
    /// A rule file without `base` lacks this key.
    MissingKey(String),
    /// A part of a `preset,key=value` text has no `=`.
    NoEquals(String),
    /// The text is no TOML or JSON.
    Syntax(String),
    /// Files are not read here.
    NoFiles(String),
    /// The file cannot be read.
    Unreadable(String),
    /// Something is wrong in this file.
    InFile {
        /// As it was named.
        file: String,
        /// What.
        error: Box<RulesetError>,
    },
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesetError::UnknownPreset { name, nearest, files } => {
                write!(f, "unknown rules '{}'", tame(name))?;
                suggest(f, nearest)?;
                f.write_str(match files {
                    true => "; expected a preset's name, a file NAME.toml, or preset,key=value,...",
                    false => "; expected a preset's name or preset,key=value,...",
                })
            }
            RulesetError::UnknownKey { key, nearest } => {
                write!(f, "unknown key '{}'", tame(key))?;
                suggest(f, nearest)
            }
            RulesetError::BadValue {
                key,
                value,
                allowed,
                nearest,
            } => {
                write!(f, "{key} cannot be '{}'", tame(value))?;
                suggest(f, nearest)?;
                write!(f, "; expected {allowed}")
            }
            RulesetError::MissingKey(key) => {
                write!(
                    f,
                    "'{key}' is missing: a rule file without 'base' gives every dimension"
                )
            }
            RulesetError::NoEquals(part) => write!(f, "expected key=value, got '{}'", tame(part)),
            RulesetError::Syntax(what) | RulesetError::Unreadable(what) => f.write_str(&tame(what)),
            RulesetError::NoFiles(file) => write!(
                f,
                "rule files such as '{}' are read only at the start of the program (--rules FILE)",
                tame(file)
            ),
            RulesetError::InFile { file, error } => write!(f, "{}: {error}", tame(file)),
        }
    }
}

impl std::error::Error for RulesetError {}

fn suggest(f: &mut fmt::Formatter<'_>, nearest: &Option<String>) -> fmt::Result {
    nearest
        .as_ref()
        .map_or(Ok(()), |name| write!(f, ", did you mean '{name}'?"))
}

/// Makes foreign text fit for one line of a message: no control characters, at most 200 characters.
fn tame(text: &str) -> String {
    let line: String = text
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .take(200)
        .collect();
    line.trim_end().into()
}

/// The candidate most like the text, if any is like it at all.
pub(super) fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let text: String = text.chars().take(60).collect::<String>().to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| {
            (
                strsim::normalized_damerau_levenshtein(&text, &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|&(likeness, _)| likeness >= 0.5)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate.into())
}
