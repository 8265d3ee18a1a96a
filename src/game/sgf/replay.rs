//! A game tree played out: its main line as a game.

use super::error::{Fault, SgfError};
use super::info::Info;
use super::komi::{self, KomiText};
use super::parse::{Collection, Node, Tree};
use super::script::{self, Edit, Placed, Step};
use crate::game::handicap::fixed_points;
use crate::game::{Game, Refusal};
use crate::rules::ruleset::HandicapPlacement;
use crate::rules::{Color, Illegal, PointSet, Ruleset, Stones, Vertex};

/// The most moves of a record that are played.
pub const MAX_MOVES: usize = 100_000;

/// The most times that stones are set up after the first move.
const MAX_EDITS: usize = 10_000;

/// How a record is played out.
#[derive(Clone, Debug)]
pub struct ReplayOptions {
    /// The rules where the record names none that is known.
    pub rules: Ruleset,
    /// Whether those rules are used whatever the record names.
    pub keep_rules: bool,
    /// Stop before this move, counted from 1 as `loadsgf` does; later than the last means all.
    pub before_move: Option<usize>,
    /// Which game of the file, counted from 0.
    pub game: usize,
    /// Whether a handicap without stones is put on the customary points.
    pub fixed_handicap: bool,
}

impl ReplayOptions {
    /// All moves of the first game, these rules where the record names none.
    #[must_use]
    pub const fn new(rules: Ruleset) -> ReplayOptions {
        ReplayOptions {
            rules,
            keep_rules: false,
            before_move: None,
            game: 0,
            fixed_handicap: false,
        }
    }
}

/// A record played out.
#[derive(Clone, Debug)]
pub struct Record {
    /// The game, in the position asked for.
    pub game: Game,
    /// What the record says about it.
    pub info: Info,
    /// Moves on the main line, whether played or not.
    pub moves: usize,
    /// What was passed over, with its place.
    pub warnings: Vec<String>,
}

impl Collection {
    /// Plays the main line of a game.
    ///
    /// Repetitions, suicides and plays instead of handicap passes that the rules forbid are played all the same and
    /// listed as warnings: the record says that they happened.
    ///
    /// # Errors
    /// With line and column: a board size, komi or point that makes no sense, stones set up without liberties, a
    /// move on a stone.
    pub fn replay(&self, options: &ReplayOptions) -> Result<Record, SgfError> {
        let tree = self.trees.get(options.game).ok_or(SgfError {
            place: None,
            fault: Fault::NoSuchGame {
                asked: options.game,
                games: self.trees.len(),
            },
        })?;
        let mut replay = Replay::new(self, options, tree)?;
        let first = replay.begin()?;
        replay.run(first)?;
        let mut warnings: Vec<String> = Vec::new();
        for warning in self.warnings.iter().take(100) {
            warnings.push(format!("{}: {}", self.place(warning.offset), warning.text));
        }
        warnings.append(&mut replay.warnings);
        let moves = replay.moves().count();
        Ok(Record {
            game: replay.game,
            info: replay.info,
            moves,
            warnings,
        })
    }
}

struct Replay<'a> {
    collection: &'a Collection,
    options: &'a ReplayOptions,
    steps: Vec<Placed>,
    info: Info,
    game: Game,
    played: usize,
    edits: usize,
    warnings: Vec<String>,
}

