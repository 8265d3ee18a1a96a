//! Standard error that never keeps the engine waiting.
//!
//! A pipe that nobody reads fills up, and the next write to it waits for ever. All messages go through one thread
//! instead. Whoever has something to say waits for it to be written, so that messages keep their place among the
//! answers, but only for a moment and only once: after that, messages are kept until somebody reads, and dropped
//! when there are too many.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a message waits to be written before it is given up as unread.
const PATIENCE: Duration = Duration::from_millis(200);

/// Bytes that are kept for a reader who does not read.
const KEPT: usize = 64 * 1024;

#[derive(Default)]
struct State {
    waiting: VecDeque<Vec<u8>>,
    bytes: usize,
    lost: u64,
    writing: bool,
    stuck: bool,
}

#[derive(Default)]
struct Channel {
    state: Mutex<State>,
    changed: Condvar,
}

impl Channel {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, message: Vec<u8>) {
        let mut state = self.state();
        if state.bytes + message.len() > KEPT && state.bytes > 0 {
            state.lost += 1;
            return;
        }
        state.bytes += message.len();
        state.waiting.push_back(message);
        self.changed.notify_all();
        if !state.stuck {
            self.wait(state);
        }
    }

    fn wait(&self, state: MutexGuard<'_, State>) {
        let busy = |state: &mut State| state.writing || !state.waiting.is_empty();
        let waited = self.changed.wait_timeout_while(state, PATIENCE, busy);
        let (mut state, result) = waited.unwrap_or_else(PoisonError::into_inner);
        state.stuck = result.timed_out();
    }

    /// Writes what comes, for ever. A writer that fails is tried again with the next message.
    fn serve(&self, mut output: impl Write) {
        let mut state = self.state();
        loop {
            let Some(message) = state.waiting.pop_front() else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.writing = true;
            drop(state);
            let _ = output.write_all(&message).and_then(|()| output.flush());
            state = self.state();
            state.writing = false;
            state.bytes -= message.len();
            if state.waiting.is_empty() && state.lost > 0 {
                let lost = std::mem::take(&mut state.lost);
                let note = format!("lanke: nobody read standard error, {lost} messages were dropped\n").into_bytes();
                state.bytes += note.len();
                state.waiting.push_back(note);
            }
            if state.waiting.is_empty() {
                state.stuck = false;
                self.changed.notify_all();
            }
        }
    }
}

static CHANNEL: OnceLock<Channel> = OnceLock::new();

fn channel() -> &'static Channel {
    let mut is_new = false;
    let channel = CHANNEL.get_or_init(|| {
        is_new = true;
        Channel::default()
    });
    if is_new {
        let serve = || channel.serve(io::stderr());
        if thread::Builder::new().name("stderr".into()).spawn(serve).is_err() {
            // Nothing will ever be written; nobody must wait for it.
            channel.state().stuck = true;
        }
    }
    channel
}

/// Standard error as a writer: each piece that is written is one message. It never fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stderr;

impl Write for Stderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        channel().send(bytes.to_vec());
        Ok(bytes.len())
    }

    /// Gives messages that have not been read yet a last moment.
    fn flush(&mut self) -> io::Result<()> {
        if let Some(channel) = CHANNEL.get() {
            let state = channel.state();
            if !state.stuck {
                channel.wait(state);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// A reader that reads when it is told to.
    struct Slow(Receiver<()>, Sender<Vec<u8>>);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(io::Error::other)?;
            self.1.send(bytes.to_vec()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_who_does_not_read_stops_nobody_and_gets_what_was_kept_later() {
        let shared = Arc::new(Channel::default());
        let (read, asked) = channel();
        let (written, out) = channel();
        let serving = Arc::clone(&shared);
        thread::spawn(move || serving.serve(Slow(asked, written)));
        let message = |number: usize| format!("{number:99}\n").into_bytes();
        // Far more than is kept, without one read.
        for number in 0..2000 {
            shared.send(message(number));
        }
        assert!(shared.state().stuck);
        let kept = KEPT / 100;
        for number in 0..kept {
            read.send(()).unwrap();
            assert_eq!(out.recv().unwrap(), message(number));
        }
        read.send(()).unwrap();
        let note = String::from_utf8(out.recv().unwrap()).unwrap();
        assert!(
            note.contains(&format!("{} messages were dropped", 2000 - kept)),
            "{note}"
        );
        // The reader is back: the next message is written before the sender goes on.
        read.send(()).unwrap();
        shared.send(message(7));
        assert_eq!(out.recv().unwrap(), message(7));
    }
}
