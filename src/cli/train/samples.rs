//! Labelled positions as the network is shown them.

use crate::cli::labels::{Game, Label};
use crate::net::{Ending, Target, View};
use crate::rules::{BoardSize, Color};
use crate::with_board_class;

/// A position and what is to be learned of it.
pub(super) type Sample = (View, Target);

/// The labelled positions of a game.
pub(super) fn of_game(game: &Game) -> Vec<Sample> {
    let mut samples = Vec::with_capacity(game.labels.len());
    let size = BoardSize::square(game.size);
    with_board_class!(size, N => game.replay::<N>(|board, line, rules, label| {
        let view = View::new(board, line, rules);
        samples.extend(target(game, label, &view, board.to_move()).map(|target| (view, target)));
    }));
    samples
}

/// The label from the side of the player to move; `None` when most of its policy is on moves that are illegal here.
fn target(game: &Game, label: &Label, view: &View, mover: Color) -> Option<Target> {
    let area = view.size.area();
    let place = |mv: u16| {
        game.point(mv)
            .map_or(area, |point| point.row() * game.size + point.column())
    };
    let mut policy: Vec<(u16, f32)> = label
        .policy
        .iter()
        .map(|&(mv, share)| (place(mv) as u16, share))
        .filter(|&(place, _)| usize::from(place) == area || view.may_play(usize::from(place)))
        .collect();
    let total: f32 = policy.iter().map(|entry| entry.1).sum();
    if total < 0.3 {
        return None;
    }
    policy.iter_mut().for_each(|entry| entry.1 /= total);
    let mut ownership = vec![0; area];
    for (mv, &owner) in (0..).zip(&label.owners) {
        let owner = f32::from(owner) / 7.5 - 1.0;
        let owner = if mover == Color::Black { owner } else { -owner };
        ownership[place(mv)] = (owner * 127.0).round() as i8;
    }
    let (rate, margin) = match mover {
        Color::Black => (label.win_rate, label.lead),
        Color::White => (1.0 - label.win_rate, -label.lead),
    };
    Some(Target {
        policy,
        result: if game.is_played_out {
            Ending::Exact([
                f32::from(u8::from(rate > 0.75)),
                f32::from(u8::from((0.25..=0.75).contains(&rate))),
                f32::from(u8::from(rate < 0.25)),
            ])
        } else {
            Ending::Rate(rate)
        },
        margin,
        ownership,
    })
}
