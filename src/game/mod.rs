//! One game being played: a position under a ruleset, with everything that scoring and the ending need.
//!
//! [`Game`] is told what happens (a play, a pass, a set-up, an undo) and knows whose turn it is, what has been
//! captured, whether play has stopped, and why. It never reads a clock and never searches.

pub mod clock;
mod ending;
pub mod handicap;
pub mod perft;
mod phase;
pub mod referee;
pub mod sgf;
mod state;

pub use clock::{Allotment, Clock, TimeControl};
pub use ending::{Resumption, ResumptionError};
pub use handicap::{Handicap, HandicapError, seats};
pub use phase::{Ended, Phase};
pub use state::Tally;

use crate::rules::ruleset::{HandicapPlacement, Start};
use crate::rules::{Board, BoardSize, ByColor, Color, Illegal, Legality, Played, PointSet, Position, Ruleset};
use crate::rules::{Stones, Turn, Vertex};
use std::fmt;

/// Where the komi in force comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KomiSource {
    /// The ruleset's own.
    Ruleset,
    /// A controller, a file or the user said so; it wins over every ruleset.
    Controller,
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The rules of legality forbid the play.
    Illegal(Illegal),
    /// White still owes this many passes for the handicap.
    HandicapPass {
        /// Passes owed, at least 1.
        left: u32,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Illegal(reason) => reason.fmt(f),
            Refusal::HandicapPass { left: 1 } => f.write_str("White's next turn is a pass, for the handicap"),
            Refusal::HandicapPass { left } => write!(f, "White's next {left} turns are passes, for the handicap"),
        }
    }
}

impl std::error::Error for Refusal {}

/// A game under a ruleset.
///
/// Invariant: `states[i]` is the tally before turn `i`, so there are as many as turns.
#[derive(Clone, Debug)]
pub struct Game {
    ruleset: Ruleset,
    position: Position,
    controller_komi: Option<f64>,
    handicap: Handicap,
    /// Black stones at the start; `None` when there were white ones too.
    black_at_start: Option<usize>,
    tally: Tally,
    states: Vec<Tally>,
}

impl Game {
    /// An empty board, or the ruleset's own start.
    #[must_use]
    pub fn new(size: BoardSize, ruleset: Ruleset) -> Game {
        let mut game = Game {
            position: Position::new(size, legality(&ruleset)),
            ruleset,
            controller_komi: None,
            handicap: Handicap::default(),
            black_at_start: Some(0),
            tally: Tally::default(),
            states: Vec::new(),
        };
        game.clear();
        game
    }

    /// Back to the start on the same board size; ruleset and komi stay.
    pub fn clear(&mut self) {
        self.restart(self.start(), self.ruleset.first_player, Handicap::default());
    }

    /// The ruleset's own start.
    fn start(&self) -> Board {
        let size = self.size();
        let start = match self.ruleset.start {
            Start::Empty => Stones::default(),
            Start::Seats => seats(size),
        };
        Board::with_stones(size, &start).unwrap_or_else(|_| Board::new(size))
    }

    /// Another board size, cleared; ruleset and komi stay.
    pub fn resize(&mut self, size: BoardSize) {
        self.position = Position::new(size, legality(&self.ruleset));
        self.clear();
    }

    /// Starts from these stones with `to_move` to play, without history.
    ///
    /// # Errors
    /// A chain without liberties; nothing has changed.
    pub fn set_up(&mut self, stones: &Stones, to_move: Color) -> Result<(), PointSet> {
        let board = Board::with_stones(self.size(), stones)?;
        self.restart(board, to_move, Handicap::default());
        Ok(())
    }

