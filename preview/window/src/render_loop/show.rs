//! From what the scripts say to what the window shows.

use std::time::Instant;

use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_protocol::{FromPreview, Problem};
use cindyscript_render::compile::milliseconds;
use cindyscript_render::frame_loop::{Budget, Progress, Readiness};
use cindyscript_render::gpu::{GpuError, Presented};
use cindyscript_render::policy::{COARSE_PICTURE, PAINT_SLICE, PAINT_SLICE_BEHIND};
use cindyscript_render::presenter::PresentError;

use super::fallback::{Fallback, told};
use super::state::Step;
use super::{RenderLoop, WindowProxy};
use crate::controls::{Panel, Receipt};
use crate::grid::Room;
use crate::message::complain;
use crate::overlay::{self, Free};
use crate::policy::{FAILED_SCRIPTS_RETRIED, HIDDEN_WINDOW_POLL, TIMES_PERIOD};

/// Bars that say something have so much room under panels at the left, in CSS pixels.
const LEAST_UNDER_PANELS: f64 = 120.0;

impl<P: WindowProxy> RenderLoop<P> {
    /// Does what there is to do, and shows what comes of it.
    pub(super) fn show(&mut self) -> Result<(), PresentError> {
        let began = Instant::now();
        if !self.state.is_visible() {
            // What there is, if somebody sees it.
            return self.present(began, false);
        }
        if self.state.has_room()
            && !self.state.holds_scripts()
            && self.is_frame_due()
            && self.next_frame().is_zero()
        {
            self.state.frame_is_due();
        }
        let step = self.state.step();
        match step {
            Step::Rest => {
                self.find_endless_loops();
                return Ok(());
            }
            Step::Present => {}
            Step::Run => {
                if !self.run_scripts(began)? {
                    return Ok(());
                }
                self.paint()?;
            }
            Step::Paint => self.paint()?,
        }
        self.report_problems();
        match self.state.has_room() {
            true => self.present(began, !matches!(step, Step::Present))?,
            false => self.state.not_taken(),
        }
        self.find_endless_loops();
        Ok(())
    }

    /// Looks for loops without end, until something happens.
    fn find_endless_loops(&mut self) {
        let waited = self.state.incomplete_for(Instant::now());
        if self.frames.find_endless_loops(waited, &self.events.hurry) {
            self.report_problems();
        }
    }

    /// Whether another frame is to be shown, as soon as one may be.
    fn is_frame_due(&mut self) -> bool {
        self.is_animated()
            || self.seeking.is_some()
            || self.next_timer().is_some_and(|left| left.is_zero())
            || self.is_outdated()
    }

    /// Runs the scripts of a frame; whether there is something to paint.
    fn run_scripts(&mut self, began: Instant) -> Result<bool, GpuError> {
        if !self.run_frame() {
            self.state.frame_dropped();
            return Ok(false);
        }
        self.follow_frame();
        if self.state.holds_scripts() {
            // The picture of the frame before stays until the debugger lets the scripts go on.
            self.state.frame_stopped();
            return Ok(false);
        }
        self.say_that_it_waits();
        let failed = self.frames.scripts_failed();
        self.state
            .scripts_ran(failed && began.elapsed() > FAILED_SCRIPTS_RETRIED);
        if let Some(notice) = self.environment.camera.take_notice() {
            self.bar.notice = Some(notice);
            self.state.overlay_changed();
        }
        let readiness = self.frames.prepare(&mut self.worker)?;
        match readiness {
            Readiness::Ready => self.begin_frame(began),
            // The picture stays until the programs have come, or what interrupted the scripts.
            Readiness::Awaiting => {
                self.times.last = Some(Instant::now());
                self.state.frame_dropped();
            }
            Readiness::Dropped => self.state.frame_dropped(),
        }
        Ok(readiness == Readiness::Ready)
    }

