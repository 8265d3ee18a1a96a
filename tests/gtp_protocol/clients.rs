//! The rules that keep every client happy.

use crate::program::{Conversation, answers, answers_with, last_answer, output};
use std::collections::BTreeSet;

#[test]
fn a_response_is_framed_by_exactly_one_empty_line_and_nothing_else_is_written() {
    assert_eq!(output("protocol_version\n"), "= 2\n\n");
    assert_eq!(output("7 protocol_version\n"), "=7 2\n\n");
    assert_eq!(output("fly\n"), "? unknown command\n\n");
    assert_eq!(output("7 fly\n"), "?7 unknown command\n\n");
    assert_eq!(output("boardsize 9\n"), "=\n\n");
    assert_eq!(output("7 boardsize 9\n"), "=7\n\n");
    assert_eq!(output(""), "");
}

#[test]
fn text_follows_a_blank_even_when_its_first_line_is_empty() {
    let out = output("boardsize 3\n5 showboard\n");
    assert!(out.starts_with("=\n\n=5 \n    A B C\n"), "{out}");
}

#[test]
fn answers_have_no_blanks_at_line_ends() {
    let input = "list_commands\nhelp\nkata-get-rules\nlanke-rules\nboardsize 5\nfixed_handicap 9\nplay b C3\n\
                 list_stones b\nall_legal w\nfinal_status_list alive\nname\nversion\nfinal_score\nlanke-state\n";
    for line in output(input).lines() {
        // A multi-line answer may start with an empty first line, and an empty line inside becomes one blank.
        assert!(line == "= " || line == " " || line.trim_end() == line, "{line:?}");
    }
}

#[test]
fn no_response_has_an_empty_line_inside() {
    let input = "showboard\nhelp\nlanke-rules\nkata-list-params\nfinal_status_list dead\nlist_commands\n";
    assert_eq!(answers(input).len(), input.lines().count());
    for answer in answers(input) {
        assert!(answer.starts_with('='), "{answer:?}");
    }
}

#[test]
fn ids_are_echoed_digit_by_digit() {
    let ids = ["0", "1", "17", "007", "2147483647"];
    let input: String = ids.iter().map(|id| format!("{id} protocol_version\n")).collect();
    let expected: Vec<String> = ids.iter().map(|id| format!("={id} 2")).collect();
    assert_eq!(answers(&input), expected);
}

#[test]
fn every_answer_is_flushed_before_the_next_line_is_sent() {
    let mut program = Conversation::start(&[]);
    assert_eq!(program.ask("protocol_version"), "= 2");
    assert_eq!(program.ask("boardsize 9"), "=");
    assert_eq!(program.ask("play b D4"), "=");
    assert_eq!(program.ask("play w D4"), "? illegal move");
    assert_eq!(program.finish(), "");
}

#[test]
fn input_is_taken_as_clients_send_it() {
    let input = "boardsize 9\r\n  play\tB  d4\r\n\tplay WHITE E5 # a comment\r\n\r\n# only a comment\r\n   \n\
                 8  list_stones   black\r\nlist_stones w\r\nplay b pAsS\n";
    assert_eq!(answers(input), ["=", "=", "=", "=8 D4", "= E5", "="]);
}

#[test]
fn commands_may_be_written_ahead_and_are_answered_in_order() {
    let mut input = String::from("boardsize 19\n");
    for round in 0..5 {
        for point in 0..100 {
            let color = ["b", "w"][point % 2];
            let column = "ABCDEFGHJK".chars().nth(point % 10).unwrap();
            input.push_str(&format!(
                "{} play {color} {column}{}\n",
                round * 200 + point,
                point / 10 + 1
            ));
            input.push_str(&format!("{} name\n", round * 200 + 100 + point));
        }
        input.push_str("clear_board\n");
    }
    let answers = answers(&input);
    assert_eq!(answers.len(), input.lines().count());
    let lines = input.lines().zip(&answers);
    for (line, answer) in lines.filter(|(line, _)| line.starts_with(|first: char| first.is_ascii_digit())) {
        let id: String = line.chars().take_while(char::is_ascii_digit).collect();
        assert!(answer[1..].starts_with(&id), "{line} answered {answer}");
    }
}

