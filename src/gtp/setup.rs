//! Commands that prepare a game: size, komi, handicap, set-up stones.

use super::commands::{Answer, Command, command};
use super::failure::Failure;
use super::parse::{self, Arguments};
use super::session::Session;
use crate::game::HandicapError;
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
        "fixed_handicap",
        "N",
        fixed_handicap,
        "Puts N handicap stones on the customary points of the empty board and says where; White moves next."
    ),
    command!(
        "place_free_handicap",
        "N",
        place_free_handicap,
        "Puts N handicap stones on the empty board where the engine likes and says where; White moves next."
    ),
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
    session.engine.new_game();
    Ok(String::new())
}

fn rectangular_boardsize(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    arguments.need(1, "a width and a height")?;
    boardsize(session, arguments)
}

fn clear_board(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.engine.new_game();
    Ok(String::new())
}

fn komi(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let points = arguments.float(0)?;
    session.engine.game_mut().set_komi(Some(points));
    Ok(String::new())
}

/// The points of a handicap as an answer, or the protocol's word for why there is none.
pub(super) fn placed(points: Result<Vec<Point>, HandicapError>) -> Answer {
    let points = points.map_err(refused)?;
    let words: Vec<String> = points.iter().map(Point::to_string).collect();
    Ok(words.join(" "))
}

fn refused(error: HandicapError) -> Failure {
    log::info!("handicap refused: {error}");
    match error {
        HandicapError::BoardNotEmpty => Failure::BoardNotEmpty,
        HandicapError::InvalidNumber { .. } => Failure::BadStoneCount,
        HandicapError::Pass | HandicapError::OffBoard(_) | HandicapError::Repeated(_) => Failure::BadVertexList,
    }
}

fn fixed_handicap(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let stones = arguments.int(0)? as usize;
    placed(session.engine.game_mut().fixed_handicap(stones))
}

fn place_free_handicap(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let stones = arguments.int(0)? as usize;
    placed(session.engine.game_mut().free_handicap(stones))
}

fn set_free_handicap(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let size = session.game().size();
    let mut vertices = Vec::new();
    for &word in arguments.words() {
        vertices.push(parse::vertex(word, size).map_err(|_| Failure::BadVertexList)?);
    }
    match session.engine.game_mut().set_free_handicap(&vertices) {
        Ok(()) => Ok(String::new()),
        // The list is the argument here, so a wrong number of points is a bad list.
        Err(HandicapError::InvalidNumber { .. }) => Err(Failure::BadVertexList),
        Err(error) => Err(refused(error)),
    }
}

/// Set-up needs an empty board.
pub(super) fn need_no_stones(session: &Session) -> Result<(), Failure> {
    let board = session.game().board();
    if Color::BOTH.iter().any(|&color| !board.stones(color).is_empty()) {
        return Err(Failure::BoardNotEmpty);
    }
    Ok(())
}

fn gogui_setup(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    need_no_stones(session)?;
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
