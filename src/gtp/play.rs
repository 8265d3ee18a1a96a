//! Commands that move: play, generate, take back.

use super::aside;
use super::commands::{Answer, Command, command};
use super::failure::Failure;
use super::parse::{self, Arguments};
use super::rules::explained;
use super::session::Session;
use crate::engine::{Analysis, Generated};
use crate::game::Refusal;
use crate::rules::{BoardSize, Color, Vertex};
use std::sync::Arc;
use std::time::Duration;

pub(super) const COMMANDS: &[Command] = &[
    command!(
        "play",
        "COLOR VERTEX",
        play,
        "Plays a move or a pass; either color may move at any time. Illegal moves are refused and change nothing."
    ),
    command!(
        "genmove",
        "COLOR",
        genmove,
        "Chooses a move, plays it and says it; 'resign' gives the game up and plays nothing."
    ),
    command!(
        "reg_genmove",
        "COLOR",
        reg_genmove,
        "Chooses a move and says it without playing it."
    ),
    command!("undo", "", undo, "Takes back the last move or pass."),
    command!(
        "gg-undo",
        "[N]",
        gg_undo,
        "Takes back N moves, or none if there are not so many."
    ),
    command!(
        "gogui-play_sequence",
        "COLOR VERTEX …",
        play_sequence,
        "Plays several moves, or none if one of them is illegal."
    ),
];

/// Reads a color and a vertex at these places; a point off the board is an illegal move.
fn move_at(arguments: &Arguments<'_>, index: usize, size: BoardSize) -> Result<(Color, Vertex), Failure> {
    let color = arguments.color(index)?;
    let word = arguments.need(index + 1, "a vertex")?;
    if parse::is_off_board(word, size) {
        log::info!("refused {color} {word}: the board is {size}");
        return Err(Failure::IllegalMove);
    }
    Ok((color, parse::vertex(word, size)?))
}

/// Time between two pictures of a running search.
const PICTURE_EVERY: Duration = Duration::from_millis(500);

impl Session {
    /// Chooses a move and plays it, with chat and pictures on stderr where the options want them.
    pub(super) fn generate(&mut self, color: Color, wanted: &Analysis) -> Generated {
        let settings = self.engine.settings();
        let (chat, pictures) = (settings.chat, settings.live_graphics);
        let wanted = Analysis {
            interval: pictures.then_some(PICTURE_EVERY),
            ..wanted.clone()
        };
        let stop = Arc::clone(&self.stop);
        let mut last = None;
        let generated = self.engine.genmove_telling(color, &wanted, stop.flag(), &mut |report| {
            if pictures {
                aside::picture(report).iter().for_each(|text| aside::say(text));
            }
            if chat {
                last = aside::chat(report);
            }
        });
        if pictures {
            aside::say(aside::NO_PICTURE);
        }
        last.iter().for_each(|text| aside::say(text));
        generated
    }

    /// The answer to `genmove`.
    pub(super) fn announce(&mut self, generated: Generated) -> String {
        match generated {
            Generated::Play(vertex) => {
                self.note_own_move();
                vertex.to_string()
            }
            Generated::Resign => "resign".into(),
        }
    }

    /// Plays a controller's move. What only the repetition or suicide rule forbids is accepted with a warning
    /// when the controller is trusted: a server has judged the move already, and refusing it loses the game.
    pub(super) fn accept(&mut self, color: Color, vertex: Vertex) -> Result<(), Failure> {
        let refusal = match self.engine.game_mut().play(color, vertex) {
            Ok(_) => return Ok(()),
            Err(refusal) => refusal,
        };
        let by_rule_only = match refusal {
            Refusal::Illegal(reason) => reason.is_by_rule_only(),
            Refusal::HandicapPass { .. } => true,
        };
        let why = explained(self.game(), refusal);
        if by_rule_only && self.engine.settings().trust_controller {
            log::warn!("accepted {color} {vertex} from the controller although the rules forbid it: {why}");
            self.engine.game_mut().play_unchecked(color, vertex);
            return Ok(());
        }
        log::info!("refused {color} {vertex}: {why}");
        Err(Failure::IllegalMove)
    }
}

fn play(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let (color, vertex) = move_at(arguments, 0, session.game().size())?;
    session.accept(color, vertex)?;
    Ok(String::new())
}

fn genmove(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    let generated = session.generate(color, &Analysis::default());
    Ok(session.announce(generated))
}

fn reg_genmove(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    let as_for_a_move = Analysis {
        lends: true,
        ..Analysis::default()
    };
    let report = session.engine.think(color, &as_for_a_move, session.stop.flag());
    Ok(report.best().map_or(Vertex::Pass, |best| best.vertex).to_string())
}

fn undo(session: &mut Session, _: &Arguments<'_>) -> Answer {
    if session.engine.game_mut().undo() {
        Ok(String::new())
    } else {
        Err(Failure::CannotUndo)
    }
}

fn gg_undo(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let count = if arguments.is_empty() { 1 } else { arguments.int(0)? };
    if session.game().position().turns().len() < count as usize {
        return Err(Failure::CannotUndo);
    }
    for _ in 0..count {
        session.engine.game_mut().undo();
    }
    Ok(String::new())
}

fn play_sequence(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let size = session.game().size();
    let mut moves = Vec::new();
    for index in (0..arguments.len()).step_by(2) {
        moves.push(move_at(arguments, index, size)?);
    }
    for (played, &(color, vertex)) in moves.iter().enumerate() {
        if let Err(failure) = session.accept(color, vertex) {
            for _ in 0..played {
                session.engine.game_mut().undo();
            }
            return Err(failure);
        }
    }
    Ok(String::new())
}
