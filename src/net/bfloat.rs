//! The blocks' convolutions in learning, by products of numbers in bfloat16, two of which the processor adds up at once
//! (AVX-512 BF16).
//!
//! Inputs, weights and gradients are rounded to bfloat16, sums are those of ordinary floats. On an EPYC of the fifth
//! generation a step of a 6x64 network's learning takes half of the time it takes by [`super::conv`]. Only learning does
//! this; what a network says is made of exact numbers or of bytes.
#![allow(unsafe_code)]

use super::conv::Square;
use super::grid::Grid;
use super::lanes::{LANES, Lanes};
use bytemuck::{Pod, Zeroable};

/// Numbers whose products are added up at once.
const PAIR: usize = 2;

/// Cells in a tile of a convolution.
const TILE: usize = 13;

/// Sixteen channels of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(32))]
pub(super) struct Shorts([u16; LANES]);

/// Sixteen pairs of numbers: weights from two input channels to sixteen outputs, or sixteen channels of two cells that
/// follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(64))]
pub(super) struct Pairs([[u16; PAIR]; LANES]);

/// Whether this processor has the instructions.
pub(super) fn is_fast() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512bf16")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

fn short(number: f32) -> u16 {
    half::bf16::from_f32(number).to_bits()
}

fn long(short: u16) -> f32 {
    half::bf16::from_bits(short).to_f32()
}

fn pairs_slowly(first: &Lanes, second: &Lanes) -> Pairs {
    Pairs(std::array::from_fn(|lane| {
        [short(first.0[lane]), short(second.0[lane])]
    }))
}

/// The weights of a convolution, by output block, input block, tap and two input channels.
#[derive(Clone, Debug)]
pub(super) struct ShortWeights(Vec<[Pairs; LANES / PAIR]>);

impl ShortWeights {
    pub(super) fn of(weights: &[Square]) -> ShortWeights {
        #[cfg(target_arch = "x86_64")]
        if is_fast() {
            // SAFETY: the processor has been asked for these features.
            return unsafe { fast::weights(weights) };
        }
        let square =
            |square: &Square| std::array::from_fn(|pair| pairs_slowly(&square[2 * pair], &square[2 * pair + 1]));
        ShortWeights(weights.iter().map(square).collect())
    }
}

/// `output = bias + weights * input` as [`super::conv::Conv`] has it, with nine taps.
pub(super) struct ShortConv<'a> {
    pub grid: Grid,
    pub input: &'a [Lanes],
    pub weights: &'a ShortWeights,
    pub bias: &'a [Lanes],
    pub output: &'a mut [Lanes],
    /// Room for the rounded input.
    pub rounded: &'a mut Vec<Shorts>,
}

impl ShortConv<'_> {
    /// Runs by the fast instructions where there are any.
    pub(super) fn run(self) {
        #[cfg(target_arch = "x86_64")]
        if is_fast() {
            // SAFETY: the processor has been asked for these features.
            unsafe { fast::convolve(self) };
            return;
        }
        self.run_slowly();
    }

    /// The same by plain loops.
    pub(super) fn run_slowly(self) {
        let cells = self.grid.cells();
        let blocks = self.input.len() / cells;
        let taps = self.grid.taps();
        for (out, bias) in self.bias.iter().enumerate() {
            for cell in self.grid.first()..self.grid.first() + self.grid.span() {
                let mut sums = *bias;
                for block in 0..blocks {
                    for (tap, step) in taps.iter().enumerate() {
                        let input = &self.input[block * cells + cell.wrapping_add_signed(*step)];
                        let weights = &self.weights.0[(out * blocks + block) * taps.len() + tap];
                        for (channel, &number) in input.0.iter().enumerate() {
                            let number = long(short(number));
                            for (sum, weight) in sums.0.iter_mut().zip(&weights[channel / PAIR].0) {
                                *sum += number * long(weight[channel % PAIR]);
                            }
                        }
                    }
                }
                self.output[out * cells + cell] = sums;
            }
        }
    }
}

/// Adds to the gradient of a convolution's weights as [`super::conv::WeightGradient`] does, with nine taps.
pub(super) struct ShortWeightGradient<'a> {
    pub grid: Grid,
    /// Zero on the border.
    pub input: &'a [Lanes],
    /// Gradient of the outputs, zero on the border.
    pub output: &'a [Lanes],
    pub weights: &'a mut [Square],
    /// Room for the rounded numbers.
    pub rounded: &'a mut RoundedPairs,
}

/// Cells in pairs, kept so that nothing is allocated.
#[derive(Default)]
pub(super) struct RoundedPairs {
    /// Each cell with the one after it.
    inputs: Vec<Pairs>,
    /// Every second cell of the span with the one after it.
    outputs: Vec<Pairs>,
}

