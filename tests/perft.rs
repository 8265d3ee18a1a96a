//! Known numbers of move sequences and of whole games on tiny boards (RULE-CASES 1.2 and 1.3, found there by two
//! independent programs). They hold every rule of legality and the two-pass ending to account.

use lanke::game::Game;
use lanke::game::perft::{divide, perft};
use lanke::rules::{BoardSize, Color, Point, Position, Vertex, presets};

/// Board; repetition rules with the suicide rules under which the row holds; counts for 0, 1, 2, … turns.
///
/// `simple`, `psk` (positional), `ssk` (situational), `nssk0` (after-own-play-strict: the empty start is nobody's),
/// `nsskw` (after-own-play); suicide 0 forbidden, 1 multi-stone, 2 allowed.
const SEQUENCES: &str = "\
1x1 simple01 ssk01 nssk001 nsskw01 psk012: 1 1 1
1x1 simple2: 1 2 4 6 10
1x1 ssk2 nsskw2: 1 2 2 1
1x1 nssk02: 1 2 4 4 3
1x2 simple0 ssk0 nssk00 nsskw0 psk012: 1 3 7 8 6 2
1x2 simple12: 1 3 7 10 16 30 54 86 144 260 448 740 1268
1x2 ssk12: 1 3 7 10 12 12 10 6 2
1x2 nssk012: 1 3 7 10 16 24 36 46 52 50 38 22 8
1x2 nsskw12: 1 3 7 10 12 14 14 14 10 6 2
1x3 simple0: 1 4 11 22 41 66 106 176 288 460 752 1236 1996
1x3 simple1: 1 4 11 22 41 74 152 326 664 1308 2578 5150 10470
1x3 simple2: 1 4 13 34 77 164 380 918 2192 5144 11934 27778 65318
1x3 psk012: 1 4 11 22 41 58 78 98 110 116 128 154 182
1x3 ssk0 nssk00 nsskw0: 1 4 11 22 41 60 84 106 118 124 136 162 192
1x3 ssk1: 1 4 11 22 41 68 116 182 270 362 470 598 770
1x3 ssk2: 1 4 13 34 73 126 220 370 638 974 1446 2074 3022
1x3 nssk01: 1 4 11 22 41 68 130 238 426 730 1222 1994 3210
1x3 nssk02: 1 4 13 34 73 126 246 474 970 1886 3478 6222 10986
1x3 nsskw1: 1 4 11 22 41 68 116 188 288 424 624 894 1250
1x3 nsskw2: 1 4 13 34 73 126 220 384 680 1132 1864 2950 4658
1x4 simple0: 1 5 19 54 120 226 428 800 1616 3366
1x4 simple1: 1 5 19 58 146 322 714 1572 3716 9226
1x4 simple2: 1 5 21 72 216 594 1528 3888 10528 29534
1x4 psk0: 1 5 19 54 120 224 418 714 1300 2370
1x4 psk12: 1 5 19 58 142 288 592 1086 2018 3822
1x4 ssk0: 1 5 19 54 120 224 418 724 1342 2488
1x4 ssk1: 1 5 19 58 146 318 684 1374 2848 5966
1x4 ssk2: 1 5 21 72 212 562 1340 2934 6802 15934
1x4 nssk00 nsskw0: 1 5 19 54 120 226 424 742 1380 2558
1x4 nssk01: 1 5 19 58 146 320 696 1428 3146 7066
1x4 nssk02: 1 5 21 72 212 564 1352 2994 7314 18100
1x4 nsskw1: 1 5 19 58 146 320 696 1428 3022 6526
1x4 nsskw2: 1 5 21 72 212 564 1352 2994 7028 16854
2x2 simple0: 1 5 21 68 156 316 604 1168 2592 5768 12120
2x2 simple1: 1 5 21 68 156 316 604 1240 3120 8280 21472
2x2 simple2: 1 5 21 68 180 428 908 2000 5152 14408 39808
2x2 psk012: 1 5 21 68 156 316 604 1088 2184 4184 8024
2x2 ssk0: 1 5 21 68 156 316 604 1112 2312 4544 8800
2x2 ssk1: 1 5 21 68 156 316 604 1184 2672 6048 13728
2x2 ssk2: 1 5 21 68 180 428 860 1704 3936 9808 24400
2x2 nssk00 nsskw0: 1 5 21 68 156 316 604 1112 2312 4576 8928
2x2 nssk01: 1 5 21 68 156 316 604 1184 2840 6920 17440
2x2 nssk02: 1 5 21 68 180 428 860 1704 4184 11080 29744
2x2 nsskw1: 1 5 21 68 156 316 604 1184 2672 6176 14240
2x2 nsskw2: 1 5 21 68 180 428 860 1704 3936 9968 25040
2x3 nssk00 nsskw0: - - - - - - - 20792
2x3 psk0 ssk0 simple0: - - - - - - - 20760
3x3 simple0 psk0 ssk0 nssk00 nsskw0: 1 10 91 738 5281 33384 179712
3x3 simple1 ssk1 nssk01 nsskw1 psk12: 1 10 91 738 5281 33384 180768
3x3 simple2: 1 10 91 738 5345 34272 193424
3x3 ssk2 nssk02 nsskw2: 1 10 91 738 5345 34272 193040
4x4 simple01 ssk01 nssk001 psk012: 1 17 273 4112 57984 764016
4x4 simple2 ssk2 nssk02: 1 17 273 4112 58104 767368
5x5 simple01 ssk01 nssk001 psk012: 1 26 651 15650 361041
5x5 simple2 ssk2 nssk02: 1 26 651 15650 361233";

