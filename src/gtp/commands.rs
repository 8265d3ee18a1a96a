//! The rows of all commands: what `list_commands`, `known_command`, `help` and the README go by.

use super::analyze::Stream;
use super::failure::Failure;
use super::parse::Arguments;
use super::session::Session;
use super::{admin, analyze, debug, gogui, kata, kgs, play, rules, scoring, setup, sgf, time};

/// What a handler answers: the text after `=`, or why the command is refused.
pub type Answer = Result<String, Failure>;

/// The code behind a command.
#[derive(Clone, Copy)]
pub enum Handler {
    /// Answers once. A refused command has changed nothing.
    Once(fn(&mut Session, &Arguments<'_>) -> Answer),
    /// Answers with a stream of lines once its arguments have been read.
    Stream(fn(&mut Session, &Arguments<'_>) -> Result<Stream, Failure>),
}

/// One command.
pub struct Command {
    /// Its name, as it is sent.
    pub name: &'static str,
    /// Its arguments, optional ones in brackets.
    pub arguments: &'static str,
    /// What it does, in a sentence or two.
    pub help: &'static str,
    /// What runs.
    pub handler: Handler,
}

/// Writes one row.
macro_rules! command {
    ($name:literal, $arguments:literal, $handler:ident, $help:literal) => {
        $crate::gtp::commands::Command {
            name: $name,
            arguments: $arguments,
            help: $help,
            handler: $crate::gtp::commands::Handler::Once($handler),
        }
    };
}
pub(super) use command;

/// Writes one row of a command that answers with a stream.
macro_rules! stream {
    ($name:literal, $arguments:literal, $handler:ident, $help:literal) => {
        $crate::gtp::commands::Command {
            name: $name,
            arguments: $arguments,
            help: $help,
            handler: $crate::gtp::commands::Handler::Stream($handler),
        }
    };
}
pub(super) use stream;

/// The tables of all topics; `protocol_version` comes first because LizzieYzy looks for it there.
const TOPICS: &[&[Command]] = &[
    admin::COMMANDS,
    setup::COMMANDS,
    play::COMMANDS,
    time::COMMANDS,
    scoring::COMMANDS,
    rules::COMMANDS,
    sgf::COMMANDS,
    analyze::COMMANDS,
    kata::COMMANDS,
    kgs::COMMANDS,
    gogui::COMMANDS,
    debug::COMMANDS,
];

/// Every command, in the order of `list_commands`.
pub fn all() -> impl Iterator<Item = &'static Command> {
    TOPICS.iter().flat_map(|rows| rows.iter())
}

/// The command of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Command> {
    all().find(|command| command.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_command_has_one_row_with_a_sentence_of_help() {
        let mut names = HashSet::new();
        for command in all() {
            assert!(names.insert(command.name), "{} has two rows", command.name);
            assert!(command.help.ends_with('.'), "{}: {}", command.name, command.help);
            assert!(!command.name.contains(char::is_whitespace));
        }
        assert_eq!(all().next().map(|command| command.name), Some("protocol_version"));
    }

    #[test]
    fn the_command_that_crashes_the_kgs_client_does_not_exist() {
        assert!(find("kgs-chat").is_none());
    }
}