    /// There is a frame to paint, whose scripts were begun at a time.
    pub(super) fn begin_frame(&mut self, began: Instant) {
        self.state.frame_begun(began);
        if self.outbox.has_reader() {
            self.values.changed();
        }
        self.debug_pixel_again();
    }

    /// Paints more of the frame.
    fn paint(&mut self) -> Result<(), GpuError> {
        let slice = match self.state.is_behind() {
            true => PAINT_SLICE_BEHIND,
            false => PAINT_SLICE,
        };
        let progress = self.frames.paint(Budget::Slice {
            coarse: COARSE_PICTURE,
            slice,
            hurry: &self.events.hurry,
        })?;
        self.state.painted(progress);
        self.inspector.changed();
        self.plots.changed();
        if matches!(progress, Progress::Coarse | Progress::Complete) {
            self.keep_painted_heat();
            for shader in self.frames.shaders() {
                self.worker.specialise(&shader);
            }
        }
        Ok(())
    }

    /// Shows the picture. More of it was `painted` since `began`, or only what lies over it is new.
    fn present(&mut self, began: Instant, painted: bool) -> Result<(), PresentError> {
        if self.state.owes_receipt() {
            // What it tells is the time until all is painted.
            self.frames.finish()?;
        }
        let background = self.frames.session().map_or([1.0; 3], Session::background);
        self.hud.size = self.placement.canvas.device;
        self.tell_precision();
        let overlays = self.overlays();
        let Some(presenter) = &mut self.presenter else {
            return Ok(());
        };
        let presented = presenter.present(
            self.frames.picture(),
            self.placement.corner,
            &overlays,
            background,
        )?;
        let now = Instant::now();
        self.times.last = Some(began);
        match presented {
            Presented::Again => self.state.not_taken(),
            // Nobody waits for the next one: no script runs until somebody does.
            Presented::Hidden => self.state.not_seen(now + HIDDEN_WINDOW_POLL),
            Presented::Shown => {
                let receipt = self.state.presented(now);
                let took = milliseconds(began, now);
                if let Some(receipt) = receipt {
                    self.send_receipt(receipt, took);
                }
                if painted {
                    self.count_frame(now, took);
                }
            }
        }
        Ok(())
    }

    /// Tells that a version is shown, which is the time that the frame took.
    fn send_receipt(&mut self, mut receipt: Receipt, took: f64) {
        receipt.stages.present = Some(took);
        self.hud.receipt = Some(receipt);
        let Receipt {
            version,
            stages,
            structural,
        } = receipt;
        if let Some(version) = version {
            self.outbox.send(&FromPreview::Receipt {
                version,
                stages,
                structural,
                gpu_bytes: self.frames.gpu_bytes(),
            });
        }
        self.surplus.give_back();
    }

    fn overlays(&mut self) -> Vec<Bitmap> {
        let (own, palette) = (self.own_canvas(), self.look.scheme.palette());
        let grid = self.grid_bitmaps().into_iter();
        let mark = self.mark().map(|mark| self.on_window(mark));
        let trails = self.trails().map(|trails| self.on_window(trails));
        let messages = self.bar.content();
        let below = self.controls.height();
        let [reach, down] = self.controls.reach_at_left();
        let beside = self.controls.width_at_right();
        // Above what is lower they have their room.
        let left = match own.css()[1] - below - LEAST_UNDER_PANELS < down {
            true => [reach, down],
            false => [0.0; 2],
        };
        let Room { left, width, .. } = Room::beside(&own, false, left, beside);
        let free = Free { left, width, below };
        let bars = overlay::bars(&messages, free, &own, &self.fonts, palette);
        let scale = self.canvas.scale;
        let error = bars.first().filter(|_| self.bar.error().is_some());
        self.bar.area = error.map(|bar: &Bitmap| {
            let (least, size) = (bar.offset().map(f64::from), bar.size().map(f64::from));
            let end = [0, 1].map(|axis| least[axis] + size[axis]);
            [least, end].map(|corner| corner.map(|place| place / scale))
        });
        let stopped = self
            .stopped()
            .and_then(|why| overlay::stopped(why, [reach, beside], &own, &self.fonts, palette));
        let session = self.frames.session();
        let session = session.filter(|_| self.panels.contains(&Panel::Probe));
        let kept = session.map(|session| self.inspector.kept(session));
        let kept = kept.into_iter().flatten().zip(1..);
        let canvas = &self.placement.canvas;
        let marks = kept.map(|(at, number)| overlay::mark(at, number, canvas, &self.fonts));
        let marks = marks.map(|mark| self.on_window(mark));
        let controls = self.controls.bitmaps().iter().cloned();
        let below = self.letterbox().chain(grid).chain(mark).chain(marks);
        let below = below.chain(trails);
        let below = below.chain(self.precision_note()).chain(bars);
        let below = below.chain(self.legend());
        below.chain(controls).chain(stopped).collect()
    }

