//! `lanke label`: games sampled from a teacher's policy, and what the teacher says of every position. Built with `--features train`.
//!
//! The teacher is a program that speaks KataGo's analysis protocol (its `docs/Analysis_Engine.md`), asked for one visit a position.

use super::labels::{Game, Label, RULES};
use crate::rules::Vertex;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::Deserialize;
use serde_json::json;
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

/// Play games by a teacher's policy and write down what it says of each position.
#[derive(Args)]
pub(super) struct LabelOptions {
    /// File that the games are added to.
    #[arg(long, default_value = "labels.bin")]
    out: PathBuf,
    /// Games.
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Board sizes to choose from.
    #[arg(long, value_delimiter = ',', default_values_t = [9])]
    sizes: Vec<usize>,
    /// Games that are played at once.
    #[arg(long, default_value_t = 32)]
    at_once: usize,
    /// Seed of rule systems, komi and moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The teacher: a program with its arguments that speaks KataGo's analysis protocol.
    #[arg(last = true, required = true)]
    teacher: Vec<String>,
}

/// The teacher's names of the rule systems.
const TEACHER_RULES: [&str; RULES.len()] = [
    "tromp-taylor",
    "chinese",
    "japanese",
    "aga",
    "stone-scoring",
    "new-zealand",
];

/// Moves less likely than this are not written down, nor more moves than [`MOST_MOVES`].
const LEAST_POLICY: f32 = 0.003;
const MOST_MOVES: usize = 32;
/// A game is decided when so many positions in a row are won for the same player with this chance.
const DECIDED_TURNS: usize = 6;
const DECIDED: f32 = 0.98;

pub(super) fn run(options: &LabelOptions) -> Result<ExitCode> {
    for &side in &options.sizes {
        ensure!((2..=19).contains(&side), "board sizes are 2 to 19, got {side}");
    }
    let mut out = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&options.out)
        .with_context(|| format!("cannot open {}", options.out.display()))?;
    let mut rng = StdRng::seed_from_u64(options.seed);
    let mut teacher = Teacher::start(&options.teacher)?;
    let bar = ProgressBar::new(options.games as u64);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}")?);
    let mut begun = options.at_once.clamp(1, options.games.max(1));
    let mut games: Vec<Sampled> = (0..begun).map(|_| Sampled::begin(&options.sizes, &mut rng)).collect();
    for (number, sampled) in games.iter().enumerate() {
        teacher.ask(number, &sampled.game)?;
    }
    let mut open = games.len();
    while open > 0 {
        let (number, opinion) = teacher.answer()?;
        let sampled = games
            .get_mut(number)
            .context("the teacher answered what nobody asked")?;
        if sampled.go_on(&opinion, &mut rng) {
            teacher.ask(number, &sampled.game)?;
            continue;
        }
        out.write_all(&sampled.game.record())?;
        bar.inc(1);
        if begun < options.games {
            begun += 1;
            *sampled = Sampled::begin(&options.sizes, &mut rng);
            teacher.ask(number, &sampled.game)?;
        } else {
            open -= 1;
        }
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

/// A game in the making.
struct Sampled {
    game: Game,
    /// The power of the policy that moves are drawn by is one by this.
    heat: f32,
    /// How often a move is drawn evenly among all legal ones.
    blunders: f64,
    /// Whether it is played on when it is decided.
    to_the_end: bool,
    decided_turns: usize,
}

impl Sampled {
    fn begin(sizes: &[usize], rng: &mut StdRng) -> Sampled {
        let rules = rng.random_range(0..RULES.len());
        // About even for the area rules; the others differ by a point or two, as the spread does.
        let spread = if rng.random_bool(0.6) { 2 } else { 24 };
        Sampled {
            game: Game {
                size: sizes[rng.random_range(0..sizes.len())],
                rules: RULES[rules].into(),
                is_played_out: false,
                komi: 7.0 + f64::from(rng.random_range(-spread..=spread)) / 2.0,
                moves: Vec::new(),
                labels: Vec::new(),
            },
            heat: rng.random_range(0.6..1.5),
            blunders: [0.0, 0.03, 0.1][rng.random_range(0..3)],
            to_the_end: rng.random_bool(0.25),
            decided_turns: 0,
        }
    }

    /// Writes down what the teacher says of the position, and makes a move; false where the game is over.
    fn go_on(&mut self, opinion: &Opinion, rng: &mut StdRng) -> bool {
        let area = self.game.size * self.game.size;
        if opinion.policy.len() != area + 1 || opinion.ownership.len() != area {
            return false;
        }
        self.game.labels.push(opinion.label(self.game.moves.len()));
        let win_rate = opinion.root_info.winrate;
        self.decided_turns = if win_rate.max(1.0 - win_rate) > DECIDED {
            self.decided_turns + 1
        } else {
            0
        };
        let is_decided = self.decided_turns >= DECIDED_TURNS && !self.to_the_end;
        if is_decided || self.game.moves.len() >= 2 * area {
            return false;
        }
        let power = if rng.random_bool(self.blunders) {
            0.0
        } else {
            1.0 / self.heat
        };
        let weights: Vec<f32> = opinion
            .policy
            .iter()
            .map(|&share| if share < 0.0 { 0.0 } else { share.powf(power) })
            .collect();
        let mut drawn = rng.random_range(0.0..1.0) * weights.iter().sum::<f32>();
        let mv = weights
            .iter()
            .position(|weight| {
                drawn -= weight;
                drawn < 0.0
            })
            .unwrap_or(area);
        self.game.moves.push(mv as u16);
        // What comes after two passes is asked once more and never played on.
        let passes = self.game.moves.iter().rev().take_while(|&&mv| usize::from(mv) == area);
        passes.count() < 2
    }
}

/// What the teacher says of a position, Black's.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Opinion {
    root_info: RootInfo,
    /// Row by row from the top, then the pass; below 0 where a move is illegal.
    policy: Vec<f32>,
    /// Black 1, White −1.
    ownership: Vec<f32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    winrate: f32,
    score_lead: f32,
}

