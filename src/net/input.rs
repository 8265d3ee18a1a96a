//! What the network is shown of a position, always from the side of the player to move.

use super::grid::Grid;
use super::lanes::{LANES, Lanes};
use super::model::{GLOBALS, PLANES};
use super::sight::Sight;
use crate::playout::{LADDER_MOVES, Line, PlayBoard, PlayoutRules, Spot};
use crate::rules::ruleset::{FirstPassBonus, Scoring, Tax};
use crate::rules::{BoardSize, Color, Point};

/// Turns that are shown.
const TURNS: usize = 4;

/// Planes, as bits of a point's word.
mod plane {
    /// The point is on the board.
    pub const BOARD: u16 = 1;
    /// A stone of the player to move, the opponent's one bit higher.
    pub const STONE: u16 = 1 << 1;
    /// A chain with one liberty, with two, with three, two bits each in the same order.
    pub const LIBERTIES: [u16; 3] = [1 << 3, 1 << 5, 1 << 7];
    /// An empty point where the rules forbid a play now.
    pub const FORBIDDEN: u16 = 1 << 9;
    /// The last turn, those before it in the next bits.
    pub const LAST: u16 = 1 << 10;
    /// A chain that a ladder catches: the enemy moves first at two liberties, its own player at one.
    pub const CAUGHT: u16 = 1 << 14;
}

/// Points in a unit of the margin's offset.
const OFFSET_UNIT: f32 = 15.0;

/// A position as planes of bits and a few numbers; small enough to keep hundreds of thousands of them.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The board.
    pub size: BoardSize,
    /// One word for each point, row by row from the bottom: bits for the board, stones (own, the opponent's), chains with one, two and
    /// three liberties (own, the opponent's each), forbidden points, the last four turns, chains caught in a ladder (own, the
    /// opponent's).
    pub points: Vec<u16>,
    /// Numbers of the whole position.
    pub globals: [f32; GLOBALS],
}

impl View {
    /// What is to be seen of a position under these rules.
    #[must_use]
    pub fn new<const N: usize>(board: &PlayBoard<N>, line: &Line, rules: &PlayoutRules) -> View {
        let size = board.board_size();
        let mover = board.to_move();
        let liberties = board.liberty_counts();
        let mut points: Vec<u16> = size
            .points()
            .map(|point| {
                let spot = Spot::<N>::of(point);
                match board.stone(spot) {
                    None if board.is_legal(mover, spot, rules, line) => plane::BOARD,
                    None => plane::BOARD | plane::FORBIDDEN,
                    Some(color) => {
                        let liberties = usize::from(liberties[board.chain_head(spot).index()]);
                        let few = liberties.checked_sub(1).and_then(|place| plane::LIBERTIES.get(place));
                        plane::BOARD | side(plane::STONE | few.unwrap_or(&0), color, mover)
                    }
                }
            })
            .collect();
        let place = |point: Point| point.row() * size.width() + point.column();
        for back in 0..TURNS {
            if let Some(spot) = line.recent(back).and_then(|turn| turn.spot::<N>()) {
                points[place(spot.point())] |= plane::LAST << back;
            }
        }
        for point in size.points() {
            let spot = Spot::<N>::of(point);
            let Some(color) = board.stone(spot) else { continue };
            if board.chain_head(spot) == spot && is_caught(board, spot) {
                for stone in board.chain_stones(spot) {
                    points[place(stone.point())] |= side(plane::CAUGHT, color, mover);
                }
            }
        }
        View {
            size,
            points,
            globals: globals(board, line, rules),
        }
    }

    /// Whether the player to move may play on a place.
    #[must_use]
    pub fn may_play(&self, place: usize) -> bool {
        self.points[place] & (plane::STONE | plane::STONE << 1 | plane::FORBIDDEN) == 0
    }

    /// The same position turned or mirrored: bit 0 of `symmetry` mirrors left and
    /// right, bit 1 top and bottom, bit 2 exchanges rows and columns (square boards only).
    #[must_use]
    pub fn turned(&self, symmetry: u8) -> View {
        let mut turned = self.clone();
        for (place, &word) in self.points.iter().enumerate() {
            turned.points[turned_place(self.size, place, symmetry)] = word;
        }
        turned
    }
}

