//! Who ends up owning the points of a position, by playouts without a tree.

use crate::game::Game;
use crate::playout::{PlayRng, PlayoutRules, Policy, Root, Spot, play_out};
use crate::rules::{Color, POINT_TABLE, Position};
use crate::with_board_class;

/// Plays a position out many times, each side moving first in half of them.
pub struct Judge<'a> {
    game: &'a Game,
    playouts: u32,
}

impl<'a> Judge<'a> {
    /// A judge of this game's present position.
    #[must_use]
    pub const fn new(game: &'a Game, playouts: u32) -> Judge<'a> {
        Judge { game, playouts }
    }

    /// Mean owner of each point, −1 (White) to 1 (Black), by [`Point::index`](crate::rules::Point::index).
    /// The same position gives the same answer.
    #[must_use]
    pub fn ownership(&self) -> Vec<f32> {
        with_board_class!(self.game.size(), N => self.run::<N>())
    }

    fn run<const N: usize>(&self) -> Vec<f32> {
        let game = self.game;
        let rules = PlayoutRules::new(game.ruleset(), game.size(), game.komi(), game.handicap().stones);
        let mut rng = PlayRng::new(game.board().hash() | 1);
        let mut counts = [0; N];
        for color in Color::BOTH {
            let position = Position::from_board(game.board().clone(), color, game.position().legality());
            let root = Root::<N>::new(&position, &rules);
            let mut line = root.line.clone();
            for _ in 0..self.playouts.div_ceil(2) {
                let mut board = root.board;
                line.truncate(root.line.len());
                play_out(&mut board, &mut line, &rules, &Policy::Light, &mut rng);
                board.add_ownership(&mut counts);
            }
        }
        let total = (2 * self.playouts.div_ceil(2)) as f32;
        let mut ownership = vec![0.0; POINT_TABLE];
        for point in game.size().points() {
            ownership[point.index()] = counts[Spot::<N>::of(point).index()] as f32 / total;
        }
        ownership
    }
}
