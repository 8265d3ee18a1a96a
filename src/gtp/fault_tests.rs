//! Faults in the search, put in by the tests: the client gets one answer, a person reads of it, the game goes on.

#![allow(clippy::unwrap_used)]

use super::session::Session;
use super::stop::StopSwitch;
use crate::engine::Engine;
use crate::rules::{Color, Vertex, presets};
use crate::search::Fault;
use crate::settings::{NO_NET, Settings};
use std::sync::{Arc, Mutex, Once};
use std::thread::{self, ThreadId};

/// What has been logged as an error, and by which thread.
struct Errors(Mutex<Vec<(ThreadId, String)>>);

static ERRORS: Errors = Errors(Mutex::new(Vec::new()));
static INSTALLED: Once = Once::new();

impl log::Log for Errors {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() == log::Level::Error
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            let message = (thread::current().id(), record.args().to_string());
            self.0.lock().unwrap().push(message);
        }
    }

    fn flush(&self) {}
}

/// A session of so many threads on 9x9.
fn session(threads: usize) -> Session {
    INSTALLED.call_once(|| {
        log::set_logger(&ERRORS).unwrap();
        log::set_max_level(log::LevelFilter::Error);
    });
    let settings = Settings {
        // A busy machine must find the time to start a second thread before the first has done all.
        playouts: if threads > 1 { 5000 } else { 200 },
        threads,
        seed: 1,
        memory_mb: 16,
        net: NO_NET.into(),
        ..Settings::default()
    };
    let engine = Engine::new(settings, presets::default_rules());
    let mut session = Session::new(engine, Arc::new(StopSwitch::default()));
    assert_eq!(answer(&mut session, "boardsize 9"), "=\n\n");
    session
}

fn answer(session: &mut Session, line: &str) -> String {
    let mut output = Vec::new();
    session.handle(line.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// Faults in the first playout and later, in the thread that watches the budget and in another one.
const FAULTS: [(usize, Fault); 4] = [
    (1, Fault { thread: 0, after: 0 }),
    (1, Fault { thread: 0, after: 70 }),
    (2, Fault { thread: 0, after: 5 }),
    (2, Fault { thread: 1, after: 0 }),
];

/// The text of the one response that this is.
fn only_response(text: &str) -> &str {
    let body = text.strip_suffix("\n\n").unwrap();
    assert!(!body.contains("\n\n"), "{text:?}");
    body
}

fn plays(session: &Session, color: Color, word: &str) {
    let turn = session.game().position().turns().last().unwrap().clone();
    assert_eq!((turn.color, turn.vertex.to_string()), (color, word.to_owned()));
    let mut before = session.game().clone();
    assert!(before.undo());
    assert_eq!(before.why_refused(color, turn.vertex), None);
    assert_ne!(turn.vertex, Vertex::Pass, "an empty board has better moves");
}

#[test]
fn a_fault_in_a_search_thread_is_answered_with_a_legal_move_and_logged_katago_216() {
    for (threads, fault) in FAULTS {
        for command in ["genmove b", "lz-genmove_analyze b 1", "kgs-genmove_cleanup b"] {
            let mut session = session(threads);
            let logged = ERRORS.0.lock().unwrap().len();
            session.engine.break_search(fault);
            let text = answer(&mut session, command);
            let response = only_response(&text);
            assert!(response.starts_with('='), "{fault:?}, {command}: {response}");
            plays(&session, Color::Black, response.split_whitespace().last().unwrap());
            let errors = ERRORS.0.lock().unwrap()[logged..].to_vec();
            let of_this_search = errors.iter().filter(|(by, _)| {
                // The first thread of a search is the one that asked for it; other tests have faults of their own.
                (*by == thread::current().id()) == (fault.thread == 0)
            });
            let says_so = of_this_search
                .filter(|(_, text)| text.contains("a fault in a search thread"))
                .count();
            assert!(says_so > 0, "{fault:?}: {errors:?}");

            // The next move is searched as ever.
            let text = answer(&mut session, "genmove w");
            plays(&session, Color::White, only_response(&text).strip_prefix("= ").unwrap());
            assert_eq!(answer(&mut session, "undo"), "=\n\n");
            assert_eq!(session.game().position().turns().len(), 1);
        }
    }
}

#[test]
fn a_fault_ends_an_analysis_and_not_the_session() {
    for (threads, fault) in FAULTS {
        let mut session = session(threads);
        session.engine.break_search(fault);
        let text = answer(&mut session, "7 kata-analyze b 1");
        assert!(text.starts_with("=7\n") && text.ends_with("\n\n"), "{text:?}");
        assert!(!text.trim_end().contains("\n\n"), "{text:?}");
        // What had been found is told.
        assert!(fault.after == 0 || text.contains("info move "), "{fault:?}: {text:?}");
        assert_eq!(session.game().position().turns().len(), 0);
        assert_eq!(answer(&mut session, "8 name"), "=8 Lanke\n\n");
        let text = answer(&mut session, "genmove b");
        plays(&session, Color::Black, only_response(&text).strip_prefix("= ").unwrap());
    }
}
