//! `lanke analyze`: every kind of report read back.

use super::{lanke, out, text};
use lanke::game::sgf::{self, Node, ReplayOptions, Tree};
use lanke::rules::presets;
use serde_json::Value;
use std::path::PathBuf;

/// Black lives in the corner with two eyes, A1 and C1, and wins by 3 with komi -12. His first move fills one of
/// them; White takes the other and everything: 25 points for White, who wins by 13.
///
/// ```text
/// 5 . . O . .
/// 4 . . O . .
/// 3 O O O O O
/// 2 X X X X O
/// 1 . X . X O
///   A B C D E
/// ```
const RECORD: &str = r#"(;FF[3]GM[1]SZ[5]RU[Chinese]KM[-12]PB[<script>alert("b")</script>]PW[W \] & 白]
AB[ad][bd][cd][dd][be][de]AW[ac][bc][cc][dc][ec][ed][ee][ca][cb]PL[B]C[The start.]
;B[ae]C[Is this good?](;W[ce]CR[ce];B[];W[])(;W[]C[another branch]))"#;

/// A folder for one test, with the record in it.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("analyze-{name}"));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("game.sgf"), RECORD).unwrap();
    folder
}

const SEARCH: &[&str] = &["--visits", "300", "--threads", "1", "--seed", "1"];

/// Runs `lanke analyze` on the record with these options, and returns what it prints.
fn analyze(folder: &std::path::Path, options: &[&str]) -> String {
    let file = folder.join("game.sgf");
    let mut arguments = vec!["analyze", file.to_str().unwrap()];
    arguments.extend(SEARCH);
    arguments.extend(options);
    out(&arguments)
}

