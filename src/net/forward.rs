//! From the input to the outputs, every layer kept on the way.

#[cfg(feature = "train")]
use super::bfloat::{ShortConv, ShortWeights, Shorts};
use super::conv::{Conv, vectors, vectors_mut};
use super::grid::Grid;
use super::input::Input;
use super::lanes::{LANES, Lanes, flat};
use super::model::{Layout, Model, POOLS};
use super::quantized::{Bytes, Pool};
use pulp::{Arch, Simd, WithSimd};
use std::ops::Range;

/// Each layer's numbers for one position. Kept between positions, so that nothing is allocated.
#[derive(Default)]
pub(super) struct Trace {
    grid: Option<Grid>,
    /// The trunk as it is after the last block.
    pub trunk: Vec<Lanes>,
    /// What goes into each block, and at last into the heads.
    pub inputs: Vec<Vec<Lanes>>,
    /// Their pools.
    pub pools: Vec<Vec<f32>>,
    /// Between the two convolutions of each block.
    pub middles: Vec<Vec<Lanes>>,
    pub head: Vec<Lanes>,
    /// Outputs of the points.
    pub points: Vec<Lanes>,
    pub hidden: Vec<Lanes>,
    /// The value's outputs.
    pub value: [f32; LANES],
    pub bias: Vec<Lanes>,
    added: Vec<Lanes>,
    /// Of the one layer that is a convolution's input, and of its output.
    pub bytes: Vec<Bytes>,
    pub byte_pools: Vec<Pool>,
    #[cfg(feature = "train")]
    rounded: Vec<Shorts>,
}

