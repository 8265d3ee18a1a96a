//! 1,500 random games on small boards recorded by another program with what was legal after every turn. They are not
//! part of the project: the test says that it is skipped where the file is not at hand.

use flate2::read::GzDecoder;
use lanke::game::{Ended, Game, Phase};
use lanke::rules::ruleset::{Repetition, Tax};
use lanke::rules::{BoardSize, Color, Point, PointSet, Vertex, kata_json};
use lanke::score::{life, score};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    games: usize,
    positions: usize,
    scores: usize,
    endings: usize,
    ended_by_second_pass: usize,
    other_repetition_rule: usize,
}

#[test]
fn recorded_games_have_the_same_legal_plays_boards_endings_and_scores() {
    // The folder lies beside the checkout, or beside the folder of worktrees.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paths = ["../shared/data", "../../shared/data"].map(|folder| root.join(folder));
    let open = |path: &PathBuf| File::open(path.join("katago-games-1500.jsonl.gz")).ok();
    let Some(file) = paths.iter().find_map(open) else {
        eprintln!("skipped: no recorded games at ../shared/data");
        return;
    };
    let mut compared = Compared::default();
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let game: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if game["rules"]["ko"] == "SPIGHT" {
            compared.other_repetition_rule += 1;
        } else {
            replay(&game, &mut compared);
        }
    }
    assert_eq!((compared.games, compared.other_repetition_rule), (1205, 295));
    assert_eq!((compared.endings, compared.ended_by_second_pass), (865, 40));
    assert_eq!((compared.positions, compared.scores), (51257, 21431));
}

fn replay(record: &Value, compared: &mut Compared) {
    let rules = kata_json::load(&record["rules"].to_string()).unwrap();
    let komi = record["rules"]["komi"].as_f64().unwrap();
    let size = match &record["size"] {
        Value::Array(sides) => sides.iter().map(|side| side.as_u64().unwrap() as usize).collect(),
        side => vec![side.as_u64().unwrap() as usize; 2],
    };
    let size = BoardSize::new(size[0], size[1]).unwrap();
    let mut game = Game::new(size, rules);
    game.set_komi(Some(komi));
    compared.games += 1;
    let turns = record["moves"].as_array().unwrap();
    for (number, step) in record["steps"].as_array().unwrap().iter().enumerate() {
        let context = || format!("{} after {number} turns of {turns:?}", record["rules"]);
        if number > 0 {
            let vertex = Vertex::parse(turns[number - 1].as_str().unwrap(), size).unwrap();
            assert!(game.position().is_legal(game.to_move(), vertex), "{}", context());
            game.play_unchecked(game.to_move(), vertex);
        }
        assert_eq!(drawn(&game), step["board"], "{}", context());
        let ended = step["finished"] == true || step["phase"] != 0;
        if ended && game.phase().is_playing() {
            // Under SIMPLE a second pass of one player in the same state ends the other program's game, ours goes on.
            assert_eq!(game.ruleset().repetition, Repetition::Simple, "{}", context());
            compared.ended_by_second_pass += 1;
            return;
        }
        assert_eq!(ended, !game.phase().is_playing(), "{}", context());
        if ended {
            compared.endings += 1;
            let is_void = game.phase() == Phase::Over(Ended::LongCycle);
            assert_eq!(step["no_result"], is_void, "{}", context());
        }
        if game.ruleset().tax == Tax::None {
            compared.scores += 1;
            let dead = life::pass_dead(game.board(), game.ruleset().suicide);
            let margin = score(game.ruleset(), &game.finished(dead), &game.terms()).margin;
            assert_eq!(step["score_now"].as_f64().unwrap(), 0.0 - margin, "{}", context());
        }
        if ended {
            return;
        }
        compared.positions += 1;
        let listed = step["legal"].as_array().unwrap().iter().map(|word| point(word, size));
        assert_eq!(
            game.position().legal_points(game.to_move()),
            listed.collect::<PointSet>(),
            "{}",
            context()
        );
    }
}

fn point(word: &Value, size: BoardSize) -> Point {
    Vertex::parse(word.as_str().unwrap(), size).unwrap().point().unwrap()
}

fn drawn(game: &Game) -> String {
    let size = game.size();
    let rows = (0..size.height()).rev().map(|row| {
        let points = (0..size.width()).map(|column| game.board().stone(Point::new(column, row)));
        points
            .map(|stone| match stone {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            })
            .collect::<String>()
    });
    rows.collect::<Vec<_>>().join("/")
}
