//! The same dead stones whoever asks, before and after passes; and what the engine believes when it passes.

use super::positions::{self, Finished};
use lanke::engine::{Engine, Generated, Status};
use lanke::gtp::Session;
use lanke::gtp::stop::StopSwitch;
use lanke::rules::{BoardSize, ByColor, Color, PointSet, Vertex, presets};
use lanke::score::Outcome;
use lanke::settings::Settings;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn engine(rules: &str, playouts: u64) -> Engine {
    let settings = Settings {
        playouts,
        threads: 1,
        seed: 5,
        memory_mb: 16,
        resign: false,
        ..Settings::default()
    };
    Engine::new(settings, presets::find(rules).unwrap())
}

/// An engine with the position set up, Black to move.
fn engine_at(position: &Finished, rules: &str, playouts: u64) -> Engine {
    let mut engine = engine(rules, playouts);
    engine.game_mut().resize(position.board.size());
    let stones = ByColor::from_fn(|color| *position.board.stones(color));
    engine.game_mut().set_up(&stones, Color::Black).unwrap();
    engine
}

fn session_at(position: &Finished, rules: &str, playouts: u64) -> Session {
    let engine = engine_at(position, rules, playouts);
    Session::new(engine, Arc::new(StopSwitch::at_end_of_input()))
}

fn ask(session: &mut Session, line: &str) -> String {
    let mut output = Vec::new();
    session.handle(line.as_bytes(), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.strip_prefix('=').expect(&text).trim().to_owned()
}

fn position(name: &str) -> Finished {
    positions::all()
        .into_iter()
        .find(|position| position.name == name)
        .unwrap()
}

fn stones(answer: &str) -> Vec<String> {
    let mut stones: Vec<String> = answer.split_whitespace().map(str::to_owned).collect();
    stones.sort();
    stones
}

fn names(points: &PointSet) -> Vec<String> {
    let mut names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
    names.sort();
    names
}

#[test]
fn dead_stones_and_score_are_the_same_before_and_after_passes_in_every_command() {
    for rules in ["chinese", "japanese", "aga", "living"] {
        for name in ["easy/14242770", "mid/13647304", "patterns/seki_one_eye_each"] {
            let position = position(name);
            let mut session = session_at(&position, rules, 1);
            let before = ask(&mut session, "final_status_list dead");
            assert_eq!(stones(&before), names(&position.dead), "{name} under {rules}");
            for pass in ["play b pass", "play w pass"] {
                ask(&mut session, pass);
                let score = ask(&mut session, "final_score");
                let counted = ask(&mut session, "lanke-score");
                assert_eq!(counted.lines().next(), Some(score.as_str()), "{name} under {rules}");
                assert_eq!(
                    ask(&mut session, "final_status_list dead"),
                    before,
                    "{name} under {rules}"
                );
            }
            let score = ask(&mut session, "final_score");
            let record = ask(&mut session, "printsgf");
            assert!(record.contains(&format!("RE[{score}]")), "{score}: {record}");
            let lists = ["alive", "dead", "seki"].map(|status| {
                let list = ask(&mut session, &format!("final_status_list {status}"));
                stones(&list)
            });
            let mut all = lists.concat();
            all.sort();
            let board = &position.board;
            let both = board.stones(Color::Black).union(board.stones(Color::White));
            assert_eq!(all, names(&both), "every stone is in one list");
        }
    }
}

#[test]
fn where_all_stones_are_alive_none_is_dead() {
    let position = position("mid/13647304");
    let mut session = session_at(&position, "tromp-taylor", 1);
    assert_eq!(ask(&mut session, "final_status_list dead"), "");
    let score = ask(&mut session, "final_score");
    let alive = ask(&mut session, "lanke-score alive");
    assert_eq!(alive.lines().next(), Some(score.as_str()));
}

#[test]
fn four_passes_leave_every_stone_alive() {
    let mut engine = engine_at(&position("mid/13647304"), "living", 1);
    for turn in 0..4 {
        let color = Color::BOTH[turn % 2];
        assert!(!engine.judge().dead.is_empty(), "before pass {turn}");
        engine.game_mut().play_unchecked(color, Vertex::Pass);
    }
    assert_eq!(engine.judge().dead, PointSet::EMPTY);
}

#[test]
fn a_stop_that_will_be_final_leaves_nothing_to_agree_on() {
    let mut rules = presets::find("chinese").unwrap();
    rules.after_resume = lanke::rules::ruleset::AfterResume::Final;
    let position = position("easy/14242770");
    let mut engine = engine_at(&position, "chinese", 1);
    engine.game_mut().set_ruleset(rules);
    for color in Color::BOTH {
        engine.game_mut().play_unchecked(color, Vertex::Pass);
    }
    assert_eq!(engine.judge().dead, position.dead);
    let point = position.board.empty_points().first().unwrap();
    engine.game_mut().play_unchecked(Color::Black, Vertex::At(point));
    assert_eq!(engine.judge().dead, PointSet::EMPTY);
}

#[test]
fn cleanup_captures_what_is_dead_and_then_passes() {
    for name in ["easy/14242770", "easy/14069027", "mid/13647304"] {
        let position = position(name);
        let doomed = position.dead;
        let living = position.board.stones(Color::Black).difference(&doomed);
        let mut session = session_at(&position, "chinese", 30);
        let mut moves = 0;
        while ask(&mut session, "kgs-genmove_cleanup b") != "pass" {
            ask(&mut session, "play w pass");
            moves += 1;
            assert!(moves < 40, "{name} is never clean");
        }
        let board = session.game().board();
        assert!(!board.stones(Color::White).intersects(&doomed), "{name}");
        assert!(living.is_subset(board.stones(Color::Black)), "{name}");
    }
}

#[test]
fn the_score_believed_when_passing_is_the_final_score() {
    for rules in ["chinese", "japanese"] {
        let mut engine = engine(rules, 60);
        engine.game_mut().resize(BoardSize::square(9));
        let mut color = Color::Black;
        let mut beliefs = Vec::new();
        let mut turns = 0;
        while engine.game().phase().is_playing() {
            let mut believed = None;
            let before = engine.game().clone();
            let told = &mut |report: &lanke::search::Report| believed = Some(report.value);
            let generated = engine.genmove_telling(color, &Default::default(), &AtomicBool::new(false), told);
            if generated == Generated::Play(Vertex::Pass) {
                let mut at_pass = self::engine(rules, 1);
                *at_pass.game_mut() = before;
                beliefs.push((color, believed, at_pass.judge().dead, at_pass.final_score()));
            } else {
                beliefs.clear();
            }
            color = color.opponent();
            turns += 1;
            assert!(turns < 300, "the game does not end under {rules}");
        }
        let result = engine.final_score();
        let dead = engine.stones_of(Status::Dead);
        assert_eq!(beliefs.len(), 2);
        for (passer, value, dead_then, score_then) in beliefs {
            assert_eq!(score_then, result, "{passer} under {rules}");
            assert_eq!(dead_then, dead, "{passer} under {rules}");
            let wins = value.unwrap() > 0.5;
            let winner = if wins { passer } else { passer.opponent() };
            assert_eq!(
                result.winner(),
                Some(winner),
                "{passer} at {value:?} under {rules}: {result}"
            );
        }
        assert_ne!(result, Outcome::Draw);
    }
}
