//! A study as text for a terminal.

use super::study::{Study, Verdict};
use crate::rules::{Color, Vertex};
use crate::search::Candidate;

pub(super) const HEAD: &str = "move  played        Black wins  Black leads   lost          better";

/// One move's row, or the start position's.
pub(super) fn row(study: &Study, at: usize) -> String {
    let stand = &study.stands[at];
    let played = stand
        .played
        .map_or_else(String::new, |(color, vertex)| format!("{color} {vertex}"));
    let verdict = study.verdict(at);
    let numbers = format!("{:9.1} %  {:>11}", stand.value * 100.0, points(stand.lead));
    let row = format!(
        "{:4}  {played:<12}  {numbers}   {}",
        stand.number,
        verdict.map_or_else(String::new, lost)
    );
    row.trim_end().to_string()
}

fn lost(verdict: Verdict<'_>) -> String {
    let Some(better) = verdict.better else {
        return String::new();
    };
    let lost = format!("{:.1} % {:.1}", verdict.lost * 100.0, verdict.lost_points);
    format!("{lost:<12}  {}{}", better.vertex, mark(&verdict))
}

fn mark(verdict: &Verdict<'_>) -> String {
    match verdict.grade.word() {
        "" => String::new(),
        word => format!("  ({word})"),
    }
}

/// A lead with its sign; 0 has none.
pub(super) fn points(lead: f64) -> String {
    match (lead * 10.0).round() / 10.0 {
        0.0 => "0.0".to_string(),
        lead => format!("{lead:+.1}"),
    }
}

/// The first moves of a candidate's line.
pub(super) fn line(candidate: &Candidate, most: usize) -> String {
    let moves = candidate.principal_variation.iter().take(most);
    moves.map(Vertex::to_string).collect::<Vec<_>>().join(" ")
}

/// Both players' games in numbers, and the worst moves.
pub(super) fn summary(study: &Study) -> String {
    let mut text = String::new();
    for color in Color::BOTH {
        let tally = study.tally(color);
        let [inaccuracies, mistakes, blunders] = tally.bad;
        let mean = (tally.mean(tally.lost) * 100.0, tally.mean(tally.lost_points));
        text.push_str(&format!(
            "{} ({color}): {} moves, lost {:.1} % and {:.1} points a move; first choices {}, inaccuracies {inaccuracies}, \
             mistakes {mistakes}, blunders {blunders}\n",
            study.player(color),
            tally.moves,
            mean.0,
            mean.1,
            tally.agreed,
        ));
    }
    let worst = study.worst(5);
    if worst.is_empty() {
        text.push_str("no move lost 5 % or more\n");
    }
    for at in worst {
        if let Some(sentence) = sentence(study, at) {
            text.push_str(&sentence);
            text.push('\n');
        }
    }
    text
}

/// What a move lost, in a sentence.
pub(super) fn sentence(study: &Study, at: usize) -> Option<String> {
    let verdict = study.verdict(at)?;
    let better = verdict.better?;
    let (number, color, vertex) = (study.stands[at].number, verdict.color, verdict.vertex);
    Some(format!(
        "move {number}, {color} {vertex}: lost {:.1} % and {:.1} points; better {}",
        verdict.lost * 100.0,
        verdict.lost_points,
        line(better, 8)
    ))
}
