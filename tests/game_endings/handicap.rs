//! Handicaps by passes and inferred ones, their komi, and the ancient seats.

use super::*;

#[test]
fn whites_first_turns_are_passes_under_a_handicap_by_passes() {
    let mut game = Game::new(BoardSize::square(9), rules("ideal"));
    game.give_pass_handicap(3);
    assert_eq!(game.handicap_passes_left(), 2);
    play(&mut game, "b:C3");
    let e5 = Vertex::parse("E5", game.size()).unwrap();
    assert_eq!(game.play(Color::White, e5), Err(Refusal::HandicapPass { left: 2 }));
    assert!(game.legal_points(Color::White).is_empty());
    assert!(!game.legal_points(Color::Black).is_empty());
    play(&mut game, "w:pass");
    assert_eq!(game.tally().first_effective_pass, Some(Color::White));
    play(&mut game, "b:G7 w:pass b:C7 w:E5");
    assert_eq!((game.handicap_passes_left(), game.handicap().stones), (0, 3));
    assert!(game.undo() && game.undo() && game.undo());
    assert_eq!(game.handicap_passes_left(), 1);
}

#[test]
fn a_handicap_is_inferred_from_black_stones_before_whites_first_turn() {
    let stones = |turns: &str| game("chinese", turns).handicap().stones;
    assert_eq!(stones("b:B2"), 0);
    assert_eq!(stones("b:B2 b:D4"), 2);
    assert_eq!(stones("b:B2 b:D4 b:B4"), 3);
    assert_eq!(stones("b:B2 b:D4 w:C3"), 2);
    assert_eq!(stones("b:B2 b:D4 b:B4 w:pass b:C3"), 3);
    assert_eq!(stones("b:B2 w:D4 b:B4 b:D2"), 0);
    assert_eq!(stones("w:B2 b:D4"), 0);
    let mut game = game("chinese", "b:B2 b:D4");
    assert_eq!(game.terms().handicap, 2);
    game.set_to_move(Color::Black);
    assert_eq!(game.handicap().stones, 0, "Black goes on placing");
}

#[test]
fn a_handicap_is_inferred_from_black_stones_set_up_with_white_to_move() {
    let set_up = |diagram: &str, to_move| {
        let board = diagram::board(diagram);
        let mut game = Game::new(board.size(), rules("chinese"));
        game.set_up(&ByColor::from_fn(|color| *board.stones(color)), to_move)
            .unwrap();
        game
    };
    let mut two = set_up(". . . .\n. X . .\n. . X .\n. . . .", Color::White);
    assert_eq!(two.handicap().stones, 2);
    play(&mut two, "w:A1 b:A4");
    assert_eq!(two.handicap().stones, 2);
    let mut problem = set_up(". . . .\n. X . .\n. . X .\n. . . .", Color::Black);
    play(&mut problem, "b:A4 w:A1");
    assert_eq!(problem.handicap().stones, 0);
    assert_eq!(
        set_up(". . . .\n. X . .\n. . X .\n. . O .", Color::White)
            .handicap()
            .stones,
        0
    );
}

#[test]
fn the_handicap_brings_its_komi_and_a_controllers_komi_wins() {
    let mut game = game("japanese", "b:B2 b:D4 w:C3");
    assert_eq!(game.komi(), 0.5);
    game.set_komi(Some(3.5));
    assert_eq!(game.komi(), 3.5);
}

#[test]
fn the_ancient_game_starts_from_the_seats_with_white_to_move() {
    let mut game = Game::new(BoardSize::square(19), rules("ancient"));
    let stone = |game: &Game, name: &str| {
        let point = Vertex::parse(name, game.size()).unwrap().point().unwrap();
        game.board().stone(point)
    };
    assert_eq!(game.to_move(), Color::White);
    for (name, color) in [
        ("D16", Color::White),
        ("Q4", Color::White),
        ("D4", Color::Black),
        ("Q16", Color::Black),
    ] {
        assert_eq!(stone(&game, name), Some(color));
    }
    assert_eq!(game.handicap().stones, 0);
    game.set_ruleset(rules("chinese"));
    assert_eq!((stone(&game, "D4"), game.to_move()), (None, Color::Black));
    game.take_seats();
    assert_eq!((stone(&game, "D4"), game.to_move()), (Some(Color::Black), Color::White));
}

#[test]
fn rearranged_stones_keep_the_counts_and_forget_the_history() {
    let mut game = game("chinese", "b:B1 w:A1 b:A2");
    assert_eq!(game.tally().prisoners.black, 1);
    let board = diagram::board(". . .\n. X .\n. O .");
    let stones = ByColor::from_fn(|color| *board.stones(color));
    game.rearrange(&stones, Color::White).unwrap();
    assert_eq!((game.tally().prisoners.black, game.to_move()), (1, Color::White));
    assert!(!game.undo());
}
