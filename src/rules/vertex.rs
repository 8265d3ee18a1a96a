//! Where a move goes: a point or a pass, and GTP's text for it.

use super::point::{BoardSize, COLUMN_LETTERS, Point};
use std::fmt;

/// A point to play on, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Vertex {
    /// The turn is given up.
    Pass,
    /// A stone is placed here.
    At(Point),
}

impl Vertex {
    /// The point, unless it is a pass.
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Vertex::Pass => None,
            Vertex::At(point) => Some(point),
        }
    }

    /// Reads `D4` or `pass` in any case; `None` for anything else, `I5` and points off the board included.
    ///
    /// ```
    /// use lanke::rules::{BoardSize, Point, Vertex};
    /// let size = BoardSize::square(19);
    /// assert_eq!(Vertex::parse("j10", size), Some(Vertex::At(Point::new(8, 9))));
    /// assert_eq!(Vertex::parse("PASS", size), Some(Vertex::Pass));
    /// assert_eq!(Vertex::parse("i5", size), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str, size: BoardSize) -> Option<Vertex> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(Vertex::Pass);
        }
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let column = COLUMN_LETTERS.iter().position(|&known| known == letter)?;
        let digits = &text[1..];
        if digits.len() > 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let row = digits.parse::<usize>().ok()?.checked_sub(1)?;
        size.point(column, row).map(Vertex::At)
    }
}

impl From<Point> for Vertex {
    fn from(point: Point) -> Self {
        Vertex::At(point)
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Vertex::Pass => f.write_str("pass"),
            Vertex::At(point) => point.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        let size = BoardSize::square(25);
        for point in size.points() {
            let vertex = Vertex::At(point);
            assert_eq!(Vertex::parse(&vertex.to_string(), size), Some(vertex));
            assert_eq!(Vertex::parse(&vertex.to_string().to_lowercase(), size), Some(vertex));
        }
        assert_eq!(Vertex::parse(&Vertex::Pass.to_string(), size), Some(Vertex::Pass));
    }

    #[test]
    fn what_is_no_vertex_is_refused() {
        let size = BoardSize::square(9);
        for text in [
            "",
            "D",
            "4",
            "I5",
            "A0",
            "Z99",
            "D4x",
            "D-4",
            "D+4",
            "K1",
            "A10",
            "é4",
            "d 4",
            "resign",
            "A99999999999999999999",
        ] {
            assert_eq!(Vertex::parse(text, size), None, "{text}");
        }
    }
}
