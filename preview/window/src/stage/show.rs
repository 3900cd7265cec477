//! From what the scripts say to what the screen shows.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::diagnostic::Trouble;
use cindyscript_protocol::{ByteRange, FromPreview, Problem, Severity};

use super::bar::in_line;
use super::{Audience, Freshness, Hidden, Panel, Stage};
use crate::message::complain;
use crate::overlay::{self, Receipt};
use crate::screen::ScreenError;
use cindyscript_render::compile::{PlotProgram, milliseconds, reasons};
use cindyscript_render::cpu::{Kind, Painting, PlotEvaluator, Until};
use cindyscript_render::gpu::Presented;
use cindyscript_render::scene::scene;

/// A first picture may take this long on the CPU, if it can be had coarsely.
const FIRST: Duration = Duration::from_millis(40);
/// So long a picture is painted on, before the stage listens again.
const SLICE: Duration = Duration::from_millis(80);
/// So long it is where that was not enough for the frame before: what is slow does not slow down the
/// rest.
const SHORT_SLICE: Duration = Duration::from_millis(20);
/// What colorplots into images may take in a frame on the CPU.
const IMAGES: Duration = Duration::from_millis(300);
/// A version counts as shown once its picture is complete, or has not become so for so long.
const SHOWN: Duration = Duration::from_secs(5);
/// A picture that takes longer is long.
const LONG: Duration = Duration::from_secs(1);
/// Whether a window is seen again that was not is looked after as often.
const HIDDEN: Duration = Duration::from_millis(250);
/// A frame that fails after so long is not repeated by itself.
const TOO_LONG: Duration = Duration::from_secs(1);

impl<A: Audience> Stage<A> {
    /// Paints what is outdated, and shows it.
    pub(super) fn show(&mut self) -> Result<(), ScreenError> {
        let began = Instant::now();
        if self.hidden.is_some() {
            // What there is, if somebody sees it.
            return self.present(began);
        }
        let due = self.next_timer().is_some_and(|left| left.is_zero());
        let behind = self.picture == Freshness::Partial;
        if (self.is_animated() || due || self.is_outdated()) && self.next_frame().is_zero() {
            self.picture = Freshness::Outdated;
        }
        match self.picture {
            Freshness::Outdated => {
                if !self.play() {
                    return Ok(());
                }
                self.behind = behind;
                if !behind {
                    self.began = began;
                }
                self.paintings.clear();
                self.paint(true)?;
                self.is_painted = true;
            }
            // What lies over the picture need not wait for a finer one.
            Freshness::Coarse | Freshness::Partial if self.overlay_changed => {}
            Freshness::Coarse => self.paint(false)?,
            Freshness::Partial => self.go_on()?,
            Freshness::Current if self.overlay_changed => {}
            Freshness::Current => return Ok(()),
        }
        self.report_problems();
        self.present(began)?;
        self.look_for_endless_loops();
        Ok(())
    }

    /// Runs the scripts of a frame; whether there is something to paint.
    fn play(&mut self) -> bool {
        let Some(session) = &mut self.session else {
            self.picture = Freshness::Current;
            return self.overlay_changed;
        };
        let began = Instant::now();
        let mut description = session.frame(self.clock.seconds());
        let fatal = description.errors.iter().any(|trouble| trouble.fatal);
        self.stalled = fatal && began.elapsed() > TOO_LONG;
        // Those have limits of their own.
        let painted = self.environment.image_painter.take_troubles().into_iter();
        let painted = painted.map(|error| session.trouble(error));
        description.errors.extend(painted);
        self.environment.image_painter.allow(IMAGES);
        self.console.take(&description.output);
        if let Some(notice) = self.environment.camera.take_notice() {
            self.bar.notice = Some(notice);
            self.overlay_changed = true;
        }
        if description.interrupted {
            // What interrupted it is on its way.
            self.picture = Freshness::Current;
            return false;
        }
        let version = session.source().version;
        for draw in description.plots() {
            let program = self.programs.get(draw.call.plot.index());
            if let Some(program) = program
                && let Some(observed) = program.respecialisation(&draw.call)
            {
                self.worker.respecialise(version, draw.call.plot, observed);
                // A script that defines functions anew in every frame would never be seen.
                if program.is_redefined(&draw.call) && std::mem::replace(&mut self.withheld, true) {
                    continue;
                }
                // The picture stays until the program has come.
                self.picture = Freshness::Current;
                self.pace.last = Some(Instant::now());
                return false;
            }
        }
        self.withheld = false;
        self.environment.image_painter.update(&mut self.programs);
        self.description = description;
        if self.outbox.has_reader() {
            self.values.changed();
        }
        true
    }

