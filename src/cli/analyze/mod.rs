//! `lanke analyze`: a record gone through move by move, as a table, a page for the browser, a commented record or JSON.

mod json;
mod page;
mod progress;
mod record;
mod study;
mod text;

use super::counted::{rules_of, tree_of};
use crate::game::sgf::{self, Tree};
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use clap::Args;
use progress::Progress;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use study::Study;

/// What a person may want to try first.
pub(super) const HELP: &str = "\
Examples:
  lanke analyze game.sgf                           a table move by move, and the biggest mistakes
  lanke analyze game.sgf --out game.html           a page for the browser: board, graph, keyboard; needs no network
  lanke analyze game.sgf --out commented.sgf       the record with comments, letters and variations, for any editor
  lanke analyze game.sgf --out game.json           one document for other programs; .jsonl: one object a line
  lanke analyze game.sgf --json | grep blunder     the same on standard output
  lanke analyze game.sgf --moves 40-80 --seconds 10 --threads 4 --out middle-game.html

Chances to win and leads are Black's. A move's loss is how much of the mover's chance it gave away, against the best
move that was found: 5 % are an inaccuracy, 10 % a mistake, 20 % a blunder. With few visits losses of some percent are
noise; 1000 visits or more tell more. The rules are those of the record unless --rules names others.";

/// Options of `lanke analyze`; how long to think of each move is what `--visits` or `--seconds` say.
#[derive(Args, Clone, Debug)]
pub(super) struct AnalyzeOptions {
    /// The record.
    #[arg(value_name = "FILE.sgf")]
    file: PathBuf,
    /// Which game of the file.
    #[arg(long, default_value_t = 1, value_name = "N")]
    game: usize,
    /// Moves to analyze: A-B, A-, -B or A; all by default.
    #[arg(long, value_name = "A-B", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Write a report instead of the table; the ending says which: .html, .sgf, .json or .jsonl. May be repeated.
    #[arg(long, value_name = "FILE")]
    out: Vec<PathBuf>,
    /// Print one line of JSON for each position instead of the table.
    #[arg(long)]
    json: bool,
    /// Show no progress on a terminal.
    #[arg(long)]
    quiet: bool,
}

/// A kind of report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Page,
    Record,
    Document,
    Lines,
}

impl Format {
    fn of(path: &Path) -> Result<Format> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        Ok(match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" => Format::Page,
            "sgf" => Format::Record,
            "json" => Format::Document,
            "jsonl" | "ndjson" => Format::Lines,
            _ => bail!("a report ends in .html, .sgf, .json or .jsonl, got {}", path.display()),
        })
    }

    fn write(self, study: &Study, tree: &Tree) -> String {
        match self {
            Format::Page => page::write(study),
            Format::Record => record::write(study, tree),
            Format::Document => format!("{}\n", json::document(study)),
            Format::Lines => json::lines(study),
        }
    }
}

pub(super) fn run(options: &AnalyzeOptions, rules: Option<&str>, settings: &Settings) -> Result<ExitCode> {
    let outs: Vec<(Format, &PathBuf)> = options
        .out
        .iter()
        .map(|path| Ok((Format::of(path)?, path)))
        .collect::<Result<_>>()?;
    if let Some((_, path)) = outs.iter().find(|(_, path)| same_file(path, &options.file)) {
        bail!("{} is the record itself and is not overwritten", path.display());
    }
    let shown = options.file.display();
    let collection = sgf::load(&options.file).with_context(|| format!("cannot read {shown}"))?;
    let index = options.game.checked_sub(1).context("games are counted from 1")?;
    let tree = tree_of(&collection, index, &options.file)?;
    let rules = rules_of(rules, tree, settings)?;
    let table = outs.is_empty() && !options.json;
    let progress = Progress::new(!options.quiet);
    let mut each = |study: &Study, all: usize| {
        let at = study.stands.len() - 1;
        // What is printed must not run into the bar.
        progress.clear();
        if options.json {
            if at == 0 {
                outln!("{}", json::game(study));
            }
            outln!("{}", json::position(study, at));
        } else if table {
            if at == 0 {
                outln!("{}", text::HEAD);
            }
            outln!("{}", text::row(study, at));
        }
        progress.show(study.stands.len(), all);
    };
    let study = Study::make(
        &collection,
        index,
        &rules,
        settings,
        options.moves.as_deref(),
        &mut each,
    )
    .with_context(|| shown.to_string())?;
    progress.clear();
    for (format, path) in outs {
        let text = format.write(&study, tree);
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if options.json {
        outln!("{}", json::summary(&study));
    } else {
        if table {
            outln!();
        }
        out!("{}", text::summary(&study));
    }
    Ok(ExitCode::SUCCESS)
}

fn same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_name_says_what_is_written() {
        for (name, format) in [
            ("a.html", Format::Page),
            ("a.b.HTM", Format::Page),
            ("dir.sgf/a.json", Format::Document),
            ("a.jsonl", Format::Lines),
            ("a.SGF", Format::Record),
        ] {
            assert_eq!(Format::of(Path::new(name)).unwrap(), format);
        }
        for name in ["a.pdf", "html", "a"] {
            let message = Format::of(Path::new(name)).unwrap_err().to_string();
            assert!(message.contains(".html, .sgf, .json or .jsonl"), "{message}");
        }
    }
}
