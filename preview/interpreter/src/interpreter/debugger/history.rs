//! The runs before the one that is stopped: kept as they began, and recorded once a debugger goes there.

use cindyscript_applet::View;
use cindyscript_hir::program::TermId;

use super::past_runs::PastRun;
use super::{Debugger, Job};
use crate::error::NOWHERE;
use crate::interpreter::Interpreter;
use crate::machine::breakpoints::{StopCount, StopSettings};
use crate::machine::log::measure_bindings;
use crate::machine::recorder::{Mode, Seek, StopSearch};
use crate::recording::StepMotion;
use crate::value::dictionary::journal::{self, DictionaryWrite};

/// The most bytes that earlier runs hold.
const MAX_BYTES: usize = 128 << 20;
/// The bytes of the state of an interpreter, without its variables and elements.
const STATE_BYTES: usize = 1 << 14;
/// The bytes of an element of the construction and its trace.
const ELEMENT_BYTES: usize = 1 << 10;

impl Debugger {
    /// Keeps a run that nothing has stopped, to undo it or to go back to it.
    pub(super) fn note_run(
        &mut self,
        start: Interpreter,
        job: Job,
        counts: Vec<StopCount>,
        writes: Vec<DictionaryWrite>,
    ) {
        let is_behind_stop = self.done < self.runs.len();
        if self.settings.past_frames == 0 && !is_behind_stop {
            return;
        }
        self.add_run(PastRun {
            writes,
            start,
            job,
            frame: self.frame,
            is_in_frame: self.is_in_frame,
            counts,
            edits: Vec::new(),
            recorded: None,
            bytes: 0,
        });
        if !is_behind_stop {
            self.done = self.runs.len();
            self.forget_runs();
        }
    }

    /// Adds a run behind all others.
    pub(super) fn add_run(&mut self, run: PastRun) {
        if let Some(before) = self.runs.last_mut() {
            before.bytes = before.kept_bytes(&run);
        }
        self.runs.push(run);
    }

    /// The run that is stopped is done: the next one that is recorded is, if there is one.
    pub(super) fn end_run(&mut self) {
        self.visited = None;
        let mut behind = self.runs.iter().skip(self.done + 1);
        let next = behind.position(|run| run.recorded.is_some());
        self.done = next.map_or(self.runs.len(), |next| self.done + 1 + next);
        for run in self.runs.iter_mut().take(self.done) {
            run.recorded = None;
        }
        self.forget_runs();
    }

    /// Forgets the first runs, if they are too old or hold too much.
    fn forget_runs(&mut self) {
        let frames = self.settings.past_frames as u64;
        let mut bytes: usize = self.runs.iter().map(|run| run.bytes).sum();
        let done = self.runs.iter().take(self.done);
        let forgotten = done.take_while(|run| {
            let is_old = run.frame.saturating_add(frames) <= self.frame || bytes > MAX_BYTES;
            bytes -= run.bytes;
            is_old
        });
        let forgotten = forgotten.count();
        self.runs.drain(..forgotten);
        self.done -= forgotten;
        self.is_cut |= forgotten > 0;
    }

    /// The number of frames between the current run and the one that is stopped; none if that is the current
    /// one.
    pub(super) fn frames_ago(&self) -> Option<u64> {
        let visited = self.runs.get(self.visited?)?.frame;
        let newest = self.runs.get(self.done)?.frame;
        Some(newest.saturating_sub(visited))
    }

    /// See [`Interpreter::past_picture`].
    pub(super) fn past_picture(&mut self, view: View, size: [f64; 2]) -> Option<Interpreter> {
        let visited = self.visited?;
        let frame = self.runs.get(visited)?.frame;
        let draws = |run: &PastRun| run.frame == frame && run.is_in_frame;
        let last = self.runs.iter().take(self.done).rposition(draws)?;
        self.visited = Some(last);
        self.undo();
        let picture = self.runs.get(last).and_then(|run| {
            let mut fork = run.start.clone();
            fork.set_view(view, size);
            let prepared = run.prepared(&StopSettings::default())?;
            let mode = StopSearch::default().into();
            let mut ran = self.run(&mut fork, &prepared, &run.job, mode, &prepared.marks, None);
            fork.state.context.graphics.end_frame();
            // The texts of the construction run code as well.
            fork.debugger.set(Box::new(Debugger {
                settings: StopSettings {
                    past_frames: 1,
                    ..StopSettings::default()
                },
                ..Debugger::default()
            }));
            fork.draw_geometry();
            let texts = fork.debugger.take();
            for text in texts.into_iter().flat_map(|it| it.runs).rev() {
                journal::undo(&mut { text.writes });
            }
            journal::undo(&mut ran.writes);
            Some(fork)
        });
        self.redo();
        self.visited = Some(visited);
        picture
    }