/// Numbers of whole games, two passes ending them: board, rules, games, and the turns of the longest if known.
const GAMES: &str = "\
1x1 psk012 ssk01 nsskw01 nssk001: 1
1x1 ssk2 nsskw2: 2
1x1 nssk02: 5
1x2 psk012: 9 5
1x2 ssk0 nsskw0 nssk00: 9
1x2 ssk12: 21
1x2 nsskw12: 31
1x2 nssk012: 105
1x3 psk012: 907 21
1x3 ssk0: 959 21
1x3 ssk1: 3267 22
1x3 ssk2: 19207 22
1x3 nsskw0: 959 21
1x3 nssk00: 959 21
1x3 nsskw1: 6423 24
1x3 nssk01: 46879 27
1x3 nsskw2: 36363 24
1x3 nssk02: 275115 28";

/// The longest enumerations known, an hour or so.
const LONG_GAMES: &str = "\
1x4 psk0: 719178893
1x4 psk1: 2098407841";

/// The sets of rules a row is for, with the name it goes by there.
fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, Game, Vec<&'static str>)> {
    table.lines().flat_map(|line| {
        let (head, numbers) = line.split_once(": ").unwrap();
        let (size, rules) = head.split_once(' ').unwrap();
        let numbers: Vec<&str> = numbers.split(' ').collect();
        rules.split(' ').flat_map(move |word| {
            let (repetition, suicides) = [
                ("simple", "simple"),
                ("psk", "positional"),
                ("ssk", "situational"),
                ("nssk0", "after-own-play-strict"),
                ("nsskw", "after-own-play"),
            ]
            .iter()
            .find_map(|(short, key)| Some((key, word.strip_prefix(short)?)))
            .unwrap();
            let numbers = numbers.clone();
            suicides.chars().map(move |suicide| {
                let suicide = ["forbidden", "multi-stone", "allowed"][suicide.to_digit(3).unwrap() as usize];
                (
                    word,
                    game(size, &format!("repetition={repetition},suicide={suicide}")),
                    numbers.clone(),
                )
            })
        })
    })
}

fn game(size: &str, overrides: &str) -> Game {
    let (width, height) = size.split_once('x').unwrap();
    let size = BoardSize::new(width.parse().unwrap(), height.parse().unwrap()).unwrap();
    Game::new(
        size,
        presets::load(&format!("cgos,long_cycle=ignore,{overrides}")).unwrap(),
    )
}

/// Number of whole games and the turns of the longest.
fn games(game: &mut Game, turns: u32) -> (u64, u32) {
    if !game.phase().is_playing() {
        return (1, turns);
    }
    let color = game.to_move();
    let legal = game.legal_points(color);
    let mut sum = (0, 0);
    for vertex in legal.iter().map(Vertex::At).chain([Vertex::Pass]) {
        game.play_unchecked(color, vertex);
        let (count, longest) = games(game, turns + 1);
        game.undo();
        sum = (sum.0 + count, sum.1.max(longest));
    }
    sum
}

fn check_games(table: &'static str) {
    for (word, mut game, numbers) in rows(table) {
        let (count, longest) = games(&mut game, 0);
        let context = format!("{} {word}", game.size());
        assert_eq!(count.to_string(), numbers[0], "{context}");
        if let Some(known) = numbers.get(1) {
            assert_eq!(longest.to_string(), *known, "{context}: longest game");
        }
    }
}

