//! A game tree played out: its main line as a game.

use super::error::{Fault, SgfError};
use super::info::Info;
use super::komi::{self, KomiText};
use super::parse::{Collection, Node, Property};
use super::point;
use crate::game::handicap::fixed_points;
use crate::game::{Game, Refusal};
use crate::rules::ruleset::HandicapPlacement;
use crate::rules::{BoardSize, Color, Illegal, PointSet, Ruleset, Stones, Vertex};

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
        let nodes: Vec<&Node> = tree.main_line().collect();
        let mut replay = Replay::new(self, options, &nodes, Info::of(tree))?;
        replay.begin()?;
        replay.run()?;
        let mut warnings: Vec<String> = Vec::new();
        for warning in self.warnings.iter().take(100) {
            warnings.push(format!("{}: {}", self.place(warning.offset), warning.text));
        }
        warnings.append(&mut replay.warnings);
        Ok(Record {
            game: replay.game,
            info: replay.info,
            moves: replay.moves.len(),
            warnings,
        })
    }
}

/// The board size of a record; 19x19 when it says nothing.
pub(super) fn board_size(text: &str) -> Option<BoardSize> {
    let lines = |text: &str| text.trim().parse::<usize>().ok();
    match text.trim() {
        "" => Some(BoardSize::square(19)),
        text => match text.split_once(':') {
            Some((width, height)) => BoardSize::new(lines(width)?, lines(height)?),
            None => BoardSize::new(lines(text)?, lines(text)?),
        },
    }
}

const fn move_color(property: &Property) -> Option<Color> {
    match property.name.as_bytes() {
        b"B" => Some(Color::Black),
        b"W" => Some(Color::White),
        _ => None,
    }
}

struct Replay<'a> {
    collection: &'a Collection,
    options: &'a ReplayOptions,
    nodes: &'a [&'a Node],
    /// Node and color of each move on the main line.
    moves: Vec<(usize, Color)>,
    info: Info,
    game: Game,
    played: usize,
    edits: usize,
    warnings: Vec<String>,
}

