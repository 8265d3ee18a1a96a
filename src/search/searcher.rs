//! Runs searches and keeps the tree between them.

use super::budget::{Budget, View};
use super::expand::renew_policy;
use super::params::Params;
use super::report::Report;
use super::snapshot::Snapshot;
use super::tree::{ROOT, Tree};
use super::worker::{PASS, Shared, Totals, Worker};
use crate::game::Game;
use crate::net::{self, Cache, Network, Room};
use crate::playout::{PlayoutRules, Policy, PolicyParams, Root, Spot};
use crate::rules::ruleset::DeadStones;
use crate::rules::{BoardSize, Color, Vertex};
use crate::with_board_class;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Playouts between two ticks of the first thread.
const TICK: u64 = if cfg!(fuzzing) { 4 } else { 32 };

/// What to search and how.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Who is to move.
    pub color: Color,
    /// Threads, at least 1. One thread with a fixed seed and number of playouts finds the same every time.
    pub threads: usize,
    /// Seed of this search.
    pub seed: u64,
    /// The search's numbers.
    pub params: &'a Params,
    /// Root moves to leave out; a pass is left out only when named.
    pub avoid: &'a [Vertex],
    /// If not empty, the only root moves to look at.
    pub allow: &'a [Vertex],
    /// Points lent to White while searching, so that a handicap game is not lost or won from the start (dynamic
    /// komi, Baudiš 2011). Reported values are with the loan, reported leads without.
    pub lent: f32,
    /// The network to ask, if any. The tree is forgotten when it comes or goes; a caller that exchanges it
    /// [clears](Searcher::clear) the tree.
    pub net: Option<&'a Network>,
    /// Whether to say for each candidate who ends up owning each point; costs some speed.
    pub owners_by_move: bool,
}

/// The position a tree belongs to: what its values depend on, and the turns that led there.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    rules: PlayoutRules,
    params: Params,
    has_net: bool,
    size: BoardSize,
    start: u64,
    forced_passes: u8,
    turns: Vec<(Color, Vertex)>,
    to_move: Color,
}

/// What the network said may take this part of the tree's memory besides it.
const CACHE_PART: usize = 8;

/// The search and its tree.
pub struct Searcher {
    tree: Tree,
    cache: Cache,
    bytes: usize,
    known: Option<Known>,
    /// For the next search only.
    #[cfg(test)]
    pub(crate) fault: Option<Fault>,
}

/// A fault that a test puts into a search.
#[cfg(test)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    /// The thread that fails; 0 is the one that watches the budget.
    pub thread: u64,
    /// How many playouts it finishes before it fails in the next.
    pub after: u32,
}

impl Searcher {
    /// A search whose tree never takes more than this many bytes; with a network, what that said takes an eighth more.
    #[must_use]
    pub fn new(bytes: usize) -> Searcher {
        Searcher {
            tree: Tree::new(bytes),
            cache: Cache::new(bytes / CACHE_PART),
            bytes,
            known: None,
            #[cfg(test)]
            fault: None,
        }
    }

    /// Forgets the tree, and what the network said, and gives the memory back.
    pub fn clear(&mut self) {
        self.cache.clear();
        if self.known.take().is_some() {
            self.tree = Tree::new(self.bytes);
        }
    }

    /// Changes the memory bound; the tree is forgotten when it differs.
    pub fn set_memory(&mut self, bytes: usize) {
        if bytes != self.bytes {
            *self = Searcher::new(bytes);
        }
    }

    /// Searches the game's position within the budget. A fault in one of the threads ends the search with what has been
    /// found, which may be nothing.
    pub fn search(&mut self, game: &Game, request: &Request<'_>, budget: &mut Budget<'_>) -> Report {
        with_board_class!(game.size(), N => self.run::<N>(game, request, budget))
    }

