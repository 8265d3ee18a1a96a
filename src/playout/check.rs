//! The slow checker: everything the playout board keeps, recomputed from the stones alone.

use super::board::{BORDER, EMPTY, NO_CHAIN, PlayBoard, liberty_key, number};
use super::spot::Spot;
use crate::rules::{Color, PointSet, stone_key};

impl<const N: usize> PlayBoard<N> {
    /// Recomputes chains, pseudo-liberties, 3x3 codes, lists and hash from the stones and compares.
    ///
    /// # Errors
    /// The first difference, as a sentence.
    pub fn check(&self) -> Result<(), String> {
        let size = self.board_size();
        let (mut hash, mut stones, mut empty) = (0, [0; 2], 0);
        for row in 0..Self::SIDE {
            for column in 0..Self::SIDE {
                let spot = Spot::<N>::of(crate::rules::Point::new(column, row));
                if !size.contains(spot.point()) && self.color[spot.index()] != BORDER {
                    return Err(format!("{spot} is off the board and not marked so"));
                }
            }
        }
        for point in size.points() {
            let v = Spot::<N>::of(point).index();
            let mut code = 0;
            for (direction, step) in Self::STEPS.into_iter().enumerate() {
                code |= u16::from(self.color[v.wrapping_add(step)]) << (2 * direction);
            }
            if code != self.code[v] {
                return Err(format!(
                    "3x3 code at {point} is {:04x}, expected {code:04x}",
                    self.code[v]
                ));
            }
            let Some(color) = self.stone(Spot::at(v)) else {
                empty += 1;
                let place = usize::from(self.link[v]);
                if place >= usize::from(self.empty_count) || usize::from(self.empty[place]) != v {
                    return Err(format!("{point} is empty but not in its place in the list"));
                }
                if usize::from(self.chain[v]) != v || self.liberties[v] != NO_CHAIN + self.sum_around(&[v]) {
                    return Err(format!("{point} is empty and its liberty word is wrong"));
                }
                continue;
            };
            hash ^= stone_key(color, point);
            stones[color.index()] += 1;
            self.check_chain(v, color)?;
        }
        if empty != self.empty_count {
            return Err(format!(
                "{} empty points in the list, expected {empty}",
                self.empty_count
            ));
        }
        if hash != self.hash || stones != self.stones {
            return Err(format!("hash {:016x} or counts {:?} are wrong", self.hash, self.stones));
        }
        if self.ko != 0 && self.color[usize::from(self.ko)] != EMPTY {
            return Err("ko on an occupied point".into());
        }
        Ok(())
    }

    fn sum_around(&self, stones: &[usize]) -> u64 {
        let neighbors = stones
            .iter()
            .flat_map(|&stone| Self::STEPS[..4].iter().map(move |step| stone.wrapping_add(*step)));
        neighbors
            .filter(|&neighbor| self.color[neighbor] == EMPTY)
            .map(liberty_key)
            .sum()
    }

    fn check_chain(&self, v: usize, color: Color) -> Result<(), String> {
        let point = Spot::<N>::at(v).point();
        let same: PointSet = self
            .board_size()
            .points()
            .filter(|&other| self.stone(Spot::of(other)) == Some(color))
            .collect();
        let expected = PointSet::flood(point, &same, self.board_size());
        let head = usize::from(self.chain[v]);
        let mut ring = Vec::new();
        let mut stone = v;
        loop {
            ring.push(stone);
            if ring.len() > N || usize::from(self.chain[stone]) != head || self.color[stone] != number(color) {
                return Err(format!("the ring of the chain at {point} is broken"));
            }
            stone = usize::from(self.link[stone]);
            if stone == v {
                break;
            }
        }
        let listed: PointSet = ring.iter().map(|&stone| Spot::<N>::at(stone).point()).collect();
        if listed != expected || ring.len() != expected.len() || usize::from(self.size[head]) != ring.len() {
            return Err(format!("the chain at {point} is {listed:?}, expected {expected:?}"));
        }
        if self.liberties[head] != self.sum_around(&ring) || self.liberties[head] == 0 {
            return Err(format!("the liberty word of the chain at {point} is wrong"));
        }
        Ok(())
    }
}
