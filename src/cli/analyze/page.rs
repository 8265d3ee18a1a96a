//! A study as one page for the browser, with everything in it: nothing is fetched.
//!
//! The tables are plain HTML and can be read without scripts; board, graph and keyboard are `page.js`, which reads the
//! study from a block of JSON.

use super::json;
use super::study::{Grade, Study};
use super::text::{line, points};
use crate::rules::{BoardSize, Color, Point};
use serde_json::{Value, json};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// What the page may do: show itself.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The page of a study.
pub(super) fn write(study: &Study) -> String {
    let title = format!("{} – {}", study.player(Color::Black), study.player(Color::White));
    let title = escaped(&title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    );
    page.push_str(&header(study));
    page.push_str(STAGE);
    page.push_str(&players(study));
    page.push_str(&worst(study));
    page.push_str("</section>\n</main>\n");
    page.push_str(&moves(study));
    let _ = write!(
        page,
        "<footer>Lanke {}; chances to win and leads are Black's</footer>\n\
         <script type=\"application/json\" id=\"study\">{}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
        // No text of the record may end the block.
        data(study).to_string().replace('<', "\\u003c"),
    );
    page
}

/// What the script fills.
const STAGE: &str = r#"<main>
<section id="stage">
<noscript><p>The board and the graph need JavaScript; the tables do not.</p></noscript>
<svg id="board" role="img" aria-label="board"></svg>
<nav id="steps">
<button data-step="first" title="start (Home)">|◀</button>
<button data-step="back" title="back (←)">◀</button>
<input id="slider" type="range" min="0" value="0" aria-label="move">
<button data-step="on" title="on (→)">▶</button>
<button data-step="last" title="end (End)">▶|</button>
</nav>
<p id="toggles">
<label><input type="checkbox" id="show-candidates" checked> candidates <kbd>c</kbd></label>
<label><input type="checkbox" id="show-ownership"> ownership <kbd>o</kbd></label>
<label><input type="checkbox" id="show-line"> best line <kbd>space</kbd></label>
<span>move <kbd>←</kbd> <kbd>→</kbd>, mistake <kbd>↑</kbd> <kbd>↓</kbd></span>
</p>
</section>
<section id="facts">
<svg id="graph" role="img" aria-label="Black's chance to win and lead, move by move"></svg>
<div id="now" aria-live="polite"></div>
"#;

/// Text as HTML shows it.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter => safe.push(letter),
        }
    }
    safe
}

fn header(study: &Study) -> String {
    let player = |color: Color| escaped(&study.player(color));
    let size = study.size;
    let mut facts = format!("{size}, {} rules, komi {}", escaped(&study.rules), study.komi);
    if study.handicap >= 2 {
        let _ = write!(facts, ", {} handicap stones", study.handicap);
    }
    let result = study.info.result.to_string();
    if result != "?" {
        let _ = write!(facts, ", result {}", escaped(&result));
    }
    format!(
        "<header>\n<h1><span class=\"stone black\"></span>{} <span class=\"stone white\"></span>{}</h1>\n\
         <p>{facts}; {} of {} moves analyzed</p>\n</header>\n",
        player(Color::Black),
        player(Color::White),
        study.stands.len() - 1,
        study.moves,
    )
}

fn players(study: &Study) -> String {
    let mut text = String::from(
        "<table id=\"players\">\n<tr><th></th><th>moves</th><th>lost a move</th><th>first choice</th>\
         <th>inaccuracies</th><th>mistakes</th><th>blunders</th></tr>\n",
    );
    for color in Color::BOTH {
        let tally = study.tally(color);
        let [inaccuracies, mistakes, blunders] = tally.bad;
        let _ = writeln!(
            text,
            "<tr><th>{}</th><td>{}</td><td>{:.1} %, {:.1} points</td><td>{}</td><td>{inaccuracies}</td>\
             <td>{mistakes}</td><td>{blunders}</td></tr>",
            escaped(&study.player(color)),
            tally.moves,
            tally.mean(tally.lost) * 100.0,
            tally.mean(tally.lost_points),
            tally.agreed,
        );
    }
    text.push_str("</table>\n");
    text
}

