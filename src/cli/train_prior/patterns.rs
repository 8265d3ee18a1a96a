//! Which patterns are worth a weight.

use super::teams::Numbering;

const BITS: u32 = 28;

/// Counts how often patterns are seen among the teacher's moves, roughly: hashes share counters.
pub(super) struct Counter {
    counts: Vec<u8>,
}

/// A larger pattern is counted only once the smaller one has been seen so often.
const FIRST: u8 = 2;
/// Moves with less than this are not counted.
const LEAST_TARGET: f32 = 0.004;

impl Counter {
    pub(super) fn new() -> Counter {
        Counter {
            counts: vec![0; 1 << BITS],
        }
    }
}

impl Numbering for Counter {
    fn number(&mut self, hash: u32, _parent: Option<u32>) -> Option<u32> {
        let count = &mut self.counts[(hash >> (32 - BITS)) as usize];
        *count = count.saturating_add(1);
        (*count > FIRST).then_some(0)
    }

    fn wants(&self, target: f32) -> bool {
        target > LEAST_TARGET
    }
}

/// The numbers of patterns, given as they are met.
#[derive(Default)]
pub(super) struct Dictionary {
    counts: Vec<u8>,
    seen: u8,
    hashes: Vec<u32>,
    parents: Vec<Option<u32>>,
    /// Hash and number plus one, open addressing.
    table: Vec<u64>,
}

impl Dictionary {
    pub(super) fn of(counter: Counter, seen: u8) -> Dictionary {
        Dictionary {
            counts: counter.counts,
            seen,
            hashes: Vec::new(),
            parents: Vec::new(),
            table: vec![0; 1 << 16],
        }
    }

    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    pub(super) fn hashes(&self) -> impl Iterator<Item = u32> + '_ {
        self.hashes.iter().copied()
    }

    /// Takes no more patterns in.
    pub(super) fn close(&mut self) {
        self.counts = Vec::new();
    }

    /// The slot that holds the hash, or the free one where it belongs.
    fn slot(&self, hash: u32) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = ((u64::from(hash) * self.table.len() as u64) >> 32) as usize;
        while self.table[slot] != 0 && (self.table[slot] >> 32) as u32 != hash {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The number of a pattern that has one.
    pub(super) fn known(&self, hash: u32) -> Option<u32> {
        (self.table[self.slot(hash)] as u32).checked_sub(1)
    }

    fn insert(&mut self, hash: u32, parent: Option<u32>) {
        self.hashes.push(hash);
        self.parents.push(parent);
        if self.table.len() < 2 * self.hashes.len() {
            self.index(2 * self.table.len());
        } else {
            self.enter(self.hashes.len() - 1);
        }
    }

    fn enter(&mut self, number: usize) {
        let hash = self.hashes[number];
        let slot = self.slot(hash);
        self.table[slot] = (u64::from(hash) << 32) | (number as u64 + 1);
    }

    fn index(&mut self, slots: usize) {
        self.table = vec![0; slots];
        for number in 0..self.hashes.len() {
            self.enter(number);
        }
    }

    /// Keeps the patterns of most merit and the smaller ones inside them, about `keep` together; their old numbers.
    pub(super) fn prune(&mut self, merits: &[f32], keep: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| merits[b as usize].total_cmp(&merits[a as usize]));
        let mut is_kept = vec![false; self.len()];
        let mut count = 0;
        for number in order {
            let mut next = Some(number);
            while let Some(number) = next.filter(|&number| !is_kept[number as usize]) {
                is_kept[number as usize] = true;
                count += 1;
                next = self.parents[number as usize];
            }
            if count >= keep {
                break;
            }
        }
        let kept: Vec<u32> = (0..self.len() as u32)
            .filter(|&number| is_kept[number as usize])
            .collect();
        let mut fresh = vec![0; self.len()];
        for (new, &old) in kept.iter().enumerate() {
            fresh[old as usize] = new as u32;
        }
        self.parents = kept
            .iter()
            .map(|&old| self.parents[old as usize].map(|parent| fresh[parent as usize]))
            .collect();
        self.hashes = kept.iter().map(|&old| self.hashes[old as usize]).collect();
        self.index((2 * self.hashes.len()).next_power_of_two().max(1 << 16));
        kept
    }
}

impl Numbering for Dictionary {
    fn number(&mut self, hash: u32, parent: Option<u32>) -> Option<u32> {
        if let Some(number) = self.known(hash) {
            return Some(number);
        }
        let count = *self.counts.get((hash >> (32 - BITS)) as usize)?;
        if count < self.seen {
            return None;
        }
        self.insert(hash, parent);
        Some(self.hashes.len() as u32 - 1)
    }

    fn wants(&self, _target: f32) -> bool {
        true
    }
}
