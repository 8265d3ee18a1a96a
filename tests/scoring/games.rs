//! Finished games made by chance, for the identities.

use lanke::rules::ruleset::{Repetition, Suicide};
use lanke::rules::{Board, BoardSize, ByColor, Color, Legality, Point, PointSet, Position, Vertex};
use lanke::score::{Finished, Tally, life};

/// SplitMix64 (Steele, Lea and Flood 2014): the same games on every machine and with every version of `rand`.
pub struct Chance(pub u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// A game played to two passes, or cut off, with a set of stones called dead.
pub struct Game {
    pub board: Board,
    pub dead: PointSet,
    pub tally: Tally,
    pub to_move: Color,
    /// Black stones on the board before the first turn; White moves first when there are any.
    pub handicap: usize,
}

impl Game {
    pub fn finished(&self) -> Finished<'_> {
        Finished {
            board: &self.board,
            dead: self.dead,
            tally: self.tally,
            to_move: self.to_move,
        }
    }

    /// The same position seen in a mirror (columns and rows exchanged) with the colors exchanged.
    pub fn mirrored(&self) -> Game {
        let size = self.board.size();
        let turn = |set: &PointSet| -> PointSet {
            set.iter()
                .map(|point| Point::new(point.row(), point.column()))
                .collect()
        };
        let stones = ByColor::from_fn(|color| turn(self.board.stones(color.opponent())));
        let swap = |pair: ByColor<u32>| ByColor {
            black: pair.white,
            white: pair.black,
        };
        Game {
            board: Board::with_stones(BoardSize::new(size.height(), size.width()).unwrap(), &stones).unwrap(),
            dead: turn(&self.dead),
            tally: Tally {
                prisoners: swap(self.tally.prisoners),
                plays: swap(self.tally.plays),
                passes: swap(self.tally.passes),
                dispute_passes: swap(self.tally.dispute_passes),
                last_mover: self.tally.last_mover.map(Color::opponent),
                ..self.tally
            },
            to_move: self.to_move.opponent(),
            handicap: self.handicap,
        }
    }
}

/// Plays one game. Own one-point eyes are not filled; now and then a player passes for no reason.
pub fn play(chance: &mut Chance, size: BoardSize, handicap: usize) -> Game {
    let suicide = [Suicide::Forbidden, Suicide::MultiStone, Suicide::Allowed][chance.below(3)];
    let repetition = [Repetition::Simple, Repetition::Positional, Repetition::Situational][chance.below(3)];
    let mut board = Board::new(size);
    let points: Vec<Point> = size.points().collect();
    while board.stones(Color::Black).len() < handicap {
        let point = points[chance.below(points.len())];
        if board.stone(point).is_none() {
            board.play_unchecked(Color::Black, point);
        }
    }
    let first = if handicap > 0 { Color::White } else { Color::Black };
    let mut position = Position::from_board(board, first, Legality { repetition, suicide });
    let longest = size.area() * 3 / 2 + chance.below(4);
    let lazy = 10 + chance.below(90);
    while position.turns().len() < longest && !stopped(&position) {
        let color = position.to_move();
        let vertex = if chance.below(lazy) == 0 {
            Vertex::Pass
        } else {
            any_play(chance, &position)
        };
        position.play(color, vertex).unwrap();
    }
    // A game cut off ends with two passes as well, so that every game is finished.
    while !stopped(&position) {
        position.play(position.to_move(), Vertex::Pass).unwrap();
    }
    let tally = Tally::of_turns(position.turns());
    let to_move = position.to_move();
    let board = position.board().clone();
    let dead = match chance.below(4) {
        0 => PointSet::EMPTY,
        1 => life::pass_dead(&board, suicide),
        _ => board
            .chains()
            .filter(|_| chance.below(2) == 0)
            .filter_map(|chain| chain.stones.first())
            .collect(),
    };
    Game {
        board,
        dead,
        tally,
        to_move,
        handicap,
    }
}

fn stopped(position: &Position) -> bool {
    matches!(position.turns(), [.., one, two] if one.vertex == Vertex::Pass && two.vertex == Vertex::Pass)
}

fn any_play(chance: &mut Chance, position: &Position) -> Vertex {
    let board = position.board();
    let color = position.to_move();
    let mut open: Vec<Point> = board.empty_points().iter().collect();
    while !open.is_empty() {
        let point = open.swap_remove(chance.below(open.len()));
        let eye = board
            .size()
            .neighbors(point)
            .all(|next| board.stone(next) == Some(color));
        if !eye && position.is_legal(color, Vertex::At(point)) {
            return Vertex::At(point);
        }
    }
    Vertex::Pass
}
