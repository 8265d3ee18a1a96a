//! A study as the record itself with comments, letters and variations, for any SGF editor.
//!
//! Everything that was in the record stays. `SBKV` is Sabaki's property for Black's chance to win in percent, which its
//! graph shows; `V` is FF\[4\]'s estimated score.

use super::study::{Grade, Study, of_black};
use super::text::{line, points, sentence};
use crate::game::sgf::{Node, Property, Tree, letters};
use crate::rules::{BoardSize, Color, Vertex};
use crate::search::Candidate;

/// Candidates that get a letter.
const LETTERS: usize = 3;

/// Moves of a variation.
const MOVES: usize = 12;

/// Hot spots for editors that jump from one to the next.
const HOT_SPOTS: usize = 5;

/// The record of a study, as text.
pub(super) fn write(study: &Study, tree: &Tree) -> String {
    let mut tree = tree.clone();
    let worst = study.worst(HOT_SPOTS);
    let mut number = 0;
    let mut parent = None;
    let mut next = (!tree.nodes.is_empty()).then_some(0);
    while let Some(index) = next {
        let moves: usize = moves_of(&tree.nodes[index]);
        number += moves;
        if (moves > 0 || parent.is_none())
            && let Some(at) = study.stands.iter().position(|stand| stand.number == number)
        {
            annotate(&mut tree.nodes[index], study, at);
            if worst.contains(&at) {
                add(&mut tree.nodes[index], "HO", "1");
            }
            if let Some(parent) = parent.filter(|_| moves == 1) {
                add_variation(&mut tree, parent, study, at);
            }
        }
        parent = Some(index);
        // What is added to a node comes after the record's own line.
        next = tree.nodes[index].children.first().copied();
    }
    if let Some(root) = tree.nodes.first_mut() {
        let head = [
            ("FF", "4"),
            ("GM", "1"),
            ("CA", "UTF-8"),
            ("AP", concat!("Lanke:", env!("CARGO_PKG_VERSION"))),
        ];
        root.properties
            .retain(|property| head.iter().all(|(name, _)| property.name != *name));
        // Readers look for the character set before anything else.
        let head = head.map(|(name, value)| property(name, vec![value.into()]));
        root.properties.splice(0..0, head);
    }
    tree.to_text()
}

fn moves_of(node: &Node) -> usize {
    let moves = node
        .properties
        .iter()
        .filter(|property| ["B", "W"].contains(&property.name.as_str()));
    moves.map(|property| property.values.len()).sum()
}

fn property(name: &str, values: Vec<String>) -> Property {
    Property {
        name: name.into(),
        values,
        offset: 0,
    }
}

/// Sets a property of one value.
fn set(node: &mut Node, name: &str, value: &str) {
    node.properties.retain(|property| property.name != name);
    node.properties.push(property(name, vec![value.into()]));
}

/// Adds a property if there is none of its name.
fn add(node: &mut Node, name: &str, value: &str) {
    if node.property(name).is_none() {
        set(node, name, value);
    }
}

/// Appends to a node's comment.
fn comment(node: &mut Node, text: &str) {
    let old = node.property("C").map(|old| old.values.concat()).unwrap_or_default();
    let separator = if old.trim().is_empty() { "" } else { "\n\n" };
    set(node, "C", &format!("{}{separator}{text}", old.trim_end()));
}

fn annotate(node: &mut Node, study: &Study, at: usize) {
    let stand = &study.stands[at];
    let mut text = format!("Lanke: {}", chances(stand.value, stand.lead));
    if stand.visits > 0 {
        text.push_str(&format!(" ({} visits)", stand.visits));
    }
    let verdict = study.verdict(at);
    if verdict.as_ref().is_some_and(|verdict| verdict.grade > Grade::Fine)
        && let Some(sentence) = sentence(study, at)
    {
        text.push_str(&format!("\n{sentence}"));
    }
    let marked = ["LB", "CR", "MA", "SQ", "TR", "SL"]
        .iter()
        .any(|name| node.property(name).is_some());
    let mut labels = Vec::new();
    for (letter, candidate) in ('A'..).zip(stand.candidates.iter().take(LETTERS)) {
        let (value, lead) = of_black(stand.to_move, candidate.value, candidate.lead);
        text.push_str(&format!("\n{letter} {}: {}", candidate.vertex, chances(value, lead)));
        if let Vertex::At(point) = candidate.vertex {
            labels.push(format!("{}:{letter}", letters(point, study.size)));
        }
    }
    comment(node, &text);
    // A point may carry one mark only, and the record's own ones come first.
    if !marked && !labels.is_empty() {
        node.properties.push(property("LB", labels));
    }
    set(node, "SBKV", &format!("{:.2}", stand.value * 100.0));
    set(node, "V", &format!("{:.1}", stand.lead + 0.0));
    let judged = ["BM", "DO", "IT", "TE"]
        .iter()
        .any(|name| node.property(name).is_some());
    if judged {
        return;
    }
    match verdict.map_or(Grade::Fine, |verdict| verdict.grade) {
        Grade::Fine => {}
        Grade::Inaccuracy => set(node, "DO", ""),
        Grade::Mistake => set(node, "BM", "1"),
        Grade::Blunder => set(node, "BM", "2"),
    }
}

/// Who is ahead, and by how much.
fn chances(value: f64, lead: f64) -> String {
    let (color, value, lead) = if value >= 0.5 {
        (Color::Black, value, lead)
    } else {
        (Color::White, 1.0 - value, -lead)
    };
    format!("{color} wins {:.1} %, lead {}", value * 100.0, points(lead))
}

/// What should have been played instead, as a branch beside the move.
fn add_variation(tree: &mut Tree, parent: usize, study: &Study, at: usize) {
    let Some(verdict) = study.verdict(at).filter(|verdict| verdict.grade > Grade::Fine) else {
        return;
    };
    let Some(better) = verdict.better else { return };
    let mut parent = parent;
    for (index, node) in nodes(verdict.color, better, study.size).into_iter().enumerate() {
        let mut node = node;
        if index == 0 {
            let (value, lead) = of_black(verdict.color, better.value, better.lead);
            let text = format!("Lanke: better is {}\n{}", line(better, MOVES), chances(value, lead));
            comment(&mut node, &text);
        }
        tree.nodes.push(node);
        let child = tree.nodes.len() - 1;
        tree.nodes[parent].children.push(child);
        parent = child;
    }
}

fn nodes(color: Color, better: &Candidate, size: BoardSize) -> Vec<Node> {
    let mut color = color;
    let mut nodes = Vec::new();
    for vertex in better.principal_variation.iter().take(MOVES) {
        let place = vertex.point().map_or_else(String::new, |point| letters(point, size));
        let name = if color == Color::Black { "B" } else { "W" };
        nodes.push(Node {
            properties: vec![property(name, vec![place])],
            children: Vec::new(),
        });
        color = color.opponent();
    }
    nodes
}
