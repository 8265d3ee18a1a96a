//! Identities of RULES that hold for every finished game, on games made by chance.

use super::games::{Chance, Game, play};
use lanke::rules::ruleset::{Neutral, Scoring, Tax};
use lanke::rules::{BoardSize, ByColor, Color, PointSet, Ruleset, presets};
use lanke::score::{Count, Method, Owner, Owners, Settled, Table, Terms, score};
use std::sync::LazyLock;

/// Even games: 30 on each board from 1x1 to 9x9, 12 on 13x13, 4 on 19x19. 2446 in all.
static EVEN: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let mut chance = Chance(1);
    let mut games = Vec::new();
    for width in 1..=9 {
        for height in 1..=9 {
            let size = BoardSize::new(width, height).unwrap();
            games.extend((0..30).map(|_| play(&mut chance, size, 0)));
        }
    }
    games.extend((0..12).map(|_| play(&mut chance, BoardSize::square(13), 0)));
    games.extend((0..4).map(|_| play(&mut chance, BoardSize::square(19), 0)));
    games
});

/// Games with two to five handicap stones: 20 each on 5x5 to 9x9. 400 in all.
static HANDICAP: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let mut chance = Chance(2);
    let mut games = Vec::new();
    for side in 5..=9 {
        for stones in 2..=5 {
            games.extend((0..20).map(|_| play(&mut chance, BoardSize::square(side), stones)));
        }
    }
    games
});

fn all_games() -> impl Iterator<Item = &'static Game> {
    EVEN.iter().chain(HANDICAP.iter())
}

fn rules(spec: &str) -> Ruleset {
    presets::load(spec).unwrap()
}

/// A komi that fits the game's number, odd and fractional ones among them.
fn terms(number: usize, game: &Game) -> Terms {
    let komi = [0.0, 0.5, 7.5, 7.0, 6.5, -3.5, 3.75, 25.0, -0.5, 400.0][number % 10];
    Terms {
        komi,
        handicap: game.handicap,
    }
}

fn margins(table: &Table<'_>, methods: &[Method]) -> Vec<f64> {
    methods.iter().map(|&method| table.count(method).margin).collect()
}

fn all_equal(margins: &[f64]) -> bool {
    margins.windows(2).all(|pair| pair[0] == pair[1])
}

#[test]
fn the_generated_games_have_what_the_identities_are_about() {
    assert_eq!((EVEN.len(), HANDICAP.len()), (2446, 400));
    let seki = |game: &Game| {
        let settled = Settled::new(&game.board, &game.dead);
        settled.groups().iter().any(|group| group.seki)
    };
    type Feature<'a> = (&'a str, &'a dyn Fn(&Game) -> bool);
    let wanted: [Feature<'_>; 5] = [
        ("prisoners", &|game| {
            game.tally.prisoners.black + game.tally.prisoners.white > 0
        }),
        ("passes on the way", &|game| {
            game.tally.passes.black + game.tally.passes.white > 2
        }),
        ("dead stones", &|game| !game.dead.is_empty()),
        ("seki", &seki),
        ("Black's last turn", &|game| game.tally.last_mover == Some(Color::Black)),
    ];
    for (what, is_there) in wanted {
        let games = all_games().filter(|game| is_there(game)).count();
        assert!(games > 600, "{what} in {games} games");
        println!("{what}: {games} games");
    }
}

#[test]
fn stones_on_the_board_are_those_played_and_not_captured() {
    for game in all_games() {
        for color in Color::BOTH {
            let handicap = if color == Color::Black { game.handicap as u32 } else { 0 };
            let left = game.tally.plays[color] + handicap - game.tally.prisoners[color.opponent()];
            assert_eq!(game.board.stones(color).len() as u32, left);
        }
    }
}

