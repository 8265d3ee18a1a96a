//! What a playout needs to know of a rule system, compiled once a game.

use super::board::{Counters, PlayBoard};
use super::line::{Beginning, Line, Move};
use crate::game::Game;
use crate::rules::ruleset::{
    Ending, FirstPassBonus, LastPass, LongCycle, PassCost, Repetition, Scoring, Suicide, Tax, Tie,
};
use crate::rules::{BoardSize, Color, Ruleset};

/// The dimensions of a rule system that touch playouts, with the game's komi. All margins are Black minus White.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayoutRules {
    /// Which positions may not come back.
    pub repetition: Repetition,
    /// Whether the third occurrence of a position ends the game as a draw.
    pub cycle_draws: bool,
    /// Whether own chains may be left without liberties.
    pub suicide: Suicide,
    /// What is counted.
    pub scoring: Scoring,
    /// Which eyes are nobody's point.
    pub tax: Tax,
    /// What a pass costs.
    pub pass_cost: PassCost,
    /// Whether White makes the last pass.
    pub white_passes_last: bool,
    /// How play ends.
    pub ending: Ending,
    /// What the first pass of the game earns.
    pub first_pass_bonus: FirstPassBonus,
    /// Who wins equal scores.
    pub tie: Tie,
    /// Points White gets: komi and the bonus for handicap stones.
    pub white_bonus: f32,
    /// Turns after which a playout is stopped and counted as the board stands.
    pub max_turns: u32,
}

impl PlayoutRules {
    /// The rules of this game, with its komi.
    #[must_use]
    pub fn of_game(game: &Game) -> PlayoutRules {
        PlayoutRules::new(game.ruleset(), game.size(), game.komi(), game.handicap().stones)
    }

    /// The rules of a game on this board, with this komi and so many handicap stones (0 or 1: an even game).
    #[must_use]
    pub fn new(ruleset: &Ruleset, size: BoardSize, komi: f64, handicap: usize) -> PlayoutRules {
        let handicap_points = match ruleset.scoring {
            Scoring::Territory => 0.0,
            Scoring::Area | Scoring::Stones => ruleset.handicap_points(handicap),
        };
        PlayoutRules {
            repetition: ruleset.repetition,
            cycle_draws: ruleset.long_cycle == LongCycle::Draw
                && matches!(ruleset.repetition, Repetition::None | Repetition::Simple),
            suicide: ruleset.suicide,
            scoring: ruleset.scoring,
            tax: match ruleset.scoring {
                Scoring::Stones => Tax::All,
                Scoring::Area | Scoring::Territory => ruleset.tax,
            },
            pass_cost: ruleset.pass_cost,
            white_passes_last: ruleset.last_pass == LastPass::White,
            ending: ruleset.ending,
            first_pass_bonus: ruleset.first_pass_bonus,
            tie: ruleset.tie_for(handicap),
            white_bonus: (komi + handicap_points) as f32,
            max_turns: 3 * size.area() as u32 + 20,
        }
    }

    /// Whether a repetition must be looked for at all.
    #[must_use]
    #[inline]
    pub const fn minds_repetition(&self) -> bool {
        self.cycle_draws || self.has_superko()
    }

    /// Whether whole-board repetition is illegal.
    #[must_use]
    #[inline]
    pub const fn has_superko(&self) -> bool {
        !matches!(self.repetition, Repetition::None | Repetition::Simple)
    }

    /// Passes in a row, as [`Counters::passes_in_row`] counts them, that end the game.
    #[must_use]
    #[inline]
    pub const fn passes_to_end(&self) -> u8 {
        match self.ending {
            Ending::TwoPasses | Ending::FirstPassFree => 2,
            Ending::FourPasses => 4,
        }
    }

    fn passes_cost(&self, counters: &Counters) -> bool {
        match self.pass_cost {
            PassCost::None => false,
            PassCost::PassStone => true,
            PassCost::PassStoneInDispute => counters.resumed,
        }
    }

