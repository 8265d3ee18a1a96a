//! What lies on the table when players begin to count.

use super::super::finished::{Finished, Tally, Terms};
use super::super::points::{first_pass_bonus, handicap_bonus};
use super::super::region::Settled;
use super::{Count, Method};
use crate::rules::ruleset::{Scoring, Tax};
use crate::rules::{BoardSize, Color, PointSet, Ruleset};

/// The settled board, the prisoners beside it, and what White gets besides.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) settled: Settled,
    pub(super) tally: Tally,
    komi: f64,
    handicap: f64,
    first_pass: f64,
}

impl<'a> Table<'a> {
    /// Takes the dead stones of a finished game off the board.
    #[must_use]
    pub fn new(rules: &'a Ruleset, finished: &Finished<'_>, terms: &Terms) -> Table<'a> {
        Table {
            rules,
            settled: Settled::new(finished.board, &finished.dead),
            tally: finished.tally,
            komi: terms.komi,
            handicap: handicap_bonus(rules, terms),
            first_pass: first_pass_bonus(rules, finished),
        }
    }

    /// Counts by a method.
    #[must_use]
    pub fn count(&self, method: Method) -> Count {
        method.count(self)
    }

    /// The settled board.
    #[must_use]
    pub const fn settled(&self) -> &Settled {
        &self.settled
    }

    pub(super) const fn size(&self) -> BoardSize {
        self.settled.size()
    }

    /// White's komi, handicap points and first-pass points, for methods that count area.
    pub(super) const fn compensation(&self) -> f64 {
        self.komi + self.handicap + self.first_pass
    }

    /// The same without handicap points, which territory counting does not know.
    pub(super) const fn territory_compensation(&self) -> f64 {
        self.komi + self.first_pass
    }

    /// The empty points that are one color's area.
    pub(super) fn own_points(&self, color: Color) -> PointSet {
        let surrounded = *self.settled.surrounded(color);
        if self.rules.scoring == Scoring::Area && self.rules.tax == Tax::Seki {
            surrounded.difference(&self.settled.seki_points(color))
        } else {
            surrounded
        }
    }

    /// The empty points that are neither color's area.
    pub(super) fn nobodys_points(&self) -> PointSet {
        let [black, white] = Color::BOTH.map(|color| self.own_points(color).union(self.settled.stones(color)));
        PointSet::all(self.size()).difference(&black.union(&white))
    }

    /// The points of a color that stones can still be put on while every group keeps its basic eyes.
    pub(super) fn paths(&self, color: Color) -> PointSet {
        let eyes = self.settled.basic_eyes(color);
        self.settled.surrounded(color).difference(&eyes)
    }

    /// Stones of a color lying beside the board when its dead ones are taken off: captured, dead, handed over
    /// for passes.
    pub(super) fn stones_beside(&self, color: Color) -> usize {
        let captured = self.tally.prisoners[color.opponent()] + self.tally.passes[color];
        captured as usize + self.settled.dead(color).len()
    }
}

/// Puts up to `stones` stones on the points of `room`, and returns how many found no place.
pub(super) fn put(room: &mut PointSet, stones: usize) -> usize {
    let taken: PointSet = room.iter().take(stones).collect();
    *room = room.difference(&taken);
    stones - taken.len()
}
