//! Odd bytes.

use crate::program::{Conversation, answers, output};

#[test]
fn line_ends_blanks_and_comments_come_in_every_form() {
    for line in [
        "protocol_version\r\n",
        "\tprotocol_version\n",
        " protocol_version \n",
        "protocol_version # c\n",
    ] {
        assert_eq!(output(line), "= 2\n\n", "{line:?}");
    }
    assert_eq!(output("5\tprotocol_version\n"), "=5 2\n\n");
    assert_eq!(output("-1 protocol_version\n"), "= 2\n\n");
    assert_eq!(output("2147483647 protocol_version\n"), "=2147483647 2\n\n");
}

#[test]
fn lines_without_a_command_get_no_answer() {
    for line in ["\n", "\r\n", "# c\n", "   # c\n", "\t \n", "5\n", "\x00\x01\n"] {
        assert_eq!(output(line), "", "{line:?}");
    }
}

#[test]
fn control_characters_are_discarded() {
    assert_eq!(output(b"\x00\x07protocol\x0b_ver\x7fsion\n"), "= 2\n\n");
}

#[test]
fn bytes_that_are_no_text_are_no_command_and_no_harm() {
    assert_eq!(output(b"\xff\xfe\xc0\n"), "? unknown command\n\n");
    assert_eq!(
        output(b"play b \xff\nprotocol_version\n").split("\n\n").nth(1),
        Some("= 2")
    );
    assert_eq!(output("name 棋\n"), "= Lanke\n\n");
}

#[test]
fn a_line_of_a_hundred_thousand_bytes_is_one_command() {
    let long = "x".repeat(100_000);
    assert_eq!(
        output(format!("{long}\nprotocol_version\n")),
        "? unknown command\n\n= 2\n\n"
    );
    let words = "b D4 ".repeat(20_000);
    assert_eq!(output(format!("protocol_version {words}\n")), "= 2\n\n");
    let digits = "1".repeat(100_000);
    assert_eq!(output(format!("{digits}\nprotocol_version\n")), "= 2\n\n");
    let refused = answers(&format!("boardsize 9\ngogui-play_sequence {words}\nlist_stones b\n"));
    assert_eq!(refused[1..], ["? illegal move", "="]);
}

#[test]
fn the_end_of_input_in_mid_line_ends_the_line_too() {
    assert_eq!(output("protocol_version"), "= 2\n\n");
    assert_eq!(output("boardsize 9\nplay b D4\nlist_stones b"), "=\n\n=\n\n= D4\n\n");
}

#[test]
fn a_thousand_plays_are_a_thousand_answers() {
    let mut input = String::from("boardsize 13\n");
    for number in 0..1000 {
        let column = b"ABCDEFGHJKLMN"[number % 13] as char;
        // Every second column of each second row: nothing is captured, and after a while points are taken.
        input.push_str(&format!(
            "play {} {column}{}\n",
            ["b", "w"][number % 2],
            number / 13 % 13 + 1
        ));
    }
    let answers = answers(&input);
    assert_eq!(answers.len(), 1001);
    assert!(answers[1..100].iter().all(|answer| answer == "="));
    assert!(answers[170..].iter().any(|answer| answer == "? illegal move"));
}

#[test]
fn the_end_of_input_ends_an_analysis() {
    let mut program = Conversation::start(&[]);
    program.send("boardsize 9\nlz-analyze b 1\n");
    assert_eq!(program.answer(), "=");
    assert_eq!(program.line(), "=");
    program.line();
    let rest = program.finish();
    assert!(rest.ends_with("\n\n"), "{rest:?}");
}

#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_lanke"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // The program may be gone before everything is written.
    let _ = std::io::Write::write_all(&mut stdin, &b"name\n".repeat(1000));
    drop(stdin);
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success(), "exit {}", out.status);
    assert_eq!(String::from_utf8_lossy(&out.stderr), "");
}
