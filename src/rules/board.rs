//! Stones on a board: chains, exact liberties, captures, basic ko, position hash.
//!
//! The board knows what happens when a stone is placed; which plays are allowed is asked with the
//! suicide rule as an argument. Repetition beyond basic ko needs a history: see
//! [`Position`](super::Position).

use super::chain::{Chain, ChainTable};
use super::color::{ByColor, Color};
use super::illegal::Illegal;
use super::point::{BoardSize, POINT_TABLE, Point};
use super::point_set::PointSet;
use super::ruleset::Suicide;
use super::zobrist::stone_key;

/// No chain stands on the point.
const NONE: u16 = u16::MAX;

/// What a play took off the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Opposing stones captured.
    pub captured: PointSet,
    /// Own stones removed by suicide, the played one included.
    pub suicide: PointSet,
}

/// A board position without history.
///
/// Invariants (see [`Board::check`]): every stone belongs to exactly one chain, connected stones of one
/// color to the same one; liberties are exact; after a play no chain is without liberties; the
/// hash is that of the stones.
#[derive(Clone, Debug)]
pub struct Board {
    size: BoardSize,
    stones: ByColor<PointSet>,
    chain_of: Box<[u16]>,
    chains: ChainTable,
    hash: u64,
    ko: Option<(Color, Point)>,
}

impl Board {
    /// An empty board.
    #[must_use]
    pub fn new(size: BoardSize) -> Board {
        Board {
            size,
            stones: ByColor::default(),
            chain_of: vec![NONE; (size.height() * 32).min(POINT_TABLE)].into(),
            chains: ChainTable::default(),
            hash: 0,
            ko: None,
        }
    }

    /// A board with these stones, nothing captured; the stones of the refused chain when one has no liberty.
    ///
    /// # Errors
    /// The first chain without liberties.
    pub fn with_stones(size: BoardSize, stones: &ByColor<PointSet>) -> Result<Board, PointSet> {
        let mut board = Board::new(size);
        for color in Color::BOTH {
            for point in stones[color].intersection(&PointSet::all(size)).iter() {
                if board.stone(point).is_none() {
                    board.put(color, point);
                }
            }
        }
        board.rebuild();
        let dead = board
            .chains()
            .find(|chain| chain.liberties.is_empty())
            .map(|chain| chain.stones);
        dead.map_or(Ok(board), Err)
    }

