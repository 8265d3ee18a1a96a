//! Commands that show what the search thinks while it thinks.
//!
//! Arguments as in Leela Zero and KataGo: `[COLOR] [INTERVAL] {KEY VALUE}`, the interval in hundredths of a second.

use super::commands::{Command, stream};
use super::failure::Failure;
use super::info::{self, Style, Wishes};
use super::parse::{self, Arguments};
use super::reply;
use super::session::Session;
use super::stop::StopsAt;
use crate::engine::{Analysis, Generated};
use crate::rules::{BoardSize, Color, Vertex};
use crate::search::Report;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

pub(super) const COMMANDS: &[Command] = &[
    stream!(
        "lz-analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}",
        lz_analyze,
        "Reports candidates in Leela Zero's format until the next line comes. Keys: interval, minmoves, maxmoves, avoid, allow."
    ),
    stream!(
        "kata-analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}",
        kata_analyze,
        "Reports candidates in KataGo's format until the next line comes. Keys as in lz-analyze, and rootInfo, ownership, ownershipStdev, movesOwnership, movesOwnershipStdev, pvVisits, pvEdgeVisits, noResultValue."
    ),
    stream!(
        "lz-genmove_analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}",
        lz_genmove_analyze,
        "genmove that reports as lz-analyze does; the last line is 'play VERTEX'."
    ),
    stream!(
        "kata-genmove_analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}",
        kata_genmove_analyze,
        "genmove that reports as kata-analyze does; the last line is 'play VERTEX'."
    ),
    stream!(
        "cgos-genmove_analyze",
        "COLOR",
        cgos_genmove_analyze,
        "genmove with one line of JSON about the search; the last line is 'play VERTEX'."
    ),
];

/// What a stream shows, read from the arguments of its command.
pub struct Stream {
    color: Color,
    wanted: Analysis,
    style: Style,
    wishes: Wishes,
    then_play: bool,
}

/// Reports come no more often than this, whatever is asked for.
const SHORTEST_INTERVAL: f64 = 1.0;

fn lz_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Result<Stream, Failure> {
    read(session, arguments, Style::Leela, false)
}

fn kata_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Result<Stream, Failure> {
    read(session, arguments, Style::Kata, false)
}

fn lz_genmove_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Result<Stream, Failure> {
    read(session, arguments, Style::Leela, true)
}

fn kata_genmove_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Result<Stream, Failure> {
    read(session, arguments, Style::Kata, true)
}

fn cgos_genmove_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Result<Stream, Failure> {
    let mut stream = read(session, arguments, Style::Cgos, true)?;
    stream.wanted.interval = None;
    Ok(stream)
}

fn read(session: &Session, arguments: &Arguments<'_>, style: Style, then_play: bool) -> Result<Stream, Failure> {
    let game = session.game();
    let mut stream = Stream {
        color: game.to_move(),
        wanted: Analysis::default(),
        style,
        wishes: Wishes::default(),
        then_play,
    };
    let mut words = arguments.words().iter().copied().peekable();
    if let Some(color) = words.peek().and_then(|word| Color::parse(word)) {
        stream.color = color;
        words.next();
    }
    if let Some(interval) = words.peek().and_then(|word| parse::float(word)) {
        stream.wanted.interval = Some(hundredths(interval));
        words.next();
    }
    while let Some(key) = words.next() {
        let mut value = |expected: &str| {
            words
                .next()
                .ok_or_else(|| Failure::Syntax(format!("expected {expected} after '{key}', got nothing")))
        };
        stream.read_key(key, &mut value, game.size())?;
    }
    stream.wanted.owners_by_move = stream.wishes.moves_ownership || stream.wishes.moves_ownership_stdev;
    Ok(stream)
}

