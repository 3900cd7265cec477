//! The adapter: answers each request, and says when scripts stop.

mod breakpoints;
mod evaluation;
mod motion;
mod output;
mod rounds;
mod stack;
mod variables;

use cindyscript_interpreter::ConsoleOutput;
use cindyscript_player::Session;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::session::{DebugSettings, StopPlace};
use cindyscript_player::source::Source;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::protocol::{InitializeArguments, LaunchArguments, Request};

use breakpoints::Breakpoints;
use output::Output;
use variables::Container;

/// The program that is debugged, as its host has it.
pub trait Debuggee {
    /// True if the applet plays already: a client attaches to it. Otherwise it launches the applet.
    fn plays_already(&self) -> bool;

    /// Reads the program, or checks that it is the one that plays. No script runs.
    ///
    /// # Errors
    /// Why it cannot be debugged.
    fn open(&mut self, arguments: &LaunchArguments) -> Result<(), String>;

    /// True if a path names the program.
    fn is_program(&self, path: &str) -> bool;

    /// True if a path names a library of the program, which the page names so.
    fn is_library(&self, name: &str, path: &str) -> bool;

    /// The path of a library of the program, as the page names it.
    fn library_path(&self, name: &str) -> String;

    /// The program, once it is open.
    fn source(&self) -> Option<&Source>;

    /// Starts the program with breakpoints: runs its init scripts. One that plays already goes on with
    /// breakpoints. For a pixel, runs the frames as well, and records it; returns a line to tell.
    ///
    /// # Errors
    /// No colorplot paints the pixel.
    fn start(
        &mut self,
        settings: DebugSettings,
        launch: &LaunchArguments,
    ) -> Result<Option<String>, String>;

    /// The applet, once [`Debuggee::start`] was called.
    fn session(&mut self) -> Option<&mut Session>;

    /// Takes what the scripts have printed since the last frame.
    fn take_printed(&mut self) -> Vec<ConsoleOutput>;

    /// Whoever wanted to stop does not want that any more.
    fn cancel_pause(&mut self);
}

/// The state of the debug session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// A program, and that its breakpoints are set.
    #[default]
    Waiting,
    /// Scripts run, or wait for an event.
    Running,
    /// A script is stopped.
    Stopped,
    /// The applet has ended.
    Ended,
    /// The client has gone.
    Gone,
}

/// Answers the messages of a client.
#[derive(Debug, Default)]
pub struct Adapter {
    state: State,
    /// True once the client has sent `initialize`.
    is_initialized: bool,
    /// True once a program was opened.
    is_open: bool,
    /// The number of the last message.
    sent: i64,
    messages: Vec<Json>,
    counts_from_zero: [bool; 2],
    launch: LaunchArguments,
    breakpoints: Breakpoints,
    /// The values that can be unfolded since the last stop, by reference, from 1.
    containers: Vec<Container>,
    /// The number of changes of variables since the last stop.
    changes: u64,
    output: Output,
    /// True once something has stopped.
    has_stopped: bool,
    /// The place of the pointer that the client has moved last.
    pointer: Option<[f64; 2]>,
}

/// The console lists at most this many errors of the text.
const MOST_ERRORS: usize = 20;

type Handled = Result<Json, String>;

