//! The full policy: local replies first, then a random point that passes the filters.
//!
//! The order of the generators is that of MoGo (2006), Fuego and Pachi: answer an atari, then chains with two liberties,
//! then the vital point, then 3x3 patterns.

use super::board::{EMPTY, PlayBoard, is_closed_by, number, stones_in};
use super::line::Line;
use super::pattern::Shapes;
use super::policy::PolicyParams;
use super::rng::PlayRng;
use super::rules::PlayoutRules;
use super::run::is_eye;
use super::stones::color_of;
use super::tactics::{Count, count};
use super::turns::{Choose, SUPERKO};
use crate::rules::Color;
use crate::rules::ruleset::Repetition;

/// A few points to choose from.
struct Points {
    at: [u16; 32],
    len: usize,
}

impl Points {
    const fn new() -> Points {
        Points { at: [0; 32], len: 0 }
    }

    /// Adds a point unless it is there or the list is full.
    #[inline]
    fn add(&mut self, point: usize) {
        if self.len < self.at.len() && !self.at[..self.len].contains(&(point as u16)) {
            self.at[self.len] = point as u16;
            self.len += 1;
        }
    }

    /// Takes one out at random.
    #[inline]
    fn take(&mut self, rng: &mut PlayRng) -> Option<usize> {
        if self.len == 0 {
            return None;
        }
        let place = rng.below(self.len as u32) as usize;
        let point = self.at[place];
        self.len -= 1;
        self.at[place] = self.at[self.len];
        Some(usize::from(point))
    }
}

/// The full policy during one playout.
pub(super) struct Full<'a> {
    params: &'a PolicyParams,
    shapes: &'static Shapes,
}

impl<'a> Full<'a> {
    pub(super) fn new(params: &'a PolicyParams) -> Full<'a> {
        Full {
            params,
            shapes: Shapes::mogo(),
        }
    }
}

/// What the rules say in one turn, for the filters.
struct Turn<'a, const N: usize> {
    board: &'a PlayBoard<N>,
    line: &'a Line,
    rules: &'a PlayoutRules,
    params: &'a PolicyParams,
}

impl<'a> Choose for Full<'a> {
    #[inline(always)]
    fn choose<const N: usize, const MODE: u8, const WHITE: bool>(
        &mut self,
        board: &mut PlayBoard<N>,
        line: &Line,
        rules: &PlayoutRules,
        rng: &mut PlayRng,
    ) -> Option<usize> {
        let last = line.recent(0).map_or(0, |turn| turn.index());
        let before = line.recent(1).map_or(0, |turn| turn.index());
        let turn = Turn {
            board,
            line,
            rules,
            params: self.params,
        };
        if last != 0
            && let Some(reply) = turn.reply::<MODE, WHITE>(last, before, self.shapes, rng)
        {
            return Some(reply);
        }
        board.filtered_random_move::<MODE, WHITE>(self.params, line, rules, rng)
    }
}

