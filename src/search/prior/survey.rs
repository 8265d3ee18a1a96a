//! One look at a position: chains with their liberties, regions and distances, all seen by the player to move.
//!
//! The grid has the same stride for all boards and [`REACH`] border points on each side, so that patterns never
//! test for the edge.

use super::group::Groups;
use crate::playout::{LADDER_MOVES, Line, PlayBoard, PlayoutRules, Spot};
use crate::rules::Point;
use crate::rules::ruleset::Scoring;

/// Border points around the board: the largest pattern reaches so far.
pub(super) const REACH: usize = 6;
/// Cells in a row of the grid.
pub(super) const STRIDE: usize = 25 + 2 * REACH;
const CELLS: usize = STRIDE * STRIDE;

pub(super) const EMPTY: u8 = 0;
/// A stone of the player to move.
pub(super) const OWN: u8 = 1;
pub(super) const OPPONENT: u8 = 2;
pub(super) const OFF: u8 = 3;

pub(super) const STEPS: [usize; 4] = [STRIDE, 1, 0usize.wrapping_sub(STRIDE), usize::MAX];

/// Farther than any distance that matters.
const FAR: u8 = 6;

/// A chain of stones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chain {
    pub color: u8,
    pub size: u16,
    pub liberties: u16,
    first_stone: u16,
    first_liberty: u16,
    /// Holds the stone played last.
    pub is_last: bool,
    /// Is next to the stone played last, which is the opponent's.
    pub is_touched: bool,
    /// The fewest liberties, 1 or 2, of an enemy chain next to it; 0 when all have more.
    pub weakest_enemy: u8,
    /// Stones in that chain.
    pub enemy_size: u16,
    /// With one or two liberties: a ladder catches it, its player moving first in atari, else the enemy.
    pub is_caught: bool,
}

/// A part of the empty points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Region {
    pub size: u16,
    /// Colors of the stones around it: bit 0 own, bit 1 the opponent's.
    pub borders: u8,
}

/// A small cell coordinate: which row and column.
pub(super) const fn cell_of(column: usize, row: usize) -> usize {
    (row + REACH) * STRIDE + column + REACH
}

/// What the features ask of a position.
pub(super) struct Survey {
    pub color: [u8; CELLS],
    /// Number of the chain for stones, of the region for empty points.
    pub part: [u16; CELLS],
    /// Steps to the nearest own and opponent's stone, over empty points, [`FAR`] at most.
    pub distance: [[u8; CELLS]; 2],
    /// Steps to the last two moves, a whole chain being one step.
    pub steps: [[u8; CELLS]; 2],
    pub groups: Groups,
    pub chains: Vec<Chain>,
    pub regions: Vec<Region>,
    stones: Vec<u16>,
    liberties: Vec<u16>,
    pub width: usize,
    pub height: usize,
    /// Cells of the last three turns, the latest first; 0 for a pass or none.
    pub last: [usize; 3],
    /// The last turn was a pass.
    pub passed: bool,
    pub stone_count: usize,
    pub scoring: Scoring,
    /// Empty points in regions that both colors touch.
    pub open_points: usize,
}

