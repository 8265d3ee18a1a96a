//! Clocks: what settings mean, and that a player who keeps to the budget never loses on time.

use lanke::game::clock::{Allotment, Clock, TimeControl};
use lanke::rules::Color;
use proptest::prelude::*;
use std::time::Duration;

const LAG: Duration = Duration::from_millis(200);

fn seconds(value: f64) -> Duration {
    Duration::from_secs_f64(value)
}

fn budget(clock: &Clock) -> Allotment {
    clock.budget(Color::White, 100, LAG).unwrap()
}

#[test]
fn the_three_numbers_of_time_settings_mean_what_gtp_says() {
    assert_eq!(
        TimeControl::from_gtp(300.0, 0.0, 0),
        TimeControl::Absolute { main: seconds(300.0) }
    );
    let canadian = TimeControl::Canadian {
        main: seconds(60.0),
        period: seconds(30.0),
        stones: 5,
    };
    assert_eq!(TimeControl::from_gtp(60.0, 30.0, 5), canadian);
    for (main, overtime) in [(0.0, 1.0), (1.0, 1.0), (600.0, 30.0)] {
        assert_eq!(TimeControl::from_gtp(main, overtime, 0), TimeControl::Unlimited);
    }
    assert_eq!(
        TimeControl::from_gtp(10.0, 0.0, 25),
        TimeControl::Absolute { main: seconds(10.0) }
    );
}

#[test]
fn odd_numbers_are_taken_for_the_nearest_sense() {
    assert_eq!(
        TimeControl::absolute(-5.0),
        TimeControl::Absolute { main: Duration::ZERO }
    );
    assert_eq!(
        TimeControl::absolute(f64::NAN),
        TimeControl::Absolute { main: Duration::ZERO }
    );
    for huge in [1e30, f64::INFINITY] {
        let TimeControl::Absolute { main } = TimeControl::absolute(huge) else {
            panic!()
        };
        assert!(main > seconds(1e8));
        let mut clock = Clock::new(TimeControl::fischer(huge, huge, huge, huge));
        assert!(clock.spend(Color::Black, main));
        assert!(clock.budget(Color::Black, u32::MAX, main).is_some());
    }
    assert_eq!(
        TimeControl::byo_yomi(9.0, 0.0, 5),
        TimeControl::Absolute { main: seconds(9.0) }
    );
    assert_eq!(
        TimeControl::byo_yomi(9.0, 5.0, 0),
        TimeControl::Absolute { main: seconds(9.0) }
    );
}

#[test]
fn no_limit_gives_no_budget() {
    assert_eq!(Clock::default().budget(Color::Black, 100, LAG), None);
    let clock = Clock::new(TimeControl::from_gtp(0.0, 1.0, 0));
    assert_eq!(clock.budget(Color::Black, 100, LAG), None);
}

#[test]
fn nothing_at_all_means_play_fast() {
    let mut clock = Clock::new(TimeControl::from_gtp(0.0, 0.0, 0));
    let allotment = budget(&clock);
    assert!(allotment.normal > Duration::ZERO && allotment.maximum < seconds(0.5));
    clock.time_left(Color::White, 100.0, 0);
    assert!(budget(&clock).normal > seconds(0.5), "then the controller says more");
    clock.time_left(Color::White, 0.0, 0);
    assert_eq!(budget(&clock), Allotment::default(), "nothing is left: answer at once");
}

#[test]
fn settings_replace_the_former_ones_entirely() {
    let mut clock = Clock::new(TimeControl::byo_yomi(0.0, 4.0, 10));
    clock.time_left(Color::White, 1.0, 9);
    clock.set(TimeControl::byo_yomi(0.0, 19.0, 10));
    assert_eq!(clock, Clock::new(TimeControl::byo_yomi(0.0, 19.0, 10)));
    assert!(budget(&clock).normal > seconds(15.0));
    clock.set(TimeControl::Unlimited);
    assert_eq!(clock.budget(Color::White, 100, LAG), None);
}

