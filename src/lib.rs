//! Lanke (烂柯), a Go engine that speaks GTP.
//!
//! ```text
//! rules  ←  score, game, tactics  ←  playout, net  ←  search  ←  engine  ←  gtp, cli  ←  main
//! ```
//! A file imports from its own layer or from layers to its left, never upward; `tests/layers.rs` checks.
//!
//! * [`rules`]: boards, legality, repetition, rule systems as data
//! * [`score`]: the result of a finished game, by every counting method
//! * [`search`]: tree search; [`settings`]: every option; [`engine`]: the facade over all of it
//! * [`playout`]: the fast board, whole games played out under the exact rules
//! * [`net`]: a small network's arithmetic, what it is shown and what it says
//! * [`game`]: one game: turns, prisoners, handicap, endings, clock

pub mod cli;
pub mod engine;
pub mod game;
pub mod gtp;
pub mod net;
pub mod playout;
pub mod rules;
pub mod score;
pub mod search;
pub mod settings;
