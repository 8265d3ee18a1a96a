//! The whole network in whole numbers but for its heads: what is there to be asked quickly, not to learn.
//!
//! A convolution leaves its output rectified, or adds it to the trunk, and its pools with it, so that a layer is gone through only
//! twice: when it is made, and when it becomes bytes.

use super::forward::{Runner, Trace, by_size};
use super::grid::Grid;
use super::input::View;
use super::lanes::{LANES, Lanes};
use super::model::{Layout, Model};
use super::quantized::{ByteConv, Bytes, Pool, Quantized, Way, to_bytes};
use pulp::Arch;
use std::ops::Range;

/// The convolutions in bytes but for those of the heads, which have one tap and little to do.
pub(super) struct QuantizedNet {
    way: Way,
    stem: Quantized,
    /// First and second of each block.
    blocks: Vec<[Quantized; 2]>,
}

impl QuantizedNet {
    pub(super) fn of(way: Way, model: &Model, layout: &Layout) -> QuantizedNet {
        let trunk = model.shape().trunk();
        let of = |range: &Range<usize>| Quantized::of(model.squares(range), trunk);
        QuantizedNet {
            way,
            stem: of(&layout.stem.weights),
            blocks: layout
                .blocks
                .iter()
                .map(|block| [of(&block.first), of(&block.second)])
                .collect(),
        }
    }

    /// Runs the network on a position; `model` is the one it was made of.
    pub(super) fn run(&self, trace: &mut Trace, model: &Model, layout: &Layout, arch: Arch, view: &View) {
        let grid = Grid::of(view.size);
        let runner = Runner { arch, grid };
        trace.fit(layout, model.shape().trunk(), grid);
        let Trace {
            trunk,
            middles,
            bytes,
            byte_pools,
            pools,
            bias,
            ..
        } = trace;
        byte_pools.resize(model.shape().trunk(), Pool::NONE);
        let stem = &layout.stem;
        runner.dense(model, &stem.globals, &stem.bias, &view.globals, bias);
        trunk.fill(Lanes::ZERO);
        planes_to_bytes(view, grid, bytes);
        let convolve =
            |quantized, scale, bias: &[Lanes], bytes: &[Bytes], output: &mut [Lanes], adds, pools: &mut [Pool]| {
                let conv = ByteConv {
                    grid,
                    input: bytes,
                    scale,
                    quantized,
                    bias,
                    output,
                    adds,
                    pools,
                };
                conv.run(self.way);
            };
        convolve(&self.stem, 1.0, bias, bytes, trunk, true, byte_pools);
        for ([first, second], block) in self.blocks.iter().zip(&layout.blocks) {
            pool(grid, byte_pools, &mut pools[0]);
            runner.dense(model, &block.pool, &block.first_bias, &pools[0], bias);
            let scale = to_bytes(self.way, trunk, greatest(byte_pools), bytes);
            let middle = &mut middles[0];
            convolve(first, scale, bias, bytes, middle, false, byte_pools);
            let scale = to_bytes(self.way, middle, greatest(byte_pools), bytes);
            let bias = model.lanes(&block.second_bias);
            convolve(second, scale, bias, bytes, trunk, true, byte_pools);
        }
        trace.make_input(&runner, layout.blocks.len(), false);
        trace.run_heads(model, layout, &runner);
    }
}

/// The pools as [`super::forward`] has them.
fn pool(grid: Grid, byte_pools: &[Pool], pools: &mut Vec<f32>) {
    let share = 1.0 / grid.area() as f32;
    let means = |factor: f32| {
        byte_pools
            .iter()
            .flat_map(move |pool| pool.sum.0.map(|sum| sum * factor))
    };
    pools.clear();
    pools.extend(means(share));
    pools.extend(means(share * by_size(grid)));
    pools.extend(byte_pools.iter().flat_map(|pool| pool.most.0));
}

/// The planes of a view, each number 0 or 1.
fn planes_to_bytes(view: &View, grid: Grid, bytes: &mut Vec<Bytes>) {
    bytes.clear();
    bytes.resize(grid.cells(), Bytes([0; LANES]));
    for (row, first) in view.points.chunks_exact(grid.width).zip(grid.rows()) {
        for (&word, cell) in row.iter().zip(&mut bytes[first..]) {
            for (bit, byte) in cell.0.iter_mut().enumerate() {
                *byte = (word >> bit & 1) as u8;
            }
        }
    }
}

fn greatest(pools: &[Pool]) -> f32 {
    let most = |pool: &Pool| pool.most.0.into_iter().fold(0.0, f32::max);
    pools.iter().map(most).fold(0.0, f32::max)
}
