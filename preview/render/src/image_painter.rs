//! Where colorplots into images are painted, while the scripts run that ask for them.
//!
//! Each is given to the GPU at once and stays there: the next colorplot that reads the image, and
//! the picture of the frame, find it on the GPU, and only a script that asks for numbers waits for
//! them (the paper, §Lazy storage of data). Unlike colorplots of the view, which wait for a program
//! that takes their values while the last picture stays, these are compiled on the spot if need
//! be: what comes after them in the script reads what they paint.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{ImagePlot, RuntimeError, Severity};
use cindyscript_player::paint;
use cindyscript_player::painted::Painted;
use cindyscript_player::region::Region;
use cindyscript_player::text::Fonts;
use cindyscript_player::view;
use cindyscript_shader::Frame;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::compile::{Compiled, PlotProgram};
use crate::cpu::{self, Kind, Painting, PlotEvaluator, Until};
use crate::gpu::{Pace, PlotLayer};

/// How often a colorplot is made again for the types of one call: once for the types seen, and
/// again where new types of its own values follow from that.
const ATTEMPTS: usize = 4;

/// In a window, what takes longer on the GPU is given up.
const LONGEST: Duration = Duration::from_secs(1);
/// What was given up before may take so long: all the rest of the frame waits for it.
const ONCE_MORE: Duration = Duration::from_millis(20);

/// What looking for a loop without end may take.
const LOOK: Duration = Duration::from_millis(150);

/// Paints colorplots into images, with the programs of a version.
///
/// On the CPU they are painted at once as well, for the script goes on with what they show: as
/// finely as the time allows, where there is a limit.
#[derive(Debug, Default)]
pub struct ImagePainter {
    compiled: Mutex<Option<Compiled>>,
    has_gpu: AtomicBool,
    /// What is left of the time to paint on the CPU; none without a limit.
    left: Mutex<Option<Duration>>,
    /// What went wrong, or was not done as asked for.
    troubles: Mutex<Vec<RuntimeError>>,
    /// How much of each colorplot the GPU may be given at once, for those that it has painted.
    paces: Mutex<FxHashMap<PlotId, Pace>>,
    /// Those that were given up when they were painted last.
    given_up: Mutex<FxHashSet<PlotId>>,
    /// Those that have no end at some pixels, and where.
    endless: Mutex<FxHashMap<PlotId, RuntimeError>>,
}

impl ImagePainter {
    /// Paints with the programs of a version from now on.
    pub fn set(&self, compiled: Compiled) {
        lock(&self.paces).clear();
        lock(&self.given_up).clear();
        lock(&self.endless).clear();
        let has_gpu = compiled.pipelines.is_some();
        self.has_gpu.store(has_gpu, Ordering::Relaxed);
        *self.lock() = Some(compiled);
    }

