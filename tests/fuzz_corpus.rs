//! What the fuzzers in `tests/fuzz` have kept, and the files they started from, through the same checks.

#[path = "fuzz/checks.rs"]
mod checks;

use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, endings, found);
        } else if endings.is_empty()
            || endings
                .iter()
                .any(|ending| path.extension().is_some_and(|own| own == *ending))
        {
            found.push(path);
        }
    }
}

fn replay(target: &str, seeds: &[&str], endings: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (_, check) = checks::TARGETS.iter().find(|(name, _)| *name == target).unwrap();
    let mut found = Vec::new();
    files(&root.join("tests/fuzz/corpus").join(target), &[], &mut found);
    for seed in seeds {
        files(&root.join(seed), endings, &mut found);
    }
    assert!(!found.is_empty());
    found.sort();
    for path in found {
        println!("{}", path.display());
        check(&fs::read(path).unwrap());
    }
}

#[test]
fn sessions() {
    replay("session", &["gtp-scripts/protocol", "gtp-scripts/clients"], &["gtp"]);
}

#[test]
fn records() {
    replay("record", &["tests/data", "gtp-scripts/data"], &["sgf"]);
}

#[test]
fn configurations() {
    replay("configuration", &["configs"], &["toml"]);
}

#[test]
fn boards() {
    replay("boards", &[], &[]);
}
