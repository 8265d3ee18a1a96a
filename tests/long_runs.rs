//! Many whole games in one session, through rule systems, sizes, clocks and handicaps, refereed by an independent board.

mod naive;

use lanke::engine::Engine;
use lanke::gtp::Session;
use lanke::gtp::stop::StopSwitch;
use lanke::rules::ruleset::FirstPassBonus;
use lanke::rules::{Color, Point, presets};
use lanke::settings::Settings;
use naive::{Naive, Stones, letter};
use std::sync::Arc;

/// What is said about the clock before a game; none is so short that it is felt.
const CLOCKS: &[&str] = &[
    "time_settings 0 1 0",
    "time_settings 600 0 0",
    "time_settings 300 60 5",
    "kgs-time_settings byoyomi 600 30 3",
    "kata-time_settings fischer 300 10",
    "kgs-time_settings none",
];

/// One program that plays everything.
struct Arena {
    session: Session,
    moves: usize,
}

impl Arena {
    fn new(playouts: u64) -> Arena {
        let settings = Settings {
            playouts,
            threads: 1,
            seed: 1,
            memory_mb: 8,
            resign: false,
            ..Settings::default()
        };
        let engine = Engine::new(settings, presets::default_rules());
        let session = Session::new(engine, Arc::new(StopSwitch::default()));
        Arena { session, moves: 0 }
    }

    fn ask(&mut self, line: &str) -> String {
        let mut output = Vec::new();
        self.session.handle(line.as_bytes(), &mut output).unwrap();
        let answer = String::from_utf8(output).unwrap();
        answer.strip_suffix("\n\n").unwrap_or(&answer).to_owned()
    }

    fn tell(&mut self, line: &str) -> String {
        let answer = self.ask(line);
        assert!(answer.starts_with('='), "{line}: {answer}");
        answer
    }

    fn stones(&self) -> Stones {
        let (board, size) = (self.session.game().board(), self.session.game().size());
        let row = |row| {
            let stone = |column| board.stone(Point::new(column, row)).map_or('.', letter);
            (0..size.width()).map(stone).collect()
        };
        (0..size.height()).map(row).collect()
    }

    /// Plays until the rules end the game or so many moves are made; every move must be legal on the naive board, and what
    /// is on the board afterwards the same.
    fn play(&mut self, most: usize, what: &str) {
        let mut naive = Naive::standing(self.stones(), letter(self.session.game().to_move()));
        let mut has_button = self.session.game().ruleset().first_pass_bonus == FirstPassBonus::HalfPoint;
        for turn in 0..most {
            let game = self.session.game();
            if !game.phase().is_playing() {
                break;
            }
            let (color, rules) = (game.to_move(), game.ruleset().clone());
            let before = game.position().turns().len();
            let word = if color == Color::Black { "b" } else { "w" };
            self.tell(&format!("genmove {word}"));
            self.moves += 1;
            let turns = self.session.game().position().turns();
            assert_eq!(turns.len(), before + 1, "{what}, turn {turn}");
            let played = turns[before].vertex.point().map(|point| (point.column(), point.row()));
            if let Some((x, y)) = played {
                let legal = naive.is_legal(letter(color), x, y, rules.repetition, rules.suicide);
                assert!(legal, "{what}, turn {turn}: {color} {}", turns[before].vertex);
            }
            naive.take(letter(color), played);
            // Whoever takes the button lets the repetition rule begin anew.
            if played.is_none() && std::mem::take(&mut has_button) {
                naive = Naive::standing(self.stones(), letter(color.opponent()));
            }
            assert_eq!(naive.stones, self.stones(), "{what}, turn {turn}");
        }
        let score = self.tell("final_score");
        let known = ["= B+", "= W+"].iter().any(|start| score.starts_with(start)) || score == "= 0";
        assert!(known, "{what}: {score}");
    }