impl<const N: usize> Turn<'_, N> {
    /// A local answer to the last move.
    #[inline(always)]
    fn reply<const MODE: u8, const WHITE: bool>(
        &self,
        last: usize,
        before: usize,
        shapes: &Shapes,
        rng: &mut PlayRng,
    ) -> Option<usize> {
        let color = const { color_of(WHITE) };
        let params = self.params;
        let mut points = Points::new();
        let big = self.answer_ataris(color, last, &mut points);
        if points.len > 0
            && hits(rng, if big { params.big_atari } else { params.atari })
            && let Some(point) = self.pick::<MODE, WHITE>(&mut points, rng)
        {
            return Some(point);
        }
        points.len = 0;
        self.answer_two_liberties(color, last, &mut points);
        if points.len > 0
            && hits(rng, params.two_liberties)
            && let Some(point) = self.pick::<MODE, WHITE>(&mut points, rng)
        {
            return Some(point);
        }
        points.len = 0;
        self.find_vital_points(last, &mut points);
        if points.len > 0
            && hits(rng, params.nakade)
            && let Some(point) = self.pick::<MODE, WHITE>(&mut points, rng)
        {
            return Some(point);
        }
        points.len = 0;
        if hits(rng, params.pattern) {
            self.match_patterns(color, last, shapes, &mut points);
            if before != 0 {
                self.match_patterns(color, before, shapes, &mut points);
            }
            return self.pick::<MODE, WHITE>(&mut points, rng);
        }
        None
    }

    /// A random one of the points that rules and filters let pass.
    #[inline]
    fn pick<const MODE: u8, const WHITE: bool>(&self, points: &mut Points, rng: &mut PlayRng) -> Option<usize> {
        let color = const { color_of(WHITE) };
        while let Some(v) = points.take(rng) {
            if self.board.is_allowed::<MODE, WHITE>(v, self.rules, self.line)
                && self.board.is_sensible(color, v, self.params, rng)
            {
                return Some(v);
            }
        }
        None
    }

    /// Captures and escapes around the last move; whether three or more own stones are in atari.
    #[inline]
    fn answer_ataris(&self, color: Color, last: usize, points: &mut Points) -> bool {
        let board = self.board;
        let mut big = false;
        if board.color[last] == number(color.opponent())
            && let Count::One(liberty) = count(board.liberties[board.head(last)])
        {
            points.add(liberty);
        }
        board.for_each_chain_around(last, number(color.opponent()), |board, head| {
            if let Count::One(liberty) = count(board.liberties[head]) {
                points.add(liberty);
            }
        });
        board.for_each_chain_around(last, number(color), |board, head| {
            if let Count::One(liberty) = count(board.liberties[head]) {
                big |= board.size[head] >= 3;
                self.save(color, head, liberty, points);
            }
        });
        big
    }

    /// Ways out of atari for an own chain: captures of its attackers, and the extension if it helps.
    #[inline(never)]
    fn save(&self, color: Color, head: usize, liberty: usize, points: &mut Points) {
        let board = self.board;
        if let Some(capture) = board.some_attacker_in_atari(color, head) {
            points.add(capture);
        }
        if board.extension_escapes(color, head, liberty, self.params.ladder_moves) {
            points.add(liberty);
        }
    }

    /// Ataris on the chain just played and escapes of own neighbors, where they have two liberties.
    #[inline]
    fn answer_two_liberties(&self, color: Color, last: usize, points: &mut Points) {
        let board = self.board;
        if board.color[last] == number(color.opponent())
            && let Some((a, b)) = board.two_liberties(board.head(last))
        {
            for (attack, extend) in [(a, b), (b, a)] {
                if board.liberties_after(color.opponent(), extend, 3, attack) <= 2
                    && board.liberties_after(color, attack, 2, 0) >= 2
                {
                    points.add(attack);
                }
            }
        }
        board.for_each_chain_around(last, number(color), |board, head| {
            let Some((a, b)) = board.two_liberties(head) else {
                return;
            };
            let threatened = [(a, b), (b, a)].into_iter().any(|(attack, extend)| {
                board.liberties_after(color, extend, 3, attack) <= 1
                    && board.liberties_after(color.opponent(), attack, 2, 0) >= 2
            });
            if !threatened {
                return;
            }
            if let Some(capture) = board.some_attacker_in_atari(color, head) {
                points.add(capture);
            }
            for extend in [a, b] {
                if board.liberties_after(color, extend, 3, 0) >= 3 {
                    points.add(extend);
                }
            }
        });
    }

    /// Vital points of small regions beside the last move.
    #[inline]
    fn find_vital_points(&self, last: usize, points: &mut Points) {
        for step in &PlayBoard::<N>::STEPS[..4] {
            let neighbor = last.wrapping_add(*step);
            if self.board.color[neighbor] == EMPTY
                && let Some(vital) = self.board.vital_point(neighbor)
            {
                points.add(vital);
            }
        }
    }

    /// Points around a move whose 3x3 pattern asks for a play.
    #[inline]
    fn match_patterns(&self, color: Color, around: usize, shapes: &Shapes, points: &mut Points) {
        for step in PlayBoard::<N>::STEPS {
            let point = around.wrapping_add(step);
            if self.board.color[point] == EMPTY && shapes.matches(self.board.code[point], color) {
                points.add(point);
            }
        }
    }
}

