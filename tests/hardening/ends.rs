//! Pipes that are full or closed, a full disk, the end of input, signals.

use super::*;

#[test]
fn a_full_pipe_on_standard_error_stops_nothing() {
    let mut command = program(&["--playouts", "2", "--set", "chat=true", "--set", "live_graphics=true"]);
    command.env("RUST_LOG", "trace");
    let mut child = command.spawn().unwrap();
    // Kept open and never read.
    let unread = child.stderr.take().unwrap();
    let refused = "play b Z99\n".repeat(5000);
    let mut stdin = child.stdin.take().unwrap();
    let writing = std::thread::spawn(move || {
        let input = format!("boardsize 9\n{refused}genmove b\ngenmove w\nname\nquit\n");
        stdin.write_all(input.as_bytes()).unwrap();
    });
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let answers: Vec<String> = stdout
        .lines()
        .map(Result::unwrap)
        .filter(|line| !line.is_empty())
        .collect();
    writing.join().unwrap();
    assert_eq!(answers.len(), 5005);
    assert_eq!(answers[5003..], ["= Lanke", "="]);
    assert!(child.wait().unwrap().success());
    drop(unread);
}

#[test]
fn a_reader_of_standard_error_that_goes_away_stops_nothing() {
    let mut command = program(&["--playouts", "2", "--set", "chat=true"]);
    command.env("RUST_LOG", "trace");
    let mut child = command.spawn().unwrap();
    drop(child.stderr.take());
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"boardsize 9\nplay b Z99\ngenmove b\nname\n").unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(text(&output.stdout).ends_with("= Lanke\n\n"));
}

#[test]
fn a_reader_of_any_subcommand_may_go_away() {
    let record = "tests/data/score/played-game.sgf";
    for arguments in [
        vec!["rules", "list"],
        vec!["rules", "show", "aga"],
        vec!["rules", "show", "aga", "--toml"],
        vec!["rules", "diff", "aga", "japanese"],
        vec!["config"],
        vec!["score", record, "--rules", "all"],
        vec!["score", record, "--json"],
        vec!["referee", record],
        vec!["perft", "--depth", "1"],
        vec!["analyze", record, "--moves", "1-2", "--visits", "2", "--quiet"],
    ] {
        let mut command = program(&arguments);
        let mut child = command.current_dir(env!("CARGO_MANIFEST_DIR")).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        assert!(
            !text(&output.stderr).contains("panicked"),
            "{arguments:?}: {}",
            text(&output.stderr)
        );
    }
}

#[test]
fn a_full_disk_is_told_once_and_ends_with_exit_status_2() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    for arguments in [vec!["gtp"], vec!["rules", "list"], vec!["config"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = program(&arguments);
        command.stdout(full);
        let output = run(command, &b"name\n".repeat(100));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let complaint = text(&output.stderr);
        assert!(
            complaint.starts_with("lanke: ") && complaint.lines().count() == 1,
            "{complaint}"
        );
    }
}

#[test]
fn a_session_without_input_ends_well() {
    let mut command = program(&[]);
    command.stdin(Stdio::null());
    let output = command.output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
}

#[test]
fn a_search_without_limit_ends_with_the_input() {
    let options = ["--set", "playouts=0", "--set", "move_time=0"];
    for line in [
        "genmove b",
        "reg_genmove b",
        "lz-genmove_analyze b 10",
        "kgs-genmove_cleanup b",
        "lanke-visits",
    ] {
        let answers = answers(&options, &format!("boardsize 9\n{line}\n"));
        assert_eq!(answers.len(), 2, "{line}: {answers:?}");
        assert!(answers[1].starts_with('='), "{line}: {answers:?}");
    }
}

#[test]
fn an_endless_count_is_interrupted() {
    let answers = answers(&[], "lanke-perft 100\n# interrupt\nname\n");
    assert_eq!(answers, ["? interrupted", "= Lanke"]);
}

#[test]
fn a_program_that_is_told_to_end_in_mid_search_ends_and_can_be_started_again() {
    // Not INT and HUP: whoever starts the tests in the background may have had them ignored.
    for signal in ["TERM", "KILL"] {
        let mut child = program(&["--set", "playouts=0", "--set", "move_time=0"])
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdin.write_all(b"boardsize 9\nlz-genmove_analyze b 1\n").unwrap();
        let mut line = String::new();
        while !line.starts_with("info move") {
            line.clear();
            assert!(stdout.read_line(&mut line).unwrap() > 0);
        }
        let killed = Command::new("sh")
            .args(["-c", &format!("kill -{signal} {}", child.id())])
            .status();
        assert!(killed.unwrap().success());
        let status = child.wait().unwrap();
        assert!(status.signal().is_some(), "{signal}: {status}");
        assert_eq!(answers(&[], "name\n"), ["= Lanke"]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_was_stopped_in_mid_search_moves_as_soon_as_it_goes_on() {
    let signal = |name: &str, process: u32| {
        let sent = Command::new("sh")
            .args(["-c", &format!("kill -{name} {process}")])
            .status();
        assert!(sent.unwrap().success());
    };
    let state = |process: u32| {
        let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        status.rsplit(") ").next().unwrap().chars().next().unwrap()
    };
    // On a busy machine the time may be over before the program is stopped: then once more.
    for period in [3, 6, 12] {
        let mut child = program(&["--set", "playouts=0", "--set", "lag=0"]).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (tell, heard) = std::sync::mpsc::channel();
        let reading = std::thread::spawn(move || stdout.lines().for_each(|line| tell.send(line.unwrap()).unwrap()));
        let input = format!("kgs-time_settings byoyomi 0 {period} 1\nlz-genmove_analyze b 1\nname\n");
        stdin.write_all(input.as_bytes()).unwrap();
        while !heard.recv().unwrap().starts_with("info move") {}
        signal("STOP", child.id());
        while state(child.id()) != 'T' {
            std::thread::yield_now();
        }
        std::thread::sleep(std::time::Duration::from_secs(period));
        let before: Vec<String> = heard.try_iter().collect();
        signal("CONT", child.id());
        drop(stdin);
        let after: Vec<String> = heard.iter().collect();
        reading.join().unwrap();
        assert!(child.wait().unwrap().success());
        if before.iter().any(|line| line.starts_with("play ")) {
            continue;
        }
        // A report that was due when the program was stopped, and the last one.
        let reports = after.iter().filter(|line| line.starts_with("info move")).count();
        assert!(reports <= 3, "{reports} reports after the stop");
        assert!(after.iter().any(|line| line.starts_with("play ")), "{after:?}");
        assert!(after.iter().any(|line| line == "= Lanke"), "{after:?}");
        return;
    }
    panic!("never stopped in mid-search");
}
