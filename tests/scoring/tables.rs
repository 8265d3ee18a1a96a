//! Positions with known scores. Dead stones are given in the drawings (`b`, `w`).

use super::boards::Position;
use lanke::rules::ruleset::Suicide;
use lanke::rules::{ByColor, Color, Point, PointSet, Vertex, diagram, presets};
use lanke::score::{IndependentLife, Method, Settled, Table, Tally, Terms, life, score};

/// Territory counts of both sides under the Japanese rules, without komi.
fn territory(position: &Position) -> (f64, f64) {
    let counts = position.score(&presets::load("japanese").unwrap(), 0.0).counts;
    (counts.black, counts.white)
}

fn area(position: &Position) -> (f64, f64) {
    let counts = position.score(&presets::load("tromp-taylor").unwrap(), 0.0).counts;
    (counts.black, counts.white)
}

const GROUPS: &str = ".x.xo.o.x ...xooox. .xxxxxxoo xoooooxo. xo.o.oxoo xoooooxxx xxxo...oo .xxxoooo. .x.xo.o.o";
const GROUPS_FILLED: &str = ".x.xo.o.x ...xooox. .xxxxxxoo xoooooxo. xo.o.oxoo xoooooxxx xxxoxxxoo .xxxoooo. .x.xo.o.o";
const CORNERS: &str = "ox.ooo. oxxxxxx ooooooo .xoxx.. ooox... x.oxxxx .xox...";

#[test]
fn plain_area_and_territory_with_komi() {
    for (rows, rules, komi, white_lead) in [
        (".xo. .xo. .xoo .xo.", "tromp-taylor", 0.5, 0.5),
        // White played inside while Black passed.
        (".xo. .xo. .xoo .xo.", "japanese", 0.5, -0.5),
        (
            "....... ....... ooooooo xxxxxxx ....... .......",
            "tromp-taylor",
            0.5,
            0.5,
        ),
        (
            "....... ....... ooooooo xxxxxxx ....... .......",
            "tromp-taylor",
            0.0,
            0.0,
        ),
        (
            "....... ....... ooooooo xxxxxxx ....... .......",
            "tromp-taylor",
            -0.5,
            -0.5,
        ),
        (CORNERS, "tromp-taylor", 0.5, -3.5),
        (CORNERS, "japanese,tax=none", 0.5, -3.5),
        (GROUPS, "tromp-taylor", 0.5, 4.5),
        (GROUPS, "japanese,tax=none", 0.5, -1.5),
        (GROUPS_FILLED, "tromp-taylor", 0.5, 1.5),
        (GROUPS_FILLED, "japanese,tax=none", 0.5, -1.5),
        (".xo. .xo. .xo. .xo.", "japanese", 6.5, 6.5),
        (".xo. .xo. .xo. .xo.", "chinese", 7.5, 7.5),
        ("wxo. .xo. .xo. .xob", "chinese", 7.5, 7.5),
        (".x.", "chinese", 3.0, 0.0),
    ] {
        assert_eq!(
            Position::rows(rows).white_lead(rules, komi),
            white_lead,
            "{rows} {rules}"
        );
    }
    assert_eq!(area(&Position::rows("wxo. .xo. .xo. .xob")), (8.0, 8.0));
    assert_eq!(area(&Position::rows(".xo. xx.o")), (4.0, 3.0));
    assert_eq!(territory(&Position::rows(".xo. xx.o")), (0.0, 0.0), "all in seki");
}

#[test]
fn taxes_on_seki_and_groups_once_neutral_points_are_played() {
    for (rules, white_lead) in [
        ("chinese,tax=seki", -0.5),
        ("stone-scoring", -2.5),
        ("japanese", -3.5),
        ("ancient-territory", -5.5),
    ] {
        assert_eq!(
            Position::rows(GROUPS_FILLED).white_lead(rules, 0.5),
            white_lead,
            "{rules}"
        );
    }
}

/// White's lead with komi 0.5 where whatever touches an open neutral point is in seki: tax seki, then all.
fn strict(rows: &str, territory: bool) -> [f64; 2] {
    let board = Position::rows(rows).board;
    let settled = Settled::new(&board, &PointSet::EMPTY);
    let own = ByColor::from_fn(|color| settled.stones(color).union(settled.surrounded(color)));
    let life = IndependentLife::new(&board, &own);
    let points = |color: Color| {
        let alive = life.points(color);
        let stones = board.stones(color);
        let counted = if territory {
            alive.difference(stones)
        } else {
            alive.union(stones)
        };
        counted.len() as f64
    };
    let lead = points(Color::White) - points(Color::Black) + 0.5;
    let groups = life.parts(Color::White).len() as f64 - life.parts(Color::Black).len() as f64;
    [lead, lead - 2.0 * groups]
}

