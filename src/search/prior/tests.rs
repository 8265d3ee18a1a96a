//! The prior against the complete board, and under turning, mirroring and changing colors.

use super::pattern::patterns;
use super::survey::{OWN, Survey, cell_of};
use super::tactics::Tactics;
use super::weights::{Weights, write};
use super::*;
use crate::playout::{BOARD_9, PlayRng, Spot};
use crate::rules::ruleset::*;
use crate::rules::{Board, BoardSize, Color, Legality, Point, Position, Vertex, diagram};
use crate::with_board_class;
use std::collections::HashMap;

fn rules() -> PlayoutRules {
    PlayoutRules {
        repetition: Repetition::Positional,
        cycle_draws: false,
        suicide: Suicide::Allowed,
        scoring: Scoring::Area,
        tax: Tax::None,
        pass_cost: PassCost::None,
        white_passes_last: false,
        ending: Ending::TwoPasses,
        first_pass_bonus: FirstPassBonus::None,
        tie: Tie::Draw,
        white_bonus: 7.5,
        max_turns: 3000,
    }
}

/// Turns of a random game that fills no own eyes; a pass now and then.
fn random_game(size: BoardSize, turns: usize, seed: u64) -> Vec<(Color, Vertex)> {
    let mut rng = PlayRng::new(seed);
    let legality = Legality {
        repetition: Repetition::Positional,
        suicide: Suicide::Allowed,
    };
    let mut position = Position::new(size, legality);
    let mut game = Vec::new();
    for _ in 0..turns {
        let color = position.to_move();
        let empty = position.board().empty_points();
        let choice = (0..30)
            .map(|_| empty.iter().nth(rng.below(empty.len().max(1) as u32) as usize))
            .find(|choice| {
                choice.is_some_and(|point| {
                    let is_eye = size
                        .neighbors(point)
                        .all(|next| position.board().stone(next) == Some(color));
                    !is_eye && position.is_legal(color, Vertex::At(point))
                })
            });
        let vertex = choice
            .flatten()
            .filter(|_| !rng.chance(1500))
            .map_or(Vertex::Pass, Vertex::At);
        position.play_unchecked(color, vertex);
        game.push((color, vertex));
    }
    game
}

/// The game's end, and the rate of every empty point and of the pass.
fn rated<const N: usize>(size: BoardSize, first: Color, game: &[(Color, Vertex)]) -> HashMap<Vertex, f32> {
    let mut board = PlayBoard::<N>::new(size);
    board.counters.to_move = first;
    let mut line = Line::new(board.hash(), first);
    for &(color, vertex) in game {
        match vertex {
            Vertex::Pass => board.pass(color, &rules(), &mut line),
            Vertex::At(point) => board.play(color, Spot::of(point), &mut line),
        }
    }
    let mut moves: Vec<u16> = board.empty_spots().map(|spot| spot.index() as u16).collect();
    moves.push(PASS);
    let rates = rates(&board, &line, &rules(), &moves);
    let vertex = |mv: u16| Spot::<N>::from_index(usize::from(mv)).map_or(Vertex::Pass, |spot| Vertex::At(spot.point()));
    moves.iter().map(|&mv| vertex(mv)).zip(rates).collect()
}

fn turned(vertex: Vertex, side: usize, symmetry: usize) -> Vertex {
    let Vertex::At(point) = vertex else { return vertex };
    let (mut column, mut row) = (point.column(), point.row());
    if symmetry & 1 != 0 {
        column = side - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = side - 1 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    Vertex::At(Point::new(column, row))
}

#[test]
fn rates_turn_with_the_board_and_change_with_the_colors() {
    for (side, turns) in [(5, 12), (9, 30), (9, 61), (13, 80), (19, 40), (19, 200)] {
        let size = BoardSize::square(side);
        let game = random_game(size, turns, side as u64 + turns as u64);
        let straight = with_board_class!(size, N => rated::<N>(size, Color::Black, &game));
        for symmetry in 0..16 {
            let swap = symmetry & 8 != 0;
            let image: Vec<_> = game
                .iter()
                .map(|&(color, vertex)| {
                    let color = if swap { color.opponent() } else { color };
                    (color, turned(vertex, side, symmetry & 7))
                })
                .collect();
            let first = if swap { Color::White } else { Color::Black };
            let rates = with_board_class!(size, N => rated::<N>(size, first, &image));
            assert_eq!(rates.len(), straight.len());
            for (&vertex, &rate) in &straight {
                let other = rates[&turned(vertex, side, symmetry & 7)];
                assert!(
                    (rate - other).abs() < 1e-5,
                    "{vertex} on {side}, symmetry {symmetry}: {rate} and {other}"
                );
            }
        }
    }
}

#[test]
fn rates_are_probabilities_on_every_board() {
    for (width, height, turns) in [
        (1, 1, 0),
        (1, 2, 1),
        (2, 2, 3),
        (7, 3, 9),
        (3, 7, 0),
        (19, 13, 100),
        (25, 25, 300),
    ] {
        let size = BoardSize::new(width, height).unwrap();
        let game = random_game(size, turns, 5);
        let rates = with_board_class!(size, N => rated::<N>(size, Color::Black, &game));
        let sum: f32 = rates.values().sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum} on {size}");
        assert!(rates.values().all(|rate| (0.0..=1.0).contains(rate)));
    }
}

