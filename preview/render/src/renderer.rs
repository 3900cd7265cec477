//! What paints the colorplots of a version: their programs, what these are known to cost, and which
//! have no end. All of that is known once, for colorplots on the screen and into images.
//!
//! Colorplots into images are painted here, while the scripts run that ask for them. Each is given to
//! the GPU at once and stays there: the next colorplot that reads the image, and the picture of the
//! frame, find it on the GPU, and only a script that asks for numbers waits for them (the paper,
//! §Lazy storage of data). Where a program does not take their values, another is made on the spot:
//! what comes after them in the script reads what they paint.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::platform::{HAS_THREADS, Instant};
use cindyscript_interpreter::{ErrorSeverity, ImagePlot, PlotCall, RuntimeError};
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::frame::PlotDraw;
use cindyscript_player::image_resource::{ImageResource, Recipe};
use cindyscript_player::paint;
use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::region::Region;
use cindyscript_player::text::Fonts;
use cindyscript_player::view;
use cindyscript_shader::{FrameUniforms, Precision};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::compile::{
    Build, Compiled, PlotProgram, Recompilation, Recompiled, ShaderProgram, reasons,
};
use crate::cpu::{PixelKind, PlotEvaluator, RenderJob, Until};
use crate::endless::PixelSearch;
use crate::gpu::{Costs, Gpu, GpuError, PlotLayer};
use crate::policy::{GPU_IMAGE, GPU_IMAGE_RETRIED};
use crate::samples::InDouble;

/// How often a program is made again for the types of one call: once for the types seen, and again
/// where new types of its own values follow from that.
pub const ATTEMPTS: usize = 4;

/// Colorplots into images may take so long in a frame before their time counts for the script, if nothing else
/// limits them: a script that paints without an end is stopped.
const PATIENCE: Duration = Duration::from_secs(60);

/// Paints the colorplots of the version that plays. The frame loop shares it with the host that the
/// scripts call.
#[derive(Debug, Default)]
pub struct Renderer {
    state: Mutex<State>,
    /// Known without waiting for what is being painted.
    has_gpu: AtomicBool,
    /// Colorplots into images whose pixels scripts read, and no device gives in time.
    read_back: Arc<Mutex<FxHashSet<PlotId>>>,
}

#[derive(Debug, Default)]
struct State {
    /// The version and its programs; none before there is one, and where they went with a device.
    compiled: Option<Compiled>,
    /// How precisely colorplots are to be computed.
    precision: PrecisionSetting,
    /// Colorplots for which single precision is not enough, as samples have shown. Those of the version
    /// before are taken for those of this one until these have been looked at.
    lacking: FxHashSet<PlotId>,
    /// The programs in single precision of colorplots that are painted in another one.
    singles: FxHashMap<PlotId, Arc<ShaderProgram>>,
    costs: Costs,
    /// What is left of the time that colorplots into images may take on the CPU; none without a
    /// limit.
    cpu_budget: Option<Duration>,
    /// The rest of [`PATIENCE`].
    patience: Duration,
    /// Colorplots into images that the GPU has not completed when it painted them last.
    timed_out: FxHashSet<PlotId>,
    /// Those with loops that it has painted for the first time, each once: they are looked at when
    /// the picture is shown.
    painted_first: Vec<PixelSearch>,
    /// What went wrong with colorplots into images, or was not done as asked for.
    errors: Vec<RuntimeError>,
    /// Computes the pixels of the images of this frame.
    recipes: Vec<Arc<Recipe>>,
}

impl Renderer {
    /// Paints with the programs of a version from now on.
    pub fn load(&self, compiled: Compiled) {
        let has_gpu = compiled.compiler.gpu().is_some();
        lock(&self.read_back).clear();
        self.has_gpu.store(has_gpu, Ordering::Relaxed);
        let mut state = self.lock();
        *state = State {
            compiled: Some(compiled),
            costs: std::mem::take(&mut state.costs).renewed(),
            precision: state.precision,
            lacking: std::mem::take(&mut state.lacking),
            cpu_budget: state.cpu_budget,
            patience: PATIENCE,
            errors: std::mem::take(&mut state.errors),
            ..State::default()
        };
    }

