//! What is told of a move: tactics, distances, place on the board, shape of the empty region.
//!
//! Every feature is a number in one of the blocks below; a move has twenty to thirty. Patterns come on top.

use super::pattern::measure;
use super::survey::{EMPTY, OPPONENT, OWN, STEPS, STRIDE, Survey, cell_of};
use super::tactics::Tactics;
use crate::rules::ruleset::Scoring;

/// A block of numbers.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub first: u32,
    pub len: u32,
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
    pub(super) fn at<const D: usize>(self, coordinates: [(usize, usize); D]) -> u32 {
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

/// Defines blocks one after the other.
macro_rules! blocks {
    ($(#[doc = $doc:literal] $name:ident: $len:expr;)+) => {
        blocks!(@define [Block { first: 0, len: 0 }] $(#[doc = $doc] $name: $len;)+);
    };
    (@define [$before:expr] #[doc = $doc:literal] $name:ident: $len:expr; $($rest:tt)*) => {
        #[doc = $doc]
        pub(super) const $name: Block = $before.after(($len) as u32);
        blocks!(@define [$name] $($rest)*);
    };
    (@define [$before:expr]) => {
        /// Features, patterns not counted.
        #[cfg(feature = "train")]
        pub(super) const COUNT: usize = ($before.first + $before.len) as usize;
    };
}

blocks! {
    /// The point on boards of this size.
    PLACE: 13 * 55 * PHASES;
    /// Lines from the two nearest edges.
    LINES: CLASSES * 100 * PHASES;
    /// Steps to the nearest stones of both.
    NEAR: 36 * 5 * PHASES;
    /// The part of the empty points: who borders it, its size, neighbors in it.
    REGION: 4 * 7 * 5 * PHASES;
    /// Distances to the last three moves.
    LAST: 3 * 18 * CLASSES * PHASES;
    /// Distances to the last two moves together.
    BOTH_LAST: 10 * 10 * CLASSES;
    /// Distance to the last move, by what that did.
    ANSWER: 18 * 7 * PHASES;
    /// Steps to the last two moves, chains counting as one step.
    STEPS_AWAY: 2 * 10 * CLASSES * PHASES;
    /// Weakest groups near, own and the opponent's.
    GROUP: 2 * 7 * 4 * 3 * PHASES;
    /// Both together.
    GROUPS: 8 * 8 * PHASES;
    /// Capture: size, chains saved, last move.
    CAPTURE: 5 * 3 * 2 * PHASES;
    /// Capture: whether the chain could escape.
    CAPTURE_NEED: 5 * 5 * 3 * PHASES;
    /// Ko: how old the stone taken is.
    KO: 3 * PHASES;
    /// Extension from atari.
    ESCAPE: 5 * 5 * 2 * 2 * PHASES;
    /// Stones left in atari.
    SELF_ATARI: 5 * 2 * 3 * PHASES;
    /// Atari: size, last move, the answer, liberties, caught.
    ATARI: 5 * 2 * 3 * 3 * 2 * PHASES;
    /// Two ataris.
    DOUBLE_ATARI: PHASES;
    /// A liberty taken from a chain with more.
    PRESS: 4 * 4 * 2 * 3 * PHASES;
    /// The chain pressed attacks a weak one.
    ATTACKER: 4 * 2 * 2 * 4 * PHASES;
    /// A liberty of an own chain: what it gains, last move, caught.
    DEFEND: 4 * 4 * 4 * 2 * 2 * PHASES;
    /// The own chain has a weak enemy.
    RACE: 4 * 2 * 4 * PHASES;
    /// Own chains joined.
    JOIN: 5 * 4 * PHASES;
    /// Opponent's chains kept apart.
    CUT: 5 * 4 * PHASES;
    /// Liberties afterwards.
    AFTER: 8 * 5 * 5 * PHASES;
    /// A liberty of the chain played last.
    LAST_CHAIN: 5 * 4 * PHASES;
    /// A liberty of a chain that the last move touched.
    TOUCHED: 5 * 4 * PHASES;
    /// Inside an eye.
    EYE: 4 * PHASES;
    /// Passes: the last one, scoring, what is open.
    PASS: 2 * 3 * 8 * 2;
    /// Passes by the number of stones.
    PASS_PHASE: 2 * CLASSES * 10;
}

/// What is the same for all moves of a position.
pub(super) struct Context {
    pub phase: (usize, usize),
    class: (usize, usize),
    /// What the last move did.
    deed: (usize, usize),
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
            deed: (deed(survey), 7),
        }
    }

    /// A hash of phase and class of board.
    pub(super) fn hash(&self) -> u32 {
        ((1 + self.phase.0 * CLASSES + self.class.0) as u32).wrapping_mul(0x6C07_8965)
    }
}

/// What the last move did: nothing on the board, atari, a chain left with two liberties, a move in atari itself,
/// contact, an extension, or a stone alone.
fn deed(survey: &Survey) -> usize {
    let last = survey.last[0];
    if last == 0 || survey.color[last] != OPPONENT {
        return 0;
    }
    let around = STEPS.map(|step| last.wrapping_add(step));
    let fewest = around.iter().filter(|&&next| survey.color[next] == OWN);
    let fewest = fewest.map(|&next| survey.chain(next).liberties).min();
    match (fewest, survey.chain(last)) {
        (Some(1), _) => 1,
        (_, chain) if chain.liberties == 1 => 3,
        (Some(2), _) => 2,
        (Some(_), _) => 4,
        (None, chain) if chain.size > 1 => 5,
        _ => 6,
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
    group_features(survey, context, cell, &mut tell);
    Tactics::new(survey, context, cell).tell(&mut tell);
}

fn group_features(survey: &Survey, context: &Context, cell: usize, tell: &mut impl FnMut(u32)) {
    let mut classes = [(0, 8); 2];
    for (who, weakest) in survey.groups.weakest_near(survey, cell).into_iter().enumerate() {
        let Some((group, distance)) = weakest else { continue };
        let liberties = match group.liberties {
            0..=2 => 0,
            3 => 1,
            4 => 2,
            5..=6 => 3,
            7..=8 => 4,
            9..=12 => 5,
            _ => 6,
        };
        let size = match group.size {
            0..=1 => 0,
            2..=3 => 1,
            4..=6 => 2,
            _ => 3,
        };
        classes[who].0 = 1 + liberties;
        tell(GROUP.at([(who, 2), (liberties, 7), (size, 4), (distance - 2, 3), context.phase]));
    }
    tell(GROUPS.at([classes[0], classes[1], context.phase]));
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
    let inside = STEPS
        .iter()
        .filter(|&&step| survey.color[cell.wrapping_add(step)] == EMPTY);
    tell(REGION.at([(usize::from(region.borders), 4), (size, 7), (inside.count(), 5), phase]));
}

fn distance_features(survey: &Survey, context: &Context, cell: usize, tell: &mut impl FnMut(u32)) {
    let mut near = [9; 2];
    for (back, steps) in survey.steps.iter().enumerate() {
        let steps = usize::from(steps[cell]).min(9);
        tell(STEPS_AWAY.at([(back, 2), (steps, 10), context.class, context.phase]));
    }
    for (back, &last) in survey.last.iter().enumerate() {
        let distance = if last == 0 {
            17
        } else {
            let dx = (last % STRIDE).abs_diff(cell % STRIDE);
            let dy = (last / STRIDE).abs_diff(cell / STRIDE);
            measure(dx, dy).min(16)
        };
        tell(LAST.at([(back, 3), (distance, 18), context.class, context.phase]));
        if back == 0 {
            tell(ANSWER.at([(distance, 18), context.deed, context.phase]));
        }
        if back < 2 && last != 0 {
            near[back] = distance.saturating_sub(1).min(8);
        }
    }
    tell(BOTH_LAST.at([(near[0], 10), (near[1], 10), context.class]));
}
