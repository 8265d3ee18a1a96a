//! The vital point of a small empty region, and shapes that kill from inside.

use super::board::{PlayBoard, empty_in, number, stones_in};
use crate::rules::Color;

/// Points in the largest region or shape looked at.
const LARGEST: usize = 6;

impl<const N: usize> PlayBoard<N> {
    /// The vital point of the empty region around an empty point, if the region has three to six points, only one color
    /// around it, and one point that decides whether there are two eyes. Not every such region is seen from each
    /// of its points: only from those with at most two neighbors in it.
    #[inline(always)]
    pub(super) fn vital_point(&self, start: usize) -> Option<usize> {
        let code = self.code[start];
        let is_next_to_both = stones_in(code, Color::Black) & 0xFF != 0 && stones_in(code, Color::White) & 0xFF != 0;
        // Few regions pass, and it is cheap to see.
        if is_next_to_both || empty_in(code).count_ones() > 2 {
            return None;
        }
        self.vital_point_of_region(start)
    }

    #[inline(never)]
    fn vital_point_of_region(&self, start: usize) -> Option<usize> {
        let mut points = [0; LARGEST];
        points[0] = start;
        let (mut next, mut len, mut colors) = (0, 1, 0);
        while next < len {
            if colors == 3 {
                return None;
            }
            let code = self.code[points[next]];
            colors |= u32::from(stones_in(code, Color::Black) & 0xFF != 0);
            colors |= 2 * u32::from(stones_in(code, Color::White) & 0xFF != 0);
            let mut empty = empty_in(code);
            while empty != 0 {
                let neighbor = points[next].wrapping_add(Self::STEPS[empty.trailing_zeros() as usize / 2]);
                empty &= empty - 1;
                // Without a branch: regions are too different to guess.
                let is_known = points.iter().fold(false, |known, &point| known | (point == neighbor));
                if !is_known {
                    if len == LARGEST {
                        return None;
                    }
                    points[len] = neighbor;
                    len += 1;
                }
            }
            next += 1;
        }
        if colors == 3 || len < 3 {
            return None;
        }
        self.center(&points[..len])
    }

    /// The point of a shape on which its owner's opponent makes the eye space one eye, or kills.
    fn center(&self, points: &[usize]) -> Option<usize> {
        let mut best = (0, 0, 0);
        for &point in points {
            let degree = (Self::STEPS[..4].iter())
                .filter(|step| points.contains(&point.wrapping_add(**step)))
                .count();
            match degree.cmp(&best.0) {
                std::cmp::Ordering::Greater => best = (degree, point, 1),
                std::cmp::Ordering::Equal => best.2 += 1,
                std::cmp::Ordering::Less => {}
            }
        }
        let (degree, point, times) = best;
        let decides = match points.len() {
            3 => degree == 2,
            4 => degree == 3,
            5 => degree >= 3,
            6 => degree == 4,
            _ => false,
        };
        (decides && times == 1).then_some(point)
    }

    /// Whether the chain that a play would make, if it is captured, leaves the opponent at most one eye there.
    pub(super) fn is_killing_shape(&self, color: Color, v: usize) -> bool {
        if self.size_after(color, v) as usize > LARGEST {
            return false;
        }
        let mut points = [0; LARGEST];
        points[0] = v;
        let mut len = 1;
        self.for_each_chain_around(v, number(color), |board, head| {
            for stone in board.ring(head) {
                points[len] = stone;
                len += 1;
            }
        });
        match len {
            1..=3 => true,
            4 if self.is_square(&points[..4]) => true,
            len => self.center(&points[..len]).is_some(),
        }
    }

    fn is_square(&self, points: &[usize]) -> bool {
        points.iter().all(|&point| {
            let degree = (Self::STEPS[..4].iter())
                .filter(|step| points.contains(&point.wrapping_add(**step)))
                .count();
            degree == 2
        })
    }
}
