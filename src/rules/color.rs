//! The two colors, and pairs of things indexed by them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};

/// A player, and the color of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Moves first unless the ruleset or a handicap says otherwise.
    Black,
    /// Receives komi.
    White,
}

impl Color {
    /// Both colors, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `B` or `W`, as results and SGF write it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }

    /// 0 for Black, 1 for White; for arrays that cannot use [`ByColor`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Reads `b`, `black`, `w` or `white`, in any case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Color> {
        if text.eq_ignore_ascii_case("b") || text.eq_ignore_ascii_case("black") {
            Some(Color::Black)
        } else if text.eq_ignore_ascii_case("w") || text.eq_ignore_ascii_case("white") {
            Some(Color::White)
        } else {
            None
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// One `T` for each color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ByColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Builds both from a function of the color.
    pub fn from_fn(mut f: impl FnMut(Color) -> T) -> Self {
        ByColor {
            black: f(Color::Black),
            white: f(Color::White),
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_in_any_case_and_nothing_else_is() {
        for text in ["b", "B", "black", "BLACK", "Black"] {
            assert_eq!(Color::parse(text), Some(Color::Black));
        }
        for text in ["w", "W", "white", "wHite"] {
            assert_eq!(Color::parse(text), Some(Color::White));
        }
        for text in ["", "bl", "blacks", "empty", "x"] {
            assert_eq!(Color::parse(text), None);
        }
    }

    #[test]
    fn the_opponent_of_the_opponent_is_oneself() {
        for color in Color::BOTH {
            assert_ne!(color.opponent(), color);
            assert_eq!(color.opponent().opponent(), color);
        }
    }
}
