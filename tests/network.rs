//! A search that asks a network, with networks that know nothing: legality, endings and what playouts see must not depend on
//! what the weights are.

use lanke::engine::{Engine, Generated};
use lanke::gtp::Session;
use lanke::gtp::stop::StopSwitch;
use lanke::net::{Model, Network, Shape};
use lanke::rules::{BoardSize, Color, presets};
use lanke::settings::Settings;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// An engine that asks a network without opinions: every move as likely, every result as well.
fn engine(rules: &str, playouts: u64) -> Engine {
    let settings = Settings {
        playouts,
        seed: 1,
        threads: 1,
        resign: false,
        ..Settings::default()
    };
    let mut engine = Engine::new(settings, presets::load(rules).unwrap());
    let blank = Model::zero(Shape::new(1, 16).unwrap());
    engine.set_net("blank", Arc::new(Network::new(blank)));
    engine
}

fn play_to_the_end(engine: &mut Engine, most: usize) -> Vec<String> {
    let mut moves = Vec::new();
    while engine.game().phase().is_playing() && moves.len() < most {
        let color = engine.game().to_move();
        match engine.genmove(color, &AtomicBool::new(false)) {
            Generated::Play(vertex) => moves.push(vertex.to_string()),
            Generated::Resign => panic!("it must not resign"),
        }
    }
    moves
}

#[test]
fn whole_games_end_by_the_rules_under_every_system() {
    for (number, rules) in presets::all().iter().enumerate() {
        let (width, height) = [(7, 7), (8, 7), (7, 9)][number % 3];
        let mut engine = engine(&rules.name, 8);
        engine.game_mut().resize(BoardSize::new(width, height).unwrap());
        let moves = play_to_the_end(&mut engine, 400);
        assert!(
            !engine.game().phase().is_playing(),
            "{} on {width}x{height}: {}",
            rules.name,
            moves.join(" ")
        );
    }
}

#[test]
fn weights_beyond_all_measure_spoil_nothing_but_the_opinion() {
    let mut bytes = Model::zero(Shape::new(1, 16).unwrap()).to_bytes();
    for (place, weight) in bytes[8..].chunks_exact_mut(2).enumerate() {
        // The largest in half precision, by turns less than 0.
        let largest: u16 = if place % 3 == 0 { 0xFBFF } else { 0x7BFF };
        weight.copy_from_slice(&largest.to_le_bytes());
    }
    let mut engine = engine("chinese", 40);
    engine.set_net("wild", Arc::new(Network::read(&bytes).unwrap()));
    engine.game_mut().resize(BoardSize::square(7));
    play_to_the_end(&mut engine, 300);
    assert!(!engine.game().phase().is_playing());
}

#[test]
fn tiny_boards_are_searched_to_the_end_without_it() {
    for (komi, winner) in [(8.5, Color::Black), (9.5, Color::White)] {
        let mut engine = engine("chinese,dead_stones=all-alive", 3000);
        engine.game_mut().resize(BoardSize::square(3));
        engine.game_mut().set_komi(Some(komi));
        let moves = play_to_the_end(&mut engine, 60);
        assert_eq!(engine.final_score().winner(), Some(winner), "{}", moves.join(" "));
    }
}

#[test]
fn a_command_may_choose_between_the_network_given_at_the_start_and_none() {
    let mut session = Session::new(engine("chinese", 10), Arc::new(StopSwitch::default()));
    let mut ask = |line: &str| {
        let mut output = Vec::new();
        session.handle(line.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap().trim().to_owned()
    };
    assert_eq!(ask("kata-get-param net"), "= blank");
    let refused = ask("kata-set-param net /dev/zero");
    assert!(refused.starts_with("? network '/dev/zero' was not read"), "{refused}");
    assert_eq!(ask("kata-get-param net"), "= blank");
    assert_eq!(ask("kata-set-param net none"), "=");
    assert_eq!(ask("genmove b").chars().next(), Some('='));
    assert_eq!(ask("kata-set-param net blank"), "=");
    assert_eq!(ask("genmove w").chars().next(), Some('='));
}
