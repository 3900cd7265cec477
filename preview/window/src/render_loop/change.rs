//! What a render loop goes on with: another version, another program, another device.

use std::time::{SystemTime, UNIX_EPOCH};

use cindyscript_player::Session;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::source::Source;
use cindyscript_player::view::own_size;
use cindyscript_protocol::Version;
use cindyscript_render::Presenter;
use cindyscript_render::compile::{Build, Compiled, Recompiled};
use cindyscript_render::frame_loop::{Loaded, Start};
use cindyscript_render::gpu::{Gpu, GpuError};
use cindyscript_render::presenter::PresentError;

use super::{Remedy, RenderLoop, WindowProxy};
use crate::controls::{Panel, Receipt};
use crate::message::complain;
use crate::worker::CompileOutcome;

/// So many losses of a device in [`DEVICE_LOSS_PERIOD`] mean that it fails at what we ask of it.
const LOSSES: usize = 3;

impl<P: WindowProxy> RenderLoop<P> {
    pub(super) fn outcome(&mut self, outcome: CompileOutcome) {
        if matches!(
            outcome,
            CompileOutcome::Compiled(_) | CompileOutcome::Broken(_) | CompileOutcome::Crashed(..)
        ) {
            self.bar.unreadable = None;
        }
        self.state.overlay_changed();
        match outcome {
            CompileOutcome::Compiled(compiled) => self.load(*compiled),
            CompileOutcome::Recompiled(made) => self.install(*made),
            CompileOutcome::Broken(source) => {
                self.parameters.lose();
                self.bar.fall_behind(source);
            }
            CompileOutcome::Crashed(version, message) => {
                complain(&message);
                self.parameters.lose();
                self.bar.fail(message.clone());
                if let Some(version) = version {
                    self.tell_fault(version, &message);
                }
            }
            CompileOutcome::Exchanged(told) => self.bar.notice = Some(told),
            CompileOutcome::Failed(error, gpu) => {
                // That may be the one before, which both have found lost.
                if self.presenter.is_none() || self.is_on(gpu.as_deref()) {
                    self.recover(error.into());
                }
            }
        }
    }

    /// Whether this device paints the picture; none is the CPU.
    fn is_on(&self, gpu: Option<&Gpu>) -> bool {
        let own = self.presenter.as_deref().and_then(Presenter::gpu);
        match (own, gpu) {
            (Some(own), Some(gpu)) => own.is_same(gpu),
            (own, gpu) => own.is_none() && gpu.is_none(),
        }
    }

    fn load(&mut self, compiled: Compiled) {
        // Made for a device that is gone, and late: the text is on its way for this one.
        let device = self.presenter.as_deref().and_then(Presenter::gpu);
        if let (Some(gpu), Some(device)) = (compiled.compiler.gpu(), device)
            && !gpu.is_same(device)
        {
            return;
        }
        self.bar.catch_up(&compiled.source);
        match compiled.source.kept.is_empty() {
            true => self.parameters.load(&compiled.source),
            // Nobody knows where they stand in a script that cannot be parsed.
            false => self.parameters.lose(),
        }
        let version = version(&compiled.source);
        let shown = compiled.source.shown_of_all();
        let is_other = |session: &Session| {
            session.has_failed() || session.source().shown_of_all().0 != shown.0
        };
        if self.frames.session().is_none_or(is_other) {
            self.restart_clock();
        }
        let before = self.frames.session().map(Session::source);
        if before.is_some_and(|before| before.document.name() != compiled.source.document.name()) {
            self.leave();
        }
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
        let since_1970 = since_1970.unwrap_or_default();
        let start = Start {
            seed: since_1970.subsec_nanos().into(),
            // Local time would need the time zone; UTC does for what pictures need.
            clock: since_1970.as_secs_f64() * 1e3,
            held: self.clock.is_paused(),
        };
        let restarts = self.frames.session().is_some_and(Session::restarts);
        let had_controls = self.has_page_controls();
        self.own_size = compiled.source.applet().and_then(own_size);
        self.place();
        let left = self.leave_version();
        let loaded = self.frames.load(compiled, start);
        if let Some(session) = self.frames.session_mut() {
            session.set_restarts(restarts);
        }
        self.go_on();
        if loaded == Loaded::New {
            self.bar.fault = None;
            self.say_that_it_would_play();
            // With the first version that has controls: later, the user may have closed the panel.
            if !had_controls && self.has_page_controls() {
                self.panels.insert(Panel::Page);
                self.place();
            }
        }
        let owed = loaded == Loaded::New || self.state.owes_receipt();
        let receipt = owed.then(|| receipt(version, self.frames.build()));
        self.state.loaded(receipt);
        self.follow_selection();
        if let Some(left) = left {
            self.debug_version_after(&left);
        }
    }

