//! One playout from the root to its end and back, as each thread makes them.

use super::expand::make_children;
use super::node::FirstPlaySum;
use super::params::Params;
use super::select::{most_promising, most_urgent};
use super::tree::{ROOT, Tree};
use crate::net::{Cache, Evaluation, Network, Room, View};
use crate::playout::{End, FirstPlays, Line, Outcome, PlayBoard, PlayRng, PlayoutRules, Policy, Root, Spot, play_out};
use crate::rules::{BoardSize, Color};

/// A pass in the tree; spots have indexes above 0.
pub(super) const PASS: u16 = 0;

/// What all threads of a search share and do not change but for the tree's own atomics.
pub(super) struct Shared<'a, const N: usize> {
    pub tree: &'a Tree,
    pub root: &'a Root<N>,
    pub rules: &'a PlayoutRules,
    pub params: &'a Params,
    pub policy: &'a Policy,
    /// Whether two passes are followed by an agreement on dead stones, so that a playout finds out about them.
    pub agrees: bool,
    /// Root moves that may be searched, by index.
    pub allowed: &'a [bool],
    /// Whether owners are counted for each root move too.
    pub owners_by_move: bool,
    /// The network, where one is asked.
    pub net: Option<&'a Network>,
    /// What it said before.
    pub cache: &'a Cache,
}

impl<const N: usize> Shared<'_, N> {
    /// Whether moves are chosen by policy and results alone.
    pub(super) fn by_policy(&self) -> bool {
        self.net.is_some() && self.params.net_exploration > 0.0
    }
}

/// What the playouts of a search add up to besides the tree.
#[derive(Clone)]
pub(super) struct Totals<const N: usize> {
    /// Final owners, Black positive.
    pub ownership: [i32; N],
    pub playouts: u64,
    pub margin_sum: f64,
    pub margin_squares: f64,
    /// Sums of the network's owners, Black positive, by spot; and how often it was asked.
    pub net_owners: [f32; N],
    pub asked: u64,
    /// The playouts' owners for each root move, by index; empty where nobody asked for it.
    pub by_move: Vec<Owners<N>>,
}

/// How the playouts through one root move ended.
#[derive(Clone)]
pub(super) struct Owners<const N: usize> {
    /// Final owners, Black positive.
    pub ownership: [i32; N],
    pub playouts: u32,
}

impl<const N: usize> Default for Totals<N> {
    fn default() -> Self {
        Totals {
            ownership: [0; N],
            playouts: 0,
            margin_sum: 0.0,
            margin_squares: 0.0,
            net_owners: [0.0; N],
            asked: 0,
            by_move: Vec::new(),
        }
    }
}

impl<const N: usize> Totals<N> {
    /// Moves what `other` has gathered here.
    pub(super) fn take(&mut self, other: &mut Totals<N>) {
        for (sum, more) in self.ownership.iter_mut().zip(&mut other.ownership) {
            *sum += std::mem::take(more);
        }
        for (sum, more) in self.net_owners.iter_mut().zip(&mut other.net_owners) {
            *sum += std::mem::take(more);
        }
        self.playouts += std::mem::take(&mut other.playouts);
        self.asked += std::mem::take(&mut other.asked);
        self.margin_sum += std::mem::take(&mut other.margin_sum);
        self.margin_squares += std::mem::take(&mut other.margin_squares);
        for (mv, more) in other
            .by_move
            .iter_mut()
            .enumerate()
            .filter(|(_, more)| more.playouts > 0)
        {
            let owners = self.of_move(mv);
            owners.playouts += std::mem::take(&mut more.playouts);
            for (sum, more) in owners.ownership.iter_mut().zip(&mut more.ownership) {
                *sum += std::mem::take(more);
            }
        }
    }

    /// Counts what the network says of a position with this player to move.
    fn add_opinion(&mut self, opinion: &Evaluation, size: BoardSize, mover: Color) {
        let sign = if mover == Color::Black { 1.0 } else { -1.0 };
        for (point, owner) in size.points().zip(&opinion.ownership) {
            self.net_owners[Spot::<N>::of(point).index()] += sign * owner;
        }
        self.asked += 1;
    }