fn worst(study: &Study) -> String {
    let worst = study.worst(10);
    if worst.is_empty() {
        return "<p>No move lost 5 % or more.</p>\n".into();
    }
    let mut text = String::from("<h2>Biggest mistakes</h2>\n<ol id=\"worst\">\n");
    for at in worst {
        let Some(verdict) = study.verdict(at) else { continue };
        let better = verdict.better.map_or_else(String::new, |better| line(better, 8));
        let _ = writeln!(
            text,
            "<li class=\"{}\" data-at=\"{at}\"><a href=\"#{at}\">{} {} {}</a> lost {:.1} % and {:.1} points; better \
             {better}</li>",
            verdict.grade.word(),
            study.stands[at].number,
            verdict.color,
            verdict.vertex,
            verdict.lost * 100.0,
            verdict.lost_points,
        );
    }
    text.push_str("</ol>\n");
    text
}

fn moves(study: &Study) -> String {
    let mut text = String::from(
        "<details id=\"moves\" open>\n<summary>All moves</summary>\n<table>\n<tr><th>move</th><th>played</th>\
         <th>Black wins</th><th>Black leads</th><th>lost</th><th>points</th><th>better</th></tr>\n",
    );
    for (at, stand) in study.stands.iter().enumerate() {
        let played = stand
            .played
            .map_or_else(String::new, |(color, vertex)| format!("{color} {vertex}"));
        let verdict = study.verdict(at);
        let better = verdict.as_ref().and_then(|verdict| Some((verdict, verdict.better?)));
        let (lost, lost_points, instead) = better.map_or_else(Default::default, |(verdict, better)| {
            let lost = format!("{:.1} %", verdict.lost * 100.0);
            (lost, format!("{:.1}", verdict.lost_points), line(better, 6))
        });
        let grade = verdict.as_ref().map_or(Grade::Fine, |verdict| verdict.grade);
        let _ = writeln!(
            text,
            "<tr class=\"{}\" data-at=\"{at}\"><td>{}</td><td>{played}</td><td>{:.1} %</td><td>{}</td><td>{lost}</td>\
             <td>{lost_points}</td><td>{instead}</td></tr>",
            grade.word(),
            stand.number,
            stand.value * 100.0,
            points(stand.lead),
        );
    }
    text.push_str("</table>\n</details>\n");
    text
}

/// The study with boards, and ownership as one letter a point.
fn data(study: &Study) -> Value {
    let positions = (0..study.stands.len()).map(|at| {
        let mut position = json::position(study, at);
        position["board"] = board(study, at).into();
        position["ownership"] = shades(study.size, &study.stands[at].ownership).into();
        position
    });
    json!({
        "game": json::game(study),
        "columns": columns(study.size),
        "positions": positions.collect::<Vec<_>>(),
    })
}

/// The letters of the columns.
fn columns(size: BoardSize) -> Vec<String> {
    let name = |column| Point::new(column, 0).to_string();
    (0..size.width())
        .map(|column| name(column).trim_end_matches('1').to_string())
        .collect()
}

/// Row by row from the top left: `b`, `w` or `.`.
fn board(study: &Study, at: usize) -> String {
    let (size, board) = (study.size, &study.stands[at].board);
    let symbol = |point| match board.stone(point) {
        Some(Color::Black) => 'b',
        Some(Color::White) => 'w',
        None => '.',
    };
    let rows = (0..size.height()).rev();
    rows.flat_map(|row| (0..size.width()).map(move |column| Point::new(column, row)))
        .map(symbol)
        .collect()
}

/// Row by row from the top left: `a` White's for sure, `k` nobody's, `u` Black's for sure.
fn shades(size: BoardSize, ownership: &[f32]) -> String {
    let rows = ownership.chunks(size.width()).rev().flatten();
    let shade = |owner: &f32| char::from(b'a' + ((owner + 1.0) * 10.0).round().clamp(0.0, 20.0) as u8);
    rows.map(shade).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_record_is_never_markup() {
        let escaped = escaped("<script>alert(\"a\" & 'b')</script>");
        assert_eq!(
            escaped,
            "&lt;script&gt;alert(&quot;a&quot; &amp; &#39;b&#39;)&lt;/script&gt;"
        );
    }

    #[test]
    fn ownership_becomes_a_letter_a_point_from_the_top() {
        let size = BoardSize::square(2);
        // Black has the lower left point, White the lower right one, nobody the upper ones.
        assert_eq!(shades(size, &[1.0, -1.0, 0.0, 0.04]), "kkua");
    }

    #[test]
    fn columns_have_their_letters() {
        assert_eq!(columns(BoardSize::square(9)).concat(), "ABCDEFGHJ");
        assert_eq!(columns(BoardSize::square(1)), ["A"]);
    }
}
