//! What a stage does after it has failed by a fault of its own.

use std::any::Any;
use std::time::{Duration, Instant};

use cindyscript_interpreter::fault;
use cindyscript_player::frame::FrameDescription;
use cindyscript_protocol::{FromPreview, Problem, Severity, Version};
use cindyscript_render::endless::EndlessLoops;

use super::{Audience, Freshness, Stage};
use crate::message::complain;
use crate::screen::ScreenError;

/// More faults in so much time, and it ends: whoever started it can start it again.
const ATTEMPTS: usize = 5;
const PERIOD: Duration = Duration::from_secs(60);

impl<A: Audience> Stage<A> {
    /// After a panic: what played is given up, for it may be half-changed, and the picture stays
    /// until another version comes, which begins anew.
    pub(super) fn fail(&mut self, panic: &(dyn Any + Send)) {
        let message = fault(panic);
        complain(&message);
        self.faults.retain(|fault| fault.elapsed() < PERIOD);
        self.faults.push(Instant::now());
        if self.faults.len() > ATTEMPTS {
            self.ended = true;
            self.audience.failed(&ScreenError::Fault(message));
            return;
        }
        let played = self.session.take();
        self.programs.clear();
        self.paintings.clear();
        self.endless = EndlessLoops::default();
        self.description = FrameDescription::default();
        self.receipt_due = None;
        self.picture = Freshness::Current;
        self.overlay_changed = true;
        self.bar
            .fail(format!("{message}; it goes on once the text changes"));
        if let Some(version) = played.map(|session| session.source().version) {
            self.tell_fault(version, &message);
        }
    }

    /// Tells the editor; nobody knows where in the text it is.
    pub(super) fn tell_fault(&mut self, version: Version, message: &str) {
        self.problems = vec![Problem {
            message: message.to_owned(),
            range: None,
            severity: Severity::Error,
        }];
        self.outbox.send(&FromPreview::Problems {
            version,
            problems: self.problems.clone(),
        });
    }
}
