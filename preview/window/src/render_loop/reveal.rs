//! Places of the text that the editor shows because the user asks for them in the picture.

use cindyscript_applet::TextRange;
use cindyscript_player::Session;
use cindyscript_player::diagnostic::byte_range;
use cindyscript_protocol::{FromPreview, Version};

use super::{RenderLoop, WindowProxy};
use cindyscript_render::policy::PIXEL_PATIENCE;

impl<P: WindowProxy> RenderLoop<P> {
    /// Has the editor show what paints the picture under the pointer.
    pub(super) fn reveal_under_pointer(&mut self) {
        let (Some(at), Some(session)) = (self.pointer_on_canvas(), self.frames.session()) else {
            return;
        };
        if self.controls.have_pointer() {
            return;
        }
        match session.source_at(self.frames.frame(), at, Some(PIXEL_PATIENCE)) {
            Some(range) => self.reveal_of_shown(range),
            None => self.note("nothing is painted here".to_owned()),
        }
    }

    /// Has the editor show what stands between two bytes of the text that is shown.
    pub(super) fn reveal_bytes(&mut self, start: u32, end: u32) {
        self.reveal_of_shown(TextRange::new(start.into(), end.max(start).into()));
    }

    /// Has the editor show a place of the text that is shown; without one, says the line.
    fn reveal_of_shown(&mut self, range: TextRange) {
        let Some(source) = self.frames.session().map(Session::source) else {
            return;
        };
        if self.outbox.has_reader() {
            return self.reveal(source.version, range);
        }
        let line = source.place(range.start()).line;
        self.note(format!(
            "it stands in line {line}; no editor is there to show it"
        ));
    }

    /// Says something until something happens.
    pub(super) fn note(&mut self, notice: String) {
        self.bar.notice = Some(notice);
        self.state.overlay_changed();
    }

    /// The place that the bar speaks of, if the pointer is over it and an editor can show it.
    pub(super) fn place_at_pointer(&self) -> Option<(Version, TextRange)> {
        let (at, [least, end]) = (self.pointer.at?, self.bar.area?);
        let is_over = [0, 1]
            .iter()
            .all(|&axis| (least[axis]..end[axis]).contains(&at[axis]));
        let place = self.bar.place()?;
        (is_over && self.outbox.has_reader()).then_some(place)
    }

    /// Has the editor show a place.
    pub(super) fn reveal(&self, version: Version, range: TextRange) {
        let range = byte_range(range);
        self.outbox.send(&FromPreview::Reveal { version, range });
    }
}
