//! A game tree as text, with everything that is in it.

use super::parse::{Node, Tree};
use super::write::with_escapes;
use std::fmt::Write;

/// Nodes on a line.
const NODES_PER_LINE: usize = 10;

enum Step {
    Node(usize),
    Open,
    Close,
}

impl Tree {
    /// The tree as FF\[4\] text: every node, variations in their order, property values escaped. [`read`](super::read)
    /// makes the same tree of it.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::from("(");
        // A list of what is still to be written instead of recursion: records may be deep.
        let mut open = vec![Step::Node(0)];
        let mut on_line = 0;
        while let Some(step) = open.pop() {
            let index = match step {
                Step::Node(index) => index,
                Step::Open => {
                    text.push_str("\n(");
                    on_line = 0;
                    continue;
                }
                Step::Close => {
                    text.push(')');
                    continue;
                }
            };
            let Some(node) = self.nodes.get(index) else { continue };
            if on_line == NODES_PER_LINE {
                text.push('\n');
                on_line = 0;
            }
            on_line += 1;
            write_node(&mut text, node);
            match node.children.as_slice() {
                &[only] => open.push(Step::Node(only)),
                several => {
                    for &child in several.iter().rev() {
                        open.extend([Step::Close, Step::Node(child), Step::Open]);
                    }
                }
            }
        }
        text.push_str(")\n");
        text
    }
}

fn write_node(text: &mut String, node: &Node) {
    text.push(';');
    for property in &node.properties {
        text.push_str(&property.name);
        for value in &property.values {
            let _ = write!(text, "[{}]", with_escapes(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Property, read};
    use super::*;

    /// Names, values and children of every node; where they stood in the text does not matter.
    fn content(tree: &Tree) -> Vec<String> {
        let pair = |property: &Property| format!("{}{:?}", property.name, property.values);
        let node = |node: &Node| {
            let properties: Vec<String> = node.properties.iter().map(pair).collect();
            format!("{} {} children", properties.concat(), node.children.len())
        };
        tree.nodes.iter().map(node).collect()
    }

    #[test]
    fn a_tree_that_is_written_is_read_back_with_comments_and_variations() {
        let text = r"(;FF[4]SZ[9]C[a \] bracket, a \\ backslash (;and) 棋

a blank line];B[aa](;W[bb]LB[aa:1][bb:2](;B[cc])(;B[dd];W[ee]))(;W[]C[]))";
        let first = read(text.as_bytes()).unwrap();
        let again = read(first.trees[0].to_text().as_bytes()).unwrap();
        assert_eq!(again.trees.len(), 1);
        assert!(again.warnings.is_empty());
        assert_eq!(content(&first.trees[0]), content(&again.trees[0]));
    }

    #[test]
    fn a_deep_record_is_no_trouble() {
        let text = format!("(;SZ[9]{})", "(;B[]".repeat(50_000) + &")".repeat(50_000));
        let tree = &read(text.as_bytes()).unwrap().trees[0];
        assert_eq!(read(tree.to_text().as_bytes()).unwrap().trees[0].nodes.len(), 50_001);
    }
}
