//! Groups: chains of one color that are hard to part.

use super::pattern::near_cells;
use super::survey::{EMPTY, OPPONENT, OWN, STEPS, Survey};

/// Chains that share two liberties, or one that no enemy stone touches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    pub liberties: u16,
    /// Stones.
    pub size: u16,
}

/// The groups of a position.
#[derive(Default)]
pub(super) struct Groups {
    /// By chain.
    of: Vec<u16>,
    groups: Vec<Group>,
}

impl Groups {
    pub(super) fn new(survey: &Survey) -> Groups {
        let mut of: Vec<u16> = (0..survey.chains.len() as u16).collect();
        // Pairs of chains that share one liberty so far.
        let mut pairs: Vec<(u16, u16)> = Vec::with_capacity(64);
        for cell in survey.cells().filter(|&cell| survey.color[cell] == EMPTY) {
            let around = STEPS.map(|step| cell.wrapping_add(step));
            let touched = around.map(|next| survey.color[next]);
            for first in 0..3 {
                let color = touched[first];
                if color != OWN && color != OPPONENT {
                    continue;
                }
                for second in first + 1..4 {
                    if touched[second] != color {
                        continue;
                    }
                    let (a, b) = (survey.part[around[first]], survey.part[around[second]]);
                    let (a, b) = (a.min(b), a.max(b));
                    if a == b || root(&of, a) == root(&of, b) {
                        continue;
                    }
                    if !touched.contains(&(3 - color)) || pairs.contains(&(a, b)) {
                        let (a, b) = (root(&of, a), root(&of, b));
                        of[usize::from(a.max(b))] = a.min(b);
                    } else {
                        pairs.push((a, b));
                    }
                }
            }
        }
        let mut groups = vec![Group::default(); of.len()];
        for number in 0..of.len() {
            of[number] = of[usize::from(of[number])];
            groups[usize::from(of[number])].size += survey.chains[number].size;
        }
        for cell in survey.cells().filter(|&cell| survey.color[cell] == EMPTY) {
            let mut seen = [u16::MAX; 4];
            for (place, step) in STEPS.into_iter().enumerate() {
                let next = cell.wrapping_add(step);
                if matches!(survey.color[next], OWN | OPPONENT) {
                    let group = of[usize::from(survey.part[next])];
                    if !seen.contains(&group) {
                        seen[place] = group;
                        groups[usize::from(group)].liberties += 1;
                    }
                }
            }
        }
        Groups { of, groups }
    }

    /// For own and opponent's groups: the one with the fewest liberties among those with a stone near the cell, and that
    /// stone's distance, 2 to 4.
    #[inline]
    pub(super) fn weakest_near(&self, survey: &Survey, cell: usize) -> [Option<(Group, usize)>; 2] {
        let mut best = [None; 2];
        for (next, distance) in near_cells(cell) {
            let color = survey.color[next];
            if !matches!(color, OWN | OPPONENT) {
                continue;
            }
            let group = self.groups[usize::from(self.of[usize::from(survey.part[next])])];
            let best = &mut best[usize::from(color) - 1];
            let key = |group: &Group| (group.liberties, u16::MAX - group.size);
            if best.is_none_or(|(weakest, _)| key(&group) < key(&weakest)) {
                *best = Some((group, distance));
            }
        }
        best
    }
}

fn root(of: &[u16], mut number: u16) -> u16 {
    while of[usize::from(number)] != number {
        number = of[usize::from(number)];
    }
    number
}
