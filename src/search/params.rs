//! The numbers of the search, each with its default and its reason.

use crate::rules::BoardSize;

/// What the search goes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// Weight of the first-play statistics (RAVE, Gelly and Silver 2007): at this many visits of a child they
    /// count as much as its own.
    pub rave_equivalence: f64,
    /// Visits of a leaf before its children are made.
    pub expand_visits: u32,
    /// Weight of the exploration term `sqrt(ln(parent) / visits)`; first-play statistics and priors explore already.
    pub exploration: f64,
    /// Share of the margin in a playout's value: enough to prefer winning by more when nothing else tells.
    pub margin_share: f64,
    /// Equivalent visits at an even result that every move starts with.
    pub prior_even: f64,
    /// Equivalent wins of a move that is certain to be played; others get them by the square root of their probability
    /// (as Pachi does).
    pub prior_wins: f64,
    /// Whether playouts are uniformly random instead of following the full policy.
    pub light_playouts: bool,
    /// Share of the network in the value of a leaf, the rest being the playout's.
    pub net_share: f64,
    /// Weight of the network's policy in the choice of moves: `c` in `c·p·√N / (1 + n)`.
    pub net_exploration: f64,
    /// How much less than its parent an unvisited move is believed to be worth, by the root of the policy visited.
    pub net_reduction: f64,
    /// Visits of a leaf before the network is asked and its children are made.
    pub net_expand_visits: u32,
    /// Points lent to White for each handicap stone on 19x19 at the start of the game (dynamic komi, Baudiš 2011).
    pub lent_per_stone: f64,
}

/// Up to this many points a board can be searched to the end, where first-play statistics only mislead: a
/// point is played on many times.
const TINY: usize = 16;

/// Lines of the smallest board that networks learn from.
const LEARNED: usize = 7;

/// Exploration where long cycles are draws: a line that ends in one has no playouts, so nothing is learned from it of the
/// moves beside it.
const CYCLE_EXPLORATION: f64 = 0.05;

impl Params {
    /// Whether a network is asked on boards of this size: not on smaller ones than it has learned from, where playouts see
    /// more.
    #[must_use]
    pub fn asks_net(size: BoardSize) -> bool {
        size.width().min(size.height()) >= LEARNED
    }

    /// The numbers for a board: on tiny ones plain UCT (Kocsis and Szepesvári 2006), which converges, without a prior, which
    /// was learned on larger ones; more exploration where long cycles are draws.
    #[must_use]
    pub fn on(&self, size: BoardSize, cycle_draws: bool) -> Params {
        let mut params = *self;
        if cycle_draws {
            params.exploration = params.exploration.max(CYCLE_EXPLORATION);
        }
        if size.area() <= TINY {
            params.rave_equivalence = 0.0;
            params.exploration = params.exploration.max(0.7);
            params.expand_visits = 1;
            params.prior_wins = 0.0;
        }
        params
    }
}

impl Default for Params {
    fn default() -> Self {
        Params {
            rave_equivalence: 1000.0,
            expand_visits: 3,
            exploration: 0.0,
            margin_share: 0.03,
            prior_even: 10.0,
            prior_wins: 400.0,
            light_playouts: false,
            net_share: 0.7,
            net_exploration: 0.6,
            net_reduction: 0.2,
            net_expand_visits: 0,
            lent_per_stone: 0.0,
        }
    }
}
