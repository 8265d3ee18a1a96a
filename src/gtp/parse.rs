//! Bytes of a line → [`Request`] → typed arguments.
//!
//! [`clean`] is the preprocessing that GTP version 2 draft 2 (section 2.5 and 3.1) asks of an engine; what is
//! left is parsed with nom into an id, a command name and words. [`Arguments`] reads words as the types of
//! GTP, and every refusal says what was expected and what came.

use super::failure::Failure;
use crate::rules::{BoardSize, Color, Point, Vertex};
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, digit1, space0};
use nom::combinator::{opt, recognize, rest};
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

/// The text of a line as a command sees it: control characters gone, cut at the first `#`, tabs turned into
/// spaces, no blanks at the ends. Bytes that are no UTF-8 become replacement characters.
#[must_use]
pub fn clean(line: &[u8]) -> String {
    let code = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    let kept: Vec<u8> = code
        .iter()
        .filter(|&&byte| byte == b'\t' || !byte.is_ascii_control())
        .map(|&byte| if byte == b'\t' { b' ' } else { byte })
        .collect();
    String::from_utf8_lossy(&kept).trim_matches(' ').to_owned()
}

/// Whether the line is the comment with which GoGui asks a running command to finish.
#[must_use]
pub fn is_interrupt(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    text.trim()
        .strip_prefix('#')
        .is_some_and(|comment| comment.trim() == "interrupt")
}

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub struct Request<'a> {
    /// The id's digits, to be echoed as they came; a negative number counts as no id, as in GNU Go.
    pub id: Option<&'a str>,
    /// The command's name; names are case-sensitive.
    pub name: &'a str,
    /// Everything after the name, without blanks at the ends.
    pub text: &'a str,
}

impl<'a> Request<'a> {
    /// Reads a [`clean`] line; `None` when it names no command, which gets no answer.
    ///
    /// An id may be glued to the name (`12name`), as in GNU Go.
    #[must_use]
    pub fn parse(line: &'a str) -> Option<Request<'a>> {
        request(line).ok().map(|(_, request)| request)
    }

    /// The words after the name.
    #[must_use]
    pub fn arguments(&self) -> Arguments<'a> {
        Arguments {
            text: self.text,
            words: self.text.split(' ').filter(|word| !word.is_empty()).collect(),
        }
    }
}

fn id(input: &str) -> IResult<&str, &str> {
    recognize(pair(opt(char('-')), digit1)).parse(input)
}

fn name(input: &str) -> IResult<&str, &str> {
    take_while1(|symbol| symbol != ' ').parse(input)
}

fn request(input: &str) -> IResult<&str, Request<'_>> {
    let (left, (id, name, text)) = (
        preceded(space0, opt(id)),
        preceded(space0, name),
        preceded(space0, rest),
    )
        .parse(input)?;
    let id = id.filter(|digits| !digits.starts_with('-'));
    let text = text.trim_end_matches(' ');
    Ok((left, Request { id, name, text }))
}

/// The words of a command after its name, read as GTP's types.
///
/// Words that nobody reads are ignored, as GNU Go does.
#[derive(Debug)]
pub struct Arguments<'a> {
    text: &'a str,
    words: Vec<&'a str>,
}

impl<'a> Arguments<'a> {
    /// Number of words.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// All words.
    #[must_use]
    pub fn words(&self) -> &[&'a str] {
        &self.words
    }

