//! How play stops, goes on and ends under every ending of RULES.md, and that all of it can be taken back.

mod handicap;

use lanke::game::{Ended, Game, Phase, Refusal, ResumptionError};
use lanke::rules::ruleset::{Repetition, ResumeFirst, Ruleset};
use lanke::rules::{BoardSize, ByColor, Color, PointSet, Vertex, diagram, presets};
use lanke::score::{self, Outcome};
use proptest::prelude::*;

const OVER_ALIVE: Phase = Phase::Over(Ended::AllAlive);

fn rules(spec: &str) -> Ruleset {
    presets::load(spec).unwrap()
}

/// Plays turns written as `b:D4 w:pass`.
fn play(game: &mut Game, turns: &str) {
    for turn in turns.split_whitespace() {
        let (color, vertex) = turn.split_once(':').unwrap();
        let color = Color::parse(color).unwrap();
        let vertex = Vertex::parse(vertex, game.size()).unwrap();
        game.play(color, vertex)
            .unwrap_or_else(|refusal| panic!("{turn}: {refusal}"));
    }
}

fn game(spec: &str, turns: &str) -> Game {
    let mut game = Game::new(BoardSize::square(5), rules(spec));
    play(&mut game, turns);
    game
}

fn phase(spec: &str, turns: &str) -> Phase {
    game(spec, turns).phase()
}

#[test]
fn two_passes_in_a_row_stop_the_game_for_agreement() {
    for spec in ["chinese", "japanese", "aga", "chen", "wmsg", "new_zealand", "ancient"] {
        assert_eq!(phase(spec, "b:C3 w:pass"), Phase::Play, "{spec}");
        assert_eq!(phase(spec, "b:C3 w:pass b:D3 w:pass"), Phase::Play, "{spec}");
        assert_eq!(phase(spec, "b:C3 w:pass b:pass"), Phase::Stopped, "{spec}");
        assert_eq!(phase(spec, "b:pass w:pass"), Phase::Stopped, "{spec}");
    }
}

#[test]
fn where_all_stones_are_alive_two_passes_end_the_game() {
    assert_eq!(phase("tromp-taylor", "b:C3 w:pass b:pass"), OVER_ALIVE);
    assert_eq!(phase("cgos", "b:pass w:pass"), OVER_ALIVE);
}

#[test]
fn the_first_pass_after_the_first_play_is_not_one_of_the_two() {
    let spec = "ideal";
    assert_eq!(phase(spec, "b:C3 w:pass b:pass"), Phase::Play);
    assert_eq!(phase(spec, "b:C3 w:pass b:pass w:pass"), Phase::Stopped);
    assert_eq!(phase(spec, "b:C3 w:pass b:D3 w:pass b:pass"), Phase::Stopped);
    // A pass before the first play is not effective, so the one after it is the free one.
    assert_eq!(phase(spec, "b:pass w:C3 b:pass w:pass"), Phase::Play);
    assert_eq!(phase(spec, "b:pass w:C3 b:pass w:pass b:pass"), Phase::Stopped);
    assert_eq!(phase(spec, "b:pass w:C3 b:pass w:D3 b:pass w:pass"), Phase::Stopped);
}

#[test]
fn a_game_of_passes_only_is_a_draw_where_the_rules_say_so() {
    let game = game("ideal", "b:pass w:pass");
    assert_eq!(game.phase(), Phase::Over(Ended::AllPasses));
    let score = score::score(game.ruleset(), &game.finished(PointSet::EMPTY), &game.terms());
    assert_eq!(score.outcome, Outcome::Draw);
    assert_eq!(phase("ideal", "b:pass"), Phase::Play);
    assert_eq!(phase("ideal", "b:pass b:pass"), Phase::Play, "White has not moved");
}

#[test]
fn first_passes_are_booked() {
    let tally = *game("ideal", "b:pass w:C3 b:D3 w:pass b:pass").tally();
    assert_eq!(tally.first_pass, Some(Color::Black));
    assert_eq!(tally.first_effective_pass, Some(Color::White));
    assert_eq!(tally.passes, ByColor { black: 2, white: 1 });
    assert_eq!(tally.plays, ByColor { black: 1, white: 1 });
    assert_eq!((tally.passes_in_a_row, tally.ending_passes), (2, 1));
}

#[test]
fn four_passes_on_one_position_end_the_game_with_all_stones_alive() {
    assert_eq!(phase("living", "b:C3 w:pass b:pass"), Phase::Stopped);
    assert_eq!(phase("living", "b:C3 w:pass b:pass w:pass"), Phase::Stopped);
    assert_eq!(phase("living", "b:C3 w:pass b:pass w:pass b:pass"), OVER_ALIVE);
    // Two on one position and two on the next are not four on one.
    assert_eq!(phase("living", "b:C3 w:pass b:pass w:D3 b:pass w:pass"), Phase::Stopped);
}

