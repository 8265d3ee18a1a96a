//! The part of a board in which fates are read: points to play on, inside walls that stand whatever happens.

use crate::rules::{Board, Color, POINT_TABLE, Point, PointSet};

/// The place of a point in its arena.
pub(super) type Node = u16;

/// No point: a pass, or nothing found.
pub(super) const NOWHERE: Node = Node::MAX;

/// What a node holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Black,
    White,
    /// Off the board.
    Edge,
    /// An empty point nobody plays on in this arena.
    Outside,
}

impl Cell {
    pub(super) const fn of(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

/// The shape of the part: nodes for its points, and one more for each kind of surroundings.
pub(super) struct Arena {
    points: Vec<Point>,
    node_of: Vec<Node>,
    neighbors: Vec<[Node; 4]>,
    diagonals: Vec<[Node; 4]>,
    cells: Vec<Cell>,
}

impl Arena {
    /// Stones beside the arena are walls: they have liberties for ever.
    pub(super) fn new(board: &Board, inside: &PointSet) -> Arena {
        let size = board.size();
        let points: Vec<Point> = inside.iter().collect();
        let count = points.len() as Node;
        let mut node_of = vec![NOWHERE; POINT_TABLE];
        for (node, point) in points.iter().enumerate() {
            node_of[point.index()] = node as Node;
        }
        let node_at = |column: usize, row: usize| -> Node {
            if column >= size.width() || row >= size.height() {
                return count;
            }
            let point = Point::new(column, row);
            match (node_of[point.index()], board.stone(point)) {
                (NOWHERE, Some(Color::Black)) => count + 1,
                (NOWHERE, Some(Color::White)) => count + 2,
                (NOWHERE, None) => count + 3,
                (node, _) => node,
            }
        };
        let around = |point: &Point, steps: [(usize, usize); 4]| {
            steps.map(|(right, up)| node_at(point.column().wrapping_add(right), point.row().wrapping_add(up)))
        };
        const BACK: usize = usize::MAX;
        let straight = [(0, 1), (1, 0), (0, BACK), (BACK, 0)];
        let oblique = [(1, 1), (1, BACK), (BACK, BACK), (BACK, 1)];
        let stone = |point: &Point| board.stone(*point).map_or(Cell::Empty, Cell::of);
        let surroundings = [Cell::Edge, Cell::Black, Cell::White, Cell::Outside];
        Arena {
            neighbors: points.iter().map(|point| around(point, straight)).collect(),
            diagonals: points.iter().map(|point| around(point, oblique)).collect(),
            cells: points.iter().map(stone).chain(surroundings).collect(),
            node_of,
            points,
        }
    }

    /// Number of points.
    pub(super) const fn len(&self) -> usize {
        self.points.len()
    }

    /// The points, by node.
    pub(super) fn points(&self) -> &[Point] {
        &self.points
    }

    /// The node of a point inside.
    pub(super) fn node(&self, point: Point) -> Node {
        self.node_of[point.index()]
    }

    /// The stones at the start, surroundings last.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether the node is a point of the arena, not surroundings.
    pub(super) fn is_inside(&self, node: Node) -> bool {
        usize::from(node) < self.points.len()
    }

    pub(super) fn neighbors(&self, node: Node) -> &[Node; 4] {
        &self.neighbors[usize::from(node)]
    }

    pub(super) fn diagonals(&self, node: Node) -> &[Node; 4] {
        &self.diagonals[usize::from(node)]
    }
}
