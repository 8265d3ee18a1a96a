//! Which positions are learned from when.

use super::samples::Sample;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// In which order positions come, and how they are turned: the same for the same seed, from any step on.
pub(super) struct Course {
    /// For each position, in how many passes it comes once.
    every: Vec<u32>,
    order: Vec<u32>,
    pass: u64,
    next: usize,
    seed: u64,
    batch: usize,
}

impl Course {
    /// The course after so many steps of `batch` positions; of the sizes in `thin` one in so many positions comes in a pass.
    pub(super) fn new(seed: u64, batch: usize, thin: &[(usize, usize)], train: &[Sample], steps: u64) -> Course {
        let every = |sample: &Sample| {
            let thin = thin.iter().find(|thin| thin.0 == sample.0.size.width());
            thin.map_or(1, |thin| thin.1 as u32)
        };
        let mut course = Course {
            every: train.iter().map(every).collect(),
            order: Vec::new(),
            pass: 0,
            next: steps as usize * batch,
            seed,
            batch,
        };
        course.begin_pass();
        course.settle();
        course
    }

    /// Positions of a pass, on the whole.
    pub(super) fn per_pass(&self) -> f64 {
        self.every.iter().map(|&every| 1.0 / f64::from(every)).sum()
    }

    fn begin_pass(&mut self) {
        let comes = |&place: &u32| (u64::from(place) + self.pass).is_multiple_of(u64::from(self.every[place as usize]));
        self.order = (0..self.every.len() as u32).filter(comes).collect();
        self.order
            .shuffle(&mut StdRng::seed_from_u64(self.seed ^ self.pass << 32));
    }

    /// Goes on to the pass in which the next position is; a pass may have none.
    fn settle(&mut self) {
        while self.next >= self.order.len() {
            self.next -= self.order.len();
            self.pass += 1;
            self.begin_pass();
        }
    }

    /// The next batch, each position turned by chance.
    pub(super) fn batch(&mut self, train: &[Sample]) -> Vec<Sample> {
        let mut rng = StdRng::seed_from_u64(self.seed ^ self.pass << 32 ^ (self.next as u64) << 8);
        let mut batch = Vec::with_capacity(self.batch);
        while batch.len() < self.batch {
            let (view, target) = &train[self.order[self.next] as usize];
            let symmetry = rng.random_range(0..8);
            batch.push((view.turned(symmetry), target.turned(view.size, symmetry)));
            self.next += 1;
            self.settle();
        }
        // Positions of one size after the other, so that rooms keep their size; every second one for each thread.
        batch.sort_by_key(|sample| sample.0.size.area());
        let (even, odd): (Vec<_>, Vec<_>) = batch.into_iter().enumerate().partition(|(place, _)| place % 2 == 0);
        even.into_iter().chain(odd).map(|(_, sample)| sample).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::cli::labels::{Game, Label};
    use std::collections::BTreeMap;

    /// So many positions of a board, told apart by the chance to win.
    fn positions(size: usize, count: usize) -> Vec<Sample> {
        let label = |turn: usize| Label {
            turn: 0,
            win_rate: turn as f32 / 100.0,
            lead: 0.0,
            owners: vec![7; size * size],
            policy: vec![(0, 1.0)],
        };
        samples::of_game(&Game {
            size,
            rules: "aga".into(),
            is_played_out: false,
            komi: 6.5,
            moves: Vec::new(),
            labels: (0..count).map(label).collect(),
        })
    }

    fn key(sample: &Sample) -> String {
        format!("{} {:?}", sample.0.size.width(), sample.1.result)
    }

    #[test]
    fn rare_sizes_come_once_in_so_many_passes_and_all_others_in_each() {
        let train = [positions(2, 7), positions(3, 9)].concat();
        let mut course = Course::new(1, 1, &[(3, 3)], &train, 0);
        assert!((course.per_pass() - 10.0).abs() < 1e-9);
        let mut seen = BTreeMap::new();
        for _ in 0..2 * 3 * 10 {
            for sample in course.batch(&train) {
                *seen.entry(key(&sample)).or_insert(0) += 1;
            }
        }
        assert_eq!(seen.len(), 16);
        assert!(
            seen.iter()
                .all(|(key, &times)| times == if key.starts_with('3') { 2 } else { 6 }),
            "{seen:?}"
        );
    }

    #[test]
    fn a_course_that_is_taken_up_again_goes_on_as_it_would_have() {
        let train = [positions(2, 7), positions(3, 8)].concat();
        let batch = |course: &mut Course| course.batch(&train).iter().map(key).collect::<Vec<_>>();
        let mut whole = Course::new(5, 4, &[(3, 3)], &train, 0);
        for steps in 0..12 {
            let mut later = Course::new(5, 4, &[(3, 3)], &train, steps);
            assert_eq!(batch(&mut later), batch(&mut whole), "after {steps} steps");
        }
    }
}