    fn has_page_controls(&self) -> bool {
        let session = self.frames.session();
        session.is_some_and(Session::has_page_controls)
    }

    /// A program has come that a frame may wait for.
    fn install(&mut self, made: Recompiled) {
        let version = version(&made.request.source);
        if !self.frames.install(made) {
            return;
        }
        self.tell_selection();
        if self.state.owes_receipt() {
            self.state.recompiled(receipt(version, self.frames.build()));
        }
        self.prepare_again();
    }

    /// Begins at time 0; what stands still goes on standing still.
    pub(super) fn restart_clock(&mut self) {
        self.clock.set_range(None);
        self.clock.seek(0.0);
        self.seeking = None;
    }

    /// After an error of the device: another presenter, or the end if there is none.
    pub(super) fn recover(&mut self, error: PresentError) {
        if let PresentError::Gpu(GpuError::Refused(_)) = &error {
            // The device is well, and the picture stays. Perhaps another one can be painted; if
            // not, one that something else asks for.
            self.state.refused();
            self.frames.refuse(AppletDiagnostic {
                message: error.to_string(),
                range: None,
                fatal: true,
            });
            self.report_problems();
            return;
        }
        let is_given_up = matches!(error, PresentError::Gpu(GpuError::GivenUp));
        let failures = match is_given_up {
            // The device is well, and busy with an earlier version.
            true => 0,
            false => self.failures.lose_device(),
        };
        // One that fails on the CPU as well has come to its end.
        let (remedy, is_last) = match failures {
            0..=LOSSES => (Remedy::Reopen, false),
            failures => (Remedy::Cpu, failures > LOSSES + 1),
        };
        // Made for the device that is gone; others are on their way.
        self.frames.lose_device();
        let recovered = match self.presenter.take().filter(|_| !is_last) {
            Some(old) => {
                complain(&error);
                (self.failures.recover)(old, remedy)
            }
            None => Err(error),
        };
        match recovered {
            Ok(mut presenter) => {
                presenter.resize(self.canvas.device);
                let gpu = presenter.gpu().cloned();
                let notice = match &gpu {
                    Some(gpu) => {
                        self.hud.painter = gpu.name();
                        match is_given_up {
                            true => {
                                "an earlier version kept the graphics device busy: it is opened again"
                            }
                            false => "the graphics device was lost and is opened again",
                        }
                    }
                    None => {
                        "CPU".clone_into(&mut self.hud.painter);
                        "the graphics device fails: drawing slowly, on the CPU"
                    }
                };
                self.bar.notice = Some(notice.to_owned());
                self.frames.set_device(gpu);
                self.presenter = Some(presenter);
                self.state.device_lost();
            }
            Err(error) => {
                self.proxy.failed(&error.to_string());
                self.ended = true;
            }
        }
    }
}

/// The version of a text; none of a draft.
fn version(source: &Source) -> Option<Version> {
    (!source.is_draft).then_some(source.version)
}

/// What is told of a version once it is shown.
fn receipt(version: Option<Version>, build: Build) -> Receipt {
    Receipt {
        version,
        stages: build.stages,
        structural: build.structural,
    }
}
