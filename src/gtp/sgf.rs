//! Commands that read and write game records.

use super::commands::{Answer, Command, command};
use super::failure::Failure;
use super::parse::{self, Arguments};
use super::session::Session;
use crate::game::KomiSource;
use crate::game::sgf::{self, Header, ReplayOptions};
use std::path::{Component, Path, PathBuf};

pub(super) const COMMANDS: &[Command] = &[
    command!(
        "loadsgf",
        "FILE [MOVE]",
        loadsgf,
        "Loads a game record up to the position before the move of this number, or its last position. Quote names with blanks."
    ),
    command!(
        "printsgf",
        "[FILE]",
        printsgf,
        "The game as SGF, or writes it to a file; a stopped game has its result."
    ),
];

/// Where a name leads, within the folder that the options allow.
fn allowed_path(session: &Session, name: &str) -> Result<PathBuf, Failure> {
    let folder = &session.engine.settings().sgf_dir;
    if folder.is_empty() {
        return Ok(name.into());
    }
    let stays_inside = Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !stays_inside {
        return Err(Failure::CannotLoad("it is outside the folder for records".into()));
    }
    Ok(Path::new(folder).join(name))
}

fn loadsgf(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let (name, others) = arguments.file()?;
    let before_move = match others.first() {
        None => None,
        Some(word) => {
            let number = parse::int(word).filter(|number| *number > 0);
            let number = number.ok_or_else(|| Failure::expected("a move number from 1", word))?;
            Some(number as usize)
        }
    };
    let path = allowed_path(session, name)?;
    let options = ReplayOptions {
        before_move,
        ..ReplayOptions::new(session.game().ruleset().clone())
    };
    let record = sgf::load(&path).and_then(|collection| collection.replay(&options));
    let record = record.map_err(|error| match error.is_size() {
        true => Failure::UnacceptableSize,
        false => Failure::CannotLoad(error.to_string()),
    })?;
    for warning in &record.warnings {
        log::info!("{name}: {warning}");
    }
    let sent_komi = match session.game().komi_source() {
        KomiSource::Controller => Some(session.game().komi()),
        KomiSource::Ruleset => None,
    };
    let mut game = record.game;
    if game.komi_source() == KomiSource::Ruleset && sent_komi.is_some() {
        game.set_komi(sent_komi);
    }
    session.engine.new_game();
    *session.engine.game_mut() = game;
    Ok(String::new())
}

fn printsgf(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let mut header = Header::default();
    if !session.game().phase().is_playing() {
        header.result = Some(session.engine.final_score());
    }
    let text = sgf::write(session.game(), &header);
    if arguments.is_empty() {
        return Ok(text);
    }
    let (name, _) = arguments.file()?;
    let path = allowed_path(session, name)?;
    std::fs::write(path, text).map_err(|error| Failure::Other(format!("cannot write file: {error}")))?;
    Ok(String::new())
}
