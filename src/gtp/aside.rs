//! What is said beside the protocol, on stderr, where the options ask for it: chat for servers, pictures for GoGui.

use super::stderr::Stderr;
use crate::rules::{Color, Vertex};
use crate::search::Report;
use std::fmt::Write as _;
use std::io::Write as _;

/// The line after which gtp2ogs reads the lines of [`chat`] as variations.
pub(super) const CHAT_GREETING: &str = "Chat lines are KataGo-compatible";

/// Writes a text with a line end to stderr; that nobody reads it is no fault.
pub(super) fn say(text: &str) {
    let _ = Stderr.write_all(format!("{text}\n").as_bytes());
}

/// The best line in the form that gtp2ogs turns into a variation in the game's chat.
pub(super) fn chat(report: &Report) -> Option<String> {
    let best = report.best()?;
    Some(format!(
        "MALKOVICH:Visits {} Winrate {:.2}% ScoreLead {:.1} ScoreStdev {:.1} PV {}",
        report.visits,
        best.value * 100.0,
        best.lead + 0.0,
        report.lead_stdev,
        words(&best.principal_variation),
    ))
}

/// Moves of a line in a picture; more would hide the board.
const MOVES_SHOWN: usize = 9;

/// The best line, and visits on other candidates, as GoGui's live graphics; the empty line ends the picture.
pub(super) fn picture(report: &Report) -> Option<String> {
    let best = report.best()?;
    let line = &best.principal_variation;
    let line = &line[..line.len().min(MOVES_SHOWN)];
    let mut text = format!("gogui-gfx:\n{}\n", variation(report.color, line));
    // The stones of the line bear numbers already.
    let others = report
        .candidates
        .iter()
        .filter(|one| one.visits > 0 && !line.contains(&one.vertex));
    let others = others.filter(|one| one.vertex != Vertex::Pass).take(9);
    let labels: String = others.map(|one| format!(" {} {}", one.vertex, one.visits)).collect();
    if !labels.is_empty() {
        let _ = writeln!(text, "LABEL{labels}");
    }
    let _ = writeln!(
        text,
        "TEXT {} wins {:.1}%, lead {:+.1}, {} visits",
        report.color,
        best.value * 100.0,
        best.lead,
        report.visits
    );
    Some(text)
}

/// What takes the picture away again.
pub(super) const NO_PICTURE: &str = "gogui-gfx: CLEAR";

/// A line of moves as GoGui draws it.
pub(super) fn variation(first: Color, vertices: &[Vertex]) -> String {
    let mut text = String::from("VAR");
    let mut color = first;
    for vertex in vertices {
        let _ = write!(text, " {} {vertex}", color.letter().to_ascii_lowercase());
        color = color.opponent();
    }
    text
}

fn words(vertices: &[Vertex]) -> String {
    let words: Vec<String> = vertices.iter().map(Vertex::to_string).collect();
    words.join(" ")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::BoardSize;
    use crate::search::Candidate;

    fn report() -> Report {
        let size = BoardSize::square(19);
        let line = ["D4", "Q16", "pass"].map(|word| Vertex::parse(word, size).unwrap());
        let candidate = |word: &str, visits, line: &[Vertex]| Candidate {
            vertex: Vertex::parse(word, size).unwrap(),
            visits,
            value: 0.5512,
            lead: 1.24,
            lcb: 0.5,
            prior: 0.3,
            principal_variation: line.to_vec(),
            line_visits: Vec::new(),
            ownership: Vec::new(),
        };
        Report {
            color: Color::White,
            // Q16 is in the best line and has its number there.
            candidates: vec![
                candidate("D4", 400, &line),
                candidate("C3", 90, &line[..1]),
                candidate("Q16", 10, &line[1..2]),
            ],
            visits: 500,
            playouts: 500,
            value: 0.55,
            lead: 1.2,
            lead_stdev: 10.06,
            ownership: Vec::new(),
            nodes: 600,
        }
    }

    #[test]
    fn chat_has_the_form_that_gtp2ogs_understands() {
        assert_eq!(
            chat(&report()).unwrap(),
            "MALKOVICH:Visits 500 Winrate 55.12% ScoreLead 1.2 ScoreStdev 10.1 PV D4 Q16 pass"
        );
        assert!(CHAT_GREETING.contains("KataGo"));
    }

    #[test]
    fn pictures_end_with_an_empty_line() {
        assert_eq!(
            picture(&report()).unwrap(),
            "gogui-gfx:\nVAR w D4 b Q16 w pass\nLABEL C3 90\nTEXT White wins 55.1%, lead +1.2, 500 visits\n"
        );
    }
}
