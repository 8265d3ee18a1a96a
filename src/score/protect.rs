//! Points a player must still fill in his own territory: false eyes.
//!
//! Players stop with neutral points open. Once those are taken, a chain that has only one liberty inside its own
//! territory is in atari and must be connected there, so that point is not territory (what Japanese
//! players do when they fill the last neutral points; `lightvector/goscorer` counts the same way).

use crate::rules::{BoardSize, ByColor, Color, Point, PointSet};

/// The points of `surrounded[color]` that must be filled.
///
/// A point is filled when it is the only liberty inside own territory of a chain, and connects it to more; a chain
/// that can instead be connected through a neutral point is left alone.
pub(super) fn forced_fills(
    color: Color,
    stones: &ByColor<PointSet>,
    surrounded: &ByColor<PointSet>,
    size: BoardSize,
) -> PointSet {
    let mut own = stones[color];
    let mut inside = surrounded[color];
    let mut filled = PointSet::EMPTY;
    while let Some(point) = next_fill(&own, &inside, &stones[color.opponent()], size) {
        own.insert(point);
        inside.remove(point);
        filled.insert(point);
    }
    filled
}

fn next_fill(own: &PointSet, inside: &PointSet, opposing: &PointSet, size: BoardSize) -> Option<Point> {
    own.parts(size).iter().find_map(|chain| {
        let liberties = chain.border(size).difference(opposing);
        let inner = liberties.intersection(inside);
        let point = inner.first().filter(|_| inner.len() == 1)?;
        let others = own.difference(chain);
        let outer = liberties.difference(&inner);
        let around: PointSet = size.neighbors(point).collect();
        let connects = around.intersects(&others) || around.intersects(inside);
        let saved_outside = outer.border(size).intersects(&others);
        (connects && !saved_outside).then_some(point)
    })
}

#[cfg(test)]
mod tests {
    use super::super::Settled;
    use super::*;
    use crate::rules::diagram;

    fn fills(drawing: &str) -> Vec<String> {
        let settled = Settled::new(&diagram::board(drawing), &PointSet::EMPTY);
        let points = settled.forced_fills(Color::Black).iter();
        points.map(|point| point.to_string()).collect()
    }

    #[test]
    fn a_false_eye_is_filled_whether_its_neutral_points_are_open_or_not() {
        // D4 has only C4 once White has played D3.
        let open = fills(
            ". X . X O
             X X X O O
             X . . . O
             X O O . O",
        );
        assert_eq!(open, ["C4"]);
        let taken = fills(
            ". X . X O
             X X X O O
             X . O O .
             X O O . O",
        );
        assert_eq!(taken, ["C4"]);
    }

    #[test]
    fn a_chain_that_a_neutral_point_connects_needs_no_filling() {
        let bridge = fills(
            ". X . X . O
             X X X . O O
             X . . X O .",
        );
        assert_eq!(bridge, [""; 0], "D3 can be joined to C2 at D2");
    }

    #[test]
    fn real_eyes_are_not_filled() {
        assert_eq!(fills(". X . X X O\nX X X X O .\nO O O O O ."), [""; 0]);
        assert_eq!(fills(". X ."), [""; 0]);
    }
}