#[test]
fn taxes_in_the_strict_sense_with_neutral_points_open() {
    assert_eq!(strict(CORNERS, false), [0.5, 0.5]);
    assert_eq!(strict(CORNERS, true), [0.5, 0.5]);
    assert_eq!(strict(GROUPS, false), [6.5, 6.5]);
    assert_eq!(strict(GROUPS, true), [0.5, 0.5]);
    assert_eq!(strict(GROUPS_FILLED, false), [-0.5, -2.5]);
    assert_eq!(strict(GROUPS_FILLED, true), [-3.5, -5.5]);
}

#[test]
fn the_button_is_half_a_point_for_the_first_pass_or_for_who_could_pass_first() {
    let start = Position::rows("..x.xo. ..xxoo. ...xo.. ..xxo.. ..x.o.. ..xxo.. ...xo..").board;
    let moves = ["D3", "D7", "B5", "E7", "pass", "G5", "pass", "pass"];
    let leads = |rules: &str| -> Vec<f64> {
        let rules = presets::load(rules).unwrap();
        let mut board = start.clone();
        let mut tally = Tally::default();
        let mut color = Color::Black;
        let mut leads = Vec::new();
        for ply in 0..=moves.len() {
            let finished = lanke::score::Finished {
                board: &board,
                dead: PointSet::EMPTY,
                tally,
                to_move: color,
            };
            leads.push(-score(&rules, &finished, &Terms { komi: 2.5, handicap: 0 }).margin);
            if let Some(text) = moves.get(ply) {
                let vertex = Vertex::parse(text, board.size()).unwrap();
                let played = vertex.point().map(|point| board.play_unchecked(color, point));
                tally.note(color, vertex, &played.unwrap_or_default());
                color = color.opponent();
            }
        }
        leads
    };
    assert_eq!(
        leads("tromp-taylor"),
        [-5.5, -6.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5]
    );
    assert_eq!(
        leads("aga-button"),
        [-6.0, -6.0, -3.0, -2.0, -3.0, -3.0, -3.0, -3.0, -3.0]
    );
}

#[test]
fn handicap_points_are_added_in_area_counting_only() {
    let stones = ["D4", "Q16", "D16", "Q4"].map(|text| Vertex::parse(text, lanke::rules::BoardSize::square(19)));
    let mut board = lanke::rules::Board::new(lanke::rules::BoardSize::square(19));
    for vertex in stones {
        board.play_unchecked(Color::Black, vertex.unwrap().point().unwrap());
    }
    let position = Position {
        board,
        dead: PointSet::EMPTY,
        tally: Tally::default(),
    };
    for (rules, black, white) in [
        ("aga", 361.0, 3.5),
        ("chinese", 361.0, 4.5),
        ("japanese", 357.0, 0.5),
        ("new_zealand", 361.0, 0.5),
    ] {
        let rules = presets::load(rules).unwrap();
        let score = score(&rules, &position.finished(), &Terms { komi: 0.5, handicap: 4 });
        assert_eq!(score.counts.black, black);
        assert_eq!(score.counts.white + score.komi + score.bonus, white, "{}", rules.name);
        assert_eq!(score.margin, black - white);
    }
}

/// OGS game 12453335: W+0.5 by area, and by territory only with White's third pass.
#[test]
fn american_territory_agrees_with_area_when_white_passes_last() {
    let mut position = Position::drawn(
        ". . . X O . . . .
         . . . X O . . . .
         . w . . X O . . .
         . . . . X O . . .
         . w . . X O . . .
         X . . . X O . . .
         X X X X X O . O O
         X X X X X O O O O
         X X X X X O O O O",
    );
    position = position.captured(5, 3);
    position.tally.passes = ByColor { black: 1, white: 1 };
    position.tally.plays = ByColor { black: 25, white: 24 };
    position.tally.last_mover = Some(Color::Black);
    let by_area = position.score(&presets::load("aga").unwrap(), 5.5);
    assert_eq!(
        by_area.counts,
        ByColor {
            black: 43.0,
            white: 38.0
        }
    );
    assert_eq!(by_area.outcome.to_string(), "W+0.5");
    let by_territory = position.score(&presets::load("aga,scoring=territory").unwrap(), 5.5);
    assert_eq!(
        by_territory.counts,
        ByColor {
            black: 30.0,
            white: 25.0
        }
    );
    assert_eq!(by_territory.outcome.to_string(), "W+0.5");
    let without = position.score(&presets::load("aga,scoring=territory,last_pass=either").unwrap(), 5.5);
    assert_eq!(without.counts.black, 29.0);
}