impl Adapter {
    /// True while frames are to be run. Call [`Adapter::after_run`] after each.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.state == State::Running
    }

    /// True if nobody listens any more.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.state == State::Gone
    }

    /// True if a script is stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.state == State::Stopped
    }

    /// The arguments of `launch` or `attach`.
    #[must_use]
    pub fn launch(&self) -> &LaunchArguments {
        &self.launch
    }

    /// A message of the client: what is to be sent to it.
    pub fn receive(&mut self, message: &Json, debuggee: &mut dyn Debuggee) -> Vec<Json> {
        // Responses and events of a client mean nothing here.
        let is_request = message["type"] != "response" && message["type"] != "event";
        match serde_json::from_value::<Request>(message.clone()) {
            _ if !is_request => {}
            Ok(request) => self.answer(&request, debuggee),
            Err(error) => {
                let text = format!("a message that is no request: {error}\n");
                self.event("output", json!({"category": "important", "output": text}));
            }
        }
        self.take()
    }

    fn answer(&mut self, request: &Request, debuggee: &mut dyn Debuggee) {
        let handled = match handler(&request.command) {
            Some(handler) => handler(self, &request.arguments, debuggee),
            None => Err(format!("`{}` is not supported", request.command)),
        };
        let mut response = json!({
            "type": "response",
            "request_seq": request.seq,
            "command": request.command,
            "success": handled.is_ok(),
        });
        match handled {
            Ok(body) if body.is_null() => {}
            Ok(body) => response["body"] = body,
            Err(message) => {
                let error = json!({"id": 1, "format": message, "showUser": false});
                response["message"] = message.into();
                response["body"] = json!({"error": error});
            }
        }
        // The events that it causes come after it.
        self.messages.insert(0, response);
        if request.command == "configurationDone" && self.state == State::Waiting {
            self.start(debuggee);
        }
    }

    /// Takes what is to be sent to the client, numbered.
    fn take(&mut self) -> Vec<Json> {
        let mut messages = std::mem::take(&mut self.messages);
        for message in &mut messages {
            self.sent += 1;
            message["seq"] = self.sent.into();
        }
        messages
    }

    fn event(&mut self, event: &str, body: Json) {
        let mut message = json!({"type": "event", "event": event});
        if !body.is_null() {
            message["body"] = body;
        }
        self.messages.push(message);
    }

    /// Runs the init scripts.
    fn start(&mut self, debuggee: &mut dyn Debuggee) {
        if !self.is_open {
            return;
        }
        self.state = State::Running;
        let errors = debuggee.source().map(|source| {
            let errors = source.errors().take(MOST_ERRORS);
            let lines = errors.map(|it| source.located(Some(it.range), &it.message) + "\n");
            lines.collect::<String>()
        });
        if let Some(errors) = errors.filter(|errors| !errors.is_empty()) {
            self.event("output", json!({"category": "stderr", "output": errors}));
        }
        let settings = match self.launch.no_debug {
            true => DebugSettings::default(),
            false => self.breakpoints.settings(),
        };
        let started = debuggee.start(settings, &self.launch);
        let (category, text) = match started {
            Ok(text) => ("console", text),
            Err(error) => ("important", Some(error)),
        };
        if let Some(text) = text {
            let body = json!({"category": category, "output": format!("{text}\n")});
            self.event("output", body);
        }
        self.output.add(&debuggee.take_printed());
        self.look(debuggee);
    }

    /// Scripts may have run, with this output and these errors: what is to be sent to the client.
    pub fn after_run(
        &mut self,
        output: &[ConsoleOutput],
        errors: &[AppletDiagnostic],
        debuggee: &mut dyn Debuggee,
    ) -> Vec<Json> {
        self.output.add(output);
        if let Some(source) = debuggee.source() {
            self.output.add_errors(errors, source);
        }
        if self.state == State::Stopped && !is_recorded(debuggee) {
            self.go_on_without_recording();
        }
        if self.state == State::Running {
            self.look(debuggee);
        }
        self.take()
    }

    /// The place at which a script is stopped, if one is: to be kept for [`Adapter::after_edit`].
    pub fn stopped_at(&mut self, debuggee: &mut dyn Debuggee) -> Option<StopPlace> {
        self.stopped(debuggee).ok()?.stop_place()
    }

    /// The program had the text `old`, and nothing recorded of that is left: breakpoints follow their lines. A
    /// script that was stopped at a place of `old` is to run once more in a frame: it stops there again.
    /// What is to be sent to the client.
    pub fn after_edit(
        &mut self,
        old: &str,
        stop: Option<StopPlace>,
        debuggee: &mut dyn Debuggee,
    ) -> Vec<Json> {
        let is_there = self.apply_again(old, stop, debuggee);
        if self.state == State::Stopped && is_there {
            self.state = State::Running;
            self.containers.clear();
        } else if self.state == State::Stopped {
            self.go_on_without_recording();
        }
        self.take()
    }

    /// True after an edit, until the scripts or the pixel stop once more.
    #[must_use]
    pub fn awaits_stop(&self) -> bool {
        self.breakpoints.again().is_some()
    }

    /// The pixel that was debugged before an edit was `recorded` again in the first frame after it, or the
    /// reason why it was not: what is to be sent to the client.
    pub fn after_edited_pixel(
        &mut self,
        recorded: Result<String, String>,
        debuggee: &mut dyn Debuggee,
    ) -> Vec<Json> {
        match recorded {
            Ok(_) => self.look(debuggee),
            Err(error) => self.tell_messages(vec![error]),
        }
        self.take()
    }

    /// A frame has run after an edit. If it did not come to the statement of the stop before the edit, the
    /// applet goes on: what is to be sent to the client.
    pub fn after_edited_frame(&mut self, debuggee: &mut dyn Debuggee) -> Vec<Json> {
        if self.awaits_stop() && self.state == State::Running {
            self.forget_again(debuggee);
            self.go_on_without_recording();
        }
        self.take()
    }

    /// Says where scripts have stopped, if they have.
    fn look(&mut self, debuggee: &mut dyn Debuggee) {
        let Some(session) = debuggee.session() else {
            return;
        };
        let messages = session.take_messages().into_iter();
        self.tell_messages(messages.map(|message| message.text).collect());
        let again = self.breakpoints.again();
        let again = again.and_then(|(reason, place)| session.stop_again(&reason, place));
        match session.recording() {
            Some(recording) => {
                let entry = recording.entry();
                recording.go_to(again.unwrap_or(entry));
                self.stop(debuggee, None);
                self.forget_again(debuggee);
            }
            None => self.tell_rest(),
        }
    }

    /// Continues after the recording has gone: the applet has begun anew or has another text.
    fn go_on_without_recording(&mut self) {
        self.state = State::Running;
        self.containers.clear();
        let text =
            "The statement of the stop is gone or not reached any more: the applet goes on.\n";
        self.event("output", json!({"category": "console", "output": text}));
        let body = json!({"threadId": 1, "allThreadsContinued": true});
        self.event("continued", body);
    }

    /// The applet has ended by itself: what is to be sent to the client.
    pub fn end(&mut self) -> Vec<Json> {
        if self.state == State::Running {
            self.state = State::Ended;
            self.event("exited", json!({"exitCode": 0}));
            self.event("terminated", Json::Null);
        }
        self.take()
    }

    fn line_to_client(&self, line: usize) -> i64 {
        line as i64 - i64::from(self.counts_from_zero[0])
    }

    fn column_to_client(&self, column: usize) -> i64 {
        column as i64 - i64::from(self.counts_from_zero[1])
    }

    fn line_from_client(&self, line: i64) -> usize {
        usize::try_from(line.saturating_add(i64::from(self.counts_from_zero[0]))).unwrap_or(0)
    }

    fn column_from_client(&self, column: i64) -> usize {
        usize::try_from(column.saturating_add(i64::from(self.counts_from_zero[1]))).unwrap_or(0)
    }
}

