//! Keeps the structure honest: imports never point upward, files stay short, and clocks, printing and
//! chance appear only where they belong.

use std::fs;
use std::path::{Path, PathBuf};

/// Layers from left to right; a file imports from its own number or a smaller one.
const LAYERS: &[(&str, u32)] = &[
    ("rules", 0),
    ("score", 1),
    ("game", 1),
    ("tactics", 1),
    ("playout", 2),
    ("net", 2),
    ("search", 3),
    ("settings", 4),
    ("engine", 4),
    ("gtp", 5),
    ("cli", 5),
];

/// Words that belong to some layers only.
const WORDS: &[(&str, &[&str])] = &[
    ("Instant::now", &["engine", "cli"]),
    // It can be set, so no time is taken from it.
    ("SystemTime", &[]),
    ("println!", &["cli"]),
    ("rand::rng()", &["engine", "cli"]),
    ("unsafe ", &["playout", "net"]),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn all_sources() -> Vec<(String, String)> {
    files_of("src")
}

/// Every Rust file below a folder of the project, by its path there.
fn files_of(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    paths
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect()
}

fn layer_of(module: &str) -> Option<(&'static str, u32)> {
    // Macros live at the top of the crate; this one is playout's.
    let module = if module == "with_board_class" {
        "playout"
    } else {
        module
    };
    LAYERS.iter().copied().find(|(name, _)| *name == module)
}

fn module_of(file: &str) -> &str {
    file.split('/').next().unwrap().trim_end_matches(".rs")
}

/// The code of a file without comments; doc examples may use the whole crate.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

#[test]
fn imports_never_point_upward() {
    let mut faults = Vec::new();
    for (file, text) in all_sources() {
        let Some((own, level)) = layer_of(module_of(&file)) else {
            continue;
        };
        for (number, line) in code_lines(&text) {
            for piece in line.split("crate::").skip(1) {
                let target: String = piece.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                match layer_of(&target) {
                    Some((other, other_level)) if other != own && other_level > level => {
                        faults.push(format!("src/{file}:{}: {own} imports {other}", number + 1));
                    }
                    None => faults.push(format!(
                        "src/{file}:{}: import per layer, not 'crate::{target}'",
                        number + 1
                    )),
                    Some(_) => {}
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_folder_is_a_layer() {
    for (file, _) in all_sources() {
        let module = module_of(&file);
        assert!(
            ["lib", "main"].contains(&module) || layer_of(module).is_some(),
            "src/{file} is in no layer"
        );
    }
}

#[test]
fn no_file_is_longer_than_500_lines() {
    let long: Vec<String> = ["src", "tests", "benches"]
        .into_iter()
        .flat_map(|folder| files_of(folder).into_iter().map(move |file| (folder, file)))
        .filter(|(_, (_, text))| text.lines().count() > 500)
        .map(|(folder, (file, text))| format!("{folder}/{file}: {} lines", text.lines().count()))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn clocks_printing_and_chance_stay_in_their_place() {
    let mut faults = Vec::new();
    for (file, text) in all_sources() {
        for (word, places) in WORDS {
            if places.contains(&module_of(&file)) || file == "main.rs" {
                continue;
            }
            for (number, line) in code_lines(&text) {
                // `eprintln!` contains `println!`, and belongs to cli and main too.
                if line.contains(word) {
                    faults.push(format!("src/{file}:{}: '{word}'", number + 1));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
