//! A board written without a look at `lanke::rules`: flood fill, and every position kept as a picture.

use lanke::rules::Color;
use lanke::rules::ruleset::{Repetition, Suicide};

/// Rows from the bottom, points from the left.
pub type Stones = Vec<Vec<char>>;

/// A position that stood: its stones, who was to move, who made it by a play, and who answered it with a play.
struct Stood {
    stones: Stones,
    to_move: char,
    made_by: Option<char>,
    answered_by: Option<char>,
}

/// The board and everything that stood on it before.
pub struct Naive {
    pub stones: Stones,
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
    /// A game that begins with these stones and this color to move.
    pub fn standing(stones: Stones, to_move: char) -> Naive {
        let start = Stood {
            stones: stones.clone(),
            to_move,
            made_by: Some(other(to_move)),
            answered_by: None,
        };
        Naive {
            stones,
            stood: vec![start],
            ko: None,
        }
    }

    /// Whether a play is legal.
    pub fn is_legal(&self, color: char, x: usize, y: usize, rule: Repetition, suicide: Suicide) -> bool {
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
    pub fn take(&mut self, color: char, at: Option<(usize, usize)>) -> usize {
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

/// A color as this board writes it.
pub fn letter(color: Color) -> char {
    if color == Color::Black { 'b' } else { 'w' }
}
