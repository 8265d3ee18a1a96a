//! The inputs that users of other programs have reported as misread (RULE-CASES §4, F1 to F47), one test each.

mod syntax;

use lanke::game::sgf::{self, Fault, Info, Record, ReplayOptions, SgfError};
use lanke::game::{Game, KomiSource};
use lanke::rules::ruleset::Ruleset;
use lanke::rules::{Color, Vertex, presets};
use lanke::score::Outcome;

fn options() -> ReplayOptions {
    ReplayOptions::new(presets::find("chinese").unwrap())
}

fn try_read(bytes: &[u8]) -> Result<Record, SgfError> {
    sgf::read(bytes)?.replay(&options())
}

fn read(text: &str) -> Record {
    try_read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> String {
    match try_read(text.as_bytes()) {
        Ok(_) => panic!("{text} is not refused"),
        Err(error) => error.to_string(),
    }
}

fn nodes(text: &str) -> usize {
    sgf::read(text.as_bytes()).unwrap().trees[0].main_line().count()
}

/// The turns as `bD4 wpass`.
fn turns(game: &Game) -> String {
    let turns = game.position().turns().iter();
    let turns: Vec<String> = turns
        .map(|turn| format!("{}{}", turn.color.letter().to_ascii_lowercase(), turn.vertex))
        .collect();
    turns.join(" ")
}

fn stone(game: &Game, name: &str) -> Option<Color> {
    let point = Vertex::parse(name, game.size()).unwrap().point().unwrap();
    game.board().stone(point)
}

fn komi(properties: &str) -> f64 {
    read(&format!("(;GM[1]SZ[19]{properties};B[pd])")).game.komi()
}

fn rules(text: &str) -> String {
    let record = read(&format!("(;SZ[9]RU[{text}];B[ee])"));
    record.game.ruleset().name.clone()
}

#[test]
fn f01_ss_on_a_board_of_18_lines_is_no_pass_but_off_the_board() {
    assert_eq!(
        refused("(;SZ[18]\n;B[aa];W[ss])"),
        "line 2, column 8: [ss] is not on the 18x18 board"
    );
    assert_eq!(turns(&read("(;SZ[18];B[];W[tt])").game), "bpass wpass");
}

#[test]
fn f02_tt_is_a_point_on_boards_of_more_than_19_lines() {
    let record = read("(;SZ[21];B[tt];W[])");
    assert_eq!(turns(&record.game), "bU2 wpass");
    assert!(sgf::write(&record.game, &sgf::Header::default()).contains(";B[tt];W[]"));
}

#[test]
fn f03_tt_is_a_pass_on_19_lines() {
    assert_eq!(turns(&read("(;SZ[19];B[dd];W[tt];B[tt])").game), "bD16 wpass bpass");
}

#[test]
fn f04_blanks_are_a_pass() {
    assert_eq!(turns(&read("(;SZ[9];B[  ];W[ ];B[\n])").game), "bpass wpass bpass");
}

#[test]
fn f05_two_backquotes_are_no_move() {
    assert_eq!(
        refused("(;SZ[9];B[``])"),
        "line 1, column 9: expected a point, got [``]"
    );
}

#[test]
fn f06_a_pass_is_called_pass_for_engines() {
    let record = read("(;SZ[19];B[tt])");
    assert_eq!(record.game.last_vertex().unwrap().to_string(), "pass");
}

#[test]
fn f07_a_record_in_another_format_is_refused() {
    let ngf = "Rated game\n19\nblack 5d*\nwhite 5d*\nwww.cyberoro.com\n0\n0\n6\n20200101 [00:00]\n5\nWhite wins!\n2\nPMABBQDDQ\nPMACWAAAA\n";
    assert_eq!(refused(ngf), "line 1, column 1: expected '(' and ';', found no game");
}

#[test]
fn f08_a_handicap_shows_its_stones_leaves_white_to_move_and_keeps_the_komi() {
    let record = read("(;SZ[19]HA[7]KM[0.5]AB[dd][pd][dp][pp][jj][dj][pj];W[qf])");
    assert_eq!((record.game.handicap().stones, record.game.komi()), (7, 0.5));
    let before = sgf::read(b"(;SZ[19]HA[7]KM[0.5]AB[dd][pd][dp][pp][jj][dj][pj])").unwrap();
    let game = before.replay(&options()).unwrap().game;
    assert_eq!(
        (game.to_move(), game.board().stones(Color::Black).len()),
        (Color::White, 7)
    );
}

#[test]
fn f09_a_handicap_without_stones_is_not_invented_unless_asked_for() {
    let text = b"(;SZ[19]HA[4];W[qf])";
    let record = try_read(text).unwrap();
    assert_eq!(record.game.board().stones(Color::Black).len(), 0);
    assert!(record.warnings[0].contains("HA[4]"), "{:?}", record.warnings);
    let mut asked = options();
    asked.fixed_handicap = true;
    let game = sgf::read(text).unwrap().replay(&asked).unwrap().game;
    assert_eq!(stone(&game, "D4"), Some(Color::Black));
    assert_eq!((game.handicap().stones, turns(&game).as_str()), (4, "wR14"));
}

#[test]
fn f10_set_up_stones_besides_the_handicap_do_not_raise_it() {
    let record = read(
        "(;SZ[19]HA[7]AB[dd][pd][dp][pp][jj][dj][pj]AB[aa][ab][ac][ad][ae][af][ag]AW[sa][sb][sc][sd][se][sf][sg]PL[W])",
    );
    assert_eq!(
        (record.game.handicap().stones, record.game.to_move()),
        (7, Color::White)
    );
    assert_eq!(record.game.board().stones(Color::Black).len(), 14);
}

#[test]
fn f11_empty_stone_lists_and_handicap_0_do_not_swallow_a_move() {
    let record = read("(;SZ[19]AB[]HA[0];B[pd];W[dd])");
    assert_eq!(
        (turns(&record.game).as_str(), record.game.handicap().stones),
        ("bQ16 wD16", 0)
    );
}

#[test]
fn f12_set_up_stones_do_not_say_whose_turn_it_is_if_the_first_move_does() {
    assert_eq!(turns(&read("(;SZ[9]AB[aa][bb]AW[cc];B[dd])").game), "bD6");
    let collection = sgf::read(b"(;SZ[9]AB[aa][bb]AW[cc];B[dd])").unwrap();
    let mut start = options();
    start.before_move = Some(1);
    assert_eq!(collection.replay(&start).unwrap().game.to_move(), Color::Black);
}

#[test]
fn f13_handicap_stones_may_be_consecutive_black_moves() {
    let record = read("(;SZ[19]HA[3];B[dd];B[pp];B[pd];W[dp])");
    assert_eq!(turns(&record.game), "bD16 bQ4 bQ16 wD4");
    assert_eq!((record.game.handicap().stones, record.warnings.len()), (3, 0));
}

#[test]
fn f14_a_move_in_the_root_is_move_1() {
    let record = read("(;SZ[19]B[pd];W[dp])");
    assert_eq!((record.moves, turns(&record.game).as_str()), (2, "bQ16 wD4"));
}

#[test]
fn f15_stones_and_player_may_be_set_up_in_mid_game() {
    let record = read("(;SZ[9];B[ee];W[cc];AB[aa]AW[bb]AE[cc]PL[B];B[gg];PL[B];B[ff])");
    let game = &record.game;
    assert_eq!(
        (stone(game, "A9"), stone(game, "B8"), stone(game, "C7")),
        (Some(Color::Black), Some(Color::White), None)
    );
    assert_eq!(turns(game), "bG3 bF4", "the history begins at the set-up");
}

#[test]
fn f16_foxs_375_is_a_komi_of_7_and_a_half() {
    assert_eq!(komi("AP[foxwq]KM[375]HA[0]RU[Chinese]"), 7.5);
}

#[test]
fn f17_foxs_50_in_a_handicap_game_is_half_a_point() {
    assert_eq!(komi("AP[foxwq]KM[50]HA[2]RU[Japanese]AB[dd][dp]"), 0.5);
}

#[test]
fn f18_the_hundredfold_komi_of_fox_and_sgfc_is_understood() {
    for program in ["foxwq", "SGFC:2.0"] {
        for (written, points) in [
            (550, 5.5),
            (275, 5.5),
            (650, 6.5),
            (325, 6.5),
            (750, 7.5),
            (375, 7.5),
            (700, 7.0),
            (350, 7.0),
        ] {
            assert_eq!(
                komi(&format!("AP[{program}]KM[{written}]")),
                points,
                "{program} {written}"
            );
        }
    }
    assert_eq!(komi("AP[other]KM[375]"), 375.0);
}

#[test]
fn f19_gogods_chinese_komi_is_in_zi_and_other_quarters_are_an_error() {
    assert_eq!(komi("US[GoGoD95]RU[Chinese]KM[3.75]"), 7.5);
    assert_eq!(komi("US[GoGoD95]RU[Chinese]KM[2.75]"), 5.5);
    assert_eq!(komi("US[GoGoD95]RU[Chinese]KM[6.5]"), 6.5);
    assert_eq!(
        refused("(;SZ[19]\nRU[Chinese]KM[3.75])"),
        "line 2, column 12: expected a komi in half points, got KM[3.75]"
    );
}

#[test]
fn f20_a_komi_of_0_is_0() {
    let record = read("(;SZ[19]KM[0]HA[0]AP[GNU Go:3.8];B[pd])");
    assert_eq!(
        (record.game.komi(), record.game.komi_source()),
        (0.0, KomiSource::Controller)
    );
}

#[test]
fn f21_without_a_komi_the_rulesets_own_applies() {
    for properties in ["KM[]RU[Japanese]", "RU[Japanese]", "KM[ ]RU[Japanese]"] {
        assert_eq!(komi(properties), 6.5, "{properties}");
    }
    let record = read("(;SZ[19]KM[none];B[pd])");
    assert_eq!(
        (record.game.komi_source(), record.warnings.len()),
        (KomiSource::Ruleset, 1)
    );
}

#[test]
fn f22_chinese_results_are_understood() {
    let record = read("(;SZ[19]EV[阿含·桐山杯 黑贴7目半]KM[]RE[白胜43.5目];B[pd])");
    let expected = Outcome::Points {
        winner: Color::White,
        by: 43.5,
    };
    assert_eq!((record.info.result, record.info.komi), (expected, None));
}

#[test]
fn f23_sinas_files_without_a_semicolon_are_read() {
    let text = "(TE[第1届春兰杯]RD[1999-03-24]PC[]TM[]LT[]LC[]KO[7.5]RE[黑胜2又3/4子]PB[常昊]PW[马晓春];B[pd];W[dp])";
    let bytes = encoding_rs_gbk(text);
    let record = try_read(&bytes).unwrap();
    let by = Outcome::Points {
        winner: Color::Black,
        by: 5.5,
    };
    assert_eq!((record.game.komi(), record.info.result), (7.5, by));
    assert_eq!(
        (record.info.black.as_str(), turns(&record.game).as_str()),
        ("常昊", "bQ16 wD4")
    );
}

fn encoding_rs_gbk(text: &str) -> Vec<u8> {
    encoding_rs::GBK.encode(text).0.into_owned()
}

#[test]
fn f24_japanese_rules_are_japanese() {
    assert_eq!(rules("Japanese Rules"), "japanese");
}

#[test]
fn f25_the_names_of_rules_that_occur_are_known() {
    for (texts, name) in [
        (&["aga", "AGA", "age", "us"][..], "aga"),
        (&["chinese", "Chinese", "cn", "zh", "ogs"], "chinese"),
        (&["ing", "ing sst", "goe", "GOE"], "ing"),
        (&["japanese", "Japanese", "jp"], "japanese"),
        (&["korean", "ko"], "korean"),
        (&["nz", "NZ", "New Zealand", "new_zealand"], "new_zealand"),
        (&["Tromp/Taylor", "TT--", "tromp-taylor"], "tromp-taylor"),
    ] {
        for text in texts {
            assert_eq!(rules(text), name, "{text}");
        }
    }
    let record = read("(;SZ[9]RU[my own];B[ee])");
    assert_eq!(record.game.ruleset().name, "chinese");
    assert!(record.warnings[0].contains("my own"));
}

#[test]
fn f26_the_rules_of_the_record_are_applied_unless_ours_are_to_stay() {
    let collection = sgf::read(b"(;SZ[9]RU[Japanese];B[ee])").unwrap();
    assert_eq!(collection.replay(&options()).unwrap().game.ruleset().name, "japanese");
    let mut keep = options();
    keep.keep_rules = true;
    assert_eq!(collection.replay(&keep).unwrap().game.ruleset().name, "chinese");
}
