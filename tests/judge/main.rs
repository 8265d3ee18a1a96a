//! Which stones the engine takes for dead, against finished positions with known answers.

mod agreement;
mod positions;
