//! Commands that show the position: pictures, lists, and what is legal.

use super::commands::{Answer, Command, command};
use super::failure::Failure;
use super::parse::Arguments;
use super::session::Session;
use crate::game::perft::perft_until;
use crate::rules::{Color, PointSet, diagram};

pub(super) const COMMANDS: &[Command] = &[
    command!(
        "showboard",
        "",
        showboard,
        "The board, whose turn it is, prisoners, komi and rules."
    ),
    command!(
        "list_stones",
        "COLOR",
        list_stones,
        "The stones of a color, in board order."
    ),
    command!("captures", "COLOR", captures, "How many stones a color has captured."),
    command!("countlib", "VERTEX", countlib, "The liberties of the chain at a point."),
    command!(
        "is_legal",
        "COLOR VERTEX",
        is_legal,
        "1 if the move is legal under the rules in force, 0 if not."
    ),
    command!(
        "all_legal",
        "COLOR",
        all_legal,
        "The points a color may play on under the rules in force, in board order."
    ),
    command!(
        "lanke-perft",
        "N",
        lanke_perft,
        "How many sequences of exactly N turns are legal from here, passes counted, the game ending where the rules end it."
    ),
];

/// Points as a list of words.
pub(super) fn list(points: &PointSet) -> String {
    let words: Vec<String> = points.iter().map(|point| point.to_string()).collect();
    words.join(" ")
}

fn showboard(session: &mut Session, _: &Arguments<'_>) -> Answer {
    let game = session.game();
    let prisoners = game.tally().prisoners;
    Ok(format!(
        "\n{}\n{} to move, prisoners: Black {}, White {}, komi {}, rules {}",
        diagram::draw(game.board(), game.last_vertex()),
        game.to_move(),
        prisoners.black,
        prisoners.white,
        game.komi(),
        game.ruleset().name,
    ))
}

fn list_stones(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    Ok(list(session.game().board().stones(arguments.color(0)?)))
}

fn captures(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    Ok(session.game().tally().prisoners[arguments.color(0)?].to_string())
}

fn countlib(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let board = session.game().board();
    let point = arguments.point(0, board.size())?;
    let chain = board
        .chain(point)
        .ok_or_else(|| Failure::expected("a stone", &format!("the empty point {point}")))?;
    Ok(chain.liberties.len().to_string())
}

fn is_legal(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let game = session.game();
    let color: Color = arguments.color(0)?;
    let vertex = arguments.vertex(1, game.size())?;
    Ok(u8::from(game.why_refused(color, vertex).is_none()).to_string())
}

fn all_legal(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    Ok(list(&session.game().legal_points(arguments.color(0)?)))
}

/// More turns than anybody can count, and few enough for the stack.
const DEEPEST: u32 = 100;

fn lanke_perft(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let depth = arguments.int(0)?;
    if depth > DEEPEST {
        let expected = format!("a number of turns up to {DEEPEST}");
        return Err(Failure::expected(&expected, &depth.to_string()));
    }
    let count = perft_until(&mut session.game().clone(), depth, session.stop.flag());
    count
        .map(|count| count.to_string())
        .ok_or_else(|| Failure::other("interrupted"))
}
