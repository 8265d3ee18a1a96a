//! The playouts' own random numbers: one multiplication each.

use rand::SeedableRng;
use std::convert::Infallible;

/// A 64-bit linear congruential generator (Knuth's MMIX constants), of which only the high half is used.
///
/// Not for secrets. Two generators with the same seed give the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct PlayRng(u64);

impl PlayRng {
    /// The generator of this seed; nearby seeds give unrelated numbers.
    #[must_use]
    pub const fn new(seed: u64) -> PlayRng {
        // SplitMix64's output function (Steele, Lea, Flood 2014).
        let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        PlayRng(z ^ (z >> 31))
    }

    /// 32 random bits.
    #[inline]
    pub const fn next(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        (self.0 >> 32) as u32
    }

    /// A number from 0 to `bound` − 1, all equally likely up to 2⁻³² (Lemire 2019 without the rejection);
    /// 0 when `bound` is 0.
    #[inline]
    pub const fn below(&mut self, bound: u32) -> u32 {
        ((self.next() as u64 * bound as u64) >> 32) as u32
    }

    /// True `rate` times in 65536.
    #[inline]
    pub const fn chance(&mut self, rate: u32) -> bool {
        (self.next() >> 16) < rate
    }
}

impl SeedableRng for PlayRng {
    type Seed = [u8; 8];

    fn from_seed(seed: [u8; 8]) -> PlayRng {
        PlayRng::new(u64::from_le_bytes(seed))
    }

    fn seed_from_u64(seed: u64) -> PlayRng {
        PlayRng::new(seed)
    }
}

impl rand::TryRng for PlayRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.next())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from(self.next()) << 32 | u64::from(self.next()))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            let word = self.next().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_a_bound_are_all_reached_about_equally_often() {
        let mut rng = PlayRng::new(1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        assert!(
            counts.iter().all(|&count| (9_500..10_500).contains(&count)),
            "{counts:?}"
        );
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn a_chance_comes_true_at_its_rate() {
        let mut rng = PlayRng::new(2);
        let hits = (0..65_536).filter(|_| rng.chance(65_536 / 4)).count();
        assert!((15_800..17_000).contains(&hits), "{hits}");
        assert!(!rng.chance(0) && rng.chance(65_536));
    }

    #[test]
    fn nearby_seeds_give_different_numbers() {
        let first = |seed| PlayRng::new(seed).next();
        assert_eq!(first(5), first(5));
        let set: std::collections::HashSet<u32> = (0..1000).map(first).collect();
        assert!(set.len() > 995);
    }
}