#[test]
fn a_byo_yomi_period_is_used_and_not_exceeded() {
    let mut clock = Clock::new(TimeControl::byo_yomi(300.0, 30.0, 5));
    for (left, periods) in [(30.0, 5), (30.0, 1), (824.0, 3)] {
        clock.time_left(Color::White, left, periods);
        let Allotment { normal, maximum } = budget(&clock);
        assert!(
            normal > seconds(20.0) && maximum <= seconds(29.8),
            "{normal:?} {maximum:?}"
        );
    }
    clock.time_left(Color::White, 5.5, 2);
    assert!(budget(&clock).maximum <= seconds(5.3));
    clock.time_left(Color::White, 300.0, 0);
    assert!(budget(&clock).normal > seconds(20.0), "main time is no reason to hurry");
}

#[test]
fn much_time_for_one_stone_is_a_reserve_not_one_moves_time() {
    let mut clock = Clock::new(TimeControl::canadian(1780.0, 20.0, 1));
    clock.time_left(Color::White, 824.0, 1);
    let allotment = budget(&clock);
    assert!(
        allotment.normal <= seconds(20.0) && allotment.normal > seconds(10.0),
        "{allotment:?}"
    );
    assert!(allotment.maximum <= seconds(80.0), "{allotment:?}");
}

#[test]
fn one_stone_a_period_is_simple_time() {
    let mut clock = Clock::new(TimeControl::from_gtp(0.0, 20.0, 1));
    clock.time_left(Color::White, 19.0, 1);
    let Allotment { normal, maximum } = budget(&clock);
    assert!(
        normal > seconds(15.0) && maximum <= seconds(18.8),
        "{normal:?} {maximum:?}"
    );
    clock.time_left(Color::White, 0.0, 1);
    assert_eq!(budget(&clock), Allotment::default());
}

#[test]
fn time_left_without_settings_is_believed() {
    let mut clock = Clock::default();
    clock.time_left(Color::White, 60.0, 0);
    assert!(budget(&clock).maximum < seconds(30.0));
    assert_eq!(
        clock.budget(Color::Black, 100, LAG),
        None,
        "of the other player nothing was said"
    );
    clock.time_left(Color::White, 60.0, 10);
    let Allotment { normal, maximum } = budget(&clock);
    assert!(
        normal > seconds(4.0) && maximum < seconds(30.0),
        "{normal:?} {maximum:?}"
    );
    clock.time_left(Color::White, 0.0, 0);
    assert_eq!(
        clock.budget(Color::White, 100, LAG),
        None,
        "0 0 says nothing where there is no limit"
    );
}

#[test]
fn stones_are_accepted_though_the_time_is_absolute() {
    let mut clock = Clock::new(TimeControl::absolute(300.0));
    clock.time_left(Color::White, 12.34, 7);
    assert!(budget(&clock).maximum < seconds(12.34));
    clock.time_left(Color::White, -0.02, 0);
    assert_eq!(budget(&clock), Allotment::default());
}

#[test]
fn fischer_time_lives_on_the_increment_and_spends_what_the_cap_would_take() {
    let mut clock = Clock::new(TimeControl::fischer(120.0, 30.0, 300.0, -1.0));
    clock.time_left(Color::White, 120.0, 0);
    assert!(budget(&clock).normal > seconds(20.0));
    clock.time_left(Color::White, 300.0, 0);
    assert!(budget(&clock).normal >= seconds(30.0));
    clock.time_left(Color::White, 6.0, 0);
    assert!(budget(&clock).maximum < seconds(5.8));
    let clock = Clock::new(TimeControl::fischer(100.0, 10.0, -1.0, 5.0));
    assert!(budget(&clock).maximum <= seconds(4.8));
    let clock = Clock::new(TimeControl::fischer(100.0, 10.0, 0.0, -1.0));
    assert!(budget(&clock).normal <= seconds(50.0));
}