    /// Paints with none: they went with their device.
    pub fn unload(&self) {
        self.lock().compiled = None;
    }

    /// Takes a program that was made for a colorplot of this version; whether it was for this one.
    pub fn install(&self, made: Recompiled) -> bool {
        let plot = made.request.plot;
        let is_other = made.request.program.is_none();
        let mut state = self.lock();
        let installed = state.install(made);
        if installed && is_other {
            state.costs.renew(plot);
        }
        installed
    }

    /// What is painted with, once for all who ask; nothing before a version is loaded.
    pub fn programs(&self) -> Arc<Vec<PlotProgram>> {
        let state = self.lock();
        let compiled = state.compiled.as_ref();
        compiled.map_or_else(Arc::default, |compiled| Arc::clone(&compiled.plots))
    }

    /// How many pipelines are kept, where there is a GPU.
    pub(crate) fn pipelines(&self) -> Option<usize> {
        self.lock().compiled.as_ref()?.compiler.pipelines()
    }

    /// The version that is painted, with its programs.
    pub fn compiled(&self) -> Option<Compiled> {
        self.lock().compiled.clone()
    }

    /// What making the programs has taken so far.
    pub fn build(&self) -> Build {
        let state = self.lock();
        let compiled = state.compiled.as_ref();
        compiled.map_or_else(Build::default, |compiled| compiled.build)
    }

    /// How precisely colorplots are computed from now on.
    pub fn set_precision(&self, setting: PrecisionSetting) {
        self.lock().precision = setting;
    }

    /// What the user wants of the precision of colorplots.
    pub fn precision(&self) -> PrecisionSetting {
        self.lock().precision
    }

    /// What to make of a colorplot that does not take the values of a frame, is of another precision than
    /// its pixels want, or has no orbits near them.
    pub(crate) fn recompilation(&self, draw: &PlotDraw) -> Option<Recompilation> {
        let state = self.lock();
        let wanted = state.wanted(draw.call.plot, &draw.frame, state.size(draw));
        let compiled = state.compiled.as_ref()?;
        compiled.recompilation(&draw.call, wanted, Some(draw))
    }

    /// The program in single precision that takes the values of a call: the one that paints, or the one
    /// that did before another precision was wanted.
    pub(crate) fn single(&self, call: &PlotCall) -> Option<Arc<ShaderProgram>> {
        let state = self.lock();
        let single = state.single(call.plot);
        single.filter(|single| single.takes(call)).cloned()
    }

    /// Whether that is still a colorplot's program in single precision.
    pub(crate) fn has_single(&self, plot: PlotId, single: &Arc<ShaderProgram>) -> bool {
        let state = self.lock();
        state
            .single(plot)
            .is_some_and(|own| Arc::ptr_eq(own, single))
    }

    /// The program in double precision that takes the values of a call.
    pub(crate) fn double(&self, call: &PlotCall) -> InDouble {
        let state = self.lock();
        if let Some(PlotProgram::Shader(shader)) = state.program(call.plot)
            && shader.asked() == Precision::Double
        {
            return InDouble::Made(Arc::clone(shader));
        }
        let compiled = state.compiled.as_ref();
        let request =
            compiled.and_then(|compiled| compiled.recompilation(call, Precision::Double, None));
        request.map_or(InDouble::Never, |request| InDouble::Make(Box::new(request)))
    }

    /// How large what a colorplot's iteration begins with is, in parts of the distance of pixels there;
    /// 0 where that is not known.
    pub(crate) fn size(&self, draw: &PlotDraw) -> f64 {
        self.lock().size(draw)
    }

