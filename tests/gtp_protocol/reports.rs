//! Failures that users of other engines reported; each test names where.

use crate::program::{Conversation, answers, answers_with, last_answer, output};

/// The vertex of a `genmove` answer.
fn vertex(answer: &str) -> &str {
    answer.strip_prefix("= ").unwrap_or_else(|| panic!("{answer}"))
}

fn is_move(answer: &str) -> bool {
    let vertex = vertex(answer);
    let (letter, number) = vertex.split_at(1);
    vertex == "pass" || letter.as_bytes()[0].is_ascii_uppercase() && number.parse::<u32>().is_ok()
}

#[test]
fn unknown_options_are_answered_leela_zero_1940() {
    assert_eq!(output("2 lz-setoption name visits value 0\n"), "?2 unknown command\n\n");
    assert!(output("2 kata-set-param nothing 0\n").starts_with("?2 unknown option 'nothing'"));
}

#[test]
fn an_analysis_ends_with_a_raw_newline_katago_32() {
    let mut program = Conversation::start(&[]);
    program.send("boardsize 9\nlz-analyze b 10\n");
    assert_eq!(program.answer(), "=");
    program.line();
    program.line();
    program.send("\n");
    while program.line() != "" {}
    assert_eq!(program.finish(), "");
}

#[test]
fn a_second_analysis_shows_the_new_position_katago_30_sabaki_587() {
    let mut program = Conversation::start(&[]);
    program.send("boardsize 9\nkata-analyze B 5\n");
    assert_eq!(program.answer(), "=");
    assert_eq!(program.line(), "=");
    assert!(program.line().contains("move"));
    program.send("protocol_version\nplay B D4\nkata-analyze W 5\n");
    while program.line() != "" {}
    assert_eq!(program.answer(), "= 2");
    assert_eq!(program.answer(), "=");
    assert_eq!(program.line(), "=");
    let line = program.line();
    assert!(line.starts_with("info move ") && !line.contains("move D4 "), "{line}");
    program.send("\n");
    while program.line() != "" {}
    program.finish();
}

#[test]
fn allowed_moves_hold_from_the_first_line_katago_602() {
    let mut program = Conversation::start(&[]);
    program.send("boardsize 9\nkata-analyze W interval 5 allow W E5 1\n");
    assert_eq!(program.answer(), "=");
    assert_eq!(program.line(), "=");
    let line = program.line();
    assert!(
        line.starts_with("info move E5 ") && line.matches("info move").count() == 1,
        "{line}"
    );
    program.finish();
}

#[test]
fn an_analysis_without_interval_says_nothing_and_still_ends_katago_706() {
    let mut program = Conversation::start(&[]);
    program.send("kata-analyze\nname\n");
    assert_eq!(program.answer(), "=");
    assert_eq!(program.answer(), "= Lanke");
    program.finish();
}

#[test]
fn a_move_with_analysis_has_header_lines_move_and_end_katago_216() {
    for command in ["lz-genmove_analyze", "kata-genmove_analyze", "cgos-genmove_analyze"] {
        let answer = last_answer(&format!("boardsize 9\n17 {command} b\n"));
        let lines: Vec<&str> = answer.lines().collect();
        assert_eq!(lines[0], "=17");
        assert!(lines.len() >= 3, "{answer}");
        let played = lines[lines.len() - 1].strip_prefix("play ").unwrap();
        assert!(is_move(&format!("= {played}")), "{answer}");
    }
}

#[test]
fn undo_is_there_and_fails_on_the_empty_board_katago_20() {
    assert_eq!(
        answers("boardsize 9\nplay b d4\nundo\nundo\n")[1..],
        ["=", "=", "? cannot undo"]
    );
}

#[test]
fn the_score_is_the_same_before_and_after_the_passes_katago_366() {
    let position = "boardsize 5\nkomi 0\nplay b C1\nplay w D1\nplay b C2\nplay w D2\nplay b C3\nplay w D3\n\
                    play b C4\nplay w D4\nplay b C5\nplay w D5\nplay b B4\nplay w A2\nplay b B2\n";
    let input = format!(
        "{position}final_score\nfinal_status_list dead\nplay w pass\nplay b pass\nfinal_score\nfinal_status_list dead\n"
    );
    let answers = answers(&input);
    let [.., score, dead, _, _, later_score, later_dead] = &answers[..] else {
        panic!("{answers:?}")
    };
    assert_eq!((score, dead), (later_score, later_dead));
    assert_eq!((score.as_str(), dead.as_str()), ("= B+5.0", "= A2"));
}

