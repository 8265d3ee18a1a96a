//! `lanke train`: makes the network's weights from labelled positions. Built with `--features train`.

mod course;
mod figures;
mod samples;

use crate::cli::labels;
use crate::net::{Learner, Losses, Model, Shape};
use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use course::Course;
use figures::Figures;
use indicatif::{ProgressBar, ProgressStyle};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use samples::Sample;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Train the network from labelled positions.
#[derive(Args)]
pub(super) struct Train {
    /// Files of labelled games.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where to write the weights.
    #[arg(long, default_value = "weights.bin")]
    out: PathBuf,
    /// Blocks and channels of a new network.
    #[arg(long, default_value = "4x32", value_parser = shape)]
    shape: Shape,
    /// Begin with these weights instead of a new network.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Where to keep how far it has come; when the file is there, the run goes on from it.
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Passes over the positions.
    #[arg(long, default_value_t = 1.0)]
    passes: f64,
    /// Positions in a step.
    #[arg(long, default_value_t = 128)]
    batch: usize,
    /// Adam's rate at its highest: it rises for a fiftieth of the run and then falls like a cosine to a hundredth.
    #[arg(long, default_value_t = 3e-3)]
    rate: f64,
    /// Use only boards of these sizes.
    #[arg(long, value_delimiter = ',')]
    sizes: Vec<usize>,
    /// Use one in so many positions of a size in each pass, another one each time: 13=4,19=16.
    #[arg(long, value_delimiter = ',', value_parser = thinning)]
    thin: Vec<(usize, usize)>,
    /// Use one in so many games.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seed of weights, order and symmetries.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds between two checkpoints, with the losses on the positions held out.
    #[arg(long, default_value_t = 300)]
    report: u64,
    /// Only examine the weights of --from.
    #[arg(long, requires = "from")]
    examine: bool,
}

fn shape(text: &str) -> Result<Shape> {
    let (blocks, channels) = text
        .split_once('x')
        .context("a form is BLOCKSxCHANNELS, such as 4x32")?;
    Shape::new(blocks.parse()?, channels.parse()?).map_err(|message| anyhow!(message))
}

fn thinning(text: &str) -> Result<(usize, usize)> {
    let (size, every) = text.split_once('=').context("SIZE=EVERY is expected, such as 19=16")?;
    let (size, every) = (size.parse()?, every.parse()?);
    ensure!(every > 0, "one in at least 1 position is expected, got {every}");
    Ok((size, every))
}

/// Positions held out that are examined at most between steps, one in so many.
const EXAMINED: usize = 10;

pub(super) fn run(options: &Train) -> Result<ExitCode> {
    let start = Instant::now();
    let (train, mut test) = read(options)?;
    ensure!(!train.is_empty() && !test.is_empty(), "no positions to train on");
    test.sort_by_key(|sample| sample.0.size.area());
    println!(
        "{} positions, {} held out; {:.0?}",
        train.len(),
        test.len(),
        start.elapsed()
    );
    let mut learner = learner(options)?;
    if options.examine {
        println!("{}", Figures::of(&mut learner, &test));
        return Ok(ExitCode::SUCCESS);
    }
    let mut course = Course::new(options.seed, options.batch, &options.thin, &train, learner.steps());
    let steps = (options.passes * course.per_pass() / options.batch as f64).ceil() as u64;
    let bar = ProgressBar::new(steps).with_position(learner.steps());
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta} {msg}")?);
    let small: Vec<Sample> = test.iter().step_by(EXAMINED).cloned().collect();
    let (mut losses, mut told, mut began) = (Losses::default(), Instant::now(), Instant::now());
    println!("{}", figures::HEAD);
    while learner.steps() < steps {
        let batch = course.batch(&train);
        losses += learner.study(&batch, rate(options.rate, learner.steps(), steps));
        bar.inc(1);
        if told.elapsed() > Duration::from_secs(options.report) || learner.steps() == steps {
            let speed = losses.positions / began.elapsed().as_secs_f64();
            let found = Figures::of(&mut learner, &small);
            bar.suspend(|| {
                println!("{}\n{found}", figures::row("trained", &losses));
                println!("step {} of {steps}, {speed:.0} positions/s", learner.steps());
            });
            save(options, &learner)?;
            (losses, told, began) = (Losses::default(), Instant::now(), Instant::now());
        }
    }
    bar.finish_and_clear();
    save(options, &learner)?;
    println!("{}\n{:.0?}", Figures::of(&mut learner, &test), start.elapsed());
    Ok(ExitCode::SUCCESS)
}

/// Positions to train on and to hold out.
fn read(options: &Train) -> Result<(Vec<Sample>, Vec<Sample>)> {
    let mut games = Vec::new();
    for path in &options.files {
        games.extend(labels::read(path)?);
    }
    let (mut train, mut test) = (Vec::new(), Vec::new());
    for (number, game) in games.iter().enumerate() {
        if !options.sizes.is_empty() && !options.sizes.contains(&game.size) {
            continue;
        }
        if labels::is_held_out(number) {
            test.extend(samples::of_game(game));
        } else if !options.examine && labels::is_one_in(options.every, number) {
            train.extend(samples::of_game(game));
        }
    }
    if options.examine {
        train.extend(test.first().cloned());
    }
    Ok((train, test))
}

/// From the checkpoint, from weights, or anew.
fn learner(options: &Train) -> Result<Learner> {
    let bytes = |path: &Path| fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    if let Some(path) = options.checkpoint.as_deref().filter(|path| path.exists()) {
        return Learner::resume(&bytes(path)?, options.threads).with_context(|| format!("in {}", path.display()));
    }
    let model = match &options.from {
        Some(path) => Model::from_bytes(&bytes(path)?).with_context(|| format!("in {}", path.display()))?,
        None => {
            let mut rng = StdRng::seed_from_u64(options.seed);
            Learner::begin(options.shape, || rng.random_range(-1.0..1.0))
        }
    };
    Ok(Learner::new(model, options.threads))
}

/// Writes weights and checkpoint, each whole or not at all.
fn save(options: &Train, learner: &Learner) -> Result<()> {
    let write = |path: &Path, bytes: Vec<u8>| {
        let fresh = path.with_extension("part");
        fs::write(&fresh, bytes)
            .and_then(|()| fs::rename(&fresh, path))
            .with_context(|| format!("cannot write {}", path.display()))
    };
    write(&options.out, learner.average().to_bytes())?;
    match &options.checkpoint {
        Some(path) => write(path, learner.checkpoint()),
        None => Ok(()),
    }
}

fn rate(most: f64, step: u64, steps: u64) -> f32 {
    let progress = step as f64 / steps as f64;
    let rise = (progress * 50.0).min(1.0);
    let fall = 0.01 + 0.99 * (0.5 + 0.5 * (progress * std::f64::consts::PI).cos());
    (most * rise * fall) as f32
}
