//! The bot plays for the result that its rule system gives: solved boards, and positions in which the right move differs
//! between two systems.

use lanke::engine::{Analysis, Engine, Generated};
use lanke::net::{Model, Network, Shape};
use lanke::rules::{BoardSize, Color, Vertex, diagram, presets};
use lanke::settings::Settings;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn engine(rules: &str, playouts: u64) -> Engine {
    let settings = Settings {
        playouts,
        seed: 1,
        threads: 1,
        resign: false,
        ..Settings::default()
    };
    Engine::new(settings, presets::load(rules).unwrap())
}

/// Plays both sides until the game is over and says who won.
fn winner(size: (usize, usize), rules: &str, komi: f64) -> (Option<Color>, String) {
    let mut engine = engine(rules, 3000);
    engine.game_mut().resize(BoardSize::new(size.0, size.1).unwrap());
    engine.game_mut().set_komi(Some(komi));
    let mut moves = Vec::new();
    while engine.game().phase().is_playing() && moves.len() < 100 {
        let color = engine.game().to_move();
        match engine.genmove(color, &AtomicBool::new(false)) {
            Generated::Play(vertex) => moves.push(vertex.to_string()),
            Generated::Resign => panic!("it must not resign"),
        }
    }
    (engine.final_score().winner(), moves.join(" "))
}

/// Values of tiny boards under perfect play, Black first, area: RULE-CASES 1.4, recomputed exhaustively there.
#[test]
fn both_sides_hold_the_solved_value_of_tiny_boards_under_every_superko() {
    for (size, value) in [
        ((1, 2), 0.0),
        ((1, 3), 3.0),
        ((1, 4), 4.0),
        ((2, 2), 1.0),
        ((3, 3), 9.0),
    ] {
        for repetition in ["positional", "situational", "after-own-play"] {
            let rules = format!("chinese,dead_stones=all-alive,repetition={repetition}");
            for (komi, expected) in [(value - 0.5, Color::Black), (value + 0.5, Color::White)] {
                let (winner, moves) = winner(size, &rules, komi);
                assert_eq!(winner, Some(expected), "{size:?} {repetition} komi {komi}: {moves}");
            }
        }
    }
}

#[test]
fn a_pass_owed_for_the_handicap_is_made() {
    let mut engine = engine("new_zealand", 100);
    engine.game_mut().resize(BoardSize::square(9));
    engine.game_mut().give_pass_handicap(2);
    let stop = AtomicBool::new(false);
    assert_ne!(engine.genmove(Color::Black, &stop), Generated::Play(Vertex::Pass));
    assert_eq!(engine.genmove(Color::White, &stop), Generated::Play(Vertex::Pass));
    engine.genmove(Color::Black, &stop);
    assert_ne!(engine.genmove(Color::White, &stop), Generated::Play(Vertex::Pass));
}

/// Ten moves before the end nothing is open but C5: Black has 13 points, White 11.
const ONE_NEUTRAL_POINT: &str = "
    . X . O .
    X X X O O
    . X X O .
    X X X O O
    . X O O .
";

/// Two groups of Black, joined or cut at A4; E1 is worth a point to either.
const TWO_GROUPS: &str = "
    . X . X O . .
    X X X X O O O
    X X X X O . O
    . O O O O O O
    X X X X O . O
    X X X X O O O
    . X . X . O .
";

/// The drawn position with this player to move.
fn facing(rules: &str, drawing: &str, komi: f64, to_move: Color) -> Engine {
    let (size, stones) = diagram::parse(drawing).unwrap();
    let mut engine = engine(rules, 1500);
    engine.game_mut().resize(size);
    engine.game_mut().set_up(&stones, to_move).unwrap();
    engine.game_mut().set_komi(Some(komi));
    engine
}

fn play(engine: &mut Engine, moves: &[(Color, &str)]) {
    for &(color, name) in moves {
        let vertex = Vertex::parse(name, engine.game().size()).unwrap();
        engine.game_mut().play(color, vertex).unwrap();
    }
}

fn choice(engine: &mut Engine) -> String {
    let color = engine.game().to_move();
    match engine.genmove(color, &AtomicBool::new(false)) {
        Generated::Play(vertex) => vertex.to_string(),
        Generated::Resign => "resign".into(),
    }
}

fn value(engine: &mut Engine) -> f64 {
    let color = engine.game().to_move();
    engine.think(color, &Analysis::default(), &AtomicBool::new(false)).value
}

/// Plays both sides to the end; the moves and who won.
fn play_to_the_end(engine: &mut Engine) -> (Vec<String>, Option<Color>) {
    let mut moves = Vec::new();
    while engine.game().phase().is_playing() {
        assert!(moves.len() < 80, "{moves:?}");
        moves.push(choice(engine));
    }
    (moves, engine.final_score().winner())
}