/// The same position before and after agreement (lightvector/KataGo, issue 366).
#[test]
fn dead_stones_count_as_alive_where_nobody_takes_them_off() {
    let agreed = "......... ......... ..oooo... .o.oxoooo oooxxxxox oxxx.xxxx x..wwxww. .x..x.xw. ....xx.x.";
    assert_eq!(Position::rows(agreed).white_lead("chinese", 0.0), -1.0);
    let standing = agreed.replace('w', "o");
    assert_eq!(Position::rows(&standing).white_lead("tromp-taylor", 0.0), 22.0);
}

/// Boards of `lightvector/goscorer` (MIT): territory, dead stones with their prisoners, false eyes not counted.
#[test]
fn japanese_territory_with_seki_and_false_eyes() {
    for (name, rows, black, white) in [
        (
            "false eye below, seki in the corner",
            ".xo.oxxo. x.o.oxo.o ooooxxo.. xxxxxxooo ....x.x.o",
            4.0,
            4.0,
        ),
        (
            "the same with dead stones",
            ".xo.oxxo. x.o.oxo.o ooooxxob. xxxxxxooo w..wx.x.o",
            6.0,
            5.0,
        ),
        (
            "the same, open below",
            ".xo.oxxo. x.o.oxo.o ooooxxo.. xxxxxxo.w ....x.o..",
            5.0,
            8.0,
        ),
        (
            "basic sekis",
            ".x.o.........x.x. ox.o..xwx..xx..oo ox.o.o.xx.x..ooo. ox.o..ooo..xxo.ox .x.o.b.......oxx.",
            1.0,
            1.0,
        ),
        (
            "double-ko seki",
            ".xooox.....xooox. xxxxoxx...xxoxxxx .xoxoox...xoox.x. xo.o.ox...xo.oxox oooooox...xo.oooo",
            17.0,
            0.0,
        ),
        (
            "hanezeki",
            "oxox.oxw.boxo oxoxoxxxoboxo oxoxox.xoboxo .xooox.xooox. xxoxxx.xxxoxx ooox.....xooo xxxx.....xxxx",
            14.0,
            3.0,
        ),
        ("big-eye seki", ".xoxxx xxoox. .xxooo ooxxx. .oooxx xxxo.x", 0.0, 0.0),
        (
            "false eyes",
            "......... xxxx.xx.. .oxoxox.. o.oo.ox.. ..oooox.x ...o.x.x. ....ooxox ...o.o.ox .....ooo.",
            16.0,
            19.0,
        ),
        (
            "neutral points open",
            "......x.. .xx.x.x.. ......x.. ......x.. oooooox.. .....oxxx .....o.o. ...o.o..o .....o...",
            10.0,
            19.0,
        ),
        ("one row", ".x.", 2.0, 0.0),
        ("one row, a dead stone", ".x.w", 4.0, 0.0),
        ("one column", ". o .", 0.0, 2.0),
        ("one column, dead stones", "b . o . b", 0.0, 6.0),
        ("one row, two in atari", ".x.x.o.", 0.0, 0.0),
    ] {
        assert_eq!(territory(&Position::rows(rows)), (black, white), "{name}");
    }
}

/// As above, but the points alone: prisoners are counted apart.
#[test]
fn japanese_territory_where_stones_are_marked_dead() {
    for (name, rows, black, white) in [
        (
            "basic sekis",
            ".x.o.........x.x. wx.o..xox..xx..oo wx.o.o.xx.x..ooo. wx.o..ooo..xxo.ob .x.o.x.......obb.",
            0,
            6,
        ),
        (
            "double-ko death",
            ".o.o.........o.o. xx.o.........o.xx .xxo.o.....o.oxx. xoxxo.......oxxwx o.oxo.......oxw.w",
            5,
            39,
        ),
        (
            "several",
            "..w...xw. .xx.x.x.w ......xxx ......x.o oooooox.. o.o.xoxxx oboxxo.o. ob.o.o..o .ooooo.b.",
            4,
            5,
        ),
    ] {
        let position = Position::rows(rows);
        let rules = presets::load("japanese").unwrap();
        let owners = lanke::score::Owners::new(&rules, &position.finished());
        let points = Color::BOTH.map(|color| owners.points(color).len());
        assert_eq!(points, [black, white], "{name}");
    }
}

#[test]
fn area_of_the_same_boards() {
    for (rows, black, white) in [
        (".xo.oxxo. x.o.oxo.o ooooxxo.. xxxxxxooo ....x.x.o", 21.0, 22.0),
        (".xo.oxxo. x.o.oxo.o ooooxxob. xxxxxxooo w..wx.x.o", 21.0, 22.0),
        (".xo.oxxo. x.o.oxo.o ooooxxo.. xxxxxxo.w ....x.o..", 19.0, 24.0),
        // Torazu sanmoku: the corner point is shared.
        (
            ".xxo..... oxxo..... xooo..... xxxoooooo xxxxxxxxx ......... ......... ......... .........",
            53.0,
            27.0,
        ),
        // As it stands, the white stones that could never live counted.
        ("...x xx.. oxxx oox. .x.x", 16.0, 3.0),
    ] {
        assert_eq!(area(&Position::rows(rows)), (black, white), "{rows}");
    }
}

