//! Random games against the complete board.

use super::*;
use crate::rules::ruleset::*;
use crate::rules::{BoardSize, Color, Legality, PointSet, Position, Ruleset, Vertex, diagram, presets};
use crate::score::{Finished, Tally, Terms, score};

pub(super) fn rules(repetition: Repetition, suicide: Suicide) -> PlayoutRules {
    PlayoutRules {
        repetition,
        cycle_draws: false,
        suicide,
        scoring: Scoring::Area,
        tax: Tax::None,
        pass_cost: PassCost::None,
        white_passes_last: false,
        ending: Ending::TwoPasses,
        first_pass_bonus: FirstPassBonus::None,
        tie: Tie::Draw,
        white_bonus: 7.5,
        max_turns: 3000,
    }
}

fn same<const N: usize>(board: &PlayBoard<N>, position: &Position) {
    let complete = position.board();
    assert_eq!(board.hash(), complete.hash());
    assert_eq!(board.to_move(), position.to_move());
    for point in complete.size().points() {
        let spot = Spot::of(point);
        assert_eq!(board.stone(spot), complete.stone(point));
        if let Some(chain) = complete.chain(point) {
            let count = chain.liberties.len();
            assert_eq!(board.has_one_liberty(spot), count == 1, "{point}");
            assert_eq!(board.has_two_liberties(spot), count == 2, "{point}");
        }
    }
}

/// Plays a random game on both boards and compares all the way; the turns taken.
///
/// Both players also pass now and then, and sometimes move twice in a row.
fn compare_a_game<const N: usize>(size: BoardSize, rules: &PlayoutRules, every: u32, rng: &mut PlayRng) -> u32 {
    let legality = Legality {
        repetition: rules.repetition,
        suicide: rules.suicide,
    };
    let mut position = Position::new(size, legality);
    let mut board = PlayBoard::<N>::new(size);
    let mut line = Line::new(0, Color::Black);
    let limit = 4 * size.area() as u32 + 20;
    let fills_eyes = rng.chance(0x8000);
    for turn in 0..limit {
        let mut color = position.to_move();
        if rng.chance(400) {
            color = color.opponent();
        }
        let thorough = turn % every == 0;
        if thorough {
            same(&board, &position);
            for point in size.points() {
                for color in Color::BOTH {
                    let legal = position.why_illegal(color, point).is_none();
                    let here = board.is_legal(color, Spot::of(point), rules, &line);
                    assert_eq!(
                        here,
                        legal,
                        "{color} {point} {rules:?}\n{:?}",
                        position.why_illegal(color, point)
                    );
                }
            }
        }
        let empty = position.board().empty_points();
        let mut choice = None;
        for _ in 0..20 {
            let Some(point) = empty.iter().nth(rng.below(empty.len() as u32) as usize) else {
                break;
            };
            let spot = Spot::<N>::of(point);
            let legal = board.is_legal(color, spot, rules, &line);
            if !thorough {
                assert_eq!(
                    legal,
                    position.is_legal(color, Vertex::At(point)),
                    "{color} {point} {rules:?}"
                );
            }
            if legal && (fills_eyes || !board.is_eye(color, spot)) {
                choice = Some(point);
                break;
            }
        }
        match choice.filter(|_| !rng.chance(600)) {
            Some(point) => {
                position.play_unchecked(color, Vertex::At(point));
                board.play(color, Spot::of(point), &mut line);
            }
            None => {
                position.play_unchecked(color, Vertex::Pass);
                board.pass(color, rules, &mut line);
            }
        }
        if rng.chance(200) {
            position.begin_history_anew();
            board.begin_anew(position.to_move(), &line);
        }
        assert_eq!(board.times_seen(&line), position.history().times_seen());
        if thorough {
            assert_eq!(board.check(), Ok(()));
        }
    }
    same(&board, &position);
    assert_eq!(board.area_margin(rules), naive_area(&position));
    let again = Root::<N>::new(&position, rules);
    assert_eq!(again.board.hash(), board.hash());
    for point in size.points() {
        let spot = Spot::of(point);
        let before = board.is_legal(board.to_move(), spot, rules, &line);
        assert_eq!(again.board.is_legal(board.to_move(), spot, rules, &again.line), before);
    }
    limit
}

fn naive_area(position: &Position) -> i32 {
    let board = position.board();
    let mut margin = board.stones(Color::Black).len() as i32 - board.stones(Color::White).len() as i32;
    for region in board.empty_points().parts(board.size()) {
        let border = region.border(board.size());
        let touches = |color| border.intersects(board.stones(color));
        let points = region.len() as i32;
        margin += points * (i32::from(touches(Color::Black)) - i32::from(touches(Color::White)));
    }
    margin
}

fn compare_games(sizes: &[BoardSize], turns: u64, every: u32, seed: u64) -> u64 {
    let mut rng = PlayRng::new(seed);
    let mut done = 0;
    while done < turns {
        for &size in sizes {
            for &repetition in Repetition::ALL {
                for &suicide in Suicide::ALL {
                    let rules = rules(repetition, suicide);
                    done += u64::from(with_board_class!(size, N => compare_a_game::<N>(size, &rules, every, &mut rng)));
                }
            }
        }
    }
    done
}