    /// See [`Interpreter::leave_run`].
    pub(super) fn leave_run(
        &mut self,
        motion: StepMotion,
        line: &mut dyn FnMut(TermId) -> u32,
    ) -> bool {
        let before = self.current();
        let is_back = matches!(motion, StepMotion::Back | StepMotion::ReverseContinue);
        let runs: Vec<usize> = match is_back {
            true => (0..before).rev().collect(),
            false => (before + 1..=self.done.min(self.runs.len())).collect(),
        };
        let is_to_stop = matches!(motion, StepMotion::Continue | StepMotion::ReverseContinue);
        for index in runs {
            self.visited = Some(index).filter(|index| *index < self.done);
            if self.visited.is_some() && (!is_to_stop || self.has_stop()) {
                self.record_past(is_back);
            }
            let recording = self.recording();
            let target = recording.as_ref().and_then(|recording| match motion {
                StepMotion::Back => recording.last_statement(&mut *line),
                StepMotion::ReverseContinue => recording.hits().last().map(|hit| hit.step),
                StepMotion::Continue => recording.hits().first().map(|hit| hit.step),
                StepMotion::In | StepMotion::Over | StepMotion::Out => {
                    Some(*recording.steps().start())
                }
                StepMotion::Restart => None,
            });
            let recording = recording.zip(target);
            let recording = recording.filter(|(it, target)| it.term(*target) != NOWHERE);
            if let Some((recording, target)) = recording {
                recording.go_to(target);
                self.drop_recording(before);
                return true;
            }
            self.drop_recording(index);
        }
        self.visited = Some(before).filter(|index| *index < self.done);
        false
    }

    /// Drops the recording of an earlier run.
    fn drop_recording(&mut self, index: usize) {
        if index < self.done
            && let Some(run) = self.runs.get_mut(index)
        {
            run.recorded = None;
        }
    }

    /// True if something stops the current run.
    fn has_stop(&mut self) -> bool {
        let mode = StopSearch::default().into();
        let stopped = self.repeat(mode, true);
        matches!(
            stopped,
            Some((
                Mode::Search(StopSearch {
                    stopped: Some(_),
                    ..
                }),
                _
            ))
        )
    }

    /// Records an earlier run that is the current one: its beginning, or its end.
    fn record_past(&mut self, is_end: bool) {
        let step = match is_end {
            // A run that seeks a step that never comes counts its steps.
            true => self
                .repeat(Mode::Seek(Seek::end()), false)
                .map_or(0, |it| it.1),
            false => 0,
        };
        self.undo();
        let (current, settings) = (self.current(), self.settings.clone());
        let mut runs = std::mem::take(&mut self.runs);
        if let Some(run) = runs.get_mut(current) {
            self.record_run_around(run, &settings, step.saturating_sub(1));
            if let Some(recorded) = &mut run.recorded {
                // The client has these.
                recorded.recording.forget_messages();
            }
        }
        self.runs = runs;
        self.redo();
    }

    /// Repeats the current run in a copy: the recorder's task afterwards, and the number of steps.
    pub(super) fn repeat(&mut self, mode: Mode, is_watch: bool) -> Option<(Mode, u64)> {
        let current = self.current();
        let run = self.runs.get(current)?;
        let prepared = run.prepared(&self.settings)?;
        let (mut fork, job, counts) = (run.start.clone(), run.job.clone(), run.counts.clone());
        let counts = std::mem::replace(&mut self.counts, counts);
        self.undo();
        let marks = match is_watch {
            true => &prepared.watched,
            false => &prepared.marks,
        };
        let mut ran = self.run(&mut fork, &prepared, &job, mode, marks, None);
        journal::undo(&mut ran.writes);
        self.redo();
        self.counts = counts;
        let recorder = ran.recorder.take()?;
        Some((recorder.mode, recorder.count))
    }
}

impl PastRun {
    /// The bytes that are kept for this run alone, if another one follows.
    fn kept_bytes(&self, next: &PastRun) -> usize {
        let (state, after) = (&self.start.state, &next.start.state);
        let variables = measure_bindings(state.variables.bindings(), after.variables.bindings());
        STATE_BYTES
            + variables
            + state.elements.len() * ELEMENT_BYTES
            + self.writes.len() * size_of::<DictionaryWrite>()
    }
}
