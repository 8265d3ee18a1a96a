//! Chains: solidly connected stones of one color.

use super::color::Color;
use super::point_set::PointSet;

/// A chain with its exact liberties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Whose stones they are.
    pub color: Color,
    /// The stones.
    pub stones: PointSet,
    /// The empty points next to them.
    pub liberties: PointSet,
}

/// Slots for chains; a slot freed by a capture or a merge is used again.
#[derive(Clone, Debug, Default)]
pub(super) struct ChainTable {
    slots: Vec<Chain>,
    free: Vec<u16>,
}

impl ChainTable {
    pub(super) fn add(&mut self, chain: Chain) -> u16 {
        if let Some(id) = self.free.pop() {
            self.slots[usize::from(id)] = chain;
            id
        } else {
            self.slots.push(chain);
            (self.slots.len() - 1) as u16
        }
    }

    pub(super) fn remove(&mut self, id: u16) -> Chain {
        self.free.push(id);
        self.slots[usize::from(id)]
    }

    pub(super) fn get(&self, id: u16) -> &Chain {
        &self.slots[usize::from(id)]
    }

    pub(super) fn get_mut(&mut self, id: u16) -> &mut Chain {
        &mut self.slots[usize::from(id)]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u16, &Chain)> {
        self.slots
            .iter()
            .enumerate()
            .map(|(id, chain)| (id as u16, chain))
            .filter(|(id, _)| !self.free.contains(id))
    }
}
