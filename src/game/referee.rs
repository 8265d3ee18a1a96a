//! The referee: a record gone through move by move under a rule system, with everything the rules object to.
//!
//! A play on a forbidden point is void and the turn is lost, two plays in a row lose the game (Chinese competition
//! rules, "forbidden points" and "play" 1; the other texts are silent and read alike). Where the rule system has a
//! limit for self-filling plays, ten of them say, that is counted too, as the ideal rules of 2025 do in article 7.

use super::sgf::script::{Placed, Step, size_of, steps};
use super::sgf::{Collection, Fault, Info, ReplayOptions, SgfError};
use super::{Ended, Game, Phase, Refusal};
use crate::rules::ruleset::{DeadStones, Ending, HandicapPlacement};
use crate::rules::{ByColor, Color, Illegal, PointSet, Ruleset, Stones, Vertex};
use crate::score::Outcome;
use crate::score::life::settled_area;
use std::fmt;

/// What the rules object to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The point is forbidden. Turns are counted as moves of the record.
    Illegal(Illegal),
    /// The same player had played just before.
    TwoInARow,
    /// It was the other player's turn, but no two plays followed each other.
    OutOfTurn,
    /// White's turn was a pass owed for the handicap.
    HandicapPass,
    /// So many plays in a row of this player have changed nobody's territory.
    SelfFill(u32),
    /// The game was over.
    AfterTheEnd,
    /// Stones were set up by hand after the first move.
    SetUp,
    /// A position came up for the third time.
    LongCycle,
    /// Both sides have moved and every turn was a pass.
    AllPasses,
}

impl Reason {
    /// The key other programs read.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Reason::Illegal(why) => why.key(),
            Reason::TwoInARow => "two-in-a-row",
            Reason::OutOfTurn => "out-of-turn",
            Reason::HandicapPass => "handicap-pass",
            Reason::SelfFill(_) => "self-fill",
            Reason::AfterTheEnd => "after-the-end",
            Reason::SetUp => "set-up",
            Reason::LongCycle => "long-cycle",
            Reason::AllPasses => "all-passes",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Illegal(why) => why.fmt(f),
            Reason::TwoInARow => f.write_str("the second play in a row by one player"),
            Reason::OutOfTurn => f.write_str("it was the other player's turn"),
            Reason::HandicapPass => f.write_str("the turn is a pass, for the handicap"),
            Reason::SelfFill(plays) => write!(
                f,
                "the last {plays} plays of this player have changed nobody's territory"
            ),
            Reason::AfterTheEnd => f.write_str("the game was over"),
            Reason::SetUp => f.write_str("stones are set up by hand"),
            Reason::LongCycle => f.write_str("the position has come up for the third time"),
            Reason::AllPasses => f.write_str("both sides have moved and every turn was a pass"),
        }
    }
}

/// What follows from a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// The play does not count and the turn is lost.
    Void,
    /// None, but it is told.
    Warning,
    /// The player loses the game.
    Loses,
    /// The game is a draw.
    Draw,
}

impl Consequence {
    /// `void`, `warning`, `loses` or `draw`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Consequence::Void => "void",
            Consequence::Warning => "warning",
            Consequence::Loses => "loses",
            Consequence::Draw => "draw",
        }
    }
}

impl fmt::Display for Consequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Consequence::Void => "the turn is lost",
            Consequence::Warning => "no consequence",
            Consequence::Loses => "loses the game",
            Consequence::Draw => "the game is a draw",
        })
    }
}

/// One finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The move of the record, counted from 1.
    pub number: usize,
    /// Who moved.
    pub color: Color,
    /// Where.
    pub vertex: Vertex,
    /// What is wrong with it.
    pub reason: Reason,
    /// What follows.
    pub consequence: Consequence,
}

impl Finding {
    /// The move after which the position stood that this one brings back; 0 is the start.
    #[must_use]
    pub const fn repeats(&self) -> Option<usize> {
        match self.reason {
            Reason::Illegal(Illegal::Superko { repeats }) => Some(repeats),
            _ => None,
        }
    }
}

/// Why a game ended where it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Two passes in a row, or what the rule system counts as such.
    TwoPasses,
    /// Two passes in a row besides the free first one.
    TwoPassesAfterTheFirst,
    /// Four passes on one position.
    FourPasses,
    /// A finding that decides the game.
    Finding(Reason),
    /// The record says that a player gave up, ran out of time or was punished.
    Recorded,
    /// The record stops while play goes on.
    RecordEnds,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::TwoPasses => f.write_str("two passes"),
            Why::TwoPassesAfterTheFirst => f.write_str("two passes after the first effective one"),
            Why::FourPasses => f.write_str("four passes on one position"),
            Why::Finding(reason) => reason.fmt(f),
            Why::Recorded => f.write_str("as recorded"),
            Why::RecordEnds => f.write_str("the record ends"),
        }
    }
}

