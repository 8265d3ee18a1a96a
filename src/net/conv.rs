//! Convolutions over a [`Grid`], by whatever vector instructions the processor has.
//!
//! Written once over pulp's vectors and compiled for AVX-512, AVX2 with FMA, NEON and none; which one runs is decided when the
//! program does. A tile of cells is summed up in registers for sixteen output channels at a time: every weight is loaded once
//! a tile, every input once a tile and block.

use super::grid::Grid;
use super::lanes::{LANES, Lanes};
use pulp::{Simd, WithSimd};

/// The weights from sixteen input channels to sixteen output channels through one tap.
pub(super) type Square = [Lanes; LANES];

/// `output = bias + weights * input` in the cells of the grid's span; what it leaves on the border is not zero.
pub(super) struct Conv<'a> {
    pub grid: Grid,
    /// Steps from a cell to the inputs it takes: nine, or one of length 0.
    pub taps: &'a [isize],
    /// Blocks of cells, zero on the border.
    pub input: &'a [Lanes],
    /// By output block, input block and tap.
    pub weights: &'a [Square],
    /// By output block.
    pub bias: &'a [Lanes],
    pub output: &'a mut [Lanes],
}

impl WithSimd for Conv<'_> {
    type Output = ();

    // Vectors for sixteen lanes and cells for a tile, so that all sums are in registers.
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match S::F32_LANES {
            16 => convolve::<S, 1, 8>(simd, self),
            8 => convolve::<S, 2, 6>(simd, self),
            4 => convolve::<S, 4, 5>(simd, self),
            _ => convolve::<S, 16, 1>(simd, self),
        }
    }
}

#[inline(always)]
pub(super) fn vectors<S: Simd, const V: usize>(lanes: &Lanes) -> &[S::f32s; V] {
    match S::as_simd_f32s(&lanes.0).0.try_into() {
        Ok(vectors) => vectors,
        Err(_) => unreachable!(),
    }
}

#[inline(always)]
pub(super) fn vectors_mut<S: Simd, const V: usize>(lanes: &mut Lanes) -> &mut [S::f32s; V] {
    match S::as_mut_simd_f32s(&mut lanes.0).0.try_into() {
        Ok(vectors) => vectors,
        Err(_) => unreachable!(),
    }
}

#[inline(always)]
fn tile<const T: usize>(block: &[Lanes], first: usize) -> &[Lanes; T] {
    match block[first..first + T].try_into() {
        Ok(tile) => tile,
        Err(_) => unreachable!(),
    }
}

#[inline(always)]
fn convolve<S: Simd, const V: usize, const T: usize>(simd: S, conv: Conv<'_>) {
    let cells = conv.grid.cells();
    let (start, span) = (conv.grid.first(), conv.grid.span());
    let in_blocks = conv.input.len() / cells;
    let squares = in_blocks * conv.taps.len();
    for (out, (weights, bias)) in conv.weights.chunks_exact(squares).zip(conv.bias).enumerate() {
        let bias = *vectors::<S, V>(bias);
        let mut at = 0;
        while at < span {
            let mut sums = [bias; T];
            let mut squares = weights.iter();
            for block in 0..in_blocks {
                for (tap, square) in conv.taps.iter().zip(&mut squares) {
                    let first = (block * cells + start + at).wrapping_add_signed(*tap);
                    let inputs = tile::<T>(conv.input, first);
                    for (channel, weight) in square.iter().enumerate() {
                        let weight = vectors::<S, V>(weight);
                        for t in 0..T {
                            let input = simd.splat_f32s(inputs[t].0[channel]);
                            for v in 0..V {
                                sums[t][v] = simd.mul_add_e_f32s(input, weight[v], sums[t][v]);
                            }
                        }
                    }
                }
            }
            let begin = out * cells + start + at;
            // By constant places only: an index that varies would keep all sums in memory.
            for t in 0..T {
                if t < span - at {
                    *vectors_mut::<S, V>(&mut conv.output[begin + t]) = sums[t];
                }
            }
            at += T;
        }
    }
}

/// Adds to the gradient of a convolution's weights, from its inputs and the gradient of its outputs.
#[cfg(feature = "train")]
pub(super) struct WeightGradient<'a> {
    pub grid: Grid,
    pub taps: &'a [isize],
    /// Zero on the border.
    pub input: &'a [Lanes],
    /// Gradient of the outputs, zero on the border.
    pub output: &'a [Lanes],
    pub weights: &'a mut [Square],
}

#[cfg(feature = "train")]
impl WithSimd for WeightGradient<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match S::F32_LANES {
            16 => correlate::<S, 1, 16>(simd, self),
            8 => correlate::<S, 2, 4>(simd, self),
            4 => correlate::<S, 4, 4>(simd, self),
            _ => correlate::<S, 16, 1>(simd, self),
        }
    }
}

/// Input channels are summed up `T` at a time.
#[cfg(feature = "train")]
#[inline(always)]
fn correlate<S: Simd, const V: usize, const T: usize>(simd: S, gradient: WeightGradient<'_>) {
    let cells = gradient.grid.cells();
    let (start, span) = (gradient.grid.first(), gradient.grid.span());
    let mut squares = gradient.weights.iter_mut();
    for outputs in gradient.output.chunks_exact(cells) {
        let outputs = &outputs[start..start + span];
        for inputs in gradient.input.chunks_exact(cells) {
            for (tap, square) in gradient.taps.iter().zip(&mut squares) {
                let inputs = &inputs[start.wrapping_add_signed(*tap)..][..span];
                for group in 0..LANES / T {
                    let channels = group * T;
                    let mut sums = [[simd.splat_f32s(0.0); V]; T];
                    for (input, output) in inputs.iter().zip(outputs) {
                        let output = vectors::<S, V>(output);
                        for t in 0..T {
                            let input = simd.splat_f32s(input.0[channels + t]);
                            for v in 0..V {
                                sums[t][v] = simd.mul_add_e_f32s(input, output[v], sums[t][v]);
                            }
                        }
                    }
                    for t in 0..T {
                        let weight = vectors_mut::<S, V>(&mut square[channels + t]);
                        for v in 0..V {
                            weight[v] = simd.add_f32s(weight[v], sums[t][v]);
                        }
                    }
                }
            }
        }
    }
}

/// The weights that take a gradient from a convolution's outputs back to its inputs: those of the convolution with taps and
/// channels exchanged.
#[cfg(feature = "train")]
pub(super) fn transposed(weights: &[Square], in_blocks: usize, taps: usize) -> Vec<Square> {
    let out_blocks = weights.len() / (in_blocks * taps);
    let mut result = Vec::with_capacity(weights.len());
    for input in 0..in_blocks {
        for output in 0..out_blocks {
            for tap in (0..taps).rev() {
                let square = &weights[(output * in_blocks + input) * taps + tap];
                result.push(std::array::from_fn(|row| {
                    Lanes(std::array::from_fn(|column| square[column].0[row]))
                }));
            }
        }
    }
    result
}
