//! F27 to F47: character sets, escapes, the structure of the file, sizes, lists and special values.

use super::*;

#[test]
fn f27_names_in_eastern_character_sets_are_read_without_being_told_which() {
    let text = "(;GM[1]SZ[19]PB[柯洁]PW[申真谞]EV[第二十五届三星杯世界围棋大师赛决赛];B[pd])";
    let (bytes, _, _) = encoding_rs::GB18030.encode(text);
    assert_eq!(try_read(&bytes).unwrap().info.black, "柯洁");
}

#[test]
fn f28_a_wrong_ca_a_byte_order_mark_and_sixteen_bits_are_no_obstacle() {
    let text = "(;CA[GB2312]PB[René]SZ[9];B[ee])";
    let marked = [&[0xef, 0xbb, 0xbf], text.as_bytes()].concat();
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [text.as_bytes().to_vec(), marked, wide] {
        let record = try_read(&bytes).unwrap();
        assert_eq!((record.info.black.as_str(), record.moves), ("René", 1));
    }
}

#[test]
fn f29_backslashes_escape_brackets_and_themselves() {
    assert_eq!(nodes(r"(;C[\];B[aa];W[bb])"), 2);
    assert_eq!(nodes(r"(;C[\\];B[aa];W[bb])"), 3);
    assert_eq!(nodes(r"(;C[\\\];B[aa];W[bb])"), 2);
    assert_eq!(nodes(r"(;C[\\\\];B[aa];W[bb])"), 3);
}

#[test]
fn f30_only_brackets_and_backslashes_are_escaped_when_writing() {
    let comment = r"test [] test 2 \[\]";
    let header = sgf::Header {
        comment: comment.to_string(),
        ..Default::default()
    };
    let game = read("(;SZ[9];B[ee])").game;
    let text = sgf::write(&game, &header);
    assert!(text.contains(r"C[test [\] test 2 \\[\\\]]"), "{text}");
    let back = sgf::read(text.as_bytes()).unwrap();
    assert_eq!(back.trees[0].nodes[0].value("C"), Some(comment));
}

#[test]
fn f31_parentheses_in_comments_are_no_variations() {
    assert_eq!(nodes("(;C[a (b) (;c];B[aa];W[bb]C[)))])"), 3);
}

#[test]
fn f32_an_unescaped_bracket_does_not_lose_the_rest() {
    let record = read("(;SZ[9]US[player[3k]]KM[5.5];B[ee];W[cc])");
    assert_eq!((turns(&record.game).as_str(), record.game.komi()), ("bE5 wC7", 5.5));
    assert_eq!(record.warnings.len(), 1);
}

#[test]
fn f33_semicolons_without_a_game_fail_and_a_missing_semicolon_does_not_matter() {
    for text in [";;)", ";;", "", "(", "()", "(((", ")"] {
        assert!(refused(text).contains("found no game"), "{text}");
    }
    assert_eq!(nodes("(B[pp];W[dd])"), 2);
}

#[test]
fn f34_what_follows_the_game_is_ignored() {
    for tail in ["garbage", ")))", "(garbage", "\0\0", "(;C[open"] {
        let record = read(&format!("(;SZ[9];B[ee]){tail}"));
        assert_eq!(turns(&record.game), "bE5", "{tail}");
    }
}

#[test]
fn f35_deep_nesting_does_not_overflow() {
    for depth in [300, 10_000] {
        let text = format!("(;SZ[19]{}{}", "(;B[];W[]".repeat(depth), ")".repeat(depth + 1));
        assert_eq!(nodes(&text), 2 * depth + 1);
    }
    let open = "(".repeat(100_000);
    assert!(refused(&open).contains("found no game"));
    assert_eq!(nodes(&format!("{open};B[]")), 1);
}

#[test]
fn f36_long_and_mixed_case_property_names_are_read() {
    let record = read("(;GaMe[1]SiZe[9]MULTIGOGM[1];Black[ee];White[cc])");
    assert_eq!(turns(&record.game), "bE5 wC7");
    assert_eq!(record.game.size().to_string(), "9x9");
    assert_eq!(turns(&read("(;sz[9];b[ee];w[cc])").game), "bE5 wC7");
}

#[test]
fn f37_the_width_of_a_board_comes_first() {
    let game = read("(;SZ[9:13];B[am];W[ia])").game;
    assert_eq!(
        (game.size().to_string().as_str(), turns(&game).as_str()),
        ("9x13", "bA1 wJ13")
    );
}

#[test]
fn f38_points_on_wide_boards_are_counted_from_the_top_left() {
    assert_eq!(turns(&read("(;SZ[17:3];B[fc];W[cc];B[la])").game), "bF1 wC1 bM3");
}

