//! The bot plays for the result that its rule system gives: solved boards, and positions in which the right move differs
//! between two systems.

use lanke::engine::{Engine, Generated};
use lanke::rules::{BoardSize, Color, Vertex, presets};
use lanke::settings::Settings;
use std::sync::atomic::AtomicBool;

fn engine(rules: &str, playouts: u64) -> Engine {
    let settings = Settings {
        playouts,
        seed: 1,
        threads: 1,
        resign: false,
        ..Settings::default()
    };
    Engine::new(settings, presets::load(rules).unwrap())
}

/// Plays both sides until the game is over and says who won.
fn winner(size: (usize, usize), rules: &str, komi: f64) -> (Option<Color>, String) {
    let mut engine = engine(rules, 3000);
    engine.game_mut().resize(BoardSize::new(size.0, size.1).unwrap());
    engine.game_mut().set_komi(Some(komi));
    let mut moves = Vec::new();
    while engine.game().phase().is_playing() && moves.len() < 100 {
        let color = engine.game().to_move();
        match engine.genmove(color, &AtomicBool::new(false)) {
            Generated::Play(vertex) => moves.push(vertex.to_string()),
            Generated::Resign => panic!("it must not resign"),
        }
    }
    (engine.final_score().winner(), moves.join(" "))
}

/// Values of tiny boards under perfect play, Black first, area: RULE-CASES 1.4, recomputed exhaustively there.
#[test]
fn both_sides_hold_the_solved_value_of_tiny_boards_under_every_superko() {
    for (size, value) in [
        ((1, 2), 0.0),
        ((1, 3), 3.0),
        ((1, 4), 4.0),
        ((2, 2), 1.0),
        ((3, 3), 9.0),
    ] {
        for repetition in ["positional", "situational", "after-own-play"] {
            let rules = format!("chinese,dead_stones=all-alive,repetition={repetition}");
            for (komi, expected) in [(value - 0.5, Color::Black), (value + 0.5, Color::White)] {
                let (winner, moves) = winner(size, &rules, komi);
                assert_eq!(winner, Some(expected), "{size:?} {repetition} komi {komi}: {moves}");
            }
        }
    }
}

#[test]
fn a_pass_owed_for_the_handicap_is_made() {
    let mut engine = engine("new_zealand", 100);
    engine.game_mut().resize(BoardSize::square(9));
    engine.game_mut().give_pass_handicap(2);
    let stop = AtomicBool::new(false);
    assert_ne!(engine.genmove(Color::Black, &stop), Generated::Play(Vertex::Pass));
    assert_eq!(engine.genmove(Color::White, &stop), Generated::Play(Vertex::Pass));
    engine.genmove(Color::Black, &stop);
    assert_ne!(engine.genmove(Color::White, &stop), Generated::Play(Vertex::Pass));
}
