//! The program under test: whole sessions at once, or line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Options that make every session small and repeatable.
const OPTIONS: &[&str] = &["playouts=30", "threads=1", "seed=1"];

fn command(options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanke"));
    for option in OPTIONS.iter().chain(options) {
        command.args(["--set", option]);
    }
    command.stderr(Stdio::null());
    command
}

/// Everything the program writes when fed these bytes and then the end of input; it must exit with 0.
pub fn output(input: impl AsRef<[u8]>) -> String {
    output_with(&[], input)
}

/// [`output`] of a program that logs everything it can.
pub fn output_verbose(input: &str) -> String {
    let mut command = command(&[]);
    command.env("RUST_LOG", "trace");
    output_of(command, input.as_bytes())
}

/// [`output`] with more options, each as `name=value`.
pub fn output_with(options: &[&str], input: impl AsRef<[u8]>) -> String {
    output_of(command(options), input.as_ref())
}

fn output_of(mut command: Command, input: &[u8]) -> String {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything, after `quit`.
        let _ = stdin.write_all(&input);
    });
    let out = child.wait_with_output().expect("the program runs");
    writer.join().expect("the writer ends");
    assert!(out.status.success(), "exit {}", out.status);
    String::from_utf8(out.stdout).expect("UTF-8")
}

/// The responses to these lines, without the empty lines that end them.
pub fn answers(input: &str) -> Vec<String> {
    answers_with(&[], input)
}

/// [`answers`] with more options.
pub fn answers_with(options: &[&str], input: &str) -> Vec<String> {
    let out = output_with(options, input);
    let out = out.strip_suffix("\n\n").expect("an empty line at the end");
    out.split("\n\n").map(str::to_owned).collect()
}

/// The last response.
pub fn last_answer(input: &str) -> String {
    answers(input).pop().expect("an answer")
}

/// A running program.
pub struct Conversation {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Conversation {
    /// Starts the program.
    pub fn start(options: &[&str]) -> Conversation {
        let mut child = command(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take().expect("piped");
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        Conversation { child, stdin, stdout }
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &str) {
        self.stdin.write_all(bytes.as_bytes()).expect("the program reads");
        self.stdin.flush().expect("the program reads");
    }

    /// The next line, without its newline.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("UTF-8");
        assert!(line.ends_with('\n'), "output ended with {line:?}");
        line.pop();
        line
    }

    /// Lines up to the next empty one, joined.
    pub fn answer(&mut self) -> String {
        let mut lines = Vec::new();
        loop {
            match self.line() {
                line if line.is_empty() => return lines.join("\n"),
                line => lines.push(line),
            }
        }
    }

    /// Sends a line and waits for its answer.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(&format!("{line}\n"));
        self.answer()
    }

    /// Ends the input and returns what else is written; the program must exit with 0.
    pub fn finish(self) -> String {
        let Conversation {
            mut child,
            stdin,
            mut stdout,
        } = self;
        drop(stdin);
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).expect("UTF-8");
        let status = child.wait().expect("the program ends");
        assert!(status.success(), "exit {status}");
        rest
    }
}