    /// What is added to the area margin of the final position, given the position from which on no more turns cost
    /// anything: the playout's start, since a playout only confirms who owns what.
    ///
    /// Under territory scoring every stone played so far is a point less for its player (area and territory
    /// margins differ by the difference in stones played; Aja Huang, computer-go list, April 2010), and
    /// every paid pass a prisoner.
    #[must_use]
    pub fn offset<const N: usize>(&self, start: &PlayBoard<N>) -> f32 {
        let counters = &start.counters;
        let mut offset = -self.white_bonus;
        if self.scoring == Scoring::Territory {
            let spent = |color: Color| {
                i32::from(start.stones[color.index()])
                    + i32::from(counters.lost[color])
                    + i32::from(counters.paid_passes[color])
            };
            offset -= (spent(Color::Black) - spent(Color::White)) as f32;
            // From here on both take equally many turns, but White takes one more when he is to move and has to
            // pass last.
            if self.passes_cost(counters) && self.white_passes_last && counters.to_move == Color::White {
                offset += 1.0;
            }
        }
        offset
    }

    /// What the first pass of the game adds at the end of it.
    #[must_use]
    pub fn pass_bonus(&self, end: &Counters) -> f32 {
        match (self.first_pass_bonus, end.first_pass) {
            (FirstPassBonus::None, _) => 0.0,
            (FirstPassBonus::HalfPoint, first) => match first.unwrap_or(end.to_move) {
                Color::Black => 0.5,
                Color::White => -0.5,
            },
            (FirstPassBonus::WhitePoint, Some(Color::White)) => -1.0,
            (FirstPassBonus::WhitePoint, _) => 0.0,
        }
    }

    /// What a final margin is worth to Black: 1 for a win, 0 for a loss, 0.5 for a draw.
    #[must_use]
    #[inline]
    pub fn black_value(&self, margin: f32, end: &Counters) -> f32 {
        if margin > 0.0 {
            return 1.0;
        }
        if margin < 0.0 {
            return 0.0;
        }
        let winner = match self.tie {
            Tie::Draw => None,
            Tie::White => Some(Color::White),
            Tie::Black => Some(Color::Black),
            Tie::FirstPasser => end.first_effective_pass,
        };
        match winner {
            None => 0.5,
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
        }
    }
}

impl<const N: usize> PlayBoard<N> {
    /// Gives the turn up and notes that in the line; the other color is to move.
    pub fn pass(&mut self, color: Color, rules: &PlayoutRules, line: &mut Line) {
        self.ko = 0;
        self.time += 1;
        line.push(Move::pass(color), self.hash);
        let mut counters = self.counters;
        counters.to_move = color.opponent();
        if color == Color::White {
            counters.forced_passes = counters.forced_passes.saturating_sub(1);
        }
        counters.paid_passes[color] += u16::from(rules.passes_cost(&counters));
        let takes_button = rules.first_pass_bonus == FirstPassBonus::HalfPoint && counters.first_pass.is_none();
        counters.first_pass.get_or_insert(color);
        let is_free = rules.ending == Ending::FirstPassFree && counters.first_effective_pass.is_none();
        if counters.any_play {
            counters.first_effective_pass.get_or_insert(color);
        }
        if takes_button {
            self.begin_anew(color.opponent(), line);
        }
        if takes_button || is_free {
            counters.passes_in_row = 0;
        } else {
            counters.passes_in_row = counters.passes_in_row.saturating_add(1);
        }
        self.counters = counters;
    }

    /// Makes the present position a start for the repetition rules, with `to_move` to play: the rules look no further
    /// back.
    pub fn begin_anew(&mut self, to_move: Color, line: &Line) {
        self.beginning = Beginning {
            entry: line.len() as u32 - 1,
            to_move,
        };
    }

    /// Whether the passes made so far end the game.
    #[must_use]
    #[inline]
    pub const fn is_over(&self, rules: &PlayoutRules) -> bool {
        self.counters.passes_in_row >= rules.passes_to_end()
    }

    /// Whether `color` must pass now because of a handicap by passes.
    #[must_use]
    #[inline]
    pub const fn must_pass(&self, color: Color) -> bool {
        matches!(color, Color::White) && self.counters.forced_passes > 0
    }
}
