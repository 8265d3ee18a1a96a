//! Text to game trees. The trees are tables of nodes and nothing here recurses, so that depth costs nothing.

use super::charset;
use super::error::{Fault, Place, SgfError};
use nom::branch::alt;
use nom::bytes::complete::{is_not, take_while1};
use nom::character::complete::{anychar, char};
use nom::combinator::recognize;
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The largest file that is read.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;

/// The most nodes, properties and values of a file, taken together.
const MAX_ITEMS: usize = 2_000_000;

/// Properties whose loss would put the wrong stones on the board.
const VITAL: [&str; 5] = ["B", "W", "AB", "AW", "AE"];

/// A property of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Capital letters only: small ones do not count (FF\[3\]).
    pub name: String,
    /// Without brackets and escapes.
    pub values: Vec<String>,
    /// Where its name begins, in bytes of the text.
    pub offset: usize,
}

/// A node of a game tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// In the order of the file.
    pub properties: Vec<Property>,
    /// Indices of the following nodes; the first is the main line.
    pub children: Vec<usize>,
}

impl Node {
    /// The first property of this name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The first value of this property, without blanks around it.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.property(name)?.values.first().map(|value| value.trim())
    }
}

/// One game: nodes, of which the first is the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// At least one.
    pub nodes: Vec<Node>,
}

impl Tree {
    /// The nodes of the main line, from the root on.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        let mut next = (!self.nodes.is_empty()).then_some(0);
        std::iter::from_fn(move || {
            let node = self.nodes.get(next?)?;
            next = node.children.first().copied();
            Some(node)
        })
    }
}

/// Something in a record that was passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where, in bytes of the text.
    pub offset: usize,
    /// What.
    pub text: String,
}

/// The games of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// At least one.
    pub trees: Vec<Tree>,
    /// What was passed over.
    pub warnings: Vec<Warning>,
    /// The character set that the file is taken to be written in.
    pub charset: &'static str,
    text: String,
}

impl Collection {
    /// Line and column of an offset in the text.
    #[must_use]
    pub fn place(&self, offset: usize) -> Place {
        place(&self.text, offset)
    }

    pub(in crate::game) fn error(&self, offset: usize, fault: Fault) -> SgfError {
        SgfError {
            place: Some(self.place(offset)),
            fault,
        }
    }
}

fn place(text: &str, offset: usize) -> Place {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |index| index + 1);
    Place {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
    }
}

/// Reads a file, at most [`MAX_BYTES`] of it.
///
/// # Errors
/// The system's reason, or as [`read`].
pub fn load(path: &Path) -> Result<Collection, SgfError> {
    let whole = |fault| SgfError { place: None, fault };
    let unreadable = |error: std::io::Error| whole(Fault::Unreadable(error.to_string()));
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MAX_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    read(&bytes)
}

/// Reads the games of a file.
///
/// # Errors
/// When there is no game in it, a value is not closed, a move or set-up property has no value, or it is too large.
pub fn read(bytes: &[u8]) -> Result<Collection, SgfError> {
    if bytes.len() > MAX_BYTES {
        let fault = Fault::TooLarge(format!("more than {} MB", MAX_BYTES / 1024 / 1024));
        return Err(SgfError { place: None, fault });
    }
    let (text, charset) = charset::decode(bytes);
    let mut reader = Reader::new(&text);
    let result = reader.collection();
    let (trees, warnings) = (reader.trees, reader.warnings);
    match result {
        Ok(()) => Ok(Collection {
            trees,
            warnings,
            charset,
            text,
        }),
        Err((offset, fault)) => Err(SgfError {
            place: Some(place(&text, offset)),
            fault,
        }),
    }
}

/// A value in brackets, escapes included.
fn bracketed(input: &str) -> IResult<&str, &str> {
    let escaped = preceded(char('\\'), anychar);
    let content = recognize(many0_count(alt((is_not("\\]"), recognize(escaped)))));
    delimited(char('['), content, char(']')).parse(input)
}

fn letters(input: &str) -> IResult<&str, &str> {
    take_while1(|letter: char| letter.is_ascii_alphabetic())(input)
}

/// A value without its escapes: an escaped line end is no line end, any other escaped character is itself.
fn unescaped(raw: &str) -> String {
    if !raw.contains('\\') {
        return raw.to_string();
    }
    let mut text = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next() {
            Some(end @ ('\n' | '\r')) => {
                let other = if end == '\n' { '\r' } else { '\n' };
                letters.next_if_eq(&other);
            }
            Some(letter) => text.push(letter),
            None => {}
        }
    }
    text
}

type Faulty<T> = Result<T, (usize, Fault)>;

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    items: usize,
    trees: Vec<Tree>,
    warnings: Vec<Warning>,
}

