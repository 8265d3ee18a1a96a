//! How moves are chosen in playouts, as data.

/// How moves are chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Policy {
    /// Every legal point that is not an own eye is equally likely.
    Light,
    /// Local replies to the last two moves first, then random points that pass the filters.
    Full(PolicyParams),
}

/// The rates of the full policy, in percent: how often a generator or filter is used where it applies.
///
/// The generators are tried in the order of the fields; the first that has a move makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyParams {
    /// Capture the chain just played or its neighbors in atari, and save own neighbors in atari by a capture or by an
    /// extension that no ladder refutes.
    pub atari: u32,
    /// The same when three or more own stones are at stake.
    pub big_atari: u32,
    /// Stones a chain in atari must have for a ladder to be read before it extends to two liberties.
    pub ladder_stones: u32,
    /// Moves that a ladder in a playout is read ahead.
    pub ladder_moves: u32,
    /// Put the chain just played in atari when it has two liberties and cannot gain any, and save own neighbors
    /// from that.
    pub two_liberties: u32,
    /// Play the vital point of a small region next to the last move.
    pub nakade: u32,
    /// Play where the 3x3 pattern around the last or second-last move asks for a move.
    pub pattern: u32,
    /// Refuse a play that leaves one or two stones, or a shape that kills from inside, in atari.
    pub self_atari: u32,
    /// Refuse a play that leaves any other chain of own stones in atari.
    pub big_self_atari: u32,
    /// Refuse a play that leaves own stones in atari and so gives up a seki.
    pub seki: u32,
    /// Take a stone that makes an eye false instead of filling the eye.
    pub eye_repair: u32,
}

impl Default for PolicyParams {
    fn default() -> Self {
        PolicyParams {
            atari: 90,
            big_atari: 100,
            ladder_stones: 1,
            ladder_moves: 20,
            two_liberties: 80,
            nakade: 80,
            pattern: 95,
            self_atari: 60,
            big_self_atari: 100,
            seki: 100,
            eye_repair: 60,
        }
    }
}
