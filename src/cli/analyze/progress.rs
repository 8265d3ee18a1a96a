//! A bar on stderr, where somebody looks at it.

use std::io::{IsTerminal, Write};
use std::time::Instant;

/// Characters of a full bar.
const WIDTH: usize = 30;

pub(super) struct Progress {
    start: Instant,
    visible: bool,
}

impl Progress {
    /// A bar, if it is wanted and stderr is a terminal.
    pub(super) fn new(wanted: bool) -> Progress {
        Progress {
            start: Instant::now(),
            visible: wanted && std::io::stderr().is_terminal(),
        }
    }

    /// Shows how much is done.
    pub(super) fn show(&self, done: usize, all: usize) {
        if self.visible {
            write(&bar(done, all, self.start.elapsed().as_secs_f64()));
        }
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        if self.visible {
            write(&format!("\r{:79}\r", ""));
        }
    }
}

/// That nobody reads it is no fault.
fn write(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes());
    let _ = stderr.flush();
}

fn bar(done: usize, all: usize, seconds: f64) -> String {
    let all = all.max(1);
    let full = done.min(all) * WIDTH / all;
    let left = seconds / done.max(1) as f64 * all.saturating_sub(done) as f64;
    let left = left.round() as u64;
    format!(
        "\r[{}{}] {done} of {all} positions, {}:{:02} left",
        "#".repeat(full),
        ".".repeat(WIDTH - full),
        left / 60,
        left % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_grows_and_says_how_long_it_takes() {
        assert_eq!(
            bar(0, 0, 0.0),
            format!("\r[{}] 0 of 1 positions, 0:00 left", ".".repeat(30))
        );
        let half = format!(
            "\r[{}{}] 50 of 100 positions, 1:40 left",
            "#".repeat(15),
            ".".repeat(15)
        );
        assert_eq!(bar(50, 100, 100.0), half);
        assert_eq!(
            bar(100, 100, 5.0),
            format!("\r[{}] 100 of 100 positions, 0:00 left", "#".repeat(30))
        );
    }
}
