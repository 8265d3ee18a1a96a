//! A running search as its caller sees it: how far it has come and what it would say now.

use super::budget::{Progress, View};
use super::node::Node;
use super::report::{Candidate, Report};
use super::searcher::Running;
use super::tree::ROOT;
use super::worker::{Shared, Totals, spot_of};
use crate::playout::Spot;
use crate::rules::{Color, Vertex};
use std::sync::atomic::Ordering::Relaxed;

/// A running search as its caller sees it.
pub(super) struct Snapshot<'a, const N: usize> {
    pub shared: &'a Shared<'a, N>,
    pub running: &'a Running<N>,
}

impl<const N: usize> Snapshot<'_, N> {
    fn root_children(&self) -> &[Node] {
        let tree = self.shared.tree;
        tree.node(ROOT).children().map_or(&[], |family| tree.family(family))
    }

    /// The root's value for the player to move.
    fn root_value(&self) -> f64 {
        let root = self.shared.tree.node(ROOT);
        root.mean().map_or(0.5, |for_opponent| 1.0 - for_opponent)
    }

    /// Whether the second most visited root move cannot catch the first within the playouts.
    pub(super) fn is_decided(&self, limit: u64) -> bool {
        if limit == u64::MAX {
            return false;
        }
        let progress = self.progress();
        let (first, second) = progress.best_visits;
        u64::from(first) > u64::from(second) + limit.saturating_sub(progress.playouts)
    }

    fn candidate(&self, child: &Node, total_prior: f32, totals: &Totals<N>) -> Candidate {
        let color = self.running.color;
        let visits = child.visits();
        let (prior_visits, prior_wins) = child.prior();
        let unvisited = match self.shared.net {
            Some(_) => self.root_value(),
            None => f64::from(prior_wins / prior_visits.max(1.0)),
        };
        let value = child.mean().unwrap_or(unvisited);
        let margin = child.mean_margin() + self.running.lent;
        let spread = (value * (1.0 - value) / f64::from(visits.max(1))).sqrt();
        let mut line = vec![vertex_of::<N>(child.mv())];
        let mut line_visits = vec![visits];
        let mut node = child;
        while let Some(family) = node.children().filter(|_| line.len() < 60) {
            let Some(next) = self.shared.tree.family(family).iter().max_by_key(|next| next.visits()) else {
                break;
            };
            if next.visits() == 0 {
                break;
            }
            line.push(vertex_of::<N>(next.mv()));
            line_visits.push(next.visits());
            node = next;
        }
        Candidate {
            vertex: vertex_of::<N>(child.mv()),
            visits,
            value,
            lead: if color == Color::Black { margin } else { -margin },
            lcb: value - 1.96 * spread,
            prior: f64::from(prior_wins / total_prior.max(1e-9)),
            principal_variation: line,
            line_visits,
            ownership: self.owners_after(child.mv(), totals),
        }
    }

    /// Mean owners after a root move, of the whole position where no playout of this search went through the move.
    fn owners_after(&self, mv: u16, totals: &Totals<N>) -> Vec<f32> {
        if !self.shared.owners_by_move {
            return Vec::new();
        }
        let searched = totals.by_move.get(usize::from(mv)).filter(|owners| owners.playouts > 0);
        match searched {
            Some(owners) => self.mean_owners(&owners.ownership, f64::from(owners.playouts)),
            None => self.owners(totals),
        }
    }

    /// Mean owners of the whole position: the playouts' and, where a network was asked, its own, mixed as values are.
    fn owners(&self, totals: &Totals<N>) -> Vec<f32> {
        let mut owners = self.mean_owners(&totals.ownership, totals.playouts.max(1) as f64);
        if totals.asked > 0 {
            let share = self.shared.params.net_share as f32;
            let points = self.shared.root.board.board_size().points();
            for (owner, point) in owners.iter_mut().zip(points) {
                let opinion = totals.net_owners[Spot::<N>::of(point).index()] / totals.asked as f32;
                *owner += (opinion - *owner) * share;
            }
        }
        owners
    }

    fn mean_owners(&self, sums: &[i32; N], playouts: f64) -> Vec<f32> {
        let points = self.shared.root.board.board_size().points();
        let mean = |point| (f64::from(sums[Spot::<N>::of(point).index()]) / playouts) as f32;
        points.map(mean).collect()
    }
}

impl<const N: usize> View for Snapshot<'_, N> {
    fn progress(&self) -> Progress {
        let mut progress = Progress {
            playouts: self.running.playouts.load(Relaxed),
            ..Progress::default()
        };
        let mut best_mean = f64::NEG_INFINITY;
        let (mut first, mut second) = (0, 0);
        for child in self.root_children() {
            let visits = child.visits();
            let mean = child.mean().unwrap_or(0.0);
            if visits > first {
                second = first;
                first = visits;
                progress.value = mean;
            } else if visits > second {
                second = visits;
            }
            if visits > 0 && mean > best_mean && visits * 10 > first {
                best_mean = mean;
            }
        }
        progress.best_visits = (first, second);
        progress.agreed = progress.value >= best_mean;
        progress
    }

    fn report(&self) -> Report {
        let color = self.running.color;
        let children = self.root_children();
        let allowed = |child: &&Node| self.shared.allowed[usize::from(child.mv())];
        let total_prior: f32 = children.iter().filter(allowed).map(|child| child.prior().1).sum();
        let totals = self
            .running
            .totals
            .lock()
            .map(|totals| totals.clone())
            .unwrap_or_default();
        let mut candidates: Vec<Candidate> = children
            .iter()
            .filter(allowed)
            .map(|child| self.candidate(child, total_prior, &totals))
            .collect();
        candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        let playouts = totals.playouts.max(1) as f64;
        let mean = totals.margin_sum / playouts;
        let variance = (totals.margin_squares / playouts - mean * mean).max(0.0);
        let root = self.shared.tree.node(ROOT);
        let margin = root.mean_margin() + self.running.lent;
        Report {
            color,
            visits: root.visits(),
            playouts: totals.playouts,
            value: self.root_value(),
            lead: if color == Color::Black { margin } else { -margin },
            lead_stdev: variance.sqrt(),
            ownership: self.owners(&totals),
            nodes: self.shared.tree.len(),
            candidates,
        }
    }
}

fn vertex_of<const N: usize>(mv: u16) -> Vertex {
    spot_of::<N>(mv).map_or(Vertex::Pass, |spot| Vertex::At(spot.point()))
}