fn sizes(list: &[(usize, usize)]) -> Vec<BoardSize> {
    list.iter()
        .map(|&(width, height)| BoardSize::new(width, height).unwrap())
        .collect()
}

#[test]
fn random_games_on_small_boards_go_as_on_the_complete_board() {
    let list = [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (1, 5),
        (3, 2),
        (3, 3),
        (4, 3),
        (4, 4),
        (5, 5),
        (6, 3),
    ];
    compare_games(&sizes(&list), 1, 1, 1);
}

#[test]
fn random_games_on_large_boards_go_as_on_the_complete_board() {
    compare_games(&sizes(&[(9, 9)]), 1, 61, 2);
    compare_games(&sizes(&[(25, 2)]), 1, 97, 3);
}

#[test]
#[ignore = "minutes: ten million turns; run in release"]
fn ten_million_random_turns_go_as_on_the_complete_board() {
    let small: Vec<(usize, usize)> = (1..=9).flat_map(|side| [(side, side), (side, 10 - side)]).collect();
    let mut done = compare_games(&sizes(&small), 7_000_000, 7, 11);
    done += compare_games(
        &sizes(&[(13, 13), (19, 19), (25, 25), (25, 7), (3, 19)]),
        3_000_000,
        211,
        12,
    );
    assert!(done >= 10_000_000);
}

fn play_some<const N: usize>(size: BoardSize, rules: &PlayoutRules, policy: &Policy, count: u32) {
    let root = PlayBoard::<N>::new(size);
    let mut line = Line::new(0, Color::Black);
    let mut rng = PlayRng::new(7);
    for _ in 0..count {
        let mut board = root;
        let outcome = play_out(&mut board, &mut line, rules, policy, &mut rng);
        assert_eq!(board.check(), Ok(()));
        assert_eq!(outcome.turns as usize, line.moves_from(1).len());
        // The playout's turns, repeated on the complete board, are all legal there and end in the same position.
        let legality = Legality {
            repetition: rules.repetition,
            suicide: rules.suicide,
        };
        let mut position = Position::new(size, legality);
        for turn in line.moves_from(1) {
            let vertex = turn.spot::<N>().map_or(Vertex::Pass, |spot| Vertex::At(spot.point()));
            position.play(turn.color(), vertex).unwrap();
        }
        same(&board, &position);
        assert_eq!(outcome.black_margin, naive_area(&position) as f32 - 7.5);
        let mut ownership = [0; N];
        board.add_ownership(&mut ownership);
        assert_eq!(ownership.iter().sum::<i32>(), naive_area(&position));
        line.truncate(1);
    }
}

#[test]
fn every_turn_of_a_playout_is_legal_under_every_rule_of_repetition_and_suicide() {
    for &repetition in Repetition::ALL {
        for &suicide in Suicide::ALL {
            let rules = rules(repetition, suicide);
            for size in sizes(&[(1, 1), (2, 2), (3, 3), (5, 4), (7, 7), (9, 9)]) {
                with_board_class!(size, N => play_some::<N>(size, &rules, &Policy::Light, 3));
            }
        }
    }
}

#[test]
fn the_full_policy_plays_by_the_same_rules() {
    let policy = Policy::Full(PolicyParams::default());
    for &repetition in Repetition::ALL {
        let rules = rules(repetition, Suicide::Forbidden);
        for size in sizes(&[(1, 1), (2, 3), (5, 5), (9, 9)]) {
            with_board_class!(size, N => play_some::<N>(size, &rules, &policy, 2));
        }
    }
    let rules = rules(Repetition::Situational, Suicide::Allowed);
    for size in sizes(&[(13, 4), (19, 19), (7, 25)]) {
        with_board_class!(size, N => play_some::<N>(size, &rules, &policy, 1));
    }
}

/// After so many random turns, every tactical question is compared with a complete board on which it is tried.
fn try_tactics<const N: usize>(size: BoardSize, rng: &mut PlayRng) {
    let rules = rules(Repetition::None, Suicide::Forbidden);
    let mut board = PlayBoard::<N>::new(size);
    let mut line = Line::new(0, Color::Black);
    let short = PlayoutRules {
        max_turns: rng.below(size.area() as u32 * 3 / 2),
        ..rules
    };
    play_out(&mut board, &mut line, &short, &Policy::Light, rng);
    let legality = Legality {
        repetition: rules.repetition,
        suicide: rules.suicide,
    };
    let mut position = Position::new(size, legality);
    for turn in line.moves_from(1) {
        let vertex = turn.spot::<N>().map_or(Vertex::Pass, |spot| Vertex::At(spot.point()));
        position.play_unchecked(turn.color(), vertex);
    }
    for point in size.points() {
        let spot = Spot::<N>::of(point);
        if let Some(chain) = position.board().chain(point) {
            let few: PointSet = board.few_liberties(spot).map(Spot::point).collect();
            assert!(few.is_subset(&chain.liberties) && few.len() == chain.liberties.len().min(3));
            let stones: PointSet = board.chain_stones(spot).map(Spot::point).collect();
            assert_eq!(stones, chain.stones);
            continue;
        }
        for color in Color::BOTH
            .into_iter()
            .filter(|&color| position.is_legal(color, Vertex::At(point)))
        {
            let mut tried = position.board().clone();
            let played = tried.play_unchecked(color, point);
            let chain = tried.chain(point).unwrap();
            for limit in 1..=3 {
                let counted = board.liberties_after_play(color, spot, limit);
                assert_eq!(counted, chain.liberties.len().min(limit), "{color} {point} {limit}");
            }
            let in_atari = chain.liberties.len() == 1;
            let expected = if in_atari { chain.stones.len() } else { 0 };
            assert_eq!(board.self_atari(color, spot) as usize, expected);
            assert_eq!(board.captures(color, spot) as usize, played.captured.len());
        }
    }
}

