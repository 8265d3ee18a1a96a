//! One move in the tree and what is known of it. All fields are atomic: threads update nodes without locks
//! (Enzenberger and Müller 2009), and a lost race costs a little precision, never correctness.

use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

/// Results are summed in units of 1/65536, so that fractions survive and sums stay exact.
const UNIT: f64 = 65536.0;

/// First-play statistics are summed in units of 1/256.
const FIRST_PLAY_UNIT: f32 = 256.0;

/// Visits and value of first plays in one word, as nodes keep them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FirstPlaySum(u64);

impl FirstPlaySum {
    pub(super) const NONE: FirstPlaySum = FirstPlaySum(0);

    /// One of this weight, 2 at most, with this result from 0 to 1.
    #[inline(always)]
    pub(super) fn new(value: f32, weight: f32) -> FirstPlaySum {
        FirstPlaySum::join(
            (weight * FIRST_PLAY_UNIT) as i32 as u32,
            (value * weight * FIRST_PLAY_UNIT) as i32 as u32,
        )
    }

    const fn join(visits: u32, value: u32) -> FirstPlaySum {
        FirstPlaySum((visits as u64) << 32 | value as u64)
    }

    const fn parts(self) -> (u32, u32) {
        ((self.0 >> 32) as u32, self.0 as u32)
    }
}

/// A move and its statistics, 56 bytes.
///
/// Values are results for the player who made the move, 0 to 1; margins are Black's.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// Sum of results.
    value: AtomicU64,
    /// Sum of margins in half points, Black's view.
    margin: AtomicI64,
    visits: AtomicU32,
    /// Index of the first child; [`LEAF`] before the children are made, [`BUSY`] while they are.
    first_child: AtomicU32,
    /// Sums of visits and values as [`FirstPlaySum`].
    first_plays: AtomicU64,
    /// Equivalent visits and wins believed before any playout, as bits of an `f32`.
    prior_visits: AtomicU32,
    prior_wins: AtomicU32,
    children: AtomicU16,
    mv: AtomicU16,
}

/// The node has no children yet.
pub(super) const LEAF: u32 = 0;
/// A thread is making the children.
pub(super) const BUSY: u32 = u32::MAX;

/// A node's numbers read together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Numbers {
    pub visits: u32,
    pub wins: f64,
    pub first_play_visits: f32,
    pub first_play_wins: f32,
    pub prior_visits: f32,
    pub prior_wins: f32,
}

impl Node {
    /// Makes a fresh node of this one.
    pub(super) fn reset(&self, mv: u16, prior_visits: f32, prior_wins: f32) {
        self.value.store(0, Relaxed);
        self.margin.store(0, Relaxed);
        self.visits.store(0, Relaxed);
        self.first_child.store(LEAF, Relaxed);
        self.first_plays.store(0, Relaxed);
        self.prior_visits.store(prior_visits.to_bits(), Relaxed);
        self.prior_wins.store(prior_wins.to_bits(), Relaxed);
        self.children.store(0, Relaxed);
        self.mv.store(mv, Relaxed);
    }

    /// Takes over another node's statistics, not its children.
    pub(super) fn copy_from(&self, other: &Node) {
        let (prior_visits, prior_wins) = other.prior();
        self.reset(other.mv(), prior_visits, prior_wins);
        self.value.store(other.value.load(Relaxed), Relaxed);
        self.margin.store(other.margin.load(Relaxed), Relaxed);
        self.visits.store(other.visits(), Relaxed);
        self.first_plays.store(other.first_plays.load(Relaxed), Relaxed);
    }

    pub(super) fn mv(&self) -> u16 {
        self.mv.load(Relaxed)
    }

    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    pub(super) fn prior(&self) -> (f32, f32) {
        let read = |field: &AtomicU32| f32::from_bits(field.load(Relaxed));
        (read(&self.prior_visits), read(&self.prior_wins))
    }

    pub(super) fn set_prior_wins(&self, prior_wins: f32) {
        self.prior_wins.store(prior_wins.to_bits(), Relaxed);
    }

    pub(super) fn numbers(&self) -> Numbers {
        let (prior_visits, prior_wins) = self.prior();
        let (first_play_visits, first_play_value) = FirstPlaySum(self.first_plays.load(Relaxed)).parts();
        Numbers {
            visits: self.visits(),
            // Signed words become floats in one instruction, and no sum comes near the sign.
            wins: self.value.load(Relaxed).cast_signed() as f64 / UNIT,
            first_play_visits: first_play_visits as f32 / FIRST_PLAY_UNIT,
            first_play_wins: first_play_value as f32 / FIRST_PLAY_UNIT,
            prior_visits,
            prior_wins,
        }
    }

