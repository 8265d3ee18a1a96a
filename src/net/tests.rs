//! The arithmetic against plain loops, on every instruction set this machine has.

use super::conv::{Conv, Square};
use super::evaluate::{Network, Room};
use super::grid::Grid;
use super::input::{View, turned_place};
use super::lanes::{LANES, Lanes, flat};
use super::model::{Model, Shape};
use super::quantized::Way;
use crate::playout::{BOARD_9, Line, PlayBoard, PlayRng, PlayoutRules, Spot};
use crate::rules::{BoardSize, Color, Point, presets};
use pulp::Arch;

pub(super) fn archs() -> Vec<Arch> {
    let mut archs = vec![Arch::Scalar, Arch::new()];
    #[cfg(target_arch = "x86_64")]
    {
        archs.extend(pulp::x86::V3::try_new().map(Arch::V3));
    }
    archs
}

/// A number from −1 to 1.
pub(super) fn number(rng: &mut PlayRng) -> f32 {
    rng.below(20001) as f32 / 10000.0 - 1.0
}

fn lanes(rng: &mut PlayRng) -> Lanes {
    Lanes(std::array::from_fn(|_| number(rng)))
}

/// Blocks with chance in the cells of the board and zeros on the border.
pub(super) fn layer(rng: &mut PlayRng, grid: Grid, blocks: usize) -> Vec<Lanes> {
    let mut layer = vec![Lanes::ZERO; blocks * grid.cells()];
    for block in layer.chunks_exact_mut(grid.cells()) {
        for first in grid.rows() {
            block[first..first + grid.width].fill_with(|| lanes(rng));
        }
    }
    layer
}

pub(super) fn squares(rng: &mut PlayRng, count: usize) -> Vec<Square> {
    (0..count).map(|_| std::array::from_fn(|_| lanes(rng))).collect()
}

const SIZES: [(usize, usize); 6] = [(1, 1), (2, 3), (7, 4), (9, 9), (13, 13), (25, 19)];

#[test]
fn a_convolution_is_what_plain_loops_make_it() {
    let mut rng = PlayRng::new(1);
    for (width, height) in SIZES {
        let grid = Grid { width, height };
        for (ins, outs, taps) in [(1, 2, &grid.taps()[..]), (2, 2, &grid.taps()), (2, 1, &[0])] {
            let input = layer(&mut rng, grid, ins);
            let weights = squares(&mut rng, ins * outs * taps.len());
            let bias: Vec<Lanes> = (0..outs).map(|_| lanes(&mut rng)).collect();
            for arch in archs() {
                let mut output = vec![Lanes::ZERO; outs * grid.cells()];
                arch.dispatch(Conv {
                    grid,
                    taps,
                    input: &input,
                    weights: &weights,
                    bias: &bias,
                    output: &mut output,
                });
                for out in 0..outs * LANES {
                    for cell in grid.rows().flat_map(|first| first..first + width) {
                        let mut sum = f64::from(bias[out / LANES].0[out % LANES]);
                        for channel in 0..ins * LANES {
                            for (tap, step) in taps.iter().enumerate() {
                                let block = channel / LANES;
                                let from = block * grid.cells() + cell.wrapping_add_signed(*step);
                                let square = &weights[(out / LANES * ins + block) * taps.len() + tap];
                                sum += f64::from(input[from].0[channel % LANES])
                                    * f64::from(square[channel % LANES].0[out % LANES]);
                            }
                        }
                        let found = output[out / LANES * grid.cells() + cell].0[out % LANES];
                        assert!(
                            (f64::from(found) - sum).abs() < 1e-4,
                            "{width}x{height}: {found} for {sum}"
                        );
                    }
                }
            }
        }
    }
}

/// A position of a few moves by chance.
pub(super) fn some_position(rng: &mut PlayRng, size: BoardSize, turns: u32) -> View {
    let rules = PlayoutRules::new(&presets::default_rules(), size, 7.5, 0);
    let mut board = PlayBoard::<BOARD_9>::new(size);
    let mut line = Line::new(board.hash(), Color::Black);
    for _ in 0..turns {
        let color = board.to_move();
        let legal: Vec<_> = board
            .empty_spots()
            .filter(|&spot| board.is_legal(color, spot, &rules, &line))
            .collect();
        match legal.get(rng.below(legal.len().max(1) as u32) as usize) {
            Some(&spot) => board.play(color, spot, &mut line),
            None => board.pass(color, &rules, &mut line),
        }
    }
    View::new(&board, &line, &rules)
}

