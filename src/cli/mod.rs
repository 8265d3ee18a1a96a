//! The command line: one file per subcommand; `lanke` alone is `lanke gtp`.

#[macro_use]
mod out;

mod analyze;
mod bench;
mod config;
mod counted;
#[cfg(feature = "train")]
mod label;
#[cfg(feature = "train")]
mod labels;
mod perft;
mod referee;
mod rules;
mod score;
#[cfg(feature = "train")]
mod selfplay;
#[cfg(feature = "train")]
mod train;
#[cfg(feature = "train")]
mod train_prior;

use crate::engine::Engine;
use crate::gtp;
use crate::net::Network;
use crate::rules::{Ruleset, presets};
use crate::settings::{Settings, is_net_file};
use anyhow::{Context, Result, ensure};
use clap::{Args, Parser, Subcommand};
use std::backtrace::{Backtrace, BacktraceStatus};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// A Go engine that speaks GTP and plays any rule system exactly.
#[derive(Parser)]
#[command(name = "lanke", version, about, long_about = None, after_help = AFTER)]
struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Option<Command>,
}

const AFTER: &str = "Without a subcommand lanke speaks GTP on standard input and output. RUST_LOG=debug shows what it thinks, on stderr.";

/// Options that every subcommand takes; flags win over the file, the file over the defaults.
#[derive(Args, Clone, Debug)]
struct Options {
    /// Configuration file (TOML); `lanke config` prints one with every option.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Rule system: a name from `lanke rules list`, a file, or name,key=value,…
    #[arg(long, global = true, value_name = "RULES")]
    rules: Option<String>,
    /// Playouts a move; 0 for no limit.
    #[arg(long, visible_alias = "visits", global = true, value_name = "N")]
    playouts: Option<u64>,
    /// Seconds a move when no clock is set.
    #[arg(long, visible_aliases = ["seconds", "time"], global = true, value_name = "SECONDS")]
    move_time: Option<f64>,
    /// Search threads; 0 for one per core.
    #[arg(long, global = true, value_name = "N")]
    threads: Option<usize>,
    /// Seed of the random generator; the same seed, playouts and one thread play the same game.
    #[arg(long, global = true, value_name = "N")]
    seed: Option<u64>,
    /// Network: auto (built-in where the processor has VNNI, else none), built-in, none, or a weights file.
    #[arg(long, global = true, value_name = "NAME")]
    net: Option<String>,
    /// Memory for the search tree, in MiB.
    #[arg(long, global = true, value_name = "MIB")]
    memory_mb: Option<usize>,
    /// Never resign.
    #[arg(long, global = true)]
    never_resign: bool,
    /// Any option by its name in the configuration file; may be repeated.
    #[arg(long, global = true, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

/// What to do.
#[derive(Subcommand)]
enum Command {
    /// Speak GTP on standard input and output (the default).
    Gtp,
    /// Print the effective configuration with comments.
    Config,
    /// List, show and compare rule systems.
    #[command(subcommand)]
    Rules(rules::Rules),
    /// Measure playouts and search, and print a signature of what is played.
    Bench(bench::Bench),
    /// Count the legal sequences of turns under a rule system.
    Perft(perft::Perft),
    /// Play games against itself to train the network on.
    #[cfg(feature = "train")]
    #[command(name = "selfplay")]
    SelfPlay(selfplay::SelfPlay),
    /// Play games by a teacher's policy and write down what it says of each position.
    #[cfg(feature = "train")]
    Label(label::LabelOptions),
    /// Train the network from labelled positions.
    #[cfg(feature = "train")]
    Train(train::Train),
    #[cfg(feature = "train")]
    TrainPrior(train_prior::TrainPrior),
    /// Count the final position of a record, by every method, under one rule system or (--rules all) every one.
    Score(score::ScoreOptions),
    /// Go through a record as a referee of a rule system would. Exit status 1: violations.
    Referee(referee::RefereeOptions),
    /// Go through a record move by move: chances to win, leads, better moves, the biggest mistakes.
    #[command(after_help = analyze::HELP)]
    Analyze(analyze::AnalyzeOptions),
}

impl Options {
    /// Default, then file, then flags.
    fn settings(&self) -> Result<Settings> {
        let mut settings = Settings::default();
        if let Some(path) = &self.config {
            let text = read_config(path).with_context(|| format!("cannot read {}", path.display()))?;
            settings
                .read_toml(&text)
                .with_context(|| format!("in {}", path.display()))?;
        }
        let flags = [
            ("rules", self.rules.clone()),
            ("playouts", self.playouts.map(|n| n.to_string())),
            ("move_time", self.move_time.map(|seconds| seconds.to_string())),
            ("net", self.net.clone()),
            ("threads", self.threads.map(|n| n.to_string())),
            ("seed", self.seed.map(|n| n.to_string())),
            ("memory_mb", self.memory_mb.map(|n| n.to_string())),
            ("resign", self.never_resign.then(|| "false".to_string())),
        ];
        for (name, value) in flags {
            if let Some(value) = value {
                settings.set(name, &value)?;
            }
        }
        for pair in &self.set {
            let (name, value) = pair
                .split_once('=')
                .with_context(|| format!("--set takes NAME=VALUE, got '{pair}'"))?;
            settings.set(name.trim(), value.trim())?;
        }
        Ok(settings)
    }
}

/// The largest configuration file that is read, in bytes.
const MAX_CONFIG: u64 = 1 << 20;

fn read_config(path: &Path) -> Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MAX_CONFIG + 1).read_to_string(&mut text)?;
    ensure!(
        text.len() as u64 <= MAX_CONFIG,
        "longer than {MAX_CONFIG} bytes, no configuration"
    );
    Ok(text)
}

