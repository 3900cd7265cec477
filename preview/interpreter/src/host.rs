//! What the interpreter asks its host for.

use std::fmt;
use std::sync::Arc;

use crate::display::{TextExtent, TextStyle};
use crate::picture::{Content, Picture, Pixels};

/// The world behind the interpreter: fonts, pixels, files. Called while scripts run, from any
/// thread.
pub trait Host: Send + Sync + fmt::Debug {
    /// The room that a line of text takes.
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent;

    /// The pixels of a picture: paints it if need be.
    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>>;

    /// The text of a library that a script imports.
    ///
    /// # Errors
    /// Why it cannot be had, in one line.
    fn library(&self, name: &str) -> Result<String, String>;
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
            Content::Pixels(pixels) => Some(pixels),
            Content::Blank | Content::Painted(_) | Content::Drawn { .. } => None,
        }
    }

    fn library(&self, name: &str) -> Result<String, String> {
        Err(format!("there are no files here, and no `{name}`"))
    }
}
