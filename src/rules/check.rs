//! The slow checker: everything the board keeps, recomputed from the stones alone.

use super::board::Board;
use super::color::Color;
use super::point_set::PointSet;
use super::zobrist::stone_key;

impl Board {
    /// Recomputes chains, liberties and hash from the stones and compares.
    ///
    /// # Errors
    /// The first difference, as a sentence.
    pub fn check(&self) -> Result<(), String> {
        let size = self.size();
        if self.stones(Color::Black).intersects(self.stones(Color::White)) {
            return Err("a point holds stones of both colors".into());
        }
        let mut hash = 0;
        let mut covered = PointSet::EMPTY;
        for point in size.points() {
            let Some(color) = self.stone(point) else {
                if self.chain(point).is_some() {
                    return Err(format!("a chain on the empty point {point}"));
                }
                continue;
            };
            hash ^= stone_key(color, point);
            if covered.contains(point) {
                continue;
            }
            let mut seen: PointSet = std::iter::once(point).collect();
            let mut stones = vec![point];
            let mut liberties = PointSet::EMPTY;
            let mut next = 0;
            while let Some(&stone) = stones.get(next) {
                next += 1;
                for neighbor in size.neighbors(stone) {
                    match self.stone(neighbor) {
                        None => {
                            liberties.insert(neighbor);
                        }
                        Some(other) if other == color && !seen.contains(neighbor) => {
                            seen.insert(neighbor);
                            stones.push(neighbor);
                        }
                        Some(_) => {}
                    }
                }
            }
            for stone in stones {
                let Some(chain) = self.chain(stone) else {
                    return Err(format!("no chain at {stone}"));
                };
                if chain.color != color || chain.stones != seen || chain.liberties != liberties {
                    return Err(format!(
                        "chain at {stone} is {chain:?}, expected {seen:?} with {liberties:?}"
                    ));
                }
            }
            if liberties.is_empty() {
                return Err(format!("chain at {point} has no liberties"));
            }
            covered = covered.union(&seen);
        }
        let listed = self
            .chains()
            .fold(PointSet::EMPTY, |all, chain| all.union(&chain.stones));
        if listed != covered {
            return Err(format!("chains cover {listed:?}, stones {covered:?}"));
        }
        if hash != self.hash() {
            return Err(format!("hash {:016x}, expected {hash:016x}", self.hash()));
        }
        match self.ko() {
            Some((_, point)) if self.stone(point).is_some() => Err(format!("ko on the occupied point {point}")),
            _ => Ok(()),
        }
    }
}
