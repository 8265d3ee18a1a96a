//! Softmax regression by Adagrad.

use super::figures::Figures;
use super::patterns::Dictionary;
use super::teams::{Numbering, Position, positions};
use crate::cli::labels::Game;
use crate::net::soft_max;
use crate::playout::PlayRng;
use crate::search::Describer;

/// Smaller gradients of a move are taken this large with the probability that leaves their mean right.
const LEAST_GRADIENT: f32 = 2e-3;

/// Weights of features, then of patterns, and what is needed to better them.
pub(super) struct Learner {
    pub dictionary: Dictionary,
    pub weights: Vec<f32>,
    /// Sums of squared gradients.
    squares: Vec<f32>,
    /// How often each weight was part of a move.
    uses: Vec<u32>,
    gradient: Vec<f32>,
    touched: Vec<u32>,
    rates: Vec<f32>,
    decay: f32,
    rng: PlayRng,
}

impl Learner {
    /// `decay` is the share of a weight that it loses at each sight, before the step.
    pub(super) fn new(dictionary: Dictionary, decay: f32) -> Learner {
        let mut learner = Learner {
            dictionary,
            weights: Vec::new(),
            squares: Vec::new(),
            uses: Vec::new(),
            gradient: Vec::new(),
            touched: Vec::new(),
            rates: Vec::new(),
            decay,
            rng: PlayRng::new(1),
        };
        learner.grow();
        learner
    }

    fn grow(&mut self) {
        let len = Describer::FEATURES + self.dictionary.len();
        self.weights.resize(len, 0.0);
        self.squares.resize(len, 0.0);
        self.uses.resize(len, 0);
        self.gradient.resize(len, 0.0);
    }

    /// Learns from one game's positions: their number and the sum of their losses before each step.
    pub(super) fn study(&mut self, game: &Game, step: f32) -> (u64, f64) {
        let (mut seen, mut loss) = (0, 0.0);
        let mut dictionary = std::mem::take(&mut self.dictionary);
        positions(game, &mut dictionary, &mut |position, dictionary| {
            std::mem::swap(&mut self.dictionary, dictionary);
            self.grow();
            loss += self.learn(position, step);
            std::mem::swap(&mut self.dictionary, dictionary);
            seen += 1;
        });
        self.dictionary = dictionary;
        (seen, loss)
    }

    /// Fills the rates with probabilities.
    fn rate(&mut self, position: &Position) {
        let weights = &self.weights;
        let mut first = 0;
        self.rates.clear();
        self.rates.extend(position.ends.iter().map(|&end| {
            let items = &position.items[first..end];
            first = end;
            items.iter().map(|&item| weights[item as usize]).sum::<f32>()
        }));
        soft_max(&mut self.rates);
    }

    /// The cross entropy before the step.
    fn learn(&mut self, position: &Position, step: f32) -> f64 {
        self.rate(position);
        let mut loss = 0.0;
        let mut first = 0;
        for (mv, &end) in position.ends.iter().enumerate() {
            let (target, rate) = (position.target[mv], self.rates[mv]);
            let items = &position.items[first..end];
            first = end;
            for &item in items {
                self.uses[item as usize] += 1;
            }
            if target > 0.0 {
                loss -= f64::from(target) * f64::from(rate.max(1e-9).ln());
            }
            let mut gradient = rate - target;
            if gradient.abs() < LEAST_GRADIENT {
                if self.rng.below(1 << 20) as f32 > gradient.abs() / LEAST_GRADIENT * (1 << 20) as f32 {
                    continue;
                }
                gradient = LEAST_GRADIENT.copysign(gradient);
            }
            for &item in items {
                let sum = &mut self.gradient[item as usize];
                if *sum == 0.0 {
                    self.touched.push(item);
                }
                *sum += gradient;
            }
        }
        for &item in &self.touched {
            let item = item as usize;
            let gradient = self.gradient[item] + self.decay * self.weights[item];
            self.gradient[item] = 0.0;
            self.squares[item] += gradient * gradient;
            self.weights[item] -= step * gradient / (self.squares[item] + 1e-4).sqrt();
        }
        self.touched.clear();
        loss
    }

    pub(super) fn evaluate(&mut self, games: &[Game]) -> Figures {
        let mut dictionary = std::mem::take(&mut self.dictionary);
        let mut figures = Figures::default();
        for game in games {
            positions(game, &mut Known(&mut dictionary), &mut |position, _| {
                self.rate(position);
                figures.add(position, &self.rates);
            });
        }
        self.dictionary = dictionary;
        figures
    }

    /// Leaves the patterns that matter most, with the smaller ones inside them; no more are taken in.
    pub(super) fn prune(&mut self, keep: usize) {
        let patterns = Describer::FEATURES..self.weights.len();
        let merit = |item: usize| self.weights[item].powi(2) * (self.uses[item] as f32).sqrt();
        let merits: Vec<f32> = patterns.map(merit).collect();
        self.dictionary.close();
        let kept = self.dictionary.prune(&merits, keep);
        for table in [&mut self.weights, &mut self.squares] {
            let old = table.split_off(Describer::FEATURES);
            table.extend(kept.iter().map(|&number| old[number as usize]));
        }
        self.uses = vec![0; self.weights.len()];
        self.gradient.truncate(self.weights.len());
    }

    /// The file of these weights.
    pub(super) fn file(&self) -> Vec<u8> {
        let (features, patterns) = self.weights.split_at(Describer::FEATURES);
        let patterns: Vec<_> = self.dictionary.hashes().zip(patterns.iter().copied()).collect();
        crate::search::training::weights_file(features, &patterns)
    }
}

/// Patterns that have a number already.
struct Known<'a>(&'a mut Dictionary);

impl Numbering for Known<'_> {
    fn number(&mut self, hash: u32, _parent: Option<u32>) -> Option<u32> {
        self.0.known(hash)
    }

    fn wants(&self, _target: f32) -> bool {
        true
    }
}