/// A network of chance, none of its weights zero.
pub(super) fn some_model(rng: &mut PlayRng, shape: Shape) -> Model {
    let mut model = Model::zero(shape);
    for part in shape.layout().parts {
        let scale = (1.0 / part.fan_in.max(4) as f32).sqrt();
        for weights in &mut model.weights[part.range] {
            weights.0 = std::array::from_fn(|_| scale * number(rng));
        }
    }
    model
}

#[test]
fn all_instruction_sets_say_the_same() {
    let mut rng = PlayRng::new(2);
    let model = some_model(&mut rng, Shape::new(2, 48).unwrap());
    for (width, height) in [(2, 2), (5, 9), (9, 9)] {
        let view = some_position(&mut rng, BoardSize::new(width, height).unwrap(), 12);
        let mut room = Room::default();
        let expected = Network::with_arch(model.clone(), Arch::Scalar)
            .evaluate(&view, &mut room)
            .clone();
        assert_eq!(expected.policy.len(), width * height + 1);
        assert!((expected.result.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        let mut networks: Vec<_> = archs()
            .into_iter()
            .map(|arch| (Network::with_arch(model.clone(), arch), 1e-3))
            .collect();
        // In bytes.
        let ways = Way::all().into_iter().chain([Way::Plain]);
        networks.extend(ways.map(|way| (Network::with_way(model.clone(), way), 0.05)));
        for (network, most) in networks {
            let found = network.evaluate(&view, &mut room);
            let numbers = |of: &super::Evaluation| {
                let mut all = [&of.policy[..], &of.ownership, &of.result].concat();
                all.extend([of.margin, of.spread]);
                all
            };
            for (a, b) in numbers(&expected).iter().zip(numbers(found)) {
                assert!((a - b).abs() < most * (1.0 + a.abs()), "{a} and {b}");
            }
        }
    }
}

#[test]
fn a_network_asked_about_one_size_after_another_forgets_the_first() {
    let mut rng = PlayRng::new(3);
    let network = Network::new(some_model(&mut rng, Shape::new(2, 32).unwrap()));
    // 3x4 and 5x2 take equally many cells.
    let views: Vec<View> = [(9, 9), (5, 5), (3, 4), (5, 2), (9, 9), (2, 7)]
        .map(|(width, height)| some_position(&mut rng, BoardSize::new(width, height).unwrap(), 10))
        .to_vec();
    let mut room = Room::default();
    for view in &views {
        let found = network.evaluate(view, &mut room).clone();
        assert_eq!(&found, network.evaluate(view, &mut Room::default()));
    }
}

#[test]
fn the_mean_of_all_symmetries_turns_with_the_position() {
    let mut rng = PlayRng::new(9);
    let network = Network::with_arch(some_model(&mut rng, Shape::new(2, 16).unwrap()), Arch::new());
    for (width, height) in [(6, 6), (4, 7)] {
        let view = some_position(&mut rng, BoardSize::new(width, height).unwrap(), 12);
        let mut room = Room::default();
        let plain = network.evaluate(&view, &mut room).clone();
        let mean = network.evaluate_all(&view, &mut room).clone();
        assert!((mean.result.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(plain.policy.iter().zip(&mean.policy).any(|(a, b)| (a - b).abs() > 1e-3));
        for symmetry in 0..8 {
            let turned = view.turned(symmetry);
            let found = network.evaluate_all(&turned, &mut room);
            assert!((found.margin - mean.margin).abs() < 1e-3);
            for place in 0..width * height {
                let there = turned_place(view.size, place, symmetry);
                assert!((found.policy[there] - mean.policy[place]).abs() < 1e-3);
                assert!((found.ownership[there] - mean.ownership[place]).abs() < 1e-3);
            }
            let once = network.evaluate_turned(&view, symmetry, &mut room).clone();
            let other = network.evaluate(&turned, &mut room);
            assert_eq!(once.policy[5], other.policy[turned_place(view.size, 5, symmetry)]);
        }
    }
}

#[test]
fn weights_come_back_from_their_file_rounded() {
    let mut rng = PlayRng::new(4);
    let model = some_model(&mut rng, Shape::new(1, 16).unwrap());
    let bytes = model.to_bytes();
    let read = Model::from_bytes(&bytes).unwrap();
    assert_eq!(read.to_bytes(), bytes);
    assert_eq!(read.shape(), model.shape());
    for part in model.shape().layout().parts {
        let [before, after] = [&model, &read].map(|model| flat(&model.weights[part.range.clone()]).to_vec());
        let most = before.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        for (a, b) in before.iter().zip(after) {
            let near = if part.is_block { most / 250.0 } else { a.abs() * 1e-3 };
            assert!((a - b).abs() <= near + 1e-6, "{a} {b}");
        }
    }
    assert!(Model::from_bytes(b"GIF89a").unwrap_err().to_string().contains("LKN2"));
    let short = Model::from_bytes(&bytes[..bytes.len() - 1]).unwrap_err().to_string();
    assert!(
        short.contains(&format!("take {} bytes, got {}", bytes.len(), bytes.len() - 1)),
        "{short}"
    );
    let mut odd = bytes.clone();
    odd[6..8].copy_from_slice(&17u16.to_le_bytes());
    assert!(Model::from_bytes(&odd).unwrap_err().to_string().contains("got 1x17"));
    let mut infinite = bytes;
    infinite[8..10].copy_from_slice(&half::f16::INFINITY.to_le_bytes());
    assert!(
        Model::from_bytes(&infinite)
            .unwrap_err()
            .to_string()
            .contains("weight 0")
    );
}

/// The planes that are set at a point.
fn planes_at(view: &View, column: usize, row: usize) -> Vec<usize> {
    let word = view.points[row * view.size.width() + column];
    (0..16).filter(|bit| word >> bit & 1 != 0).collect()
}

#[test]
fn the_planes_tell_stones_liberties_turns_and_where_play_is_forbidden() {
    let size = BoardSize::square(5);
    let rules = PlayoutRules::new(&presets::find("chinese").unwrap(), size, 7.5, 0);
    let mut board = PlayBoard::<BOARD_9>::new(size);
    let mut line = Line::new(board.hash(), Color::Black);
    // A ko: White has just taken C2 by B2, and Black may not take back.
    let moves = [(1, 0), (2, 0), (0, 1), (3, 1), (1, 2), (2, 2), (2, 1), (1, 1)];
    for (column, row) in moves {
        let color = board.to_move();
        board.play(color, Spot::of(Point::new(column, row)), &mut line);
    }
    let view = View::new(&board, &line, &rules);
    assert_eq!(view.globals[0], -7.5 / 15.0, "Black gives komi");
    assert_eq!(planes_at(&view, 4, 4), [0], "an empty point");
    assert_eq!(
        planes_at(&view, 2, 1),
        [0, 9, 11],
        "the ko, Black's last turn there taken"
    );
    assert!(
        planes_at(&view, 1, 1).starts_with(&[0, 2, 4, 10]),
        "White's stone in atari, the last turn"
    );
    assert!(!view.may_play(5 + 2) && view.may_play(24) && !view.may_play(5));
    let corner = planes_at(&view, 0, 1);
    assert!(
        corner.contains(&1) && corner.contains(&5),
        "Black's stone with two liberties: {corner:?}"
    );
}

#[test]
fn a_symmetry_moves_points_about_and_four_turns_give_all_back() {
    let mut rng = PlayRng::new(5);
    let view = some_position(&mut rng, BoardSize::square(9), 30);
    for symmetry in 0..8 {
        let turned = view.turned(symmetry);
        let mut words = [view.points.clone(), turned.points.clone()];
        words.iter_mut().for_each(|words| words.sort_unstable());
        assert_eq!(words[0], words[1]);
        assert_eq!(turned == view, symmetry == 0);
    }
    let once = view.turned(5);
    assert_eq!(once.turned(5).turned(5).turned(5), view);
}
