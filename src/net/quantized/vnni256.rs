//! With AVX-VNNI: eight outputs at once, for processors that have these instructions but not AVX-512.

use super::{ByteConv, Bytes, QUAD, QuadWeights, to_bytes_by_loops};
use crate::net::lanes::{LANES, Lanes};
use bytemuck::Zeroable;
use std::arch::x86_64::{
    __m256, __m256i, _mm256_add_ps, _mm256_cvtepi32_ps, _mm256_dpbusd_avx_epi32, _mm256_fmadd_ps, _mm256_max_ps,
    _mm256_mul_ps, _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_ps, _mm256_setzero_si256,
};

/// Cells of a row at a time, so that an output block's sums fit into registers.
const MOST: usize = 6;

/// Vectors in a block.
const HALVES: usize = 2;

pub(super) fn to_bytes(layer: &[Lanes], scale: f32, bytes: &mut [Bytes]) {
    // SAFETY: only called where the processor has AVX2.
    unsafe { to_bytes_by_vectors(layer, scale, bytes) }
}

#[target_feature(enable = "avx2,fma")]
fn to_bytes_by_vectors(layer: &[Lanes], scale: f32, bytes: &mut [Bytes]) {
    to_bytes_by_loops(layer, scale, bytes);
}

pub(super) fn convolve(conv: &mut ByteConv<'_>) {
    for out in 0..conv.bias.len() {
        for (start, cells) in ByteConv::tiles(conv.grid, MOST) {
            // SAFETY: only called where the processor has AVX2, FMA and AVX-VNNI.
            unsafe {
                match cells {
                    1 => row::<1>(conv, out, start),
                    2 => row::<2>(conv, out, start),
                    3 => row::<3>(conv, out, start),
                    4 => row::<4>(conv, out, start),
                    5 => row::<5>(conv, out, start),
                    _ => row::<MOST>(conv, out, start),
                }
            }
        }
    }
}

/// `T` cells from `start` on of an output block.
#[target_feature(enable = "avx2,fma,avxvnni")]
fn row<const T: usize>(conv: &mut ByteConv<'_>, out: usize, start: usize) {
    let cells = conv.grid.cells();
    let blocks = conv.input.len() / cells;
    let taps = conv.grid.taps();
    let squares = blocks * taps.len();
    let weights: &[[QuadWeights; LANES / QUAD]] = &conv.quantized.weights[out * squares..][..squares];
    let mut sums = [[_mm256_setzero_si256(); HALVES]; T];
    let mut square = 0;
    for block in 0..blocks {
        for tap in taps {
            let first = (block * cells + start).wrapping_add_signed(tap);
            let Some(inputs) = conv.input[first..].first_chunk::<T>() else {
                unreachable!()
            };
            for quad in 0..LANES / QUAD {
                let weights: &[__m256i; HALVES] = bytemuck::cast_ref(&weights[square][quad]);
                for t in 0..T {
                    let numbers: &[i32; LANES / QUAD] = bytemuck::cast_ref(&inputs[t]);
                    let input = _mm256_set1_epi32(numbers[quad]);
                    for half in 0..HALVES {
                        sums[t][half] = _mm256_dpbusd_avx_epi32(sums[t][half], input, weights[half]);
                    }
                }
            }
            square += 1;
        }
    }
    // Loops so short that they are written out; else the sums would be in memory all along.
    let scales: &[__m256; HALVES] = bytemuck::cast_ref(&conv.quantized.scales[out]);
    let bias: &[__m256; HALVES] = bytemuck::cast_ref(&conv.bias[out]);
    let one = _mm256_set1_ps(conv.scale);
    let mut numbers = [Lanes::zeroed(); T];
    for t in 0..T {
        let numbers: &mut [__m256; HALVES] = bytemuck::cast_mut(&mut numbers[t]);
        for half in 0..HALVES {
            let scale = _mm256_mul_ps(scales[half], one);
            numbers[half] = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sums[t][half]), scale, bias[half]);
        }
    }
    finish(conv, out, start, &numbers);
}

/// Writes the numbers of an output block from a cell on.
#[target_feature(enable = "avx2")]
fn finish(conv: &mut ByteConv<'_>, out: usize, start: usize, numbers: &[Lanes]) {
    let pool = &mut conv.pools[out];
    let totals: &mut [__m256; HALVES] = bytemuck::cast_mut(&mut pool.sum);
    let mosts: &mut [__m256; HALVES] = bytemuck::cast_mut(&mut pool.most);
    let cells = &mut conv.output[out * conv.grid.cells() + start..];
    for (cell, numbers) in cells.iter_mut().zip(numbers) {
        let cell: &mut [__m256; HALVES] = bytemuck::cast_mut(cell);
        let numbers: &[__m256; HALVES] = bytemuck::cast_ref(numbers);
        for half in 0..HALVES {
            let mut number = numbers[half];
            if conv.adds {
                number = _mm256_add_ps(number, cell[half]);
            }
            let positive = _mm256_max_ps(number, _mm256_setzero_ps());
            cell[half] = if conv.adds { number } else { positive };
            totals[half] = _mm256_add_ps(totals[half], positive);
            mosts[half] = _mm256_max_ps(mosts[half], positive);
        }
    }
}
