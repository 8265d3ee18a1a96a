//! Convolutions in whole numbers, where the processor adds up four products of bytes at once (AVX-512 VNNI).
//!
//! A block's inputs are never negative, so a byte with a scale for the whole layer holds them; weights are signed bytes
//! with a scale for each output. Sums are exact, so the only loss is in rounding inputs and weights. On an EPYC of the fourth
//! generation a convolution takes a quarter of the time of [`super::conv`]'s; other processors do without.
#![allow(unsafe_code)]

use super::conv::Square;
use super::grid::Grid;
use super::lanes::{LANES, Lanes};
use bytemuck::{Pod, Zeroable};
use pulp::{Simd, WithSimd};

/// Input channels whose products are added up at once.
const QUAD: usize = 4;

/// Sixteen channels of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(16))]
pub(super) struct Bytes(pub [u8; LANES]);

/// The weights from four input channels to sixteen outputs: four bytes for each output.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(64))]
struct QuadWeights([i8; QUAD * LANES]);

/// The weights of a convolution as bytes.
#[derive(Clone, Debug)]
pub(super) struct Quantized {
    /// By output block, input block, tap and four input channels.
    weights: Vec<[QuadWeights; LANES / QUAD]>,
    /// What one is worth, by output.
    scales: Vec<Lanes>,
}

impl Quantized {
    pub(super) fn of(weights: &[Square], out_blocks: usize) -> Quantized {
        let mut scales = Vec::with_capacity(out_blocks);
        let mut bytes = Vec::with_capacity(weights.len());
        for squares in weights.chunks_exact(weights.len() / out_blocks) {
            let scale = scale_of(squares.as_flattened());
            scales.push(scale);
            bytes.extend(squares.iter().map(|square| {
                std::array::from_fn(|quad| {
                    QuadWeights(std::array::from_fn(|place| {
                        let (output, channel) = (place / QUAD, quad * QUAD + place % QUAD);
                        to_byte(square[channel].0[output], scale.0[output])
                    }))
                })
            }));
        }
        Quantized { weights: bytes, scales }
    }
}

/// What one is worth in bytes that hold these weights, by output.
pub(super) fn scale_of(weights: &[Lanes]) -> Lanes {
    let mut most = [1e-9_f32; LANES];
    for weights in weights {
        for (most, weight) in most.iter_mut().zip(weights.0) {
            *most = most.max(weight.abs());
        }
    }
    Lanes(most.map(|most| most / f32::from(i8::MAX)))
}

/// The whole number nearest to a weight.
pub(super) fn to_byte(weight: f32, scale: f32) -> i8 {
    (weight / scale).round() as i8
}

/// Turns a layer into bytes; the result is what one is worth.
pub(super) struct ToBytes<'a> {
    /// Not negative.
    pub layer: &'a [Lanes],
    /// The greatest number in it.
    pub most: f32,
    pub bytes: &'a mut Vec<Bytes>,
}

impl WithSimd for ToBytes<'_> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f32 {
        let most = if self.most > 1e-9 { self.most } else { 1e-9 };
        let scale = 255.0 / most;
        self.bytes.resize(self.layer.len(), Bytes::zeroed());
        for (bytes, cell) in self.bytes.iter_mut().zip(self.layer) {
            for (byte, &number) in bytes.0.iter_mut().zip(&cell.0) {
                // The sum's last bits are the number, rounded.
                *byte = (number * scale + ROUNDING).to_bits() as u8;
            }
        }
        most / 255.0
    }
}

/// From here on floats are whole numbers.
const ROUNDING: f32 = (1 << 23) as f32;

/// `output = bias + weights * input` as [`super::conv::Conv`] has it.
pub(super) struct ByteConv<'a> {
    pub grid: Grid,
    pub input: &'a [Bytes],
    /// What one in the input is worth.
    pub scale: f32,
    pub quantized: &'a Quantized,
    pub bias: &'a [Lanes],
    pub output: &'a mut [Lanes],
}

/// Whether this processor has the instructions.
pub(super) fn is_fast() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx512vnni")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

