//! The way back through all layers that are no convolutions, compiled like [`super::conv`] for each set of vector
//! instructions: by plain loops it took almost as long as all convolutions in bfloat16.

use super::forward::by_size;
use super::grid::Grid;
use super::lanes::{LANES, Lanes, flat};
use pulp::{Simd, WithSimd};

#[inline(always)]
fn vector<S: Simd>(lanes: &Lanes, part: usize) -> S::f32s {
    S::as_simd_f32s(&lanes.0).0[part]
}

#[inline(always)]
fn vector_mut<S: Simd>(lanes: &mut Lanes, part: usize) -> &mut S::f32s {
    &mut S::as_mut_simd_f32s(&mut lanes.0).0[part]
}

/// Lets through what was let through on the way forward.
pub(super) struct Mask<'a> {
    /// Cells in a block.
    pub cells: usize,
    pub gradient: &'a mut [Lanes],
    pub forward: &'a [Lanes],
    /// Becomes the sum over the cells by block: the gradient of whatever was added to all of them.
    pub sums: &'a mut Vec<Lanes>,
}

impl WithSimd for Mask<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let zero = simd.splat_f32s(0.0);
        self.sums.clear();
        let forward = self.forward.chunks_exact(self.cells);
        for (gradient, forward) in self.gradient.chunks_exact_mut(self.cells).zip(forward) {
            let mut sums = Lanes::ZERO;
            for part in 0..LANES / S::F32_LANES {
                let mut sum = zero;
                for (gradient, forward) in gradient.iter_mut().zip(forward) {
                    let gradient = vector_mut::<S>(gradient, part);
                    let is_open = simd.greater_than_f32s(vector::<S>(forward, part), zero);
                    *gradient = simd.select_f32s(is_open, *gradient, zero);
                    sum = simd.add_f32s(sum, *gradient);
                }
                *vector_mut::<S>(&mut sums, part) = sum;
            }
            self.sums.push(sums);
        }
    }
}

/// Adds what comes back to a block's input, and to its pools, to the gradient of the trunk.
pub(super) struct BackThroughInput<'a> {
    pub grid: Grid,
    /// The input: the rectified trunk, zero on the border.
    pub forward: &'a [Lanes],
    pub gradient: &'a [Lanes],
    /// Gradient of the pools.
    pub pools: &'a [f32],
    pub trunk: &'a mut [Lanes],
    /// Becomes the sum of the trunk's gradient over the cells by block.
    pub sums: &'a mut Vec<Lanes>,
}

impl WithSimd for BackThroughInput<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let zero = simd.splat_f32s(0.0);
        let cells = self.grid.cells();
        let channels = self.trunk.len() / cells * LANES;
        let share = 1.0 / self.grid.area() as f32;
        let by_size = by_size(self.grid);
        self.sums.clear();
        let blocks = self.forward.chunks_exact(cells).zip(self.gradient.chunks_exact(cells));
        for (block, (trunk, (forward, gradient))) in self.trunk.chunks_exact_mut(cells).zip(blocks).enumerate() {
            let pool = |kind: usize| &self.pools[kind * channels + block * LANES..][..LANES];
            let (mean, scaled, most) = (pool(0), pool(1), pool(2));
            let mut even = Lanes::ZERO;
            for lane in 0..LANES {
                even.0[lane] = (mean[lane] + scaled[lane] * by_size) * share;
            }
            let (mut sums, mut greatest) = (Lanes::ZERO, Lanes::ZERO);
            let mut places = [0_u32; LANES];
            for part in 0..LANES / S::F32_LANES {
                let even = vector::<S>(&even, part);
                let (mut sum, mut most, mut place) = (zero, zero, simd.splat_u32s(0));
                for (cell, (trunk, (forward, gradient))) in
                    trunk.iter_mut().zip(forward.iter().zip(gradient)).enumerate()
                {
                    let (trunk, forward) = (vector_mut::<S>(trunk, part), vector::<S>(forward, part));
                    let is_greater = simd.greater_than_f32s(forward, most);
                    most = simd.select_f32s(is_greater, forward, most);
                    place = simd.select_u32s(is_greater, simd.splat_u32s(cell as u32), place);
                    let more = simd.add_f32s(vector::<S>(gradient, part), even);
                    let is_open = simd.greater_than_f32s(forward, zero);
                    *trunk = simd.add_f32s(*trunk, simd.select_f32s(is_open, more, zero));
                    sum = simd.add_f32s(sum, *trunk);
                }
                *vector_mut::<S>(&mut sums, part) = sum;
                *vector_mut::<S>(&mut greatest, part) = most;
                S::as_mut_simd_u32s(&mut places).0[part] = place;
            }
            for lane in 0..LANES {
                if greatest.0[lane] > 0.0 {
                    trunk[places[lane] as usize].0[lane] += most[lane];
                    sums.0[lane] += most[lane];
                }
            }
            self.sums.push(sums);
        }
    }
}

/// Through a dense layer: adds to its weights' gradient, and to that of its input.
pub(super) struct BackThroughDense<'a> {
    pub weights: &'a [Lanes],
    pub input: &'a [f32],
    /// Gradient of the output.
    pub output: &'a [Lanes],
    pub gradient: &'a mut [Lanes],
    /// May be empty where nobody asks.
    pub back: &'a mut [f32],
}

impl WithSimd for BackThroughDense<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let blocks = self.output.len();
        for (gradient, &number) in self.gradient.chunks_exact_mut(blocks).zip(self.input) {
            let gradient: &mut [f32] = bytemuck::cast_slice_mut(gradient);
            for (sum, output) in gradient.iter_mut().zip(flat(self.output)) {
                *sum += output * number;
            }
        }
        for (weights, back) in self.weights.chunks_exact(blocks).zip(self.back) {
            let mut sum = simd.splat_f32s(0.0);
            for (weight, output) in weights.iter().zip(self.output) {
                for part in 0..LANES / S::F32_LANES {
                    let (weight, output) = (vector::<S>(weight, part), vector::<S>(output, part));
                    sum = simd.mul_add_e_f32s(weight, output, sum);
                }
            }
            *back += simd.reduce_sum_f32s(sum);
        }
    }
}
