//! The result of a record in the forms people and programs write it.

use super::number;
use crate::rules::Color;
use crate::score::Outcome;

const BLACK: &[&str] = &["黑", "黒", "흑", "black"];
const WHITE: &[&str] = &["白", "백", "white"];
const LOSES: &[&str] = &["负", "負", "패", "lose"];
const RESIGNS: &[&str] = &[
    "中盘", "中盤", "中押", "不计", "不計", "认输", "認輸", "投了", "불계", "resign", "+res",
];
const TIME: &[&str] = &["超时", "超時", "时间", "時間", "時切", "시간", "time"];
const DRAW: &[&str] = &["和棋", "平局", "持碁", "持棋", "ジゴ", "빅", "무승부"];
const NO_RESULT: &[&str] = &["无胜负", "無勝負", "无效", "no result", "noresult"];

/// Reads the `RE` of a record; unknown when it says nothing that is understood.
///
/// Besides SGF's own forms: results in words, in points (目, 집) or in zi (子, two points each).
///
/// ```
/// use lanke::game::sgf::parse_result;
/// assert_eq!(parse_result("白胜43.5目").to_string(), "W+43.5");
/// assert_eq!(parse_result("黑胜2又3/4子").to_string(), "B+5.5");
/// assert_eq!(parse_result("黒中押し勝ち").to_string(), "B+R");
/// assert_eq!(parse_result("").to_string(), "?");
/// ```
#[must_use]
pub fn parse_result(text: &str) -> Outcome {
    let plain = text.trim().to_lowercase();
    if plain.is_empty() {
        return Outcome::Unknown;
    }
    if let Some(outcome) = Outcome::parse(&plain) {
        return outcome;
    }
    let says = |words: &[&str]| words.iter().any(|word| plain.contains(word));
    if says(NO_RESULT) {
        return Outcome::NoResult;
    }
    let Some((mut winner, rest)) = named(&plain) else {
        return if says(DRAW) || plain == "和" {
            Outcome::Draw
        } else {
            Outcome::Unknown
        };
    };
    if says(LOSES) {
        winner = winner.opponent();
    }
    if says(RESIGNS) {
        return Outcome::Resignation(winner);
    }
    if says(TIME) {
        return Outcome::Time(winner);
    }
    let start = rest.find(begins_number).unwrap_or(rest.len());
    match number::leading(&rest[start..]) {
        Some((number, after)) => {
            let by = if after.trim_start().starts_with('子') {
                number * 2.0
            } else {
                number
            };
            if by > 0.0 {
                Outcome::Points { winner, by }
            } else {
                Outcome::Draw
            }
        }
        None => Outcome::Unstated(winner),
    }
}

fn begins_number(letter: char) -> bool {
    letter.is_ascii_digit() || "半½¼¾一二三四五六七八九十".contains(letter)
}

/// The color named first, in words or as `B+` or `W+`, and what follows.
fn named(text: &str) -> Option<(Color, &str)> {
    for (start, color) in [("b+", Color::Black), ("w+", Color::White)] {
        if let Some(rest) = text.strip_prefix(start) {
            return Some((color, rest));
        }
    }
    let first = |words: &[&str]| {
        let found = words.iter().filter_map(|word| Some((text.find(word)?, word.len())));
        found.min()
    };
    let after = |(index, length): (usize, usize)| &text[index + length..];
    match (first(BLACK), first(WHITE)) {
        (Some(black), Some(white)) if white < black => Some((Color::White, after(white))),
        (Some(black), _) => Some((Color::Black, after(black))),
        (None, Some(white)) => Some((Color::White, after(white))),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_words_are_understood() {
        for (text, result) in [
            ("B+3.5", "B+3.5"),
            ("W+Resign", "W+R"),
            ("B+Res.", "B+R"),
            ("w+ 7.5 points", "W+7.5"),
            ("B+3,5", "B+3.5"),
            ("B+3 1/2", "B+3.5"),
            ("Black wins by 12 points", "B+12.0"),
            ("白胜43.5目", "W+43.5"),
            ("黑胜", "B+"),
            ("黑中盘胜", "B+R"),
            ("白勝三目半", "W+3.5"),
            ("黑胜1/4子", "B+0.5"),
            ("黑胜3又1/4子", "B+6.5"),
            ("白番半目勝ち", "W+0.5"),
            ("흑 불계승", "B+R"),
            ("백 3집반승", "W+3.5"),
            ("黑负", "W+"),
            ("白超时负", "B+T"),
            ("和棋", "0"),
            ("持碁", "0"),
            ("無勝負", "Void"),
            ("Void", "Void"),
            ("0", "0"),
            ("Draw", "0"),
            ("?", "?"),
            ("", "?"),
            ("unfinished", "?"),
        ] {
            assert_eq!(parse_result(text).to_string(), result, "{text}");
        }
    }
}
