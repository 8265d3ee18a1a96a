//! Commands for GoGui: its own, and views of the position that its analyze menu offers.

use super::aside;
use super::commands::{Answer, Command, command};
use super::debug::list;
use super::failure::Failure;
use super::parse::Arguments;
use super::session::Session;
use crate::engine::Analysis;
use crate::game::Refusal;
use crate::rules::{Color, Illegal, Point, PointSet, Vertex, presets};
use crate::search::Report;
use crate::settings::{Kind, ROWS, Row};
use std::fmt::Write;

pub(super) const COMMANDS: &[Command] = &[
    command!(
        "gogui-analyze_commands",
        "",
        analyze_commands,
        "The views that GoGui's analyze menu offers, one a line: type, label and command."
    ),
    command!(
        "gogui-interrupt",
        "",
        interrupt,
        "Says that the comment '# interrupt' ends a running genmove."
    ),
    command!("gogui-title", "", title, "A title for the window."),
    command!(
        "lanke-ownership",
        "[COLOR]",
        ownership,
        "Who will own each point, 1 Black to -1 White, row by row from the top."
    ),
    command!(
        "lanke-visits",
        "[COLOR]",
        visits,
        "How often each candidate was searched, row by row from the top."
    ),
    command!(
        "lanke-values",
        "[COLOR]",
        values,
        "Candidates with their chance to win in percent."
    ),
    command!(
        "lanke-variation",
        "[COLOR]",
        variation,
        "The best line as GoGui draws it."
    ),
    command!(
        "lanke-territory",
        "",
        territory,
        "Whose each point is if the game ends here, and dead stones, as GoGui draws them."
    ),
    command!(
        "lanke-forbidden",
        "[COLOR]",
        forbidden,
        "Empty points the rules forbid, colored by the reason, as GoGui draws them; labels name the move that would be repeated."
    ),
    command!(
        "lanke-params",
        "[NAME VALUE]",
        params,
        "All options as GoGui's dialog reads them, or changes one."
    ),
];

/// Type, label and command of each view; a label must have no slash in it.
const VIEWS: &[&str] = &[
    "dboard/Ownership/lanke-ownership %m",
    "sboard/Visits/lanke-visits %m",
    "pspairs/Values/lanke-values %m",
    "gfx/Best Line/lanke-variation %m",
    "gfx/Territory/lanke-territory",
    "plist/Dead Stones/final_status_list dead",
    "plist/Seki Stones/final_status_list seki",
    "plist/Legal Points/all_legal %m",
    "gfx/Forbidden Points/lanke-forbidden %m",
    "string/Final Score/final_score",
    "string/Why Not Here/lanke-why %m %p",
    "hstring/Rules/lanke-rules",
    "none/Choose Rules/lanke-rules %s",
    "hstring/State/lanke-state",
    "param/Options/lanke-params",
    "none/Forget Search/clear_cache",
];

fn analyze_commands(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(VIEWS.join("\n"))
}

fn interrupt(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(String::new())
}

fn title(session: &mut Session, _: &Arguments<'_>) -> Answer {
    let game = session.game();
    Ok(format!(
        "{}, {}, {} rules, komi {}",
        session.engine.settings().name,
        game.size(),
        game.ruleset().name,
        game.komi()
    ))
}

/// What the search thinks of the position; asked again for the same position it answers at once.
fn report<'a>(session: &'a mut Session, arguments: &Arguments<'_>) -> Result<&'a Report, Failure> {
    let color = match arguments.is_empty() {
        true => session.game().to_move(),
        false => arguments.color(0)?,
    };
    let position = session.game().position();
    let key = (position.board().hash(), position.turns().len(), color);
    if session.viewed.as_ref().is_none_or(|(viewed, _)| *viewed != key) {
        let stop = session.stop.clone();
        let report = session.engine.think(color, &Analysis::default(), stop.flag());
        session.viewed = Some((key, report));
    }
    let viewed = session.viewed.as_ref().map(|(_, report)| report);
    viewed.ok_or_else(|| Failure::other("nothing searched"))
}

/// One word for each point, row by row from the top.
fn rows(session: &Session, word: impl Fn(Point) -> String) -> String {
    let size = session.game().size();
    let row = |row: usize| -> String {
        let words: Vec<String> = (0..size.width()).map(|column| word(Point::new(column, row))).collect();
        words.join(" ")
    };
    let rows: Vec<String> = (0..size.height()).rev().map(row).collect();
    rows.join("\n")
}

fn ownership(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let owners = report(session, arguments)?.ownership.clone();
    let width = session.game().size().width();
    Ok(rows(session, |point| {
        let owner = owners
            .get(point.row() * width + point.column())
            .copied()
            .unwrap_or_default();
        format!("{owner:.2}")
    }))
}