#[test]
fn whether_suicide_is_legal_decides_what_is_pass_alive() {
    let board = diagram::board(
        ". . . X
         X X . .
         O X X X
         O O X .
         . X . X",
    );
    let dead: Vec<Point> = life::pass_dead(&board, Suicide::Forbidden).iter().collect();
    assert_eq!(dead.len(), 3, "the white stones");
    let alive = life::PassAlive::new(&board, Color::Black, Suicide::MultiStone);
    assert!(alive.points().is_empty());
}

/// Black and White in seki in the upper left, an eye each and one shared liberty; both live elsewhere.
const AN_EYE_EACH: &str = "
    . X . O . O X .
    X X X O O O X X
    O O O X X X X X
    O . O O X . X .
    O O . O X X . X
";

#[test]
fn in_seki_a_group_keeps_its_one_eye_and_elsewhere_two() {
    let position = Position::drawn(AN_EYE_EACH);
    let rules = presets::load("living").unwrap();
    let finished = position.finished();
    let table = Table::new(&rules, &finished, &Terms::default());
    for (method, black, white) in [
        (Method::Area, 22.0, 17.0),
        (Method::LivingFill, 19.0, 14.0),
        (Method::StonesAndPaths, 19.0, 14.0),
        (Method::ReturnTax, 19.0, 14.0),
        // Two paths more are filled.
        (Method::EqualPaths, 19.0, 14.0),
        // White has no path to make up for three stones, so Black lifts three.
        (Method::EqualStonesPaths, 5.0, 0.0),
    ] {
        let count = table.count(method);
        assert_eq!(count.counts, ByColor { black, white }, "{method}");
        assert_eq!(count.margin, 5.0, "{method}");
    }
    let seki: Vec<String> = Color::BOTH
        .map(|color| format!("{:?}", table.settled().seki_points(color)))
        .into();
    assert_eq!(seki, ["{A5}", "{E5}"]);
    assert_eq!(territory(&position), (4.0, 2.0));
    let tang_song = position.score(&presets::load("tang-song").unwrap(), 0.0);
    assert_eq!(tang_song.counts, ByColor { black: 2.0, white: 0.0 });
}

/// A game full of sekis, and what counts for whom (`online-go/goban`, autoscore test game 64848549). A10, which it
/// gives to White, is left out here: with A9 it touches both colors.
const SEKIS: &str = "
    .X.OX..XOX.OOX.O.X.  .....XX............
    XOOOX..XOXXXXXXOXXX  .....XX............
    X.OXX..XOOOOOOOXXOO  .....XX............
    OOOX...XO.....OOO..  ....XXX..OOOOO...OO
    XXXX...XOOOOOOO.OOO  ....XXX............
    OOOOX.X.XXOXXOXXXXX  .....X.X...........
    .O.OX....X.X.XX.OOO  O.O..XXXX..........
    ..OOX....X.XXOOOOX.  OO...XXXX..........
    OOOXwX...XO.XO..OOO  ....X.XXX..........
    .OOX.X...XO.XOXXO..  O...X.XXX..........
    .OX.....XXOXXO..OXX  ...XXXXX...........
    XOX.XXXXOO.OOXXXXX.  ...X...............
    OXXXO..XO....OOO.XX  .........OOOO......
    O..XOO.XOOOOO.O.OOO  .............O.O...
    OOOO.OXX.XXO.OOOOXX  ...................
    XXXOOX.XXX.XXXXOX..  ......X............
    .X.XOXXX.XXO..XOXXX  ...................
    XOXXO.XOOOOOOOXOX.O  ...................
    .O.XO.XO.XXX.OXOXO.  ...................
";

#[test]
fn a_whole_game_of_sekis_is_counted_point_by_point() {
    let drawing = |column: usize| -> String {
        let rows = SEKIS.trim().lines();
        rows.map(|row| row.trim().split("  ").nth(column).unwrap().to_owned() + "\n")
            .collect()
    };
    let position = Position::drawn(&drawing(0));
    let mut expected = diagram::parse(&drawing(1)).unwrap().1;
    expected[Color::White].remove(Point::new(0, 9));
    let owners = lanke::score::Owners::new(&presets::load("japanese").unwrap(), &position.finished());
    assert_eq!(ByColor::from_fn(|color| *owners.points(color)), expected);
}
