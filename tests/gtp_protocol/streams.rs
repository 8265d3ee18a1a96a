//! Analysis streams read as their clients read them.

use crate::program::{Conversation, answers, answers_with, last_answer};
use std::collections::HashMap;

/// One candidate's keys and values up to its line, the line, and what follows it word by word.
#[derive(Debug)]
struct Info {
    keys: Vec<String>,
    values: HashMap<String, String>,
    line: Vec<String>,
    rest: HashMap<String, Vec<f64>>,
}

impl Info {
    fn number(&self, key: &str) -> f64 {
        self.values[key]
            .parse()
            .unwrap_or_else(|_| panic!("{key} is {}", self.values[key]))
    }
}

fn is_vertex(word: &str) -> bool {
    let (letter, number) = word.split_at(1);
    word == "pass" || letter.as_bytes()[0].is_ascii_uppercase() && number.parse::<u32>().is_ok()
}

/// Splits a line at `info`, as Sabaki, Lizzie and the CGOS client do.
fn infos(line: &str) -> Vec<Info> {
    let parts = line.strip_prefix("info ").expect("starts with info").split(" info ");
    parts
        .map(|part| {
            let (pairs, after) = part.split_once(" pv ").expect("has a line");
            let words: Vec<&str> = pairs.split(' ').collect();
            assert_eq!(words.len() % 2, 0, "{part}");
            let pairs = words.chunks(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned()));
            let pairs: Vec<(String, String)> = pairs.collect();
            let after: Vec<&str> = after.split(' ').collect();
            let end = after.iter().position(|word| !is_vertex(word)).unwrap_or(after.len());
            let mut rest: HashMap<String, Vec<f64>> = HashMap::new();
            let mut last = String::new();
            for word in &after[end..] {
                match word.parse() {
                    Ok(number) => rest.get_mut(&last).expect("a key first").push(number),
                    Err(_) => {
                        last = (*word).to_owned();
                        rest.insert(last.clone(), Vec::new());
                    }
                }
            }
            Info {
                keys: pairs.iter().map(|(key, _)| key.clone()).collect(),
                values: pairs.into_iter().collect(),
                line: after[..end].iter().map(ToString::to_string).collect(),
                rest,
            }
        })
        .collect()
}

/// The last report of a command that moves, which is the same for the same seed.
fn report(position: &str, command: &str) -> Vec<Info> {
    let answer = last_answer(&format!("{position}\n{command}\n"));
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines[0], "=");
    infos(lines[lines.len() - 2])
}

/// White has no stones and no room: everything is Black's.
const BLACK_WINS: &str = "boardsize 5\nkomi 0.5\nplay b B1\nplay b B2\nplay b B3\nplay b B4\nplay b B5\nplay b D1\n\
                          play b D2\nplay b D3\nplay b D4\nplay b D5\nkata-set-param resign false";

const LEELA_KEYS: &[&str] = &["move", "visits", "winrate", "prior", "lcb", "order"];
const KATA_KEYS: &[&str] = &[
    "move",
    "visits",
    "edgeVisits",
    "utility",
    "winrate",
    "scoreMean",
    "scoreStdev",
    "scoreLead",
    "scoreSelfplay",
    "prior",
    "lcb",
    "utilityLcb",
    "weight",
    "order",
];

