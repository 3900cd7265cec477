//! Going on: step by step, to the next stop, and back.

use cindyscript_interpreter::StepMotion;
use cindyscript_player::session::{StopReason, UserEvent};
use serde_json::{Value as Json, json};

use super::{Adapter, Debuggee, Handled, State, read};
use crate::protocol::{FrameArguments, PointerAction, PointerArguments, frame_index};

impl Adapter {
    pub(super) fn go_on(&mut self, _: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        self.forwards(StepMotion::Continue, debuggee)?;
        Ok(json!({"allThreadsContinued": true}))
    }

    pub(super) fn next(&mut self, _: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        self.forwards(StepMotion::Over, debuggee)
    }

    pub(super) fn step_in(&mut self, _: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        self.forwards(StepMotion::In, debuggee)
    }

    pub(super) fn step_out(&mut self, _: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        self.forwards(StepMotion::Out, debuggee)
    }

    pub(super) fn step_back(&mut self, _: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        self.backwards(StepMotion::Back, debuggee)
    }

    pub(super) fn reverse_continue(&mut self, _: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        self.backwards(StepMotion::ReverseContinue, debuggee)
    }

    /// Goes on; where that leads out of what was recorded, the applet runs on.
    fn forwards(&mut self, motion: StepMotion, debuggee: &mut dyn Debuggee) -> Handled {
        if self.moves(motion, debuggee)? {
            self.stop(debuggee, Some("step"));
            return Ok(Json::Null);
        }
        let session = self.stopped(debuggee)?;
        let is_cut = session
            .recording()
            .is_some_and(|recording| recording.is_cut());
        if let Some(recording) = session.recording() {
            recording.go_to(u64::MAX);
        }
        let mut messages = session.messages_until_now();
        if is_cut {
            let text = match session.is_at_pixel() {
                true => "The recording of this pixel ends here.",
                false => "The recording of this event ends here: the rest of it has run.",
            };
            messages.push(text.to_owned());
        }
        session.end_recording();
        self.containers.clear();
        self.state = State::Running;
        self.tell_messages(messages);
        self.look(debuggee);
        Ok(Json::Null)
    }

    /// Moves in what is recorded, and says which frame that leads to.
    fn moves(&mut self, motion: StepMotion, debuggee: &mut dyn Debuggee) -> Result<bool, String> {
        let session = self.stopped(debuggee)?;
        let before = session.frames_ago();
        let moves = session.move_in_recording(motion);
        let now = session.frames_ago();
        if moves && before != now {
            let text = match now {
                None => "The newest frame.".to_owned(),
                Some(0) => "Earlier in the newest frame.".to_owned(),
                Some(1) => "The frame before.".to_owned(),
                Some(ago) => format!("{ago} frames before."),
            };
            self.tell_messages(vec![text]);
        }
        Ok(moves)
    }

    /// Goes back; not further than to the first step that is kept.
    fn backwards(&mut self, motion: StepMotion, debuggee: &mut dyn Debuggee) -> Handled {
        if !self.moves(motion, debuggee)? {
            let session = self.stopped(debuggee)?;
            let mut is_cut = session.has_forgotten_runs();
            if let Some(recording) = session.recording() {
                let first = *recording.steps().start();
                recording.go_to(first);
                is_cut |= first > 0;
            }
            if is_cut {
                let text = "What ran before this is not recorded any more.";
                self.tell_messages(vec![text.to_owned()]);
            }
        }
        self.stop(debuggee, Some("step"));
        Ok(Json::Null)
    }

    pub(super) fn restart_frame(
        &mut self,
        arguments: &Json,
        debuggee: &mut dyn Debuggee,
    ) -> Handled {
        let arguments: FrameArguments = read(arguments)?;
        let session = self.stopped(debuggee)?;
        let index = frame_index(arguments.frame_id);
        let frame = session.stack_frame(index).ok_or("there is no such frame")?;
        let first = frame.first;
        if let Some(recording) = session.recording() {
            if first < *recording.steps().start() {
                return Err("the recording begins after this frame has".to_owned());
            }
            recording.go_to(first);
        }
        self.stop(debuggee, Some("restart"));
        Ok(Json::Null)
    }

    pub(super) fn pause(&mut self, _: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        // While scripts run, the host has set a flag already.
        if self.state != State::Running {
            debuggee.cancel_pause();
        }
        Ok(Json::Null)
    }

