//! The wire form of answers.
//!
//! Whatever text a handler returns, what leaves here is one well-formed response: no empty line inside it (it
//! would end the response), no blanks at line ends (clients compare whole lines), no control characters, and no
//! later line that looks like the start of another response.

/// `=ID TEXT` and the empty line that ends it.
#[must_use]
pub fn success(id: Option<&str>, text: &str) -> String {
    frame('=', id, &body(text))
}

/// Letters of a refusal; what was refused may be of any length.
const LONGEST_FAILURE: usize = 1000;

/// `?ID TEXT` and the empty line that ends it; the text becomes one line of at most 1000 letters.
#[must_use]
pub fn failure(id: Option<&str>, text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = line.char_indices().nth(LONGEST_FAILURE) {
        line.truncate(end);
        line.push('…');
    }
    frame('?', id, &body(&line))
}

/// The line that opens a stream of analysis lines.
#[must_use]
pub fn stream_header(id: Option<&str>) -> String {
    format!("={}\n", id.unwrap_or_default())
}

/// One line of a stream.
#[must_use]
pub fn stream_line(text: &str) -> String {
    format!("{}\n", body(text).replace('\n', " "))
}

fn frame(mark: char, id: Option<&str>, body: &str) -> String {
    let id = id.unwrap_or_default();
    let separator = if body.is_empty() { "" } else { " " };
    format!("{mark}{id}{separator}{body}\n\n")
}

fn body(text: &str) -> String {
    let text = text.trim_end();
    let mut clean = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        let line: String = line
            .chars()
            .map(|symbol| if symbol == '\t' { ' ' } else { symbol })
            .filter(|symbol| !symbol.is_control())
            .collect();
        let line = line.trim_end_matches(' ');
        if number > 0 {
            clean.push('\n');
            if line.is_empty() || line.starts_with(['=', '?']) {
                clean.push(' ');
            }
        }
        clean.push_str(line);
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_have_the_exact_frame() {
        assert_eq!(success(None, ""), "=\n\n");
        assert_eq!(success(None, "D4"), "= D4\n\n");
        assert_eq!(success(Some("17"), ""), "=17\n\n");
        assert_eq!(success(Some("17"), "D4"), "=17 D4\n\n");
        assert_eq!(failure(None, "illegal move"), "? illegal move\n\n");
        assert_eq!(failure(Some("0"), "unknown command"), "?0 unknown command\n\n");
        assert_eq!(stream_header(None), "=\n");
        assert_eq!(stream_header(Some("3")), "=3\n");
    }

    #[test]
    fn a_response_holds_no_empty_line_and_no_blanks_at_line_ends() {
        assert_eq!(success(None, "a\n\nb  \n\n"), "= a\n \nb\n\n");
        assert_eq!(success(None, "\n   A B\n 1 . ."), "= \n   A B\n 1 . .\n\n");
        assert_eq!(success(None, "resign "), "= resign\n\n");
        assert_eq!(success(None, "\n\n"), "=\n\n");
    }

    #[test]
    fn control_characters_and_false_starts_do_not_get_out() {
        assert_eq!(success(None, "a\tb\r\n\x07c\x1b"), "= a b\nc\n\n");
        assert_eq!(success(None, "a\n= b\n? c"), "= a\n = b\n ? c\n\n");
        assert_eq!(failure(None, "a\n\nb"), "? a b\n\n");
        assert_eq!(stream_line("info\nmove"), "info move\n");
        assert_eq!(failure(None, &"é".repeat(5000)), format!("? {}…\n\n", "é".repeat(1000)));
    }
}
