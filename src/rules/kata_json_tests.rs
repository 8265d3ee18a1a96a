use super::*;
use crate::rules::dimension::DIMENSIONS;
use crate::rules::explain::agree;

/// KataGo's keys as `kata-get-rules` prints them, without ours.
fn katas(rules: &Ruleset) -> String {
    let object: Map<String, Value> = serde_json::from_str(&to_json(rules)).unwrap();
    let kept: Map<String, Value> = object
        .into_iter()
        .filter(|(key, _)| KEYS.contains(&key.as_str()))
        .collect();
    Value::Object(kept).to_string()
}

#[test]
fn katagos_names_keep_katagos_meaning() {
    // ko, scoring, tax, suicide, button, bonus, friendly pass, komi: KataGo's game/rules.cpp.
    let table = [
        ("japanese korean", "SIMPLE TERRITORY SEKI false false 0 false 6.5"),
        ("chinese", "SIMPLE AREA NONE false false N true 7.5"),
        (
            "chinese-ogs chinese_ogs chineseogs chinese-kgs chinese_kgs chinesekgs",
            "POSITIONAL AREA NONE false false N true 7.5",
        ),
        ("aga bga french", "SITUATIONAL AREA NONE false false N-1 true 7.5"),
        (
            "aga-button agabutton aga_button",
            "SITUATIONAL AREA NONE false true N-1 true 7",
        ),
        (
            "new-zealand nz newzealand new_zealand",
            "SITUATIONAL AREA NONE true false 0 true 7",
        ),
        (
            "tromp-taylor tromptaylor tromp_taylor TrompTaylor",
            "POSITIONAL AREA NONE true false 0 false 7.5",
        ),
        ("goe ing", "POSITIONAL AREA NONE true false 0 true 7.5"),
        (
            "stone-scoring stone_scoring ancient-area ancient_area",
            "SIMPLE AREA ALL false false 0 true 7.5",
        ),
        (
            "ancient-territory ancient_territory",
            "SIMPLE TERRITORY ALL false false 0 false 6.5",
        ),
    ];
    for (names, values) in table {
        let v: Vec<&str> = values.split(' ').collect();
        let json = format!(
            r#"{{"friendlyPassOk":{},"hasButton":{},"ko":"{}","scoring":"{}","suicide":{},"tax":"{}","whiteHandicapBonus":"{}"}}"#,
            v[6], v[4], v[0], v[1], v[3], v[2], v[5]
        );
        for name in names.split(' ') {
            let rules = load(name).unwrap();
            assert_eq!(katas(&rules), json, "{name}");
            assert_eq!(rules.komi.even.even.to_string(), v[7], "{name}");
        }
    }
    assert_eq!(load("New Zealand").unwrap().suicide, Suicide::MultiStone);
    assert_eq!(load("chinese").unwrap().name, "chinese-simple");
    assert_eq!(
        load("Chinese,suicide=allowed").unwrap().name,
        "chinese-simple,suicide=allowed"
    );
}

