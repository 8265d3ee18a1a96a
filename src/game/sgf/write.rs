//! A game as FF\[4\] text.

use super::point::letters;
use crate::game::Game;
use crate::rules::{BoardSize, ByColor, Color, PointSet};
use crate::score::Outcome;
use std::fmt::Write;

/// Moves on a line.
const MOVES_PER_LINE: usize = 10;

/// What is written besides the game itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The result, if it is known.
    pub result: Option<Outcome>,
    /// Whose territory is marked at the end; with the dead stones in it.
    pub territory: ByColor<PointSet>,
    /// A comment on the game.
    pub comment: String,
}

/// The game as one game tree, without blank lines. What it says is read back by [`read`](super::read).
#[must_use]
pub fn write(game: &Game, header: &Header) -> String {
    let size = game.size();
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("(;FF[4]GM[1]CA[UTF-8]AP[Lanke:{version}]SZ[");
    if size.width() == size.height() {
        let _ = write!(text, "{}]", size.width());
    } else {
        let _ = write!(text, "{}:{}]", size.width(), size.height());
    }
    property(&mut text, "RU", &game.ruleset().name);
    property(&mut text, "KM", &game.komi().to_string());
    let handicap = game.handicap();
    if handicap.stones >= 2 {
        property(&mut text, "HA", &handicap.stones.to_string());
    }
    if let Some(result) = header.result {
        property(&mut text, "RE", &result.to_string());
    }
    for (name, value) in [("PB", &header.black), ("PW", &header.white), ("C", &header.comment)] {
        if !value.is_empty() {
            property(&mut text, name, value);
        }
    }
    let mut start = game.position().clone();
    while start.undo().is_some() {}
    point_list(&mut text, "AB", start.board().stones(Color::Black), size);
    point_list(&mut text, "AW", start.board().stones(Color::White), size);
    let turns = game.position().turns();
    let is_bare = Color::BOTH.iter().all(|&color| start.board().stones(color).is_empty());
    let first = turns.first().map_or(Color::Black, |turn| turn.color);
    if !is_bare || start.to_move() != first {
        property(&mut text, "PL", &start.to_move().letter().to_string());
    }
    for (index, turn) in turns.iter().enumerate() {
        if index % MOVES_PER_LINE == 0 {
            text.push('\n');
        }
        let place = turn.vertex.point().map_or(String::new(), |point| letters(point, size));
        let _ = write!(text, ";{}[{place}]", turn.color.letter());
    }
    let next = turns.last().map(|turn| turn.color.opponent());
    let ends_out_of_turn = next.is_some_and(|next| next != game.to_move());
    let marks = Color::BOTH.iter().any(|&color| !header.territory[color].is_empty());
    if ends_out_of_turn || marks {
        text.push_str("\n;");
        if ends_out_of_turn {
            property(&mut text, "PL", &game.to_move().letter().to_string());
        }
        point_list(&mut text, "TB", &header.territory.black, size);
        point_list(&mut text, "TW", &header.territory.white, size);
    }
    text.push_str(")\n");
    text
}

fn property(text: &mut String, name: &str, value: &str) {
    let _ = write!(text, "{name}[{}]", escaped(value));
}

/// Only `]` and `\` are escaped; blank lines are closed up, as GTP ends an answer at one.
fn escaped(value: &str) -> String {
    let lines = value.lines().filter(|line| !line.trim().is_empty());
    let value = lines.collect::<Vec<_>>().join("\n");
    with_escapes(&value)
}

/// A property value as it stands between brackets.
pub(super) fn with_escapes(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

fn point_list(text: &mut String, name: &str, points: &PointSet, size: BoardSize) {
    if points.is_empty() {
        return;
    }
    text.push_str(name);
    for point in points.iter() {
        let _ = write!(text, "[{}]", letters(point, size));
    }
}

impl Header {
    /// A header with nothing but the result.
    #[must_use]
    pub fn with_result(result: Outcome) -> Header {
        Header {
            result: Some(result),
            ..Header::default()
        }
    }
}
