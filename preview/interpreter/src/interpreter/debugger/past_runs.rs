//! Runs that are over: their stops are searched again, and they are recorded anew elsewhere.

use std::sync::Arc;

use cindyscript_hir::program::TermId;

use super::prepared::Prepared;
use super::{Debugger, HALF, Job};
use crate::interpreter::Interpreter;
use crate::machine::breakpoints::{StopCount, StopSettings};
use crate::machine::log::Log;
use crate::machine::recorder::{Goal, Mode, Recorder, Seek};
use crate::recording::{LoopRound, MotionStart, Recording, StepMotion};
use crate::value::dictionary::journal::{self, DictionaryWrite};

/// A run that is over, and all that it takes to undo and to repeat it.
pub(super) struct PastRun {
    pub(super) writes: Vec<DictionaryWrite>,
    pub(super) start: Interpreter,
    pub(super) job: Job,
    /// The frame in which it ran.
    pub(super) frame: u64,
    /// True if it ran while the scripts drew the picture of this frame.
    pub(super) is_in_frame: bool,
    /// The hits and failures of each breakpoint before it.
    pub(super) counts: Vec<StopCount>,
    /// Texts that run before steps.
    pub(super) edits: Vec<(u64, String)>,
    pub(super) recorded: Option<RecordedRun>,
    /// The bytes that are kept for it alone.
    pub(super) bytes: usize,
}

/// The recording of a run, and the breakpoints that it has looked for.
pub(super) struct RecordedRun {
    pub(super) recording: Recording,
    pub(super) settings: StopSettings,
}

impl PastRun {
    /// The program of the run with the breakpoints of its recording.
    pub(super) fn prepared(&self, settings: &StopSettings) -> Option<Prepared> {
        Prepared::new(&self.start.revision, settings, &self.edits).ok()
    }
}

impl Debugger {
    /// The bytes that all recordings hold.
    pub(super) fn bytes(&self) -> usize {
        let recorded = self.runs.iter().filter_map(|run| run.recorded.as_ref());
        recorded.map(|recorded| recorded.recording.bytes()).sum()
    }

    /// If breakpoints are other ones now, the recorded runs stop where these do.
    pub(super) fn update_stops(&mut self) {
        if !std::mem::take(&mut self.has_old_stops) {
            return;
        }
        self.undo();
        let (current, newest) = (self.current(), self.done);
        let mut runs = std::mem::take(&mut self.runs);
        for (index, run) in runs.iter_mut().enumerate().skip(current) {
            let counts = self.counts.clone();
            self.search_stops(run);
            if index < newest {
                self.counts = counts;
            }
            journal::redo(&mut run.writes);
        }
        self.runs = runs;
    }

    /// Searches the stops of a run, if it is recorded. Dictionaries are as they were before it.
    fn search_stops(&mut self, run: &mut PastRun) {
        let Some(prepared) = run.prepared(&self.settings) else {
            return;
        };
        let Some(recorded) = &mut run.recorded else {
            return;
        };
        let mut fork = run.start.clone();
        let mode = Mode::Record(Log::of_hits(*recorded.recording.steps().start()));
        let mut ran = self.run(&mut fork, &prepared, &run.job, mode, &prepared.marks, None);
        journal::undo(&mut ran.writes);
        let Some(recorder) = ran.recorder.take() else {
            return;
        };
        recorded.settings.clone_from(&self.settings);
        run.counts = std::mem::replace(&mut self.counts, recorder.counts);
        if let Mode::Record(log) = recorder.mode {
            recorded.recording.set_stops(log.hits, recorder.messages);
        }
    }

    /// Records the current run anew, around another step, and goes there.
    pub(super) fn record_around(&mut self, step: u64) {
        self.undo();
        let current = self.current();
        let mut runs = std::mem::take(&mut self.runs);
        if let Some(run) = runs.get_mut(current)
            && let Some(RecordedRun { settings, .. }) = run.recorded.take()
        {
            // The new recording needs the memory of the old one.
            self.record_run_around(run, &settings, step);
        }
        self.runs = runs;
        self.redo();
    }

    /// Records a run around a step, and goes there. Dictionaries are as they were before it.
    pub(super) fn record_run_around(
        &mut self,
        run: &mut PastRun,
        settings: &StopSettings,
        step: u64,
    ) {
        let Some(prepared) = run.prepared(settings) else {
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
            let marks = Arc::clone(&prepared.marks);
            let mut recording = Recording::new(ran.program, log, scopes, messages, marks);
            if recording.steps().contains(&step) || before == 0 {
                recording.go_to(step);
                run.recorded = Some(RecordedRun {
                    recording,
                    settings: settings.clone(),
                });
                break;
            }
            before /= 16;
        }
        self.counts = later;
    }

    /// Records the current run anew, around a round of a loop.
    pub(super) fn record_round(&mut self, at: &LoopRound, round: u32) {
        if let Some(step) = self.seek(Goal::Round(at.scope, round)) {
            self.record_around(step);
        }
    }

    /// Records the current run anew where a motion ends that leads out of the recording at a step. False if it
    /// leads out of the run. Statements are in one line if `line` says the same of them.
    pub(super) fn record_beyond(
        &mut self,
        motion: StepMotion,
        start: &MotionStart,
        step: u64,
        line: &mut dyn FnMut(TermId) -> u32,
    ) -> bool {
        let recording = self.recording();
        let goal = recording.and_then(|recording| recording.goal(motion, start, line));
        let step = match goal {
            Some(goal) => self.seek(Goal::Frame(goal)),
            None => Some(step),
        };
        if let Some(step) = step {
            self.record_around(step);
        }
        step.is_some()
    }

    /// The number of the step at which the current run comes to a goal.
    fn seek(&mut self, goal: Goal) -> Option<u64> {
        match self.repeat(Mode::Seek(Seek::to(goal)), false)?.0 {
            Mode::Seek(seek) => seek.reached,
            Mode::Search(_) | Mode::Record(_) => None,
        }
    }

    /// The place of the run that the user looks at: the one that is stopped, unless it is an earlier one.
    pub(super) fn current(&self) -> usize {
        self.visited.unwrap_or(self.done)
    }

    /// The same run, if it is recorded.
    pub(super) fn current_run(&self) -> Option<(&PastRun, &RecordedRun)> {
        let run = self.runs.get(self.current())?;
        Some((run, run.recorded.as_ref()?))
    }

    /// The recording of that run.
    pub(super) fn recording(&mut self) -> Option<&mut Recording> {
        let current = self.current();
        let recorded = self.runs.get_mut(current)?.recorded.as_mut()?;
        Some(&mut recorded.recording)
    }

    /// Undoes all writes into dictionaries since the current run began.
    pub(super) fn undo(&mut self) {
        let current = self.current();
        for run in self.runs.iter_mut().skip(current).rev() {
            journal::undo(&mut run.writes);
        }
    }

    /// Does them again.
    pub(super) fn redo(&mut self) {
        let current = self.current();
        for run in self.runs.iter_mut().skip(current) {
            journal::redo(&mut run.writes);
        }
    }
}