/// Where a point, row by row, goes under a symmetry.
#[must_use]
pub fn turned_place(size: BoardSize, place: usize, symmetry: u8) -> usize {
    let (width, height) = (size.width(), size.height());
    let (mut column, mut row) = (place % width, place / width);
    if symmetry & 1 != 0 {
        column = width - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = height - 1 - row;
    }
    if symmetry & 4 != 0 && width == height {
        (column, row) = (row, column);
    }
    row * width + column
}

const fn side(bit: u16, color: Color, mover: Color) -> u16 {
    if color.index() == mover.index() { bit } else { bit << 1 }
}

fn is_caught<const N: usize>(board: &PlayBoard<N>, spot: Spot<N>) -> bool {
    match board.few_liberties(spot).len() {
        1 => !board.escapes_by_extending(spot, LADDER_MOVES),
        2 => board.is_captured_by_ladder(spot, LADDER_MOVES),
        _ => false,
    }
}

fn globals<const N: usize>(board: &PlayBoard<N>, line: &Line, rules: &PlayoutRules) -> [f32; GLOBALS] {
    let flag = |holds: bool| f32::from(u8::from(holds));
    let counters = &board.counters;
    let sign = if board.to_move() == Color::Black { 1.0 } else { -1.0 };
    let area = board.board_size().area() as f32;
    let offset = sign * rules.offset(board);
    let sight = Sight::of(rules);
    let mut globals = [0.0; GLOBALS];
    let passed = |back: usize| line.recent(back).is_some_and(|turn| turn.spot::<N>().is_none());
    let numbers = [
        (offset / OFFSET_UNIT).clamp(-8.0, 8.0),
        // Margins of area have the board's parity unless there is a seki: which half of the wave the offset is on
        // says whether the last point decides (after KataGo).
        if rules.scoring == Scoring::Territory {
            0.0
        } else {
            parity_wave(offset + area)
        },
        flag(sight.scoring == Scoring::Territory),
        flag(sight.scoring == Scoring::Stones),
        flag(sight.tax == Tax::Seki),
        flag(sight.tax == Tax::All),
        flag(sight.allows_suicide),
        flag(sight.has_superko),
        flag(rules.cycle_draws),
        flag(sight.passes_cost),
        flag(rules.first_pass_bonus == FirstPassBonus::HalfPoint && counters.first_pass.is_none()),
        flag(passed(0)),
        flag(counters.passes_in_row + 1 >= rules.passes_to_end()),
        flag(counters.forced_passes > 0),
        area / 361.0,
        // White passes more in handicap games by passes; the first to pass wins ties under some rules.
    ];
    globals.copy_from_slice(&numbers);
    globals
}

/// A wave of period 2 through 0 at whole even numbers, up to 0.5 and down to −0.5.
fn parity_wave(number: f32) -> f32 {
    let place = number.rem_euclid(2.0);
    if place < 0.5 {
        place
    } else if place < 1.5 {
        1.0 - place
    } else {
        place - 2.0
    }
}

/// A view as the network's layers take it.
#[derive(Clone, Debug)]
pub(super) struct Input {
    pub grid: Grid,
    pub planes: Vec<Lanes>,
    pub globals: [f32; GLOBALS],
}

impl Input {
    pub(super) fn of(view: &View) -> Input {
        let grid = Grid::of(view.size);
        let mut planes = vec![Lanes::ZERO; grid.cells() * (PLANES / LANES)];
        for (row, first) in view.points.chunks_exact(grid.width).zip(grid.rows()) {
            for (&word, cell) in row.iter().zip(&mut planes[first..]) {
                for (bit, number) in cell.0.iter_mut().enumerate() {
                    *number = f32::from(word >> bit & 1);
                }
            }
        }
        Input {
            grid,
            planes,
            globals: view.globals,
        }
    }
}
