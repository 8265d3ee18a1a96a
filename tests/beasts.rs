//! The strange positions of Go under every repetition rule; the table is `tests/data/beasts.txt`.

use lanke::game::{Ended, Game, Phase};
use lanke::rules::ruleset::{Repetition, Suicide};
use lanke::rules::{BoardSize, Color, Illegal, Legality, Point, Position, Vertex, diagram, presets};

const BEASTS: &str = include_str!("data/beasts.txt");

/// The columns of the table. A set-up start counts as made by the player who does not move first under both readings of
/// `after-own-play`.
const COLUMNS: [&[Repetition]; 5] = [
    &[Repetition::Simple],
    &[Repetition::Positional],
    &[Repetition::Situational],
    &[Repetition::AfterOwnPlay, Repetition::AfterOwnPlayStrict],
    &[Repetition::BeforeOpponentPlay],
];

fn position(board: &str, to_move: Color, repetition: Repetition, suicide: Suicide) -> Position {
    let board = diagram::board(&board.replace('/', "\n"));
    Position::from_board(board, to_move, Legality { repetition, suicide })
}

fn play_all(position: &mut Position, turns: &str) {
    for word in turns.split(' ').filter(|word| *word != "-") {
        let vertex = Vertex::parse(word, position.size()).unwrap();
        position.play_unchecked(position.to_move(), vertex);
    }
}

fn banned(position: &Position) -> String {
    let is_banned = |point: &Point| {
        let reason = position.why_illegal(position.to_move(), *point);
        matches!(reason, Some(Illegal::Ko | Illegal::Superko { .. }))
    };
    let mut words: Vec<String> = position
        .size()
        .points()
        .filter(is_banned)
        .map(|point| point.to_string())
        .collect();
    words.sort();
    if words.is_empty() { "-".into() } else { words.join(",") }
}

#[test]
fn each_repetition_rule_forbids_what_it_must_and_nothing_else() {
    let (mut board, mut to_move, mut suicide) = ("", Color::Black, Suicide::Forbidden);
    let mut checked = 0;
    for line in BEASTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(inner) = line.strip_prefix('[') {
            let words: Vec<&str> = inner.trim_end_matches(']').split(' ').collect();
            board = words[0];
            to_move = Color::parse(words[1]).unwrap();
            suicide = Suicide::ALL[words[2].parse::<usize>().unwrap()];
            continue;
        }
        let parts: Vec<&str> = line.split(" | ").collect();
        let expected: Vec<&str> = parts[1].split(' ').collect();
        for (rules, expected) in COLUMNS.iter().zip(&expected) {
            for &rule in *rules {
                // The empty board is nobody's under the strict reading, but no line needs that.
                let mut position = position(board, to_move, rule, suicide);
                play_all(&mut position, parts[0]);
                assert_eq!(
                    banned(&position),
                    *expected,
                    "{} under {} after {}",
                    parts[2],
                    rule.key(),
                    parts[0]
                );
                checked += 1;
            }
        }
        let mut free = position(board, to_move, Repetition::None, suicide);
        play_all(&mut free, parts[0]);
        assert_eq!(banned(&free), "-", "{}", parts[2]);
    }
    assert_eq!(checked, 6 * 27);
}

/// A cycle of plays over and over; how many turns the game lasted.
fn cycle(board: &str, turns: &str, rules: &str) -> Result<usize, String> {
    let (size, stones) = diagram::parse(&board.replace('/', "\n")).unwrap();
    let mut game = Game::new(size, presets::load(rules).unwrap());
    game.set_up(&stones, Color::Black).unwrap();
    for (count, word) in turns.split(' ').cycle().enumerate().take(40) {
        let vertex = Vertex::parse(word, size).unwrap();
        let color = game.to_move();
        if let Err(refusal) = game.play(color, vertex) {
            return Err(format!("turn {}: {refusal}", count + 1));
        }
        if game.phase() == Phase::Over(Ended::LongCycle) {
            return Ok(count + 1);
        }
    }
    Ok(40)
}

