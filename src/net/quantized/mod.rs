//! Convolutions in whole numbers, where the processor adds up four products of bytes at once (VNNI).
//!
//! A block's inputs are never negative, so a byte with a scale for the whole layer holds them; weights are signed bytes
//! with a scale for each output. Sums are exact, so the only loss is in rounding inputs and weights. On an EPYC of the fifth
//! generation a 6x64 network says three to five times as much a second as by [`super::conv`] with vectors of the same width; processors
//! without these instructions do without.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod vnni256;
#[cfg(target_arch = "x86_64")]
mod vnni512;

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

/// Turns a layer, `most` its greatest number, into bytes, negative numbers into zero; the result is what one is worth.
pub(super) fn to_bytes(way: Way, layer: &[Lanes], most: f32, bytes: &mut Vec<Bytes>) -> f32 {
    let most = if most > 1e-9 { most } else { 1e-9 };
    let scale = 255.0 / most;
    bytes.resize(layer.len(), Bytes::zeroed());
    match way {
        #[cfg(target_arch = "x86_64")]
        Way::Vnni512 => vnni512::to_bytes(layer, scale, bytes),
        #[cfg(target_arch = "x86_64")]
        Way::Vnni256 => vnni256::to_bytes(layer, scale, bytes),
        Way::Plain => to_bytes_by_loops(layer, scale, bytes),
    }
    most / 255.0
}

#[inline(always)]
fn to_bytes_by_loops(layer: &[Lanes], scale: f32, bytes: &mut [Bytes]) {
    for (bytes, cell) in bytes.iter_mut().zip(layer) {
        for (byte, &number) in bytes.0.iter_mut().zip(&cell.0) {
            // The sum's last bits are the number, rounded.
            *byte = (number.max(0.0) * scale + ROUNDING).to_bits() as u8;
        }
    }
}

/// From here on floats are whole numbers.
const ROUNDING: f32 = (1 << 23) as f32;

/// What a convolution leaves in a block of its output, negative numbers taken for zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pool {
    /// Over the board.
    pub sum: Lanes,
    /// The greatest number.
    pub most: Lanes,
}

impl Pool {
    pub(super) const NONE: Pool = Pool {
        sum: Lanes::ZERO,
        most: Lanes::ZERO,
    };
}

/// `bias + weights * input` as [`super::conv::Conv`] has it, but that the border of the output is left alone.
pub(super) struct ByteConv<'a> {
    pub grid: Grid,
    pub input: &'a [Bytes],
    /// What one in the input is worth.
    pub scale: f32,
    pub quantized: &'a Quantized,
    pub bias: &'a [Lanes],
    pub output: &'a mut [Lanes],
    /// Whether the result is added to what is there; otherwise it takes its place, negative numbers becoming zero.
    pub adds: bool,
    /// Of what is there then, by output block.
    pub pools: &'a mut [Pool],
}

/// What whole numbers are multiplied by. The fast ones may only be taken from [`Way::all`]: elsewhere their instructions may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// AVX-512 VNNI.
    #[cfg(target_arch = "x86_64")]
    Vnni512,
    /// AVX-VNNI, as desktop processors have it.
    #[cfg(target_arch = "x86_64")]
    Vnni256,
    /// Loops for any processor, to test the others by: slower than floats.
    #[cfg_attr(not(test), expect(dead_code, reason = "only tests want it"))]
    Plain,
}

impl Way {
    /// The fast ways that this processor has, the fastest first.
    pub(super) fn all() -> Vec<Way> {
        let mut ways = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx512f") && has!("avx512vnni") {
                ways.push(Way::Vnni512);
            }
            if has!("avx2") && has!("fma") && has!("avxvnni") {
                ways.push(Way::Vnni256);
            }
        }
        ways
    }

    /// Its name in measurements.
    pub(super) const fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Way::Vnni512 => "net vnni512",
            #[cfg(target_arch = "x86_64")]
            Way::Vnni256 => "net vnni256",
            Way::Plain => "net bytes",
        }
    }
}