    /// Mean result of the visits; `None` before the first.
    pub(super) fn mean(&self) -> Option<f64> {
        let visits = self.visits();
        (visits > 0).then(|| self.value.load(Relaxed) as f64 / UNIT / f64::from(visits))
    }

    /// Mean margin in points, Black's view; 0 before the first visit.
    pub(super) fn mean_margin(&self) -> f64 {
        let visits = self.visits().max(1);
        self.margin.load(Relaxed) as f64 / 2.0 / f64::from(visits)
    }

    /// A playout goes through the node. Its result comes later: until then the visit is a loss, which
    /// keeps other threads off the same line (virtual loss).
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// The result of an entered visit, 0 to 1 for the player who made the move, and Black's margin.
    pub(super) fn add(&self, value: f32, black_margin: f32) {
        self.value.fetch_add((f64::from(value) * UNIT) as u64, Relaxed);
        let halves = (black_margin * 2.0).clamp(-4e6, 4e6) as i64;
        self.margin.fetch_add(halves, Relaxed);
    }

    /// A playout in which the player made this move later on, or nothing (all-moves-as-first). Where two threads meet, one
    /// of them may lose what it adds, which spares a locked addition for every child.
    #[inline(always)]
    pub(super) fn add_first_play(&self, more: FirstPlaySum) {
        // The two sums have room for each other: both halve before they could overflow, and the ratio is what counts.
        let mut sum = self.first_plays.load(Relaxed) + more.0;
        if sum > u64::MAX / 2 {
            let (visits, value) = FirstPlaySum(sum).parts();
            sum = FirstPlaySum::join(visits / 2, value / 2).0;
        }
        self.first_plays.store(sum, Relaxed);
    }

    /// First child and number of children, once they are made.
    pub(super) fn children(&self) -> Option<(u32, usize)> {
        match self.first_child.load(std::sync::atomic::Ordering::Acquire) {
            LEAF | BUSY => None,
            first => Some((first, usize::from(self.children.load(Relaxed)))),
        }
    }

    /// Whether this thread, and no other, is to make the children now.
    pub(super) fn claim(&self) -> bool {
        self.first_child.compare_exchange(LEAF, BUSY, Relaxed, Relaxed).is_ok()
    }

    /// Publishes the children that the claiming thread has made, or gives the claim back with none.
    pub(super) fn publish(&self, children: Option<(u32, usize)>) {
        let (first, count) = children.unwrap_or((LEAF, 0));
        self.children.store(count as u16, Relaxed);
        self.first_child.store(first, std::sync::atomic::Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_is_a_loss_until_its_result_arrives() {
        let node = Node::default();
        node.reset(7, 0.0, 0.0);
        assert_eq!(node.mean(), None);
        node.enter();
        assert_eq!(node.mean(), Some(0.0));
        node.add(1.0, 3.5);
        assert_eq!((node.mean(), node.mean_margin()), (Some(1.0), 3.5));
        node.enter();
        node.add(0.5, -3.5);
        assert_eq!((node.mean(), node.mean_margin()), (Some(0.75), 0.0));
    }

    #[test]
    fn first_plays_add_up_and_halve_before_they_overflow() {
        let node = Node::default();
        node.add_first_play(FirstPlaySum::new(1.0, 2.0));
        node.add_first_play(FirstPlaySum::new(0.0, 1.0));
        node.add_first_play(FirstPlaySum::NONE);
        let numbers = node.numbers();
        assert_eq!((numbers.first_play_visits, numbers.first_play_wins), (3.0, 2.0));

        let most = FirstPlaySum::join(u32::MAX / 2, u32::MAX / 2 - 1);
        let node = Node::default();
        node.add_first_play(most);
        node.add_first_play(FirstPlaySum::new(0.5, 2.0));
        let sum = FirstPlaySum(node.first_plays.load(Relaxed));
        assert_eq!(
            sum,
            FirstPlaySum::join((u32::MAX / 2 + 512) / 2, (u32::MAX / 2 - 1 + 256) / 2)
        );
    }

    #[test]
    fn only_one_thread_may_make_the_children() {
        let node = Node::default();
        assert!(node.claim() && !node.claim());
        assert_eq!(node.children(), None);
        node.publish(Some((40, 3)));
        assert_eq!(node.children(), Some((40, 3)));
        assert!(!node.claim());
    }

    #[test]
    fn a_node_is_as_small_as_promised() {
        assert!(std::mem::size_of::<Node>() <= 56);
    }
}
