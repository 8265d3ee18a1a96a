//! Thinking on the opponent's time: when it starts, what it survives, what ends it.

use lanke::engine::Engine;
use lanke::gtp::Session;
use lanke::gtp::stop::StopSwitch;
use lanke::rules::presets;
use lanke::settings::Settings;
use std::sync::Arc;

fn session(ponder: bool) -> (Session, Arc<StopSwitch>) {
    let settings = Settings {
        playouts: 10,
        seed: 1,
        memory_mb: 8,
        ponder,
        ..Settings::default()
    };
    let stop = Arc::new(StopSwitch::default());
    let engine = Engine::new(settings, presets::default_rules());
    let mut session = Session::new(engine, Arc::clone(&stop));
    tell(&mut session, "boardsize 9");
    (session, stop)
}

fn tell(session: &mut Session, line: &str) {
    let mut output = Vec::new();
    session.handle(line.as_bytes(), &mut output).unwrap();
    assert!(output.starts_with(b"="), "{line}");
}

#[test]
fn it_starts_with_our_move_and_survives_what_is_said_about_time() {
    let (mut session, _) = session(true);
    assert!(!session.wants_to_ponder());
    tell(&mut session, "genmove b");
    assert!(session.wants_to_ponder());
    for line in [
        "time_left b 100 0",
        "time_left w 99.5 0",
        "time_settings 300 0 0",
        "name",
        "",
        "showboard",
    ] {
        let mut output = Vec::new();
        session.handle(line.as_bytes(), &mut output).unwrap();
        assert!(session.wants_to_ponder(), "after '{line}'");
    }
}

#[test]
fn it_ends_with_the_opponents_move_a_new_game_undo_and_the_end() {
    for line in [
        "play w J9",
        "play w pass",
        "clear_board",
        "boardsize 9",
        "undo",
        "kgs-game_over",
    ] {
        let (mut session, _) = session(true);
        tell(&mut session, "genmove b");
        tell(&mut session, line);
        assert!(!session.wants_to_ponder(), "after '{line}'");
    }
}

#[test]
fn nobody_ponders_unasked() {
    let (mut session, _) = session(false);
    tell(&mut session, "genmove b");
    assert!(!session.wants_to_ponder());
}

#[test]
fn a_line_that_is_there_already_ends_it_at_once() {
    let (mut session, stop) = session(true);
    tell(&mut session, "genmove b");
    stop.line_arrived(10, false);
    // Line 10 has come after line 3: without that this would never return.
    session.ponder(3);
    assert!(session.wants_to_ponder());
    tell(&mut session, "genmove b");
}
