//! The playout board: stones, chains and liberties in one plain struct.
//!
//! Every chain has *pseudo-liberties*: for each pair of a stone and an empty point next to it, the point's key is
//! added up (the idea is libego's, Łukasz Lew 2006-10: count, sum and sum of squares). Here the three
//! sums share one 64-bit word, and empty points carry such a word too, as if they were chains of one stone: so
//! placing a stone subtracts one key from the four neighbors' words, whatever stands there, and the new stone's own
//! word is already right. A chain is captured when its word is 0; its only liberty is `v` exactly when
//! its word is the count times the key of `v` (the three sums agree only if all terms are equal).

use super::line::{Beginning, Line, Move};
use super::spot::Spot;
use super::table::Table;
use crate::rules::{Board, BoardSize, ByColor, Color, Point, stone_key};

/// Colors of points in tables and 3x3 codes: an empty point is 0, stones are 1 and 2.
pub(super) const EMPTY: u8 = 0;
/// A point of the border, which is next to inner points but never played on.
pub(super) const BORDER: u8 = 3;

/// Marks the liberty word of whatever is not a chain, so that only a captured chain's word is 0.
pub(super) const NO_CHAIN: u64 = 1 << 63;

/// Points in a row of the padded layout with `n` entries.
pub(super) const fn stride(n: usize) -> usize {
    n.isqrt()
}

/// The color's number in tables: 1 for Black, 2 for White.
#[inline(always)]
pub(super) const fn number(color: Color) -> u8 {
    color as u8 + 1
}

/// The term a liberty adds to a chain's word: 1 in the high bits, its index in the next 20, its square below.
///
/// No field overflows: a board of 25x25 has 1200 pairs of neighbors and indexes below 729.
#[inline(always)]
pub(super) const fn liberty_key(index: usize) -> u64 {
    let index = index as u64;
    (1 << 50) + index * ((1 << 30) + index)
}

/// A playout board for boards of up to √N − 2 lines a side, rectangles included: see [`BOARD_9`], [`BOARD_13`],
/// [`BOARD_19`], [`BOARD_25`] and [`with_board_class!`].
///
/// One `Copy` value without pointers, copied for each playout. It is not checked: [`play`](PlayBoard::play) trusts
/// the caller, [`is_legal`](PlayBoard::is_legal) answers exactly. What the repetition rules need beyond
/// the board is in a [`Line`], which grows and shrinks beside it.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PlayBoard<const N: usize> {
    /// Pseudo-liberties, by chain head and, with [`NO_CHAIN`], by empty point; without meaning elsewhere.
    pub(super) liberties: Table<u64, N>,
    /// The colors of the eight neighbors, two bits each: N, E, S, W, NE, SE, SW, NW from the lowest.
    pub(super) code: Table<u16, N>,
    /// The chain's head for stones, the point itself otherwise.
    pub(super) chain: Table<u16, N>,
    /// The chain's next stone, in a ring, for stones; the place in `empty` for empty points.
    pub(super) link: Table<u16, N>,
    /// Stones in the chain, by chain head.
    pub(super) size: Table<u16, N>,
    /// The empty points, in no order; the first `empty_count` entries.
    pub(super) empty: Table<u16, N>,
    /// The turn at which a stone of this color was last removed from the point; 0 for never.
    pub(super) removed_at: [Table<u16, N>; 2],
    /// What stands on the point: see [`EMPTY`], [`number`], [`BORDER`].
    pub(super) color: Table<u8, N>,
    pub(super) empty_count: u16,
    /// The point `ko_for` may not play on under the basic ko rule; 0 for none.
    pub(super) ko: u16,
    pub(super) ko_for: Color,
    /// Turns since the line's base: the index of the present position.
    pub(super) time: u16,
    /// Where the repetition rules begin to look.
    pub(super) beginning: Beginning,
    /// The last plays where no stone of the color had ever been removed.
    pub(super) fresh: Fresh,
    pub(super) hash: u64,
    /// Stones on the board.
    pub(super) stones: [u16; 2],
    pub(super) size_on_screen: BoardSize,
    /// Passes, prisoners and whose turn it is.
    pub counters: Counters,
}

/// The last two plays on fresh points, the later one in the low half: the turn above the point.
#[derive(Clone, Copy)]
pub(super) struct Fresh(pub u64);

impl Fresh {
    #[inline(always)]
    const fn note(&mut self, time: u16, v: usize) {
        self.0 = self.0 << 32 | (time as u64) << 16 | v as u64;
    }

    /// Turn and point of each, the later one first; zeros where there was none.
    pub(super) const fn pairs(self) -> [(u16, usize); 2] {
        let Fresh(both) = self;
        [
            ((both >> 16) as u16, (both & 0xFFFF) as usize),
            ((both >> 48) as u16, (both >> 32 & 0xFFFF) as usize),
        ]
    }
}

