//! Search reports as the lines that analysis clients read.
//!
//! Formats as Leela Zero, KataGo and the CGOS client have them, from the view of the player to move. Clients split
//! such lines at single blanks and take everything after `pv` for moves, so the order of keys matters.

use crate::rules::{BoardSize, Color, Vertex};
use crate::search::{Candidate, Report};
use serde_json::{Value, json};
use std::fmt::Write;

/// Which program's format a line has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `lz-analyze`: whole numbers, values in ten-thousandths.
    Leela,
    /// `kata-analyze`: decimals, leads in points, more keys.
    Kata,
    /// `cgos-genmove_analyze`: one line of JSON.
    Cgos,
}

/// What a client wants to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// Candidates to show at least, if there are so many, unvisited ones included.
    pub at_least: usize,
    /// Candidates to show at most.
    pub at_most: usize,
    /// A summary of the position.
    pub root_info: bool,
    /// Who owns each point.
    pub ownership: bool,
    /// How sure that is.
    pub ownership_stdev: bool,
    /// Who owns each point after each candidate.
    pub moves_ownership: bool,
    /// How sure that is.
    pub moves_ownership_stdev: bool,
    /// Visits along each line.
    pub line_visits: bool,
    /// Visits along each line by the moves that were chosen; the same number here, as positions are not shared.
    pub line_edge_visits: bool,
    /// The value of a game without result.
    pub no_result: bool,
}

impl Default for Wishes {
    fn default() -> Self {
        Wishes {
            at_least: 1,
            at_most: usize::MAX,
            root_info: false,
            ownership: false,
            ownership_stdev: false,
            moves_ownership: false,
            moves_ownership_stdev: false,
            line_visits: false,
            line_edge_visits: false,
            no_result: false,
        }
    }
}

/// A report as one line, or nothing if it has no candidate to show.
#[must_use]
pub fn line(report: &Report, size: BoardSize, style: Style, wishes: &Wishes) -> Option<String> {
    let shown = shown(report, wishes);
    if shown.is_empty() {
        return None;
    }
    Some(match style {
        Style::Leela => {
            let infos = shown.iter().enumerate().map(|(order, move_)| leela(move_, order));
            infos.collect::<Vec<_>>().join(" ")
        }
        Style::Kata => {
            let infos = shown.iter().enumerate();
            let mut text = infos
                .map(|(order, move_)| kata(report, size, move_, order, wishes))
                .collect::<Vec<_>>()
                .join(" ");
            append_position(&mut text, report, size, wishes);
            text
        }
        Style::Cgos => cgos(report, &shown, size).to_string(),
    })
}

fn shown<'a>(report: &'a Report, wishes: &Wishes) -> Vec<&'a Candidate> {
    let visited = report
        .candidates
        .iter()
        .filter(|candidate| candidate.visits > 0)
        .count();
    let count = visited.max(wishes.at_least).min(wishes.at_most);
    report.candidates.iter().take(count).collect()
}

fn per_ten_thousand(share: f64) -> u32 {
    (share.clamp(0.0, 1.0) * 10_000.0).round() as u32
}