impl Survey {
    pub(super) fn new<const N: usize>(board: &PlayBoard<N>, line: &Line, rules: &PlayoutRules) -> Survey {
        let size = board.board_size();
        let (width, height) = (size.width(), size.height());
        let mover = board.to_move();
        let mut survey = Survey {
            color: [OFF; CELLS],
            part: [u16::MAX; CELLS],
            distance: [[FAR; CELLS]; 2],
            steps: [[u8::MAX; CELLS]; 2],
            groups: Groups::default(),
            chains: Vec::with_capacity(64),
            regions: Vec::with_capacity(32),
            stones: Vec::with_capacity(256),
            liberties: Vec::with_capacity(512),
            width,
            height,
            last: [0; 3],
            passed: false,
            stone_count: 0,
            scoring: rules.scoring,
            open_points: 0,
        };
        let mut turns = [0; 3];
        for (back, turn) in turns.iter_mut().enumerate() {
            if let Some(recent) = line.recent(back) {
                match recent.spot::<N>() {
                    Some(spot) => *turn = cell_of(spot.point().column(), spot.point().row()),
                    None => survey.passed |= back == 0,
                }
            }
        }
        survey.last = turns;
        for point in size.points() {
            let cell = cell_of(point.column(), point.row());
            survey.color[cell] = match board.stone(Spot::of(point)) {
                None => EMPTY,
                Some(color) if color == mover => OWN,
                Some(_) => OPPONENT,
            };
        }
        survey.find_parts();
        survey.relate_chains();
        survey.find_distances();
        survey.read_ladders(board);
        for back in 0..2 {
            survey.count_steps(back);
        }
        survey.groups = Groups::new(&survey);
        survey
    }

    fn read_ladders<const N: usize>(&mut self, board: &PlayBoard<N>) {
        for chain in self.chains.iter_mut().filter(|chain| chain.liberties <= 2) {
            let stone = usize::from(self.stones[usize::from(chain.first_stone)]);
            let (column, row) = (stone % STRIDE - REACH, stone / STRIDE - REACH);
            let spot = Spot::of(Point::new(column, row));
            chain.is_caught = match chain.liberties {
                2 => board.is_captured_by_ladder(spot, LADDER_MOVES),
                _ => !board.escapes_by_extending(spot, LADDER_MOVES),
            };
        }
    }

    fn count_steps(&mut self, back: usize) {
        let start = self.last[back];
        if start == 0 {
            return;
        }
        let table = &mut self.steps[back];
        let mut queue: Vec<u16> = Vec::with_capacity(self.width * self.height);
        let mut reach = |cell: usize, steps: u8, queue: &mut Vec<u16>| {
            if self.color[cell] == OFF || table[cell] != u8::MAX {
                return;
            }
            if self.color[cell] == EMPTY {
                table[cell] = steps;
                queue.push(cell as u16);
                return;
            }
            let chain = self.chains[usize::from(self.part[cell])];
            let first = usize::from(chain.first_stone);
            for &stone in &self.stones[first..first + usize::from(chain.size)] {
                table[usize::from(stone)] = steps;
                queue.push(stone);
            }
        };
        reach(start, 0, &mut queue);
        let mut done = 0;
        let mut steps = 1;
        while steps < 9 && done < queue.len() {
            let end = queue.len();
            while done < end {
                let cell = usize::from(queue[done]);
                done += 1;
                for step in STEPS {
                    reach(cell.wrapping_add(step), steps, &mut queue);
                }
            }
            steps += 1;
        }
    }

