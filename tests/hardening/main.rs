//! Hostile input and faults around the program: what it is fed, what it writes to, how it ends.
//!
//! A test that fails by waiting for ever fails too; none depends on how fast anything is.

#![cfg(unix)]

mod ends;

use lanke::game::Game;
use lanke::game::sgf::{self, Header};
use lanke::rules::{BoardSize, Point, Vertex, presets};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanke"));
    command.args(["--threads", "1", "--seed", "1", "--memory-mb", "8"]);
    command
        .args(arguments)
        .env_remove("RUST_LOG")
        .env_remove("RUST_BACKTRACE");
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(mut command: Command, input: &[u8]) -> Output {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writing = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writing.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The responses of a session that ends well.
fn answers(arguments: &[&str], input: &str) -> Vec<String> {
    let output = run(program(arguments), input.as_bytes());
    assert!(output.status.success(), "{}: {}", output.status, text(&output.stderr));
    text(&output.stdout)
        .split_terminator("\n\n")
        .map(str::to_owned)
        .collect()
}

/// A folder of its own for one test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("lanke-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }

    fn pipe(&self, name: &str) -> String {
        assert!(
            Command::new("mkfifo")
                .arg(self.0.join(name))
                .status()
                .unwrap()
                .success()
        );
        self.path(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn what_is_no_record_is_refused_at_once_and_the_game_stays() {
    let folder = Folder::new("no-records");
    fs::create_dir(folder.0.join("folder")).unwrap();
    let huge = folder.path("huge.sgf");
    fs::File::create(&huge).unwrap().set_len(1 << 30).unwrap();
    let files = [
        ("/dev/zero".to_owned(), "not a regular file"),
        ("/dev/full".to_owned(), "not a regular file"),
        ("/dev/stdin".to_owned(), "not a regular file"),
        (folder.path("folder"), "not a regular file"),
        (folder.pipe("pipe"), "not a regular file"),
        (huge, "more than 16 MB"),
        (folder.path("nothing"), "No such file"),
        (folder.write("empty.sgf", ""), "no game"),
        (folder.write("bytes.sgf", [0xff; 5000]), "no game"),
    ];
    for (file, why) in &files {
        let answers = answers(&[], &format!("boardsize 9\nplay b D4\nloadsgf {file}\nlist_stones b\n"));
        let [_, _, refused, stones] = &answers[..] else {
            panic!("{file}: {answers:?}")
        };
        assert!(
            refused.starts_with("? cannot load file: ") && refused.contains(why),
            "{file}: {refused}"
        );
        assert_eq!(stones, "= D4");
    }
}

/// A game of so many random plays, captures and all.
fn random_game(size: BoardSize, plays: usize) -> Game {
    let mut game = Game::new(size, presets::load_built_in("tromp-taylor").unwrap());
    let mut rng = StdRng::seed_from_u64(8);
    let mut refused = 0;
    while game.position().turns().len() < plays {
        let point = Point::new(rng.random_range(0..size.width()), rng.random_range(0..size.height()));
        let color = game.to_move();
        // An occupied or forbidden point: another one, and in the end the other player's turn.
        let vertex = if refused < 5000 {
            Vertex::At(point)
        } else {
            Vertex::Pass
        };
        refused = if game.play(color, vertex).is_ok() {
            0
        } else {
            refused + 1
        };
    }
    game
}

#[test]
fn records_of_any_depth_and_length_are_read_or_refused() {
    let folder = Folder::new("large-records");
    let deep = format!("(;SZ[2]{}{})", "(;B[]".repeat(10_000), ")".repeat(10_000));
    // Boards check themselves at every turn of a debug build.
    let count = if cfg!(debug_assertions) { 500 } else { 20_000 };
    let passes: String = (0..count).map(|turn| [";B[]", ";W[]"][turn % 2]).collect();
    let plays = sgf::write(&random_game(BoardSize::square(25), count), &Header::default());
    for (name, record) in [
        ("deep", deep),
        (
            "nested",
            format!("({};SZ[9]{}", "(".repeat(200_000), ")".repeat(200_001)),
        ),
        ("unclosed", "(;".repeat(100_000)),
        ("passes", format!("(;SZ[25]{passes})")),
        ("plays", plays),
        ("values", format!("(;SZ[9]AB{})", "[aa]".repeat(100_000))),
        ("comment", format!("(;SZ[9]C[{}])", "\\".repeat(1_000_000))),
        (
            "numbers",
            format!("(;SZ[9]KM[{0}]HA[{0}]TM[{0}]OT[{0}/{0}])", "9".repeat(400)),
        ),
        ("no-numbers", "(;SZ[9]KM[NaN]HA[-3]TM[inf]OT[nan])".into()),
        ("large-numbers", "(;SZ[9]KM[1e30]HA[400]TM[1e999])".into()),
        ("size", "(;SZ[99999999999999999999:1])".into()),
    ] {
        let file = folder.write(name, record);
        let input = format!("loadsgf {file}\nshowboard\nprintsgf\nlanke-state\nname\n");
        let answers = answers(&["--playouts", "1"], &input);
        assert_eq!(answers.len(), 5, "{name}: {answers:?}");
        assert!(answers[0].starts_with(['=', '?']), "{name}: {}", answers[0]);
        assert_eq!(answers[4], "= Lanke", "{name}");
        if ["deep", "nested", "passes", "plays"].contains(&name) {
            assert_eq!(answers[0], "=", "{name}");
        }
    }
}

#[test]
fn numbers_of_any_size_are_answered() {
    let long = "9".repeat(5000);
    let input = format!(
        "boardsize {long}\nboardsize -{long}\nkomi {long}\nkomi 1e30\nkomi -1e300\nkomi NaN\nkomi inf\nkomi 1e999\nfinal_score\n\
         fixed_handicap 400\nplace_free_handicap 400\nlanke-handicap {long}\nset_free_handicap {long}\n\
         time_settings {long} {long} {long}\ntime_settings 1e300 1e300 4294967295\ntime_left b {long} {long}\n\
         kata-time_settings fischer 1e30 1e30\nkgs-time_settings byoyomi 1e300 1e300 {long}\ntime_left b -1e300 0\n\
         gg-undo {long}\nset_random_seed {long}\nkata-set-param threads {long}\nkata-set-param lag nan\n\
         lanke-perft {long}\nlanke-perft 101\nloadsgf {long} {long}\nlz-analyze b {long} maxmoves {long}\nboardsize 5\n\
         genmove b\nname\n"
    );
    let answers = answers(&["--playouts", "5"], &input);
    assert_eq!(answers.len(), input.lines().count());
    for (answer, line) in answers.iter().zip(input.lines()) {
        assert!(
            answer.starts_with(['=', '?']) && !answer.contains("internal error"),
            "{line}: {answer}"
        );
        assert!(answer.len() < 2000, "{} bytes for {line}", answer.len());
    }
    assert_eq!(answers.last().unwrap(), "= Lanke");
    for refused in [0, 1, 5, 6, 7, 9, 10, 11, 12, 19, 23, 24, 25] {
        assert!(answers[refused].starts_with('?'), "{}", answers[refused]);
    }
}

#[test]
fn a_line_may_have_a_megabyte_and_longer_ones_are_refused_in_one_answer() {
    let megabyte = 1 << 20;
    let mut input = format!("protocol_version {}\n", "x".repeat(megabyte - 17)).into_bytes();
    input.extend(format!("7 protocol_version {}\n", "x".repeat(megabyte)).into_bytes());
    input.extend(vec![b'x'; 5 * megabyte]);
    input.extend(b"\n# a comment ");
    input.extend(vec![b'x'; 5 * megabyte]);
    input.push(b'\n');
    input.extend(vec![0; 5 * megabyte]);
    input.extend(b"\nname\n");
    let output = run(program(&[]), &input);
    assert!(output.status.success());
    let out = text(&output.stdout);
    let expected = ["= 2", "?7 line too long", "? line too long", "= Lanke"];
    let answers: Vec<&str> = out.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), expected.len(), "{answers:?}");
    for (answer, start) in answers.iter().zip(expected) {
        assert!(answer.starts_with(start), "{answer}");
    }
}

#[test]
fn the_folder_for_records_holds_whatever_the_name_is() {
    let folder = Folder::new("sgf-dir");
    let record = "(;SZ[5];B[cc])";
    folder.write("secret.sgf", record);
    let inside = folder.0.join("inside");
    fs::create_dir_all(inside.join("deeper")).unwrap();
    fs::create_dir(folder.0.join("inside-too")).unwrap();
    folder.write("inside/own.sgf", record);
    folder.write("inside/deeper/own.sgf", record);
    folder.write("inside-too/own.sgf", record);
    symlink(folder.0.join("secret.sgf"), inside.join("link.sgf")).unwrap();
    symlink(&folder.0, inside.join("out")).unwrap();
    symlink(folder.0.join("made.sgf"), inside.join("dangling.sgf")).unwrap();
    symlink("own.sgf", inside.join("good-link.sgf")).unwrap();
    symlink("/dev/zero", inside.join("zero")).unwrap();
    folder.pipe("inside/pipe");
    let option = format!("sgf_dir={}", inside.display());
    let ask = |line: &str| {
        answers(&["--set", &option], &format!("boardsize 5\n{line}\n"))
            .pop()
            .unwrap()
    };

    for name in ["own.sgf", "./own.sgf", "deeper/own.sgf", "good-link.sgf"] {
        assert_eq!(ask(&format!("loadsgf {name}")), "=", "{name}");
        assert_eq!(ask(&format!("printsgf {name}")), "=", "{name}");
    }
    assert_eq!(ask("printsgf new.sgf"), "=");
    assert!(inside.join("new.sgf").is_file());

    let absolute = folder.path("secret.sgf");
    let own = folder.path("inside/own.sgf");
    for name in [
        "../secret.sgf",
        "deeper/../../secret.sgf",
        "deeper/../own.sgf",
        "../inside-too/own.sgf",
        absolute.as_str(),
        own.as_str(),
        "/etc/hostname",
        "link.sgf",
        "out/secret.sgf",
        "out/inside-too/own.sgf",
        "dangling.sgf",
        "zero",
        "pipe",
        ".",
        "deeper",
        "..",
    ] {
        for command in ["loadsgf", "printsgf"] {
            let answer = ask(&format!("{command} {name}"));
            assert!(answer.starts_with("? cannot "), "{command} {name}: {answer}");
        }
    }
    // What the links lead to is as it was, and nothing was made.
    assert_eq!(fs::read_to_string(&absolute).unwrap(), record);
    assert!(!folder.0.join("made.sgf").exists());
    assert!(ask("printsgf out/new.sgf").starts_with("? cannot write file: it is outside"));
    assert!(!folder.0.join("new.sgf").exists());

    // A controller cannot lift the limit.
    for line in [
        "kata-set-param sgf_dir /",
        "lanke-params sgf_dir /",
        "lanke-params sgf_dir",
    ] {
        assert!(ask(line).starts_with('?'), "{line}");
    }
}

#[test]
fn no_other_command_opens_files() {
    let folder = Folder::new("no-files");
    let rules = folder.write("own.toml", "base = 'aga'\n");
    let pipe = folder.pipe("pipe.toml");
    for command in [
        "lanke-rules",
        "kgs-rules",
        "kata-set-rules",
        "kata-set-param rules",
        "lanke-params rules",
    ] {
        for file in [&rules, &pipe] {
            for suffix in ["", ",tie=white"] {
                let answer = answers(&[], &format!("{command} {file}{suffix}\n")).pop().unwrap();
                assert!(
                    answer.starts_with("? ") && answer.contains("--rules"),
                    "{command} {file}: {answer}"
                );
            }
        }
    }
    // Nor do the rules that a record names.
    let record = folder.write("game.sgf", format!("(;SZ[5]RU[aga;{pipe},tie=white];B[cc])"));
    assert_eq!(answers(&[], &format!("loadsgf {record}\n")), ["="]);
}

#[test]
fn configurations_and_rule_files_that_are_no_files_are_refused() {
    let folder = Folder::new("no-config");
    let pipe = folder.pipe("pipe.toml");
    let deep = folder.write("deep.toml", format!("x = {}", "[".repeat(100_000)));
    let zeros = folder.path("zeros.toml");
    symlink("/dev/zero", &zeros).unwrap();
    for arguments in [
        ["--rules", &pipe],
        ["--rules", &zeros],
        ["--rules", &deep],
        ["--config", &zeros],
        ["--config", &deep],
        ["--config", "/"],
    ] {
        let output = run(program(&arguments), b"name\n");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            output.stdout.is_empty() && text(&output.stderr).starts_with("lanke: "),
            "{arguments:?}"
        );
    }
}
