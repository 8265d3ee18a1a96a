//! The counting methods people use at a board, each as the procedure it is.
//!
//! A method works on the settled board and on the stones beside it, and never on the result of another method,
//! so that their agreement is a real check. The methods come from Chen Zuyuan's rules (A half counting, B
//! filling, C and D comparing empty points), the Chinese, Japanese and American rules, and Yan Lai's
//! living-stone rules (the five that keep the basic eyes of every group open).
//!
//! Two identities hold for every board: `area`, `half-count`, `fill` and `equal-stones` have one margin
//! (`simple-territory` is within one point of it), and the five living counts have one margin, that of `area`
//! less the tax. `territory` agrees with `area` where passes cost a stone and White passes last.

mod area;
mod equal_paths;
mod equal_stones;
mod equal_stones_paths;
mod fill;
mod half_count;
mod living_fill;
mod method;
mod return_tax;
mod simple_territory;
mod stones_and_paths;
mod table;
mod territory;

pub use method::{Method, Unit};
pub use table::Table;

use crate::rules::ByColor;

/// What a method found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Count {
    /// The method.
    pub method: Method,
    /// What each side counted, in [`Method::unit`], komi and bonus left out.
    pub counts: ByColor<f64>,
    /// Black's lead in points whatever the unit, komi and bonus included.
    pub margin: f64,
}
