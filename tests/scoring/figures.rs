//! The worked figures of the rule texts, on boards built to fit them.

use super::boards::{Position, split, terms};
use lanke::rules::{ByColor, Color, presets};
use lanke::score::{Count, Method, Table, Zi};

/// Chen Zuyuan's example: black area 184, two shared points; Black has lost 21 stones (8 of them still on the board),
/// White 9 (4); Black moved last.
const CHEN: &str = "
    . . . . . . . . X O . . . . . . . . .
    . . . . . . . . X O . . . . . . . . .
    . . . . . . . . X O . . . . . . . . .
    . . . . . . . . X O . . . . b . b . b
    . . . . . . . . X . O . . b . b . b .
    . . . . . . . . X . O . b . b . . . .
    . . . . . . . . . X O . . . . . O O O
    w . w . w . w . . X O O O O O O O O O
    . . . . . . . . . X O O O O O O O O O
    X X X X X X X . . X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
";

/// The game of the Chinese text: 280 plays, each side 140 stones once captured and dead ones are put back; 44 and 37
/// points.
const CHINESE: &str = "
    . . . . . . . . X O . . . . . . . . .
    . . . . . . . . X O . . . . . . . . .
    . . . . . . . . X O . . . . . . . b .
    . . . . . . . . X O . b . b . b . . .
    . . . . . . . . X O . . . . . . . O O
    . . . . w . w . X O O O O O O O O O O
    X X X . . . . . . X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
    X X X X X X X X X X O O O O O O O O O
";

fn chen() -> Position {
    let mut position = Position::drawn(CHEN).captured(5, 13);
    position.tally.plays = ByColor { black: 128, white: 127 };
    position.tally.last_mover = Some(Color::Black);
    position
}

fn chinese() -> Position {
    let mut position = Position::drawn(CHINESE).captured(4, 6);
    position.tally.plays = ByColor { black: 140, white: 140 };
    position.tally.last_mover = Some(Color::White);
    position
}

fn count(position: &Position, rules: &str, method: Method, komi: f64) -> Count {
    let rules = presets::load(rules).unwrap();
    Table::new(&rules, &position.finished(), &terms(komi)).count(method)
}

#[test]
fn chens_example_is_nine_points_by_half_counting() {
    let half = count(&chen(), "chen", Method::HalfCount, 7.5);
    assert_eq!(half.counts.black, 185.0);
    assert_eq!(half.counts.black - 180.5, 4.5);
    assert_eq!(half.margin, 1.5);
    assert_eq!(Zi::of_margin(half.margin).to_string(), "3/4");
    assert_eq!(count(&chen(), "chen", Method::HalfCount, 0.0).margin, 9.0);
    let score = chen().score(&presets::load("chen").unwrap(), 7.5);
    assert_eq!(
        score.counts,
        ByColor {
            black: 185.0,
            white: 176.0
        }
    );
    assert_eq!(score.outcome.to_string(), "B+1.5");
}

#[test]
fn chens_example_is_won_by_one_and_a_half_by_filling() {
    // Four komi stones are eight points, half a point more than komi; one point of Black's stays open.
    let fill = count(&chen(), "chen", Method::Fill, 7.5);
    assert_eq!(fill.counts, ByColor { black: 1.0, white: 0.0 });
    assert_eq!(fill.margin, 1.5);
}

#[test]
fn chens_example_by_comparing_empty_points() {
    // 56 and 48 empty points; White owes the last stone.
    let equal = count(&chen(), "chen", Method::EqualStones, 7.5);
    assert_eq!(
        equal.counts,
        ByColor {
            black: 56.0,
            white: 47.0
        }
    );
    assert_eq!(equal.margin, 1.5);
    let simple = count(&chen(), "chen", Method::SimpleTerritory, 7.5);
    assert_eq!(
        simple.counts,
        ByColor {
            black: 56.0,
            white: 48.0
        }
    );
    assert_eq!(simple.margin, 0.5);
}

#[test]
fn the_chinese_example_is_three_and_a_half_zi_or_seven_points() {
    let half = count(&chinese(), "cwa", Method::HalfCount, 0.0);
    assert_eq!(
        half.counts,
        ByColor {
            black: 184.0,
            white: 177.0
        }
    );
    assert_eq!(Zi::of_margin(half.margin).to_string(), "3 1/2");
    let points = count(&chinese(), "cwa", Method::EqualStones, 0.0);
    assert_eq!(
        points.counts,
        ByColor {
            black: 44.0,
            white: 37.0
        }
    );
    assert_eq!(points.margin, 7.0);
}

#[test]
fn the_chinese_example_is_won_by_a_quarter_zi_either_way_depending_on_komi() {
    for (komi, margin, result) in [(6.5, 0.5, "B+0.5"), (7.5, -0.5, "W+0.5")] {
        for method in [Method::Area, Method::HalfCount, Method::Fill, Method::EqualStones] {
            assert_eq!(count(&chinese(), "cwa", method, komi).margin, margin, "{method}");
        }
        let score = chinese().score(&presets::load("cwa").unwrap(), komi);
        assert_eq!(score.outcome.to_string(), result);
        assert_eq!(Zi::of_margin(score.margin.abs()).to_string(), "1/4");
    }
}

#[test]
fn under_three_and_three_quarters_black_wins_from_184_and_a_half_zi_and_white_from_177() {
    let rules = presets::load("cwa").unwrap();
    for area in 178..192 {
        for neutral in [0, 1] {
            let position = split(area, neutral);
            let zi = count(&position, "cwa", Method::HalfCount, 7.5).counts;
            assert_eq!(zi.black, area as f64 + neutral as f64 / 2.0);
            let winner = position.score(&rules, 7.5).winner().unwrap();
            assert_eq!(winner == Color::Black, zi.black >= 184.5, "{zi:?}");
            assert_eq!(winner == Color::White, zi.white >= 177.0, "{zi:?}");
        }
    }
}

#[test]
fn eight_living_stones_more_are_a_win_for_black() {
    // One group each, so the living stones are the areas less two.
    for (area, neutral, more, result) in [(184, 1, 8.0, "B+0.5"), (184, 0, 7.0, "W+1.0"), (185, 0, 9.0, "B+1.0")] {
        let position = split(area, neutral);
        let score = position.score(&presets::load("living").unwrap(), 8.0);
        assert_eq!(score.counts.black - score.counts.white, more);
        assert_eq!(score.outcome.to_string(), result);
        for method in Method::of_ruleset(&presets::load("living").unwrap(), 0) {
            assert_eq!(count(&position, "living", method, 8.0).margin, more - 8.0, "{method}");
        }
    }
}

#[test]
fn ings_eight_points_with_ties_for_black_are_seven_and_a_half() {
    for (area, neutral) in [(184, 0), (184, 1), (185, 0)] {
        let position = split(area, neutral);
        let ing = position.score(&presets::load("ing").unwrap(), 8.0);
        let chinese = position.score(&presets::load("chinese").unwrap(), 7.5);
        assert_eq!(ing.winner(), chinese.winner(), "{area}");
    }
}
