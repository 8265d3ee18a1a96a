//! What is told of a move: tactics, distances, place on the board, shape of the empty region.
//!
//! Every feature is a number in one of the blocks below; a move has about twenty. Patterns come on top.

use super::pattern::measure;
use super::survey::{Chain, EMPTY, OFF, OPPONENT, OWN, STEPS, STRIDE, Survey, cell_of};
use crate::rules::ruleset::Scoring;

/// A block of numbers.
#[derive(Clone, Copy)]
struct Block {
    first: u32,
    len: u32,
}

impl Block {
    const fn after(self, len: u32) -> Block {
        Block {
            first: self.first + self.len,
            len,
        }
    }

    /// The number of the feature at these coordinates, each with its number of values.
    #[inline(always)]
    fn at<const D: usize>(self, coordinates: [(usize, usize); D]) -> u32 {
        let mut index = 0;
        for (value, count) in coordinates {
            debug_assert!(value < count, "{value} of {count}");
            index = index * count + value;
        }
        debug_assert!((index as u32) < self.len, "{index} of {}", self.len);
        self.first + index as u32
    }
}

/// Phases of the game, by the share of points with stones.
const PHASES: usize = 4;
/// Classes of boards: up to 9 lines, up to 13, larger.
const CLASSES: usize = 3;
const SMALLEST_SIDE: usize = 7;
const LARGEST_SIDE: usize = 19;

const PLACE: Block = Block {
    first: 0,
    len: (13 * 55 * PHASES) as u32,
};
const LINES: Block = PLACE.after((CLASSES * 100 * PHASES) as u32);
const LAST: Block = LINES.after((3 * 18 * CLASSES * PHASES) as u32);
const BOTH_LAST: Block = LAST.after((10 * 10 * CLASSES) as u32);
const CAPTURE: Block = BOTH_LAST.after((5 * 3 * 2 * PHASES) as u32);
const CAPTURE_NEED: Block = CAPTURE.after((5 * 4 * 3 * PHASES) as u32);
const KO: Block = CAPTURE_NEED.after((4 * PHASES) as u32);
const ESCAPE: Block = KO.after((5 * 4 * 2 * 2 * PHASES) as u32);
const SELF_ATARI: Block = ESCAPE.after((5 * 2 * 3 * PHASES) as u32);
const ATARI: Block = SELF_ATARI.after((5 * 2 * 3 * 3 * PHASES) as u32);
const DOUBLE_ATARI: Block = ATARI.after(PHASES as u32);
const PRESS: Block = DOUBLE_ATARI.after((4 * 4 * 2 * 3 * PHASES) as u32);
const ATTACKER: Block = PRESS.after((4 * 2 * 2 * 4 * PHASES) as u32);
const DEFEND: Block = ATTACKER.after((4 * 4 * 4 * 2 * PHASES) as u32);
const RACE: Block = DEFEND.after((4 * 2 * 4 * PHASES) as u32);
const JOIN: Block = RACE.after((5 * 4 * PHASES) as u32);
const CUT: Block = JOIN.after((5 * 4 * PHASES) as u32);
const AFTER: Block = CUT.after((8 * 5 * 5 * PHASES) as u32);
const LAST_CHAIN: Block = AFTER.after((5 * 4 * PHASES) as u32);
const TOUCHED: Block = LAST_CHAIN.after((5 * 4 * PHASES) as u32);
const REGION: Block = TOUCHED.after((4 * 7 * PHASES) as u32);
const NEAR: Block = REGION.after((36 * 5 * PHASES) as u32);
const EYE: Block = NEAR.after((4 * PHASES) as u32);
const PASS: Block = EYE.after((2 * 3 * 8 * 2) as u32);
const PASS_PHASE: Block = PASS.after((2 * CLASSES * 10) as u32);

/// Features, patterns not counted.
#[cfg(feature = "train")]
pub(crate) const COUNT: usize = (PASS_PHASE.first + PASS_PHASE.len) as usize;

/// What is the same for all moves of a position.
pub(super) struct Context {
    phase: (usize, usize),
    class: (usize, usize),
}

impl Context {
    pub(super) fn new(survey: &Survey) -> Context {
        let share = survey.stone_count as f32 / (survey.width * survey.height) as f32;
        let phase = [0.12, 0.3, 0.55].iter().filter(|&&limit| share >= limit).count();
        let class = match survey.width.max(survey.height) {
            ..=9 => 0,
            10..=13 => 1,
            _ => 2,
        };
        Context {
            phase: (phase, PHASES),
            class: (class, CLASSES),
        }
    }
}

