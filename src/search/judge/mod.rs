//! Which stones of a position are dead, from the position alone: neither passes nor earlier turns matter.
//!
//! Three sources, the surest first: pass-alive chains and what stands in their territory ([`life`](crate::score::life)); who owns the
//! stones at the end of random play with an eye on capture (`policy`); and for chains about which that leaves a
//! doubt, a search for their capture inside the part of the board that is left open when all sure chains are taken for
//! walls (`reading`). A chain is dead when it can be captured although its owner moves first.

mod arena;
mod field;
mod policy;
mod reading;
#[cfg(test)]
mod tests;

use crate::playout::PlayRng;
use crate::rules::ruleset::Suicide;
use crate::rules::{Board, Chain, Color, PointSet};
use crate::score::life::{PassAlive, pass_dead};
use arena::Arena;
use reading::Reading;

/// What becomes of the stones of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fates {
    /// Stones that will be captured even if their owner moves first.
    pub dead: PointSet,
    /// Chains of which it is not clear that they are dead, or alive, whoever moves first.
    pub doubtful: PointSet,
}

/// Playouts for the ownership of the whole board. A fuzzer looks for faults, not for the truth.
const PLAYOUTS: u32 = if cfg!(fuzzing) { 8 } else { 256 };

/// Mean ownership from which a chain is a wall in readings, its owner's view.
const SAFE_FROM: f32 = 0.5;

/// Mean ownership from which a chain needs no reading to be clearly alive.
const ALIVE_FROM: f32 = 0.6;

/// Playouts of one reading at most.
const READING: usize = if cfg!(fuzzing) { 20 } else { 1000 };

/// Playouts of one reading times the points of its arena, at most, so that large arenas do not take longer.
const READING_POINTS: usize = 60_000;

/// Points of the largest arena that is read: in a finished position larger ones are open country, in others reading
/// would take too long.
const LARGEST: usize = 160;

/// Readings of one position; more are asked for only far from the end.
const MOST_READINGS: usize = 30;

impl Fates {
    /// Reads a position; the same stones give the same answer.
    #[must_use]
    pub fn read(board: &Board, suicide: Suicide) -> Fates {
        loop {
            if let Some(fates) = Fates::read_while(board, suicide, &|| true) {
                return fates;
            }
        }
    }

    /// The same answer, or none as soon as `go_on`, which is asked about every tenth of a millisecond, says no.
    #[must_use]
    pub fn read_while(board: &Board, suicide: Suicide, go_on: &dyn Fn() -> bool) -> Option<Fates> {
        let mut rng = PlayRng::new(board.hash());
        let alive = PassAlive::both(board, suicide);
        let settled = alive.black.points().union(&alive.white.points());
        let rest = PointSet::all(board.size()).difference(&settled);
        let ownership = policy::ownership(board, &rest, PLAYOUTS, &mut rng, go_on)?;
        let beliefs: Vec<(Chain, f32)> = board
            .chains()
            .filter(|chain| !chain.stones.intersects(&settled))
            .map(|chain| (*chain, mean(chain, &ownership)))
            .collect();
        let mut doubts = Doubts::new(board, &settled, &beliefs);
        let mut dead = pass_dead(board, suicide);
        let mut doubtful = PointSet::EMPTY;
        for (chain, own) in &beliefs {
            let fate = if *own >= ALIVE_FROM {
                Fate::ALIVE
            } else {
                doubts.read(chain, *own, &mut rng, go_on)?
            };
            if fate.dead {
                dead = dead.union(&chain.stones);
            }
            if !fate.clear {
                doubtful = doubtful.union(&chain.stones);
            }
        }
        Some(Fates {
            dead: enclosed_by_opponents(board, dead),
            doubtful,
        })
    }
}

/// What becomes of one chain.
struct Fate {
    dead: bool,
    clear: bool,
}

impl Fate {
    const ALIVE: Fate = Fate {
        dead: false,
        clear: true,
    };
}

/// Chains that random play leaves in doubt, and where they are read.
struct Doubts<'a> {
    board: &'a Board,
    beliefs: &'a [(Chain, f32)],
    /// All points but the sure chains, which are walls.
    open: PointSet,
    readings: usize,
}

impl Doubts<'_> {
    fn new<'a>(board: &'a Board, settled: &PointSet, beliefs: &'a [(Chain, f32)]) -> Doubts<'a> {
        let safe = beliefs.iter().filter(|(_, own)| *own >= SAFE_FROM);
        let walls = safe.fold(*settled, |all, (chain, _)| all.union(&chain.stones));
        Doubts {
            board,
            beliefs,
            open: PointSet::all(board.size()).difference(&walls),
            readings: 0,
        }
    }

    /// Where a chain may be read: the open points, the chain, and its captors, who may be short of liberties
    /// themselves, as in seki, however sure of life they seem.
    fn around(&self, chain: &Chain) -> PointSet {
        let size = self.board.size();
        let reach = chain.stones.border(size).union(&chain.liberties.border(size));
        let captors = self
            .beliefs
            .iter()
            .filter(|(captor, _)| captor.color != chain.color && captor.stones.intersects(&reach));
        captors.fold(self.open.union(&chain.stones), |all, (captor, _)| {
            all.union(&captor.stones)
        })
    }

    /// The fate of a chain whose owner keeps so much of it in random play.
    fn read(&mut self, chain: &Chain, own: f32, rng: &mut PlayRng, go_on: &dyn Fn() -> bool) -> Option<Fate> {
        let by_belief = Fate {
            dead: own < 0.0,
            clear: false,
        };
        let Some(stone) = chain.stones.first() else {
            return Some(by_belief);
        };
        let inside = PointSet::flood(stone, &self.around(chain), self.board.size());
        self.readings += 1;
        if inside.len() > LARGEST || self.readings > MOST_READINGS {
            return Some(by_belief);
        }
        let arena = Arena::new(self.board, &inside);
        let node = arena.node(stone);
        let playouts = READING.min(READING_POINTS / inside.len()) as u32;
        let mut reading = Reading::new(&arena, u64::from(rng.next()));
        let defended = reading.survival(node, chain.color, chain.color, playouts, go_on)?;
        if defended < 0.5 {
            return Some(Fate {
                dead: true,
                clear: defended < 0.2,
            });
        }
        let attacked = reading.survival(node, chain.color, chain.color.opponent(), playouts, go_on)?;
        Some(Fate {
            // Whoever moves first decides; random play says who is ahead.
            dead: attacked < 0.5 && own < 0.0,
            clear: attacked > 0.8,
        })
    }
}

/// Mean ownership of a chain's stones from its owner's view.
fn mean(chain: &Chain, ownership: &[f32]) -> f32 {
    let sum: f32 = chain.stones.iter().map(|point| ownership[point.index()]).sum();
    let mean = sum / chain.stones.len() as f32;
    if chain.color == Color::Black { mean } else { -mean }
}

/// The dead stones without those whose captors are dead themselves: once all dead stones are off, they stand in
/// their own side's territory.
fn enclosed_by_opponents(board: &Board, mut dead: PointSet) -> PointSet {
    let size = board.size();
    loop {
        let before = dead;
        for part in board.empty_points().union(&before).parts(size) {
            let border = part.border(size);
            for color in Color::BOTH {
                let opponents = board.stones(color.opponent()).difference(&before);
                if !border.intersects(&opponents) {
                    dead = dead.difference(&part.intersection(board.stones(color)));
                }
            }
        }
        if dead == before {
            return dead;
        }
    }
}
