//! `lanke selfplay`: games of the program against itself, as positions to train on. Built with `--features train`.

use super::labels::{Game, Label};
use crate::engine::{Analysis, Engine, Generated};
use crate::rules::{BoardSize, Color, Ruleset, Vertex, presets};
use crate::score::{Outcome, Owner};
use crate::search::Report;
use crate::settings::Settings;
use anyhow::{Context, Result, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Play games against itself and write down what can be learned from them.
#[derive(Args)]
pub(super) struct SelfPlay {
    /// File that the games are added to.
    #[arg(long, default_value = "selfplay.bin")]
    out: PathBuf,
    /// Games.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Board sizes to choose from.
    #[arg(long, value_delimiter = ',', default_values_t = [7, 9, 9, 9, 11, 13])]
    sizes: Vec<usize>,
    /// Rule systems to choose from; without any, all in which Black begins on the empty board.
    #[arg(long, value_delimiter = ',')]
    systems: Vec<String>,
    /// Share of turns at the beginning, of the number of points, at which moves are chosen by chance as often as they were visited.
    #[arg(long, default_value_t = 0.12)]
    open: f64,
    /// Share of games with a komi by chance, up to 15 points from the usual one.
    #[arg(long, default_value_t = 0.25)]
    odd_komi: f64,
}

pub(super) fn run(options: &SelfPlay, settings: &Settings) -> Result<ExitCode> {
    let systems = systems(&options.systems)?;
    for &side in &options.sizes {
        ensure!((2..=25).contains(&side), "board sizes are 2 to 25, got {side}");
    }
    let file = OpenOptions::new().create(true).append(true).open(&options.out);
    let file = Mutex::new(file.with_context(|| format!("cannot open {}", options.out.display()))?);
    let bar = ProgressBar::new(options.games);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}")?);
    let next = AtomicU64::new(0);
    let threads = match settings.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let seed = if settings.seed == 0 {
        rand::rng().random()
    } else {
        settings.seed
    };
    let work = || -> Result<()> {
        let settings = Settings {
            threads: 1,
            resign: false,
            ..settings.clone()
        };
        let mut engine = super::engine(settings, systems[0].clone())?;
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= options.games {
                return Ok(());
            }
            let mut rng = StdRng::seed_from_u64(seed.wrapping_add(number));
            let game = play(&mut engine, options, &systems, &mut rng);
            if let (Some(game), Ok(mut file)) = (game, file.lock()) {
                file.write_all(&game.record())?;
            }
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(result) => result,
            Err(fault) => std::panic::resume_unwind(fault),
        })
    })?;
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

fn systems(names: &[String]) -> Result<Vec<Ruleset>> {
    if names.is_empty() {
        let is_plain = |rules: &&Ruleset| {
            let game = crate::game::Game::new(BoardSize::square(9), (*rules).clone());
            game.to_move() == Color::Black
        };
        return Ok(presets::all().iter().filter(is_plain).cloned().collect());
    }
    names
        .iter()
        .map(|name| presets::load(name).map_err(Into::into))
        .collect()
}

