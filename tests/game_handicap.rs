//! Handicaps: where the stones go, how many a board takes, and what counts as one.

use lanke::game::handicap::{fixed_points, free_points, most_fixed, most_free};
use lanke::game::{Game, HandicapError};
use lanke::rules::{Board, BoardSize, ByColor, Color, Point, PointSet, Vertex, presets};

fn size(width: usize, height: usize) -> BoardSize {
    BoardSize::new(width, height).unwrap()
}

fn names(points: &[Point]) -> String {
    points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
}

fn fixed(width: usize, height: usize, stones: usize) -> String {
    names(&fixed_points(size(width, height), stones).unwrap())
}

#[test]
fn the_fixed_handicaps_of_the_common_boards_are_those_of_the_gtp_table() {
    let table = [
        (2, "D4 Q16"),
        (3, "D4 Q16 D16"),
        (4, "D4 Q16 D16 Q4"),
        (5, "D4 Q16 D16 Q4 K10"),
        (6, "D4 Q16 D16 Q4 D10 Q10"),
        (7, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
    ];
    for (stones, points) in table {
        assert_eq!(fixed(19, 19, stones), points);
    }
    assert_eq!(fixed(13, 13, 9), "D4 K10 D10 K4 D7 K7 G4 G10 G7");
    assert_eq!(fixed(9, 9, 5), "C3 G7 C7 G3 E5");
    assert_eq!(fixed(7, 7, 4), "C3 E5 C5 E3");
    assert_eq!(fixed(12, 12, 4), "C3 K10 C10 K3");
    assert_eq!(fixed(14, 14, 4), "D4 L11 D11 L4");
    assert_eq!(fixed(9, 13, 9), "C4 G10 C10 G4 C7 G7 E4 E10 E7");
    assert_eq!(fixed(19, 9, 2), "D3 Q7");
}

#[test]
fn a_board_takes_none_four_or_nine_fixed_stones() {
    for width in 1..=25 {
        for height in 1..=25 {
            let size = size(width, height);
            let odd = width % 2 == 1 && height % 2 == 1 && width >= 9 && height >= 9;
            let most = match (width, height) {
                (7.., 7..) if odd => 9,
                (7.., 7..) => 4,
                _ => 0,
            };
            assert_eq!(most_fixed(size), most, "{size}");
            for stones in 0..=10 {
                let points = fixed_points(size, stones);
                assert_eq!(points.is_ok(), (2..=most).contains(&stones), "{stones} on {size}");
                if let Ok(points) = points {
                    assert_eq!(points.len(), stones);
                    assert_eq!(points.iter().collect::<std::collections::HashSet<_>>().len(), stones);
                }
            }
        }
    }
}

/// The boards on which every number of free stones is tried.
fn boards() -> Vec<BoardSize> {
    let mut boards = vec![
        size(13, 13),
        size(19, 19),
        size(25, 25),
        size(25, 1),
        size(1, 25),
        size(25, 2),
        size(19, 5),
    ];
    for width in 1..=9 {
        for height in 1..=9 {
            boards.push(size(width, height));
        }
    }
    boards
}

#[test]
fn free_placement_gives_exactly_as_many_different_points_as_asked() {
    for size in boards() {
        let most = most_free(size);
        let numbers: Vec<usize> = if size.area() > 100 {
            vec![2, 5, 9, 10, 17, 25, 100.min(most), most]
        } else {
            (2..=most).collect()
        };
        for stones in numbers.into_iter().filter(|n| (2..=most).contains(n)) {
            let points = free_points(size, stones).unwrap();
            let set: PointSet = points.iter().copied().collect();
            assert_eq!((points.len(), set.len()), (stones, stones), "{size}");
            assert!(points.iter().all(|&point| size.contains(point)));
        }
        for stones in [0, 1, most + 1, 1000] {
            assert!(free_points(size, stones).is_err(), "{stones} on {size}");
        }
    }
}

#[test]
fn no_handicap_chain_is_in_atari_while_two_points_are_free() {
    for size in boards() {
        // The longest list has the shorter ones as its beginnings, from the fixed handicap on.
        let Ok(points) = free_points(size, most_free(size)) else {
            continue;
        };
        for stones in 2.max(most_fixed(size) + 1)..size.area() - 1 {
            let black: PointSet = points[..stones].iter().copied().collect();
            let board = Board::with_stones(
                size,
                &ByColor {
                    black,
                    white: PointSet::EMPTY,
                },
            )
            .unwrap();
            for chain in board.chains() {
                assert!(chain.liberties.len() >= 2, "{stones} on {size}: {:?}", chain.stones);
            }
        }
    }
}

#[test]
fn sensible_free_handicaps_stay_off_the_first_two_lines_and_apart() {
    for (side, most) in [(9, 9), (13, 17), (19, 25), (25, 25)] {
        let size = BoardSize::square(side);
        let points = free_points(size, most).unwrap();
        for (index, point) in points.iter().enumerate() {
            let inside = |place: usize| (2..side - 2).contains(&place);
            assert!(inside(point.column()) && inside(point.row()), "{point} on {size}");
            for other in &points[..index] {
                let gap = other.column().abs_diff(point.column()) + other.row().abs_diff(point.row());
                assert!(gap >= 2, "{point} and {other} on {size}");
            }
        }
    }
}

#[test]
fn on_small_boards_the_first_free_stone_is_near_the_center() {
    assert_eq!(free_points(size(5, 5), 2).unwrap()[0].to_string(), "C3");
    assert_eq!(free_points(size(3, 3), 2).unwrap()[0].to_string(), "B2");
    assert_eq!(names(&free_points(size(4, 1), 2).unwrap()), "B1 C1");
}

fn vertices(text: &str) -> Vec<Vertex> {
    let size = BoardSize::square(25);
    text.split(' ').map(|name| Vertex::parse(name, size).unwrap()).collect()
}

#[test]
fn a_refused_handicap_list_says_why_and_changes_nothing() {
    let mut game = Game::new(BoardSize::square(9), presets::load("chinese").unwrap());
    for (list, text) in [
        ("C3 pass", "bad vertex list: a pass is not a point"),
        ("C3 K10", "bad vertex list: K10 is not on the board"),
        ("C3 G7 C3", "bad vertex list: C3 occurs twice"),
        ("C3", "invalid number of stones: expected 2 to 80, got 1"),
    ] {
        let error = game.set_free_handicap(&vertices(list)).unwrap_err();
        assert_eq!(error.to_string(), text);
        assert!(text.starts_with(error.standard()));
        assert!(game.board().stones(Color::Black).is_empty());
    }
    game.set_free_handicap(&vertices("C3 G7 C7")).unwrap();
    assert_eq!((game.to_move(), game.handicap().stones), (Color::White, 3));
    assert_eq!(
        game.set_free_handicap(&vertices("C3 G7")),
        Err(HandicapError::BoardNotEmpty)
    );
    assert_eq!(game.fixed_handicap(2), Err(HandicapError::BoardNotEmpty));
    assert_eq!(game.free_handicap(2), Err(HandicapError::BoardNotEmpty));
    assert!(!game.undo(), "handicap stones stay");
}

#[test]
fn a_placed_handicap_counts_and_leaves_white_to_move() {
    let mut game = Game::new(BoardSize::square(19), presets::load("chinese").unwrap());
    assert_eq!(
        game.fixed_handicap(10).unwrap_err().to_string(),
        "invalid number of stones: expected 2 to 9, got 10"
    );
    assert_eq!(game.fixed_handicap(4).unwrap().len(), 4);
    assert_eq!((game.to_move(), game.handicap().stones), (Color::White, 4));
    let mut small = Game::new(BoardSize::square(6), presets::load("chinese").unwrap());
    assert_eq!(
        small.fixed_handicap(2).unwrap_err().to_string(),
        "invalid number of stones: 2, but this board takes none"
    );
    assert_eq!(small.free_handicap(35).unwrap().len(), 35);
}
