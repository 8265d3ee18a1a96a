//! Results of games and their text, as GTP's `final_score` and SGF's `RE` write it.

use crate::rules::Color;
use std::fmt;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// Won by counting; a tie that the rules break is won by 0.5.
    Points {
        /// Who won.
        winner: Color,
        /// Points, more than 0.
        by: f64,
    },
    /// The opponent resigned.
    Resignation(Color),
    /// The opponent's time ran out.
    Time(Color),
    /// The opponent broke the rules.
    Forfeit(Color),
    /// Won, it is not known how.
    Unstated(Color),
    /// Nobody won.
    Draw,
    /// The game does not count, for instance because of a long cycle.
    NoResult,
    /// Not known, or not over.
    Unknown,
}

impl Outcome {
    /// The outcome of a count: `margin` is Black's lead in points, komi included; 0 is a draw.
    #[must_use]
    pub fn of_margin(margin: f64) -> Outcome {
        if margin > 0.0 {
            Outcome::Points {
                winner: Color::Black,
                by: margin,
            }
        } else if margin < 0.0 {
            Outcome::Points {
                winner: Color::White,
                by: -margin,
            }
        } else {
            Outcome::Draw
        }
    }

    /// Who won, if anybody did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Points { winner, .. }
            | Outcome::Resignation(winner)
            | Outcome::Time(winner)
            | Outcome::Forfeit(winner)
            | Outcome::Unstated(winner) => Some(winner),
            Outcome::Draw | Outcome::NoResult | Outcome::Unknown => None,
        }
    }

    /// Reads what [`Display`](fmt::Display) writes, and SGF's long forms (`B+Resign`, `W+Time`, `Draw`, `Jigo`), in
    /// any case; `None` for anything else.
    ///
    /// ```
    /// use lanke::score::Outcome;
    /// for text in ["B+3.5", "W+12.0", "W+R", "B+T", "0", "Void", "?"] {
    ///     assert_eq!(Outcome::parse(text).unwrap().to_string(), text);
    /// }
    /// assert_eq!(Outcome::parse("B+nothing"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Outcome> {
        let text = text.trim().to_ascii_lowercase();
        match text.as_str() {
            "0" | "draw" | "jigo" => return Some(Outcome::Draw),
            "void" => return Some(Outcome::NoResult),
            "?" => return Some(Outcome::Unknown),
            _ => {}
        }
        let (color, how) = text.split_once('+')?;
        let winner = Color::parse(color.trim())?;
        match how.trim() {
            "" => Some(Outcome::Unstated(winner)),
            "r" | "resign" | "resignation" => Some(Outcome::Resignation(winner)),
            "t" | "time" => Some(Outcome::Time(winner)),
            "f" | "forfeit" => Some(Outcome::Forfeit(winner)),
            number => {
                let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
                let by = number.parse::<f64>().ok().filter(|_| plain)?;
                Some(if by > 0.0 {
                    Outcome::Points { winner, by }
                } else {
                    Outcome::Draw
                })
            }
        }
    }
}

/// `B+3.5` (one decimal always), `W+R`, `W+T`, `W+F`, `W+`, `0`, `Void`, `?`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            // A win must not read as a win by nothing.
            Outcome::Points { winner, by } if by < 0.05 => write!(f, "{}+{by}", winner.letter()),
            Outcome::Points { winner, by } => write!(f, "{}+{by:.1}", winner.letter()),
            Outcome::Resignation(winner) => write!(f, "{}+R", winner.letter()),
            Outcome::Time(winner) => write!(f, "{}+T", winner.letter()),
            Outcome::Forfeit(winner) => write!(f, "{}+F", winner.letter()),
            Outcome::Unstated(winner) => write!(f, "{}+", winner.letter()),
            Outcome::Draw => f.write_str("0"),
            Outcome::NoResult => f.write_str("Void"),
            Outcome::Unknown => f.write_str("?"),
        }
    }
}

/// A number of points written in zi, the unit of Chinese half counting: two points are one zi.
///
/// ```
/// use lanke::score::Zi;
/// assert_eq!(Zi::of_margin(1.5).to_string(), "3/4");
/// assert_eq!(Zi::of_margin(7.5).to_string(), "3 3/4");
/// assert_eq!(Zi(184.5).to_string(), "184 1/2");
/// assert_eq!(Zi(176.0).to_string(), "176");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Zi(pub f64);

impl Zi {
    /// A difference of points as a difference from half the board.
    #[must_use]
    pub fn of_margin(points: f64) -> Zi {
        Zi(points / 2.0)
    }
}

/// Quarters as fractions, anything finer as a decimal number.
impl fmt::Display for Zi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.0.trunc();
        let fraction = match ((self.0 - whole).abs() * 4.0).to_string().as_str() {
            "0" => "",
            "1" => "1/4",
            "2" => "1/2",
            "3" => "3/4",
            _ => return write!(f, "{}", self.0),
        };
        match (fraction, whole == 0.0) {
            ("", _) => write!(f, "{}", whole + 0.0),
            (_, true) => write!(f, "{}{fraction}", if self.0 < 0.0 { "-" } else { "" }),
            (_, false) => write!(f, "{whole} {fraction}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_one_decimal_always() {
        assert_eq!(Outcome::of_margin(12.0).to_string(), "B+12.0");
        assert_eq!(Outcome::of_margin(-0.5).to_string(), "W+0.5");
        assert_eq!(Outcome::of_margin(0.0).to_string(), "0");
        assert_eq!(Outcome::of_margin(-0.0).to_string(), "0");
        assert_eq!(Outcome::Resignation(Color::White).to_string(), "W+R");
    }

    #[test]
    fn what_is_written_is_read_back_and_long_forms_too() {
        for (text, written) in [
            ("b+3.5", "B+3.5"),
            ("W+12", "W+12.0"),
            ("W+Resign", "W+R"),
            ("B+Time", "B+T"),
            ("B+Forfeit", "B+F"),
            ("B+", "B+"),
            ("Draw", "0"),
            ("jigo", "0"),
            ("B+0", "0"),
            ("void", "Void"),
            ("?", "?"),
        ] {
            assert_eq!(Outcome::parse(text).unwrap().to_string(), written, "{text}");
        }
        for text in ["", "B", "B+-3", "B+inf", "B+NaN", "X+3", "3.5", "B+3.5.5", "B+1e3"] {
            assert_eq!(Outcome::parse(text), None, "{text}");
        }
    }

    #[test]
    fn zi_are_written_in_quarters() {
        for (zi, text) in [
            (0.25, "1/4"),
            (-0.75, "-3/4"),
            (-3.25, "-3 1/4"),
            (0.0, "0"),
            (-0.0, "0"),
            (2.0, "2"),
        ] {
            assert_eq!(Zi(zi).to_string(), text);
        }
        assert_eq!(Zi(0.125).to_string(), "0.125");
    }
}