    /// Once a second while the animation runs: how it goes.
    fn count_frame(&mut self, now: Instant, took: f64) {
        self.times.shown(now, took);
        let is_moving = self.hud.frames_per_second.is_some() && self.is_animated();
        let told = self
            .times
            .told
            .map(|told| now.saturating_duration_since(told));
        if !is_moving || told.is_none_or(|told| told > TIMES_PERIOD) {
            self.times.told = Some(now);
            self.hud.frame_ms = match is_moving {
                true => self.times.mean(),
                false => took,
            };
            self.hud.graph = self.times.graph();
        }
        if !self.is_animated() {
            self.hud.frames_per_second = None;
            self.times.since = None;
            return;
        }
        let since = *self.times.since.get_or_insert(now);
        self.times.frames += 1;
        self.times.milliseconds += took;
        let seconds = now.saturating_duration_since(since).as_secs_f64();
        if seconds >= 1.0 {
            let frames = f64::from(self.times.frames);
            self.hud.frames_per_second = Some(frames / seconds);
            self.outbox.send(&FromPreview::Status {
                frames_per_second: frames / seconds,
                frame_ms: self.times.milliseconds / frames,
            });
            (self.times.since, self.times.frames, self.times.milliseconds) = (Some(now), 0, 0.0);
        }
    }

    /// Tells what goes wrong at run time, if that has changed.
    pub(super) fn report_problems(&mut self) {
        let Some(session) = self.frames.session() else {
            return;
        };
        let source = session.source();
        let reasons = self.frames.reasons();
        let running: Vec<&AppletDiagnostic> = self.frames.diagnostics().collect();
        let all = || running.iter().copied().chain(&reasons);
        let problems: Vec<Problem> = all().map(Problem::from).collect();
        // Nobody has the text of a draft, which places in it could belong to.
        if problems != self.problems && !source.is_draft {
            let version = source.version;
            self.outbox.send(&FromPreview::Problems {
                version,
                problems: problems.clone(),
            });
            if !self.outbox.has_reader() {
                let is_new = |diagnostic: &&AppletDiagnostic| {
                    !self.problems.contains(&Problem::from(*diagnostic))
                };
                for diagnostic in source.news(all()).iter().filter(|new| is_new(new)) {
                    complain(source.located(diagnostic.range, &diagnostic.message));
                }
            }
            self.problems = problems;
        }
        if self.bar.run(source, &running, self.frames.shows_earlier()) {
            self.state.overlay_changed();
        }
        let told = |reason: &AppletDiagnostic| Fallback {
            reason: told(source, reason),
            is_painted: self.frames.is_painted(reason),
        };
        let unsaid = reasons.iter().find(|reason| !self.bar.says(reason));
        let fallback = unsaid.map(told);
        self.hud.fallback = reasons.first().map(|reason| told(reason).reason);
        if self.bar.fall_back(fallback) {
            self.state.overlay_changed();
        }
    }
}
