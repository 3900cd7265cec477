//! The place of a stop, and where the same place is in another run: after an edit.

use std::cmp::Ordering;

use cindyscript_hir::program::TermId;
use cindyscript_interpreter::{HitCause, Recording};
use rustc_hash::FxHashMap;

use super::{CodePlace, MOST_RECORDINGS, Session, StopReason};
use crate::source::Source;

/// The most statements among which the calls of a stop are counted.
const MOST_COUNTED: usize = 1 << 16;

/// The place of a stop: a statement, the rounds of the loops around it, and the call that it is in.
#[derive(Clone, Debug)]
pub struct StopPlace {
    /// The line, from 1.
    pub line: usize,
    /// The column in UTF-16 code units, from 1.
    pub column: usize,
    way: Way,
    /// The number of earlier steps of the statement on the same way: other calls in one statement.
    earlier: usize,
}

/// The lines of the loops and statements around a step, outermost first, with the rounds of the loops.
type Way = Vec<(usize, u32)>;

impl StopPlace {
    /// The same place in a text in which lines have moved.
    pub fn move_lines(&mut self, line: impl Fn(usize) -> usize) {
        self.line = line(self.line);
        for (other, _) in &mut self.way {
            *other = line(*other);
        }
    }
}

/// The lines of terms.
struct Lines<'s> {
    source: &'s Source,
    known: FxHashMap<TermId, usize>,
}

impl Lines<'_> {
    fn new(source: &Source) -> Lines<'_> {
        Lines {
            source,
            known: FxHashMap::default(),
        }
    }

    fn way(&mut self, recording: &Recording, step: u64) -> Way {
        let way = recording.way(step).into_iter();
        let in_lines = way.map(|(term, round)| {
            let line = || CodePlace::new(self.source, term).line;
            (*self.known.entry(term).or_insert_with(line), round)
        });
        in_lines.collect()
    }
}

impl Session {
    /// The place at which a script or a pixel is stopped, if that is in the file itself.
    pub fn stop_place(&mut self) -> Option<StopPlace> {
        let source = self.source.clone();
        let recording = self.recording()?;
        let now = recording.position();
        let term = recording.term(now);
        let place = CodePlace::new(&source, term);
        if place.library.is_some() || place.line == 0 {
            return None;
        }
        let mut lines = Lines::new(&source);
        let way = lines.way(recording, now);
        let steps = *recording.steps().start()..now;
        let same = steps.rev().filter(|step| recording.term(*step) == term);
        let same = same.take(MOST_COUNTED);
        let earlier = same.filter(|step| lines.way(recording, *step) == way);
        Some(StopPlace {
            line: place.line,
            column: place.column,
            earlier: earlier.count(),
            way,
        })
    }

    /// The step of the recorded run at which a breakpoint stops again: in the rounds and the call of a place.
    /// Where these are gone, in the last that there is.
    pub fn stop_again(&mut self, reason: &StopReason, place: &StopPlace) -> Option<u64> {
        let source = self.source.clone();
        let mut lines = Lines::new(&source);
        let (mut same, mut before, mut after) = (None, None, None);
        let (mut earlier, mut next) = (0, 0);
        for _ in 0..MOST_RECORDINGS {
            let owners = self.debugging.as_ref().map(|it| it.owners.clone());
            let owners = owners.unwrap_or_default();
            let is_pixel = self.is_at_pixel();
            let recording = self.recording()?;
            let stops = |cause: &HitCause| match cause {
                HitCause::Breakpoint(index) => owners.get(*index) == Some(reason),
                _ => false,
            };
            let hits = recording.hits().iter();
            let steps = hits.filter(|hit| stops(&hit.cause)).map(|hit| hit.step);
            for step in steps.filter(|step| *step >= next) {
                match lines.way(recording, step).cmp(&place.way) {
                    Ordering::Equal if earlier == place.earlier => return Some(step),
                    Ordering::Equal => {
                        earlier += 1;
                        same = Some(step);
                    }
                    Ordering::Less => before = Some(step),
                    Ordering::Greater => after = after.or(Some(step)),
                }
            }
            next = *recording.steps().end() + 1;
            match recording.later_hit() {
                Some(step) if !is_pixel && after.is_none() => {
                    self.interpreter.record_around(step);
                }
                _ => break,
            }
        }
        let found = same.or(before).or(after)?;
        if self.recording()?.steps().contains(&found) {
            return Some(found);
        }
        self.interpreter.record_around(found);
        Some(found)
    }
}
