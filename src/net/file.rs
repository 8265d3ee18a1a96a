//! Weights as bytes: `LKN2`, blocks and channels in two bytes each, then the weights part by part; all little-endian.
//!
//! The blocks' convolutions, which are nearly all of it, have for each sixteen outputs what one is worth for each of them, in half
//! precision, and then the weights as signed bytes; everything else is in half precision.

use super::lanes::{LANES, Lanes, flat};
use super::model::{Model, Part, Shape};
use super::quantized::{scale_of, to_byte};
use half::f16;
use std::fmt;

const MAGIC: &[u8; 4] = b"LKN2";

/// Why bytes are no network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// They begin differently.
    Magic,
    /// No network has this form.
    Shape(String),
    /// The form wants another number of bytes.
    Length {
        /// The form.
        shape: Shape,
        /// Bytes it takes.
        expected: usize,
        /// Bytes there are.
        got: usize,
    },
    /// A weight is no finite number.
    Number(usize),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::Magic => write!(f, "a weights file begins with LKN2; this one does not"),
            WeightsError::Shape(message) => f.write_str(message),
            WeightsError::Length { shape, expected, got } => {
                write!(f, "the weights of a {shape} network take {expected} bytes, got {got}")
            }
            WeightsError::Number(place) => write!(f, "weight {place} is not a finite number"),
        }
    }
}

impl std::error::Error for WeightsError {}

/// Bytes that a part of the weights takes.
fn length(shape: Shape, part: &Part) -> usize {
    let numbers = part.range.len() * LANES;
    if part.is_block {
        2 * shape.channels + numbers
    } else {
        2 * numbers
    }
}

/// The model of a weights file.
///
/// # Errors
/// When it is none.
pub(super) fn read(bytes: &[u8]) -> Result<Model, WeightsError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Magic)?;
    let (&[blocks_low, blocks_high, channels_low, channels_high], mut rest) =
        rest.split_first_chunk().ok_or(WeightsError::Magic)?;
    let blocks = u16::from_le_bytes([blocks_low, blocks_high]);
    let channels = u16::from_le_bytes([channels_low, channels_high]);
    let shape = Shape::new(usize::from(blocks), usize::from(channels)).map_err(WeightsError::Shape)?;
    let parts = shape.layout().parts;
    let expected: usize = parts.iter().map(|part| length(shape, part)).sum();
    if rest.len() != expected {
        return Err(WeightsError::Length {
            shape,
            expected: 8 + expected,
            got: bytes.len(),
        });
    }
    let mut model = Model::zero(shape);
    for part in &parts {
        let (bytes, behind) = rest.split_at(length(shape, part));
        rest = behind;
        let weights = &mut model.weights[part.range.clone()];
        if part.is_block {
            let per_block = weights.len() / shape.trunk();
            let bytes = bytes.chunks_exact(bytes.len() / shape.trunk());
            for (weights, bytes) in weights.chunks_exact_mut(per_block).zip(bytes) {
                let (scale, bytes) = bytes.split_at(2 * LANES);
                let mut scales = Lanes::ZERO;
                halves(&mut scales.0, scale);
                for (lanes, bytes) in weights.iter_mut().zip(bytes.as_chunks::<LANES>().0) {
                    for ((weight, byte), scale) in lanes.0.iter_mut().zip(bytes).zip(scales.0) {
                        *weight = f32::from(byte.cast_signed()) * scale;
                    }
                }
            }
        } else {
            halves(bytemuck::cast_slice_mut(weights), bytes);
        }
    }
    match flat(&model.weights).iter().position(|weight| !weight.is_finite()) {
        Some(place) => Err(WeightsError::Number(place)),
        None => Ok(model),
    }
}

fn halves(numbers: &mut [f32], bytes: &[u8]) {
    for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks::<2>().0) {
        *number = f16::from_le_bytes(*bytes).to_f32();
    }
}

/// In half precision; what is beyond it becomes the largest number that fits.
fn half(number: f32) -> f16 {
    let most = f16::MAX.to_f32();
    f16::from_f32(number.clamp(-most, most))
}

impl Model {
    /// The weights file of the model.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let shape = self.shape();
        bytes.extend((shape.blocks as u16).to_le_bytes());
        bytes.extend((shape.channels as u16).to_le_bytes());
        for part in shape.layout().parts {
            let weights = &self.weights[part.range];
            if !part.is_block {
                bytes.extend(flat(weights).iter().flat_map(|&weight| half(weight).to_le_bytes()));
                continue;
            }
            for weights in weights.chunks_exact(weights.len() / shape.trunk()) {
                // By the scale as it will be read, so that nothing is rounded twice.
                let scales = scale_of(weights).0.map(half);
                bytes.extend(scales.iter().flat_map(|scale| scale.to_le_bytes()));
                for lanes in weights {
                    let pairs = lanes.0.iter().zip(scales);
                    bytes.extend(pairs.map(|(&weight, scale)| match scale.to_f32() {
                        0.0 => 0,
                        scale => to_byte(weight, scale).cast_unsigned(),
                    }));
                }
            }
        }
        bytes
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// When it is none, or cut off.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, WeightsError> {
        read(bytes)
    }
}
