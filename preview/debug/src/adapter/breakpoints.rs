//! Breakpoints as the client has them.

use cindyscript_player::session::{
    BreakpointRules, BreakpointState, DebugSettings, FunctionBreakpoint, LineBreakpoint, StopPlace,
    StopReason, breakable_places, breakpoint_states,
};
use cindyscript_player::source::LineColumn;
use serde_json::{Value as Json, json};

use super::{Adapter, Debuggee, Handled, read};
use crate::edit::LineEdit;
use crate::expression::{hit_condition, message};
use crate::protocol::{
    Breakpoint, BreakpointLocationsArguments, SetBreakpointsArguments,
    SetExceptionBreakpointsArguments, SetFunctionBreakpointsArguments, Source, SourceBreakpoint,
};

/// The difference of single precision that stops, if the client gives none.
const BOUND: f64 = 1e-3;

/// Everything that stops beside breakpoints, as the protocol lists it.
pub(super) fn exception_filters() -> Json {
    json!([
        {"filter": "errors", "label": "Errors", "default": true,
         "description": "Stops at an error that ends a script"},
        {"filter": "warnings", "label": "Warnings", "default": false,
         "description": "Stops where a value is undefined because something is wrong"},
        {"filter": "notFinite", "label": "NaN or infinity at a pixel", "default": true,
         "description": "Stops where a variable of a colorplot becomes NaN or infinite"},
        {"filter": "difference", "label": "Single precision differs at a pixel",
         "default": false, "supportsCondition": true,
         "conditionDescription": "the difference that stops; 0.001 if left out",
         "description": "Stops where a variable of a colorplot differs in single precision"},
    ])
}

/// The breakpoints of the client, with their numbers.
#[derive(Debug, Default)]
pub(super) struct Breakpoints {
    lines: Vec<(i64, LineBreakpoint)>,
    functions: Vec<(i64, FunctionBreakpoint)>,
    errors: bool,
    warnings: bool,
    not_finite: bool,
    difference: Option<f64>,
    /// The number of the last frames that are kept.
    pub(super) past_frames: usize,
    /// The number of the last one.
    last: i64,
    /// The statement at which the scripts stop once more after an edit, and its place.
    again: Option<(LineBreakpoint, StopPlace)>,
}

impl Breakpoints {
    pub(super) fn settings(&self) -> DebugSettings {
        DebugSettings {
            lines: {
                let lines = self.lines.iter().map(|(_, it)| it);
                lines
                    .chain(self.again.as_ref().map(|(it, _)| it))
                    .cloned()
                    .collect()
            },
            functions: self.functions.iter().map(|(_, it)| it.clone()).collect(),
            errors: self.errors,
            warnings: self.warnings,
            not_finite: self.not_finite,
            difference: self.difference,
            past_frames: self.past_frames,
        }
    }

    /// The reason of a stop at the same statement as before an edit, and its place.
    pub(super) fn again(&self) -> Option<(StopReason, &StopPlace)> {
        let (_, place) = self.again.as_ref()?;
        Some((StopReason::Line(self.lines.len()), place))
    }

    /// Moves breakpoints with the lines of the text. Those of deleted lines stay.
    fn follow(&mut self, edit: &LineEdit) {
        let own = self.lines.iter_mut().map(|(_, breakpoint)| breakpoint);
        for breakpoint in own.filter(|it| it.library.is_none()) {
            breakpoint.line = edit.line(breakpoint.line).unwrap_or(breakpoint.line);
        }
    }

    fn next(&mut self) -> i64 {
        self.last += 1;
        self.last
    }

    /// The number of the breakpoint that stops, if one does.
    pub(super) fn number(&self, reason: &StopReason) -> Option<i64> {
        match reason {
            StopReason::Line(index) => self.lines.get(*index).map(|(id, _)| *id),
            StopReason::Function(index) => self.functions.get(*index).map(|(id, _)| *id),
            StopReason::Error(_) | StopReason::Pause | StopReason::Numbers(_) => None,
        }
    }
}

/// The rules that a client writes as texts.
fn rules(
    condition: Option<&String>,
    hits: Option<&String>,
    log: Option<&String>,
) -> Result<BreakpointRules, String> {
    let written = |text: &&String| !text.trim().is_empty();
    let hits = hits.filter(written);
    Ok(BreakpointRules {
        condition: condition.filter(written).cloned(),
        hits: hits
            .map(|text| hit_condition(text))
            .transpose()?
            .unwrap_or_default(),
        message: log.filter(written).map(|text| message(text)),
    })
}

/// The library that a path names, or none for the program itself.
///
/// # Errors
/// It names neither.
fn library_of(path: &str, debuggee: &dyn Debuggee) -> Result<Option<String>, String> {
    if debuggee.is_program(path) {
        return Ok(None);
    }
    let applet = debuggee.source().and_then(|source| source.applet());
    let mut scripts = applet.into_iter().flat_map(|applet| &applet.scripts);
    let library = scripts.find(|it| it.is_library && debuggee.is_library(&it.id, path));
    let name = library.map(|library| library.id.clone());
    let reason = "this file is neither the program that is debugged nor a library of its page";
    name.map(Some).ok_or_else(|| reason.to_owned())
}

