//! Learning: the loss of a batch of positions, its gradient, and a step against it.

use super::backward::{Back, Transposed, Way};
use super::bfloat;
use super::evaluate::Evaluation;
use super::file::WeightsError;
use super::forward::Trace;
use super::input::{Input, View};
use super::lanes::{LANES, Lanes, flat};
use super::loss::{Gradients, Losses, Target, judge};
use super::model::{Layout, Model, Shape};
use super::optimizer::{Optimizer, Step};
use pulp::Arch;

/// What each thread works with.
#[derive(Default)]
struct Desk {
    trace: Trace,
    way: Way,
    evaluation: Evaluation,
    gradient: Vec<Lanes>,
}

/// A model that learns.
pub struct Learner {
    model: Model,
    layout: Layout,
    arch: Arch,
    /// Learns by numbers in bfloat16.
    short: bool,
    desks: Vec<Desk>,
    optimizer: Optimizer,
    /// Running mean of the weights, which is what is kept in the end.
    average: Model,
}

/// What a checkpoint begins with.
const CHECKPOINT: &[u8] = b"LKNcheck";

/// Memory of the average, once so many steps are made.
const AVERAGE: f32 = 0.999;

impl Learner {
    /// Goes on from a model, with so many threads.
    #[must_use]
    pub fn new(model: Model, threads: usize) -> Learner {
        Learner {
            layout: model.shape().layout(),
            arch: Arch::new(),
            short: bfloat::is_fast(),
            desks: (0..threads.max(1)).map(|_| Desk::default()).collect(),
            optimizer: Optimizer::new(model.weights.len() * LANES),
            average: model.clone(),
            model,
        }
    }

    /// A model to begin with: weights by chance, as large as keeps numbers in range (He et al. 2015), but zero where a
    /// block's result is added to the trunk, in biases, and for the numbers of the whole position, so that a rule which no
    /// position is played by says nothing. `next` draws evenly from −1 to 1.
    #[must_use]
    pub fn begin(shape: Shape, mut next: impl FnMut() -> f32) -> Model {
        let mut model = Model::zero(shape);
        let layout = shape.layout();
        let zero: Vec<_> = layout.blocks.iter().map(|block| block.second.start).collect();
        for part in &layout.parts {
            if part.fan_in == 0 || part.range == layout.stem.globals || zero.contains(&part.range.start) {
                continue;
            }
            // Evenly drawn numbers have a variance of a third.
            let scale = (2.0 * 3.0 / part.fan_in as f32).sqrt();
            let scale = if part.range == layout.value.output || part.range == layout.head.points {
                scale * 0.1
            } else {
                scale
            };
            for lanes in &mut model.weights[part.range.clone()] {
                lanes.0 = std::array::from_fn(|_| scale * next());
            }
        }
        model
    }

    /// The running mean of the weights.
    #[must_use]
    pub const fn average(&self) -> &Model {
        &self.average
    }

