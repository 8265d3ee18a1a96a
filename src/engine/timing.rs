//! How long a move may take.

use super::Engine;
use crate::rules::Color;
use crate::search::Progress;
use std::time::{Duration, Instant};

/// Where the engine reads the time that has passed since some moment.
pub(super) type Timer = Box<dyn Fn() -> Duration + Send + Sync>;

/// The time since now.
pub(super) fn wall_clock() -> Timer {
    let start = Instant::now();
    Box::new(move || start.elapsed())
}

/// The limits of one search in playouts and time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    pub playouts: u64,
    /// When a clear case ends.
    pub normal: Duration,
    /// When every case ends.
    pub maximum: Duration,
    /// When the judge is interrupted: the maximum where a clock runs, otherwise never.
    pub judging: Duration,
    pub early_stop: bool,
}

impl Allowance {
    pub(super) const fn unlimited() -> Allowance {
        Allowance {
            playouts: u64::MAX,
            normal: Duration::MAX,
            maximum: Duration::MAX,
            judging: Duration::MAX,
            early_stop: false,
        }
    }

    /// What is left for the search when judging the position may take so long; at least half.
    pub(super) fn less_judging(&self, judging: Duration) -> Allowance {
        let less = |limit: Duration| limit - judging.min(limit / 2);
        Allowance {
            normal: less(self.normal),
            maximum: less(self.maximum),
            ..*self
        }
    }

    /// Whether the search must end after so much time.
    ///
    /// Past the normal time it goes on while the first two moves are close or the most visited one is not the best,
    /// up to the maximum (Baudiš's `best2` and Huang, Coulom, Lin 2010: worth over 100 Elo on 19x19). Before, it ends
    /// when the second move cannot catch up in what is left of the normal time.
    pub(super) fn is_over(&self, elapsed: Duration, progress: &Progress) -> bool {
        if elapsed >= self.maximum {
            return true;
        }
        let (first, second) = progress.best_visits;
        let close = f64::from(second) * 1.7 > f64::from(first) || !progress.agreed;
        if elapsed >= self.normal {
            return !close;
        }
        if !self.early_stop || self.normal == Duration::MAX || elapsed < self.normal / 8 {
            return false;
        }
        let rate = progress.playouts as f64 / elapsed.as_secs_f64().max(1e-6);
        let coming = rate * (self.normal - elapsed).as_secs_f64();
        f64::from(first) > f64::from(second) + coming
    }
}

impl Engine {
    /// What the clock and the settings allow for a move of this color: playouts and time, whichever ends first. The
    /// time of a setting counts only without a clock.
    pub(super) fn time_for(&self, color: Color) -> Allowance {
        let playouts = match self.settings.playouts {
            0 => u64::MAX,
            playouts => playouts,
        };
        let lag = Duration::try_from_secs_f64(self.settings.lag).unwrap_or_default();
        if let Some(allotment) = self.clock.budget(color, self.moves_to_come(), lag) {
            return Allowance {
                playouts,
                normal: allotment.normal,
                maximum: allotment.maximum,
                judging: allotment.maximum,
                early_stop: true,
            };
        }
        let fixed = self.settings.move_time;
        let time = if playouts < u64::MAX || fixed == 0.0 {
            Duration::MAX
        } else {
            Duration::from_secs_f64(fixed)
        };
        Allowance {
            playouts,
            normal: time,
            maximum: time,
            judging: Duration::MAX,
            early_stop: true,
        }
    }

    /// Whether the choice of a move ends by itself, for either color.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        Color::BOTH.iter().all(|&color| {
            let allowance = self.time_for(color);
            allowance.playouts < u64::MAX || allowance.maximum < Duration::MAX
        })
    }

    /// A guess at the moves a player still has to make: games end with about a third of the points empty, and each
    /// player makes half of the moves.
    fn moves_to_come(&self) -> u32 {
        let empty = self.game.board().empty_points().len() as u32;
        empty * 7 / 20 + 1
    }

    /// How much of a handicap game's first half is left, from 1 to 0: until half of the points have been played on, White
    /// is behind on purpose. 0 in an even game.
    pub(super) fn handicap_left(&self) -> f64 {
        if self.game.handicap().stones < 2 {
            return 0.0;
        }
        let played = self.game.position().turns().len() as f64;
        (1.0 - played / (self.game.size().area() as f64 / 2.0)).max(0.0)
    }

    /// Points lent to White in a handicap game: all of [`Params::lent_per_stone`](crate::search::Params) at the start,
    /// nothing in the second half. In steps, since a new loan makes the tree worthless.
    pub(super) fn lent_to_white(&self) -> f32 {
        let stones = self.game.handicap().stones as f64;
        let share = self.game.size().area() as f64 / 361.0 * self.handicap_left();
        let points = self.settings.search.lent_per_stone * stones * share;
        ((points / 3.0).round() * 3.0) as f32
    }
}