impl Adapter {
    pub(super) fn set_breakpoints(
        &mut self,
        arguments: &Json,
        debuggee: &mut dyn Debuggee,
    ) -> Handled {
        let arguments: SetBreakpointsArguments = read(arguments)?;
        let path = arguments.source.path.unwrap_or_default();
        let numbers: Vec<i64> = arguments
            .breakpoints
            .iter()
            .map(|_| self.breakpoints.next())
            .collect();
        let library = match library_of(&path, debuggee) {
            Ok(library) => library,
            Err(reason) => {
                let all = numbers
                    .iter()
                    .map(|id| self.shown(*id, Err(reason.clone()), debuggee));
                let all: Vec<Breakpoint> = all.collect();
                return Ok(json!({"breakpoints": all}));
            }
        };
        let mut states: Vec<Option<String>> = Vec::new();
        self.breakpoints
            .lines
            .retain(|(_, it)| it.library != library);
        let others = self.breakpoints.lines.len();
        for (breakpoint, id) in arguments.breakpoints.iter().zip(&numbers) {
            let wanted = self.line_breakpoint(breakpoint, library.clone());
            states.push(wanted.as_ref().err().cloned());
            self.breakpoints
                .lines
                .extend(wanted.ok().map(|wanted| (*id, wanted)));
        }
        let found = self.apply(debuggee);
        let mut found = found.into_iter().skip(others);
        let all = numbers.iter().zip(states).map(|(id, wrong)| {
            let state = match wrong {
                Some(wrong) => Err(wrong),
                None => found.next().unwrap_or_else(|| Err(String::new())),
            };
            self.shown(*id, state, debuggee)
        });
        let all: Vec<Breakpoint> = all.collect();
        Ok(json!({"breakpoints": all}))
    }

    fn line_breakpoint(
        &self,
        wanted: &SourceBreakpoint,
        library: Option<String>,
    ) -> Result<LineBreakpoint, String> {
        Ok(LineBreakpoint {
            library,
            line: self.line_from_client(wanted.line),
            column: wanted.column.map(|column| self.column_from_client(column)),
            rules: rules(
                wanted.condition.as_ref(),
                wanted.hit_condition.as_ref(),
                wanted.log_message.as_ref(),
            )?,
        })
    }

    pub(super) fn set_function_breakpoints(
        &mut self,
        arguments: &Json,
        debuggee: &mut dyn Debuggee,
    ) -> Handled {
        let arguments: SetFunctionBreakpointsArguments = read(arguments)?;
        let mut states = Vec::new();
        self.breakpoints.functions.clear();
        for wanted in &arguments.breakpoints {
            let id = self.breakpoints.next();
            let rules = rules(
                wanted.condition.as_ref(),
                wanted.hit_condition.as_ref(),
                None,
            );
            states.push((id, rules.as_ref().err().cloned()));
            if let Ok(rules) = rules {
                let name = wanted.name.trim().to_owned();
                let breakpoint = FunctionBreakpoint { name, rules };
                self.breakpoints.functions.push((id, breakpoint));
            }
        }
        let found = self.apply(debuggee);
        let mut found = found.into_iter().skip(self.breakpoints.lines.len());
        let all = states.into_iter().map(|(id, wrong)| {
            let state = match wrong {
                Some(wrong) => Err(wrong),
                None => found.next().unwrap_or_else(|| Err(String::new())),
            };
            self.shown(id, state, debuggee)
        });
        let all: Vec<Breakpoint> = all.collect();
        Ok(json!({"breakpoints": all}))
    }

    pub(super) fn set_exception_breakpoints(
        &mut self,
        arguments: &Json,
        debuggee: &mut dyn Debuggee,
    ) -> Handled {
        let arguments: SetExceptionBreakpointsArguments = read(arguments)?;
        let options = &arguments.filter_options;
        let named = options.iter().map(|option| &option.filter_id);
        let known = exception_filters();
        let known = known.as_array().into_iter().flatten();
        let known: Vec<&str> = known.filter_map(|it| it["filter"].as_str()).collect();
        for filter in arguments.filters.iter().chain(named) {
            if !known.contains(&filter.as_str()) {
                let known = known.join("`, `");
                return Err(format!(
                    "there is no filter `{filter}`: there are `{known}`"
                ));
            }
        }
        let has = |filter: &str| {
            let mut filters = arguments.filters.iter().map(String::as_str);
            filters.any(|it| it == filter) || options.iter().any(|it| it.filter_id == filter)
        };
        self.breakpoints.errors = has("errors");
        self.breakpoints.warnings = has("warnings");
        self.breakpoints.not_finite = has("notFinite");
        let mut bounds = options.iter().filter(|it| it.filter_id == "difference");
        let bound = bounds.next().and_then(|it| it.condition.as_deref());
        let bound = bound.map(str::trim).filter(|bound| !bound.is_empty());
        let bound = match bound.map(str::parse) {
            None => BOUND,
            Some(Ok(bound)) if bound > 0.0 => bound,
            Some(_) => return Err("the bound is a positive number, such as 0.001".to_owned()),
        };
        self.breakpoints.difference = has("difference").then_some(bound);
        self.apply(debuggee);
        Ok(Json::Null)
    }

