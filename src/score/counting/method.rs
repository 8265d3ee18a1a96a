//! The list of methods, their names, units, and which belong to a rule system.

use super::table::Table;
use super::{
    Count, area, equal_paths, equal_stones, equal_stones_paths, fill, half_count, living_fill, return_tax,
    simple_territory, stones_and_paths, territory,
};
use crate::rules::Ruleset;
use crate::rules::ruleset::{HandicapBonus, LastPass, PassCost, Scoring, Tax};
use std::fmt;

/// A counting method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Stones and surrounded points of both sides.
    Area,
    /// Black's stones and points against half the board, neutral points shared.
    HalfCount,
    /// Both fill equal numbers of stones into their own points after the komi stones.
    Fill,
    /// Captured, dead and pass stones are put back, White places the last stone, empty points are compared.
    EqualStones,
    /// The same without White's last stone; may differ by one point.
    SimpleTerritory,
    /// Surrounded points and prisoners.
    Territory,
    /// All points but the basic eyes are filled, stones are counted.
    LivingFill,
    /// Stones and fillable points are added up.
    StonesAndPaths,
    /// The fillable points are made equal, stones are compared.
    EqualPaths,
    /// The stones are made equal, fillable points are compared.
    EqualStonesPaths,
    /// Area, then every group gives its basic eyes back.
    ReturnTax,
}

/// What a method counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Points.
    Points,
    /// Zi: a difference of one zi from half the board is one of two points between the players.
    Zi,
}

impl Unit {
    /// `points` or `zi`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Unit::Points => "points",
            Unit::Zi => "zi",
        }
    }
}

impl Method {
    /// Every method.
    pub const ALL: [Method; 11] = [
        Method::Area,
        Method::HalfCount,
        Method::Fill,
        Method::EqualStones,
        Method::SimpleTerritory,
        Method::Territory,
        Method::LivingFill,
        Method::StonesAndPaths,
        Method::EqualPaths,
        Method::EqualStonesPaths,
        Method::ReturnTax,
    ];

    /// The name in commands and files.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Method::Area => "area",
            Method::HalfCount => "half-count",
            Method::Fill => "fill",
            Method::EqualStones => "equal-stones",
            Method::SimpleTerritory => "simple-territory",
            Method::Territory => "territory",
            Method::LivingFill => "living-fill",
            Method::StonesAndPaths => "stones-and-paths",
            Method::EqualPaths => "equal-paths",
            Method::EqualStonesPaths => "equal-stones-paths",
            Method::ReturnTax => "return-tax",
        }
    }

    /// The method with this name.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.key() == key)
    }

    /// What it counts in.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            Method::HalfCount => Unit::Zi,
            _ => Unit::Points,
        }
    }

    /// The methods that give a rule system's own result in a game with this many handicap stones, the one
    /// closest to its wording first.
    #[must_use]
    pub fn of_ruleset(rules: &Ruleset, handicap: usize) -> Vec<Method> {
        let taxed = rules.tax == Tax::All || rules.scoring == Scoring::Stones;
        // The one point a handicap stone more is worth in area must be White's in territory too.
        let handicap_balances = handicap < 2 || rules.handicap_bonus == HandicapBonus::NMinusOne;
        let passes_balance =
            rules.pass_cost == PassCost::PassStone && rules.last_pass == LastPass::White && rules.tax == Tax::None;
        let both = handicap_balances && passes_balance;
        let area = [Method::Area, Method::HalfCount, Method::Fill, Method::EqualStones];
        match rules.scoring {
            Scoring::Territory if both => [&[Method::Territory], &area[..]].concat(),
            Scoring::Territory => vec![Method::Territory],
            Scoring::Stones | Scoring::Area if taxed => vec![
                Method::LivingFill,
                Method::StonesAndPaths,
                Method::EqualPaths,
                Method::EqualStonesPaths,
                Method::ReturnTax,
            ],
            Scoring::Area if both => [&area[..], &[Method::Territory]].concat(),
            Scoring::Area | Scoring::Stones => area.to_vec(),
        }
    }

    pub(super) fn count(self, table: &Table<'_>) -> Count {
        let (counts, margin) = match self {
            Method::Area => area::count(table),
            Method::HalfCount => half_count::count(table),
            Method::Fill => fill::count(table),
            Method::EqualStones => equal_stones::count(table),
            Method::SimpleTerritory => simple_territory::count(table),
            Method::Territory => territory::count(table),
            Method::LivingFill => living_fill::count(table),
            Method::StonesAndPaths => stones_and_paths::count(table),
            Method::EqualPaths => equal_paths::count(table),
            Method::EqualStonesPaths => equal_stones_paths::count(table),
            Method::ReturnTax => return_tax::count(table),
        };
        Count {
            method: self,
            counts,
            margin,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}