impl ByteConv<'_> {
    /// Runs by the fast instructions where there are any.
    pub(super) fn run(self) {
        #[cfg(target_arch = "x86_64")]
        if is_fast() {
            // SAFETY: the processor has been asked for these features.
            unsafe { self.run_vnni() };
            return;
        }
        self.run_slowly();
    }

    /// The same by plain loops.
    pub(super) fn run_slowly(self) {
        let cells = self.grid.cells();
        let blocks = self.input.len() / cells;
        let taps = self.grid.taps();
        for (out, scales) in self.quantized.scales.iter().enumerate() {
            for cell in self.grid.first()..self.grid.first() + self.grid.span() {
                let mut sums = [0_i32; LANES];
                for block in 0..blocks {
                    for (tap, step) in taps.iter().enumerate() {
                        let input = &self.input[block * cells + cell.wrapping_add_signed(*step)];
                        let quads = &self.quantized.weights[(out * blocks + block) * taps.len() + tap];
                        for (channel, &number) in input.0.iter().enumerate() {
                            for (output, sum) in sums.iter_mut().enumerate() {
                                let weight = quads[channel / QUAD].0[output * QUAD + channel % QUAD];
                                *sum += i32::from(number) * i32::from(weight);
                            }
                        }
                    }
                }
                self.output[out * cells + cell] = Lanes(std::array::from_fn(|lane| {
                    (sums[lane] as f32).mul_add(scales.0[lane] * self.scale, self.bias[out].0[lane])
                }));
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vnni")]
    fn run_vnni(self) {
        use std::arch::x86_64::{
            __m512i, _mm512_cvtepi32_ps, _mm512_dpbusd_epi32, _mm512_fmadd_ps, _mm512_mul_ps, _mm512_set1_epi32,
            _mm512_set1_ps, _mm512_setzero_si512,
        };
        /// Cells in a tile.
        const T: usize = 12;
        let cells = self.grid.cells();
        let (start, span) = (self.grid.first(), self.grid.span());
        let blocks = self.input.len() / cells;
        let taps = self.grid.taps();
        let squares = blocks * taps.len();
        let per_out = self.quantized.weights.chunks_exact(squares);
        for (out, (weights, (scales, bias))) in per_out.zip(self.quantized.scales.iter().zip(self.bias)).enumerate() {
            let scale = _mm512_mul_ps(bytemuck::cast(scales.0), _mm512_set1_ps(self.scale));
            let mut at = 0;
            while at < span {
                let mut sums = [_mm512_setzero_si512(); T];
                let mut squares = weights.iter();
                for block in 0..blocks {
                    for (tap, quads) in taps.iter().zip(&mut squares) {
                        let first = (block * cells + start + at).wrapping_add_signed(*tap);
                        let Some(inputs) = self.input[first..].first_chunk::<T>() else {
                            unreachable!()
                        };
                        for (quad, weights) in quads.iter().enumerate() {
                            let weights: __m512i = bytemuck::cast(weights.0);
                            for t in 0..T {
                                let numbers: &[i32; LANES / QUAD] = bytemuck::cast_ref(&inputs[t]);
                                sums[t] = _mm512_dpbusd_epi32(sums[t], _mm512_set1_epi32(numbers[quad]), weights);
                            }
                        }
                    }
                }
                let begin = out * cells + start + at;
                for t in 0..T {
                    if t < span - at {
                        let sum = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sums[t]), scale, bytemuck::cast(bias.0));
                        self.output[begin + t].0 = bytemuck::cast(sum);
                    }
                }
                at += T;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{layer, squares};
    use super::*;
    use crate::playout::PlayRng;

    #[test]
    fn whole_numbers_come_out_the_same_by_either_way_and_near_the_true_ones() {
        let mut rng = PlayRng::new(11);
        for (width, height) in [(1, 1), (3, 5), (9, 9), (19, 19)] {
            let grid = Grid { width, height };
            let mut input = layer(&mut rng, grid, 2);
            input
                .iter_mut()
                .for_each(|cell| cell.0 = cell.0.map(|number| number.max(0.0)));
            let weights = squares(&mut rng, 2 * 2 * 9);
            let bias = [Lanes([0.5; LANES]); 2];
            let quantized = Quantized::of(&weights, 2);
            let mut bytes = Vec::new();
            let scale = pulp::Arch::new().dispatch(ToBytes {
                layer: &input,
                most: 1.0,
                bytes: &mut bytes,
            });
            let mut outputs = [0, 1].map(|_| vec![Lanes::ZERO; 2 * grid.cells()]);
            for (slowly, output) in outputs.iter_mut().enumerate() {
                let conv = ByteConv {
                    grid,
                    input: &bytes,
                    scale,
                    quantized: &quantized,
                    bias: &bias,
                    output,
                };
                if slowly == 1 { conv.run_slowly() } else { conv.run() }
            }
            let mut exact = vec![Lanes::ZERO; 2 * grid.cells()];
            pulp::Arch::new().dispatch(super::super::conv::Conv {
                grid,
                taps: &grid.taps(),
                input: &input,
                weights: &weights,
                bias: &bias,
                output: &mut exact,
            });
            let (mut off, mut size) = (0.0, 0.0);
            for cell in grid.rows().flat_map(|first| first..first + width) {
                for lane in 0..LANES {
                    let [fast, slow] = [0, 1].map(|way| outputs[way][cell].0[lane]);
                    assert!((fast - slow).abs() <= 1e-5 * (1.0 + slow.abs()), "{fast} {slow}");
                    off += (fast - exact[cell].0[lane]).powi(2);
                    size += exact[cell].0[lane].powi(2);
                }
            }
            assert!(off < size * 1e-4, "{width}x{height}: {off} of {size}");
        }
    }
}