/// Features of a pass.
pub(super) fn pass_features(survey: &Survey, context: &Context, mut tell: impl FnMut(u32)) {
    let scoring = match survey.scoring {
        Scoring::Area => 0,
        Scoring::Territory => 1,
        Scoring::Stones => 2,
    };
    let passed = (usize::from(survey.passed), 2);
    let open = match survey.open_points {
        0..=2 => survey.open_points,
        3..=4 => 3,
        5..=8 => 4,
        9..=16 => 5,
        17..=40 => 6,
        _ => 7,
    };
    let closed = usize::from(survey.open_points == survey.width * survey.height - survey.stone_count);
    tell(PASS.at([passed, (scoring, 3), (open, 8), (closed, 2)]));
    let tenth = survey.stone_count * 10 / (survey.width * survey.height);
    tell(PASS_PHASE.at([passed, context.class, (tenth.min(9), 10)]));
}

/// Features of a play on an empty cell.
pub(super) fn point_features(survey: &Survey, context: &Context, cell: usize, mut tell: impl FnMut(u32)) {
    place_features(survey, context, cell, &mut tell);
    distance_features(survey, context, cell, &mut tell);
    Tactics::new(survey, context, cell).tell(&mut tell);
}

fn place_features(survey: &Survey, context: &Context, cell: usize, tell: &mut impl FnMut(u32)) {
    let (column, row) = (cell % STRIDE, cell / STRIDE);
    let origin = cell_of(0, 0);
    let (column, row) = (column - origin % STRIDE, row - origin / STRIDE);
    let across = column.min(survey.width - 1 - column);
    let up = row.min(survey.height - 1 - row);
    let (low, high) = (across.min(up), across.max(up));
    let phase = context.phase;
    let side = survey.width;
    if side == survey.height && (SMALLEST_SIDE..=LARGEST_SIDE).contains(&side) {
        let place = high * (high + 1) / 2 + low;
        tell(PLACE.at([(side - SMALLEST_SIDE, 13), (place, 55), phase]));
    }
    tell(LINES.at([context.class, (low.min(9), 10), (high.min(9), 10), phase]));
    let near = usize::from(survey.distance[0][cell].min(6) - 1) * 6 + usize::from(survey.distance[1][cell].min(6) - 1);
    tell(NEAR.at([(near, 36), (low.min(4), 5), phase]));
    let region = survey.regions[usize::from(survey.part[cell])];
    let size = match region.size {
        0..=1 => 0,
        2 => 1,
        3 => 2,
        4..=6 => 3,
        7..=12 => 4,
        13..=30 => 5,
        _ => 6,
    };
    tell(REGION.at([(usize::from(region.borders), 4), (size, 7), phase]));
}

fn distance_features(survey: &Survey, context: &Context, cell: usize, tell: &mut impl FnMut(u32)) {
    let mut near = [9; 2];
    for (back, &last) in survey.last.iter().enumerate() {
        let distance = if last == 0 {
            17
        } else {
            let dx = (last % STRIDE).abs_diff(cell % STRIDE);
            let dy = (last / STRIDE).abs_diff(cell / STRIDE);
            measure(dx, dy).min(16)
        };
        tell(LAST.at([(back, 3), (distance, 18), context.class, context.phase]));
        if back < 2 && last != 0 {
            near[back] = distance.saturating_sub(1).min(8);
        }
    }
    tell(BOTH_LAST.at([(near[0], 10), (near[1], 10), context.class]));
}

/// A few chains, each once.
#[derive(Default)]
struct Few {
    numbers: [u16; 4],
    len: usize,
}

impl Few {
    fn add(&mut self, number: u16) {
        if !self.as_slice().contains(&number) {
            self.numbers[self.len] = number;
            self.len += 1;
        }
    }

    fn as_slice(&self) -> &[u16] {
        &self.numbers[..self.len]
    }
}

/// Liberties are counted up to this.
const MANY: usize = 7;

/// Distinct cells, [`MANY`] at most.
#[derive(Default)]
struct Liberties {
    cells: [u16; MANY],
    len: usize,
}

impl Liberties {
    /// Adds the cell; false when no more are counted.
    #[inline(always)]
    fn add(&mut self, cell: u16) -> bool {
        if self.len < MANY && !self.cells[..self.len].contains(&cell) {
            self.cells[self.len] = cell;
            self.len += 1;
        }
        self.len < MANY
    }
}

/// Liberties, 7 at most, of the chain that a play of the color would make, before anything is captured; `filled` counts
/// as filled.
fn liberties_after(survey: &Survey, color: u8, cell: usize, filled: usize) -> usize {
    let mut found = Liberties::default();
    for step in STEPS {
        let next = cell.wrapping_add(step);
        if survey.color[next] == EMPTY && next != filled {
            found.add(next as u16);
        }
    }
    for step in STEPS {
        let next = cell.wrapping_add(step);
        if survey.color[next] == color {
            for &liberty in survey.liberties(survey.chain(next)) {
                if usize::from(liberty) != cell && usize::from(liberty) != filled && !found.add(liberty) {
                    return found.len;
                }
            }
        }
    }
    found.len
}

