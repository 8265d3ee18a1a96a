//! Facts about rules, each a position, some turns and what must hold then; the table is `tests/data/rule_facts.txt`.
//!
//! Every checked fact about KataGo's rules that our dimensions can express is in it. Left out: its cleanup phases, its
//! SPIGHT repetition rule, and the ending by a second pass of one player in the same state under SIMPLE.

use lanke::game::{Ended, Game, Phase};
use lanke::rules::ruleset::{Scoring, Tax};
use lanke::rules::{BoardSize, Color, Illegal, Point, PointSet, Vertex, diagram, kata_json};
use lanke::score::{IndependentLife, life, score};

const FACTS: &str = include_str!("data/rule_facts.txt");

/// One line of the table.
struct Fact {
    rules: &'static str,
    board: &'static str,
    to_move: Color,
    turns: &'static str,
    expected: &'static str,
    about: &'static str,
}

fn facts() -> Vec<Fact> {
    let mut position = ("", Color::Black);
    let mut facts = Vec::new();
    for line in FACTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(inner) = line.strip_prefix('[') {
            let (board, color) = inner.trim_end_matches(']').split_once(' ').unwrap();
            position = (board, Color::parse(color).unwrap());
            continue;
        }
        let parts: Vec<&str> = line.split(" | ").collect();
        let [rules, turns, expected, about] = parts[..] else {
            panic!("four parts expected: {line}")
        };
        facts.push(Fact {
            rules,
            board: position.0,
            to_move: position.1,
            turns,
            expected,
            about,
        });
    }
    facts
}

impl Fact {
    fn start(&self) -> Game {
        let (rules, komi) = self.rules.split_once(" komi ").unwrap_or((self.rules, ""));
        let (size, stones) = diagram::parse(&self.board.replace('/', "\n")).unwrap();
        let mut game = Game::new(size, kata_json::load(rules).unwrap());
        game.set_komi(komi.parse().ok());
        game.set_up(&stones, self.to_move).unwrap();
        if stones.white.is_empty() && stones.black.len() >= 2 {
            game.declare_handicap(stones.black.len());
        }
        game
    }

    fn vertices(&self, size: BoardSize) -> Vec<Vertex> {
        let words = self.turns.split(' ').filter(|word| *word != "-");
        words.map(|word| Vertex::parse(word, size).unwrap()).collect()
    }

    /// Plays the turns and says what does not hold.
    fn faults(&self) -> Vec<String> {
        let mut game = self.start();
        let mut refused: Option<(usize, Point, Illegal)> = None;
        for (index, vertex) in self.vertices(game.size()).into_iter().enumerate() {
            let color = game.to_move();
            if let Some(point) = vertex.point()
                && let Some(reason) = game.position().why_illegal(color, point)
            {
                refused.get_or_insert((index + 1, point, reason));
                if !self.expected.contains("forced") {
                    break;
                }
            }
            game.play_unchecked(color, vertex);
        }
        let mut faults = Vec::new();
        if refused.is_some() && !["illegal", "forced"].iter().any(|word| self.expected.contains(word)) {
            faults.push(format!("refused: {refused:?}"));
        }
        for claim in self.expected.split(' ') {
            let (key, value) = claim.split_once('=').unwrap_or((claim, ""));
            let found = found(&game, key, value, refused);
            if found != value {
                faults.push(format!("{claim}, found {found}"));
            }
        }
        faults
    }
}

