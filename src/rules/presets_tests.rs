use super::*;
use crate::rules::dimension::DIMENSIONS;
use crate::rules::ruleset::{HandicapBonus, Repetition, Suicide, Tie};
use crate::rules::{BoardSize, Color};
use std::collections::HashMap;
use std::fs;

#[test]
fn every_file_in_the_folder_is_built_in_and_bears_its_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/rulesets");
    let mut files: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut built: Vec<String> = SOURCES.iter().map(|(name, _)| format!("{name}.toml")).collect();
    files.sort();
    built.sort();
    assert_eq!(files, built);
    for (name, _) in SOURCES {
        let rules = built_in(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(rules.name, *name);
        assert!(!rules.about.is_empty(), "{name} says nothing about itself");
    }
    assert_eq!(all().len(), SOURCES.len());
}

#[test]
fn no_two_systems_share_a_name() {
    let mut owner = HashMap::new();
    for rules in all() {
        for name in names(rules) {
            if let Some(other) = owner.insert(normal(name), &rules.name) {
                assert_eq!(other, &rules.name, "'{name}' names two systems");
            }
        }
    }
}

#[test]
fn names_are_found_however_they_are_written() {
    for (text, name) in [
        ("AGA", "aga"),
        ("age", "aga"),
        ("us", "aga"),
        ("BGA", "aga"),
        ("French", "aga"),
        ("chinese", "chinese"),
        ("Chinese", "chinese"),
        ("cn", "chinese"),
        ("zh", "chinese"),
        ("Chinese-OGS", "chinese"),
        ("chinese_kgs", "chinese"),
        ("chinesekgs", "chinese"),
        ("ogs", "chinese"),
        ("中国规则", "chinese"),
        ("ing", "ing"),
        ("ing sst", "ing"),
        ("GOE", "ing"),
        ("Japanese Rules", "japanese"),
        ("Japanese", "japanese"),
        ("jp", "japanese"),
        ("korean", "korean"),
        ("ko", "korean"),
        ("nz", "new_zealand"),
        ("New Zealand", "new_zealand"),
        ("new-zealand", "new_zealand"),
        ("NewZealand", "new_zealand"),
        ("Tromp/Taylor", "tromp-taylor"),
        ("TrompTaylor", "tromp-taylor"),
        ("TT--", "tromp-taylor"),
        ("StoneScoring", "stone-scoring"),
        ("ancient area", "stone-scoring"),
        ("ancient_territory", "ancient-territory"),
        ("AGA Button", "aga-button"),
        ("goe", "ing"),
        ("imsa", "wmsg"),
        ("chinese-official", "cwa"),
        ("chen 6.5", "chen-6.5"),
    ] {
        assert_eq!(find(text).map(|rules| rules.name), Some(name.into()), "{text}");
    }
    for text in ["", "rules", "chines", "9dan", "-", "\u{0}"] {
        assert_eq!(find(text), None, "{text}");
    }
}

#[test]
fn a_preset_can_be_changed_in_the_same_breath() {
    let rules = load("aga, suicide = allowed,komi=6.5,resume=same-order,komi.9x9=5.5").unwrap();
    assert_eq!(rules.suicide, Suicide::Allowed);
    assert_eq!(rules.komi.for_game(BoardSize::square(19), 0), 6.5);
    assert_eq!(rules.komi.for_game(BoardSize::square(9), 0), 5.5);
    assert_eq!(rules.handicap_bonus, HandicapBonus::NMinusOne);
    assert_eq!(load(&rules.name).unwrap(), rules, "the name says how to get it again");
}

#[test]
fn every_dimension_takes_each_of_its_values_and_gives_it_back() {
    use crate::rules::dimension::Values;
    for row in DIMENSIONS {
        let values: Vec<&str> = match row.values {
            Values::Words(words) => words.to_vec(),
            Values::Points => vec!["0", "6.5", "-3"],
            Values::PointsOrSame => vec!["same", "0.5"],
            Values::CountOrNone => vec!["none", "10"],
        };
        let mut rules = default_rules();
        for value in values {
            rule_text::set(&mut rules, row.key, value).unwrap();
            assert_eq!((row.get)(&rules), value);
            let sentence = (row.sentence)(&rules);
            assert!(
                sentence.ends_with(['.', ')']) && sentence.len() > 10,
                "{}: {sentence}",
                row.key
            );
        }
        for wrong in ["", "maybe", "1e999", "nan", "-inf", "0x1"] {
            let before = rules.clone();
            let error = rule_text::set(&mut rules, row.key, wrong).unwrap_err().to_string();
            assert!(error.contains(row.key) && error.contains("expected"), "{error}");
            assert_eq!(rules, before);
        }
    }
}

