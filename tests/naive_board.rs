//! A naive board, written independently with flood fill and whole-board comparison, plays random games against
//! `rules::Position`: stones, captures, legality and equality of hashes must agree after every turn.

mod naive;

use lanke::rules::ruleset::{Repetition, Suicide};
use lanke::rules::{BoardSize, Legality, Point, Position, Vertex};
use naive::{Naive, Stones, letter};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;

/// One random game; the number of turns taken. Every position must have one hash and every hash one position.
fn game(size: BoardSize, legality: Legality, rng: &mut StdRng, hashes: &mut HashMap<u64, Stones>) -> usize {
    let mut position = Position::new(size, legality);
    let mut naive = Naive::standing(vec![vec!['.'; size.width()]; size.height()], 'b');
    let turns = 30 + 3 * size.area();
    for turn in 0..turns {
        let color = if rng.random_range(0..8) == 0 {
            position.to_move().opponent()
        } else {
            position.to_move()
        };
        let mut legal = Vec::new();
        for point in size.points() {
            let expected = naive.is_legal(
                letter(color),
                point.column(),
                point.row(),
                legality.repetition,
                legality.suicide,
            );
            let got = position.why_illegal(color, point);
            assert_eq!(
                got.is_none(),
                expected,
                "{size} {legality:?} turn {turn} {color} {point}: {got:?}"
            );
            if expected {
                legal.push(point);
            }
        }
        let vertex = match legal.len() {
            0 => Vertex::Pass,
            _ if rng.random_range(0..12) == 0 => Vertex::Pass,
            count => Vertex::At(legal[rng.random_range(0..count)]),
        };
        let removed = naive.take(letter(color), vertex.point().map(|point| (point.column(), point.row())));
        let played = position.play(color, vertex).expect("the naive board allows it");
        assert_eq!(played.captured.len() + played.suicide.len(), removed);
        for point in size.points() {
            let expected = naive.stones[point.row()][point.column()];
            let got = position
                .board()
                .stone(Point::new(point.column(), point.row()))
                .map_or('.', letter);
            assert_eq!(got, expected, "{size} {legality:?} turn {turn} {point}");
        }
        position.board().check().unwrap();
        let known = hashes
            .entry(position.board().hash())
            .or_insert_with(|| naive.stones.clone());
        assert_eq!(*known, naive.stones, "one hash for two positions");
    }
    turns
}

#[test]
fn a_hundred_thousand_random_turns_agree_with_a_naive_board_under_every_rule() {
    let mut rng = StdRng::seed_from_u64(20_261_130);
    let sizes = [
        (1, 1),
        (1, 2),
        (2, 1),
        (1, 3),
        (2, 2),
        (4, 1),
        (2, 3),
        (3, 3),
        (5, 2),
        (4, 4),
        (3, 6),
        (5, 5),
        (7, 4),
        (6, 6),
        (7, 7),
        (8, 8),
        (9, 9),
    ];
    let mut turns = 0;
    for (width, height) in sizes {
        let size = BoardSize::new(width, height).unwrap();
        let mut hashes = HashMap::new();
        for &repetition in Repetition::ALL {
            for &suicide in Suicide::ALL {
                let games = match size.area() {
                    ..=12 => 8,
                    13..=30 => 4,
                    _ => 1,
                };
                for _ in 0..games {
                    turns += game(size, Legality { repetition, suicide }, &mut rng, &mut hashes);
                }
            }
        }
    }
    assert!(turns >= 100_000, "only {turns} turns");
}
