//! Sekis in playouts: the full policy leaves them alone.

use super::tests::rules;
use super::*;
use crate::rules::ruleset::{Repetition, Suicide};
use crate::rules::{Color, Point, diagram};

/// How many of 400 playouts, half of them begun by either color, end with all these stones on the board.
fn survivals(drawing: &str, stones: &[(usize, usize)], policy: &Policy) -> u32 {
    let board = diagram::board(drawing);
    let stones: Vec<Spot<BOARD_9>> = stones
        .iter()
        .map(|&(column, row)| Spot::of(Point::new(column, row)))
        .collect();
    let rules = rules(Repetition::Positional, Suicide::Forbidden);
    let mut rng = PlayRng::new(11);
    let mut survivals = 0;
    for playout in 0..400 {
        let mut end = PlayBoard::<BOARD_9>::from_stones(&board);
        end.counters.to_move = Color::BOTH[playout % 2];
        let before: Vec<_> = stones.iter().map(|&spot| end.stone(spot)).collect();
        let mut line = Line::new(end.hash(), end.to_move());
        play_out(&mut end, &mut line, &rules, policy, &mut rng);
        survivals += u32::from(stones.iter().zip(before).all(|(&spot, color)| end.stone(spot) == color));
    }
    survivals
}

const SHARED_PAIR: &str = "
    X . O X . X .
    X . O X X X X
    X X O X . X .
    O O X X X . X
    O . O O X X X
    . O . O O O O
    O O O . O . O
";

const EYE_AGAINST_EYE: &str = "
    . X . O . O X .
    X X X O O O X X
    O O O X X X X .
    O . O X . X . X
    O O O X X X X X
    . O . O O O O O
    O O O O . O . O
";

fn survivals_with(seki: u32) -> [u32; 2] {
    let policy = Policy::Full(PolicyParams {
        seki,
        ..PolicyParams::default()
    });
    [
        survivals(SHARED_PAIR, &[(0, 6), (2, 6)], &policy),
        survivals(EYE_AGAINST_EYE, &[(1, 6), (3, 6)], &policy),
    ]
}

#[test]
fn sekis_stand_to_the_end_of_playouts_with_the_filter_and_often_fall_without_it() {
    assert_eq!(survivals_with(100), [400; 2]);
    for without in survivals_with(0) {
        assert!(without < 300, "{without}");
    }
}

#[test]
fn uniform_playouts_break_sekis() {
    assert!(survivals(SHARED_PAIR, &[(0, 6), (2, 6)], &Policy::Light) < 40);
}
