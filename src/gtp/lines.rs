//! Lines on their way from the thread that reads to the thread that answers.

use std::collections::VecDeque;
use std::io::{BufRead, ErrorKind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The longest line that is answered, in bytes; of longer ones only so much is kept, and one byte more.
pub(super) const LONGEST: usize = 1 << 20;

/// Bytes that may wait to be answered before reading stops. A line has its cost even when it is empty.
const WAITING: usize = 16 << 20;
const COST_OF_A_LINE: usize = 64;

/// What is to be answered next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// This line, which has this number.
    Line(u64, Vec<u8>),
    /// Nothing yet.
    Nothing,
    /// Nothing any more.
    End,
}

#[derive(Default)]
struct State {
    lines: VecDeque<(u64, Vec<u8>)>,
    bytes: usize,
    ended: bool,
    unwanted: bool,
}

/// The lines that have been read and not been answered.
#[derive(Default)]
pub(super) struct Lines {
    state: Mutex<State>,
    changed: Condvar,
}

impl Lines {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line, as soon as there is room for it; false when lines are not wanted any more.
    pub fn push(&self, number: u64, line: Vec<u8>) -> bool {
        let full = |state: &mut State| state.bytes > WAITING && !state.unwanted;
        let waited = self.changed.wait_while(self.state(), full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.bytes += line.len() + COST_OF_A_LINE;
        state.lines.push_back((number, line));
        self.changed.notify_all();
        !state.unwanted
    }

    /// Says that no line comes any more.
    pub fn end(&self) {
        self.state().ended = true;
        self.changed.notify_all();
    }

    /// Says that no line is wanted any more.
    pub fn close(&self) {
        self.state().unwanted = true;
        self.changed.notify_all();
    }

    /// What is there now.
    pub fn try_next(&self) -> Next {
        self.take(&mut self.state())
    }

    /// The next line, when it comes; nothing at the end of input.
    pub fn wait(&self) -> Option<(u64, Vec<u8>)> {
        let none = |state: &mut State| state.lines.is_empty() && !state.ended;
        let waited = self.changed.wait_while(self.state(), none);
        match self.take(&mut waited.unwrap_or_else(PoisonError::into_inner)) {
            Next::Line(number, line) => Some((number, line)),
            Next::Nothing | Next::End => None,
        }
    }

    fn take(&self, state: &mut State) -> Next {
        match state.lines.pop_front() {
            Some((number, line)) => {
                state.bytes -= line.len() + COST_OF_A_LINE;
                self.changed.notify_all();
                Next::Line(number, line)
            }
            None if state.ended => Next::End,
            None => Next::Nothing,
        }
    }
}

/// Reads a line without its end; nothing at the end of input or when the input fails. What is longer than [`LONGEST`]
/// is read and not kept, all but one byte that tells of it.
pub(super) fn read(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut anything = false;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return anything.then_some(line),
        };
        if bytes.is_empty() {
            return anything.then_some(line);
        }
        anything = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let piece = &bytes[..end.unwrap_or(bytes.len())];
        let room = (LONGEST + 1).saturating_sub(line.len());
        line.extend_from_slice(&piece[..piece.len().min(room)]);
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Some(line);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};
    use std::sync::Arc;
    use std::thread;

    #[test]
    fn lines_are_read_whole_and_long_ones_in_part() {
        let mut input = BufReader::with_capacity(7, &b"name\n\nplay b D4\r\nquit"[..]);
        let lines: Vec<Vec<u8>> = std::iter::from_fn(|| read(&mut input)).collect();
        assert_eq!(lines, [&b"name"[..], b"", b"play b D4\r", b"quit"]);
        let endless = std::io::repeat(b'x').take(3 * LONGEST as u64);
        let mut input = BufReader::new(endless.chain(&b"\nname\n"[..]));
        assert_eq!(read(&mut input).unwrap().len(), LONGEST + 1);
        assert_eq!(read(&mut input).unwrap(), b"name");
        assert_eq!(read(&mut input), None);
    }

    #[test]
    fn lines_come_out_in_order_then_the_end() {
        let lines = Lines::default();
        assert_eq!(lines.try_next(), Next::Nothing);
        assert!(lines.push(1, b"a".to_vec()) && lines.push(2, b"b".to_vec()));
        lines.end();
        assert_eq!(lines.try_next(), Next::Line(1, b"a".to_vec()));
        assert_eq!(lines.wait(), Some((2, b"b".to_vec())));
        assert_eq!((lines.try_next(), lines.wait()), (Next::End, None));
    }

    #[test]
    fn no_more_lines_wait_than_there_is_room_for_and_none_is_lost() {
        let lines = Arc::new(Lines::default());
        let count = 3 * WAITING as u64 / LONGEST as u64;
        let writer = Arc::clone(&lines);
        let writing = thread::spawn(move || {
            for number in 0..count {
                assert!(writer.push(number, vec![0; LONGEST]));
                assert!(writer.state().bytes <= WAITING + 2 * (LONGEST + COST_OF_A_LINE));
            }
            writer.end();
        });
        for number in 0..count {
            assert_eq!(lines.wait().unwrap().0, number);
        }
        writing.join().unwrap();
        assert_eq!(lines.wait(), None);
    }

    #[test]
    fn a_reader_that_waits_for_room_hears_that_nobody_wants_more() {
        let lines = Arc::new(Lines::default());
        let writer = Arc::clone(&lines);
        let writing = thread::spawn(move || while writer.push(1, vec![0; LONGEST]) {});
        lines.close();
        writing.join().unwrap();
    }
}
