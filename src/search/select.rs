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

/// The place of the child that a network's policy and the results so far speak for among those `allowed` (PUCT,
/// Rosin 2011, in the form of AlphaGo Zero). Children keep the policy as wins of their prior.
pub(super) fn most_promising(
    family: &[Node],
    parent: &Node,
    params: &Params,
    allowed: impl Fn(u16) -> bool,
) -> Option<usize> {
    let visited = |child: &&Node| child.visits() > 0;
    let seen: f32 = family.iter().filter(visited).map(|child| child.prior().1).sum();
    let parent_value = 1.0 - parent.mean().unwrap_or(0.5) as f32;
    let unvisited = parent_value - params.net_reduction as f32 * seen.sqrt();
    let exploration = params.net_exploration as f32 * (parent.visits().max(1) as f32).sqrt();
    let promise = |numbers: &Numbers| {
        let visits = numbers.visits as f32;
        let value = if visits > 0.0 {
            numbers.wins as f32 / visits
        } else {
            unvisited
        };
        value + exploration * numbers.prior_wins / (1.0 + visits)
    };
    highest(family, promise, allowed)
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
    fn the_policy_decides_at_first_and_results_in_the_end() {
        let family: Vec<Node> = (0..3).map(|_| Node::default()).collect();
        for (node, policy) in family.iter().zip([0.2, 0.7, 0.1]) {
            node.reset(1, 0.0, policy);
        }
        let parent = Node::default();
        parent.reset(1, 0.0, 0.0);
        let params = Params::default();
        let mut visits = [0; 3];
        for _ in 0..3000 {
            parent.enter();
            let place = most_promising(&family, &parent, &params, |_| true).unwrap();
            let value = [0.6, 0.4, 0.3][place];
            family[place].enter();
            family[place].add(value, 0.0);
            parent.add(1.0 - value, 0.0);
            if visits == [0; 3] {
                assert_eq!(place, 1);
            }
            visits[place] += 1;
        }
        assert!(
            visits[0] > 2000 && visits.iter().all(|&visits| visits > 0),
            "{visits:?}"
        );
        assert_eq!(most_promising(&family, &parent, &params, |_| false), None);
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
