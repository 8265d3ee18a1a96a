//! A naive board, written independently with flood fill and whole-board comparison, plays random games against
//! `rules::Position`: stones, captures, legality and equality of hashes must agree after every turn.

use lanke::rules::ruleset::{Repetition, Suicide};
use lanke::rules::{BoardSize, Color, Legality, Point, Position, Vertex};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;

type Stones = Vec<Vec<char>>;

/// A position that stood: its stones, who was to move, who made it by a play, and who answered it with a play.
struct Stood {
    stones: Stones,
    to_move: char,
    made_by: Option<char>,
    answered_by: Option<char>,
}

struct Naive {
    stones: Stones,
    stood: Vec<Stood>,
    ko: Option<(char, usize, usize)>,
}

fn other(color: char) -> char {
    if color == 'b' { 'w' } else { 'b' }
}

fn around(stones: &Stones, x: usize, y: usize) -> Vec<(usize, usize)> {
    let (width, height) = (stones[0].len() as i32, stones.len() as i32);
    [(0, 1), (1, 0), (0, -1), (-1, 0)]
        .iter()
        .map(|(dx, dy)| (x as i32 + dx, y as i32 + dy))
        .filter(|&(x, y)| x >= 0 && y >= 0 && x < width && y < height)
        .map(|(x, y)| (x as usize, y as usize))
        .collect()
}

/// The chain on a point and whether it has a liberty.
fn chain(stones: &Stones, x: usize, y: usize) -> (Vec<(usize, usize)>, usize) {
    let mut found = vec![(x, y)];
    let mut liberties = Vec::new();
    let mut next = 0;
    while next < found.len() {
        let (x, y) = found[next];
        next += 1;
        for (nx, ny) in around(stones, x, y) {
            let list = if stones[ny][nx] == '.' {
                &mut liberties
            } else {
                &mut found
            };
            if (stones[ny][nx] == '.' || stones[ny][nx] == stones[y][x]) && !list.contains(&(nx, ny)) {
                list.push((nx, ny));
            }
        }
    }
    (found, liberties.len())
}

/// The stones after a play, how many of the opponent's and how many own ones came off.
fn after(stones: &Stones, color: char, x: usize, y: usize) -> (Stones, usize, usize) {
    let mut next = stones.clone();
    next[y][x] = color;
    let mut captured = 0;
    for (nx, ny) in around(stones, x, y) {
        if next[ny][nx] == other(color) {
            let (taken, liberties) = chain(&next, nx, ny);
            if liberties == 0 {
                captured += taken.len();
                taken.iter().for_each(|&(x, y)| next[y][x] = '.');
            }
        }
    }
    let (own, liberties) = chain(&next, x, y);
    if liberties > 0 {
        return (next, captured, 0);
    }
    own.iter().for_each(|&(x, y)| next[y][x] = '.');
    (next, captured, own.len())
}

impl Naive {
    fn new(width: usize, height: usize) -> Naive {
        let stones = vec![vec!['.'; width]; height];
        let start = Stood {
            stones: stones.clone(),
            to_move: 'b',
            made_by: Some('w'),
            answered_by: None,
        };
        Naive {
            stones,
            stood: vec![start],
            ko: None,
        }
    }

    fn is_legal(&self, color: char, x: usize, y: usize, rule: Repetition, suicide: Suicide) -> bool {
        if self.stones[y][x] != '.' || rule == Repetition::Simple && self.ko == Some((color, x, y)) {
            return false;
        }
        let (next, _, lost) = after(&self.stones, color, x, y);
        if suicide == Suicide::Forbidden && lost > 0 || suicide == Suicide::MultiStone && lost == 1 {
            return false;
        }
        !self.stood.iter().enumerate().any(|(turn, stood)| {
            let empty_start = turn == 0 && stood.stones.iter().flatten().all(|&stone| stone == '.');
            stood.stones == next
                && match rule {
                    Repetition::None | Repetition::Simple => false,
                    Repetition::Positional => true,
                    Repetition::Situational => stood.to_move == other(color),
                    Repetition::AfterOwnPlay => stood.made_by == Some(color),
                    Repetition::AfterOwnPlayStrict => stood.made_by == Some(color) && !empty_start,
                    Repetition::BeforeOpponentPlay => stood.answered_by == Some(other(color)),
                }
        })
    }

    /// Plays or passes; how many stones came off.
    fn take(&mut self, color: char, at: Option<(usize, usize)>) -> usize {
        self.ko = None;
        let mut removed = 0;
        if let Some((x, y)) = at {
            let before = self.stones.clone();
            let (next, captured, lost) = after(&before, color, x, y);
            removed = captured + lost;
            let (own, liberties) = if lost == 0 { chain(&next, x, y) } else { (vec![], 0) };
            if captured == 1 && own.len() == 1 && liberties == 1 {
                let taken = around(&next, x, y)
                    .into_iter()
                    .find(|&(x, y)| next[y][x] != before[y][x]);
                self.ko = taken.map(|(x, y)| (other(color), x, y));
            }
            self.stones = next;
            self.stood.last_mut().unwrap().answered_by = Some(color);
        }
        self.stood.push(Stood {
            stones: self.stones.clone(),
            to_move: other(color),
            made_by: at.map(|_| color),
            answered_by: None,
        });
        removed
    }
}

fn letter(color: Color) -> char {
    if color == Color::Black { 'b' } else { 'w' }
}

/// One random game; the number of turns taken. Every position must have one hash and every hash one position.
fn game(size: BoardSize, legality: Legality, rng: &mut StdRng, hashes: &mut HashMap<u64, Stones>) -> usize {
    let mut position = Position::new(size, legality);
    let mut naive = Naive::new(size.width(), size.height());
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