#[test]
fn tactical_answers_are_those_of_the_complete_board() {
    let mut rng = PlayRng::new(5);
    for (size, games) in sizes(&[(5, 5), (9, 9), (7, 3), (19, 19)])
        .into_iter()
        .zip([20, 6, 20, 1])
    {
        for _ in 0..games {
            with_board_class!(size, N => try_tactics::<N>(size, &mut rng));
        }
    }
}

/// Ends random games and compares the playout's count with the complete one.
fn compare_scores<const N: usize>(size: BoardSize, ruleset: &Ruleset, games: u32, policy: &Policy) {
    let rules = PlayoutRules::new(ruleset, size, 6.5, 0);
    let mut rng = PlayRng::new(9);
    for _ in 0..games {
        let mut board = PlayBoard::<N>::new(size);
        let mut line = Line::new(0, Color::Black);
        play_out(&mut board, &mut line, &rules, policy, &mut rng);
        let legality = Legality {
            repetition: ruleset.repetition,
            suicide: ruleset.suicide,
        };
        let mut position = Position::new(size, legality);
        for turn in line.moves_from(1) {
            let vertex = turn.spot::<N>().map_or(Vertex::Pass, |spot| Vertex::At(spot.point()));
            position.play_unchecked(turn.color(), vertex);
        }
        let finished = Finished {
            board: position.board(),
            dead: PointSet::EMPTY,
            tally: Tally::of_turns(position.turns()),
            to_move: position.to_move(),
        };
        let terms = Terms { komi: 6.5, handicap: 0 };
        let expected = score(ruleset, &finished, &terms);
        let margin = board.area_margin(&rules) as f32 + rules.offset(&board) + rules.pass_bonus(&board.counters);
        let found = f64::from(margin);
        assert_eq!(
            found,
            expected.margin,
            "{}\n{}",
            ruleset.name,
            diagram::draw(position.board(), None)
        );
    }
}

/// Every preset, both policies: playouts count as the score layer does, tax and all.
fn compare_all_scores(games: u32) {
    for ruleset in presets::all() {
        for policy in [Policy::Light, Policy::Full(PolicyParams::default())] {
            for (width, height) in [(9, 9), (5, 5), (4, 7)] {
                let size = BoardSize::new(width, height).unwrap();
                compare_scores::<BOARD_9>(size, ruleset, games, &policy);
            }
        }
    }
}

#[test]
fn final_positions_count_as_in_the_score_layer() {
    compare_all_scores(6);
}

#[test]
#[ignore = "minutes: 162,000 games; run in release"]
fn many_thousands_of_final_positions_count_as_in_the_score_layer() {
    compare_all_scores(1000);
}

#[test]
fn first_plays_tell_color_and_turn() {
    let size = BoardSize::square(9);
    let rules = rules(Repetition::Simple, Suicide::Forbidden);
    let mut board = PlayBoard::<BOARD_9>::new(size);
    let mut line = Line::new(0, Color::Black);
    play_out(&mut board, &mut line, &rules, &Policy::Light, &mut PlayRng::new(3));
    let turns = line.moves_from(1);
    let mut first = FirstPlays::<BOARD_9>::NONE;
    first.refill(turns, 10);
    for turn in (0..10).rev() {
        first.precede(turn, turns[turn]);
    }
    let mut seen = PointSet::EMPTY;
    for (turn, played) in turns.iter().enumerate() {
        if let Some(spot) = played.spot::<BOARD_9>()
            && seen.insert(spot.point())
        {
            assert_eq!(first.get(spot), Some((played.color(), turn as u32)));
            assert_eq!(first.turn_after(played.index(), played.color(), 0), turn + 1);
            assert_eq!(first.turn_after(played.index(), played.color().opponent(), 0), 0);
        }
    }
    for point in size.points().filter(|&point| !seen.contains(point)) {
        assert_eq!(first.get(Spot::of(point)), None);
    }
    assert_eq!(first.turn_after(0, Color::Black, 0), 0);
    assert_eq!(first.turn_after(0, Color::White, 0), 0);
}
