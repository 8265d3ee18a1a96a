//! Points and moves as two letters.

use super::error::Fault;
use crate::rules::{BoardSize, Point, PointSet, Vertex};

/// A letter's column or row, counted from 0 at the left or the top: `a` to `z`, then `A` to `Z`.
fn place(letter: u8) -> Option<usize> {
    match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    }
}

fn column_and_row(text: &str) -> Result<(usize, usize), Fault> {
    let pair = match text.as_bytes() {
        &[column, row] => place(column).zip(place(row)),
        _ => None,
    };
    pair.ok_or_else(|| Fault::BadPoint(text.to_string()))
}

fn point(text: &str, size: BoardSize) -> Result<Point, Fault> {
    let (column, row) = column_and_row(text)?;
    let from_bottom = size.height().checked_sub(row + 1);
    from_bottom
        .and_then(|row| size.point(column, row))
        .ok_or_else(|| Fault::OffBoard(text.to_string(), size))
}

/// A move. A pass is empty, blank, or `tt` on boards up to 19 lines.
pub(super) fn vertex(text: &str, size: BoardSize) -> Result<Vertex, Fault> {
    let text = text.trim();
    let small = size.width() <= 19 && size.height() <= 19;
    if text.is_empty() || text.eq_ignore_ascii_case("pass") || small && text == "tt" {
        return Ok(Vertex::Pass);
    }
    point(text, size).map(Vertex::At)
}

/// A point of a list, or a rectangle `aa:cc`; nothing when it is empty.
pub(super) fn points(text: &str, size: BoardSize) -> Result<PointSet, Fault> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(PointSet::EMPTY);
    }
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let (from, to) = (point(from.trim(), size)?, point(to.trim(), size)?);
    let columns = from.column().min(to.column())..=from.column().max(to.column());
    let rows = from.row().min(to.row())..=from.row().max(to.row());
    Ok(columns
        .flat_map(|column| rows.clone().map(move |row| Point::new(column, row)))
        .collect())
}

/// The two letters of a point on a board of this size.
#[must_use]
pub fn letters(point: Point, size: BoardSize) -> String {
    let letter = |place: usize| char::from(b'a' + place as u8);
    let row = size.height() - 1 - point.row();
    [letter(point.column()), letter(row)].iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_written_and_read_back() {
        for size in [BoardSize::square(25), BoardSize::square(1)]
            .into_iter()
            .chain(BoardSize::new(17, 3))
        {
            for at in size.points() {
                assert_eq!(vertex(&letters(at, size), size), Ok(Vertex::At(at)));
            }
        }
    }

    #[test]
    fn a_rectangle_may_be_given_by_any_two_opposite_corners() {
        let size = BoardSize::square(9);
        let square = points("aa:cb", size).unwrap();
        assert_eq!(square.len(), 6);
        assert_eq!(points("cb:aa", size).unwrap(), square);
        assert_eq!(points("ab:ca", size).unwrap(), square);
        assert!(points("aa:", size).is_err() && points("aa:zz", size).is_err());
    }
}