    /// Steps made.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.optimizer.steps
    }

    /// Everything that is needed to go on: the weights, their mean and the optimizer's memory.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let shape = self.model.shape();
        let mut bytes = CHECKPOINT.to_vec();
        for number in [shape.blocks as u64, shape.channels as u64, self.optimizer.steps] {
            bytes.extend(number.to_le_bytes());
        }
        for numbers in [
            flat(&self.model.weights),
            flat(&self.average.weights),
            &self.optimizer.means,
            &self.optimizer.squares,
        ] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// Goes on from a checkpoint.
    ///
    /// # Errors
    /// [`WeightsError`] when it is none, or cut off.
    pub fn resume(bytes: &[u8], threads: usize) -> Result<Learner, WeightsError> {
        let rest = bytes.strip_prefix(CHECKPOINT).ok_or(WeightsError::Magic)?;
        let (head, rest) = rest.split_first_chunk::<24>().ok_or(WeightsError::Magic)?;
        let (head, _) = head.as_chunks::<8>();
        let [blocks, channels, steps] = [0, 1, 2].map(|place| u64::from_le_bytes(head[place]));
        let shape = Shape::new(blocks as usize, channels as usize).map_err(WeightsError::Shape)?;
        let mut learner = Learner::new(Model::zero(shape), threads);
        let (numbers, _) = rest.as_chunks::<4>();
        let parts: Vec<_> = numbers.chunks(learner.optimizer.means.len()).collect();
        if parts.len() != 4 || numbers.len() != 4 * learner.optimizer.means.len() {
            return Err(WeightsError::Length {
                shape,
                expected: CHECKPOINT.len() + 24 + 16 * learner.optimizer.means.len(),
                got: bytes.len(),
            });
        }
        let fill = |to: &mut [f32], from: &[[u8; 4]]| {
            for (number, bytes) in to.iter_mut().zip(from) {
                *number = f32::from_le_bytes(*bytes);
            }
        };
        fill(bytemuck::cast_slice_mut(&mut learner.model.weights), parts[0]);
        fill(bytemuck::cast_slice_mut(&mut learner.average.weights), parts[1]);
        fill(&mut learner.optimizer.means, parts[2]);
        fill(&mut learner.optimizer.squares, parts[3]);
        learner.optimizer.steps = steps;
        Ok(learner)
    }

    /// Takes a step against the mean gradient of a batch; the losses before it.
    pub fn study(&mut self, batch: &[(View, Target)], rate: f32) -> Losses {
        let losses = self.gradient(batch);
        self.step(1.0 / batch.len().max(1) as f32, rate);
        losses
    }

    /// The losses of the averaged weights.
    pub fn examine(&mut self, batch: &[(View, Target)]) -> Losses {
        let share = batch.len().div_ceil(self.desks.len()).max(1);
        let (average, layout, arch) = (&self.average, &self.layout, self.arch);
        std::thread::scope(|scope| {
            let parts: Vec<_> = batch
                .chunks(share)
                .zip(&mut self.desks)
                .map(|(part, desk)| {
                    scope.spawn(move || {
                        let mut losses = Losses::default();
                        for (view, target) in part {
                            let input = Input::of(view);
                            desk.trace.run(average, layout, arch, &input);
                            losses += judge(view, target, &input, &desk.trace, &mut desk.evaluation, None);
                        }
                        losses
                    })
                })
                .collect();
            total(parts)
        })
    }

    /// Adds up the gradients of a batch in the first desk.
    fn gradient(&mut self, batch: &[(View, Target)]) -> Losses {
        let share = batch.len().div_ceil(self.desks.len()).max(1);
        let (model, layout, arch) = (&self.model, &self.layout, self.arch);
        let transposed = &Transposed::of(model, layout, self.short);
        let losses = std::thread::scope(|scope| {
            let parts: Vec<_> = self
                .desks
                .iter_mut()
                .enumerate()
                .map(|(number, desk)| {
                    let part = batch.chunks(share).nth(number).unwrap_or_default();
                    scope.spawn(move || {
                        desk.gradient.clear();
                        desk.gradient.resize(model.weights.len(), Lanes::ZERO);
                        let mut losses = Losses::default();
                        let mut gradients = Gradients {
                            points: Vec::new(),
                            value: [0.0; LANES],
                        };
                        for (view, target) in part {
                            let input = Input::of(view);
                            desk.trace
                                .run_by(model, layout, transposed.forward(model), arch, &input);
                            let evaluation = &mut desk.evaluation;
                            losses += judge(view, target, &input, &desk.trace, evaluation, Some(&mut gradients));
                            let mut back = Back {
                                model,
                                layout,
                                transposed,
                                arch,
                                input: &input,
                                trace: &desk.trace,
                                gradient: &mut desk.gradient,
                            };
                            back.run(&gradients.points, &gradients.value, &mut desk.way);
                        }
                        losses
                    })
                })
                .collect();
            total(parts)
        });
        if let Some((first, others)) = self.desks.split_first_mut() {
            for other in others {
                for (sum, more) in first.gradient.iter_mut().zip(&other.gradient) {
                    sum.add(more);
                }
            }
        }
        losses
    }

    fn step(&mut self, share: f32, rate: f32) {
        let step = Step {
            layout: &self.layout,
            arch: self.arch,
            threads: self.desks.len(),
            share,
            rate,
        };
        self.optimizer
            .step(&mut self.model.weights, &self.desks[0].gradient, &step);
        // At first the average forgets faster: the first weights are nobody's opinion.
        let steps = self.optimizer.steps as f32;
        let memory = AVERAGE.min(steps / (steps + 10.0));
        for (average, weight) in self.average.weights.iter_mut().zip(&self.model.weights) {
            for (average, weight) in average.0.iter_mut().zip(weight.0) {
                *average = memory * *average + (1.0 - memory) * weight;
            }
        }
    }
}

