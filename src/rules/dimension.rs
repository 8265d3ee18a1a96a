//! One row for every key of a rule file: its name, the question it answers, its values, how to read and write it.
//!
//! Rule files, `preset,key=value`, JSON and `lanke rules show` all go through these rows; a value is
//! text here, whatever wrote it.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::color::Color;
use super::point::BoardSize;
use super::ruleset::{
    AfterResume, DeadStones, Ending, FirstPassBonus, HandicapBonus, HandicapPlacement, LastPass, LongCycle, Neutral,
    PassCost, Repetition, ResultUnit, ResumeFirst, Ruleset, Scoring, SizedKomi, Start, Suicide, Tax, Tie,
};

/// A row: one key of rule files.
#[derive(Clone, Copy)]
pub struct Dimension {
    /// The key, dotted where it is in a table: `resume.first`.
    pub key: &'static str,
    /// What it decides.
    pub about: &'static str,
    /// What another value changes in play; follows "changes".
    pub stake: &'static str,
    /// What it may be.
    pub values: Values,
    /// Whether a file without `base` must give it.
    pub required: bool,
    /// The value as text.
    pub get: fn(&Ruleset) -> String,
    /// Sets the value from text; false, and nothing changed, when the text is no value.
    pub set: fn(&mut Ruleset, &str) -> bool,
    /// What the value means in play.
    pub sentence: fn(&Ruleset) -> String,
}

/// What a key may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A number of points.
    Points,
    /// A number of points, or the word `same`.
    PointsOrSame,
    /// A whole number from 1, or the word `none`.
    CountOrNone,
}

impl Values {
    /// The allowed values in words.
    #[must_use]
    pub fn describe(self) -> String {
        match self {
            Values::Words(words) => words.join(", "),
            Values::Points => "a number of points such as 6.5".into(),
            Values::PointsOrSame => "a number of points such as 0.5, or same".into(),
            Values::CountOrNone => "a whole number from 1, or none".into(),
        }
    }
}

/// The row of a dimension whose values are the words of an enum.
macro_rules! words {
    ($key:literal, $kind:ident, $($field:ident).+, $about:literal, $stake:literal) => {
        Dimension {
            key: $key,
            about: $about,
            stake: $stake,
            values: Values::Words($kind::KEYS),
            required: true,
            get: |rules| rules.$($field).+.key().into(),
            set: |rules, text| match $kind::parse(text) {
                Some(value) => {
                    rules.$($field).+ = value;
                    true
                }
                None => false,
            },
            sentence: |rules| rules.$($field).+.sentence().into(),
        }
    };
}

/// The row of a yes-or-no dimension with a sentence for each answer.
macro_rules! flag {
    ($key:literal, $required:literal, $($field:ident).+, $about:literal, $stake:literal, $yes:literal, $no:literal) => {
        Dimension {
            key: $key,
            about: $about,
            stake: $stake,
            values: Values::Words(&["true", "false"]),
            required: $required,
            get: |rules| rules.$($field).+.to_string(),
            set: |rules, text| match text.parse() {
                Ok(value) => {
                    rules.$($field).+ = value;
                    true
                }
                Err(_) => false,
            },
            sentence: |rules| if rules.$($field).+ { $yes.into() } else { $no.into() },
        }
    };
}

/// The row of an optional komi.
macro_rules! optional_komi {
    ($key:literal, $field:ident, $about:literal, $stake:literal, $when:literal) => {
        Dimension {
            key: $key,
            about: $about,
            stake: $stake,
            values: Values::PointsOrSame,
            required: false,
            get: |rules| rules.komi.$field.map_or_else(|| "same".into(), |komi| komi.to_string()),
            set: |rules, text| match (text, points(text)) {
                ("same", _) => {
                    rules.komi.$field = None;
                    true
                }
                (_, Some(komi)) => {
                    rules.komi.$field = Some(komi);
                    true
                }
                _ => false,
            },
            sentence: |rules| match rules.komi.$field {
                Some(komi) => format!("White gets {komi} points {}.", $when),
                None => format!("Komi is that of an even game {}.", $when),
            },
        }
    };
}