/// Writes a report and reads it as text.
fn report(folder: &std::path::Path, name: &str) -> String {
    let path = folder.join(name);
    analyze(folder, &["--out", path.to_str().unwrap()]);
    std::fs::read_to_string(path).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn lines_of_json_tell_each_moves_worth() {
    let printed = analyze(&folder("lines"), &["--json"]);
    let lines: Vec<Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let kinds: Vec<&str> = lines.iter().map(|line| line["kind"].as_str().unwrap()).collect();
    assert_eq!(
        kinds,
        [
            "game", "position", "position", "position", "position", "position", "summary"
        ]
    );
    let game = &lines[0];
    assert_eq!(
        (&game["rules"], number(&game["komi"]), &game["size"]),
        (&"chinese".into(), -12.0, &serde_json::json!([5, 5]))
    );
    assert_eq!((number(&game["moves"]), &game["white"]), (4.0, &"W ] & 白".into()));
    let [start, eye, capture, _, end] = &lines[1..6] else {
        panic!()
    };
    assert_eq!(
        (&start["vertex"], &start["loss"], &start["to_move"]),
        (&Value::Null, &Value::Null, &"b".into())
    );
    // Black wins, throws it away, and the end is counted.
    assert!(
        number(&start["black_winrate"]) > 0.8 && number(&start["black_lead"]) > 0.0,
        "{start}"
    );
    assert!(number(&eye["black_winrate"]) < 0.2, "{eye}");
    assert_eq!(
        (&eye["color"], &eye["vertex"], &eye["loss"]["grade"]),
        (&"b".into(), &"A1".into(), &"blunder".into())
    );
    assert!(
        number(&eye["loss"]["winrate"]) > 0.6 && number(&eye["loss"]["points"]) > 5.0,
        "{eye}"
    );
    assert_ne!(eye["better"]["vertex"], "A1");
    assert_eq!(eye["candidates"][0]["vertex"], "C1");
    assert_eq!(
        capture["loss"],
        serde_json::json!({"winrate": 0.0, "points": 0.0, "grade": null})
    );
    assert_eq!((&end["vertex"], number(&end["visits"])), (&"pass".into(), 0.0));
    assert_eq!(
        (number(&end["black_winrate"]), number(&end["black_lead"])),
        (0.0, -13.0)
    );
    for position in &lines[1..6] {
        assert_eq!(position["ownership"].as_array().unwrap().len(), 25);
        for candidate in position["candidates"].as_array().unwrap() {
            assert_eq!(candidate["pv"][0], candidate["vertex"]);
        }
    }
    // The white stones of the upper half stay White's throughout; the row order is from the top.
    assert!(number(&eye["ownership"][2]) < -0.5, "{eye}");
    assert_eq!(lines[6]["worst_moves"], serde_json::json!([1]));
    assert_eq!(
        (
            number(&lines[6]["black"]["blunders"]),
            number(&lines[6]["white"]["blunders"])
        ),
        (1.0, 0.0)
    );
}

#[test]
fn a_document_of_json_and_a_file_of_lines_say_the_same() {
    let folder = folder("document");
    let document: Value = serde_json::from_str(&report(&folder, "a.json")).unwrap();
    let lines: Vec<Value> = report(&folder, "a.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(document["game"], lines[0]);
    assert_eq!(document["positions"].as_array().unwrap()[..], lines[1..6]);
    assert_eq!(document["summary"], lines[6]);
}

fn values(node: &Node, name: &str) -> Vec<String> {
    node.property(name)
        .map(|property| property.values.clone())
        .unwrap_or_default()
}

#[test]
fn the_commented_record_is_the_record_with_comments_letters_and_variations() {
    let written = report(&folder("record"), "commented.sgf");
    let collection = sgf::read(written.as_bytes()).unwrap();
    assert!(collection.warnings.is_empty() && collection.trees.len() == 1);
    let line: Vec<&Node> = collection.trees[0].main_line().collect();
    assert_eq!(line.len(), 5);
    let root = line[0];
    for (name, value) in [
        ("FF", "4"),
        ("CA", "UTF-8"),
        ("SZ", "5"),
        ("PB", "<script>alert(\"b\")</script>"),
        ("PW", "W ] & 白"),
    ] {
        assert_eq!(root.value(name), Some(value), "{name}");
    }
    assert!(written.starts_with("(;FF[4]GM[1]CA[UTF-8]AP[Lanke:"));
    let comment = root.value("C").unwrap();
    assert!(comment.starts_with("The start.\n\nLanke: Black wins "), "{comment}");
    let blunder = line[1];
    // C1 kills.
    assert_eq!(values(blunder, "LB").first().map(String::as_str), Some("ce:A"));
    assert_eq!(
        (blunder.value("B"), blunder.value("BM"), blunder.value("HO")),
        (Some("ae"), Some("2"), Some("1"))
    );
    let comment = blunder.value("C").unwrap();
    assert!(comment.starts_with("Is this good?\n\nLanke: White wins ") && comment.contains("move 1, Black A1: lost "));
    // The record's own mark stays the only one of its node.
    assert_eq!(
        (values(line[2], "CR"), line[2].property("LB")),
        (vec!["ce".to_string()], None)
    );
    for node in &line {
        let share: f64 = node.value("SBKV").unwrap().parse().unwrap();
        assert!((0.0..=100.0).contains(&share));
        assert!(node.value("V").unwrap().parse::<f64>().is_ok());
    }
    assert_eq!(
        (line[4].value("SBKV"), line[4].value("V")),
        (Some("0.00"), Some("-13.0"))
    );
}

/// The records that lead through each leaf, as trees of their own.
fn lines_of(tree: &Tree) -> Vec<Tree> {
    let mut open = vec![vec![0]];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        let children = &tree.nodes[*path.last().unwrap()].children;
        for &child in children {
            open.push(path.iter().copied().chain([child]).collect());
        }
        if children.is_empty() {
            let nodes = path.iter().enumerate().map(|(place, &index)| Node {
                properties: tree.nodes[index].properties.clone(),
                children: if place + 1 < path.len() {
                    vec![place + 1]
                } else {
                    vec![]
                },
            });
            found.push(Tree { nodes: nodes.collect() });
        }
    }
    found
}

#[test]
fn every_variation_that_is_added_can_be_played_and_the_old_ones_stay() {
    let written = report(&folder("variations"), "commented.sgf");
    let collection = sgf::read(written.as_bytes()).unwrap();
    let lines = lines_of(&collection.trees[0]);
    // The game, its own branch, and what Black should have played instead of A1.
    assert_eq!(lines.len(), 3, "{written}");
    assert!(written.contains("another branch"));
    let better = lines
        .iter()
        .find(|tree| tree.nodes[1].value("B") != Some("ae"))
        .unwrap();
    assert!(better.nodes[1].value("C").unwrap().starts_with("Lanke: better is "));
    for tree in lines {
        let text = tree.to_text();
        let record = sgf::read(text.as_bytes())
            .unwrap()
            .replay(&ReplayOptions::new(presets::default_rules()));
        let record = record.unwrap_or_else(|error| panic!("{error}: {text}"));
        assert!(record.warnings.is_empty(), "{:?}: {text}", record.warnings);
    }
}

#[test]
fn the_page_holds_everything_and_fetches_nothing() {
    let page = report(&folder("page"), "game.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    let title = "<title>&lt;script&gt;alert(&quot;b&quot;)&lt;/script&gt; – W ] &amp; 白</title>";
    assert!(page.contains(title) && !page.contains("<script>alert"));
    // Only the policy, the name space of SVG and no address at all.
    assert!(page.contains("default-src 'none'"));
    assert_eq!(page.matches("http").count(), 2, "http-equiv and the name space");
    assert!(!page.contains(" src=") && !page.contains("@import") && !page.contains("url("));
    assert!(page.contains("<td>Black A1</td>") && page.contains("<tr class=\"blunder\" data-at=\"1\">"));
    assert!(page.contains("<h2>Biggest mistakes</h2>"));
    let start = page.find("id=\"study\">").unwrap() + "id=\"study\">".len();
    let data = &page[start..start + page[start..].find("</script>").unwrap()];
    assert!(!data.contains('<'));
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["game"]["black"], "<script>alert(\"b\")</script>");
    assert_eq!(data["columns"], serde_json::json!(["A", "B", "C", "D", "E"]));
    let boards: Vec<&str> = data["positions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["board"].as_str().unwrap())
        .collect();
    let start = "..w....w..wwwwwbbbbw.b.bw";
    assert_eq!(boards[0], start);
    // White's C1 takes eight stones.
    assert_eq!(
        (boards.len(), boards[2], boards[4]),
        (5, "..w....w..wwwww....w..w.w", "..w....w..wwwww....w..w.w")
    );
    // The end is counted: every point is White's.
    assert_eq!(data["positions"][4]["ownership"], "a".repeat(25));
}

#[test]
fn a_table_and_the_worst_moves_are_for_people_without_a_browser() {
    let printed = analyze(&folder("table"), &[]);
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("move  played"));
    assert!(
        lines[2].starts_with("   1  Black A1") && lines[2].ends_with("(blunder)"),
        "{printed}"
    );
    assert!(
        lines[5].contains("White pass") && lines[5].contains("0.0 %") && lines[5].contains("-13.0"),
        "{printed}"
    );
    assert!(printed.contains("\nmove 1, Black A1: lost "), "{printed}");
    // With a report to write only the summary is printed.
    let folder = folder("summary");
    let path = folder.join("a.json");
    let printed = analyze(&folder, &["--out", path.to_str().unwrap()]);
    assert!(
        !printed.contains("played") && printed.contains("move 1, Black A1: lost "),
        "{printed}"
    );
}

