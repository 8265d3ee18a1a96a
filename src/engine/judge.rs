//! Which stones are dead, and the score that follows: one routine for passing, final scores and lists.

use super::Engine;
use crate::rules::ruleset::DeadStones;
use crate::rules::{Color, PointSet, Ruleset};
use crate::score::{Finished, Outcome, Owners, Score, Settled, Terms, score};
use crate::search::Judge;

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

/// A judgement and the position it belongs to.
pub(super) struct Cached {
    hash: u64,
    turns: usize,
    terms: Terms,
    ruleset: Ruleset,
    judgement: Judgement,
}

/// Playouts that decide about dead stones.
const PLAYOUTS: u32 = 1500;

/// Mean ownership from which a stone counts as the opponent's.
const DEAD_FROM: f32 = 0.4;

/// Mean ownership from which a point counts as settled.
const SETTLED_FROM: f32 = 0.75;

impl Engine {
    /// Judges the position as if the game ended here; the same before and after passes.
    pub fn judge(&mut self) -> Judgement {
        let game = &self.game;
        let (hash, turns, terms) = (game.board().hash(), game.position().turns().len(), game.terms());
        let same = |cached: &&Cached| {
            (cached.hash, cached.turns, cached.terms) == (hash, turns, terms) && cached.ruleset == *game.ruleset()
        };
        if let Some(cached) = self.judged.as_ref().filter(same) {
            return cached.judgement.clone();
        }
        let judgement = self.judge_now();
        self.judged = Some(Cached {
            hash,
            turns,
            terms,
            ruleset: self.game.ruleset().clone(),
            judgement: judgement.clone(),
        });
        judgement
    }

    fn judge_now(&self) -> Judgement {
        let game = &self.game;
        let board = game.board();
        let ownership = Judge::new(game, PLAYOUTS).ownership();
        let mut dead = PointSet::EMPTY;
        let mut unsure = false;
        for chain in board.chains() {
            let sign = if chain.color == Color::Black { 1.0 } else { -1.0 };
            let own: f32 = chain.stones.iter().map(|point| ownership[point.index()]).sum::<f32>() * sign;
            let mean = own / chain.stones.len() as f32;
            if mean < -DEAD_FROM {
                dead = dead.union(&chain.stones);
            }
            unsure |= mean.abs() < SETTLED_FROM;
        }
        if game.ruleset().dead_stones == DeadStones::AllAlive {
            dead = PointSet::EMPTY;
        }
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
        let seki = settled.groups().iter().filter(|group| group.seki);
        let seki = seki.fold(PointSet::EMPTY, |all, group| all.union(&group.stones));
        let open = settled.regions().iter().filter(|region| region.owner.is_none());
        let open_points: usize = open.map(|region| region.points.len()).sum();
        Judgement {
            dead,
            seki,
            score: score(game.ruleset(), &finished, &terms),
            owners: Owners::new(game.ruleset(), &finished),
            settled: !unsure && open_points == 0,
        }
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