/// What the referee says of a record.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The game as far as it counts.
    pub game: Game,
    /// What the record says about it.
    pub info: Info,
    /// Moves in the record.
    pub moves: usize,
    /// In the order of the record.
    pub findings: Vec<Finding>,
    /// The move with which the game ended.
    pub ended: usize,
    /// Why there.
    pub why: Why,
    /// The result where it does not depend on counting.
    pub decided: Option<Outcome>,
}

impl Verdict {
    /// Whether the rules object to nothing; a draw by them is no objection.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.findings
            .iter()
            .all(|finding| finding.consequence == Consequence::Draw)
    }

    /// Whether dead stones are to be taken off before counting.
    #[must_use]
    pub fn takes_dead_stones_off(&self) -> bool {
        let all_alive = self.game.phase() == Phase::Over(Ended::AllAlive);
        self.game.ruleset().dead_stones == DeadStones::Agreed && !all_alive
    }
}

impl Collection {
    /// Goes through a game (counted from 0) under these rules, whatever the record names.
    ///
    /// # Errors
    /// When the record cannot be read to its end; forbidden moves are findings, not errors.
    pub fn referee(&self, game: usize, rules: &Ruleset) -> Result<Verdict, SgfError> {
        let mut options = ReplayOptions::new(rules.clone());
        options.keep_rules = true;
        options.game = game;
        options.before_move = Some(1);
        let start = self.replay(&options)?;
        let tree = self.trees.get(game).ok_or(SgfError {
            place: None,
            fault: Fault::NoGame,
        })?;
        let steps = steps(tree, size_of(self, tree)?);
        let mut referee = Referee::new(start.game, &start.info, &steps);
        let mut begun = false;
        for placed in steps {
            match placed.step {
                Step::Turn { color, vertex } => {
                    begun = true;
                    let vertex = vertex.map_err(|fault| self.error(placed.offset, fault))?;
                    referee.turn(color, vertex);
                }
                Step::Bad(fault) => return Err(self.error(placed.offset, fault)),
                Step::Edit(edit) if begun => {
                    let before = Stones::from_fn(|color| *referee.game.board().stones(color));
                    let mut stones = before;
                    edit.apply(&mut stones);
                    let to_move = edit.player.unwrap_or_else(|| referee.game.to_move());
                    if stones == before {
                        referee.game.set_to_move(to_move);
                    } else {
                        referee.set_up(&stones, to_move).map_err(|chain| {
                            let fault = chain.first().map_or(Fault::NoGame, Fault::NoLiberties);
                            self.error(placed.offset, fault)
                        })?;
                    }
                }
                Step::Edit(_) => {}
            }
        }
        Ok(referee.verdict(start.info, start.moves))
    }
}

struct Referee {
    game: Game,
    number: usize,
    /// Moves before the last set-up by hand; the game's own turns are counted from there.
    base: usize,
    last: Option<(Color, Vertex)>,
    /// Black plays that may still follow each other as handicap stones.
    handicap_plays: usize,
    area: ByColor<PointSet>,
    self_fills: ByColor<u32>,
    findings: Vec<Finding>,
    stopped: Option<(usize, Why)>,
    decided: Option<(usize, Why, Outcome)>,
}

impl Referee {
    fn new(mut game: Game, info: &Info, steps: &[Placed]) -> Referee {
        let given = game.board().stones(Color::Black).len();
        let turns = steps.iter().filter_map(|placed| match placed.step {
            Step::Turn { color, .. } => Some(color),
            Step::Edit(_) | Step::Bad(_) => None,
        });
        let black_leads = turns.take_while(|&color| color == Color::Black).count();
        let by_passes = game.handicap_placement() == HandicapPlacement::Passes && given == 0 && black_leads < 2;
        if by_passes && info.handicap >= 2 {
            game.give_pass_handicap(info.handicap);
        }
        let area = settled_area(game.board(), game.ruleset().suicide);
        Referee {
            number: 0,
            base: 0,
            last: None,
            handicap_plays: if given == 0 && !game.handicap().by_passes {
                info.handicap
            } else {
                0
            },
            area,
            self_fills: ByColor::default(),
            findings: Vec::new(),
            stopped: None,
            decided: None,
            game,
        }
    }

    fn turn(&mut self, color: Color, vertex: Vertex) {
        self.number += 1;
        if let Phase::Over(_) = self.game.phase() {
            if vertex != Vertex::Pass {
                self.find(color, vertex, Reason::AfterTheEnd, Consequence::Void);
            }
            return;
        }
        self.check_order(color, vertex);
        match self.game.why_refused(color, vertex) {
            Some(Refusal::HandicapPass { .. }) => self.void(color, vertex, Reason::HandicapPass),
            Some(Refusal::Illegal(Illegal::Superko { repeats })) => {
                let repeats = repeats + self.base;
                self.void(color, vertex, Reason::Illegal(Illegal::Superko { repeats }));
            }
            Some(Refusal::Illegal(why)) => self.void(color, vertex, Reason::Illegal(why)),
            None => {
                self.game.play_unchecked(color, vertex);
                self.count_self_fill(color, vertex);
            }
        }
        self.last = Some((color, vertex));
        self.look_for_the_end(color, vertex);
    }

