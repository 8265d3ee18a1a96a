use crate::rules::Illegal;
use crate::rules::explain::{diff, explain, refusal, show, show_diff};
use crate::rules::presets;

#[test]
fn every_system_is_explained_without_an_empty_line() {
    for rules in presets::all() {
        let text = show(rules);
        assert!(text.starts_with(&rules.name));
        assert!(text.lines().all(|line| !line.trim().is_empty()), "{text}");
        assert!(text.lines().count() >= explain(rules).len());
    }
}

#[test]
fn two_systems_differ_where_their_files_do() {
    let find = |name| presets::find(name).unwrap();
    assert!(diff(&find("japanese"), &find("korean")).is_empty());
    assert!(show_diff(&find("japanese"), &find("korean")).contains("agree in every dimension"));
    let keys = |a, b| -> Vec<&str> { diff(&find(a), &find(b)).iter().map(|row| row.key).collect() };
    assert_eq!(keys("chinese", "chinese-simple"), ["repetition", "long_cycle"]);
    assert_eq!(
        keys("chinese", "aga"),
        ["repetition", "pass_cost", "last_pass", "handicap", "handicap_bonus"]
    );
    assert_eq!(keys("arena-area", "arena-territory"), ["scoring"]);
    assert_eq!(keys("cgos", "tromp-taylor"), ["suicide"]);
}

#[test]
fn a_difference_says_what_it_changes_or_that_it_changes_nothing() {
    let find = |name| presets::find(name).unwrap();
    let rows = diff(&find("chinese"), &find("aga"));
    let about = |key: &str| rows.iter().find(|row| row.key == key).unwrap().in_play.clone();
    assert!(about("repetition").contains("positional superko") && about("repetition").contains("situational superko"));
    assert!(about("pass_cost").starts_with("Changes nothing here: prisoners do not count"));
    let rows = diff(&find("tromp-taylor"), &find("ing"));
    let suicide = rows.iter().find(|row| row.key == "suicide").unwrap();
    assert!(
        suicide.in_play.starts_with("Changes nothing here"),
        "{}",
        suicide.in_play
    );
}

#[test]
fn a_refusal_names_the_dimension_that_forbids_the_play() {
    let aga = presets::find("aga").unwrap();
    let superko = Illegal::Superko { repeats: 51 };
    assert_eq!(
        refusal(&aga, superko),
        "superko: repeats the position after turn 51 (repetition = situational)"
    );
    let suicide = Illegal::Suicide { stones: 2 };
    assert_eq!(refusal(&aga, suicide), "suicide of 2 stones (suicide = forbidden)");
    assert_eq!(refusal(&aga, Illegal::OffBoard), "off the board");
}