/// What the blocks' convolutions are made with.
#[derive(Clone, Copy)]
pub(super) enum Blocks<'a> {
    /// A model's weights.
    Exact(&'a Model),
    /// First and second of each block.
    #[cfg(feature = "train")]
    Short(&'a [[ShortWeights; 2]]),
}

/// What one convolution is made with.
pub(super) struct Runner {
    pub arch: Arch,
    pub grid: Grid,
}

impl Runner {
    /// A layer without a place on the board.
    pub(super) fn dense(
        &self,
        model: &Model,
        weights: &Range<usize>,
        bias: &Range<usize>,
        input: &[f32],
        output: &mut Vec<Lanes>,
    ) {
        self.arch.dispatch(Dense {
            weights: model.lanes(weights),
            bias: model.lanes(bias),
            input,
            output,
        });
    }

    pub(super) fn conv(
        &self,
        model: &Model,
        range: &Range<usize>,
        bias: &[Lanes],
        input: &[Lanes],
        output: &mut [Lanes],
    ) {
        self.conv_by(model.squares(range), bias, input, output);
    }

    #[cfg(feature = "train")]
    pub(super) fn conv_short(
        &self,
        weights: &ShortWeights,
        bias: &[Lanes],
        input: &[Lanes],
        rounded: &mut Vec<Shorts>,
        output: &mut [Lanes],
    ) {
        ShortConv {
            grid: self.grid,
            input,
            weights,
            bias,
            output,
            rounded,
        }
        .run();
    }

    /// With these weights; by their number they take nine taps or one.
    pub(super) fn conv_by(
        &self,
        weights: &[super::conv::Square],
        bias: &[Lanes],
        input: &[Lanes],
        output: &mut [Lanes],
    ) {
        let taps = self.grid.taps();
        let in_blocks = input.len() / self.grid.cells();
        let taps = if weights.len() == in_blocks * bias.len() {
            &[0][..]
        } else {
            &taps
        };
        self.arch.dispatch(Conv {
            grid: self.grid,
            taps,
            input,
            weights,
            bias,
            output,
        });
    }
}

impl Trace {
    pub(super) fn fit(&mut self, layout: &Layout, trunk: usize, grid: Grid) {
        // Another grid has its border elsewhere.
        if self.grid != Some(grid) {
            *self = Trace::default();
            self.grid = Some(grid);
        }
        let fit = |lanes: &mut Vec<Lanes>, blocks: usize| lanes.resize(blocks * grid.cells(), Lanes::ZERO);
        let blocks = layout.blocks.len();
        self.inputs.resize_with(blocks + 1, Vec::new);
        self.middles.resize_with(blocks, Vec::new);
        self.pools.resize_with(blocks + 1, Vec::new);
        for lanes in self.inputs.iter_mut().chain(&mut self.middles) {
            fit(lanes, trunk);
        }
        fit(&mut self.trunk, trunk);
        fit(&mut self.added, trunk);
        fit(&mut self.head, layout.head.bias.len());
        fit(&mut self.points, 1);
        self.hidden.resize(layout.value.hidden_bias.len(), Lanes::ZERO);
    }

    /// Runs the network.
    #[cfg(feature = "train")]
    pub(super) fn run(&mut self, model: &Model, layout: &Layout, arch: Arch, input: &Input) {
        self.run_by(model, layout, Blocks::Exact(model), arch, input);
    }

    /// Runs the network with its blocks' convolutions made so.
    pub(super) fn run_by(&mut self, model: &Model, layout: &Layout, blocks: Blocks<'_>, arch: Arch, input: &Input) {
        let grid = input.grid;
        let runner = Runner { arch, grid };
        self.fit(layout, model.shape().trunk(), grid);
        let stem = &layout.stem;
        runner.dense(model, &stem.globals, &stem.bias, &input.globals, &mut self.bias);
        runner.conv(model, &stem.weights, &self.bias, &input.planes, &mut self.trunk);
        self.make_input(&runner, 0, false);
        for (number, block) in layout.blocks.iter().enumerate() {
            let pools = &self.pools[number];
            runner.dense(model, &block.pool, &block.first_bias, pools, &mut self.bias);
            let (input, middle) = (&self.inputs[number], &mut self.middles[number]);
            let bias = model.lanes(&block.second_bias);
            match blocks {
                #[cfg(feature = "train")]
                Blocks::Short(blocks) => {
                    let [first, second] = &blocks[number];
                    let rounded = &mut self.rounded;
                    runner.conv_short(first, &self.bias, input, rounded, middle);
                    arch.dispatch(Rectify { grid, lanes: middle });
                    runner.conv_short(second, bias, middle, rounded, &mut self.added);
                }
                Blocks::Exact(model) => {
                    runner.conv(model, &block.first, &self.bias, input, middle);
                    arch.dispatch(Rectify { grid, lanes: middle });
                    runner.conv(model, &block.second, bias, middle, &mut self.added);
                }
            }
            self.make_input(&runner, number + 1, true);
        }
        self.run_heads(model, layout, &runner);
    }

    /// What is said of the position, from the input of the heads and its pools.
    pub(super) fn run_heads(&mut self, model: &Model, layout: &Layout, runner: &Runner) {
        let last = layout.blocks.len();
        let (head, value) = (&layout.head, &layout.value);
        let pools = &self.pools[last];
        runner.dense(model, &head.pool, &head.bias, pools, &mut self.bias);
        runner.conv(model, &head.weights, &self.bias, &self.inputs[last], &mut self.head);
        runner.arch.dispatch(Rectify {
            grid: runner.grid,
            lanes: &mut self.head,
        });
        let bias = model.lanes(&head.points_bias);
        runner.conv(model, &head.points, bias, &self.head, &mut self.points);
        runner.dense(model, &value.hidden, &value.hidden_bias, pools, &mut self.hidden);
        for hidden in &mut self.hidden {
            hidden.0 = hidden.0.map(positive);
        }
        let hidden = flat(&self.hidden);
        runner.dense(model, &value.output, &value.output_bias, hidden, &mut self.bias);
        self.value = self.bias[0].0;
    }

    /// Makes the input of a block and its pools, from the trunk and what the block before adds to it.
    pub(super) fn make_input(&mut self, runner: &Runner, number: usize, adds: bool) {
        runner.arch.dispatch(Next {
            grid: runner.grid,
            trunk: &mut self.trunk,
            added: if adds { &self.added } else { &[] },
            input: &mut self.inputs[number],
            pools: &mut self.pools[number],
        });
    }
}

/// `output = bias + weights * input`.
struct Dense<'a> {
    weights: &'a [Lanes],
    bias: &'a [Lanes],
    input: &'a [f32],
    output: &'a mut Vec<Lanes>,
}

impl WithSimd for Dense<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match S::F32_LANES {
            16 => add_products::<S, 1>(simd, self),
            8 => add_products::<S, 2>(simd, self),
            4 => add_products::<S, 4>(simd, self),
            _ => add_products::<S, 16>(simd, self),
        }
    }
}

/// Blocks that are summed up side by side: a sum alone would wait for itself.
const GROUP: usize = 4;

