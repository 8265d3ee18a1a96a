//! Records: move numbers, places of errors, limits, and that nothing in a file can bring the reader down.

use lanke::game::Game;
use lanke::game::sgf::{self, Header, Record, ReplayOptions, SgfError};
use lanke::rules::{BoardSize, ByColor, Color, PointSet, Vertex, diagram, presets};
use lanke::score::Outcome;
use proptest::prelude::*;

fn options() -> ReplayOptions {
    ReplayOptions::new(presets::find("chinese").unwrap())
}

fn read(bytes: &[u8]) -> Result<Record, SgfError> {
    sgf::read(bytes)?.replay(&options())
}

const GAME: &str = "(;FF[4]GM[1]SZ[9]HA[2]AB[cg][gc];W[ee];B[gg];W[cc];AE[ee];B[ee](;W[dd];B[ff])(;W[aa]))";

fn before_move(number: usize) -> Game {
    let mut options = options();
    options.before_move = Some(number);
    sgf::read(GAME.as_bytes()).unwrap().replay(&options).unwrap().game
}

#[test]
fn a_move_number_gives_the_position_before_that_move() {
    let start = before_move(1);
    assert_eq!((start.position().turns().len(), start.to_move()), (0, Color::White));
    assert_eq!(start.board().stones(Color::Black).len(), 2);
    assert_eq!(before_move(0).board(), start.board());
    let second = before_move(2);
    assert_eq!((second.position().turns().len(), second.to_move()), (1, Color::Black));
    // The stone taken off before move 4 is gone, the move is not yet made.
    let fourth = before_move(4);
    assert_eq!(
        (fourth.to_move(), fourth.board().stones(Color::White).len()),
        (Color::Black, 1)
    );
    assert_eq!(before_move(5).board().stones(Color::Black).len(), 4);
    let whole = before_move(1000);
    assert_eq!(whole.board().stones(Color::Black).len(), 5);
    assert_eq!(whole.board().stones(Color::White).len(), 2);
}

#[test]
fn errors_name_line_and_column() {
    for (text, place) in [
        (
            "(;SZ[9]\n;B[ee]\n;W[zz])",
            "line 3, column 2: [zz] is not on the 9x9 board",
        ),
        (
            "(;SZ[9]\r\n  ;B[ee];W[e])",
            "line 2, column 10: expected a point, got [e]",
        ),
        ("(;SZ[9]PB[棋];B;W[ee])", "line 1, column 15: expected '[' after B"),
        (
            "(;SZ[9];C[never closed",
            "line 1, column 10: expected ']', the value that begins here is not closed",
        ),
        (
            "(;GM[2]SZ[8])",
            "line 1, column 3: expected game type GM[1], which is Go, got GM[2]",
        ),
        (
            "(;SZ[5];AB[aa]\nAW[ba][ab])",
            "line 2, column 1: the chain at A5 is set up without liberties",
        ),
        (
            "(;SZ[5];B[aa]\n;W[bb];W[aa])",
            "line 2, column 8: move 3, White A5: occupied by Black",
        ),
    ] {
        assert_eq!(read(text.as_bytes()).unwrap_err().to_string(), place);
    }
}

#[test]
fn files_are_limited_in_size_and_moves() {
    let large = vec![b' '; sgf::MAX_BYTES + 1];
    assert_eq!(
        read(&large).unwrap_err().to_string(),
        "the record is too large: more than 16 MB"
    );
    let long = format!("(;SZ[9]{})", ";B[]".repeat(sgf::MAX_MOVES + 1));
    assert_eq!(
        read(long.as_bytes()).unwrap_err().to_string(),
        "the record is too large: more than 100000 moves"
    );
    let many = ";".repeat(2_000_001);
    assert!(
        read(format!("({many})").as_bytes())
            .unwrap_err()
            .to_string()
            .contains("nodes")
    );
}

#[test]
fn a_file_that_cannot_be_opened_is_refused_with_the_reason() {
    let missing = sgf::load(std::path::Path::new("no/such/file.sgf")).unwrap_err();
    assert!(missing.place.is_none() && !missing.to_string().is_empty());
    assert!(sgf::load(std::path::Path::new(".")).is_err());
}

#[test]
fn dead_stones_are_those_in_the_opponents_marked_territory() {
    let text = b"(;SZ[5];B[ca];W[ea];B[cb];W[aa];B[cc];B[cd];B[ce];TB[da:ee]TW[aa])";
    let collection = sgf::read(text).unwrap();
    let record = collection.replay(&options()).unwrap();
    let dead = collection.trees[0].dead_stones(record.game.board()).unwrap();
    assert_eq!(dead.iter().map(|point| point.to_string()).collect::<Vec<_>>(), ["E5"]);
    let unmarked = sgf::read(b"(;SZ[5];B[ca];W[ea])").unwrap();
    assert_eq!(unmarked.trees[0].dead_stones(record.game.board()), None);
}

#[test]
fn a_handicap_by_passes_is_recognized_where_the_rules_have_it() {
    let record = read(b"(;SZ[9]RU[NZ]HA[3];B[ee];W[];B[cc];W[];B[gg];W[cg])").unwrap();
    let handicap = record.game.handicap();
    assert_eq!(
        (handicap.stones, handicap.by_passes, record.warnings.len()),
        (3, true, 0)
    );
    assert_eq!(record.game.handicap_passes_left(), 0);
    let plain = read(b"(;SZ[9]RU[NZ]HA[3];B[ee];W[cc])").unwrap();
    assert_eq!((plain.game.handicap().stones, plain.warnings.len()), (0, 1));
}

