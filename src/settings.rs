//! Every option of the program: one row each, with its name, range and help.
//!
//! The rows are what the configuration file, the command line (`--set`), the GTP parameter commands and
//! `configs/default.toml` go by. Precedence: built-in default < file < flag < GTP command.

mod error;

use crate::search::Params;
pub use error::SettingError;
use std::fmt;

/// The effective configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Spec of the rule system: a name, a file, or `name,key=value,…`.
    pub rules: String,
    /// Name reported to the controller.
    pub name: String,
    /// Version reported to the controller; empty for the program's own.
    pub version: String,
    /// Playouts a move; 0 for no limit.
    pub playouts: u64,
    /// Seconds a move when no clock is set; 0 for no limit.
    pub move_time: f64,
    /// Seconds kept in reserve for the way to the server, each move.
    pub lag: f64,
    /// Search threads; 0 for one per core.
    pub threads: usize,
    /// Seed of the random generator; 0 for a fresh one at each start.
    pub seed: u64,
    /// Memory for the search tree, in MiB.
    pub memory_mb: usize,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
    /// Whether to resign lost games.
    pub resign: bool,
    /// Value below which a game counts as lost, 0 to 1.
    pub resign_below: f64,
    /// Lost moves in a row before resigning.
    pub resign_after: u32,
    /// Whether a move that only the repetition or suicide rule forbids is accepted from the controller.
    pub trust_controller: bool,
    /// Folder that loadsgf and printsgf are confined to; empty for no limit.
    pub sgf_dir: String,
    /// Whether to write chat lines for gtp2ogs to stderr.
    pub chat: bool,
    /// Whether to draw the search on GoGui's board while it runs.
    pub live_graphics: bool,
    /// The network: `auto`, `built-in`, `none` or a weights file.
    pub net: String,
    /// The search's own numbers.
    pub search: Params,
}

/// The option `net` where no network is asked.
pub const NO_NET: &str = "none";
/// The option `net` for the network that comes with the program where the processor runs it fast, and none elsewhere.
pub const AUTO_NET: &str = "auto";
/// The option `net` for the network that comes with the program.
pub const BUILT_IN_NET: &str = "built-in";

/// Whether this value of the option `net` is the name of a weights file.
#[must_use]
pub fn is_net_file(name: &str) -> bool {
    ![NO_NET, AUTO_NET, BUILT_IN_NET].contains(&name)
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            rules: "chinese".into(),
            name: "Lanke".into(),
            version: String::new(),
            playouts: 0,
            move_time: 2.0,
            lag: 0.2,
            threads: 1,
            seed: 0,
            memory_mb: 256,
            ponder: false,
            resign: true,
            resign_below: 0.08,
            resign_after: 3,
            trust_controller: false,
            sgf_dir: String::new(),
            chat: false,
            live_graphics: false,
            net: AUTO_NET.into(),
            search: Params::default(),
        }
    }
}

/// What may stand in an option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number in this range.
    Integer(u64, u64),
    /// A number in this range.
    Float(f64, f64),
    /// Any text.
    Text,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Bool => f.write_str("true or false"),
            Kind::Integer(low, high) if *high >= u64::from(u32::MAX) => write!(f, "a whole number from {low}"),
            Kind::Integer(low, high) => write!(f, "a whole number from {low} to {high}"),
            Kind::Float(low, high) => write!(f, "a number from {low} to {high}"),
            Kind::Text => f.write_str("text"),
        }
    }
}

/// A typed value of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Of a [`Kind::Bool`].
    Bool(bool),
    /// Of a [`Kind::Integer`].
    Integer(u64),
    /// Of a [`Kind::Float`].
    Float(f64),
    /// Of a [`Kind::Text`].
    Text(String),
}

impl fmt::Display for Value {
    /// As TOML writes it, except that text has no quotes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => value.fmt(f),
            Value::Integer(value) => value.fmt(f),
            Value::Float(value) => write!(f, "{value:?}"),
            Value::Text(value) => f.write_str(value),
        }
    }
}

/// Converts between a field and a [`Value`].
trait Field {
    fn show(&self) -> Value;
    fn store(&mut self, value: Value);
}

macro_rules! field {
    ($type:ty, $variant:ident, $($as:ty)?) => {
        impl Field for $type {
            fn show(&self) -> Value {
                Value::$variant(self.clone() $(as $as)?)
            }
            fn store(&mut self, value: Value) {
                if let Value::$variant(value) = value {
                    *self = value as $type;
                }
            }
        }
    };
}

field!(bool, Bool,);
field!(u64, Integer,);
field!(u32, Integer, u64);
field!(usize, Integer, u64);
field!(f64, Float,);

