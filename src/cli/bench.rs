//! `lanke bench`: how fast it is, and a signature of what it plays.
//!
//! The signature sums up fixed playouts and searches with fixed seeds: a refactoring must leave it alone, a change of
//! strength changes it knowingly. It does not depend on the machine.
//!
//! Seconds are of processor time, so that other programs on the machine disturb little.

use crate::game::Game;
use crate::net::{Network, Room, View};
use crate::playout::{Line, PlayBoard, PlayRng, PlayoutRules, Policy, PolicyParams, play_out};
use crate::rules::{BoardSize, Color, Ruleset, presets};
use crate::search::{Budget, Request, Searcher};
use crate::settings::Settings;
use crate::with_board_class;
use anyhow::{Context, Result};
use clap::Args;
use cpu_time::{ProcessTime, ThreadTime};
use serde_json::json;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What to measure.
#[derive(Args, Debug)]
pub(super) struct Bench {
    /// Seconds of processor time for each figure; the median of five parts is printed.
    #[arg(long = "cpu-seconds", default_value_t = 1.0)]
    seconds: f64,
    /// Board sizes.
    #[arg(long, value_delimiter = ',', default_values_t = [9, 13, 19])]
    sizes: Vec<usize>,
    /// Rule systems.
    #[arg(long, value_delimiter = ',', default_values_t = ["chinese".to_string(), "japanese".into(), "tromp-taylor".into()])]
    systems: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Print only the signature.
    #[arg(long)]
    signature: bool,
}

/// One measured figure.
struct Figure {
    what: &'static str,
    size: usize,
    ruleset: String,
    playouts_per_s: f64,
    moves_per_s: f64,
}

pub(super) fn run(bench: &Bench, settings: &Settings) -> Result<ExitCode> {
    let signature = signature(settings)?;
    if bench.signature {
        outln!("{signature}");
        return Ok(ExitCode::SUCCESS);
    }
    let engine = super::engine(settings.clone(), super::ruleset(settings)?)?;
    let net = engine.net();
    let mut figures = Vec::new();
    let ways = net.map(Network::by_instructions).unwrap_or_default();
    for (number, name) in bench.systems.iter().enumerate() {
        let ruleset = presets::load(name)?;
        for &side in &bench.sizes {
            let size = BoardSize::new(side, side).with_context(|| format!("board sizes are 1 to 25, got {side}"))?;
            let mut add = |what, (playouts_per_s, moves_per_s)| {
                figures.push(Figure {
                    what,
                    size: side,
                    ruleset: name.clone(),
                    playouts_per_s,
                    moves_per_s,
                });
            };
            for (what, policy) in [
                ("light", Policy::Light),
                ("policy", Policy::Full(PolicyParams::default())),
            ] {
                add(
                    what,
                    median(bench.seconds, |seconds| playouts(&ruleset, size, &policy, seconds)),
                );
            }
            // Rules make no difference to it.
            for (what, net) in ways.iter().filter(|_| number == 0) {
                add(
                    what,
                    median(bench.seconds, |seconds| evaluations(net, &ruleset, size, seconds)),
                );
            }
            add(
                "search",
                median(bench.seconds, |seconds| search(&ruleset, size, settings, net, seconds)),
            );
        }
    }
    if bench.json {
        outln!(
            "{}",
            serde_json::to_string_pretty(&as_json(&figures, &signature, settings))?
        );
    } else {
        print_table(&figures, &signature);
    }
    Ok(ExitCode::SUCCESS)
}

fn print_table(figures: &[Figure], signature: &str) {
    outln!(
        "{:<14}{:>5}  {:<10}{:>14}{:>14}{:>10}{:>13}",
        "rules",
        "size",
        "what",
        "playouts/s",
        "moves/s",
        "ns/move",
        "cycles/move"
    );
    let clock = clock_hz();
    for figure in figures {
        let dash = || "-".to_string();
        let (moves, nanoseconds, cycles) = match (figure.moves_per_s, clock) {
            (0.0, _) => (dash(), dash(), dash()),
            (moves, None) => (format!("{moves:.0}"), format!("{:.1}", 1e9 / moves), dash()),
            (moves, Some(clock)) => (
                format!("{moves:.0}"),
                format!("{:.1}", 1e9 / moves),
                format!("{:.0}", clock / moves),
            ),
        };
        outln!(
            "{:<14}{:>5}  {:<10}{:>14.0}{moves:>14}{nanoseconds:>10}{cycles:>13}",
            figure.ruleset,
            figure.size,
            figure.what,
            figure.playouts_per_s
        );
    }
    outln!("signature {signature}");
}

fn as_json(figures: &[Figure], signature: &str, settings: &Settings) -> serde_json::Value {
    let clock = clock_hz();
    let rows: Vec<_> = figures
        .iter()
        .map(|figure| {
            let mut row = json!({"what": figure.what, "size": figure.size, "ruleset": figure.ruleset,
                "playouts_per_s": figure.playouts_per_s.round()});
            if figure.moves_per_s > 0.0 {
                row["moves_per_s"] = json!(figure.moves_per_s.round());
                row["ns_per_move"] = json!((1e10 / figure.moves_per_s).round() / 10.0);
                row["cycles_per_move"] = json!(clock.map(|clock| (clock / figure.moves_per_s).round()));
            }
            row
        })
        .collect();
    json!({"cpu": cpu(), "clock_hz": clock, "threads": settings.threads, "signature": signature, "results": rows})
}