/// What the rules count besides the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters {
    /// Whose turn it is.
    pub to_move: Color,
    /// Stones each color has lost, by capture or suicide.
    pub lost: ByColor<u16>,
    /// Passes that cost a stone, by who passed.
    pub paid_passes: ByColor<u16>,
    /// Passes in a row that count towards the end.
    pub passes_in_row: u8,
    /// Turns that White still has to pass (handicap by passes).
    pub forced_passes: u8,
    /// Whether a stone has been played in the game.
    pub any_play: bool,
    /// Whether play goes on after a stop that was disputed.
    pub resumed: bool,
    /// Who made the game's first pass.
    pub first_pass: Option<Color>,
    /// Who made the first effective pass: the first one after the first play.
    pub first_effective_pass: Option<Color>,
}

impl Counters {
    /// The start of a game.
    #[must_use]
    pub fn new(to_move: Color) -> Counters {
        Counters {
            to_move,
            lost: ByColor::default(),
            paid_passes: ByColor::default(),
            passes_in_row: 0,
            forced_passes: 0,
            any_play: false,
            resumed: false,
            first_pass: None,
            first_effective_pass: None,
        }
    }
}

/// Boards of up to 9 lines.
pub const BOARD_9: usize = 11 * 11;
/// Boards of up to 13 lines.
pub const BOARD_13: usize = 15 * 15;
/// Boards of up to 19 lines.
pub const BOARD_19: usize = 21 * 21;
/// Boards of up to 25 lines.
pub const BOARD_25: usize = 27 * 27;

/// Evaluates an expression with a constant that is the smallest class of [`PlayBoard`] for a board size.
///
/// ```
/// use lanke::playout::PlayBoard;
/// use lanke::rules::BoardSize;
/// let size = BoardSize::new(13, 7).unwrap();
/// let area = lanke::with_board_class!(size, N => PlayBoard::<N>::new(size).empty_spots().count());
/// assert_eq!(area, 91);
/// ```
#[macro_export]
macro_rules! with_board_class {
    ($size:expr, $n:ident => $body:expr) => {
        match $size.width().max($size.height()) {
            ..=9 => {
                const $n: usize = $crate::playout::BOARD_9;
                $body
            }
            10..=13 => {
                const $n: usize = $crate::playout::BOARD_13;
                $body
            }
            14..=19 => {
                const $n: usize = $crate::playout::BOARD_19;
                $body
            }
            _ => {
                const $n: usize = $crate::playout::BOARD_25;
                $body
            }
        }
    };
}

pub use with_board_class;

const fn stone_keys<const N: usize>() -> [Table<u64, N>; 2] {
    let mut keys = [Table([0; N]); 2];
    let mut row = 1;
    while row < stride(N) - 1 {
        let mut column = 1;
        while column < stride(N) - 1 {
            let point = Point::new(column - 1, row - 1);
            keys[0].0[row * stride(N) + column] = stone_key(Color::Black, point);
            keys[1].0[row * stride(N) + column] = stone_key(Color::White, point);
            column += 1;
        }
        row += 1;
    }
    keys
}

impl<const N: usize> PlayBoard<N> {
    /// Lines a side at most.
    pub const SIDE: usize = stride(N) - 2;

    /// Steps to N, E, S, W, NE, SE, SW and NW, to be added with wrapping.
    pub(super) const STEPS: [usize; 8] = {
        let s = stride(N);
        [
            s,
            1,
            0usize.wrapping_sub(s),
            0usize.wrapping_sub(1),
            s + 1,
            1usize.wrapping_sub(s),
            0usize.wrapping_sub(s + 1),
            s - 1,
        ]
    };

    pub(super) const STONE_KEYS: &'static [Table<u64, N>; 2] = &stone_keys();

    /// An empty board with Black to move.
    ///
    /// # Panics
    /// When the size has more than [`Self::SIDE`] lines.
    #[must_use]
    pub fn new(size: BoardSize) -> PlayBoard<N> {
        assert!(
            size.width() <= Self::SIDE && size.height() <= Self::SIDE,
            "board class too small"
        );
        let mut board = PlayBoard {
            liberties: Table([NO_CHAIN; N]),
            code: Table([0; N]),
            chain: Table([0; N]),
            link: Table([0; N]),
            size: Table([0; N]),
            empty: Table([0; N]),
            removed_at: [Table([0; N]); 2],
            color: Table([BORDER; N]),
            empty_count: 0,
            ko: 0,
            ko_for: Color::Black,
            time: 0,
            beginning: Beginning {
                entry: 0,
                to_move: Color::Black,
            },
            fresh: Fresh(0),
            hash: 0,
            stones: [0; 2],
            size_on_screen: size,
            counters: Counters::new(Color::Black),
        };
        for index in 0..N {
            board.chain[index] = index as u16;
        }
        for point in size.points() {
            let spot = Spot::<N>::of(point).index();
            board.color[spot] = EMPTY;
            board.link[spot] = board.empty_count;
            board.empty[usize::from(board.empty_count)] = spot as u16;
            board.empty_count += 1;
        }
        for point in size.points() {
            let spot = Spot::<N>::of(point).index();
            for (direction, step) in Self::STEPS.into_iter().enumerate() {
                let neighbor = spot.wrapping_add(step);
                board.code[spot] |= u16::from(board.color[neighbor]) << (2 * direction);
                if direction < 4 && board.color[neighbor] == EMPTY {
                    board.liberties[spot] += liberty_key(neighbor);
                }
            }
        }
        board
    }

