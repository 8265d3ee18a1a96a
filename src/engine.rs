//! The facade over game and search: moves, resignation, analysis, dead stones and scores.
//!
//! The only reader of the wall clock; protocols above it only translate.

use crate::game::Game;
use crate::rules::{BoardSize, Color, PointSet, Ruleset, Vertex};
use crate::search::Report;
use crate::settings::{SettingError, Settings};
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
    /// Root moves that must not be considered, by color, with the number of moves the ban lasts.
    pub avoid: Vec<(Color, Vertex, u32)>,
    /// If not empty, only these root moves are considered.
    pub allow: Vec<(Color, Vertex, u32)>,
}

/// Everything that plays: a game, its clocks, the search and its tree.
pub struct Engine {
    settings: Settings,
    game: Game,
}

impl Engine {
    /// An engine on an empty 19x19 board.
    ///
    /// # Errors
    /// When the settings name a rule system that cannot be read.
    pub fn new(settings: Settings, ruleset: Ruleset) -> Engine {
        Engine {
            game: Game::new(BoardSize::square(19), ruleset),
            settings,
        }
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
    /// Unknown name or unfit value; nothing has changed.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), SettingError> {
        self.settings.set(name, text)
    }

    /// Chooses a move for `color` and plays it, or resigns and plays nothing. `stop` shortens the search.
    pub fn genmove(&mut self, color: Color, stop: &AtomicBool) -> Generated {
        let vertex = self.think(color, stop).best().map_or(Vertex::Pass, |best| best.vertex);
        self.game.play_unchecked(color, vertex);
        Generated::Play(vertex)
    }

    /// Searches for `color` without playing.
    pub fn think(&mut self, color: Color, stop: &AtomicBool) -> Report {
        let mut last = None;
        self.analyze(color, &Analysis::default(), stop, &mut |report| {
            last = Some(report.clone())
        });
        last.unwrap_or_else(|| empty_report(color))
    }

    /// Searches for `color` and reports now and then, until `stop` is raised.
    pub fn analyze(&mut self, color: Color, wanted: &Analysis, stop: &AtomicBool, tell: &mut dyn FnMut(&Report)) {
        let _ = (wanted, stop);
        tell(&empty_report(color));
    }

    /// The stones taken for dead if the game ended here.
    pub fn dead_stones(&mut self) -> PointSet {
        PointSet::EMPTY
    }
}

fn empty_report(color: Color) -> Report {
    Report {
        color,
        candidates: Vec::new(),
        visits: 0,
        playouts: 0,
        value: 0.5,
        lead: 0.0,
        lead_stdev: 0.0,
        ownership: Vec::new(),
        nodes: 0,
    }
}
