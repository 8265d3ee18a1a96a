//! A record's final position counted: what `lanke score` and `lanke referee` share.

use crate::engine::Engine;
use crate::game::sgf::{self, Collection, Tree};
use crate::game::{Ended, Game, Phase};
use crate::rules::ruleset::{DeadStones, ResultUnit};
use crate::rules::{Board, Color, Point, PointSet, Ruleset, Vertex, presets};
use crate::score::{Count, Finished, Method, Outcome, Owner, Owners, Score, Settled, Table, Unit, Zi, score};
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Options of commands that count a record.
#[derive(Args, Clone, Debug)]
pub(super) struct RecordOptions {
    /// The record.
    #[arg(value_name = "FILE.sgf")]
    pub file: PathBuf,
    /// Which game of the file.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub game: usize,
    /// Dead stones: D4,Q16,… (one of a chain is enough), auto (the engine judges) or none; by default those that
    /// the record marks, else auto.
    #[arg(long, value_name = "STONES")]
    pub dead: Option<String>,
    /// JSON for other programs.
    #[arg(long)]
    pub json: bool,
}

impl RecordOptions {
    pub fn collection(&self) -> Result<Collection> {
        let shown = self.file.display();
        sgf::load(&self.file).with_context(|| format!("cannot read {shown}"))
    }

    /// The index of the game in the file.
    pub fn index(&self) -> Result<usize> {
        self.game.checked_sub(1).context("games are counted from 1")
    }
}

/// Where the dead stones come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeadSource {
    File,
    Engine,
    Given,
    None,
}

impl DeadSource {
    const fn key(self) -> &'static str {
        match self {
            DeadSource::File => "file",
            DeadSource::Engine => "engine",
            DeadSource::Given => "given",
            DeadSource::None => "none",
        }
    }

    pub const fn sentence(self) -> &'static str {
        match self {
            DeadSource::File => "as the record marks them",
            DeadSource::Engine => "as the engine judges",
            DeadSource::Given => "as given",
            DeadSource::None => "all stones count as alive",
        }
    }
}

/// The stones to take off, and where that comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dead {
    pub stones: PointSet,
    pub source: DeadSource,
}

impl Dead {
    const NONE: Dead = Dead {
        stones: PointSet::EMPTY,
        source: DeadSource::None,
    };

    /// What the option says, or the record, or the engine.
    pub fn choose(option: Option<&str>, tree: &Tree, game: &Game, settings: &Settings) -> Result<Dead> {
        match option {
            Some("none") => return Ok(Dead::NONE),
            Some("auto") => {}
            Some(list) => return given(list, game.board()),
            None => {
                if let Some(stones) = tree.dead_stones(game.board()) {
                    return Ok(Dead {
                        stones: whole_chains(game.board(), &stones),
                        source: DeadSource::File,
                    });
                }
            }
        }
        let mut engine = Engine::new(settings.clone(), game.ruleset().clone());
        *engine.game_mut() = game.clone();
        Ok(Dead {
            stones: engine.judge().dead,
            source: DeadSource::Engine,
        })
    }

    /// The same, unless the game has ended with all stones alive.
    fn under(self, game: &Game) -> Dead {
        let over = game.phase() == Phase::Over(Ended::AllAlive);
        if over || game.ruleset().dead_stones == DeadStones::AllAlive {
            Dead::NONE
        } else {
            self
        }
    }
}

fn given(list: &str, board: &Board) -> Result<Dead> {
    let mut stones = PointSet::EMPTY;
    for name in list.split([',', ' ']).filter(|name| !name.is_empty()) {
        let point = Vertex::parse(name, board.size()).and_then(Vertex::point);
        let point = point.with_context(|| format!("expected stones, auto or none after --dead, got '{name}'"))?;
        if board.stone(point).is_none() {
            bail!("there is no stone on {point} to be dead");
        }
        stones.insert(point);
    }
    Ok(Dead {
        stones: whole_chains(board, &stones),
        source: DeadSource::Given,
    })
}

fn whole_chains(board: &Board, stones: &PointSet) -> PointSet {
    let chains = stones.iter().filter_map(|point| board.chain(point));
    chains.fold(PointSet::EMPTY, |all, chain| all.union(&chain.stones))
}

/// The rules that are asked for, or those of the record, or those of the settings.
pub(super) fn rules_of(asked: Option<&str>, tree: &Tree, settings: &Settings) -> Result<Ruleset> {
    let recorded = sgf::Info::of(tree).ruleset();
    match (asked, recorded) {
        (Some(asked), _) => Ok(presets::load(asked)?),
        (None, Some(rules)) => Ok(rules),
        (None, None) => Ok(presets::load(&settings.rules)?),
    }
}

/// The game of a file.
pub(super) fn tree_of<'a>(collection: &'a Collection, index: usize, file: &Path) -> Result<&'a Tree> {
    let games = collection.trees.len();
    let tree = collection.trees.get(index);
    tree.with_context(|| format!("game {} was asked for, {} has {games}", index + 1, file.display()))
}

/// A counted position.
pub(super) struct Counted {
    pub game: Game,
    pub dead: Dead,
    pub score: Score,
    pub counts: Vec<Count>,
    owners: Owners,
    seki: PointSet,
}