#[test]
fn a_record_has_the_result_that_was_answered_katago_596() {
    let position = "boardsize 5\nkomi 0.5\nplay b C1\nplay w D1\nplay b C2\nplay w D2\nplay b C3\nplay w D3\n\
                    play b C4\nplay w D4\nplay b C5\nplay w D5\nplay b B4\nplay w A2\nplay b B2\nplay w pass\n\
                    play b pass\n";
    for rules in ["chinese", "japanese", "aga", "new_zealand", "tromp-taylor"] {
        let answers = answers(&format!("kata-set-rules {rules}\n{position}final_score\nprintsgf\n"));
        let [.., score, record] = &answers[..] else { panic!() };
        let result = record.split("RE[").nth(1).and_then(|rest| rest.split(']').next());
        // A record says the same number without the decimal that GTP wants.
        let number = |text: &str| text[2..].parse::<f64>().unwrap();
        let (result, score) = (result.unwrap(), vertex(score));
        assert_eq!((&result[..2], number(result)), (&score[..2], number(score)), "{rules}");
    }
}

#[test]
fn the_score_of_an_unfinished_board_is_answered_katago_35() {
    let answer = last_answer("boardsize 9\nkomi 7.5\nplay b E5\nplay w C3\nplay b G7\nfinal_score\n");
    assert!(
        answer.starts_with("= B+") || answer.starts_with("= W+") || answer == "= 0",
        "{answer}"
    );
}

#[test]
fn analysis_and_moves_mix_in_any_order_pachi_171() {
    let mut program = Conversation::start(&[]);
    assert_eq!(program.ask("boardsize 9"), "=");
    let mut state = 12345_u32;
    for round in 0..40 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let line = match state >> 28 {
            0..=3 => [
                "lz-analyze b 100",
                "lz-analyze",
                "kata-analyze w 1",
                "kata-analyze interval 50 ownership true",
            ][(state >> 28) as usize],
            4 | 5 => "genmove b",
            6 => "undo",
            7 => "clear_board",
            8 => "kata-genmove_analyze w 10",
            9 => "lz-genmove_analyze b",
            10 => "final_score",
            _ => "play w E5",
        };
        program.send(&format!("{round} {line}\n"));
        if line.contains("z-analyze") || line.contains("a-analyze") {
            program.send("name\n");
            assert!(program.answer().starts_with(&format!("={round}")));
            assert_eq!(program.answer(), "= Lanke");
        } else {
            let answer = program.answer();
            assert!(answer[1..].starts_with(&round.to_string()), "{line}: {answer}");
        }
    }
    assert_eq!(program.finish(), "");
}

#[test]
fn a_first_line_move_and_then_analysis_pachi_142() {
    let answer = last_answer("komi 7.5\nboardsize 19\nclear_board\nplay B B19\nlz-genmove_analyze w 50\n");
    assert!(answer.lines().last().unwrap().starts_with("play "), "{answer}");
}

#[test]
fn analysis_works_straight_after_the_start_pachi_134() {
    let mut program = Conversation::start(&[]);
    program.send("lz-analyze B 5\n");
    assert_eq!(program.line(), "=");
    assert!(program.line().starts_with("info move "));
    program.send("\n");
    while program.line() != "" {}
    program.finish();
}

#[test]
fn handicap_then_komi_then_a_move_pachi_86() {
    let answer = last_answer("boardsize 9\nset_free_handicap C3 G7 C7\nkomi 0\ngenmove w\n");
    assert!(
        is_move(&answer) && !["C3", "G7", "C7"].contains(&vertex(&answer)),
        "{answer}"
    );
}

/// Two hundred moves that capture nothing: every second row is filled, and then every second point of one between.
fn two_hundred_moves() -> Vec<String> {
    let vertex = |column: usize, row: usize| format!("{}{row}", b"ABCDEFGHJKLMNOPQRST"[column] as char);
    let rows = (0..190).map(|number| (["b", "w"][number % 2], vertex(number % 19, number / 19 * 2 + 1)));
    let between = (0..10).map(|number| ("b", vertex(number * 2, 2)));
    rows.chain(between)
        .map(|(color, vertex)| format!("play {color} {vertex}\n"))
        .collect()
}

