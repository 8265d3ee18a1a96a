//! What the program is made of: how many other crates, why, and under which licences.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Licences whose code may be part of a program under MIT; none asks more than that its notice be kept.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Package and licence of everything that these kinds of dependency bring on 64-bit Linux, this program left out.
fn crates(kinds: &str) -> BTreeSet<(String, String)> {
    let output = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args([
            "tree",
            "--locked",
            "--offline",
            "--target",
            "x86_64-unknown-linux-gnu",
            "--all-features",
        ])
        .args([
            "--prefix",
            "none",
            "--no-dedupe",
            "--format",
            "{p}|{l}",
            "--edges",
            kinds,
        ])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .filter_map(|line| line.split_once('|'))
        .map(|(package, licence)| (package.replace(" (proc-macro)", ""), licence.to_owned()))
        .filter(|(package, _)| !package.starts_with("lanke "))
        .collect()
}

/// Whether every part of a licence expression offers a licence from the list.
fn is_allowed(expression: &str) -> bool {
    let plain = expression
        .replace(['(', ')'], "")
        .replace(" / ", " OR ")
        .replace('/', " OR ");
    !plain.is_empty()
        && plain
            .split(" AND ")
            .all(|part| part.split(" OR ").any(|licence| ALLOWED.contains(&licence.trim())))
}

#[test]
fn expressions_are_read_as_spdx_says() {
    for expression in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-3.0 OR MIT",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
    ] {
        assert!(is_allowed(expression), "{expression}");
    }
    for expression in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND MPL-2.0"] {
        assert!(!is_allowed(expression), "{expression}");
    }
}

#[test]
fn every_licence_goes_with_mit() {
    for (package, licence) in crates("normal,build,dev") {
        assert!(is_allowed(&licence), "{package} is under '{licence}'");
    }
}

#[test]
fn every_dependency_says_in_a_line_what_it_is_for() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let mut seen = 0;
    let mut inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]");
        } else if inside && line.contains('=') {
            seen += 1;
            let reason = line.split_once(" # ").map_or("", |(_, reason)| reason);
            assert!(reason.len() > 5, "no reason for {line}");
        }
    }
    assert!(seen > 10, "only {seen} dependencies were found");
}

#[test]
fn the_readme_tells_how_many_crates_there_are() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let own = manifest
        .split("[dependencies]")
        .nth(1)
        .unwrap()
        .split("\n[")
        .next()
        .unwrap();
    let direct = own
        .lines()
        .filter(|line| line.contains(" = ") && !line.contains("optional"))
        .count();
    let all: BTreeSet<_> = crates("normal").into_iter().collect();
    let train: BTreeSet<_> = [
        "flate2",
        "crc32fast",
        "miniz_oxide",
        "adler2",
        "simd-adler32",
        "zlib-rs",
    ]
    .into();
    let built_in = all
        .iter()
        .filter(|(package, _)| !train.contains(package.split(' ').next().unwrap()));
    let sentence = format!(
        "{direct} crates, {} with those that they use themselves",
        built_in.count()
    );
    assert!(readme.contains(&sentence), "the README should say: {sentence}");
}
