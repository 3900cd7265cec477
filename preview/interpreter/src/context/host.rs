//! What the interpreter asks its host for.

use std::fmt;
use std::sync::Arc;

use crate::context::film::Film;
use crate::display::picture::{Picture, PictureContent, Pixels};
use crate::display::{TextExtent, TextStyle};

/// The world behind the interpreter: fonts, pixels, files. Called while scripts run, from any
/// thread.
pub trait Host: Send + Sync + fmt::Debug {
    /// The room that a line of text takes.
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent;

    /// The pixels of a picture: paints it if need be.
    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>>;

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

    /// The text of a file of JavaScript beside the page.
    ///
    /// # Errors
    /// Why it cannot be had, in one line.
    fn script(&self, address: &str) -> Result<String, String> {
        Err(format!(
            "`{address}` cannot be read: there are no files here"
        ))
    }
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

    fn library(&self, name: &str) -> Result<String, String> {
        Err(format!("`{name}` cannot be read: there are no files here"))
    }
}
