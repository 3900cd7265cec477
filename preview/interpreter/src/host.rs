//! What the interpreter asks its host for.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cindyscript_hir::program::TermId;

use crate::display::{PlotCall, TextExtent, TextStyle};
use crate::film::Film;
use crate::picture::{Picture, PictureContent, Pixels};
use crate::pixels::PixelEvaluator;

/// The world behind the interpreter: fonts, pixels, files. Called while scripts run, from any
/// thread.
pub trait Host: Send + Sync + fmt::Debug {
    /// The room that a line of text takes.
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent;

    /// The pixels of a picture: paints it if need be.
    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>>;

    /// Paints a colorplot into an image: what the image shows then.
    ///
    /// # Errors
    /// Why that cannot be, in one line.
    fn plot(&self, plot: &ImagePlot<'_>) -> Result<Picture, String>;

    /// How many pixels an image may have that a script creates. It takes memory only once something
    /// is painted into it.
    fn largest_image(&self) -> u64 {
        1 << 26
    }

    /// The camera; none where there is none.
    fn camera(&self) -> Option<Arc<dyn Film>> {
        None
    }

    /// The text of a library that a script imports.
    ///
    /// # Errors
    /// Why it cannot be had, in one line.
    fn library(&self, name: &str) -> Result<String, String>;
}

/// A colorplot into an image.
pub struct ImagePlot<'a> {
    /// Which, and what it needs.
    pub call: &'a PlotCall,
    /// The call of `colorplot`.
    pub term: TermId,
    /// The image as it is so far; never without pixels.
    pub target: &'a Picture,
    /// Where its lower left and its lower right corner lie in the world.
    pub corners: [[f64; 2]; 2],
    /// The lower left and the lower right corner of the view.
    pub view: [[f64; 2]; 2],
    /// For random numbers: another one for each plot.
    pub seed: u32,
    /// Makes what evaluates it on the CPU.
    pub evaluator: &'a dyn Fn() -> PixelEvaluator,
    /// Once this is set, nobody waits for it any more.
    pub interrupt: &'a AtomicBool,
    /// The part of the time that painting takes which does not count as the script's: the host has
    /// other limits for it.
    pub uncounted: &'a Cell<Duration>,
}

/// A host without fonts, painter and files: text has the widths of a typewriter, only pictures
/// from files have pixels.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent {
        TextExtent {
            width: 0.6 * style.size * text.chars().count() as f64,
            ascent: 0.75 * style.size,
            descent: 0.25 * style.size,
        }
    }

    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>> {
        match picture.content() {
            PictureContent::Pixels(pixels) => Some(pixels),
            PictureContent::Blank | PictureContent::Painted(_) | PictureContent::Drawn { .. } => {
                None
            }
        }
    }

    fn plot(&self, _: &ImagePlot<'_>) -> Result<Picture, String> {
        Err("colorplots into images are not painted here".to_owned())
    }

    fn library(&self, name: &str) -> Result<String, String> {
        Err(format!("there are no files here, and no `{name}`"))
    }
}