#[test]
fn any_line_ends_an_analysis_even_an_empty_one() {
    for analysis in ["lz-analyze b 1", "kata-analyze b 1"] {
        for (line, answer) in [
            ("\n", ""),
            ("# comment\n", ""),
            ("protocol_version\n", "= 2"),
            ("5\n", ""),
        ] {
            let mut program = Conversation::start(&[]);
            program.send(&format!("boardsize 9\n9 {analysis}\n"));
            assert_eq!(program.answer(), "=");
            assert_eq!(program.line(), "=9");
            assert!(program.line().starts_with("info move "));
            program.send(line);
            while program.line() != "" {}
            if !answer.is_empty() {
                assert_eq!(program.answer(), answer);
            }
            assert_eq!(program.ask("name"), "= Lanke");
            assert_eq!(program.finish(), "");
        }
    }
}

#[test]
fn a_move_is_not_cut_short_by_other_lines() {
    // With a fixed number of playouts and a seed the move is the same if and only if nothing cut the search short.
    let options = ["playouts=2000"];
    let alone = answers_with(&options, "boardsize 9\ngenmove b\n");
    let crowded = answers_with(
        &options,
        "boardsize 9\ngenmove b\nprotocol_version\n\ntime_left b 3 0\n",
    );
    assert_eq!(alone[1], crowded[1]);
    assert_eq!(crowded[2..], ["= 2", "="]);
}

#[test]
fn an_interrupt_ends_a_move_and_is_not_answered() {
    let mut program = Conversation::start(&["playouts=0", "move_time=0"]);
    program.send("boardsize 9\ngenmove b\n# interrupt\nprotocol_version\n");
    assert_eq!(program.answer(), "=");
    let answer = program.answer();
    assert!(answer.starts_with("= "), "{answer}");
    assert_eq!(program.answer(), "= 2");
    assert_eq!(program.finish(), "");
}

#[test]
fn komi_survives_boardsize_and_clear_board() {
    let input = "komi 5.5\nboardsize 9\nclear_board\nfinal_score\nboardsize 13\nclear_board\nfinal_score\n";
    let answers = answers(input);
    assert_eq!((answers[3].as_str(), answers[6].as_str()), ("= W+5.5", "= W+5.5"));
}

#[test]
fn a_new_board_keeps_rules_and_options() {
    let input = "kata-set-rules aga\nkata-set-param playouts 77\nboardsize 9\nclear_board\nkata-get-param playouts\n\
                 lanke-state\n";
    let answers = answers(input);
    assert_eq!(answers[4], "= 77");
    assert!(answers[5].contains("\"ruleset\":\"aga\""), "{}", answers[5]);
}

#[test]
fn play_takes_any_order_of_colors_and_passes_and_refuses_the_rest_unchanged() {
    let input = "boardsize 9\nplay b D4\nplay b D5\nplay B PASS\nplay w pass\nplay w Pass\nplay W e5\nplay b E5\n\
                 play w d4\nlist_stones b\nlist_stones w\n";
    assert_eq!(
        answers(input)[1..],
        [
            "=",
            "=",
            "=",
            "=",
            "=",
            "=",
            "? illegal move",
            "? illegal move",
            "= D4 D5",
            "= E5"
        ]
    );
}

#[test]
fn what_is_listed_is_known_and_each_command_is_listed_once() {
    let listing = last_answer("list_commands\n");
    let names: Vec<&str> = listing.strip_prefix("= ").unwrap().lines().collect();
    assert_eq!(names[0], "protocol_version");
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    let input: String = names.iter().map(|name| format!("known_command {name}\n")).collect();
    assert!(answers(&input).iter().all(|answer| answer == "= true"));
    for name in [
        "set_free_handicap",
        "place_free_handicap",
        "undo",
        "final_score",
        "time_left",
        "kgs-time_settings",
    ] {
        assert!(names.contains(&name), "{name} is not listed");
    }
}

#[test]
fn kgs_chat_is_not_listed() {
    assert_eq!(last_answer("known_command kgs-chat\n"), "= false");
    assert!(!last_answer("list_commands\n").contains("kgs-chat"));
}

#[test]
fn free_handicap_has_exactly_the_number_of_points_asked_for() {
    for (size, stones) in [
        (9, 2),
        (9, 9),
        (9, 18),
        (9, 80),
        (13, 5),
        (19, 9),
        (19, 25),
        (5, 4),
        (2, 3),
    ] {
        let answer = last_answer(&format!("boardsize {size}\nplace_free_handicap {stones}\n"));
        let points: BTreeSet<&str> = answer.strip_prefix("= ").unwrap().split(' ').collect();
        assert_eq!(points.len(), stones, "{answer}");
        assert!(!answer.contains("pass") && !answer.contains('\n'), "{answer}");
    }
}

