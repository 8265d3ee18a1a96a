//! The facade over game and search: moves, resignation, analysis, dead stones and scores.
//!
//! The only reader of the wall clock; protocols above it only translate.

mod cleanup;
mod judge;
mod passing;
mod recovery;
#[cfg(test)]
mod tests;
mod timing;

pub use judge::{Judgement, Status};

use crate::game::{Clock, Game, TimeControl};
use crate::net::{self, Network};
use crate::rules::{BoardSize, ByColor, Color, Ruleset, Vertex};
use crate::search::{Budget, Report, Request, Searcher, View};
use crate::settings::{self, AUTO_NET, BUILT_IN_NET, NO_NET, SettingError, Settings};
use rand::RngExt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What `genmove` decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generated {
    /// The move, which has been played.
    Play(Vertex),
    /// The game is given up; nothing has been played.
    Resign,
}

/// What an analysis looks at and how often it reports.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// Time between reports; `None`: only one at the end.
    pub interval: Option<Duration>,
    /// Root moves to leave out.
    pub avoid: Vec<Vertex>,
    /// If not empty, the only root moves to look at.
    pub allow: Vec<Vertex>,
    /// Whether to count for each candidate who owns each point.
    pub owners_by_move: bool,
    /// Whether points are lent to White in a handicap game, as they are when a move is chosen; without, values are those
    /// of the real game.
    pub lends: bool,
}

/// A client that asks for rare reports still wants to see within 100 milliseconds that something happens.
const FIRST_REPORT: Duration = Duration::from_millis(40);

/// Everything that plays: a game, the search and its tree, the clocks.
pub struct Engine {
    settings: Settings,
    game: Game,
    searcher: Searcher,
    /// The network that was read from a file, with its name, whether it is asked or not.
    net: Option<(String, Arc<Network>)>,
    clock: Clock,
    seed: u64,
    /// Searches made since the seed was set; each has a seed of its own.
    searches: u64,
    /// Lost moves in a row, by color.
    hopeless: ByColor<u32>,
    read: Option<judge::Read>,
    timer: timing::Timer,
    /// When work for the next move began, if that was before `genmove`.
    begun: Option<Duration>,
    /// What judging took at the last own move.
    judging: Duration,
}

impl Engine {
    /// An engine on an empty 19x19 board under this ruleset.
    #[must_use]
    pub fn new(settings: Settings, ruleset: Ruleset) -> Engine {
        let mut engine = Engine {
            game: Game::new(BoardSize::square(19), ruleset),
            searcher: Searcher::new(settings.memory_mb << 20),
            net: None,
            clock: Clock::default(),
            seed: 0,
            searches: 0,
            hopeless: ByColor::default(),
            read: None,
            timer: timing::wall_clock(),
            begun: None,
            judging: Duration::ZERO,
            settings,
        };
        engine.reseed(engine.settings.seed);
        engine
    }

    /// Gives the engine a network to ask, by the name that the option `net` has for it.
    pub fn set_net(&mut self, name: &str, net: Arc<Network>) {
        self.settings.net = name.into();
        self.net = Some((name.into(), net));
        self.searcher.clear();
    }

    /// The network that is asked, if any.
    #[must_use]
    pub fn net(&self) -> Option<&Network> {
        network(&self.settings, self.net.as_ref())
    }

    /// Puts a fault into the next search.
    #[cfg(test)]
    pub(crate) fn break_search(&mut self, fault: crate::search::Fault) {
        self.searcher.fault = Some(fault);
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game, to be changed; what the search knew of other positions is dropped when it next runs.
    pub const fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The effective configuration.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes one option by its row name.
    ///
    /// # Errors
    /// Unknown name or unfit value; nothing has changed. No file is read: `net` is `auto`, `built-in`, `none` or the name of the
    /// network given by [`set_net`](Engine::set_net).
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), SettingError> {
        let is_known = !settings::is_net_file(text) || self.net.as_ref().is_some_and(|(known, _)| known == text);
        if name == "net" && !is_known {
            return Err(SettingError::Net(text.into()));
        }
        self.settings.set(name, text)?;
        match name {
            "seed" => self.reseed(self.settings.seed),
            "net" => self.searcher.clear(),
            "memory_mb" => self.searcher.set_memory(self.settings.memory_mb << 20),
            _ => {}
        }
        Ok(())
    }