    /// Width and height.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone on a point; `None` when it is empty or off the board.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Color> {
        if self.stones.black.contains(point) {
            Some(Color::Black)
        } else if self.stones.white.contains(point) {
            Some(Color::White)
        } else {
            None
        }
    }

    /// All stones of a color.
    #[must_use]
    pub const fn stones(&self, color: Color) -> &PointSet {
        match color {
            Color::Black => &self.stones.black,
            Color::White => &self.stones.white,
        }
    }

    /// All empty points.
    #[must_use]
    pub fn empty_points(&self) -> PointSet {
        PointSet::all(self.size).difference(&self.stones.black.union(&self.stones.white))
    }

    /// The chain on a point.
    #[must_use]
    pub fn chain(&self, point: Point) -> Option<&Chain> {
        self.chain_id(point).map(|id| self.chains.get(id))
    }

    /// All chains.
    pub fn chains(&self) -> impl Iterator<Item = &Chain> {
        self.chains.iter().map(|(_, chain)| chain)
    }

    /// Hash of the stones alone: equal positions have equal hashes whoever is to move.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Who may not play where because of basic ko.
    #[must_use]
    pub const fn ko(&self) -> Option<(Color, Point)> {
        self.ko
    }

    /// Whether the stones could be placed, suicide and basic ko asked for; says nothing of superko.
    ///
    /// # Errors
    /// The first of off the board, occupied, ko and suicide that applies.
    pub fn allows(&self, color: Color, point: Point, suicide: Suicide, basic_ko: bool) -> Result<(), Illegal> {
        if !self.size.contains(point) {
            return Err(Illegal::OffBoard);
        }
        if let Some(stone) = self.stone(point) {
            return Err(Illegal::Occupied(stone));
        }
        if basic_ko && self.ko == Some((color, point)) {
            return Err(Illegal::Ko);
        }
        match self.suicide_size(color, point) {
            0 => Ok(()),
            1 if suicide == Suicide::Allowed => Ok(()),
            2.. if suicide != Suicide::Forbidden => Ok(()),
            stones => Err(Illegal::Suicide { stones }),
        }
    }

    /// How many own stones a play on an empty point would remove by suicide; usually 0.
    #[must_use]
    pub fn suicide_size(&self, color: Color, point: Point) -> usize {
        let mut stones = 1;
        let mut seen = [NONE; 4];
        for (slot, neighbor) in self.size.neighbors(point).enumerate() {
            let Some(id) = self.chain_id(neighbor) else {
                return 0;
            };
            let chain = self.chains.get(id);
            let last_liberty = chain.liberties.len() == 1;
            if last_liberty == (chain.color == color) {
                if chain.color == color && !seen.contains(&id) {
                    stones += chain.stones.len();
                    seen[slot] = id;
                }
            } else {
                return 0;
            }
        }
        stones
    }

    /// The hash the board would have after a play on an empty point.
    #[must_use]
    pub fn hash_after(&self, color: Color, point: Point) -> u64 {
        let mut hash = self.hash ^ stone_key(color, point);
        let mut joined = [NONE; 4];
        let mut taken = [NONE; 4];
        let mut breathes = false;
        for (slot, neighbor) in self.size.neighbors(point).enumerate() {
            let Some(id) = self.chain_id(neighbor) else {
                breathes = true;
                continue;
            };
            let chain = self.chains.get(id);
            let last_liberty = chain.liberties.len() == 1;
            if chain.color == color {
                breathes |= !last_liberty;
                if !joined.contains(&id) {
                    joined[slot] = id;
                }
            } else if last_liberty && !taken.contains(&id) {
                taken[slot] = id;
                breathes = true;
                hash ^= keys_of(chain);
            }
        }
        if !breathes {
            let own = joined.iter().filter(|&&id| id != NONE);
            hash ^= stone_key(color, point);
            for &id in own {
                hash ^= keys_of(self.chains.get(id));
            }
        }
        hash
    }

    /// Places a stone and removes what has no liberties, opponents first.
    ///
    /// The point must be on the board and empty; whether the rules allow the play is not asked.
    ///
    /// # Panics
    /// When the point is off the board or occupied.
    pub fn play_unchecked(&mut self, color: Color, point: Point) -> Played {
        assert!(
            self.size.contains(point) && self.stone(point).is_none(),
            "{point} is not an empty point"
        );
        let mut played = Played::default();
        self.put(color, point);
        self.join(color, point);
        for neighbor in self.size.neighbors(point) {
            if let Some(id) = self.chain_id(neighbor) {
                let chain = self.chains.get_mut(id);
                if chain.color != color {
                    chain.liberties.remove(point);
                    if chain.liberties.is_empty() {
                        played.captured = played.captured.union(&self.take(id));
                    }
                }
            }
        }
        let own = self.chain_of[point.index()];
        let chain = *self.chains.get(own);
        if chain.liberties.is_empty() {
            played.suicide = self.take(own);
        }
        self.ko = match (played.captured.first(), chain.stones.len(), chain.liberties.len()) {
            (Some(taken), 1, 1) if played.captured.len() == 1 => Some((color.opponent(), taken)),
            _ => None,
        };
        debug_assert_eq!(self.check(), Ok(()));
        played
    }

    /// A pass lifts the ko ban.
    pub const fn pass(&mut self) {
        self.ko = None;
    }

    /// Puts a ko ban back that a pass had lifted.
    pub(super) const fn restore_ko(&mut self, ko: Option<(Color, Point)>) {
        self.ko = ko;
    }

    /// Takes back the play that returned `played`; `ko` is what [`Board::ko`] said before it.
    pub(super) fn take_back(&mut self, color: Color, point: Point, played: &Played, ko: Option<(Color, Point)>) {
        if played.captured.is_empty() && played.suicide.is_empty() {
            self.take_back_quiet(color, point);
            self.ko = ko;
            debug_assert_eq!(self.check(), Ok(()));
            return;
        }
        let mut changed = played.captured;
        if played.suicide.is_empty() {
            let id = self.chain_of[point.index()];
            changed = changed.union(&self.chains.remove(id).stones);
            self.lift(color, point);
        } else {
            changed = changed.union(&played.suicide);
            for stone in played.suicide.iter().filter(|&stone| stone != point) {
                self.put(color, stone);
            }
        }
        for stone in played.captured.iter() {
            self.put(color.opponent(), stone);
        }
        changed.remove(point);
        for stones in [
            changed.intersection(self.stones(color)),
            changed.intersection(self.stones(color.opponent())),
        ] {
            for part in stones.parts(self.size) {
                self.add_chain(part);
            }
        }
        changed.insert(point);
        let neighbors = changed.border(self.size).union(&changed);
        let empty = self.empty_points();
        for stone in neighbors.difference(&empty).iter() {
            if let Some(id) = self.chain_id(stone) {
                let size = self.size;
                let chain = self.chains.get_mut(id);
                chain.liberties = chain.stones.border(size).intersection(&empty);
            }
        }
        self.ko = ko;
        debug_assert_eq!(self.check(), Ok(()));
    }

    /// Takes back a play that removed nothing: only the chains around it change.
    fn take_back_quiet(&mut self, color: Color, point: Point) {
        let mut rest = self.chains.remove(self.chain_of[point.index()]).stones;
        self.lift(color, point);
        rest.remove(point);
        let mut own_neighbors = 0;
        for neighbor in self.size.neighbors(point) {
            if rest.contains(neighbor) {
                own_neighbors += 1;
            } else if let Some(id) = self.chain_id(neighbor) {
                self.chains.get_mut(id).liberties.insert(point);
            }
        }
        match own_neighbors {
            0 => {}
            1 => self.add_chain(rest),
            _ => {
                for part in rest.parts(self.size) {
                    self.add_chain(part);
                }
            }
        }
    }

    fn chain_id(&self, point: Point) -> Option<u16> {
        let id = *self.chain_of.get(point.index())?;
        (id != NONE).then_some(id)
    }

    fn put(&mut self, color: Color, point: Point) {
        self.stones[color].insert(point);
        self.hash ^= stone_key(color, point);
    }

    fn lift(&mut self, color: Color, point: Point) {
        self.stones[color].remove(point);
        self.hash ^= stone_key(color, point);
        self.chain_of[point.index()] = NONE;
    }

    /// Makes the stone just put on `point` a chain together with its own neighbors.
    fn join(&mut self, color: Color, point: Point) {
        let mut chain = Chain {
            color,
            stones: PointSet::EMPTY,
            liberties: PointSet::EMPTY,
        };
        for neighbor in self.size.neighbors(point) {
            match self.chain_id(neighbor) {
                None => {
                    chain.liberties.insert(neighbor);
                }
                Some(id) if self.chains.get(id).color == color && !chain.stones.contains(neighbor) => {
                    let other = self.chains.remove(id);
                    chain.stones = chain.stones.union(&other.stones);
                    chain.liberties = chain.liberties.union(&other.liberties);
                }
                Some(_) => {}
            }
        }
        chain.stones.insert(point);
        chain.liberties.remove(point);
        let id = self.chains.add(chain);
        for stone in chain.stones.iter() {
            self.chain_of[stone.index()] = id;
        }
    }

    /// Removes a chain from the board and gives its points to the neighbors as liberties.
    fn take(&mut self, id: u16) -> PointSet {
        let chain = self.chains.remove(id);
        for stone in chain.stones.iter() {
            self.lift(chain.color, stone);
        }
        for stone in chain.stones.iter() {
            for neighbor in self.size.neighbors(stone) {
                if let Some(other) = self.chain_id(neighbor) {
                    self.chains.get_mut(other).liberties.insert(stone);
                }
            }
        }
        chain.stones
    }

    fn add_chain(&mut self, stones: PointSet) {
        let Some(color) = stones.first().and_then(|point| self.stone(point)) else {
            return;
        };
        let liberties = stones.border(self.size).intersection(&self.empty_points());
        let id = self.chains.add(Chain {
            color,
            stones,
            liberties,
        });
        for stone in stones.iter() {
            self.chain_of[stone.index()] = id;
        }
    }

    fn rebuild(&mut self) {
        self.chains = ChainTable::default();
        self.chain_of.fill(NONE);
        for color in Color::BOTH {
            for part in self.stones[color].parts(self.size) {
                self.add_chain(part);
            }
        }
    }
}

fn keys_of(chain: &Chain) -> u64 {
    let keys = chain.stones.iter().map(|stone| stone_key(chain.color, stone));
    keys.fold(0, |all, key| all ^ key)
}

impl PartialEq for Board {
    /// Same size, same stones and same ko ban.
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size && self.stones == other.stones && self.ko == other.ko
    }
}

impl Eq for Board {}