impl Opinion {
    fn label(&self, turn: usize) -> Label {
        let mut policy: Vec<(u16, f32)> = (0..)
            .zip(self.policy.iter().copied())
            .filter(|entry| entry.1 >= LEAST_POLICY)
            .collect();
        policy.sort_by(|a, b| b.1.total_cmp(&a.1));
        policy.truncate(MOST_MOVES);
        Label {
            turn,
            win_rate: self.root_info.winrate.clamp(0.0, 1.0),
            lead: self.root_info.score_lead,
            owners: self
                .ownership
                .iter()
                .map(|owner| ((owner.clamp(-1.0, 1.0) + 1.0) * 7.5).round() as u8)
                .collect(),
            policy,
        }
    }
}

/// The running teacher.
struct Teacher {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Teacher {
    fn start(command: &[String]) -> Result<Teacher> {
        let (program, arguments) = command.split_first().context("a teacher is expected")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let input = child.stdin.take().context("no way to the teacher")?;
        let output = child.stdout.take().context("no way from the teacher")?;
        Ok(Teacher {
            child,
            input,
            output: BufReader::new(output).lines(),
        })
    }

    /// Asks for the position after all moves of a game.
    fn ask(&mut self, number: usize, game: &Game) -> Result<()> {
        let rules = RULES.iter().position(|name| *name == game.rules).unwrap_or_default();
        let moves: Vec<[String; 2]> = ["B", "W"]
            .iter()
            .cycle()
            .zip(&game.moves)
            .map(|(color, &mv)| {
                let vertex = game.point(mv).map_or(Vertex::Pass, Vertex::At);
                [(*color).into(), vertex.to_string()]
            })
            .collect();
        let query = json!({
            "id": number.to_string(),
            "moves": moves,
            "rules": TEACHER_RULES[rules],
            "komi": game.komi,
            "boardXSize": game.size,
            "boardYSize": game.size,
            "maxVisits": 1,
            "includePolicy": true,
            "includeOwnership": true,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
        });
        // In one piece: a write for each word of it would wake the teacher as often.
        let line = format!("{query}\n");
        self.input
            .write_all(line.as_bytes())
            .context("the teacher takes no more questions")
    }

