use super::*;
use crate::game::TimeControl;
use crate::rules::{diagram, presets};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Every look at the clock takes this long.
const LOOK: u64 = 4000;

/// An engine for which only looks at the clock take time, and what has passed, in microseconds.
fn engine_on(drawing: &str, rules: &str) -> (Engine, Arc<AtomicU64>) {
    let settings = Settings {
        threads: 1,
        seed: 3,
        memory_mb: 16,
        resign: false,
        ..Settings::default()
    };
    let mut engine = Engine::new(settings, presets::find(rules).unwrap());
    let passed = Arc::new(AtomicU64::new(0));
    let clock = Arc::clone(&passed);
    engine.timer = Box::new(move || Duration::from_micros(clock.fetch_add(LOOK, Ordering::Relaxed)));
    let board = diagram::board(drawing);
    engine.game_mut().resize(board.size());
    let stones = ByColor::from_fn(|color| *board.stones(color));
    engine.game_mut().set_up(&stones, Color::Black).unwrap();
    (engine, passed)
}

/// A finished game with dead stones that have to be read.
const FINISHED: &str = "
    . O . X . X . . .
    O O O X X . X . .
    . O X X . X . X X
    O O O X . . X O O
    X O X X X X X O .
    X X X O O X O O O
    . X O O . O . O .
    X X O . O O . X O
    . X O . . . O O .
";

#[test]
fn judging_before_a_pass_keeps_to_the_clock() {
    let controls = [
        TimeControl::byo_yomi(0.0, 1.0, 1),
        TimeControl::absolute(3.0),
        TimeControl::fischer(0.3, 0.5, -1.0, -1.0),
    ];
    for control in controls {
        for cleanup in [false, true] {
            let (mut engine, passed) = engine_on(FINISHED, "japanese");
            engine.set_time(control);
            engine.set("playouts", "200").unwrap();
            for turn in 0..4 {
                let color = Color::BOTH[turn % 2];
                let allowed = engine.time_for(color).judging;
                let start = passed.load(Ordering::Relaxed);
                let wanted = if cleanup {
                    engine.cleanup(color)
                } else {
                    Analysis::default()
                };
                engine.genmove_telling(color, &wanted, &AtomicBool::new(false), &mut |_| {});
                let took = Duration::from_micros(passed.load(Ordering::Relaxed) - start);
                // Looks on the way in and out.
                let slack = Duration::from_micros(8 * LOOK);
                assert!(
                    took <= allowed + slack,
                    "{control:?}, move {turn}: {took:?} of {allowed:?}"
                );
            }
        }
    }
}

#[test]
fn the_search_leaves_time_for_what_judging_took_at_the_last_move() {
    let (mut engine, passed) = engine_on(FINISHED, "japanese");
    engine.set_time(TimeControl::byo_yomi(0.0, 1.0, 1));
    let time = engine.time_for(Color::Black);
    let judged = engine.judge_by(Duration::from_micros(passed.load(Ordering::Relaxed)) + Duration::from_millis(200));
    assert!(judged.is_none());
    assert!(engine.judging >= Duration::from_millis(200) && engine.judging < Duration::from_millis(220));
    let left = time.less_judging(engine.judging);
    assert_eq!(left.maximum, time.maximum - engine.judging);
    assert_eq!(left.normal, time.normal - engine.judging);
    assert_eq!(time.less_judging(Duration::from_secs(9)).maximum, time.maximum / 2);
}

#[test]
fn without_a_clock_judging_is_never_interrupted() {
    let (mut engine, _) = engine_on(FINISHED, "japanese");
    engine.set("playouts", "30").unwrap();
    let generated = engine.genmove(Color::Black, &AtomicBool::new(false));
    let (mut other, _) = engine_on(FINISHED, "japanese");
    other.set("playouts", "30").unwrap();
    other.timer = Box::new(|| Duration::ZERO);
    assert_eq!(other.genmove(Color::Black, &AtomicBool::new(false)), generated);
    assert_eq!(engine.known(), other.known());
}