    fn of_move(&mut self, mv: usize) -> &mut Owners<N> {
        let none = Owners {
            ownership: [0; N],
            playouts: 0,
        };
        if self.by_move.is_empty() {
            self.by_move = vec![none; N];
        }
        &mut self.by_move[mv]
    }
}

/// A thread's own board, line and generator.
pub(super) struct Worker<const N: usize> {
    board: PlayBoard<N>,
    line: Line,
    rng: PlayRng,
    path: Vec<(u32, Color)>,
    /// Whether the path ends in the third occurrence of a position, where that is a draw.
    is_drawn: bool,
    room: Room,
    /// The network's value and margin of the leaf, both Black's; `None` where it was not asked.
    opinion: Option<(f32, f32)>,
    first_plays: FirstPlays<N>,
    /// What a first play counts by [`FirstPlays::turn_after`].
    weights: Vec<FirstPlaySum>,
    pub totals: Totals<N>,
    /// Playouts until a fault that a test has put in.
    #[cfg(test)]
    fails_after: Option<u32>,
}

impl<const N: usize> Worker<N> {
    pub(super) fn new(root: &Root<N>, seed: u64) -> Worker<N> {
        Worker {
            board: root.board,
            line: root.line.clone(),
            rng: PlayRng::new(seed),
            path: Vec::new(),
            is_drawn: false,
            room: Room::default(),
            opinion: None,
            first_plays: FirstPlays::NONE,
            weights: Vec::new(),
            totals: Totals::default(),
            #[cfg(test)]
            fails_after: None,
        }
    }

    #[cfg(test)]
    pub(super) fn failing_after(mut self, playouts: u32) -> Worker<N> {
        self.fails_after = Some(playouts);
        self
    }

    /// One playout: down the tree, out to the end, back up. False when the tree had no room for children it wanted.
    pub(super) fn play(&mut self, shared: &Shared<'_, N>) -> bool {
        let start = shared.root.line.len();
        self.board = shared.root.board;
        self.line.truncate(start);
        let grown = self.descend(shared);
        #[cfg(test)]
        if let Some(left) = &mut self.fails_after {
            *left = left.checked_sub(1).expect("no fault was put in by a test");
        }
        let depth = self.path.len() - 1;
        let outcome = self.evaluate(shared);
        self.board.add_ownership(&mut self.totals.ownership);
        if let Some(&(first, _)) = self.path.get(1).filter(|_| shared.owners_by_move) {
            let owners = self.totals.of_move(usize::from(shared.tree.node(first).mv()));
            self.board.add_ownership(&mut owners.ownership);
            owners.playouts += 1;
        }
        self.totals.playouts += 1;
        self.totals.margin_sum += f64::from(outcome.black_margin);
        self.totals.margin_squares += f64::from(outcome.black_margin).powi(2);
        self.back_up(shared, &outcome, start, depth);
        grown
    }

    /// Follows the most urgent children to a leaf, making children where it is time. False when the tree had no room
    /// for them.
    fn descend(&mut self, shared: &Shared<'_, N>) -> bool {
        let tree = shared.tree;
        let expand_visits = match shared.net {
            Some(_) => shared.params.net_expand_visits,
            None => shared.params.expand_visits,
        };
        let mut index = ROOT;
        let mut grown = true;
        self.path.clear();
        self.is_drawn = false;
        self.opinion = None;
        self.path.push((ROOT, self.board.to_move().opponent()));
        tree.node(ROOT).enter();
        while !self.board.is_over(shared.rules) {
            let node = tree.node(index);
            if node.children().is_none() && (index == ROOT || node.visits() > expand_visits) && node.claim() {
                let opinion = shared.net.map(|net| {
                    let view = View::new(&self.board, &self.line, shared.rules);
                    if index == ROOT {
                        net.evaluate_all(&view, &mut self.room)
                    } else {
                        // By chance, so that what the network sees wrongly is not the same all over a branch.
                        let symmetry = self.rng.below(8) as u8;
                        net.evaluate_once(view, symmetry, shared.cache, &mut self.room)
                    }
                });
                let children = make_children(
                    tree,
                    &self.board,
                    &self.line,
                    shared.rules,
                    shared.params,
                    opinion,
                    &mut self.rng,
                );
                grown &= children.is_some();
                node.publish(children);
                if let Some(opinion) = opinion {
                    let mover = self.board.to_move();
                    self.totals.add_opinion(opinion, self.board.board_size(), mover);
                    self.opinion = Some(match mover {
                        Color::Black => (opinion.value(), opinion.margin),
                        Color::White => (1.0 - opinion.value(), -opinion.margin),
                    });
                    break;
                }
            }
            let Some(family) = node.children() else { break };
            let nodes = tree.family(family);
            let allowed = |mv: u16| index != ROOT || shared.allowed[usize::from(mv)];
            let place = if shared.by_policy() {
                most_promising(nodes, node, shared.params, allowed)
            } else {
                most_urgent(nodes, node.visits(), shared.params, allowed)
            };
            let Some(place) = place else { break };
            let color = self.board.to_move();
            nodes[place].enter();
            index = family.0 + place as u32;
            self.path.push((index, color));
            match spot_of::<N>(nodes[place].mv()) {
                None => self.board.pass(color, shared.rules, &mut self.line),
                Some(spot) => {
                    self.board.play(color, spot, &mut self.line);
                    if shared.rules.cycle_draws && self.board.is_third_time(&self.line) {
                        self.is_drawn = true;
                        break;
                    }
                }
            }
        }
        grown
    }

