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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::game::Allotment;
    use crate::gtp::stop::StopSwitch;
    use crate::rules::{Color, presets};
    use crate::settings::Settings;
    use std::sync::Arc;
    use std::time::Duration;

    fn session(lines: &[&str]) -> Session {
        let engine = Engine::new(Settings::default(), presets::default_rules());
        let mut session = Session::new(engine, Arc::new(StopSwitch::at_end_of_input()));
        tell(&mut session, lines);
        session
    }

    fn tell(session: &mut Session, lines: &[&str]) {
        for line in lines {
            let mut output = Vec::new();
            session.handle(line.as_bytes(), &mut output).unwrap();
            assert_eq!(output, b"=\n\n", "{line}");
        }
    }

    /// What the next of 50 moves may take, with a lag of 0.2 seconds.
    fn allotment(session: &Session, color: Color) -> Option<Allotment> {
        let lag = Duration::from_millis(200);
        session.engine.clock().budget(color, 50, lag)
    }

    /// The same in seconds: usual and longest.
    fn seconds(session: &Session, color: Color) -> (f64, f64) {
        let allotment = allotment(session, color).unwrap();
        (allotment.normal.as_secs_f64(), allotment.maximum.as_secs_f64())
    }

    #[test]
    fn a_new_setting_leaves_nothing_of_the_old_one_leela_zero_691() {
        let mut session = session(&["kgs-time_settings byoyomi 0 19 10", "time_left black 19 10"]);
        let long = seconds(&session, Color::Black);
        assert!(long.0 > 15.0 && long.1 < 19.0, "{long:?}");
        tell(
            &mut session,
            &["kgs-time_settings byoyomi 0 4 10", "time_left black 24 9"],
        );
        let short = seconds(&session, Color::Black);
        assert!(short.0 > 3.0 && short.1 < 4.0, "{short:?}");
        tell(&mut session, &["kgs-time_settings byoyomi 0 19 10"]);
        assert!(seconds(&session, Color::Black).0 > 15.0);
    }

    #[test]
    fn a_reserve_is_not_spent_on_one_stone_leela_zero_2105() {
        let session = session(&["kgs-time_settings canadian 1780 20 1", "time_left white 824 1"]);
        let (usual, longest) = seconds(&session, Color::White);
        assert!(
            (15.0..60.0).contains(&usual) && longest < 824.0 / 2.0,
            "{usual} {longest}"
        );
    }

    #[test]
    fn a_period_is_used_well_and_never_exceeded_katago_128() {
        let session = session(&["kgs-time_settings byoyomi 300 30 5", "time_left b 30 5"]);
        let (usual, longest) = seconds(&session, Color::Black);
        assert!(usual > 20.0 && longest <= 29.8, "{usual} {longest}");
    }

    #[test]
    fn overtime_without_stones_is_no_limit_leela_zero_1902() {
        for line in ["time_settings 0 1 0", "time_settings 1 1 0", "kgs-time_settings none"] {
            assert_eq!(
                allotment(&session(&["time_settings 5 0 0", line]), Color::Black),
                None,
                "{line}"
            );
        }
    }

    #[test]
    fn absolute_time_is_never_used_up_leela_zero_1776() {
        let mut session = session(&["time_settings 300 0 0", "time_left b 5 0"]);
        let (_, longest) = seconds(&session, Color::Black);
        assert!(longest + 0.2 < 5.0, "{longest}");
        for last in ["time_left b 0 0", "time_left b -3.5 0", "time_left b 0.1 0"] {
            tell(&mut session, &[last]);
            assert!(seconds(&session, Color::Black).1 < 0.1, "{last}");
        }
    }

    #[test]
    fn the_kind_of_clock_may_change_with_every_move_gtp2ogs() {
        let mut session = session(&[
            "time_settings 180 30 1",
            "time_left black 180 0",
            "time_left white 178 0",
        ]);
        tell(
            &mut session,
            &["kgs-time_settings byoyomi 60 30 5", "time_left white 29 4"],
        );
        let (usual, longest) = seconds(&session, Color::White);
        assert!(usual > 20.0 && longest < 29.0, "{usual} {longest}");
        let fischer = "kata-time_settings fischer-capped 120 30 300 -1";
        tell(&mut session, &[fischer, "time_left white 119 0"]);
        let (usual, longest) = seconds(&session, Color::White);
        assert!(usual > 29.0 && longest < 119.0 / 2.0, "{usual} {longest}");
        tell(&mut session, &["time_settings 0 20 1", "time_left white 0 1"]);
        assert!(seconds(&session, Color::White).1 < 0.1);
        assert!(seconds(&session, Color::Black).1 < 20.0);
    }
}