    /// Everything as it came, for text with blanks in it.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// The word at this place, if there are so many.
    #[must_use]
    pub fn word(&self, index: usize) -> Option<&'a str> {
        self.words.get(index).copied()
    }

    /// The word at this place.
    ///
    /// # Errors
    /// Names what is missing, in the words of `expected`.
    pub fn need(&self, index: usize, expected: &str) -> Result<&'a str, Failure> {
        self.word(index)
            .ok_or_else(|| Failure::Syntax(format!("expected {expected}, got nothing")))
    }

    /// A color: `b`, `black`, `w`, `white`, in any case.
    ///
    /// # Errors
    /// For any other word.
    pub fn color(&self, index: usize) -> Result<Color, Failure> {
        let word = self.need(index, "a color")?;
        Color::parse(word).ok_or_else(|| Failure::expected("a color", word))
    }

    /// A point of the board or `pass`, in any case.
    ///
    /// # Errors
    /// For a word that is no vertex, and for a point off this board.
    pub fn vertex(&self, index: usize, size: BoardSize) -> Result<Vertex, Failure> {
        vertex(self.need(index, "a vertex")?, size)
    }

    /// A point of the board.
    ///
    /// # Errors
    /// As [`vertex`](Self::vertex), and for `pass`.
    pub fn point(&self, index: usize, size: BoardSize) -> Result<Point, Failure> {
        let word = self.need(index, "a point")?;
        vertex(word, size)?
            .point()
            .ok_or_else(|| Failure::expected("a point", word))
    }

    /// A whole number from 0; one that is larger than 32 bits hold becomes the largest.
    ///
    /// # Errors
    /// For any other word, negative numbers included.
    pub fn int(&self, index: usize) -> Result<u32, Failure> {
        let word = self.need(index, "a whole number")?;
        int(word).ok_or_else(|| Failure::expected("a whole number", word))
    }

    /// A finite decimal number.
    ///
    /// # Errors
    /// For any other word, `nan` and `inf` included.
    pub fn float(&self, index: usize) -> Result<f64, Failure> {
        let word = self.need(index, "a number")?;
        float(word).ok_or_else(|| Failure::expected("a number", word))
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// For any other word.
    pub fn boolean(&self, index: usize) -> Result<bool, Failure> {
        let word = self.need(index, "true or false")?;
        boolean(word).ok_or_else(|| Failure::expected("true or false", word))
    }

    /// A board size: `N`, `W H` or `W:H`, as boardsize takes it.
    ///
    /// # Errors
    /// For words that are no numbers, and for sizes that no board has.
    pub fn board_size(&self) -> Result<BoardSize, Failure> {
        let first = self.need(0, "a board size")?;
        let (width, height) = match first.split_once(':') {
            Some(sides) => sides,
            None => (first, self.word(1).unwrap_or(first)),
        };
        BoardSize::new(side(width)?, side(height)?).ok_or(Failure::UnacceptableSize)
    }

    /// A file name: the whole text, without the quotes that GoGui puts around names with blanks, and what
    /// follows it. Without quotes the name is the first word.
    ///
    /// # Errors
    /// When there is none.
    pub fn file(&self) -> Result<(&'a str, Vec<&'a str>), Failure> {
        let quoted = self.text.strip_prefix('"').and_then(|text| text.split_once('"'));
        let (name, after) = match quoted {
            Some(parts) => parts,
            None => self.text.split_once(' ').unwrap_or((self.text, "")),
        };
        if name.is_empty() {
            return Err(Failure::Syntax("expected a file name, got nothing".into()));
        }
        Ok((name, after.split(' ').filter(|word| !word.is_empty()).collect()))
    }
}

/// Reads a vertex of this board.
///
/// # Errors
/// For a word that is no vertex, and for a point off this board.
pub fn vertex(word: &str, size: BoardSize) -> Result<Vertex, Failure> {
    match Vertex::parse(word, size) {
        Some(vertex) => Ok(vertex),
        None if is_off_board(word, size) => Err(Failure::Syntax(format!(
            "expected a point of the {size} board, got '{word}'"
        ))),
        None => Err(Failure::expected("a vertex", word)),
    }
}

/// Whether the word is a vertex of some board but not of this one.
#[must_use]
pub fn is_off_board(word: &str, size: BoardSize) -> bool {
    let letter_and_number = word.as_bytes().first().is_some_and(|letter| {
        letter.is_ascii_alphabetic()
            && !letter.eq_ignore_ascii_case(&b'I')
            && int(&word[1..]).is_some_and(|row| row > 0)
    });
    letter_and_number && Vertex::parse(word, size).is_none()
}

/// Reads a whole number from 0, cut off at 32 bits.
#[must_use]
pub fn int(word: &str) -> Option<u32> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().unwrap_or(u32::MAX))
}