    fn evaluate(&mut self, shared: &Shared<'_, N>) -> Outcome {
        if self.is_drawn {
            return Outcome {
                black_margin: 0.0,
                black_value: 0.5,
                turns: 0,
                end: End::Cycle,
            };
        }
        if shared.agrees && self.board.is_over(shared.rules) {
            self.board.counters.passes_in_row = 0;
        }
        play_out(
            &mut self.board,
            &mut self.line,
            shared.rules,
            shared.policy,
            &mut self.rng,
        )
    }

    fn back_up(&mut self, shared: &Shared<'_, N>, outcome: &Outcome, start: usize, depth: usize) {
        let area = shared.root.board.board_size().area() as f32;
        let margin = (outcome.black_margin / area).clamp(-1.0, 1.0) / 2.0 + 0.5;
        let share = shared.params.margin_share as f32;
        let mut black_value = outcome.black_value * (1.0 - share) + margin * share;
        let mut black_margin = outcome.black_margin;
        if let Some((value, margin)) = self.opinion {
            let share = shared.params.net_share as f32;
            black_value += (value - black_value) * share;
            black_margin += (margin - black_margin) * share;
        }
        let value_for = |color: Color| {
            if color == Color::Black {
                black_value
            } else {
                1.0 - black_value
            }
        };

        let moves = self.line.moves_from(start);
        let turns = moves.len();
        if !shared.by_policy() {
            self.first_plays.refill(moves, depth);
        }
        for at in (0..=depth).rev() {
            let (index, color) = self.path[at];
            let node = shared.tree.node(index);
            node.add(value_for(color), black_margin);
            if shared.by_policy() {
                // The policy leaves little for first plays to say, and adding them up takes time.
                continue;
            }
            let mover = color.opponent();
            if let Some(family) = node.children() {
                self.weigh_first_plays(value_for(mover), turns - at);
                for child in shared.tree.family(family) {
                    let turn = self.first_plays.turn_after(usize::from(child.mv()), mover, at);
                    child.add_first_play(self.weights[turn]);
                }
            }
            if at > 0 {
                let turn = self.line.moves_from(start)[at - 1];
                self.first_plays.precede(at - 1, turn);
            }
        }
    }

    /// What the first plays of a playout count that has so many turns to go and this result for the player: sooner ones
    /// weigh more, from 2 down to 1.
    fn weigh_first_plays(&mut self, value: f32, turns: usize) {
        let scale = 1.0 / turns.max(1) as f32;
        self.weights.clear();
        self.weights.push(FirstPlaySum::NONE);
        self.weights
            .extend((0..turns as u32).map(|later| FirstPlaySum::new(value, 2.0 - later as f32 * scale)));
    }
}

/// The spot of a tree move.
pub(super) fn spot_of<const N: usize>(mv: u16) -> Option<Spot<N>> {
    Spot::from_index(usize::from(mv))
}
