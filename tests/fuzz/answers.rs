//! A session without a process: whatever line comes in, one well-formed answer to each command goes out, and a refused
//! command changes nothing.

use lanke::engine::Engine;
use lanke::gtp::Session;
use lanke::gtp::parse::{Request, clean};
use lanke::gtp::stop::StopSwitch;
use lanke::rules::presets;
use lanke::settings::Settings;
use std::sync::Arc;

pub fn session() -> Session {
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

pub fn answer(session: &mut Session, line: &[u8]) -> String {
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

/// Answers a line and checks the answer.
pub fn check(session: &mut Session, line: &[u8]) {
    let shown = String::from_utf8_lossy(line).into_owned();
    let before = state(session);
    let answer = answer(session, line);
    if Request::parse(&clean(line)).is_none() {
        assert!(answer.is_empty(), "{shown:?} answered {answer:?}");
        return;
    }
    assert!(
        answer.starts_with(['=', '?']) && answer.ends_with("\n\n"),
        "{shown:?} answered {answer:?}"
    );
    assert_eq!(answer.matches("\n\n").count(), 1, "{shown:?} answered {answer:?}");
    // What the line said may be repeated further on.
    let message = answer.trim_start_matches(|symbol: char| symbol == '?' || symbol.is_ascii_digit() || symbol == ' ');
    assert!(
        !answer.contains("\n\n\n") && !message.starts_with("internal error"),
        "{shown:?} answered {answer:?}"
    );
    assert!(
        !answer.contains(|symbol: char| symbol.is_control() && symbol != '\n'),
        "{shown:?} answered {answer:?}"
    );
    if answer.starts_with('?') {
        assert_eq!(before, state(session), "{shown:?} was refused");
    }
}
