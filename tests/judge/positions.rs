//! The positions of `tests/data/dead-stones.txt` and `dead-shapes.txt`.

use lanke::engine::Engine;
use lanke::rules::{Board, ByColor, Color, PointSet, diagram, presets};
use lanke::settings::Settings;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

pub struct Finished {
    pub name: String,
    pub board: Board,
    pub dead: PointSet,
}

impl Finished {
    fn read(record: &str) -> Finished {
        let (name, drawing) = record.split_once('\n').unwrap();
        let marks = drawing.replace(['X', 'O', ','], ".");
        let marked = diagram::parse(&marks).unwrap().1;
        Finished {
            name: name.into(),
            board: diagram::board(drawing),
            dead: marked.black.union(&marked.white),
        }
    }

    fn group(&self) -> &str {
        self.name.split('/').next().unwrap()
    }
}

pub fn all() -> Vec<Finished> {
    let games = include_str!("../data/dead-stones.txt").split("\n\n").skip(1);
    let shapes = include_str!("../data/dead-shapes.txt").split("\n\n").skip(1);
    games.chain(shapes).map(Finished::read).collect()
}

fn judged_dead(board: &Board) -> PointSet {
    let mut engine = Engine::new(Settings::default(), presets::find("chinese").unwrap());
    engine.game_mut().resize(board.size());
    let stones = ByColor::from_fn(|color| *board.stones(color));
    engine.game_mut().set_up(&stones, Color::Black).unwrap();
    engine.judge().dead
}

/// All positions on 9x9, sekis and false eyes among them; the larger ones are left to the measurement.
#[test]
fn dead_stones_of_small_finished_boards_are_found() {
    let is_wanted = |position: &Finished| position.board.size().width() == 9 && position.group() != "exotic";
    let small = all().into_iter().filter(is_wanted);
    for position in small {
        let dead = judged_dead(&position.board);
        assert_eq!(dead, position.dead, "{}", position.name);
    }
}

/// How a group of positions was judged.
#[derive(Default)]
struct Figures {
    positions: usize,
    right: usize,
    stones: usize,
    /// Dead stones taken for alive.
    missed: usize,
    /// Living stones taken for dead.
    killed: usize,
    longest: Duration,
    total: Duration,
}

/// cargo test --release --test judge measure -- --ignored --nocapture
#[test]
#[ignore = "a measurement; takes a while"]
fn measure_all_positions() {
    let mut groups: BTreeMap<String, Figures> = BTreeMap::new();
    for position in all() {
        let start = Instant::now();
        let dead = judged_dead(&position.board);
        let took = start.elapsed();
        let missed = position.dead.difference(&dead);
        let killed = dead.difference(&position.dead);
        if !missed.is_empty() || !killed.is_empty() {
            println!("{}: missed {missed:?}, killed {killed:?}", position.name);
        }
        let total = match position.group() {
            "shapes" | "narrow" | "exotic" => "~maps",
            _ => "~games",
        };
        for group in [position.group(), total] {
            let figures = groups.entry(group.into()).or_default();
            figures.positions += 1;
            figures.right += usize::from(missed.is_empty() && killed.is_empty());
            figures.stones += position.board.size().area() - position.board.empty_points().len();
            figures.missed += missed.len();
            figures.killed += killed.len();
            figures.longest = figures.longest.max(took);
            figures.total += took;
        }
    }
    for (group, figures) in &groups {
        let wrong = figures.missed + figures.killed;
        println!(
            "{group:12} {:2}/{:2} right, {:4} stones, {:3} missed, {:3} killed, {:.2} %, mean {:.0?}, longest {:.0?}",
            figures.right,
            figures.positions,
            figures.stones,
            figures.missed,
            figures.killed,
            100.0 * (1.0 - wrong as f64 / figures.stones as f64),
            figures.total / figures.positions as u32,
            figures.longest
        );
    }
}
