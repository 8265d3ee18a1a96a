//! Steps for the weights of a convolution that go equally far in all directions.
//!
//! The mean gradient of a layer, seen as a matrix from inputs to outputs, is replaced by the nearest matrix whose singular values
//! are all 1 (Muon; Jordan et al. 2024), so that rare directions are learned as fast as common ones.

use super::conv::{vectors, vectors_mut};
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
            for (next, now) in next.0.iter_mut().zip(now.0) {
                *next += first * now;
            }
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

impl WithSimd for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match S::F32_LANES {
            16 => multiply::<S, 1>(simd, self),
            8 => multiply::<S, 2>(simd, self),
            4 => multiply::<S, 4>(simd, self),
            _ => multiply::<S, 16>(simd, self),
        }
    }
}

/// Rows that are summed up at a time.
const ROWS: usize = 8;

#[inline(always)]
fn multiply<S: Simd, const V: usize>(simd: S, product: Product<'_>) {
    let Product {
        left,
        right,
        inner,
        out,
    } = product;
    let blocks = right.len() / inner;
    for (left, out) in left.chunks_exact(ROWS * inner).zip(out.chunks_exact_mut(ROWS * blocks)) {
        for block in 0..blocks {
            let mut sums = [[simd.splat_f32s(0.0); V]; ROWS];
            for place in 0..inner {
                let weights = vectors::<S, V>(&right[place * blocks + block]);
                for row in 0..ROWS {
                    let number = simd.splat_f32s(left[row * inner + place]);
                    for v in 0..V {
                        sums[row][v] = simd.mul_add_e_f32s(number, weights[v], sums[row][v]);
                    }
                }
            }
            for row in 0..ROWS {
                *vectors_mut::<S, V>(&mut out[row * blocks + block]) = sums[row];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::number;
    use super::*;
    use crate::playout::PlayRng;

    #[test]
    fn a_step_goes_about_as_far_in_all_directions_however_long_the_gradient() {
        let mut rng = PlayRng::new(10);
        let (blocks, inputs) = (2, 9 * 32);
        let outputs = blocks * LANES;
        // Outputs of very different lengths.
        let mean: Vec<Lanes> = (0..blocks * inputs)
            .map(|_| {
                Lanes(std::array::from_fn(|lane| {
                    number(&mut rng) * (lane as f32 + 1.0) * 1e-3
                }))
            })
            .collect();
        let step = step(Arch::new(), &mean, blocks);
        let unit = SIZE * (inputs as f32).sqrt();
        for _ in 0..20 {
            let direction: Vec<f32> = (0..outputs).map(|_| number(&mut rng)).collect();
            let length: f32 = direction.iter().map(|x| x * x).sum();
            let image: f32 = (0..inputs)
                .map(|input| {
                    let sum: f32 = (0..outputs)
                        .map(|output| step[output / LANES * inputs + input].0[output % LANES] * direction[output])
                        .sum();
                    (sum / unit).powi(2)
                })
                .sum();
            assert!((0.4..1.6).contains(&(image / length)), "{}", image / length);
        }
        let longer: Vec<Lanes> = mean.iter().map(|lanes| Lanes(lanes.0.map(|x| x * 1000.0))).collect();
        for (a, b) in flat(&super::step(Arch::new(), &longer, blocks)).iter().zip(flat(&step)) {
            assert!((a - b).abs() < 1e-3);
        }
    }
}