impl ShortWeightGradient<'_> {
    /// Runs by the fast instructions where there are any.
    pub(super) fn run(self) {
        #[cfg(target_arch = "x86_64")]
        if is_fast() {
            // SAFETY: the processor has been asked for these features.
            unsafe { fast::correlate(self) };
            return;
        }
        self.run_slowly();
    }

    /// The same by plain loops.
    pub(super) fn run_slowly(self) {
        let cells = self.grid.cells();
        let taps = self.grid.taps();
        let mut squares = self.weights.iter_mut();
        for outputs in self.output.chunks_exact(cells) {
            for inputs in self.input.chunks_exact(cells) {
                for (step, square) in taps.iter().zip(&mut squares) {
                    for cell in self.grid.first()..self.grid.first() + self.grid.span() {
                        let input = &inputs[cell.wrapping_add_signed(*step)];
                        for (weights, &number) in square.iter_mut().zip(&input.0) {
                            let number = long(short(number));
                            for (weight, &output) in weights.0.iter_mut().zip(&outputs[cell].0) {
                                *weight += number * long(short(output));
                            }
                        }
                    }
                }
            }
        }
    }
}

/// All that asks for the instructions.
#[cfg(target_arch = "x86_64")]
mod fast {
    use super::{Grid, LANES, Lanes, PAIR, Pairs, ShortConv, ShortWeightGradient, ShortWeights, Shorts, Square, TILE};
    use bytemuck::Zeroable;
    use std::arch::x86_64::{
        __m256bh, __m512, __m512bh, __m512i, _mm512_add_ps, _mm512_cvtne2ps_pbh, _mm512_cvtneps_pbh, _mm512_dpbf16_ps,
        _mm512_permutexvar_epi16, _mm512_set1_epi32, _mm512_setzero_ps,
    };
    use std::mem::transmute;

