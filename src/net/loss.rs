//! What is to be learned of a position, and how far a network is from it.

use super::evaluate::{Evaluation, soft_max};
use super::forward::Trace;
use super::input::{Input, View};
use super::lanes::{LANES, Lanes};
use super::model::outputs;
use std::ops::AddAssign;

/// What a position is to be judged like, for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Moves, by place row by row (the number of points for a pass), and their probabilities, which add up to 1.
    pub policy: Vec<(u16, f32)>,
    /// How the game ends.
    pub result: Ending,
    /// Points the player wins by.
    pub margin: f32,
    /// Owner of each point, −127 for the opponent to 127 for the player; empty when nobody knows.
    pub ownership: Vec<i8>,
}

/// A result to be learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ending {
    /// The chance to win, a draw being half of one.
    Rate(f32),
    /// Chances to win, draw and lose.
    Exact([f32; 3]),
}

impl Target {
    /// The same under a symmetry, see [`super::turned_place`].
    #[must_use]
    pub fn turned(&self, size: crate::rules::BoardSize, symmetry: u8) -> Target {
        let turned = |place: usize| super::turned_place(size, place, symmetry);
        let mut target = self.clone();
        for (place, _) in &mut target.policy {
            if usize::from(*place) < size.area() {
                *place = turned(usize::from(*place)) as u16;
            }
        }
        for (place, &owner) in self.ownership.iter().enumerate() {
            target.ownership[turned(place)] = owner;
        }
        target
    }
}

/// Sums over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Positions.
    pub positions: f64,
    /// Cross entropy of the policy.
    pub policy: f64,
    /// How often the likeliest move is the target's.
    pub top: f64,
    /// Cross entropy of the result.
    pub result: f64,
    /// Squared error of the chance to win.
    pub value: f64,
    /// Error of the margin in points.
    pub margin: f64,
    /// Squared error of ownership, means over points.
    pub ownership: f64,
}

impl AddAssign for Losses {
    fn add_assign(&mut self, more: Losses) {
        self.positions += more.positions;
        self.policy += more.policy;
        self.top += more.top;
        self.result += more.result;
        self.value += more.value;
        self.margin += more.margin;
        self.ownership += more.ownership;
    }
}

/// How much each part of the loss counts; the policy counts 1.
pub(super) mod weight {
    pub const RESULT: f32 = 1.5;
    pub const MARGIN: f32 = 0.1;
    pub const SPREAD: f32 = 0.02;
    pub const OWNERSHIP: f32 = 1.0;
}

/// Gradients of one position's loss by the outputs.
pub(super) struct Gradients {
    pub points: Vec<Lanes>,
    pub value: [f32; LANES],
}

/// The loss of an evaluated position, and where `gradients` is given, its gradient.
pub(super) fn judge(
    view: &View,
    target: &Target,
    input: &Input,
    trace: &Trace,
    evaluation: &mut Evaluation,
    gradients: Option<&mut Gradients>,
) -> Losses {
    evaluation.read(input.grid, trace);
    let area = view.size.area();
    let mut wanted = vec![0.0; area + 1];
    for &(place, probability) in &target.policy {
        wanted[usize::from(place)] = probability;
    }
    for (logit, place) in evaluation.policy[..area].iter_mut().zip(0..) {
        if !view.may_play(place) {
            *logit = f32::NEG_INFINITY;
        }
    }
    soft_max(&mut evaluation.policy);
    let likeliest = |numbers: &[f32]| {
        numbers
            .iter()
            .enumerate()
            .max_by(|a, b| a.1.total_cmp(b.1))
            .map(|most| most.0)
    };
    let cross = |wanted: f32, found: f32| -f64::from(wanted) * f64::from(found.max(1e-9)).ln();
    let value = evaluation.value().clamp(1e-4, 1.0 - 1e-4);
    let (result, rate) = match target.result {
        Ending::Rate(rate) => (cross(rate, value) + cross(1.0 - rate, 1.0 - value), rate),
        Ending::Exact(exact) => (
            exact
                .iter()
                .zip(evaluation.result)
                .map(|(&wanted, found)| cross(wanted, found))
                .sum(),
            exact[0] + exact[1] / 2.0,
        ),
    };
    let error = (evaluation.margin - target.margin) / outputs::MARGIN_UNIT;
    let owners = target.ownership.iter().map(|&owner| f32::from(owner) / 127.0);
    let losses = Losses {
        positions: 1.0,
        policy: wanted
            .iter()
            .zip(&evaluation.policy)
            .map(|(&wanted, &found)| cross(wanted, found))
            .sum(),
        top: f64::from(u8::from(likeliest(&wanted) == likeliest(&evaluation.policy))),
        result,
        value: f64::from(evaluation.value() - rate).powi(2),
        margin: f64::from((error * outputs::MARGIN_UNIT).abs()),
        ownership: owners
            .clone()
            .zip(&evaluation.ownership)
            .map(|(wanted, found)| f64::from(found - wanted).powi(2))
            .sum::<f64>()
            / area as f64,
    };
    let Some(gradients) = gradients else { return losses };
    let grid = input.grid;
    gradients.points.clear();
    gradients.points.resize(grid.cells(), Lanes::ZERO);
    gradients.value = [0.0; LANES];
    let cell = |place: usize| grid.cell(place % grid.width, place / grid.width);
    for place in 0..area {
        gradients.points[cell(place)].0[0] = evaluation.policy[place] - wanted[place];
    }
    // Cross entropy of (1 + owner) / 2, whose logit is twice the output.
    let share = weight::OWNERSHIP / area as f32;
    for (place, owner) in owners.enumerate() {
        gradients.points[cell(place)].0[1] = share * (evaluation.ownership[place] - owner);
    }
    gradients.value[outputs::PASS] = evaluation.policy[area] - wanted[area];
    for place in 0..3 {
        let found = evaluation.result[place];
        gradients.value[outputs::RESULT + place] = weight::RESULT
            * match target.result {
                Ending::Exact(exact) => found - exact[place],
                Ending::Rate(rate) => {
                    let worth = [1.0, 0.5, 0.0][place];
                    (value - rate) / (value * (1.0 - value)) * found * (worth - value)
                }
            };
    }
    gradients.value[outputs::MARGIN] = weight::MARGIN * error.clamp(-1.0, 1.0);
    let spread = evaluation.spread / outputs::MARGIN_UNIT;
    let slope = 1.0 / (1.0 + (-trace.value[outputs::SPREAD]).exp());
    gradients.value[outputs::SPREAD] = weight::SPREAD * (spread - error.abs()).clamp(-1.0, 1.0) * slope;
    losses
}
