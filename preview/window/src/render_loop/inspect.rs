//! What the panel of the pixels shows: looked at again when the pointer moves or the picture changes,
//! not too often, and without waiting for the GPU.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cindyscript_player::Session;
use cindyscript_player::exact::Exact;
use cindyscript_protocol::{FromPreview, PixelValue, Version};
use cindyscript_render::FrameLoop;
use cindyscript_render::policy::{PIXEL_PATIENCE, PIXEL_PERIOD};
use cindyscript_render::values::{ToldPixel, pixel_values};

use super::loupe::Asked;
use super::pixel_probe::{Looked, pixel_at};
use super::{RenderLoop, WindowProxy};
use crate::controls::Panel;
use crate::controls::probe::Readings;
use crate::policy::PIXEL_POLL;

/// So many pixels are kept.
const MOST_KEPT: usize = 6;

/// The pixels that are looked at, and what is known about them.
#[derive(Debug, Default)]
pub(super) struct Inspector {
    /// Where the pointer is over the picture, or was last, in CSS pixels.
    at: Option<[f64; 2]>,
    /// The places of the world that are kept.
    kept: Vec<[Exact; 2]>,
    /// Something has changed since they were looked at.
    outdated: bool,
    looked: Option<Instant>,
    /// What is known but for what is on its way from the GPU.
    coming: Vec<Looked>,
    /// What is around the pointer, which comes with them.
    around: Option<Asked>,
    shown: Arc<Readings>,
    /// What the editor shows of the pixel kept last, or the one under the pointer.
    values: Vec<PixelValue>,
    /// The last message about a pixel.
    told: ToldPixel,
}

impl Inspector {
    /// Something has changed that may change what there is to see.
    pub(super) fn changed(&mut self) {
        self.outdated = true;
    }

    /// The pointer is over the picture.
    pub(super) fn point(&mut self, at: [f64; 2]) {
        self.outdated |= self.at != Some(at);
        self.at = Some(at);
    }

    /// The pixel that was kept last, or else the one that was pointed at last, in CSS pixels of the canvas.
    pub(super) fn pixel(&self, session: &Session) -> Option<[f64; 2]> {
        self.kept(session).pop().or(self.at)
    }

    /// Keeps the pixel under the pointer, in the place of the oldest where there are many.
    pub(super) fn keep(&mut self, session: &Session) {
        if let Some(at) = self.at {
            if self.kept.len() == MOST_KEPT {
                self.kept.remove(0);
            }
            self.kept.push(session.exact_view().to_world(at));
            self.outdated = true;
        }
    }

    /// Keeps a pixel no longer.
    pub(super) fn drop_kept(&mut self, index: usize) {
        if index < self.kept.len() {
            self.kept.remove(index);
            self.outdated = true;
        }
    }

    /// Where the places that are kept lie on the canvas now, in CSS pixels.
    pub(super) fn kept(&self, session: &Session) -> Vec<[f64; 2]> {
        let view = session.exact_view();
        let kept = self.kept.iter();
        kept.map(|place| [0, 1].map(|axis: usize| view.to_pixel(axis, &place[axis])))
            .collect()
    }

    /// What is known.
    pub(super) fn shown(&self) -> Arc<Readings> {
        Arc::clone(&self.shown)
    }

    /// How long until there is something to do.
    fn due(&self) -> Option<Duration> {
        if !self.coming.is_empty() {
            return Some(PIXEL_POLL);
        }
        let passed = self.looked.map_or(PIXEL_PERIOD, |looked| looked.elapsed());
        self.outdated.then(|| PIXEL_PERIOD.saturating_sub(passed))
    }

    /// The values for the editor.
    fn wanted(&self, open: bool) -> &[PixelValue] {
        if open { &self.values } else { &[] }
    }

    /// How long until the editor may be told something.
    fn untold(&self, version: Version, open: bool) -> Option<Duration> {
        self.told.due(version, self.wanted(open))
    }

    /// What the editor is to be told now.
    fn tell(&mut self, version: Version, open: bool) -> Option<Vec<PixelValue>> {
        let values = self.wanted(open).to_vec();
        self.told.tell(version, &values).then_some(values)
    }

    /// Looks at the pixels, if it is time, and takes the colours that have come.
    fn go_on(&mut self, frames: &FrameLoop, scale: f64) {
        if self.coming.is_empty() && self.due().is_some_and(|due| due.is_zero()) {
            self.looked = Some(Instant::now());
            self.outdated = false;
            let kept = frames.session().map(|session| self.kept(session));
            let places = kept.into_iter().flatten().chain(self.at);
            let looked = places.map(|at| (at, frames.probe(at, PIXEL_PATIENCE)));
            let looked: Vec<_> = looked.collect();
            let told = looked.get(self.kept.len().saturating_sub(1));
            self.values = told
                .zip(frames.session())
                .map(|((_, probes), session)| pixel_values(session, probes))
                .unwrap_or_default();
            let readings = looked
                .into_iter()
                .filter_map(|(at, probes)| Looked::new(frames, at, probes, scale));
            self.coming = readings.collect();
            // What tells them is being made, and nobody says when it is there.
            self.outdated |= self.coming.iter().any(Looked::is_making);
            let at = self.at.filter(|_| frames.session().is_some());
            self.around = at.map(|at| Asked::around(frames, pixel_at(at, scale)));
            if self.coming.is_empty() {
                self.shown = Arc::default();
            }
        }
        let around = self.around.as_ref().map(Asked::get);
        if self.coming.is_empty() || around == Some(None) {
            return;
        }
        let readings = self.coming.iter().map(Looked::reading);
        let Some(mut readings) = readings.collect::<Option<Vec<_>>>() else {
            return;
        };
        self.coming.clear();
        let pointer = readings
            .split_off(self.kept.len().min(readings.len()))
            .pop();
        self.shown = Arc::new(Readings {
            kept: readings,
            pointer,
            loupe: around.flatten().flatten(),
        });
    }
}

impl<P: WindowProxy> RenderLoop<P> {
    /// Looks at the pixels that the panel shows, if it is open, and tells the editor.
    pub(super) fn inspect(&mut self) {
        let open = self.panels.contains(&Panel::Probe);
        if open {
            let scale = self.placement.canvas.scale;
            self.inspector.go_on(&self.frames, scale);
            for shader in self.frames.shaders() {
                self.worker.specialise(&shader);
            }
        }
        if let Some(version) = self.told_version()
            && let Some(values) = self.inspector.tell(version, open)
        {
            self.outbox.send(&FromPreview::Pixel { version, values });
        }
    }

    /// How long until there is more to know about them, or to tell.
    pub(super) fn inspection_due(&self) -> Option<Duration> {
        let open = self.panels.contains(&Panel::Probe);
        let due = open.then(|| self.inspector.due()).flatten();
        let untold = self.told_version();
        let untold = untold.and_then(|version| self.inspector.untold(version, open));
        due.into_iter().chain(untold).min()
    }

    /// The version that plays, if somebody wants to know about it.
    fn told_version(&self) -> Option<Version> {
        let session = self.frames.session().filter(|_| self.outbox.has_reader())?;
        Some(session.source().version)
    }
}