impl<'a> Reader<'a> {
    const fn new(text: &'a str) -> Reader<'a> {
        Reader {
            text,
            rest: text,
            items: 0,
            trees: Vec::new(),
            warnings: Vec::new(),
        }
    }

    const fn offset(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    fn warn(&mut self, offset: usize, text: &str) {
        // One stray character after the other says nothing new.
        if self.warnings.len() < 100 && self.warnings.last().is_none_or(|last| last.text != text) {
            self.warnings.push(Warning {
                offset,
                text: text.to_string(),
            });
        }
    }

    fn count_item(&mut self) -> Faulty<()> {
        self.items += 1;
        if self.items > MAX_ITEMS {
            let fault = Fault::TooLarge(format!("more than {MAX_ITEMS} nodes, properties and values"));
            return Err((self.offset(), fault));
        }
        Ok(())
    }

    fn collection(&mut self) -> Faulty<()> {
        while self.skip_to_tree() {
            let start = self.offset();
            match self.tree() {
                Ok(tree) if !tree.nodes.is_empty() => self.trees.push(tree),
                Ok(_) => {}
                Err(fault) if self.trees.is_empty() => return Err(fault),
                Err(_) => {
                    self.warn(start, "what follows the last whole game is passed over");
                    break;
                }
            }
        }
        if self.trees.is_empty() {
            return Err((0, Fault::NoGame));
        }
        Ok(())
    }

    /// Goes to the next `(` that begins a game: one with `;` or a property after it.
    fn skip_to_tree(&mut self) -> bool {
        while let Some(index) = self.rest.find('(') {
            self.rest = &self.rest[index..];
            let after = self
                .rest
                .trim_start_matches(|letter: char| letter == '(' || letter.is_whitespace());
            let begins =
                after.starts_with(';') || letters(after).is_ok_and(|(rest, _)| rest.trim_start().starts_with('['));
            if begins {
                return true;
            }
            self.rest = after;
        }
        false
    }

    fn tree(&mut self) -> Faulty<Tree> {
        let mut tree = Tree::default();
        let mut current: Option<usize> = None;
        let mut open: Vec<Option<usize>> = Vec::new();
        // A property after `(` without `;` belongs to a node of its own.
        let mut fresh = false;
        loop {
            self.rest = self.rest.trim_start();
            let Some(letter) = self.rest.chars().next() else {
                self.warn(self.offset(), "the end of the game is missing");
                return Ok(tree);
            };
            match letter {
                '(' => {
                    self.step(1);
                    self.count_item()?;
                    open.push(current);
                    fresh = true;
                }
                ')' => {
                    self.step(1);
                    current = open.pop().flatten();
                    if open.is_empty() {
                        return Ok(tree);
                    }
                }
                ';' => {
                    self.step(1);
                    current = Some(self.add_node(&mut tree, current)?);
                    fresh = false;
                }
                '[' => {
                    self.warn(self.offset(), "a value without a property is passed over");
                    self.value()?;
                }
                _ if letter.is_ascii_alphabetic() => {
                    if let Some(property) = self.property()? {
                        let node = match current {
                            Some(node) if !fresh => node,
                            _ => self.add_node(&mut tree, current)?,
                        };
                        current = Some(node);
                        fresh = false;
                        if let Some(node) = tree.nodes.get_mut(node) {
                            node.properties.push(property);
                        }
                    }
                }
                _ => {
                    self.warn(self.offset(), "stray characters are passed over");
                    self.step(letter.len_utf8());
                }
            }
        }
    }

    fn step(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or("");
    }

    fn add_node(&mut self, tree: &mut Tree, parent: Option<usize>) -> Faulty<usize> {
        self.count_item()?;
        let index = tree.nodes.len();
        tree.nodes.push(Node::default());
        // A second root has no place of its own; it becomes a variation of the first.
        let parent = parent.or((index > 0).then_some(0));
        if let Some(parent) = parent.and_then(|parent| tree.nodes.get_mut(parent)) {
            parent.children.push(index);
        }
        Ok(index)
    }

    /// A name and its values; `None` for letters that are no property.
    fn property(&mut self) -> Faulty<Option<Property>> {
        let offset = self.offset();
        let Ok((rest, written)) = letters(self.rest) else {
            return Ok(None);
        };
        self.rest = rest.trim_start();
        let capitals: String = written.chars().filter(char::is_ascii_uppercase).collect();
        let name = if capitals.is_empty() {
            written.to_ascii_uppercase()
        } else {
            capitals
        };
        if !self.rest.starts_with('[') {
            if VITAL.contains(&name.as_str()) && written == name {
                return Err((self.offset(), Fault::NoValue(name)));
            }
            self.warn(offset, "letters without a value are passed over");
            return Ok(None);
        }
        self.count_item()?;
        let mut values = Vec::new();
        while self.rest.starts_with('[') {
            self.count_item()?;
            values.push(unescaped(self.value()?));
            self.rest = self.rest.trim_start();
        }
        Ok(Some(Property { name, values, offset }))
    }

    fn value(&mut self) -> Faulty<&'a str> {
        match bracketed(self.rest) {
            Ok((rest, raw)) => {
                self.rest = rest;
                Ok(raw)
            }
            Err(_) => Err((self.offset(), Fault::Unclosed)),
        }
    }
}
