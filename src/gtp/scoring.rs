//! Commands that count.

use super::commands::{Answer, Command, command};
use super::debug::list;
use super::failure::Failure;
use super::parse::Arguments;
use super::session::Session;
use crate::engine::Status;
use crate::rules::{Color, PointSet};
use crate::score::counting::{Method, Table};
use crate::score::{Outcome, score};

pub(super) const COMMANDS: &[Command] = &[
    command!(
        "final_score",
        "",
        final_score,
        "The result if the game ended here, dead stones taken off: B+3.5, W+0.5 or 0."
    ),
    command!(
        "final_status_list",
        "alive|dead|seki|black_territory|white_territory|dame",
        final_status_list,
        "The stones of a status, one chain a line, or the empty points of an owner."
    ),
    command!(
        "lanke-score",
        "[METHOD|all] [alive]",
        lanke_score,
        "The result, then a line for each counting method of the rules: name, Black's count, White's count, margin in points. 'alive' takes no stones off as dead."
    ),
];

fn final_score(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(result(session.engine.final_score()))
}

/// A result in the words of `final_score`: controllers know wins and draws only.
fn result(outcome: Outcome) -> String {
    match outcome {
        Outcome::NoResult => Outcome::Draw.to_string(),
        outcome => outcome.to_string(),
    }
}

fn lanke_score(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let game = session.game();
    let (mut methods, mut alive) = (Method::of_ruleset(game.ruleset(), game.handicap().stones), false);
    for word in arguments.words() {
        match word.to_lowercase().as_str() {
            "alive" => alive = true,
            "all" => methods = Method::ALL.to_vec(),
            key => {
                let method = Method::from_key(key);
                methods = vec![method.ok_or_else(|| Failure::expected("a counting method, all or alive", word))?];
            }
        }
    }
    let (dead, outcome) = if alive {
        let terms = game.terms();
        let counted = score(game.ruleset(), &game.finished(PointSet::EMPTY), &terms);
        (PointSet::EMPTY, counted.outcome)
    } else {
        let judgement = session.engine.judge();
        (judgement.dead, judgement.score.outcome)
    };
    let game = session.game();
    let table = Table::new(game.ruleset(), &game.finished(dead), &game.terms());
    let mut lines = vec![result(outcome)];
    for method in methods {
        let count = table.count(method);
        // `+ 0.0` turns a negative zero into a plain one.
        let (black, white, margin) = (count.counts.black, count.counts.white, count.margin + 0.0);
        lines.push(format!("{method} {black} {white} {margin}"));
    }
    Ok(lines.join("\n"))
}

fn final_status_list(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let word = arguments.need(0, "a status")?.to_lowercase();
    let status = match word.as_str() {
        "alive" => Status::Alive,
        "dead" => Status::Dead,
        "seki" => Status::Seki,
        other => return points_of(session, other),
    };
    let stones = session.engine.stones_of(status);
    let board = session.game().board();
    // `parts` starts each part at its first point in board order; chains of one color only, so that a dead stone
    // beside another color's dead stone is a line of its own.
    let lines: Vec<String> = Color::BOTH
        .iter()
        .flat_map(|&color| stones.intersection(board.stones(color)).parts(board.size()))
        .map(|chain| list(&chain))
        .collect();
    Ok(lines.join("\n"))
}

fn points_of(session: &mut Session, owner: &str) -> Answer {
    let judgement = session.engine.judge();
    let board = session.game().board();
    let living = |color: Color| board.stones(color).difference(&judgement.dead);
    let vacant = |color: Color| judgement.owners.points(color).difference(&living(color));
    Ok(match owner {
        "black_territory" => list(&vacant(Color::Black)),
        "white_territory" => list(&vacant(Color::White)),
        "dame" => {
            let owned = vacant(Color::Black).union(&vacant(Color::White));
            list(&board.empty_points().difference(&owned))
        }
        other => return Err(Failure::expected("alive, dead or seki", other)),
    })
}
