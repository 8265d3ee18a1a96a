//! The move prior: `cargo bench --bench prior`.

use criterion::{Criterion, criterion_group, criterion_main};
use lanke::playout::{Line, PlayBoard, PlayRng, PlayoutRules, Policy, PolicyParams, play_out};
use lanke::rules::{BoardSize, Color, presets};
use lanke::search::rates;
use lanke::with_board_class;

/// Rating all moves in positions of a playout, when a sixth, a third and two thirds of the points have been played.
fn rating(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rating");
    for side in [9, 13, 19] {
        let size = BoardSize::square(side);
        let ruleset = presets::find("tromp-taylor").expect("a preset of this name");
        let rules = PlayoutRules::new(&ruleset, size, 7.5, 0);
        for turns in [size.area() / 6, size.area() / 3, 2 * size.area() / 3] {
            with_board_class!(size, N => {
                let mut board = PlayBoard::<N>::new(size);
                let mut line = Line::new(board.hash(), Color::Black);
                let until = PlayoutRules { max_turns: turns as u32, ..rules };
                let policy = Policy::Full(PolicyParams::default());
                play_out(&mut board, &mut line, &until, &policy, &mut PlayRng::new(5));
                let color = board.to_move();
                let wanted = board.empty_spots();
                let wanted = wanted.filter(|&spot| !board.is_eye(color, spot) && board.is_legal(color, spot, &rules, &line));
                let mut moves: Vec<u16> = wanted.map(|spot| spot.index() as u16).collect();
                moves.push(0);
                group.bench_function(format!("{side}/{turns} turns"), |bencher| {
                    bencher.iter(|| rates(&board, &line, &rules, &moves));
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, rating);
criterion_main!(benches);