#[test]
fn the_last_neutral_point_is_taken_where_area_is_counted() {
    // 14 to 11 with C5, 13 to 12 without it.
    assert_eq!(
        choice(&mut facing("chinese", ONE_NEUTRAL_POINT, 2.0, Color::Black)),
        "C5"
    );
}

#[test]
fn a_network_without_opinions_hides_nothing_that_playouts_see() {
    let mut engine = facing("chinese", ONE_NEUTRAL_POINT, 2.0, Color::Black);
    let blank = Model::zero(Shape::new(1, 16).unwrap());
    engine.set_net("blank", Arc::new(Network::new(blank)));
    assert_eq!(choice(&mut engine), "C5");
}

#[test]
fn own_territory_is_not_filled_where_territory_is_counted() {
    for (rules, komi) in [("japanese", -0.5), ("japanese", 0.5), ("aga", 0.5)] {
        let mut engine = facing(rules, ONE_NEUTRAL_POINT, komi, Color::Black);
        let (moves, _) = play_to_the_end(&mut engine);
        let is_fine = |name: &String| name == "C5" || name == "pass";
        assert!(moves.iter().all(is_fine), "{rules} {komi}: {moves:?}");
    }
}

#[test]
fn a_pass_that_costs_a_stone_waits_until_neutral_points_are_gone() {
    // Three points each: with C5 played by Black each side pays for one pass, else Black pays one more than White.
    let rules = "japanese,pass_cost=pass-stone";
    let mut engine = facing(rules, ONE_NEUTRAL_POINT, -0.5, Color::Black);
    assert_eq!(choice(&mut engine), "C5");
    assert_eq!(play_to_the_end(&mut engine).1, Some(Color::Black));
    let mut passing = facing(rules, ONE_NEUTRAL_POINT, -0.5, Color::Black);
    play(&mut passing, &[(Color::Black, "pass")]);
    assert_eq!(choice(&mut passing), "C5");
    assert_eq!(play_to_the_end(&mut passing).1, Some(Color::White));
}

#[test]
fn groups_are_joined_where_each_pays_a_tax() {
    // 25 to 24 before the tax, whoever takes which point; one tax for Black if he joins, two if White cuts.
    for rules in ["chinese,tax=all", "living,komi=0.5"] {
        let mut engine = facing(rules, TWO_GROUPS, 0.5, Color::Black);
        assert_eq!(choice(&mut engine), "A4", "{rules}");
        assert_eq!(play_to_the_end(&mut engine).1, Some(Color::Black), "{rules}");
    }
    let mut cut = facing("chinese,tax=all", TWO_GROUPS, 0.5, Color::Black);
    play(&mut cut, &[(Color::Black, "E1")]);
    assert_eq!(choice(&mut cut), "A4");
    assert_eq!(play_to_the_end(&mut cut).1, Some(Color::White));
    let mut without = facing("chinese", TWO_GROUPS, 0.5, Color::Black);
    play(&mut without, &[(Color::Black, "E1")]);
    assert_eq!(play_to_the_end(&mut without).1, Some(Color::Black));
}

#[test]
fn the_first_pass_is_wanted_where_it_breaks_a_tie() {
    // Two stones are still to be played, then territory is equal, and C5 is worth nothing.
    let open = ONE_NEUTRAL_POINT
        .replacen("X X X O O", "X X . O O", 1)
        .replacen("X X O .\n", "X X . .\n", 1);
    let last = [(Color::Black, "C4"), (Color::White, "D3")];
    let mut engine = facing("japanese,tie=first-passer", &open, 0.0, Color::Black);
    play(&mut engine, &last);
    assert_eq!(choice(&mut engine), "pass");
    assert_eq!(play_to_the_end(&mut engine).1, Some(Color::Black));
    let mut late = facing("japanese,tie=first-passer", &open, 0.0, Color::Black);
    play(&mut late, &last);
    play(&mut late, &[(Color::Black, "C5")]);
    assert_eq!(choice(&mut late), "pass");
    assert_eq!(play_to_the_end(&mut late).1, Some(Color::White));
}

#[test]
fn an_equal_score_is_worth_what_the_rules_make_of_it() {
    for (tie, least, most) in [
        ("white", 0.9, 1.0),
        ("draw", 0.4, 0.6),
        ("black", 0.0, 0.1),
        ("first-passer", 0.9, 1.0),
    ] {
        let mut engine = facing(&format!("chinese,tie={tie}"), ONE_NEUTRAL_POINT, 3.0, Color::Black);
        play(&mut engine, &[(Color::Black, "C5")]);
        let value = value(&mut engine);
        assert!((least..=most).contains(&value), "{tie}: {value} for White");
    }
}

#[test]
fn the_bonus_for_handicap_stones_decides() {
    // 14 to 11: 0.5 more than komi, less than the bonus for two stones.
    for (bonus, wins) in [("none", true), ("n-1", false), ("n", false)] {
        let rules = format!("chinese,handicap_bonus={bonus}");
        let mut engine = facing(&rules, ONE_NEUTRAL_POINT, 2.5, Color::Black);
        engine.game_mut().declare_handicap(2);
        let value = value(&mut engine);
        assert_eq!(value > 0.9, wins, "{bonus}: {value}");
        assert_eq!(value < 0.1, !wins, "{bonus}: {value}");
    }
}