#[test]
fn resigning_is_no_move() {
    let input = "boardsize 9\nkomi -300\nplay b D4\nplay w E5\nplay b F6\nkata-set-param resign_after 1\nlanke-state\n\
                 genmove w\nlanke-state\nlist_stones w\n";
    let answers = answers(input);
    let [.., before, resigned, after, stones] = &answers[..] else {
        panic!("{answers:?}")
    };
    assert_eq!(resigned, "= resign");
    assert_eq!((before, stones.as_str()), (after, "= E5"));
}

#[test]
fn the_final_score_is_a_color_and_a_number_at_any_time() {
    let input = "boardsize 9\nkomi 7.5\nfinal_score\nplay b E5\nfinal_score\nplay w pass\nplay b pass\nfinal_score\n\
                 komi 81\nfinal_score\n";
    let answers = answers(input);
    for index in [2, 4, 7, 9] {
        let text = answers[index].strip_prefix("= ").unwrap();
        let number = text.strip_prefix("B+").or(text.strip_prefix("W+"));
        let one_decimal = |number: &str| number.split_once('.').is_some_and(|(_, after)| after.len() == 1);
        assert!(text == "0" || number.is_some_and(one_decimal), "{text}");
    }
    // All 81 points are Black's.
    assert_eq!((answers[7].as_str(), answers[9].as_str()), ("= B+73.5", "= 0"));
}

#[test]
fn points_are_written_in_capitals_and_pass_in_small_letters() {
    let input = "boardsize 9\nplay b d4\nlist_stones b\ngenmove w\nall_legal b\nfixed_handicap 2\nclear_board\n\
                 fixed_handicap 2\n";
    for answer in answers(input).iter().filter(|answer| answer.starts_with('=')) {
        let lower = answer.replace("pass", "").replace("resign", "");
        assert!(!lower.contains(|symbol: char| symbol.is_ascii_lowercase()), "{answer}");
    }
}

#[test]
fn clocks_may_be_told_anything_at_any_time_without_touching_the_game() {
    let input = "boardsize 9\nplay b D4\ntime_settings 180 30 1\ntime_left b 12.34 0\ntime_left w 0 1\n\
                 time_left b -0.5 0\ntime_left w 1917 1\nkgs-time_settings byoyomi 60 30 5\ntime_left w 30 5\n\
                 kata-time_settings fischer-capped 120 30 300 -1\ntime_left b 120 0\ntime_settings 0 1 0\n\
                 kgs-time_settings none\nlist_stones b\nlanke-state\n";
    let answers = answers(input);
    assert!(answers[..13].iter().all(|answer| answer == "="), "{answers:?}");
    assert_eq!(answers[13], "= D4");
    assert!(answers[14].contains("\"moves\":1"), "{}", answers[14]);
}

#[test]
fn quit_is_answered_before_the_program_ends() {
    assert_eq!(output("quit\n"), "=\n\n");
    assert_eq!(output("3 quit\nname\nname\n"), "=3\n\n");
    let mut program = Conversation::start(&[]);
    // The input stays open: the program ends by itself.
    assert_eq!(program.ask("quit"), "=");
    assert_eq!(program.finish(), "");
}

#[test]
fn the_first_answer_comes_while_the_input_stays_open() {
    for first in ["name", "list_commands", "protocol_version", "version"] {
        let mut program = Conversation::start(&[]);
        assert!(program.ask(first).starts_with("= "));
    }
}

#[test]
fn the_version_has_a_minor_number_that_lizzie_accepts() {
    let version = last_answer("version\n").strip_prefix("= ").unwrap().to_owned();
    assert!(version.len() <= 40);
    let minor: u32 = version.split('.').nth(1).unwrap().parse().unwrap();
    assert!(minor >= 15, "{version}");
}

#[test]
fn pondering_neither_delays_answers_nor_writes_anything() {
    let mut program = Conversation::start(&["ponder=true"]);
    assert_eq!(program.ask("boardsize 9"), "=");
    for _ in 0..3 {
        assert!(program.ask("genmove b").starts_with("= "));
        assert_eq!(program.ask("time_left b 100 0"), "=");
        assert_eq!(program.ask("time_left w 99.5 0"), "=");
        assert!(program.ask("genmove w").starts_with("= "));
        assert_eq!(program.ask("kgs-game_over"), "=");
    }
    assert_eq!(program.ask("clear_board"), "=");
    assert!(program.ask("genmove b").starts_with("= "));
    assert_eq!(program.finish(), "");
}

#[test]
fn the_same_seed_and_playouts_play_the_same_game() {
    let mut input = String::from("boardsize 7\nset_random_seed 5\n");
    for _ in 0..15 {
        input.push_str("genmove b\ngenmove w\n");
    }
    assert_eq!(output(&input), output(&input));
}
