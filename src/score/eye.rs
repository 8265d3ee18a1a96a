//! How many eyes a region is worth to the group around it.
//!
//! The question is asked at the end of a game, of groups that nobody calls dead, so a region that would
//! make two eyes if its owner moved next counts as two: had the opponent a move there, he would have
//! played it. Opposing stones left inside (dead, but perhaps left there on purpose) are looked at: on the vital
//! point of a small region they leave one eye.

use crate::rules::{BoardSize, Point, PointSet};

/// The eyes in a region, 1 or 2 (0 when it is empty); `dead` are opposing stones standing in it.
pub(super) fn eyes(region: &PointSet, dead: &PointSet, size: BoardSize) -> usize {
    let open = region.difference(dead);
    match region.len() {
        0 => return 0,
        1 | 2 => return 1,
        6.. if open.len() >= 3 && lives_when_attacked(region, size) => return 2,
        _ => {}
    }
    let splits = open.iter().any(|point| splits(region, point, size));
    let roomy_when_taken = dead.parts(size).iter().any(|chain| lives_when_attacked(chain, size));
    if splits || roomy_when_taken { 2 } else { 1 }
}

/// Whether a stone on the point leaves two separate regions.
fn splits(region: &PointSet, point: Point, size: BoardSize) -> bool {
    let mut rest = *region;
    rest.remove(point);
    rest.parts(size).len() >= 2
}

/// Whether this empty space makes two eyes even when the attacker moves first: not the well-known
/// shapes with one vital point (three, the pyramid and square four, the bulky and crossed five, the six
/// around a crossing).
fn lives_when_attacked(space: &PointSet, size: BoardSize) -> bool {
    match space.len() {
        0..4 => false,
        4 | 5 => space.iter().all(|attacked| {
            let answers = space.iter().filter(|&answer| answer != attacked);
            answers.into_iter().any(|answer| splits(space, answer, size))
        }),
        6 => {
            let degree = |point: Point| size.neighbors(point).filter(|&next| space.contains(next)).count();
            let ends: usize = space.iter().map(degree).sum();
            let crossing = space.iter().any(|point| degree(point) == 4);
            // Six points with as many lines between them have one square.
            !(crossing && ends == 12)
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Color, diagram};

    /// The eyes of the region drawn with `.` (open) and `O` (opposing stones) inside `X`.
    fn eyes_of(drawing: &str) -> usize {
        let (size, stones) = diagram::parse(drawing).unwrap();
        let region = PointSet::all(size).difference(&stones[Color::Black]);
        eyes(&region, &stones[Color::White], size)
    }

    #[test]
    fn small_regions_are_one_eye_and_what_can_be_divided_is_two() {
        assert_eq!(eyes_of("X . X"), 1);
        assert_eq!(eyes_of("X . . X"), 1);
        assert_eq!(eyes_of("X . . . X"), 2);
        assert_eq!(eyes_of("X . . X / X . X X".replace('/', "\n").as_str()), 2);
        assert_eq!(eyes_of(". .\n. ."), 1, "square four");
        assert_eq!(eyes_of(". . .\n. . X"), 2, "bulky five");
        assert_eq!(eyes_of(". . .\n. . ."), 2);
    }

    #[test]
    fn opposing_stones_on_the_vital_point_leave_one_eye() {
        assert_eq!(eyes_of(". O ."), 1);
        assert_eq!(eyes_of("O . O"), 2);
        assert_eq!(eyes_of(". O O ."), 1);
        assert_eq!(eyes_of(". O . ."), 2);
        assert_eq!(eyes_of(". O O O ."), 1);
        assert_eq!(eyes_of(". O O O O ."), 2, "four in a row live when taken");
        assert_eq!(eyes_of(". . X\nO O .\nX . X"), 1, "six around a crossing, center taken");
        assert_eq!(eyes_of("X O X\n. . O\nX X X"), 2);
    }

    #[test]
    fn the_six_around_a_crossing_is_the_only_six_with_a_vital_point() {
        let space = |drawing: &str| {
            let (size, stones) = diagram::parse(drawing).unwrap();
            lives_when_attacked(&stones[Color::White], size)
        };
        assert!(!space(". O .\nO O O\n. O O"));
        assert!(space("O O O\nO O O"));
        assert!(space("O O O O O O"));
        assert!(!space(". O .\nO O O\n. O ."));
        assert!(!space("O O\nO O"));
        assert!(space("O O .\n. O O"));
    }
}
