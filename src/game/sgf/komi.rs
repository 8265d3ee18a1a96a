//! The komi of a record, in the units its writer counts in.

use super::number;
use super::parse::Node;

/// Fox and its relatives write a hundred times the komi, in zi or in points.
const FOX: [(f64, f64); 8] = [
    (550.0, 5.5),
    (275.0, 5.5),
    (650.0, 6.5),
    (325.0, 6.5),
    (750.0, 7.5),
    (375.0, 7.5),
    (700.0, 7.0),
    (350.0, 7.0),
];

/// What a record says of the komi.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum KomiText {
    /// Nothing: the ruleset's own applies.
    Absent,
    /// Points for White.
    Points(f64),
    /// Something that is no number.
    Unreadable(String),
    /// A number that is not of half points, which may be zi or points.
    Doubtful(String),
}

/// Reads `KM`, or the `KO` of Sina's files.
pub(super) fn komi(root: &Node) -> KomiText {
    let given = |name: &str| root.value(name).filter(|text| !text.is_empty());
    let Some(text) = given("KM").or_else(|| given("KO")) else {
        return KomiText::Absent;
    };
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let Some((value, unit)) = number::leading(digits) else {
        return KomiText::Unreadable(text.to_string());
    };
    let value = if unit.trim_start().starts_with('子') {
        value * 2.0
    } else {
        value
    };
    let value = sign * in_points(root, value);
    // Our own files are in points whatever the komi.
    let is_ours = root.value("AP").is_some_and(|program| program.starts_with("Lanke:"));
    if is_ours || (value * 2.0).fract() == 0.0 {
        KomiText::Points(value)
    } else {
        KomiText::Doubtful(text.to_string())
    }
}

fn in_points(root: &Node, value: f64) -> f64 {
    let lower = |name: &str| root.value(name).unwrap_or("").to_lowercase();
    let program = lower("AP");
    if program.contains("foxwq") || program.starts_with("sgfc") {
        if let Some((_, points)) = FOX.iter().find(|(written, _)| *written == value) {
            return *points;
        }
        if program.contains("foxwq") && value >= 25.0 {
            return value / 100.0;
        }
    }
    let is_zi = lower("US").starts_with("gogod") && lower("RU").starts_with("chinese") && (value * 2.0).fract() != 0.0;
    if is_zi { value * 2.0 } else { value }
}