impl Field for String {
    fn show(&self) -> Value {
        Value::Text(self.clone())
    }
    fn store(&mut self, value: Value) {
        if let Value::Text(value) = value {
            *self = value;
        }
    }
}

/// One option.
pub struct Row {
    /// Its key in files and commands.
    pub name: &'static str,
    /// What may stand there.
    pub kind: Kind,
    /// What it does, in a sentence or two.
    pub help: &'static str,
    get: fn(&Settings) -> Value,
    set: fn(&mut Settings, Value),
}

impl Row {
    /// The option's present value.
    #[must_use]
    pub fn get(&self, settings: &Settings) -> Value {
        (self.get)(settings)
    }
}

macro_rules! row {
    ($name:literal, $($field:ident).+, $kind:expr, $help:literal) => {
        Row {
            name: $name,
            kind: $kind,
            help: $help,
            get: |settings| settings.$($field).+.show(),
            set: |settings, value| settings.$($field).+.store(value),
        }
    };
}

const HUGE: u64 = u64::MAX >> 1;

/// All options, in the order of `configs/default.toml`.
pub const ROWS: &[Row] = &[
    row!(
        "rules",
        rules,
        Kind::Text,
        "Rule system: a name from `lanke rules list`, a file, or name,key=value,…"
    ),
    row!("name", name, Kind::Text, "Name reported to the controller."),
    row!(
        "version",
        version,
        Kind::Text,
        "Version reported to the controller; empty for the program's own."
    ),
    row!(
        "playouts",
        playouts,
        Kind::Integer(0, HUGE),
        "Playouts a move; 0 for no limit."
    ),
    row!(
        "move_time",
        move_time,
        Kind::Float(0.0, 1e6),
        "Seconds a move when no clock is set; 0 for no limit."
    ),
    row!(
        "lag",
        lag,
        Kind::Float(0.0, 60.0),
        "Seconds kept in reserve for the way to the server, each move."
    ),
    row!(
        "threads",
        threads,
        Kind::Integer(0, 256),
        "Search threads; 0 for one per core."
    ),
    row!(
        "seed",
        seed,
        Kind::Integer(0, HUGE),
        "Seed of the random generator; 0 for a fresh one at each start."
    ),
    row!(
        "memory_mb",
        memory_mb,
        Kind::Integer(8, 1 << 20),
        "Memory for the search tree, in MiB."
    ),
    row!("ponder", ponder, Kind::Bool, "Whether to think on the opponent's time."),
    row!("resign", resign, Kind::Bool, "Whether to resign lost games."),
    row!(
        "resign_below",
        resign_below,
        Kind::Float(0.0, 0.5),
        "Value below which a game counts as lost."
    ),
    row!(
        "resign_after",
        resign_after,
        Kind::Integer(1, 1000),
        "Lost moves in a row before resigning."
    ),
    row!(
        "trust_controller",
        trust_controller,
        Kind::Bool,
        "Whether a move that only the repetition or suicide rule forbids is accepted from the controller, with a warning."
    ),
    row!(
        "sgf_dir",
        sgf_dir,
        Kind::Text,
        "Folder that loadsgf and printsgf are confined to; empty for no limit."
    ),
    row!(
        "chat",
        chat,
        Kind::Bool,
        "Whether to write chat lines for gtp2ogs to stderr."
    ),
    row!(
        "live_graphics",
        live_graphics,
        Kind::Bool,
        "Whether to draw the running search on GoGui's board, through stderr."
    ),
    row!(
        "rave_equivalence",
        search.rave_equivalence,
        Kind::Float(0.0, 1e9),
        "Visits at which a move's own results count as much as its first-play statistics; 0 switches these off."
    ),
    row!(
        "expand_visits",
        search.expand_visits,
        Kind::Integer(1, 1000),
        "Visits of a leaf before its children are made."
    ),
    row!(
        "exploration",
        search.exploration,
        Kind::Float(0.0, 100.0),
        "Weight of the exploration term; first-play statistics and priors explore already."
    ),
    row!(
        "margin_share",
        search.margin_share,
        Kind::Float(0.0, 1.0),
        "Share of the margin in the value of a playout, the rest being who wins."
    ),
    row!(
        "prior_even",
        search.prior_even,
        Kind::Float(0.1, 1e6),
        "Equivalent visits at an even result that every move starts with."
    ),
    row!(
        "prior_wins",
        search.prior_wins,
        Kind::Float(0.0, 1e6),
        "Equivalent wins of a move that is certain to be played; others by the square root of their probability."
    ),
    row!(
        "light_playouts",
        search.light_playouts,
        Kind::Bool,
        "Whether playouts are uniformly random instead of following the full policy."
    ),
    row!(
        "net",
        net,
        Kind::Text,
        "Network: auto (built-in where the processor has VNNI, else none), built-in, none, or a weights file."
    ),
    row!(
        "net_share",
        search.net_share,
        Kind::Float(0.0, 1.0),
        "Share of the network in the value of a leaf, the rest being the playout's."
    ),
    row!(
        "net_exploration",
        search.net_exploration,
        Kind::Float(0.0, 100.0),
        "Weight of the network's policy in the choice of moves."
    ),
    row!(
        "net_reduction",
        search.net_reduction,
        Kind::Float(0.0, 10.0),
        "How much less than its parent an unvisited move is believed to be worth, by the root of the policy visited."
    ),
    row!(
        "net_expand_visits",
        search.net_expand_visits,
        Kind::Integer(0, 1000),
        "Visits of a leaf before the network is asked and its children are made."
    ),
    row!(
        "lent_per_stone",
        search.lent_per_stone,
        Kind::Float(0.0, 100.0),
        "Points lent to White in the search for each handicap stone on 19x19, less and less until the middle game."
    ),
];

