//! The program as a person starts it: options, configuration files, exit codes, reproducibility.

use lanke::settings::{ROWS, Settings};
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs lanke with these arguments and this input.
fn lanke(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lanke"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its options never reads its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn root(path: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn the_default_configuration_lists_every_option_with_its_default() {
    let shipped = std::fs::read_to_string(root("configs/default.toml")).unwrap();
    assert_eq!(
        shipped,
        Settings::default().to_toml(),
        "run `lanke config > configs/default.toml`"
    );
    let mut read = Settings::default();
    read.set("playouts", "77").unwrap();
    read.read_toml(&shipped).unwrap();
    assert_eq!(read, Settings::default());
    for row in ROWS {
        assert!(shipped.contains(&format!("\n{} = ", row.name)), "{}", row.name);
        assert!(row.help.ends_with('.') || row.help.ends_with('…'), "{}", row.help);
    }
}

#[test]
fn every_profile_starts_and_answers() {
    let mut profiles = 0;
    for entry in std::fs::read_dir(root("configs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        profiles += 1;
        let output = lanke(
            &["gtp", "--config", path.to_str().unwrap()],
            "boardsize 5\nname\nquit\n",
        );
        assert!(output.status.success(), "{}: {}", path.display(), text(&output.stderr));
        assert!(text(&output.stdout).contains("Lanke"), "{}", path.display());
    }
    assert_eq!(profiles, 10);
}

#[test]
fn flags_win_over_the_file_and_the_file_over_the_defaults() {
    let output = lanke(
        &[
            "config",
            "--config",
            "configs/fast.toml",
            "--threads",
            "3",
            "--set",
            "lag=0.25",
        ],
        "",
    );
    let config = text(&output.stdout);
    for line in [
        "playouts = 200",
        "threads = 3",
        "lag = 0.25",
        "memory_mb = 256",
        "resign = false",
    ] {
        assert!(config.contains(&format!("\n{line}\n")), "{line} in {config}");
    }
}

#[test]
fn an_unknown_option_is_named_with_the_nearest_known_one_and_exit_code_2() {
    for (arguments, words) in [
        (vec!["--set", "playuots=5"], ["playuots", "playouts"]),
        (vec!["--set", "threads=many"], ["threads", "many"]),
        (vec!["--rules", "chineze"], ["chineze", "chinese"]),
        (
            vec!["--config", "no/such/file.toml"],
            ["no/such/file.toml", "cannot read"],
        ),
    ] {
        let output = lanke(&arguments, "name\n");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        for word in words {
            assert!(
                text(&output.stderr).contains(word),
                "{arguments:?}: {}",
                text(&output.stderr)
            );
        }
    }
}

#[test]
fn the_same_seed_playouts_and_one_thread_play_the_same_game() {
    let game = "boardsize 7\nkomi 9\n".to_string() + &"genmove b\ngenmove w\n".repeat(12) + "showboard\nfinal_score\n";
    let play = |seed: &str| text(&lanke(&["--seed", seed, "--threads", "1", "--playouts", "150"], &game).stdout);
    let first = play("5");
    assert_eq!(first, play("5"));
    assert_ne!(first, play("6"));
}

#[test]
fn the_tree_never_takes_more_memory_than_it_may() {
    // Enough playouts to fill the smallest tree several times over.
    let input = "boardsize 9\ngenmove b\nquit\n";
    let arguments = [
        "--memory-mb",
        "8",
        "--playouts",
        "60000",
        "--threads",
        "1",
        "--seed",
        "1",
        "--set",
        "expand_visits=1",
    ];
    let output = Command::new(env!("CARGO_BIN_EXE_lanke"))
        .args(arguments)
        .env("RUST_LOG", "info")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .and_then(|mut child| {
            child.stdin.take().unwrap().write_all(input.as_bytes())?;
            child.wait_with_output()
        })
        .unwrap();
    assert!(output.status.success());
    let log = text(&output.stderr);
    let nodes: usize = log
        .split(" nodes")
        .next()
        .and_then(|before| before.rsplit(' ').next())
        .unwrap()
        .parse()
        .unwrap();
    assert!(nodes > 20_000, "the tree stayed small: {log}");
    assert!(nodes * 56 <= 8 << 20, "{nodes} nodes of 56 bytes: {log}");
}

#[test]
fn the_readme_lists_every_command_and_every_rule_system() {
    let readme = std::fs::read_to_string(root("README.md")).unwrap();
    let rows: Vec<String> = lanke::gtp::commands::all()
        .map(|command| {
            let usage = format!("{} {}", command.name, command.arguments);
            format!("| `{}` | {} |", usage.trim().replace('|', "\\|"), command.help)
        })
        .collect();
    let table = readme.split("<!-- commands -->").nth(1).unwrap();
    let table = table.split("<!-- end of commands -->").next().unwrap();
    let shown: Vec<&str> = table.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(shown, rows);
    for line in text(&lanke(&["rules", "list"], "").stdout).lines() {
        let name = line.split_whitespace().next().unwrap();
        assert!(
            readme.contains(&format!("| `{name}` |")),
            "the README does not list {name}"
        );
    }
}

#[test]
fn the_bench_prints_stable_json_and_a_signature_that_does_not_change() {
    let run = |arguments: &[&str]| text(&lanke(arguments, "").stdout);
    let signature = run(&["bench", "--signature"]);
    assert_eq!(signature.trim().len(), 16, "{signature}");
    let json = run(&[
        "bench",
        "--json",
        "--cpu-seconds",
        "0.01",
        "--sizes",
        "9",
        "--systems",
        "chinese",
        "--net",
        "built-in",
    ]);
    let bench: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(bench["signature"], signature.trim());
    let rows = bench["results"].as_array().unwrap();
    let what: Vec<_> = rows.iter().map(|row| row["what"].as_str().unwrap()).collect();
    let (net, others): (Vec<&str>, Vec<&str>) = what.iter().partition(|what| what.starts_with("net "));
    assert_eq!(others, ["light", "policy", "search"]);
    assert_eq!(net.last(), Some(&"net plain"), "every processor has that");
    for row in rows {
        assert!(row["playouts_per_s"].as_f64().unwrap() > 0.0, "{row}");
        assert_eq!((&row["size"], &row["ruleset"]), (&9.into(), &"chinese".into()));
    }
}
