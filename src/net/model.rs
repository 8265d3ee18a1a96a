//! The network's form and its weights, kept in one vector.

use super::conv::Square;
use super::lanes::{LANES, Lanes};
use std::fmt;
use std::ops::Range;

/// Planes of the input.
pub(super) const PLANES: usize = 16;
/// Numbers of the input that are the same for all points.
pub(super) const GLOBALS: usize = 15;
/// Blocks of the head's channels.
const HEAD_BLOCKS: usize = 2;
/// Blocks of the value's hidden numbers.
const VALUE_BLOCKS: usize = 4;
/// What a block of channels is reduced to over the board: mean, mean by the board's size, maximum.
pub(super) const POOLS: usize = 3;

/// How large a network is. It reads
///
/// ```text
/// x = convolution 3x3 of the planes + globals                     "stem"
/// x = x + convolution 3x3 of relu(convolution 3x3 of relu(x) + pooled relu(x))     for each block
/// h = relu(convolution 1x1 of relu(x) + pooled relu(x))           "head"
/// policy and ownership of each point: 1x1 of h                    "points"
/// v = relu(pooled relu(x)),  pass, result, margin: v              "value"
/// ```
/// The pools (after KataGo, Wu 2019) let distant parts of the board know of each other, and make one set of weights
/// serve all board sizes. There is no normalization: blocks begin as no change at all (Zhang, Dauphin and Ma 2019).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Residual blocks.
    pub blocks: usize,
    /// Channels of the trunk; a multiple of 16.
    pub channels: usize,
}

impl Shape {
    /// A form.
    ///
    /// # Errors
    /// When nobody could mean it: no blocks or more than 40, no channels, more than 512 or no multiple of 16.
    pub fn new(blocks: usize, channels: usize) -> Result<Shape, String> {
        let fits = (1..=40).contains(&blocks) && (16..=512).contains(&channels) && channels.is_multiple_of(LANES);
        let shape = Shape { blocks, channels };
        if fits {
            Ok(shape)
        } else {
            Err(format!(
                "a network has 1 to 40 blocks of 16 to 512 channels, a multiple of 16, got {shape}"
            ))
        }
    }

    /// Blocks of sixteen channels in the trunk.
    pub(super) const fn trunk(self) -> usize {
        self.channels / LANES
    }

    /// Where everything lies.
    pub(super) fn layout(self) -> Layout {
        let trunk = self.trunk();
        let pooled = POOLS * self.channels;
        let mut plan = Plan::default();
        let stem = Stem {
            weights: plan.conv(9, PLANES / LANES, trunk),
            globals: plan.dense(GLOBALS, trunk),
            bias: plan.bias(trunk),
        };
        let blocks = (0..self.blocks)
            .map(|_| Block {
                first: plan.block(trunk),
                pool: plan.dense(pooled, trunk),
                first_bias: plan.bias(trunk),
                second: plan.block(trunk),
                second_bias: plan.bias(trunk),
            })
            .collect();
        let head = Head {
            weights: plan.conv(1, trunk, HEAD_BLOCKS),
            pool: plan.dense(pooled, HEAD_BLOCKS),
            bias: plan.bias(HEAD_BLOCKS),
            points: plan.conv(1, HEAD_BLOCKS, 1),
            points_bias: plan.bias(1),
        };
        let value = Value {
            hidden: plan.dense(pooled, VALUE_BLOCKS),
            hidden_bias: plan.bias(VALUE_BLOCKS),
            output: plan.dense(VALUE_BLOCKS * LANES, 1),
            output_bias: plan.bias(1),
        };
        Layout {
            stem,
            blocks,
            head,
            value,
            parts: plan.parts,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.blocks, self.channels)
    }
}

/// What a part of the weights is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    pub range: Range<usize>,
    /// Inputs that are added up for one output; 0 for a bias.
    pub fan_in: usize,
    /// Whether it is one of the blocks' convolutions, nearly all of the weights.
    pub is_block: bool,
}

/// Hands out ranges one after the other.
#[derive(Default)]
struct Plan {
    end: usize,
    parts: Vec<Part>,
}