#[test]
fn area_half_count_fill_and_equal_stones_have_one_margin() {
    let systems = [
        "chinese",
        "chen",
        "ideal",
        "ing",
        "wmsg",
        "aga-button",
        "chinese,tax=seki",
    ]
    .map(rules);
    let methods = [Method::Area, Method::HalfCount, Method::Fill, Method::EqualStones];
    for (number, game) in all_games().enumerate() {
        for rules in &systems {
            let terms = terms(number, game);
            let table = Table::new(rules, &game.finished(), &terms);
            let found = margins(&table, &methods);
            assert!(all_equal(&found), "game {number} {} {found:?}", rules.name);
            assert_eq!(
                found[0],
                score(rules, &game.finished(), &terms).margin,
                "{}",
                rules.name
            );
        }
    }
}

#[test]
fn simple_territory_is_within_a_point_and_exact_when_both_took_as_many_turns() {
    let rules = rules("chen");
    let mut different = 0;
    for (number, game) in all_games().enumerate() {
        let table = Table::new(&rules, &game.finished(), &terms(number, game));
        let [simple, equal] = [Method::SimpleTerritory, Method::EqualStones].map(|method| table.count(method).margin);
        assert!((simple - equal).abs() <= 1.0, "game {number}");
        let turns = |color: Color| game.tally.plays[color] + game.tally.passes[color];
        if game.handicap == 0 {
            assert_eq!(
                simple == equal,
                turns(Color::Black) == turns(Color::White),
                "game {number}"
            );
        }
        different += usize::from(simple != equal);
    }
    assert!(different > 500);
}

#[test]
fn american_territory_and_area_have_one_margin_handicap_or_not() {
    let by_area = rules("aga");
    let by_territory = rules("aga,scoring=territory");
    for (number, game) in all_games().enumerate() {
        let terms = terms(number, game);
        let area = score(&by_area, &game.finished(), &terms);
        let territory = score(&by_territory, &game.finished(), &terms);
        assert_eq!(area.outcome, territory.outcome, "game {number}");
        let table = Table::new(&by_area, &game.finished(), &terms);
        assert_eq!(table.count(Method::Territory).margin, area.margin, "game {number}");
    }
    let (by_area, by_territory) = (rules("arena-aga-area"), rules("arena-aga-territory"));
    for (number, game) in EVEN.iter().enumerate() {
        let terms = terms(number, game);
        let margins = [&by_area, &by_territory].map(|rules| score(rules, &game.finished(), &terms).margin);
        assert_eq!(margins[0], margins[1], "game {number}");
    }
}

#[test]
fn the_five_living_counts_have_one_margin_that_of_area_less_the_tax() {
    let living = [
        Method::LivingFill,
        Method::StonesAndPaths,
        Method::EqualPaths,
        Method::EqualStonesPaths,
        Method::ReturnTax,
    ];
    let systems = ["living", "stone-scoring", "ancient", "chinese"].map(rules);
    for (number, game) in all_games().enumerate() {
        let settled = Settled::new(&game.board, &game.dead);
        let tax = Color::BOTH.map(|color| {
            settled
                .groups_of(color)
                .map(|group| group.basic_eyes.len())
                .sum::<usize>()
        });
        for rules in &systems {
            let terms = terms(number, game);
            let table = Table::new(rules, &game.finished(), &terms);
            let found = margins(&table, &living);
            assert!(all_equal(&found), "game {number} {} {found:?}", rules.name);
            let area = table.count(Method::Area).margin;
            assert_eq!(found[0], area - tax[0] as f64 + tax[1] as f64, "game {number}");
            if rules.scoring == Scoring::Stones || rules.tax == Tax::All {
                assert_eq!(found[0], score(rules, &game.finished(), &terms).margin, "game {number}");
            }
        }
    }
}

#[test]
fn two_points_are_one_zi() {
    let rules = rules("cwa");
    for (number, game) in all_games().enumerate() {
        let terms = terms(number, game);
        let Count { counts, margin, .. } = Table::new(&rules, &game.finished(), &terms).count(Method::HalfCount);
        let score = score(&rules, &game.finished(), &terms);
        let half = game.board.size().area() as f64 / 2.0;
        let zi = counts.black - half - (score.komi + score.bonus) / 2.0;
        assert_eq!(2.0 * zi, margin);
        assert_eq!(margin, score.margin);
        assert_eq!(counts.black + counts.white, 2.0 * half);
    }
}