#[test]
fn long_cycles_are_a_draw_or_go_on_or_are_forbidden_at_their_last_play() {
    let eternal_life = ("......../oooooo../xxxxxo../xoooxxoo/.o.x.ox.", "C1 E1 D1 F1");
    let triple = ("ooooooo/oxo.o.o/x.xoxox/xxxxxxx/ooooooo/.......", "D5 B4 F5 D4 B5 F4");
    let quadruple = (
        "ooooooooo/oxoxo.o.o/x.x.xoxox/xxxxxxxxx/ooooooooo/.........",
        "F5 B4 H5 D4 B5 F4 D5 H4",
    );
    for ((board, turns), length) in [(eternal_life, 4), (triple, 6), (quadruple, 8)] {
        // The third time the position stands is after two rounds.
        assert_eq!(cycle(board, turns, "japanese"), Ok(2 * length));
        assert_eq!(cycle(board, turns, "living-simple"), Ok(2 * length));
        assert_eq!(cycle(board, turns, "japanese,long_cycle=ignore"), Ok(40));
        for rules in ["chinese", "aga", "ideal", "chen", "cwa", "living", "wmsg"] {
            let refused = cycle(board, turns, rules).unwrap_err();
            assert_eq!(
                refused,
                format!("turn {length}: superko: repeats the starting position"),
                "{rules}"
            );
        }
    }
}

#[test]
fn eternal_life_on_a_larger_board_is_forbidden_by_every_superko() {
    let black = "A3 A6 B4 B5 B9 C5 C6 C7 C8";
    let white = "A4 A8 B2 B3 B6 B7 B8 C4 D4 D5 D6 D7 D8";
    let size = BoardSize::square(9);
    for (rule, legal) in [
        (Repetition::Simple, true),
        (Repetition::Positional, false),
        (Repetition::Situational, false),
        (Repetition::AfterOwnPlay, false),
        (Repetition::BeforeOpponentPlay, false),
    ] {
        let mut stones = lanke::rules::Stones::default();
        for (color, words) in [(Color::Black, black), (Color::White, white)] {
            for word in words.split(' ') {
                stones[color].insert(Vertex::parse(word, size).unwrap().point().unwrap());
            }
        }
        let board = lanke::rules::Board::with_stones(size, &stones).unwrap();
        let legality = Legality {
            repetition: rule,
            suicide: Suicide::Forbidden,
        };
        let mut position = Position::from_board(board, Color::Black, legality);
        play_all(&mut position, "A7 A5 A6");
        let closing = Vertex::parse("A4", size).unwrap();
        assert_eq!(position.is_legal(Color::White, closing), legal, "{}", rule.key());
    }
}

#[test]
fn undo_forgets_the_positions_it_takes_back() {
    for &rule in Repetition::ALL {
        let size = BoardSize::square(9);
        let legality = Legality {
            repetition: rule,
            suicide: Suicide::Forbidden,
        };
        let mut position = Position::new(size, legality);
        play_all(&mut position, "A2 A1 B1");
        position.undo();
        let capture = Vertex::parse("B1", size).unwrap();
        assert_eq!(
            position.play(Color::Black, capture).unwrap().captured.len(),
            1,
            "{}",
            rule.key()
        );
    }
}

#[test]
fn a_ko_at_the_edge_is_still_forbidden_after_another_move_and_its_undo() {
    let board = "........./........./........./........./........./........./........./ox......./.ox......";
    for rule in [
        Repetition::Simple,
        Repetition::Positional,
        Repetition::Situational,
        Repetition::AfterOwnPlay,
    ] {
        let mut position = position(board, Color::Black, rule, Suicide::Forbidden);
        play_all(&mut position, "A1 E5");
        position.undo();
        assert_eq!(banned(&position), "B1", "{}", rule.key());
    }
}