fn hundredths(interval: f64) -> Duration {
    let seconds = interval.max(SHORTEST_INTERVAL) / 100.0;
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

impl Stream {
    fn read_key<'a>(
        &mut self,
        key: &str,
        value: &mut dyn FnMut(&str) -> Result<&'a str, Failure>,
        size: BoardSize,
    ) -> Result<(), Failure> {
        let kata = self.style == Style::Kata;
        match key {
            "interval" => {
                let word = value("an interval")?;
                let interval = parse::float(word).ok_or_else(|| Failure::expected("a number", word))?;
                self.wanted.interval = Some(hundredths(interval));
            }
            "minmoves" => self.wishes.at_least = count(value("a number of moves")?)?,
            "maxmoves" => self.wishes.at_most = count(value("a number of moves")?)?.max(1),
            "avoid" | "allow" => {
                let word = value("a color")?;
                let color = Color::parse(word).ok_or_else(|| Failure::expected("a color", word))?;
                let vertices: Result<Vec<Vertex>, Failure> = value("points")?
                    .split(',')
                    .map(|word| parse::vertex(word, size))
                    .collect();
                let vertices = vertices?;
                count(value("a number of moves")?)?;
                if color == self.color {
                    let list = if key == "avoid" {
                        &mut self.wanted.avoid
                    } else {
                        &mut self.wanted.allow
                    };
                    list.extend(vertices);
                }
            }
            "rootInfo" if kata => self.wishes.root_info = flag(value("true or false")?)?,
            "ownership" if kata => self.wishes.ownership = flag(value("true or false")?)?,
            "ownershipStdev" if kata => self.wishes.ownership_stdev = flag(value("true or false")?)?,
            "pvVisits" if kata => self.wishes.line_visits = flag(value("true or false")?)?,
            "pvEdgeVisits" if kata => self.wishes.line_edge_visits = flag(value("true or false")?)?,
            "noResultValue" if kata => self.wishes.no_result = flag(value("true or false")?)?,
            "movesOwnership" if kata => self.wishes.moves_ownership = flag(value("true or false")?)?,
            "movesOwnershipStdev" if kata => self.wishes.moves_ownership_stdev = flag(value("true or false")?)?,
            other => return Err(Failure::expected("a key of analysis", other)),
        }
        Ok(())
    }
}

fn count(word: &str) -> Result<usize, Failure> {
    let count = parse::int(word).ok_or_else(|| Failure::expected("a whole number", word))?;
    Ok(count as usize)
}

fn flag(word: &str) -> Result<bool, Failure> {
    parse::boolean(word).ok_or_else(|| Failure::expected("true or false", word))
}

impl Session {
    /// Runs a stream: its header, its lines, its move, and the empty line that ends it.
    pub(super) fn run_stream(
        &mut self,
        number: u64,
        id: Option<&str>,
        stream: &Stream,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let stops_at = if stream.then_play {
            self.ends_of_moves()
        } else {
            StopsAt::AnyLine
        };
        self.stop.arm(number, stops_at);
        send(output, &reply::stream_header(id))?;
        let size = self.game().size();
        let stop = Arc::clone(&self.stop);
        let mut sent = Ok(());
        let silent = stream.wanted.interval.is_none() && !stream.then_play;
        let mut tell = |report: &Report| {
            let line = info::line(report, size, stream.style, &stream.wishes).filter(|_| !silent);
            if let (Some(line), Ok(())) = (line, &sent) {
                sent = send(output, &reply::stream_line(&line));
                if sent.is_err() {
                    stop.raise();
                }
            }
        };
        let engine = &mut self.engine;
        let generated = catch_unwind(AssertUnwindSafe(|| {
            if stream.then_play {
                return Some(engine.genmove_telling(stream.color, &stream.wanted, stop.flag(), &mut tell));
            }
            engine.analyze(stream.color, &stream.wanted, stop.flag(), &mut tell);
            None
        }));
        sent?;
        let generated = generated.unwrap_or_else(|_| {
            // The client waits for a move; a pass is always one.
            stream.then_play.then(|| {
                self.engine.game_mut().play_unchecked(stream.color, Vertex::Pass);
                Generated::Play(Vertex::Pass)
            })
        });
        if let Some(generated) = generated {
            let word = self.announce(generated);
            send(output, &reply::stream_line(&format!("play {word}")))?;
        }
        send(output, "\n")
    }
}

pub(super) fn send(output: &mut dyn Write, text: &str) -> io::Result<()> {
    output.write_all(text.as_bytes())?;
    output.flush()
}