#[test]
fn absolute_time_is_spread_over_the_game() {
    let mut clock = Clock::new(TimeControl::absolute(300.0));
    let Allotment { normal, maximum } = budget(&clock);
    assert!(normal > seconds(2.5) && normal < seconds(3.0), "{normal:?}");
    assert!(maximum > seconds(8.0) && maximum < seconds(30.0), "{maximum:?}");
    clock.time_left(Color::White, 5.0, 0);
    assert!(clock.budget(Color::White, 10, LAG).unwrap().maximum < seconds(2.0));
}

#[test]
fn time_spent_is_taken_off_as_the_control_says() {
    let white = Color::White;
    let mut clock = Clock::new(TimeControl::byo_yomi(10.0, 5.0, 3));
    assert!(clock.spend(white, seconds(8.0)));
    assert!(
        clock.spend(white, seconds(6.0)),
        "2 of main time and 4 of the first period"
    );
    assert!(clock.spend(white, seconds(11.0)), "two periods are gone");
    assert!(clock.spend(white, seconds(5.0)));
    assert!(!clock.spend(white, seconds(5.1)));
    let mut clock = Clock::new(TimeControl::canadian(10.0, 30.0, 3));
    assert!(clock.spend(white, seconds(12.0)), "the first stone of the period");
    assert!(clock.spend(white, seconds(20.0)) && clock.spend(white, seconds(7.0)));
    assert!(clock.spend(white, seconds(29.0)), "a new period");
    assert!(!clock.spend(white, seconds(2.0)));
    let mut clock = Clock::new(TimeControl::fischer(10.0, 5.0, 12.0, -1.0));
    assert!(clock.spend(white, seconds(1.0)) && clock.spend(white, seconds(12.0)));
    assert!(!clock.spend(white, seconds(5.1)));
    clock.restart();
    assert_eq!(clock, Clock::new(TimeControl::fischer(10.0, 5.0, 12.0, -1.0)));
}

/// A server's clock, written for the test: the time for the next move to be lost, and what it tells the engine.
#[derive(Clone, Copy, Debug)]
enum Server {
    Absolute(f64),
    Canadian {
        main: f64,
        left: f64,
        to_play: u32,
        period: f64,
        stones: u32,
    },
    ByoYomi {
        main: f64,
        period: f64,
        periods: u32,
    },
    Fischer {
        left: f64,
        increment: f64,
        cap: f64,
        most: f64,
    },
}

impl Server {
    fn control(self) -> TimeControl {
        match self {
            Server::Absolute(main) => TimeControl::absolute(main),
            Server::Canadian {
                main, period, stones, ..
            } => TimeControl::canadian(main, period, stones),
            Server::ByoYomi { main, period, periods } => TimeControl::byo_yomi(main, period, periods),
            Server::Fischer {
                left,
                increment,
                cap,
                most,
            } => TimeControl::fischer(left, increment, cap, most),
        }
    }

    /// A move that took so long; whether it was in time.
    fn take(&mut self, elapsed: f64) -> bool {
        match self {
            Server::Absolute(left) => {
                *left -= elapsed;
                *left >= 0.0
            }
            Server::Canadian {
                main,
                left,
                to_play,
                period,
                stones,
            } => {
                *main -= elapsed;
                if *main > 0.0 {
                    return true;
                }
                *left += *main;
                *main = 0.0;
                let in_time = *left >= 0.0;
                *to_play -= 1;
                if *to_play == 0 {
                    (*to_play, *left) = (*stones, *period);
                }
                in_time
            }
            Server::ByoYomi { main, period, periods } => {
                let mut over = elapsed - *main;
                *main = (*main - elapsed).max(0.0);
                while over > *period {
                    over -= *period;
                    *periods -= 1;
                    if *periods == 0 {
                        return false;
                    }
                }
                true
            }
            Server::Fischer {
                left,
                increment,
                cap,
                most,
            } => {
                *left -= elapsed;
                let in_time = *left >= 0.0 && (*most < 0.0 || elapsed <= *most);
                *left += *increment;
                if *cap >= 0.0 {
                    *left = left.min(*cap);
                }
                in_time
            }
        }
    }

