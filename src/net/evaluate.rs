//! What a network says of a position.

use super::cache::Cache;
use super::file::{self, WeightsError};
use super::forward::{Blocks, Trace};
use super::grid::Grid;
use super::inference::QuantizedNet;
use super::input::{Input, View, turned_place};
use super::model::{Layout, Model, outputs};
use super::quantized::Way;
use pulp::Arch;
use std::fmt;

/// A network's opinion, of the player to move and for that player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Logits of the points, row by row, and last of a pass. They say nothing of legality.
    pub policy: Vec<f32>,
    /// Chances to win, to draw and to lose.
    pub result: [f32; 3],
    /// Points the player is expected to win by, everything counted.
    pub margin: f32,
    /// How far off that is in the mean.
    pub spread: f32,
    /// Who ends up owning each point, row by row, from −1 for the opponent to 1 for the player.
    pub ownership: Vec<f32>,
}

impl Evaluation {
    /// Chance to win, a draw being half of one.
    #[must_use]
    pub fn value(&self) -> f32 {
        self.result[0] + self.result[1] / 2.0
    }

    fn add_scaled(&mut self, other: &Evaluation, factor: f32) {
        let add = |to: &mut [f32], from: &[f32]| {
            for (sum, more) in to.iter_mut().zip(from) {
                *sum += more * factor;
            }
        };
        self.policy.resize(other.policy.len(), 0.0);
        self.ownership.resize(other.ownership.len(), 0.0);
        add(&mut self.policy, &other.policy);
        add(&mut self.ownership, &other.ownership);
        add(&mut self.result, &other.result);
        self.margin += other.margin * factor;
        self.spread += other.spread * factor;
    }

    pub(super) fn read(&mut self, grid: Grid, trace: &Trace) {
        self.policy.clear();
        self.ownership.clear();
        for first in grid.rows() {
            for cell in &trace.points[first..first + grid.width] {
                self.policy.push(cell.0[0]);
                self.ownership.push(cell.0[1].tanh());
            }
        }
        self.policy.push(trace.value[outputs::PASS]);
        self.result
            .copy_from_slice(&trace.value[outputs::RESULT..outputs::RESULT + 3]);
        soft_max(&mut self.result);
        self.margin = trace.value[outputs::MARGIN] * outputs::MARGIN_UNIT;
        self.spread = soft_plus(trace.value[outputs::SPREAD]) * outputs::MARGIN_UNIT;
    }
}

/// Makes probabilities of scores.
pub fn soft_max(numbers: &mut [f32]) {
    let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for number in &mut *numbers {
        *number = (*number - most).exp();
        total += *number;
    }
    for number in numbers {
        *number /= total;
    }
}

pub(super) fn soft_plus(number: f32) -> f32 {
    number.max(0.0) + (-number.abs()).exp().ln_1p()
}

/// A network that can be asked.
pub struct Network {
    model: Model,
    layout: Layout,
    arch: Arch,
    /// Where whole numbers are faster.
    quantized: Option<QuantizedNet>,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "network {}", self.model.shape())
    }
}

/// Room for an evaluation; one for each thread.
#[derive(Default)]
pub struct Room {
    trace: Trace,
    evaluation: Evaluation,
    turned: Vec<f32>,
}

impl Network {
    /// A network with these weights, run by the best instructions this processor has.
    #[must_use]
    pub fn new(model: Model) -> Network {
        match Way::all().first() {
            Some(&way) => Network::with_way(model, way),
            None => Network::with_arch(model, Arch::new()),
        }
    }

    pub(super) fn with_way(model: Model, way: Way) -> Network {
        let mut network = Network::with_arch(model, Arch::new());
        network.quantized = Some(QuantizedNet::of(way, &network.model, &network.layout));
        network
    }

    /// The same network by each set of instructions that this processor has, the fastest first; for measuring.
    #[must_use]
    pub fn by_instructions(&self) -> Vec<(&'static str, Network)> {
        let mut ways = Vec::new();
        for way in Way::all() {
            ways.push((way.name(), Network::with_way(self.model.clone(), way)));
        }
        let mut with = |name, arch| ways.push((name, Network::with_arch(self.model.clone(), arch)));
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(simd) = pulp::x86::V4::try_new() {
                with("net avx512", Arch::V4(simd));
            }
            if let Some(simd) = pulp::x86::V3::try_new() {
                with("net avx2", Arch::V3(simd));
            }
        }
        #[cfg(target_arch = "aarch64")]
        with("net neon", Arch::new());
        with("net plain", Arch::Scalar);
        ways
    }

    pub(super) fn with_arch(model: Model, arch: Arch) -> Network {
        let layout = model.shape().layout();
        Network {
            model,
            layout,
            arch,
            quantized: None,
        }
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// When it is none, or cut off.
    pub fn read(bytes: &[u8]) -> Result<Network, WeightsError> {
        file::read(bytes).map(Network::new)
    }

    /// Its weights.
    #[must_use]
    pub const fn model(&self) -> &Model {
        &self.model
    }

    /// Asks about a position turned by a symmetry (see [`turned_place`]), unless the cache knows what was said of it before, turned
    /// or not.
    pub fn evaluate_once<'a>(&self, view: View, symmetry: u8, cache: &Cache, room: &'a mut Room) -> &'a Evaluation {
        if !cache.find(&view, &mut room.evaluation) {
            self.evaluate_turned(&view, symmetry, room);
            cache.keep(view, &room.evaluation);
        }
        &room.evaluation
    }

    /// Asks about a position turned by a symmetry; the answer is turned back.
    pub fn evaluate_turned<'a>(&self, view: &View, symmetry: u8, room: &'a mut Room) -> &'a Evaluation {
        if symmetry == 0 {
            return self.evaluate(view, room);
        }
        self.evaluate(&view.turned(symmetry), room);
        for numbers in [&mut room.evaluation.policy, &mut room.evaluation.ownership] {
            room.turned.clone_from(numbers);
            for place in 0..view.size.area() {
                numbers[place] = room.turned[turned_place(view.size, place, symmetry)];
            }
        }
        &room.evaluation
    }

    /// Asks about a position turned in all ways; the mean of the answers.
    pub fn evaluate_all<'a>(&self, view: &View, room: &'a mut Room) -> &'a Evaluation {
        let symmetries = if view.size.width() == view.size.height() { 8 } else { 4 };
        let share = 1.0 / f32::from(symmetries);
        let mut mean = Evaluation::default();
        for symmetry in 0..symmetries {
            mean.add_scaled(self.evaluate_turned(view, symmetry, room), share);
        }
        room.evaluation = mean;
        &room.evaluation
    }

    /// Asks about a position.
    pub fn evaluate<'a>(&self, view: &View, room: &'a mut Room) -> &'a Evaluation {
        let (model, layout, arch, trace) = (&self.model, &self.layout, self.arch, &mut room.trace);
        match &self.quantized {
            Some(quantized) => quantized.run(trace, model, layout, arch, view),
            None => trace.run_by(model, layout, Blocks::Exact(model), arch, &Input::of(view)),
        }
        room.evaluation.read(Grid::of(view.size), &room.trace);
        &room.evaluation
    }
}
