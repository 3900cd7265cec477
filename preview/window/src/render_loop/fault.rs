//! What a render loop does after it has failed by a fault of its own.

use std::any::Any;
use std::time::Instant;

use cindyscript_interpreter::fault;
use cindyscript_protocol::{FromPreview, Problem, Severity, Version};

use super::{Recover, RenderLoop, WindowProxy};
use crate::message::complain;
use crate::policy::{DEVICE_LOSS_PERIOD, FAULT_PERIOD};

/// More faults in [`FAULT_PERIOD`], and it ends: whoever started it can start it again.
const ATTEMPTS: usize = 5;

/// What has failed lately, and how to go on.
pub(super) struct Failures {
    /// Makes another presenter when the device is lost.
    pub(super) recover: Recover,
    /// When devices were lost.
    devices: Vec<Instant>,
    /// When something failed that should not.
    faults: Vec<Instant>,
}

impl Failures {
    pub(super) fn new(recover: Recover) -> Failures {
        Failures {
            recover,
            devices: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// A device is lost now. How many are lately, with this one.
    pub(super) fn lose_device(&mut self) -> usize {
        self.devices
            .retain(|loss| loss.elapsed() < DEVICE_LOSS_PERIOD);
        self.devices.push(Instant::now());
        self.devices.len()
    }

    /// Something fails now that should not. How often that was the case lately, with this one.
    fn fault(&mut self) -> usize {
        self.faults.retain(|fault| fault.elapsed() < FAULT_PERIOD);
        self.faults.push(Instant::now());
        self.faults.len()
    }
}

impl<P: WindowProxy> RenderLoop<P> {
    /// After a panic: what played is given up, for it may be half-changed, and the picture stays
    /// until another version comes, which begins anew.
    pub(super) fn fail(&mut self, panic: &(dyn Any + Send)) {
        let message = fault(panic);
        complain(&message);
        if self.failures.fault() > ATTEMPTS {
            self.ended = true;
            self.proxy.failed(&message);
            return;
        }
        self.speaker.stop();
        let played = self.frames.end();
        self.state.ended();
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
