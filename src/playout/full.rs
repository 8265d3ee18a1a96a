//! The full policy: local replies first, then a random point that passes the filters.
//!
//! The order of the generators is that of MoGo (2006), Fuego and Pachi: answer an atari, then chains with two liberties,
//! then the vital point, then 3x3 patterns.

use super::board::{EMPTY, PlayBoard, empty_in, is_closed_by, number, stones_in};
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

    /// Adds a point if the condition holds; it may be there twice then, and there must be room.
    #[inline(always)]
    fn add_if(&mut self, point: usize, condition: bool) {
        self.at[self.len] = point as u16;
        self.len += usize::from(condition);
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

/// Chains with few liberties: first the one just played, then its own neighbors.
struct Weak {
    heads: [u16; 5],
    /// Their liberty words; 0 for a first chain that has many liberties.
    words: [u64; 5],
    len: usize,
    any_atari: bool,
    any_two: bool,
}

impl Weak {
    /// Notes a chain that may have one or two liberties; whether it may.
    #[inline(always)]
    fn look(&mut self, head: usize, word: u64, place: usize) -> bool {
        // A point is next to at most four stones.
        if word >> 50 > 8 || self.heads[..place].contains(&(head as u16)) {
            return false;
        }
        self.heads[place] = head as u16;
        self.words[place] = word;
        match count(word) {
            Count::None => {}
            Count::One(_) => self.any_atari = true,
            Count::More => self.any_two = true,
        }
        true
    }

    #[inline(always)]
    fn is_two(&self, place: usize) -> bool {
        count(self.words[place]) == Count::More
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
        let params = self.params;
        let mut points = Points::new();
        let weak = self.survey::<WHITE>(last);
        if weak.any_atari {
            let big = self.answer_ataris::<WHITE>(&weak, &mut points);
            if points.len > 0
                && hits(rng, if big { params.big_atari } else { params.atari })
                && let Some(point) = self.pick::<MODE, WHITE>(&mut points, rng)
            {
                return Some(point);
            }
            points.len = 0;
        }
        if weak.any_two && hits(rng, params.two_liberties) {
            self.answer_two_liberties::<WHITE>(&weak, &mut points);
            if let Some(point) = self.pick::<MODE, WHITE>(&mut points, rng) {
                return Some(point);
            }
            points.len = 0;
        }
        if self.find_vital_points(last, &mut points)
            && hits(rng, params.nakade)
            && let Some(point) = self.pick::<MODE, WHITE>(&mut points, rng)
        {
            return Some(point);
        }
        points.len = 0;
        if hits(rng, params.pattern) {
            let color = const { color_of(WHITE) };
            self.match_patterns(color, last, shapes, &mut points);
            if before != 0 {
                self.match_patterns(color, before, shapes, &mut points);
            }
            return self.pick::<MODE, WHITE>(&mut points, rng);
        }
        None
    }

    /// Looks at the chain just played and its own neighbors for those with few liberties.
    #[inline(always)]
    fn survey<const WHITE: bool>(&self, last: usize) -> Weak {
        let color = const { color_of(WHITE) };
        let board = self.board;
        let mut weak = Weak {
            heads: [0; 5],
            words: [0; 5],
            len: 1,
            any_atari: false,
            any_two: false,
        };
        if board.color[last] == number(color.opponent()) {
            weak.look(board.head(last), board.liberties[board.head(last)], 0);
        }
        let mut own = stones_in(board.code[last], color) & 0xFF;
        while own != 0 {
            let neighbor = last.wrapping_add(PlayBoard::<N>::STEPS[own.trailing_zeros() as usize / 2]);
            own &= own - 1;
            let head = board.head(neighbor);
            let place = weak.len;
            weak.len += usize::from(weak.look(head, board.liberties[head], place));
        }
        weak
    }

    /// A random one of the points that rules and filters let pass.
    #[inline]
    fn pick<const MODE: u8, const WHITE: bool>(&self, points: &mut Points, rng: &mut PlayRng) -> Option<usize> {
        while let Some(v) = points.take(rng) {
            if self.board.is_allowed::<MODE, WHITE>(v, self.rules, self.line)
                && self.board.is_sensible::<WHITE>(v, self.params, rng)
            {
                return Some(v);
            }
        }
        None
    }

    /// Captures and escapes around the last move; whether three or more own stones are in atari.
    #[inline(never)]
    fn answer_ataris<const WHITE: bool>(&self, weak: &Weak, points: &mut Points) -> bool {
        let mut big = false;
        if let Count::One(liberty) = count(weak.words[0]) {
            points.add(liberty);
        }
        for place in 1..weak.len {
            if let Count::One(liberty) = count(weak.words[place]) {
                let head = usize::from(weak.heads[place]);
                big |= self.board.size[head] >= 3;
                self.save::<WHITE>(head, liberty, points);
            }
        }
        big
    }

    /// Ways out of atari for an own chain: captures of its attackers, and the extension if it helps.
    #[inline]
    fn save<const WHITE: bool>(&self, head: usize, liberty: usize, points: &mut Points) {
        let color = const { color_of(WHITE) };
        let board = self.board;
        if let Some(capture) = board.some_attacker_in_atari(color, head) {
            points.add(capture);
        }
        let gained = board.liberties_after::<WHITE>(liberty, 3, 0);
        let escapes = gained > 2
            || gained == 2
                && (u32::from(board.size[head]) < self.params.ladder_stones
                    || board.extension_escapes(color, head, liberty, self.params.ladder_moves));
        if escapes {
            points.add(liberty);
        }
    }

    /// Ataris on the chain just played and escapes of own neighbors, where they have two liberties.
    #[inline(never)]
    fn answer_two_liberties<const WHITE: bool>(&self, weak: &Weak, points: &mut Points) {
        if weak.is_two(0)
            && let Some(both) = self.board.two_of_more(usize::from(weak.heads[0]))
        {
            self.attack_two_liberties::<WHITE>(both, points);
        }
        for place in 1..weak.len {
            if weak.is_two(place)
                && let Some(both) = self.board.two_of_more(usize::from(weak.heads[place]))
            {
                self.defend_two_liberties::<WHITE>(usize::from(weak.heads[place]), both, points);
            }
        }
    }

    #[inline]
    fn attack_two_liberties<const WHITE: bool>(&self, (a, b): (usize, usize), points: &mut Points) {
        let board = self.board;
        for (attack, extend) in [(a, b), (b, a)] {
            let is_chase = if WHITE {
                board.liberties_after::<false>(extend, 3, attack) <= 2
            } else {
                board.liberties_after::<true>(extend, 3, attack) <= 2
            };
            if is_chase && board.is_safe_after::<WHITE>(attack) {
                points.add(attack);
            }
        }
    }

    #[inline]
    fn defend_two_liberties<const WHITE: bool>(&self, head: usize, (a, b): (usize, usize), points: &mut Points) {
        let board = self.board;
        let threatened = [(a, b), (b, a)].into_iter().any(|(attack, extend)| {
            let can_attack = |attack| {
                if WHITE {
                    board.is_safe_after::<false>(attack)
                } else {
                    board.is_safe_after::<true>(attack)
                }
            };
            board.liberties_after::<WHITE>(extend, 2, attack) <= 1 && can_attack(attack)
        });
        if !threatened {
            return;
        }
        if let Some(capture) = board.some_attacker_in_atari(const { color_of(WHITE) }, head) {
            points.add(capture);
        }
        for extend in [a, b] {
            if board.liberties_after::<WHITE>(extend, 3, 0) >= 3 {
                points.add(extend);
            }
        }
    }

    /// Vital points of small regions beside the last move; whether there are any.
    #[inline(always)]
    fn find_vital_points(&self, last: usize, points: &mut Points) -> bool {
        let mut empty = empty_in(self.board.code[last]);
        while empty != 0 {
            let neighbor = last.wrapping_add(PlayBoard::<N>::STEPS[empty.trailing_zeros() as usize / 2]);
            empty &= empty - 1;
            if let Some(vital) = self.board.vital_point(neighbor) {
                points.add(vital);
            }
        }
        points.len > 0
    }

    /// Points around a move whose 3x3 pattern asks for a play.
    #[inline]
    fn match_patterns(&self, color: Color, around: usize, shapes: &Shapes, points: &mut Points) {
        let code = self.board.code[around];
        let mut empty = !(code | code >> 1) & 0x5555;
        while empty != 0 {
            let point = around.wrapping_add(PlayBoard::<N>::STEPS[empty.trailing_zeros() as usize / 2]);
            empty &= empty - 1;
            points.add_if(point, shapes.matches(self.board.code[point], color));
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
    fn is_sensible<const WHITE: bool>(&self, v: usize, params: &PolicyParams, rng: &mut PlayRng) -> bool {
        let color = const { color_of(WHITE) };
        self.is_safe_after::<WHITE>(v) || self.is_good_self_atari(color, v, params, rng)
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
        if hits(rng, params.seki) && self.breaks_seki(color, v) {
            return false;
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
            if self.is_allowed::<MODE, WHITE>(v, rules, line) && self.is_sensible::<WHITE>(v, params, rng) {
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
