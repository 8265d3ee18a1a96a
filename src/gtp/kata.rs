//! Commands of the KataGo family: options by name, and the signal to stop.

use super::commands::{Answer, Command, command};
use super::failure::Failure;
use super::parse::Arguments;
use super::session::Session;
use crate::rules::presets;
use crate::settings::{self, ROWS};

pub(super) const COMMANDS: &[Command] = &[
    command!("kata-list-params", "", list_params, "The names of all options."),
    command!("kata-get-param", "NAME", get_param, "The value of an option."),
    command!(
        "kata-set-param",
        "NAME VALUE",
        set_param,
        "Changes an option until the program ends."
    ),
    command!(
        "clear_cache",
        "",
        clear_cache,
        "Forgets everything that has been searched."
    ),
    command!("stop", "", stop, "Ends an analysis, as any line does."),
];

/// KataGo's names for options that we have too, which some clients send.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("maxVisits", "playouts"),
    ("maxPlayouts", "playouts"),
    ("maxTime", "move_time"),
    ("numSearchThreads", "threads"),
];

fn own_name(name: &str) -> &str {
    OTHER_NAMES
        .iter()
        .find(|(other, _)| *other == name)
        .map_or(name, |(_, own)| own)
}

fn list_params(_: &mut Session, _: &Arguments<'_>) -> Answer {
    let names: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
    Ok(names.join(" "))
}

fn get_param(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let name = own_name(arguments.need(0, "an option")?);
    if name == "rules" {
        return Ok(session.game().ruleset().name.clone());
    }
    let row = settings::find(name).map_err(Failure::other)?;
    Ok(row.get(session.engine.settings()).to_string())
}

fn set_param(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let word = arguments.need(0, "an option")?;
    arguments.need(1, "a value")?;
    let value = arguments.text()[word.len()..].trim_start_matches(' ');
    change(session, own_name(word), value)
}

/// Changes an option at a controller's request.
pub(super) fn change(session: &mut Session, name: &str, value: &str) -> Answer {
    match name {
        // The controller must not lift the limit that whoever started the program has set.
        "sgf_dir" => {
            return Err(Failure::Other(
                "sgf_dir can be set only at the start of the program".into(),
            ));
        }
        "rules" => {
            let ruleset = presets::load_built_in(value).map_err(Failure::other)?;
            session.engine.game_mut().set_ruleset(ruleset);
        }
        _ => {}
    }
    session.engine.set(name, value).map_err(Failure::other)?;
    Ok(String::new())
}

fn clear_cache(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.engine.clear_cache();
    Ok(String::new())
}

fn stop(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(String::new())
}
