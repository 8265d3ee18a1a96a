//! One conversation: the engine and what the protocol has to remember between lines.

use super::analyze::send;
use super::commands::{self, Answer, Handler};
use super::failure::Failure;
use super::parse::{self, Arguments, Request};
use super::stop::{StopSwitch, StopsAt};
use super::{lines, reply};
use crate::engine::{Analysis, Engine};
use crate::game::Game;
use crate::rules::Color;
use crate::search::Report;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A GTP session. It reads no clock and no input; answers go to the writer it is handed.
pub struct Session {
    pub(super) engine: Engine,
    pub(super) stop: Arc<StopSwitch>,
    pub(super) finished: bool,
    /// The last search made for a view, and the position and color it belongs to.
    pub(super) viewed: Option<((u64, usize, Color), Report)>,
    /// The position after our own last move: as long as it stands, the opponent's time may be used.
    ponders_at: Option<(u64, usize)>,
    line: u64,
}

impl Session {
    /// A session with this engine; `stop` hears of lines that arrive while a command runs.
    #[must_use]
    pub const fn new(engine: Engine, stop: Arc<StopSwitch>) -> Session {
        Session {
            engine,
            stop,
            finished: false,
            viewed: None,
            ponders_at: None,
            line: 0,
        }
    }

    /// Whether `quit` has been answered.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.finished
    }

    /// The game being played.
    #[must_use]
    pub const fn game(&self) -> &Game {
        self.engine.game()
    }

    /// Answers the line with this number; lines without a command get no answer.
    ///
    /// # Errors
    /// When the answer cannot be written.
    pub fn handle_numbered(&mut self, number: u64, line: &[u8], output: &mut dyn Write) -> io::Result<()> {
        self.line = number;
        let text = parse::clean(line);
        let Some(request) = Request::parse(&text) else {
            return Ok(());
        };
        if line.len() > lines::LONGEST {
            let failure = Failure::other(format!("line too long: more than {} bytes", lines::LONGEST));
            return send(output, &reply::failure(request.id, &failure.to_string()));
        }
        let arguments = request.arguments();
        let answer = match commands::find(request.name).map(|command| command.handler) {
            None => Err(Failure::UnknownCommand),
            Some(Handler::Once(run)) => {
                self.stop.arm(number, self.ends_of_moves());
                self.answer_once(run, &arguments)
            }
            Some(Handler::Stream(read)) => match read(self, &arguments) {
                Ok(stream) => return self.run_stream(number, request.id, &stream, output),
                Err(failure) => Err(failure),
            },
        };
        let wire = match answer {
            Ok(text) => reply::success(request.id, &text),
            Err(failure) => reply::failure(request.id, &failure.to_string()),
        };
        send(output, &wire)
    }

    /// What ends the choice of a move early.
    pub(super) fn ends_of_moves(&self) -> StopsAt {
        match self.engine.is_limited() {
            true => StopsAt::Interrupt,
            false => StopsAt::InterruptOrEnd,
        }
    }

    /// The position, as far as thinking on is concerned.
    fn place(&self) -> (u64, usize) {
        let position = self.game().position();
        (position.board().hash(), position.turns().len())
    }

    /// Says that the engine has just moved.
    pub(super) fn note_own_move(&mut self) {
        self.ponders_at = Some(self.place());
    }

    /// Says that no move of the opponent is to be expected.
    pub(super) fn stop_pondering(&mut self) {
        self.ponders_at = None;
    }

    /// Whether the opponent's move is awaited and his time is to be used.
    #[must_use]
    pub fn wants_to_ponder(&self) -> bool {
        let awaited = self.ponders_at == Some(self.place()) && self.game().phase().is_playing();
        awaited && self.engine.settings().ponder
    }

    /// Thinks on the opponent's time, if [that is wanted](Session::wants_to_ponder), until a line comes after this one.
    pub fn ponder(&mut self, last_line: u64) {
        if !self.wants_to_ponder() {
            return;
        }
        self.stop.arm(last_line, StopsAt::AnyLine);
        let (color, stop) = (self.game().to_move(), Arc::clone(&self.stop));
        // What is found is for our next move.
        let wanted = Analysis {
            lends: true,
            ..Analysis::default()
        };
        let thinking = AssertUnwindSafe(|| self.engine.analyze(color, &wanted, stop.flag(), &mut |_| {}));
        // Whatever goes wrong here, the next command is still to be answered.
        let _ = catch_unwind(thinking);
    }

    /// Answers one line.
    ///
    /// # Errors
    /// When the answer cannot be written.
    pub fn handle(&mut self, line: &[u8], output: &mut dyn Write) -> io::Result<()> {
        self.handle_numbered(self.line + 1, line, output)
    }

    /// Runs a handler; a fault in the program is an answer too, because a client waits for one.
    fn answer_once(&mut self, run: fn(&mut Session, &Arguments<'_>) -> Answer, arguments: &Arguments<'_>) -> Answer {
        catch_unwind(AssertUnwindSafe(|| run(self, arguments)))
            .unwrap_or_else(|_| Err(Failure::other("internal error")))
    }
}
