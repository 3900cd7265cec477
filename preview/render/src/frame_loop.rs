//! One frame after the other of an applet: its scripts run, programs are made for the types that were
//! seen, a scene is made and painted as far as there is time, loops without end are looked for, and
//! what went wrong is told. The same for a window, a file, a test.
//!
//! What differs is given as data: how long painting may take ([`Budget`]), what colorplots into
//! images may take ([`ImageLimits`]), and who makes programs ([`Recompile`]).

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::frame::{FrameDescription, PlotDraw};
use cindyscript_player::session::Probe;
use cindyscript_player::text::Fonts;
use cindyscript_player::view::Canvas;
use cindyscript_player::{Services, Session};

use crate::compile::{Build, Compiled, PlotProgram, Recompile, Recompiled, ShaderProgram};
use crate::endless::EndlessLoops;
use crate::gpu::{Gpu, GpuError};
use crate::picture::FramePicture;
use crate::policy::{CPU_IMAGES, CPU_IMAGES_AT_START};
use crate::renderer::{ATTEMPTS, Renderer};
use crate::tier::SpecialisationKey;

mod painting;
mod plots;
mod precision;
mod rounds;
mod sampling;
#[cfg(test)]
mod tests;
mod tiles;
mod values;

pub use crate::samples::Verdict;
use painting::CpuPlot;
pub use painting::{Budget, Progress};
pub use plots::{Painter, PlotCost};
use sampling::Sampling;
pub use values::{ComingValues, GpuValues};

/// Plays an applet, frame by frame, and paints what is seen.
pub struct FrameLoop {
    services: Arc<dyn Services>,
    renderer: Arc<Renderer>,
    limits: Option<ImageLimits>,
    fonts: Fonts,
    canvas: Canvas,
    session: Option<Session>,
    picture: FramePicture,
    shown: ShownVersion,
    /// What was painted into images went with a device.
    images_lost: bool,
    /// The frame that is painted.
    frame: FrameDescription,
    progress: Progress,
    /// The frame that ran last, until there are programs that take its values.
    next: Option<FrameDescription>,
    /// The frames that wait while a debugger shows an earlier one.
    present: Option<PresentFrame>,
    scripts_failed: bool,
    /// The frame before waited for programs because functions were redefined.
    redefined: bool,
    /// What the CPU paints of the frame, in order.
    jobs: Vec<CpuPlot>,
    /// Of the frame before, until this one begins: it is seen until this one is finer.
    jobs_before: Vec<CpuPlot>,
    endless: EndlessLoops,
    /// What the GPU did not take of the frame.
    refused: Vec<AppletDiagnostic>,
    sampling: Sampling,
}

/// The newest frame, while a debugger shows an earlier one.
struct PresentFrame {
    /// The one that was painted.
    painted: FrameDescription,
    /// The one that was stopped, and is painted once it goes on.
    stopped: Option<FrameDescription>,
}

/// The version that the picture in a window is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShownVersion {
    /// No version, or one that does not matter.
    Nothing,
    /// An earlier one than that which plays.
    Earlier,
    /// The one that plays.
    Current,
}

/// What came of a frame whose scripts have run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// It is to be painted.
    Ready,
    /// It waits for programs, which are being made.
    Awaiting,
    /// There is nothing to paint: nothing plays, or a script was ended from outside.
    Dropped,
}

/// What colorplots into images may take on the CPU, all together.
#[derive(Clone, Copy, Debug)]
pub struct ImageLimits {
    /// In the first frame of a version, and when it starts.
    pub at_start: Duration,
    /// In each other frame.
    pub per_frame: Duration,
}

impl ImageLimits {
    /// Those of a window.
    pub const WINDOW: ImageLimits = ImageLimits {
        at_start: CPU_IMAGES_AT_START,
        per_frame: CPU_IMAGES,
    };
}

/// How an applet starts.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Of its random numbers.
    pub seed: u64,
    /// The local time, in milliseconds since 1970.
    pub clock: f64,
    /// Whether its animation waits.
    pub held: bool,
}

/// What became of a version that was loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loaded {
    /// It plays from now on.
    New,
    /// It is the one that plays, compiled once more.
    Same,
}

impl FrameLoop {
    /// Paints on a GPU, or in memory. The `renderer` is the one that the host of the scripts asks for
    /// colorplots into images; nothing limits these where there are no limits.
    pub fn new(
        services: Arc<dyn Services>,
        renderer: Arc<Renderer>,
        canvas: Canvas,
        gpu: Option<Gpu>,
        limits: Option<ImageLimits>,
    ) -> FrameLoop {
        FrameLoop {
            fonts: services.fonts(),
            services,
            renderer,
            limits,
            canvas,
            session: None,
            picture: FramePicture::new(gpu),
            shown: ShownVersion::Nothing,
            images_lost: false,
            frame: FrameDescription::default(),
            progress: Progress::Complete,
            next: None,
            present: None,
            scripts_failed: false,
            redefined: false,
            jobs: Vec::new(),
            jobs_before: Vec::new(),
            endless: EndlessLoops::default(),
            refused: Vec::new(),
            sampling: Sampling::default(),
        }
    }