#[test]
fn candidates_have_the_keys_of_their_program_in_its_order() {
    for (command, keys) in [
        ("lz-genmove_analyze b 100", LEELA_KEYS),
        ("kata-genmove_analyze b", KATA_KEYS),
    ] {
        let infos = report("boardsize 9", command);
        for (order, info) in infos.iter().enumerate() {
            assert_eq!(info.keys, keys);
            assert_eq!(info.number("order"), order as f64);
            assert!(is_vertex(&info.values["move"]));
            assert_eq!(info.line[0], info.values["move"]);
            assert!(info.rest.is_empty(), "{:?}", info.rest);
        }
        let visits: Vec<f64> = infos.iter().map(|info| info.number("visits")).collect();
        assert!(visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
    }
}

#[test]
fn leelas_numbers_are_whole_and_katas_are_shares() {
    for info in report("boardsize 9", "lz-genmove_analyze w 100") {
        for key in ["visits", "winrate", "prior", "lcb"] {
            let number: i32 = info.values[key].parse().unwrap();
            assert!((0..=10_000).contains(&number), "{key} {number}");
        }
    }
    for info in report("boardsize 9", "kata-genmove_analyze w 100") {
        for key in ["winrate", "prior"] {
            assert!((0.0..=1.0).contains(&info.number(key)), "{info:?}");
        }
        assert!(info.number("lcb") <= info.number("winrate"));
        assert!((-1.0..=1.0).contains(&info.number("utility")));
        assert!(info.number("scoreStdev") >= 0.0);
    }
}

#[test]
fn everything_katago_tells_can_be_asked_for() {
    let keys = "rootInfo true ownership true ownershipStdev true movesOwnership true movesOwnershipStdev true \
                pvVisits true pvEdgeVisits true noResultValue true";
    let infos = report("boardsize 9", &format!("kata-genmove_analyze b 100 {keys}"));
    for info in &infos {
        assert_eq!(info.values["noResultValue"], "0");
        for key in ["movesOwnership", "movesOwnershipStdev"] {
            assert_eq!(info.rest[key].len(), 81, "{key}");
        }
        for key in ["pvVisits", "pvEdgeVisits"] {
            assert_eq!(info.rest[key].len(), info.line.len());
            assert_eq!(info.rest[key][0], info.number("visits"));
        }
    }
    let last = infos.last().unwrap();
    assert!(last.rest.contains_key("rootInfo"));
    assert_eq!(
        (last.rest["ownership"].len(), last.rest["ownershipStdev"].len()),
        (81, 81)
    );
    for (owner, spread) in last.rest["ownership"].iter().zip(&last.rest["ownershipStdev"]) {
        assert!((owner * owner + spread * spread - 1.0).abs() < 0.01, "{owner} {spread}");
    }
    assert!(last.rest["scoreLead"].len() == 1 && last.rest["winrate"].len() == 1);
    let off = keys.replace("true", "false");
    for info in report("boardsize 9", &format!("kata-genmove_analyze b 100 {off}")) {
        assert!(info.rest.is_empty() && info.keys == KATA_KEYS, "{info:?}");
    }
}

#[test]
fn everything_is_told_from_the_side_of_the_color_asked_for() {
    let keys = "100 ownership true movesOwnership true rootInfo true";
    for (color, sign) in [("b", 1.0), ("w", -1.0)] {
        let infos = report(BLACK_WINS, &format!("kata-genmove_analyze {color} {keys}"));
        let (best, last) = (&infos[0], infos.last().unwrap());
        assert!((best.number("winrate") - 0.5) * sign > 0.3, "{best:?}");
        assert!(best.number("scoreLead") * sign > 10.0, "{best:?}");
        assert!((last.rest["winrate"][0] - 0.5) * sign > 0.3, "{last:?}");
        for owners in [&last.rest["ownership"], &best.rest["movesOwnership"]] {
            assert!(owners.iter().all(|owner| owner * sign > 0.5), "{owners:?}");
        }
        let leela = report(BLACK_WINS, &format!("lz-genmove_analyze {color} 100"));
        assert!((leela[0].number("winrate") - 5000.0) * sign > 3000.0, "{leela:?}");
    }
}

#[test]
fn moves_are_as_many_as_asked_for_and_only_those_allowed() {
    let moves = |command: &str| -> Vec<String> {
        let infos = report("boardsize 5", command);
        infos.iter().map(|info| info.values["move"].clone()).collect()
    };
    for program in ["lz", "kata"] {
        assert_eq!(moves(&format!("{program}-genmove_analyze b maxmoves 1")).len(), 1);
        // All 25 points and the pass, the unvisited ones too.
        assert_eq!(moves(&format!("{program}-genmove_analyze b minmoves 100")).len(), 26);
        let allowed = moves(&format!("{program}-genmove_analyze b allow b A1,C3,pass 1"));
        assert!(
            allowed.iter().all(|word| ["A1", "C3", "pass"].contains(&word.as_str())),
            "{allowed:?}"
        );
        let avoided = moves(&format!(
            "{program}-genmove_analyze b minmoves 100 avoid b C3,D4 20 avoid b B2 20"
        ));
        assert_eq!(avoided.len(), 23);
        assert!(
            !["C3", "D4", "B2"]
                .iter()
                .any(|word| avoided.iter().any(|other| other == word))
        );
        // What the other player is to avoid says nothing about this one's moves.
        assert_eq!(
            moves(&format!("{program}-genmove_analyze b minmoves 100 avoid w C3 20")).len(),
            26
        );
    }
}

#[test]
fn what_cannot_be_read_is_refused_with_the_usual_frame() {
    for arguments in [
        "b 10 seeds 3",
        "b 10 interval",
        "b interval soon",
        "b 10 ownership",
        "b 10 ownership yes",
        "b minmoves few",
        "b avoid b",
        "b avoid b Z99 3",
        "b avoid b D4",
        "b allow red D4 3",
        "red",
    ] {
        for program in ["lz", "kata"] {
            let answer = last_answer(&format!("5 {program}-analyze {arguments}\n"));
            assert!(answer.starts_with("?5 syntax error"), "{arguments}: {answer}");
        }
    }
    assert!(last_answer("lz-analyze b ownership true\n").starts_with("? syntax error"));
}

#[test]
fn intervals_may_be_huge_tiny_or_broken_and_the_first_line_comes_all_the_same() {
    for interval in ["2147483647", "7.5", "0", "-1", "interval 1e9", "1e30"] {
        let mut program = Conversation::start(&[]);
        program.send(&format!("boardsize 9\nlz-analyze b {interval}\n"));
        assert_eq!(program.answer(), "=");
        assert_eq!(program.line(), "=");
        assert!(program.line().starts_with("info move "), "{interval}");
        program.send("name\n");
        while program.line() != "" {}
        assert_eq!(program.answer(), "= Lanke");
        assert_eq!(program.finish(), "");
    }
}

#[test]
fn a_move_without_interval_is_told_once_for_cgos() {
    let answer = last_answer("boardsize 9\nkata-genmove_analyze b ownership true\n");
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines.len(), 3, "{answer}");
    assert_eq!(infos(lines[1]).last().unwrap().rest["ownership"].len(), 81);
    let answer = last_answer("boardsize 9\ncgos-genmove_analyze b\n");
    let line = answer.lines().nth(1).unwrap();
    let json: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!(json["ownership"].as_str().unwrap().len(), 81);
    assert!((0.0..=1.0).contains(&json["winrate"].as_f64().unwrap()));
    let best = &json["moves"][0];
    assert!(!best["pv"].as_str().unwrap().starts_with(best["move"].as_str().unwrap()));
}

#[test]
fn without_a_color_the_player_to_move_is_looked_at() {
    let answers = answers("boardsize 9\nplay b C3\nlz-genmove_analyze 100\nlist_stones w\n");
    let played = answers[2].lines().last().unwrap().strip_prefix("play ").unwrap();
    assert_eq!(answers[3], format!("= {played}"));
}

#[test]
fn lines_written_ahead_after_a_move_with_analysis_do_not_shorten_it() {
    let options = ["playouts=2000"];
    let alone = answers_with(&options, "boardsize 9\nkata-genmove_analyze b\n");
    let crowded = answers_with(
        &options,
        "boardsize 9\nkata-genmove_analyze b\nprotocol_version\n\n# talk\nname\n",
    );
    assert_eq!(alone[1], crowded[1]);
    assert_eq!(crowded[2..], ["= 2", "= Lanke"]);
}