#[test]
fn what_get_prints_set_understands() {
    for rules in presets::all() {
        let json = to_json(rules);
        let back = from_json(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
        for row in DIMENSIONS.iter().filter(|row| !row.key.starts_with("komi")) {
            let quiet = row.key == "neutral" || agree(row, rules, &back);
            assert!(quiet, "{}: {} in {json}", rules.name, row.key);
        }
        assert_eq!(to_json(&back), json);
        assert!(!json.contains('\n'));
    }
}

#[test]
fn a_system_katago_has_needs_no_keys_of_ours() {
    for name in ["chinese", "chinese-simple", "japanese", "cgos"] {
        assert!(
            !to_json(&presets::find(name).unwrap()).contains("lanke-repetition"),
            "{name}"
        );
    }
    let plain = r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}"#;
    assert_eq!(to_json(&presets::find("japanese").unwrap()), plain);
    assert_eq!(from_json(plain).unwrap().name, "japanese");
    assert!(to_json(&presets::find("ideal").unwrap()).contains(r#""lanke-repetition":"after-own-play-strict""#));
}

#[test]
fn a_missing_key_is_as_in_tromp_taylor() {
    let empty = from_json("{}").unwrap();
    assert_eq!(empty.repetition, Repetition::Positional);
    assert_eq!((empty.scoring, empty.tax), (Scoring::Area, Tax::None));
    assert_eq!(
        (empty.suicide, empty.dead_stones),
        (Suicide::MultiStone, DeadStones::AllAlive)
    );
    assert_eq!(empty.komi.even.even, 7.5);
    let territory = from_json(r#"{"scoring":"TERRITORY"}"#).unwrap();
    assert_eq!((territory.tax, territory.komi.even.even), (Tax::Seki, 6.5));
    assert_eq!(territory.dead_stones, DeadStones::Agreed);
    assert_eq!(from_json(r#"{"hasButton":true}"#).unwrap().komi.even.even, 7.0);
    assert_eq!(from_json(r#"{"hasButton":true,"komi":3}"#).unwrap().komi.even.even, 3.0);
    let simple = from_json(r#"{"ko":"SIMPLE","score":"AREA","tax":"SEKI","friendlyPassOk":true}"#).unwrap();
    assert_eq!((simple.long_cycle, simple.tax), (LongCycle::Draw, Tax::Seki));
    assert_eq!(simple.dead_stones, DeadStones::Agreed);
}

#[test]
fn keys_of_ours_may_stand_in_the_json() {
    let rules = from_json(r#"{"ko":"SITUATIONAL","ending":"first-pass-free","lanke-suicide":"allowed"}"#).unwrap();
    assert_eq!(rules.ending.key(), "first-pass-free");
    assert_eq!(
        (rules.suicide, rules.repetition),
        (Suicide::Allowed, Repetition::Situational)
    );
    assert_eq!(from_json(r#"{"suicide":"allowed"}"#).unwrap().suicide, Suicide::Allowed);
}

#[test]
fn one_rule_can_be_set_by_either_ones_key() {
    let rules = presets::find("chinese").unwrap();
    let with = |key: &str, value: &str| with_rule(&rules, key, value).unwrap();
    assert_eq!(with("ko", "simple").name, "chinese-simple");
    assert_eq!(with("suicide", "True").suicide, Suicide::MultiStone);
    assert_eq!(
        with("whiteHandicapBonus", "n-1").handicap_bonus,
        HandicapBonus::NMinusOne
    );
    assert_eq!(with("friendlyPassOk", "false").dead_stones, DeadStones::AllAlive);
    assert_eq!(with("repetition", "situational").repetition, Repetition::Situational);
    assert_eq!(with("lanke-tie", "white").name, "chinese,tie=white");
    assert_eq!(with("tax", "all").tax, Tax::All);
}

#[test]
fn the_older_tokens_are_read_in_any_order() {
    let rules = load("koSIMPLEscoreAREAtaxNONEsui0whbNfpok1").unwrap();
    assert_eq!(rules.name, "chinese-simple");
    let rules = load("komi23taxALL").unwrap();
    assert_eq!((rules.komi.even.even, rules.tax), (23.0, Tax::All));
    let rules = load("whbN-1 koSITUATIONALscoringAREAbutton1komi-6.5sui1").unwrap();
    assert_eq!(rules.handicap_bonus, HandicapBonus::NMinusOne);
    assert_eq!(rules.first_pass_bonus, FirstPassBonus::HalfPoint);
    assert_eq!((rules.komi.even.even, rules.suicide), (-6.5, Suicide::MultiStone));
}

#[test]
fn what_is_not_understood_is_named() {
    let refused = |text: &str| load(text).unwrap_err().to_string();
    for (text, part) in [
        ("foo", "unknown rules 'foo'"),
        ("", "unknown rules ''"),
        ("{", "no JSON object"),
        ("[1]", "unknown rules"),
        (
            r#"{"ko":"SPIGHT"}"#,
            "ko cannot be 'SPIGHT'; expected SIMPLE, POSITIONAL, SITUATIONAL",
        ),
        ("koSPIGHT", "ko cannot be 'SPIGHT'"),
        (r#"{"ko":3}"#, "ko cannot be '3'"),
        (r#"{"suicide":null}"#, "suicide cannot be 'null'"),
        (r#"{"suiside":true}"#, "unknown key 'suiside', did you mean 'suicide'?"),
        (r#"{"lanke-endin":"x"}"#, "unknown key 'endin', did you mean 'ending'?"),
        (r#"{"komi":"1e9"}"#, "komi cannot be '1e9'"),
        (r#"{"scoring":"AREAS"}"#, "did you mean 'AREA'?"),
        ("koSIMPLEx", "unknown rules 'koSIMPLEx'"),
        ("komi", "unknown rules 'komi'"),
        ("ko\u{e9}", "unknown rules"),
        ("chinese,ko=SIMPLE", "unknown key 'ko'"),
    ] {
        let message = refused(text);
        assert!(message.contains(part), "{text}: {message}");
        assert!(!message.contains('\n'), "{text}");
    }
    assert!(refused(&"[".repeat(100_000)).len() < 500);
    assert!(refused(&format!("{{\"ko\":{}", "[".repeat(100_000))).len() < 500);
}
