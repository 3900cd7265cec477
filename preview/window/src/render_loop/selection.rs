//! What is selected in the editor: it is drawn instead of what colorplots paint, if the user wants
//! that, and the panel of the pixels has its value. Where it is an element of the construction, that is
//! marked in the picture.

use cindyscript_applet::TextRange;
use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::plot_view::{Shown, ShownExpression};
use cindyscript_player::selection::{self as player, DrawnSelection};
use cindyscript_player::session::MarkPart;
use cindyscript_player::source::Source;
use cindyscript_player::view::Canvas;
use cindyscript_protocol::{ByteRange, Version};

use super::heat::Heat;
use super::{RenderLoop, WindowProxy};
use crate::overlay;

/// Of what is selected so much is said, in characters.
const LONGEST: usize = 40;

/// What is selected, and what becomes of it.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// The selection of the editor.
    pub(super) told: player::Selection,
    /// What the compiler was last asked to show.
    asked: Shown,
    /// The element of the construction that is selected, or that the cursor is at: it is marked.
    element: Option<String>,
    /// The mark as painted last, with what it was painted for.
    mark: Option<(Vec<MarkPart>, Canvas, Bitmap)>,
}

impl<P: WindowProxy> RenderLoop<P> {
    /// Something is selected in the editor.
    pub(super) fn select(&mut self, version: Version, range: Option<ByteRange>) {
        if self.selection.told.set(version, range) {
            self.inspector.changed();
            self.follow_selection();
            self.follow_applet();
        }
    }

    /// Shows the applet of the page that the cursor has come to.
    fn follow_applet(&self) {
        let source = self.frames.session().map(Session::source);
        if let Some(source) = source
            && let Some(Some(range)) = self.selection.told.place(source)
            && let Some(applet) = source.other_applet_at(range)
        {
            self.worker.choose_applet(applet);
        }
    }

    /// Looks which element is to be marked. While the text is not there that would say it, that stays.
    fn follow_element(&mut self) {
        let Some(session) = self.frames.session() else {
            return;
        };
        let Some(range) = self.selection.told.place(session.source()) else {
            return;
        };
        let element = range.and_then(|range| session.element_in_text(range));
        if element != self.selection.element.as_deref() {
            self.selection.element = element.map(str::to_owned);
            self.state.overlay_changed();
        }
    }

    /// What marks the element that is selected in the editor.
    pub(super) fn mark(&mut self) -> Option<Bitmap> {
        let before = self.selection.mark.take();
        let name = self.selection.element.as_deref()?;
        let parts = self.frames.session_mut()?.parts_of_element(name);
        let canvas = self.placement.canvas;
        let before = before.filter(|(of, on, _)| (of, on) == (&parts, &canvas));
        let painted = before.unwrap_or_else(|| {
            let halo = overlay::halo(&parts, &canvas, &self.fonts);
            (parts, canvas, halo)
        });
        let (.., halo) = self.selection.mark.insert(painted);
        Some(halo.clone())
    }

    /// Draws the selected expression, or the picture again. A heat map gives way to the expression.
    pub(super) fn toggle_selection(&mut self) {
        let is_shown = self.selection.told.drawn.is_drawn && self.heat == Heat::Nothing;
        if !is_shown && self.lacks_editor() {
            return;
        }
        self.leave_heat();
        self.selection.told.drawn.is_drawn = !is_shown;
        self.follow_selection();
    }

    /// One of the values that it has at each pixel is drawn, counted from 1, or the last.
    pub(super) fn draw_value(&mut self, time: Option<u32>) {
        if self.lacks_editor() {
            return;
        }
        self.leave_heat();
        self.selection.told.drawn = DrawnSelection {
            is_drawn: true,
            time,
        };
        self.inspector.changed();
        self.follow_selection();
    }

    /// Whether no editor is there in which something could be selected; then it is said.
    fn lacks_editor(&mut self) -> bool {
        let lacks = !self.outbox.has_reader();
        if lacks {
            let notice = "open this file in an editor, and select an expression there";
            self.note(notice.to_owned());
        }
        lacks
    }

    /// Has the compiler show what is to be drawn, if that has changed.
    pub(super) fn follow_selection(&mut self) {
        let range = self.frames.session().map(Session::source);
        let range = range.and_then(|source| self.selection.told.range(source));
        let time = self.selection.told.drawn.time;
        self.with_session(|session| session.select(range, time));
        self.follow_element();
        let source = self.frames.session().map(Session::source);
        let wanted = || self.selection.told.wanted(source?);
        if let Some(wanted) = self.heat.shown().or_else(wanted)
            && wanted != self.selection.asked
        {
            self.selection.asked = wanted.clone();
            self.worker.show(wanted);
        }
        self.tell_selection();
    }

    /// Says what is drawn, or why it is not, and how to go back.
    pub(super) fn tell_selection(&mut self) {
        let is_drawn = self.selection.told.drawn.is_drawn;
        let said = self.said_of_heat();
        let said = said.or_else(|| is_drawn.then(|| self.said_of_selection()));
        if said != self.bar.drawn {
            self.bar.drawn = said;
            self.state.overlay_changed();
        }
    }

    fn said_of_selection(&self) -> String {
        const BACK: &str = "x shows the picture again";
        let compiled = self.frames.compiled();
        let shown = compiled.as_ref().map(|compiled| &compiled.source.shown);
        let (Some(compiled), Some(Shown::Expression(expression))) = (&compiled, shown) else {
            return format!("select an expression in the editor first; {BACK}");
        };
        match compiled.shown() {
            Ok(ShownExpression { range, ty }) => {
                let name = written(&compiled.source, range);
                let value = match expression.time {
                    Some(time) => format!("value {time} of "),
                    None => String::new(),
                };
                format!("drawn is {value}{name}, {ty}; {BACK}")
            }
            Err(reason) => {
                let name = written(&compiled.source, expression.range);
                let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
                format!("{name} is not drawn{reason}; {BACK}")
            }
        }
    }
}

/// What stands somewhere in the text, on one line and not too long.
fn written(source: &Source, range: TextRange) -> String {
    let text = source.document.text();
    let text = text.get(std::ops::Range::<usize>::from(range));
    let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
    let words = words.join(" ");
    if words.chars().count() <= LONGEST {
        return words;
    }
    words.chars().take(LONGEST - 1).chain(['…']).collect()
}