    /// A whole game, the `number`th of its kind.
    fn game(&mut self, number: usize, size: usize) {
        let systems = presets::all();
        let rules = &systems[number % systems.len()].name;
        let what = format!("game {number}, {size}x{size}, {rules}");
        self.tell(&format!("kata-set-rules {rules}"));
        self.tell(&format!("boardsize {size}"));
        self.tell(CLOCKS[number % CLOCKS.len()]);
        match number % 5 {
            0 => self.ask("fixed_handicap 2"),
            1 => self.ask("place_free_handicap 3"),
            2 => self.ask("lanke-handicap 2"),
            _ => String::new(),
        };
        self.play(6 * size * size + 20, &what);
        // A few moves are taken back and made anew.
        if number.is_multiple_of(3) {
            for _ in 0..4 {
                self.ask("undo");
            }
            self.tell("clear_board");
            self.play(5, &what);
        }
    }
}

/// Memory in use, in KiB, where the system tells it.
fn memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn twenty_games_in_one_session_are_legal_to_the_last_move() {
    let mut arena = Arena::new(2);
    for number in 0..20 {
        arena.game(number, [4, 5, 3, 4, 5][number % 5]);
    }
    assert!(arena.moves > 60, "{} moves", arena.moves);
}

/// `cargo test --release --test long_runs -- --ignored --nocapture thousand`
#[test]
#[ignore = "takes long"]
fn a_thousand_games_of_9x9_in_one_session_leak_nothing() {
    let mut arena = Arena::new(20);
    let mut after_ten = None;
    for number in 0..1000 {
        arena.game(number, 9);
        if number == 9 {
            after_ten = memory();
        }
        if number % 100 == 99 {
            println!("{} games, {} moves, {:?} KiB", number + 1, arena.moves, memory());
        }
    }
    if let (Some(first), Some(last)) = (after_ten, memory()) {
        println!("{first} KiB after ten games, {last} KiB at the end");
        assert!(last < first * 1.05);
    }
}

#[test]
fn every_size_is_begun_and_small_ones_are_played_out_under_every_rule_system() {
    let mut arena = Arena::new(1);
    for (number, rules) in presets::all().iter().enumerate() {
        for (width, height) in [(1, 1), (2, 1), (1 + number % 3, 3)] {
            arena.tell(&format!("kata-set-rules {}", rules.name));
            arena.tell(&format!("boardsize {width} {height}"));
            arena.play(6 * width * height + 20, &format!("{width}x{height}, {}", rules.name));
        }
    }
    for size in 1..=25 {
        arena.tell(&format!("kata-set-rules {}", presets::all()[size].name));
        arena.tell(&format!("boardsize {size} {}", 26 - size));
        arena.play(2, &format!("{size}x{}", 26 - size));
    }
}

/// `cargo test --release --test long_runs -- --ignored every_size`
#[test]
#[ignore = "takes long"]
fn every_size_is_played_out_under_every_rule_system() {
    // Few enough to be quick, and enough not to pass while much is open, which would have to be judged again and again.
    let mut arena = Arena::new(12);
    for rules in presets::all() {
        for size in 1..=25 {
            arena.tell(&format!("kata-set-rules {}", rules.name));
            arena.tell(&format!("boardsize {size}"));
            arena.play(6 * size * size + 20, &format!("{size}x{size}, {}", rules.name));
        }
        println!("{}: {} moves, {:?} KiB", rules.name, arena.moves, memory());
    }
}

#[test]
fn three_hundred_moves_are_replayed_after_every_clear_board() {
    let mut arena = Arena::new(1);
    let mut game = lanke::game::Game::new(lanke::rules::BoardSize::square(19), presets::default_rules());
    let mut lines = Vec::new();
    // Every point in turn, as far as it is legal.
    for point in lanke::rules::BoardSize::square(19).points().cycle() {
        let color = game.to_move();
        if game.play(color, lanke::rules::Vertex::At(point)).is_ok() {
            lines.push(format!("play {color} {point}"));
        }
        if lines.len() == 300 {
            break;
        }
    }
    let mut first = None;
    // Boards check themselves at every play of a debug build.
    let replays = if cfg!(debug_assertions) { 10 } else { 300 };
    for _ in 0..replays {
        arena.tell("clear_board");
        for line in &lines {
            arena.tell(line);
        }
        let state = arena.tell("lanke-state");
        assert_eq!(*first.get_or_insert(state.clone()), state);
    }
}