#[test]
fn sequences_of_turns_are_as_many_as_known() {
    let mut rows_checked = 0;
    let mut last: Vec<&str> = Vec::new();
    for (word, mut game, numbers) in rows(SEQUENCES) {
        // Debug builds count large numbers under one set of rules of each row only.
        let is_brief = cfg!(debug_assertions) && numbers == last;
        let is_counted = |known: &str| known != "-" && !(is_brief && known.len() > 5);
        for (depth, known) in numbers.iter().enumerate().filter(|(_, known)| is_counted(known)) {
            let count = perft(&mut game, depth as u32);
            assert_eq!(count.to_string(), *known, "{} {word} depth {depth}", game.size());
        }
        assert!(game.position().turns().is_empty());
        last = numbers;
        rows_checked += 1;
    }
    assert_eq!(rows_checked, 119);
}

#[test]
fn whole_games_are_as_many_as_known() {
    check_games(GAMES);
}

/// Number of whole games on from a position in which `passes` passes have just been made, by the rules of play alone.
fn games_of(position: &mut Position, passes: u32) -> u64 {
    let color = position.to_move();
    let mut sum = 0;
    for point in position.legal_points(color).iter() {
        position.play_unchecked(color, Vertex::At(point));
        sum += games_of(position, 0);
        position.undo();
    }
    if passes == 1 {
        return sum + 1;
    }
    position.play_unchecked(color, Vertex::Pass);
    sum += games_of(position, 1);
    position.undo();
    sum
}

/// The same from the start under positional superko, in two threads. A row of points is the same from both ends, so
/// that only first plays in one half are counted. Whether Black plays there first or White does after Black's
/// pass makes no difference but the colors: positions alone may not repeat. And the second pass in a row is a game.
fn games_on_a_row(position: &Position) -> u64 {
    let length = position.size().height();
    assert_eq!(position.size().width(), 1);
    let first_play = |row: usize| {
        let mut position = position.clone();
        position.play_unchecked(Color::Black, Vertex::At(Point::new(0, row)));
        let mirrors = if 2 * row + 1 == length { 1 } else { 2 };
        mirrors * games_of(&mut position, 0)
    };
    let rows: Vec<usize> = (0..length.div_ceil(2)).collect();
    let plays: u64 = std::thread::scope(|scope| {
        let counts: Vec<_> = rows.iter().map(|&row| scope.spawn(move || first_play(row))).collect();
        counts.into_iter().map(|count| count.join().unwrap()).sum()
    });
    2 * plays + 1
}

#[test]
#[ignore = "seven hundred million games played out: a quarter of an hour"]
fn whole_games_on_one_by_four_are_as_many_as_known() {
    for (word, game, numbers) in rows(LONG_GAMES) {
        assert_eq!(games_on_a_row(game.position()).to_string(), numbers[0], "{word}");
        println!("{word}: {}", numbers[0]);
    }
}

#[test]
fn whole_games_counted_by_the_rules_of_play_are_those_of_the_complete_game() {
    for (word, game, numbers) in rows(GAMES) {
        let count = games_of(&mut game.position().clone(), 0);
        assert_eq!(count.to_string(), numbers[0], "{} {word}", game.size());
        if word == "psk" {
            assert_eq!(
                games_on_a_row(game.position()),
                count,
                "{} {word}: by symmetry",
                game.size()
            );
        }
    }
}

#[test]
fn first_turns_add_up() {
    let mut game = game("3x3", "repetition=positional,suicide=allowed");
    let parts = divide(&mut game, 4);
    assert_eq!(parts.len(), 10);
    assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), 5281);
    let corner = parts.iter().find(|(vertex, _)| vertex.to_string() == "A1").unwrap().1;
    let other = parts.iter().find(|(vertex, _)| vertex.to_string() == "C3").unwrap().1;
    assert_eq!(corner, other, "symmetric corners have equal counts");
    assert_eq!(parts.last().unwrap().0, Vertex::Pass);
}

#[test]
fn the_ending_of_the_ruleset_ends_the_sequences() {
    let count = |rules: &str, depth| {
        let size = BoardSize::square(1);
        perft(&mut Game::new(size, presets::load(rules).unwrap()), depth)
    };
    // Nothing but passes is legal on one point without suicide.
    assert_eq!([1, 2, 3].map(|depth| count("chinese", depth)), [1, 1, 0]);
    // All passes are a draw once both have passed, without them the first effective pass never comes.
    assert_eq!(
        [1, 2, 3].map(|depth| count("ideal,suicide=forbidden", depth)),
        [1, 1, 0]
    );
    let endless = "ideal,suicide=forbidden,all_pass_draw=false";
    assert_eq!([1, 2, 9].map(|depth| count(endless, depth)), [1, 1, 1]);
}
