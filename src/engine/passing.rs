//! Which of the search's candidates is played: passes and resignation.

use super::{Engine, Judgement};
use crate::game::Game;
use crate::rules::{Color, PointSet, Vertex};
use crate::search::{Candidate, Report};
use std::time::Duration;

impl Engine {
    /// The move to make after a search; `None` to resign. What the position is worth is not asked any more after the
    /// deadline, by the engine's timer; without an answer the search is believed.
    pub(super) fn choose(&mut self, report: &Report, deadline: Duration) -> Option<Vertex> {
        let color = report.color;
        let best = self.best_legal(report, |_| true).cloned();
        let Some(best) = best else {
            return Some(Vertex::Pass);
        };
        // Who leaves the pass out of the search does not want one.
        let may_pass = report
            .candidates
            .iter()
            .any(|candidate| candidate.vertex == Vertex::Pass);
        if may_pass && self.should_pass(report, &best, deadline) {
            return Some(Vertex::Pass);
        }
        // In the first half of a handicap game a low value is nothing new, and with points lent says nothing of the result.
        let lost = best.value < self.settings.resign_below && self.handicap_left() == 0.0;
        self.hopeless[color] = if lost { self.hopeless[color] + 1 } else { 0 };
        if self.settings.resign && self.hopeless[color] >= self.settings.resign_after {
            return None;
        }
        if best.vertex == Vertex::Pass {
            let other = self.best_legal(report, |vertex| vertex != Vertex::Pass).cloned();
            if let Some(other) = other.filter(|other| other.visits > 0 && other.value > best.value * 0.5)
                && self.pass_loses(color, deadline)
            {
                return Some(other.vertex);
            }
        }
        Some(best.vertex)
    }

    fn best_legal<'a>(&self, report: &'a Report, wanted: impl Fn(Vertex) -> bool) -> Option<&'a Candidate> {
        let legal = |vertex| self.game.why_refused(report.color, vertex).is_none();
        report
            .candidates
            .iter()
            .find(|candidate| wanted(candidate.vertex) && legal(candidate.vertex))
    }

    /// Whether a pass now would stop the game.
    fn pass_ends(&mut self, color: Color) -> bool {
        self.after_pass(color, |engine| !engine.game.phase().is_playing())
    }

    /// Whether the game, ended by this pass, would be lost.
    fn pass_loses(&mut self, color: Color, deadline: Duration) -> bool {
        let loses = |judgement: Judgement| judgement.score.winner() == Some(color.opponent());
        self.pass_ends(color) && self.judge_pass_by(color, deadline).is_some_and(loses)
    }

    /// Whether there is nothing left to gain, so that a pass keeps the result.
    fn should_pass(&mut self, report: &Report, best: &Candidate, deadline: Duration) -> bool {
        let color = report.color;
        let ends = self.pass_ends(color);
        // Judging costs time; as long as the search itself is unsure of a point there is something to gain.
        if !ends && best.vertex != Vertex::Pass && !is_clear(report) {
            return false;
        }
        let judged = if ends {
            self.judge_pass_by(color, deadline)
        } else {
            self.judge_by(deadline)
        };
        let Some(judgement) = judged else {
            return false;
        };
        let margin = judgement.score.margin_of(color);
        let wins = judgement.score.winner() == Some(color);
        // An end right now needs less certainty: the opponent has nothing to say any more.
        let agrees = best.value > 0.85 && margin >= best.lead - 3.0 || best.value > 0.5 && judgement.certain;
        let agrees = agrees && !has_living_stones_in_atari(&self.game, color, &judgement.dead);
        if ends && wins && (best.value > 0.5 && judgement.settled || agrees) {
            return true;
        }
        judgement.settled && margin >= best.lead - 1.5 && (wins || best.value < 0.2)
    }
}

/// Whether the search is sure who owns each point.
fn is_clear(report: &Report) -> bool {
    !report.ownership.is_empty() && report.ownership.iter().all(|owner| owner.abs() > 0.6)
}

/// Whether stones of a color that are not taken for dead have one liberty: others may count them as lost after a pass.
fn has_living_stones_in_atari(game: &Game, color: Color, dead: &PointSet) -> bool {
    let mut chains = game.board().chains();
    chains.any(|chain| chain.color == color && chain.liberties.len() == 1 && !chain.stones.intersects(dead))
}
