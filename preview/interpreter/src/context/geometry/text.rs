//! Texts: what they say, and where they stand. Buttons and text fields are the host's to draw.

use cindyscript_geometry::{Appearance, WidgetKind};

use super::Geometry;
use super::paint::{label_text, place};
use crate::context::draw::{Graphics, Pen, Style};
use crate::context::host::Host;
use crate::value::element_id::ElementRef;

/// The content of a text element.
pub(crate) struct TextContent {
    /// The text as written.
    text: String,
    /// The code that is run whenever it is drawn.
    pub(crate) code: Option<String>,
    says: Says,
}

/// The parts of a text that are shown: its own letters, or the value of its code.
enum Says {
    Text,
    Value,
    /// The text, an equals sign, and the value.
    Both,
}

impl TextContent {
    /// What it says, once its code has been run and had this value.
    pub(crate) fn with(self, value: impl FnOnce() -> String) -> String {
        match self.says {
            Says::Text => self.text,
            Says::Value => value(),
            Says::Both => format!("{} = {}", self.text, value()),
        }
    }
}

impl Geometry {
    /// The texts that are drawn, in order.
    pub(crate) fn texts(&self) -> Vec<ElementRef> {
        self.iter()
            .filter(|(_, element)| element.widget.is_some())
            .filter(|(_, element)| element.is_showing() && element.appearance.visible)
            .map(|(id, _)| id)
            .collect()
    }

    /// What a text says; none if it is not one, or the host's to draw.
    pub(crate) fn content(&self, id: ElementRef) -> Option<TextContent> {
        let widget = self.get(id)?.widget.as_ref()?;
        let text = widget.text.to_string();
        let (says, code) = match widget.kind {
            WidgetKind::Text => {
                return Some(TextContent {
                    text: self.filled_in(&text),
                    code: None,
                    says: Says::Text,
                });
            }
            WidgetKind::Calculation => (Says::Value, text.clone()),
            WidgetKind::Equation => (Says::Both, text.clone()),
            WidgetKind::Evaluate => (Says::Text, text.clone()),
            // In parentheses, so that no modifiers come with it.
            WidgetKind::Plot => (Says::Text, format!("plot(({text}))")),
            WidgetKind::Button | WidgetKind::ToggleButton | WidgetKind::EditableText => {
                return None;
            }
        };
        let code = Some(code);
        Some(TextContent { text, code, says })
    }

    /// Draws a text where its element stands.
    pub(crate) fn draw_text(
        &mut self,
        graphics: &mut Graphics,
        host: &dyn Host,
        id: ElementRef,
        text: &str,
    ) {
        let Some(element) = self.get(id) else {
            return;
        };
        let mut offset = [0.0; 2];
        let mut at = element.value.point().and_then(place);
        if let Some(dock) = element
            .widget
            .as_ref()
            .and_then(|widget| widget.dock.as_ref())
        {
            offset = dock.offset;
            if let Some(other) = &dock.to {
                let other = self.find(other);
                let other = other.and_then(|other| self.get(other)?.value.point());
                at = other.and_then(place);
            } else if let Some(corner) = &dock.corner {
                at = corner_of(graphics, corner).or(at);
            }
        }
        let Some(at) = at else {
            return;
        };
        let pen = pen(graphics, &element.appearance, offset);
        let room = graphics.draw_text(host, at, text, &pen);
        self.text_boxes.insert(id, room);
    }

    /// A text in which `@$"A"` has become the label of an element, and `@#"A"` its coordinates or
    /// its value.
    fn filled_in(&self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some(start) = rest.find("@$\"").into_iter().chain(rest.find("@#\"")).min() {
            let (before, marked) = rest.split_at(start);
            filled.push_str(before);
            let by_label = marked.starts_with("@$");
            let Some((name, after)) = quoted(&marked[2..]) else {
                filled.push_str(&marked[..3]);
                rest = &marked[3..];
                continue;
            };
            match self.find(&name).map(|id| (id, self.get(id))) {
                Some((_, Some(element))) if by_label => filled.push_str(label_text(element)),
                Some((id, Some(_))) => {
                    filled.push_str(&crate::value::print::print(&self.plain(id), Some(self)));
                }
                _ => filled.push('?'),
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }
}

/// A string in quotes at the start of a text, and what comes after it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut string = String::new();
    let mut characters = inner.char_indices();
    while let Some((index, character)) = characters.next() {
        match character {
            '"' => return Some((string, &inner[index + 1..])),
            '\\' => string.push(characters.next()?.1),
            other => string.push(other),
        }
    }
    None
}

fn pen(graphics: &Graphics, look: &Appearance, offset: [f64; 2]) -> Pen {
    let align = match look.label.align.as_deref() {
        Some("right") => 1.0,
        Some("mid" | "center") => 0.5,
        _ => 0.0,
    };
    graphics.pen(Style {
        size: Some(look.size),
        align,
        offset,
        ..Style::default()
    })
}

/// A corner of the canvas, in world coordinates.
fn corner_of(graphics: &Graphics, name: &str) -> Option<[f64; 2]> {
    let [right, lower] = graphics.canvas_size();
    let pixel = match name {
        "UL" => [0.0, 0.0],
        "UR" => [right, 0.0],
        "LR" => [right, lower],
        "LL" => [0.0, lower],
        _ => return None,
    };
    Some(graphics.to_world(pixel))
}