    /// Plays a version from now on, and paints with its programs: the applet goes on as it was, or
    /// begins anew.
    pub fn load(&mut self, compiled: Compiled, start: Start) -> Loaded {
        let restores = std::mem::take(&mut self.images_lost) && compiled.paints_images();
        let source = compiled.source.clone();
        let kind = std::mem::discriminant(&source.shown);
        let is_other = |session: &Session| std::mem::discriminant(&session.source().shown) != kind;
        if self.session.as_ref().is_some_and(is_other) {
            self.empty_picture();
        }
        self.renderer.load(compiled);
        let at_start = self.limits.map(|limits| limits.at_start);
        self.renderer.set_cpu_budget(at_start);
        self.endless = EndlessLoops::default();
        self.next = None;
        self.present = None;
        // What a failed script has left may be half-changed.
        let failed = self.session.take_if(|session| session.has_failed());
        // What was done to another applet has no meaning for this one.
        let chosen = source.shown_of_all();
        self.session
            .take_if(|session| session.source().shown_of_all().0 != chosen.0);
        self.services.interrupt().store(false, Ordering::Relaxed);
        let session = self.session.as_ref();
        let is_of_file =
            |session: &Session| session.source().document.name() == source.document.name();
        if !session.is_some_and(is_of_file) {
            self.shown = ShownVersion::Nothing;
        }
        let Some(session) = &mut self.session else {
            let services = Arc::clone(&self.services);
            let mut session = Session::new(source, self.canvas, services, start.seed, start.clock);
            if let Some(failed) = failed {
                session.replay(failed.user_state());
            }
            session.hold(start.held);
            self.session = Some(session);
            return Loaded::New;
        };
        let shown = session.source();
        let same = shown.is_same(&source) && Arc::ptr_eq(&shown.images, &source.images);
        if !same {
            session.load(source);
            if self.shown == ShownVersion::Current {
                self.shown = ShownVersion::Earlier;
            }
        }
        if restores {
            session.restore();
        }
        if same { Loaded::Same } else { Loaded::New }
    }

    /// Takes a program that was asked for when a frame was prepared; whether it is for the version
    /// that plays. A frame that waits for it can be [prepared](Self::prepare) then.
    pub fn install(&mut self, made: Recompiled) -> bool {
        let is_refinement = made.request.is_refinement;
        let installed = self.renderer.install(made);
        if installed && is_refinement {
            self.paint_again();
        }
        installed
    }

    /// True if the picture is of an earlier version, because scripts of the one that plays take too
    /// long.
    pub fn shows_earlier(&self) -> bool {
        self.frame.is_late && self.shown == ShownVersion::Earlier
    }

    /// Shows the next frame whatever becomes of it.
    pub fn forget_picture(&mut self) {
        self.shown = ShownVersion::Nothing;
    }

    /// The frame is to be prepared and painted once more; its scripts do not run for that.
    fn paint_again(&mut self) {
        if self.session.is_some() && self.next.is_none() {
            self.next = Some(self.frame.clone());
        }
    }

    /// Runs the scripts of a frame at a time, in seconds since the start: what they say. None where
    /// nothing plays.
    pub fn run(&mut self, seconds: f64) -> Option<&FrameDescription> {
        let session = self.session.as_mut()?;
        self.renderer.begin_frame();
        let mut frame = session.frame(seconds);
        self.scripts_failed = frame.errors.iter().any(|diagnostic| diagnostic.fatal);
        let errors = self.renderer.take_errors().into_iter();
        frame
            .errors
            .extend(errors.map(|error| session.diagnostic(error)));
        if let Some(limits) = self.limits {
            self.renderer.set_cpu_budget(Some(limits.per_frame));
        }
        Some(self.next.insert(frame))
    }

    /// Whether the frame that ran last waits for programs that take its values.
    pub fn awaits_programs(&self) -> bool {
        self.next.is_some()
    }

    /// Shows an earlier frame while scripts are stopped, or the one again that was painted when they stopped.
    /// It is to be [prepared](Self::prepare).
    pub fn look_at(&mut self, past: Option<FrameDescription>) {
        let stopped = self.next.take();
        let present = self.present.get_or_insert_with(|| PresentFrame {
            painted: self.frame.clone(),
            stopped,
        });
        let painted = &present.painted;
        self.next = Some(match past {
            Some(past) => FrameDescription {
                errors: painted.errors.clone(),
                ..past
            },
            None => painted.clone(),
        });
    }

