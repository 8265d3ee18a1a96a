//! Whether a chain can be captured: a small tree search over an arena.
//!
//! Both sides may pass at any time, and two passes end the line with the chain alive: so a seki is found as the pass
//! that is better than every attack.

use super::arena::{Arena, Cell, NOWHERE, Node};
use super::field::Field;
use crate::playout::PlayRng;
use crate::rules::Color;

/// Weight of first-play statistics: at this many visits they count as much as a child's own.
const EQUIVALENCE: f32 = 300.0;

/// Weight of the exploration term.
const EXPLORATION: f32 = 0.3;

/// Visits that a prior counts for.
const PRIOR_VISITS: f32 = 5.0;

/// Visits of a leaf before its children are made.
const EXPAND: f32 = 2.0;

/// Turns that a line in the tree may have: only cycles are longer, and what they keep alive lives.
const LONGEST: usize = 60;

/// Playouts between looks at whether the answer is clear.
const LOOK: u32 = 50;

/// How far from even the value must be to be believed after so many playouts.
fn enough(playouts: u32) -> f32 {
    match playouts {
        0..200 => 0.47,
        200..400 => 0.42,
        _ => 0.35,
    }
}

/// Nobody has played there.
const NEVER: u16 = u16::MAX;

/// One move in the tree; wins are those of the player who makes it.
struct Branch {
    node: Node,
    visits: f32,
    wins: f32,
    first_visits: f32,
    first_wins: f32,
    children: (u32, u32),
}

impl Branch {
    const fn new(node: Node, prior: f32) -> Branch {
        Branch {
            node,
            visits: PRIOR_VISITS,
            wins: PRIOR_VISITS * prior,
            first_visits: 0.0,
            first_wins: 0.0,
            children: (0, 0),
        }
    }

    fn urgency(&self, log_parent: f32) -> f32 {
        let mean = self.wins / self.visits;
        let first = self.first_visits;
        let value = if first > 0.0 {
            let weight = first / (first + self.visits + first * self.visits / EQUIVALENCE);
            weight * self.first_wins / first + (1.0 - weight) * mean
        } else {
            mean
        };
        value + EXPLORATION * (log_parent / self.visits).sqrt()
    }
}

/// Reads the fates of chains in one arena.
pub(super) struct Reading<'a> {
    start: Field<'a>,
    field: Field<'a>,
    tree: Vec<Branch>,
    rng: PlayRng,
    path: Vec<u32>,
    moves: Vec<Node>,
    first: Vec<u16>,
}

