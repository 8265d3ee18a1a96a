//! The referee: one small record in `tests/data/referee` for each thing it can find.

use lanke::game::referee::{Finding, Verdict, Why};
use lanke::game::sgf;
use lanke::rules::presets;
use lanke::score::{Method, Outcome, Table};
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/referee")
}

fn judge(name: &str, rules: &str) -> Verdict {
    let collection = sgf::load(&folder().join(format!("{name}.sgf"))).unwrap();
    collection.referee(0, &presets::load(rules).unwrap()).unwrap()
}

fn line(finding: &Finding) -> String {
    let (number, color, vertex) = (finding.number, finding.color.letter(), finding.vertex);
    let repeats = finding.repeats().map_or(String::new(), |turn| format!(" of {turn}"));
    let (reason, consequence) = (finding.reason.key(), finding.consequence.key());
    format!("{number} {color} {vertex} {reason}{repeats}: {consequence}")
}

/// Record, rules, findings, the move that ended the game, why, and the result where counting does not decide it.
type Row = (
    &'static str,
    &'static str,
    &'static [&'static str],
    usize,
    &'static str,
    &'static str,
);

const TABLE: &[Row] = &[
    ("clean", "chinese", &[], 7, "two passes", ""),
    ("clean", "japanese", &[], 7, "two passes", ""),
    ("occupied", "cwa", &["2 W C3 occupied: void"], 4, "the record ends", ""),
    ("suicide", "cwa", &["4 W A5 suicide: void"], 5, "the record ends", ""),
    ("suicide", "ing", &["4 W A5 suicide: void"], 5, "the record ends", ""),
    (
        "group-suicide",
        "cwa",
        &["1 W B4 suicide: void"],
        2,
        "the record ends",
        "",
    ),
    ("group-suicide", "ing", &[], 2, "the record ends", ""),
    ("group-suicide", "new_zealand", &[], 2, "the record ends", ""),
    ("ko", "cwa", &["2 W B4 ko: void"], 4, "the record ends", ""),
    ("ko", "japanese", &["2 W B4 ko: void"], 4, "the record ends", ""),
    (
        "superko",
        "cwa",
        &["6 W F4 superko of 0: void"],
        6,
        "the record ends",
        "",
    ),
    ("superko", "cwa-referee", &[], 6, "the record ends", ""),
    (
        "long-cycle",
        "cwa-referee",
        &["12 W F4 long-cycle: draw"],
        12,
        "the position has come up for the third time",
        "0",
    ),
    (
        "two-in-a-row",
        "cwa",
        &["4 B D4 two-in-a-row: loses"],
        4,
        "the second play in a row by one player",
        "W+F",
    ),
    (
        "out-of-turn",
        "cwa",
        &["3 W C4 out-of-turn: warning"],
        4,
        "the record ends",
        "",
    ),
    (
        "white-first",
        "cwa",
        &["1 W C3 out-of-turn: warning"],
        2,
        "the record ends",
        "",
    ),
    ("white-first", "ancient", &[], 2, "the record ends", ""),
    (
        "self-fill",
        "ideal",
        &["19 B C6 self-fill: loses"],
        19,
        "the last 10 plays of this player have changed nobody's territory",
        "W+F",
    ),
    ("self-fill", "cwa", &[], 20, "the record ends", ""),
    (
        "nine-fills",
        "ideal",
        &[],
        19,
        "two passes after the first effective one",
        "",
    ),
    (
        "all-passes",
        "ideal",
        &["2 W pass all-passes: draw"],
        2,
        "both sides have moved and every turn was a pass",
        "0",
    ),
    ("all-passes", "chinese", &[], 2, "two passes", ""),
    (
        "free-pass",
        "ideal",
        &[],
        4,
        "two passes after the first effective one",
        "",
    ),
    ("free-pass", "cwa", &[], 3, "two passes", ""),
    ("four-passes", "living", &[], 5, "four passes on one position", ""),
    (
        "after-the-end",
        "tromp-taylor",
        &["4 W D2 after-the-end: void"],
        3,
        "two passes",
        "",
    ),
    ("after-the-end", "chinese", &[], 4, "the record ends", ""),
    ("resumed", "chen", &[], 7, "two passes", ""),
    (
        "handicap-pass",
        "ideal",
        &["4 W B4 handicap-pass: void"],
        6,
        "the record ends",
        "",
    ),
    ("handicap-plays", "chinese", &[], 5, "the record ends", ""),
    (
        "set-up",
        "chinese",
        &["2 W C4 set-up: warning", "4 W B4 occupied: void"],
        4,
        "the record ends",
        "",
    ),
    ("resigned", "chinese", &[], 3, "as recorded", "B+R"),
    ("unfinished", "chinese", &[], 2, "the record ends", ""),
];

#[test]
fn every_record_is_judged_as_its_rules_say() {
    for &(record, rules, findings, ended, why, decided) in TABLE {
        let verdict = judge(record, rules);
        let found: Vec<String> = verdict.findings.iter().map(line).collect();
        assert_eq!(found, findings, "{record} under {rules}");
        assert_eq!(
            (verdict.ended, verdict.why.to_string().as_str()),
            (ended, why),
            "{record} under {rules}"
        );
        let result = verdict.decided.map_or(String::new(), |outcome| outcome.to_string());
        assert_eq!(result, decided, "{record} under {rules}");
        let draw = findings.iter().all(|finding| finding.ends_with("draw"));
        assert_eq!(verdict.is_clean(), draw);
    }
}

#[test]
fn every_record_of_the_folder_is_in_the_table() {
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_string();
        assert!(name == "off-board" || TABLE.iter().any(|row| row.0 == name), "{name}");
    }
}

#[test]
fn a_move_that_is_no_point_of_the_board_makes_the_file_unreadable() {
    let collection = sgf::load(&folder().join("off-board.sgf")).unwrap();
    let error = collection.referee(0, &presets::default_rules()).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 8: [ff] is not on the 5x5 board");
}

#[test]
fn a_lost_turn_lets_the_game_go_on_and_the_ko_be_fought() {
    let verdict = judge("ko", "cwa");
    // White's lost turn is followed by Black's, after which White may take the ko.
    assert_eq!(verdict.game.position().turns().len(), 4);
    assert_eq!(verdict.game.tally().passes.white, 1);
    assert_eq!(verdict.game.tally().prisoners.white, 1);
    assert_eq!(verdict.game.tally().first_pass, None, "it is nobody's pass");
}

#[test]
fn a_resumed_game_that_stops_again_is_final_where_the_rules_say_so() {
    let verdict = judge("resumed", "chen");
    assert!(!verdict.takes_dead_stones_off());
    assert!(judge("resumed", "japanese").takes_dead_stones_off());
    assert_eq!(judge("resumed", "japanese").why, Why::TwoPasses);
}

#[test]
fn a_verdict_is_counted_by_every_method_of_its_rules() {
    let verdict = judge("clean", "cwa");
    let dead = lanke::rules::PointSet::EMPTY;
    let (finished, terms) = (verdict.game.finished(dead), verdict.game.terms());
    let table = Table::new(verdict.game.ruleset(), &finished, &terms);
    let margins: Vec<f64> = Method::of_ruleset(verdict.game.ruleset(), 0)
        .into_iter()
        .map(|method| table.count(method).margin)
        .collect();
    assert!(
        margins.len() >= 4 && margins.windows(2).all(|pair| pair[0] == pair[1]),
        "{margins:?}"
    );
    let outcome = lanke::score::score(verdict.game.ruleset(), &finished, &terms).outcome;
    assert_eq!(outcome, Outcome::of_margin(margins[0]));
}
