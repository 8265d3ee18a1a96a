//! The players' clocks: what a controller says about time, and how much of it a move may take.
//!
//! Nothing here reads a clock. The owner says how long a move took ([`Clock::spend`]) or passes on what the
//! controller says ([`Clock::time_left`]), and asks before each move how long it may think ([`Clock::budget`]).

use crate::rules::{ByColor, Color};
use std::time::Duration;

/// Longer times are taken for this, about thirty years.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// The answer when nothing is known but that time is short.
const FAST: Allotment = Allotment {
    normal: Duration::from_millis(100),
    maximum: Duration::from_millis(200),
};

/// Fewer own moves than this are never counted on: games last longer than they seem to.
const LEAST_MOVES: u32 = 10;

/// How the time of a game is limited, the same for both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// Not at all.
    #[default]
    Unlimited,
    /// One time for the whole game. A time of 0 means that it is not known: play fast.
    Absolute {
        /// For all moves together.
        main: Duration,
    },
    /// After the main time, so many stones in each period.
    Canadian {
        /// Before overtime.
        main: Duration,
        /// Length of a period, more than 0.
        period: Duration,
        /// Moves that have to be made in it, at least 1.
        stones: u32,
    },
    /// After the main time, periods of which one is lost whenever a move takes longer.
    ByoYomi {
        /// Before overtime.
        main: Duration,
        /// Length of a period, more than 0.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
    /// Time is added after every move.
    Fischer {
        /// At the start.
        main: Duration,
        /// Added after a move.
        increment: Duration,
        /// The clock never shows more than this.
        cap: Option<Duration>,
        /// No move may take longer than this.
        max_per_move: Option<Duration>,
    },
}

/// Seconds as controllers write them: not a number and less than 0 are 0.
fn seconds(value: f64) -> Duration {
    if value.is_nan() || value <= 0.0 {
        return Duration::ZERO;
    }
    Duration::try_from_secs_f64(value).map_or(LONGEST, |time| time.min(LONGEST))
}

impl TimeControl {
    /// GTP's `time_settings`: main time and overtime in seconds, stones per period.
    ///
    /// Overtime without stones is no limit at all (`0 1 0`, `1 1 0`); without overtime the main time is absolute.
    #[must_use]
    pub fn from_gtp(main: f64, overtime: f64, stones: u32) -> TimeControl {
        match (overtime > 0.0, stones) {
            (true, 0) => TimeControl::Unlimited,
            (true, _) => TimeControl::canadian(main, overtime, stones),
            (false, _) => TimeControl::absolute(main),
        }
    }

    /// Absolute time in seconds.
    #[must_use]
    pub fn absolute(main: f64) -> TimeControl {
        TimeControl::Absolute { main: seconds(main) }
    }

    /// Canadian overtime, in seconds; absolute when there is no period or nothing has to be played in it.
    #[must_use]
    pub fn canadian(main: f64, period: f64, stones: u32) -> TimeControl {
        let (main, period) = (seconds(main), seconds(period));
        if period.is_zero() || stones == 0 {
            return TimeControl::Absolute { main };
        }
        TimeControl::Canadian { main, period, stones }
    }

    /// Japanese byo-yomi, in seconds; absolute when there is no period.
    #[must_use]
    pub fn byo_yomi(main: f64, period: f64, periods: u32) -> TimeControl {
        let (main, period) = (seconds(main), seconds(period));
        if period.is_zero() || periods == 0 {
            return TimeControl::Absolute { main };
        }
        TimeControl::ByoYomi { main, period, periods }
    }

    /// Fischer time, in seconds; a negative cap or limit per move means none.
    #[must_use]
    pub fn fischer(main: f64, increment: f64, cap: f64, max_per_move: f64) -> TimeControl {
        let limit = |value: f64| (value >= 0.0).then(|| seconds(value));
        TimeControl::Fischer {
            main: seconds(main),
            increment: seconds(increment),
            cap: limit(cap),
            max_per_move: limit(max_per_move),
        }
    }
}

/// How long a move may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allotment {
    /// Enough for a usual move.
    pub normal: Duration,
    /// Never to be exceeded; at least `normal`.
    pub maximum: Duration,
}