/// Every key of a rule file but `name`, `aliases`, `about`, `base`, komi classes and komi of single board sizes.
pub const DIMENSIONS: &[Dimension] = &[
    words!(
        "repetition",
        Repetition,
        repetition,
        "which earlier positions a play may not bring back",
        "which retakes in kos and cycles are legal, and so which ko threats are needed"
    ),
    words!(
        "long_cycle",
        LongCycle,
        long_cycle,
        "what a legal long cycle leads to",
        "whether triple ko or eternal life ends the game as a draw"
    ),
    words!(
        "suicide",
        Suicide,
        suicide,
        "whether own stones may be left without liberties",
        "whether giving up own stones can serve as a ko threat or take away an opponent's eye"
    ),
    words!(
        "scoring",
        Scoring,
        scoring,
        "what is counted",
        "whether a play inside one's own territory costs a point, and what is counted at the end"
    ),
    words!(
        "tax",
        Tax,
        tax,
        "which eyes are nobody's points",
        "whether eyes in seki and each group's two eyes are points, so whether cutting and connecting pays"
    ),
    words!(
        "neutral",
        Neutral,
        neutral,
        "who counts a point that touches both colors",
        "only the counts that are announced, never the margin"
    ),
    words!(
        "pass_cost",
        PassCost,
        pass_cost,
        "what a pass costs",
        "whether passing early costs a point"
    ),
    words!(
        "last_pass",
        LastPass,
        last_pass,
        "who must make the last pass",
        "whether White owes one more pass stone after Black's last pass"
    ),
    words!(
        "ending",
        Ending,
        ending,
        "how play stops",
        "how many passes it takes to stop, and whether a pass can be answered"
    ),
    words!(
        "resume.first",
        ResumeFirst,
        resume.first,
        "who moves first after a dispute",
        "who has the first move when a dispute is played out"
    ),
    flag!(
        "resume.clears_history",
        true,
        resume.clears_history,
        "whether a resumption forgets earlier positions",
        "whether positions from before a dispute may come back after it",
        "After a dispute the repetition rule only looks at positions since the resumption.",
        "After a dispute the repetition rule still looks at the whole game."
    ),
    words!(
        "after_resume",
        AfterResume,
        after_resume,
        "what the next stop after a dispute means",
        "whether dead stones can be agreed on a second time or have to be captured"
    ),
    words!(
        "dead_stones",
        DeadStones,
        dead_stones,
        "how dead stones are settled",
        "whether dead stones have to be captured before passing"
    ),
    words!(
        "tie",
        Tie,
        tie,
        "who wins equal scores",
        "who wins when the scores are equal, which is worth half a point of komi"
    ),
    Dimension {
        key: "handicap_tie",
        about: "who wins equal scores in handicap games",
        stake: "who wins equal scores in a handicap game",
        values: Values::Words(&["same", "draw", "white", "black", "first-passer"]),
        required: false,
        get: |rules| rules.handicap_tie.map_or("same", Tie::key).into(),
        set: |rules, text| {
            let tie = Tie::parse(text);
            if tie.is_some() || text == "same" {
                rules.handicap_tie = tie;
            }
            tie.is_some() || text == "same"
        },
        sentence: |rules| match rules.handicap_tie {
            Some(tie) => format!("In handicap games: {}", lower_first(tie.sentence())),
            None => "Equal scores in handicap games are decided as in even games.".into(),
        },
    },
    flag!(
        "all_pass_draw",
        false,
        all_pass_draw,
        "whether a game of passes alone is a draw",
        "what happens when nobody plays at all",
        "If both players have moved and every turn was a pass, the game is a draw.",
        "Passes without any play end the game as any passes do."
    ),
    words!(
        "first_pass_bonus",
        FirstPassBonus,
        first_pass_bonus,
        "what the first pass earns",
        "whether passing first is worth something"
    ),
    Dimension {
        key: "komi.even",
        about: "White's compensation in even games, while the controller has sent none",
        stake: "how far Black has to be ahead in an even game",
        values: Values::Points,
        required: true,
        get: |rules| rules.komi.even.even.to_string(),
        set: |rules, text| points(text).map(|komi| rules.komi.even.even = komi).is_some(),
        sentence: |rules| {
            let sizes: String = rules
                .komi
                .even
                .by_size
                .iter()
                .map(|(size, komi)| format!(", on {size} {komi}"))
                .collect();
            format!("White gets {} points in even games{sizes}.", rules.komi.even.even)
        },
    },
    optional_komi!(
        "komi.one_stone",
        one_stone,
        "White's compensation when Black only moves first (handicap 1)",
        "how far Black has to be ahead when he is given the first move",
        "when Black is given the first move (handicap 1)"
    ),
    optional_komi!(
        "komi.handicap",
        handicap,
        "White's compensation in handicap games",
        "how far Black has to be ahead in a handicap game",
        "in games of two or more handicap stones"
    ),
    words!(
        "handicap",
        HandicapPlacement,
        handicap,
        "how handicap stones are placed",
        "where handicap stones stand"
    ),
    words!(
        "handicap_bonus",
        HandicapBonus,
        handicap_bonus,
        "what White gets for handicap stones",
        "how many points White gets back for handicap stones"
    ),
    words!(
        "result_unit",
        ResultUnit,
        result_unit,
        "the unit of results",
        "only how results are announced"
    ),
    Dimension {
        key: "self_fill_limit",
        about: "how many plays in a row that change no territory lose the game",
        stake: "whether pointless plays in one's own territory lose the game",
        values: Values::CountOrNone,
        required: false,
        get: |rules| {
            rules
                .self_fill_limit
                .map_or_else(|| "none".into(), |limit| limit.to_string())
        },
        set: |rules, text| match (text, text.parse::<u32>()) {
            ("none", _) => {
                rules.self_fill_limit = None;
                true
            }
            (_, Ok(limit)) if limit >= 1 => {
                rules.self_fill_limit = Some(limit);
                true
            }
            _ => false,
        },
        sentence: |rules| match rules.self_fill_limit {
            Some(limit) => format!("{limit} plays in a row that change nobody's territory lose the game (referee)."),
            None => "Plays that change nobody's territory are never punished.".into(),
        },
    },
    Dimension {
        key: "first_player",
        about: "who moves first in an even game",
        stake: "who moves first",
        values: Values::Words(&["black", "white"]),
        required: true,
        get: |rules| rules.first_player.to_string().to_lowercase(),
        set: |rules, text| match text {
            "black" => {
                rules.first_player = Color::Black;
                true
            }
            "white" => {
                rules.first_player = Color::White;
                true
            }
            _ => false,
        },
        sentence: |rules| format!("{} moves first in an even game.", rules.first_player),
    },
    words!(
        "start",
        Start,
        start,
        "the stones on the board before the first move",
        "whether the game starts from the empty board"
    ),
];

/// The row of this key.
#[must_use]
pub fn dimension(key: &str) -> Option<&'static Dimension> {
    DIMENSIONS.iter().find(|row| row.key == key)
}

/// A finite number of points, at most 1000 either way.
pub(super) fn points(text: &str) -> Option<f64> {
    let points = text.parse::<f64>().ok().filter(|points| points.abs() <= 1000.0)?;
    Some(if points == 0.0 { 0.0 } else { points })
}

/// `9x9` or `13x9`: the last part of a key that gives the komi of one board size.
pub(super) fn board_size(text: &str) -> Option<BoardSize> {
    let (width, height) = text.split_once('x')?;
    BoardSize::new(width.parse().ok()?, height.parse().ok()?)
}

/// Sets the komi of one size, or of every size not listed.
pub(super) fn set_sized(komi: &mut SizedKomi, size: Option<BoardSize>, points: f64) {
    match size {
        None => komi.even = points,
        Some(size) => match komi.by_size.iter_mut().find(|(listed, _)| *listed == size) {
            Some((_, listed)) => *listed = points,
            None => komi.by_size.push((size, points)),
        },
    }
}

fn lower_first(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