fn complete_board(size: BoardSize, game: &[(Color, Vertex)]) -> (Board, Color) {
    let mut board = Board::new(size);
    let mut to_move = Color::Black;
    for &(color, vertex) in game {
        match vertex {
            Vertex::Pass => board.pass(),
            Vertex::At(point) => {
                board.play_unchecked(color, point);
            }
        }
        to_move = color.opponent();
    }
    (board, to_move)
}

fn survey_of<const N: usize>(size: BoardSize, game: &[(Color, Vertex)]) -> Survey {
    let mut board = PlayBoard::<N>::new(size);
    let mut line = Line::new(board.hash(), Color::Black);
    for &(color, vertex) in game {
        match vertex {
            Vertex::Pass => board.pass(color, &rules(), &mut line),
            Vertex::At(point) => board.play(color, Spot::of(point), &mut line),
        }
    }
    Survey::new(&board, &line, &rules())
}

#[test]
fn chains_and_liberties_after_a_play_are_those_of_the_complete_board() {
    for (side, turns) in [(4, 9), (5, 20), (7, 40), (9, 70), (9, 110), (13, 150)] {
        for seed in 0..6 {
            let size = BoardSize::square(side);
            let game = random_game(size, turns, seed);
            let (board, to_move) = complete_board(size, &game);
            let survey = with_board_class!(size, N => survey_of::<N>(size, &game));
            let context = super::features::Context::new(&survey);
            for point in size.points() {
                let cell = cell_of(point.column(), point.row());
                if let Some(chain) = board.chain(point) {
                    let seen = survey.chain(cell);
                    assert_eq!(usize::from(seen.liberties), chain.liberties.len());
                    assert_eq!(usize::from(seen.size), chain.stones.len());
                    assert_eq!(seen.color == OWN, chain.color == to_move);
                    continue;
                }
                let mut after = board.clone();
                after.play_unchecked(to_move, point);
                let liberties = after.chain(point).map_or(0, |chain| chain.liberties.len());
                let lost = |color| board.stones(color).len() as i32 - after.stones(color).len() as i32;
                let tactics = Tactics::new(&survey, &context, cell);
                assert_eq!(
                    tactics.after,
                    liberties.min(7),
                    "{point}\n{}",
                    diagram::draw(&board, None)
                );
                assert_eq!(i32::from(tactics.captured), lost(to_move.opponent()));
            }
            let parts = board.empty_points().parts(size);
            for part in parts {
                let border = part.border(size);
                for point in part.iter() {
                    let region = survey.regions[usize::from(survey.part[cell_of(point.column(), point.row())])];
                    assert_eq!(usize::from(region.size), part.len());
                    assert_eq!(region.borders & 1 != 0, border.intersects(board.stones(to_move)));
                    assert_eq!(
                        region.borders & 2 != 0,
                        border.intersects(board.stones(to_move.opponent()))
                    );
                }
            }
        }
    }
}

