//! Convolutions in whole numbers, where the processor adds up four products of bytes at once (AVX-512 VNNI).
//!
//! A block's inputs are never negative, so a byte with a scale for the whole layer holds them; weights are signed bytes
//! with a scale for each output. Sums are exact, so the only loss is in rounding inputs and weights. On an EPYC of the fifth
//! generation a 6x64 network says four times as much a second as by [`super::conv`]; other processors do without.
#![allow(unsafe_code)]

use super::conv::Square;
use super::grid::Grid;
use super::lanes::{LANES, Lanes};
use bytemuck::{Pod, Zeroable};

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

/// Turns a layer, none of its numbers negative and `most` the greatest, into bytes; the result is what one is worth.
pub(super) fn to_bytes(layer: &[Lanes], most: f32, bytes: &mut Vec<Bytes>) -> f32 {
    let most = if most > 1e-9 { most } else { 1e-9 };
    let scale = 255.0 / most;
    bytes.resize(layer.len(), Bytes::zeroed());
    #[cfg(target_arch = "x86_64")]
    if is_fast() {
        fast::to_bytes(layer, scale, bytes);
        return most / 255.0;
    }
    to_bytes_slowly(layer, scale, bytes);
    most / 255.0
}

fn to_bytes_slowly(layer: &[Lanes], scale: f32, bytes: &mut [Bytes]) {
    for (bytes, cell) in bytes.iter_mut().zip(layer) {
        for (byte, &number) in bytes.0.iter_mut().zip(&cell.0) {
            // The sum's last bits are the number, rounded.
            *byte = (number * scale + ROUNDING).to_bits() as u8;
        }
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
    pub(super) fn run(mut self) {
        #[cfg(target_arch = "x86_64")]
        if is_fast() {
            fast::convolve(&mut self);
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
}

/// With AVX-512 VNNI.
#[cfg(target_arch = "x86_64")]
mod fast {
    use super::{ByteConv, Bytes, QUAD, QuadWeights};
    use crate::net::lanes::{LANES, Lanes};
    use std::arch::x86_64::{
        __m512i, _mm512_cvtepi32_ps, _mm512_cvtps_epi32, _mm512_cvtusepi32_epi8, _mm512_dpbusd_epi32, _mm512_fmadd_ps,
        _mm512_mul_ps, _mm512_set1_epi32, _mm512_set1_ps, _mm512_setzero_si512,
    };

    /// Cells of a row at a time, so that two output blocks' sums fit into registers.
    const MOST: usize = 13;

    pub(super) fn to_bytes(layer: &[Lanes], scale: f32, bytes: &mut [Bytes]) {
        // SAFETY: only called where the processor has AVX-512.
        unsafe { to_bytes_by_vectors(layer, scale, bytes) }
    }

    #[target_feature(enable = "avx512f")]
    fn to_bytes_by_vectors(layer: &[Lanes], scale: f32, bytes: &mut [Bytes]) {
        let scale = _mm512_set1_ps(scale);
        for (bytes, cell) in bytes.iter_mut().zip(layer) {
            let whole = _mm512_cvtps_epi32(_mm512_mul_ps(bytemuck::cast(cell.0), scale));
            bytes.0 = bytemuck::cast(_mm512_cvtusepi32_epi8(whole));
        }
    }

    /// Two output blocks at a time, so that every input is loaded half as often.
    pub(super) fn convolve(conv: &mut ByteConv<'_>) {
        let outs = conv.bias.len();
        for out in (0..outs - outs % 2).step_by(2) {
            rows::<2>(conv, out);
        }
        if outs % 2 == 1 {
            rows::<1>(conv, outs - 1);
        }
    }

    /// Row by row in one or more tiles of equally many cells, the last of which may overlap the one before.
    fn rows<const O: usize>(conv: &mut ByteConv<'_>, out: usize) {
        let width = conv.grid.width;
        let tile = width.div_ceil(width.div_ceil(MOST));
        for first in conv.grid.rows() {
            for number in 0..width.div_ceil(tile) {
                let start = first + (number * tile).min(width - tile);
                // SAFETY: only called where the processor has AVX-512 VNNI.
                unsafe {
                    match tile {
                        1 => row::<O, 1>(conv, out, start),
                        2 => row::<O, 2>(conv, out, start),
                        3 => row::<O, 3>(conv, out, start),
                        4 => row::<O, 4>(conv, out, start),
                        5 => row::<O, 5>(conv, out, start),
                        6 => row::<O, 6>(conv, out, start),
                        7 => row::<O, 7>(conv, out, start),
                        8 => row::<O, 8>(conv, out, start),
                        9 => row::<O, 9>(conv, out, start),
                        10 => row::<O, 10>(conv, out, start),
                        11 => row::<O, 11>(conv, out, start),
                        12 => row::<O, 12>(conv, out, start),
                        _ => row::<O, MOST>(conv, out, start),
                    }
                }
            }
        }
    }

    /// `T` cells from `start` on of the output blocks from `out` on.
    #[target_feature(enable = "avx512f,avx512vnni")]
    fn row<const O: usize, const T: usize>(conv: &mut ByteConv<'_>, out: usize, start: usize) {
        let cells = conv.grid.cells();
        let blocks = conv.input.len() / cells;
        let taps = conv.grid.taps();
        let squares = blocks * taps.len();
        let weights: [&[[QuadWeights; LANES / QUAD]]; O] =
            std::array::from_fn(|o| &conv.quantized.weights[(out + o) * squares..][..squares]);
        let mut sums = [[_mm512_setzero_si512(); T]; O];
        let mut square = 0;
        for block in 0..blocks {
            for tap in taps {
                let first = (block * cells + start).wrapping_add_signed(tap);
                let Some(inputs) = conv.input[first..].first_chunk::<T>() else {
                    unreachable!()
                };
                for quad in 0..LANES / QUAD {
                    for t in 0..T {
                        let numbers: &[i32; LANES / QUAD] = bytemuck::cast_ref(&inputs[t]);
                        let input = _mm512_set1_epi32(numbers[quad]);
                        for o in 0..O {
                            let weights: __m512i = bytemuck::cast(weights[o][square][quad].0);
                            sums[o][t] = _mm512_dpbusd_epi32(sums[o][t], input, weights);
                        }
                    }
                }
                square += 1;
            }
        }
        for o in 0..O {
            let scale = _mm512_mul_ps(
                bytemuck::cast(conv.quantized.scales[out + o].0),
                _mm512_set1_ps(conv.scale),
            );
            let begin = (out + o) * cells + start;
            for t in 0..T {
                let sum = _mm512_fmadd_ps(
                    _mm512_cvtepi32_ps(sums[o][t]),
                    scale,
                    bytemuck::cast(conv.bias[out + o].0),
                );
                conv.output[begin + t].0 = bytemuck::cast(sum);
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
        for (width, height) in [(1, 1), (3, 5), (9, 9), (13, 2), (14, 3), (19, 19), (25, 4)] {
            let grid = Grid { width, height };
            let mut input = layer(&mut rng, grid, 2);
            input
                .iter_mut()
                .for_each(|cell| cell.0 = cell.0.map(|number| number.max(0.0)));
            let weights = squares(&mut rng, 2 * 2 * 9);
            let bias = [Lanes([0.5; LANES]); 2];
            let quantized = Quantized::of(&weights, 2);
            let mut bytes = Vec::new();
            let scale = to_bytes(&input, 1.0, &mut bytes);
            let mut slowly = vec![Bytes::zeroed(); input.len()];
            to_bytes_slowly(&input, 255.0, &mut slowly);
            assert_eq!(bytes, slowly);
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
