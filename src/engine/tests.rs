use super::*;
use crate::game::TimeControl;
use crate::rules::{Point, diagram, presets};
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
        net: NO_NET.into(),
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
fn after_a_sleep_in_mid_search_the_move_is_made_at_once_and_the_clock_is_charged() {
    const SLEEP: Duration = Duration::from_secs(40);
    let (mut engine, passed) = engine_on(FINISHED, "japanese");
    let clock = Arc::clone(&passed);
    // The machine stops after some looks, and nobody tells the program.
    engine.timer = Box::new(move || {
        let now = clock.fetch_add(LOOK, Ordering::Relaxed) / LOOK;
        let slept = if now > 20 { SLEEP } else { Duration::ZERO };
        Duration::from_micros(now * LOOK) + slept
    });
    engine.set_time(TimeControl::absolute(60.0));
    let before = engine.time_for(Color::Black);
    assert!(before.maximum < SLEEP, "{before:?}");
    engine.genmove(Color::Black, &AtomicBool::new(false));
    let looks = passed.load(Ordering::Relaxed) / LOOK;
    assert!((21..30).contains(&looks), "{looks} looks");
    let mut charged = Clock::new(TimeControl::absolute(60.0));
    charged.spend(Color::Black, SLEEP + Duration::from_micros((looks - 1) * LOOK));
    assert_eq!(*engine.clock(), charged);
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

#[test]
fn a_fault_anywhere_while_a_move_is_chosen_still_leaves_a_legal_move_played() {
    let (mut sound, passed) = engine_on(FINISHED, "japanese");
    sound.set("playouts", "100").unwrap();
    sound.genmove(Color::Black, &AtomicBool::new(false));
    let looks = passed.load(Ordering::Relaxed) / LOOK;
    assert!(looks > 40, "only {looks} looks: most of them should be the judge's");
    // The first and the last look are those of the caller, who asks what was spent.
    for broken in (1..looks - 1).step_by((looks / 12).max(1) as usize) {
        let (mut engine, passed) = engine_on(FINISHED, "japanese");
        engine.set("playouts", "100").unwrap();
        let clock = Arc::clone(&passed);
        engine.timer = Box::new(move || {
            let look = clock.fetch_add(LOOK, Ordering::Relaxed);
            assert!(look / LOOK != broken, "a fault put in by a test");
            Duration::from_micros(look)
        });
        for turn in 0..2 {
            let color = Color::BOTH[turn];
            let before = engine.game().clone();
            let generated = engine.genmove(color, &AtomicBool::new(false));
            let Generated::Play(vertex) = generated else {
                panic!("look {broken}: {generated:?}")
            };
            assert_eq!(before.why_refused(color, vertex), None, "look {broken}");
            let mut after = before;
            after.play_unchecked(color, vertex);
            assert_eq!(engine.game().board().hash(), after.board().hash(), "look {broken}");
            assert_eq!(engine.game().position().turns().len(), turn + 1, "look {broken}");
        }
    }
}

#[test]
fn without_a_search_a_move_is_legal_wanted_and_no_own_eye() {
    let (engine, _) = engine_on(
        "
        . X . X O
        X X X X O
        . X O O O
        X X O . O
        . X O O .
        ",
        "chinese",
    );
    // Black has eyes and a suicide left, White eyes.
    assert_eq!(engine.harmless_move(Color::Black, &Analysis::default()), Vertex::Pass);
    let (engine, _) = engine_on(". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .", "chinese");
    let center = Vertex::At(Point::new(2, 2));
    let corner = Vertex::At(Point::new(0, 0));
    assert_eq!(engine.harmless_move(Color::White, &Analysis::default()), center);
    let wanted = Analysis {
        allow: vec![corner, center],
        avoid: vec![center],
        ..Analysis::default()
    };
    assert_eq!(engine.harmless_move(Color::White, &wanted), corner);
}

/// The first report on a 9x9 board with four black handicap stones.
fn first_report(lent_per_stone: &str, wanted: &Analysis) -> Report {
    let (mut engine, _) = engine_on(&". . . . . . . . .\n".repeat(9), "chinese");
    engine.set("lent_per_stone", lent_per_stone).unwrap();
    engine.game_mut().fixed_handicap(4).unwrap();
    let (stop, mut first) = (AtomicBool::new(false), None);
    engine.analyze(Color::White, wanted, &stop, &mut |report| {
        if report.playouts >= 300 {
            stop.store(true, Ordering::Relaxed);
            first.get_or_insert_with(|| report.clone());
        }
    });
    first.unwrap()
}

#[test]
fn a_handicap_game_is_not_given_up_in_its_first_half() {
    let (mut engine, _) = engine_on(&". . . . . . . . .\n".repeat(9), "chinese");
    engine.game_mut().fixed_handicap(4).unwrap();
    for (name, value) in [("lent_per_stone", "0"), ("resign_after", "1"), ("playouts", "60")] {
        engine.set(name, value).unwrap();
    }
    engine.settings.resign = true;
    // Whatever it thinks of its chances is too low.
    engine.settings.resign_below = 2.0;
    let mut given_up = None;
    for turn in 0..60 {
        let color = engine.game().to_move();
        if engine.genmove(color, &AtomicBool::new(false)) == Generated::Resign {
            given_up = Some(turn);
            break;
        }
    }
    let is_second_half = given_up.is_some_and(|turn| (41..50).contains(&turn));
    assert!(
        is_second_half,
        "{given_up:?}; half of the points are played on after turn 40"
    );
}

#[test]
fn an_analysis_of_a_handicap_game_shows_the_real_game_and_a_move_lends() {
    let wanted = |lends| Analysis {
        interval: Some(Duration::from_micros(LOOK)),
        lends,
        ..Analysis::default()
    };
    let analyzed = first_report("7", &wanted(false));
    let nothing_to_lend = first_report("0", &wanted(false));
    let for_a_move = first_report("7", &wanted(true));
    assert_eq!(analyzed.value, nothing_to_lend.value);
    assert_eq!(analyzed.candidates[0].lead, nothing_to_lend.candidates[0].lead);
    assert!(
        analyzed.value < 0.3,
        "four stones on 9x9 win for Black: {}",
        analyzed.value
    );
    assert!(
        for_a_move.value > analyzed.value,
        "{} with points lent",
        for_a_move.value
    );
}