/// True if a run is recorded that was stopped.
fn is_recorded(debuggee: &mut dyn Debuggee) -> bool {
    let session = debuggee.session();
    session.is_some_and(|session| session.recording().is_some())
}

fn read<T: DeserializeOwned>(arguments: &Json) -> Result<T, String> {
    let arguments = match arguments {
        Json::Null => json!({}),
        arguments => arguments.clone(),
    };
    serde_json::from_value(arguments).map_err(|error| format!("wrong arguments: {error}"))
}

type Handler = fn(&mut Adapter, &Json, &mut dyn Debuggee) -> Handled;

/// Returns the function that answers a request.
fn handler(command: &str) -> Option<Handler> {
    Some(match command {
        "initialize" => initialize,
        "launch" => |adapter, arguments, debuggee| open(adapter, arguments, debuggee, false),
        "attach" => |adapter, arguments, debuggee| open(adapter, arguments, debuggee, true),
        "configurationDone" => |_, _, _| Ok(Json::Null),
        "setBreakpoints" => Adapter::set_breakpoints,
        "setFunctionBreakpoints" => Adapter::set_function_breakpoints,
        "setExceptionBreakpoints" => Adapter::set_exception_breakpoints,
        "breakpointLocations" => Adapter::breakpoint_locations,
        "exceptionInfo" => Adapter::exception_info,
        "threads" => |_, _, _| Ok(json!({"threads": [{"id": 1, "name": "scripts"}]})),
        "stackTrace" => Adapter::stack_trace,
        "scopes" => Adapter::scopes,
        "variables" => Adapter::variables,
        "evaluate" => Adapter::evaluate,
        "setVariable" => Adapter::set_variable,
        "setExpression" => Adapter::set_expression,
        "continue" => Adapter::go_on,
        "next" => Adapter::next,
        "stepIn" => Adapter::step_in,
        "stepOut" => Adapter::step_out,
        "stepBack" => Adapter::step_back,
        "reverseContinue" => Adapter::reverse_continue,
        "restartFrame" => Adapter::restart_frame,
        "goToRound" => Adapter::go_to_round,
        "pause" => Adapter::pause,
        "pointer" => Adapter::pointer,
        "terminate" => terminate,
        "disconnect" => disconnect,
        _ => return None,
    })
}

