//! What a stage goes on with: another version, or another screen.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cindyscript_player::Session;
use cindyscript_player::diagnostic::Trouble;

use super::clock::Clock;
use super::{Audience, Freshness, Remedy, Stage};
use crate::message::complain;
use crate::overlay::Receipt;
use crate::screen::{Screen, ScreenError};
use crate::worker::Outcome;
use cindyscript_render::compile::Compiled;
use cindyscript_render::endless::EndlessLoops;
use cindyscript_render::gpu::GpuError;

/// What colorplots into images may take on the CPU when an applet starts: later ones read them.
const START: Duration = Duration::from_secs(5);

impl<A: Audience> Stage<A> {
    pub(super) fn outcome(&mut self, outcome: Outcome) {
        self.bar.unreadable = None;
        self.overlay_changed = true;
        match outcome {
            Outcome::Compiled(compiled) => self.load(*compiled),
            Outcome::Broken(source) => self.bar.fall_behind(source),
            Outcome::Crashed(version, message) => {
                complain(&message);
                self.bar.fail(message.clone());
                if let Some(version) = version {
                    self.tell_fault(version, &message);
                }
            }
            Outcome::Failed(error, gpu) => {
                // That may be the one before, which both have found lost.
                let is_this = |screen: &Screen| screen.is_on(gpu.as_deref());
                if self.screen.as_ref().is_none_or(is_this) {
                    self.recover(error.into());
                }
            }
        }
    }

    fn load(&mut self, compiled: Compiled) {
        // Made for a device that is gone, and late: the text is on its way for this one.
        let device = self.screen.as_ref().and_then(Screen::device);
        if let (Some(pipelines), Some(device)) = (&compiled.pipelines, device)
            && !pipelines.gpu().is_same(device)
        {
            return;
        }
        let paints_images = compiled.image_plots().next().is_some();
        let restores = std::mem::take(&mut self.bereft) && paints_images;
        self.environment.image_painter.set(compiled.clone());
        let Compiled {
            source,
            plots,
            stages,
            structural,
            ..
        } = compiled;
        self.bar.catch_up(&source);
        self.stalled = false;
        self.endless = EndlessLoops::default();
        self.environment.image_painter.allow(START);
        self.screen_mut(Screen::distrust);
        self.programs = plots;
        let receipt = Receipt {
            version: source.version,
            stages,
            structural,
        };
        let seed = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        // Local time would need the time zone; UTC does for what pictures need.
        let clock = seed.as_secs_f64() * 1e3;
        // What a failed script has left may be half-changed.
        let failed = self.session.take_if(|session| session.has_failed());
        let same = |session: &Session| Arc::ptr_eq(&session.source().analysis, &source.analysis);
        let same = self.session.as_ref().is_some_and(same);
        if !same {
            self.bar.fault = None;
        }
        self.environment.interrupt.store(false, Ordering::Relaxed);
        match &mut self.session {
            Some(session) => {
                if !same {
                    session.load(source);
                }
                if restores {
                    session.restore();
                }
                if !same || self.receipt_due.is_some() {
                    self.receipt_due = Some(receipt);
                    self.is_painted = false;
                }
            }
            None => {
                self.restart_clock();
                let paused = self.clock.paused.is_some();
                let seed = seed.subsec_nanos().into();
                let environment = Arc::clone(&self.environment);
                let mut session = Session::new(source, self.canvas, environment, seed, clock);
                if let Some(failed) = failed {
                    session.replay(failed.user_state());
                }
                session.hold(paused);
                self.session = Some(session);
                self.receipt_due = Some(receipt);
                self.is_painted = false;
            }
        }
        self.picture = Freshness::Outdated;
    }

    /// Begins at time 0; what stands still goes on standing still.
    pub(super) fn restart_clock(&mut self) {
        let paused = self.clock.paused.is_some();
        self.clock = Clock::default();
        if paused {
            self.clock.toggle_pause();
        }
    }

    /// After an error of the device: another screen, or the end if there is none.
    pub(super) fn recover(&mut self, error: ScreenError) {
        if let ScreenError::Gpu(GpuError::Refused(_)) = &error {
            // The device is well, and the picture stays. Perhaps another one can be painted; if
            // not, one that something else asks for.
            self.refusals += 1;
            self.picture = match self.refusals {
                1 => Freshness::Outdated,
                _ => Freshness::Current,
            };
            self.refused.push(Trouble {
                message: error.to_string(),
                range: None,
                fatal: true,
            });
            self.report_problems();
            return;
        }
        /// So many in so much time are a device that fails at what we ask of it.
        const ATTEMPTS: usize = 3;
        const PERIOD: Duration = Duration::from_secs(300);
        self.recoveries
            .retain(|recovery| recovery.elapsed() < PERIOD);
        self.recoveries.push(Instant::now());
        // One that fails on the CPU as well has come to its end.
        let (remedy, is_last) = match self.recoveries.len() {
            0..=ATTEMPTS => (Remedy::Reopen, false),
            failures => (Remedy::Cpu, failures > ATTEMPTS + 1),
        };
        let recovered = match self.screen.take().filter(|_| !is_last) {
            Some(old) => {
                complain(&error);
                (self.recover)(old, remedy)
            }
            None => Err(error),
        };
        match recovered {
            Ok(mut screen) => {
                // Made for the device that is gone; others are on their way.
                self.programs.clear();
                self.paintings.clear();
                screen.resize(self.canvas.device);
                let notice = match screen.painter() {
                    Some(painter) => {
                        self.hud.painter = painter;
                        "the graphics device was lost and is opened again"
                    }
                    None => {
                        "CPU".clone_into(&mut self.hud.painter);
                        "the graphics device fails: drawing slowly, on the CPU"
                    }
                };
                self.bar.notice = Some(notice.to_owned());
                self.screen = Some(screen);
                self.bereft = true;
                self.picture = Freshness::Current;
                self.overlay_changed = true;
            }
            Err(error) => {
                self.audience.failed(&error);
                self.ended = true;
            }
        }
    }
}
