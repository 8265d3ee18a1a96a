//! Printing that is no fault when nobody reads: `lanke rules list | head -1` ends quietly.

use crate::gtp::Stderr;
use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::process;

/// Writes to standard output. A reader who has gone away ends the program with exit status 0; any other failure, such as a
/// full disk, with 2 and a line on standard error.
pub(super) fn print(text: Arguments<'_>) {
    let Err(error) = io::stdout().lock().write_fmt(text) else {
        return;
    };
    if error.kind() == ErrorKind::BrokenPipe {
        process::exit(0);
    }
    complain(format_args!("lanke: cannot write: {error}\n"));
    process::exit(2);
}

/// Writes to standard error, if that can be done.
pub(super) fn complain(text: Arguments<'_>) {
    let _ = Stderr.write_all(text.to_string().as_bytes());
}

/// `println!` by way of [`print()`].
macro_rules! outln {
    () => { $crate::cli::out::print(format_args!("\n")) };
    ($($text:tt)*) => { $crate::cli::out::print(format_args!("{}\n", format_args!($($text)*))) };
}

/// `print!` by way of [`print()`].
macro_rules! out {
    ($($text:tt)*) => { $crate::cli::out::print(format_args!($($text)*)) };
}

/// `eprintln!` by way of [`complain`].
macro_rules! errln {
    ($($text:tt)*) => { $crate::cli::out::complain(format_args!("{}\n", format_args!($($text)*))) };
}
