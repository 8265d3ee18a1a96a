//! Labelled games: `LKG1` records, from a teacher, and `LKG2` records, from games of the program's own.
//!
//! A file is any number of records, compressed by gzip or not at all. A record, little-endian:
//! ```text
//! "LKG1"  u8 lines  u8 rules (a place in RULES), in LKG2 instead of it  u8 n  n × u8 name  i16 2·komi  u16 moves  moves × u16 move  u16 labels
//! label:  u16 turns made  u16 Black's win rate ·65535  i16 Black's lead ·20  u8 n  n × (u16 move, u8 255·√probability)
//!         ⌈points/2⌉ bytes of owners, two points a byte, high half first: 7.5·(owner + 1), Black 1
//!         (in LKG2 how the game ended: 0, ½ or 1, the final lead and the final owners)
//! move:   row·lines + column, row 0 on top; points for a pass
//! ```

use crate::playout::{Line, PlayBoard, PlayoutRules, Spot};
use crate::rules::{BoardSize, Color, Point, Vertex, presets};
use anyhow::{Context, Result, bail, ensure};
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

/// The rule systems by their number, by the teacher's meaning of the names.
pub(super) const RULES: [&str; 6] = [
    "tromp-taylor",
    "chinese-simple",
    "japanese",
    "aga",
    "stone-scoring",
    "new_zealand",
];

/// A game with the positions of it that are labelled.
pub(super) struct Game {
    pub size: usize,
    /// Name of the rule system.
    pub rules: String,
    /// Whether labels tell how the game ended instead of what somebody expected.
    pub is_played_out: bool,
    pub komi: f64,
    /// Row times size and column, row 0 on top; size² for a pass.
    pub moves: Vec<u16>,
    pub labels: Vec<Label>,
}

/// What is to be learned of the position after so many turns.
pub(super) struct Label {
    pub turn: usize,
    /// Black's chance to win, a draw being half of one.
    pub win_rate: f32,
    /// Points Black is ahead, komi counted.
    pub lead: f32,
    /// Owner of each point, row 0 on top: 0 White's, 15 Black's.
    pub owners: Vec<u8>,
    /// Moves and their probabilities.
    pub policy: Vec<(u16, f32)>,
}

/// One game in so many is never trained on.
const HELD_OUT: usize = 20;

/// Whether the game of this number is kept to examine what has been learned.
pub(super) const fn is_held_out(number: usize) -> bool {
    number % HELD_OUT == HELD_OUT - 1
}

/// Whether the game of this number, which is not held out, is one in `every` of those.
pub(super) const fn is_one_in(every: usize, number: usize) -> bool {
    (number - number / HELD_OUT).is_multiple_of(every)
}

/// The games of a file.
pub(super) fn read(path: &Path) -> Result<Vec<Game>> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let mut file = BufReader::new(file);
    let is_compressed = file.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    let mut input: Box<dyn Read> = if is_compressed {
        Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file)))
    } else {
        Box::new(file)
    };
    let mut games = Vec::new();
    loop {
        let mut magic = [0; 4];
        match input.read_exact(&mut magic) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(games),
            other => other?,
        }
        let is_played_out = &magic == b"LKG2";
        ensure!(
            is_played_out || &magic == b"LKG1",
            "record {} does not begin with LKG1 or LKG2",
            games.len()
        );
        games.push(game(&mut input, is_played_out).with_context(|| format!("in record {}", games.len()))?);
    }
}

