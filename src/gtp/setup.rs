//! Commands that prepare a game: size, komi, handicap, set-up stones.

use super::commands::{Answer, Command, command};
use super::failure::Failure;
use super::parse::{self, Arguments};
use super::session::Session;
use crate::rules::{ByColor, Color, Point, PointSet};

pub(super) const COMMANDS: &[Command] = &[
    command!(
        "boardsize",
        "N [HEIGHT]",
        boardsize,
        "A new, empty board of 1 to 25 lines, or of so many columns and rows. Komi, rules and time settings stay."
    ),
    command!(
        "rectangular_boardsize",
        "WIDTH HEIGHT",
        rectangular_boardsize,
        "A new, empty board of so many columns and rows."
    ),
    command!(
        "clear_board",
        "",
        clear_board,
        "Back to the start of a game. Komi, rules and time settings stay."
    ),
    command!("komi", "POINTS", komi, "Sets White's compensation; any number."),
    command!(
        "set_free_handicap",
        "VERTEX VERTEX …",
        set_free_handicap,
        "Puts these handicap stones on the empty board; White moves next."
    ),
    command!(
        "gogui-setup",
        "COLOR VERTEX …",
        gogui_setup,
        "Puts stones on the empty board without their being moves."
    ),
    command!(
        "gogui-setup_player",
        "COLOR",
        gogui_setup_player,
        "Says whose turn it is."
    ),
];

fn boardsize(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let size = arguments.board_size()?;
    session.engine.game_mut().resize(size);
    Ok(String::new())
}

fn rectangular_boardsize(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    arguments.need(1, "a width and a height")?;
    boardsize(session, arguments)
}

fn clear_board(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.engine.game_mut().clear();
    Ok(String::new())
}

fn komi(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let points = arguments.float(0)?;
    session.engine.game_mut().set_komi(Some(points));
    Ok(String::new())
}

/// Handicap and set-up need a board on which nothing has happened.
pub(super) fn need_empty_board(session: &Session) -> Result<(), Failure> {
    let board = session.game().board();
    if board.empty_points().len() < board.size().area() {
        return Err(Failure::BoardNotEmpty);
    }
    Ok(())
}

fn set_free_handicap(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    need_empty_board(session)?;
    let size = session.game().size();
    let mut points = PointSet::EMPTY;
    for &word in arguments.words() {
        let point = parse::vertex(word, size).ok().and_then(|vertex| vertex.point());
        let point = point.ok_or(Failure::BadVertexList)?;
        if !points.insert(point) {
            return Err(Failure::BadVertexList);
        }
    }
    if points.len() < 2 || points.len() >= size.area() {
        return Err(Failure::BadVertexList);
    }
    session
        .engine
        .game_mut()
        .place_handicap(&points)
        .map_err(|_| Failure::BadVertexList)?;
    Ok(String::new())
}

fn gogui_setup(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    need_empty_board(session)?;
    let size = session.game().size();
    let mut stones = ByColor::<PointSet>::default();
    let mut taken = PointSet::EMPTY;
    for index in (0..arguments.len()).step_by(2) {
        let color: Color = arguments.color(index)?;
        let point: Point = arguments.point(index + 1, size)?;
        if !taken.insert(point) {
            return Err(Failure::Other(format!("{point} is named twice")));
        }
        stones[color].insert(point);
    }
    let to_move = session.game().to_move();
    session
        .engine
        .game_mut()
        .set_up(&stones, to_move)
        .map_err(|dead| Failure::Other(format!("no liberties: {}", super::debug::list(&dead))))?;
    Ok(String::new())
}

fn gogui_setup_player(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    session.engine.game_mut().set_to_move(color);
    Ok(String::new())
}