impl Plan {
    fn take(&mut self, lanes: usize, fan_in: usize) -> Range<usize> {
        let range = self.end..self.end + lanes;
        self.end = range.end;
        self.parts.push(Part {
            range: range.clone(),
            fan_in,
            is_block: false,
        });
        range
    }

    fn conv(&mut self, taps: usize, ins: usize, outs: usize) -> Range<usize> {
        self.take(outs * ins * taps * LANES, ins * LANES * taps)
    }

    fn block(&mut self, trunk: usize) -> Range<usize> {
        let range = self.conv(9, trunk, trunk);
        if let Some(part) = self.parts.last_mut() {
            part.is_block = true;
        }
        range
    }

    fn dense(&mut self, ins: usize, outs: usize) -> Range<usize> {
        self.take(ins * outs, ins)
    }

    fn bias(&mut self, outs: usize) -> Range<usize> {
        self.take(outs, 0)
    }
}

/// Ranges of the weights by layer; convolutions by output block, input block, tap and input channel, dense
/// layers by input and output block.
pub(super) struct Layout {
    pub stem: Stem,
    pub blocks: Vec<Block>,
    pub head: Head,
    pub value: Value,
    /// All of them in order.
    pub parts: Vec<Part>,
}

pub(super) struct Stem {
    pub weights: Range<usize>,
    pub globals: Range<usize>,
    pub bias: Range<usize>,
}

pub(super) struct Block {
    pub first: Range<usize>,
    pub pool: Range<usize>,
    pub first_bias: Range<usize>,
    pub second: Range<usize>,
    pub second_bias: Range<usize>,
}

pub(super) struct Head {
    pub weights: Range<usize>,
    pub pool: Range<usize>,
    pub bias: Range<usize>,
    /// Output 0 is the policy, 1 the ownership; the others are not used.
    pub points: Range<usize>,
    pub points_bias: Range<usize>,
}

pub(super) struct Value {
    pub hidden: Range<usize>,
    pub hidden_bias: Range<usize>,
    /// See [`outputs`].
    pub output: Range<usize>,
    pub output_bias: Range<usize>,
}

/// Places in the value's outputs.
pub(super) mod outputs {
    /// Logit of a pass, beside those of the points.
    pub const PASS: usize = 0;
    /// Logits of win, draw and loss, one after the other.
    pub const RESULT: usize = 1;
    /// The margin in units of [`MARGIN_UNIT`].
    pub const MARGIN: usize = 4;
    /// Its spread, before the softplus, in the same unit.
    pub const SPREAD: usize = 5;
    /// Points in a unit of the margin.
    pub const MARGIN_UNIT: f32 = 10.0;
}

/// A network's weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    shape: Shape,
    pub(super) weights: Vec<Lanes>,
}

impl Model {
    /// All weights zero.
    #[must_use]
    pub fn zero(shape: Shape) -> Model {
        let lanes = shape.layout().parts.last().map_or(0, |part| part.range.end);
        Model {
            shape,
            weights: vec![Lanes::ZERO; lanes],
        }
    }

    /// Its form.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    pub(super) fn squares(&self, range: &Range<usize>) -> &[Square] {
        squares(&self.weights, range)
    }

    pub(super) fn lanes(&self, range: &Range<usize>) -> &[Lanes] {
        &self.weights[range.clone()]
    }
}

pub(super) fn squares<'a>(weights: &'a [Lanes], range: &Range<usize>) -> &'a [Square] {
    weights[range.clone()].as_chunks().0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_each_other_without_gaps() {
        let layout = Shape::new(3, 32).unwrap().layout();
        let mut end = 0;
        for part in &layout.parts {
            assert_eq!(part.range.start, end);
            assert!(!part.range.is_empty());
            end = part.range.end;
        }
        assert_eq!(layout.blocks.len(), 3);
        assert_eq!(Model::zero(Shape::new(3, 32).unwrap()).weights.len(), end);
    }

    #[test]
    fn a_form_nobody_means_is_refused() {
        assert!(Shape::new(0, 32).is_err());
        assert!(Shape::new(4, 20).unwrap_err().contains("got 4x20"));
    }
}
