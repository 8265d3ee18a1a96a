//! Finished positions drawn or built for tests.

use lanke::rules::{Board, BoardSize, ByColor, Color, PointSet, Ruleset, diagram, presets};
use lanke::score::{Finished, Score, Tally, Terms, score};

/// A position with its dead stones.
pub struct Position {
    pub board: Board,
    pub dead: PointSet,
    pub tally: Tally,
}

impl Position {
    /// A drawing with `x` and `o` (`X`, `O`) living, `b` and `w` dead black and white stones.
    pub fn drawn(drawing: &str) -> Position {
        let (size, stones) = diagram::parse(drawing).unwrap();
        let only_dead = drawing.replace(['X', 'x', 'O', 'o'], ".");
        let dead = diagram::parse(&only_dead).unwrap().1;
        Position {
            board: Board::with_stones(size, &stones).unwrap(),
            dead: dead.black.union(&dead.white),
            tally: Tally::default(),
        }
    }

    /// Rows separated by blanks, top row first, without blanks inside a row.
    pub fn rows(rows: &str) -> Position {
        Position::drawn(&rows.split_whitespace().collect::<Vec<_>>().join("\n"))
    }

    /// With stones captured by Black and by White during play.
    pub fn captured(mut self, by_black: u32, by_white: u32) -> Position {
        self.tally.prisoners = ByColor {
            black: by_black,
            white: by_white,
        };
        self
    }

    pub fn finished(&self) -> Finished<'_> {
        Finished {
            board: &self.board,
            dead: self.dead,
            tally: self.tally,
            to_move: self.tally.last_mover.map_or(Color::Black, Color::opponent),
        }
    }

    pub fn score(&self, rules: &Ruleset, komi: f64) -> Score {
        score(rules, &self.finished(), &terms(komi))
    }

    /// White's lead in points, komi included.
    pub fn white_lead(&self, rules: &str, komi: f64) -> f64 {
        -self.score(&presets::load(rules).unwrap(), komi).margin
    }
}

pub fn terms(komi: f64) -> Terms {
    Terms { komi, handicap: 0 }
}

/// A 19x19 board whose first points, column by column, are Black's area, the next ones neutral, the rest White's. Only
/// the borders are occupied, so each side has one group with much room.
pub fn split(black_area: usize, neutral: usize) -> Position {
    let size = BoardSize::square(19);
    let by_column: Vec<_> = (0..19)
        .flat_map(|column| (0..19).filter_map(move |row| size.point(column, row)))
        .collect();
    let part = |range: std::ops::Range<usize>| -> PointSet { by_column[range].iter().copied().collect() };
    let all = PointSet::all(size);
    let wall = |area: PointSet| all.difference(&area).border(size).intersection(&area);
    let stones = ByColor {
        black: wall(part(0..black_area)),
        white: wall(part(black_area + neutral..361)),
    };
    Position {
        board: Board::with_stones(size, &stones).unwrap(),
        dead: PointSet::EMPTY,
        tally: Tally::default(),
    }
}
