//! Which child a playout goes through.

use super::node::{Node, Numbers};
use super::params::Params;

/// How promising a move is for the player who makes it, from its own results, its first-play statistics and its
/// prior.
///
/// Results and prior form one mean; the first-play mean is mixed in with a weight that fades as visits grow
/// (Gelly and Silver 2007, in the form of Baudiš's michi).
#[inline(always)]
pub(super) fn urgency(numbers: &Numbers, equivalence: f32) -> f32 {
    let visits = all_visits(numbers);
    let mean = (numbers.wins as f32 + numbers.prior_wins) / visits;
    let first_plays = numbers.first_play_visits;
    if first_plays > 0.0 && equivalence > 0.0 {
        let first_play_mean = numbers.first_play_wins / first_plays;
        let weight = first_plays / (first_plays + visits + first_plays * visits / equivalence);
        weight * first_play_mean + (1.0 - weight) * mean
    } else {
        mean
    }
}

/// Visits, those of the prior included.
#[inline(always)]
fn all_visits(numbers: &Numbers) -> f32 {
    numbers.visits as f32 + numbers.prior_visits
}

/// The place of the most urgent child among those `allowed`.
pub(super) fn most_urgent(
    family: &[Node],
    parent_visits: u32,
    params: &Params,
    allowed: impl Fn(u16) -> bool,
) -> Option<usize> {
    let equivalence = params.rave_equivalence as f32;
    // Without exploration, as on most boards, no child is asked for a square root.
    if params.exploration > 0.0 {
        let exploration = params.exploration as f32 * (f64::from(parent_visits.max(2)).ln().sqrt() as f32);
        let explored = |numbers: &Numbers| urgency(numbers, equivalence) + exploration / all_visits(numbers).sqrt();
        highest(family, explored, allowed)
    } else {
        highest(family, |numbers| urgency(numbers, equivalence), allowed)
    }
}

/// The first place of the highest urgency.
#[inline(always)]
fn highest(family: &[Node], urgency: impl Fn(&Numbers) -> f32, allowed: impl Fn(u16) -> bool) -> Option<usize> {
    let mut best = None;
    let mut best_urgency = f32::NEG_INFINITY;
    for (place, child) in family.iter().enumerate() {
        let urgency = urgency(&child.numbers());
        if urgency > best_urgency && allowed(child.mv()) {
            best_urgency = urgency;
            best = Some(place);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(visits: u32, wins: f64) -> Numbers {
        Numbers {
            visits,
            wins,
            prior_visits: 10.0,
            prior_wins: 5.0,
            ..Numbers::default()
        }
    }

    #[test]
    fn first_plays_decide_at_first_and_own_results_in_the_end() {
        let mut young = numbers(0, 0.0);
        young.first_play_visits = 100.0;
        young.first_play_wins = 90.0;
        let mut old = numbers(1_000_000, 200_000.0);
        old.first_play_visits = 100.0;
        old.first_play_wins = 90.0;
        assert!(urgency(&young, 3000.0) > 0.8);
        assert!((urgency(&old, 3000.0) - 0.2).abs() < 0.01);
        assert!((urgency(&young, 0.0) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn a_forbidden_child_is_never_chosen() {
        let family: Vec<Node> = (0..3).map(|_| Node::default()).collect();
        for (place, node) in family.iter().enumerate() {
            node.reset(place as u16, 10.0, 5.0 + place as f32);
        }
        let params = Params::default();
        assert_eq!(most_urgent(&family, 5, &params, |_| true), Some(2));
        assert_eq!(most_urgent(&family, 5, &params, |mv| mv != 2), Some(1));
        assert_eq!(most_urgent(&family, 5, &params, |_| false), None);
    }
}
