//! Inner loops of the playouts: `cargo bench --bench playout`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use lanke::playout::{Line, PlayBoard, PlayRng, PlayoutRules, Policy, PolicyParams, Spot, play_out};
use lanke::rules::{BoardSize, Color, Ruleset, presets};
use lanke::with_board_class;
use std::hint::black_box;

fn ruleset(name: &str) -> Ruleset {
    presets::find(name).expect("a preset of this name")
}

/// Whole playouts from the empty board, light and full, on three sizes under three rule systems.
fn playouts(criterion: &mut Criterion) {
    for (policy, policy_name) in [
        (Policy::Light, "light"),
        (Policy::Full(PolicyParams::default()), "full"),
    ] {
        let mut group = criterion.benchmark_group(policy_name);
        group.throughput(Throughput::Elements(1));
        for side in [9, 13, 19] {
            for name in ["chinese", "japanese", "tromp-taylor"] {
                group.bench_function(format!("{side}/{name}"), |bencher| {
                    let size = BoardSize::square(side);
                    let rules = PlayoutRules::new(&ruleset(name), size, 7.5, 0);
                    with_board_class!(size, N => {
                        let root = PlayBoard::<N>::new(size);
                        let mut line = Line::new(root.hash(), Color::Black);
                        let mut rng = PlayRng::new(1);
                        bencher.iter(|| {
                            let mut board = root;
                            let outcome = play_out(&mut board, &mut line, &rules, &policy, &mut rng);
                            line.truncate(1);
                            black_box(outcome)
                        });
                    });
                });
            }
        }
        group.finish();
    }
}

/// What a search does besides playing: copying the board, legality of every point, counting owners.
fn around_playouts(criterion: &mut Criterion) {
    let size = BoardSize::square(19);
    let rules = PlayoutRules::new(&ruleset("tromp-taylor"), size, 7.5, 0);
    with_board_class!(size, N => {
        let mut board = PlayBoard::<N>::new(size);
        let mut line = Line::new(board.hash(), Color::Black);
        let half = PlayoutRules { max_turns: 200, ..rules };
        play_out(&mut board, &mut line, &half, &Policy::Full(PolicyParams::default()), &mut PlayRng::new(5));
        let color = board.to_move();
        criterion.bench_function("copy/19", |bencher| bencher.iter(|| black_box(black_box(&board).to_owned())));
        criterion.bench_function("legal points/19", |bencher| {
            bencher.iter(|| {
                let spots = size.points().map(Spot::<N>::of);
                spots.filter(|&spot| board.is_legal(color, spot, &rules, &line)).count()
            });
        });
        criterion.bench_function("area margin/19", |bencher| bencher.iter(|| black_box(&board).area_margin(&rules)));
        let mut owners = [0; N];
        criterion.bench_function("ownership/19", |bencher| bencher.iter(|| black_box(&board).add_ownership(&mut owners)));
    });
}

criterion_group!(benches, playouts, around_playouts);
criterion_main!(benches);