impl ByteConv<'_> {
    /// Runs by a way that [`Way::all`] names.
    pub(super) fn run(mut self, way: Way) {
        self.pools.fill(Pool::NONE);
        match way {
            #[cfg(target_arch = "x86_64")]
            Way::Vnni512 => vnni512::convolve(&mut self),
            #[cfg(target_arch = "x86_64")]
            Way::Vnni256 => vnni256::convolve(&mut self),
            Way::Plain => self.run_by_loops(),
        }
    }

    /// The cells of each row in as few tiles of at most so many as can be: first cell and cells of each.
    fn tiles(grid: Grid, most: usize) -> impl Iterator<Item = (usize, usize)> {
        let tiles = grid.width.div_ceil(most);
        grid.rows().flat_map(move |first| {
            (0..tiles).map(move |number| {
                let [start, end] = [number, number + 1].map(|number| grid.width * number / tiles);
                (first + start, end - start)
            })
        })
    }

    /// The same by plain loops, added to the pools.
    fn run_by_loops(&mut self) {
        let cells = self.grid.cells();
        for (out, scales) in self.quantized.scales.iter().enumerate() {
            for cell in self.grid.rows().flat_map(|first| first..first + self.grid.width) {
                let sums = self.sums(out, cell);
                let pool = &mut self.pools[out];
                let output = &mut self.output[out * cells + cell];
                for lane in 0..LANES {
                    let mut number = (sums[lane] as f32).mul_add(scales.0[lane] * self.scale, self.bias[out].0[lane]);
                    if self.adds {
                        number += output.0[lane];
                    }
                    let positive = number.max(0.0);
                    output.0[lane] = if self.adds { number } else { positive };
                    pool.sum.0[lane] += positive;
                    pool.most.0[lane] = pool.most.0[lane].max(positive);
                }
            }
        }
    }

    /// The products of an output block for a cell, added up.
    fn sums(&self, out: usize, cell: usize) -> [i32; LANES] {
        let cells = self.grid.cells();
        let blocks = self.input.len() / cells;
        let taps = self.grid.taps();
        let mut sums = [0; LANES];
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
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::flat;
    use super::super::tests::{layer, squares};
    use super::*;
    use crate::playout::PlayRng;

    #[test]
    fn whole_numbers_come_out_the_same_by_either_way_and_near_the_true_ones() {
        let mut rng = PlayRng::new(11);
        for (width, height) in [(1, 1), (3, 5), (9, 9), (13, 2), (14, 3), (19, 19), (25, 4)] {
            let grid = Grid { width, height };
            let mut input = layer(&mut rng, grid, 2);
            let weights = squares(&mut rng, 2 * 2 * 9);
            let bias = [Lanes([0.5; LANES]); 2];
            let quantized = Quantized::of(&weights, 2);
            let mut bytes = Vec::new();
            let scale = to_bytes(Way::Plain, &input, 1.0, &mut bytes);
            for way in Way::all() {
                let mut found = Vec::new();
                assert_eq!(to_bytes(way, &input, 1.0, &mut found), scale);
                assert_eq!(found, bytes, "{way:?}");
            }
            input
                .iter_mut()
                .for_each(|cell| cell.0 = cell.0.map(|number| number.max(0.0)));
            let mut exact = vec![Lanes::ZERO; 2 * grid.cells()];
            pulp::Arch::new().dispatch(super::super::conv::Conv {
                grid,
                taps: &grid.taps(),
                input: &input,
                weights: &weights,
                bias: &bias,
                output: &mut exact,
            });
            for adds in [false, true] {
                let before = layer(&mut rng, grid, 2);
                let ways = Way::all().into_iter().chain([Way::Plain]);
                let results: Vec<_> = ways
                    .map(|way| {
                        let (mut output, mut pools) = (before.clone(), [Pool::NONE; 2]);
                        let conv = ByteConv {
                            grid,
                            input: &bytes,
                            scale,
                            quantized: &quantized,
                            bias: &bias,
                            output: &mut output,
                            adds,
                            pools: &mut pools,
                        };
                        conv.run(way);
                        (output, pools)
                    })
                    .collect();
                let (plain, _) = &results[results.len() - 1];
                let near = |a: f32, b: f32| (a - b).abs() <= 1e-4 * (1.0 + b.abs());
                let all_near = |a: &[Lanes], b: &[Lanes]| flat(a).iter().zip(flat(b)).all(|(&a, &b)| near(a, b));
                assert!(results.iter().all(|(found, _)| all_near(found, plain)));
                let (mut off, mut size) = (0.0, 0.0);
                for (block, exact) in exact.chunks_exact(grid.cells()).enumerate() {
                    let mut pool = Pool::NONE;
                    for cell in grid.rows().flat_map(|first| first..first + width) {
                        for lane in 0..LANES {
                            let mut wanted = exact[cell].0[lane];
                            let place = block * grid.cells() + cell;
                            wanted += if adds { before[place].0[lane] } else { 0.0 };
                            let found = plain[place].0[lane];
                            off += (found - if adds { wanted } else { wanted.max(0.0) }).powi(2);
                            size += wanted.powi(2);
                            pool.sum.0[lane] += found.max(0.0);
                            pool.most.0[lane] = pool.most.0[lane].max(found);
                        }
                    }
                    for (_, pools) in &results {
                        let found = pools[block];
                        assert!(all_near(&[found.sum, found.most], &[pool.sum, pool.most]));
                    }
                }
                assert!(off < size * 1e-4, "{width}x{height}: {off} of {size}");
                let borders = |layer: &[Lanes]| {
                    let mut layer = layer.to_vec();
                    for block in layer.chunks_exact_mut(grid.cells()) {
                        grid.rows()
                            .for_each(|first| block[first..first + width].fill(Lanes::ZERO));
                    }
                    layer
                };
                for (found, _) in &results {
                    assert_eq!(borders(found), borders(&before), "the border is left alone");
                }
            }
        }
    }
}