    /// True if a frame that is looked at waits for programs.
    pub fn awaits_look(&self) -> bool {
        self.present.is_some() && self.next.is_some()
    }

    /// Scripts go on: the newest frame is to be [prepared](Self::prepare).
    pub fn look_at_newest(&mut self) {
        if let Some(PresentFrame { painted, stopped }) = self.present.take() {
            self.next = Some(stopped.unwrap_or(painted));
        }
    }

    /// Whether a script of the frame that ran last has failed. Colorplots into images do not count:
    /// they have limits of their own.
    pub fn scripts_failed(&self) -> bool {
        self.scripts_failed
    }

    /// Has programs made that take the values of the frame that ran last. Once all are there, that is
    /// the frame that is painted; until then, the one before stays.
    ///
    /// # Errors
    /// The device is lost, or hangs.
    pub fn prepare(&mut self, recompile: &mut dyn Recompile) -> Result<Readiness, GpuError> {
        let Some(frame) = self.next.take_if(|frame| !frame.interrupted) else {
            self.next = None;
            return Ok(Readiness::Dropped);
        };
        if !self.has_programs(&frame, recompile)? {
            self.next = Some(frame);
            return Ok(Readiness::Awaiting);
        }
        if frame.is_late && self.shown == ShownVersion::Earlier {
            // The picture stays.
            self.frame = FrameDescription {
                items: Vec::new(),
                terms: Vec::new(),
                ..frame
            };
            self.jobs.clear();
            self.progress = Progress::Complete;
            return Ok(Readiness::Ready);
        }
        if self.limits.is_some() {
            self.shown = ShownVersion::Current;
        }
        self.frame = frame;
        // Of one that was never begun, nothing was seen.
        if !self.jobs.is_empty() {
            self.jobs_before = std::mem::take(&mut self.jobs);
        }
        self.progress = Progress::Nothing;
        Ok(Readiness::Ready)
    }

    /// Whether there are programs that take the values of a frame; those that are missing are made.
    fn has_programs(
        &mut self,
        frame: &FrameDescription,
        recompile: &mut dyn Recompile,
    ) -> Result<bool, GpuError> {
        for draw in frame.plots() {
            for _ in 0..ATTEMPTS {
                let request = self.renderer.recompilation(draw);
                let Some(request) = request else {
                    break;
                };
                let is_refinement = request.is_refinement;
                if let Some(made) = recompile.recompile(request)? {
                    self.renderer.install(made);
                    continue;
                }
                // No frame waits for another precision: it is painted with what is there.
                if is_refinement {
                    break;
                }
                let programs = self.renderer.programs();
                let program = programs.get(draw.call.plot.index());
                // A script that defines functions anew in every frame would never be seen.
                if program.is_some_and(|program| program.is_made_for_others(&draw.call))
                    && std::mem::replace(&mut self.redefined, true)
                {
                    break;
                }
                return Ok(false);
            }
        }
        self.redefined = false;
        Ok(true)
    }

    /// What went wrong: in the scripts of the frame, in loops without end, on the GPU.
    pub fn diagnostics(&self) -> impl Iterator<Item = &AppletDiagnostic> {
        let scripts = self.frame.errors.iter();
        scripts
            .chain(self.endless.diagnostics())
            .chain(&self.refused)
    }

    /// The GPU has refused the picture.
    pub fn refuse(&mut self, diagnostic: AppletDiagnostic) {
        self.refused.push(diagnostic);
    }

    /// Why colorplots are painted by the interpreter though there is a GPU.
    pub fn reasons(&self) -> Vec<AppletDiagnostic> {
        self.renderer.reasons()
    }

    /// The programs on the GPU: others may be built for them in the background.
    pub fn shaders(&self) -> Vec<Arc<ShaderProgram>> {
        let programs = self.renderer.programs();
        let shaders = programs.iter().filter_map(|program| match program {
            PlotProgram::Shader(shader) => Some(Arc::clone(shader)),
            PlotProgram::Interpreted { .. } | PlotProgram::Unmade => None,
        });
        shaders.collect()
    }

    /// Builds the second tier of the frame's programs, with all its values in the text. Blocks.
    pub fn specialise(&self) {
        let programs = self.renderer.programs();
        for draw in self.frame.plots() {
            if let Some(PlotProgram::Shader(shader)) = programs.get(draw.call.plot.index())
                && let Some(contents) = shader.contents_of(draw)
            {
                shader.specialise(SpecialisationKey::all(contents.uniforms));
            }
        }
    }

