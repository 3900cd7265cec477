//! The pixel that the user inspects.

use std::time::Duration;

use cindyscript_interpreter::platform::Instant;
use cindyscript_protocol::{InspectedPixel, PixelValue};
use cindyscript_render::policy::{PIXEL_PATIENCE, PIXEL_PERIOD};
use cindyscript_render::values::pixel_values;

use super::Playing;

/// The pixel that the user inspects.
#[derive(Debug, Default)]
pub(super) struct Inspector {
    /// True if the user wants to see the values of a pixel.
    is_on: bool,
    /// The last place of the pointer, in CSS pixels of the applet.
    at: Option<[f64; 2]>,
    /// True if the values may be others by now.
    is_outdated: bool,
    looked: Option<Instant>,
    pixel: Option<InspectedPixel>,
}

impl Inspector {
    /// Inspects a pixel from now on, or none.
    pub(super) fn turn(&mut self, is_on: bool) {
        (self.is_on, self.is_outdated) = (is_on, is_on);
        self.pixel = None;
    }

    /// The pointer is at a place, in CSS pixels of the applet.
    pub(super) fn point(&mut self, at: [f64; 2]) {
        self.is_outdated |= self.at.replace(at) != Some(at);
    }

    /// The picture has changed.
    pub(super) fn changed(&mut self) {
        self.is_outdated = true;
    }

    /// The pixel, with its values.
    pub(super) fn pixel(&self) -> Option<&InspectedPixel> {
        self.pixel.as_ref()
    }

    /// The values of the pixel.
    pub(super) fn values(&self) -> &[PixelValue] {
        self.pixel.as_ref().map_or(&[], |pixel| &pixel.values)
    }

    /// The time until the pixel is looked at again.
    pub(super) fn due(&self) -> Option<Duration> {
        let passed = self.looked.map_or(PIXEL_PERIOD, |looked| looked.elapsed());
        let is_due = self.is_on && self.is_outdated;
        is_due.then(|| PIXEL_PERIOD.saturating_sub(passed))
    }
}

impl Playing {
    /// The place of the pointer on the applet, in CSS pixels; the middle if it never was there.
    pub(super) fn pointed(&self) -> [f64; 2] {
        let middle = || self.placement.canvas.css().map(|side| side / 2.0);
        self.inspector.at.unwrap_or_else(middle)
    }

    /// Looks at the pixel if it is time.
    pub(super) fn inspect(&mut self) {
        if !self.inspector.due().is_some_and(|due| due.is_zero()) {
            return;
        }
        let probes = self.frames.probe(self.pointed(), PIXEL_PATIENCE);
        let session = self.frames.session().zip(probes.last());
        let pixel = session.map(|(session, front)| InspectedPixel {
            place: front.place,
            values: pixel_values(session, &probes),
        });
        self.inspector.pixel = pixel;
        self.inspector.is_outdated = false;
        self.inspector.looked = Some(Instant::now());
        self.panel.changed();
    }
}