impl Counted {
    /// Counts by these methods, or by those of the game's rule system.
    pub fn new(game: &Game, dead: Dead, methods: Option<&[Method]>) -> Counted {
        let dead = dead.under(game);
        let rules = game.ruleset();
        let (finished, terms) = (game.finished(dead.stones), game.terms());
        let mut score = score(rules, &finished, &terms);
        if let Phase::Over(Ended::LongCycle | Ended::AllPasses) = game.phase() {
            score.outcome = Outcome::Draw;
        }
        let own = Method::of_ruleset(rules, terms.handicap);
        let table = Table::new(rules, &finished, &terms);
        let counts = methods
            .unwrap_or(&own)
            .iter()
            .map(|&method| table.count(method))
            .collect();
        Counted {
            score,
            counts,
            owners: Owners::new(rules, &finished),
            seki: seki(&finished),
            dead,
            game: game.clone(),
        }
    }

    pub fn methods_json(&self) -> Value {
        let one = |count: &Count| {
            json!({
                "method": count.method.key(),
                "unit": count.method.unit().key(),
                "black": count.counts.black,
                "white": count.counts.white,
                "margin": count.margin,
            })
        };
        self.counts.iter().map(one).collect()
    }

    pub fn dead_json(&self) -> Value {
        names(&self.dead.stones).into()
    }

    pub const fn dead_source(&self) -> &'static str {
        self.dead.source.key()
    }

    pub fn json(&self) -> Value {
        let tally = self.game.tally();
        json!({
            "ruleset": self.game.ruleset().name,
            "result": self.score.outcome.to_string(),
            "margin": self.score.margin,
            "komi": self.score.komi,
            "bonus": self.score.bonus,
            "methods": self.methods_json(),
            "prisoners": {"black": tally.prisoners.black, "white": tally.prisoners.white},
            "passes": {"black": tally.passes.black, "white": tally.passes.white},
            "dead": self.dead_json(),
            "seki": names(&self.seki),
            "dead_source": self.dead_source(),
        })
    }

    /// The result with its explanation in zi where the rule system announces it so.
    pub fn result(&self) -> String {
        let outcome = self.score.outcome;
        match (self.game.ruleset().result_unit, outcome) {
            (ResultUnit::Zi, Outcome::Points { by, .. }) => format!("{outcome} ({} zi)", Zi::of_margin(by)),
            _ => outcome.to_string(),
        }
    }

    /// Methods with both sides' counts and Black's lead, one a line.
    pub fn methods_text(&self) -> String {
        let mut text = format!("{:20}{:>12}{:>12}{:>9}\n", "method", "Black", "White", "margin");
        for count in &self.counts {
            let unit = |value: f64| match count.method.unit() {
                Unit::Points => number(value),
                Unit::Zi => format!("{} zi", Zi(value)),
            };
            let (black, white) = (unit(count.counts.black), unit(count.counts.white));
            let name = count.method.key();
            let _ = writeln!(text, "{name:20}{black:>12}{white:>12}{:>9}", signed(count.margin));
        }
        text
    }

    /// Dead stones, prisoners and passes.
    pub fn facts_text(&self) -> String {
        let tally = self.game.tally();
        let mut text = String::new();
        let _ = writeln!(
            text,
            "komi {}, other points for White {}",
            number(self.score.komi),
            number(self.score.bonus)
        );
        let _ = writeln!(
            text,
            "prisoners: Black {}, White {}",
            tally.prisoners.black, tally.prisoners.white
        );
        let _ = writeln!(
            text,
            "passes: Black {}, White {}",
            tally.passes.black, tally.passes.white
        );
        let dead = if self.dead.stones.is_empty() {
            "none".to_string()
        } else {
            names(&self.dead.stones).join(" ")
        };
        let _ = writeln!(text, "dead stones: {dead} ({})", self.dead.source.sentence());
        if !self.seki.is_empty() {
            let _ = writeln!(text, "in seki: {}", names(&self.seki).join(" "));
        }
        text
    }

    /// The board: stones `X` and `O`, dead ones `x` and `o`, Black's points `#`, White's `=`, nobody's `.`.
    pub fn drawing(&self) -> String {
        let (board, size) = (self.game.board(), self.game.size());
        let letters: String = (0..size.width()).map(|column| letter(Point::new(column, 0))).collect();
        let mut text = format!("   {letters}\n");
        for row in (0..size.height()).rev() {
            let _ = write!(text, "{:2} ", row + 1);
            for column in 0..size.width() {
                let point = Point::new(column, row);
                let dead = self.dead.stones.contains(point);
                let symbol = match (board.stone(point), self.owners.owner(point)) {
                    (Some(Color::Black), _) if dead => 'x',
                    (Some(Color::White), _) if dead => 'o',
                    (Some(Color::Black), _) => 'X',
                    (Some(Color::White), _) => 'O',
                    (None, Owner::Black) => '#',
                    (None, Owner::White) => '=',
                    (None, Owner::Nobody) => '.',
                };
                let _ = write!(text, " {symbol}");
            }
            let _ = writeln!(text, " {}", row + 1);
        }
        text.push_str(&format!("   {letters}\n"));
        text
    }
}

fn letter(point: Point) -> String {
    let name = point.to_string();
    format!(" {}", name.get(..1).unwrap_or(""))
}

fn seki(finished: &Finished<'_>) -> PointSet {
    let settled = Settled::new(finished.board, &finished.dead);
    let [black, white] = Color::BOTH.map(|color| settled.seki_stones(color));
    black.union(&white)
}

/// Stones in board order.
fn names(points: &PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

/// Without a trailing `.0`.
pub(super) fn number(value: f64) -> String {
    format!("{value}")
}

/// With its sign; 0 has none.
pub(super) fn signed(value: f64) -> String {
    if value > 0.0 {
        format!("+{value}")
    } else {
        number(value + 0.0)
    }
}