    fn run<const N: usize>(&mut self, game: &Game, request: &Request<'_>, budget: &mut Budget<'_>) -> Report {
        let mut rules = PlayoutRules::of_game(game);
        rules.white_bonus += request.lent;
        let root = root_of::<N>(game, request.color, &rules);
        // Where the winner is known whoever owns what, the network has nothing to say: it was never shown such a game.
        let is_decided = rules.offset(&root.board).abs() > game.size().area() as f32;
        let net = request.net.filter(|_| Params::asks_net(game.size()) && !is_decided);
        if net.is_some() {
            self.cache.fit(game.size().area());
        }
        let params = &request.params.on(game.size(), rules.cycle_draws);
        self.adopt(game, request, net.is_some(), &rules, &root);
        if let Some((net, family)) = net
            .filter(|_| params.net_exploration > 0.0)
            .zip(self.tree.node(ROOT).children())
        {
            // At the root all symmetries are worth their time, also where a former search has made the children.
            let view = net::View::new(&root.board, &root.line, &rules);
            let mut room = Room::default();
            renew_policy(
                self.tree.family(family),
                &root.board,
                net.evaluate_all(&view, &mut room),
            );
        }
        let policy = policy_of(params);
        let mut allowed = vec![request.allow.is_empty(); N];
        let index = |vertex: &Vertex| Spot::<N>::of_vertex(*vertex).map_or(usize::from(PASS), |spot| spot.index());
        request.allow.iter().for_each(|vertex| allowed[index(vertex)] = true);
        request.avoid.iter().for_each(|vertex| allowed[index(vertex)] = false);

        let running = Running {
            playouts: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            is_full: AtomicBool::new(false),
            has_failed: AtomicBool::new(false),
            totals: Mutex::new(Totals::default()),
            color: request.color,
            lent: f64::from(request.lent),
            #[cfg(test)]
            fault: self.fault.take(),
        };
        let mut round = 0;
        loop {
            let shared = Shared {
                tree: &self.tree,
                root: &root,
                rules: &rules,
                params,
                policy: &policy,
                agrees: game.ruleset().dead_stones == DeadStones::Agreed,
                allowed: &allowed,
                owners_by_move: request.owners_by_move,
                net,
                cache: &self.cache,
            };
            run_threads(&shared, &running, request, budget, round);
            if !running.is_full.load(Relaxed) || running.stop.load(Relaxed) {
                let view = Snapshot {
                    shared: &shared,
                    running: &running,
                };
                let report = view.report();
                if running.has_failed.load(Relaxed) {
                    // A playout was left half made; nothing is built on that.
                    self.known = None;
                }
                return report;
            }
            self.tree.keep(ROOT);
            running.is_full.store(false, Relaxed);
            round += 1;
        }
    }

    /// Keeps of the tree what belongs to the game's position, or starts a new one.
    fn adopt<const N: usize>(
        &mut self,
        game: &Game,
        request: &Request<'_>,
        has_net: bool,
        rules: &PlayoutRules,
        root: &Root<N>,
    ) {
        let position = game.position();
        let fresh = Known {
            rules: *rules,
            params: *request.params,
            has_net,
            size: game.size(),
            start: position.history().occurrences().first().map_or(0, |start| start.hash),
            forced_passes: root.board.counters.forced_passes,
            turns: position.turns().iter().map(|turn| (turn.color, turn.vertex)).collect(),
            to_move: request.color,
        };
        let found = self.known.as_ref().and_then(|known| self.follow::<N>(known, &fresh));
        match found {
            Some(ROOT) => {}
            Some(index) => self.tree.keep(index),
            None => self.tree.clear(),
        }
        self.known = Some(fresh);
    }