#[inline(always)]
fn add_products<S: Simd, const V: usize>(simd: S, dense: Dense<'_>) {
    let blocks = dense.bias.len();
    dense.output.clear();
    dense.output.extend_from_slice(dense.bias);
    for (group, outputs) in dense.output.chunks_mut(GROUP).enumerate() {
        let first = group * GROUP;
        if let Some(outputs) = outputs.first_chunk_mut::<GROUP>() {
            let mut sums = [[simd.splat_f32s(0.0); V]; GROUP];
            for g in 0..GROUP {
                sums[g] = *vectors::<S, V>(&outputs[g]);
            }
            for (row, &number) in dense.weights.chunks_exact(blocks).zip(dense.input) {
                let number = simd.splat_f32s(number);
                for g in 0..GROUP {
                    let weights = vectors::<S, V>(&row[first + g]);
                    for v in 0..V {
                        sums[g][v] = simd.mul_add_e_f32s(weights[v], number, sums[g][v]);
                    }
                }
            }
            for g in 0..GROUP {
                *vectors_mut::<S, V>(&mut outputs[g]) = sums[g];
            }
            continue;
        }
        for (output, block) in outputs.iter_mut().zip(first..) {
            let mut sum = *vectors::<S, V>(output);
            for (row, &number) in dense.weights.chunks_exact(blocks).zip(dense.input) {
                let number = simd.splat_f32s(number);
                let weights = vectors::<S, V>(&row[block]);
                for v in 0..V {
                    sum[v] = simd.mul_add_e_f32s(weights[v], number, sum[v]);
                }
            }
            *vectors_mut::<S, V>(output) = sum;
        }
    }
}

/// Negative numbers become zero, and so does the border. The result is the greatest number.
struct Rectify<'a> {
    grid: Grid,
    lanes: &'a mut [Lanes],
}

impl WithSimd for Rectify<'_> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f32 {
        let grid = self.grid;
        let mut most = [0.0_f32; LANES];
        for block in self.lanes.chunks_exact_mut(grid.cells()) {
            let mut from = 0;
            for first in grid.rows() {
                block[from..first].fill(Lanes::ZERO);
                from = first + grid.width;
                for lanes in &mut block[first..from] {
                    for lane in 0..LANES {
                        let number = positive(lanes.0[lane]);
                        lanes.0[lane] = number;
                        most[lane] = greater(number, most[lane]);
                    }
                }
            }
            block[from..].fill(Lanes::ZERO);
        }
        most.into_iter().fold(0.0, f32::max)
    }
}

/// Unlike [`f32::max`] one instruction: there is no word on what is no number.
#[inline(always)]
fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline(always)]
fn positive(number: f32) -> f32 {
    greater(number, 0.0)
}

/// What comes after a block, in one go: its result is added to the trunk, and the next block's input is made of that, with
/// its pools: all means, all means by the board's size, all maxima.
struct Next<'a> {
    grid: Grid,
    trunk: &'a mut [Lanes],
    /// Nothing where it is there already.
    added: &'a [Lanes],
    input: &'a mut [Lanes],
    pools: &'a mut Vec<f32>,
}

/// How much a mean counts by the board's size, besides itself; around 0 for the usual boards (as KataGo has it).
pub(super) fn by_size(grid: Grid) -> f32 {
    ((grid.area() as f32).sqrt() - 14.0) / 10.0
}

impl WithSimd for Next<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let grid = self.grid;
        let cells = grid.cells();
        let channels = self.trunk.len() / cells * LANES;
        self.pools.resize(POOLS * channels, 0.0);
        let share = 1.0 / grid.area() as f32;
        for (number, (trunk, input)) in self
            .trunk
            .chunks_exact_mut(cells)
            .zip(self.input.chunks_exact_mut(cells))
            .enumerate()
        {
            if let Some(added) = self.added.get(number * cells..(number + 1) * cells) {
                let trunk: &mut [f32] = bytemuck::cast_slice_mut(trunk);
                for (sum, more) in trunk.iter_mut().zip(flat(added)) {
                    *sum += more;
                }
            }
            let mut sum = [0.0; LANES];
            let mut most = [0.0; LANES];
            for first in grid.rows() {
                let row = first..first + grid.width;
                for (input, trunk) in input[row.clone()].iter_mut().zip(&trunk[row]) {
                    for lane in 0..LANES {
                        let number = positive(trunk.0[lane]);
                        input.0[lane] = number;
                        sum[lane] += number;
                        most[lane] = greater(number, most[lane]);
                    }
                }
            }
            for lane in 0..LANES {
                let channel = number * LANES + lane;
                let mean = sum[lane] * share;
                self.pools[channel] = mean;
                self.pools[channels + channel] = mean * by_size(grid);
                self.pools[2 * channels + channel] = most[lane];
            }
        }
    }
}