    /// The next answer, with the number it was asked under.
    fn answer(&mut self) -> Result<(usize, Opinion)> {
        let line = self.output.next().context("the teacher has stopped")??;
        let text: serde_json::Value =
            serde_json::from_str(&line).with_context(|| format!("the teacher said {line}"))?;
        let number = text["id"].as_str().and_then(|id| id.parse().ok());
        let Some(number) = number else {
            bail!("the teacher said {line}")
        };
        let opinion = serde_json::from_value(text).with_context(|| format!("the teacher said {line}"))?;
        Ok((number, opinion))
    }
}

impl Drop for Teacher {
    fn drop(&mut self) {
        // It may have stopped already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::super::labels;
    use super::*;

    /// What a teacher says of a board of two lines: Black's upper left corner is taken, the pass gets the rest.
    fn opinion(pass: f32, winrate: f32) -> Opinion {
        let rest = (1.0 - pass) / 2.0;
        let text = json!({
            "id": "3",
            "rootInfo": {"winrate": winrate, "scoreLead": -1.25, "visits": 1},
            "policy": [-1.0, rest, rest, 0.0, pass],
            "ownership": [1.0, -1.0, 0.0, 0.2],
        });
        serde_json::from_value(text).unwrap()
    }

    fn sampled(rng: &mut StdRng) -> Sampled {
        Sampled {
            blunders: 0.0,
            to_the_end: false,
            ..Sampled::begin(&[2], rng)
        }
    }

    #[test]
    fn a_game_is_labelled_until_two_passes_and_comes_back_from_its_file() {
        let mut rng = StdRng::seed_from_u64(4);
        let mut sampled = sampled(&mut rng);
        assert!(sampled.go_on(&opinion(0.0, 0.4), &mut rng));
        assert!([1, 2].contains(&sampled.game.moves[0]), "an illegal or unlikely move");
        assert!(sampled.go_on(&opinion(1.0, 0.4), &mut rng), "one pass");
        assert!(!sampled.go_on(&opinion(1.0, 0.4), &mut rng), "two passes");
        assert_eq!(sampled.game.moves[1..], [4, 4]);

        let path = std::env::temp_dir().join(format!("lanke-teacher-{}", std::process::id()));
        std::fs::write(&path, sampled.game.record()).unwrap();
        let games = labels::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let game = &games[0];
        assert_eq!((game.size, game.komi), (2, sampled.game.komi));
        assert_eq!((&game.rules, &game.moves), (&sampled.game.rules, &sampled.game.moves));
        assert!(!game.is_played_out);
        let label = &game.labels[0];
        assert_eq!(
            (label.turn, label.lead, &label.owners[..]),
            (0, -1.25, &[15, 0, 8, 9][..])
        );
        assert!((label.win_rate - 0.4).abs() < 1e-4);
        let moves: Vec<u16> = label.policy.iter().map(|entry| entry.0).collect();
        assert_eq!(moves, [1, 2], "neither illegal nor unlikely ones");
    }

    #[test]
    fn a_decided_game_is_not_played_on() {
        let mut rng = StdRng::seed_from_u64(5);
        let mut sampled = sampled(&mut rng);
        let turns = (1..20).find(|_| !sampled.go_on(&opinion(0.0, 0.99), &mut rng));
        assert_eq!(turns, Some(DECIDED_TURNS));
        sampled.to_the_end = true;
        assert!(sampled.go_on(&opinion(0.0, 0.99), &mut rng));
        assert!(
            !sampled.go_on(
                &serde_json::from_value(json!({
                    "rootInfo": {"winrate": 0.5, "scoreLead": 0.0}, "policy": [], "ownership": [],
                }))
                .unwrap(),
                &mut rng
            ),
            "an answer that fits no board of this size"
        );
    }
}