fn game(input: &mut impl Read, is_played_out: bool) -> Result<Game> {
    let [size, rules] = bytes(input)?;
    let rules = if is_played_out {
        let mut name = vec![0; usize::from(rules)];
        input.read_exact(&mut name)?;
        String::from_utf8(name)?
    } else {
        let name = RULES.get(usize::from(rules));
        name.with_context(|| format!("no rule system {rules}"))?.to_string()
    };
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
        let win_rate = f32::from(u16::from_le_bytes(bytes(input)?)) / 65535.0;
        let lead = f32::from(i16::from_le_bytes(bytes(input)?)) / 20.0;
        let [entries] = bytes(input)?;
        let mut policy = Vec::with_capacity(usize::from(entries));
        for _ in 0..entries {
            let [low, high, root] = bytes(input)?;
            policy.push((u16::from_le_bytes([low, high]), (f32::from(root) / 255.0).powi(2)));
        }
        let mut halves = vec![0; (size * size).div_ceil(2)];
        input.read_exact(&mut halves)?;
        let mut owners: Vec<u8> = halves.iter().flat_map(|both| [both >> 4, both & 15]).collect();
        owners.truncate(size * size);
        labels.push(Label {
            turn,
            win_rate,
            lead,
            owners,
            policy,
        });
    }
    Ok(Game {
        size,
        rules,
        is_played_out,
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

impl Game {
    /// Plays the game over, and shows each labelled position with its label.
    ///
    /// # Panics
    /// When the board has more lines than the class.
    pub(super) fn replay<const N: usize>(&self, mut see: impl FnMut(&PlayBoard<N>, &Line, &PlayoutRules, &Label)) {
        let ruleset = presets::find(&self.rules).unwrap_or_else(presets::default_rules);
        let size = BoardSize::square(self.size);
        let rules = PlayoutRules::new(&ruleset, size, self.komi, 0);
        let mut board = PlayBoard::<N>::new(size);
        let mut line = Line::new(board.hash(), Color::Black);
        let mut labels = self.labels.iter().peekable();
        for turn in 0..=self.moves.len() {
            while let Some(label) = labels.next_if(|label| label.turn == turn) {
                see(&board, &line, &rules, label);
            }
            let Some(&mv) = self.moves.get(turn) else { break };
            match self.point(mv).map(Spot::of) {
                Some(spot) if board.is_legal(board.to_move(), spot, &rules, &line) => {
                    board.play(board.to_move(), spot, &mut line);
                }
                // By another reading of the rules; nothing can be said of what follows.
                Some(_) => break,
                None => board.pass(board.to_move(), &rules, &mut line),
            }
        }
    }

    /// The game as a record: `LKG2` where it is played out, else `LKG1`, whose rule system is the first of [`RULES`] when it
    /// is none of them.
    pub(super) fn record(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if self.is_played_out {
            bytes.extend(b"LKG2");
            bytes.extend([self.size as u8, self.rules.len() as u8]);
            bytes.extend(self.rules.bytes());
        } else {
            let rules = RULES.iter().position(|name| *name == self.rules).unwrap_or_default();
            bytes.extend(b"LKG1");
            bytes.extend([self.size as u8, rules as u8]);
        }
        bytes.extend(((self.komi * 2.0).round() as i16).to_le_bytes());
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        bytes.extend(self.moves.iter().flat_map(|mv| mv.to_le_bytes()));
        bytes.extend((self.labels.len() as u16).to_le_bytes());
        for label in &self.labels {
            bytes.extend((label.turn as u16).to_le_bytes());
            bytes.extend(((label.win_rate * 65535.0).round() as u16).to_le_bytes());
            bytes.extend(((label.lead * 20.0).round() as i16).to_le_bytes());
            bytes.push(label.policy.len() as u8);
            for &(mv, share) in &label.policy {
                bytes.extend(mv.to_le_bytes());
                bytes.push((share.sqrt() * 255.0).round() as u8);
            }
            let half = |owner: Option<&u8>| owner.copied().unwrap_or(0);
            bytes.extend(
                label
                    .owners
                    .chunks(2)
                    .map(|both| half(both.first()) << 4 | half(both.get(1))),
            );
        }
        bytes
    }

    /// The move of the record that goes to a point.
    pub(super) fn move_to(size: usize, vertex: Vertex) -> u16 {
        let place = |point: Point| (size - 1 - point.row()) * size + point.column();
        vertex.point().map_or(size * size, place) as u16
    }

    /// Where a move of the record goes; `None` for a pass.
    pub(super) fn point(&self, mv: u16) -> Option<Point> {
        let (row, column) = (usize::from(mv) / self.size, usize::from(mv) % self.size);
        (row < self.size).then(|| Point::new(column, self.size - 1 - row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_comes_back_from_its_record() {
        let label = Label {
            turn: 1,
            win_rate: 1.0,
            lead: -3.5,
            owners: vec![0, 15, 7, 8, 0, 15, 15, 1, 2],
            policy: vec![(4, 0.64), (9, 0.36)],
        };
        let game = Game {
            size: 3,
            rules: "aga".into(),
            is_played_out: true,
            komi: 6.5,
            moves: vec![4, 9],
            labels: vec![label],
        };
        let path = std::env::temp_dir().join(format!("lanke-labels-{}", std::process::id()));
        std::fs::write(&path, [game.record(), game.record()].concat()).unwrap();
        let games = read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[1].record(), game.record());
        assert_eq!(games[1].labels[0].owners, game.labels[0].owners);
        let mut seen = 0;
        games[0].replay::<{ crate::playout::BOARD_9 }>(|board, _, rules, label| {
            seen += 1;
            assert_eq!((board.stone_count(Color::Black), label.turn), (1, 1));
            assert!(rules.white_passes_last);
        });
        assert_eq!(seen, 1);
        assert_eq!(Game::move_to(3, Vertex::At(Point::new(2, 0))), 8);
        assert_eq!(games[0].point(8), Some(Point::new(2, 0)));
    }
}