/// One player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    control: TimeControl,
    /// Main time left.
    main: Duration,
    /// Left in the present period.
    period: Duration,
    /// Stones to play in it, or periods left with it.
    count: u32,
    /// Whether `main` is what a controller said.
    told: bool,
}

impl Side {
    fn new(control: TimeControl) -> Side {
        let (main, period, count) = match control {
            TimeControl::Unlimited => (Duration::ZERO, Duration::ZERO, 0),
            TimeControl::Absolute { main } | TimeControl::Fischer { main, .. } => (main, Duration::ZERO, 0),
            TimeControl::Canadian { main, period, stones } => (main, period, stones),
            TimeControl::ByoYomi { main, period, periods } => (main, period, periods),
        };
        Side {
            control,
            main,
            period,
            count,
            told: false,
        }
    }

    fn told(control: TimeControl, left: Duration, count: u32) -> Side {
        let mut side = Side::new(control);
        side.told = true;
        match control {
            // Some controllers send no settings.
            TimeControl::Unlimited if left.is_zero() && count == 0 => return Side::new(control),
            TimeControl::Unlimited | TimeControl::Absolute { .. } if count == 0 => {
                side.control = TimeControl::Absolute { main: left };
                side.main = left;
            }
            TimeControl::Unlimited | TimeControl::Absolute { .. } => {
                side = Side {
                    control: TimeControl::Canadian {
                        main: Duration::ZERO,
                        period: left.max(Duration::from_millis(1)),
                        stones: count,
                    },
                    main: Duration::ZERO,
                    period: left,
                    count,
                    told: true,
                };
            }
            TimeControl::Canadian { .. } | TimeControl::ByoYomi { .. } if count == 0 => side.main = left,
            // More than the period for the stones is a reserve, as where Fischer time is sent as Canadian.
            TimeControl::Canadian { period, .. } => {
                side.main = left.saturating_sub(period);
                side.period = left.min(period);
                side.count = count;
            }
            TimeControl::ByoYomi { period, .. } => {
                side.main = Duration::ZERO;
                side.period = left.min(period);
                side.count = count;
            }
            TimeControl::Fischer { .. } => side.main = left,
        }
        side
    }

    /// Takes the time of a move off; false when the time is over.
    fn spend(&mut self, elapsed: Duration) -> bool {
        let in_overtime = self.main.is_zero() || elapsed > self.main;
        let over = elapsed.saturating_sub(self.main);
        self.main = self.main.saturating_sub(elapsed);
        match self.control {
            TimeControl::Unlimited => true,
            TimeControl::Absolute { .. } => over.is_zero(),
            TimeControl::Canadian { period, stones, .. } => {
                if !in_overtime {
                    return true;
                }
                let in_time = over <= self.period;
                self.period = self.period.saturating_sub(over);
                self.count = self.count.saturating_sub(1);
                if self.count == 0 {
                    (self.period, self.count) = (period, stones);
                }
                in_time
            }
            TimeControl::ByoYomi { period, .. } => {
                let mut over = over;
                while over > self.period && self.count > 0 {
                    over -= self.period;
                    self.count -= 1;
                    self.period = period;
                }
                self.period = period;
                self.count > 0
            }
            TimeControl::Fischer {
                increment,
                cap,
                max_per_move,
                ..
            } => {
                let more = self.main.saturating_add(increment);
                self.main = cap.map_or(more, |cap| more.min(cap)).min(LONGEST);
                over.is_zero() && max_per_move.is_none_or(|most| elapsed <= most)
            }
        }
    }