    /// Writes lines to the console.
    pub(super) fn tell_messages(&mut self, messages: Vec<String>) {
        for text in messages {
            let body = json!({"category": "console", "output": format!("{text}\n")});
            self.event("output", body);
        }
    }

    /// The user moves, presses or releases the pointer.
    pub(super) fn pointer(&mut self, arguments: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        let PointerArguments { x, y, action } = read(arguments)?;
        let session = debuggee.session();
        let session = session.filter(|_| self.state == State::Running);
        let session = session.ok_or("the applet does not run")?;
        if self.pointer.replace([x, y]) != Some([x, y]) {
            session.input(UserEvent::PointerMoved([x, y]));
        }
        match action {
            PointerAction::Move => {}
            PointerAction::Down => session.input(UserEvent::PointerPressed),
            PointerAction::Up => session.input(UserEvent::PointerReleased),
        }
        self.output.add(&debuggee.take_printed());
        self.look(debuggee);
        Ok(Json::Null)
    }

    /// The session, if it is stopped.
    pub(super) fn stopped<'d>(
        &self,
        debuggee: &'d mut dyn Debuggee,
    ) -> Result<&'d mut cindyscript_player::Session, String> {
        let session = debuggee.session();
        let session = session.filter(|_| self.state == State::Stopped);
        session.ok_or_else(|| "no script is stopped".to_owned())
    }

    /// The debugger has come to a step by itself, or because the user has moved in the way that `moved` names.
    pub(super) fn stop(&mut self, debuggee: &mut dyn Debuggee, moved: Option<&'static str>) {
        self.state = State::Stopped;
        self.containers.clear();
        let Some(session) = debuggee.session() else {
            return;
        };
        let reasons = session.stop_reasons();
        let is_newest = session.frames_ago().is_none();
        let recording = session.recording().filter(|_| is_newest);
        // The output of earlier runs has been sent.
        let printed = recording.map_or(0, |recording| recording.printed(recording.position()));
        let messages = session.messages_until_now();
        self.tell_until(printed);
        self.tell_messages(messages);
        let numbers = reasons.iter().filter_map(|it| self.breakpoints.number(it));
        let numbers: Vec<i64> = numbers.collect();
        let is_entry = self.launch.stop_on_entry && !std::mem::replace(&mut self.has_stopped, true);
        let (reason, text) = reason(&reasons, moved, is_entry);
        let mut body = json!({
            "reason": reason,
            "threadId": 1,
            "allThreadsStopped": true,
        });
        if let Some(text) = text {
            body["text"] = text.into();
        }
        if !numbers.is_empty() {
            body["hitBreakpointIds"] = numbers.into();
        }
        self.event("stopped", body);
    }

    pub(super) fn exception_info(&mut self, _: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        let session = self.stopped(debuggee)?;
        let mut reasons = session.stop_reasons().into_iter();
        let error = reasons.find_map(|reason| match reason {
            StopReason::Error(error) if error.fatal => Some(("error", error.message)),
            StopReason::Error(error) => Some(("warning", error.message)),
            StopReason::Numbers(text) => Some(("numbers", text)),
            _ => None,
        });
        let (kind, description) = error.ok_or("nothing went wrong here")?;
        Ok(json!({
            "exceptionId": kind,
            "description": description,
            "breakMode": "always",
        }))
    }
}

/// The reason of a stop as the protocol has it, and a text about it.
fn reason(
    reasons: &[StopReason],
    moved: Option<&'static str>,
    is_entry: bool,
) -> (&'static str, Option<String>) {
    let error = reasons.iter().find_map(|reason| match reason {
        StopReason::Error(error) => Some(error.message.clone()),
        StopReason::Numbers(text) => Some(text.clone()),
        _ => None,
    });
    match (error, reasons.first(), moved) {
        (Some(error), _, _) => ("exception", Some(error)),
        (None, Some(StopReason::Line(_)), _) => ("breakpoint", None),
        (None, Some(StopReason::Function(_)), _) => ("function breakpoint", None),
        (None, _, Some(moved)) => (moved, None),
        (None, Some(StopReason::Pause), None) if is_entry => ("entry", None),
        (None, Some(StopReason::Pause), None) => ("pause", None),
        (None, _, None) => ("entry", None),
    }
}
