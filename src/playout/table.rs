//! Arrays indexed without a bounds check.

use std::ops::{Index, IndexMut};

/// An array of one entry for each padded point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Table<T, const N: usize>(pub [T; N]);

impl<T, const N: usize> Index<usize> for Table<T, N> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        debug_assert!(index < N);
        // SAFETY: indexes are spots (inner points by construction), their neighbors (at most one row outside
        // the inner points, so inside the border ring), or values of such a table, which hold only these.
        unsafe { self.0.get_unchecked(index) }
    }
}

impl<T, const N: usize> IndexMut<usize> for Table<T, N> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        debug_assert!(index < N);
        // SAFETY: as above.
        unsafe { self.0.get_unchecked_mut(index) }
    }
}