    /// Whether single precision is not enough for a colorplot, as samples have shown.
    pub(crate) fn lacks(&self, plot: PlotId) -> bool {
        self.lock().lacking.contains(&plot)
    }

    /// The colorplots for which it is not.
    pub(crate) fn lacking(&self) -> Vec<PlotId> {
        self.lock().lacking.iter().copied().collect()
    }

    /// Samples have shown whether it is; whether that is news.
    pub(crate) fn set_lacks(&self, plot: PlotId, lacks: bool) -> bool {
        let lacking = &mut self.lock().lacking;
        match lacks {
            true => lacking.insert(plot),
            false => lacking.remove(&plot),
        }
    }

    /// Why colorplots are painted by the interpreter though there is a GPU.
    pub fn reasons(&self) -> Vec<AppletDiagnostic> {
        reasons(&self.programs()).cloned().collect()
    }

    /// What colorplots cost, to be asked and told.
    pub(crate) fn with_costs<T>(&self, work: impl FnOnce(&mut Costs) -> T) -> T {
        work(&mut self.lock().costs)
    }

    /// The scripts of a frame are about to run.
    pub fn begin_frame(&self) {
        let mut state = self.lock();
        let state = &mut *state;
        let compiled = state.compiled.as_ref();
        let gpu = compiled.and_then(|compiled| compiled.compiler.gpu());
        state.costs.times.begin_frame(gpu);
        state.patience = PATIENCE;
        // An image that is read later would keep all images that it was made of.
        state.recipes.drain(..).for_each(|recipe| recipe.forget());
    }

    /// True if scripts read the pixels that a colorplot paints, and no device gives them in time.
    pub(crate) fn is_read_back(&self, plot: PlotId) -> bool {
        lock(&self.read_back).contains(&plot)
    }

    /// Limits the time that colorplots into images may take on the CPU from now on, all together:
    /// what does not fit in is painted coarsely. Where there is a limit, the GPU does not paint on
    /// without end either.
    pub fn set_cpu_budget(&self, time: Option<Duration>) {
        self.lock().cpu_budget = time;
    }

    /// How many pixels an image may have. What a GPU holds it says itself when it is painted; all of
    /// them have to be painted by the CPU otherwise.
    pub fn largest_image(&self) -> u64 {
        if self.has_gpu.load(Ordering::Relaxed) {
            1 << 28
        } else {
            1 << 26
        }
    }

    /// What went wrong with colorplots into images since the last call.
    pub fn take_errors(&self) -> Vec<RuntimeError> {
        std::mem::take(&mut self.lock().errors)
    }

    /// The colorplots with loops that were painted into images for the first time.
    pub(crate) fn take_painted_first(&self) -> Vec<PixelSearch> {
        std::mem::take(&mut self.lock().painted_first)
    }

    /// Paints a colorplot into an image: what the image shows then.
    ///
    /// # Errors
    /// Why that cannot be, in one line.
    pub fn plot(&self, plot: &ImagePlot<'_>, fonts: &Fonts) -> Result<Picture, String> {
        let size = plot.target.size();
        let frame = view::image_frame(plot.corners, size, plot.view, plot.seed);
        let mut state = self.lock();
        if let Err(error) = state.respecialise(plot, &frame) {
            return Err(error.to_string());
        }
        state.look_at_pixels(plot, &frame);
        if !self.is_read_back(plot.call.plot)
            && let Some((gpu, layer)) = state.layer(plot, frame, fonts)
        {
            let recipe = (!HAS_THREADS).then(|| state.recipe(plot, frame, &self.read_back));
            return state.plot_on_gpu(plot, &gpu, &layer, frame, recipe);
        }
        let began = Instant::now();
        let programs = state.compiled.as_ref().map(|compiled| &compiled.plots);
        let program = programs.and_then(|programs| programs.get(plot.call.plot.index()));
        let evaluator = PlotEvaluator::new(plot.evaluator(), plot.call, program);
        drop(state);
        let texels = self.plot_on_cpu(plot, &frame, evaluator);
        let mut state = self.lock();
        plot.uncounted.set(match state.cpu_budget {
            Some(_) => began.elapsed(),
            None => state.excused(began.elapsed()),
        });
        drop(state);
        let pixels = Pixels::from_floats(size, texels);
        let pixels = pixels.ok_or_else(|| "the image is too large".to_owned())?;
        Ok(Picture::from_pixels(pixels))
    }