/// One game; `None` when it did not come to an end.
fn play(engine: &mut Engine, options: &SelfPlay, systems: &[Ruleset], rng: &mut StdRng) -> Option<Game> {
    let side = options.sizes[rng.random_range(0..options.sizes.len())];
    let rules = systems[rng.random_range(0..systems.len())].clone();
    let name = rules.name.clone();
    engine.new_game();
    engine.reseed(rng.random_range(1..1 << 48));
    let game = engine.game_mut();
    game.set_ruleset(rules);
    game.resize(BoardSize::square(side));
    game.set_komi(None);
    if rng.random_bool(options.odd_komi) {
        let komi = game.komi() + f64::from(rng.random_range(-30..=30)) / 2.0;
        game.set_komi(Some(komi));
    }
    let komi = engine.game().komi();
    let open = (options.open * (side * side) as f64) as usize;
    let mut moves = Vec::new();
    let mut policies = Vec::new();
    while engine.game().phase().is_playing() {
        if moves.len() > 3 * side * side {
            return None;
        }
        let color = engine.game().to_move();
        let (vertex, report) = if moves.len() < open {
            sample(engine, color, rng)?
        } else {
            choose(engine, color)?
        };
        policies.push(policy(side, &report?));
        moves.push(Game::move_to(side, vertex));
    }
    let judgement = engine.judge();
    let win_rate = match judgement.score.outcome {
        Outcome::Points {
            winner: Color::Black, ..
        } => 1.0,
        Outcome::Points { .. } => 0.0,
        Outcome::Draw => 0.5,
        _ => return None,
    };
    let board = engine.game().board();
    let mut owners = vec![0; side * side];
    for point in engine.game().size().points() {
        let stone = board.stone(point).filter(|_| !judgement.dead.contains(point));
        let owner = match (stone, judgement.owners.owner(point)) {
            (Some(Color::Black), _) | (None, Owner::Black) => 15,
            (Some(Color::White), _) | (None, Owner::White) => 0,
            // Between the two, as evenly as the record can say it.
            (None, Owner::Nobody) => 7 + u8::from(rng.random_bool(0.5)),
        };
        owners[usize::from(Game::move_to(side, Vertex::At(point)))] = owner;
    }
    let labels = policies.into_iter().enumerate().map(|(turn, policy)| Label {
        turn,
        win_rate,
        lead: judgement.score.margin.clamp(-1600.0, 1600.0) as f32,
        owners: owners.clone(),
        policy,
    });
    Some(Game {
        size: side,
        rules: name,
        is_played_out: true,
        komi,
        labels: labels.collect(),
        moves,
    })
}

/// A move by chance, as often as it was visited, and the search that it comes from.
fn sample(engine: &mut Engine, color: Color, rng: &mut StdRng) -> Option<(Vertex, Option<Report>)> {
    let report = engine.think(color, &Analysis::default(), &AtomicBool::new(false));
    let total: u32 = report.candidates.iter().map(|candidate| candidate.visits).sum();
    let mut place = rng.random_range(0..total.max(1));
    let chosen = report.candidates.iter().find(|candidate| {
        let is_it = place < candidate.visits;
        place = place.saturating_sub(candidate.visits);
        is_it
    });
    let vertex = chosen.or(report.best())?.vertex;
    engine.game_mut().play(color, vertex).ok()?;
    Some((vertex, Some(report)))
}

/// The move that the engine plays, and the search that it comes from; none where the move was owed.
fn choose(engine: &mut Engine, color: Color) -> Option<(Vertex, Option<Report>)> {
    let mut last = None;
    let generated = engine.genmove_telling(color, &Analysis::default(), &AtomicBool::new(false), &mut |report| {
        last = Some(report.clone());
    });
    match generated {
        Generated::Play(vertex) => Some((vertex, last)),
        Generated::Resign => None,
    }
}

/// Moves by their share of visits, the most visited ones.
fn policy(side: usize, report: &Report) -> Vec<(u16, f32)> {
    let visited = report
        .candidates
        .iter()
        .filter(|candidate| candidate.visits > 0)
        .take(32);
    let total: u32 = visited.clone().map(|candidate| candidate.visits).sum();
    visited
        .map(|candidate| {
            let share = candidate.visits as f32 / total.max(1) as f32;
            (Game::move_to(side, candidate.vertex), share)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_tells_what_was_searched_and_how_it_ended() {
        let options = SelfPlay {
            out: PathBuf::new(),
            games: 1,
            sizes: vec![5],
            systems: Vec::new(),
            open: 0.2,
            odd_komi: 0.5,
        };
        let systems = systems(&options.systems).unwrap();
        assert!(systems.len() > 20 && systems.iter().all(|rules| rules.name != "ancient"));
        let settings = Settings {
            playouts: 30,
            resign: false,
            ..Settings::default()
        };
        let mut engine = Engine::new(settings, systems[0].clone());
        let mut rng = StdRng::seed_from_u64(1);
        for _ in 0..4 {
            let game = play(&mut engine, &options, &systems, &mut rng).unwrap();
            assert_eq!(game.labels.len(), game.moves.len());
            assert!(engine.game().position().turns().len() == game.moves.len());
            for (turn, label) in game.labels.iter().enumerate() {
                assert_eq!(label.turn, turn);
                let total: f32 = label.policy.iter().map(|entry| entry.1).sum();
                assert!((total - 1.0).abs() < 1e-3, "{total}");
                let won = [0.0, 0.5, 1.0].contains(&label.win_rate);
                assert!(won && label.owners.len() == 25);
            }
        }
    }
}
