//! What the tax takes off a final position.
//!
//! Whether a group lives independently or in seki is decided by the `score` layer, with sets of points and on the heap.
//! Nearly all groups at the end of a playout need no such judgment, because they have two regions of their own and nothing
//! in them to fill, or one region of one or two points. Only when some group is different is the layer itself asked.

use super::board::{BORDER, EMPTY, PlayBoard};
use super::rules::PlayoutRules;
use super::score::Regions;
use super::spot::Spot;
use super::table::Table;
use crate::rules::ruleset::Tax;
use crate::rules::{Board, ByColor, Color, PointSet};
use crate::score::Settled;

/// A neutral area of so many points may be room in which a group could still make eyes.
const ROOM: u16 = 6;

/// What is known of a chain's liberties inside its own territory.
mod inner {
    /// None yet.
    pub(super) const NONE: u8 = 0;
    /// One, around which there is nothing to connect the chain with.
    pub(super) const ONE: u8 = 1;
    /// One, around which there are other own chains or more own points: perhaps a false eye.
    pub(super) const LINK: u8 = 2;
    /// Two or more.
    pub(super) const MORE: u8 = 3;
}

impl<const N: usize> PlayBoard<N> {
    /// Black's area minus White's less the tax, as the `score` layer counts it.
    #[inline(never)]
    pub(super) fn taxed_margin(&self, rules: &PlayoutRules) -> i32 {
        let mut regions = self.regions();
        let surrounded = if self.may_have_false_eyes(&regions) {
            None
        } else {
            taxed_points(&mut regions, rules.tax)
        };
        match surrounded {
            Some(points) => self.stone_margin() + points,
            None => self.fully_counted(rules),
        }
    }

    /// Whether some chain has only one liberty in its own territory, and might have to be connected there.
    fn may_have_false_eyes(&self, regions: &Regions<N>) -> bool {
        let mut known = Table([inner::NONE; N]);
        let mut links = 0;
        for &spot in &self.empty.0[..usize::from(self.empty_count)] {
            let spot = usize::from(spot);
            if regions.owner[spot] == BORDER {
                continue;
            }
            let mut heads = [0; 4];
            let (mut count, mut is_open) = (0, false);
            for step in &Self::STEPS[..4] {
                let neighbor = spot.wrapping_add(*step);
                let head = self.head(neighbor);
                is_open |= self.color[neighbor] == EMPTY;
                if self.color[neighbor] == regions.owner[spot] && !heads[..count].contains(&head) {
                    heads[count] = head;
                    count += 1;
                }
            }
            let connects = is_open || count > 1;
            for &head in &heads[..count] {
                let before = known[head];
                let now = match before {
                    inner::NONE if connects => inner::LINK,
                    inner::NONE => inner::ONE,
                    _ => inner::MORE,
                };
                links += i32::from(now == inner::LINK) - i32::from(before == inner::LINK);
                known[head] = now;
            }
        }
        links > 0
    }

    /// The same by the `score` layer.
    #[inline(never)]
    fn fully_counted(&self, rules: &PlayoutRules) -> i32 {
        let stones = ByColor::from_fn(|color| {
            let spots = self.size_on_screen.points().map(Spot::<N>::of);
            let own = spots.filter(|&spot| self.stone(spot) == Some(color));
            own.map(Spot::point).collect::<PointSet>()
        });
        let Ok(board) = Board::with_stones(self.size_on_screen, &stones) else {
            return self.stone_margin();
        };
        let settled = Settled::new(&board, &PointSet::EMPTY);
        let points = |color| settled.counted_points(color, rules.scoring, rules.tax) as i32;
        self.stone_margin() + points(Color::Black) - points(Color::White)
    }
}

/// Black's surrounded points minus White's less the tax, where no group needs a closer look.
fn taxed_points<const N: usize>(regions: &mut Regions<N>, tax: Tax) -> Option<i32> {
    let mut eyes = Table([0u8; N]);
    let mut points = Table([0u16; N]);
    let mut widest_neutral = 0;
    for region in 0..regions.count {
        let (start, size) = (usize::from(regions.starts[region]), regions.sizes[region]);
        if regions.owner[start] == BORDER {
            widest_neutral = widest_neutral.max(size);
            continue;
        }
        let root = regions.root(start);
        eyes[root] = eyes[root].saturating_add(1);
        points[root] += size;
    }
    let mut margin = 0;
    for region in 0..regions.count {
        let start = usize::from(regions.starts[region]);
        let owner = regions.owner[start];
        if owner == BORDER {
            continue;
        }
        let root = regions.root(start);
        let (eyes, points) = (eyes[root], std::mem::take(&mut points[root]));
        if points == 0 {
            continue;
        }
        if eyes == 1 && (points > 2 || widest_neutral >= ROOM) {
            return None;
        }
        let lost = match tax {
            Tax::None => 0,
            Tax::Seki if eyes == 1 => points,
            Tax::Seki => 0,
            Tax::All => u16::from(eyes.min(2)),
        };
        let kept = i32::from(points - lost);
        margin += if owner == 1 { kept } else { -kept };
    }
    Some(margin)
}
