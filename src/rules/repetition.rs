//! Which earlier positions a play may not bring back: the repetition rules over a history of hashes.

use super::color::Color;
use super::ruleset::Repetition;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A position that stood on the board, as far as the repetition rules care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// [`Board::hash`](super::Board::hash).
    pub hash: u64,
    /// Whose turn it was then.
    pub to_move: Color,
    /// Who made it by a play; nobody if it was left by a pass. The start is credited to the player
    /// who does not move first.
    pub creator: Option<Color>,
    /// Who answered it with a play, once that has happened.
    pub answered_by: Option<Color>,
    /// Whether the game or its repetition history began here.
    pub is_start: bool,
    /// How often this position with this player to move has now stood since the last pass, itself included.
    pub count: u32,
}

/// The hashes are already random.
#[derive(Clone, Copy, Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// Every position of a game from its start, the start included.
#[derive(Clone, Debug)]
pub struct History {
    occurrences: Vec<Occurrence>,
    /// The latest occurrence of each hash.
    latest: HashMap<u64, u32, BuildHasherDefault<Identity>>,
    /// For each occurrence the one before it with the same hash.
    earlier: Vec<Option<u32>>,
    since_pass: usize,
    beginnings: Vec<Beginning>,
}

/// Where the rules begin to look at the history, and the occurrence as it was recorded before.
#[derive(Clone, Copy, Debug)]
struct Beginning {
    index: usize,
    before: Occurrence,
    since_pass: usize,
}

impl History {
    /// A history that starts from a position with `to_move` to play first.
    #[must_use]
    pub fn new(hash: u64, to_move: Color) -> History {
        let mut history = History {
            occurrences: Vec::new(),
            latest: HashMap::default(),
            earlier: Vec::new(),
            since_pass: 0,
            beginnings: Vec::new(),
        };
        history.push(hash, to_move, Some(to_move.opponent()));
        history
    }

    /// Makes the present position a start like the first one, with `to_move` to play: the rules look no further
    /// back from here on.
    pub fn begin_anew(&mut self, to_move: Color) {
        let index = self.occurrences.len() - 1;
        let before = self.occurrences[index];
        self.beginnings.push(Beginning {
            index,
            before,
            since_pass: self.since_pass,
        });
        self.since_pass = index;
        self.occurrences[index] = Occurrence {
            to_move,
            creator: Some(to_move.opponent()),
            is_start: true,
            count: 1,
            ..before
        };
    }

    /// How often the history has begun anew.
    #[must_use]
    pub fn beginnings(&self) -> usize {
        self.beginnings.len()
    }

    /// Takes back the latest [`begin_anew`](History::begin_anew), which must have been at the present position.
    pub fn continue_as_before(&mut self) {
        if let Some(beginning) = self.beginnings.pop() {
            self.occurrences[beginning.index] = beginning.before;
            self.since_pass = beginning.since_pass;
        }
    }

    /// All positions so far; index 0 is the start, index n the position after turn n.
    #[must_use]
    pub fn occurrences(&self) -> &[Occurrence] {
        &self.occurrences
    }

    /// Notes the position after a play.
    pub fn push_play(&mut self, color: Color, hash: u64) {
        if let Some(last) = self.occurrences.last_mut() {
            last.answered_by = Some(color);
        }
        self.push(hash, color.opponent(), Some(color));
    }

    /// Notes that a pass left the position as it was.
    pub fn push_pass(&mut self, color: Color) {
        let hash = self.occurrences.last().map_or(0, |last| last.hash);
        self.since_pass = self.occurrences.len();
        self.push(hash, color.opponent(), None);
    }

    /// Forgets the last turn; does nothing at the start.
    pub fn pop(&mut self) {
        if self.occurrences.len() <= 1 {
            return;
        }
        if let (Some(gone), Some(earlier)) = (self.occurrences.pop(), self.earlier.pop()) {
            match earlier {
                Some(earlier) => self.latest.insert(gone.hash, earlier),
                None => self.latest.remove(&gone.hash),
            };
        }
        if let Some(last) = self.occurrences.last_mut() {
            last.answered_by = None;
        }
        while self
            .beginnings
            .last()
            .is_some_and(|beginning| beginning.index >= self.occurrences.len())
        {
            self.beginnings.pop();
        }
        if self.since_pass >= self.occurrences.len() {
            let start = self.start();
            self.since_pass = (start + 1..self.occurrences.len())
                .rev()
                .find(|&index| self.occurrences[index].creator.is_none())
                .unwrap_or(start);
        }
    }

    /// The index of the latest start.
    fn start(&self) -> usize {
        self.beginnings.last().map_or(0, |beginning| beginning.index)
    }

    fn push(&mut self, hash: u64, to_move: Color, creator: Option<Color>) {
        let earlier = self.latest.insert(hash, self.occurrences.len() as u32);
        let before = self
            .back_from(earlier)
            .take_while(|&index| index >= self.since_pass)
            .find(|&index| self.occurrences[index].to_move == to_move);
        let count = before.map_or(1, |index| self.occurrences[index].count + 1);
        self.earlier.push(earlier);
        self.occurrences.push(Occurrence {
            hash,
            to_move,
            creator,
            answered_by: None,
            is_start: self.occurrences.is_empty(),
            count,
        });
    }