/// The row of a name.
///
/// # Errors
/// The nearest known name when there is none.
pub fn find(name: &str) -> Result<&'static Row, SettingError> {
    ROWS.iter().find(|row| row.name == name).ok_or_else(|| {
        let near = |row: &&Row| (strsim::jaro_winkler(name, row.name) * 1e6) as u64;
        SettingError::Unknown {
            name: name.into(),
            nearest: ROWS.iter().max_by_key(near).map_or("rules", |row| row.name),
        }
    })
}

impl Settings {
    /// Sets one option from text, as GTP and `--set` give it.
    ///
    /// # Errors
    /// Unknown name or unfit value; nothing has changed.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), SettingError> {
        let row = find(name)?;
        let value = match row.kind {
            Kind::Bool => text.parse().map(Value::Bool).ok(),
            Kind::Integer(..) => text.parse().map(Value::Integer).ok(),
            Kind::Float(..) => text.parse().map(Value::Float).ok(),
            Kind::Text => Some(Value::Text(text.into())),
        };
        self.store(row, value, || format!("'{text}'"))
    }

    fn store(&mut self, row: &'static Row, value: Option<Value>, got: impl Fn() -> String) -> Result<(), SettingError> {
        let fits = match (&value, row.kind) {
            (Some(Value::Integer(value)), Kind::Integer(low, high)) => (low..=high).contains(value),
            (Some(Value::Float(value)), Kind::Float(low, high)) => (low..=high).contains(value),
            (Some(_), _) => true,
            (None, _) => false,
        };
        match value.filter(|_| fits) {
            Some(value) => {
                (row.set)(self, value);
                Ok(())
            }
            None => Err(SettingError::Value {
                name: row.name,
                expected: row.kind.to_string(),
                got: got(),
            }),
        }
    }

    /// Reads a configuration text over the present values.
    ///
    /// # Errors
    /// The first unknown key or unfit value; nothing has changed.
    pub fn read_toml(&mut self, text: &str) -> Result<(), SettingError> {
        let table: toml::Table = text
            .parse()
            .map_err(|error: toml::de::Error| SettingError::Syntax(error.to_string()))?;
        let mut fresh = self.clone();
        for (name, entry) in &table {
            let row = find(name)?;
            let value = match (row.kind, entry) {
                (Kind::Bool, toml::Value::Boolean(value)) => Some(Value::Bool(*value)),
                (Kind::Integer(..), toml::Value::Integer(value)) => u64::try_from(*value).ok().map(Value::Integer),
                (Kind::Float(..), toml::Value::Float(value)) => Some(Value::Float(*value)),
                (Kind::Float(..), toml::Value::Integer(value)) => Some(Value::Float(*value as f64)),
                (Kind::Text, toml::Value::String(value)) => Some(Value::Text(value.clone())),
                _ => None,
            };
            fresh.store(row, value, || entry.to_string())?;
        }
        *self = fresh;
        Ok(())
    }

    /// The configuration as a commented TOML text; the shipped `configs/default.toml` is that of the defaults.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut text =
            String::from("# Every option of lanke with its help and value. Start it with `lanke --config FILE`.\n");
        for row in ROWS {
            let value = match row.get(self) {
                Value::Text(value) => toml::Value::String(value).to_string(),
                value => value.to_string(),
            };
            text.push_str(&format!("\n# {} ({})\n{} = {value}\n", row.help, row.kind, row.name));
        }
        text
    }
}
