//! From what the scripts say to what the screen shows.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use cindyscript_protocol::{ByteRange, FromPreview, Problem, Severity};

use super::bar::in_line;
use super::{Audience, Freshness, Stage};
use crate::bitmap::Bitmap;
use crate::compile::PlotProgram;
use crate::cpu;
use crate::gpu::Presented;
use crate::headless::reasons;
use crate::overlay::{self, Receipt};
use crate::paint;
use crate::player::{Player, PlotDraw, Trouble};
use crate::run::complain;
use crate::screen::ScreenError;
use crate::source::milliseconds;

/// A frame that fails after so long is not repeated by itself.
const TOO_LONG: Duration = Duration::from_secs(1);

impl<A: Audience> Stage<A> {
    /// Paints what is outdated, and shows it.
    pub(super) fn show(&mut self) -> Result<(), ScreenError> {
        let began = Instant::now();
        let due = self.next_timer().is_some_and(|left| left.is_zero());
        if (self.is_animated() || due || self.is_outdated()) && self.next_frame().is_zero() {
            self.picture = Freshness::Outdated;
        }
        match self.picture {
            Freshness::Outdated => {
                if !self.play() {
                    return Ok(());
                }
                let step = self.refinement.first;
                self.paint(step)?;
                if self
                    .description
                    .plots()
                    .any(|draw| self.is_interpreted(draw))
                {
                    self.refinement.learn(began.elapsed());
                }
            }
            // What lies over the picture need not wait for a finer one.
            Freshness::Coarse if self.overlay_changed => {}
            Freshness::Coarse => {
                let step = self.refinement.shown / 2;
                self.paint(step)?;
            }
            Freshness::Current if self.overlay_changed => {}
            Freshness::Current => return Ok(()),
        }
        self.present(began)
    }

    /// Runs the scripts of a frame; whether there is something to paint.
    fn play(&mut self) -> bool {
        let Some(player) = &mut self.player else {
            self.picture = Freshness::Current;
            return self.overlay_changed;
        };
        let began = Instant::now();
        let description = player.frame(self.clock.seconds());
        let fatal = description.errors.iter().any(|trouble| trouble.fatal);
        self.stalled = fatal && began.elapsed() > TOO_LONG;
        self.console.take(&description.output);
        if description.interrupted {
            // What interrupted it is on its way.
            self.picture = Freshness::Current;
            return false;
        }
        let version = player.source().version;
        for draw in description.plots() {
            let program = self.programs.get(draw.call.plot.index());
            if let Some(observed) = program.and_then(|p| p.respecialisation(&draw.call)) {
                self.worker.respecialise(version, draw.call.plot, observed);
                // The picture stays until the program has come.
                self.picture = Freshness::Current;
                self.pace.last = Some(Instant::now());
                return false;
            }
        }
        self.easel.update(&mut self.programs);
        self.description = description;
        if self.outbox.has_reader() {
            self.values.changed();
        }
        self.report_problems();
        true
    }

    fn is_interpreted(&self, draw: &PlotDraw) -> bool {
        let program = self.programs.get(draw.call.plot.index());
        !matches!(program, Some(PlotProgram::Shader(_)))
    }

    fn paint(&mut self, step: u32) -> Result<(), ScreenError> {
        let (Some(player), Some(screen)) = (&mut self.player, &mut self.screen) else {
            self.picture = Freshness::Current;
            return Ok(());
        };
        let hurry = &self.inbox.hurry;
        hurry.store(false, Ordering::Relaxed);
        // The first picture of a frame is never given up, or dragging would show nothing.
        let never = AtomicBool::new(false);
        let stop = if self.picture == Freshness::Outdated {
            &never
        } else {
            hurry.as_ref()
        };
        let mut interpreted = false;
        let scene = paint::scene(
            &self.description,
            &self.programs,
            &self.canvas,
            &self.fonts,
            |draw| {
                interpreted = true;
                cpu::paint(
                    &player.evaluator(&draw.call),
                    &draw.frame,
                    draw.region,
                    step,
                    stop,
                )
            },
        );
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        screen.paint(&scene)?;
        for program in &self.programs {
            if let PlotProgram::Shader(shader) = program {
                self.worker.specialise(shader);
            }
        }
        self.refinement.shown = step;
        self.picture = if interpreted && step > 1 {
            Freshness::Coarse
        } else {
            Freshness::Current
        };
        Ok(())
    }

    fn present(&mut self, began: Instant) -> Result<(), ScreenError> {
        let background = self.player.as_ref().map_or([1.0; 3], Player::background);
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
            Presented::Shown => {}
            Presented::Again => {
                self.overlay_changed = true;
                return Ok(());
            }
            Presented::Hidden => {
                // Nobody waits for the next one.
                thread::sleep(self.interval);
                return Ok(());
            }
        }
        self.hud.frame_ms = milliseconds(began, now);
        if let Some(mut receipt) = self.receipt_due.take() {
            receipt.stages.present = Some(milliseconds(began, now));
            self.hud.receipt = Some(receipt);
            self.overlay_changed |= self.show_hud;
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
        }
        self.count_frame(now);
        Ok(())
    }

    fn overlays(&self) -> Vec<Bitmap> {
        let bar = self
            .bar
            .content()
            .map(|(tone, text)| overlay::bar(tone, text, &self.canvas, &self.fonts));
        let hud = self
            .show_hud
            .then(|| overlay::hud(&self.hud, &self.canvas, &self.fonts));
        hud.into_iter().chain(bar).collect()
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
    fn report_problems(&mut self) {
        let Some(player) = &self.player else { return };
        let source = player.source();
        let fatal = self.description.errors.iter().find(|trouble| trouble.fatal);
        let running = fatal.map(|trouble| in_line(source, trouble));
        if running != self.bar.running {
            self.bar.running = running;
            self.overlay_changed = true;
        }
        let reasons = reasons(&self.programs);
        let problems: Vec<Problem> = self
            .description
            .errors
            .iter()
            .chain(reasons)
            .map(problem)
            .collect();
        if problems != self.problems {
            let version = source.version;
            self.outbox.send(&FromPreview::Problems {
                version,
                problems: problems.clone(),
            });
            if !self.outbox.has_reader() {
                for trouble in &self.description.errors {
                    complain(source.located(trouble.range, &trouble.message));
                }
            }
            self.problems = problems;
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
