//! Runs that are over: their stops are searched again, and they are recorded anew elsewhere.

use std::sync::Arc;

use super::prepared::Prepared;
use super::{Debugger, HALF, Job};
use crate::interpreter::Interpreter;
use crate::machine::breakpoints::{StopCount, StopSettings};
use crate::machine::log::Log;
use crate::machine::recorder::{Mode, Recorder, Seek};
use crate::recording::{LoopRound, Recording};
use crate::value::dictionary::journal::{self, DictionaryWrite};

/// A run that is over, and can be undone.
pub(super) struct PastRun {
    pub(super) writes: Vec<DictionaryWrite>,
    pub(super) recorded: Option<RecordedRun>,
}

/// A run that is recorded, and all that it takes to repeat it.
pub(super) struct RecordedRun {
    pub(super) recording: Recording,
    pub(super) start: Interpreter,
    pub(super) job: Job,
    pub(super) settings: StopSettings,
    /// The hits and failures of each breakpoint before it.
    pub(super) counts: Vec<StopCount>,
    /// Texts that run before steps.
    pub(super) edits: Vec<(u64, String)>,
}

impl Debugger {
    /// The bytes that all recordings hold.
    pub(super) fn bytes(&self) -> usize {
        let recorded = self.runs.iter().filter_map(|run| run.recorded.as_ref());
        recorded.map(|run| run.recording.bytes()).sum()
    }

    /// If breakpoints are other ones now, the recorded runs stop where these do.
    pub(super) fn update_stops(&mut self) {
        if !std::mem::take(&mut self.has_old_stops) {
            return;
        }
        self.undo();
        let mut runs = std::mem::take(&mut self.runs);
        for run in &mut runs {
            if let Some(recorded) = &mut run.recorded {
                self.search_stops(recorded);
            }
            journal::redo(&mut run.writes);
        }
        self.runs = runs;
    }

    /// Searches the stops of a recorded run. Dictionaries are as they were before it.
    fn search_stops(&mut self, run: &mut RecordedRun) {
        let mut fork = run.start.clone();
        let Ok(prepared) = Prepared::new(&fork.revision, &self.settings, &run.edits) else {
            return;
        };
        let mode = Mode::Record(Log::of_hits(*run.recording.steps().start()));
        let mut ran = self.run(&mut fork, &prepared, &run.job, mode, &prepared.marks, None);
        journal::undo(&mut ran.writes);
        let Some(recorder) = ran.recorder.take() else {
            return;
        };
        run.settings.clone_from(&self.settings);
        run.counts = std::mem::replace(&mut self.counts, recorder.counts);
        if let Mode::Record(log) = recorder.mode {
            run.recording.set_stops(log.hits, recorder.messages);
        }
    }

    /// Records the first of the recorded runs anew, around another step, and goes there.
    pub(super) fn record_around(&mut self, step: u64) {
        self.undo();
        let mut runs = std::mem::take(&mut self.runs);
        if let Some(run) = runs.first_mut().and_then(|run| run.recorded.as_mut()) {
            self.record_run_around(run, step);
        }
        self.runs = runs;
        self.redo();
    }

    /// The same for a run. Dictionaries are as they were before it.
    fn record_run_around(&mut self, run: &mut RecordedRun, step: u64) {
        let Ok(prepared) = Prepared::new(&run.start.revision, &run.settings, &run.edits) else {
            return;
        };
        let later = std::mem::replace(&mut self.counts, run.counts.clone());
        let mut before = step.min(HALF);
        loop {
            let mut fork = run.start.clone();
            let mode = Mode::Record(Log::beside(step - before, self.bytes()));
            let mut ran = self.run(&mut fork, &prepared, &run.job, mode, &prepared.marks, None);
            journal::undo(&mut ran.writes);
            let Some(recorder) = ran.recorder.take() else {
                break;
            };
            let Recorder {
                mode: Mode::Record(log),
                scopes,
                messages,
                ..
            } = *recorder
            else {
                break;
            };
            let program = Arc::clone(&prepared.revision.program);
            let marks = Arc::clone(&prepared.marks);
            let recording = Recording::new(program, log, scopes, messages, marks);
            if recording.steps().contains(&step) || before == 0 {
                run.recording = recording;
                run.recording.go_to(step);
                break;
            }
            before /= 16;
        }
        self.counts = later;
    }

    /// Records the first of the recorded runs anew, around a round of a loop.
    pub(super) fn record_round(&mut self, at: &LoopRound, round: u32) {
        let Some(run) = self.first() else { return };
        let Ok(prepared) = Prepared::new(&run.start.revision, &run.settings, &run.edits) else {
            return;
        };
        let (mut fork, job) = (run.start.clone(), run.job.clone());
        self.undo();
        let seek = Mode::Seek(Seek::round(at.scope, round));
        let mut ran = self.run(&mut fork, &prepared, &job, seek, &prepared.marks, None);
        journal::undo(&mut ran.writes);
        self.redo();
        let recorder = ran.recorder.take();
        if let Some(Mode::Seek(seek)) = recorder.map(|recorder| recorder.mode)
            && let Some(step) = seek.reached
        {
            self.record_around(step);
        }
    }

    /// The first run that is recorded.
    pub(super) fn first(&mut self) -> Option<&mut RecordedRun> {
        self.runs.first_mut()?.recorded.as_mut()
    }

    /// Undoes all writes into dictionaries since the first recorded run began.
    pub(super) fn undo(&mut self) {
        for run in self.runs.iter_mut().rev() {
            journal::undo(&mut run.writes);
        }
    }

    /// Does them again.
    pub(super) fn redo(&mut self) {
        for run in &mut self.runs {
            journal::redo(&mut run.writes);
        }
    }
}
