//! The scripts of `gtp-scripts/` fed to the real program.
//!
//! A script is plain GTP, so `lanke < gtp-scripts/rules/ko.gtp` is what a person runs; what is expected stands in
//! comments after each command:
//!
//! * nothing: the command must succeed
//! * `#? [pattern]`: it must succeed and the text must match the whole pattern; a `*` after the bracket marks a
//!   known failure, which is tolerated, and a fault once it passes
//! * `#! [pattern]`: it must be refused with this message
//! * `#|` lines: the response line by line, blanks at line ends apart
//!
//! Patterns are literal text with `|` between alternatives, `.*` for anything, a leading `!` for "anything but", and
//! `\` before a character that means itself. `GTP_ENGINE="gnugo --mode gtp"` runs the scripts against another program.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What is expected of one command.
#[derive(Debug)]
enum Expectation {
    Success,
    Matches { pattern: String, known_failure: bool },
    Refused { pattern: String },
    Lines(Vec<String>),
}

struct Step {
    line: usize,
    command: String,
    id: Option<String>,
    expectation: Expectation,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The command of a line without comment, or `None` when it asks nothing.
fn command_of(line: &str) -> Option<(Option<String>, String)> {
    let text = line.split('#').next().unwrap_or_default().replace(['\t', '\r'], " ");
    let text = text.trim();
    let id: String = text.chars().take_while(char::is_ascii_digit).collect();
    let command = text[id.len()..].trim();
    (!command.is_empty()).then(|| ((!id.is_empty()).then_some(id), command.to_owned()))
}

/// The text between the brackets of an expectation, and what follows them.
fn bracketed(text: &str, place: &str) -> (String, String) {
    let text = text.trim();
    let inner = text.strip_prefix('[').unwrap_or_else(|| panic!("{place}: no '['"));
    let (pattern, after) = inner.rsplit_once(']').unwrap_or_else(|| panic!("{place}: no ']'"));
    (pattern.to_owned(), after.to_owned())
}

fn read_script(path: &Path) -> Vec<Step> {
    let bytes = fs::read(path).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let mut steps: Vec<Step> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = format!("{}:{}", path.display(), number + 1);
        if let Some((id, command)) = command_of(line) {
            let expectation = Expectation::Success;
            steps.push(Step {
                line: number + 1,
                command,
                id,
                expectation,
            });
            continue;
        }
        let mark = line.get(..2).unwrap_or_default();
        if !["#?", "#!", "#|"].contains(&mark) {
            continue;
        }
        let rest = line[2..].trim_end();
        let step = steps
            .last_mut()
            .unwrap_or_else(|| panic!("{place}: no command to expect this of"));
        match (mark, &mut step.expectation) {
            ("#|", Expectation::Lines(lines)) => lines.push(rest.into()),
            (_, Expectation::Success) => {
                step.expectation = match mark {
                    "#|" => Expectation::Lines(vec![rest.into()]),
                    "#?" => {
                        let (pattern, after) = bracketed(rest, &place);
                        let known_failure = after == "*";
                        assert!(
                            known_failure || after.is_empty(),
                            "{place}: '{after}' after the bracket"
                        );
                        Expectation::Matches { pattern, known_failure }
                    }
                    _ => {
                        let (pattern, after) = bracketed(rest, &place);
                        assert!(after.is_empty(), "{place}: '{after}' after the bracket");
                        Expectation::Refused { pattern }
                    }
                }
            }
            _ => panic!("{place}: two expectations of one command"),
        }
    }
    steps
}

/// One character of a pattern.
#[derive(Clone, Copy, PartialEq)]
enum Piece {
    Literal(char),
    Anything,
}

fn alternatives(pattern: &str) -> Vec<Vec<Piece>> {
    let mut all = vec![Vec::new()];
    let mut symbols = pattern.chars().peekable();
    while let Some(symbol) = symbols.next() {
        let piece = match symbol {
            '|' => {
                all.push(Vec::new());
                continue;
            }
            '\\' => Piece::Literal(symbols.next().unwrap_or('\\')),
            '.' if symbols.peek() == Some(&'*') => {
                symbols.next();
                Piece::Anything
            }
            literal => Piece::Literal(literal),
        };
        all.last_mut().unwrap().push(piece);
    }
    all
}

