//! Counting a final position, every stone on it alive, in one pass and without allocation.

use super::board::{BORDER, EMPTY, PlayBoard};
use super::rules::PlayoutRules;
use super::table::Table;
use crate::rules::ruleset::Tax;

/// Where each empty point of a final position belongs.
pub(super) struct Regions<const N: usize> {
    /// The colors seen from an empty point's region: 1, 2, or 3 for both.
    pub(super) owner: Table<u8, N>,
    /// A region's or chain's parent in the forest of groups.
    parent: Table<u16, N>,
    /// One point of each region, in the first [`count`](Self::count) entries.
    pub(super) starts: Table<u16, N>,
    /// The region's points, in the same order.
    pub(super) sizes: Table<u16, N>,
    pub(super) count: usize,
}

impl<const N: usize> Regions<N> {
    /// What stands for the group of a chain's head or of a point of a region.
    pub(super) fn root(&mut self, mut node: usize) -> usize {
        while usize::from(self.parent[node]) != node {
            self.parent[node] = self.parent[usize::from(self.parent[node])];
            node = usize::from(self.parent[node]);
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a] = b as u16;
    }
}

impl<const N: usize> PlayBoard<N> {
    /// Black's area minus White's, what the rules' tax takes off; every stone on the board counts as alive.
    #[must_use]
    pub fn area_margin(&self, rules: &PlayoutRules) -> i32 {
        if rules.tax != Tax::None {
            return self.taxed_margin(rules);
        }
        let stones = self.stone_margin();
        let mut points = 0;
        for &spot in &self.empty.0[..usize::from(self.empty_count)] {
            let code = self.code[usize::from(spot)];
            if !self.is_enclosed(usize::from(spot)) {
                return stones + self.surrounded_slowly();
            }
            points += i32::from(code & 0x55 == 0x55) - i32::from(code & 0xAA == 0xAA);
        }
        stones + points
    }

    /// Black's stones minus White's.
    pub(super) fn stone_margin(&self) -> i32 {
        i32::from(self.stones[0]) - i32::from(self.stones[1])
    }

    /// Adds each point's owner to the counts: 1 for Black, −1 for White, 0 for a point that touches both.
    pub fn add_ownership(&self, counts: &mut [i32; N]) {
        let mut regions = None;
        for (count, &color) in counts.iter_mut().zip(&self.color.0) {
            *count += i32::from(color == 1) - i32::from(color == 2);
        }
        for &spot in &self.empty.0[..usize::from(self.empty_count)] {
            let spot = usize::from(spot);
            let code = self.code[spot];
            let owner = if self.is_enclosed(spot) {
                i32::from(code & 0x55 == 0x55) - i32::from(code & 0xAA == 0xAA)
            } else {
                let regions = regions.get_or_insert_with(|| self.regions());
                i32::from(regions.owner[spot] == 1) - i32::from(regions.owner[spot] == 2)
            };
            counts[spot] += owner;
        }
    }

    pub(super) fn regions(&self) -> Regions<N> {
        let mut regions = Regions {
            owner: Table([0; N]),
            parent: self.chain,
            starts: Table([0; N]),
            sizes: Table([0; N]),
            count: 0,
        };
        let mut stack = Table([0u16; N]);
        for &start in &self.empty.0[..usize::from(self.empty_count)] {
            if regions.owner[usize::from(start)] != 0 {
                continue;
            }
            // The stack is kept whole: below `next` are points done, and all of it is the region.
            let (mut next, mut found) = (0, 1);
            stack[0] = start;
            regions.owner[usize::from(start)] = BORDER;
            let mut colors = 0;
            while next < found {
                let spot = usize::from(stack[next]);
                next += 1;
                for step in &Self::STEPS[..4] {
                    let neighbor = spot.wrapping_add(*step);
                    let color = self.color[neighbor];
                    if color == EMPTY && regions.owner[neighbor] == 0 {
                        regions.owner[neighbor] = BORDER;
                        stack[found] = neighbor as u16;
                        found += 1;
                    } else if color != BORDER {
                        colors |= color;
                    }
                }
            }
            regions.starts[regions.count] = start;
            regions.sizes[regions.count] = found as u16;
            regions.count += 1;
            for place in 0..found {
                let spot = usize::from(stack[place]);
                regions.owner[spot] = colors;
                regions.parent[spot] = start;
                if colors == 0 {
                    regions.owner[spot] = BORDER;
                }
            }
            if colors == 1 || colors == 2 {
                for place in 0..found {
                    let spot = usize::from(stack[place]);
                    for step in &Self::STEPS[..4] {
                        let neighbor = spot.wrapping_add(*step);
                        if self.color[neighbor] == colors {
                            regions.join(usize::from(self.chain[neighbor]), spot);
                        }
                    }
                }
            }
        }
        regions
    }

    /// Black's surrounded points minus White's.
    #[inline(never)]
    fn surrounded_slowly(&self) -> i32 {
        let regions = self.regions();
        let mut owners = [0i32; 4];
        for &spot in &self.empty.0[..usize::from(self.empty_count)] {
            owners[usize::from(regions.owner[usize::from(spot)])] += 1;
        }
        owners[1] - owners[2]
    }
}
