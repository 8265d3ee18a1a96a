//! Commands that read and write game records.

use super::commands::{Answer, Command, command};
use super::failure::Failure;
use super::parse::{self, Arguments};
use super::session::Session;
use crate::game::KomiSource;
use crate::game::sgf::{self, Header, ReplayOptions};
use std::fs;
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

/// Where a name leads, within the folder that the options allow; what is there already must be an ordinary file, because
/// a pipe or a device could keep the engine waiting for ever.
fn allowed_path(session: &Session, name: &str) -> Result<PathBuf, String> {
    let folder = &session.engine.settings().sgf_dir;
    let path = match folder.is_empty() {
        true => name.into(),
        false => confined(Path::new(folder), Path::new(name))?,
    };
    match fs::metadata(&path) {
        Ok(about) if !about.is_file() => Err("not a regular file".into()),
        _ => Ok(path),
    }
}

/// Where a name leads below this folder, links followed.
fn confined(folder: &Path, name: &Path) -> Result<PathBuf, String> {
    let outside = || "it is outside the folder for records".to_string();
    let stays_inside = name
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !stays_inside {
        return Err(outside());
    }
    let unreadable = |error: std::io::Error| error.to_string();
    let folder = folder.canonicalize().map_err(unreadable)?;
    let path = folder.join(name);
    let real = match path.canonicalize() {
        Ok(real) => real,
        // A link to nothing would create what it names.
        Err(_) if path.symlink_metadata().is_ok() => return Err(outside()),
        Err(_) => {
            let (parent, last) = path.parent().zip(path.file_name()).ok_or_else(outside)?;
            parent.canonicalize().map_err(unreadable)?.join(last)
        }
    };
    match real.starts_with(&folder) {
        true => Ok(real),
        false => Err(outside()),
    }
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
    let path = allowed_path(session, name).map_err(Failure::CannotLoad)?;
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
    let cannot = |why: String| Failure::Other(format!("cannot write file: {why}"));
    let path = allowed_path(session, name).map_err(cannot)?;
    fs::write(path, text).map_err(|error| cannot(error.to_string()))?;
    Ok(String::new())
}