#[test]
fn errors_name_the_key_the_value_and_what_was_meant() {
    let message = |spec: &str| load(spec).unwrap_err().to_string();
    assert!(message("chines").contains("'chines', did you mean 'chinese'?"));
    assert!(message("aga,suicde=allowed").contains("unknown key 'suicde', did you mean 'suicide'?"));
    let error = message("aga,suicide=multistone");
    assert!(
        error.contains("suicide cannot be 'multistone', did you mean 'multi-stone'?"),
        "{error}"
    );
    assert!(error.contains("forbidden, multi-stone, allowed"), "{error}");
    assert!(message("aga,suicide").contains("key=value"));
    assert!(message("aga,komi=lots").contains("number"));
    assert!(message("aga,komi.9y9=3").contains("unknown key 'komi.9y9'"));
    assert!(message("no/such/file.toml").starts_with("no/such/file.toml: "));
    for spec in [
        "aga,=",
        "aga,komi.=1",
        "aga,komi.classes.=1",
        "aga,komi.classes.a.b.c=1",
        ",",
        "=",
        "aga,\n=\n",
    ] {
        assert!(!message(spec).contains('\n'), "{spec}");
    }
}

#[test]
fn arena_systems_have_classes_of_komi() {
    for name in ["arena-area", "arena-territory", "arena-aga-area", "arena-aga-territory"] {
        let komi = find(name).unwrap().komi;
        let [nine, thirteen, full] = [9, 13, 19].map(BoardSize::square);
        assert_eq!(
            [nine, thirteen, full].map(|size| komi.class("none", size)),
            [Some(0.5); 3]
        );
        assert_eq!(
            [nine, thirteen, full].map(|size| komi.class("large", size)),
            [Some(7.5); 3]
        );
        assert_eq!(
            [nine, thirteen, full].map(|size| komi.class("normal", size)),
            [Some(5.5), Some(5.5), Some(4.5)]
        );
        assert_eq!(
            [nine, thirteen, full].map(|size| komi.for_game(size, 0)),
            [5.5, 5.5, 4.5]
        );
        assert_eq!(
            [0, 1, 2, 9].map(|stones| komi.for_game(full, stones)),
            [4.5, 0.5, 0.5, 0.5]
        );
        assert_eq!(komi.class("huge", full), None);
    }
}

#[test]
fn komi_follows_the_handicap() {
    let komi = |name: &str, stones| find(name).unwrap().komi.for_game(BoardSize::square(19), stones);
    assert_eq!([0, 1, 2].map(|n| komi("ideal", n)), [7.0, 0.0, 0.0]);
    assert_eq!([0, 1, 2].map(|n| komi("cwa", n)), [7.5, 0.0, 0.0]);
    assert_eq!([0, 1, 2].map(|n| komi("japanese", n)), [6.5, 6.5, 0.5]);
    assert_eq!([0, 1, 2].map(|n| komi("ing", n)), [8.0, 8.0, 0.0]);
    let ing = find("ing").unwrap();
    assert_eq!((ing.tie_for(0), ing.tie_for(3)), (Tie::Black, Tie::White));
}

#[test]
fn a_users_file_needs_a_base_or_every_dimension() {
    let house = parse(
        "base = 'aga'\nname = 'house'\nsuicide = 'allowed'\n[komi]\neven = 5.5",
        "file",
    )
    .unwrap();
    assert_eq!((house.name.as_str(), house.suicide), ("house", Suicide::Allowed));
    assert_eq!(house.repetition, Repetition::Situational);
    assert_eq!(parse("base = 'aga'", "stem").unwrap().name, "stem");
    let complete = SOURCES.iter().find(|(name, _)| *name == "chinese").unwrap().1;
    assert!(parse(complete, "x").is_ok());
    for row in DIMENSIONS.iter().filter(|row| row.required && !row.key.contains('.')) {
        let without: String = complete
            .lines()
            .filter(|line| !line.starts_with(&format!("{} =", row.key)))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(parse(&without, "x"), Err(RulesetError::MissingKey(row.key.into())));
    }
}

