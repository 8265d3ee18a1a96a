//! `lanke score`: a record's final position counted under one rule system or all of them.

use super::counted::{Counted, Dead, RecordOptions, number, rules_of, signed, tree_of};
use crate::game::Game;
use crate::game::sgf::{Collection, ReplayOptions};
use crate::rules::{Ruleset, presets};
use crate::score::Method;
use crate::settings::Settings;
use anyhow::{Context, Result};
use clap::Args;
use serde_json::Value;
use std::process::ExitCode;

/// Options of `lanke score`; `--rules all` counts under every rule system.
#[derive(Args, Clone, Debug)]
pub(super) struct ScoreOptions {
    #[command(flatten)]
    record: RecordOptions,
    /// Counting method, or all; by default those of the rule system.
    #[arg(long, value_name = "METHOD")]
    method: Option<String>,
}

pub(super) fn run(options: &ScoreOptions, rules: Option<&str>, settings: &Settings) -> Result<ExitCode> {
    let record = &options.record;
    let methods = options.method.as_deref().map(methods).transpose()?;
    let collection = record.collection()?;
    let index = record.index()?;
    let tree = tree_of(&collection, index, &record.file)?;
    let everything = rules.is_some_and(|rules| rules.eq_ignore_ascii_case("all"));
    // "all" is no rule system to replay the record under.
    let named = Settings {
        rules: Settings::default().rules,
        ..settings.clone()
    };
    let settings = if everything { &named } else { settings };
    let own = rules_of(rules.filter(|_| !everything), tree, settings)?;
    let (game, warnings) = replay(&collection, index, own).with_context(|| record.file.display().to_string())?;
    for warning in warnings {
        log::warn!("{warning}");
    }
    let dead = Dead::choose(record.dead.as_deref(), tree, &game, settings)?;
    let list: Vec<Counted> = if everything {
        let count = |rules: &Ruleset| {
            let (game, _) = replay(&collection, index, rules.clone())?;
            Ok(Counted::new(&game, dead, methods.as_deref()))
        };
        presets::all().iter().map(count).collect::<Result<_>>()?
    } else {
        vec![Counted::new(&game, dead, methods.as_deref())]
    };
    match (record.json, everything) {
        (true, true) => outln!("{}", list.iter().map(Counted::json).collect::<Value>()),
        (true, false) => list.iter().for_each(|counted| outln!("{}", counted.json())),
        (false, true) => table(&list),
        (false, false) => list.iter().for_each(report),
    }
    Ok(ExitCode::SUCCESS)
}

fn replay(collection: &Collection, index: usize, rules: Ruleset) -> Result<(Game, Vec<String>)> {
    let mut options = ReplayOptions::new(rules);
    options.keep_rules = true;
    options.game = index;
    let record = collection.replay(&options)?;
    Ok((record.game, record.warnings))
}

fn methods(text: &str) -> Result<Vec<Method>> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(Method::ALL.to_vec());
    }
    let read = |name: &str| {
        let known = || Method::ALL.map(Method::key).join(", ");
        Method::from_key(name).with_context(|| format!("no counting method '{name}': expected all, {}", known()))
    };
    text.split(',').map(|name| read(name.trim())).collect()
}

fn report(counted: &Counted) {
    let rules = counted.game.ruleset();
    outln!("{}: {}", rules.name, counted.result());
    outln!();
    out!("{}", counted.drawing());
    outln!("   X O stones, x o dead stones, # Black's points, = White's points");
    outln!();
    out!("{}", counted.facts_text());
    outln!();
    out!("{}", counted.methods_text());
}

fn table(list: &[Counted]) {
    let width = list
        .iter()
        .map(|counted| counted.game.ruleset().name.len())
        .max()
        .unwrap_or(0);
    outln!(
        "{:width$}  {:>8}{:>8}{:>8}{:>8}{:>8}  by",
        "rules",
        "Black",
        "White",
        "komi",
        "margin",
        "result"
    );
    for counted in list {
        let score = &counted.score;
        let methods: Vec<&str> = counted.counts.iter().map(|count| count.method.key()).collect();
        outln!(
            "{:width$}  {:>8}{:>8}{:>8}{:>8}{:>8}  {}",
            counted.game.ruleset().name,
            number(score.counts.black),
            number(score.counts.white),
            number(score.komi + score.bonus),
            signed(score.margin),
            score.outcome.to_string(),
            methods.join(" "),
        );
    }
    if let Some(first) = list.iter().find(|counted| !counted.dead.stones.is_empty()) {
        outln!();
        out!("{}", first.facts_text());
    }
}