/// What a pattern of the first family shows, in the way that is least among its eight images.
fn picture(board: &Board, to_move: Color, center: Point, distance: usize) -> Vec<u8> {
    let size = board.size();
    let look = |dx: i32, dy: i32| {
        let (column, row) = (center.column() as i32 + dx, center.row() as i32 + dy);
        let inside = (0..size.width() as i32).contains(&column) && (0..size.height() as i32).contains(&row);
        if !inside {
            return b'#';
        }
        match board.stone(Point::new(column as usize, row as usize)) {
            None => b'.',
            Some(color) if color == to_move => b'x',
            Some(_) => b'o',
        }
    };
    let reach = distance as i32;
    (0..8)
        .map(|symmetry| {
            let mut seen = Vec::new();
            for dy in -reach..=reach {
                for dx in -reach..=reach {
                    if dx.abs() + dy.abs() + dx.abs().max(dy.abs()) <= reach {
                        let (x, y) = if symmetry & 4 != 0 { (dy, dx) } else { (dx, dy) };
                        let x = if symmetry & 1 != 0 { -x } else { x };
                        let y = if symmetry & 2 != 0 { -y } else { y };
                        seen.push(look(x, y));
                    }
                }
            }
            seen
        })
        .min()
        .unwrap()
}

#[test]
fn two_points_have_the_same_pattern_when_a_symmetry_makes_them_look_the_same() {
    let mut by_hash: HashMap<u32, (usize, Vec<u8>)> = HashMap::new();
    let mut by_picture: HashMap<(usize, Vec<u8>), u32> = HashMap::new();
    for (side, turns) in [(5, 10), (7, 8), (9, 40), (13, 30)] {
        for seed in 0..4 {
            let size = BoardSize::square(side);
            let game = random_game(size, turns, seed);
            let (board, to_move) = complete_board(size, &game);
            let survey = with_board_class!(size, N => survey_of::<N>(size, &game));
            for point in board.empty_points().iter() {
                let mut distance = super::pattern::SMALLEST;
                patterns(&survey, cell_of(point.column(), point.row()), 0, |family, hash| {
                    if family != 0 {
                        return false;
                    }
                    let key = (distance, picture(&board, to_move, point, distance));
                    distance += 1;
                    assert_eq!(by_hash.entry(hash).or_insert_with(|| key.clone()), &key);
                    assert_eq!(*by_picture.entry(key).or_insert(hash), hash);
                    true
                });
                assert_eq!(distance, super::pattern::LARGEST + 1);
            }
        }
    }
    assert!(by_hash.len() > 1000);
}

#[test]
fn written_weights_are_read_back() {
    let features = [0.5, -3.0, 0.0, 1.25];
    let patterns = [(4_000_000_000, 1.0), (7, -2.0), (0x0100_0000, 0.25), (70_000, 2.0)];
    let bytes = write(&features, &patterns);
    let weights = Weights::read(&bytes).unwrap();
    for (number, feature) in features.into_iter().enumerate() {
        assert!((weights.feature(number as u32) - feature).abs() < 1e-3);
    }
    for (hash, weight) in patterns {
        assert!((weights.pattern(hash, weights.fetch(hash)).unwrap() - weight).abs() < 0.02);
    }
    assert_eq!(weights.pattern(8, weights.fetch(8)), None);
    assert!(Weights::read(&bytes[..bytes.len() - 1]).is_none());
    assert!(Weights::read(b"LKG1").is_none());
}

#[test]
fn capturing_five_stones_that_would_escape_comes_first() {
    let stones = diagram::board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . X X X . . .
        . . X O O O . . .
        . . . X X O X . .
        . . O . X . X . .
        . . O . . X . . .
        . . . O . . . . .
        . . . . . . . . .
    ",
    );
    let mut board = PlayBoard::<BOARD_9>::from_stones(&stones);
    let mut line = Line::new(board.hash(), Color::White);
    board.play(Color::White, Spot::of(Point::new(5, 3)), &mut line);
    let color = board.to_move();
    let wanted = board.empty_spots().filter(|&spot| !board.is_eye(color, spot));
    let mut moves: Vec<u16> = wanted.map(|spot| spot.index() as u16).collect();
    moves.push(PASS);
    let rates = rates(&board, &line, &rules(), &moves);
    let best = (0..moves.len()).max_by(|&a, &b| rates[a].total_cmp(&rates[b]));
    let capture = Spot::<BOARD_9>::of(Point::new(6, 5)).index() as u16;
    assert_eq!(best.map(|best| moves[best]), Some(capture));
    let priors: Vec<_> = priors(&board, &line, &rules(), &Params::default(), &moves).collect();
    let value = |place: usize| priors[place].1 / priors[place].0;
    let pass = moves.len() - 1;
    assert!((0..pass).all(|place| value(place) > value(pass)));
    assert!(value(best.unwrap()) >= (0..pass).map(value).fold(0.0, f32::max));
}
