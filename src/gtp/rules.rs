//! Commands that choose rules and explain them.

use super::commands::{Answer, Command, command};
use super::failure::Failure;
use super::parse::Arguments;
use super::session::Session;
use crate::game::{Game, KomiSource, Refusal};
use crate::rules::ruleset::HandicapPlacement;
use crate::rules::{Color, Ruleset, explain, kata_json, presets};
use serde_json::json;

pub(super) const COMMANDS: &[Command] = &[
    command!(
        "kgs-rules",
        "NAME",
        kgs_rules,
        "Chooses a rule system by its name; position, komi and history stay."
    ),
    command!(
        "kata-set-rules",
        "NAME|JSON|NAME,KEY=VALUE,…",
        kata_set_rules,
        "Chooses a rule system as KataGo names or describes it; position, komi and history stay."
    ),
    command!("kata-set-rule", "KEY VALUE", kata_set_rule, "Changes one of the rules."),
    command!("kata-get-rules", "", kata_get_rules, "The rules in force as JSON."),
    command!(
        "lanke-rules",
        "[NAME|NAME,KEY=VALUE,…]",
        lanke_rules,
        "Chooses a rule system, or without arguments explains the one in force."
    ),
    command!(
        "lanke-komi",
        "none|normal|large|ruleset",
        lanke_komi,
        "Sets one of the komi classes of the rule system; 'ruleset' returns to its own komi."
    ),
    command!(
        "lanke-handicap",
        "N [fixed|free|passes]",
        lanke_handicap,
        "Gives a handicap of N stones, as the rule system places them or as told, and says where; 0 or 1 stone is only noted."
    ),
    command!(
        "lanke-seats",
        "",
        lanke_seats,
        "Puts the four seat stones of the ancient game on the empty board; White moves first."
    ),
    command!(
        "lanke-resume",
        "[COLOR]",
        lanke_resume,
        "Resumes a stopped game because COLOR disputes which stones are dead, as the rule system says."
    ),
    command!(
        "lanke-why",
        "COLOR VERTEX",
        lanke_why,
        "Whether the move is legal, or what forbids it and which earlier move it repeats."
    ),
    command!(
        "lanke-state",
        "",
        lanke_state,
        "The state of the game as one line of JSON."
    ),
];

fn choose(session: &mut Session, ruleset: Ruleset) -> Answer {
    session.engine.game_mut().set_ruleset(ruleset);
    Ok(String::new())
}

fn kgs_rules(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    arguments.need(0, "a rule system")?;
    let ruleset = presets::load_built_in(arguments.text()).map_err(Failure::other)?;
    choose(session, ruleset)
}

fn kata_set_rules(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    arguments.need(0, "a rule system")?;
    let ruleset = kata_json::load(arguments.text()).map_err(Failure::other)?;
    choose(session, ruleset)
}

fn kata_set_rule(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let key = arguments.need(0, "a key of the rules")?;
    let value = arguments.need(1, "a value")?;
    let ruleset = kata_json::with_rule(session.game().ruleset(), key, value).map_err(Failure::other)?;
    choose(session, ruleset)
}

fn kata_get_rules(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(kata_json::to_json(session.game().ruleset()))
}

fn lanke_rules(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    if arguments.is_empty() {
        return Ok(explain::show(session.game().ruleset()));
    }
    kgs_rules(session, arguments)
}

fn lanke_komi(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let name = arguments.need(0, "none, normal, large or ruleset")?.to_lowercase();
    let komi = if name == "ruleset" {
        None
    } else {
        let game = session.game();
        let class = game.ruleset().komi.class(&name, game.size());
        Some(class.ok_or_else(|| {
            Failure::Other(format!(
                "the rules '{}' have no komi class '{name}'",
                game.ruleset().name
            ))
        })?)
    };
    session.engine.game_mut().set_komi(komi);
    Ok(String::new())
}

fn lanke_handicap(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let stones = arguments.int(0)? as usize;
    let placement = match arguments.word(1).map(str::to_lowercase).as_deref() {
        None => session.game().ruleset().handicap,
        Some("fixed") => HandicapPlacement::Fixed,
        Some("free") => HandicapPlacement::Free,
        Some("passes") => HandicapPlacement::Passes,
        Some(other) => return Err(Failure::expected("fixed, free or passes", other)),
    };
    let game = session.engine.game_mut();
    if stones < 2 || placement == HandicapPlacement::Passes {
        if !game.position().turns().is_empty() {
            return Err(Failure::Other("the game has begun".into()));
        }
        if stones < 2 {
            game.declare_handicap(stones);
        } else {
            game.give_pass_handicap(stones);
        }
        return Ok(String::new());
    }
    let placed = match placement {
        HandicapPlacement::Free => game.free_handicap(stones),
        _ => game.fixed_handicap(stones),
    };
    super::setup::placed(placed)
}

fn lanke_seats(session: &mut Session, _: &Arguments<'_>) -> Answer {
    super::setup::need_no_stones(session)?;
    session.engine.game_mut().take_seats();
    Ok(String::new())
}

fn lanke_resume(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let who_asks = if arguments.is_empty() {
        session.game().to_move()
    } else {
        arguments.color(0)?
    };
    let resumption = session.engine.game_mut().resume(who_asks).map_err(Failure::other)?;
    Ok(match resumption.passed {
        Some(color) => format!("{color} passed, {} to move", resumption.to_move),
        None => format!("{} to move", resumption.to_move),
    })
}

/// A refusal with the dimension of the rules behind it.
pub(super) fn explained(game: &Game, refusal: Refusal) -> String {
    match refusal {
        Refusal::Illegal(reason) => explain::refusal(game.ruleset(), reason),
        other => other.to_string(),
    }
}

fn lanke_why(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let game = session.game();
    let color = arguments.color(0)?;
    let vertex = arguments.vertex(1, game.size())?;
    Ok(match game.why_refused(color, vertex) {
        None => "legal".into(),
        Some(refusal) => explained(game, refusal),
    })
}

fn lanke_state(session: &mut Session, _: &Arguments<'_>) -> Answer {
    let game = session.game();
    let tally = game.tally();
    let state = json!({
        "size": [game.size().width(), game.size().height()],
        "ruleset": game.ruleset().name,
        "komi": game.komi(),
        "komi_source": match game.komi_source() {
            KomiSource::Ruleset => "ruleset",
            KomiSource::Controller => "controller",
        },
        "to_move": match game.to_move() {
            Color::Black => "b",
            Color::White => "w",
        },
        "moves": game.position().turns().len(),
        "prisoners": { "black": tally.prisoners.black, "white": tally.prisoners.white },
        "passes": { "black": tally.passes.black, "white": tally.passes.white },
        "handicap": game.handicap().stones,
        "phase": game.phase().key(),
        "hash": format!("{:016x}", game.board().hash()),
    });
    Ok(state.to_string())
}
