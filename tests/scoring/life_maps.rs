//! Pass-alive chains and independent life against the 52 maps in `tests/data/life-maps.txt`.

use lanke::rules::ruleset::Suicide;
use lanke::rules::{Board, ByColor, Color, PointSet, diagram};
use lanke::score::{IndependentLife, life};

struct Facts {
    name: String,
    suicide: Suicide,
    board: Board,
    /// Pass-alive, area, independent life.
    maps: [ByColor<PointSet>; 3],
    groups: i64,
    area: Vec<i64>,
    territory: Vec<i64>,
    all_alive: i64,
}

fn numbers(text: &str) -> Vec<i64> {
    text.split(' ').filter_map(|word| word.parse().ok()).collect()
}

fn read(record: &str) -> Facts {
    let lines: Vec<&str> = record.lines().filter(|line| !line.starts_with('#')).collect();
    let (name, suicide) = lines[0].split_once(" | suicide ").unwrap();
    let drawing = |column: usize| -> String {
        let rows = lines[1..lines.len() - 1].iter();
        rows.map(|row| row.split("  ").nth(column).unwrap().to_owned() + "\n")
            .collect()
    };
    let last: Vec<Vec<i64>> = lines[lines.len() - 1].split('|').map(numbers).collect();
    Facts {
        name: format!("{name}, suicide {suicide}"),
        suicide: if suicide == "allowed" {
            Suicide::MultiStone
        } else {
            Suicide::Forbidden
        },
        board: diagram::board(&drawing(0)),
        maps: [1, 2, 3].map(|column| diagram::parse(&drawing(column)).unwrap().1),
        groups: last[0][0],
        area: last[1].clone(),
        territory: last[2].clone(),
        all_alive: last[3][0],
    }
}

fn all_facts() -> Vec<Facts> {
    let records = include_str!("../data/life-maps.txt").split("\n\n");
    let facts: Vec<Facts> = records
        .filter(|record| record.contains(" | suicide "))
        .map(read)
        .collect();
    assert_eq!(facts.len(), 52);
    facts
}

/// White's points minus Black's.
fn lead(points: &ByColor<PointSet>) -> i64 {
    points.white.len() as i64 - points.black.len() as i64
}

#[test]
fn pass_alive_stones_and_territory_are_those_of_the_maps() {
    for facts in all_facts() {
        let alive = life::PassAlive::both(&facts.board, facts.suicide);
        let points = ByColor::from_fn(|color| alive[color].points());
        assert_eq!(points, facts.maps[0], "{}", facts.name);
    }
}

#[test]
fn area_with_pass_dead_stones_taken_off_is_that_of_the_maps() {
    for facts in all_facts() {
        assert_eq!(
            life::settled_area(&facts.board, facts.suicide),
            facts.maps[1],
            "{}",
            facts.name
        );
    }
}

#[test]
fn independent_life_is_that_of_the_maps() {
    for facts in all_facts() {
        let area = life::settled_area(&facts.board, facts.suicide);
        let life = IndependentLife::new(&facts.board, &area);
        assert_eq!(
            ByColor::from_fn(|color| life.points(color)),
            facts.maps[2],
            "{}",
            facts.name
        );
        let groups = life.parts(Color::White).len() as i64 - life.parts(Color::Black).len() as i64;
        assert_eq!(groups, facts.groups, "{}", facts.name);
    }
}

#[test]
fn strict_taxes_give_the_scores_of_the_maps() {
    for facts in all_facts() {
        let area = life::settled_area(&facts.board, facts.suicide);
        let life = IndependentLife::new(&facts.board, &area);
        let stones = ByColor::from_fn(|color| facts.board.stones(color).intersection(&area[color]));
        let alive = ByColor::from_fn(|color| life.points(color));
        let with_stones = ByColor::from_fn(|color| alive[color].union(&stones[color]));
        let tax = 2 * (life.parts(Color::White).len() as i64 - life.parts(Color::Black).len() as i64);
        let expected_area = [lead(&area), lead(&with_stones), lead(&with_stones) - tax];
        let open = ByColor::from_fn(|color| area[color].difference(&stones[color]));
        let open_and_alive = ByColor::from_fn(|color| open[color].intersection(&alive[color]));
        // A dead stone counts for its point and as a prisoner.
        let dead = |points: &ByColor<PointSet>| {
            lead(&ByColor::from_fn(|color| {
                points[color].intersection(facts.board.stones(color.opponent()))
            }))
        };
        let in_seki_too = lead(&open) + dead(&open);
        let alive_only = lead(&open_and_alive) + dead(&open_and_alive);
        let expected_territory = [in_seki_too, alive_only, alive_only - tax];
        assert_eq!(facts.area, expected_area, "{}", facts.name);
        assert_eq!(facts.territory, expected_territory, "{}", facts.name);
    }
}

#[test]
fn with_all_stones_alive_the_plain_area_is_that_of_the_maps() {
    for facts in all_facts() {
        let settled = lanke::score::Settled::new(&facts.board, &PointSet::EMPTY);
        let area = ByColor::from_fn(|color| settled.stones(color).union(settled.surrounded(color)));
        assert_eq!(lead(&area), facts.all_alive, "{}", facts.name);
    }
}
