//! From a gradient to new weights.

use super::lanes::{LANES, Lanes, flat};
use super::model::{Layout, Part};
use super::muon;
use pulp::Arch;

/// Adam's memory of gradients and of their squares (Kingma and Ba 2015).
const MEANS: f32 = 0.9;
const SQUARES: f32 = 0.99;
/// Share of a weight that is lost in a step, by the rate.
const DECAY: f32 = 1e-2;
/// Gradients longer than this are shortened.
const LONGEST: f32 = 3.0;

/// What is remembered from step to step: the blocks' convolutions take Muon's steps, everything else Adam's.
pub(super) struct Optimizer {
    pub steps: u64,
    /// Running means of gradients, and Adam's of their squares.
    pub means: Vec<f32>,
    pub squares: Vec<f32>,
}

/// What a step goes by besides the gradient.
pub(super) struct Step<'a> {
    pub layout: &'a Layout,
    pub arch: Arch,
    pub threads: usize,
    /// What the gradient is multiplied with: one by the positions in a batch.
    pub share: f32,
    pub rate: f32,
}

impl Optimizer {
    pub(super) fn new(numbers: usize) -> Optimizer {
        Optimizer {
            steps: 0,
            means: vec![0.0; numbers],
            squares: vec![0.0; numbers],
        }
    }

    /// Changes the weights against the gradient.
    pub(super) fn step(&mut self, weights: &mut [Lanes], gradient: &[Lanes], step: &Step<'_>) {
        self.steps += 1;
        let length = flat(gradient)
            .iter()
            .map(|g| f64::from(g * step.share).powi(2))
            .sum::<f64>()
            .sqrt() as f32;
        let share = step.share * (LONGEST / length.max(1e-9)).min(1.0);
        let (blocks, others): (Vec<&Part>, Vec<&Part>) = step.layout.parts.iter().partition(|part| part.is_block);
        for part in others {
            self.adam(part, weights, gradient, share, step.rate);
        }
        let mut directions: Vec<Vec<Lanes>> = blocks.iter().map(|part| self.ahead(part, gradient, share)).collect();
        let trunk = step.layout.stem.bias.len();
        let per_thread = directions.len().div_ceil(step.threads).max(1);
        std::thread::scope(|scope| {
            for part in directions.chunks_mut(per_thread) {
                scope.spawn(|| {
                    for direction in part {
                        *direction = muon::step(step.arch, direction, trunk);
                    }
                });
            }
        });
        for (part, direction) in blocks.iter().zip(&directions) {
            for (weight, direction) in numbers_of(weights, part).iter_mut().zip(flat(direction)) {
                *weight -= step.rate * (direction + DECAY * *weight);
            }
        }
    }

    fn adam(&mut self, part: &Part, weights: &mut [Lanes], gradient: &[Lanes], share: f32, rate: f32) {
        let steps = self.steps.min(1 << 20) as i32;
        let mean_scale = 1.0 / (1.0 - MEANS.powi(steps));
        let square_scale = 1.0 / (1.0 - SQUARES.powi(steps));
        let range = part.range.start * LANES..part.range.end * LANES;
        let memory = self.means[range.clone()].iter_mut().zip(&mut self.squares[range]);
        let numbers = numbers_of(weights, part)
            .iter_mut()
            .zip(flat(&gradient[part.range.clone()]));
        for ((weight, &gradient), (mean, square)) in numbers.zip(memory) {
            let gradient = gradient * share;
            *mean = MEANS * *mean + (1.0 - MEANS) * gradient;
            *square = SQUARES * *square + (1.0 - SQUARES) * gradient * gradient;
            let step = *mean * mean_scale / ((*square * square_scale).sqrt() + 1e-8);
            *weight -= rate * (step + DECAY * *weight);
        }
    }

    /// The running mean of a part's gradient as it will be one such step later (Nesterov's).
    fn ahead(&mut self, part: &Part, gradient: &[Lanes], share: f32) -> Vec<Lanes> {
        let mut ahead = vec![Lanes::ZERO; part.range.len()];
        let means = &mut self.means[part.range.start * LANES..part.range.end * LANES];
        let numbers: &mut [f32] = bytemuck::cast_slice_mut(&mut ahead);
        let gradient = flat(&gradient[part.range.clone()]);
        for ((ahead, mean), gradient) in numbers.iter_mut().zip(means).zip(gradient) {
            let gradient = gradient * share;
            *mean = muon::MEMORY * *mean + (1.0 - muon::MEMORY) * gradient;
            *ahead = muon::MEMORY * *mean + (1.0 - muon::MEMORY) * gradient;
        }
        ahead
    }
}

fn numbers_of<'a>(weights: &'a mut [Lanes], part: &Part) -> &'a mut [f32] {
    bytemuck::cast_slice_mut(&mut weights[part.range.clone()])
}
