//! Making the children of a node: every move the rules allow here, with its prior.

use super::node::Node;
use super::params::Params;
use super::prior::priors;
use super::tree::Tree;
use super::worker::PASS;
use crate::playout::{Line, PlayBoard, PlayRng, PlayoutRules};

/// Boards so small that filling an own eye may be the best move are searched in full.
const TINY: usize = 25;

/// Makes the children for the position; `None` when the tree has no room for them.
pub(super) fn make_children<const N: usize>(
    tree: &Tree,
    board: &PlayBoard<N>,
    line: &Line,
    rules: &PlayoutRules,
    params: &Params,
    rng: &mut PlayRng,
) -> Option<(u32, usize)> {
    let color = board.to_move();
    let mut moves: Vec<u16> = Vec::with_capacity(board.empty_spots().len() + 1);
    if !board.must_pass(color) {
        let tiny = board.board_size().area() <= TINY;
        let wanted = board
            .empty_spots()
            .filter(|&spot| (tiny || !board.is_eye(color, spot)) && board.is_legal(color, spot, rules, line));
        moves.extend(wanted.map(|spot| spot.index() as u16));
        // Equal moves are tried in random order.
        for last in (1..moves.len()).rev() {
            moves.swap(last, rng.below(last as u32 + 1) as usize);
        }
    }
    moves.push(PASS);
    let first = tree.allocate(moves.len())?;
    let priors = priors(board, line, rules, params, &moves);
    for ((node, &mv), (visits, wins)) in tree.family((first, moves.len())).iter().zip(&moves).zip(priors) {
        Node::reset(node, mv, visits, wins);
    }
    Some((first, moves.len()))
}
