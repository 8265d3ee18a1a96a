//! Points of the playout boards.

use super::board::{PlayBoard, stride};
use crate::rules::{Point, Vertex};
use std::fmt;
use std::num::NonZeroU16;

/// A point in the padded layout of [`PlayBoard<N>`](PlayBoard): never one of the border, so that it always has
/// eight neighbors inside the tables. `Option<Spot>` is two bytes, `None` being a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot<const N: usize>(NonZeroU16);

impl<const N: usize> Spot<N> {
    /// A constant, as builds without optimization across modules would take the root at every call.
    const STRIDE: usize = stride(N);

    /// The spot of a point.
    ///
    /// # Panics
    /// When no board of this class has the point.
    #[must_use]
    #[inline]
    pub const fn of(point: Point) -> Spot<N> {
        let (column, row) = (point.column(), point.row());
        assert!(
            column < PlayBoard::<N>::SIDE && row < PlayBoard::<N>::SIDE,
            "point outside the board class"
        );
        match NonZeroU16::new(((row + 1) * Self::STRIDE + column + 1) as u16) {
            Some(index) => Spot(index),
            None => unreachable!(),
        }
    }

    /// Where a vertex goes; `None` for a pass.
    ///
    /// # Panics
    /// When no board of this class has the point.
    #[must_use]
    pub const fn of_vertex(vertex: Vertex) -> Option<Spot<N>> {
        match vertex {
            Vertex::Pass => None,
            Vertex::At(point) => Some(Spot::of(point)),
        }
    }

    /// The point.
    #[must_use]
    #[inline]
    pub const fn point(self) -> Point {
        let index = self.index();
        Point::new(index % Self::STRIDE - 1, index / Self::STRIDE - 1)
    }

    /// The place in tables of `N` entries.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The spot whose [`index`](Spot::index) this is; `None` for 0.
    ///
    /// # Panics
    /// When the index is outside the class.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Option<Spot<N>> {
        assert!(index < N, "index outside the board class");
        match NonZeroU16::new(index as u16) {
            Some(index) => Some(Spot(index)),
            None => None,
        }
    }

    /// The spot with this index, which must be one of an inner point of the class.
    #[inline]
    pub(super) const fn at(index: usize) -> Spot<N> {
        debug_assert!(index > Self::STRIDE && index + Self::STRIDE < N);
        match NonZeroU16::new(index as u16) {
            Some(index) => Spot(index),
            None => unreachable!(),
        }
    }
}

impl<const N: usize> fmt::Display for Spot<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.point().fmt(f)
    }
}

impl<const N: usize> fmt::Debug for Spot<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.point().fmt(f)
    }
}
