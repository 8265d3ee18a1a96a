//! What scoring is told about a game: the position, the dead stones, and what was captured and passed.

use crate::rules::{Board, ByColor, Color, Played, PointSet, Turn, Vertex};

/// Captures, plays and passes of a game, kept turn by turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Stones captured *by* each color during play. A stone lost by suicide is a prisoner of the opponent.
    pub prisoners: ByColor<u32>,
    /// Stones each color has played; handicap and setup stones are not among them.
    pub plays: ByColor<u32>,
    /// Passes each color has made.
    pub passes: ByColor<u32>,
    /// Those of the passes that were made after play resumed from a disputed ending.
    pub dispute_passes: ByColor<u32>,
    /// Whether play has resumed from a disputed ending.
    pub resumed: bool,
    /// Who made the first pass of the game.
    pub first_pass: Option<Color>,
    /// Who made the first pass after the first play of the game.
    pub first_effective_pass: Option<Color>,
    /// Who took the last turn.
    pub last_mover: Option<Color>,
}

impl Tally {
    /// The tally of a game with these turns.
    #[must_use]
    pub fn of_turns(turns: &[Turn]) -> Tally {
        let mut tally = Tally::default();
        for turn in turns {
            let removed = turn.removed.len();
            let (captured, suicide) = if turn.was_suicide { (0, removed) } else { (removed, 0) };
            tally.note_counts(turn.color, turn.vertex, captured, suicide);
        }
        tally
    }

    /// Adds one turn; `played` is what the board returned, empty for a pass.
    pub fn note(&mut self, color: Color, vertex: Vertex, played: &Played) {
        self.note_counts(color, vertex, played.captured.len(), played.suicide.len());
    }

    /// From here on passes are made after a disputed ending.
    pub const fn resume(&mut self) {
        self.resumed = true;
    }

    fn note_counts(&mut self, color: Color, vertex: Vertex, captured: usize, suicide: usize) {
        self.last_mover = Some(color);
        self.prisoners[color] += captured as u32;
        self.prisoners[color.opponent()] += suicide as u32;
        if vertex != Vertex::Pass {
            self.plays[color] += 1;
            return;
        }
        self.passes[color] += 1;
        if self.resumed {
            self.dispute_passes[color] += 1;
        }
        self.first_pass.get_or_insert(color);
        if self.plays.black + self.plays.white > 0 {
            self.first_effective_pass.get_or_insert(color);
        }
    }
}

/// A position to be counted.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'a> {
    /// The stones, dead ones still standing.
    pub board: &'a Board,
    /// Stones to be taken off as dead. One stone of a chain stands for all of it; empty points do not matter.
    pub dead: PointSet,
    /// What happened on the way.
    pub tally: Tally,
    /// Whose turn it would be; the half point of an untaken button is his.
    pub to_move: Color,
}

/// What was agreed before the game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// Points for White, any half point that decides ties included.
    pub komi: f64,
    /// Handicap stones; 0 and 1 are even games.
    pub handicap: usize,
}