fn visits(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let candidates = report(session, arguments)?.candidates.clone();
    Ok(rows(session, |point| {
        let here = candidates
            .iter()
            .find(|candidate| candidate.vertex == Vertex::At(point));
        match here.map_or(0, |candidate| candidate.visits) {
            0 => "\"\"".into(),
            visits => visits.to_string(),
        }
    }))
}

fn values(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let report = report(session, arguments)?;
    let pairs: Vec<String> = report
        .candidates
        .iter()
        .filter(|candidate| candidate.visits > 0 && candidate.vertex != Vertex::Pass)
        .map(|candidate| format!("{} {:.0}", candidate.vertex, candidate.value * 100.0))
        .collect();
    Ok(pairs.join(" "))
}

fn variation(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let report = report(session, arguments)?;
    let Some(best) = report.best() else {
        return Ok(String::new());
    };
    let mut text = aside::variation(report.color, &best.principal_variation);
    let _ = write!(
        text,
        "\nTEXT {} wins {:.1}%, lead {:+.1}, {} visits",
        report.color,
        best.value * 100.0,
        best.lead,
        report.visits
    );
    Ok(text)
}

/// A line of GoGui graphics, or nothing for no points.
fn draw(text: &mut String, what: &str, points: &PointSet) {
    if !points.is_empty() {
        let _ = writeln!(text, "{what} {}", list(points));
    }
}

fn territory(session: &mut Session, _: &Arguments<'_>) -> Answer {
    let judgement = session.engine.judge();
    let mut text = String::new();
    draw(&mut text, "BLACK", judgement.owners.points(Color::Black));
    draw(&mut text, "WHITE", judgement.owners.points(Color::White));
    draw(&mut text, "MARK", &judgement.dead);
    draw(&mut text, "CIRCLE", &judgement.seki);
    let _ = write!(text, "TEXT {}", judgement.score.outcome);
    Ok(text)
}

fn forbidden(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let game = session.game();
    let color = match arguments.is_empty() {
        true => game.to_move(),
        false => arguments.color(0)?,
    };
    let (mut suicide, mut repetition, mut owed) = (PointSet::EMPTY, PointSet::EMPTY, PointSet::EMPTY);
    let mut labels = String::new();
    for point in game.board().empty_points().iter() {
        match game.why_refused(color, Vertex::At(point)) {
            Some(Refusal::Illegal(Illegal::Suicide { .. })) => suicide.insert(point),
            Some(Refusal::Illegal(Illegal::Superko { repeats })) => {
                let _ = write!(labels, " {point} {repeats}");
                repetition.insert(point)
            }
            Some(Refusal::Illegal(_)) => repetition.insert(point),
            Some(Refusal::HandicapPass { .. }) => owed.insert(point),
            None => false,
        };
    }
    let mut text = String::new();
    draw(&mut text, "COLOR gray", &suicide);
    draw(&mut text, "COLOR red", &repetition);
    draw(&mut text, "COLOR yellow", &owed);
    if !labels.is_empty() {
        let _ = writeln!(text, "LABEL{labels}");
    }
    text.push_str("TEXT gray suicide, red repetition, yellow pass owed");
    Ok(text)
}

fn params(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    if arguments.is_empty() {
        return Ok(dialog(session));
    }
    let name = arguments.need(0, "an option")?;
    let kind = ROWS.iter().find(|row| row.name == name).map(|row| row.kind);
    // GoGui sends an emptied field as nothing at all.
    let value = arguments.text()[name.len()..].trim();
    if value.is_empty() && kind != Some(Kind::Text) {
        arguments.need(1, "a value")?;
    }
    let value = match (kind, value) {
        (Some(Kind::Bool), "0") => "false",
        (Some(Kind::Bool), "1") => "true",
        _ => value,
    };
    super::kata::change(session, name, value)
}

/// One line for each option that may be changed, as GoGui's dialog reads them.
fn dialog(session: &Session) -> String {
    let settings = session.engine.settings();
    let line = |row: &Row| {
        let value = row.get(settings).to_string();
        match (row.name, row.kind) {
            ("rules", _) => rules_line(&session.game().ruleset().name),
            (name, Kind::Bool) => format!("[bool] {name} {}", u8::from(value == "true")),
            (name, _) => format!("[string] {name} {value}"),
        }
    };
    let rows = ROWS.iter().filter(|row| row.name != "sgf_dir");
    rows.map(line).collect::<Vec<_>>().join("\n")
}

/// The rule system in force among all there are; as text if it is none of these.
fn rules_line(current: &str) -> String {
    let names: Vec<&str> = presets::all().iter().map(|rules| rules.name.as_str()).collect();
    if names.contains(&current) {
        format!("[list/{}] rules {current}", names.join("/"))
    } else {
        format!("[string] rules {current}")
    }
}
