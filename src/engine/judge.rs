//! Which stones are dead, and the score that follows: one routine for passing, final scores and lists.

use super::Engine;
use crate::game::{Ended, Game, Phase};
use crate::rules::ruleset::DeadStones;
use crate::rules::{BoardSize, Color, Legality, PointSet};
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

/// What playouts say of the stones on a board; independent of the turns that led to it, so that passes change nothing.
pub(super) struct Read {
    size: BoardSize,
    hash: u64,
    legality: Legality,
    /// Stones that end up as the opponent's.
    dead: PointSet,
    /// Whether every chain's fate is clear.
    clear: bool,
}

/// Playouts that decide about dead stones.
const PLAYOUTS: u32 = 1500;

/// Mean ownership by the opponent from which a chain counts as dead.
const DEAD_FROM: f32 = 0.4;

/// Mean ownership, by either side, from which a chain's fate is clear.
const CLEAR_FROM: f32 = 0.75;

impl Engine {
    /// Judges the position as if the game ended here. Which stones are dead does not depend on passes.
    pub fn judge(&mut self) -> Judgement {
        let game = &self.game;
        let board = game.board();
        let fits = |read: &Read| {
            (read.size, read.hash, read.legality) == (board.size(), board.hash(), game.position().legality())
        };
        let read = match self.read.take().filter(fits) {
            Some(read) => read,
            None => read_stones(game),
        };
        let agreed = game.ruleset().dead_stones == DeadStones::Agreed && !matches!(game.phase(), Phase::Over(_));
        let dead = if agreed { read.dead } else { PointSet::EMPTY };
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
        let mut counted = score(game.ruleset(), &finished, &terms);
        if game.phase() == Phase::Over(Ended::LongCycle) {
            counted.outcome = Outcome::Draw;
        }
        let judgement = Judgement {
            dead,
            seki,
            score: counted,
            owners: Owners::new(game.ruleset(), &finished),
            settled: read.clear && open_points == 0,
        };
        self.read = Some(read);
        judgement
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

fn read_stones(game: &Game) -> Read {
    let board = game.board();
    let ownership = Judge::new(game, PLAYOUTS).ownership();
    let mut read = Read {
        size: board.size(),
        hash: board.hash(),
        legality: game.position().legality(),
        dead: PointSet::EMPTY,
        clear: true,
    };
    for chain in board.chains() {
        let sign = if chain.color == Color::Black { 1.0 } else { -1.0 };
        let own: f32 = chain.stones.iter().map(|point| ownership[point.index()]).sum::<f32>() * sign;
        let mean = own / chain.stones.len() as f32;
        if mean < -DEAD_FROM {
            read.dead = read.dead.union(&chain.stones);
        }
        read.clear &= mean.abs() >= CLEAR_FROM;
    }
    read
}
