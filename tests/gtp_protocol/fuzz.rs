//! Sessions without a process: whatever comes in, one well-formed answer for each command goes out, and a refused
//! command changes nothing.

use lanke::engine::Engine;
use lanke::gtp::Session;
use lanke::gtp::parse::{Request, clean};
use lanke::gtp::stop::StopSwitch;
use lanke::gtp::{commands, reply};
use lanke::rules::presets;
use lanke::settings::Settings;
use proptest::prelude::*;
use std::sync::Arc;

fn session() -> Session {
    let settings = Settings {
        playouts: 3,
        threads: 1,
        seed: 1,
        memory_mb: 8,
        // Nothing may be written, and nothing outside this folder be read.
        sgf_dir: "gtp-scripts/data".into(),
        ..Settings::default()
    };
    let engine = Engine::new(settings, presets::default_rules());
    Session::new(engine, Arc::new(StopSwitch::at_end_of_input()))
}

fn answer(session: &mut Session, line: &[u8]) -> String {
    let mut output = Vec::new();
    session.handle(line, &mut output).expect("memory takes everything");
    String::from_utf8(output).expect("answers are UTF-8")
}

/// What a refused command must leave alone.
fn state(session: &Session) -> String {
    let game = session.game();
    format!(
        "{} {:?} {} {:016x} {} {:?} {:?}",
        game.size(),
        game.ruleset(),
        game.komi(),
        game.board().hash(),
        game.position().turns().len(),
        game.to_move(),
        game.tally(),
    )
}

/// Words that commands take, and some that none does.
const WORDS: &[&str] = &[
    "b",
    "w",
    "white",
    "BLACK",
    "pass",
    "A1",
    "c3",
    "D4",
    "E5",
    "e9",
    "J9",
    "T19",
    "Z25",
    "I5",
    "A0",
    "resign",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "9",
    "0.5",
    "-1",
    "7.5",
    "nan",
    "1e9",
    "99999999999",
    "true",
    "false",
    "dead",
    "alive",
    "interval",
    "ownership",
    "avoid",
    "allow",
    "fixed",
    "passes",
    "free",
    "none",
    "byoyomi",
    "canadian",
    "absolute",
    "fischer",
    "japanese",
    "aga",
    "chinese",
    "new_zealand",
    "tromp-taylor",
    "ancient",
    "living",
    "{}",
    "{\"ko\":",
    "{\"ko\":\"SIMPLE\"}",
    "ko",
    "SIMPLE",
    "large",
    "short.sgf",
    "huge-board.sgf",
    "../data/short.sgf",
    "playouts",
    "rules",
    "resign_after",
    "é",
    "棋",
    "\"",
    "#",
];

fn line() -> impl Strategy<Value = String> {
    let names: Vec<&'static str> = commands::all()
        .map(|command| command.name)
        // These write files or take long.
        .filter(|name| !["printsgf", "lanke-perft"].contains(name))
        .collect();
    let name = prop_oneof![20 => prop::sample::select(names), 1 => Just("fly")];
    let words = prop::collection::vec(prop::sample::select(WORDS), 0..5);
    (name, words).prop_map(|(name, words)| format!("{name} {}", words.join(" ")))
}

fn check(session: &mut Session, line: &[u8]) -> Result<(), TestCaseError> {
    let shown = String::from_utf8_lossy(line).into_owned();
    let before = state(session);
    let answer = answer(session, line);
    let text = clean(line);
    if Request::parse(&text).is_none() {
        prop_assert!(answer.is_empty(), "{shown:?} answered {answer:?}");
        return Ok(());
    }
    prop_assert!(
        answer.starts_with(['=', '?']) && answer.ends_with("\n\n"),
        "{shown:?} answered {answer:?}"
    );
    prop_assert_eq!(answer.matches("\n\n").count(), 1, "{:?} answered {:?}", shown, answer);
    prop_assert!(
        !answer.contains("\n\n\n") && !answer.contains("internal error"),
        "{shown:?} answered {answer:?}"
    );
    prop_assert!(
        !answer.contains(|symbol: char| symbol.is_control() && symbol != '\n'),
        "{answer:?}"
    );
    if answer.starts_with('?') {
        prop_assert_eq!(before, state(session), "{:?} was refused", shown);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_sequence_of_commands_is_answered(lines in prop::collection::vec(line(), 1..40)) {
        let mut session = session();
        answer(&mut session, b"boardsize 5");
        for line in lines {
            check(&mut session, line.as_bytes())?;
        }
    }

    #[test]
    fn every_sequence_of_bytes_is_answered(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..60), 1..20)) {
        let mut session = session();
        for bytes in lines {
            let line: Vec<u8> = bytes.into_iter().filter(|&byte| byte != b'\n').collect();
            check(&mut session, &line)?;
        }
    }

    #[test]
    fn every_text_gets_a_frame_that_ends_where_it_should(text in ".*", id in prop::option::of("[0-9]{1,9}")) {
        for wire in [reply::success(id.as_deref(), &text), reply::failure(id.as_deref(), &text)] {
            prop_assert!(wire.ends_with("\n\n"));
            prop_assert_eq!(wire.matches("\n\n").count(), 1, "{:?}", wire);
            prop_assert!(wire[1..].starts_with(id.as_deref().unwrap_or_default()));
        }
    }
}

#[test]
fn a_session_that_is_not_run_by_a_loop_ends_an_analysis_after_one_report() {
    let mut session = session();
    answer(&mut session, b"boardsize 9");
    let lines = answer(&mut session, b"4 lz-analyze b 10");
    assert!(lines.starts_with("=4\n") && lines.ends_with("\n\n"), "{lines:?}");
}
