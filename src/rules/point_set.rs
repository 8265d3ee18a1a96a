//! Sets of points, one 32-bit word a row.

use super::point::{BoardSize, MAX_SIDE, Point};
use std::fmt;

/// A set of points; the empty set by default. Copying it is a 100-byte move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointSet {
    rows: [u32; MAX_SIDE],
}

impl PointSet {
    /// The set without points.
    pub const EMPTY: PointSet = PointSet { rows: [0; MAX_SIDE] };

    /// Every point of a board.
    #[must_use]
    pub fn all(size: BoardSize) -> PointSet {
        let mut set = PointSet::EMPTY;
        for row in &mut set.rows[..size.height()] {
            *row = (1 << size.width()) - 1;
        }
        set
    }

    /// Whether the point is in the set.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.rows[point.row()] >> point.column() & 1 == 1
    }

    /// Puts the point in; true when it was not there before.
    pub fn insert(&mut self, point: Point) -> bool {
        let fresh = !self.contains(point);
        self.rows[point.row()] |= 1 << point.column();
        fresh
    }

    /// Takes the point out; true when it was there.
    pub fn remove(&mut self, point: Point) -> bool {
        let there = self.contains(point);
        self.rows[point.row()] &= !(1 << point.column());
        there
    }

    /// Number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether there is no point in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The first point in board order.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        let row = self.rows.iter().position(|&row| row != 0)?;
        Some(Point::new(self.rows[row].trailing_zeros() as usize, row))
    }

    /// The points in board order: A1, B1, … then A2, …
    pub fn iter(&self) -> impl Iterator<Item = Point> + Clone + use<> {
        Points {
            rows: self.rows,
            row: 0,
        }
    }

    fn zip(&self, other: &PointSet, f: impl Fn(u32, u32) -> u32) -> PointSet {
        let mut set = PointSet::EMPTY;
        for (out, (&a, &b)) in set.rows.iter_mut().zip(self.rows.iter().zip(&other.rows)) {
            *out = f(a, b);
        }
        set
    }

    /// Points in either set.
    #[must_use]
    pub fn union(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a | b)
    }

    /// Points in both sets.
    #[must_use]
    pub fn intersection(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & b)
    }

    /// Points of this set that are not in the other.
    #[must_use]
    pub fn difference(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether the sets share a point.
    #[must_use]
    pub fn intersects(&self, other: &PointSet) -> bool {
        self.rows.iter().zip(&other.rows).any(|(a, b)| a & b != 0)
    }

    /// Whether every point of this set is in the other.
    #[must_use]
    pub fn is_subset(&self, other: &PointSet) -> bool {
        self.rows.iter().zip(&other.rows).all(|(a, b)| a & !b == 0)
    }

    /// The points of the board next to a point of the set, those of the set itself left out.
    #[must_use]
    pub fn border(&self, size: BoardSize) -> PointSet {
        let rows = &self.rows;
        let mut set = PointSet::EMPTY;
        for row in 0..size.height() {
            let below = if row > 0 { rows[row - 1] } else { 0 };
            let above = if row + 1 < MAX_SIDE { rows[row + 1] } else { 0 };
            let around = below | above | rows[row] << 1 | rows[row] >> 1;
            set.rows[row] = around & !rows[row] & ((1 << size.width()) - 1);
        }
        set
    }

    /// The points of the set that touch another point of it.
    #[must_use]
    pub fn without_lonely(&self, size: BoardSize) -> PointSet {
        let rows = &self.rows;
        let mut set = PointSet::EMPTY;
        for row in 0..size.height() {
            let below = if row > 0 { rows[row - 1] } else { 0 };
            let above = if row + 1 < MAX_SIDE { rows[row + 1] } else { 0 };
            set.rows[row] = rows[row] & (below | above | rows[row] << 1 | rows[row] >> 1);
        }
        set
    }

    /// The connected part of `within` that contains `start` (empty when `start` is not in it).
    #[must_use]
    pub fn flood(start: Point, within: &PointSet, size: BoardSize) -> PointSet {
        let mut found = PointSet::EMPTY;
        if !within.contains(start) {
            return found;
        }
        found.insert(start);
        loop {
            let more = found.border(size).intersection(within);
            if more.is_empty() {
                return found;
            }
            found = found.union(&more);
        }
    }

    /// The set's connected parts, in board order of their first points.
    #[must_use]
    pub fn parts(&self, size: BoardSize) -> Vec<PointSet> {
        let mut rest = *self;
        let mut parts = Vec::new();
        while let Some(start) = rest.first() {
            let part = PointSet::flood(start, &rest, size);
            rest = rest.difference(&part);
            parts.push(part);
        }
        parts
    }
}

/// The points still to come, in board order.
#[derive(Clone)]
struct Points {
    rows: [u32; MAX_SIDE],
    row: usize,
}

impl Iterator for Points {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        while self.row < MAX_SIDE {
            let rest = &mut self.rows[self.row];
            if *rest != 0 {
                let column = rest.trailing_zeros() as usize;
                *rest &= *rest - 1;
                return Some(Point::new(column, self.row));
            }
            self.row += 1;
        }
        None
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in_and_lists_it_in_board_order() {
        let points = [Point::new(4, 2), Point::new(0, 0), Point::new(24, 24), Point::new(3, 2)];
        let mut set: PointSet = points.into_iter().collect();
        assert_eq!(set.len(), 4);
        assert!(!set.insert(Point::new(4, 2)));
        let listed: Vec<String> = set.iter().map(|point| point.to_string()).collect();
        assert_eq!(listed, ["A1", "D3", "E3", "Z25"]);
        assert!(set.remove(Point::new(0, 0)) && !set.remove(Point::new(0, 0)));
        assert_eq!(set.first(), Some(Point::new(3, 2)));
    }

    #[test]
    fn border_and_flood_follow_the_lines_and_stop_at_the_edge() {
        let size = BoardSize::new(25, 2).unwrap();
        let corner: PointSet = [Point::new(24, 1)].into_iter().collect();
        let border: Vec<String> = corner.border(size).iter().map(|point| point.to_string()).collect();
        assert_eq!(border, ["Z1", "Y2"]);
        let all = PointSet::all(size);
        assert_eq!(PointSet::flood(Point::new(0, 0), &all, size), all);
        let wall: PointSet = [Point::new(5, 0), Point::new(5, 1)].into_iter().collect();
        let sides = all.difference(&wall).parts(size);
        assert_eq!(sides.iter().map(PointSet::len).collect::<Vec<_>>(), [10, 38]);
    }
}
