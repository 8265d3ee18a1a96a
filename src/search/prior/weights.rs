//! The trained numbers.
//!
//! The file, little-endian: `LKP1`, u32 features, u32 patterns, f32 unit of the features' weights, f32 unit of the
//! patterns' weights; an i16 for each feature; the patterns' hashes in ascending order, each as its distance from the one
//! before in u16 words (65535 means that more follows); an i8 for each pattern.

use std::sync::LazyLock;

static FILE: &[u8] = include_bytes!("weights.bin");

/// The weights that come with the program.
pub(super) static BUILT_IN: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(FILE).expect("the built-in weights are whole"));

/// Weights of features and patterns, ready to be looked up.
pub(super) struct Weights {
    features: Vec<f32>,
    /// Open addressing: the upper 24 bits of the hash, then the weight; 0 is free.
    table: Vec<u32>,
    shift: u32,
    unit: f32,
}

const MAGIC: &[u8] = b"LKP1";

impl Weights {
    /// `None` when the bytes are no such file.
    pub(super) fn read(bytes: &[u8]) -> Option<Weights> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let mut word = || {
            let (head, tail) = rest.split_first_chunk::<4>()?;
            rest = tail;
            Some(*head)
        };
        let feature_count = u32::from_le_bytes(word()?) as usize;
        let pattern_count = u32::from_le_bytes(word()?) as usize;
        let (feature_unit, unit) = (f32::from_le_bytes(word()?), f32::from_le_bytes(word()?));
        let mut pairs = rest.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let features: Vec<f32> = pairs
            .by_ref()
            .take(feature_count)
            .map(|weight| f32::from(weight.cast_signed()) * feature_unit)
            .collect();
        let bits = (2 * pattern_count).next_power_of_two().ilog2().max(8);
        let mut weights = Weights {
            features,
            table: vec![0; 1 << bits],
            shift: 32 - bits,
            unit,
        };
        let values = bytes.len().checked_sub(pattern_count)?;
        let mut read = 20 + 2 * feature_count;
        let mut hash = 0u32;
        for &value in &bytes[values..] {
            loop {
                let step = pairs.next()?;
                read += 2;
                hash = hash.checked_add(u32::from(step))?;
                if step != u16::MAX {
                    break;
                }
            }
            weights.insert(hash, value);
        }
        (weights.features.len() == feature_count && read == values).then_some(weights)
    }

    fn insert(&mut self, hash: u32, value: u8) {
        let mask = self.table.len() - 1;
        let mut slot = (hash >> self.shift) as usize;
        while self.table[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.table[slot] = tag(hash) | u32::from(value);
    }

    #[inline(always)]
    pub(super) fn feature(&self, number: u32) -> f32 {
        self.features[number as usize]
    }

    /// The first entry of the table where a pattern may be, for [`pattern`](Weights::pattern).
    #[inline(always)]
    pub(super) fn fetch(&self, hash: u32) -> u32 {
        self.table[(hash >> self.shift) as usize]
    }

    /// The weight of a pattern whose first entry was fetched; `None` when it is unknown.
    #[inline(always)]
    pub(super) fn pattern(&self, hash: u32, fetched: u32) -> Option<f32> {
        let mask = self.table.len() - 1;
        let tag = tag(hash);
        let mut slot = (hash >> self.shift) as usize;
        let mut entry = fetched;
        loop {
            if entry & !0xFF == tag {
                return Some(f32::from((entry as u8).cast_signed()) * self.unit);
            }
            if entry == 0 {
                return None;
            }
            slot += 1;
            entry = self.table[slot & mask];
        }
    }
}

/// The lower 24 bits of the hash on top; never 0.
#[inline(always)]
const fn tag(hash: u32) -> u32 {
    let tag = hash << 8;
    if tag == 0 { 1 << 8 } else { tag }
}

/// The file for these weights. Patterns with equal hashes must have been joined.
#[cfg(any(test, feature = "train"))]
pub(super) fn write(features: &[f32], patterns: &[(u32, f32)]) -> Vec<u8> {
    let largest = |values: &mut dyn Iterator<Item = f32>| values.fold(1e-3, |a: f32, b| a.max(b.abs()));
    let feature_unit = largest(&mut features.iter().copied()) / 32767.0;
    let unit = largest(&mut patterns.iter().map(|pattern| pattern.1)).min(4.0) / 127.0;
    let mut patterns = patterns.to_vec();
    patterns.sort_unstable_by_key(|pattern| pattern.0);
    let mut bytes = MAGIC.to_vec();
    for word in [
        features.len() as u32,
        patterns.len() as u32,
        feature_unit.to_bits(),
        unit.to_bits(),
    ] {
        bytes.extend(word.to_le_bytes());
    }
    for weight in features {
        bytes.extend(((weight / feature_unit).round() as i16).to_le_bytes());
    }
    let mut before = 0;
    for (hash, _) in &patterns {
        let mut step = hash - before;
        before = *hash;
        while step >= 0xFFFF {
            bytes.extend(u16::MAX.to_le_bytes());
            step -= 0xFFFF;
        }
        bytes.extend((step as u16).to_le_bytes());
    }
    bytes.extend(
        patterns
            .iter()
            .map(|pattern| ((pattern.1 / unit).round() as i8).cast_unsigned()),
    );
    bytes
}
