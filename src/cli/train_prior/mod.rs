//! `lanke train-prior`: makes the weights of the move prior from labelled games. Built with `--features train`.

mod data;
mod patterns;
mod teams;

use anyhow::{Context, Result, ensure};
use clap::Args;
use data::Game;
use patterns::{Counter, Dictionary};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use teams::{Position, positions};

use crate::search::{Describer, training};

/// Train the move prior from labelled games.
#[derive(Args)]
pub(super) struct TrainPrior {
    /// Files of labelled games.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where to write the weights.
    #[arg(long, default_value = "weights.bin")]
    out: PathBuf,
    /// Use one in so many games.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Passes over the data.
    #[arg(long, default_value_t = 2)]
    epochs: usize,
    /// Passes over the data after pruning.
    #[arg(long, default_value_t = 1)]
    last_epochs: usize,
    /// Patterns need to be seen so often among the teacher's moves.
    #[arg(long, default_value_t = 20)]
    seen: u8,
    /// Patterns to keep.
    #[arg(long, default_value_t = 150_000)]
    keep: usize,
    /// Adagrad's step.
    #[arg(long, default_value_t = 0.1)]
    step: f32,
    /// Weight decay at each sight of a weight.
    #[arg(long, default_value_t = 1e-4)]
    decay: f32,
    /// Seed of the order of games.
    #[arg(long, default_value_t = 1)]
    order: u64,
}

/// One game in so many is never trained on.
const HELD_OUT: usize = 20;

pub(super) fn run(options: &TrainPrior) -> Result<ExitCode> {
    let start = Instant::now();
    let mut games = Vec::new();
    for path in &options.files {
        games.extend(data::read(path)?);
    }
    let (mut train, mut test) = (Vec::new(), Vec::new());
    for (number, game) in games.into_iter().enumerate() {
        if number % HELD_OUT == HELD_OUT - 1 {
            test.push(game);
        } else if (number - number / HELD_OUT).is_multiple_of(options.every) {
            train.push(game);
        }
    }
    ensure!(!train.is_empty() && !test.is_empty(), "no games to train on");
    test.truncate(test.len().div_ceil(options.every.min(3)));
    let count = |games: &[Game]| games.iter().map(|game| game.labels.len()).sum::<usize>();
    println!(
        "{} games, {} positions to train; {} games, {} positions held out; {:.0?}",
        train.len(),
        count(&train),
        test.len(),
        count(&test),
        start.elapsed()
    );
    shuffle(&mut train, options.order);

    let mut counter = Counter::new();
    for game in &train {
        positions(game, &mut counter, &mut |_| ());
    }
    println!("patterns counted; {:.0?}", start.elapsed());
    let mut learner = Learner::new(Dictionary::of(counter, options.seen));
    learner.epochs(&train, &test, options.epochs, options.step, options, start);
    learner.prune(options.keep);
    println!("{} patterns kept", learner.dictionary.len());
    learner.evaluate(&test).print();
    learner.epochs(&train, &test, options.last_epochs, options.step / 2.0, options, start);
    let (features, patterns) = learner.weights.split_at(Describer::FEATURES);
    let patterns: Vec<_> = learner.dictionary.hashes().zip(patterns.iter().copied()).collect();
    let file = training::weights_file(features, &patterns);
    std::fs::write(&options.out, &file).with_context(|| format!("cannot write {}", options.out.display()))?;
    println!("{} bytes written; {:.0?}", file.len(), start.elapsed());
    Ok(ExitCode::SUCCESS)
}

fn shuffle(games: &mut [Game], seed: u64) {
    let mut rng = crate::playout::PlayRng::new(seed);
    for last in (1..games.len()).rev() {
        games.swap(last, rng.below(last as u32 + 1) as usize);
    }
}

/// Softmax regression by Adagrad.
struct Learner {
    dictionary: Dictionary,
    weights: Vec<f32>,
    /// Sums of squared gradients.
    squares: Vec<f32>,
    /// How often each weight was part of a move, in the last epoch.
    uses: Vec<u32>,
    gradient: Vec<f32>,
    touched: Vec<u32>,
    rates: Vec<f32>,
}