#[test]
fn a_game_may_be_replayed_three_hundred_times_pachi_108_gtp2ogs_pool() {
    let moves = two_hundred_moves();
    let mut input = String::new();
    for replay in 0..300 {
        // Once whole and then as gtp2ogs does, which replays what has been played before each move.
        let played = if replay == 0 {
            moves.len()
        } else {
            replay.min(moves.len())
        };
        input.push_str("boardsize 19\nclear_board\nkomi 7.5\n");
        input.extend(moves[..played].iter().map(String::as_str));
        input.push_str("genmove w\n");
    }
    let answers = answers_with(&["playouts=2"], &input);
    assert_eq!(answers.len(), input.lines().count());
    for (line, answer) in input.lines().zip(&answers) {
        match line.starts_with("genmove") {
            true => assert!(is_move(answer), "{answer}"),
            false => assert_eq!(answer, "=", "{line}"),
        }
    }
}

#[test]
fn a_finished_game_always_has_a_score_pachi_173() {
    let answer = last_answer("boardsize 9\nkomi 6.5\nplay b pass\nplay w pass\nfinal_score\n");
    assert_eq!(answer, "= W+6.5");
}

#[test]
fn many_black_stones_before_white_moves_are_a_handicap_pachi_82_sabaki_409() {
    let stones = ["C3", "G7", "C7", "G3", "E5", "C5", "G5", "E3"];
    let plays: String = stones.iter().map(|stone| format!("play B {stone}\n")).collect();
    for start in [plays, format!("set_free_handicap {}\n", stones.join(" "))] {
        let answers = answers(&format!("boardsize 9\nkomi 0\n{start}lanke-state\ngenmove W\n"));
        let [.., state, generated] = &answers[..] else { panic!() };
        assert!(state.contains("\"handicap\":8"), "{state}");
        assert!(is_move(generated), "{generated}");
    }
}

#[test]
fn two_moves_in_a_row_for_one_color_are_generated_gtp2ogs_256_leela_zero_528() {
    let answers = answers("boardsize 9\ngenmove black\ngenmove black\nlist_stones w\nlanke-state\n");
    assert!(is_move(&answers[1]) && is_move(&answers[2]));
    assert_eq!(answers[3], "=");
    assert!(answers[4].contains("\"to_move\":\"w\""), "{}", answers[4]);
}

/// Black takes a ko at D3; White's C3 would take it back.
const KO: &str =
    "boardsize 5\nplay b C4\nplay w D4\nplay b B3\nplay w E3\nplay b C2\nplay w D2\nplay w C3\nplay b D3\n";

#[test]
fn a_trusted_controller_may_take_back_a_ko_gtp2ogs_394_littlego_171() {
    let input = format!("{KO}play w C3\nlist_stones w\nplay b C3\n");
    let answers = answers_with(&["trust_controller=true"], &input);
    assert_eq!(answers[9..], ["=", "= D2 C3 E3 D4", "? illegal move"]);
    assert_eq!(last_answer(&format!("{KO}play w C3\n")), "? illegal move");
}

#[test]
fn an_illegal_move_leaves_everything_as_it_was_minigo_430_goban_15() {
    for illegal in ["w C3", "w D3", "w B3", "b D3"] {
        let answers = answers(&format!(
            "{KO}lanke-state\nshowboard\nplay {illegal}\nlanke-state\nshowboard\n"
        ));
        let [.., state, board, refused, later_state, later_board] = &answers[..] else {
            panic!("{answers:?}")
        };
        assert_eq!(refused, "? illegal move");
        assert_eq!((state, board), (later_state, later_board));
    }
}

#[test]
fn unknown_commands_are_answered_at_once_iomrascalai_35() {
    assert_eq!(output("gogui_final\n"), "? unknown command\n\n");
}

#[test]
fn undo_after_resigning_takes_back_the_last_real_move_goreviewpartner_29() {
    let input = "boardsize 9\nkomi 300\nkata-set-param resign_after 1\nplay w D4\nplay w E5\ngenmove b\nundo\n\
                 list_stones w\n";
    let answers = answers(input);
    assert_eq!(answers[5..], ["= resign", "=", "= D4"]);
}

