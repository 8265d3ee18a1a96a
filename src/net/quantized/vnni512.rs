//! With AVX-512 VNNI: sixteen outputs at once.

use super::{ByteConv, Bytes, QUAD, QuadWeights};
use crate::net::lanes::{LANES, Lanes};
use std::arch::x86_64::{
    __m512, __m512i, _mm512_add_ps, _mm512_cvtepi32_ps, _mm512_cvtps_epi32, _mm512_cvtusepi32_epi8,
    _mm512_dpbusd_epi32, _mm512_fmadd_ps, _mm512_max_ps, _mm512_mul_ps, _mm512_set1_epi32, _mm512_set1_ps,
    _mm512_setzero_ps, _mm512_setzero_si512,
};

/// Cells of a row at a time, so that two output blocks' sums fit into registers.
const MOST: usize = 13;

pub(super) fn to_bytes(layer: &[Lanes], scale: f32, bytes: &mut [Bytes]) {
    // SAFETY: only called where the processor has AVX-512.
    unsafe { to_bytes_by_vectors(layer, scale, bytes) }
}

#[target_feature(enable = "avx512f")]
fn to_bytes_by_vectors(layer: &[Lanes], scale: f32, bytes: &mut [Bytes]) {
    let scale = _mm512_set1_ps(scale);
    for (bytes, cell) in bytes.iter_mut().zip(layer) {
        let positive = _mm512_max_ps(bytemuck::cast(cell.0), _mm512_setzero_ps());
        let whole = _mm512_cvtps_epi32(_mm512_mul_ps(positive, scale));
        bytes.0 = bytemuck::cast(_mm512_cvtusepi32_epi8(whole));
    }
}

/// Two output blocks at a time, so that every input is loaded half as often.
pub(super) fn convolve(conv: &mut ByteConv<'_>) {
    let outs = conv.bias.len();
    for out in (0..outs - outs % 2).step_by(2) {
        rows::<2>(conv, out);
    }
    if outs % 2 == 1 {
        rows::<1>(conv, outs - 1);
    }
}

fn rows<const O: usize>(conv: &mut ByteConv<'_>, out: usize) {
    for (start, cells) in ByteConv::tiles(conv.grid, MOST) {
        // SAFETY: only called where the processor has AVX-512 VNNI.
        unsafe {
            match cells {
                1 => row::<O, 1>(conv, out, start),
                2 => row::<O, 2>(conv, out, start),
                3 => row::<O, 3>(conv, out, start),
                4 => row::<O, 4>(conv, out, start),
                5 => row::<O, 5>(conv, out, start),
                6 => row::<O, 6>(conv, out, start),
                7 => row::<O, 7>(conv, out, start),
                8 => row::<O, 8>(conv, out, start),
                9 => row::<O, 9>(conv, out, start),
                10 => row::<O, 10>(conv, out, start),
                11 => row::<O, 11>(conv, out, start),
                12 => row::<O, 12>(conv, out, start),
                _ => row::<O, MOST>(conv, out, start),
            }
        }
    }
}

/// `T` cells from `start` on of the output blocks from `out` on.
#[target_feature(enable = "avx512f,avx512vnni")]
fn row<const O: usize, const T: usize>(conv: &mut ByteConv<'_>, out: usize, start: usize) {
    let cells = conv.grid.cells();
    let blocks = conv.input.len() / cells;
    let taps = conv.grid.taps();
    let squares = blocks * taps.len();
    let weights: [&[[QuadWeights; LANES / QUAD]]; O] =
        std::array::from_fn(|o| &conv.quantized.weights[(out + o) * squares..][..squares]);
    let mut sums = [[_mm512_setzero_si512(); T]; O];
    let mut square = 0;
    for block in 0..blocks {
        for tap in taps {
            let first = (block * cells + start).wrapping_add_signed(tap);
            let Some(inputs) = conv.input[first..].first_chunk::<T>() else {
                unreachable!()
            };
            for quad in 0..LANES / QUAD {
                for t in 0..T {
                    let numbers: &[i32; LANES / QUAD] = bytemuck::cast_ref(&inputs[t]);
                    let input = _mm512_set1_epi32(numbers[quad]);
                    for o in 0..O {
                        let weights: __m512i = bytemuck::cast(weights[o][square][quad].0);
                        sums[o][t] = _mm512_dpbusd_epi32(sums[o][t], input, weights);
                    }
                }
            }
            square += 1;
        }
    }
    // Loops so short that they are written out; else the sums would be in memory all along.
    let mut numbers = [[_mm512_setzero_ps(); T]; O];
    for o in 0..O {
        let scale = _mm512_mul_ps(
            bytemuck::cast(conv.quantized.scales[out + o].0),
            _mm512_set1_ps(conv.scale),
        );
        let bias = bytemuck::cast(conv.bias[out + o].0);
        for t in 0..T {
            numbers[o][t] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sums[o][t]), scale, bias);
        }
    }
    for (o, numbers) in numbers.iter().enumerate() {
        if conv.adds {
            finish::<T, true>(conv, out + o, start, numbers);
        } else {
            finish::<T, false>(conv, out + o, start, numbers);
        }
    }
}

/// Writes the numbers of an output block from a cell on.
#[target_feature(enable = "avx512f")]
fn finish<const T: usize, const ADDS: bool>(conv: &mut ByteConv<'_>, out: usize, start: usize, numbers: &[__m512; T]) {
    let pool = &mut conv.pools[out];
    let mut total: __m512 = bytemuck::cast(pool.sum.0);
    let mut most: __m512 = bytemuck::cast(pool.most.0);
    let begin = out * conv.grid.cells() + start;
    let Some(cells) = conv.output[begin..].first_chunk_mut::<T>() else {
        unreachable!()
    };
    for t in 0..T {
        let before: __m512 = bytemuck::cast(cells[t].0);
        let number = if ADDS {
            _mm512_add_ps(numbers[t], before)
        } else {
            numbers[t]
        };
        let positive = _mm512_max_ps(number, _mm512_setzero_ps());
        cells[t].0 = bytemuck::cast(if ADDS { number } else { positive });
        total = _mm512_add_ps(total, positive);
        most = _mm512_max_ps(most, positive);
    }
    pool.sum.0 = bytemuck::cast(total);
    pool.most.0 = bytemuck::cast(most);
}