    /// Paints the frame: what the CPU paints coarsely, if it is the `first` picture, and finer than
    /// before, if it is not.
    fn paint(&mut self, first: bool) -> Result<(), ScreenError> {
        let (Some(session), Some(screen)) = (&self.session, &mut self.screen) else {
            self.picture = Freshness::Current;
            return Ok(());
        };
        let hurry = &self.inbox.hurry;
        hurry.store(false, Ordering::Relaxed);
        let began = Instant::now();
        let until = || match first {
            true => Until::Level(FIRST.saturating_sub(began.elapsed())),
            false => Until::Time(SLICE.saturating_sub(began.elapsed())),
        };
        let paintings = &mut self.paintings;
        let (mut index, mut fine) = (0, true);
        let scene = scene(
            &self.description,
            &self.programs,
            &self.canvas,
            &self.fonts,
            |draw| {
                if index == paintings.len() {
                    let program = self.programs.get(draw.call.plot.index());
                    let evaluator =
                        PlotEvaluator::new(session.evaluator(&draw.call), &draw.call, program);
                    let (frame, region) = (draw.frame, draw.region);
                    let painting = Painting::new(evaluator, frame, region, Kind::Colour, false);
                    paintings.push(painting);
                }
                let painting = paintings.get_mut(index);
                index += 1;
                painting.map_or_else(Bitmap::default, |painting| {
                    painting.go_on(until(), || hurry.load(Ordering::Relaxed));
                    fine &= painting.is_done();
                    painting.bitmap()
                })
            },
        );
        for error in self.paintings.iter().filter_map(Painting::trouble) {
            self.endless.add(session.trouble(error));
        }
        self.fine = fine;
        screen.begin(&scene);
        let refused = screen.take_refusals().into_iter();
        self.refused = refused
            .map(|(plot, message)| session.trouble_of_plot(plot, message))
            .collect();
        self.go_on()
    }

    /// Goes on with what the GPU paints.
    fn go_on(&mut self) -> Result<(), ScreenError> {
        let Some(screen) = &mut self.screen else {
            self.picture = Freshness::Current;
            return Ok(());
        };
        let hurry = &self.inbox.hurry;
        hurry.store(false, Ordering::Relaxed);
        let began = Instant::now();
        let slice = if self.behind { SHORT_SLICE } else { SLICE };
        let enough = || began.elapsed() > slice || hurry.load(Ordering::Relaxed);
        let complete = screen.go_on(enough)?;
        if complete {
            for program in &self.programs {
                if let PlotProgram::Shader(shader) = program {
                    self.worker.specialise(shader);
                }
            }
        }
        self.picture = match (complete, self.fine) {
            (false, _) => Freshness::Partial,
            (true, false) => Freshness::Coarse,
            (true, true) => Freshness::Current,
        };
        Ok(())
    }

    fn look_for_endless_loops(&mut self) {
        let (Some(session), Some(screen)) = (&self.session, &mut self.screen) else {
            return;
        };
        let partial = self.picture == Freshness::Partial;
        let long = partial && self.began.elapsed().max(screen.time_left()) > LONG;
        if partial && !long {
            return;
        }
        let endless = self
            .endless
            .look(session, &self.description, &self.programs, long);
        if endless.is_empty() {
            return;
        }
        for plot in endless {
            screen.give_up(plot);
        }
        self.report_problems();
    }