#[test]
fn passes_on_one_position_are_added_up_across_a_resumption() {
    let mut game = game("living", "b:C3 w:pass b:pass");
    // White proposed the stop, Black asks: White has to pass once more, which is the third.
    let resumption = game.resume(Color::Black).unwrap();
    assert_eq!(
        (resumption.to_move, resumption.passed),
        (Color::Black, Some(Color::White))
    );
    assert_eq!((game.to_move(), game.phase()), (Color::Black, Phase::Resumed));
    assert_eq!(game.tally().passes.white, 2);
    play(&mut game, "b:pass");
    assert_eq!(game.phase(), OVER_ALIVE);
}

#[test]
fn who_proposed_the_stop_plays_first_when_he_asks_himself() {
    let mut game = game("living", "b:C3 w:pass b:pass");
    let resumption = game.resume(Color::White).unwrap();
    assert_eq!((resumption.to_move, resumption.passed), (Color::White, None));
    play(&mut game, "w:D3 b:pass w:pass");
    assert_eq!(game.phase(), Phase::Stopped);
}

#[test]
fn each_order_of_resumption_names_its_player() {
    use Color::{Black, White};
    let stop = "b:C3 w:D3 b:pass w:pass";
    let table = [
        ("chinese,resume=same-order", Black, Black),
        ("chinese,resume=same-order", White, Black),
        ("ideal", Black, Black),
        ("japanese", Black, White),
        ("japanese", White, Black),
        ("living", Black, Black),
        ("living", White, White),
    ];
    for (spec, asker, first) in table {
        let stop = if spec == "ideal" {
            "b:C3 w:D3 b:pass w:E3 b:pass w:pass"
        } else {
            stop
        };
        let mut game = game(spec, stop);
        let resumption = game.resume(asker).unwrap();
        assert_eq!(resumption.to_move, first, "{spec}, {asker} asks");
        assert_eq!((game.to_move(), game.phase()), (first, Phase::Resumed));
    }
    assert_eq!(rules("japanese").resume.first, ResumeFirst::OpponentOfAsker);
}

#[test]
fn a_game_that_goes_on_or_is_over_is_not_resumed() {
    let mut playing = game("chinese", "b:C3 w:pass");
    assert_eq!(playing.resume(Color::Black), Err(ResumptionError::NotStopped));
    let mut over = game("tromp-taylor", "b:pass w:pass");
    assert_eq!(over.resume(Color::Black), Err(ResumptionError::Over(Ended::AllAlive)));
    assert_eq!(over.phase(), OVER_ALIVE);
}

#[test]
fn after_a_resumption_two_new_passes_stop_the_game_again_or_for_good() {
    for (spec, end) in [("japanese", Phase::Stopped), ("chen", OVER_ALIVE), ("wmsg", OVER_ALIVE)] {
        let mut game = game(spec, "b:C3 w:pass b:pass");
        game.resume(Color::White).unwrap();
        let (first, second) = (game.to_move(), game.to_move().opponent());
        game.play(first, Vertex::Pass).unwrap();
        assert_eq!(game.phase(), Phase::Resumed, "{spec}");
        game.play(second, Vertex::Pass).unwrap();
        assert_eq!(game.phase(), end, "{spec}");
    }
}

#[test]
fn passes_after_a_resumption_are_counted_apart() {
    let mut game = game("arena-territory", "b:C3 w:pass b:pass");
    game.resume(Color::White).unwrap();
    play(&mut game, "w:D3 b:pass w:pass");
    assert_eq!(game.tally().passes, ByColor { black: 2, white: 2 });
    assert_eq!(game.tally().dispute_passes, ByColor { black: 1, white: 1 });
}

#[test]
fn a_play_after_the_end_resumes_and_can_be_taken_back() {
    for spec in ["chinese", "living", "tromp-taylor", "ideal"] {
        let mut game = game(spec, "b:C3 w:pass b:pass w:pass b:pass");
        let end = game.phase();
        assert!(!end.is_playing(), "{spec}");
        play(&mut game, "w:D3");
        assert_eq!(game.phase(), Phase::Resumed, "{spec}");
        play(&mut game, "b:pass");
        assert_eq!(game.phase(), Phase::Resumed, "{spec}: one pass is not two");
        assert!(game.undo() && game.undo());
        assert_eq!(game.phase(), end, "{spec}");
        assert_eq!(game.tally().resumptions, 0);
    }
}

