//! What a network has said of positions it was asked about before.

use super::evaluate::Evaluation;
use super::input::View;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;

/// Opinions by everything the network is shown, so that the same state, and no other, finds its opinion again: after a take-back,
/// or when an analysis comes back to a position.
///
/// Each position has one place, where the latest to arrive stays. Threads share it.
pub struct Cache {
    places: Vec<Mutex<Option<Entry>>>,
    bytes: usize,
    /// Points of the boards there is room for.
    area: usize,
}

struct Entry {
    view: View,
    opinion: Evaluation,
}

impl Cache {
    /// An empty cache that never takes more than about so many bytes.
    #[must_use]
    pub const fn new(bytes: usize) -> Cache {
        Cache {
            places: Vec::new(),
            bytes,
            area: 0,
        }
    }

    /// Makes room for boards of this many points; what is known of larger or smaller boards is forgotten.
    pub fn fit(&mut self, area: usize) {
        if self.area != area {
            let entry = size_of::<Mutex<Option<Entry>>>() + area * size_of::<u16>() + (2 * area + 1) * size_of::<f32>();
            self.places = (0..self.bytes / entry).map(|_| Mutex::new(None)).collect();
            self.area = area;
        }
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        *self = Cache::new(self.bytes);
    }

    /// What was said of this view, copied to `opinion`; false when nobody knows.
    pub(super) fn find(&self, view: &View, opinion: &mut Evaluation) -> bool {
        let Some(Ok(place)) = self.place(view).map(|place| place.lock()) else {
            return false;
        };
        match &*place {
            Some(entry) if entry.view == *view => {
                opinion.clone_from(&entry.opinion);
                true
            }
            _ => false,
        }
    }

    /// Remembers what was said of a view.
    pub(super) fn keep(&self, view: View, opinion: &Evaluation) {
        if let Some(Ok(mut place)) = self.place(&view).map(|place| place.lock()) {
            *place = Some(Entry {
                view,
                opinion: opinion.clone(),
            });
        }
    }

    fn place(&self, view: &View) -> Option<&Mutex<Option<Entry>>> {
        let mut hasher = DefaultHasher::new();
        view.points.hash(&mut hasher);
        view.globals.map(f32::to_bits).hash(&mut hasher);
        let number = hasher.finish().checked_rem(self.places.len() as u64)?;
        self.places.get(number as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::some_position;
    use super::*;
    use crate::playout::PlayRng;
    use crate::rules::BoardSize;

    #[test]
    fn only_the_same_state_finds_its_opinion() {
        let mut rng = PlayRng::new(8);
        let size = BoardSize::square(9);
        let mut cache = Cache::new(1 << 20);
        let views: Vec<View> = (0..40).map(|_| some_position(&mut rng, size, 20)).collect();
        let opinion = |number: usize| Evaluation {
            margin: number as f32,
            ..Evaluation::default()
        };
        let mut found = Evaluation::default();
        cache.keep(views[0].clone(), &opinion(0));
        assert!(!cache.find(&views[0], &mut found), "there is no room yet");
        cache.fit(size.area());
        for (number, view) in views.iter().enumerate() {
            assert!(!cache.find(view, &mut found));
            cache.keep(view.clone(), &opinion(number));
            assert!(cache.find(view, &mut found) && found.margin == number as f32);
            let mut other = view.clone();
            other.globals[0] += 0.5;
            assert!(!cache.find(&other, &mut found), "another komi");
        }
        cache.fit(25);
        assert!(!cache.find(&views[39], &mut found), "the room is for other boards");
    }

    #[test]
    fn it_keeps_to_its_memory() {
        let mut cache = Cache::new(100_000);
        cache.fit(361);
        let most = 100_000 / (361 * 2 + 723 * 4);
        assert!(
            (most / 2..=most).contains(&cache.places.len()),
            "{}",
            cache.places.len()
        );
    }
}