/// True in so many percent of calls.
#[inline(always)]
fn hits(rng: &mut PlayRng, percent: u32) -> bool {
    rng.below(100) < percent
}

impl<const N: usize> PlayBoard<N> {
    /// Whether the rules allow a play on an empty point and it is neither suicide nor an own eye.
    #[inline(always)]
    fn is_allowed<const MODE: u8, const WHITE: bool>(&self, v: usize, rules: &PlayoutRules, line: &Line) -> bool {
        let color = const { color_of(WHITE) };
        if self.color[v] != EMPTY {
            return false;
        }
        if self.is_enclosed(v)
            && (is_eye(self.code[v], color)
                || !self.breathes(color, v)
                || usize::from(self.ko) == v && rules.repetition == Repetition::Simple)
        {
            return false;
        }
        !(MODE == SUPERKO && self.repeats(color, v, rules.repetition, line))
    }

    /// Whether a play is no bad self-atari.
    #[inline(always)]
    fn is_sensible(&self, color: Color, v: usize, params: &PolicyParams, rng: &mut PlayRng) -> bool {
        self.liberties_after(color, v, 2, 0) >= 2 || self.is_good_self_atari(color, v, params, rng)
    }

    #[inline(never)]
    fn is_good_self_atari(&self, color: Color, v: usize, params: &PolicyParams, rng: &mut PlayRng) -> bool {
        let mut takes = false;
        self.for_each_chain_around(v, number(color.opponent()), |board, head| {
            takes |= board.is_last_liberty(head, v)
        });
        if takes {
            return true;
        }
        let is_small = self.size_after(color, v) <= 2 || self.is_killing_shape(color, v);
        !hits(
            rng,
            if is_small {
                params.self_atari
            } else {
                params.big_self_atari
            },
        )
    }

    /// A random point that rules and filters let pass.
    #[inline(always)]
    fn filtered_random_move<const MODE: u8, const WHITE: bool>(
        &mut self,
        params: &PolicyParams,
        line: &Line,
        rules: &PlayoutRules,
        rng: &mut PlayRng,
    ) -> Option<usize> {
        let color = const { color_of(WHITE) };
        let mut rest = u32::from(self.empty_count);
        while rest > 0 {
            let place = rng.below(rest) as usize;
            let v = usize::from(self.empty[place]);
            if self.is_allowed::<MODE, WHITE>(v, rules, line) && self.is_sensible(color, v, params, rng) {
                if self.is_enclosed(v)
                    && is_closed_by(self.code[v], color)
                    && hits(rng, params.eye_repair)
                    && let Some(capture) = self.eye_repair(color, v)
                    && self.is_allowed::<MODE, WHITE>(capture, rules, line)
                {
                    return Some(capture);
                }
                return Some(v);
            }
            rest -= 1;
            self.swap_empty(place, rest as usize);
        }
        None
    }

    /// The last liberty of an opposing chain that makes a point surrounded by own stones a false eye.
    #[inline(never)]
    fn eye_repair(&self, color: Color, v: usize) -> Option<usize> {
        let mut opponents = stones_in(self.code[v], color.opponent()) >> 8;
        while opponents != 0 {
            let neighbor = v.wrapping_add(Self::STEPS[4 + opponents.trailing_zeros() as usize / 2]);
            opponents &= opponents - 1;
            if let Count::One(liberty) = count(self.liberties[self.head(neighbor)]) {
                return Some(liberty);
            }
        }
        None
    }
}