    fn budget(&self, moves_left: u32, lag: Duration) -> Option<Allotment> {
        let moves = moves_left.max(LEAST_MOVES);
        let main = self.main;
        Some(match self.control {
            TimeControl::Unlimited => return None,
            TimeControl::Absolute { .. } if main.is_zero() && !self.told => FAST,
            TimeControl::Absolute { .. } => shared(main, Duration::ZERO, moves, lag),
            TimeControl::Canadian { period, stones, .. } => {
                // Nobody has said which stone of the period is next, and our own count may be off by one where main
                // time ended: only equal shares are safe then.
                let (period, count) = if self.told {
                    (self.period, self.count.max(1))
                } else {
                    (period, stones)
                };
                let free = period.saturating_sub(lag.saturating_mul(count));
                let each = free / count;
                let saves = self.told && count > 1 && main.is_zero();
                with_overtime(main, each, if saves { free / 2 } else { each }, moves)
            }
            TimeControl::ByoYomi { .. } => {
                let each = self.period.saturating_sub(lag);
                with_overtime(main, each, each, moves)
            }
            TimeControl::Fischer {
                increment,
                cap,
                max_per_move,
                ..
            } => {
                let mut allotment = shared(main, increment, moves, lag);
                if let Some(cap) = cap {
                    // What does not fit under the cap would be lost.
                    let lost = main.saturating_add(increment).saturating_sub(cap);
                    allotment.normal = allotment.normal.max(lost.min(allotment.maximum));
                }
                if let Some(most) = max_per_move {
                    allotment = allotment.at_most(most.saturating_sub(lag));
                }
                allotment
            }
        })
    }
}

impl Allotment {
    fn at_most(self, limit: Duration) -> Allotment {
        Allotment {
            normal: self.normal.min(limit),
            maximum: self.maximum.min(limit),
        }
    }
}

/// A share of a time that has to last for the whole game, with an increment after each move. The lag of all moves
/// to come is set aside first.
fn shared(left: Duration, increment: Duration, moves: u32, lag: Duration) -> Allotment {
    let unpaid = lag.saturating_sub(increment);
    let free = left
        .saturating_sub(lag)
        .saturating_sub(unpaid.saturating_mul(moves - 1));
    let gain = increment.saturating_sub(lag);
    let normal = (free / moves + gain).min(free / 2);
    Allotment {
        normal,
        maximum: normal.saturating_mul(4).min(free / 2),
    }
}

/// A share of a main time that is followed by overtime: `each` is what every move has in overtime for nothing, `burst`
/// what one move may take of it.
fn with_overtime(main: Duration, each: Duration, burst: Duration, moves: u32) -> Allotment {
    let normal = (main / moves).max(each - each / 20);
    let maximum = (main / 3).saturating_add(burst).min(normal.saturating_mul(4));
    Allotment {
        normal: normal.min(maximum),
        maximum,
    }
}

/// Both players' clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    sides: ByColor<Side>,
}

impl Default for Clock {
    /// Clocks without limit.
    fn default() -> Clock {
        Clock::new(TimeControl::Unlimited)
    }
}

impl Clock {
    /// Full clocks.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        Clock {
            control,
            sides: ByColor::from_fn(|_| Side::new(control)),
        }
    }

    /// The settings in force.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// New settings. They replace the old ones and everything that was said or spent under them.
    pub fn set(&mut self, control: TimeControl) {
        *self = Clock::new(control);
    }

    /// Full clocks again, for a new game.
    pub fn restart(&mut self) {
        *self = Clock::new(self.control);
    }

    /// What the controller says is left. With `count` 0 it is main time; else it is the time for so many stones, or
    /// under byo-yomi the time left in the first of so many periods.
    ///
    /// Any number is accepted. A time that is longer than a period is not taken for the period's.
    pub fn time_left(&mut self, color: Color, left: f64, count: u32) {
        self.sides[color] = Side::told(self.control, seconds(left), count);
    }

    /// Takes the time of a move off a player's clock; false when his time is over.
    ///
    /// Needed where the controller does not send `time_left`; whatever it may have counted besides thinking belongs
    /// to `elapsed`.
    pub fn spend(&mut self, color: Color, elapsed: Duration) -> bool {
        self.sides[color].spend(elapsed)
    }

    /// How long the next move of a player may take, or `None` without a limit.
    ///
    /// `moves_left` is an estimate of his moves to come, this one included; `lag` is how much longer than the search
    /// a move may seem to the controller. A player who never exceeds `maximum` by more than `lag` does not lose on
    /// time, as long as the time suffices for the lags of the estimated moves.
    #[must_use]
    pub fn budget(&self, color: Color, moves_left: u32, lag: Duration) -> Option<Allotment> {
        self.sides[color].budget(moves_left, lag)
    }
}