    /// A board with these stones, as if they had always been there.
    ///
    /// # Panics
    /// When the size has more than [`Self::SIDE`] lines.
    #[must_use]
    pub fn from_stones(stones: &Board) -> PlayBoard<N> {
        let mut board = PlayBoard::new(stones.size());
        for color in Color::BOTH {
            for point in stones.stones(color).iter() {
                let v = Spot::<N>::of(point).index();
                match color {
                    Color::Black => board.put::<false>(v),
                    Color::White => board.put::<true>(v),
                }
            }
        }
        if let Some((color, point)) = stones.ko() {
            board.ko_for = color;
            board.ko = Spot::<N>::of(point).index() as u16;
        }
        board
    }

    /// Width and height.
    #[must_use]
    pub const fn board_size(&self) -> BoardSize {
        self.size_on_screen
    }

    /// Whose turn it is.
    #[must_use]
    #[inline]
    pub const fn to_move(&self) -> Color {
        self.counters.to_move
    }

    /// The stone on a point.
    #[must_use]
    #[inline]
    pub fn stone(&self, spot: Spot<N>) -> Option<Color> {
        match self.color[spot.index()] {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Whether the point is on this board and no stone stands there.
    #[must_use]
    #[inline]
    pub fn is_empty(&self, spot: Spot<N>) -> bool {
        self.color[spot.index()] == EMPTY
    }

    /// The empty points, in no particular order.
    pub fn empty_spots(&self) -> impl ExactSizeIterator<Item = Spot<N>> + Clone + '_ {
        self.empty.0[..usize::from(self.empty_count)]
            .iter()
            .map(|&index| Spot::at(usize::from(index)))
    }

    /// Stones of a color on the board.
    #[must_use]
    #[inline]
    pub const fn stone_count(&self, color: Color) -> u32 {
        self.stones[color.index()] as u32
    }

    /// The hash of the stones, the same as [`Board::hash`].
    #[must_use]
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Places a stone, removes what has no liberties (opponents first) and notes the turn in the line; the other
    /// color is to move.
    ///
    /// The point must be empty and `color`'s play there legal: nothing is checked. The line must be the one that
    /// the board has been played with, at the present position.
    #[inline]
    pub fn play(&mut self, color: Color, spot: Spot<N>, line: &mut Line) {
        debug_assert!(self.is_empty(spot), "{spot} is not empty");
        debug_assert_eq!(line.len(), line.base() + usize::from(self.time) + 1);
        self.counters.any_play = true;
        self.counters.passes_in_row = 0;
        self.counters.to_move = color.opponent();
        self.time += 1;
        let v = spot.index();
        if color == Color::Black {
            self.note_fresh::<false>(v);
            self.put::<false>(v);
        } else {
            self.note_fresh::<true>(v);
            self.put::<true>(v);
        }
        line.push(Move::play(color, v), self.hash);
    }

    /// Remembers the point for the repetition check if no stone of the color has ever been removed from it.
    #[inline(always)]
    pub(super) fn note_fresh<const WHITE: bool>(&mut self, v: usize) {
        if self.removed_at[usize::from(WHITE)][v] == 0 {
            self.fresh.note(self.time, v);
        }
    }
}

/// The fields of a 3x3 code that hold a stone of the color: the lower bit of each, direct neighbors in the low byte.
#[inline(always)]
pub(super) const fn stones_in(code: u16, color: Color) -> u16 {
    match color {
        Color::Black => code & !(code >> 1) & 0x5555,
        Color::White => (code >> 1) & !code & 0x5555,
    }
}

/// Whether all four neighbors in a 3x3 code are stones of the color or border.
#[inline(always)]
pub(super) const fn is_closed_by(code: u16, color: Color) -> bool {
    match color {
        Color::Black => code & 0x55 == 0x55,
        Color::White => code & 0xAA == 0xAA,
    }
}

/// The fields of a 3x3 code's low byte that hold an empty point.
#[inline(always)]
pub(super) const fn empty_in(code: u16) -> u16 {
    !(code | code >> 1) & 0x55
}
