//! Boards drawn in text, both ways.
//!
//! [`draw`] is what `showboard` prints; [`parse`] reads that and the bare form used in tests:
//!
//! ```
//! use lanke::rules::diagram;
//! let board = diagram::board("
//!     . X O .
//!     X . X O
//!     . X O .
//! ");
//! assert_eq!(board.size().to_string(), "4x3");
//! assert_eq!(diagram::board(&diagram::draw(&board, None)), board);
//! ```

use super::board::Board;
use super::color::{ByColor, Color};
use super::point::{BoardSize, COLUMN_LETTERS, Point};
use super::point_set::PointSet;
use super::vertex::Vertex;
use std::fmt::Write;

/// The board with coordinates, top row first; the last move in parentheses, star points as `+`.
#[must_use]
pub fn draw(board: &Board, last: Option<Vertex>) -> String {
    let size = board.size();
    let letters: String = (0..size.width())
        .map(|column| format!(" {}", COLUMN_LETTERS[column] as char))
        .collect();
    let mut text = format!("   {letters}\n");
    for row in (0..size.height()).rev() {
        let _ = write!(text, "{:2} ", row + 1);
        for column in 0..size.width() {
            let point = Point::new(column, row);
            let symbol = match board.stone(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if star_points(size).contains(point) => '+',
                None => '.',
            };
            let opens = last == Some(Vertex::At(point));
            let closes = column > 0 && last == Some(Vertex::At(Point::new(column - 1, row)));
            text.push(if opens {
                '('
            } else if closes {
                ')'
            } else {
                ' '
            });
            text.push(symbol);
        }
        let closes = last == Some(Vertex::At(Point::new(size.width() - 1, row)));
        text.push(if closes { ')' } else { ' ' });
        let _ = writeln!(text, "{}", row + 1);
    }
    text.push_str(&format!("   {letters}"));
    text
}

/// The customary marked points: those of the fixed handicap, on square and rectangular boards of 7 lines or more.
#[must_use]
pub fn star_points(size: BoardSize) -> PointSet {
    let lines = |side: usize| -> Vec<usize> {
        let edge = if side >= 13 { 3 } else { 2 };
        match side {
            0..7 => vec![],
            _ if side % 2 == 1 && side >= 9 => vec![edge, side / 2, side - 1 - edge],
            _ => vec![edge, side - 1 - edge],
        }
    };
    let rows = lines(size.height());
    lines(size.width())
        .iter()
        .flat_map(|&column| rows.iter().map(move |&row| Point::new(column, row)))
        .collect()
}

/// Reads rows of `X x # b` (black), `O o w` (white), `. + ,` (empty), top row first.
///
/// Blanks, row numbers, parentheses and lines of column letters are skipped, so what [`draw`] prints is read
/// back. Stones without liberties are accepted as stones; see [`Board::with_stones`].
///
/// # Errors
/// What is wrong: an unknown character, rows of different length, no rows, or more than 25 of either.
pub fn parse(text: &str) -> Result<(BoardSize, ByColor<PointSet>), String> {
    let mut rows: Vec<Vec<Option<Color>>> = Vec::new();
    for line in text.lines() {
        let bare = line
            .trim()
            .trim_matches(|c: char| c.is_ascii_digit() || c == ' ' || c == '|');
        let letters = bare.replace(' ', "");
        if letters.is_empty() || COLUMN_LETTERS.starts_with(letters.as_bytes()) {
            continue;
        }
        let row = letters
            .chars()
            .filter(|symbol| !"()".contains(*symbol))
            .map(|symbol| match symbol {
                'X' | 'x' | '#' | 'b' => Ok(Some(Color::Black)),
                'O' | 'o' | 'w' => Ok(Some(Color::White)),
                '.' | '+' | ',' => Ok(None),
                other => Err(format!(
                    "unknown character '{other}' in the diagram, expected X, O or ."
                )),
            });
        rows.push(row.collect::<Result<_, _>>()?);
    }
    let width = rows.first().map_or(0, Vec::len);
    if rows.iter().any(|row| row.len() != width) {
        return Err("rows of different length in the diagram".into());
    }
    let size = BoardSize::new(width, rows.len()).ok_or("a diagram needs 1 to 25 rows and columns")?;
    let mut stones = ByColor::<PointSet>::default();
    for (row, cells) in rows.iter().rev().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            if let Some(color) = cell {
                stones[*color].insert(Point::new(column, row));
            }
        }
    }
    Ok((size, stones))
}

/// [`parse`] for diagrams written into tests and documentation.
///
/// # Panics
/// When the diagram is no board or has a chain without liberties.
#[must_use]
pub fn board(text: &str) -> Board {
    let (size, stones) = parse(text).unwrap_or_else(|error| panic!("{error}"));
    Board::with_stones(size, &stones).unwrap_or_else(|chain| panic!("no liberties: {chain:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_board_is_read_back() {
        for side in [1, 2, 9, 13, 19, 25] {
            let mut board = Board::new(BoardSize::square(side));
            let last = board.size().points().nth(side / 2);
            if side > 1 {
                board.play_unchecked(Color::Black, Point::new(0, 1));
                board.play_unchecked(Color::White, last.unwrap());
            }
            let drawing = draw(&board, last.map(Vertex::At));
            assert_eq!(super::board(&drawing), board, "\n{drawing}");
        }
    }

    #[test]
    fn the_last_move_and_the_star_points_are_marked() {
        let mut board = Board::new(BoardSize::square(9));
        board.play_unchecked(Color::Black, Point::new(4, 4));
        let drawing = draw(&board, Some(Vertex::At(Point::new(4, 4))));
        let rows: Vec<&str> = drawing.lines().collect();
        assert_eq!(rows[0], "    A B C D E F G H J");
        assert_eq!(rows[3], " 7  . . + . + . + . . 7");
        assert_eq!(rows[5], " 5  . . + .(X). + . . 5");
    }

    #[test]
    fn what_is_no_board_is_refused_with_the_reason() {
        assert!(parse("").is_err());
        assert!(parse("..\n.").unwrap_err().contains("different length"));
        assert!(parse(".?.").unwrap_err().contains('?'));
    }
}