    fn plot_on_cpu(
        &self,
        plot: &ImagePlot<'_>,
        frame: &FrameUniforms,
        evaluator: PlotEvaluator,
    ) -> Vec<f32> {
        let id = plot.call.plot;
        let (budget, is_endless) = {
            let state = self.lock();
            (state.cpu_budget, state.costs.endless(id).is_some())
        };
        let region = Region::all(plot.target.size());
        let mut job = RenderJob::new(
            evaluator,
            *frame,
            region,
            PixelKind::Texel,
            budget.is_none(),
        );
        if is_endless {
            job.hurry();
        }
        let began = Instant::now();
        let until = budget.map_or(Until::Done, Until::Level);
        job.go_on(until, || plot.interrupt.load(Ordering::Relaxed));
        let took = began.elapsed();
        let mut state = self.lock();
        state.costs.times.add(id, took);
        if let Some(left) = &mut state.cpu_budget {
            *left = left.saturating_sub(took);
        }
        if let Some(endless) = job.error() {
            state.costs.set_endless(id, endless.clone());
            state.errors.push(endless);
        } else if !job.is_done() {
            state.errors.push(RuntimeError {
                term: plot.term,
                severity: ErrorSeverity::Warning,
                message: "painted coarsely: on the CPU, this colorplot takes longer than a frame \
                          may"
                .to_owned(),
            });
        }
        drop(state);
        job.into_texels()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn install(&mut self, made: Recompiled) -> bool {
        let Some(compiled) = &mut self.compiled else {
            return false;
        };
        let plot = made.request.plot;
        let before = compiled
            .plots
            .get(plot.index())
            .and_then(PlotProgram::single);
        let before = before.cloned();
        let installed = compiled.install(made);
        if installed && let Some(before) = before {
            self.singles.insert(plot, before);
        }
        installed
    }

    /// A colorplot's program in single precision, if there is or was one in this version.
    fn single(&self, plot: PlotId) -> Option<&Arc<ShaderProgram>> {
        let own = self.program(plot).and_then(PlotProgram::single);
        own.or_else(|| self.singles.get(&plot))
    }

    fn program(&self, plot: PlotId) -> Option<&PlotProgram> {
        self.compiled.as_ref()?.plots.get(plot.index())
    }

    /// The precision that a colorplot wants.
    fn wanted(&self, plot: PlotId, frame: &FrameUniforms, size: f64) -> Precision {
        let before = self.program(plot).and_then(PlotProgram::precision);
        let lacks = self.lacking.contains(&plot);
        let before = before.unwrap_or_default();
        self.precision.of(frame, before, lacks, size)
    }

    /// How large what a colorplot's iteration begins with is, in parts of the distance of pixels there;
    /// 0 where that is not known.
    fn size(&self, draw: &PlotDraw) -> f64 {
        let single = self.single(draw.call.plot);
        single.map_or(0.0, |single| single.size(draw))
    }

    /// The same of a colorplot into an image: its corners are known in f64, which is not enough for
    /// orbits.
    fn wanted_of_image(&self, plot: PlotId, frame: &FrameUniforms) -> Precision {
        self.wanted(plot, frame, 0.0).min(Precision::Double)
    }

    /// Tells where the pixels of an image lie closer than their coordinates have digits.
    fn look_at_pixels(&mut self, plot: &ImagePlot<'_>, frame: &FrameUniforms) {
        let wanted = self.wanted(plot.call.plot, frame, 0.0);
        if wanted == Precision::Perturbed {
            self.errors.push(RuntimeError {
                term: plot.term,
                severity: ErrorSeverity::Warning,
                message: "painted in double precision, where the pixels of this image lie closer than \
                          that tells apart: the corners of an image have no more digits. Without an \
                          image, a colorplot is painted in the view as far as one zooms in"
                    .to_owned(),
            });
        }
    }

    /// Makes a program that takes the values of a colorplot into an image, if there can be one.
    fn respecialise(
        &mut self,
        plot: &ImagePlot<'_>,
        frame: &FrameUniforms,
    ) -> Result<(), GpuError> {
        for _ in 0..ATTEMPTS {
            let wanted = self.wanted_of_image(plot.call.plot, frame);
            let compiled = self.compiled.as_ref();
            let request =
                compiled.and_then(|compiled| compiled.recompilation(plot.call, wanted, None));
            let Some(request) = request else { break };
            let made = request.run()?;
            if !self.install(made) {
                break;
            }
        }
        Ok(())
    }

    /// A colorplot as the GPU takes it, and that GPU; none if the CPU has to paint it.
    fn layer(
        &self,
        plot: &ImagePlot<'_>,
        frame: FrameUniforms,
        fonts: &Fonts,
    ) -> Option<(Gpu, PlotLayer)> {
        let compiled = self.compiled.as_ref()?;
        let gpu = compiled.compiler.gpu()?;
        let Some(PlotProgram::Shader(shader)) = compiled.plots.get(plot.call.plot.index()) else {
            return None;
        };
        let uniforms = shader.uniforms(plot.call)?;
        let layer = PlotLayer {
            plot: plot.call.plot,
            pipeline: shader.pipeline(&uniforms),
            frame,
            centre: None,
            corner: [0.0; 2],
            uniforms,
            orbit: None,
            images: paint::images(shader.images(plot.call), fonts),
            region: Region::all(plot.target.size()),
            mask: None,
        };
        Some((gpu.clone(), layer))
    }

    /// Computes the pixels of a colorplot on the CPU if a script reads them; from then on, the CPU paints
    /// it.
    fn recipe(
        &mut self,
        plot: &ImagePlot<'_>,
        frame: FrameUniforms,
        read_back: &Arc<Mutex<FxHashSet<PlotId>>>,
    ) -> Arc<Recipe> {
        let (id, size) = (plot.call.plot, plot.target.size());
        let (own, program) = (plot.evaluator(), self.program(id));
        let evaluator = PlotEvaluator::new(own, plot.call, program);
        let (read_back, budget) = (Arc::clone(read_back), self.cpu_budget);
        let recipe = Arc::new(Recipe::new(move || {
            lock(&read_back).insert(id);
            let region = Region::all(size);
            let patient = budget.is_none();
            let mut job = RenderJob::new(evaluator, frame, region, PixelKind::Texel, patient);
            job.go_on(budget.map_or(Until::Done, Until::Level), || false);
            Pixels::from_floats(size, job.into_texels())
        }));
        self.recipes.push(Arc::clone(&recipe));
        recipe
    }

    /// The part of the time that a colorplot into an image took which does not count for its script.
    fn excused(&mut self, took: Duration) -> Duration {
        let excused = took.min(self.patience);
        self.patience -= excused;
        excused
    }

    fn plot_on_gpu(
        &mut self,
        plot: &ImagePlot<'_>,
        gpu: &Gpu,
        layer: &PlotLayer,
        frame: FrameUniforms,
        recipe: Option<Arc<Recipe>>,
    ) -> Result<Picture, String> {
        let (id, size) = (layer.plot, plot.target.size());
        // A shader that ends a loop cannot say so.
        let search = || {
            Some(PixelSearch {
                plot: id,
                rounds: layer.pipeline.rounds()?,
                evaluator: plot.evaluator(),
                frame,
                region: Region::all(size),
                next: 0,
            })
        };
        let is_first = self.costs.get(id).is_none();
        if is_first && self.painted_first.iter().all(|other| other.plot != id) {
            self.painted_first.extend(search());
        }
        let began = Instant::now();
        let is_limited = self.cpu_budget.is_some();
        let longest = match self.timed_out.contains(&id) {
            true => GPU_IMAGE_RETRIED,
            false => GPU_IMAGE,
        };
        let enough =
            || plot.interrupt.load(Ordering::Relaxed) || is_limited && began.elapsed() > longest;
        let texture = gpu.plot(layer, size, &mut self.costs, enough);
        if !is_limited {
            plot.uncounted.set(self.excused(began.elapsed()));
        }
        let texture = texture.map_err(|error| error.to_string())?;
        if texture.is_some() {
            self.timed_out.remove(&id);
        } else if self.timed_out.insert(id)
            && let Some(error) = search().and_then(|mut search| search.error())
        {
            self.costs.set_endless(id, error);
        }
        self.errors.extend(self.costs.endless(id).cloned());
        let Some(texture) = texture else {
            return Err("given up: this colorplot takes longer than a frame may".to_owned());
        };
        let painted = ImageResource::from_device(Arc::new(texture)).or_computed(recipe);
        let painted = Arc::new(painted);
        Ok(Picture::painted(size, painted))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use cindyscript_player::Session;
    use cindyscript_player::view::Canvas;
    use cindyscript_protocol::Stages;
    use cindyscript_tests::lacking;

    use super::*;
    use crate::compile::Compiler;
    use crate::fixture::{Machine, source};
    use crate::gpu::{Gpu, Pipelines};

    /// Whether the image that a script plots into, and shows, is still only on the GPU.
    fn stays(gpu: &Gpu, script: &str) -> bool {
        let source = source(&format!(
            "createimage(\"a\", 8, 8); colorplot(\"a\", [1, 0.5, 0]); {script}; \
             colorplot(imagergb(\"a\", #));"
        ));
        let compiler = Compiler::new(Some(Pipelines::new(gpu.clone())));
        let compiled = compiler
            .programs(source.clone(), Stages::default())
            .unwrap();
        let machine = Arc::new(Machine::default());
        machine.renderer.load(compiled);
        let canvas = Canvas {
            device: [40, 40],
            scale: 1.0,
        };
        let mut session = Session::new(source, canvas, machine.clone(), 0, 0.0);
        let description = session.frame(0.0);
        assert_eq!(machine.renderer.take_errors(), []);
        let draw = description.plots().next().unwrap();
        let (_, picture) = draw.call.images.first().unwrap();
        paint::is_on_device(picture)
    }

    #[test]
    fn images_of_a_frame_are_excused_up_to_a_time() {
        let seconds = Duration::from_secs;
        let mut state = State {
            patience: seconds(3),
            ..State::default()
        };
        let excused = [2, 2, 2].map(|took| state.excused(seconds(took)));
        assert_eq!(excused, [seconds(2), seconds(1), seconds(0)]);
    }

    #[test]
    fn what_is_painted_on_the_gpu_stays_there_until_a_script_asks() {
        let Ok(gpu) = Gpu::headless() else {
            return lacking("textures on the GPU", "there is no Vulkan driver");
        };
        assert!(stays(&gpu, "drawimage([0, 0], \"a\")"));
        assert!(stays(&gpu, "b = imagesize(\"a\"); imageready(\"a\")"));
        assert!(stays(&gpu, "colorplot(\"a\", imagergb(\"a\", #) / 2)"));
        assert!(!stays(&gpu, "b = imagergb(\"a\", 1, 1)"));
        assert!(!stays(&gpu, "setpixel(\"a\", 1, 1, [0, 0, 0])"));
    }
}