    /// The version that plays, with its programs.
    pub fn compiled(&self) -> Option<Compiled> {
        self.renderer.compiled()
    }

    /// What making the programs has taken so far.
    pub fn build(&self) -> Build {
        self.renderer.build()
    }

    /// The applet that plays.
    pub fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// The applet that plays, for what the user does to it.
    pub fn session_mut(&mut self) -> Option<&mut Session> {
        self.session.as_mut()
    }

    /// The frame that is painted.
    pub fn frame(&self) -> &FrameDescription {
        &self.frame
    }

    /// What the colorplots of the frame compute at the pixel under a place, in CSS pixels. Each may
    /// take so long.
    pub fn probe(&self, at: [f64; 2], patience: Duration) -> Vec<Probe> {
        let session = self.session.as_ref();
        session.map_or_else(Vec::new, |session| {
            session.probe(&self.frame, at, Some(patience))
        })
    }

    /// Records a colorplot of the frame, by its place among those, or the front one at a pixel, in CSS pixels of
    /// the canvas: [`Session::debug_pixel`].
    ///
    /// # Errors
    /// No colorplot paints the pixel.
    pub fn debug_pixel(&mut self, at: [f64; 2], plot: Option<usize>) -> Result<String, String> {
        let session = self.session.as_mut().ok_or("no applet plays")?;
        session.debug_pixel(&self.frame, at, plot)
    }

    /// The place among the colorplots of the frame of the last one that begins in a line, from 1.
    pub fn plot_in_line(&self, line: usize) -> Option<usize> {
        let session = self.session.as_ref()?;
        let begins = |draw: &PlotDraw| {
            let range = session.range_of_plot(draw);
            range.is_some_and(|range| session.source().place(range.start()).line == line)
        };
        let plots = self.frame.plots().enumerate();
        let plots = plots.filter(|(_, draw)| begins(draw));
        plots.last().map(|(place, _)| place)
    }

    /// True if a colorplot of the frame, by its place among those, paints a pixel, in CSS pixels of the canvas.
    pub fn paints(&self, plot: usize, at: [f64; 2]) -> bool {
        let draw = self.frame.plots().nth(plot);
        let session = self.session.as_ref();
        session
            .zip(draw)
            .is_some_and(|(session, draw)| session.paints(draw, at))
    }

    /// The middle of what a colorplot of the frame, by its place among those, or the front one paints, in CSS
    /// pixels of the canvas.
    pub fn middle_of_plot(&self, plot: Option<usize>) -> Option<[f64; 2]> {
        let mut plots = self.frame.plots();
        let draw = match plot {
            Some(plot) => plots.nth(plot),
            None => plots.last(),
        };
        let region = draw?.region;
        let middle = [region.x + region.width / 2, region.y + region.height / 2];
        Some(middle.map(|place| (f64::from(place) + 0.5) / self.canvas.scale))
    }

    /// The picture, as far as it is painted.
    pub fn picture(&self) -> &FramePicture {
        &self.picture
    }

    /// Takes another canvas.
    pub fn set_canvas(&mut self, canvas: Canvas) {
        self.canvas = canvas;
        if let Some(session) = &mut self.session {
            session.set_canvas(canvas);
        }
    }

    /// Empties the picture: its colours mean something else than those of the next one.
    fn empty_picture(&mut self) {
        self.picture.forget();
        self.jobs.clear();
        self.jobs_before.clear();
    }

    /// The device is gone, with all that was on it; another one may come.
    pub fn lose_device(&mut self) {
        self.renderer.unload();
        self.jobs.clear();
        self.jobs_before.clear();
        self.next = None;
        self.present = None;
        self.sampling.forget();
        self.picture = FramePicture::new(None);
        self.shown = ShownVersion::Nothing;
        self.images_lost = true;
        self.progress = Progress::Complete;
    }

    /// Paints on another device from now on, or in memory, with the programs to come.
    pub fn set_device(&mut self, gpu: Option<Gpu>) {
        self.picture = FramePicture::new(gpu);
        self.shown = ShownVersion::Nothing;
    }

    /// Ends what plays, which may be half-changed; the picture stays. The session, if there was one.
    pub fn end(&mut self) -> Option<Session> {
        self.renderer.unload();
        self.jobs.clear();
        self.jobs_before.clear();
        self.next = None;
        self.present = None;
        self.endless = EndlessLoops::default();
        self.refused.clear();
        self.sampling.forget();
        self.frame = FrameDescription::default();
        self.shown = ShownVersion::Nothing;
        self.progress = Progress::Complete;
        self.session.take()
    }
}