/// What the threads found; a thread that failed has its panic go on here.
fn total(parts: Vec<std::thread::ScopedJoinHandle<'_, Losses>>) -> Losses {
    let mut losses = Losses::default();
    for part in parts {
        match part.join() {
            Ok(found) => losses += found,
            Err(fault) => std::panic::resume_unwind(fault),
        }
    }
    losses
}

#[cfg(test)]
mod tests {
    use super::super::loss::{Ending, weight};
    use super::super::model::outputs;
    use super::super::tests::{number, some_model, some_position};
    use super::*;
    use crate::net::Shape;
    use crate::playout::PlayRng;
    use crate::rules::BoardSize;

    fn sample(rng: &mut PlayRng, size: BoardSize, exact: bool) -> (View, Target) {
        let view = some_position(rng, size, 10);
        let area = size.area() as u16;
        let place = (0..area)
            .find(|&place| view.may_play(usize::from(place)))
            .unwrap_or(area);
        let target = Target {
            policy: vec![(place, 0.75), (area, 0.25)],
            result: if exact {
                Ending::Exact([0.5, 0.2, 0.3])
            } else {
                Ending::Rate(0.7)
            },
            margin: 3.0,
            ownership: (0..area).map(|place| (place * 31 % 255) as u8 as i8).collect(),
        };
        (view, target)
    }

