//! Numbers as people write them into records: `6.5`, `3又3/4`, `7目半`, `三目半`.

/// A character's fraction.
const FRACTIONS: [(char, f64); 4] = [('半', 0.5), ('½', 0.5), ('¼', 0.25), ('¾', 0.75)];

/// The number that a text begins with, blanks passed over, and what follows it; `None` when there is none.
pub(super) fn leading(text: &str) -> Option<(f64, &str)> {
    let text = text.trim_start();
    let (whole, rest) = decimal(text).or_else(|| chinese(text)).unwrap_or((f64::NAN, text));
    if let Some((over, rest)) = rest.strip_prefix('/').and_then(decimal) {
        return Some((whole / over, rest)).filter(|(value, _)| value.is_finite());
    }
    let (more, rest) = fraction(rest);
    match (whole.is_nan(), more) {
        (true, None) => None,
        (true, Some(more)) => Some((more, rest)),
        (false, more) => Some((whole + more.unwrap_or(0.0), rest)),
    }
}

/// `又3/4`, ` 3/4`, `半`, `目半`, `¾`; the text itself when it begins with none of them.
fn fraction(text: &str) -> (Option<f64>, &str) {
    let bare = text.trim_start_matches(['又', ' ']);
    if let Some((over, (under, rest))) =
        decimal(bare).and_then(|(over, rest)| Some((over, rest.strip_prefix('/').and_then(decimal)?)))
        && under > 0.0
    {
        return (Some(over / under), rest);
    }
    let bare = bare.trim_start_matches(['目', '点', '집', ' ']);
    for (letter, value) in FRACTIONS {
        if let Some(rest) = bare.strip_prefix(letter) {
            return (Some(value), rest);
        }
    }
    match bare.strip_prefix('반') {
        Some(rest) => (Some(0.5), rest),
        None => (None, text),
    }
}

/// Digits with at most one point or comma; at least one digit.
fn decimal(text: &str) -> Option<(f64, &str)> {
    let is_part = |letter: char| letter.is_ascii_digit() || letter == '.' || letter == ',';
    let length = text.find(|letter| !is_part(letter)).unwrap_or(text.len());
    let (digits, rest) = text.split_at(length);
    let value = digits
        .trim_end_matches(['.', ','])
        .replace(',', ".")
        .parse::<f64>()
        .ok()?;
    value.is_finite().then_some((value, rest))
}

/// Chinese numerals below a hundred.
fn chinese(text: &str) -> Option<(f64, &str)> {
    const DIGITS: &str = "零一二三四五六七八九";
    let digit = |letter: char| DIGITS.chars().position(|known| known == letter);
    let (mut value, mut unit, mut seen, mut length) = (0, 0, false, 0);
    for letter in text.chars() {
        if let Some(digit) = digit(letter) {
            unit = digit;
        } else if letter == '十' && value == 0 {
            value = 10 * if seen { unit } else { 1 };
            unit = 0;
        } else {
            break;
        }
        seen = true;
        length += letter.len_utf8();
    }
    seen.then(|| ((value + unit) as f64, &text[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, value, rest) in [
            ("6.5", 6.5, ""),
            (" 7", 7.0, ""),
            ("6,5", 6.5, ""),
            ("2又3/4子", 2.75, "子"),
            ("3 3/4", 3.75, ""),
            ("1/4子", 0.25, "子"),
            ("7目半", 7.5, ""),
            ("半目", 0.5, "目"),
            ("三目半胜", 3.5, "胜"),
            ("二十一目", 21.0, "目"),
            ("3집반승", 3.5, "승"),
            ("43.5目", 43.5, "目"),
            ("5½", 5.5, ""),
        ] {
            assert_eq!(leading(text), Some((value, rest)), "{text}");
        }
        for text in ["", "x", ".", "-", "1/0", "又", "/4"] {
            assert_eq!(leading(text), None, "{text}");
        }
    }
}