    /// Places of the numbers that stand side by side in [`Pairs`], of two blocks of sixteen.
    const INTERLEAVED: [u16; 2 * LANES] = {
        let mut places = [0; 2 * LANES];
        let mut place = 0;
        while place < 2 * LANES {
            places[place] = (place % 2 * LANES + place / 2) as u16;
            place += 1;
        }
        places
    };

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
    fn pairs(first: &Lanes, second: &Lanes) -> Pairs {
        let both = _mm512_cvtne2ps_pbh(bytemuck::cast(second.0), bytemuck::cast(first.0));
        // SAFETY: both are 64 bytes of plain numbers.
        let both = unsafe { transmute::<__m512bh, __m512i>(both) };
        bytemuck::cast(_mm512_permutexvar_epi16(bytemuck::cast(INTERLEAVED), both))
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn shorts(pairs: &Pairs) -> __m512bh {
        // SAFETY: both are 64 bytes of plain numbers.
        unsafe { transmute::<Pairs, __m512bh>(*pairs) }
    }

    /// The same two numbers sixteen times.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn splat(pair: i32) -> __m512bh {
        // SAFETY: both are 64 bytes of plain numbers.
        unsafe { transmute::<__m512i, __m512bh>(_mm512_set1_epi32(pair)) }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
    pub(super) fn weights(weights: &[Square]) -> ShortWeights {
        let mut result = vec![[Pairs::zeroed(); LANES / PAIR]; weights.len()];
        for (result, square) in result.iter_mut().zip(weights) {
            for (result, [first, second]) in result.iter_mut().zip(square.as_chunks().0) {
                *result = pairs(first, second);
            }
        }
        ShortWeights(result)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
    pub(super) fn convolve(conv: ShortConv<'_>) {
        conv.rounded.resize(conv.input.len(), Shorts::zeroed());
        for (rounded, lanes) in conv.rounded.iter_mut().zip(conv.input) {
            let numbers = _mm512_cvtneps_pbh(bytemuck::cast(lanes.0));
            // SAFETY: both are 32 bytes of plain numbers.
            *rounded = unsafe { transmute::<__m256bh, Shorts>(numbers) };
        }
        let cells = conv.grid.cells();
        let squares = conv.input.len() / cells * conv.grid.taps().len();
        let mut weights = conv.weights.0.chunks_exact(squares);
        let mut biases = conv.bias.iter();
        let mut outputs = conv.output.chunks_exact_mut(cells);
        let mut next = || Some((weights.next()?, biases.next()?, outputs.next()?));
        while let Some((weights, bias, output)) = next() {
            match next() {
                Some((weights_too, bias_too, output_too)) => tiles(
                    conv.grid,
                    conv.rounded,
                    [weights, weights_too],
                    [bias, bias_too],
                    [output, output_too],
                ),
                None => tiles(conv.grid, conv.rounded, [weights], [bias], [output]),
            }
        }
    }

    /// Sums up `B` output blocks, a tile of cells at a time: every weight is loaded once a tile, every input once for all
    /// these blocks.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
    fn tiles<const B: usize>(
        grid: Grid,
        input: &[Shorts],
        weights: [&[[Pairs; LANES / PAIR]]; B],
        bias: [&Lanes; B],
        output: [&mut [Lanes]; B],
    ) {
        let cells = grid.cells();
        let (start, span) = (grid.first(), grid.span());
        let blocks = input.len() / cells;
        let taps = grid.taps();
        let mut begin: [__m512; B] = [bytemuck::cast(bias[0].0); B];
        for b in 1..B {
            begin[b] = bytemuck::cast(bias[b].0);
        }
        let mut at = 0;
        while at < span {
            let mut sums = [begin; TILE];
            for block in 0..blocks {
                for (tap, step) in taps.iter().enumerate() {
                    let first = (block * cells + start + at).wrapping_add_signed(*step);
                    let Some(inputs) = input[first..].first_chunk::<TILE>() else {
                        unreachable!()
                    };
                    let mut squares = [&weights[0][block * taps.len() + tap]; B];
                    for b in 1..B {
                        squares[b] = &weights[b][block * taps.len() + tap];
                    }
                    for pair in 0..LANES / PAIR {
                        for t in 0..TILE {
                            let numbers: &[i32; LANES / PAIR] = bytemuck::cast_ref(&inputs[t]);
                            let input = splat(numbers[pair]);
                            for b in 0..B {
                                sums[t][b] = _mm512_dpbf16_ps(sums[t][b], input, shorts(&squares[b][pair]));
                            }
                        }
                    }
                }
            }
            // By constant places only: an index that varies would keep all sums in memory.
            for t in 0..TILE {
                if t < span - at {
                    for b in 0..B {
                        output[b][start + at + t].0 = bytemuck::cast(sums[t][b]);
                    }
                }
            }
            at += TILE;
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
    pub(super) fn correlate(gradient: ShortWeightGradient<'_>) {
        let grid = gradient.grid;
        let cells = grid.cells();
        let (inputs, outputs) = (&mut gradient.rounded.inputs, &mut gradient.rounded.outputs);
        inputs.resize(gradient.input.len(), Pairs::zeroed());
        for cell in 1..gradient.input.len() {
            inputs[cell - 1] = pairs(&gradient.input[cell - 1], &gradient.input[cell]);
        }
        outputs.clear();
        for output in gradient.output.chunks_exact(cells) {
            // The cell after the last one is border.
            let span = &output[grid.first()..][..grid.span().next_multiple_of(PAIR)];
            for [first, second] in span.as_chunks().0 {
                outputs.push(pairs(first, second));
            }
        }
        let squares = gradient.input.len() / cells * grid.taps().len();
        let mut outputs = outputs.chunks_exact(grid.span().div_ceil(PAIR));
        let mut weights = gradient.weights.chunks_exact_mut(squares);
        let mut next = || Some((outputs.next()?, weights.next()?));
        while let Some((outputs, weights)) = next() {
            match next() {
                Some((outputs_too, weights_too)) => {
                    products::<2, 4>(grid, inputs, [outputs, outputs_too], [weights, weights_too]);
                }
                None => products::<1, 8>(grid, inputs, [outputs], [weights]),
            }
        }
    }

    /// Adds up the products for `B` output blocks; three taps and `C` input channels at a time.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
    fn products<const B: usize, const C: usize>(
        grid: Grid,
        inputs: &[Pairs],
        outputs: [&[Pairs]; B],
        weights: [&mut [Square]; B],
    ) {
        /// Taps in a row.
        const ROW: usize = 3;
        let taps = grid.taps();
        for (block, inputs) in inputs.chunks_exact(grid.cells()).enumerate() {
            for row in 0..taps.len() / ROW {
                let inputs = &inputs[grid.first().wrapping_add_signed(taps[row * ROW])..];
                for channels in (0..LANES).step_by(C) {
                    let mut sums = [[[_mm512_setzero_ps(); B]; C]; ROW];
                    for place in 0..outputs[0].len() {
                        let Some(inputs) = inputs[place * PAIR..].first_chunk::<ROW>() else {
                            unreachable!()
                        };
                        let mut output = [shorts(&outputs[0][place]); B];
                        for b in 1..B {
                            output[b] = shorts(&outputs[b][place]);
                        }
                        for tap in 0..ROW {
                            let numbers: &[i32; LANES] = bytemuck::cast_ref(&inputs[tap]);
                            for c in 0..C {
                                let input = splat(numbers[channels + c]);
                                for b in 0..B {
                                    sums[tap][c][b] = _mm512_dpbf16_ps(sums[tap][c][b], input, output[b]);
                                }
                            }
                        }
                    }
                    for tap in 0..ROW {
                        for c in 0..C {
                            for b in 0..B {
                                let square = &mut weights[b][block * taps.len() + row * ROW + tap];
                                let weight = &mut square[channels + c].0;
                                let sum = _mm512_add_ps(bytemuck::cast(*weight), sums[tap][c][b]);
                                *weight = bytemuck::cast(sum);
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::conv::{Conv, WeightGradient};
    use super::super::tests::{layer, squares};
    use super::*;
    use crate::playout::PlayRng;

    const SIZES: [(usize, usize); 5] = [(1, 1), (2, 3), (7, 4), (9, 9), (19, 19)];

    /// Squares of the difference and of `exact`.
    fn off<'a>(found: impl Iterator<Item = &'a Lanes>, exact: impl Iterator<Item = &'a Lanes>) -> (f32, f32) {
        let (mut off, mut size) = (0.0, 0.0);
        for (found, exact) in found.zip(exact) {
            for (found, exact) in found.0.iter().zip(exact.0) {
                off += (found - exact).powi(2);
                size += exact.powi(2);
            }
        }
        (off, size)
    }

    #[test]
    fn a_convolution_is_that_of_rounded_numbers_and_near_that_of_exact_ones() {
        let mut rng = PlayRng::new(21);
        for (width, height) in SIZES {
            let grid = Grid { width, height };
            for (ins, outs) in [(1, 1), (2, 3), (4, 4)] {
                let input = layer(&mut rng, grid, ins);
                let weights = squares(&mut rng, 9 * ins * outs);
                let bias = squares(&mut rng, 1)[0][..outs].to_vec();
                let mut outputs = [0; 3].map(|_| vec![Lanes::ZERO; outs * grid.cells()]);
                let [fast, slow, exact] = &mut outputs;
                let short = ShortWeights::of(&weights);
                let mut rooms = [Vec::new(), Vec::new()];
                let [room, other] = &mut rooms;
                let conv = |output, rounded| ShortConv {
                    grid,
                    input: &input,
                    weights: &short,
                    bias: &bias,
                    output,
                    rounded,
                };
                conv(fast, room).run();
                conv(slow, other).run_slowly();
                pulp::Arch::new().dispatch(Conv {
                    grid,
                    taps: &grid.taps(),
                    input: &input,
                    weights: &weights,
                    bias: &bias,
                    output: exact,
                });
                let (apart, size) = off(fast.iter(), slow.iter());
                assert!(apart < 1e-10 * size, "{width}x{height}: {apart} of {size}");
                let (apart, size) = off(fast.iter(), exact.iter());
                assert!(apart < 3e-5 * size, "{width}x{height}: {apart} of {size}");
            }
        }
    }

    #[test]
    fn a_gradient_is_that_of_rounded_numbers_and_near_that_of_exact_ones() {
        let mut rng = PlayRng::new(22);
        for (width, height) in SIZES {
            let grid = Grid { width, height };
            for (ins, outs) in [(1, 1), (2, 3), (4, 4)] {
                let (input, output) = (layer(&mut rng, grid, ins), layer(&mut rng, grid, outs));
                let begin = squares(&mut rng, 9 * ins * outs);
                let [mut fast, mut slow, mut exact] = [0; 3].map(|_| begin.clone());
                let [mut room, mut other] = [RoundedPairs::default(), RoundedPairs::default()];
                let gradient = |weights, rounded| ShortWeightGradient {
                    grid,
                    input: &input,
                    output: &output,
                    weights,
                    rounded,
                };
                gradient(&mut fast, &mut room).run();
                gradient(&mut slow, &mut other).run_slowly();
                pulp::Arch::new().dispatch(WeightGradient {
                    grid,
                    taps: &grid.taps(),
                    input: &input,
                    output: &output,
                    weights: &mut exact,
                });
                let (apart, size) = off(fast.iter().flatten(), slow.iter().flatten());
                assert!(apart < 1e-10 * size, "{width}x{height}: {apart} of {size}");
                let (apart, size) = off(fast.iter().flatten(), exact.iter().flatten());
                assert!(apart < 3e-5 * size, "{width}x{height}: {apart} of {size}");
            }
        }
    }
}