impl Learner {
    fn new(dictionary: Dictionary) -> Learner {
        let mut learner = Learner {
            dictionary,
            weights: Vec::new(),
            squares: Vec::new(),
            uses: Vec::new(),
            gradient: Vec::new(),
            touched: Vec::new(),
            rates: Vec::new(),
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

    fn epochs(&mut self, train: &[Game], test: &[Game], count: usize, step: f32, options: &TrainPrior, start: Instant) {
        for epoch in 0..count {
            let mut loss = 0.0;
            let mut seen = 0;
            self.uses.fill(0);
            for (number, game) in train.iter().enumerate() {
                let done = (epoch as f32 + number as f32 / train.len() as f32) / count as f32;
                let step = step * (1.0 - 0.9 * done);
                let mut dictionary = std::mem::take(&mut self.dictionary);
                let mut batch = Vec::new();
                positions(game, &mut dictionary, &mut |position| batch.push(position.clone()));
                self.dictionary = dictionary;
                self.grow();
                for position in &batch {
                    loss += self.learn(position, step, options.decay);
                    seen += 1;
                }
            }
            println!(
                "epoch {epoch}: {} patterns, loss {:.4} while learning; {:.0?}",
                self.dictionary.len(),
                loss / f64::from(seen),
                start.elapsed()
            );
            self.dictionary.close();
            self.evaluate(test).print();
        }
    }

    /// Fills the rates with probabilities.
    fn rate(&mut self, position: &Position) {
        self.rates.clear();
        let mut first = 0;
        let mut most = f32::MIN;
        for &end in &position.ends {
            let score: f32 = position.items[first..end]
                .iter()
                .map(|&item| self.weights[item as usize])
                .sum();
            first = end;
            most = most.max(score);
            self.rates.push(score);
        }
        let mut sum = 0.0;
        for rate in &mut self.rates {
            *rate = (*rate - most).exp();
            sum += *rate;
        }
        for rate in &mut self.rates {
            *rate /= sum;
        }
    }

    /// The cross entropy before the step.
    fn learn(&mut self, position: &Position, step: f32, decay: f32) -> f64 {
        self.rate(position);
        let mut loss = 0.0;
        let mut first = 0;
        for ((&end, &target), &rate) in position.ends.iter().zip(&position.target).zip(&self.rates) {
            if target > 0.0 {
                loss -= f64::from(target) * f64::from(rate.max(1e-9).ln());
            }
            let gradient = rate - target;
            for &item in &position.items[first..end] {
                let sum = &mut self.gradient[item as usize];
                self.uses[item as usize] += 1;
                if *sum == 0.0 {
                    self.touched.push(item);
                }
                *sum += gradient;
            }
            first = end;
        }
        for &item in &self.touched {
            let item = item as usize;
            let gradient = self.gradient[item] + decay * self.weights[item];
            self.gradient[item] = 0.0;
            self.squares[item] += gradient * gradient;
            self.weights[item] -= step * gradient / (self.squares[item] + 1e-4).sqrt();
        }
        self.touched.clear();
        loss
    }

    fn evaluate(&mut self, games: &[Game]) -> Figures {
        let mut dictionary = std::mem::take(&mut self.dictionary);
        let mut figures = Figures::default();
        for game in games {
            positions(game, &mut dictionary, &mut |position| {
                self.rate(position);
                figures.add(position, &self.rates);
            });
        }
        self.dictionary = dictionary;
        figures
    }

    /// Leaves the patterns that matter most, with the smaller ones inside them.
    fn prune(&mut self, keep: usize) {
        let patterns = Describer::FEATURES..self.weights.len();
        let merit = |item: usize| self.weights[item].powi(2) * (self.uses[item] as f32).sqrt();
        let merits: Vec<f32> = patterns.map(merit).collect();
        let kept = self.dictionary.prune(&merits, keep);
        for table in [&mut self.weights, &mut self.squares] {
            let old = table.split_off(Describer::FEATURES);
            table.extend(kept.iter().map(|&number| old[number as usize]));
        }
        self.uses.truncate(self.weights.len());
        self.gradient.truncate(self.weights.len());
    }
}

/// How well the rates agree with the teacher, by board size; index 0 is for all.
#[derive(Default)]
struct Figures {
    sizes: [Sums; 26],
}

#[derive(Clone, Copy, Default)]
struct Sums {
    positions: f64,
    cross_entropy: f64,
    entropy: f64,
    first: f64,
    five: f64,
    moves: f64,
}

impl Figures {
    fn add(&mut self, position: &Position, rates: &[f32]) {
        let target = &position.target;
        let best = |values: &[f32]| {
            (0..values.len())
                .max_by(|&a, &b| values[a].total_cmp(&values[b]))
                .unwrap_or(0)
        };
        let wanted = best(target);
        let rank = rates.iter().filter(|&&rate| rate > rates[wanted]).count();
        for size in [0, position.size] {
            let sums = &mut self.sizes[size];
            sums.positions += 1.0;
            for (&t, &p) in target.iter().zip(rates) {
                if t > 0.0 {
                    sums.cross_entropy -= f64::from(t * p.max(1e-9).ln());
                    sums.entropy -= f64::from(t * t.ln());
                }
            }
            sums.first += f64::from(u8::from(best(rates) == wanted));
            sums.five += f64::from(u8::from(rank < 5));
            sums.moves += rates.len() as f64;
        }
    }

    fn print(&self) {
        println!("size positions moves  cross-entropy (teacher's own)  top-1  top-5");
        for (size, sums) in self.sizes.iter().enumerate().filter(|(_, sums)| sums.positions > 0.0) {
            if ![0, 7, 9, 13, 19].contains(&size) {
                continue;
            }
            let n = sums.positions;
            println!(
                "{:>4} {:>9} {:>5.0} {:>14.4} {:>15.4} {:>12.1}% {:>5.1}%",
                if size == 0 { "all".to_string() } else { size.to_string() },
                n,
                sums.moves / n,
                sums.cross_entropy / n,
                sums.entropy / n,
                100.0 * sums.first / n,
                100.0 * sums.five / n
            );
        }
    }
}
