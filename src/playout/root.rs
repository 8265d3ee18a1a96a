//! From a game's position to the playout board.

use super::board::{Fresh, PlayBoard};
use super::line::Line;
use super::rules::PlayoutRules;
use super::spot::Spot;
use crate::game::Game;
use crate::rules::ruleset::PassCost;
use crate::rules::{ByColor, Position, Vertex};

/// Turns that the playout board's clock covers; earlier ones are remembered only by their positions.
const CLOCKED_TURNS: usize = 20_000;

/// A game's position, ready for playouts: the board and every turn so far.
#[derive(Clone)]
pub struct Root<const N: usize> {
    /// The position.
    pub board: PlayBoard<N>,
    /// The turns that led there.
    pub line: Line,
}

impl<const N: usize> Root<N> {
    /// The game's position, with its history and counts.
    ///
    /// # Panics
    /// When the board has more lines than the class.
    #[must_use]
    pub fn of_game(game: &Game, rules: &PlayoutRules) -> Root<N> {
        let mut root = Root::new(game.position(), rules);
        let tally = game.tally();
        let paid = match rules.pass_cost {
            PassCost::None => ByColor::default(),
            PassCost::PassStone => tally.passes,
            PassCost::PassStoneInDispute => tally.dispute_passes,
        };
        let counters = &mut root.board.counters;
        counters.lost = ByColor::from_fn(|color| tally.prisoners[color.opponent()] as u16);
        counters.paid_passes = ByColor::from_fn(|color| paid[color] as u16);
        counters.passes_in_row = tally.ending_passes.min(3) as u8;
        counters.forced_passes = game.handicap_passes_left().min(255) as u8;
        counters.any_play = tally.plays.black + tally.plays.white > 0;
        counters.resumed = tally.resumptions > 0;
        counters.first_pass = tally.first_pass;
        counters.first_effective_pass = tally.first_effective_pass;
        root
    }

    /// The position with its history. [`PlayBoard::counters`] are those of the turns in the position; the caller
    /// corrects what it knows better (forced passes, a resumption, prisoners before a setup).
    ///
    /// # Panics
    /// When the board has more lines than the class.
    #[must_use]
    pub fn new(position: &Position, rules: &PlayoutRules) -> Root<N> {
        let mut start = position.clone();
        while start.undo().is_some() {}
        let mut board = PlayBoard::from_stones(start.board());
        let mut line = Line::new(board.hash(), start.to_move());
        let occurrences = position.history().occurrences();
        board.begin_anew(occurrences[0].to_move, &line);
        for (turn, occurrence) in position.turns().iter().zip(&occurrences[1..]) {
            if usize::from(board.time) == CLOCKED_TURNS {
                board.restart_clock(&mut line);
            }
            match turn.vertex {
                Vertex::Pass => board.pass(turn.color, rules, &mut line),
                Vertex::At(point) => board.play(turn.color, Spot::of(point), &mut line),
            }
            if occurrence.is_start {
                board.begin_anew(occurrence.to_move, &line);
            }
        }
        board.counters.to_move = position.to_move();
        if usize::from(board.time) >= CLOCKED_TURNS / 2 {
            board.restart_clock(&mut line);
        }
        Root { board, line }
    }
}

impl<const N: usize> PlayBoard<N> {
    /// Lets the clock start at the present position, every point counting as one from which stones have been removed.
    fn restart_clock(&mut self, line: &mut Line) {
        line.set_base(line.len() - 1);
        self.time = 0;
        self.fresh = Fresh(0);
        for table in &mut self.removed_at {
            table.0.fill(1);
        }
    }
}
