//! The loop of a session: lines in, answers out, in order.

use super::session::Session;
use super::stop::StopSwitch;
use super::{aside, parse};
use crate::engine::Engine;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender, TryRecvError};
use std::thread;

/// Speaks GTP until `quit` or the end of input. A line without newline at the end of input is answered too.
///
/// # Errors
/// When answers cannot be written; a reader that has gone away is no error.
pub fn run(engine: Engine, input: impl Read + Send + 'static, mut output: impl Write) -> io::Result<()> {
    let (sender, lines) = mpsc::channel();
    let stop = Arc::new(StopSwitch::default());
    let heard = Arc::clone(&stop);
    thread::Builder::new()
        .name("gtp-input".into())
        .spawn(move || read_lines(input, &sender, &heard))?;
    if engine.settings().chat {
        aside::say(aside::CHAT_GREETING);
    }
    let mut session = Session::new(engine, stop);
    let mut last = 0;
    loop {
        let next = match lines.try_recv() {
            Err(TryRecvError::Empty) => {
                session.ponder(last);
                lines.recv().ok()
            }
            next => next.ok(),
        };
        let Some((number, line)) = next else { break };
        last = number;
        match session.handle_numbered(number, &line, &mut output) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            result => result?,
        }
        if session.is_finished() {
            break;
        }
    }
    Ok(())
}

/// Numbers the lines from 1 and passes them on as bytes.
fn read_lines(input: impl Read, lines: &Sender<(u64, Vec<u8>)>, stop: &StopSwitch) {
    let mut input = BufReader::new(input);
    for number in 1.. {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        stop.line_arrived(number, parse::is_interrupt(&line));
        if lines.send((number, line)).is_err() {
            break;
        }
    }
    stop.end_of_input();
}