#[test]
fn two_stones_are_given_up_as_a_ko_threat_where_suicide_is_legal() {
    // White has taken A4 and may not be taken back at once. Solved exhaustively: Black gets 0 by giving up A1 and A2,
    // after which taking at A4 repeats nothing; without that threat all five points are White's.
    let fight = |rules: &str| {
        let mut engine = engine(rules, 3000);
        engine.game_mut().resize(BoardSize::new(1, 5).unwrap());
        engine.game_mut().set_komi(Some(-0.5));
        let last = [
            (Color::Black, "A1"),
            (Color::White, "A3"),
            (Color::Black, "A4"),
            (Color::White, "A5"),
        ];
        play(&mut engine, &last);
        engine
    };
    let mut legal = fight("tromp-taylor,suicide=multi-stone");
    assert_eq!(choice(&mut legal), "A2");
    assert_eq!(play_to_the_end(&mut legal).1, Some(Color::Black));
    let mut forbidden = fight("tromp-taylor,suicide=forbidden");
    let (moves, winner) = play_to_the_end(&mut forbidden);
    assert_eq!(winner, Some(Color::White), "{moves:?}");
}

/// Three kos at once (RULE-CASES K4): who fills one loses the group.
const TRIPLE_KO: &str = "
    O O O O O O O
    O X O . O . O
    X . X O X O X
    X X X X X X X
    O O O O O O O
    . . . . . . .
";

#[test]
fn a_triple_ko_is_fought_out_under_superko_and_drawn_where_long_cycles_are() {
    let draws = "chinese,repetition=simple,long_cycle=draw";
    let mut superko = facing("chinese", TRIPLE_KO, 0.5, Color::Black);
    assert!(play_to_the_end(&mut superko).1.is_some());
    let mut drawn = facing(draws, TRIPLE_KO, 0.5, Color::Black);
    let (moves, winner) = play_to_the_end(&mut drawn);
    assert_eq!(winner, None, "{moves:?}");
    assert!(moves.len() >= 12 && !moves.contains(&"pass".to_string()), "{moves:?}");
    // Who is ahead whatever becomes of the group has no reason to repeat.
    for (komi, leader) in [(-60.0, Color::Black), (60.0, Color::White)] {
        let mut ahead = facing(draws, TRIPLE_KO, komi, Color::Black);
        let (moves, winner) = play_to_the_end(&mut ahead);
        assert_eq!(winner, Some(leader), "{moves:?}");
    }
}

#[test]
fn a_living_stone_in_atari_is_saved_before_the_pass_that_ends_the_game() {
    // The end of a game against GNU Go: White leads by 4, and by nothing if J1 is taken.
    let drawing = "
        . . X X O . . . .
        . . X . O O . O .
        . . X X O . X . .
        . X . X O O X . .
        . . X O O O . X .
        . . X X O . O O .
        . . . X X O O O O
        . . . X . X X O .
        . . . . X X X X O
    ";
    let mut engine = facing("chinese", drawing, 7.0, Color::Black);
    play(&mut engine, &[(Color::Black, "pass")]);
    assert_eq!(choice(&mut engine), "J2");
}

/// White's corner lives if White moves first there and dies if Black does; 33 points for Black, or 49.
const UNDECIDED: &str = "
    . X . X . X .
    X . X . X . X
    . X . X . X .
    X . X . X . X
    X X X X X . X
    O O O O X X .
    . . . O X . X
";

#[test]
fn a_pass_ends_a_game_that_is_won_however_the_rest_turns_out() {
    for (komi, certain) in [(7.0, true), (40.0, false)] {
        let mut engine = facing("chinese", UNDECIDED, komi, Color::Black);
        play(&mut engine, &[(Color::White, "pass")]);
        let judgement = engine.judge();
        assert_eq!((judgement.settled, judgement.certain), (false, certain), "komi {komi}");
        assert_eq!(choice(&mut engine), if certain { "pass" } else { "B1" });
    }
}

#[test]
fn liberties_that_a_seki_shares_keep_no_won_game_going() {
    // Black leads by a point; B7 and B6 are nobody's.
    let drawing = "
        X . O X . X .
        X . O X X X X
        X X O X . X .
        O O X X X . X
        O . O O X X X
        . O . O O O O
        O O O . O . O
    ";
    let mut engine = facing("chinese", drawing, 0.5, Color::Black);
    play(&mut engine, &[(Color::White, "pass")]);
    let judgement = engine.judge();
    assert_eq!(judgement.score.margin, 0.5);
    assert!(judgement.certain);
    assert_eq!(choice(&mut engine), "pass");
}