#[test]
fn what_is_written_has_the_facts_of_the_game_and_no_blank_line() {
    let mut game = Game::new(BoardSize::new(9, 7).unwrap(), presets::find("aga").unwrap());
    game.set_komi(Some(-3.25));
    game.free_handicap(3).unwrap();
    for (color, name) in [(Color::White, "E4"), (Color::Black, "pass"), (Color::White, "A1")] {
        game.play(color, Vertex::parse(name, game.size()).unwrap()).unwrap();
    }
    let mut header = Header::with_result(Outcome::Resignation(Color::White));
    header.black = "a]b".into();
    header.comment = "one\n\n \ntwo".into();
    let text = sgf::write(&game, &header);
    for part in [
        "(;FF[4]GM[1]CA[UTF-8]AP[Lanke:",
        "SZ[9:7]",
        "RU[aga]",
        "KM[-3.25]",
        "HA[3]",
        "RE[W+R]",
        "PB[a\\]b]",
        "AB[",
        "PL[W]",
        ";W[ed];B[];W[ag]",
        "C[one\ntwo]",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains("\n\n") && text.ends_with(")\n"));
    let back = read(text.as_bytes()).unwrap();
    assert_eq!(
        (back.game.komi(), back.info.result),
        (-3.25, Outcome::Resignation(Color::White))
    );
    assert_eq!((back.info.black.as_str(), back.warnings.len()), ("a]b", 0));
    same(&game, &back.game).unwrap();
}

#[test]
fn dead_stones_are_written_as_territory_and_read_back() {
    let board = diagram::board(". . X . O\n. . X . .\n. . X . .");
    let mut game = Game::new(board.size(), presets::find("chinese").unwrap());
    game.set_up(&ByColor::from_fn(|color| *board.stones(color)), Color::White)
        .unwrap();
    let right: PointSet = board.size().points().filter(|point| point.column() > 2).collect();
    let mut header = Header::default();
    header.territory.black = right;
    let text = sgf::write(&game, &header);
    let dead = sgf::read(text.as_bytes()).unwrap().trees[0]
        .dead_stones(&board)
        .unwrap();
    assert_eq!(dead, *board.stones(Color::White));
}

fn same(game: &Game, back: &Game) -> Result<(), TestCaseError> {
    prop_assert_eq!(back.board(), game.board());
    prop_assert_eq!(back.tally(), game.tally());
    prop_assert_eq!(back.to_move(), game.to_move());
    prop_assert_eq!(back.handicap(), game.handicap());
    prop_assert_eq!(back.komi(), game.komi());
    prop_assert_eq!(back.ruleset(), game.ruleset());
    prop_assert_eq!(
        back.position().history().occurrences(),
        game.position().history().occurrences()
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_written_game_is_read_back_as_it_was(
        which in 0..5usize,
        (width, height) in (1..=25usize, 1..=25usize),
        handicap in 0..6usize,
        komi in proptest::option::of(-20i32..20),
        turns in prop::collection::vec((any::<bool>(), 0..700usize), 0..80),
        out_of_turn in any::<bool>(),
    ) {
        let name = ["chinese", "japanese", "ideal", "ancient", "tromp-taylor"][which];
        let size = BoardSize::new(width, height).unwrap();
        let mut game = Game::new(size, presets::find(name).unwrap());
        if name == "ideal" && handicap >= 2 {
            game.give_pass_handicap(handicap);
        } else {
            let _ = game.free_handicap(handicap);
        }
        for (swap, index) in turns {
            // Two black plays under a handicap of two by passes could not be told from two handicap stones.
            let in_order = game.handicap().by_passes;
            let color = if swap && index % 5 == 0 && !in_order { game.to_move().opponent() } else { game.to_move() };
            let vertex = size.points().nth(index).map_or(Vertex::Pass, Vertex::At);
            let _ = game.play(color, vertex);
        }
        let owes = game.handicap_passes_left() > 0;
        if out_of_turn && !game.position().turns().is_empty() {
            game.set_to_move(game.to_move().opponent());
        }
        if let Some(halves) = komi {
            game.set_komi(Some(f64::from(halves) / 2.0));
        }
        let text = sgf::write(&game, &Header::default());
        prop_assert!(!text.contains("\n\n"));
        let back = read(text.as_bytes()).unwrap().game;
        // A handicap whose passes are still owed cannot be told from one without stones.
        if !owes {
            same(&game, &back)?;
        }
    }

    #[test]
    fn random_bytes_never_bring_the_reader_down(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes);
    }

    #[test]
    fn random_pieces_of_records_never_bring_the_reader_down(
        pieces in prop::collection::vec(prop_oneof![
            Just("("), Just(")"), Just(";"), Just("["), Just("]"), Just("\\"), Just("B"), Just("W[aa]"), Just("B[]"),
            Just("SZ[9]"), Just("SZ[5:3]"), Just("AB[aa:cc]"), Just("AW[ba][ab]"), Just("AE[aa:zz]"), Just("PL[W]"),
            Just("HA[3]"), Just("KM[375]"), Just("KM[-1e309]"), Just("RU[aga,komi=1]"), Just("CA[gbk]"), Just("é"),
            Just("TM[nan]"), Just("W[tt]"), Just("B[ee]"), Just("\n"), Just("RE[黑胜]"), Just("GM[1]"),
        ], 0..60)
    ) {
        let text = format!("(;{}", pieces.concat());
        let _ = read(text.as_bytes());
    }

    #[test]
    fn damaged_records_never_bring_the_reader_down(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 1..12)
    ) {
        let mut bytes = GAME.as_bytes().to_vec();
        for (index, byte, kind) in damage {
            let at = index.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 => bytes.truncate(at + 1),
                _ => {
                    bytes.remove(at);
                    bytes.push(byte);
                }
            }
        }
        if let Ok(record) = read(&bytes) {
            prop_assert_eq!(record.game.board().check(), Ok(()));
        }
    }
}
