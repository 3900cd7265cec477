//! The element of the construction that a place of the text is about, and where it is seen.

use cindyscript_applet::TextRange;
use cindyscript_interpreter::display::{Drawing, Path};

use super::Session;

/// A part of what is seen of an element, in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum MarkPart {
    /// What is inside of a path.
    Area(Path),
    /// A line along a path, and its width.
    Line(Path, f64),
}

impl Session {
    /// The name of the element that a part of the text is about: one that is named there, or whose
    /// entry in the page it is.
    pub fn element_in_text(&self, range: TextRange) -> Option<&str> {
        let named = self
            .source
            .facts()
            .and_then(|facts| facts.element_at(range));
        let entry = || {
            let mut entries = self.applet()?.geometry.iter();
            let entry = entries.find(|entry| entry.range.contains_range(range))?;
            Some(entry.name.as_str())
        };
        named.or_else(entry)
    }

    /// Where an element is seen, or would be if it were visible: nothing of what is nowhere in the
    /// plane.
    pub fn parts_of_element(&mut self, name: &str) -> Vec<MarkPart> {
        let widget = self.outline_of_widget(name).map(MarkPart::Area);
        let drawn = self.interpreter.draw_alone(name).into_iter();
        let drawn = drawn.filter_map(|drawing| match drawing {
            Drawing::Fill { path, colour, .. } if colour[3] > 0.0 => Some(MarkPart::Area(path)),
            Drawing::Stroke { path, stroke, .. } => Some(MarkPart::Line(path, stroke.width)),
            _ => None,
        });
        drawn.chain(widget).collect()
    }
}