    /// Gives the applet the breakpoints, once it has started: the state of each, of lines and then of
    /// functions.
    fn apply(&mut self, debuggee: &mut dyn Debuggee) -> Vec<BreakpointState> {
        if self.launch.no_debug {
            let reason = "the applet runs without the debugger: nothing stops";
            let all = self.breakpoints.lines.len() + self.breakpoints.functions.len();
            return vec![Err(reason.to_owned()); all];
        }
        let settings = self.breakpoints.settings();
        if let Some(session) = debuggee.session() {
            return session.set_debugging(settings);
        }
        match debuggee.source() {
            Some(source) => breakpoint_states(source, &settings),
            None => Vec::new(),
        }
    }

    /// Sets the breakpoints again in another text, and tells the client where they are now. `stop` is the
    /// place in the old text at which a script was stopped: the scripts stop there once more.
    /// Returns true if that statement is still there.
    pub(super) fn apply_again(
        &mut self,
        old: &str,
        stop: Option<StopPlace>,
        debuggee: &mut dyn Debuggee,
    ) -> bool {
        let Some(source) = debuggee.source() else {
            return false;
        };
        let new = source.document.text();
        let edit = LineEdit::between(old, new);
        self.breakpoints.follow(&edit);
        self.breakpoints.again = stop.and_then(|mut place| {
            let line = edit.line(place.line)?;
            let is_same = old.lines().nth(place.line - 1) == new.lines().nth(line - 1);
            place.move_lines(|line| edit.nearest(line));
            let again = LineBreakpoint {
                library: None,
                line,
                column: is_same.then_some(place.column),
                rules: BreakpointRules::default(),
            };
            Some((again, place))
        });
        let mut states = self.apply(debuggee);
        let lines = self.breakpoints.lines.iter().map(|(id, _)| *id);
        let functions = self.breakpoints.functions.iter().map(|(id, _)| *id);
        let numbers: Vec<i64> = lines.chain(functions).collect();
        let place = self.breakpoints.lines.len();
        let has_place = self.breakpoints.again.is_some() && place < states.len();
        let is_there = has_place && states.remove(place).is_ok();
        for (id, state) in numbers.into_iter().zip(states) {
            let breakpoint = self.shown(id, state, debuggee);
            let body = json!({"reason": "changed", "breakpoint": breakpoint});
            self.event("breakpoint", body);
        }
        if !is_there {
            self.forget_again(debuggee);
        }
        is_there
    }

    /// The scripts do not stop any more where they did before an edit.
    pub(super) fn forget_again(&mut self, debuggee: &mut dyn Debuggee) {
        if self.breakpoints.again.take().is_some() {
            self.apply(debuggee);
        }
    }

    fn shown(&self, id: i64, state: BreakpointState, debuggee: &dyn Debuggee) -> Breakpoint {
        let (place, message) = match state {
            Ok(place) => (Some(place), None),
            Err(message) => (None, Some(message)),
        };
        let library = place.as_ref().and_then(|place| place.library.as_ref());
        let path = library.map(|library| debuggee.library_path(library));
        Breakpoint {
            id,
            verified: message.is_none(),
            message,
            source: path.map(Source::of),
            line: place.as_ref().map(|at| self.line_to_client(at.line)),
            column: place.as_ref().map(|at| self.column_to_client(at.column)),
        }
    }

    pub(super) fn breakpoint_locations(
        &mut self,
        arguments: &Json,
        debuggee: &mut dyn Debuggee,
    ) -> Handled {
        let arguments: BreakpointLocationsArguments = read(arguments)?;
        let path = arguments.source.path.unwrap_or_default();
        let file = debuggee.source().zip(library_of(&path, debuggee).ok());
        let place = |line: i64, column: Option<i64>, default: usize| LineColumn {
            line: self.line_from_client(line),
            column: column.map_or(default, |column| self.column_from_client(column)),
        };
        let end = arguments.end_line.unwrap_or(arguments.line);
        let from = place(arguments.line, arguments.column, 1);
        let to = place(end, arguments.end_column, usize::MAX);
        let places = file.map_or_else(Vec::new, |(source, library)| {
            breakable_places(source, library.as_deref(), from, to)
        });
        let places = places.into_iter().map(|at| {
            json!({
                "line": self.line_to_client(at.line),
                "column": self.column_to_client(at.column),
            })
        });
        Ok(json!({"breakpoints": places.collect::<Vec<Json>>()}))
    }
}
