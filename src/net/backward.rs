//! The gradient of a loss with respect to every weight, by going back through the layers.

use super::bfloat::{RoundedPairs, ShortWeightGradient, ShortWeights, Shorts};
use super::conv::{Square, WeightGradient, transposed};
use super::forward::{Blocks, Runner, Trace};
use super::input::Input;
use super::lanes::{LANES, Lanes, flat};
use super::model::{Layout, Model, POOLS};
use super::slopes::{BackThroughDense, BackThroughInput, Mask};
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
    /// What the way forward of the model it was made of is made with.
    pub(super) fn forward<'a>(&'a self, model: &'a Model) -> Blocks<'a> {
        self.short
            .as_ref()
            .map_or(Blocks::Exact(model), |short| Blocks::Short(&short.forward))
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
    /// By block, of what was last masked or added to the trunk.
    sums: Vec<Lanes>,
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
        points
            .iter()
            .for_each(|cell| self.gradient[layout.head.points_bias.start].add(cell));
        way.head.resize(trace.head.len(), Lanes::ZERO);
        let head_blocks = layout.head.bias.len();
        self.conv(
            &self.transposed.points,
            &way.zeros[..head_blocks],
            points,
            &mut way.head,
        );
        self.mask(&mut way.head, &trace.head, &mut way.sums);
        self.weights(&layout.head.weights, &[0], &trace.inputs[last], &way.head);
        self.bias(&layout.head.bias, &way.sums);
        self.back_through_dense(&layout.head.pool, &trace.pools[last], &way.sums, &mut way.pools);
        way.input.resize(way.trunk.len(), Lanes::ZERO);
        self.conv(&self.transposed.head, &way.zeros[..trunk], &way.head, &mut way.input);
        self.back_through_input(last, way);

        for (number, block) in layout.blocks.iter().enumerate().rev() {
            self.bias(&block.second_bias, &way.sums);
            self.block_weights(&block.second, &trace.middles[number], &way.trunk, &mut way.pairs);
            way.middle.resize(way.trunk.len(), Lanes::ZERO);
            self.block_conv((number, 1), &way.trunk, &mut way.middle, &way.zeros, &mut way.rounded);
            self.mask(&mut way.middle, &trace.middles[number], &mut way.sums);
            self.bias(&block.first_bias, &way.sums);
            way.pools.fill(0.0);
            self.back_through_dense(&block.pool, &trace.pools[number], &way.sums, &mut way.pools);
            self.block_weights(&block.first, &trace.inputs[number], &way.middle, &mut way.pairs);
            self.block_conv((number, 0), &way.middle, &mut way.input, &way.zeros, &mut way.rounded);
            self.back_through_input(number, way);
        }
        self.weights(&layout.stem.weights, &grid.taps(), &self.input.planes, &way.trunk);
        self.bias(&layout.stem.bias, &way.sums);
        self.back_through_dense(&layout.stem.globals, &self.input.globals, &way.sums, &mut []);
    }

    fn back_through_value(&mut self, value: &[f32; LANES], way: &mut Way) {
        let layout = &self.layout.value;
        let hidden = &self.trace.hidden;
        let outer = [Lanes(*value)];
        self.bias(&layout.output_bias, &outer);
        way.hidden.clear();
        way.hidden.resize(hidden.len(), Lanes::ZERO);
        let back = bytemuck::cast_slice_mut(&mut way.hidden);
        self.back_through_dense(&layout.output, flat(hidden), &outer, back);
        self.arch.dispatch(Mask {
            cells: 1,
            gradient: &mut way.hidden,
            forward: hidden,
            sums: &mut way.sums,
        });
        self.bias(&layout.hidden_bias, &way.sums);
        let pools = &self.trace.pools[self.layout.blocks.len()];
        self.back_through_dense(&layout.hidden, pools, &way.sums, &mut way.pools);
    }

    /// Adds what comes back to a block's input, [`Way::input`] and [`Way::pools`], to the trunk's gradient.
    fn back_through_input(&self, number: usize, way: &mut Way) {
        self.arch.dispatch(BackThroughInput {
            grid: self.input.grid,
            forward: &self.trace.inputs[number],
            gradient: &way.input,
            pools: &way.pools,
            trunk: &mut way.trunk,
            sums: &mut way.sums,
        });
    }

    fn mask(&self, gradient: &mut [Lanes], forward: &[Lanes], sums: &mut Vec<Lanes>) {
        self.arch.dispatch(Mask {
            cells: self.input.grid.cells(),
            gradient,
            forward,
            sums,
        });
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

    fn bias(&mut self, range: &Range<usize>, sums: &[Lanes]) {
        for (sum, more) in self.gradient[range.clone()].iter_mut().zip(sums) {
            sum.add(more);
        }
    }

    /// Adds to the gradient of a dense layer's weights, and to `back` what comes back to its input.
    fn back_through_dense(&mut self, range: &Range<usize>, input: &[f32], output: &[Lanes], back: &mut [f32]) {
        self.arch.dispatch(BackThroughDense {
            weights: self.model.lanes(range),
            input,
            output,
            gradient: &mut self.gradient[range.clone()],
            back,
        });
    }
}
