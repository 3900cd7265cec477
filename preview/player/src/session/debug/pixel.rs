//! A colorplot at one pixel, recorded: exactly, and in single precision beside that.

use cindyscript_hir::names::NameId;
use cindyscript_interpreter::{PixelDebugger, RecordedPixel, Recording, StopSettings, Value};

use super::trails::DrawnTrails;
use super::{DebugSettings, Resolved, Session, fatal};
use crate::frame::{FrameDescription, PlotDraw};
use crate::source::Source;

/// The recorded pixel.
pub(in crate::session) struct PixelRun {
    pub(super) debugger: PixelDebugger,
    pub(super) exact: Recording,
    single: Recording,
    /// The last step up to which both take the same way.
    common: u64,
    pub(super) drawn: DrawnTrails,
}

impl PixelRun {
    /// Records a pixel twice: the recordings, the value of the colorplot, and the error that has ended it.
    fn new(
        debugger: PixelDebugger,
        settings: &DebugSettings,
        drawn: DrawnTrails,
    ) -> Option<(PixelRun, Value, Option<String>)> {
        let RecordedPixel {
            mut recording,
            value,
            errors,
            is_ended,
        } = debugger.record(false)?;
        let mut single = debugger.record(true)?.recording;
        if settings.not_finite {
            recording.stop_at_numbers_that_are_not_finite(&mut single);
        }
        if let Some(bound) = settings.difference {
            recording.stop_at_differences(&mut single, bound);
        }
        let pixel = PixelRun {
            debugger,
            common: recording.last_common_step(&single),
            exact: recording,
            single,
            drawn,
        };
        let error = match is_ended {
            true => Some("not computed to its end: the recording ends here".to_owned()),
            false => fatal(&errors).err(),
        };
        Some((pixel, value, error))
    }
}

/// The stops of a pixel.
fn pixel_stops(source: &Source, settings: &DebugSettings) -> StopSettings {
    StopSettings {
        breakpoints: Resolved::new(source, settings).breakpoints,
        errors: settings.errors,
        warnings: settings.warnings,
        past_frames: 0,
    }
}

impl Session {
    /// Records a colorplot of a frame, by its place among those, or the front one at a pixel, in CSS pixels of the
    /// canvas from its upper left corner. The recording takes the place of that of a script, at its first step. Returns the value of
    /// the colorplot there, printed.
    ///
    /// # Errors
    /// No colorplot paints the pixel.
    pub fn debug_pixel(
        &mut self,
        frame: &FrameDescription,
        at: [f64; 2],
        plot: Option<usize>,
    ) -> Result<String, String> {
        let plots = frame.plots().enumerate();
        let plots = plots.filter(|(place, draw)| {
            plot.is_none_or(|plot| plot == *place) && self.paints(draw, at)
        });
        if frame.plots().next().is_none() {
            return Err("no colorplot has run, except into images".to_owned());
        }
        let [x, y] = at;
        let [width, height] = self.canvas().css();
        let (_, draw) = plots.last().ok_or_else(|| {
            format!(
                "no colorplot paints the pixel {x}, {y}; the canvas has {width} x {height} pixels, \
                 and colorplots into images have none"
            )
        })?;
        let place = self.place_of_pixel(draw, at).unwrap_or_default();
        let settings = self.debugging.as_ref().map(|it| it.settings.clone());
        let settings = settings.unwrap_or_default();
        let stops = pixel_stops(&self.source, &settings);
        let seed = draw.frame.seed;
        let debugger = self
            .interpreter
            .pixel_debugger(&draw.call, seed, place, stops);
        let drawn = DrawnTrails::new(draw, place);
        let (pixel, value, error) = PixelRun::new(debugger, &settings, drawn)
            .ok_or("this colorplot is not in the text any more")?;
        self.pixel = Some(pixel);
        let printed = self.print(&value);
        Ok(match error {
            Some(error) if value.is_undefined() => format!("not known: {error}"),
            Some(error) => format!("{printed}: {error}"),
            None => printed,
        })
    }

    /// True if a colorplot paints a pixel, in CSS pixels of the canvas.
    pub fn paints(&self, draw: &PlotDraw, at: [f64; 2]) -> bool {
        self.place_of_pixel(draw, at).is_some()
    }

    /// Has the recorded pixel stop as other settings say. It stays at its step.
    pub(super) fn set_pixel_stops(&mut self) {
        let Some(PixelRun {
            mut debugger,
            exact,
            drawn,
            ..
        }) = self.pixel.take()
        else {
            return;
        };
        let settings = self.debugging.as_ref().map(|it| it.settings.clone());
        let settings = settings.unwrap_or_default();
        debugger.set_stops(pixel_stops(&self.source, &settings));
        let again = PixelRun::new(debugger, &settings, drawn.again());
        self.pixel = again.map(|(mut pixel, ..)| {
            pixel.exact.go_to(exact.position());
            pixel
        });
    }

    /// True if the recorded run is that of a pixel.
    pub fn is_at_pixel(&self) -> bool {
        self.pixel.is_some()
    }

    /// The value of a name in a stack frame of the recorded pixel, as single precision has it; none if that
    /// takes another way, or if the run is no pixel's.
    pub fn single_value(&mut self, frame: usize, name: NameId) -> Option<Value> {
        let PixelRun {
            exact,
            single,
            common,
            ..
        } = self.pixel.as_mut()?;
        let now = exact.position();
        if now > *common {
            return None;
        }
        single.go_to(now);
        let frames = single.frames();
        single.value(frames.get(frame)?, name)
    }

    /// True if a name is a coordinate of the recorded pixel.
    pub fn is_coordinate(&self, name: NameId) -> bool {
        let pixel = self.pixel.as_ref();
        pixel.is_some_and(|pixel| pixel.debugger.coordinates().contains(&name))
    }
}
