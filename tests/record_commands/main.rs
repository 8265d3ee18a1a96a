//! `lanke score`, `lanke referee` and `lanke analyze` as a person starts them.

mod analyze;

use serde_json::Value;
use std::process::{Command, Output};

fn lanke(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lanke"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn out(arguments: &[&str]) -> String {
    let output = lanke(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

const CLEAN: &str = "tests/data/referee/clean.sgf";
const FINISHED: &str = "tests/data/score/finished.sgf";

#[test]
fn a_marked_record_is_counted_with_its_own_dead_stones_rules_and_komi() {
    let json: Value = serde_json::from_str(&out(&["score", FINISHED, "--json"])).unwrap();
    // 5x5: Black has columns A to C and the dead stone at A3, White D and E.
    assert_eq!(json["ruleset"], "chinese");
    assert_eq!(
        (&json["dead"], &json["dead_source"]),
        (&serde_json::json!(["A3"]), &"file".into())
    );
    assert_eq!(
        (json["margin"].as_f64(), json["komi"].as_f64()),
        (Some(-2.5), Some(7.5))
    );
    assert_eq!(json["result"], "W+2.5");
    assert_eq!(json["methods"][0]["method"], "area");
    assert_eq!(json["methods"][0]["black"].as_f64(), Some(15.0));
    assert_eq!(json["methods"][0]["white"].as_f64(), Some(10.0));
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    let expected = [
        "ruleset",
        "result",
        "margin",
        "komi",
        "bonus",
        "methods",
        "prisoners",
        "passes",
        "dead",
        "seki",
        "dead_source",
    ];
    assert_eq!(keys, expected);
}

#[test]
fn dead_stones_may_be_given_or_denied() {
    let json =
        |dead: &str| -> Value { serde_json::from_str(&out(&["score", FINISHED, "--json", "--dead", dead])).unwrap() };
    assert_eq!(
        (json("A3")["dead_source"].clone(), json("A3")["margin"].as_f64()),
        ("given".into(), Some(-2.5))
    );
    let alive = json("none");
    assert_eq!(
        (&alive["dead"], &alive["dead_source"]),
        (&serde_json::json!([]), &"none".into())
    );
    // The stone at A3 touches all of Black's empty points, so that they are nobody's: 5 stones to 10 + 1.
    assert_eq!(alive["margin"].as_f64(), Some(-13.5));
    assert_eq!(json("auto")["dead_source"], "engine");
    let refused = lanke(&["score", FINISHED, "--dead", "A1"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("no stone on A1"));
    let nonsense = lanke(&["score", FINISHED, "--dead", "everything"]);
    assert!(text(&nonsense.stderr).contains("expected stones, auto or none"));
}

#[test]
fn a_record_is_counted_under_every_rule_system_at_once() {
    let table = out(&["score", FINISHED, "--rules", "all"]);
    let rows = table.lines().take_while(|line| !line.is_empty()).count();
    assert_eq!(rows, lanke::rules::presets::all().len() + 1);
    assert!(
        table.contains("tromp-taylor") && table.contains("dead stones: A3 (as the record marks them)"),
        "{table}"
    );
    let list: Value = serde_json::from_str(&out(&["score", FINISHED, "--rules", "all", "--json"])).unwrap();
    assert_eq!(list.as_array().unwrap().len(), rows - 1);
    let of = |name: &str| {
        list.as_array()
            .unwrap()
            .iter()
            .find(|row| row["ruleset"] == name)
            .unwrap()
    };
    assert_eq!(
        (
            of("tromp-taylor")["dead_source"].clone(),
            of("chinese")["margin"].as_f64()
        ),
        ("none".into(), Some(-2.5))
    );
}

#[test]
fn methods_are_chosen_by_name_and_the_board_is_drawn() {
    let shown = out(&["score", FINISHED, "--method", "half-count,area", "--rules", "cwa"]);
    assert!(shown.starts_with("cwa: W+2.5 (1 1/4 zi)"), "{shown}");
    assert!(shown.contains(" 3  o # X O = 3"), "{shown}");
    assert!(
        shown.contains("half-count") && !shown.contains("equal-stones"),
        "{shown}"
    );
    let all = out(&["score", FINISHED, "--method", "all"]);
    assert!(all.contains("return-tax") && all.contains("living-fill"), "{all}");
    let wrong = lanke(&["score", FINISHED, "--method", "guess"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        text(&wrong.stderr).contains("no counting method 'guess'"),
        "{}",
        text(&wrong.stderr)
    );
}

#[test]
fn the_referees_exit_status_says_whether_the_record_is_clean() {
    let record = |name: &str| format!("tests/data/referee/{name}.sgf");
    assert_eq!(lanke(&["referee", CLEAN, "--rules", "cwa"]).status.code(), Some(0));
    let suicide = lanke(&["referee", &record("suicide"), "--rules", "cwa"]);
    assert_eq!(suicide.status.code(), Some(1));
    assert!(text(&suicide.stdout).contains("move 4, White A5: suicide of one stone; the turn is lost"));
    let unreadable = lanke(&["referee", &record("off-board")]);
    assert_eq!(
        (unreadable.status.code(), unreadable.stdout.is_empty()),
        (Some(2), true)
    );
    assert!(text(&unreadable.stderr).contains("line 2, column 8"));
    let missing = lanke(&["referee", "no-such-file.sgf"]);
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(lanke(&["referee", CLEAN, "--rules", "all"]).status.code(), Some(2));
    assert_eq!(lanke(&["referee", CLEAN, "--game", "2"]).status.code(), Some(2));
}

#[test]
fn the_referee_gives_its_report_as_data() {
    let output = lanke(&[
        "referee",
        "tests/data/referee/superko.sgf",
        "--rules",
        "cwa",
        "--json",
        "--dead",
        "none",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let violation = serde_json::json!({
        "move": 6, "color": "w", "vertex": "F4", "reason": "superko", "repeats": 0, "consequence": "void",
    });
    assert_eq!(json["violations"], serde_json::json!([violation]));
    assert_eq!((&json["ruleset"], json["moves"].as_u64()), (&"cwa".into(), Some(6)));
    assert_eq!(json["ended"], serde_json::json!({"move": 6, "why": "the record ends"}));
    assert!(json["result"].is_string() && json["methods"].as_array().is_some_and(|list| list.len() >= 4));
    assert_eq!((&json["recorded"], &json["dead_source"]), (&"?".into(), &"none".into()));
    let lost = lanke(&[
        "referee",
        "tests/data/referee/two-in-a-row.sgf",
        "--rules",
        "cwa",
        "--json",
        "--dead",
        "none",
    ]);
    let json: Value = serde_json::from_slice(&lost.stdout).unwrap();
    assert_eq!(json["result"], "W+F");
}

#[test]
fn a_record_that_names_no_rules_is_counted_under_all_of_them() {
    let table = out(&[
        "score",
        "tests/data/score/played-game.sgf",
        "--rules",
        "all",
        "--dead",
        "none",
    ]);
    for name in ["chinese", "japanese", "aga", "living", "ancient"] {
        assert!(table.contains(name), "{name} is missing in {table}");
    }
}
