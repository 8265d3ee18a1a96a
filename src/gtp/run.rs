//! The loop of a session: lines in, answers out, in order.

use super::lines::{self, Lines, Next};
use super::session::Session;
use super::stop::StopSwitch;
use super::{aside, parse};
use crate::engine::Engine;
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::thread;

/// Speaks GTP until `quit` or the end of input. A line without newline at the end of input is answered too.
///
/// # Errors
/// When answers cannot be written; a reader that has gone away is no error.
pub fn run(engine: Engine, input: impl Read + Send + 'static, mut output: impl Write) -> io::Result<()> {
    let lines = Arc::new(Lines::default());
    let stop = Arc::new(StopSwitch::default());
    let (heard, read) = (Arc::clone(&stop), Arc::clone(&lines));
    thread::Builder::new()
        .name("gtp-input".into())
        .spawn(move || read_lines(input, &read, &heard))?;
    if engine.settings().chat {
        aside::say(aside::CHAT_GREETING);
    }
    let mut session = Session::new(engine, stop);
    let result = answer_lines(&mut session, &lines, &mut output);
    lines.close();
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn answer_lines(session: &mut Session, lines: &Lines, output: &mut dyn Write) -> io::Result<()> {
    let mut last = 0;
    while !session.is_finished() {
        let next = match lines.try_next() {
            Next::Line(number, line) => Some((number, line)),
            Next::Nothing => {
                session.ponder(last);
                lines.wait()
            }
            Next::End => None,
        };
        let Some((number, line)) = next else { break };
        last = number;
        session.handle_numbered(number, &line, output)?;
    }
    Ok(())
}

/// Numbers the lines from 1 and passes them on as bytes.
fn read_lines(input: impl Read, lines: &Lines, stop: &StopSwitch) {
    let mut input = BufReader::new(input);
    for number in 1.. {
        let Some(line) = lines::read(&mut input) else { break };
        stop.line_arrived(number, parse::is_interrupt(&line));
        if !lines.push(number, line) {
            break;
        }
    }
    stop.end_of_input();
    lines.end();
}
