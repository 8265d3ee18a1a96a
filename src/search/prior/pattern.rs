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

/// Calls `know` with family and hash of each pattern around a point, smaller ones first. When it answers false, larger
/// patterns of that family are left out: a pattern that is unknown has no known ones around it. The phase is any number.
#[inline]
pub(super) fn patterns(survey: &Survey, cell: usize, phase: u32, mut know: impl FnMut(usize, u32) -> bool) {
    let mut stones: Lanes = [0; 8];
    let mut liberties: Lanes = [0; 8];
    let mut place = 0;
    while place < ENDS[2] {
        look(survey, cell, place, &mut stones, &mut liberties);
        place += 1;
    }
    let mark = last_mark(survey, cell);
    let nothing = [0; 8];
    let mut open = [true, true, mark.is_some(), true];
    for (distance, &end) in ENDS.iter().enumerate().skip(SMALLEST) {
        while place < end {
            if distance <= LIBERTY_DISTANCE {
                look(survey, cell, place, &mut stones, &mut liberties);
            } else {
                let next = cell.wrapping_add(STEPS[place]);
                add(&mut stones, &STONE_KEYS[place][usize::from(survey.color[next] & 3)]);
            }
            place += 1;
        }
        if open[0] {
            open[0] = know(0, name(least(&stones, &nothing), 0, distance));
        }
        if open[1] || open[3] {
            let least = least(&stones, &liberties);
            open[1] = open[1] && know(1, name(least, 1, distance));
            open[3] = open[3] && know(3, name(least ^ phase, 3, distance));
        }
        if let Some(last) = mark.filter(|_| open[2]) {
            let mut both = *last;
            add(&mut both, &liberties);
            open[2] = know(2, name(least(&stones, &both), 2, distance));
        }
        if open == [false; FAMILIES] {
            break;
        }
    }
}

#[inline(always)]
fn look(survey: &Survey, cell: usize, place: usize, stones: &mut Lanes, liberties: &mut Lanes) {
    let next = cell.wrapping_add(STEPS[place]);
    let color = survey.color[next] & 3;
    add(stones, &STONE_KEYS[place][usize::from(color)]);
    if matches!(color, OWN | OPPONENT) {
        let count = usize::from(survey.chain(next).liberties.clamp(1, 3));
        add(liberties, &LIBERTY_KEYS[place][count]);
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
