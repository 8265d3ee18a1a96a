//! Weights as bytes: `LKN1`, blocks and channels in two bytes each, then every weight in half precision; all little-endian.

use super::lanes::flat;
use super::model::{Model, Shape};
use half::f16;
use std::fmt;

const MAGIC: &[u8; 4] = b"LKN1";

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
            WeightsError::Magic => write!(f, "a weights file begins with LKN1; this one does not"),
            WeightsError::Shape(message) => f.write_str(message),
            WeightsError::Length { shape, expected, got } => {
                write!(f, "the weights of a {shape} network take {expected} bytes, got {got}")
            }
            WeightsError::Number(place) => write!(f, "weight {place} is not a finite number"),
        }
    }
}

impl std::error::Error for WeightsError {}

/// The model of a weights file.
///
/// # Errors
/// When it is none.
pub(super) fn read(bytes: &[u8]) -> Result<Model, WeightsError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Magic)?;
    let (&[blocks_low, blocks_high, channels_low, channels_high], numbers) =
        rest.split_first_chunk().ok_or(WeightsError::Magic)?;
    let blocks = u16::from_le_bytes([blocks_low, blocks_high]);
    let channels = u16::from_le_bytes([channels_low, channels_high]);
    let shape = Shape::new(usize::from(blocks), usize::from(channels)).map_err(WeightsError::Shape)?;
    let mut model = Model::zero(shape);
    let weights: &mut [f32] = bytemuck::cast_slice_mut(&mut model.weights);
    let (numbers, odd) = numbers.as_chunks::<2>();
    if numbers.len() != weights.len() || !odd.is_empty() {
        return Err(WeightsError::Length {
            shape,
            expected: 8 + 2 * weights.len(),
            got: bytes.len(),
        });
    }
    for (place, (weight, number)) in weights.iter_mut().zip(numbers).enumerate() {
        *weight = f16::from_le_bytes(*number).to_f32();
        if !weight.is_finite() {
            return Err(WeightsError::Number(place));
        }
    }
    Ok(model)
}

impl Model {
    /// The weights file of the model; weights beyond half precision become the largest that fit.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let shape = self.shape();
        bytes.extend((shape.blocks as u16).to_le_bytes());
        bytes.extend((shape.channels as u16).to_le_bytes());
        let most = f16::MAX.to_f32();
        for weight in flat(&self.weights) {
            bytes.extend(f16::from_f32(weight.clamp(-most, most)).to_le_bytes());
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
