//! Intersections and board sizes.
//!
//! A [`Point`] does not know its board: it is a column and a row, so the same point means the same
//! place on every board that has it, and hashes and tables indexed by it are size-independent.
//! [`BoardSize`] knows the borders.

use std::fmt;

/// The largest width and height of a board: GTP's letters end at Z.
pub const MAX_SIDE: usize = 25;

/// The length of a table indexed by [`Point::index`].
pub const POINT_TABLE: usize = MAX_SIDE * 32;

/// An intersection: column and row from the bottom left corner (`A1` is column 0, row 0).
///
/// ```
/// use lanke::rules::Point;
/// let point = Point::new(3, 15);
/// assert_eq!((point.column(), point.row()), (3, 15));
/// assert_eq!(point.to_string(), "D16");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point in this column and row, both counted from 0.
    ///
    /// # Panics
    /// When the column or the row is 25 or more, which no board has.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Point {
        assert!(column < MAX_SIDE && row < MAX_SIDE, "point outside every board");
        Point((row * 32 + column) as u16)
    }

    /// Counted from 0 at the left.
    #[must_use]
    pub const fn column(self) -> usize {
        (self.0 % 32) as usize
    }

    /// Counted from 0 at the bottom.
    #[must_use]
    pub const fn row(self) -> usize {
        (self.0 / 32) as usize
    }

    /// `row * 32 + column`: an index into tables of [`POINT_TABLE`] entries.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The column's letter as GTP writes it: A to Z without I.
pub(crate) const COLUMN_LETTERS: &[u8; MAX_SIDE] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", COLUMN_LETTERS[self.column()] as char, self.row() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Width and height of a board, each from 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// A board of this width and height, or `None` when either is 0 or more than [`MAX_SIDE`].
    #[must_use]
    pub const fn new(width: usize, height: usize) -> Option<BoardSize> {
        if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
            None
        } else {
            Some(BoardSize {
                width: width as u8,
                height: height as u8,
            })
        }
    }

    /// A square board.
    ///
    /// # Panics
    /// When the side is 0 or more than [`MAX_SIDE`]; for sizes known when the program is written.
    #[must_use]
    pub const fn square(side: usize) -> BoardSize {
        match BoardSize::new(side, side) {
            Some(size) => size,
            None => panic!("no such board size"),
        }
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of points.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Whether the point is on this board.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.column() < self.width() && point.row() < self.height()
    }

    /// The point in this column and row, if the board has it.
    #[must_use]
    pub const fn point(self, column: usize, row: usize) -> Option<Point> {
        if column < self.width() && row < self.height() {
            Some(Point::new(column, row))
        } else {
            None
        }
    }

    /// All points in board order: A1, B1, … then A2, B2, …
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height()).flat_map(move |row| (0..self.width()).map(move |column| Point::new(column, row)))
    }

    /// The two to four points joined to this one by a line (fewer on boards of one row or column).
    #[inline]
    pub fn neighbors(self, point: Point) -> impl Iterator<Item = Point> + Clone {
        let (column, row) = (point.column(), point.row());
        let mut points = [point; 4];
        let mut count = 0;
        let mut add = |is_there: bool, index: u16| {
            points[count] = Point(index);
            count += usize::from(is_there);
        };
        add(row + 1 < self.height(), point.0 + 32);
        add(column + 1 < self.width(), point.0 + 1);
        add(row > 0, point.0.wrapping_sub(32));
        add(column > 0, point.0.wrapping_sub(1));
        points.into_iter().take(count)
    }

    /// The points that touch this one diagonally.
    pub fn diagonals(self, point: Point) -> impl Iterator<Item = Point> + Clone {
        let (column, row) = (point.column(), point.row());
        let (up, right) = (row + 1 < self.height(), column + 1 < self.width());
        [
            (up && right).then(|| Point::new(column + 1, row + 1)),
            (up && column > 0).then(|| Point::new(column - 1, row + 1)),
            (row > 0 && right).then(|| Point::new(column + 1, row - 1)),
            (row > 0 && column > 0).then(|| Point::new(column - 1, row - 1)),
        ]
        .into_iter()
        .flatten()
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_their_neighbors_stay_on_the_board() {
        for (width, height) in [(1, 1), (1, 5), (5, 1), (3, 2), (9, 9), (25, 25)] {
            let size = BoardSize::new(width, height).unwrap();
            assert_eq!(size.points().count(), size.area());
            let lines = width * (height - 1) + height * (width - 1);
            let ends: usize = size.points().map(|point| size.neighbors(point).count()).sum();
            assert_eq!(ends, 2 * lines);
            let corners: usize = size.points().map(|point| size.diagonals(point).count()).sum();
            assert_eq!(corners, 4 * (width - 1) * (height - 1));
        }
    }

    #[test]
    fn sizes_outside_one_to_twenty_five_do_not_exist() {
        assert!(BoardSize::new(0, 9).is_none());
        assert!(BoardSize::new(9, 0).is_none());
        assert!(BoardSize::new(26, 9).is_none());
        assert!(BoardSize::new(25, 25).is_some());
    }
}
