//! Texts that are evaluated at a step of a recording, or run there.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::past_runs::PastRun;
use super::prepared::Prepared;
use super::{Debugger, RECORD_TIME, go_back};
use crate::code::revision::Revision;
use crate::interpreter::Interpreter;
use crate::machine::breakpoints::expression;
use crate::machine::recorder::{Mode, Recorder, Seek};
use crate::recording::{EvaluatedText, StackFrame};
use crate::value::Value;
use crate::value::dictionary::journal;
use crate::value::dictionary::{Dictionary, EntryContent};
use crate::work::Deadline;

impl Interpreter {
    /// The keys of a dictionary in ascending order, and their values, at the current step of the first
    /// recording. Entries that are code have no value.
    #[must_use]
    pub fn entries_at(&self, dictionary: &Dictionary) -> Vec<(Value, Option<Value>)> {
        let copy = dictionary.copy();
        let debugger = self.debugger.0.iter();
        let runs = debugger.flat_map(|it| it.runs.iter().skip(it.current()));
        let runs: Vec<&PastRun> = runs.collect();
        for (index, run) in runs.iter().enumerate().rev() {
            let recorded = run.recorded.as_ref().filter(|_| index == 0);
            let from = recorded.map_or(0, |run| run.recording.written(run.recording.position()));
            journal::undo_in_copy(&run.writes, from, dictionary, &copy);
        }
        let entries = copy.by_value().into_iter();
        let value = |content: EntryContent| match content {
            EntryContent::Value(value) => Some(value),
            EntryContent::Code(_) => None,
        };
        entries
            .map(|(key, content)| (key, value(content)))
            .collect()
    }
}

impl Debugger {
    pub(super) fn evaluate(
        &mut self,
        frame: &StackFrame,
        text: &str,
    ) -> Result<Option<EvaluatedText>, String> {
        let Some((run, recorded)) = self.current_run() else {
            return Ok(None);
        };
        let mut fork = run.start.clone();
        let mut prepared = Prepared::new(&fork.revision, &recorded.settings, &run.edits)?;
        let mut program = prepared.revision.split_program();
        let root = expression(text, &mut program)?;
        prepared.revision = Revision::new(program);
        let seek = Seek::evaluation(recorded.recording.position(), frame.scope, root);
        let job = run.job.clone();
        self.undo();
        prepared.enter(&mut fork);
        let stops = Arc::default();
        let mut recorder = Recorder::new(Arc::clone(&prepared.marks), stops, Mode::Seek(seek));
        recorder.edits = Arc::clone(&prepared.edits);
        let deadline = Deadline::new(RECORD_TIME);
        fork.state.context.deadline = Some(deadline);
        fork.state.context.interrupt = Arc::clone(&self.flags.leave);
        let mut ran = fork.run_job(&job, Some(Box::new(recorder)));
        let outcome = ran
            .recorder
            .take()
            .and_then(|recorder| match recorder.mode {
                Mode::Seek(seek) => seek.outcome,
                Mode::Search(_) | Mode::Record(_) => None,
            });
        let evaluation = outcome.map(|(value, errors)| EvaluatedText {
            printed: fork.print(&value),
            value: detached(&value, &mut FxHashMap::default()),
            errors,
            output: fork.take_output(),
        });
        journal::undo(&mut ran.writes);
        self.redo();
        Ok(evaluation)
    }

    pub(super) fn change(
        &mut self,
        interpreter: &mut Interpreter,
        text: &str,
    ) -> Result<(), String> {
        let Some((run, recorded)) = self.current_run() else {
            return Ok(());
        };
        let step = recorded.recording.position();
        let mut edits = run.edits.clone();
        edits.retain(|(edited, _)| *edited <= step);
        edits.push((step, text.to_owned()));
        let prepared = Prepared::new(&run.start.revision, &recorded.settings, &edits)?;
        self.undo();
        let Some(run) = self.runs.drain(self.done..).next() else {
            return Ok(());
        };
        self.counts = run.counts;
        go_back(interpreter, &run.start);
        let (start, job) = (run.start, run.job);
        self.record(interpreter, &prepared, start, job, Some(step));
        if let Some(run) = self.runs.get_mut(self.done) {
            run.edits = edits;
        }
        if let Some(recording) = self.recording() {
            recording.go_to(step);
        }
        Ok(())
    }
}

/// A value with copies of the dictionaries in it.
fn detached(value: &Value, known: &mut FxHashMap<usize, Dictionary>) -> Value {
    match value {
        Value::List(list) if !list.is_numeric() => {
            let items = list.iter().map(|item| detached(&item, known));
            let items: Vec<Value> = items.collect();
            items.into_iter().collect()
        }
        // They may contain each other, but not without end: each is copied once.
        Value::Dictionary(dictionary) => {
            if let Some(copy) = known.get(&dictionary.identity()) {
                return Value::Dictionary(copy.clone());
            }
            let copy = Dictionary::default();
            if known.len() < MOST_COPIES {
                known.insert(dictionary.identity(), copy.clone());
                for (key, content) in dictionary.by_value() {
                    let content = match content {
                        EntryContent::Value(value) => EntryContent::Value(detached(&value, known)),
                        code => code,
                    };
                    copy.set_value(&key, content);
                }
            }
            Value::Dictionary(copy)
        }
        other => other.clone(),
    }
}

/// The most dictionaries that are copied with a value: one in another, they are as deep.
const MOST_COPIES: usize = 200;