fn size_class(size: u16) -> (usize, usize) {
    let class = match size {
        0..=1 => 0,
        2 => 1,
        3..=4 => 2,
        5..=8 => 3,
        _ => 4,
    };
    (class, 5)
}

fn small_size_class(size: u16) -> (usize, usize) {
    (size_class(size).0.min(3), 4)
}

/// `value` among `first..first + count`, the ends standing for what is beyond.
fn clamped(value: usize, first: usize, count: usize) -> (usize, usize) {
    (value.clamp(first, first + count - 1) - first, count)
}

pub(super) struct Tactics<'a> {
    survey: &'a Survey,
    phase: (usize, usize),
    cell: usize,
    own: Few,
    opponent: Few,
    empty: usize,
    /// Liberties of the chain made, 7 at most.
    pub(super) after: usize,
    /// Stones of the chain made.
    size: u16,
    /// Opponent's stones captured.
    pub(super) captured: u16,
}

impl<'a> Tactics<'a> {
    pub(super) fn new(survey: &'a Survey, context: &Context, cell: usize) -> Tactics<'a> {
        let mut tactics = Tactics {
            survey,
            phase: context.phase,
            cell,
            own: Few::default(),
            opponent: Few::default(),
            empty: 0,
            after: 0,
            size: 1,
            captured: 0,
        };
        for step in STEPS {
            let next = cell.wrapping_add(step);
            match survey.color[next] {
                EMPTY => tactics.empty += 1,
                OWN => tactics.own.add(survey.part[next]),
                OPPONENT => tactics.opponent.add(survey.part[next]),
                _ => {}
            }
        }
        for number in tactics.own.as_slice() {
            tactics.size += survey.chains[usize::from(*number)].size;
        }
        tactics.after = tactics.count_liberties();
        tactics
    }

    /// Liberties of the chain made, those of captures included.
    fn count_liberties(&mut self) -> usize {
        let survey = self.survey;
        let mut found = Liberties::default();
        for step in STEPS {
            let next = self.cell.wrapping_add(step);
            if survey.color[next] == EMPTY {
                found.add(next as u16);
            }
        }
        for &number in self.own.as_slice() {
            for &liberty in survey.liberties(&survey.chains[usize::from(number)]) {
                if usize::from(liberty) != self.cell && !found.add(liberty) {
                    break;
                }
            }
        }
        for &number in self.opponent.as_slice() {
            let chain = &survey.chains[usize::from(number)];
            if chain.liberties != 1 {
                continue;
            }
            self.captured += chain.size;
            for &stone in survey.stones(chain) {
                let touches = STEPS.iter().any(|step| {
                    let next = usize::from(stone).wrapping_add(*step);
                    next == self.cell || survey.color[next] == OWN && self.own.as_slice().contains(&survey.part[next])
                });
                if touches {
                    found.add(stone);
                }
            }
        }
        found.len
    }

    fn tell(&self, tell: &mut impl FnMut(u32)) {
        for &number in self.opponent.as_slice() {
            let chain = &self.survey.chains[usize::from(number)];
            match chain.liberties {
                1 => self.tell_capture(chain, tell),
                2 => self.tell_atari(chain, tell),
                count => {
                    let recent = (usize::from(chain.is_last), 2);
                    let left = clamped(usize::from(count), 3, 4);
                    let after = clamped(self.after, 2, 3);
                    tell(PRESS.at([small_size_class(chain.size), left, recent, after, self.phase]));
                }
            }
            if chain.weakest_enemy != 0 {
                let weakness = (usize::from(chain.weakest_enemy) - 1, 2);
                let large = (usize::from(chain.enemy_size > 2), 2);
                let left = clamped(usize::from(chain.liberties), 1, 4);
                let size = small_size_class(chain.size);
                tell(ATTACKER.at([size, weakness, large, left, self.phase]));
            }
            if chain.is_last {
                let left = clamped(usize::from(chain.liberties), 1, 5);
                tell(LAST_CHAIN.at([left, clamped(self.after, 1, 4), self.phase]));
            }
        }
        let ataris = self.opponent.as_slice().iter();
        let ataris = ataris.filter(|&&number| self.survey.chains[usize::from(number)].liberties == 2);
        if ataris.count() > 1 {
            tell(DOUBLE_ATARI.at([self.phase]));
        }
        for &number in self.own.as_slice() {
            self.tell_own(&self.survey.chains[usize::from(number)], tell);
        }
        if self.after <= 1 && self.captured == 0 {
            let gives = self.opponent.as_slice().iter();
            let threatens = gives
                .clone()
                .any(|&n| self.survey.chains[usize::from(n)].liberties == 2);
            let lonely = match (self.after, self.own.len) {
                (0, _) => 0,
                (_, 0) => 1,
                _ => 2,
            };
            let threatens = (usize::from(threatens), 2);
            tell(SELF_ATARI.at([size_class(self.size), threatens, (lonely, 3), self.phase]));
        }
        let fewest = |few: &Few| {
            let liberties = few
                .as_slice()
                .iter()
                .map(|&n| self.survey.chains[usize::from(n)].liberties);
            clamped(usize::from(liberties.min().unwrap_or(0)), 1, 4)
        };
        tell(JOIN.at([(self.own.len, 5), fewest(&self.own), self.phase]));
        tell(CUT.at([(self.opponent.len, 5), fewest(&self.opponent), self.phase]));
        let size = if self.own.len == 0 {
            (0, 5)
        } else {
            (1 + small_size_class(self.size).0, 5)
        };
        tell(AFTER.at([(self.after, 8), (self.empty, 5), size, self.phase]));
        if self.empty == 0 && (self.own.len == 0 || self.opponent.len == 0) {
            self.tell_eye(tell);
        }
    }

    fn tell_capture(&self, chain: &Chain, tell: &mut impl FnMut(u32)) {
        let recent = (usize::from(chain.is_last), 2);
        let saves = match (chain.weakest_enemy, chain.enemy_size) {
            (1, 3..) => 2,
            (1, _) => 1,
            _ => 0,
        };
        tell(CAPTURE.at([size_class(chain.size), (saves, 3), recent, self.phase]));
        let escape = liberties_after(self.survey, OPPONENT, self.cell, 0);
        let after = clamped(self.after, 1, 3);
        tell(CAPTURE_NEED.at([size_class(chain.size), clamped(escape, 0, 4), after, self.phase]));
        if chain.size == 1 && self.captured == 1 && self.size == 1 && self.after == 1 {
            let stone = self.survey.stones(chain)[0];
            let age = match self.survey.last {
                [last, ..] if last == usize::from(stone) => 0,
                [_, _, third] if third == usize::from(stone) => 1,
                _ => 2,
            };
            tell(KO.at([(age, 4), self.phase]));
        }
    }

    fn tell_atari(&self, chain: &Chain, tell: &mut impl FnMut(u32)) {
        let mut others = self.survey.liberties(chain).iter().map(|&liberty| usize::from(liberty));
        let other = others.find(|&liberty| liberty != self.cell).unwrap_or(0);
        let answer = liberties_after(self.survey, OPPONENT, other, self.cell);
        let recent = (usize::from(chain.is_last), 2);
        let after = clamped(self.after, 1, 3);
        tell(ATARI.at([size_class(chain.size), recent, clamped(answer, 1, 3), after, self.phase]));
    }

    fn tell_own(&self, chain: &Chain, tell: &mut impl FnMut(u32)) {
        let touched = (usize::from(chain.is_touched), 2);
        if chain.liberties == 1 {
            let captures = (usize::from(self.captured > 0), 2);
            tell(ESCAPE.at([
                size_class(chain.size),
                clamped(self.after, 1, 4),
                touched,
                captures,
                self.phase,
            ]));
        } else {
            let before = clamped(usize::from(chain.liberties), 2, 4);
            // What the move gains, from one fewer to two more.
            let gain = clamped((self.after + 3).saturating_sub(usize::from(chain.liberties)), 2, 4);
            tell(DEFEND.at([small_size_class(chain.size), before, gain, touched, self.phase]));
        }
        if chain.weakest_enemy != 0 {
            let weakness = (usize::from(chain.weakest_enemy) - 1, 2);
            let left = clamped(usize::from(chain.liberties), 1, 4);
            tell(RACE.at([small_size_class(chain.size), weakness, left, self.phase]));
        }
        if chain.is_touched {
            let left = clamped(usize::from(chain.liberties), 1, 5);
            tell(TOUCHED.at([left, clamped(self.after, 1, 4), self.phase]));
        }
    }

    /// All neighbors are of one color or the edge.
    fn tell_eye(&self, tell: &mut impl FnMut(u32)) {
        let own = self.opponent.len == 0;
        let enemy = if own { OPPONENT } else { OWN };
        let mut enemies = 0;
        let mut edge = 0;
        for step in [
            STRIDE + 1,
            STRIDE - 1,
            1usize.wrapping_sub(STRIDE),
            0usize.wrapping_sub(STRIDE + 1),
        ] {
            let color = self.survey.color[self.cell.wrapping_add(step)];
            enemies += usize::from(color == enemy);
            edge |= usize::from(color == OFF);
        }
        let is_false = enemies + edge > 1;
        tell(EYE.at([(usize::from(own), 2), (usize::from(is_false), 2), self.phase]));
    }
}
