//! Patterns: what stands around a point within growing distances, as hashes that do not change when the board is
//! turned or mirrored.
//!
//! The distance is dx + dy + max(dx, dy), which makes the shapes nearly round (Stern, Herbrich and Graepel 2006). A
//! hash is made of eight at once, one for each symmetry; the least of them stands for all.

use super::survey::{OPPONENT, OWN, REACH, STRIDE, Survey};

/// The smallest pattern: the eight neighbors.
pub(super) const SMALLEST: usize = 3;
/// The largest pattern.
pub(super) const LARGEST: usize = 12;
/// Liberties are told for the stones within this distance: twelve points.
const LIBERTY_DISTANCE: usize = 4;

/// Families of patterns: the stones alone; with the liberties of the near stones; with these and the last move; with these
/// and the phase of the game.
pub(super) const FAMILIES: usize = 4;
/// The order in which their weights were added in training.
pub(super) const ORDER: [usize; FAMILIES] = [0, 1, 3, 2];

const POINTS: usize = 104;
const INNER: usize = 12;

/// Places around a point in the order of their distance: columns and rows away.
const PLACES: [(i8, i8); POINTS] = {
    let mut places = [(0, 0); POINTS];
    let mut count = 0;
    let mut distance = 2;
    while distance <= LARGEST {
        let reach = REACH as i8;
        let mut dy = -reach;
        while dy <= reach {
            let mut dx = -reach;
            while dx <= reach {
                if measure(dx.unsigned_abs() as usize, dy.unsigned_abs() as usize) == distance {
                    places[count] = (dx, dy);
                    count += 1;
                }
                dx += 1;
            }
            dy += 1;
        }
        distance += 1;
    }
    assert!(count == POINTS);
    places
};

/// One past the last place within each distance.
const ENDS: [usize; LARGEST + 1] = {
    let mut ends = [0; LARGEST + 1];
    let mut place = 0;
    while place < POINTS {
        let (dx, dy) = PLACES[place];
        let distance = measure(dx.unsigned_abs() as usize, dy.unsigned_abs() as usize);
        ends[distance] = place + 1;
        place += 1;
    }
    ends
};

const STEPS: [usize; POINTS] = {
    let mut steps = [0; POINTS];
    let mut place = 0;
    while place < POINTS {
        let (dx, dy) = PLACES[place];
        steps[place] = (dy as isize * STRIDE as isize + dx as isize) as usize;
        place += 1;
    }
    steps
};

/// The distance of two points that are so many columns and rows apart.
pub(super) const fn measure(dx: usize, dy: usize) -> usize {
    dx + dy + if dx > dy { dx } else { dy }
}

/// The twelve cells around one with their distances, nearer ones first.
pub(super) fn near_cells(cell: usize) -> impl Iterator<Item = (usize, usize)> {
    STEPS[..INNER].iter().enumerate().map(move |(place, step)| {
        let distance = 2 + usize::from(place >= ENDS[2]) + usize::from(place >= ENDS[3]);
        (cell.wrapping_add(*step), distance)
    })
}

type Lanes = [u32; 8];

/// The place seen under a symmetry.
const fn turned(place: (i8, i8), symmetry: usize) -> (i8, i8) {
    let (mut dx, mut dy) = place;
    if symmetry & 1 != 0 {
        dx = -dx;
    }
    if symmetry & 2 != 0 {
        dy = -dy;
    }
    if symmetry & 4 != 0 { (dy, dx) } else { (dx, dy) }
}

/// The place by rows and columns away, from −[`REACH`]; 255 when it is too far.
const PLACE_AT: [[u8; 2 * REACH + 1]; 2 * REACH + 1] = {
    let mut table = [[u8::MAX; 2 * REACH + 1]; 2 * REACH + 1];
    let mut place = 0;
    while place < POINTS {
        let (dx, dy) = PLACES[place];
        table[(dy + REACH as i8) as usize][(dx + REACH as i8) as usize] = place as u8;
        place += 1;
    }
    table
};

const fn place_of((dx, dy): (i8, i8)) -> usize {
    PLACE_AT[(dy + REACH as i8) as usize][(dx + REACH as i8) as usize] as usize
}

const fn scramble(seed: u64) -> u32 {
    let mut word = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (word ^ word >> 31) as u32
}

/// Keys for a place holding one of four things, under each symmetry; the first thing is nothing.
const fn keys<const COUNT: usize>(salt: u64) -> [[Lanes; 4]; COUNT] {
    let mut keys = [[[0; 8]; 4]; COUNT];
    let mut place = 0;
    while place < COUNT {
        let mut symmetry = 0;
        while symmetry < 8 {
            let image = place_of(turned(PLACES[place], symmetry));
            let mut thing = 1;
            while thing < 4 {
                keys[place][thing][symmetry] = scramble(salt << 32 | (image * 4 + thing) as u64);
                thing += 1;
            }
            symmetry += 1;
        }
        place += 1;
    }
    keys
}

static STONE_KEYS: [[Lanes; 4]; POINTS] = keys(1);
/// For one, two, and three or more liberties of the stone there.
static LIBERTY_KEYS: [[Lanes; 4]; INNER] = keys(2);
/// For the last move: the first thing.
static LAST_KEYS: [[Lanes; 4]; POINTS] = keys(3);

