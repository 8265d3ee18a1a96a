//! The gradient of a loss with respect to every weight, by going back through the layers.

use super::bfloat::{RoundedPairs, ShortWeightGradient, ShortWeights, Shorts};
use super::conv::{Square, WeightGradient, transposed};
use super::forward::{Blocks, Runner, Trace, by_size};
use super::input::Input;
use super::lanes::{LANES, Lanes, flat};
use super::model::{Layout, Model, POOLS};
use pulp::Arch;
use std::ops::Range;

/// Weights for the way back, made anew after every step of learning.
pub(super) struct Transposed {
    /// First and second convolution of each block.
    blocks: Vec<[Vec<Square>; 2]>,
    /// Where they are faster; then `blocks` is empty.
    short: Option<Short>,
    head: Vec<Square>,
    points: Vec<Square>,
}

/// The blocks' convolutions in bfloat16, first and second of each.
struct Short {
    forward: Vec<[ShortWeights; 2]>,
    back: Vec<[ShortWeights; 2]>,
}

impl Transposed {
    /// The blocks in bfloat16 if `short`.
    pub(super) fn of(model: &Model, layout: &Layout, short: bool) -> Transposed {
        let trunk = model.shape().trunk();
        let of = |range: &Range<usize>, in_blocks, taps| transposed(model.squares(range), in_blocks, taps);
        let blocks = layout.blocks.iter().map(|block| [&block.first, &block.second]);
        let back = blocks.clone().map(|block| block.map(|range| of(range, trunk, 9)));
        Transposed {
            blocks: if short { Vec::new() } else { back.clone().collect() },
            short: short.then(|| Short {
                forward: blocks
                    .map(|block| block.map(|range| ShortWeights::of(model.squares(range))))
                    .collect(),
                back: back
                    .map(|block| block.map(|weights| ShortWeights::of(&weights)))
                    .collect(),
            }),
            head: of(&layout.head.weights, trunk, 1),
            points: of(&layout.head.points, layout.head.bias.len(), 1),
        }
    }
}

impl Transposed {
    /// What the way forward is made with.
    pub(super) fn forward(&self) -> Blocks<'_> {
        self.short
            .as_ref()
            .map_or(Blocks::Exact, |short| Blocks::Short(&short.forward))
    }
}

/// Numbers on the way back, kept between positions.
#[derive(Default)]
pub(super) struct Way {
    trunk: Vec<Lanes>,
    input: Vec<Lanes>,
    middle: Vec<Lanes>,
    head: Vec<Lanes>,
    hidden: Vec<Lanes>,
    pools: Vec<f32>,
    zeros: Vec<Lanes>,
    rounded: Vec<Shorts>,
    pairs: RoundedPairs,
}

/// What goes back through one position.
pub(super) struct Back<'a> {
    pub model: &'a Model,
    pub layout: &'a Layout,
    pub transposed: &'a Transposed,
    pub arch: Arch,
    pub input: &'a Input,
    pub trace: &'a Trace,
    /// The gradient of all weights, added to.
    pub gradient: &'a mut [Lanes],
}