    fn present(&mut self, began: Instant) -> Result<(), ScreenError> {
        let background = self.session.as_ref().map_or([1.0; 3], Session::background);
        self.hud.size = self.canvas.device;
        let overlays = self.overlays();
        let Some(screen) = &mut self.screen else {
            return Ok(());
        };
        let presented = screen.present(&overlays, background)?;
        let now = Instant::now();
        self.overlay_changed = false;
        self.pace.last = Some(began);
        match presented {
            Presented::Shown => {
                self.hidden = None;
                self.refusals = 0;
            }
            Presented::Again => {
                self.overlay_changed = true;
                return Ok(());
            }
            Presented::Hidden => {
                // Nobody waits for the next one: no script runs until somebody does.
                self.hidden = Some(Hidden::Found(Instant::now() + HIDDEN));
                self.overlay_changed = true;
                return Ok(());
            }
        }
        self.hud.frame_ms = milliseconds(began, now);
        let complete = self.picture != Freshness::Partial || self.began.elapsed() > SHOWN;
        let is_shown = self.is_painted && complete;
        if let Some(mut receipt) = self.receipt_due.take_if(|_| is_shown) {
            receipt.stages.present = Some(milliseconds(began, now));
            self.hud.receipt = Some(receipt);
            self.overlay_changed |= self.panel == Panel::Hud;
            let Receipt {
                version,
                stages,
                structural,
            } = receipt;
            self.outbox.send(&FromPreview::Receipt {
                version,
                stages,
                structural,
            });
            self.surplus.give_back();
        }
        self.count_frame(now);
        Ok(())
    }

    fn overlays(&self) -> Vec<Bitmap> {
        let bar = self.bar.content().map(|(tone, text, remark)| {
            overlay::bar(tone, &text, remark.as_deref(), &self.canvas, &self.fonts)
        });
        let panel = match self.panel {
            Panel::None if self.hud.paused => Some(overlay::paused(&self.canvas, &self.fonts)),
            Panel::None => None,
            Panel::Hud => Some(overlay::hud(&self.hud, &self.canvas, &self.fonts)),
            Panel::Keys => Some(overlay::keys(&self.canvas, &self.fonts)),
        };
        panel.into_iter().chain(bar).collect()
    }

    /// Once a second while the animation runs: how it goes.
    fn count_frame(&mut self, now: Instant) {
        if !self.is_animated() {
            self.hud.frames_per_second = None;
            self.pace.since = None;
            return;
        }
        let since = *self.pace.since.get_or_insert(now);
        self.pace.frames += 1;
        self.pace.milliseconds += self.hud.frame_ms;
        let seconds = now.saturating_duration_since(since).as_secs_f64();
        if seconds >= 1.0 {
            let frames = f64::from(self.pace.frames);
            self.hud.frames_per_second = Some(frames / seconds);
            self.outbox.send(&FromPreview::Status {
                frames_per_second: frames / seconds,
                frame_ms: self.pace.milliseconds / frames,
            });
            (self.pace.since, self.pace.frames, self.pace.milliseconds) = (Some(now), 0, 0.0);
        }
    }

    /// Tells what goes wrong at run time, if that has changed.
    pub(super) fn report_problems(&mut self) {
        let Some(session) = &self.session else { return };
        let source = session.source();
        let reasons: Vec<&Trouble> = reasons(&self.programs).collect();
        let troubles = || {
            let scripts = self.description.errors.iter();
            scripts.chain(self.endless.troubles()).chain(&self.refused)
        };
        let running: Vec<&Trouble> = troubles().collect();
        let fallback = reasons.first().map(|reason| in_line(source, reason));
        let problems: Vec<Problem> = troubles()
            .chain(reasons.iter().copied())
            .map(problem)
            .collect();
        if problems != self.problems {
            let version = source.version;
            self.outbox.send(&FromPreview::Problems {
                version,
                problems: problems.clone(),
            });
            if !self.outbox.has_reader() {
                let is_new = |trouble: &&Trouble| !self.problems.contains(&problem(trouble));
                for trouble in source
                    .news(troubles().chain(reasons))
                    .iter()
                    .filter(|new| is_new(new))
                {
                    complain(source.located(trouble.range, &trouble.message));
                }
            }
            self.problems = problems;
        }
        self.overlay_changed |= self.bar.run(source, &running);
        if fallback != self.hud.fallback {
            // Until something happens; after that, the HUD says it.
            self.bar.notice = fallback
                .as_ref()
                .map(|reason| format!("{reason}; painted on the CPU"));
            self.hud.fallback = fallback;
            self.overlay_changed = true;
        }
    }
}

fn problem(trouble: &Trouble) -> Problem {
    Problem {
        message: trouble.message.clone(),
        range: trouble.range.map(|range| ByteRange {
            start: range.start().into(),
            end: range.end().into(),
        }),
        severity: if trouble.fatal {
            Severity::Error
        } else {
            Severity::Warning
        },
    }
}
