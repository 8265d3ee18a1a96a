//! Commands of the KGS client: playing a disputed ending out, and the end of a game.

use super::commands::{Answer, Command, command};
use super::parse::Arguments;
use super::session::Session;
use crate::engine::{Analysis, Status};
use crate::rules::{Color, PointSet, Vertex};

pub(super) const COMMANDS: &[Command] = &[
    command!(
        "kgs-genmove_cleanup",
        "COLOR",
        genmove_cleanup,
        "genmove that does not pass as long as dead stones of the opponent are on the board."
    ),
    command!(
        "kgs-game_over",
        "",
        game_over,
        "Says that the game is over; the board stays, because the game may be resumed."
    ),
];

/// The legal moves that take liberties of the opponent's dead chains.
fn captures(session: &mut Session, color: Color) -> PointSet {
    let dead = session.engine.stones_of(Status::Dead);
    let game = session.game();
    let board = game.board();
    let doomed = dead.intersection(board.stones(color.opponent()));
    let liberties = doomed.border(board.size()).intersection(&board.empty_points());
    liberties.intersection(&game.legal_points(color))
}

fn genmove_cleanup(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    let wanted = Analysis {
        allow: captures(session, color).iter().map(Vertex::At).collect(),
        ..Analysis::default()
    };
    let generated = session.generate(color, &wanted);
    Ok(session.announce(generated))
}

fn game_over(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.stop_pondering();
    Ok(String::new())
}
