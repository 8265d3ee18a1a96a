//! What is checked of any bytes. The fuzzers call this, and `tests/fuzz_corpus.rs` with everything they have kept.

mod answers;

use lanke::game::sgf::{self, Header, ReplayOptions};
use lanke::gtp::parse::{Request, clean};
use lanke::playout::{BOARD_9, BOARD_13, Line, PlayBoard, PlayoutRules, Spot};
use lanke::rules::ruleset::FirstPassBonus;
use lanke::rules::{BoardSize, Color, Legality, Point, Position, Ruleset, Vertex, kata_json, presets};
use lanke::settings::Settings;

/// Lines of a session that are tried; more would only be slow.
const LINES: usize = 40;

/// Points of all boards together on which a session may search or judge: two boards of 19x19, or many small ones.
const SEARCHED: usize = 800;

/// A target's name and what it does with bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: &[Target] = &[
    ("session", session),
    ("record", record),
    ("configuration", configuration),
    ("boards", boards),
];

/// Lines of GTP, each checked by [`answers::check`].
pub fn session(bytes: &[u8]) {
    let mut session = answers::session();
    let mut left = SEARCHED;
    for line in bytes.split(|&byte| byte == b'\n').take(LINES) {
        let text = clean(line);
        if let Some(request) = Request::parse(&text) {
            if takes_long_or_writes(&request) {
                continue;
            }
            if searches_or_judges(request.name) {
                let area = session.game().size().area();
                match left.checked_sub(area) {
                    Some(rest) => left = rest,
                    None => continue,
                }
            }
        }
        answers::check(&mut session, line);
    }
}

fn searches_or_judges(name: &str) -> bool {
    let parts = ["genmove", "analyze", "final_", "lanke-v", "ownership", "territory"];
    parts.iter().any(|part| name.contains(part)) || ["lanke-score", "printsgf"].contains(&name)
}

fn takes_long_or_writes(request: &Request<'_>) -> bool {
    let words = request.arguments();
    match request.name {
        "printsgf" => !words.is_empty(),
        "lanke-perft" => words.int(0).is_ok_and(|depth| depth > 1),
        "kata-set-param" | "lanke-params" => words.word(0).is_some_and(|name| {
            [
                "playouts",
                "maxVisits",
                "maxPlayouts",
                "threads",
                "numSearchThreads",
                "memory_mb",
            ]
            .contains(&name)
        }),
        _ => false,
    }
}

/// Game records: read or refused; what was read is written so that it is read again as the same position.
pub fn record(bytes: &[u8]) {
    let Ok(collection) = sgf::read(bytes) else { return };
    let options = ReplayOptions::new(presets::default_rules());
    let Ok(record) = collection.replay(&options) else {
        return;
    };
    let text = sgf::write(&record.game, &Header::default());
    let again = sgf::read(text.as_bytes()).expect("what was written is a record");
    let options = ReplayOptions::new(record.game.ruleset().clone());
    let again = again.replay(&options).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again.game.board().hash(), record.game.board().hash(), "{text}");
    assert_eq!(again.game.komi(), record.game.komi(), "{text}");
}

/// Configurations, rule files, rules in a line and as JSON: read or refused, and written as they were understood.
pub fn configuration(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut settings = Settings::default();
    match settings.read_toml(text) {
        Ok(()) => {
            let mut again = Settings::default();
            again
                .read_toml(&settings.to_toml())
                .expect("what was written is a configuration");
            assert_eq!(again, settings);
        }
        Err(_) => assert_eq!(settings, Settings::default()),
    }
    let same = |one: &Ruleset, other: &Ruleset| {
        let plain = |rules: &Ruleset| presets::to_toml(rules);
        assert_eq!(plain(one), plain(other), "{text:?}");
    };
    if let Ok(rules) = presets::parse(text, "fuzz") {
        let written = presets::to_toml(&rules);
        let again = presets::parse(&written, "fuzz").unwrap_or_else(|error| panic!("{error}: {written}"));
        same(&rules, &again);
    }
    let _ = presets::load_built_in(text);
    if let Ok(rules) = kata_json::load(text) {
        let written = kata_json::to_json(&rules);
        kata_json::load(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    }
}

/// Moves on the playout board and on the board of the rules: the same stones, hashes and legal points.
pub fn boards(bytes: &[u8]) {
    let [width, height, system, moves @ ..] = bytes else {
        return;
    };
    let size = BoardSize::new(1 + *width as usize % 13, 1 + *height as usize % 13).expect("a size from 1 to 13");
    let systems = presets::all();
    let mut system = systems[*system as usize % systems.len()].clone();
    // Taking the button lets old positions come back, and the board of the rules knows of no button.
    system.first_pass_bonus = FirstPassBonus::None;
    let rules = PlayoutRules::new(&system, size, 7.5, 0);
    if size.width().max(size.height()) <= 9 {
        both_boards::<BOARD_9>(size, &rules, moves);
    } else {
        both_boards::<BOARD_13>(size, &rules, moves);
    }
}

fn both_boards<const N: usize>(size: BoardSize, rules: &PlayoutRules, moves: &[u8]) {
    let legality = Legality {
        repetition: rules.repetition,
        suicide: rules.suicide,
    };
    let mut position = Position::new(size, legality);
    let mut board = PlayBoard::<N>::new(size);
    let mut line = Line::new(0, Color::Black);
    for &byte in moves.iter().take(400) {
        let color = match byte {
            250.. => position.to_move().opponent(),
            _ => position.to_move(),
        };
        let place = byte as usize % (size.area() + 1);
        if place == size.area() {
            position.play_unchecked(color, Vertex::Pass);
            board.pass(color, rules, &mut line);
            continue;
        }
        let point = Point::new(place % size.width(), place / size.width());
        if position.board().stone(point).is_some() {
            continue;
        }
        let legal = position.is_legal(color, Vertex::At(point));
        assert_eq!(
            board.is_legal(color, Spot::of(point), rules, &line),
            legal,
            "{color} {point}"
        );
        if legal {
            position.play_unchecked(color, Vertex::At(point));
            board.play(color, Spot::of(point), &mut line);
        }
        assert_eq!(board.hash(), position.board().hash());
    }
    for point in size.points() {
        assert_eq!(board.stone(Spot::of(point)), position.board().stone(point), "{point}");
        for color in Color::BOTH {
            let legal = position.why_illegal(color, point).is_none();
            let here = position.board().stone(point).is_none() && board.is_legal(color, Spot::of(point), rules, &line);
            assert_eq!(here, legal, "{color} {point}");
        }
    }
    assert_eq!(board.check(), Ok(()));
}