#[test]
fn f39_sizes_that_make_no_sense_are_refused() {
    for size in ["19:", ":9", "0:5", "53:19", "foo", "0", "26", "-9", "9.5"] {
        let error = try_read(format!("(;SZ[{size}];B[aa])").as_bytes()).unwrap_err();
        assert!(error.is_size(), "{size}");
        assert!(
            error.to_string().starts_with("line 1, column 3: unacceptable size"),
            "{error}"
        );
    }
    assert_eq!(read("(;SZ[];B[aa])").game.size().to_string(), "19x19");
    let write = |text: &str| sgf::write(&read(text).game, &sgf::Header::default());
    assert!(write("(;SZ[9:9])").contains("SZ[9]") && write("(;SZ[9:7])").contains("SZ[9:7]"));
}

#[test]
fn f40_a_board_of_27_lines_is_refused() {
    assert!(try_read(b"(;SZ[27];B[AA])").unwrap_err().is_size());
}

#[test]
fn f41_a_size_after_the_stones_counts_for_them() {
    let game = read("(;AB[ii]SZ[9])").game;
    assert_eq!(stone(&game, "J1"), Some(Color::Black));
}

#[test]
fn f42_compressed_lists_are_rectangles() {
    let game = read("(;SZ[9]AB[aa:cb][ee]AW[gg:gg])").game;
    assert_eq!(
        (game.board().stones(Color::Black).len(), stone(&game, "C8")),
        (7, Some(Color::Black))
    );
    assert_eq!(stone(&game, "G3"), Some(Color::White));
}

#[test]
fn f43_an_illegal_ko_is_told_and_a_move_on_a_stone_is_refused_with_its_number() {
    // The ko at B4 and C4 (top left), taken back at once.
    let ko = "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb];B[ee]";
    let record = read(&format!("{ko})"));
    assert!(record.warnings[0].contains("move 2, White B4"), "{:?}", record.warnings);
    assert!(refused(&format!("{ko};W[ee])")).contains("move 4, White E1"));
}

#[test]
fn f44_consecutive_moves_of_one_color_are_played_without_passes() {
    assert_eq!(turns(&read("(;SZ[9];B[aa]W[bb];B[cc];B[dd])").game), "bA9 wB8 bC7 bD6");
}

#[test]
fn f45_a_file_may_hold_several_games() {
    let collection = sgf::read(b"(;SZ[9];B[ee]) text (;SZ[13];B[gg];W[cc])").unwrap();
    assert_eq!(collection.trees.len(), 2);
    assert_eq!(turns(&collection.replay(&options()).unwrap().game), "bE5");
    let mut second = options();
    second.game = 1;
    assert_eq!(turns(&collection.replay(&second).unwrap().game), "bG7 wC11");
    second.game = 2;
    let error = collection.replay(&second).unwrap_err();
    assert_eq!(error.fault, Fault::NoSuchGame { asked: 2, games: 2 });
    assert_eq!(error.to_string(), "game 3 was asked for, the file has 2");
}

#[test]
fn f46_empty_and_special_results_are_understood() {
    for (text, outcome) in [
        ("", Outcome::Unknown),
        ("?", Outcome::Unknown),
        ("Void", Outcome::NoResult),
        ("0", Outcome::Draw),
    ] {
        assert_eq!(
            read(&format!("(;SZ[9]RE[{text}];B[ee])")).info.result,
            outcome,
            "{text}"
        );
    }
}

#[test]
fn f47_negative_times_are_no_times_and_the_order_does_not_matter() {
    let record = read("(;SZ[9]TM[-5];B[ee]OB[3]BL[12.5];W[cc]WL[-1]OW[2])");
    assert_eq!(record.info.main_time, None);
    assert!(record.warnings[0].contains("TM"));
    let collection = sgf::read(b"(;TM[600];B[ee]OB[3]BL[12.5];W[cc]WL[-1]OW[2])").unwrap();
    assert_eq!(Info::of(&collection.trees[0]).main_time, Some(600.0));
    let left: Vec<_> = collection.trees[0].main_line().map(sgf::Node::time_left).collect();
    assert_eq!(
        (left[1][0].seconds, left[1][0].count, left[1][0].color),
        (12.5, 3, Color::Black)
    );
    assert!(left[2].is_empty());
}

#[test]
fn rules_of_a_record_never_make_us_open_a_file() {
    let rules = |text: &str| Info::of(&sgf::read(format!("(;RU[{text}])").as_bytes()).unwrap().trees[0]).ruleset();
    assert!(rules("/etc/passwd").is_none() && rules("configs/rulesets/aga.toml").is_none());
    assert!(rules("configs/rulesets/aga.toml,suicide=allowed").is_none());
    let varied: Ruleset = rules("aga,suicide=allowed").unwrap();
    assert_eq!(varied.suicide.key(), "allowed");
}
