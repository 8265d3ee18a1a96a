//! Commands about time. Each setting replaces the former one entirely and leaves the game alone.

use super::commands::{Answer, Command, command};
use super::failure::Failure;
use super::parse::{self, Arguments};
use super::session::Session;
use crate::game::TimeControl;

pub(super) const COMMANDS: &[Command] = &[
    command!(
        "time_settings",
        "MAIN OVERTIME STONES",
        time_settings,
        "Canadian time: MAIN seconds, then OVERTIME seconds for so many stones. OVERTIME 0: MAIN is all there is. OVERTIME without stones: no limit."
    ),
    command!(
        "kgs-time_settings",
        "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES",
        kgs_time_settings,
        "Time as KGS has it, in seconds."
    ),
    command!(
        "kata-time_settings",
        "none | absolute … | byoyomi … | canadian … | fischer MAIN INCREMENT | fischer-capped MAIN INCREMENT CAP MAX",
        kata_time_settings,
        "Time as KataGo has it, in seconds; CAP and MAX below 0 are no limit."
    ),
    command!(
        "kata-list_time_settings",
        "",
        list_time_settings,
        "The kinds of time that kata-time_settings takes."
    ),
    command!(
        "time_left",
        "COLOR SECONDS STONES",
        time_left,
        "What is left on a clock: main time if STONES is 0, else the time for so many stones, or under byo-yomi the time of the first of so many periods."
    ),
];

/// The kinds of `kata-time_settings`; those of `kgs-time_settings` come first.
const KINDS: &[&str] = &["none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped"];

fn time_settings(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let (main, overtime) = (arguments.float(0)?, arguments.float(1)?);
    let stones = whole(arguments, 2)?;
    session.engine.set_time(TimeControl::from_gtp(main, overtime, stones));
    Ok(String::new())
}

fn kgs_time_settings(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    set(session, arguments, &KINDS[..4])
}

fn kata_time_settings(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    set(session, arguments, KINDS)
}

fn set(session: &mut Session, arguments: &Arguments<'_>, kinds: &[&str]) -> Answer {
    let word = arguments.need(0, "a kind of time")?;
    let kind = word.to_lowercase();
    if !kinds.contains(&kind.as_str()) {
        return Err(Failure::expected(&kinds.join(", "), word));
    }
    let number = |index: usize| arguments.float(index);
    let control = match kind.as_str() {
        "absolute" => TimeControl::absolute(number(1)?),
        "byoyomi" => TimeControl::byo_yomi(number(1)?, number(2)?, whole(arguments, 3)?),
        "canadian" => TimeControl::canadian(number(1)?, number(2)?, whole(arguments, 3)?),
        "fischer" => TimeControl::fischer(number(1)?, number(2)?, -1.0, -1.0),
        "fischer-capped" => TimeControl::fischer(number(1)?, number(2)?, number(3)?, number(4)?),
        _ => TimeControl::Unlimited,
    };
    session.engine.set_time(control);
    Ok(String::new())
}

/// A number of stones or periods; clients that compute it write it with decimals.
fn whole(arguments: &Arguments<'_>, index: usize) -> Result<u32, Failure> {
    let word = arguments.need(index, "a number of stones or periods")?;
    let number = parse::float(word).filter(|number| *number >= 0.0 && number.fract() == 0.0);
    let number = number.ok_or_else(|| Failure::expected("a whole number", word))?;
    Ok(number as u32)
}

fn list_time_settings(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(KINDS.join(" "))
}

fn time_left(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    let seconds = arguments.float(1)?;
    let stones = if arguments.len() > 2 { whole(arguments, 2)? } else { 0 };
    session.engine.time_left(color, seconds, stones);
    Ok(String::new())
}