/// The processor's name where the system tells, its architecture elsewhere.
fn cpu() -> String {
    cpu_line("model name").unwrap_or_else(|| std::env::consts::ARCH.to_string())
}

/// The clock that the system reports for the processor, which a busy core may exceed.
fn clock_hz() -> Option<f64> {
    let megahertz: f64 = cpu_line("cpu MHz")?.parse().ok()?;
    Some(megahertz * 1e6)
}

fn cpu_line(key: &str) -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with(key))?;
    Some(line.split_once(": ")?.1.to_string())
}

/// Playouts and moves a second: the median of five parts of the time.
fn median(seconds: f64, mut measure: impl FnMut(f64) -> (f64, f64)) -> (f64, f64) {
    let mut parts: Vec<(f64, f64)> = (0..5).map(|_| measure(seconds / 5.0)).collect();
    parts.sort_by(|a, b| a.0.total_cmp(&b.0));
    parts[2]
}

fn playouts(ruleset: &Ruleset, size: BoardSize, policy: &Policy, seconds: f64) -> (f64, f64) {
    let start = ThreadTime::now();
    let (mut done, mut moves) = (0_u64, 0_u64);
    with_board_class!(size, N => {
        let mut player = Player::<N>::new(ruleset, size, 1);
        while start.elapsed().as_secs_f64() < seconds {
            for _ in 0..16 {
                moves += u64::from(player.play(policy).turns);
                done += 1;
            }
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    (done as f64 / seconds, moves as f64 / seconds)
}

/// Playouts from the empty board.
struct Player<const N: usize> {
    root: PlayBoard<N>,
    line: Line,
    rules: PlayoutRules,
    rng: PlayRng,
}

impl<const N: usize> Player<N> {
    fn new(ruleset: &Ruleset, size: BoardSize, seed: u64) -> Player<N> {
        let root = PlayBoard::<N>::new(size);
        Player {
            line: Line::new(root.hash(), Color::Black),
            root,
            rules: PlayoutRules::new(ruleset, size, 7.5, 0),
            rng: PlayRng::new(seed),
        }
    }

    fn play(&mut self, policy: &Policy) -> crate::playout::Outcome {
        let mut board = self.root;
        self.line.truncate(1);
        play_out(&mut board, &mut self.line, &self.rules, policy, &mut self.rng)
    }
}

/// How often a network can be asked about the empty board, what it is shown included.
fn evaluations(net: &Network, ruleset: &Ruleset, size: BoardSize, seconds: f64) -> (f64, f64) {
    let start = ThreadTime::now();
    let mut done = 0_u64;
    let mut room = Room::default();
    with_board_class!(size, N => {
        let player = Player::<N>::new(ruleset, size, 1);
        while start.elapsed().as_secs_f64() < seconds {
            let view = View::new(&player.root, &player.line, &player.rules);
            std::hint::black_box(net.evaluate(&view, &mut room));
            done += 1;
        }
    });
    (done as f64 / start.elapsed().as_secs_f64(), 0.0)
}

fn search(ruleset: &Ruleset, size: BoardSize, settings: &Settings, net: Option<&Network>, seconds: f64) -> (f64, f64) {
    let game = Game::new(size, ruleset.clone());
    let mut searcher = Searcher::new(settings.memory_mb << 20);
    let (start, spent) = (Instant::now(), ProcessTime::now());
    let report = searcher.search(
        &game,
        &request(settings, net, 1),
        &mut Budget {
            playouts: u64::MAX,
            stop: &AtomicBool::new(false),
            early_stop: false,
            tick: &mut |_| start.elapsed().as_secs_f64() < seconds,
        },
    );
    let seconds = spent.elapsed().as_secs_f64() / settings.threads.max(1) as f64;
    (report.playouts as f64 / seconds, 0.0)
}

fn request<'a>(settings: &'a Settings, net: Option<&'a Network>, seed: u64) -> Request<'a> {
    Request {
        color: Color::Black,
        threads: settings.threads.max(1),
        seed,
        params: &settings.search,
        avoid: &[],
        allow: &[],
        lent: 0.0,
        net,
        owners_by_move: false,
    }
}

/// Sums up fixed playouts of both policies and fixed searches, one thread.
fn signature(settings: &Settings) -> Result<String> {
    let ruleset = presets::load("chinese")?;
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |value: u64| sum = (sum ^ value).wrapping_mul(0x0100_0000_01b3);
    for side in [7, 9, 13, 19] {
        let size = BoardSize::square(side);
        with_board_class!(size, N => {
            let mut player = Player::<N>::new(&ruleset, size, side as u64);
            for policy in [Policy::Light, Policy::Full(PolicyParams::default())] {
                for _ in 0..50 {
                    let outcome = player.play(&policy);
                    add(u64::from(outcome.black_margin.to_bits()));
                    add(u64::from(outcome.turns));
                }
            }
        });
        let single = Settings {
            threads: 1,
            ..settings.clone()
        };
        let report = Searcher::new(16 << 20).search(
            &Game::new(size, ruleset.clone()),
            &request(&single, None, 7),
            &mut Budget {
                playouts: 200,
                stop: &AtomicBool::new(false),
                early_stop: false,
                tick: &mut |_| true,
            },
        );
        for candidate in report.candidates.iter().take(5) {
            add(u64::from(candidate.visits));
            candidate
                .vertex
                .to_string()
                .bytes()
                .for_each(|byte| add(u64::from(byte)));
        }
    }
    Ok(format!("{sum:016x}"))
}
