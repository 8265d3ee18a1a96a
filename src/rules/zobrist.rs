//! Random keys for position hashes (Zobrist 1970), fixed when the program is built.

use super::color::Color;
use super::point::{POINT_TABLE, Point};

/// SplitMix64 (Steele, Lea, Flood 2014): a full-period mix of a counter.
const fn split_mix(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

static KEYS: [[u64; POINT_TABLE]; 2] = {
    let mut keys = [[0; POINT_TABLE]; 2];
    let mut index = 0;
    while index < POINT_TABLE {
        keys[0][index] = split_mix(2 * index as u64 + 1);
        keys[1][index] = split_mix(2 * index as u64 + 2);
        index += 1;
    }
    keys
};

/// The key of a stone. A position's hash is the exclusive or of its stones' keys; the empty board's is 0.
#[must_use]
#[inline]
pub const fn stone_key(color: Color, point: Point) -> u64 {
    KEYS[color.index()][point.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::point::BoardSize;
    use std::collections::HashSet;

    #[test]
    fn all_keys_differ() {
        let keys: HashSet<u64> = BoardSize::square(25)
            .points()
            .flat_map(|point| Color::BOTH.map(|color| stone_key(color, point)))
            .collect();
        assert_eq!(keys.len(), 2 * 625);
    }
}