    /// Puts other stones on the board in the middle of a game. What was captured and passed so far stays counted,
    /// but the history begins here: nothing before it can repeat or be taken back.
    ///
    /// # Errors
    /// A chain without liberties; nothing has changed.
    pub fn rearrange(&mut self, stones: &Stones, to_move: Color) -> Result<(), PointSet> {
        let board = Board::with_stones(self.size(), stones)?;
        let (handicap, tally) = (self.handicap(), self.tally);
        self.restart(board, to_move, handicap);
        self.black_at_start = None;
        self.tally = Tally {
            passes_in_a_row: 0,
            ending_passes: 0,
            fresh_histories: 0,
            phase: if tally.resumptions > 0 {
                Phase::Resumed
            } else {
                Phase::Play
            },
            ..tally
        };
        Ok(())
    }

    /// Puts handicap stones on the empty board; White is to move.
    ///
    /// # Errors
    /// When the stones leave no liberty; nothing has changed.
    pub fn place_handicap(&mut self, points: &PointSet) -> Result<(), PointSet> {
        let stones = ByColor {
            black: *points,
            white: PointSet::EMPTY,
        };
        let board = Board::with_stones(self.size(), &stones)?;
        let handicap = Handicap {
            stones: points.len(),
            by_passes: false,
        };
        self.restart(board, Color::White, handicap);
        Ok(())
    }

    /// A handicap of n stones given by passes: White's first n − 1 turns are passes.
    pub fn give_pass_handicap(&mut self, stones: usize) {
        self.handicap = Handicap {
            stones,
            by_passes: true,
        };
    }

    /// Says that the stones already on the board are this handicap, or corrects their number.
    pub const fn declare_handicap(&mut self, stones: usize) {
        self.handicap.stones = stones;
    }

    fn restart(&mut self, board: Board, to_move: Color, handicap: Handicap) {
        self.black_at_start = board
            .stones(Color::White)
            .is_empty()
            .then(|| board.stones(Color::Black).len());
        self.position = Position::from_board(board, to_move, legality(&self.ruleset));
        self.handicap = handicap;
        self.tally = Tally::default();
        self.states.clear();
    }