impl Back<'_> {
    /// From the loss's gradient by the outputs, zero on the border, to that by the weights.
    pub(super) fn run(&mut self, points: &[Lanes], value: &[f32; LANES], way: &mut Way) {
        let (layout, trace) = (self.layout, self.trace);
        let grid = self.input.grid;
        let last = layout.blocks.len();
        let trunk = self.model.shape().trunk();
        way.zeros.resize(trunk.max(layout.head.bias.len()), Lanes::ZERO);
        way.trunk.clear();
        way.trunk.resize(trunk * grid.cells(), Lanes::ZERO);
        way.pools.clear();
        way.pools.resize(POOLS * self.model.shape().channels, 0.0);

        self.back_through_value(value, way);

        self.weights(&layout.head.points, &[0], &trace.head, points);
        self.bias(&layout.head.points_bias, points);
        way.head.resize(trace.head.len(), Lanes::ZERO);
        let head_blocks = layout.head.bias.len();
        self.conv(
            &self.transposed.points,
            &way.zeros[..head_blocks],
            points,
            &mut way.head,
        );
        mask(&mut way.head, &trace.head);
        self.weights(&layout.head.weights, &[0], &trace.inputs[last], &way.head);
        let sums = self.bias(&layout.head.bias, &way.head);
        self.back_through_dense(&layout.head.pool, &trace.pools[last], &sums, &mut way.pools);
        way.input.resize(way.trunk.len(), Lanes::ZERO);
        self.conv(&self.transposed.head, &way.zeros[..trunk], &way.head, &mut way.input);
        self.back_through_rectified(last, way);

        for (number, block) in layout.blocks.iter().enumerate().rev() {
            self.bias(&block.second_bias, &way.trunk);
            self.block_weights(&block.second, &trace.middles[number], &way.trunk, &mut way.pairs);
            way.middle.resize(way.trunk.len(), Lanes::ZERO);
            self.block_conv((number, 1), &way.trunk, &mut way.middle, &way.zeros, &mut way.rounded);
            mask(&mut way.middle, &trace.middles[number]);
            let sums = self.bias(&block.first_bias, &way.middle);
            way.pools.fill(0.0);
            self.back_through_dense(&block.pool, &trace.pools[number], &sums, &mut way.pools);
            self.block_weights(&block.first, &trace.inputs[number], &way.middle, &mut way.pairs);
            self.block_conv((number, 0), &way.middle, &mut way.input, &way.zeros, &mut way.rounded);
            self.back_through_rectified(number, way);
        }
        self.weights(&layout.stem.weights, &grid.taps(), &self.input.planes, &way.trunk);
        let sums = self.bias(&layout.stem.bias, &way.trunk);
        self.dense_weights(&layout.stem.globals, &self.input.globals, &sums);
    }

    fn back_through_value(&mut self, value: &[f32; LANES], way: &mut Way) {
        let layout = &self.layout.value;
        let hidden = &self.trace.hidden;
        let outer = [Lanes(*value)];
        self.gradient[layout.output_bias.start].add(&outer[0]);
        self.dense_weights(&layout.output, flat(hidden), &outer);
        way.hidden.clear();
        way.hidden.resize(hidden.len(), Lanes::ZERO);
        let weights = self.model.lanes(&layout.output);
        for (place, weight) in weights.iter().enumerate() {
            way.hidden[place / LANES].0[place % LANES] = weight.dot(&outer[0]);
        }
        mask(&mut way.hidden, hidden);
        for (sum, more) in self.gradient[layout.hidden_bias.clone()].iter_mut().zip(&way.hidden) {
            sum.add(more);
        }
        let pools = &self.trace.pools[self.layout.blocks.len()];
        self.back_through_dense(&layout.hidden, pools, &way.hidden, &mut way.pools);
    }

    /// Adds what comes back through a block's input, [`Way::input`] and [`Way::pools`], to the trunk's gradient.
    fn back_through_rectified(&self, number: usize, way: &mut Way) {
        let grid = self.input.grid;
        let input = &self.trace.inputs[number];
        let channels = self.model.shape().channels;
        let share = 1.0 / grid.area() as f32;
        for (block, (gradient, input)) in way
            .input
            .chunks_exact_mut(grid.cells())
            .zip(input.chunks_exact(grid.cells()))
            .enumerate()
        {
            let pool = |kind: usize| {
                let first = kind * channels + block * LANES;
                &way.pools[first..first + LANES]
            };
            let (mean, scaled, most) = (pool(0), pool(1), pool(2));
            let even = Lanes(std::array::from_fn(|lane| {
                (mean[lane] + scaled[lane] * by_size(grid)) * share
            }));
            let greatest: [usize; LANES] = std::array::from_fn(|lane| {
                let mut place = 0;
                for (cell, lanes) in input.iter().enumerate() {
                    if lanes.0[lane] > input[place].0[lane] {
                        place = cell;
                    }
                }
                place
            });
            for (lane, &cell) in greatest.iter().enumerate() {
                gradient[cell].0[lane] += most[lane];
            }
            for lanes in gradient {
                lanes.add(&even);
            }
        }
        mask(&mut way.input, input);
        for (sum, more) in way.trunk.iter_mut().zip(&way.input) {
            sum.add(more);
        }
    }

    fn runner(&self) -> Runner {
        Runner {
            arch: self.arch,
            grid: self.input.grid,
        }
    }

    fn conv(&self, weights: &[Square], zeros: &[Lanes], output: &[Lanes], input: &mut [Lanes]) {
        self.runner().conv_by(weights, zeros, output, input);
    }

    /// Back through a block's first or second convolution.
    fn block_conv(
        &self,
        (block, number): (usize, usize),
        output: &[Lanes],
        input: &mut [Lanes],
        zeros: &[Lanes],
        rounded: &mut Vec<Shorts>,
    ) {
        let zeros = &zeros[..self.model.shape().trunk()];
        match &self.transposed.short {
            Some(short) => {
                let weights = &short.back[block][number];
                self.runner().conv_short(weights, zeros, output, rounded, input);
            }
            None => self.conv(&self.transposed.blocks[block][number], zeros, output, input),
        }
    }

    fn block_weights(&mut self, range: &Range<usize>, input: &[Lanes], output: &[Lanes], rounded: &mut RoundedPairs) {
        let grid = self.input.grid;
        if self.transposed.short.is_none() {
            return self.weights(range, &grid.taps(), input, output);
        }
        ShortWeightGradient {
            grid,
            input,
            output,
            weights: self.gradient[range.clone()].as_chunks_mut().0,
            rounded,
        }
        .run();
    }

    fn weights(&mut self, range: &Range<usize>, taps: &[isize], input: &[Lanes], output: &[Lanes]) {
        self.arch.dispatch(WeightGradient {
            grid: self.input.grid,
            taps,
            input,
            output,
            weights: self.gradient[range.clone()].as_chunks_mut().0,
        });
    }

    /// Adds up a layer's gradient over the board, for its bias and whatever else was added to all cells.
    fn bias(&mut self, range: &Range<usize>, output: &[Lanes]) -> Vec<Lanes> {
        let sums: Vec<Lanes> = output
            .chunks_exact(self.input.grid.cells())
            .map(|block| {
                let mut sum = Lanes::ZERO;
                block.iter().for_each(|lanes| sum.add(lanes));
                sum
            })
            .collect();
        for (sum, more) in self.gradient[range.clone()].iter_mut().zip(&sums) {
            sum.add(more);
        }
        sums
    }

    fn dense_weights(&mut self, range: &Range<usize>, input: &[f32], output: &[Lanes]) {
        let weights = &mut self.gradient[range.clone()];
        for (weights, &number) in weights.chunks_exact_mut(output.len()).zip(input) {
            for (weight, output) in weights.iter_mut().zip(output) {
                weight.add_scaled(output, number);
            }
        }
    }

    /// Through a dense layer: its weights' gradient, and what comes back to its input is added there.
    fn back_through_dense(&mut self, range: &Range<usize>, input: &[f32], output: &[Lanes], back: &mut [f32]) {
        self.dense_weights(range, input, output);
        let weights = self.model.lanes(range);
        for (weights, sum) in weights.chunks_exact(output.len()).zip(back) {
            *sum += weights
                .iter()
                .zip(output)
                .map(|(weight, output)| weight.dot(output))
                .sum::<f32>();
        }
    }
}

/// Lets through what was let through on the way forward.
fn mask(gradient: &mut [Lanes], forward: &[Lanes]) {
    for (gradient, forward) in gradient.iter_mut().zip(forward) {
        for (number, &seen) in gradient.0.iter_mut().zip(&forward.0) {
            if seen <= 0.0 {
                *number = 0.0;
            }
        }
    }
}