    /// The latest earlier position that forbids `color` to make this one by a play under the rule.
    ///
    /// `None` and `simple` forbid nothing here: basic ko is the board's.
    #[must_use]
    pub fn forbids(&self, rule: Repetition, color: Color, hash: u64) -> Option<usize> {
        if matches!(rule, Repetition::None | Repetition::Simple) {
            return None;
        }
        self.back_from(self.latest.get(&hash).copied())
            .take_while(|&index| index >= self.start())
            .find(|&index| self.occurrences[index].is_protected(rule, color))
    }

    /// An occurrence and those before it with the same hash, latest first.
    fn back_from(&self, latest: Option<u32>) -> impl Iterator<Item = usize> {
        std::iter::successors(latest, |&index| self.earlier[index as usize]).map(|index| index as usize)
    }

    /// How often the present position with this player to move has stood since the last pass; at least 1.
    #[must_use]
    pub fn times_seen(&self) -> u32 {
        self.occurrences.last().map_or(1, |last| last.count)
    }
}

impl Occurrence {
    /// Whether the rule forbids `color` to bring this position back by a play.
    #[must_use]
    pub fn is_protected(&self, rule: Repetition, color: Color) -> bool {
        match rule {
            Repetition::None | Repetition::Simple => false,
            Repetition::Positional => true,
            Repetition::Situational => self.to_move == color.opponent(),
            Repetition::AfterOwnPlay => self.creator == Some(color),
            // The hash of the empty board is 0.
            Repetition::AfterOwnPlayStrict => self.creator == Some(color) && !(self.is_start && self.hash == 0),
            Repetition::BeforeOpponentPlay => self.answered_by == Some(color.opponent()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_protects_its_own_kind_of_earlier_position() {
        let (black, white) = (Color::Black, Color::White);
        let mut history = History::new(0, black);
        history.push_play(black, 1);
        history.push_pass(white);
        history.push_play(black, 2);
        let forbidden = |rule, color, hash| history.forbids(rule, color, hash);
        assert_eq!(forbidden(Repetition::Positional, white, 0), Some(0));
        assert_eq!(forbidden(Repetition::Situational, white, 0), Some(0));
        assert_eq!(forbidden(Repetition::Situational, black, 0), None);
        assert_eq!(forbidden(Repetition::AfterOwnPlay, white, 0), Some(0));
        assert_eq!(forbidden(Repetition::AfterOwnPlay, black, 0), None);
        assert_eq!(forbidden(Repetition::BeforeOpponentPlay, white, 0), Some(0));
        assert_eq!(forbidden(Repetition::BeforeOpponentPlay, black, 0), None);
        assert_eq!(forbidden(Repetition::Situational, black, 1), Some(1));
        assert_eq!(forbidden(Repetition::Situational, white, 1), Some(2));
        assert_eq!(forbidden(Repetition::AfterOwnPlay, white, 1), None);
        assert_eq!(forbidden(Repetition::Simple, white, 0), None);
    }

    #[test]
    fn a_popped_turn_is_forgotten() {
        let mut history = History::new(0, Color::Black);
        history.push_play(Color::Black, 1);
        history.push_pass(Color::White);
        history.pop();
        history.pop();
        history.pop();
        assert_eq!(history.occurrences().len(), 1);
        assert_eq!(history.forbids(Repetition::Positional, Color::White, 1), None);
        assert_eq!(history.occurrences()[0].answered_by, None);
    }

    #[test]
    fn what_was_before_a_new_beginning_is_forgotten_until_it_is_taken_back() {
        let (black, white) = (Color::Black, Color::White);
        let mut history = History::new(0, black);
        history.push_play(black, 1);
        history.push_pass(white);
        history.push_pass(black);
        history.begin_anew(white);
        assert_eq!(history.forbids(Repetition::Positional, white, 0), None);
        assert_eq!(history.forbids(Repetition::Positional, white, 1), Some(3));
        assert_eq!(history.forbids(Repetition::AfterOwnPlay, black, 1), Some(3));
        history.push_play(white, 2);
        history.pop();
        assert_eq!(
            (history.beginnings(), history.occurrences()[3].creator),
            (1, Some(black))
        );
        history.continue_as_before();
        assert_eq!(history.forbids(Repetition::Positional, white, 0), Some(0));
        history.begin_anew(white);
        history.pop();
        assert_eq!(
            (history.beginnings(), history.forbids(Repetition::Positional, white, 0)),
            (0, Some(0))
        );
    }

    #[test]
    fn cycles_are_counted_since_the_last_pass() {
        let mut history = History::new(7, Color::Black);
        for _ in 0..2 {
            history.push_play(Color::Black, 8);
            history.push_play(Color::White, 7);
        }
        assert_eq!(history.times_seen(), 3);
        history.push_pass(Color::Black);
        history.push_pass(Color::White);
        assert_eq!(history.times_seen(), 1);
        history.pop();
        history.pop();
        assert_eq!(history.times_seen(), 3);
        history.push_play(Color::Black, 8);
        assert_eq!(history.times_seen(), 3);
    }
}