impl<'a> Reading<'a> {
    pub(super) fn new(arena: &'a Arena, seed: u64) -> Reading<'a> {
        let start = Field::new(arena);
        Reading {
            field: start.clone(),
            start,
            tree: Vec::new(),
            rng: PlayRng::new(seed),
            path: Vec::new(),
            moves: Vec::new(),
            first: vec![NEVER; arena.len()],
        }
    }

    /// How likely the chain of this color on the node survives when `first` moves first, 0 to 1; none when `go_on`
    /// ends it.
    pub(super) fn survival(
        &mut self,
        node: Node,
        color: Color,
        first: Color,
        playouts: u32,
        go_on: &dyn Fn() -> bool,
    ) -> Option<f32> {
        self.tree.clear();
        self.tree.push(Branch::new(NOWHERE, 0.5));
        for done in 1..=playouts {
            if !go_on() {
                return None;
            }
            self.playout(node, color, first);
            if done > LOOK && done % LOOK == 0 && (self.value() - 0.5).abs() > enough(done) {
                break;
            }
        }
        Some(if first == color {
            self.value()
        } else {
            1.0 - self.value()
        })
    }

    /// The value of the best first move for the player who makes it.
    fn value(&self) -> f32 {
        let (from, to) = self.tree[0].children;
        let children = &self.tree[from as usize..to as usize];
        let best = children.iter().max_by(|a, b| a.visits.total_cmp(&b.visits));
        best.map_or(0.5, |best| best.wins / best.visits)
    }

    fn playout(&mut self, node: Node, color: Color, first: Color) {
        self.field.copy_from(&self.start);
        self.path.clear();
        self.path.push(0);
        self.moves.clear();
        let mut turn = Turn {
            color: first,
            last: NOWHERE,
            passes: 0,
        };
        let mut at = 0;
        let survives = loop {
            if self.tree[at].children.1 == 0 {
                if at != 0 && self.tree[at].visits < PRIOR_VISITS + EXPAND {
                    break self.play_out(node, color, turn);
                }
                self.expand(at, turn.color);
            }
            at = self.most_urgent(at);
            self.path.push(at as u32);
            let chosen = self.tree[at].node;
            if let Some(survives) = self.take(chosen, &mut turn, node, color, LONGEST) {
                break survives;
            }
        };
        self.back_up(survives == (first == color));
    }

    /// Plays or passes; what became of the chain, once that is known.
    fn take(&mut self, chosen: Node, turn: &mut Turn, node: Node, color: Color, longest: usize) -> Option<bool> {
        self.moves.push(chosen);
        if chosen == NOWHERE {
            self.field.pass();
            turn.passes += 1;
        } else {
            self.field.play(turn.color, chosen);
            turn.passes = 0;
            if self.field.at(node) != Cell::of(color) {
                return Some(false);
            }
        }
        turn.last = chosen;
        turn.color = turn.color.opponent();
        (turn.passes == 2 || self.moves.len() >= longest).then_some(true)
    }

    fn play_out(&mut self, node: Node, color: Color, mut turn: Turn) -> bool {
        let longest = self.moves.len() + 3 * self.first.len() + 20;
        loop {
            let chosen = self.field.random_move(turn.color, turn.last, &mut self.rng);
            let chosen = chosen.unwrap_or(NOWHERE);
            if let Some(survives) = self.take(chosen, &mut turn, node, color, longest) {
                return survives;
            }
        }
    }

    fn expand(&mut self, at: usize, color: Color) {
        let from = self.tree.len();
        for place in 0..self.field.empty().len() {
            let node = self.field.empty()[place];
            if !self.field.is_eye(color, node) && self.field.is_legal(color, node) {
                let prior = self.prior(color, node);
                self.tree.push(Branch::new(node, prior));
            }
        }
        self.tree.push(Branch::new(NOWHERE, 0.3));
        // Equal moves are tried in random order.
        for last in (from + 1..self.tree.len()).rev() {
            let other = from + self.rng.below((last - from + 1) as u32) as usize;
            self.tree.swap(last, other);
        }
        self.tree[at].children = (from as u32, self.tree.len() as u32);
    }

    /// What is believed of a move: captures, ataris and escapes are good, own chains in atari are bad.
    fn prior(&mut self, color: Color, node: Node) -> f32 {
        let after = self.field.liberties_after(color, node, 3);
        let mut prior: f32 = if after <= 1 { 0.3 } else { 0.5 };
        for &next in self.field.arena.neighbors(node) {
            if self.field.is_mortal(color.opponent(), next) {
                prior += match self.field.liberties(next, 3).count {
                    1 => 0.2,
                    2 => 0.06,
                    _ => 0.0,
                };
            } else if self.field.is_mortal(color, next) && after >= 2 && self.field.liberties(next, 2).count == 1 {
                prior += 0.16;
            }
        }
        prior.min(0.9)
    }

    fn most_urgent(&self, at: usize) -> usize {
        let (from, to) = self.tree[at].children;
        let log = (self.tree[at].visits + 1.0).ln();
        let mut best = from as usize;
        let mut best_urgency = f32::NEG_INFINITY;
        for child in from as usize..to as usize {
            let urgency = self.tree[child].urgency(log);
            if urgency > best_urgency {
                best_urgency = urgency;
                best = child;
            }
        }
        best
    }

    fn back_up(&mut self, first_wins: bool) {
        let depth = self.path.len() - 1;
        self.first.fill(NEVER);
        for turn in (depth..self.moves.len()).rev() {
            self.note_first(turn);
        }
        for at in (0..=depth).rev() {
            // The player who moves after an even number of turns is the first.
            let mover_wins = first_wins == at.is_multiple_of(2);
            let branch = self.path[at] as usize;
            self.tree[branch].visits += 1.0;
            self.tree[branch].wins += f32::from(u8::from(!mover_wins));
            let (from, to) = self.tree[branch].children;
            let span = (self.moves.len() - at).max(1) as f32;
            for child in from as usize..to as usize {
                let Some(&when) = self.first.get(usize::from(self.tree[child].node)) else {
                    continue;
                };
                if when == NEVER || (usize::from(when) - at) % 2 == 1 {
                    continue;
                }
                let weight = 1.0 - 0.5 * (usize::from(when) - at) as f32 / span;
                self.tree[child].first_visits += weight;
                self.tree[child].first_wins += weight * f32::from(u8::from(mover_wins));
            }
            if at > 0 {
                self.note_first(at - 1);
            }
        }
    }

    fn note_first(&mut self, turn: usize) {
        if let Some(first) = self.first.get_mut(usize::from(self.moves[turn])) {
            *first = turn as u16;
        }
    }
}

/// Whose turn it is, and what was before.
#[derive(Clone, Copy)]
struct Turn {
    color: Color,
    last: Node,
    passes: u32,
}
