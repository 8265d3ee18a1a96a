//! How well rates agree with the teacher.

use super::teams::Position;

/// Sums by board size; index 0 is for all.
#[derive(Default)]
pub(super) struct Figures {
    sizes: [Sums; 26],
}

#[derive(Clone, Copy, Default)]
struct Sums {
    positions: f64,
    cross_entropy: f64,
    entropy: f64,
    first: f64,
    five: f64,
    moves: f64,
}

impl Figures {
    pub(super) fn add(&mut self, position: &Position, rates: &[f32]) {
        let target = &position.target;
        let best = |values: &[f32]| {
            (0..values.len())
                .max_by(|&a, &b| values[a].total_cmp(&values[b]))
                .unwrap_or(0)
        };
        let wanted = best(target);
        let rank = rates.iter().filter(|&&rate| rate > rates[wanted]).count();
        for size in [0, position.size] {
            let sums = &mut self.sizes[size];
            sums.positions += 1.0;
            for (&t, &p) in target.iter().zip(rates) {
                if t > 0.0 {
                    sums.cross_entropy -= f64::from(t * p.max(1e-9).ln());
                    sums.entropy -= f64::from(t * t.ln());
                }
            }
            sums.first += f64::from(u8::from(best(rates) == wanted));
            sums.five += f64::from(u8::from(rank < 5));
            sums.moves += rates.len() as f64;
        }
    }

    /// A table by board size; divergence is cross entropy less the teacher's own.
    pub(super) fn print(&self) {
        println!("size positions moves  cross-entropy  divergence  top-1  top-5");
        for (size, sums) in self.sizes.iter().enumerate().filter(|(_, sums)| sums.positions > 0.0) {
            let name = if size == 0 { "all".to_string() } else { size.to_string() };
            let n = sums.positions;
            println!(
                "{name:>4} {n:>9} {:>5.0} {:>14.4} {:>11.4} {:>5.1}% {:>5.1}%",
                sums.moves / n,
                sums.cross_entropy / n,
                (sums.cross_entropy - sums.entropy) / n,
                100.0 * sums.first / n,
                100.0 * sums.five / n
            );
        }
    }
}
