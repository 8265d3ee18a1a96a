//! 3x3 patterns: which shapes around an empty point call for a move there.

use crate::rules::Color;
use std::sync::LazyLock;

/// Shapes with the mover's stones `X`, the opponent's `O`, empty `.`, anything `?`, not the mover's `x`, not the
/// opponent's `o`, edge `#`; the move is in the middle. Each also stands for its turns, mirror images and, unless
/// it says otherwise, for the colors swapped (Gelly, Wang, Munos, Teytaud 2006).
const SHAPES: [&[u8; 9]; 13] = [
    // Around a stone's head, from both sides, from one, and bending.
    b"XOX...???",
    b"XO....?.?",
    b"XO?X..x.?",
    b".O.X.....",
    // Cuts: open, peeped at, by wedging in, at the knight's move.
    b"XO?O.o?o?",
    b"XO?O.X???",
    b"?X?O.Oooo",
    b"OX?o.O???",
    // At the edge: chase, block a cut, block a connection, descend, cut.
    b"X.?O.?###",
    b"OX?X.O###",
    b"?X?x.O###",
    b"?XOx.x###",
    b"?OXX.O###",
];

/// The places of a drawn 3x3 shape in the order of a code's fields: N, E, S, W, NE, SE, SW, NW.
const PLACES: [usize; 8] = [1, 5, 7, 3, 2, 8, 6, 0];

/// One bit for each 3x3 code: whether Black should move in the middle.
pub(super) struct Shapes([u64; 1024]);

impl Shapes {
    /// The shapes above.
    pub(super) fn mogo() -> &'static Shapes {
        static SHAPES: LazyLock<Shapes> = LazyLock::new(Shapes::build);
        &SHAPES
    }

    /// Whether the color should move in the middle of a 3x3 code.
    #[inline(always)]
    pub(super) const fn matches(&self, code: u16, color: Color) -> bool {
        let code = match color {
            Color::Black => code,
            Color::White => swap_colors(code),
        };
        self.0[code as usize / 64] >> (code % 64) & 1 == 1
    }

    fn build() -> Shapes {
        let mut shapes = Shapes([0; 1024]);
        for shape in SHAPES {
            for turn in 0..8 {
                let shape = turned(shape, turn);
                shapes.add(&shape, 0, 0);
                shapes.add(&colors_swapped(shape), 0, 0);
            }
        }
        shapes
    }

    /// Sets every code that the shape allows, fields from `field` on being open.
    fn add(&mut self, shape: &[u8; 9], field: usize, code: u16) {
        if field == 8 {
            self.0[code as usize / 64] |= 1 << (code % 64);
            return;
        }
        for color in 0..4 {
            if allows(shape[PLACES[field]], color) {
                self.add(shape, field + 1, code | color << (2 * field));
            }
        }
    }
}

const fn allows(letter: u8, color: u16) -> bool {
    match letter {
        b'.' => color == 0,
        b'X' => color == 1,
        b'O' => color == 2,
        b'x' => color != 1,
        b'o' => color != 2,
        b'#' => color == 3,
        _ => true,
    }
}

/// The code with black and white stones exchanged.
#[inline(always)]
pub(super) const fn swap_colors(code: u16) -> u16 {
    (code & 0x5555) << 1 | (code >> 1) & 0x5555
}

/// The shape in one of its eight positions: turned by quarters, for 4 to 7 mirrored first.
fn turned(shape: &[u8; 9], turn: usize) -> [u8; 9] {
    let mut result = [b'?'; 9];
    for (place, &letter) in shape.iter().enumerate() {
        let (mut column, mut row) = (place % 3, place / 3);
        if turn >= 4 {
            column = 2 - column;
        }
        for _ in 0..turn % 4 {
            (column, row) = (2 - row, column);
        }
        result[row * 3 + column] = letter;
    }
    result
}

fn colors_swapped(shape: [u8; 9]) -> [u8; 9] {
    shape.map(|letter| match letter {
        b'X' => b'O',
        b'O' => b'X',
        b'x' => b'o',
        b'o' => b'x',
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code of a drawn neighborhood, top row first.
    fn code(rows: [&str; 3]) -> u16 {
        let letters: Vec<u8> = rows.concat().into_bytes();
        let fields = PLACES.iter().enumerate();
        fields.fold(0, |code, (field, &place)| {
            let color = match letters[place] {
                b'.' => 0,
                b'X' => 1,
                b'O' => 2,
                _ => 3,
            };
            code | color << (2 * field)
        })
    }

    #[test]
    fn known_shapes_match_for_both_colors_and_others_do_not() {
        let shapes = Shapes::mogo();
        for (rows, expected) in [
            (["XOX", "...", "..."], true),
            (["OXO", "...", "..."], true),
            (["..X", "..O", "..X"], true),
            (["...", "...", "..."], false),
            (["XXX", "...", "..."], false),
            (["X..", "O..", "###"], true),
            (["...", ".X.", "..."], false),
            (["XO.", "O..", "..."], true),
            (["XO.", "O.O", "..."], false),
            ([".O.", "X..", "..."], true),
        ] {
            assert_eq!(shapes.matches(code(rows), Color::Black), expected, "{rows:?}");
            assert_eq!(shapes.matches(code(rows), Color::White), expected, "{rows:?}");
        }
    }

    #[test]
    fn a_shape_matches_in_all_eight_positions_and_for_both_colors() {
        let shapes = Shapes::mogo();
        // Turning by a quarter moves each field one on, within the sides and within the corners.
        let turn = |code: u16| {
            let (sides, corners) = (code as u8, (code >> 8) as u8);
            u16::from(sides.rotate_left(2)) | u16::from(corners.rotate_left(2)) << 8
        };
        let mirror = |code: u16| {
            let field = |index: u16| code >> (2 * index) & 3;
            [0, 3, 2, 1, 7, 6, 5, 4]
                .iter()
                .enumerate()
                .fold(0, |mirrored, (to, &from)| mirrored | field(from) << (2 * to))
        };
        for code in 0..=u16::MAX {
            let matches = shapes.matches(code, Color::Black);
            assert_eq!(shapes.matches(turn(code), Color::Black), matches);
            assert_eq!(shapes.matches(mirror(code), Color::Black), matches);
            assert_eq!(shapes.matches(swap_colors(code), Color::White), matches);
        }
    }
}