/// What is the case, in the words of the table; the claimed value itself where the claim has no value and holds.
fn found(game: &Game, key: &str, value: &str, refused: Option<(usize, Point, Illegal)>) -> String {
    let holds = |is_so: bool| if is_so { String::new() } else { "otherwise".into() };
    let color = game.to_move();
    let may = |word: &str| {
        game.position()
            .is_legal(color, Vertex::parse(word, game.size()).unwrap())
    };
    match key {
        "playing" => holds(game.phase().is_playing()),
        "stopped" => holds(!game.phase().is_playing()),
        "pass-stops" => holds(!after_passes(game, 1).phase().is_playing()),
        "long-cycle" => holds(game.phase() == Phase::Over(Ended::LongCycle)),
        "legal" | "forced" => holds(key == "forced" || refused.is_none()),
        "illegal" => holds(refused.is_some()),
        "illegal-turn" => refused.map_or_else(String::new, |(turn, _, _)| turn.to_string()),
        "why" => refused.map_or_else(String::new, |(_, _, reason)| reason.key().into()),
        "banned" => banned(game, color),
        "may" if value.split(',').all(may) => value.into(),
        "may-not" if !value.split(',').any(may) => value.into(),
        "board" => rows(game, |point| game.board().stone(point)),
        "bonus" => {
            let white = game.ruleset().handicap_points(game.handicap().stones);
            white.to_string()
        }
        "score" => (0.0 - margin(game)).to_string(),
        "strict" => strict(game).to_string(),
        "after-passes" => (0.0 - margin(&after_passes(game, 2))).to_string(),
        "winner" => match score(game.ruleset(), &game.finished(dead(game)), &game.terms()).winner() {
            Some(color) => color.letter().into(),
            None => "draw".into(),
        },
        "all-alive" => {
            let counted = score(game.ruleset(), &game.finished(PointSet::EMPTY), &game.terms());
            (0.0 - counted.margin).to_string()
        }
        "pass-alive" => {
            let alive = life::PassAlive::both(game.board(), game.ruleset().suicide);
            rows(game, |point| {
                Color::BOTH
                    .into_iter()
                    .find(|&color| alive[color].points().contains(point))
            })
        }
        _ => "nothing of the kind".into(),
    }
}

fn after_passes(game: &Game, passes: u32) -> Game {
    let mut game = game.clone();
    for _ in 0..passes {
        game.play_unchecked(game.to_move(), Vertex::Pass);
    }
    game
}

fn dead(game: &Game) -> PointSet {
    life::pass_dead(game.board(), game.ruleset().suicide)
}

fn margin(game: &Game) -> f64 {
    score(game.ruleset(), &game.finished(dead(game)), &game.terms()).margin
}

/// White's lead when what touches an open neutral point is in seki: living stones, the points of independently
/// living areas, and in territory counting less the stones there would be had nothing been captured.
fn strict(game: &Game) -> f64 {
    let rules = game.ruleset();
    let life = IndependentLife::new(game.board(), &life::settled_area(game.board(), rules.suicide));
    let mut start = game.clone();
    while start.undo() {}
    let side = |color: Color| {
        let stones = game.board().stones(color).difference(&dead(game));
        let points = stones.union(&life.points(color)).len() as f64;
        let tax = match rules.tax {
            Tax::All => 2.0 * life.parts(color).len() as f64,
            _ => 0.0,
        };
        let placed = match rules.scoring {
            Scoring::Territory => start.board().stones(color).len() as f64 + f64::from(game.tally().plays[color]),
            _ => 0.0,
        };
        points - tax - placed
    };
    side(Color::White) - side(Color::Black) + game.komi()
}

/// Points that only the repetition rule forbids.
fn banned(game: &Game, color: Color) -> String {
    let is_banned = |point: &Point| {
        let reason = game.position().why_illegal(color, *point);
        matches!(reason, Some(Illegal::Ko | Illegal::Superko { .. }))
    };
    let mut words: Vec<String> = game
        .size()
        .points()
        .filter(is_banned)
        .map(|point| point.to_string())
        .collect();
    words.sort();
    if words.is_empty() {
        "none".into()
    } else {
        words.join(",")
    }
}

fn rows(game: &Game, color: impl Fn(Point) -> Option<Color>) -> String {
    let size = game.size();
    let rows: Vec<String> = (0..size.height())
        .rev()
        .map(|row| {
            let points = (0..size.width()).map(|column| color(Point::new(column, row)));
            points
                .map(|color| match color {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None => '.',
                })
                .collect()
        })
        .collect();
    rows.join("/")
}

#[test]
fn what_follows_from_the_rules_holds() {
    let facts = facts();
    let faults: Vec<String> = facts
        .iter()
        .flat_map(|fact| {
            let faults = fact.faults();
            faults
                .into_iter()
                .map(move |fault| format!("{} [{}] {}: {fault}", fact.about, fact.rules, fact.turns))
        })
        .collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    println!("{} facts", facts.len());
}
