//! Which stones are dead, and the score that follows: one routine for passing, final scores and lists.

use super::Engine;
use crate::game::{Ended, Phase};
use crate::rules::ruleset::{AfterResume, DeadStones, Suicide};
use crate::rules::{BoardSize, Color, PointSet, Vertex};
use crate::score::{Finished, Outcome, Owners, Score, Settled, Terms, score};
use crate::search::Fates;
use std::time::Duration;

/// How the game would be counted if it ended here.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Stones taken for dead.
    pub dead: PointSet,
    /// Living stones in seki.
    pub seki: PointSet,
    /// The count.
    pub score: Score,
    /// Who owns each point.
    pub owners: Owners,
    /// Whether every point is settled, so that playing on would change nothing.
    pub settled: bool,
    /// Whether the winner would also win if every doubtful chain turned out against him and the opponent took every
    /// point that is still open.
    pub certain: bool,
}

/// The life of a stone, in GTP's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It lives.
    Alive,
    /// It would be captured.
    Dead,
    /// It lives only because neither side can attack.
    Seki,
}

/// What was read of a position; independent of the turns that led to it, so that passes change nothing.
pub(super) struct Read {
    size: BoardSize,
    hash: u64,
    suicide: Suicide,
    fates: Fates,
}

impl Engine {
    /// Judges the position as if the game ended here. Which stones are dead does not depend on passes.
    pub fn judge(&mut self) -> Judgement {
        let fates = self.fates();
        self.judgement(&fates)
    }

    /// The same, if it is known by then, by the engine's timer.
    pub(super) fn judge_by(&mut self, deadline: Duration) -> Option<Judgement> {
        let fates = self.fates_charged(deadline)?;
        Some(self.judgement(&fates))
    }

    /// What the game would be if `color` passed now, with what that pass costs or wins.
    pub(super) fn judge_pass_by(&mut self, color: Color, deadline: Duration) -> Option<Judgement> {
        let fates = self.fates_charged(deadline)?;
        Some(self.after_pass(color, |engine| engine.judgement(&fates)))
    }

    /// What is found once `color` has passed; the game is the same afterwards.
    pub(super) fn after_pass<R>(&mut self, color: Color, look: impl FnOnce(&Engine) -> R) -> R {
        self.game.play_unchecked(color, Vertex::Pass);
        let found = look(self);
        self.game.undo();
        found
    }

    /// The fates, if known by then; the time that takes is noted, so that the next search leaves as much.
    fn fates_charged(&mut self, deadline: Duration) -> Option<Fates> {
        let start = (self.timer)();
        let fates = self.fates_by(deadline);
        self.judging += (self.timer)().saturating_sub(start);
        fates
    }

    fn judgement(&self, fates: &Fates) -> Judgement {
        let game = &self.game;
        let board = game.board();
        let dead = if self.is_all_alive() {
            PointSet::EMPTY
        } else {
            fates.dead
        };
        let finished = Finished {
            board,
            dead,
            tally: (*game.tally()).into(),
            to_move: game.to_move(),
        };
        let terms = Terms {
            komi: game.komi(),
            handicap: game.handicap().stones,
        };
        let settled = Settled::new(board, &dead);
        let mut counted = score(game.ruleset(), &finished, &terms);
        if game.phase() == Phase::Over(Ended::LongCycle) {
            counted.outcome = Outcome::Draw;
        }
        Judgement {
            dead,
            seki: seki_stones(&settled),
            score: counted,
            owners: Owners::new(game.ruleset(), &finished),
            settled: fates.doubtful.is_empty() && settled.neutral().is_empty(),
            certain: self.is_certain(fates, &finished, &terms, &counted),
        }
    }

    fn is_certain(&self, fates: &Fates, finished: &Finished<'_>, terms: &Terms, counted: &Score) -> bool {
        let Some(winner) = counted.winner() else {
            return false;
        };
        if self.is_all_alive() {
            return true;
        }
        let board = finished.board;
        let lost = fates.doubtful.intersection(board.stones(winner));
        let kept = fates.doubtful.difference(&lost);
        let dead = finished.dead.difference(&kept).union(&lost);
        let worst = Finished { dead, ..*finished };
        let settled = Settled::new(board, &dead);
        let worst = score(self.game.ruleset(), &worst, terms);
        worst.margin_of(winner) > open_points(&settled) as f64
    }

    /// What becomes of the stones, read once for each position.
    pub(super) fn fates(&mut self) -> Fates {
        let known = self.known();
        known.unwrap_or_else(|| self.remember(Fates::read(self.game.board(), self.game.ruleset().suicide)))
    }

    /// The same, if it is known by then, by the engine's timer.
    pub(super) fn fates_by(&mut self, deadline: Duration) -> Option<Fates> {
        if let Some(fates) = self.known() {
            return Some(fates);
        }
        let timer = &self.timer;
        let read = Fates::read_while(self.game.board(), self.game.ruleset().suicide, &|| timer() < deadline);
        read.map(|fates| self.remember(fates))
    }

    pub(super) fn known(&self) -> Option<Fates> {
        let read = self.read.as_ref()?;
        let board = self.game.board();
        let same = (read.size, read.hash, read.suicide) == (board.size(), board.hash(), self.game.ruleset().suicide);
        same.then_some(read.fates)
    }

    fn remember(&mut self, fates: Fates) -> Fates {
        let board = self.game.board();
        self.read = Some(Read {
            size: board.size(),
            hash: board.hash(),
            suicide: self.game.ruleset().suicide,
            fates,
        });
        fates
    }

    /// Whether the next stop ends the game with every stone on the board alive.
    fn is_all_alive(&self) -> bool {
        let (game, ruleset) = (&self.game, self.game.ruleset());
        let resumed_for_good = ruleset.after_resume == AfterResume::Final && game.tally().resumptions > 0;
        ruleset.dead_stones == DeadStones::AllAlive || resumed_for_good || matches!(game.phase(), Phase::Over(_))
    }

    /// The result if the game ended here.
    pub fn final_score(&mut self) -> Outcome {
        self.judge().score.outcome
    }

    /// The stones of one status.
    pub fn stones_of(&mut self, status: Status) -> PointSet {
        let judgement = self.judge();
        let board = self.game.board();
        let stones = board.stones(Color::Black).union(board.stones(Color::White));
        match status {
            Status::Dead => judgement.dead,
            Status::Seki => judgement.seki,
            Status::Alive => stones.difference(&judgement.dead).difference(&judgement.seki),
        }
    }
}

/// All stones in seki.
fn seki_stones(settled: &Settled) -> PointSet {
    let [black, white] = Color::BOTH.map(|color| settled.seki_stones(color));
    black.union(&white)
}

/// How many neutral points somebody may still play on: nobody does in regions that only stones in seki touch.
fn open_points(settled: &Settled) -> usize {
    let stones = settled.stones(Color::Black).union(settled.stones(Color::White));
    let others = stones.difference(&seki_stones(settled));
    let neutral = settled.regions().iter().filter(|region| region.owner.is_none());
    neutral
        .filter(|region| region.points.border(settled.size()).intersects(&others))
        .map(|region| region.points.len())
        .sum()
}