    /// The cells of the board.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |row| (0..width).map(move |column| cell_of(column, row)))
    }

    fn find_parts(&mut self) {
        let mut stack: Vec<u16> = Vec::with_capacity(128);
        // The cell was last counted as a liberty of this chain.
        let mut counted = [u16::MAX; CELLS];
        for start in self.cells() {
            if self.part[start] != u16::MAX {
                continue;
            }
            let color = self.color[start];
            stack.push(start as u16);
            if color == EMPTY {
                let number = self.regions.len() as u16;
                let mut region = Region::default();
                self.part[start] = number;
                while let Some(cell) = stack.pop() {
                    region.size += 1;
                    for step in STEPS {
                        let next = usize::from(cell).wrapping_add(step);
                        match self.color[next] {
                            EMPTY if self.part[next] == u16::MAX => {
                                self.part[next] = number;
                                stack.push(next as u16);
                            }
                            color @ (OWN | OPPONENT) => region.borders |= color,
                            _ => {}
                        }
                    }
                }
                if region.borders == OWN | OPPONENT {
                    self.open_points += usize::from(region.size);
                }
                self.regions.push(region);
            } else {
                let number = self.chains.len() as u16;
                let first_stone = self.stones.len();
                let first_liberty = self.liberties.len();
                self.part[start] = number;
                while let Some(cell) = stack.pop() {
                    self.stones.push(cell);
                    for step in STEPS {
                        let next = usize::from(cell).wrapping_add(step);
                        if self.color[next] == EMPTY {
                            if counted[next] != number {
                                counted[next] = number;
                                self.liberties.push(next as u16);
                            }
                        } else if self.color[next] == color && self.part[next] == u16::MAX {
                            self.part[next] = number;
                            stack.push(next as u16);
                        }
                    }
                }
                self.chains.push(Chain {
                    color,
                    size: (self.stones.len() - first_stone) as u16,
                    liberties: (self.liberties.len() - first_liberty) as u16,
                    first_stone: first_stone as u16,
                    first_liberty: first_liberty as u16,
                    ..Chain::default()
                });
            }
        }
        self.stone_count = self.stones.len();
    }

    fn relate_chains(&mut self) {
        let last = self.last[0];
        if last != 0 && self.color[last] == OPPONENT {
            self.chains[usize::from(self.part[last])].is_last = true;
            for step in STEPS {
                let next = last.wrapping_add(step);
                if self.color[next] == OWN {
                    self.chains[usize::from(self.part[next])].is_touched = true;
                }
            }
        }
        for number in 0..self.chains.len() {
            let chain = self.chains[number];
            if chain.liberties > 2 {
                continue;
            }
            let weakness = chain.liberties as u8;
            let first = usize::from(chain.first_stone);
            for place in first..first + usize::from(chain.size) {
                for step in STEPS {
                    let next = usize::from(self.stones[place]).wrapping_add(step);
                    if self.color[next] != 3 - chain.color {
                        continue;
                    }
                    let enemy = &mut self.chains[usize::from(self.part[next])];
                    if enemy.weakest_enemy == 0 || weakness < enemy.weakest_enemy {
                        enemy.weakest_enemy = weakness;
                        enemy.enemy_size = chain.size;
                    } else if weakness == enemy.weakest_enemy {
                        enemy.enemy_size = enemy.enemy_size.max(chain.size);
                    }
                }
            }
        }
    }

    fn find_distances(&mut self) {
        let mut queue: Vec<u16> = Vec::with_capacity(self.width * self.height);
        for color in [OWN, OPPONENT] {
            let table = &mut self.distance[usize::from(color) - 1];
            queue.clear();
            for chain in self.chains.iter().filter(|chain| chain.color == color) {
                let first = usize::from(chain.first_stone);
                queue.extend(&self.stones[first..first + usize::from(chain.size)]);
            }
            for &stone in &queue {
                table[usize::from(stone)] = 0;
            }
            let mut done = 0;
            while done < queue.len() {
                let cell = usize::from(queue[done]);
                done += 1;
                let next_distance = table[cell] + 1;
                if next_distance >= FAR {
                    break;
                }
                for step in STEPS {
                    let next = cell.wrapping_add(step);
                    if self.color[next] == EMPTY && table[next] > next_distance {
                        table[next] = next_distance;
                        queue.push(next as u16);
                    }
                }
            }
        }
    }

    /// The chain of the stone on a cell.
    #[inline]
    pub(super) fn chain(&self, cell: usize) -> &Chain {
        &self.chains[usize::from(self.part[cell])]
    }

    /// The liberties of a chain.
    #[inline]
    pub(super) fn liberties(&self, chain: &Chain) -> &[u16] {
        let first = usize::from(chain.first_liberty);
        &self.liberties[first..first + usize::from(chain.liberties)]
    }

    /// The stones of a chain.
    #[inline]
    pub(super) fn stones(&self, chain: &Chain) -> &[u16] {
        let first = usize::from(chain.first_stone);
        &self.stones[first..first + usize::from(chain.size)]
    }
}
