//! The output of scripts, sent as far as the debugger has come.

use cindyscript_interpreter::{ConsoleOutput, OutputKind};
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::source::Source;
use serde_json::json;

use super::Adapter;

/// The output of the scripts since the last that were not stopped.
#[derive(Debug, Default)]
pub(super) struct Output {
    text: String,
    /// The bytes of it that the client has.
    told: usize,
    /// Errors and warnings: sent when the scripts have ended.
    errors: String,
}

impl Output {
    pub(super) fn add(&mut self, output: &[ConsoleOutput]) {
        for output in output {
            match output.kind {
                OutputKind::Print => self.text.push_str(&output.text),
                OutputKind::Diagnostic => {
                    self.text.push_str(&output.text);
                    self.text.push('\n');
                }
                OutputKind::Clear => {}
            }
        }
    }

    pub(super) fn add_errors(&mut self, errors: &[AppletDiagnostic], source: &Source) {
        for error in source.news(errors) {
            self.errors += &source.located(error.range, &error.message);
            self.errors.push('\n');
        }
    }

    /// Replaces the output by that of a run that was made anew.
    pub(super) fn replace(&mut self, output: &[ConsoleOutput]) {
        self.text.clear();
        self.add(output);
        self.told = self.told.min(self.text.len());
    }
}

impl Adapter {
    /// Tells what was printed in the first bytes of the output.
    pub(super) fn tell_until(&mut self, bytes: usize) {
        let end = self.output.text.floor_char_boundary(bytes);
        let Some(new) = self.output.text.get(self.output.told..end) else {
            return;
        };
        if !new.is_empty() {
            let new = new.to_owned();
            self.output.told = end;
            self.event("output", json!({"category": "stdout", "output": new}));
        }
    }

    /// Tells all that is left.
    pub(super) fn tell_rest(&mut self) {
        self.tell_until(self.output.text.len());
        self.output.text.clear();
        self.output.told = 0;
        let errors = std::mem::take(&mut self.output.errors);
        if !errors.is_empty() {
            self.event("output", json!({"category": "stderr", "output": errors}));
        }
    }
}
