//! Sixteen numbers side by side, the unit of all arithmetic here.

use bytemuck::{Pod, Zeroable};

/// Channels in a block.
pub(super) const LANES: usize = 16;

/// Sixteen channels of one cell, or sixteen weights.
///
/// Layers keep their channels in blocks of sixteen, a block holding one `Lanes` for each cell of the grid, so that the
/// inner loops of a convolution know all their distances when they are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub [f32; LANES]);

impl Lanes {
    pub(super) const ZERO: Lanes = Lanes([0.0; LANES]);

    #[cfg(feature = "train")]
    #[inline(always)]
    pub(super) fn add(&mut self, other: &Lanes) {
        for (sum, more) in self.0.iter_mut().zip(&other.0) {
            *sum += more;
        }
    }

    #[cfg(all(test, feature = "train"))]
    pub(super) fn add_scaled(&mut self, other: &Lanes, factor: f32) {
        for (sum, more) in self.0.iter_mut().zip(&other.0) {
            *sum += more * factor;
        }
    }

    #[cfg(all(test, feature = "train"))]
    pub(super) fn dot(&self, other: &Lanes) -> f32 {
        self.0.iter().zip(&other.0).map(|(a, b)| a * b).sum()
    }
}

/// The numbers one after the other.
pub(super) fn flat(lanes: &[Lanes]) -> &[f32] {
    bytemuck::cast_slice(lanes)
}
