//! Where colorplots into images are painted, while the scripts run that ask for them.
//!
//! Each is given to the GPU at once and stays there: the next colorplot that reads the image, and
//! the picture of the frame, find it on the GPU, and only a script that asks for numbers waits for
//! them (the paper, §Lazy storage of data). Unlike colorplots of the view, which wait for a program
//! that takes their values while the last picture stays, these are compiled on the spot if need
//! be: what comes after them in the script reads what they paint.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cindyscript_interpreter::ImagePlot;
use cindyscript_interpreter::picture::{Picture, Pixels};

use crate::compile::{Compiled, PlotProgram};
use crate::cpu;
use crate::paint::{self, Painted};
use crate::scene::{PlotLayer, Region};
use crate::text::Fonts;
use crate::view;

/// How often a colorplot is made again for the types of one call: once for the types seen, and
/// again where new types of its own values follow from that.
const ATTEMPTS: usize = 4;

/// Paints colorplots into images, with the programs of a version.
#[derive(Debug, Default)]
pub struct Easel {
    compiled: Mutex<Option<Compiled>>,
}

impl Easel {
    /// Paints with the programs of a version from now on.
    pub fn set(&self, compiled: Compiled) {
        *self.lock() = Some(compiled);
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
                let layer = PlotLayer {
                    pipeline: shader.pipeline(&uniforms),
                    frame,
                    uniforms,
                    images: paint::images(shader.images(plot.call), fonts),
                    region: Region::all(size),
                    mask: None,
                };
                let texture = pipelines.gpu().plot(&layer, size);
                let texture = texture.map_err(|error| error.to_string())?;
                let painted = Arc::new(Painted::from_texture(texture));
                return Ok(Picture::painted(size, painted));
            }
        }
        drop(compiled);
        let texels = cpu::texels(&(plot.evaluator)(), &frame, size, plot.interrupt);
        let pixels = Pixels::from_floats(size, texels);
        let pixels = pixels.ok_or_else(|| "the image is too large".to_owned())?;
        Ok(Picture::from_pixels(pixels))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Compiled>> {
        self.compiled.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