    /// Width and height.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.position.size()
    }

    /// The stones.
    #[must_use]
    pub const fn board(&self) -> &Board {
        self.position.board()
    }

    /// Board, history and turns.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The rules in force.
    #[must_use]
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Changes the rules; position, history and controller's komi stay, legality is judged anew from here on. Only a
    /// game that has not begun takes the new rules' own start.
    pub fn set_ruleset(&mut self, ruleset: Ruleset) {
        self.position.set_legality(legality(&ruleset));
        let fresh = self.position.turns().is_empty()
            && self.handicap.stones == 0
            && self.to_move() == self.ruleset.first_player
            && self.board() == &self.start();
        let restart =
            fresh && (ruleset.start != self.ruleset.start || ruleset.first_player != self.ruleset.first_player);
        self.ruleset = ruleset;
        if restart {
            self.clear();
        }
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.position.to_move()
    }

    /// Says whose turn it is.
    pub fn set_to_move(&mut self, color: Color) {
        self.position.set_to_move(color);
    }

    /// White's compensation in force, handicap bonus not included.
    #[must_use]
    pub fn komi(&self) -> f64 {
        self.controller_komi
            .unwrap_or_else(|| self.ruleset.komi.for_game(self.size(), self.handicap().stones))
    }

    /// Whether the komi is the ruleset's or was sent.
    #[must_use]
    pub const fn komi_source(&self) -> KomiSource {
        if self.controller_komi.is_some() {
            KomiSource::Controller
        } else {
            KomiSource::Ruleset
        }
    }

    /// Sets the komi, or with `None` returns to the ruleset's own.
    pub const fn set_komi(&mut self, komi: Option<f64>) {
        self.controller_komi = komi;
    }

    /// The handicap: as given, or inferred when White moves first after two or more black stones, be they set up or
    /// played in a row, as servers and editors send them.
    #[must_use]
    pub fn handicap(&self) -> Handicap {
        let inferred = match self.black_at_start {
            Some(set_up) if self.handicap.stones == 0 => self.inferred_handicap(set_up),
            _ => return self.handicap,
        };
        Handicap {
            stones: inferred,
            by_passes: false,
        }
    }

    fn inferred_handicap(&self, set_up: usize) -> usize {
        let turns = self.position.turns();
        let is_black_play = |turn: &&Turn| turn.color == Color::Black && turn.vertex != Vertex::Pass;
        let played = turns.iter().take_while(is_black_play).count();
        let is_white_next = match turns.get(played) {
            Some(turn) => turn.color == Color::White,
            None => self.to_move() == Color::White,
        };
        // One black play is the first move of an even game.
        if is_white_next && set_up + played >= 2 && played != 1 {
            set_up + played
        } else {
            0
        }
    }

    /// Passes White still owes under a handicap by passes.
    #[must_use]
    pub fn handicap_passes_left(&self) -> u32 {
        if !self.handicap.by_passes {
            return 0;
        }
        let owed = self.handicap.stones.saturating_sub(1) as u32;
        owed.saturating_sub(self.tally.turns_of(Color::White))
    }

    /// What has been counted so far: prisoners, passes, plays, phase.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Where the game stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.tally.phase
    }

    /// The last turn's vertex, if there was a turn.
    #[must_use]
    pub fn last_vertex(&self) -> Option<Vertex> {
        self.position.turns().last().map(|turn| turn.vertex)
    }

    /// Why `color` may not move there; `None` when it may.
    #[must_use]
    pub fn why_refused(&self, color: Color, vertex: Vertex) -> Option<Refusal> {
        let Vertex::At(point) = vertex else { return None };
        if let Some(reason) = self.position.why_illegal(color, point) {
            return Some(Refusal::Illegal(reason));
        }
        match self.handicap_passes_left() {
            left @ 1.. if color == Color::White => Some(Refusal::HandicapPass { left }),
            _ => None,
        }
    }

    /// Every point `color` may play on now.
    #[must_use]
    pub fn legal_points(&self, color: Color) -> PointSet {
        if color == Color::White && self.handicap_passes_left() > 0 {
            return PointSet::EMPTY;
        }
        self.position.legal_points(color)
    }

    /// Plays or passes. Either color may move at any time, also after the end, which resumes the game.
    ///
    /// # Errors
    /// Why the move is refused; nothing has changed.
    pub fn play(&mut self, color: Color, vertex: Vertex) -> Result<Played, Refusal> {
        match self.why_refused(color, vertex) {
            Some(refusal) => Err(refusal),
            None => Ok(self.play_unchecked(color, vertex)),
        }
    }

    /// Plays or passes although the rules may forbid it.
    ///
    /// # Panics
    /// When the point is off the board or occupied.
    pub fn play_unchecked(&mut self, color: Color, vertex: Vertex) -> Played {
        let before = self.tally;
        let takes_button = vertex == Vertex::Pass && self.tally.takes_button(&self.ruleset);
        if vertex != Vertex::Pass && !self.tally.phase.is_playing() {
            self.go_on();
        }
        let played = self.position.play_unchecked(color, vertex);
        if takes_button {
            self.begin_history_anew();
        }
        self.tally.count(color, vertex, &played, &self.ruleset);
        self.tally.phase = phase::after_turn(&self.tally, &self.ruleset, &self.position);
        self.states.push(before);
        played
    }

    /// Takes back the last turn, whatever it was, and a resumption that followed it; false at the start (handicap
    /// and set-up stones stay).
    pub fn undo(&mut self) -> bool {
        match (self.position.undo(), self.states.pop()) {
            (Some(_), Some(tally)) => {
                self.tally = tally;
                while self.position.history().beginnings() > tally.fresh_histories as usize {
                    self.position.continue_history();
                }
                true
            }
            _ => false,
        }
    }

    /// How handicap stones are placed under the ruleset.
    #[must_use]
    pub const fn handicap_placement(&self) -> HandicapPlacement {
        self.ruleset.handicap
    }
}

/// The legality dimensions of a ruleset.
#[must_use]
pub const fn legality(ruleset: &Ruleset) -> Legality {
    Legality {
        repetition: ruleset.repetition,
        suicide: ruleset.suicide,
    }
}
