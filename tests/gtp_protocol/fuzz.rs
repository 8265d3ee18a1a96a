//! Sessions without a process: whatever comes in, one well-formed answer for each command goes out, and a refused
//! command changes nothing.

#[path = "../fuzz/answers.rs"]
mod answers;

use answers::{answer, check, session};
use lanke::gtp::{commands, reply};
use proptest::prelude::*;

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

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_sequence_of_commands_is_answered(lines in prop::collection::vec(line(), 1..40)) {
        let mut session = session();
        answer(&mut session, b"boardsize 5");
        for line in lines {
            check(&mut session, line.as_bytes());
        }
    }

    #[test]
    fn every_sequence_of_bytes_is_answered(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..60), 1..20)) {
        let mut session = session();
        for bytes in lines {
            let line: Vec<u8> = bytes.into_iter().filter(|&byte| byte != b'\n').collect();
            check(&mut session, &line);
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