fn fits(pieces: &[Piece], text: &[char]) -> bool {
    match pieces.split_first() {
        None => text.is_empty(),
        Some((Piece::Literal(symbol), rest)) => text.first() == Some(symbol) && fits(rest, &text[1..]),
        Some((Piece::Anything, rest)) => (0..=text.len()).any(|start| fits(rest, &text[start..])),
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    let (negated, pattern) = match pattern.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, pattern),
    };
    let text: Vec<char> = text.trim_end().chars().collect();
    alternatives(pattern).iter().any(|pieces| fits(pieces, &text)) != negated
}

#[test]
fn patterns_mean_what_the_header_says() {
    assert!(matches("D4", "D4") && !matches("D4", "D44") && !matches("D4", "d4"));
    assert!(matches("A1|B2", "B2") && !matches("A1|B2", "C3"));
    assert!(matches("!A1|B2", "C3") && !matches("!A1|B2", "B2"));
    assert!(matches("B+.*", "B+3.5") && matches(".*two.*", "one\ntwo\nthree"));
    assert!(matches("a\\|b", "a|b") && matches("", "") && !matches("", "x"));
}

/// Runs a script to the end of its input and returns what came out; `options` are for our own program only.
fn run_engine(script: &Path, options: &[&str]) -> Result<String, String> {
    let given = std::env::var("GTP_ENGINE").unwrap_or_default();
    let mut words = given.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or(env!("CARGO_BIN_EXE_lanke")));
    let name = format!(
        "lanke-script-{}-{}.out",
        std::process::id(),
        (script.to_string_lossy() + options.concat().as_str()).replace(['/', '\\'], "-")
    );
    let out = std::env::temp_dir().join(name);
    let mut child = command
        .args(words)
        .args(options.iter().filter(|_| given.is_empty()))
        .current_dir(root())
        .stdin(File::open(script).unwrap())
        .stdout(File::create(&out).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot start the engine: {error}"))?;
    let start = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break Some(status),
            None if start.elapsed() > Duration::from_secs(120) => break None,
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    if status.is_none() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let text = String::from_utf8_lossy(&fs::read(&out).unwrap()).into_owned();
    let _ = fs::remove_file(&out);
    match status {
        None => Err(format!("no end of the session after two minutes; so far:\n{text}")),
        Some(status) if !status.success() => Err(format!("exit {status}; so far:\n{text}")),
        Some(_) => Ok(text),
    }
}

fn check(step: &Step, response: &str) -> Result<(), String> {
    let is_success = response.starts_with('=');
    let rest = &response[1..];
    let id = step.id.clone().unwrap_or_default();
    let text = rest
        .strip_prefix(&id)
        .ok_or_else(|| format!("expected the id {id}, got {response:?}"))?;
    let text = text.strip_prefix(' ').unwrap_or(text);
    let got = || format!("got {response:?}");
    match &step.expectation {
        Expectation::Success if is_success => Ok(()),
        Expectation::Success => Err(format!("expected success, {}", got())),
        Expectation::Refused { pattern } if !is_success && matches(pattern, text) => Ok(()),
        Expectation::Refused { pattern } => Err(format!("expected refusal [{pattern}], {}", got())),
        Expectation::Matches { pattern, known_failure } => {
            match (is_success && matches(pattern, text), known_failure) {
                (true, false) | (false, true) => Ok(()),
                (true, true) => Err("a known failure passes now; take the star away".into()),
                (false, false) => Err(format!("expected [{pattern}], {}", got())),
            }
        }
        Expectation::Lines(lines) => {
            let came: Vec<&str> = text.lines().map(str::trim_end).collect();
            let same = came.len() == lines.len() && came.iter().zip(lines).all(|(came, wanted)| came == wanted);
            if is_success && same {
                Ok(())
            } else {
                Err(format!("expected\n{}\ngot\n{}", lines.join("\n"), came.join("\n")))
            }
        }
    }
}

fn run_script(name: &str) {
    run_script_with(name, &[]);
}

