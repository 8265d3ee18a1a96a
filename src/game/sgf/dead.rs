//! Dead stones as a record marks them: stones inside the other player's territory.

use super::parse::Tree;
use super::point;
use crate::rules::{Board, ByColor, Color, PointSet};

impl Tree {
    /// The stones that stand in the opponent's territory as the last node of the main line marks it (`TB`, `TW`);
    /// `None` when it marks none. Points that are not on the board do not count.
    #[must_use]
    pub fn dead_stones(&self, board: &Board) -> Option<PointSet> {
        let last = self.main_line().last()?;
        let territory = ByColor::from_fn(|color| {
            let name = match color {
                Color::Black => "TB",
                Color::White => "TW",
            };
            let values = last.properties.iter().filter(|property| property.name == name);
            let sets = values.flat_map(|property| &property.values);
            sets.filter_map(|text| point::points(text, board.size()).ok())
                .fold(PointSet::EMPTY, |all, set| all.union(&set))
        });
        if territory.black.is_empty() && territory.white.is_empty() {
            return None;
        }
        let dead = |color: Color| board.stones(color).intersection(&territory[color.opponent()]);
        Some(dead(Color::Black).union(&dead(Color::White)))
    }
}
