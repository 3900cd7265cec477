//! The state that builtins see.

pub(crate) mod animation;
pub(crate) mod arithmetic;
pub(crate) mod console;
pub(crate) mod draw;
pub(crate) mod dropped_files;
pub(crate) mod feedback;
pub(crate) mod film;
pub(crate) mod geometry;
pub(crate) mod host;
pub(crate) mod image_memory;
pub(crate) mod images;
pub(crate) mod input;
pub(crate) mod model;
pub(crate) mod page_image;
pub(crate) mod sound;
pub(crate) mod space;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cindyscript_hir::program::TermId;
use num_complex::Complex64;
use smol_str::SmolStr;

use crate::context::animation::{Animation, Playback};
use crate::context::console::Console;
use crate::context::draw::Graphics;
use crate::context::feedback::Feedback;
use crate::context::geometry::Geometry;
use crate::context::host::Host;
use crate::context::images::Images;
use crate::context::input::Input;
use crate::context::model::Models;
use crate::context::sound::Sound;
use crate::context::space::Space;
use crate::error::Reports;
use crate::random::Random;
use crate::value::element_id::ElementRef;
use crate::value::print;
use crate::value::text::Text;
use crate::value::{Usage, Value};
use crate::work::Deadline;

/// Everything outside variables that a script can read or change.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) host: Arc<dyn Host>,
    pub(crate) geometry: Geometry,
    pub(crate) random: Random,
    pub(crate) console: Console,
    pub(crate) reports: Reports,
    /// Whether scripts have asked for another frame.
    pub(crate) wants_frame: bool,
    /// The JavaScript that scripts have given to the page, and where; none where no page runs it.
    pub(crate) javascript: Option<Vec<(Text, TermId)>>,
    pub(crate) animation: Animation,
    pub(crate) input: Input,
    /// Colours, sizes, the coordinate system, and what has been drawn.
    pub(crate) graphics: Graphics,
    /// The pictures in space.
    pub(crate) space: Space,
    /// Models for 3D printers.
    pub(crate) models: Models,
    /// The sounds that wait for the host.
    pub(crate) sound: Sound,
    pub(crate) images: Images,
    /// The images that colorplots of this draw event keep from the one before.
    pub(crate) feedback: Feedback,
    /// The names of the images that are being drawn on, the innermost last.
    pub(crate) canvases: Vec<SmolStr>,
    pub(crate) interrupt: Arc<AtomicBool>,
    /// The time that is left to scripts.
    pub(crate) deadline: Option<Deadline>,
    /// Whether a colorplot is being evaluated. Real numbers are divided as CindyGL does, in floating
    /// point: 1/0 is infinite. For CindyJS it is no number.
    pub(crate) at_pixels: bool,
    /// Whether the pixel that is being evaluated is to be left as it is.
    pub(crate) discarded: bool,
    /// What `self()` means.
    pub(crate) this: Value,
    /// The call that is being evaluated, and its modifiers.
    pub(crate) term: TermId,
    pub(crate) modifiers: Vec<(SmolStr, Value)>,
}

impl Context {
    /// Reports something about the call being evaluated; its value is undefined.
    pub(crate) fn warn(&mut self, message: impl Into<String>) -> Value {
        let term = self.term;
        self.reports.warn(term, || message.into());
        Value::Undefined
    }

    /// Notes that what is drawn from now on is drawn by the call being evaluated.
    pub(crate) fn note_drawing(&mut self) {
        self.graphics.term = self.reports.place(self.term);
    }

    /// The value of a modifier of the call being evaluated.
    pub(crate) fn modifier(&self, name: &str) -> Option<&Value> {
        self.modifiers
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value)
    }

    /// Begins to play. Whether it did not play before.
    pub(crate) fn play(&mut self) -> bool {
        if self.animation.playback == Playback::Stopped {
            self.geometry.save();
        }
        let begins = self.animation.play();
        if begins {
            self.geometry.start_physics();
        }
        begins
    }

    /// Stops the animation, and puts the construction back where it was when it began to play.
    pub(crate) fn stop(&mut self) {
        if self.animation.playback != Playback::Stopped {
            self.animation.playback = Playback::Stopped;
            self.geometry.restore();
        }
    }

    /// The printed form.
    pub(crate) fn print(&self, value: &Value) -> String {
        print::print(value, Some(&self.geometry))
    }

    /// Writes a diagnostic of the value of a variable.
    pub(crate) fn print_diagnostic(&mut self, name: &str, value: &Value) -> Value {
        let text = format!("{name} ===> {}", self.print(value));
        self.console.diagnostic(text);
        Value::Undefined
    }

    /// What arithmetic sees of an element: see [`Geometry::plain`].
    pub(crate) fn coordinates(&self, id: ElementRef) -> Value {
        self.geometry.plain(id)
    }

    /// The value that arithmetic sees: points are their coordinates.
    pub(crate) fn plain(&self, value: Value) -> Value {
        match value {
            Value::Element(id) => self.coordinates(id),
            value => value,
        }
    }

    /// A value in which elements have become what a shader sees of them.
    pub(crate) fn for_pixels(&self, value: &Value) -> Value {
        match value {
            Value::Element(element) => self.geometry.for_pixels(*element),
            // Lists are at most 500 deep, those of numbers stay as they are.
            Value::List(list) if !list.is_numeric() => {
                list.iter().map(|item| self.for_pixels(&item)).collect()
            }
            Value::Code(code) => {
                let code = code.with_each(|value| self.for_pixels(&value));
                code.map_or(Value::Undefined, |code| Value::Code(Arc::new(code)))
            }
            other => other.clone(),
        }
    }

    /// Homogeneous coordinates of a point or a line, and which of them it is: two numbers are made
    /// homogeneous.
    pub(crate) fn homogeneous(&self, value: &Value) -> Option<([Complex64; 3], Usage)> {
        let list = match value {
            Value::Element(id) => return self.geometry.homogeneous(*id),
            Value::List(list) => list,
            _ => return None,
        };
        let vector = match list.vector::<2>() {
            Some([x, y]) => [x, y, Complex64::ONE],
            None => list.vector::<3>()?,
        };
        Some((vector, list.usage()))
    }

    /// The place that a value is, for drawing: real parts of two coordinates, or of three homogeneous
    /// ones.
    pub(crate) fn place(&self, value: &Value) -> Option<[f64; 2]> {
        let coordinates;
        let list = match value {
            Value::Element(id) => {
                coordinates = self.coordinates(*id);
                coordinates.list()?
            }
            other => other.list()?,
        };
        if let Some([x, y]) = list.vector::<2>() {
            return Some([x.re, y.re]);
        }
        let [x, y, z] = list.vector::<3>()?;
        Some([(x / z).re, (y / z).re])
    }

    /// Two coordinates from a list or a point, real.
    pub(crate) fn position(&self, value: &Value) -> Option<[f64; 2]> {
        let list = match value {
            Value::Element(id) => return self.geometry.xy(*id),
            Value::List(list) => list,
            _ => return None,
        };
        let [x, y] = match list.vector::<2>() {
            Some(xy) => xy,
            None => {
                let [x, y, z] = list.vector::<3>()?;
                [x / z, y / z]
            }
        };
        let real = |number: Complex64| (number.im.abs() < 1e-6).then_some(number.re);
        Some([real(x)?, real(y)?])
    }
}
