//! A study as JSON, for other programs. Chances and leads are Black's.

use super::study::{Study, Verdict, of_black};
use crate::rules::{Color, Vertex};
use crate::search::Candidate;
use serde_json::{Value, json};

/// What the whole record says.
pub(super) fn game(study: &Study) -> Value {
    json!({
        "kind": "game",
        "black": study.info.black,
        "white": study.info.white,
        "rules": study.rules,
        "komi": study.komi,
        "handicap": study.handicap,
        "size": [study.size.width(), study.size.height()],
        "result": study.info.result.to_string(),
        "moves": study.moves,
    })
}

/// One position and the move that led to it.
pub(super) fn position(study: &Study, at: usize) -> Value {
    let stand = &study.stands[at];
    let verdict = study.verdict(at);
    json!({
        "kind": "position",
        "move": stand.number,
        "color": stand.played.map(|(color, _)| color_word(color)),
        "vertex": stand.played.map(|(_, vertex)| vertex.to_string()),
        "to_move": color_word(stand.to_move),
        "black_winrate": rounded(stand.value),
        "black_lead": rounded(stand.lead),
        "lead_stdev": rounded(stand.lead_stdev),
        "visits": stand.visits,
        "loss": verdict.as_ref().map(loss),
        "better": verdict.as_ref().and_then(|verdict| Some(candidate(verdict.color, verdict.better?))),
        "candidates": stand.candidates.iter().map(|one| candidate(stand.to_move, one)).collect::<Vec<_>>(),
        "ownership": rows(study, &stand.ownership),
    })
}

fn loss(verdict: &Verdict<'_>) -> Value {
    json!({
        "winrate": rounded(verdict.lost),
        "points": rounded(verdict.lost_points),
        "grade": Some(verdict.grade.word()).filter(|word| !word.is_empty()),
    })
}

/// Row by row from the top left.
fn rows(study: &Study, ownership: &[f32]) -> Vec<f64> {
    let rows = ownership.chunks(study.size.width()).rev().flatten();
    rows.map(|owner| (f64::from(*owner) * 100.0).round() / 100.0 + 0.0)
        .collect()
}

fn candidate(color: Color, candidate: &Candidate) -> Value {
    let (value, lead) = of_black(color, candidate.value, candidate.lead);
    json!({
        "vertex": candidate.vertex.to_string(),
        "visits": candidate.visits,
        "black_winrate": rounded(value),
        "black_lead": rounded(lead),
        "prior": rounded(candidate.prior),
        "pv": candidate.principal_variation.iter().map(Vertex::to_string).collect::<Vec<_>>(),
    })
}

/// Both players' games in numbers, and the worst moves.
pub(super) fn summary(study: &Study) -> Value {
    let player = |color: Color| {
        let tally = study.tally(color);
        json!({
            "moves": tally.moves,
            "mean_loss": {"winrate": rounded(tally.mean(tally.lost)), "points": rounded(tally.mean(tally.lost_points))},
            "first_choices": tally.agreed,
            "inaccuracies": tally.bad[0],
            "mistakes": tally.bad[1],
            "blunders": tally.bad[2],
        })
    };
    let worst = study.worst(10).into_iter().map(|at| study.stands[at].number);
    json!({
        "kind": "summary",
        "black": player(Color::Black),
        "white": player(Color::White),
        "worst_moves": worst.collect::<Vec<_>>(),
    })
}

/// All of it in one document.
pub(super) fn document(study: &Study) -> Value {
    json!({
        "game": game(study),
        "positions": (0..study.stands.len()).map(|at| position(study, at)).collect::<Vec<_>>(),
        "summary": summary(study),
    })
}

/// All of it, one object a line.
pub(super) fn lines(study: &Study) -> String {
    let positions = (0..study.stands.len()).map(|at| position(study, at));
    let lines = std::iter::once(game(study)).chain(positions).chain([summary(study)]);
    lines.map(|line| format!("{line}\n")).collect()
}

pub(super) const fn color_word(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

/// To four decimals, without a negative zero.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0 + 0.0
}
