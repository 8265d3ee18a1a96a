//! A rule system of one's own is one file: the program takes it wherever a name is taken, and says what it means.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The American rules, but suicide is legal and White wins ties.
const HOUSE: &str = "\
base = 'aga'
name = 'house'
about = 'The rules of our club'
suicide = 'allowed'
tie = 'white'

[komi]
even = 7
9x9 = 6
";

fn house_file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lanke-own-rules-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}.toml"));
    fs::write(&file, HOUSE).unwrap();
    file
}

fn lanke(arguments: &[&str], input: Option<&Path>) -> Output {
    let input = input.map_or_else(Stdio::null, |file| fs::File::open(file).unwrap().into());
    Command::new(env!("CARGO_BIN_EXE_lanke"))
        .args(arguments)
        .stdin(input)
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_new_rule_system_is_one_file() {
    let file = house_file("one");
    let path = file.to_str().unwrap();
    let shown = text(&lanke(&["rules", "show", path], None));
    assert!(shown.starts_with("house: The rules of our club\n"), "{shown}");
    assert!(
        shown.contains("White gets 7 points in even games, on 9x9 6."),
        "{shown}"
    );
    let differences = text(&lanke(&["rules", "diff", "aga", path], None));
    let keys: Vec<&str> = differences
        .lines()
        .skip(1)
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(keys, ["suicide", "tie", "komi.even"]);

    // The same counts as situational superko with suicide has: the file is in force where turns are judged.
    let counted = text(&lanke(
        &["perft", "--size", "1x3", "--depth", "5", "--rules", path],
        None,
    ));
    assert_eq!(counted.lines().last(), Some("126"));

    let script = file.with_extension("gtp");
    fs::write(
        &script,
        "boardsize 9\nclear_board\nlanke-state\nplay b A2\nplay w C5\nplay b B1\nplay w A1\n",
    )
    .unwrap();
    let answers = text(&lanke(&["--rules", path], Some(&script)));
    assert!(answers.contains(r#""ruleset":"house","komi":6.0"#), "{answers}");
    assert!(!answers.contains('?'), "{answers}");
}

#[test]
fn what_is_shown_as_a_file_is_a_file() {
    let file = house_file("two");
    let written = text(&lanke(&["rules", "show", file.to_str().unwrap(), "--toml"], None));
    let copy = file.with_file_name("copy.toml");
    fs::write(&copy, &written).unwrap();
    let (first, second) = (file.to_str().unwrap(), copy.to_str().unwrap());
    let differences = text(&lanke(&["rules", "diff", first, second], None));
    assert_eq!(differences, "house and house agree in every dimension.\n");
}

#[test]
fn every_system_is_listed_with_a_line() {
    let list = text(&lanke(&["rules", "list"], None));
    let names: Vec<&str> = list.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names.len(), lanke::rules::presets::all().len());
    for name in [
        "ideal",
        "arena-aga-territory",
        "chen",
        "cwa",
        "living",
        "ancient",
        "japanese",
        "tromp-taylor",
    ] {
        assert!(names.contains(&name), "{name}");
    }
}

#[test]
fn a_mistake_is_said_in_one_line_with_what_was_meant() {
    let file = house_file("three");
    fs::write(&file, "base = 'aga'\nsuicides = 'allowed'\n").unwrap();
    for (arguments, part) in [
        (
            vec!["rules", "show", file.to_str().unwrap()],
            "unknown key 'suicides', did you mean 'suicide'?",
        ),
        (vec!["rules", "show", "japanes"], "did you mean 'japanese'?"),
        (
            vec!["perft", "--rules", "aga,ending=never"],
            "expected two-passes, first-pass-free, four-passes",
        ),
        (vec!["perft", "--size", "9x99"], "no board size '9x99'"),
        (vec!["--rules", "no-such-file.toml"], "no-such-file.toml"),
    ] {
        let output = lanke(&arguments, None);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(message.contains(part), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn perft_prints_the_number_alone_last() {
    let parts = text(&lanke(
        &["perft", "--size", "3", "--depth", "4", "--rules", "cgos", "--divide"],
        None,
    ));
    let lines: Vec<&str> = parts.lines().collect();
    assert_eq!((lines.len(), lines[10]), (11, "5281"));
    assert!(lines[9].starts_with("pass "));
    assert_eq!(text(&lanke(&["perft", "--size", "3x3", "--depth", "0"], None)), "1\n");
}