fn words<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items
        .into_iter()
        .map(|item| item.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The line of a candidate; never empty, because clients take the first move of it.
fn variation(candidate: &Candidate) -> String {
    if candidate.principal_variation.is_empty() {
        candidate.vertex.to_string()
    } else {
        words(&candidate.principal_variation)
    }
}

fn leela(candidate: &Candidate, order: usize) -> String {
    format!(
        "info move {} visits {} winrate {} prior {} lcb {} order {order} pv {}",
        candidate.vertex,
        candidate.visits,
        per_ten_thousand(candidate.value),
        per_ten_thousand(candidate.prior),
        per_ten_thousand(candidate.lcb),
        variation(candidate),
    )
}

fn kata(report: &Report, size: BoardSize, candidate: &Candidate, order: usize, wishes: &Wishes) -> String {
    let (visits, lead) = (candidate.visits, candidate.lead);
    let utility = 2.0 * candidate.value - 1.0;
    let mut text = format!(
        "info move {} visits {visits} edgeVisits {visits} utility {utility:.6} winrate {:.6}",
        candidate.vertex, candidate.value,
    );
    let _ = write!(
        text,
        " scoreMean {lead:.4} scoreStdev {:.4} scoreLead {lead:.4} scoreSelfplay {lead:.4}",
        report.lead_stdev
    );
    if wishes.no_result {
        text.push_str(" noResultValue 0");
    }
    let _ = write!(
        text,
        " prior {:.6} lcb {:.6} utilityLcb {:.6} weight {visits} order {order} pv {}",
        candidate.prior,
        candidate.lcb,
        2.0 * candidate.lcb - 1.0,
        variation(candidate),
    );
    for (key, wanted) in [
        ("pvVisits", wishes.line_visits),
        ("pvEdgeVisits", wishes.line_edge_visits),
    ] {
        if wanted && !candidate.line_visits.is_empty() {
            let _ = write!(text, " {key} {}", words(&candidate.line_visits));
        }
    }
    let owners = seen_by(report.color, &candidate.ownership, size);
    append_owners(&mut text, "movesOwnership", &owners, wishes.moves_ownership);
    append_owners(
        &mut text,
        "movesOwnershipStdev",
        &spread(&owners),
        wishes.moves_ownership_stdev,
    );
    text
}

fn append_owners(text: &mut String, key: &str, owners: &[f32], wanted: bool) {
    if wanted && !owners.is_empty() {
        let _ = write!(
            text,
            " {key} {}",
            words(owners.iter().map(|owner| format!("{owner:.4}")))
        );
    }
}

/// The spread of owners of this mean: a playout gives each point to one side or the other.
fn spread(owners: &[f32]) -> Vec<f32> {
    owners
        .iter()
        .map(|owner| (1.0 - owner * owner).max(0.0).sqrt())
        .collect()
}

fn append_position(text: &mut String, report: &Report, size: BoardSize, wishes: &Wishes) {
    if wishes.root_info {
        let _ = write!(
            text,
            " rootInfo visits {} utility {:.6} winrate {:.6} scoreMean {lead:.4} scoreStdev {:.4} scoreLead {lead:.4} \
             scoreSelfplay {lead:.4} weight {}",
            report.visits,
            2.0 * report.value - 1.0,
            report.value,
            report.lead_stdev,
            report.visits,
            lead = report.lead,
        );
    }
    let owners = ownership(report, size);
    append_owners(text, "ownership", &owners, wishes.ownership);
    append_owners(text, "ownershipStdev", &spread(&owners), wishes.ownership_stdev);
}

/// Ownership row by row from the top left, 1 where the player to move owns the point; empty if not known.
#[must_use]
pub fn ownership(report: &Report, size: BoardSize) -> Vec<f32> {
    seen_by(report.color, &report.ownership, size)
}

/// Owners in board order and Black's view, told row by row from the top left in a player's view.
fn seen_by(color: Color, owners: &[f32], size: BoardSize) -> Vec<f32> {
    if owners.len() != size.area() {
        return Vec::new();
    }
    let sign = match color {
        Color::Black => 1.0,
        Color::White => -1.0,
    };
    // `+ 0.0` turns the negative zero of a flipped sign into a plain one.
    let rows = owners.chunks(size.width()).rev().flatten();
    rows.map(|owner| owner * sign + 0.0).collect()
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn cgos(report: &Report, shown: &[&Candidate], size: BoardSize) -> Value {
    let rounded = |number: f64| (number * 10_000.0).round() / 10_000.0;
    let moves: Vec<Value> = shown
        .iter()
        .map(|candidate| {
            // The line starts after the move itself.
            let line: Vec<&Vertex> = candidate.principal_variation.iter().skip(1).collect();
            json!({
                "move": candidate.vertex.to_string(),
                "winrate": rounded(candidate.value),
                "prior": rounded(candidate.prior),
                "score": rounded(candidate.lead),
                "visits": candidate.visits,
                "pv": words(line),
            })
        })
        .collect();
    let owners: String = ownership(report, size)
        .iter()
        .map(|owner| {
            let step = ((owner + 1.0) / 2.0 * 62.0).round().clamp(0.0, 62.0);
            char::from(DIGITS[step as usize])
        })
        .collect();
    json!({
        "moves": moves,
        "ownership": owners,
        "visits": report.visits,
        "winrate": rounded(report.value),
        "score": rounded(report.lead),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn candidate(word: &str, visits: u32, value: f64, line: &[&str]) -> Candidate {
        let size = BoardSize::square(9);
        let vertices = line.iter().map(|word| Vertex::parse(word, size).unwrap());
        Candidate {
            vertex: Vertex::parse(word, size).unwrap(),
            visits,
            value,
            lead: -0.61,
            lcb: value - 0.02,
            prior: 0.25,
            principal_variation: vertices.collect(),
            line_visits: vec![visits, 1],
            ownership: vec![1.0, 0.6, 0.0, -1.0],
        }
    }

    fn report(color: Color) -> Report {
        Report {
            color,
            candidates: vec![
                candidate("E4", 487, 0.48, &["E4", "E3"]),
                candidate("pass", 3, 0.1, &["pass"]),
                candidate("A1", 0, 0.48, &[]),
            ],
            visits: 491,
            playouts: 491,
            value: 0.47,
            lead: -1.0,
            lead_stdev: 12.5,
            ownership: vec![1.0, 0.0, -0.5, -1.0],
            nodes: 500,
        }
    }

    const SQUARE: BoardSize = BoardSize::square(2);

    #[test]
    fn leela_lines_have_whole_numbers_and_end_with_the_line() {
        let text = line(&report(Color::Black), SQUARE, Style::Leela, &Wishes::default()).unwrap();
        assert_eq!(
            text,
            "info move E4 visits 487 winrate 4800 prior 2500 lcb 4600 order 0 pv E4 E3 \
             info move pass visits 3 winrate 1000 prior 2500 lcb 800 order 1 pv pass"
        );
    }

    #[test]
    fn kata_lines_have_decimals_and_only_what_was_asked_for_after_the_line() {
        let plain = line(&report(Color::Black), SQUARE, Style::Kata, &Wishes::default()).unwrap();
        assert!(
            plain.starts_with("info move E4 visits 487 edgeVisits 487 utility -0.040000 winrate 0.480000 scoreMean")
        );
        assert!(plain.contains(" scoreStdev 12.5000 scoreLead -0.6100 "));
        assert!(plain.ends_with("weight 3 order 1 pv pass"));
        let wishes = Wishes {
            root_info: true,
            ownership: true,
            ownership_stdev: true,
            line_visits: true,
            at_most: 1,
            ..Wishes::default()
        };
        let full = line(&report(Color::Black), SQUARE, Style::Kata, &wishes).unwrap();
        assert!(full.contains(" pv E4 E3 pvVisits 487 1 rootInfo visits 491 utility -0.060000 winrate 0.470000 "));
        // From the top left: A2 B2 A1 B1.
        assert!(full.contains(" ownership -0.5000 -1.0000 1.0000 0.0000 ownershipStdev 0.8660 0.0000 0.0000 1.0000"));
        assert_eq!(full.matches("info move").count(), 1);
    }

    #[test]
    fn ownership_is_told_from_the_view_of_the_player_to_move() {
        assert_eq!(ownership(&report(Color::White), SQUARE), [0.5, 1.0, -1.0, 0.0]);
    }

    #[test]
    fn each_move_has_owners_and_visits_of_its_own_when_asked_for() {
        let wishes = Wishes {
            moves_ownership: true,
            moves_ownership_stdev: true,
            line_visits: true,
            line_edge_visits: true,
            ..Wishes::default()
        };
        let text = line(&report(Color::White), SQUARE, Style::Kata, &wishes).unwrap();
        // Black's 1, 0.6 on A1 and B1 and 0, -1 above them, seen by White from the top left.
        let ending = "movesOwnership 0.0000 1.0000 -1.0000 -0.6000 movesOwnershipStdev 1.0000 0.0000 0.0000 0.8000";
        assert!(text.contains(&format!(
            "pv E4 E3 pvVisits 487 1 pvEdgeVisits 487 1 {ending} info move pass"
        )));
        assert!(text.ends_with(&format!("pv pass pvVisits 3 1 pvEdgeVisits 3 1 {ending}")));
    }

    #[test]
    fn unvisited_moves_are_shown_only_when_asked_for() {
        let wishes = Wishes {
            at_least: 3,
            ..Wishes::default()
        };
        let text = line(&report(Color::Black), SQUARE, Style::Leela, &wishes).unwrap();
        assert!(text.ends_with("info move A1 visits 0 winrate 4800 prior 2500 lcb 4600 order 2 pv A1"));
    }

    #[test]
    fn cgos_gets_one_line_of_json() {
        let text = line(&report(Color::Black), SQUARE, Style::Cgos, &Wishes::default()).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["moves"][0]["pv"], "E3");
        assert_eq!(value["moves"][1]["move"], "pass");
        assert_eq!(value["visits"], 491);
        // -0.5 is step 15.5, rounded to 16; -1 is step 0; 1 is 62; 0 is 31.
        assert_eq!(value["ownership"], "QA+f");
        assert!(!text.contains('\n'));
    }

    #[test]
    fn a_report_without_candidates_is_no_line() {
        let mut empty = report(Color::Black);
        empty.candidates.clear();
        assert_eq!(line(&empty, SQUARE, Style::Kata, &Wishes::default()), None);
    }
}
