//! The protocol byte by byte: what clients send to the real program, and what must come back.
//!
//! * `clients`: the rules that keep every client happy, one test each
//! * `robustness`: odd bytes; `fuzz`: any bytes; `interleaving`: lines at any moment
//! * `streams`: analysis lines; `pondering`: the opponent's time
//! * `reports`: failures that users of other engines reported, each as input and expected answer
//!
//! Nothing here depends on how fast the machine is: conversations wait for answers, not for time.

mod clients;
mod fuzz;
mod interleaving;
mod pondering;
mod program;
mod reports;
mod robustness;
mod streams;