    /// Limits the time that painting on the CPU may take from now on, all colorplots together: what
    /// does not fit in is painted coarsely. From now on, the GPU does not paint on without end.
    pub fn allow(&self, time: Duration) {
        *lock(&self.left) = Some(time);
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

    /// What went wrong since the last call.
    pub fn take_troubles(&self) -> Vec<RuntimeError> {
        std::mem::take(&mut *lock(&self.troubles))
    }

    /// Hands over the programs of colorplots into images as they have been made meanwhile.
    pub fn update(&self, programs: &mut [PlotProgram]) {
        let compiled = self.lock();
        for (index, made) in compiled.iter().flat_map(Compiled::image_plots) {
            if let Some(program) = programs.get_mut(index) {
                *program = made.clone();
            }
        }
    }

    /// Paints a colorplot: what the image shows then.
    ///
    /// # Errors
    /// Why that cannot be, in one line.
    pub fn plot(&self, plot: &ImagePlot<'_>, fonts: &Fonts) -> Result<Picture, String> {
        let size = plot.target.size();
        let frame = view::image_frame(plot.corners, size, plot.view, plot.seed);
        let mut compiled = self.lock();
        if let Some(compiled) = compiled.as_mut() {
            let id = plot.call.plot;
            for _ in 0..ATTEMPTS {
                let program = compiled.plots.get(id.index());
                let wanted = program.and_then(|program| program.respecialisation(plot.call));
                let Some(observed) = wanted else { break };
                let made = compiled.respecialise(id, &observed);
                made.map_err(|error| error.to_string())?;
            }
            if let Some(PlotProgram::Shader(shader)) = compiled.plots.get(id.index())
                && let Some(pipelines) = &compiled.pipelines
                && let Some(uniforms) = shader.uniforms(plot.call)
            {
                let pipeline = shader.pipeline(&uniforms);
                let rounds = pipeline.rounds();
                let layer = PlotLayer {
                    plot: id,
                    pipeline,
                    frame,
                    uniforms,
                    images: paint::images(shader.images(plot.call), fonts),
                    region: Region::all(size),
                    mask: None,
                };
                let mut paces = lock(&self.paces);
                let is_first = !paces.contains_key(&id);
                let pace = paces.entry(id).or_default();
                // A shader that ends a loop cannot say so.
                let look = || {
                    let all = Region::all(size);
                    let found = rounds.and_then(|rounds| {
                        cpu::endless((plot.evaluator)(), rounds, &frame, all, LOOK)
                    });
                    lock(&self.endless).extend(found.map(|error| (id, error)));
                };
                if is_first {
                    look();
                }
                let began = Instant::now();
                let in_window = lock(&self.left).is_some();
                let mut given_up = lock(&self.given_up);
                let again = given_up.contains(&id);
                let longest = if again { ONCE_MORE } else { LONGEST };
                let enough = || {
                    plot.interrupt.load(Ordering::Relaxed) || in_window && began.elapsed() > longest
                };
                let texture = pipelines.gpu().plot(&layer, size, pace, enough);
                let texture = texture.map_err(|error| error.to_string())?;
                if texture.is_some() {
                    given_up.remove(&id);
                } else if given_up.insert(id) && !is_first {
                    look();
                }
                let endless = lock(&self.endless).get(&id).cloned();
                lock(&self.troubles).extend(endless);
                let Some(texture) = texture else {
                    return Err("given up: this colorplot takes longer than a frame may".to_owned());
                };
                let painted = Arc::new(Painted::from_device(Arc::new(texture)));
                return Ok(Picture::painted(size, painted));
            }
        }
        let programs = compiled.as_ref().map(|compiled| &compiled.plots);
        let program = programs.and_then(|programs| programs.get(plot.call.plot.index()));
        let evaluator = PlotEvaluator::new((plot.evaluator)(), plot.call, program);
        drop(compiled);
        let texels = self.on_cpu(plot, &frame, evaluator);
        let pixels = Pixels::from_floats(size, texels);
        let pixels = pixels.ok_or_else(|| "the image is too large".to_owned())?;
        Ok(Picture::from_pixels(pixels))
    }

    fn on_cpu(&self, plot: &ImagePlot<'_>, frame: &Frame, evaluator: PlotEvaluator) -> Vec<f32> {
        let left = *lock(&self.left);
        let region = Region::all(plot.target.size());
        let mut painting = Painting::new(evaluator, *frame, region, Kind::Texel, left.is_none());
        let id = plot.call.plot;
        if lock(&self.endless).contains_key(&id) {
            painting.hurry();
        }
        let began = Instant::now();
        let until = left.map_or(Until::Done, Until::Level);
        painting.go_on(until, || plot.interrupt.load(Ordering::Relaxed));
        if let Some(left) = &mut *lock(&self.left) {
            *left = left.saturating_sub(began.elapsed());
        }
        let endless = painting.trouble();
        let is_coarse = !painting.is_done() && endless.is_none();
        let coarse = is_coarse.then(|| RuntimeError {
            term: plot.term,
            severity: Severity::Warning,
            message: "painted coarsely: on the CPU, this colorplot takes longer than a frame may"
                .to_owned(),
        });
        lock(&self.endless).extend(endless.clone().map(|error| (id, error)));
        let troubles = endless.into_iter().chain(coarse);
        lock(&self.troubles).extend(troubles);
        painting.into_texels()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Compiled>> {
        lock(&self.compiled)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
        machine.image_painter.set(compiled.clone());
        let canvas = Canvas {
            device: [40, 40],
            scale: 1.0,
        };
        let mut session = Session::new(source, canvas, machine.clone(), 0, 0.0);
        let description = session.frame(0.0);
        assert_eq!(machine.image_painter.take_troubles(), []);
        let draw = description.plots().next().unwrap();
        let (_, picture) = draw.call.images.first().unwrap();
        paint::is_on_device(picture)
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
