//! `lanke referee`: a record gone through move by move under a rule system.

use super::counted::{Counted, Dead, RecordOptions, rules_of, tree_of};
use crate::game::referee::{Finding, Verdict};
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Map, Value, json};
use std::process::ExitCode;

/// Options of `lanke referee`. The exit status is 0 for a clean record, 1 when there are violations and 2 when the
/// file cannot be read.
#[derive(Args, Clone, Debug)]
pub(super) struct RefereeOptions {
    #[command(flatten)]
    record: RecordOptions,
}

pub(super) fn run(options: &RefereeOptions, rules: Option<&str>, settings: &Settings) -> Result<ExitCode> {
    let record = &options.record;
    if rules.is_some_and(|rules| rules.eq_ignore_ascii_case("all")) {
        bail!("a referee needs one rule system, got --rules all");
    }
    let collection = record.collection()?;
    let index = record.index()?;
    let tree = tree_of(&collection, index, &record.file)?;
    let rules = rules_of(rules, tree, settings)?;
    let verdict = collection
        .referee(index, &rules)
        .with_context(|| record.file.display().to_string())?;
    let dead = Dead::choose(record.dead.as_deref(), tree, &verdict.game, settings)?;
    let counted = Counted::new(&verdict.game, dead, None);
    if record.json {
        outln!("{}", as_json(&verdict, &counted));
    } else {
        report(&verdict, &counted);
    }
    Ok(ExitCode::from(u8::from(!verdict.is_clean())))
}

/// The result as announced: decided by the rules, or counted.
fn result(verdict: &Verdict, counted: &Counted) -> String {
    verdict
        .decided
        .map_or_else(|| counted.result(), |outcome| outcome.to_string())
}

fn as_json(verdict: &Verdict, counted: &Counted) -> Value {
    let result = verdict.decided.unwrap_or(counted.score.outcome);
    json!({
        "ruleset": verdict.game.ruleset().name,
        "moves": verdict.moves,
        "violations": verdict.findings.iter().map(finding_json).collect::<Vec<_>>(),
        "ended": {"move": verdict.ended, "why": verdict.why.to_string()},
        "result": result.to_string(),
        "recorded": verdict.info.result.to_string(),
        "methods": counted.methods_json(),
        "dead": counted.dead_json(),
        "dead_source": counted.dead_source(),
    })
}

fn finding_json(finding: &Finding) -> Value {
    let mut object = Map::new();
    object.insert("move".into(), finding.number.into());
    object.insert(
        "color".into(),
        finding.color.letter().to_ascii_lowercase().to_string().into(),
    );
    object.insert("vertex".into(), finding.vertex.to_string().into());
    object.insert("reason".into(), finding.reason.key().into());
    if let Some(repeats) = finding.repeats() {
        object.insert("repeats".into(), repeats.into());
    }
    object.insert("consequence".into(), finding.consequence.key().into());
    Value::Object(object)
}

fn report(verdict: &Verdict, counted: &Counted) {
    outln!("{}: {} moves", verdict.game.ruleset().name, verdict.moves);
    for finding in &verdict.findings {
        let (number, color, vertex) = (finding.number, finding.color, finding.vertex);
        outln!(
            "move {number}, {color} {vertex}: {}; {}",
            finding.reason,
            finding.consequence
        );
    }
    if verdict.findings.is_empty() {
        outln!("no violations");
    }
    outln!("ended with move {}: {}", verdict.ended, verdict.why);
    outln!(
        "result {} (recorded: {})",
        result(verdict, counted),
        verdict.info.result
    );
    outln!();
    out!("{}", counted.facts_text());
    outln!();
    out!("{}", counted.methods_text());
}
