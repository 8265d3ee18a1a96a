//! The Go Text Protocol, version 2 draft 2, with the extensions that clients use.
//!
//! [`run()`] joins the parts: a thread reads lines as bytes, [`Session::handle`] answers them strictly in order,
//! and every answer is written and flushed before the next line is looked at. A line goes from bytes to
//! [`parse::Request`] to typed arguments to a handler, found in the rows of [`commands`]; what the handler
//! returns gets its wire form in [`reply`].

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod commands;
pub mod failure;
pub mod info;
pub mod parse;
pub mod reply;
pub mod stop;

mod admin;
mod analyze;
mod aside;
mod debug;
#[cfg(test)]
mod fault_tests;
mod gogui;
mod kata;
mod kgs;
mod lines;
mod play;
mod rules;
mod run;
mod scoring;
mod session;
mod setup;
mod sgf;
mod stderr;
mod time;

pub use failure::Failure;
pub use run::run;
pub use session::Session;
pub use stderr::Stderr;
