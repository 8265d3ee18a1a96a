//! `lanke train-prior`: makes the weights of the move prior from labelled games. Built with `--features train`.

mod figures;
mod learner;
mod patterns;
mod teams;

use crate::cli::labels::{self, Game};
use anyhow::{Context, Result, ensure};
use clap::Args;
use figures::Figures;
use learner::Learner;
use patterns::{Counter, Dictionary};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use teams::{Numbering, positions};

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
    /// Count patterns in one of so many of these.
    #[arg(long, default_value_t = 6)]
    count_every: usize,
    /// Passes over the games.
    #[arg(long, default_value_t = 1)]
    passes: usize,
    /// Percent of the run after which patterns are pruned.
    #[arg(long, default_value_t = 35)]
    prune_at: usize,
    /// Patterns need to be seen so often among the teacher's moves where they are counted.
    #[arg(long, default_value_t = 6)]
    seen: u8,
    /// Patterns to keep.
    #[arg(long, default_value_t = 250_000)]
    keep: usize,
    /// Adagrad's step at first; it falls to a twentieth.
    #[arg(long, default_value_t = 0.1)]
    step: f32,
    /// Weight decay at each sight of a weight.
    #[arg(long, default_value_t = 1e-4)]
    decay: f32,
    /// Seed of the order of games.
    #[arg(long, default_value_t = 1)]
    order: u64,
    /// Only evaluate the weights that come with the program.
    #[arg(long)]
    evaluate: bool,
    /// Evaluate on the first of so many parts of the games held out.
    #[arg(long, default_value_t = 3)]
    test_every: usize,
}

pub(super) fn run(options: &TrainPrior) -> Result<ExitCode> {
    let start = Instant::now();
    let mut games = Vec::new();
    for path in &options.files {
        games.extend(labels::read(path)?);
    }
    let (mut train, mut test) = (Vec::new(), Vec::new());
    for (number, game) in games.into_iter().enumerate() {
        if labels::is_held_out(number) {
            test.push(game);
        } else if labels::is_one_in(options.every, number) {
            train.push(game);
        }
    }
    ensure!(!train.is_empty() && !test.is_empty(), "no games to train on");
    test.truncate(test.len().div_ceil(options.test_every));
    let count = |games: &[Game]| games.iter().map(|game| game.labels.len()).sum::<usize>();
    println!(
        "{} games, {} positions to train; {} games, {} positions held out; {:.0?}",
        train.len(),
        count(&train),
        test.len(),
        count(&test),
        start.elapsed()
    );
    if options.evaluate {
        built_in(&test).print();
        return Ok(ExitCode::SUCCESS);
    }
    shuffle(&mut train, options.order);

    let mut counter = Counter::new();
    for game in train.iter().step_by(options.count_every) {
        positions(game, &mut counter, &mut |_, _| ());
    }
    println!("patterns counted; {:.0?}", start.elapsed());
    let mut learner = Learner::new(Dictionary::of(counter, options.seen), options.decay);
    let total = train.len() * options.passes;
    let (mut seen, mut loss) = (0, 0.0);
    for number in 0..total {
        if number == total * options.prune_at / 100 {
            println!("{} patterns", learner.dictionary.len());
            learner.prune(options.keep);
            println!("{} left; {:.0?}", learner.dictionary.len(), start.elapsed());
        }
        let step = options.step * (1.0 - 0.95 * number as f32 / total as f32);
        let (more, lost) = learner.study(&train[number % train.len()], step);
        (seen, loss) = (seen + more, loss + lost);
        if (number + 1) % (total / 10).max(1) == 0 {
            println!(
                "{seen} positions, loss {:.4}; {:.0?}",
                loss / seen as f64,
                start.elapsed()
            );
            (seen, loss) = (0, 0.0);
            std::fs::write(&options.out, learner.file())
                .with_context(|| format!("cannot write {}", options.out.display()))?;
        }
    }
    let file = learner.file();
    std::fs::write(&options.out, &file).with_context(|| format!("cannot write {}", options.out.display()))?;
    println!("{} bytes written; {:.0?}", file.len(), start.elapsed());
    learner.evaluate(&test).print();
    Ok(ExitCode::SUCCESS)
}

/// How good the weights in the program are.
fn built_in(games: &[Game]) -> Figures {
    let mut figures = Figures::default();
    for game in games {
        positions(game, &mut Nothing, &mut |position, _| {
            figures.add(position, &position.rates)
        });
    }
    figures
}

/// No patterns are wanted.
struct Nothing;

impl Numbering for Nothing {
    const RATES: bool = true;

    fn number(&mut self, _hash: u32, _parent: Option<u32>) -> Option<u32> {
        None
    }

    fn wants(&self, _target: f32) -> bool {
        false
    }
}

fn shuffle(games: &mut [Game], seed: u64) {
    let mut rng = crate::playout::PlayRng::new(seed);
    for last in (1..games.len()).rev() {
        games.swap(last, rng.below(last as u32 + 1) as usize);
    }
}
