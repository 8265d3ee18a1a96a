//! Lines that come at any moment of what runs: each command has its answer, in order, and the game is what they made it.

use lanke::engine::Engine;
use lanke::gtp;
use lanke::rules::presets;
use lanke::settings::Settings;
use proptest::prelude::*;
use std::io::{self, Read};

/// Input that comes in pieces of any length, with pauses that the scheduler makes.
struct Dripping {
    bytes: Vec<u8>,
    at: usize,
    pieces: Vec<(usize, usize)>,
    next: usize,
}

impl Read for Dripping {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (length, pauses) = self.pieces[self.next % self.pieces.len()];
        self.next += 1;
        for _ in 0..pauses {
            std::thread::yield_now();
        }
        let length = length.min(buffer.len()).min(self.bytes.len() - self.at);
        buffer[..length].copy_from_slice(&self.bytes[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}

const LINES: &[&str] = &[
    "lz-analyze b 1",
    "kata-analyze w 1 ownership true",
    "lz-analyze",
    "kata-genmove_analyze b 1",
    "lz-genmove_analyze w",
    "cgos-genmove_analyze b",
    "genmove b",
    "genmove w",
    "reg_genmove b",
    "play b C3",
    "play w C3",
    "play b pass",
    "play w A1",
    "undo",
    "undo",
    "gg-undo 2",
    "clear_board",
    "boardsize 5",
    "boardsize 4 3",
    "fixed_handicap 2",
    "place_free_handicap 3",
    "time_settings 600 0 0",
    "time_settings 0 1 0",
    "kgs-time_settings byoyomi 600 30 3",
    "time_left b 100 0",
    "time_left w 0.5 1",
    "komi 3.5",
    "kata-set-rules japanese",
    "kata-set-rules tromp-taylor",
    "kata-set-param ponder true",
    "kata-set-param ponder false",
    "clear_cache",
    "final_score",
    "final_status_list dead",
    "lanke-perft 2",
    "lanke-state",
    "stop",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn lines_at_any_moment_are_answered_once_and_in_order(
        lines in prop::collection::vec((prop::sample::select(LINES), 0..8u8), 1..40),
        pieces in prop::collection::vec((1..60usize, 0..200usize), 1..20),
        threads in 1..3usize,
    ) {
        let mut input = String::from("0 boardsize 5\n");
        for (number, (line, beside)) in lines.iter().enumerate() {
            input.push_str(&format!("{} {line}\n", number + 1));
            match beside {
                0 => input.push_str("# interrupt\n"),
                1 => input.push('\n'),
                _ => {}
            }
        }
        let settings = Settings { playouts: 3, threads, seed: 1, memory_mb: 8, ..Settings::default() };
        let engine = Engine::new(settings, presets::default_rules());
        let reader = Dripping { bytes: input.clone().into_bytes(), at: 0, pieces, next: 0 };
        let mut output = Vec::new();
        gtp::run(engine, reader, &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        let answers: Vec<&str> = output.split_terminator("\n\n").collect();
        prop_assert_eq!(answers.len(), lines.len() + 1, "{}\n{}", input, output);
        for (number, answer) in answers.iter().enumerate() {
            let id = answer[1..].split([' ', '\n']).next().unwrap();
            prop_assert!(answer.starts_with(['=', '?']) && id == number.to_string(), "{}", answer);
            prop_assert!(!answer.contains("internal error"), "{}", answer);
        }
    }
}
