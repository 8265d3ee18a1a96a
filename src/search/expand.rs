//! Making the children of a node: every move the rules allow here, with its prior or the network's policy.

use super::node::Node;
use super::params::Params;
use super::prior::{belief, priors};
use super::tree::Tree;
use super::worker::{PASS, spot_of};
use crate::net::{Evaluation, soft_max};
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
    opinion: Option<&Evaluation>,
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
    let family = tree.family((first, moves.len()));
    if let Some(opinion) = opinion {
        for ((node, &mv), share) in family.iter().zip(&moves).zip(policy(board, opinion, &moves)) {
            if params.net_exploration > 0.0 {
                Node::reset(node, mv, 0.0, share);
            } else {
                let (visits, wins) = belief(params, mv, share);
                Node::reset(node, mv, visits, wins);
            }
        }
    } else {
        let priors = priors(board, line, rules, params, &moves);
        for ((node, &mv), (visits, wins)) in family.iter().zip(&moves).zip(priors) {
            Node::reset(node, mv, visits, wins);
        }
    }
    Some((first, moves.len()))
}

/// Gives a node's children the policy of an opinion instead of what they have.
pub(super) fn renew_policy<const N: usize>(family: &[Node], board: &PlayBoard<N>, opinion: &Evaluation) {
    let moves: Vec<u16> = family.iter().map(Node::mv).collect();
    for (node, share) in family.iter().zip(policy(board, opinion, &moves)) {
        node.set_prior_wins(share);
    }
}

/// The network's policy over these moves alone.
fn policy<const N: usize>(board: &PlayBoard<N>, opinion: &Evaluation, moves: &[u16]) -> Vec<f32> {
    let size = board.board_size();
    let logit = |&mv: &u16| {
        let place = spot_of::<N>(mv).map_or(size.area(), |spot| {
            spot.point().row() * size.width() + spot.point().column()
        });
        opinion.policy[place]
    };
    let mut shares: Vec<f32> = moves.iter().map(logit).collect();
    soft_max(&mut shares);
    shares
}