fn run_script_with(name: &str, options: &[&str]) {
    let script = root().join("gtp-scripts").join(name);
    let steps = read_script(&script);
    let out = run_engine(&script, options).unwrap_or_else(|fault| panic!("gtp-scripts/{name}: {fault}"));
    let responses: Vec<&str> = out
        .split("\n\n")
        .map(|response| response.trim_matches('\n'))
        .filter(|response| !response.is_empty())
        .collect();
    let mut faults = Vec::new();
    for (step, response) in steps.iter().zip(&responses) {
        if let Err(fault) = check(step, response) {
            faults.push(format!(
                "gtp-scripts/{name}:{}: \"{}\": {fault}",
                step.line, step.command
            ));
        }
    }
    if steps.len() != responses.len() {
        faults.push(format!(
            "gtp-scripts/{name}: {} commands, {} responses",
            steps.len(),
            responses.len()
        ));
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// One test for each script.
macro_rules! scripts {
    ($($test:ident: $file:literal,)+) => {
        $(#[test] fn $test() { run_script($file); })+
        const SCRIPTS: &[&str] = &[$($file),+];
    };
}

/// One test for each profile: its client's session with it.
macro_rules! profiles {
    ($($test:ident: $profile:literal with $file:literal,)+) => {
        $(#[test] fn $test() {
            run_script_with($file, &["--config", concat!("configs/", $profile, ".toml"), "--threads", "1"]);
        })+
        const PROFILES: &[&str] = &[$($profile),+];
    };
}

profiles! {
    profile_analysis: "analysis" with "clients/lizzieyzy.gtp",
    profile_cgos: "cgos" with "clients/cgos.gtp",
    profile_default: "default" with "clients/q5go.gtp",
    profile_fast: "fast" with "clients/ogatak.gtp",
    profile_gogui: "gogui" with "clients/gogui.gtp",
    profile_kgs: "kgs" with "clients/kgs.gtp",
    profile_lizzie: "lizzie" with "clients/lizzie.gtp",
    profile_ogs: "ogs" with "clients/gtp2ogs.gtp",
    profile_sabaki: "sabaki" with "clients/sabaki.gtp",
    profile_twogtp: "twogtp" with "clients/twogtp.gtp",
}

#[test]
fn every_profile_meets_its_client() {
    let mut shipped: Vec<String> = fs::read_dir(root().join("configs"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    shipped.sort();
    assert_eq!(shipped, PROFILES);
}

scripts! {
    clients_cgos: "clients/cgos.gtp",
    clients_gogui: "clients/gogui.gtp",
    clients_gomill: "clients/gomill.gtp",
    clients_gtp2ogs: "clients/gtp2ogs.gtp",
    clients_kgs: "clients/kgs.gtp",
    clients_lizzie: "clients/lizzie.gtp",
    clients_lizzieyzy: "clients/lizzieyzy.gtp",
    clients_ogatak: "clients/ogatak.gtp",
    clients_q5go: "clients/q5go.gtp",
    clients_sabaki: "clients/sabaki.gtp",
    clients_twogtp: "clients/twogtp.gtp",
    first_game: "first-game.gtp",
    play_capture_and_rescue: "play/capture-and-rescue.gtp",
    play_last_points: "play/last-points.gtp",
    play_pass_when_done: "play/pass-when-done.gtp",
    play_resignation: "play/resignation.gtp",
    protocol_admin: "protocol/admin.gtp",
    protocol_bad_arguments: "protocol/bad-arguments.gtp",
    protocol_boardsize: "protocol/boardsize.gtp",
    protocol_clear_board: "protocol/clear-board.gtp",
    protocol_framing: "protocol/framing.gtp",
    protocol_komi: "protocol/komi.gtp",
    protocol_options: "protocol/options.gtp",
    protocol_play_sequence: "protocol/play-sequence.gtp",
    protocol_play: "protocol/play.gtp",
    protocol_setup: "protocol/setup.gtp",
    protocol_sgf: "protocol/sgf.gtp",
    protocol_showboard: "protocol/showboard.gtp",
    protocol_time: "protocol/time.gtp",
    protocol_undo: "protocol/undo.gtp",
    rules_beast_01_two_for_one_and_ko: "rules/beast-01-two-for-one-and-ko.gtp",
    rules_beast_02_suicide_and_superko: "rules/beast-02-suicide-and-superko.gtp",
    rules_beast_03_eternal_life: "rules/beast-03-eternal-life.gtp",
    rules_beast_04_triple_ko: "rules/beast-04-triple-ko.gtp",
    rules_beast_05_quadruple_ko: "rules/beast-05-quadruple-ko.gtp",
    rules_beast_06_positional_only: "rules/beast-06-positional-only.gtp",
    rules_beast_07_two_for_one: "rules/beast-07-two-for-one.gtp",
    rules_beast_08_two_stones_taken: "rules/beast-08-two-stones-taken.gtp",
    rules_beast_09_snapback: "rules/beast-09-snapback.gtp",
    rules_beast_10_ko_at_the_edge: "rules/beast-10-ko-at-the-edge.gtp",
    rules_beast_11_basic_ko: "rules/beast-11-basic-ko.gtp",
    rules_beast_12_one_stone_suicide: "rules/beast-12-one-stone-suicide.gtp",
    rules_beast_13_undo_and_history: "rules/beast-13-undo-and-history.gtp",
    rules_capture_before_suicide: "rules/capture-before-suicide.gtp",
    rules_capture: "rules/capture.gtp",
    rules_choosing_rules: "rules/choosing-rules.gtp",
    rules_fixed_handicap: "rules/fixed-handicap.gtp",
    rules_free_handicap: "rules/free-handicap.gtp",
    rules_handicap_by_rules: "rules/handicap-by-rules.gtp",
    rules_ko: "rules/ko.gtp",
    rules_not_ko: "rules/not-ko.gtp",
    rules_perft: "rules/perft.gtp",
    rules_rules_in_mid_game: "rules/rules-in-mid-game.gtp",
    rules_seed_ancient: "rules/seed-ancient.gtp",
    rules_seed_arena_counting: "rules/seed-arena-counting.gtp",
    rules_seed_arena: "rules/seed-arena.gtp",
    rules_seed_chen_endings: "rules/seed-chen-endings.gtp",
    rules_seed_chen: "rules/seed-chen.gtp",
    rules_seed_cwa_counting: "rules/seed-cwa-counting.gtp",
    rules_seed_cwa: "rules/seed-cwa.gtp",
    rules_seed_ideal_endings: "rules/seed-ideal-endings.gtp",
    rules_seed_ideal: "rules/seed-ideal.gtp",
    rules_seed_living_endings: "rules/seed-living-endings.gtp",
    rules_seed_living: "rules/seed-living.gtp",
    rules_stopping: "rules/stopping.gtp",
    rules_suicide: "rules/suicide.gtp",
    rules_turns_and_passes: "rules/turns-and-passes.gtp",
    scoring_counting: "scoring/counting.gtp",
    scoring_dead_stones: "scoring/dead-stones.gtp",
    scoring_empty_board: "scoring/empty-board.gtp",
    scoring_seki: "scoring/seki.gtp",
    scoring_walls: "scoring/walls.gtp",
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "gtp") {
            found.push(path);
        }
    }
}

#[test]
fn every_script_is_listed() {
    let folder = root().join("gtp-scripts");
    let mut found = Vec::new();
    files(&folder, &mut found);
    let name = |path: &PathBuf| path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
    let found: BTreeSet<String> = found.iter().map(name).collect();
    let listed: BTreeSet<String> = SCRIPTS.iter().map(|name| name.to_string()).collect();
    assert_eq!(found, listed);
}

#[test]
fn every_command_occurs_in_a_script() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lanke"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"list_commands\n").unwrap();
    let out = child.wait_with_output().unwrap();
    let out = String::from_utf8(out.stdout).unwrap();
    let known: BTreeSet<&str> = out.trim_start_matches("= ").trim_end().lines().collect();
    let used: BTreeSet<String> = SCRIPTS
        .iter()
        .flat_map(|name| read_script(&root().join("gtp-scripts").join(name)))
        .filter_map(|step| step.command.split_whitespace().next().map(str::to_owned))
        .collect();
    let missing: Vec<&&str> = known.iter().filter(|name| !used.contains(**name)).collect();
    assert!(missing.is_empty(), "in no script: {missing:?}");
}
