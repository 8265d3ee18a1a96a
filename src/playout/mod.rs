//! Playouts: a small board without heap, played to the end many thousand times a second under the exact rules.
//!
//! ```
//! use lanke::playout::{BOARD_9, Line, PlayBoard, PlayRng, PlayoutRules, Policy, play_out};
//! use lanke::rules::{BoardSize, Color};
//! # use lanke::rules::ruleset::*;
//!
//! let size = BoardSize::square(9);
//! // Usually: PlayoutRules::new(&ruleset, size, 7.5, 0)
//! let rules = PlayoutRules {
//!     repetition: Repetition::Positional,
//!     cycle_draws: false,
//!     suicide: Suicide::Allowed,
//!     scoring: Scoring::Area,
//!     tax: Tax::None,
//!     pass_cost: PassCost::None,
//!     white_passes_last: false,
//!     ending: Ending::TwoPasses,
//!     first_pass_bonus: FirstPassBonus::None,
//!     tie: Tie::Draw,
//!     white_bonus: 7.5,
//!     max_turns: 263,
//! };
//! let root = PlayBoard::<BOARD_9>::new(size);
//! let mut line = Line::new(root.hash(), Color::Black);
//! let mut rng = PlayRng::new(1);
//! let mut black_wins = 0.0;
//! for _ in 0..100 {
//!     let mut board = root;
//!     black_wins += play_out(&mut board, &mut line, &rules, &Policy::Light, &mut rng).black_value;
//!     line.truncate(1);
//! }
//! assert!(black_wins < 60.0);
//! ```
#![allow(unsafe_code)]

mod board;
mod check;
mod full;
mod ladder;
mod legal;
mod light;
mod line;
mod nakade;
mod pattern;
mod policy;
mod rng;
mod root;
mod rules;
mod run;
mod score;
mod seki;
#[cfg(test)]
mod seki_tests;
mod spot;
mod stones;
mod table;
mod tactics;
mod tax;
#[cfg(test)]
mod tests;
mod turns;

pub use board::{BOARD_9, BOARD_13, BOARD_19, BOARD_25, Counters, PlayBoard, with_board_class};
pub use ladder::LADDER_MOVES;
pub use line::{Line, Move};
pub use policy::{Policy, PolicyParams};
pub use rng::PlayRng;
pub use root::Root;
pub use rules::PlayoutRules;
pub use run::{End, FirstPlays, Outcome, play_out};
pub use spot::Spot;
