//! Commands of the KGS client: playing a disputed ending out, and the end of a game.

use super::commands::{Answer, Command, command};
use super::parse::Arguments;
use super::session::Session;

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

fn genmove_cleanup(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    let wanted = session.engine.cleanup(color);
    let generated = session.generate(color, &wanted);
    Ok(session.announce(generated))
}

fn game_over(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.stop_pondering();
    Ok(String::new())
}