/// Runs the program: exit code 0, or 2 with one line on stderr that says what was wrong.
#[must_use]
pub fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"))
        .target(env_logger::Target::Pipe(Box::new(gtp::Stderr)))
        .init();
    std::panic::set_hook(Box::new(|fault| {
        let trace = Backtrace::capture();
        match trace.status() {
            BacktraceStatus::Captured => errln!("lanke: {fault}\n{trace}"),
            _ => errln!("lanke: {fault}"),
        }
    }));
    let cli = Cli::parse();
    let code = run(&cli).unwrap_or_else(|error| {
        errln!("lanke: {error:#}");
        ExitCode::from(2)
    });
    let _ = gtp::Stderr.flush();
    code
}

fn run(cli: &Cli) -> Result<ExitCode> {
    let settings = cli.options.settings()?;
    match cli.command.as_ref().unwrap_or(&Command::Gtp) {
        Command::Gtp => {
            let ruleset = ruleset(&settings)?;
            gtp::run(engine(settings, ruleset)?, std::io::stdin(), std::io::stdout().lock())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Config => config::run(&settings),
        Command::Bench(wanted) => bench::run(wanted, &settings),
        Command::Rules(command) => rules::run(command),
        Command::Perft(options) => perft::run(options, ruleset(&settings)?),
        #[cfg(feature = "train")]
        Command::SelfPlay(options) => selfplay::run(options, &settings),
        #[cfg(feature = "train")]
        Command::Label(options) => label::run(options),
        #[cfg(feature = "train")]
        Command::Train(options) => train::run(options),
        #[cfg(feature = "train")]
        Command::TrainPrior(options) => train_prior::run(options),
        Command::Score(options) => score::run(options, cli.options.rules.as_deref(), &settings),
        Command::Referee(options) => referee::run(options, cli.options.rules.as_deref(), &settings),
        Command::Analyze(options) => analyze::run(options, cli.options.rules.as_deref(), &settings),
    }
}

/// An engine with the network that the settings name.
fn engine(settings: Settings, ruleset: Ruleset) -> Result<Engine> {
    let name = settings.net.clone();
    let mut engine = Engine::new(settings, ruleset);
    if is_net_file(&name) {
        let mut bytes = Vec::new();
        File::open(&name)
            .and_then(|file| file.take(MAX_NET).read_to_end(&mut bytes))
            .with_context(|| format!("cannot read the network {name}"))?;
        let net = Network::read(&bytes).with_context(|| format!("in the network {name}"))?;
        engine.set_net(&name, Arc::new(net));
    }
    Ok(engine)
}

/// The largest weights file that is read, in bytes.
const MAX_NET: u64 = 1 << 28;

/// The rule system the settings name.
fn ruleset(settings: &Settings) -> Result<Ruleset> {
    presets::load(&settings.rules).map_err(Into::into)
}
