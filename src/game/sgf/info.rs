//! What a record says about its game besides the moves.

use super::komi::{self, KomiText};
use super::parse::{Node, Tree};
use super::result::parse_result;
use crate::rules::{Color, Ruleset, presets};
use crate::score::Outcome;

/// The facts of a game as its root node has them.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Black's name, empty when not given.
    pub black: String,
    /// White's name, empty when not given.
    pub white: String,
    /// The `RU` property, empty when not given.
    pub rules: String,
    /// Points for White, if the record says so readably.
    pub komi: Option<f64>,
    /// Handicap stones; 0 when not given.
    pub handicap: usize,
    /// The result as the record has it.
    pub result: Outcome,
    /// Main time in seconds, if it is given and not negative.
    pub main_time: Option<f64>,
}

/// A player's time after a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeLeft {
    /// Whose.
    pub color: Color,
    /// Seconds.
    pub seconds: f64,
    /// Stones or periods left; 0 in main time.
    pub count: u32,
}

fn positive(text: &str) -> Option<f64> {
    text.parse::<f64>()
        .ok()
        .filter(|value| value.is_finite() && *value >= 0.0)
}

impl Info {
    /// Reads the root of a game.
    #[must_use]
    pub fn of(tree: &Tree) -> Info {
        let empty = Node::default();
        let root = tree.nodes.first().unwrap_or(&empty);
        let text = |name: &str| root.value(name).unwrap_or("").to_string();
        Info {
            black: text("PB"),
            white: text("PW"),
            rules: text("RU"),
            komi: match komi::komi(root) {
                KomiText::Points(points) => Some(points),
                KomiText::Absent | KomiText::Unreadable(_) | KomiText::Doubtful(_) => None,
            },
            handicap: text("HA").parse().unwrap_or(0),
            result: parse_result(&text("RE")),
            main_time: root.value("TM").and_then(positive),
        }
    }

    /// The rule system that `RU` names, if it is known.
    #[must_use]
    pub fn ruleset(&self) -> Option<Ruleset> {
        let first = self.rules.split([',', ';', '(']).next().unwrap_or("");
        let base = presets::find(&self.rules).or_else(|| presets::find(first))?;
        // Only a built-in system may be varied: the text must not make us open files.
        match presets::find(first) {
            Some(_) if self.rules.contains('=') => Some(presets::load_built_in(&self.rules).unwrap_or(base)),
            _ => Some(base),
        }
    }
}

impl Node {
    /// What the players' clocks show after this node's moves. Negative times are no times.
    #[must_use]
    pub fn time_left(&self) -> Vec<TimeLeft> {
        let sides = [(Color::Black, "BL", "OB"), (Color::White, "WL", "OW")];
        let read = |(color, left, count): (Color, &str, &str)| {
            Some(TimeLeft {
                color,
                seconds: self.value(left).and_then(positive)?,
                count: self.value(count).and_then(|text| text.parse().ok()).unwrap_or(0),
            })
        };
        sides.into_iter().filter_map(read).collect()
    }
}