    fn find(&mut self, color: Color, vertex: Vertex, reason: Reason, consequence: Consequence) {
        self.findings.push(Finding {
            number: self.number,
            color,
            vertex,
            reason,
            consequence,
        });
        let outcome = match consequence {
            Consequence::Loses => Outcome::Forfeit(color.opponent()),
            Consequence::Draw => Outcome::Draw,
            Consequence::Void | Consequence::Warning => return,
        };
        if self.decided.is_none() {
            self.decided = Some((self.number, Why::Finding(reason), outcome));
        }
    }

    fn void(&mut self, color: Color, vertex: Vertex, reason: Reason) {
        self.find(color, vertex, reason, Consequence::Void);
        self.game.forfeit_turn(color);
        self.self_fills[color] = 0;
    }

    fn check_order(&mut self, color: Color, vertex: Vertex) {
        let play = vertex != Vertex::Pass;
        if self.handicap_plays > 0 {
            self.handicap_plays -= 1;
            if color == Color::Black && play {
                return;
            }
            self.handicap_plays = 0;
        }
        match self.last {
            Some((last, before)) if last == color => {
                if play && before != Vertex::Pass {
                    self.find(color, vertex, Reason::TwoInARow, Consequence::Loses);
                } else {
                    self.find(color, vertex, Reason::OutOfTurn, Consequence::Warning);
                }
            }
            Some(_) => {}
            None if self.begins(color) => {}
            None => self.find(color, vertex, Reason::OutOfTurn, Consequence::Warning),
        }
    }

    /// Whether a player may have the first move. Stones set up beforehand say nothing of it.
    fn begins(&self, color: Color) -> bool {
        let bare = Color::BOTH
            .iter()
            .all(|&side| self.game.board().stones(side).is_empty());
        !bare || color == self.game.ruleset().first_player
    }

    fn count_self_fill(&mut self, color: Color, vertex: Vertex) {
        let Some(limit) = self.game.ruleset().self_fill_limit else {
            return;
        };
        if vertex == Vertex::Pass {
            self.self_fills[color] = 0;
            return;
        }
        let board = self.game.board();
        let area = settled_area(board, self.game.ruleset().suicide);
        // While the opponent has no stone, nothing is anybody's territory yet.
        let fills = area == self.area && !board.stones(color.opponent()).is_empty();
        self.area = area;
        self.self_fills[color] = if fills { self.self_fills[color] + 1 } else { 0 };
        if self.self_fills[color] == limit {
            self.find(color, vertex, Reason::SelfFill(limit), Consequence::Loses);
        }
    }

    fn look_for_the_end(&mut self, color: Color, vertex: Vertex) {
        match self.game.phase() {
            Phase::Play | Phase::Resumed => self.stopped = None,
            Phase::Over(Ended::LongCycle) => self.find(color, vertex, Reason::LongCycle, Consequence::Draw),
            Phase::Over(Ended::AllPasses) => self.find(color, vertex, Reason::AllPasses, Consequence::Draw),
            Phase::Stopped | Phase::Over(Ended::AllAlive) if self.stopped.is_none() => {
                let why = match self.game.ruleset().ending {
                    Ending::FirstPassFree => Why::TwoPassesAfterTheFirst,
                    Ending::TwoPasses | Ending::FourPasses => Why::TwoPasses,
                };
                self.stopped = Some((self.number, why));
            }
            Phase::Over(Ended::AllAlive) if self.game.ruleset().ending == Ending::FourPasses => {
                self.stopped = Some((self.number, Why::FourPasses));
            }
            Phase::Stopped | Phase::Over(Ended::AllAlive) => {}
        }
    }

    fn set_up(&mut self, stones: &Stones, to_move: Color) -> Result<(), PointSet> {
        self.game.rearrange(stones, to_move)?;
        let (color, vertex) = self.last.unwrap_or((Color::Black, Vertex::Pass));
        self.find(color, vertex, Reason::SetUp, Consequence::Warning);
        self.base = self.number;
        self.last = None;
        self.area = settled_area(self.game.board(), self.game.ruleset().suicide);
        self.self_fills = ByColor::default();
        Ok(())
    }

    fn verdict(self, info: Info, moves: usize) -> Verdict {
        let recorded = matches!(
            info.result,
            Outcome::Resignation(_) | Outcome::Time(_) | Outcome::Forfeit(_)
        );
        let (ended, why, decided) = match (self.decided, self.stopped) {
            (Some((number, why, outcome)), _) => (number, why, Some(outcome)),
            (None, Some((number, why))) => (number, why, None),
            (None, None) if recorded => (self.number, Why::Recorded, Some(info.result)),
            (None, None) => (self.number, Why::RecordEnds, None),
        };
        Verdict {
            game: self.game,
            info,
            moves,
            findings: self.findings,
            ended,
            why,
            decided,
        }
    }
}
