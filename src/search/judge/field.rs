//! The stones on an arena: plays, captures, liberties found by walking.
//!
//! Suicide and the retaking of a single ko are left out; both hold under every ruleset as far as a finished position
//! is concerned, where a pass may stand for a ko threat.

use super::arena::{Arena, Cell, NOWHERE, Node};
use crate::rules::Color;

/// Stones that change while a line is played.
#[derive(Clone)]
pub(super) struct Field<'a> {
    pub(super) arena: &'a Arena,
    cells: Vec<Cell>,
    empty: Vec<Node>,
    /// The place in `empty` of each empty node.
    place: Vec<u16>,
    ko: Node,
    marks: Vec<u32>,
    mark: u32,
    /// The stones of the last chain that was walked, as far as that went.
    chain: Vec<Node>,
}

/// The liberties of a chain, as far as they were counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Liberties {
    pub(super) count: usize,
    /// The one found first.
    pub(super) first: Node,
}

impl Liberties {
    const NONE: Liberties = Liberties {
        count: 0,
        first: NOWHERE,
    };
    /// Those of a wall.
    const ENDLESS: Liberties = Liberties {
        count: usize::MAX,
        first: NOWHERE,
    };
}

impl<'a> Field<'a> {
    /// The stones that the arena starts with.
    pub(super) fn new(arena: &'a Arena) -> Field<'a> {
        let cells = arena.cells().to_vec();
        let mut place = vec![0; arena.len()];
        let mut empty = Vec::with_capacity(arena.len());
        for node in (0..arena.len()).filter(|&node| cells[node] == Cell::Empty) {
            place[node] = empty.len() as u16;
            empty.push(node as Node);
        }
        Field {
            cells,
            empty,
            place,
            ko: NOWHERE,
            marks: vec![0; arena.len()],
            mark: 0,
            chain: Vec::with_capacity(arena.len()),
            arena,
        }
    }

    /// Takes over the stones of a field on the same arena.
    pub(super) fn copy_from(&mut self, other: &Field<'_>) {
        self.cells.copy_from_slice(&other.cells);
        self.place.copy_from_slice(&other.place);
        self.empty.clear();
        self.empty.extend_from_slice(&other.empty);
        self.ko = other.ko;
    }

    pub(super) fn at(&self, node: Node) -> Cell {
        self.cells[usize::from(node)]
    }

    /// The empty points, in no order.
    pub(super) fn empty(&self) -> &[Node] {
        &self.empty
    }

    /// Whether the color has a stone there that could be captured.
    pub(super) fn is_mortal(&self, color: Color, node: Node) -> bool {
        self.at(node) == Cell::of(color) && self.arena.is_inside(node)
    }

    /// How many neighbors are empty.
    pub(super) fn open_around(&self, node: Node) -> usize {
        let around = self.arena.neighbors(node).iter();
        around.filter(|&&next| self.at(next) == Cell::Empty).count()
    }

    fn start_walk(&mut self, node: Node) {
        self.mark += 1;
        self.chain.clear();
        self.chain.push(node);
        self.marks[usize::from(node)] = self.mark;
    }

    fn walk(&mut self, color: Cell, limit: usize, mut found: Liberties) -> Liberties {
        let arena = self.arena;
        let mut done = 0;
        while done < self.chain.len() {
            for &next in arena.neighbors(self.chain[done]) {
                let at = self.at(next);
                if at != color && at != Cell::Empty {
                    continue;
                }
                if !arena.is_inside(next) {
                    return Liberties::ENDLESS;
                }
                let mark = &mut self.marks[usize::from(next)];
                if *mark == self.mark {
                    continue;
                }
                *mark = self.mark;
                if at == color {
                    self.chain.push(next);
                    continue;
                }
                if found.count == 0 {
                    found.first = next;
                }
                found.count += 1;
                if found.count >= limit {
                    return found;
                }
            }
            done += 1;
        }
        found
    }

    /// The liberties of the chain on a node, counted up to `limit`.
    pub(super) fn liberties(&mut self, node: Node, limit: usize) -> Liberties {
        if !self.arena.is_inside(node) {
            return Liberties::ENDLESS;
        }
        self.start_walk(node);
        self.walk(self.at(node), limit, Liberties::NONE)
    }

    /// How many liberties a stone on the node and its chain would have, counted up to `limit`. Points freed by
    /// captures count, at most two for each chain captured.
    pub(super) fn liberties_after(&mut self, color: Color, node: Node, limit: usize) -> usize {
        let mut freed = 0;
        for &next in self.arena.neighbors(node) {
            if self.is_mortal(color.opponent(), next) && self.liberties(next, 2).count == 1 {
                let alone = self.chain.len() == 1;
                freed += if alone { 1 } else { 2 };
            }
        }
        if freed >= limit {
            return freed;
        }
        let found = Liberties {
            count: freed,
            first: NOWHERE,
        };
        self.start_walk(node);
        self.walk(Cell::of(color), limit, found).count
    }

    /// A liberty of the chain of a stone on the node, captures left out.
    pub(super) fn last_liberty_after(&mut self, color: Color, node: Node) -> Node {
        self.start_walk(node);
        self.walk(Cell::of(color), 1, Liberties::NONE).first
    }

    /// How many mortal stones the chain of a stone on the node would have.
    pub(super) fn size_after(&mut self, color: Color, node: Node) -> usize {
        self.start_walk(node);
        self.walk(Cell::of(color), usize::MAX, Liberties::NONE);
        self.chain.len()
    }

    /// The stones of the chain on a node.
    pub(super) fn stones(&mut self, node: Node) -> &[Node] {
        self.liberties(node, usize::MAX);
        &self.chain
    }

    /// Whether the point is an eye of the color: own stones or the edge on all sides, and at most one diagonal point
    /// the opponent's, none at the edge.
    pub(super) fn is_eye(&self, color: Color, node: Node) -> bool {
        let own = Cell::of(color);
        let mut around = self.arena.neighbors(node).iter().map(|&next| self.at(next));
        if !around.all(|cell| cell == own || cell == Cell::Edge) {
            return false;
        }
        let (mut edge, mut taken) = (0, 0);
        for &next in self.arena.diagonals(node) {
            let at = self.at(next);
            taken += usize::from(at == Cell::of(color.opponent()));
            edge |= usize::from(at == Cell::Edge);
        }
        edge + taken < 2
    }

    /// Whether the color may play on the empty point.
    pub(super) fn is_legal(&mut self, color: Color, node: Node) -> bool {
        if node == self.ko {
            return false;
        }
        if self.open_around(node) > 0 {
            return true;
        }
        let (own, other) = (Cell::of(color), Cell::of(color.opponent()));
        let around = *self.arena.neighbors(node);
        around.into_iter().any(|next| {
            let at = self.at(next);
            let is_stone = at == own || at == other;
            is_stone && (self.liberties(next, 2).count == 1) == (at == other)
        })
    }

    /// Places a stone and takes what has no liberties.
    pub(super) fn play(&mut self, color: Color, node: Node) {
        let place = self.place[usize::from(node)];
        let last = self.empty.len() - 1;
        self.empty.swap_remove(usize::from(place));
        if usize::from(place) < last {
            self.place[usize::from(self.empty[usize::from(place)])] = place;
        }
        self.cells[usize::from(node)] = Cell::of(color);
        let before = self.empty.len();
        let mut lonely = true;
        for &next in self.arena.neighbors(node) {
            lonely &= self.at(next) != Cell::of(color);
            if self.is_mortal(color.opponent(), next) && self.liberties(next, 1).count == 0 {
                self.take_walked();
            }
        }
        let took_one = self.empty.len() == before + 1;
        let retakable = took_one && lonely && self.liberties(node, 2).count == 1;
        self.ko = if retakable { self.empty[before] } else { NOWHERE };
    }

    /// Lifts the ko ban.
    pub(super) const fn pass(&mut self) {
        self.ko = NOWHERE;
    }

    fn take_walked(&mut self) {
        for &stone in &self.chain {
            self.cells[usize::from(stone)] = Cell::Empty;
            self.place[usize::from(stone)] = self.empty.len() as u16;
            self.empty.push(stone);
        }
    }
}