#[test]
fn one_playout_is_enough_for_legal_moves_minigo_260() {
    let mut input = String::from("boardsize 5\nkata-set-param resign false\n");
    for _ in 0..20 {
        input.push_str("genmove b\ngenmove w\n");
    }
    let answers = answers_with(&["playouts=1"], &input);
    assert!(answers[2..].iter().all(|answer| is_move(answer)), "{answers:?}");
}

#[test]
fn suicide_is_never_generated_leela_zero_263() {
    // Every empty point is an eye of Black's; White has no legal move but the pass.
    let black = "A2 B1 B2 C1 C2 C3 B3 A4 B4 C4 D4 D3 D2 E2 D1 E4 A3 D5 C5 A5";
    let mut input = String::from("boardsize 5\nkata-set-param resign false\n");
    for point in black.split(' ') {
        input.push_str(&format!("play b {point}\n"));
    }
    input.push_str("all_legal w\ngenmove w\n");
    let answers = answers(&input);
    let [.., legal, generated] = &answers[..] else { panic!() };
    assert_eq!((legal.as_str(), generated.as_str()), ("=", "= pass"));
}

#[test]
fn any_komi_is_acceptable_sabaki_615() {
    for komi in ["6.5", "0", "-7.5", "0.25", "7", "375", "-1000", "1e3"] {
        assert_eq!(last_answer(&format!("komi {komi}\n")), "=", "{komi}");
    }
    let answers = answers("komi 5.5\nboardsize 9\nkomi NaN\nfinal_score\n");
    assert!(answers[2].starts_with("? syntax error"), "{}", answers[2]);
    assert_eq!(answers[3], "= W+5.5");
}

#[test]
fn without_a_subcommand_the_program_speaks_gtp_q5go_87() {
    assert_eq!(output("1 protocol_version\n"), "=1 2\n\n");
}

#[test]
fn gtp2ogs_lines_with_small_letters_and_crlf_are_understood() {
    assert_eq!(
        output("boardsize 9\r\nplay black e5\r\nlist_stones black\r\n"),
        "=\n\n=\n\n= E5\n\n"
    );
}

#[test]
fn a_clock_at_zero_still_gets_a_move() {
    let input = "boardsize 9\ntime_settings 300 0 0\ntime_left b 0 0\ngenmove b\ntime_settings 0 20 1\n\
                 time_left white 0 1\ngenmove w\n";
    let answers = answers_with(&["playouts=0"], input);
    assert!(is_move(&answers[3]) && is_move(&answers[6]), "{answers:?}");
}

#[test]
fn eighteen_handicap_stones_fit_on_a_small_board_gtp2ogs_91() {
    let answer = last_answer("boardsize 9\nplace_free_handicap 18\n");
    assert_eq!(vertex(&answer).split(' ').count(), 18);
}

#[test]
fn a_record_has_no_empty_line_leela_zero_1875() {
    let plays: String = (1..=9).map(|row| format!("play b A{row}\nplay w J{row}\n")).collect();
    let answer = last_answer(&format!("boardsize 9\n{plays}printsgf\n"));
    assert!(answer.starts_with("= (;") && answer.ends_with(')'), "{answer}");
    assert!(answer.lines().all(|line| !line.trim().is_empty()), "{answer}");
}

#[test]
fn the_dead_stones_make_our_own_pass_right_pachi_45_63() {
    // Black, to move, wins only if the stone at A2 is dead.
    let position = "boardsize 5\nkomi 4.5\nplay b C1\nplay w D1\nplay b C2\nplay w D2\nplay b C3\nplay w D3\n\
                    play b C4\nplay w D4\nplay b C5\nplay w D5\nplay b B4\nplay w A2\nplay b B2\nplay w pass\n";
    let options = ["playouts=500"];
    let answers = answers_with(
        &options,
        &format!("{position}genmove b\nfinal_status_list dead\nfinal_score\n"),
    );
    let [.., generated, dead, score] = &answers[..] else {
        panic!()
    };
    if generated == "= pass" {
        assert_eq!(dead, "= A2");
    }
    assert_eq!(score, "= B+0.5");
}

#[test]
fn nothing_but_the_protocol_is_on_stdout_at_any_verbosity_darkforest_3_minigo_430() {
    let input = "boardsize 9\nplay b D4\nplay w D4\ngenmove w\nkata-set-param chat true\n\
                 kata-set-param live_graphics true\ngenmove b\nloadsgf nowhere.sgf\n";
    let quiet = output(input);
    let loud = crate::program::output_verbose(input);
    assert_eq!(quiet, loud);
}