#[test]
fn files_that_are_no_rule_files_are_refused() {
    let refused = |text: &str| parse(text, "x").unwrap_err().to_string();
    assert!(refused("base = 'agaa'").contains("'agaa', did you mean 'aga'?"));
    assert!(refused("base = 3").contains("base cannot be '3'"));
    assert!(refused("base = 'aga'\nname = \"two\\nlines\"").contains("one line of text"));
    assert!(refused("base = 'aga'\naliases = 'a'").contains("a list of names"));
    assert!(refused("base = 'aga'\nsuicide = ['a']").contains("a single value"));
    assert!(refused("base = 'aga'\nkomi = 1979-05-27").contains("a single value"));
    assert!(refused("base = 'aga'\n[resume]\nfist = 'same-order'").contains("did you mean 'resume.first'?"));
    assert!(refused("base = ").len() > 3);
    assert!(refused("").contains("missing"));
}

#[test]
fn the_default_is_the_chinese_system_of_the_servers() {
    let rules = default_rules();
    assert_eq!(rules.repetition, Repetition::Positional);
    assert_eq!(rules.komi.for_game(BoardSize::square(19), 0), 7.5);
    assert_eq!(rules.first_player, Color::Black);
}

#[test]
fn a_written_rule_file_is_read_back() {
    for rules in all() {
        let mut back = parse(&to_toml(rules), "x").unwrap_or_else(|error| panic!("{}: {error}", rules.name));
        back.komi
            .classes
            .sort_by_key(|(name, _)| rules.komi.classes.iter().position(|(known, _)| known == name));
        assert_eq!(&back, rules);
    }
}

#[test]
fn a_rule_file_that_cannot_be_read_is_refused() {
    let folder = std::env::temp_dir().join(format!("lanke-rules-{}", std::process::id()));
    fs::create_dir_all(folder.join("folder.toml")).unwrap();
    fs::write(folder.join("bytes.toml"), [0x62, 0xff, 0xfe]).unwrap();
    fs::write(folder.join("long.toml"), vec![b'#'; 70_000]).unwrap();
    fs::write(folder.join("mark.toml"), "\u{feff}base = 'aga'\r\n").unwrap();
    let load_from = |file: &str| load(folder.join(file).to_str().unwrap());
    assert!(load_from("folder.toml").is_err());
    assert!(load_from("bytes.toml").unwrap_err().to_string().contains("not UTF-8"));
    assert!(load_from("long.toml").unwrap_err().to_string().contains("longer than"));
    assert_eq!(load_from("mark.toml").unwrap().name, "mark");
    assert_eq!(load_from("mark.toml,tie=white").unwrap().tie, Tie::White);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_are_offered_only_where_they_are_read() {
    let says = |refused: Result<Ruleset, RulesetError>| refused.unwrap_err().to_string();
    assert!(says(load("nonsense")).contains("a file NAME.toml"));
    for without in [load_built_in("nonsense"), parse("base = 'nonsense'", "x")] {
        let without = says(without);
        assert!(without.starts_with("unknown rules 'nonsense'"), "{without}");
        assert!(!without.contains("file"), "{without}");
    }
}

proptest::proptest! {
    #[test]
    fn no_text_makes_the_readers_panic(text in "\\PC*", key in "[a-z._]{0,12}", value in "[a-zA-Z0-9.+-]{0,8}") {
        let _ = load(&text);
        let _ = parse(&text, "x");
        let _ = crate::rules::kata_json::load(&text);
        let _ = parse(&format!("base = 'aga'\n{key} = {value}\n[komi]\n{value} = {key}"), "x");
        let _ = load(&format!("aga,{key}={value},komi.{value}=1,{value}"));
        let _ = crate::rules::kata_json::load(&format!("{{\"{key}\":\"{value}\",\"ko\":\"{value}\"}}"));
        let _ = crate::rules::kata_json::load(&format!("ko{value}{key}komi{value}"));
    }
}
