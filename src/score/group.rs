//! Groups, their eyes, and which of them live in seki.
//!
//! A *group* is a set of chains of one color connected through empty regions that touch only that color. It
//! lives independently when those regions are worth two eyes (see `eye`: a region that can be divided is two,
//! one of one or two points, or with opposing stones on its vital point, is one; a false eye is none). A group with
//! fewer eyes that nobody calls dead lives in *seki*. So that a game stopped early is not full of seki, a wide
//! neutral region beside a group counts like its own as far as it is out of the opponent's reach.
//!
//! The literal reading of the Japanese rules and of KataGo, in which whatever touches an open neutral point is in
//! seki, is [`IndependentLife`](super::IndependentLife); on boards whose neutral points have been played the two
//! agree.

use super::eye::eyes;
use super::region::{Region, Settled, find_regions};
use crate::rules::{ByColor, Color, PointSet};

/// Chains of one color that are connected through empty regions which touch only that color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Whose group it is.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// The points of the regions that only this color touches.
    pub own_points: PointSet,
    /// Whether it lives only because the opponent cannot attack it.
    pub seki: bool,
    /// Points that must stay empty for the group to stand on the board: two of its own points if it lives
    /// independently (one if it has only one), in seki the one eye that is its own, if any.
    pub basic_eyes: PointSet,
}

/// The fewest neutral points out of the opponent's reach that make a region of their own.
const WIDE: usize = 6;

/// All groups, Black's first, in board order.
pub(super) fn find_groups(settled: &Settled) -> Vec<Group> {
    let stones = ByColor::from_fn(|color| settled.stones(color).union(settled.forced_fills(color)));
    let filled = find_regions(&stones, settled.size());
    let mut groups = Vec::new();
    for color in Color::BOTH {
        let together = settled.stones(color).union(settled.surrounded(color));
        for part in together.parts(settled.size()) {
            groups.push(group(settled, &filled, color, &part));
        }
    }
    groups
}

/// `filled` are the regions that are left once false eyes are filled.
fn group(settled: &Settled, filled: &[Region], color: Color, part: &PointSet) -> Group {
    let size = settled.size();
    let stones = part.intersection(settled.stones(color));
    let own_points = part.intersection(settled.surrounded(color));
    let dead = settled.dead(color.opponent());
    let own: Vec<&PointSet> = filled
        .iter()
        .filter(|region| region.owner == Some(color) && region.points.intersects(&own_points))
        .map(|region| &region.points)
        .collect();
    let sure: usize = own
        .iter()
        .map(|region| eyes(region, &dead.intersection(region), size))
        .sum();
    let seki = sure < 2 && !has_room(settled, color, &stones);
    let mut basic_eyes: PointSet = own.iter().filter_map(|region| region.first()).take(2).collect();
    if !seki {
        let spare = own_points.difference(&basic_eyes);
        let to_fill = spare.intersection(settled.forced_fills(color));
        let missing = 2usize.saturating_sub(basic_eyes.len());
        let more = spare.difference(&to_fill).iter().chain(to_fill.iter());
        basic_eyes = basic_eyes.union(&more.take(missing).collect());
    }
    Group {
        color,
        stones,
        own_points,
        seki,
        basic_eyes,
    }
}

/// Whether a group lies beside a wide neutral region in which it could still make eyes.
fn has_room(settled: &Settled, color: Color, stones: &PointSet) -> bool {
    let size = settled.size();
    let opposing = settled.stones(color.opponent());
    let reach = opposing.border(size);
    let border = stones.border(size);
    let free = settled.neutral().difference(&reach);
    free.parts(size)
        .iter()
        .any(|part| part.len() >= WIDE && part.intersects(&border))
}
