//! Captures, ataris, escapes and connections: what a move does to the chains next to it.

use super::features::*;
use super::survey::{Chain, EMPTY, OFF, OPPONENT, OWN, STEPS, STRIDE, Survey};

/// A few chains, each once.
#[derive(Default)]
struct Few {
    numbers: [u16; 4],
    len: usize,
}

impl Few {
    fn add(&mut self, number: u16) {
        if !self.as_slice().contains(&number) {
            self.numbers[self.len] = number;
            self.len += 1;
        }
    }

    fn as_slice(&self) -> &[u16] {
        &self.numbers[..self.len]
    }
}

/// Liberties are counted up to this.
const MANY: usize = 7;

/// Distinct cells, [`MANY`] at most.
#[derive(Default)]
struct Liberties {
    cells: [u16; MANY],
    len: usize,
}

impl Liberties {
    /// Adds the cell; false when no more are counted.
    #[inline(always)]
    fn add(&mut self, cell: u16) -> bool {
        if self.len < MANY && !self.cells[..self.len].contains(&cell) {
            self.cells[self.len] = cell;
            self.len += 1;
        }
        self.len < MANY
    }
}

/// Liberties, 7 at most, of the chain that a play of the color would make, before anything is captured; `filled` counts
/// as filled.
fn liberties_after(survey: &Survey, color: u8, cell: usize, filled: usize) -> usize {
    let mut found = Liberties::default();
    for step in STEPS {
        let next = cell.wrapping_add(step);
        if survey.color[next] == EMPTY && next != filled {
            found.add(next as u16);
        }
    }
    for step in STEPS {
        let next = cell.wrapping_add(step);
        if survey.color[next] == color {
            for &liberty in survey.liberties(survey.chain(next)) {
                if usize::from(liberty) != cell && usize::from(liberty) != filled && !found.add(liberty) {
                    return found.len;
                }
            }
        }
    }
    found.len
}

fn size_class(size: u16) -> (usize, usize) {
    let class = match size {
        0..=1 => 0,
        2 => 1,
        3..=4 => 2,
        5..=8 => 3,
        _ => 4,
    };
    (class, 5)
}

fn small_size_class(size: u16) -> (usize, usize) {
    (size_class(size).0.min(3), 4)
}

/// `value` among `first..first + count`, the ends standing for what is beyond.
fn clamped(value: usize, first: usize, count: usize) -> (usize, usize) {
    (value.clamp(first, first + count - 1) - first, count)
}

pub(super) struct Tactics<'a> {
    survey: &'a Survey,
    phase: (usize, usize),
    cell: usize,
    own: Few,
    opponent: Few,
    empty: usize,
    /// Liberties of the chain made, 7 at most.
    pub(super) after: usize,
    /// Stones of the chain made.
    size: u16,
    /// Opponent's stones captured.
    pub(super) captured: u16,
}