#[test]
fn more_passes_after_a_stop_leave_it_stopped() {
    assert_eq!(phase("aga", "b:C3 w:pass b:pass w:pass"), Phase::Stopped);
    assert_eq!(phase("tromp-taylor", "b:pass w:pass b:pass"), OVER_ALIVE);
}

#[test]
fn white_owes_a_third_pass_when_black_has_passed_last() {
    let mut game = game("aga", "b:C3 w:pass b:pass");
    assert!(game.white_owes_a_pass());
    // Made or owed, the pass counts the same.
    let count = |game: &Game| score::score(game.ruleset(), &game.finished(PointSet::EMPTY), &game.terms()).outcome;
    let owed = count(&game);
    play(&mut game, "w:pass");
    assert!(!game.white_owes_a_pass());
    assert_eq!((game.phase(), count(&game)), (Phase::Stopped, owed));
    assert!(!self::game("aga", "b:C3 w:D3 b:pass w:pass").white_owes_a_pass());
    assert!(!self::game("chinese", "b:C3 w:pass b:pass").white_owes_a_pass());
    assert!(!self::game("aga", "b:C3 w:pass").white_owes_a_pass());
}

#[test]
fn the_pass_that_takes_the_button_is_not_one_of_the_two() {
    assert_eq!(phase("aga-button", "b:C3 w:pass b:pass"), Phase::Play);
    assert_eq!(phase("aga-button", "b:C3 w:pass b:pass w:pass"), Phase::Stopped);
    assert_eq!(phase("aga-button", "b:C3 w:pass b:D3 w:pass b:pass"), Phase::Stopped);
}

/// Sending two, returning one: Black gives two stones at E1, White takes them, Black takes one back (KataGo's K7).
fn sending_two(spec: &str) -> Game {
    let board = diagram::board(
        ". . . . .
         . . X X X
         X X X O O
         X O O O .
         X O . O X
         X O X X .",
    );
    let mut game = Game::new(board.size(), rules(spec));
    let stones = ByColor::from_fn(|color| *board.stones(color));
    game.set_up(&stones, Color::Black).unwrap();
    game
}

#[test]
fn the_button_lets_a_cycle_be_played_once_more() {
    let mut plain = sending_two("aga");
    play(&mut plain, "b:E3 w:E1 b:E2 w:pass");
    let e3 = Vertex::parse("E3", plain.size()).unwrap();
    assert!(plain.play(Color::Black, e3).is_err());
    let mut button = sending_two("aga-button");
    play(&mut button, "b:E3 w:E1 b:E2 w:pass b:E3 w:E1 b:E2 w:pass");
    assert!(
        button.play(Color::Black, e3).is_err(),
        "the second time it is a repetition"
    );
    for _ in 0..4 {
        assert!(button.undo());
    }
    assert!(button.play(Color::Black, e3).is_ok(), "undone to just after the button");
    let undone = std::iter::from_fn(|| button.undo().then_some(())).count();
    assert_eq!((undone, button.position().history().beginnings()), (5, 0));
}

#[test]
fn a_cleared_history_lets_an_old_position_come_back() {
    // The ko at C3: White takes it after the resumption although the position has been there before.
    let board = diagram::board(
        ". . . . .
         . X O . .
         X . X O .
         . X O . .
         . . . . .",
    );
    let start = |spec: &str| {
        let mut game = Game::new(board.size(), rules(spec));
        let stones = ByColor::from_fn(|color| *board.stones(color));
        game.set_up(&stones, Color::White).unwrap();
        play(&mut game, "w:B3 b:pass w:pass");
        game.resume(Color::Black).unwrap();
        game
    };
    let c3 = Vertex::parse("C3", board.size()).unwrap();
    assert!(start("living").play(Color::Black, c3).is_ok());
    let mut kept = start("wmsg");
    assert!(matches!(kept.play(Color::Black, c3), Err(Refusal::Illegal(_))));
}

#[test]
fn a_long_cycle_ends_the_game_at_the_third_occurrence_since_the_last_pass() {
    // Triple ko (K4 of the rule cases).
    let board = diagram::board(
        "O O O O O O O
         O X O . O . O
         X . X O X O X
         X X X X X X X
         O O O O O O O
         . . . . . . .",
    );
    let cycle = "b:D5 w:B4 b:F5 w:D4 b:B5 w:F4";
    let after = |spec: &str, turns: &str| {
        let mut game = Game::new(board.size(), rules(spec));
        let stones = ByColor::from_fn(|color| *board.stones(color));
        game.set_up(&stones, Color::Black).unwrap();
        play(&mut game, turns);
        game.phase()
    };
    for spec in ["japanese", "chinese-simple", "ancient", "living-simple"] {
        assert_eq!(after(spec, cycle), Phase::Play, "{spec}");
        assert_eq!(
            after(spec, &format!("{cycle} {cycle}")),
            Phase::Over(Ended::LongCycle),
            "{spec}"
        );
        let interrupted = format!("{cycle} b:pass w:pass {cycle}");
        assert_eq!(
            after(spec, &interrupted),
            Phase::Resumed,
            "{spec}: passes begin the count anew"
        );
    }
    assert_eq!(
        after("japanese,long_cycle=ignore", &format!("{cycle} {cycle}")),
        Phase::Play
    );
}

