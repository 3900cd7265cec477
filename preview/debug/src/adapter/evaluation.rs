//! Expressions: looked at, and assigned to.

use cindyscript_interpreter::{ErrorSeverity, OutputKind, Value};
use cindyscript_player::Session;
use serde_json::{Value as Json, json};

use super::variables::{Container, path_of_part};
use super::{Adapter, Debuggee, Handled, read};
use crate::protocol::{
    EvaluateArguments, SetExpressionArguments, SetVariableArguments, frame_index,
};
use crate::shown::{line, type_name};

impl Adapter {
    pub(super) fn evaluate(&mut self, arguments: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        let arguments: EvaluateArguments = read(arguments)?;
        let frame = frame(arguments.frame_id);
        let session = self.stopped(debuggee)?;
        let text = arguments.expression.trim();
        // VS Code asks for the value of no expression where the pointer is between words.
        if text.is_empty() {
            return Err("there is no expression".to_owned());
        }
        let is_copied = arguments.context.as_deref() == Some("clipboard");
        if let Some(value) = variable(session, frame, text) {
            let mut body = self.result(&value, Some(text), session);
            if is_copied {
                body["result"] = session.print(&value).into();
            }
            return Ok(body);
        }
        let evaluation = session.evaluate_in_frame(frame, text)?;
        let is_missing = evaluation.value.is_undefined();
        let mut errors = evaluation.errors.iter();
        let error = errors.find(|it| it.severity == ErrorSeverity::Error || is_missing);
        if let Some(error) = error {
            return Err(error.message.clone());
        }
        let mut body = self.result(&evaluation.value, Some(text), session);
        if is_copied {
            body["result"] = evaluation.printed.into();
        }
        let printed = evaluation.output.into_iter();
        let printed = printed.filter(|output| output.kind == OutputKind::Print);
        let printed: String = printed.map(|output| output.text).collect();
        if !printed.is_empty() && arguments.context.as_deref() == Some("repl") {
            self.event("output", json!({"category": "stdout", "output": printed}));
        }
        Ok(body)
    }

    fn result(&mut self, value: &Value, path: Option<&str>, session: &Session) -> Json {
        let (reference, indexed, named) = self.unfold(value, path, session);
        let mut body = json!({
            "result": line(session, value),
            "type": type_name(value),
            "variablesReference": reference,
        });
        if let Some(indexed) = indexed {
            body["indexedVariables"] = indexed.into();
        }
        if let Some(named) = named {
            body["namedVariables"] = named.into();
        }
        body
    }

    pub(super) fn set_variable(
        &mut self,
        arguments: &Json,
        debuggee: &mut dyn Debuggee,
    ) -> Handled {
        let arguments: SetVariableArguments = read(arguments)?;
        let container = self.container(arguments.variables_reference)?;
        if let Container::Rounds { frame } = container {
            return self.set_round(frame, &arguments.name, &arguments.value, debuggee);
        }
        let session = self.stopped(debuggee)?;
        let path = path_of_part(container, &arguments.name, session)?;
        self.assign(&path, &arguments.value, debuggee)
    }

    pub(super) fn set_expression(
        &mut self,
        arguments: &Json,
        debuggee: &mut dyn Debuggee,
    ) -> Handled {
        let arguments: SetExpressionArguments = read(arguments)?;
        if frame(arguments.frame_id) != 0 {
            let reason = "only the innermost frame can assign; set the variable in its scope";
            return Err(reason.to_owned());
        }
        self.assign(&arguments.expression, &arguments.value, debuggee)
    }

    /// Assigns a value, and records the run anew from here on.
    fn assign(&mut self, path: &str, value: &str, debuggee: &mut dyn Debuggee) -> Handled {
        let session = self.stopped(debuggee)?;
        // By itself, so that nothing but an expression passes.
        let wanted = session.evaluate_in_frame(0, value)?;
        if wanted.value.is_undefined() {
            let mut errors = wanted.errors.into_iter();
            let why = errors.next().map(|error| error.message);
            return Err(why.unwrap_or_else(|| "the value is undefined".to_owned()));
        }
        let change = format!("{path} = ({value})");
        // In a copy first: an assignment that is refused changes nothing.
        let tried = session.evaluate_in_frame(0, &format!("{change}; {path}"))?;
        if tried.printed != wanted.printed {
            let then = line(session, &tried.value);
            return Err(format!("`{path}` does not take this value: it is {then}"));
        }
        session.change_run(&change)?;
        let output = debuggee.take_printed();
        self.changes += 1;
        self.output.replace(&output);
        let session = self.stopped(debuggee)?;
        let value = match variable(session, 0, path) {
            Some(value) => value,
            None => tried.value,
        };
        let mut body = self.result(&value, Some(path), session);
        if let Some(result) = body.as_object_mut().and_then(|it| it.remove("result")) {
            body["value"] = result;
        }
        Ok(body)
    }
}

/// The place of a frame among all, from its number; without a number, the innermost.
fn frame(id: Option<i64>) -> usize {
    id.map_or(0, frame_index)
}

/// The value of a variable in a frame, if the text is the name of one that has a value: it is known
/// without running anything.
fn variable(session: &mut Session, frame: usize, text: &str) -> Option<Value> {
    let recording = session.recording()?;
    let id = recording.program().names.get(text)?;
    let frames = recording.frames();
    recording.value(frames.get(frame)?, id)
}
