use super::*;
use crate::rules::diagram;

fn dead(drawing: &str) -> Vec<String> {
    let fates = Fates::read(&diagram::board(drawing), Suicide::Forbidden);
    fates.dead.iter().map(|point| point.to_string()).collect()
}

#[test]
fn a_stone_in_a_living_group_s_territory_is_dead() {
    let drawing = "
        . X . . X O .
        X . X O X O O
        . X X X X O .
        X X O O O O O
        O O O . O . .
        . O . . O O O
        O O O O . O .
    ";
    assert_eq!(dead(drawing), ["D6"]);
}

#[test]
fn one_eye_against_none_with_a_shared_liberty_is_seki() {
    let drawing = "
        . X . O . O X .
        X X X O O O X .
        O O O X X X X .
        O . O X . . X .
        O O O X X X X .
        . . . O O . . .
    ";
    assert_eq!(dead(drawing), [""; 0]);
}

#[test]
fn two_chains_that_share_two_liberties_without_eyes_are_in_seki() {
    let drawing = "
        X . O X . X .
        X . O X X X X
        X X O X . X .
        O O X X X . X
        O . O O X X X
        . O . O O O O
        O O O . O . O
    ";
    assert_eq!(dead(drawing), [""; 0]);
}

#[test]
fn stones_beside_dead_captors_live() {
    // White's A1 and C1 are inside Black's dead group, which is inside White's territory.
    let drawing = "
        O O O O O O . X .
        O X X X X O X X X
        O X . . X O X . X
        . O X O X O X X X
        O . X . O O X . X
        O O O O . O X X X
        . O . O O O O X .
    ";
    let fates = Fates::read(&diagram::board(drawing), Suicide::Forbidden);
    let board = diagram::board(drawing);
    assert!(!fates.dead.intersects(board.stones(Color::White)), "{:?}", fates.dead);
}

#[test]
fn the_same_stones_give_the_same_answer() {
    let drawing = "
        . . . X O . . . .
        . X . X O . O . .
        . . . X O . . . .
        X X X X O O O O O
        O O O X O . . . .
        . X O X O . X X .
        . . O X O . . . .
        . O O X O O . . .
        . . . X X O . . .
    ";
    let board = diagram::board(drawing);
    assert_eq!(
        Fates::read(&board, Suicide::Forbidden),
        Fates::read(&board, Suicide::Forbidden)
    );
}
