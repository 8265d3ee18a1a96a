//! A record gone through by the search: what it thinks before every move and after the last.

use crate::cli::engine;
use crate::engine::Engine;
use crate::game::Game;
use crate::game::sgf::{Collection, Info, ReplayOptions};
use crate::rules::{Board, BoardSize, Color, Ruleset, Vertex};
use crate::search::Candidate;
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use std::sync::atomic::AtomicBool;

/// Candidates that are kept of a position.
const CANDIDATES: usize = 6;

/// How bad a move was, by the share of the chance to win that it gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Grade {
    Fine,
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Grade {
    pub(super) const BAD: [Grade; 3] = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    fn of(lost: f64) -> Grade {
        match lost {
            _ if lost >= 0.20 => Grade::Blunder,
            _ if lost >= 0.10 => Grade::Mistake,
            _ if lost >= 0.05 => Grade::Inaccuracy,
            _ => Grade::Fine,
        }
    }

    /// The word for it; nothing for a fine move.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Grade::Fine => "",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

/// A position and what the search thinks of it; values and leads are Black's.
pub(super) struct Stand {
    /// Moves before it.
    pub number: usize,
    /// The move that led here.
    pub played: Option<(Color, Vertex)>,
    pub to_move: Color,
    pub board: Board,
    /// Black's chance to win.
    pub value: f64,
    /// Points.
    pub lead: f64,
    pub lead_stdev: f64,
    pub visits: u32,
    /// Legal ones, best first, from the view of the player to move.
    pub candidates: Vec<Candidate>,
    /// In board order, 1 Black to −1 White.
    pub ownership: Vec<f32>,
}

/// What a move was worth.
pub(super) struct Verdict<'a> {
    pub color: Color,
    pub vertex: Vertex,
    /// Share of the chance to win that it gave away; 0 for the best move that was found.
    pub lost: f64,
    /// The same in points.
    pub lost_points: f64,
    pub grade: Grade,
    /// What should have been played, unless it was.
    pub better: Option<&'a Candidate>,
}

/// A player's game in numbers.
#[derive(Default)]
pub(super) struct Tally {
    pub moves: usize,
    pub lost: f64,
    pub lost_points: f64,
    /// Moves that were the search's own choice.
    pub agreed: usize,
    /// Inaccuracies, mistakes, blunders.
    pub bad: [usize; 3],
}

/// A studied record.
pub(super) struct Study {
    pub info: Info,
    pub rules: String,
    pub komi: f64,
    pub handicap: usize,
    pub size: BoardSize,
    /// Moves of the whole record.
    pub moves: usize,
    /// One more than moves were studied, in order.
    pub stands: Vec<Stand>,
}

/// The moves that `A-B`, `A-`, `-B` or `A` names, of a record with so many.
fn span(text: Option<&str>, moves: usize) -> Result<(usize, usize)> {
    let Some(text) = text else {
        return Ok((1, moves));
    };
    let wrong = || format!("--moves takes A-B, A-, -B or A between 1 and {moves}, got '{text}'");
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |word: &str, default: usize| match word.trim() {
        "" => Ok(default),
        word => word.parse::<usize>().with_context(wrong),
    };
    let (first, last) = (number(first, 1)?, number(last, moves)?.min(moves));
    if first == 0 || first > last {
        bail!(wrong());
    }
    Ok((first, last))
}

impl Study {
    /// Studies the moves that `moves` names, all by default. `each` hears of every position that is done, and how many
    /// there are in all.
    pub(super) fn make(
        collection: &Collection,
        index: usize,
        rules: &Ruleset,
        settings: &Settings,
        moves: Option<&str>,
        each: &mut dyn FnMut(&Study, usize),
    ) -> Result<Study> {
        let replay = |before_move: Option<usize>| {
            let mut options = ReplayOptions::new(rules.clone());
            options.keep_rules = true;
            options.game = index;
            options.before_move = before_move;
            collection.replay(&options)
        };
        let whole = replay(None)?;
        whole.warnings.iter().for_each(|warning| log::warn!("{warning}"));
        let (first, last) = span(moves, whole.moves)?;
        let mut engine = engine(settings.clone(), rules.clone())?;
        let mut study = Study {
            info: whole.info,
            rules: rules.name.clone(),
            komi: whole.game.komi(),
            handicap: whole.game.handicap().stones,
            size: whole.game.size(),
            moves: whole.moves,
            stands: Vec::new(),
        };
        for number in first - 1..=last {
            let game = replay(Some(number + 1))?.game;
            study.stands.push(stand(&mut engine, game, number));
            each(&study, last + 2 - first);
        }
        Ok(study)
    }