    /// The node that the turns since the last search lead to.
    fn follow<const N: usize>(&self, known: &Known, fresh: &Known) -> Option<u32> {
        let same = known.rules == fresh.rules
            && known.params == fresh.params
            && known.has_net == fresh.has_net
            && known.size == fresh.size
            && known.start == fresh.start
            && known.forced_passes >= fresh.forced_passes;
        let new_turns = fresh.turns.strip_prefix(known.turns.as_slice()).filter(|_| same)?;
        let mut index = ROOT;
        let mut to_move = known.to_move;
        for &(color, vertex) in new_turns {
            if color != to_move {
                return None;
            }
            to_move = to_move.opponent();
            let mv = Spot::<N>::of_vertex(vertex).map_or(PASS, |spot| spot.index() as u16);
            let family = self.tree.node(index).children()?;
            let place = self.tree.family(family).iter().position(|child| child.mv() == mv)?;
            index = family.0 + place as u32;
        }
        (to_move == fresh.to_move).then_some(index)
    }
}

/// How playouts choose their moves.
fn policy_of(params: &Params) -> Policy {
    if params.light_playouts {
        Policy::Light
    } else {
        Policy::Full(PolicyParams::default())
    }
}

/// The game's position for playouts, with what only the game knows.
fn root_of<const N: usize>(game: &Game, color: Color, rules: &PlayoutRules) -> Root<N> {
    let mut root = Root::<N>::of_game(game, rules);
    let counters = &mut root.board.counters;
    counters.to_move = color;
    if !game.phase().is_playing() {
        counters.passes_in_row = 0;
    }
    root
}

/// What the threads of one search share and change.
pub(super) struct Running<const N: usize> {
    pub playouts: AtomicU64,
    stop: AtomicBool,
    is_full: AtomicBool,
    has_failed: AtomicBool,
    pub totals: Mutex<Totals<N>>,
    pub color: Color,
    pub lent: f64,
    #[cfg(test)]
    fault: Option<Fault>,
}

impl<const N: usize> Running<N> {
    fn goes_on(&self) -> bool {
        !self.stop.load(Relaxed) && !self.is_full.load(Relaxed)
    }

    /// Runs a thread's part. When it fails the others must hear of it: they wait for nothing but the stop.
    fn guard(&self, part: impl FnOnce()) {
        if catch_unwind(AssertUnwindSafe(part)).is_err() {
            log::error!("a fault in a search thread: the search ends with what it has found");
            self.has_failed.store(true, Relaxed);
            self.stop.store(true, Relaxed);
        }
    }
}

fn run_threads<const N: usize>(
    shared: &Shared<'_, N>,
    running: &Running<N>,
    request: &Request<'_>,
    budget: &mut Budget<'_>,
    round: u64,
) {
    let limit = budget.playouts;
    let worker = |thread: u64| {
        let seed = request.seed.wrapping_add(thread << 32).wrapping_add(round << 48);
        let worker = Worker::new(shared.root, seed);
        #[cfg(test)]
        let worker = match running.fault.filter(|fault| fault.thread == thread) {
            Some(fault) => worker.failing_after(fault.after),
            None => worker,
        };
        worker
    };
    std::thread::scope(|scope| {
        for thread in 1..request.threads as u64 {
            scope.spawn(move || {
                running.guard(|| {
                    let mut worker = worker(thread);
                    while running.goes_on() {
                        work(shared, running, &mut worker, limit);
                    }
                });
            });
        }
        running.guard(|| {
            let mut worker = worker(0);
            while running.goes_on() {
                work(shared, running, &mut worker, limit);
                let view = Snapshot { shared, running };
                if budget.is_stopped() || (budget.early_stop && view.is_decided(limit)) || !(budget.tick)(&view) {
                    running.stop.store(true, Relaxed);
                }
            }
        });
    });
}

/// A few playouts of one thread.
fn work<const N: usize>(shared: &Shared<'_, N>, running: &Running<N>, worker: &mut Worker<N>, limit: u64) {
    for _ in 0..TICK {
        if running.playouts.fetch_add(1, Relaxed) >= limit {
            running.playouts.fetch_sub(1, Relaxed);
            running.stop.store(true, Relaxed);
            break;
        }
        if !worker.play(shared) {
            running.is_full.store(true, Relaxed);
            break;
        }
    }
    if let Ok(mut totals) = running.totals.lock() {
        totals.take(&mut worker.totals);
    }
}