impl<'a> Replay<'a> {
    fn new(
        collection: &'a Collection,
        options: &'a ReplayOptions,
        nodes: &'a [&'a Node],
        info: Info,
    ) -> Result<Replay<'a>, SgfError> {
        let empty = Node::default();
        let root = nodes.first().copied().unwrap_or(&empty);
        let fail = |name: &str, fault| {
            let offset = root.property(name).map_or(0, |property| property.offset);
            Err(collection.error(offset, fault))
        };
        let go = ["", "1", "go", "Go"];
        if let Some(other) = root.value("GM").filter(|game| !go.contains(game)) {
            return fail("GM", Fault::NotGo(other.to_string()));
        }
        let text = root.value("SZ").unwrap_or("");
        let Some(size) = board_size(text) else {
            return fail("SZ", Fault::Size(text.to_string()));
        };
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
        let all = nodes.iter().enumerate().flat_map(|(index, node)| {
            let colors = node
                .properties
                .iter()
                .filter_map(|property| Some((move_color(property)?, property)));
            colors.flat_map(move |(color, property)| property.values.iter().map(move |_| (index, color)))
        });
        let moves: Vec<(usize, Color)> = all.take(MAX_MOVES + 1).collect();
        if moves.len() > MAX_MOVES {
            let fault = Fault::TooLarge(format!("more than {MAX_MOVES} moves"));
            return Err(SgfError { place: None, fault });
        }
        Ok(Replay {
            collection,
            options,
            nodes,
            moves,
            info,
            game,
            played: 0,
            edits: 0,
            warnings,
        })
    }

    /// The starting position: what the nodes before the first move set up, and the handicap.
    fn begin(&mut self) -> Result<(), SgfError> {
        let first_move = self.moves.first().map_or(self.nodes.len(), |&(node, _)| node + 1);
        let mut stones = Stones::default();
        let mut player = None;
        let mut last = 0;
        let nodes = self.nodes;
        for node in nodes.iter().take(first_move) {
            if let Some(offset) = self.edit(node, &mut stones)? {
                last = offset;
            }
            player = self.player(node).or(player);
        }
        let handicap = self.info.handicap;
        let first = self.moves.first().map(|&(_, color)| color);
        let only_black = stones.white.is_empty() && !stones.black.is_empty();
        let custom = if handicap >= 2 || only_black {
            Color::White
        } else {
            self.game.ruleset().first_player
        };
        let to_move = player.or(first).unwrap_or(custom);
        let set_up = self.game.set_up(&stones, to_move);
        set_up.map_err(|chain| self.no_liberties(last, &chain))?;
        if handicap >= 2 {
            self.give_handicap(handicap, stones.black.len());
        }
        Ok(())
    }

    fn give_handicap(&mut self, handicap: usize, stones: usize) {
        if stones > 0 {
            if stones != handicap {
                self.warnings.push(format!("HA[{handicap}] with {stones} black stones"));
            }
            self.game.declare_handicap(handicap);
            return;
        }
        let leading = |color: Color| self.moves.iter().take_while(|(_, mover)| *mover == color).count();
        if self.game.handicap_placement() == HandicapPlacement::Passes && self.starts_with_passes(handicap) {
            self.game.give_pass_handicap(handicap);
            return;
        }
        if leading(Color::Black) >= 2 {
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

    /// Whether White's first n − 1 moves are passes.
    fn starts_with_passes(&self, handicap: usize) -> bool {
        let values = self.nodes.iter().flat_map(|node| &node.properties);
        let white = values
            .filter(|property| property.name == "W")
            .flat_map(|property| &property.values);
        let passes = white
            .take_while(|value| point::vertex(value, self.game.size()) == Ok(Vertex::Pass))
            .count();
        passes + 1 >= handicap
    }

    /// Plays the moves, and what is set up between them.
    fn run(&mut self) -> Result<(), SgfError> {
        let first_move = self.moves.first().map_or(self.nodes.len(), |&(node, _)| node);
        let nodes = self.nodes;
        let last_move = self.options.before_move.map_or(usize::MAX, |number| number.max(1) - 1);
        for (index, node) in nodes.iter().enumerate().skip(first_move) {
            if index > first_move {
                self.rearrange(node)?;
            }
            for property in &node.properties {
                let Some(color) = move_color(property) else { continue };
                for value in &property.values {
                    if self.played >= last_move {
                        self.game.set_to_move(color);
                        return Ok(());
                    }
                    self.play(color, value, property.offset)?;
                }
            }
        }
        Ok(())
    }

    fn play(&mut self, color: Color, value: &str, offset: usize) -> Result<(), SgfError> {
        let vertex = point::vertex(value, self.game.size()).map_err(|fault| self.collection.error(offset, fault))?;
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
    fn rearrange(&mut self, node: &Node) -> Result<(), SgfError> {
        let before = Stones::from_fn(|color| *self.game.board().stones(color));
        let mut stones = before;
        let player = self.player(node);
        if let Some(offset) = self.edit(node, &mut stones)?
            && stones != before
        {
            self.edits += 1;
            if self.edits > MAX_EDITS {
                let fault = Fault::TooLarge(format!("stones set up more than {MAX_EDITS} times"));
                return Err(self.collection.error(offset, fault));
            }
            let next = self.moves.get(self.played).map(|&(_, color)| color);
            let to_move = player.or(next).unwrap_or_else(|| self.game.to_move());
            let done = self.game.rearrange(&stones, to_move);
            done.map_err(|chain| self.no_liberties(offset, &chain))?;
        } else if let Some(player) = player {
            self.game.set_to_move(player);
        }
        Ok(())
    }

    fn no_liberties(&self, offset: usize, chain: &PointSet) -> SgfError {
        let fault = chain.first().map_or(Fault::NoGame, Fault::NoLiberties);
        self.collection.error(offset, fault)
    }

    /// Applies `AB`, `AW` and `AE` and says where the last of them stands; `None` when there are none.
    fn edit(&self, node: &Node, stones: &mut Stones) -> Result<Option<usize>, SgfError> {
        let mut last = None;
        for property in &node.properties {
            let color = match property.name.as_str() {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                _ => continue,
            };
            for value in &property.values {
                let set = point::points(value, self.game.size());
                let set = set.map_err(|fault| self.collection.error(property.offset, fault))?;
                if set.is_empty() {
                    continue;
                }
                for side in Color::BOTH {
                    stones[side] = stones[side].difference(&set);
                }
                if let Some(color) = color {
                    stones[color] = stones[color].union(&set);
                }
                last = Some(property.offset);
            }
        }
        Ok(last)
    }

    fn player(&self, node: &Node) -> Option<Color> {
        match node.value("PL")? {
            "1" => Some(Color::Black),
            "2" => Some(Color::White),
            text => Color::parse(text),
        }
    }
}