impl<'a> Replay<'a> {
    fn new(collection: &'a Collection, options: &'a ReplayOptions, tree: &Tree) -> Result<Replay<'a>, SgfError> {
        let empty = Node::default();
        let root = tree.nodes.first().unwrap_or(&empty);
        let info = Info::of(tree);
        let fail = |name: &str, fault| {
            let offset = root.property(name).map_or(0, |property| property.offset);
            Err(collection.error(offset, fault))
        };
        let go = ["", "1", "go", "Go"];
        if let Some(other) = root.value("GM").filter(|game| !go.contains(game)) {
            return fail("GM", Fault::NotGo(other.to_string()));
        }
        let size = script::size_of(collection, tree)?;
        let named = info.ruleset().filter(|_| !options.keep_rules);
        let mut game = Game::new(size, named.clone().unwrap_or_else(|| options.rules.clone()));
        let mut warnings = Vec::new();
        if named.is_none() && !options.keep_rules && !info.rules.is_empty() {
            warnings.push(format!(
                "the rules '{}' are not known, {} are used",
                info.rules, options.rules.name
            ));
        }
        match komi::komi(root) {
            KomiText::Absent => {}
            KomiText::Points(points) => game.set_komi(Some(points)),
            KomiText::Unreadable(text) => warnings.push(format!("KM[{text}] is no number and passed over")),
            KomiText::Doubtful(text) => return fail("KM", Fault::Komi(text)),
        }
        if root.value("TM").is_some_and(|text| !text.is_empty()) && info.main_time.is_none() {
            warnings.push("the time in TM is no time and passed over".to_string());
        }
        let replay = Replay {
            collection,
            options,
            steps: script::steps(tree, size),
            info,
            game,
            played: 0,
            edits: 0,
            warnings,
        };
        if replay.moves().count() > MAX_MOVES {
            let fault = Fault::TooLarge(format!("more than {MAX_MOVES} moves"));
            return Err(SgfError { place: None, fault });
        }
        Ok(replay)
    }

    /// The moves of the record, played or not.
    fn moves(&self) -> impl Iterator<Item = (Color, &Result<Vertex, Fault>)> {
        self.steps.iter().filter_map(|placed| match &placed.step {
            Step::Turn { color, vertex } => Some((*color, vertex)),
            Step::Edit(_) | Step::Bad(_) => None,
        })
    }

    /// The color of the next move.
    fn next_mover(&self) -> Option<Color> {
        self.moves().nth(self.played).map(|(color, _)| color)
    }

    /// The starting position, which is what is set up before the first move, and the handicap. Returns the index of
    /// the first move.
    fn begin(&mut self) -> Result<usize, SgfError> {
        let mut stones = Stones::default();
        let mut player = None;
        let (mut first, mut last) = (0, 0);
        for placed in &self.steps {
            match &placed.step {
                Step::Turn { .. } => break,
                Step::Bad(fault) => return Err(self.collection.error(placed.offset, fault.clone())),
                Step::Edit(edit) => {
                    edit.apply(&mut stones);
                    player = edit.player.or(player);
                    last = placed.offset;
                }
            }
            first += 1;
        }
        let handicap = self.info.handicap;
        let only_black = stones.white.is_empty() && !stones.black.is_empty();
        let custom = if handicap >= 2 || only_black {
            Color::White
        } else {
            self.game.ruleset().first_player
        };
        let to_move = player.or(self.next_mover()).unwrap_or(custom);
        let set_up = self.game.set_up(&stones, to_move);
        set_up.map_err(|chain| self.no_liberties(last, &chain))?;
        if handicap >= 2 {
            self.give_handicap(handicap, stones.black.len());
        }
        Ok(first)
    }

    fn give_handicap(&mut self, handicap: usize, stones: usize) {
        if stones > 0 {
            if stones != handicap {
                self.warnings.push(format!("HA[{handicap}] with {stones} black stones"));
            }
            self.game.declare_handicap(handicap);
            return;
        }
        let is_black_play =
            |(color, vertex): &(Color, &Result<Vertex, Fault>)| *color == Color::Black && **vertex != Ok(Vertex::Pass);
        let played = self.moves().take_while(is_black_play).count();
        if played == handicap {
            return;
        }
        let white = self.moves().filter(|(color, _)| *color == Color::White);
        let white_passes = white.take_while(|(_, vertex)| **vertex == Ok(Vertex::Pass)).count();
        if self.game.handicap_placement() == HandicapPlacement::Passes && white_passes + 1 >= handicap {
            self.game.give_pass_handicap(handicap);
            return;
        }
        if played >= 2 {
            return;
        }
        if self.options.fixed_handicap
            && let Ok(points) = fixed_points(self.game.size(), handicap)
            && self.game.place_handicap(&points.into_iter().collect()).is_ok()
        {
            return;
        }
        let text = format!("HA[{handicap}], but no stones are set up for it; none are placed");
        self.warnings.push(text);
    }

    /// Plays the moves, and what is set up between them.
    fn run(&mut self, first: usize) -> Result<(), SgfError> {
        let most = self.options.before_move.map_or(usize::MAX, |number| number.max(1) - 1);
        let steps = std::mem::take(&mut self.steps);
        let mut movers = steps.iter().skip(first).filter_map(|placed| match placed.step {
            Step::Turn { color, .. } => Some(color),
            Step::Edit(_) | Step::Bad(_) => None,
        });
        let mut next = movers.next();
        let mut done = Ok(());
        for placed in steps.iter().skip(first) {
            done = match &placed.step {
                Step::Turn { color, .. } if self.played >= most => {
                    self.game.set_to_move(*color);
                    break;
                }
                Step::Turn { color, vertex } => {
                    next = movers.next();
                    let vertex = vertex
                        .clone()
                        .map_err(|fault| self.collection.error(placed.offset, fault));
                    vertex.and_then(|vertex| self.play(*color, vertex, placed.offset))
                }
                Step::Bad(fault) => Err(self.collection.error(placed.offset, fault.clone())),
                Step::Edit(edit) => self.rearrange(edit, next, placed.offset),
            };
            if done.is_err() {
                break;
            }
        }
        drop(movers);
        self.steps = steps;
        done
    }

    fn play(&mut self, color: Color, vertex: Vertex, offset: usize) -> Result<(), SgfError> {
        self.played += 1;
        if let (Vertex::At(point), Some(why)) = (vertex, self.game.why_refused(color, vertex)) {
            let number = self.played;
            let fault = Fault::BadMove {
                number,
                color,
                point,
                why,
            };
            if matches!(why, Refusal::Illegal(Illegal::OffBoard | Illegal::Occupied(_))) {
                return Err(self.collection.error(offset, fault));
            }
            if self.warnings.len() < 100 {
                self.warnings
                    .push(format!("{}: {fault}", self.collection.place(offset)));
            }
        }
        self.game.play_unchecked(color, vertex);
        Ok(())
    }

    /// Stones set up in the middle of the game, and the player to move.
    fn rearrange(&mut self, edit: &Edit, next: Option<Color>, offset: usize) -> Result<(), SgfError> {
        let before = Stones::from_fn(|color| *self.game.board().stones(color));
        let mut stones = before;
        edit.apply(&mut stones);
        if stones == before {
            if let Some(player) = edit.player {
                self.game.set_to_move(player);
            }
            return Ok(());
        }
        self.edits += 1;
        if self.edits > MAX_EDITS {
            let fault = Fault::TooLarge(format!("stones set up more than {MAX_EDITS} times"));
            return Err(self.collection.error(offset, fault));
        }
        let to_move = edit.player.or(next).unwrap_or_else(|| self.game.to_move());
        let done = self.game.rearrange(&stones, to_move);
        done.map_err(|chain| self.no_liberties(offset, &chain))
    }

    fn no_liberties(&self, offset: usize, chain: &PointSet) -> SgfError {
        let fault = chain.first().map_or(Fault::NoGame, Fault::NoLiberties);
        self.collection.error(offset, fault)
    }
}
