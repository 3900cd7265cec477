//! How precisely colorplots are computed: more precisely where samples of the picture say that it has to
//! be, and what the window and the editor say of it.

use std::time::{Duration, Instant};

use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_protocol::FromPreview;
use cindyscript_render::frame_loop::Readiness;
use cindyscript_render::lossy::{ToldLossy, lossy};

use super::{RenderLoop, WindowProxy};
use crate::overlay;
use crate::precise;

/// What was told of the precision of colorplots.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// What the window says by itself.
    mark: Option<String>,
    /// The last message to the editor.
    lossy: ToldLossy,
}

impl<P: WindowProxy> RenderLoop<P> {
    /// Goes on comparing the picture with samples of it, and has it painted in another precision where
    /// they say so.
    pub(super) fn follow_samples(&mut self) {
        if self.is_looked_at() && self.frames.compare_samples() {
            self.prepare_again();
        }
        self.tell_precision();
        if !self.outbox.has_reader() {
            return;
        }
        // Nobody has the text of a draft.
        let source = self.frames.session().map(Session::source);
        let source = source.filter(|source| !source.is_draft);
        if let Some(version) = source.map(|source| source.version) {
            let plots = lossy(&self.frames);
            if self.precision_told.lossy.is_news(version, &plots) {
                self.outbox.send(&FromPreview::Precision { version, plots });
            }
        }
    }

    /// How long until there is more to do about it.
    pub(super) fn samples_due(&self) -> Option<Duration> {
        let due = self.is_looked_at().then(|| self.frames.samples_due());
        due.flatten()
    }

    /// Whether somebody sees the picture.
    fn is_looked_at(&self) -> bool {
        self.state.is_visible() && !self.state.is_hidden(Instant::now())
    }

    /// Has the frame painted with programs that have come, or that are to come.
    pub(super) fn prepare_again(&mut self) {
        if self.state.holds_scripts() && !self.frames.awaits_look() {
            return;
        }
        match self.frames.prepare(&mut self.worker) {
            Ok(Readiness::Ready) => self.begin_frame(Instant::now()),
            Ok(Readiness::Awaiting) => {}
            // The frame that wanted it is gone: another one may want it as well.
            Ok(Readiness::Dropped) => self.state.frame_is_due(),
            Err(error) => self.recover(error.into()),
        }
    }

    /// Has the times and the window say how precisely the colorplots of the picture are computed.
    pub(super) fn tell_precision(&mut self) {
        let setting = self.frames.precision_setting();
        let plot = self.frames.precision();
        let plot = plot.as_ref();
        let words = plot.map(|plot| precise::in_words(plot, setting));
        let mark = plot.and_then(|plot| precise::mark(plot, setting));
        if self.hud.precision != words || self.precision_told.mark != mark {
            self.hud.precision = words;
            self.precision_told.mark = mark;
            self.state.overlay_changed();
        }
    }

    /// Whether the window says something by itself.
    pub(super) fn has_precision_note(&self) -> bool {
        self.precision_told.mark.is_some() && self.panels.is_empty()
    }

    /// What the window says by itself, where no panel does.
    pub(super) fn precision_note(&self) -> Option<Bitmap> {
        let mark = self.precision_told.mark.as_ref();
        let mark = mark.filter(|_| self.has_precision_note())?;
        let palette = self.look.scheme.palette();
        Some(overlay::note(
            mark,
            &self.own_canvas(),
            &self.fonts,
            palette,
        ))
    }
}
