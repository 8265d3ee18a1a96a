//! The main line of a game as a list of steps, before anything is played.

use super::error::{Fault, SgfError};
use super::parse::{Collection, Node, Property, Tree};
use super::point;
use crate::rules::{BoardSize, ByColor, Color, PointSet, Stones, Vertex};

/// One thing that a record does.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::game) enum Step {
    /// A move, or what should be one.
    Turn {
        color: Color,
        vertex: Result<Vertex, Fault>,
    },
    /// Stones put on the board or taken off by hand, or the player to move named.
    Edit(Box<Edit>),
    /// A point in a set-up list that is none.
    Bad(Fault),
}

/// Points set up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::game) struct Edit {
    /// Stones to put there.
    pub stones: ByColor<PointSet>,
    /// Points to be empty.
    pub empty: PointSet,
    /// Who is to move.
    pub player: Option<Color>,
}

impl Edit {
    /// Changes the stones as the edit says.
    pub fn apply(&self, stones: &mut Stones) {
        let touched = self.stones.black.union(&self.stones.white).union(&self.empty);
        for color in Color::BOTH {
            stones[color] = stones[color].difference(&touched).union(&self.stones[color]);
        }
    }

    fn is_nothing(&self) -> bool {
        *self == Edit::default()
    }
}

/// A step and its place.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::game) struct Placed {
    /// The step.
    pub step: Step,
    /// In bytes of the text.
    pub offset: usize,
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

/// The size of a game's board.
pub(in crate::game) fn size_of(collection: &Collection, tree: &Tree) -> Result<BoardSize, SgfError> {
    let property = tree.nodes.first().and_then(|root| root.property("SZ"));
    let text = property.and_then(|property| property.values.first());
    let text = text.map_or("", |text| text.trim());
    board_size(text).ok_or_else(|| {
        let offset = property.map_or(0, |property| property.offset);
        collection.error(offset, Fault::Size(text.to_string()))
    })
}

/// The steps of a game's main line: in every node first what it sets up, then its moves.
pub(in crate::game) fn steps(tree: &Tree, size: BoardSize) -> Vec<Placed> {
    let mut steps = Vec::new();
    for node in tree.main_line() {
        edit(node, size, &mut steps);
        for property in &node.properties {
            let Some(color) = move_color(property) else { continue };
            steps.extend(property.values.iter().map(|value| Placed {
                step: Step::Turn {
                    color,
                    vertex: point::vertex(value, size),
                },
                offset: property.offset,
            }));
        }
    }
    steps
}

fn edit(node: &Node, size: BoardSize, steps: &mut Vec<Placed>) {
    let mut edit = Edit::default();
    let mut last = 0;
    for property in &node.properties {
        let color = match property.name.as_str() {
            "AB" => Some(Color::Black),
            "AW" => Some(Color::White),
            "AE" => None,
            "PL" => {
                edit.player = property.values.first().and_then(|text| player(text.trim()));
                last = property.offset;
                continue;
            }
            _ => continue,
        };
        last = property.offset;
        for value in &property.values {
            match point::points(value, size) {
                Ok(set) => add(&mut edit, color, &set),
                Err(fault) => {
                    let step = Step::Bad(fault);
                    steps.push(Placed { step, offset: last });
                    return;
                }
            }
        }
    }
    if !edit.is_nothing() {
        let step = Step::Edit(Box::new(edit));
        steps.push(Placed { step, offset: last });
    }
}

/// Where lists overlap the later one counts.
fn add(edit: &mut Edit, color: Option<Color>, set: &PointSet) {
    for side in Color::BOTH {
        edit.stones[side] = edit.stones[side].difference(set);
    }
    match color {
        Some(color) => edit.stones[color] = edit.stones[color].union(set),
        None => edit.empty = edit.empty.union(set),
    }
}

fn player(text: &str) -> Option<Color> {
    match text {
        "1" => Some(Color::Black),
        "2" => Some(Color::White),
        text => Color::parse(text),
    }
}
