//! Commands about the program itself.

use super::commands::{self, Answer, Command, command};
use super::failure::Failure;
use super::parse::Arguments;
use super::session::Session;
use cpu_time::ProcessTime;

pub(super) const COMMANDS: &[Command] = &[
    command!(
        "protocol_version",
        "",
        protocol_version,
        "The version of the protocol: 2."
    ),
    command!("name", "", name, "The program's name, as configured."),
    command!("version", "", version, "The program's version, as configured."),
    command!(
        "known_command",
        "NAME",
        known_command,
        "Whether there is a command of this name: true or false."
    ),
    command!(
        "list_commands",
        "",
        list_commands,
        "The names of all commands, one a line."
    ),
    command!(
        "help",
        "[NAME]",
        help,
        "All commands with their arguments, or what one command does."
    ),
    command!("quit", "", quit, "Answers, then ends the program."),
    command!(
        "set_random_seed",
        "N",
        set_random_seed,
        "Seeds the random generator; 0 seeds it afresh at the next game."
    ),
    command!("get_random_seed", "", get_random_seed, "The seed in force."),
    command!(
        "cputime",
        "",
        cputime,
        "Processor time the program has used, in seconds, all threads together."
    ),
];

fn protocol_version(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok("2".into())
}

fn name(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(session.engine.settings().name.clone())
}

fn version(session: &mut Session, _: &Arguments<'_>) -> Answer {
    let version = &session.engine.settings().version;
    Ok(if version.is_empty() {
        env!("CARGO_PKG_VERSION").into()
    } else {
        version.clone()
    })
}

fn known_command(_: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let known = arguments.word(0).is_some_and(|name| commands::find(name).is_some());
    Ok(known.to_string())
}

fn list_commands(_: &mut Session, _: &Arguments<'_>) -> Answer {
    let names: Vec<&str> = commands::all().map(|command| command.name).collect();
    Ok(names.join("\n"))
}

fn help(_: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let usage = |command: &Command| format!("{} {}", command.name, command.arguments).trim_end().to_owned();
    let Some(name) = arguments.word(0) else {
        let lines: Vec<String> = commands::all().map(usage).collect();
        return Ok(lines.join("\n"));
    };
    let command = commands::find(name).ok_or(Failure::UnknownCommand)?;
    Ok(format!("{}\n{}", usage(command), command.help))
}

fn quit(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.finished = true;
    Ok(String::new())
}

fn set_random_seed(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    arguments.int(0)?;
    let seed = arguments.need(0, "a whole number")?;
    session.engine.set("seed", seed).map_err(Failure::other)?;
    Ok(String::new())
}

fn get_random_seed(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(session.engine.seed().to_string())
}

fn cputime(_: &mut Session, _: &Arguments<'_>) -> Answer {
    let time = ProcessTime::try_now().map_err(|_| Failure::other("processor time is not known on this system"))?;
    Ok(format!("{:.2}", time.as_duration().as_secs_f64()))
}
