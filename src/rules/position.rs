//! A board with its history: the three doors to a move, and the way back.

use super::board::{Board, Played};
use super::color::{ByColor, Color};
use super::illegal::Illegal;
use super::point::{BoardSize, Point};
use super::point_set::PointSet;
use super::repetition::History;
use super::ruleset::{Repetition, Suicide};
use super::vertex::Vertex;

/// The two dimensions of a rule system that say where one may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Legality {
    /// Which positions may not come back.
    pub repetition: Repetition,
    /// Whether own chains may be left without liberties.
    pub suicide: Suicide,
}

/// One turn taken, with what is needed to take it back.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Who moved.
    pub color: Color,
    /// Where.
    pub vertex: Vertex,
    /// Stones the play took off: of the opponent if it captured, own ones if it was suicide.
    pub removed: Box<[Point]>,
    /// Whether `removed` are the mover's own stones.
    pub was_suicide: bool,
    ko_before: Option<(Color, Point)>,
    to_move_before: Color,
    /// Whether no stone of this color had stood on the point before.
    is_first_there: bool,
}

/// A board, whose turn it is, and every position since the start.
///
/// [`play`](Position::play) is checked, [`play_unchecked`](Position::play_unchecked) trusts the caller,
/// [`why_illegal`](Position::why_illegal) only asks. A refused play changes nothing.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    legality: Legality,
    to_move: Color,
    history: History,
    turns: Vec<Turn>,
    /// Where stones of each color have stood since the start, or stand.
    visited: ByColor<PointSet>,
}

impl Position {
    /// The empty board with Black to move.
    #[must_use]
    pub fn new(size: BoardSize, legality: Legality) -> Position {
        Position::from_board(Board::new(size), Color::Black, legality)
    }

    /// A game that starts from these stones, without earlier positions and without a ko ban.
    #[must_use]
    pub fn from_board(mut board: Board, to_move: Color, legality: Legality) -> Position {
        board.pass();
        Position {
            history: History::new(board.hash(), to_move),
            visited: ByColor::from_fn(|color| *board.stones(color)),
            board,
            legality,
            to_move,
            turns: Vec::new(),
        }
    }

    /// The stones.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Width and height.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Every position so far.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Every turn so far.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The rules of legality in force.
    #[must_use]
    pub const fn legality(&self) -> Legality {
        self.legality
    }

    /// Changes the rules of legality from here on; the history stays.
    pub const fn set_legality(&mut self, legality: Legality) {
        self.legality = legality;
    }

    /// Says whose turn it is, without a turn being taken. At the start this also says who moves first.
    pub fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
        if self.turns.is_empty() {
            self.history = History::new(self.board.hash(), color);
        }
    }

    /// Lets the repetition rules forget earlier positions: the present one becomes their start. Turns can still be
    /// taken back.
    pub fn begin_history_anew(&mut self) {
        self.history.begin_anew(self.to_move);
    }

    /// Takes back the latest [`begin_history_anew`](Position::begin_history_anew), which must have been at the
    /// present position.
    pub fn continue_history(&mut self) {
        self.history.continue_as_before();
    }

    /// Why `color` may not play on the point; `None` when it may. Either color may ask at any time.
    #[must_use]
    pub fn why_illegal(&self, color: Color, point: Point) -> Option<Illegal> {
        let Legality { repetition, suicide } = self.legality;
        let basic_ko = repetition == Repetition::Simple;
        if let Err(reason) = self.board.allows(color, point, suicide, basic_ko) {
            return Some(reason);
        }
        if matches!(repetition, Repetition::None | Repetition::Simple) {
            return None;
        }
        // Every earlier position lacks a stone where none of this color has stood, unless it goes off at once.
        if !self.visited[color].contains(point) && self.board.suicide_size(color, point) == 0 {
            return None;
        }
        let hash = self.board.hash_after(color, point);
        let repeats = self.history.forbids(repetition, color, hash)?;
        if self.board.ko() == Some((color, point)) && repeats + 2 == self.history.occurrences().len() {
            return Some(Illegal::Ko);
        }
        Some(Illegal::Superko { repeats })
    }

    /// Whether `color` may move there; a pass is always legal.
    #[must_use]
    pub fn is_legal(&self, color: Color, vertex: Vertex) -> bool {
        vertex
            .point()
            .is_none_or(|point| self.why_illegal(color, point).is_none())
    }

    /// Every point `color` may play on.
    #[must_use]
    pub fn legal_points(&self, color: Color) -> PointSet {
        let empty = self.board.empty_points();
        // A stone with a liberty of its own is no suicide, and where none of its color has stood no earlier position
        // has it: nothing but basic ko could forbid it, and a ko point has no empty neighbor.
        let open = empty.without_lonely(self.size());
        let repeats = !matches!(self.legality.repetition, Repetition::None | Repetition::Simple);
        let sure = if repeats {
            open.difference(&self.visited[color])
        } else {
            open
        };
        let doubtful = empty.difference(&sure);
        let more = doubtful
            .iter()
            .filter(|&point| self.why_illegal(color, point).is_none());
        more.fold(sure, |mut legal, point| {
            legal.insert(point);
            legal
        })
    }

    /// Plays or passes if the rules allow it; the other color is to move next.
    ///
    /// # Errors
    /// The reason, and nothing has changed.
    pub fn play(&mut self, color: Color, vertex: Vertex) -> Result<Played, Illegal> {
        if let Vertex::At(point) = vertex
            && let Some(reason) = self.why_illegal(color, point)
        {
            return Err(reason);
        }
        Ok(self.play_unchecked(color, vertex))
    }

    /// Plays or passes without asking the suicide and repetition rules.
    ///
    /// # Panics
    /// When the point is off the board or occupied.
    pub fn play_unchecked(&mut self, color: Color, vertex: Vertex) -> Played {
        let ko_before = self.board.ko();
        let mut is_first_there = false;
        let played = match vertex {
            Vertex::Pass => {
                self.board.pass();
                self.history.push_pass(color);
                Played::default()
            }
            Vertex::At(point) => {
                let played = self.board.play_unchecked(color, point);
                self.history.push_play(color, self.board.hash());
                is_first_there = self.visited[color].insert(point);
                played
            }
        };
        let was_suicide = !played.suicide.is_empty();
        let removed = if was_suicide { played.suicide } else { played.captured };
        self.turns.push(Turn {
            color,
            vertex,
            removed: if removed.is_empty() {
                Box::default()
            } else {
                removed.iter().collect()
            },
            was_suicide,
            ko_before,
            to_move_before: self.to_move,
            is_first_there,
        });
        self.to_move = color.opponent();
        played
    }

    /// Takes the last turn back and says what it was; `None` at the start.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        match turn.vertex {
            Vertex::Pass => self.board.restore_ko(turn.ko_before),
            Vertex::At(point) => {
                if turn.is_first_there {
                    self.visited[turn.color].remove(point);
                }
                let removed: PointSet = turn.removed.iter().copied().collect();
                let played = if turn.was_suicide {
                    Played {
                        captured: PointSet::EMPTY,
                        suicide: removed,
                    }
                } else {
                    Played {
                        captured: removed,
                        suicide: PointSet::EMPTY,
                    }
                };
                self.board.take_back(turn.color, point, &played, turn.ko_before);
            }
        }
        self.history.pop();
        self.to_move = turn.to_move_before;
        Some(turn)
    }
}

/// The stones of a position drawn elsewhere, by color; see [`Board::with_stones`].
pub type Stones = ByColor<PointSet>;
