//! Steps for the weights of a convolution that go equally far in all directions.
//!
//! The mean gradient of a layer, seen as a matrix from inputs to outputs, is replaced by the nearest matrix whose singular values
//! are all 1 (Muon; Jordan et al. 2024), so that rare directions are learned as fast as common ones.

use super::lanes::{LANES, Lanes, flat};
use pulp::{Arch, Simd, WithSimd};

/// Memory of the running mean.
pub(super) const MEMORY: f32 = 0.95;
/// Rounds of the iteration, and its polynomial: after them singular values lie between 0.7 and 1.2.
const ROUNDS: usize = 5;
const POLYNOMIAL: [f32; 3] = [3.4445, -4.775, 2.0315];
/// Root of the mean square of a step's numbers before the rate, as large as Adam's (Liu et al. 2025).
const SIZE: f32 = 0.2;

/// The step for a convolution's mean gradient, both by output block and input.
pub(super) fn step(arch: Arch, mean: &[Lanes], out_blocks: usize) -> Vec<Lanes> {
    let inputs = mean.len() / out_blocks;
    let mut matrix = vec![Lanes::ZERO; mean.len()];
    for (input, row) in matrix.chunks_exact_mut(out_blocks).enumerate() {
        for (block, lanes) in row.iter_mut().enumerate() {
            *lanes = mean[block * inputs + input];
        }
    }
    let length = flat(&matrix).iter().map(|x| x * x).sum::<f32>().sqrt();
    scale(&mut matrix, 1.0 / length.max(1e-20));
    let outputs = out_blocks * LANES;
    let product = |left: &[f32], right: &[Lanes]| {
        let inner = right.len() / out_blocks;
        let mut out = vec![Lanes::ZERO; left.len() / inner * out_blocks];
        arch.dispatch(Product {
            left,
            right,
            inner,
            out: &mut out,
        });
        out
    };
    let [first, third, fifth] = POLYNOMIAL;
    for _ in 0..ROUNDS {
        let numbers = flat(&matrix);
        let turned: Vec<f32> = (0..outputs)
            .flat_map(|output| (0..inputs).map(move |input| numbers[input * outputs + output]))
            .collect();
        let gram = product(&turned, &matrix);
        let mut factor = product(flat(&gram), &gram);
        for (square, gram) in factor.iter_mut().zip(&gram) {
            for (square, gram) in square.0.iter_mut().zip(gram.0) {
                *square = fifth * *square + third * gram;
            }
        }
        let mut next = product(numbers, &factor);
        for (next, now) in next.iter_mut().zip(&matrix) {
            next.add_scaled(now, first);
        }
        matrix = next;
    }
    scale(&mut matrix, SIZE * (inputs.max(outputs) as f32).sqrt());
    (0..out_blocks)
        .flat_map(|block| matrix.iter().skip(block).step_by(out_blocks).copied())
        .collect()
}

fn scale(matrix: &mut [Lanes], factor: f32) {
    for lanes in matrix {
        lanes.0 = lanes.0.map(|number| number * factor);
    }
}

/// `out = left * right`, rows one after the other.
struct Product<'a> {
    left: &'a [f32],
    right: &'a [Lanes],
    /// Columns of the one and rows of the other.
    inner: usize,
    out: &'a mut [Lanes],
}

/// Rows that are summed up at a time.
const ROWS: usize = 8;

impl WithSimd for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let blocks = self.right.len() / self.inner;
        let rows = self.left.chunks_exact(ROWS * self.inner);
        for (left, out) in rows.zip(self.out.chunks_exact_mut(ROWS * blocks)) {
            for block in 0..blocks {
                let mut sums = [Lanes::ZERO; ROWS];
                for (place, right) in self.right.iter().skip(block).step_by(blocks).enumerate() {
                    for (row, sum) in sums.iter_mut().enumerate() {
                        let number = left[row * self.inner + place];
                        for (sum, right) in sum.0.iter_mut().zip(right.0) {
                            *sum = number.mul_add(right, *sum);
                        }
                    }
                }
                for (row, sum) in sums.into_iter().enumerate() {
                    out[row * blocks + block] = sum;
                }
            }
        }
    }
}