#[test]
fn who_counts_neutral_points_never_changes_the_margin() {
    for (number, game) in all_games().enumerate() {
        let terms = terms(number, game);
        let margins: Vec<f64> = Neutral::ALL
            .iter()
            .map(|&neutral| {
                let rules = Ruleset {
                    neutral,
                    ..rules("chinese")
                };
                score(&rules, &game.finished(), &terms).margin
            })
            .collect();
        assert!(all_equal(&margins), "game {number}");
    }
}

#[test]
fn the_methods_of_every_preset_give_its_own_result() {
    for rules in presets::all() {
        for (number, game) in all_games().enumerate().step_by(3) {
            let terms = terms(number, game);
            let table = Table::new(rules, &game.finished(), &terms);
            let margin = score(rules, &game.finished(), &terms).margin;
            for method in Method::of_ruleset(rules, game.handicap) {
                // The seats and a first move of White's are not part of these games.
                assert_eq!(
                    table.count(method).margin,
                    margin,
                    "game {number} {} {method}",
                    rules.name
                );
            }
        }
    }
}

#[test]
fn owners_add_up_to_the_counts_and_every_point_has_one() {
    let (area, territory) = (rules("chinese"), rules("japanese"));
    for (number, game) in all_games().enumerate() {
        let finished = game.finished();
        let counts = score(&area, &finished, &terms(number, game)).counts;
        let owners = Owners::new(&area, &finished);
        let owned = |owner: Owner| {
            game.board
                .size()
                .points()
                .filter(|&point| owners.owner(point) == owner)
                .count()
        };
        assert_eq!(
            counts,
            ByColor {
                black: owned(Owner::Black) as f64,
                white: owned(Owner::White) as f64
            }
        );
        let settled = Settled::new(&game.board, &game.dead);
        let neutral = settled.neutral();
        assert_eq!(owned(Owner::Nobody), neutral.len());
        let territory_counts = score(&territory, &finished, &terms(number, game)).counts;
        let owners = Owners::new(&territory, &finished);
        for color in Color::BOTH {
            let prisoners = settled.dead(color.opponent()).len() as u32 + game.tally.prisoners[color];
            let points = owners.points(color).len() as u32 + prisoners;
            assert_eq!(territory_counts[color], f64::from(points), "game {number}");
            assert!(!owners.points(color).intersects(settled.stones(color)));
        }
    }
}

#[test]
fn a_mirrored_game_with_colors_exchanged_has_the_opposite_margin() {
    let systems = ["chinese", "japanese", "living", "tang-song", "chinese,tax=seki"].map(rules);
    for (number, game) in all_games().enumerate() {
        let mirrored = game.mirrored();
        for rules in &systems {
            let terms = Terms::default();
            let margin = score(rules, &game.finished(), &terms).margin;
            assert_eq!(
                score(rules, &mirrored.finished(), &terms).margin,
                -margin,
                "game {number} {}",
                rules.name
            );
        }
    }
}

#[test]
fn what_is_pass_alive_belongs_to_its_color_and_stays_alive() {
    for (number, game) in all_games().enumerate() {
        for &suicide in lanke::rules::ruleset::Suicide::ALL {
            let alive = lanke::score::life::PassAlive::both(&game.board, suicide);
            assert!(!alive.black.points().intersects(&alive.white.points()), "game {number}");
            for color in Color::BOTH {
                assert!(alive[color].stones.is_subset(game.board.stones(color)));
                assert!(!alive[color].territory.intersects(game.board.stones(color)));
            }
        }
        let strict = lanke::score::life::pass_dead(&game.board, lanke::rules::ruleset::Suicide::Allowed);
        let loose = lanke::score::life::pass_dead(&game.board, lanke::rules::ruleset::Suicide::Forbidden);
        assert!(strict.is_subset(&loose), "game {number}");
        assert!(loose.is_subset(&PointSet::all(game.board.size())));
    }
}