    /// The loss that [`Learner::gradient`] differentiates, by the parts' weights.
    fn loss(learner: &mut Learner, batch: &[(View, Target)]) -> f64 {
        let mut sum = 0.0;
        for (view, target) in batch {
            let input = Input::of(view);
            let desk = &mut learner.desks[0];
            desk.trace.run(&learner.model, &learner.layout, learner.arch, &input);
            let losses = judge(view, target, &input, &desk.trace, &mut desk.evaluation, None);
            let error = losses.margin / f64::from(outputs::MARGIN_UNIT);
            let huber = if error < 1.0 { error * error / 2.0 } else { error - 0.5 };
            let cells = desk.trace.points.clone();
            let grid = input.grid;
            let mut owners = 0.0;
            for (place, &owner) in target.ownership.iter().enumerate() {
                let output = f64::from(cells[grid.cell(place % grid.width, place / grid.width)].0[1]);
                let wanted = (1.0 + f64::from(owner) / 127.0) / 2.0;
                owners += (1.0 + (2.0 * output).exp()).ln() - wanted * 2.0 * output;
            }
            sum += losses.policy
                + f64::from(weight::RESULT) * losses.result
                + f64::from(weight::MARGIN) * huber
                + f64::from(weight::OWNERSHIP) * owners / grid.area() as f64;
        }
        sum
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss_by_each_kind_of_weight() {
        let mut rng = PlayRng::new(7);
        let shape = Shape::new(2, 32).unwrap();
        let mut model = some_model(&mut rng, shape);
        // What is learned of the spread goes by the margin's error as if that were given, so it is no slope.
        for weights in &mut model.weights[shape.layout().value.output] {
            weights.0[outputs::SPREAD] = 0.0;
        }
        let mut learner = Learner::new(model, 2);
        learner.short = false;
        let batch = [
            sample(&mut rng, BoardSize::square(5), false),
            sample(&mut rng, BoardSize::new(7, 4).unwrap(), true),
            sample(&mut rng, BoardSize::square(9), false),
        ];
        learner.gradient(&batch);
        let gradient = learner.desks[0].gradient.clone();
        let (output, output_bias) = (&learner.layout.value.output, &learner.layout.value.output_bias);
        let mut gradient = gradient;
        for gradient in gradient[output.start..output_bias.end].iter_mut() {
            gradient.0[outputs::SPREAD] = 0.0;
        }
        for part in learner.layout.parts.clone() {
            // Along the gradient of this part alone the loss changes by the square of its length.
            let mut squares = 0.0;
            let step = 1e-3;
            let before = learner.model.clone();
            for place in part.range.clone() {
                squares += f64::from(gradient[place].dot(&gradient[place]));
                learner.model.weights[place].add_scaled(&gradient[place], step);
            }
            if squares.sqrt() < 1e-4 {
                continue;
            }
            let scale = f64::from(step);
            let above = loss(&mut learner, &batch);
            learner.model = before.clone();
            for place in part.range.clone() {
                learner.model.weights[place].add_scaled(&gradient[place], -step);
            }
            let below = loss(&mut learner, &batch);
            learner.model = before;
            let slope = (above - below) / (2.0 * scale);
            assert!(
                (slope - squares).abs() < 0.03 * squares + 1e-4,
                "{part:?}: {slope} for {squares}"
            );
        }
    }

    #[test]
    fn the_gradient_in_bfloat16_points_the_same_way() {
        let mut rng = PlayRng::new(10);
        let mut learner = Learner::new(some_model(&mut rng, Shape::new(3, 48).unwrap()), 2);
        let batch: Vec<_> = (0..4).map(|_| sample(&mut rng, BoardSize::square(9), true)).collect();
        let gradients = [false, true].map(|short| {
            learner.short = short;
            learner.gradient(&batch);
            learner.desks[0].gradient.clone()
        });
        for part in &learner.layout.parts {
            let [exact, rounded] = [0, 1].map(|way| &gradients[way][part.range.clone()]);
            let dot = |a: &[Lanes], b: &[Lanes]| a.iter().zip(b).map(|(a, b)| a.dot(b)).sum::<f32>();
            let cosine = dot(exact, rounded) / (dot(exact, exact) * dot(rounded, rounded)).sqrt();
            assert!(cosine > 0.99, "{part:?}: {cosine}");
        }
    }

    #[test]
    fn a_run_that_goes_on_from_a_checkpoint_ends_like_one_that_was_never_stopped() {
        let mut rng = PlayRng::new(9);
        let shape = Shape::new(1, 16).unwrap();
        let batch: Vec<_> = (0..4).map(|_| sample(&mut rng, BoardSize::square(5), true)).collect();
        let mut whole = Learner::new(Learner::begin(shape, || number(&mut rng)), 1);
        whole.study(&batch, 1e-3);
        let mut resumed = Learner::resume(&whole.checkpoint(), 1).unwrap();
        for learner in [&mut whole, &mut resumed] {
            learner.study(&batch, 1e-3);
        }
        assert_eq!(whole.steps(), 2);
        assert_eq!(resumed.checkpoint(), whole.checkpoint());
        let checkpoint = whole.checkpoint();
        assert!(Learner::resume(&checkpoint[..checkpoint.len() - 4], 1).is_err());
        assert!(Learner::resume(b"LKN2", 1).is_err());
    }

    #[test]
    fn a_few_positions_are_learned_by_heart() {
        let mut rng = PlayRng::new(8);
        let shape = Shape::new(2, 16).unwrap();
        let mut learner = Learner::new(Learner::begin(shape, || number(&mut rng)), 2);
        let batch: Vec<_> = (0..6).map(|_| sample(&mut rng, BoardSize::square(5), false)).collect();
        let first = learner.study(&batch, 3e-3);
        for _ in 0..150 {
            learner.study(&batch, 3e-3);
        }
        let last = learner.examine(&batch);
        assert!(last.policy < first.policy / 2.0, "{first:?} {last:?}");
        assert!(
            last.value < first.value / 4.0 && last.margin < first.margin,
            "{first:?} {last:?}"
        );
        assert!(last.ownership < first.ownership, "{first:?} {last:?}");
    }
}
