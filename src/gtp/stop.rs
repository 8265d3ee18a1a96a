//! How a line that arrives while a command runs ends that command early.
//!
//! The input thread numbers the lines it reads and reports each to the [`StopSwitch`]; the thread that answers
//! arms the switch with the number of the line it is working on and what may end it. Numbers make the order of
//! the two threads irrelevant: a line that came before the switch was armed counts all the same.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Which later line ends the running command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopsAt {
    /// The comment `# interrupt` only.
    Interrupt,
    /// The comment `# interrupt`, and the end of input: for searches without a limit, which nothing else could end.
    InterruptOrEnd,
    /// Any line, also an empty one, and the end of input.
    AnyLine,
}

/// The number that stands for the end of input.
const END: u64 = u64::MAX;

#[derive(Debug)]
struct State {
    running: u64,
    stops_at: StopsAt,
    last_line: u64,
    last_interrupt: u64,
}

/// The stop flag of a search and the rule by which it is raised.
#[derive(Debug)]
pub struct StopSwitch {
    flag: AtomicBool,
    state: Mutex<State>,
}

impl Default for StopSwitch {
    /// No line has arrived.
    fn default() -> Self {
        StopSwitch {
            flag: AtomicBool::new(false),
            state: Mutex::new(State {
                running: 0,
                stops_at: StopsAt::Interrupt,
                last_line: 0,
                last_interrupt: 0,
            }),
        }
    }
}

impl StopSwitch {
    /// A switch for sessions without an input thread: an analysis ends after its first report.
    #[must_use]
    pub fn at_end_of_input() -> StopSwitch {
        let switch = StopSwitch::default();
        switch.end_of_input();
        switch
    }

    /// The flag that a search looks at.
    #[must_use]
    pub const fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Whether the running command should end.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Ends the running command, whatever it is.
    pub fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Says that the command of this line starts to run, and what may end it.
    pub fn arm(&self, line: u64, stops_at: StopsAt) {
        let mut state = self.state();
        state.running = line;
        state.stops_at = stops_at;
        let ended = match stops_at {
            StopsAt::Interrupt => false,
            StopsAt::InterruptOrEnd => state.last_line == END,
            StopsAt::AnyLine => state.last_line > line,
        };
        let ended = ended || state.last_interrupt > line;
        self.flag.store(ended, Ordering::Relaxed);
    }

    /// Says that this line has arrived.
    pub fn line_arrived(&self, line: u64, is_interrupt: bool) {
        let mut state = self.state();
        state.last_line = line;
        if is_interrupt {
            state.last_interrupt = line;
        }
        let ends = match state.stops_at {
            StopsAt::Interrupt => false,
            StopsAt::InterruptOrEnd => line == END,
            StopsAt::AnyLine => true,
        };
        if line > state.running && (is_interrupt || ends) {
            self.raise();
        }
    }

    /// Says that no line will arrive any more.
    pub fn end_of_input(&self) {
        self.line_arrived(END, false);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_shortened_by_an_interrupt_and_by_nothing_else() {
        let switch = StopSwitch::default();
        switch.line_arrived(1, false);
        switch.arm(1, StopsAt::Interrupt);
        switch.line_arrived(2, false);
        assert!(!switch.is_raised());
        switch.line_arrived(3, true);
        assert!(switch.is_raised());
        switch.arm(4, StopsAt::Interrupt);
        assert!(!switch.is_raised());
    }

    #[test]
    fn an_interrupt_that_came_before_the_command_started_counts_if_it_was_sent_after_it() {
        let switch = StopSwitch::default();
        switch.line_arrived(1, true);
        switch.line_arrived(2, false);
        switch.arm(2, StopsAt::Interrupt);
        assert!(!switch.is_raised());
        switch.line_arrived(3, true);
        switch.arm(2, StopsAt::Interrupt);
        assert!(switch.is_raised());
    }

    #[test]
    fn an_analysis_ends_with_any_line_and_with_the_input() {
        let switch = StopSwitch::default();
        switch.line_arrived(1, false);
        switch.arm(1, StopsAt::AnyLine);
        assert!(!switch.is_raised());
        switch.line_arrived(2, false);
        assert!(switch.is_raised());
        switch.arm(2, StopsAt::AnyLine);
        switch.end_of_input();
        assert!(switch.is_raised());
        switch.arm(3, StopsAt::AnyLine);
        assert!(switch.is_raised());
        switch.arm(3, StopsAt::Interrupt);
        assert!(!switch.is_raised());
    }

    #[test]
    fn a_search_without_limit_ends_with_the_input_and_with_no_other_line() {
        let switch = StopSwitch::default();
        switch.arm(1, StopsAt::InterruptOrEnd);
        switch.line_arrived(2, false);
        assert!(!switch.is_raised());
        switch.end_of_input();
        assert!(switch.is_raised());
        switch.arm(2, StopsAt::InterruptOrEnd);
        assert!(switch.is_raised());
        switch.arm(2, StopsAt::Interrupt);
        assert!(!switch.is_raised());
    }
}