#[inline(always)]
fn add(lanes: &mut Lanes, key: &Lanes) {
    for lane in 0..8 {
        lanes[lane] ^= key[lane];
    }
}

#[inline(always)]
fn least(lanes: &Lanes, extra: &Lanes) -> u32 {
    let mut least = u32::MAX;
    for lane in 0..8 {
        least = least.min(lanes[lane] ^ extra[lane]);
    }
    least
}

/// A hash for a family and size: never 0.
#[inline(always)]
fn name(least: u32, family: usize, distance: usize) -> u32 {
    let mut word = least ^ ((family * 16 + distance) as u32).wrapping_mul(0x9E37_79B9);
    word = (word ^ word >> 16).wrapping_mul(0x85EB_CA6B);
    word = (word ^ word >> 13).wrapping_mul(0xC2B2_AE35);
    (word ^ word >> 16).max(1)
}

/// The patterns around one point, from the smallest to the largest.
pub(super) struct Growing {
    cell: usize,
    stones: Lanes,
    liberties: Lanes,
    /// The keys of the last move, if it is near.
    mark: Option<&'static Lanes>,
    /// Families that may have larger patterns.
    open: [bool; FAMILIES],
    distance: usize,
}

impl Growing {
    #[inline]
    pub(super) fn new(survey: &Survey, cell: usize) -> Growing {
        let mut growing = Growing {
            cell,
            stones: [0; 8],
            liberties: [0; 8],
            mark: last_mark(survey, cell),
            open: [true; FAMILIES],
            distance: SMALLEST,
        };
        growing.open[2] = growing.mark.is_some();
        for place in 0..ENDS[SMALLEST - 1] {
            growing.look(survey, place);
        }
        growing
    }

    /// The hashes of the patterns of the next size by family, 0 for families that are closed; `None` when there are no more.
    /// The phase is any number.
    #[inline]
    pub(super) fn grow(&mut self, survey: &Survey, phase: u32) -> Option<[u32; FAMILIES]> {
        let distance = self.distance;
        if distance > LARGEST || self.open == [false; FAMILIES] {
            return None;
        }
        self.distance += 1;
        for place in ENDS[distance - 1]..ENDS[distance] {
            if distance <= LIBERTY_DISTANCE {
                self.look(survey, place);
            } else {
                let next = self.cell.wrapping_add(STEPS[place]);
                add(
                    &mut self.stones,
                    &STONE_KEYS[place][usize::from(survey.color[next] & 3)],
                );
            }
        }
        let mut names = [0; FAMILIES];
        let stones = &self.stones;
        if self.open[0] {
            names[0] = name(least(stones, &[0; 8]), 0, distance);
        }
        if self.open[1] || self.open[3] {
            let least = least(stones, &self.liberties);
            if self.open[1] {
                names[1] = name(least, 1, distance);
            }
            if self.open[3] {
                names[3] = name(least ^ phase, 3, distance);
            }
        }
        if let Some(last) = self.mark.filter(|_| self.open[2]) {
            let mut both = *last;
            add(&mut both, &self.liberties);
            names[2] = name(least(stones, &both), 2, distance);
        }
        Some(names)
    }

    /// Leaves out the larger patterns of a family: a pattern that is unknown has no known ones around it.
    #[inline]
    pub(super) fn close(&mut self, family: usize) {
        self.open[family] = false;
    }

    #[inline(always)]
    fn look(&mut self, survey: &Survey, place: usize) {
        let next = self.cell.wrapping_add(STEPS[place]);
        let color = survey.color[next] & 3;
        add(&mut self.stones, &STONE_KEYS[place][usize::from(color)]);
        if matches!(color, OWN | OPPONENT) {
            let count = usize::from(survey.chain(next).liberties.clamp(1, 3));
            add(&mut self.liberties, &LIBERTY_KEYS[place][count]);
        }
    }
}

/// Calls `know` with family and hash of each pattern around a point, smaller ones first. When it answers false, the family
/// is closed.
#[cfg(any(test, feature = "train"))]
pub(super) fn patterns(survey: &Survey, cell: usize, phase: u32, mut know: impl FnMut(usize, u32) -> bool) {
    let mut growing = Growing::new(survey, cell);
    while let Some(names) = growing.grow(survey, phase) {
        for family in ORDER {
            if names[family] != 0 && !know(family, names[family]) {
                growing.close(family);
            }
        }
    }
}

/// The keys of the last move, if it is near.
#[inline]
fn last_mark(survey: &Survey, cell: usize) -> Option<&'static Lanes> {
    let last = survey.last[0];
    if last == 0 || survey.color[last] != OPPONENT {
        return None;
    }
    let dx = (last % STRIDE + REACH).wrapping_sub(cell % STRIDE);
    let dy = (last / STRIDE + REACH).wrapping_sub(cell / STRIDE);
    if dx > 2 * REACH || dy > 2 * REACH {
        return None;
    }
    LAST_KEYS.get(usize::from(PLACE_AT[dy][dx])).map(|keys| &keys[1])
}