impl<'a> Tactics<'a> {
    pub(super) fn new(survey: &'a Survey, context: &Context, cell: usize) -> Tactics<'a> {
        let mut tactics = Tactics {
            survey,
            phase: context.phase,
            cell,
            own: Few::default(),
            opponent: Few::default(),
            empty: 0,
            after: 0,
            size: 1,
            captured: 0,
        };
        for step in STEPS {
            let next = cell.wrapping_add(step);
            match survey.color[next] {
                EMPTY => tactics.empty += 1,
                OWN => tactics.own.add(survey.part[next]),
                OPPONENT => tactics.opponent.add(survey.part[next]),
                _ => {}
            }
        }
        for number in tactics.own.as_slice() {
            tactics.size += survey.chains[usize::from(*number)].size;
        }
        tactics.after = tactics.count_liberties();
        tactics
    }

    /// Liberties of the chain made, those of captures included.
    fn count_liberties(&mut self) -> usize {
        let survey = self.survey;
        let mut found = Liberties::default();
        for step in STEPS {
            let next = self.cell.wrapping_add(step);
            if survey.color[next] == EMPTY {
                found.add(next as u16);
            }
        }
        for &number in self.own.as_slice() {
            for &liberty in survey.liberties(&survey.chains[usize::from(number)]) {
                if usize::from(liberty) != self.cell && !found.add(liberty) {
                    break;
                }
            }
        }
        for &number in self.opponent.as_slice() {
            let chain = &survey.chains[usize::from(number)];
            if chain.liberties != 1 {
                continue;
            }
            self.captured += chain.size;
            for &stone in survey.stones(chain) {
                let touches = STEPS.iter().any(|step| {
                    let next = usize::from(stone).wrapping_add(*step);
                    next == self.cell || survey.color[next] == OWN && self.own.as_slice().contains(&survey.part[next])
                });
                if touches {
                    found.add(stone);
                }
            }
        }
        found.len
    }

    pub(super) fn tell(&self, tell: &mut impl FnMut(u32)) {
        for &number in self.opponent.as_slice() {
            let chain = &self.survey.chains[usize::from(number)];
            match chain.liberties {
                1 => self.tell_capture(chain, tell),
                2 => self.tell_atari(chain, tell),
                count => {
                    let recent = (usize::from(chain.is_last), 2);
                    let left = clamped(usize::from(count), 3, 4);
                    let after = clamped(self.after, 2, 3);
                    tell(PRESS.at([small_size_class(chain.size), left, recent, after, self.phase]));
                }
            }
            if chain.weakest_enemy != 0 {
                let weakness = (usize::from(chain.weakest_enemy) - 1, 2);
                let large = (usize::from(chain.enemy_size > 2), 2);
                let left = clamped(usize::from(chain.liberties), 1, 4);
                let size = small_size_class(chain.size);
                tell(ATTACKER.at([size, weakness, large, left, self.phase]));
            }
            if chain.is_last {
                let left = clamped(usize::from(chain.liberties), 1, 5);
                tell(LAST_CHAIN.at([left, clamped(self.after, 1, 4), self.phase]));
            }
        }
        let ataris = self.opponent.as_slice().iter();
        let ataris = ataris.filter(|&&number| self.survey.chains[usize::from(number)].liberties == 2);
        if ataris.count() > 1 {
            tell(DOUBLE_ATARI.at([self.phase]));
        }
        for &number in self.own.as_slice() {
            self.tell_own(&self.survey.chains[usize::from(number)], tell);
        }
        if self.after <= 1 && self.captured == 0 {
            let gives = self.opponent.as_slice().iter();
            let threatens = gives
                .clone()
                .any(|&n| self.survey.chains[usize::from(n)].liberties == 2);
            let lonely = match (self.after, self.own.len) {
                (0, _) => 0,
                (_, 0) => 1,
                _ => 2,
            };
            let threatens = (usize::from(threatens), 2);
            tell(SELF_ATARI.at([size_class(self.size), threatens, (lonely, 3), self.phase]));
        }
        let fewest = |few: &Few| {
            let liberties = few
                .as_slice()
                .iter()
                .map(|&n| self.survey.chains[usize::from(n)].liberties);
            clamped(usize::from(liberties.min().unwrap_or(0)), 1, 4)
        };
        tell(JOIN.at([(self.own.len, 5), fewest(&self.own), self.phase]));
        tell(CUT.at([(self.opponent.len, 5), fewest(&self.opponent), self.phase]));
        let size = if self.own.len == 0 {
            (0, 5)
        } else {
            (1 + small_size_class(self.size).0, 5)
        };
        tell(AFTER.at([(self.after, 8), (self.empty, 5), size, self.phase]));
        if self.empty == 0 && (self.own.len == 0 || self.opponent.len == 0) {
            self.tell_eye(tell);
        }
    }

    fn tell_capture(&self, chain: &Chain, tell: &mut impl FnMut(u32)) {
        let recent = (usize::from(chain.is_last), 2);
        let saves = match (chain.weakest_enemy, chain.enemy_size) {
            (1, 3..) => 2,
            (1, _) => 1,
            _ => 0,
        };
        tell(CAPTURE.at([size_class(chain.size), (saves, 3), recent, self.phase]));
        let escape = match liberties_after(self.survey, OPPONENT, self.cell, 0) {
            2 if chain.is_caught => 4,
            liberties => liberties.min(3),
        };
        let after = clamped(self.after, 1, 3);
        tell(CAPTURE_NEED.at([size_class(chain.size), (escape, 5), after, self.phase]));
        if chain.size == 1 && self.captured == 1 && self.size == 1 && self.after == 1 {
            let stone = self.survey.stones(chain)[0];
            let age = match self.survey.last {
                [last, ..] if last == usize::from(stone) => 0,
                [_, _, third] if third == usize::from(stone) => 1,
                _ => 2,
            };
            tell(KO.at([(age, 3), self.phase]));
        }
    }

    fn tell_atari(&self, chain: &Chain, tell: &mut impl FnMut(u32)) {
        let mut others = self.survey.liberties(chain).iter().map(|&liberty| usize::from(liberty));
        let other = others.find(|&liberty| liberty != self.cell).unwrap_or(0);
        let answer = liberties_after(self.survey, OPPONENT, other, self.cell);
        let recent = (usize::from(chain.is_last), 2);
        let after = clamped(self.after, 1, 3);
        let caught = (usize::from(chain.is_caught), 2);
        tell(ATARI.at([
            size_class(chain.size),
            recent,
            clamped(answer, 1, 3),
            after,
            caught,
            self.phase,
        ]));
    }

    fn tell_own(&self, chain: &Chain, tell: &mut impl FnMut(u32)) {
        let touched = (usize::from(chain.is_touched), 2);
        if chain.liberties == 1 {
            let captures = (usize::from(self.captured > 0), 2);
            tell(ESCAPE.at([
                size_class(chain.size),
                clamped(self.after, 1, 4),
                touched,
                captures,
                self.phase,
            ]));
        } else {
            let before = clamped(usize::from(chain.liberties), 2, 4);
            let caught = (usize::from(chain.is_caught), 2);
            // What the move gains, from one fewer to two more.
            let gain = clamped((self.after + 3).saturating_sub(usize::from(chain.liberties)), 2, 4);
            tell(DEFEND.at([small_size_class(chain.size), before, gain, touched, caught, self.phase]));
        }
        if chain.weakest_enemy != 0 {
            let weakness = (usize::from(chain.weakest_enemy) - 1, 2);
            let left = clamped(usize::from(chain.liberties), 1, 4);
            tell(RACE.at([small_size_class(chain.size), weakness, left, self.phase]));
        }
        if chain.is_touched {
            let left = clamped(usize::from(chain.liberties), 1, 5);
            tell(TOUCHED.at([left, clamped(self.after, 1, 4), self.phase]));
        }
    }

    /// All neighbors are of one color or the edge.
    fn tell_eye(&self, tell: &mut impl FnMut(u32)) {
        let own = self.opponent.len == 0;
        let enemy = if own { OPPONENT } else { OWN };
        let mut enemies = 0;
        let mut edge = 0;
        for step in [
            STRIDE + 1,
            STRIDE - 1,
            1usize.wrapping_sub(STRIDE),
            0usize.wrapping_sub(STRIDE + 1),
        ] {
            let color = self.survey.color[self.cell.wrapping_add(step)];
            enemies += usize::from(color == enemy);
            edge |= usize::from(color == OFF);
        }
        let is_false = enemies + edge > 1;
        tell(EYE.at([(usize::from(own), 2), (usize::from(is_false), 2), self.phase]));
    }
}