    /// What the move that led to this position was worth; nothing for the first position.
    pub(super) fn verdict(&self, at: usize) -> Option<Verdict<'_>> {
        let (before, after) = (self.stands.get(at.checked_sub(1)?)?, self.stands.get(at)?);
        let (color, vertex) = after.played?;
        let best = before.candidates.first();
        let better = best.filter(|best| best.vertex != vertex);
        let (value, lead) = of_mover(color, after.value, after.lead);
        // What a search says of a move is the mean over the answers to it, and so is what it says of the position
        // after the move: only these two can be compared. The best answer's own value would be too good for whoever
        // gives it, by a whole turn where visits are few. Nothing better was found than the best move itself.
        let (lost, lost_points) = better.map_or((0.0, 0.0), |better| {
            ((better.value - value).max(0.0), (better.lead - lead).max(0.0))
        });
        Some(Verdict {
            color,
            vertex,
            lost,
            lost_points,
            grade: Grade::of(lost),
            better,
        })
    }

    /// Verdicts with the index of the position they led to.
    pub(super) fn verdicts(&self) -> impl Iterator<Item = (usize, Verdict<'_>)> {
        (1..self.stands.len()).filter_map(|at| Some((at, self.verdict(at)?)))
    }

    /// The worst moves, worst first: indices of the positions they led to.
    pub(super) fn worst(&self, most: usize) -> Vec<usize> {
        let mut bad: Vec<(usize, f64)> = self
            .verdicts()
            .filter(|(_, verdict)| verdict.grade > Grade::Fine)
            .map(|(at, verdict)| (at, verdict.lost))
            .collect();
        bad.sort_by(|a, b| b.1.total_cmp(&a.1));
        bad.into_iter().take(most).map(|(at, _)| at).collect()
    }

    pub(super) fn tally(&self, color: Color) -> Tally {
        let mut tally = Tally::default();
        for (_, verdict) in self.verdicts().filter(|(_, verdict)| verdict.color == color) {
            tally.moves += 1;
            tally.lost += verdict.lost;
            tally.lost_points += verdict.lost_points;
            tally.agreed += usize::from(verdict.better.is_none());
            for (count, grade) in tally.bad.iter_mut().zip(Grade::BAD) {
                *count += usize::from(verdict.grade == grade);
            }
        }
        tally
    }

    /// A player's name, or his color.
    pub(super) fn player(&self, color: Color) -> String {
        let name = match color {
            Color::Black => &self.info.black,
            Color::White => &self.info.white,
        };
        match name.trim() {
            "" => color.to_string(),
            name => name.to_string(),
        }
    }
}

impl Tally {
    /// A mean over the moves.
    pub(super) fn mean(&self, sum: f64) -> f64 {
        sum / self.moves.max(1) as f64
    }
}

fn stand(engine: &mut Engine, game: Game, number: usize) -> Stand {
    let to_move = game.to_move();
    let turn = game.position().turns().last().filter(|_| number > 0);
    let played = turn.map(|turn| (turn.color, turn.vertex));
    let board = game.board().clone();
    let over = !game.phase().is_playing();
    *engine.game_mut() = game;
    let mut stand = Stand {
        number,
        played,
        to_move,
        board,
        value: 0.5,
        lead: 0.0,
        lead_stdev: 0.0,
        visits: 0,
        candidates: Vec::new(),
        ownership: Vec::new(),
    };
    if over {
        judged(engine, &mut stand);
    } else {
        searched(engine, &mut stand);
    }
    stand
}

/// A game that has ended is counted.
fn judged(engine: &mut Engine, stand: &mut Stand) {
    let judgement = engine.judge();
    stand.value = match judgement.score.winner() {
        Some(Color::Black) => 1.0,
        Some(Color::White) => 0.0,
        None => 0.5,
    };
    stand.lead = judgement.score.margin;
    let owner = |point| {
        let owns = |color: Color| f32::from(u8::from(judgement.owners.points(color).contains(point)));
        owns(Color::Black) - owns(Color::White)
    };
    stand.ownership = stand.board.size().points().map(owner).collect();
}

fn searched(engine: &mut Engine, stand: &mut Stand) {
    let report = engine.study(stand.to_move, &AtomicBool::new(false));
    let legal = |candidate: &Candidate| engine.game().why_refused(stand.to_move, candidate.vertex).is_none();
    let visited = report.candidates.into_iter().filter(|candidate| candidate.visits > 0);
    stand.candidates = visited.filter(legal).take(CANDIDATES).collect();
    (stand.value, stand.lead) = of_black(stand.to_move, report.value, report.lead);
    stand.lead_stdev = report.lead_stdev;
    stand.visits = report.visits;
    stand.ownership = report.ownership;
}

/// A player's chance and lead as Black's.
pub(super) fn of_black(color: Color, value: f64, lead: f64) -> (f64, f64) {
    of_mover(color, value, lead)
}

/// Black's chance and lead as a player's.
fn of_mover(color: Color, value: f64, lead: f64) -> (f64, f64) {
    match color {
        Color::Black => (value, lead),
        Color::White => (1.0 - value, -lead),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_moves_are_read_in_every_form() {
        assert_eq!(span(None, 50).unwrap(), (1, 50));
        assert_eq!(span(Some("10-20"), 50).unwrap(), (10, 20));
        assert_eq!(span(Some("10-"), 50).unwrap(), (10, 50));
        assert_eq!(span(Some("-20"), 50).unwrap(), (1, 20));
        assert_eq!(span(Some("7"), 50).unwrap(), (7, 7));
        assert_eq!(span(Some("40-999"), 50).unwrap(), (40, 50));
        for wrong in ["0", "0-5", "20-10", "60-70", "a-b", "1-2-3", "5.5"] {
            let message = span(Some(wrong), 50).unwrap_err().to_string();
            assert!(message.contains("--moves takes A-B"), "{wrong}: {message}");
        }
    }
}
