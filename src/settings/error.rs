//! What may be wrong with an option.

use std::fmt;
use std::path::PathBuf;

/// Why an option was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingError {
    /// No option has this name.
    Unknown {
        /// The name given.
        name: String,
        /// The nearest known name.
        nearest: &'static str,
    },
    /// The value is of the wrong kind or out of range.
    Value {
        /// The option.
        name: &'static str,
        /// What may stand there.
        expected: String,
        /// What was given.
        got: String,
    },
    /// The file is no TOML.
    Syntax(String),
    /// The file cannot be read.
    File(PathBuf, String),
    /// A network that was not read when the program started.
    Net(String),
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingError::Unknown { name, nearest } => write!(f, "unknown option '{name}', did you mean '{nearest}'?"),
            SettingError::Value { name, expected, got } => write!(f, "option '{name}' is {expected}, got {got}"),
            SettingError::Syntax(message) => write!(f, "not a TOML file: {message}"),
            SettingError::Net(name) => write!(
                f,
                "network '{name}' was not read when the program started; expected auto, built-in, none or the one given by --net"
            ),
            SettingError::File(path, message) => write!(f, "cannot read {}: {message}", path.display()),
        }
    }
}

impl std::error::Error for SettingError {}
