//! Reading the labelled games: `LKG1` records, see TRAINING.md.

use anyhow::{Context, Result, bail, ensure};
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;

/// A game with the positions of it that are labelled.
pub(super) struct Game {
    pub size: usize,
    pub rules: u8,
    pub komi: f64,
    /// Row times size and column, row 0 on top; size² for a pass.
    pub moves: Vec<u16>,
    pub labels: Vec<Label>,
}

/// The teacher's word on the position after so many turns.
pub(super) struct Label {
    pub turn: usize,
    /// Moves and their probabilities.
    pub policy: Vec<(u16, f32)>,
}

/// The games of a file.
pub(super) fn read(path: &Path) -> Result<Vec<Game>> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let mut input = BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file));
    let mut games = Vec::new();
    loop {
        let mut magic = [0; 4];
        match input.read_exact(&mut magic) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(games),
            other => other?,
        }
        ensure!(&magic == b"LKG1", "record {} does not begin with LKG1", games.len());
        games.push(game(&mut input).with_context(|| format!("in record {}", games.len()))?);
    }
}

fn game(input: &mut impl Read) -> Result<Game> {
    let [size, rules] = bytes(input)?;
    let komi = f64::from(i16::from_le_bytes(bytes(input)?)) / 2.0;
    let count = u16::from_le_bytes(bytes(input)?);
    let mut moves = Vec::with_capacity(usize::from(count));
    for _ in 0..count {
        moves.push(u16::from_le_bytes(bytes(input)?));
    }
    let size = usize::from(size);
    if !(2..=25).contains(&size) {
        bail!("a board of {size} lines");
    }
    let mut labels = Vec::new();
    for _ in 0..u16::from_le_bytes(bytes(input)?) {
        let turn = usize::from(u16::from_le_bytes(bytes(input)?));
        let _: [u8; 4] = bytes(input)?;
        let [entries] = bytes(input)?;
        let mut policy = Vec::with_capacity(usize::from(entries));
        for _ in 0..entries {
            let [low, high, root] = bytes(input)?;
            policy.push((u16::from_le_bytes([low, high]), (f32::from(root) / 255.0).powi(2)));
        }
        let mut ownership = vec![0; (size * size).div_ceil(2)];
        input.read_exact(&mut ownership)?;
        labels.push(Label { turn, policy });
    }
    Ok(Game {
        size,
        rules,
        komi,
        moves,
        labels,
    })
}

fn bytes<const N: usize>(input: &mut impl Read) -> Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}