    /// The arguments of `time_left`.
    fn tells(self) -> (f64, u32) {
        match self {
            Server::Absolute(left) | Server::Fischer { left, .. } => (left, 0),
            Server::Canadian { main, .. } | Server::ByoYomi { main, .. } if main > 0.0 => (main, 0),
            Server::Canadian { left, to_play, .. } => (left, to_play),
            Server::ByoYomi { period, periods, .. } => (period, periods),
        }
    }
}

/// Controls under which the lags alone do not lose: `lag` is the margin, `moves` the length of the game.
fn server(lag: f64, moves: f64) -> impl Strategy<Value = Server> {
    let main = prop_oneof![Just(0.0), 0.0..5.0, 0.0..600.0];
    let enough = lag * moves;
    prop_oneof![
        (0.0..900.0f64).prop_map(move |more| Server::Absolute(enough + more)),
        (main.clone(), 0.0..60.0f64, 1..26u32).prop_map(move |(main, more, stones)| {
            let period = lag * f64::from(stones) + more + 0.001;
            Server::Canadian {
                main,
                left: period,
                to_play: stones,
                period,
                stones,
            }
        }),
        (main, 0.0..60.0f64, 1..6u32).prop_map(move |(main, more, periods)| Server::ByoYomi {
            main,
            period: lag + more + 0.001,
            periods
        }),
        (
            0.0..300.0f64,
            0.0..30.0f64,
            prop_oneof![Just(-1.0), 10.0..400.0],
            prop_oneof![Just(-1.0), 0.0..60.0]
        )
            .prop_map(move |(more, increment, cap, most)| {
                let left = enough + more;
                let cap = if cap < 0.0 { cap } else { cap + left };
                let most = if most < 0.0 { most } else { most + lag + 0.001 };
                Server::Fischer {
                    left,
                    increment,
                    cap,
                    most,
                }
            }),
    ]
}

/// How the engine learns of the time.
#[derive(Clone, Copy, Debug)]
enum Told {
    /// `time_left` with fractions before every move.
    Exactly,
    /// `time_left` in whole seconds.
    InSeconds,
    /// Only the settings; it counts itself, each move with the whole lag.
    Never,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn who_keeps_to_the_budget_never_loses_on_time(
        (lag, moves, mut server) in (1..500u32, 11..150u32).prop_flat_map(|(lag, moves)| {
            let lag = f64::from(lag) / 1000.0;
            (Just(lag), Just(moves), server(lag, f64::from(moves)))
        }),
        told in prop_oneof![Just(Told::Exactly), Just(Told::InSeconds), Just(Told::Never)],
        habits in prop::collection::vec((0.0..1.0f64, 0.0..1.0f64), 10),
    ) {
        let white = Color::White;
        let mut clock = Clock::new(server.control());
        for turn in 0..moves {
            let (left, count) = server.tells();
            match told {
                Told::Exactly => clock.time_left(white, left, count),
                Told::InSeconds => clock.time_left(white, left.floor(), count),
                Told::Never => {}
            }
            let allotment = clock.budget(white, moves - turn, Duration::from_secs_f64(lag)).unwrap();
            prop_assert!(allotment.normal <= allotment.maximum);
            // Some think their normal time, some all they may; the stall is anything up to the lag.
            let (thought, stall) = habits[turn as usize % habits.len()];
            let thought = if thought > 0.7 { allotment.maximum } else { allotment.normal.mul_f64(thought / 0.7) };
            let stall = if stall > 0.8 { lag } else { lag * stall };
            let elapsed = thought.as_secs_f64() + stall - 1e-6;
            prop_assert!(server.take(elapsed), "turn {}: {:?} of {:?}", turn, elapsed, server);
            if matches!(told, Told::Never) {
                prop_assert!(clock.spend(white, thought + Duration::from_secs_f64(lag)));
            }
        }
    }
}