#[test]
fn moves_and_rules_can_be_chosen() {
    let folder = folder("chosen");
    let numbers = |moves: &str| -> Vec<u64> {
        let printed = analyze(&folder, &["--json", "--moves", moves]);
        let lines = printed.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines
            .filter(|line| line["kind"] == "position")
            .map(|line| line["move"].as_u64().unwrap())
            .collect()
    };
    assert_eq!(numbers("2"), [1, 2]);
    assert_eq!(numbers("3-"), [2, 3, 4]);
    assert_eq!(numbers("-1"), [0, 1]);
    let printed = analyze(&folder, &["--json", "--moves", "4", "--rules", "aga"]);
    assert!(printed.contains("\"rules\":\"aga\""));
}

#[test]
fn what_cannot_be_done_is_said_before_anything_is_searched() {
    let folder = folder("refused");
    let file = folder.join("game.sgf");
    let file = file.to_str().unwrap();
    for (arguments, words) in [
        (vec![file, "--out", "a.pdf"], ".html, .sgf, .json or .jsonl"),
        (vec![file, "--out", file], "is the record itself"),
        (vec![file, "--moves", "5-9"], "--moves takes A-B"),
        (vec![file, "--game", "2"], "game 2 was asked for"),
        (vec!["no-such-file.sgf"], "no-such-file.sgf"),
        (vec![file, "--rules", "chineze"], "chinese"),
    ] {
        let mut all = vec!["analyze"];
        all.extend(&arguments);
        let output = lanke(&all);
        assert_eq!(
            (output.status.code(), output.stdout.is_empty()),
            (Some(2), true),
            "{arguments:?}"
        );
        assert!(
            text(&output.stderr).contains(words),
            "{arguments:?}: {}",
            text(&output.stderr)
        );
    }
    assert_eq!(std::fs::read_to_string(file).unwrap(), RECORD);
}

#[test]
fn the_help_shows_how_it_is_used() {
    let help = out(&["analyze", "--help"]);
    for words in [
        "Examples:",
        "--out game.html",
        "--visits",
        "--seconds",
        "--moves",
        "a blunder",
        ".jsonl",
    ] {
        assert!(help.contains(words), "{words} in {help}");
    }
}