fn initialize(adapter: &mut Adapter, arguments: &Json, _: &mut dyn Debuggee) -> Handled {
    let arguments: InitializeArguments = read(arguments)?;
    if std::mem::replace(&mut adapter.is_initialized, true) {
        return Err("the session is initialized already".to_owned());
    }
    if arguments.path_format.is_some_and(|format| format != "path") {
        return Err("the `pathFormat` is `path`: files are named by their paths".to_owned());
    }
    adapter.counts_from_zero = [!arguments.lines_start_at1, !arguments.columns_start_at1];
    Ok(json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsBreakpointLocationsRequest": true,
        "supportsEvaluateForHovers": true,
        "supportsClipboardContext": true,
        "supportsSetVariable": true,
        "supportsSetExpression": true,
        "supportsStepBack": true,
        "supportsRestartFrame": true,
        "supportsExceptionInfoRequest": true,
        "supportsTerminateRequest": true,
        "supportsDelayedStackTraceLoading": true,
        "exceptionBreakpointFilters": breakpoints::exception_filters(),
        "supportsExceptionFilterOptions": true,
    }))
}

/// `launch`, or `attach` to an applet that plays.
fn open(
    adapter: &mut Adapter,
    arguments: &Json,
    debuggee: &mut dyn Debuggee,
    attaches: bool,
) -> Handled {
    if adapter.is_open || adapter.state != State::Waiting {
        return Err("a program is debugged already".to_owned());
    }
    match (attaches, debuggee.plays_already()) {
        (true, false) => return Err("no applet plays yet: use the request `launch`".to_owned()),
        (false, true) => {
            return Err("the applet plays already: use the request `attach`".to_owned());
        }
        _ => {}
    }
    adapter.launch = read(arguments)?;
    if adapter.launch.program.is_empty() {
        return Err("`program` is empty: it is the path of a page or a script".to_owned());
    }
    debuggee.open(&adapter.launch)?;
    adapter.breakpoints.past_frames = adapter.launch.past_frames;
    adapter.is_open = true;
    adapter.event("initialized", Json::Null);
    Ok(Json::Null)
}

fn terminate(adapter: &mut Adapter, _: &Json, _: &mut dyn Debuggee) -> Handled {
    adapter.state = State::Ended;
    adapter.event("terminated", Json::Null);
    Ok(Json::Null)
}

fn disconnect(adapter: &mut Adapter, _: &Json, _: &mut dyn Debuggee) -> Handled {
    adapter.state = State::Gone;
    Ok(Json::Null)
}