    /// The seed in force.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Starts the random numbers afresh; 0 takes a seed by chance.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = if seed == 0 {
            rand::rng().random_range(1..1 << 48)
        } else {
            seed
        };
        self.searches = 0;
        self.searcher.clear();
    }

    /// Forgets everything that was searched.
    pub fn clear_cache(&mut self) {
        self.searcher.clear();
        self.read = None;
    }

    /// Tells the engine that a new game starts: the game is cleared, ruleset, komi and options stay.
    pub fn new_game(&mut self) {
        self.game.clear();
        self.searcher.clear();
        self.clock.restart();
        self.begun = None;
        self.judging = Duration::ZERO;
        self.hopeless = ByColor::default();
    }

    /// The clocks, as far as the engine has been told.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// New time settings, for both players; they replace the old ones entirely.
    pub fn set_time(&mut self, control: TimeControl) {
        self.clock.set(control);
    }

    /// What the controller says is left on a clock; see [`Clock::time_left`].
    pub fn time_left(&mut self, color: Color, seconds: f64, count: u32) {
        self.clock.time_left(color, seconds, count);
    }

    /// Chooses a move for `color` and plays it, or resigns and plays nothing. `stop` shortens the search.
    pub fn genmove(&mut self, color: Color, stop: &AtomicBool) -> Generated {
        self.genmove_telling(color, &Analysis::default(), stop, &mut |_| {})
    }

    /// [`genmove`](Engine::genmove) that reports while it thinks. Points are always lent. Should a fault in the program
    /// spoil the choice, some legal move is played, because a game waits for one.
    pub fn genmove_telling(
        &mut self,
        color: Color,
        wanted: &Analysis,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Report),
    ) -> Generated {
        let start = self.begun.take().unwrap_or_else(|| (self.timer)());
        let decided = self.decide_or_recover(start, color, wanted, stop, tell);
        let elapsed = (self.timer)().saturating_sub(start);
        self.clock.spend(color, elapsed);
        match decided {
            Some(vertex) => {
                self.game.play_unchecked(color, vertex);
                Generated::Play(vertex)
            }
            None => Generated::Resign,
        }
    }

    /// What `genmove` would decide, without playing: `None` is resignation.
    pub fn decide(
        &mut self,
        color: Color,
        wanted: &Analysis,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Report),
    ) -> Option<Vertex> {
        self.decide_since((self.timer)(), color, wanted, stop, tell)
    }

    fn decide_since(
        &mut self,
        start: Duration,
        color: Color,
        wanted: &Analysis,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Report),
    ) -> Option<Vertex> {
        if color == Color::White && self.game.handicap_passes_left() > 0 {
            return Some(Vertex::Pass);
        }
        let wanted = &Analysis {
            lends: true,
            ..wanted.clone()
        };
        let time = self.time_for(color);
        let judging = std::mem::take(&mut self.judging);
        let report = self.search(color, wanted, &time.less_judging(judging), start, stop, tell);
        tell(&report);
        let searched = (self.timer)();
        log::info!("{}", summary(&report, searched.saturating_sub(start)));
        self.choose(&report, start.saturating_add(time.judging))
    }

    /// Searches for `color` as long as a move takes, without playing or resigning.
    pub fn think(&mut self, color: Color, wanted: &Analysis, stop: &AtomicBool) -> Report {
        let start = (self.timer)();
        let time = self.time_for(color);
        self.search(color, wanted, &time, start, stop, &mut |_| {})
    }

    /// Searches for `color` as long as a move may take, also when the best move is clear, without playing.
    pub fn study(&mut self, color: Color, stop: &AtomicBool) -> Report {
        let start = (self.timer)();
        let mut time = self.time_for(color);
        time.early_stop = false;
        self.search(color, &Analysis::default(), &time, start, stop, &mut |_| {})
    }

    /// Searches for `color` and reports now and then, until `stop` is raised.
    pub fn analyze(&mut self, color: Color, wanted: &Analysis, stop: &AtomicBool, tell: &mut dyn FnMut(&Report)) {
        let time = timing::Allowance::unlimited();
        let report = self.search(color, wanted, &time, (self.timer)(), stop, tell);
        tell(&report);
    }

    fn search(
        &mut self,
        color: Color,
        wanted: &Analysis,
        time: &timing::Allowance,
        start: Duration,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Report),
    ) -> Report {
        let seed = self.next_seed();
        let request = Request {
            color,
            threads: self.threads(),
            seed,
            params: &self.settings.search,
            avoid: &wanted.avoid,
            allow: &wanted.allow,
            lent: if wanted.lends { self.lent_to_white() } else { 0.0 },
            net: network(&self.settings, self.net.as_ref()),
            owners_by_move: wanted.owners_by_move,
        };
        let mut due = wanted.interval.map(|interval| interval.min(FIRST_REPORT));
        let timer = &self.timer;
        let mut tick = |view: &dyn View| {
            let elapsed = timer().saturating_sub(start);
            if let (Some(next), Some(interval)) = (due, wanted.interval)
                && elapsed >= next
            {
                due = Some(elapsed.saturating_add(interval));
                tell(&view.report());
            }
            !time.is_over(elapsed, &view.progress())
        };
        let mut budget = Budget {
            playouts: time.playouts,
            stop,
            early_stop: time.early_stop,
            tick: &mut tick,
        };
        self.searcher.search(&self.game, &request, &mut budget)
    }

    fn threads(&self) -> usize {
        match self.settings.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    fn next_seed(&mut self) -> u64 {
        self.searches += 1;
        self.seed
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .wrapping_add(self.searches)
    }
}

/// The network that the option `net` stands for; `read` is the one from a file.
fn network<'a>(settings: &Settings, read: Option<&'a (String, Arc<Network>)>) -> Option<&'a Network> {
    match settings.net.as_str() {
        NO_NET => None,
        AUTO_NET => net::built_in_if_fast(),
        BUILT_IN_NET => Some(net::built_in()),
        name => read.filter(|(known, _)| known == name).map(|(_, net)| &**net),
    }
}

fn summary(report: &Report, elapsed: Duration) -> String {
    let best = report.best().map_or_else(String::new, |best| {
        let line: Vec<String> = best
            .principal_variation
            .iter()
            .take(8)
            .map(ToString::to_string)
            .collect();
        format!(
            " best {} value {:.3} lead {:+.1} pv {}",
            best.vertex,
            best.value,
            best.lead,
            line.join(" ")
        )
    });
    format!(
        "{} playouts in {:.2} s, {} visits, {} nodes, value {:.3}{best}",
        report.playouts,
        elapsed.as_secs_f64(),
        report.visits,
        report.nodes,
        report.value
    )
}
