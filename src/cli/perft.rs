//! `lanke perft`: the number of legal sequences of turns, and how fast they are counted.

use crate::game::Game;
use crate::game::perft::{divide, perft};
use crate::rules::{BoardSize, Ruleset};
use anyhow::{Context, Result};
use clap::Args;
use std::process::ExitCode;
use std::time::Instant;

/// Options of `lanke perft`.
#[derive(Args, Clone, Debug)]
pub(super) struct Perft {
    /// Board size: 9, 9x9, 3x2.
    #[arg(long, default_value = "9", value_name = "WxH")]
    size: String,
    /// Number of turns, at most 100.
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(..=100))]
    depth: u32,
    /// The count of each first turn before the sum.
    #[arg(long)]
    divide: bool,
}

/// Prints the number alone as the last line; time and speed go to stderr.
pub(super) fn run(options: &Perft, ruleset: Ruleset) -> Result<ExitCode> {
    let size = board_size(&options.size)?;
    let mut game = Game::new(size, ruleset);
    let start = Instant::now();
    let count = if options.divide {
        let parts = divide(&mut game, options.depth);
        for (vertex, count) in &parts {
            outln!("{vertex} {count}");
        }
        let whole = parts.iter().map(|(_, count)| count).sum();
        if options.depth == 0 { 1 } else { whole }
    } else {
        perft(&mut game, options.depth)
    };
    let seconds = start.elapsed().as_secs_f64();
    errln!(
        "{count} sequences in {seconds:.3} s, {:.0} per second",
        count as f64 / seconds.max(1e-9)
    );
    outln!("{count}");
    Ok(ExitCode::SUCCESS)
}

fn board_size(text: &str) -> Result<BoardSize> {
    let (width, height) = text.split_once(['x', 'X', ':']).unwrap_or((text, text));
    let read = |side: &str| side.trim().parse().ok();
    read(width)
        .zip(read(height))
        .and_then(|(width, height)| BoardSize::new(width, height))
        .with_context(|| format!("no board size '{text}': expected N or WxH with sides from 1 to 25"))
}