/// Reads a finite decimal number.
#[must_use]
pub fn float(word: &str) -> Option<f64> {
    word.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// Reads `true` or `false`.
#[must_use]
pub fn boolean(word: &str) -> Option<bool> {
    word.parse().ok()
}

fn side(word: &str) -> Result<usize, Failure> {
    match int(word) {
        Some(lines) => Ok(lines as usize),
        None if word.strip_prefix('-').and_then(int).is_some() => Err(Failure::UnacceptableSize),
        None => Err(Failure::expected("a board size", word)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Option<(Option<&str>, &str, &str)> {
        Request::parse(line).map(|request| (request.id, request.name, request.text))
    }

    #[test]
    fn lines_are_cleaned_as_the_protocol_says() {
        assert_eq!(clean(b"name\r\n"), "name");
        assert_eq!(clean(b"\tplay\tb\tD4\n"), "play b D4");
        assert_eq!(clean(b"\x00\x07na\x7fme\x1b"), "name");
        assert_eq!(clean(b"name # who are you?"), "name");
        assert_eq!(clean(b"# nothing"), "");
        assert_eq!(clean(b"  \t \r\n"), "");
        assert_eq!(clean(b"komi \xff\xfe"), "komi \u{fffd}\u{fffd}");
        assert_eq!(clean("loadsgf 棋.sgf".as_bytes()), "loadsgf 棋.sgf");
    }

    #[test]
    fn ids_names_and_arguments_are_told_apart() {
        assert_eq!(parts("name"), Some((None, "name", "")));
        assert_eq!(parts("17 play b D4"), Some((Some("17"), "play", "b D4")));
        assert_eq!(
            parts("5  lz-genmove_analyze black 100"),
            Some((Some("5"), "lz-genmove_analyze", "black 100"))
        );
        assert_eq!(parts("12boardsize 9"), Some((Some("12"), "boardsize", "9")));
        assert_eq!(parts("007 name"), Some((Some("007"), "name", "")));
        assert_eq!(parts("2147483647 name"), Some((Some("2147483647"), "name", "")));
        assert_eq!(parts("-1 name"), Some((None, "name", "")));
    }

    #[test]
    fn lines_without_a_command_ask_for_nothing() {
        for line in ["", "5", "12345678901234567890"] {
            assert_eq!(parts(line), None, "{line}");
        }
    }

    #[test]
    fn interrupts_are_a_comment() {
        assert!(is_interrupt(b"# interrupt\n"));
        assert!(is_interrupt(b"#interrupt\r\n"));
        assert!(!is_interrupt(b"# interrupted\n"));
        assert!(!is_interrupt(b"interrupt\n"));
    }

    fn arguments(text: &str) -> Arguments<'_> {
        Request {
            id: None,
            name: "x",
            text,
        }
        .arguments()
    }

    #[test]
    fn numbers_are_read_and_nonsense_is_not() {
        for (word, number) in [
            ("6.5", 6.5),
            ("6", 6.0),
            ("-7.5", -7.5),
            (".5", 0.5),
            ("7.0", 7.0),
            ("1e1", 10.0),
        ] {
            assert_eq!(float(word), Some(number));
        }
        for word in ["NaN", "nan", "inf", "-infinity", "", "6,5", "seven", "1e999"] {
            assert_eq!(float(word), None, "{word}");
        }
        assert_eq!(int("1125899906842624"), Some(u32::MAX));
        for word in ["-1", "+1", "1.0", "", "x"] {
            assert_eq!(int(word), None, "{word}");
        }
    }

    #[test]
    fn board_sizes_are_read_in_every_form_clients_send() {
        for (text, size) in [
            ("9", "9x9"),
            ("9 13", "9x13"),
            ("13:9", "13x9"),
            ("25", "25x25"),
            ("1", "1x1"),
        ] {
            assert_eq!(arguments(text).board_size().unwrap().to_string(), size);
        }
        for text in ["0", "26", "-1", "9 26", "99999999999999999999"] {
            assert_eq!(arguments(text).board_size(), Err(Failure::UnacceptableSize), "{text}");
        }
        for text in ["", "nine", "9:x", "9.5"] {
            assert!(
                matches!(arguments(text).board_size(), Err(Failure::Syntax(_))),
                "{text}"
            );
        }
    }

    #[test]
    fn points_of_larger_boards_are_told_from_nonsense() {
        let size = BoardSize::square(9);
        for word in ["K1", "A10", "t19", "Z99"] {
            assert!(is_off_board(word, size), "{word}");
        }
        for word in ["A1", "I5", "A0", "D4x", "pass", "", "é4", "4D"] {
            assert!(!is_off_board(word, size), "{word}");
        }
    }

    #[test]
    fn file_names_may_be_quoted() {
        assert_eq!(arguments("a.sgf 12").file().unwrap(), ("a.sgf", vec!["12"]));
        assert_eq!(
            arguments("\"my game.sgf\" 12").file().unwrap(),
            ("my game.sgf", vec!["12"])
        );
        assert!(arguments("").file().is_err());
    }
}
