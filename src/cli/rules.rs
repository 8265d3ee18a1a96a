//! `lanke rules`: list, show and compare rule systems.

use crate::net;
use crate::rules::{explain, presets};
use anyhow::Result;
use clap::Subcommand;
use std::process::ExitCode;

/// What to do with rule systems.
#[derive(Subcommand, Clone, Debug)]
pub(super) enum Rules {
    /// Every rule system that is built in, with its other names.
    List,
    /// A rule system, with a sentence for each dimension.
    Show {
        /// A name, a file, or name,key=value,…
        rules: String,
        /// Print a rule file instead, ready to be edited.
        #[arg(long)]
        toml: bool,
    },
    /// The dimensions in which two rule systems differ, and what that changes in play.
    Diff {
        /// A name, a file, or name,key=value,…
        first: String,
        /// What to compare it with.
        second: String,
    },
}

pub(super) fn run(command: &Rules) -> Result<ExitCode> {
    match command {
        Rules::List => {
            let width = presets::all().iter().map(|rules| rules.name.len()).max().unwrap_or(0);
            for rules in presets::all() {
                out!("{:width$}  {}", rules.name, rules.about);
                if !rules.aliases.is_empty() {
                    out!(" (also {})", rules.aliases.join(", "));
                }
                outln!();
            }
        }
        Rules::Show { rules, toml: false } => {
            let rules = presets::load(rules)?;
            outln!("{}\n{}", explain::show(&rules), net::sight(&rules));
        }
        Rules::Show { rules, toml: true } => out!("{}", presets::to_toml(&presets::load(rules)?)),
        Rules::Diff { first, second } => {
            outln!(
                "{}",
                explain::show_diff(&presets::load(first)?, &presets::load(second)?)
            );
        }
    }
    Ok(ExitCode::SUCCESS)
}
