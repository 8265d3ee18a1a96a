//! Commands that count.

use super::commands::{Answer, Command, command};
use super::debug::list;
use super::failure::Failure;
use super::parse::Arguments;
use super::session::Session;
use crate::engine::Status;
use crate::rules::Color;
use crate::score::Outcome;

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
];

fn final_score(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(match session.engine.final_score() {
        // Controllers know wins and draws only.
        Outcome::NoResult => Outcome::Draw.to_string(),
        outcome => outcome.to_string(),
    })
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