/// What a game of random events does.
#[derive(Clone, Debug)]
enum Event {
    Turn(Color, usize),
    Pass(Color),
    Resume(Color),
    Undo,
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        5 => (color(), 0..9usize).prop_map(|(color, index)| Event::Turn(color, index)),
        4 => color().prop_map(Event::Pass),
        3 => color().prop_map(Event::Resume),
        3 => Just(Event::Undo),
    ]
}

/// A turn taken, or a resumption with the number of turns it took itself.
#[derive(Clone, Debug)]
enum Done {
    Turn(Color, Vertex),
    Resumed(Color),
}

fn replay(ruleset: &Ruleset, size: BoardSize, log: &[Done]) -> Game {
    let mut game = Game::new(size, ruleset.clone());
    for done in log {
        match *done {
            Done::Turn(color, vertex) => {
                game.play(color, vertex).unwrap();
            }
            Done::Resumed(color) => {
                game.resume(color).unwrap();
            }
        }
    }
    game
}

fn same(a: &Game, b: &Game) -> Result<(), TestCaseError> {
    prop_assert_eq!(a.board(), b.board());
    prop_assert_eq!(a.tally(), b.tally());
    prop_assert_eq!(a.to_move(), b.to_move());
    prop_assert_eq!(a.handicap(), b.handicap());
    let (old, new) = (a.position().history(), b.position().history());
    prop_assert_eq!(old.occurrences(), new.occurrences());
    prop_assert_eq!(old.beginnings(), new.beginnings());
    for color in Color::BOTH {
        prop_assert_eq!(a.legal_points(color), b.legal_points(color));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn undo_restores_exactly_what_a_replay_from_the_start_gives(
        which in 0..9usize,
        events in prop::collection::vec(event(), 0..60),
    ) {
        let spec = ["chinese", "ideal", "living,resume=same-order", "aga-button", "japanese", "chen", "tromp-taylor",
            "wmsg", "chinese,ending=first-pass-free"][which];
        let ruleset = rules(spec);
        let size = BoardSize::new(3, 3).unwrap();
        let mut game = Game::new(size, ruleset.clone());
        let mut log: Vec<Done> = Vec::new();
        for event in events {
            match event {
                Event::Turn(color, index) => {
                    let vertex = Vertex::At(size.points().nth(index).unwrap());
                    if game.play(color, vertex).is_ok() {
                        log.push(Done::Turn(color, vertex));
                    }
                }
                Event::Pass(color) => {
                    game.play(color, Vertex::Pass).unwrap();
                    log.push(Done::Turn(color, Vertex::Pass));
                }
                Event::Resume(color) => {
                    if game.resume(color).is_ok() {
                        log.push(Done::Resumed(color));
                    }
                }
                Event::Undo => {
                    while matches!(log.last(), Some(Done::Resumed(_))) {
                        log.pop();
                    }
                    prop_assert_eq!(game.undo(), log.pop().is_some());
                    same(&game, &replay(&ruleset, size, &log))?;
                }
            }
        }
        same(&game, &replay(&ruleset, size, &log))?;
        while game.undo() {}
        same(&game, &Game::new(size, ruleset.clone()))?;
    }
}

#[test]
fn a_forced_pass_is_a_turn_that_can_be_taken_back() {
    let mut game = game("living", "b:C3 w:pass b:pass");
    game.resume(Color::Black).unwrap();
    assert!(game.undo());
    assert_eq!((game.to_move(), game.phase()), (Color::White, Phase::Resumed));
    assert!(game.undo());
    assert_eq!(
        (game.to_move(), game.phase(), game.tally().resumptions),
        (Color::Black, Phase::Play, 0)
    );
    assert_eq!(game.position().history().beginnings(), 0);
}

#[test]
fn the_repetition_rule_may_change_in_mid_game() {
    let mut game = game("chinese", "b:C3 w:D3");
    game.set_ruleset(rules("japanese"));
    assert_eq!(game.position().legality().repetition, Repetition::Simple);
    assert_eq!(game.position().turns().len(), 2);
    assert_eq!(game.komi(), 6.5);
}
