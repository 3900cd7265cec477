//! Buttons and text fields, which CindyJS lays over the canvas as elements of the page: where they
//! are, how they look, what the pointer and keys do to them.

use cindyscript_interpreter::display::{Colour, Drawing, Path, TextDrawing, TextStyle};
use cindyscript_interpreter::{Element, Widget, WidgetKind};

use super::Session;
use crate::policy::SCRIPT_TIME;
use crate::shape::{filled, outlined, rounded};

/// The height of a line, in ems, as CindyJS's pages have it.
const LINE_HEIGHT: f64 = 1.45;
/// Around the text of a button, and the line around that, in CSS pixels.
const BUTTON_PADDING: [f64; 2] = [7.0, 6.0];
const FIELD_PADDING: [f64; 2] = [5.0, 5.0];
const CORNER: f64 = 4.0;
/// Of a text field without `minwidth`, in ems.
const FIELD_WIDTH: f64 = 9.0;

const FACE: Colour = [0.75, 0.77, 0.82, 1.0];
const PRESSED: Colour = [0.67, 0.69, 0.73, 1.0];
const EDGE: Colour = [0.55, 0.57, 0.62, 1.0];
const FOCUS: Colour = [0.0, 0.4, 1.0, 1.0];
const SELECTED: Colour = [0.7, 0.83, 1.0, 1.0];
const PAPER: Colour = [1.0, 1.0, 1.0, 1.0];
const BLACK: Colour = [0.0, 0.0, 0.0, 1.0];

/// A button or text field on the canvas. Places and lengths are in CSS pixels.
pub(super) struct Placed<'a> {
    pub(super) element: &'a Element,
    pub(super) widget: &'a Widget,
    corner: [f64; 2],
    size: [f64; 2],
    /// The left end of the text's baseline.
    pub(super) baseline: [f64; 2],
    pub(super) style: TextStyle,
}

impl Placed<'_> {
    fn holds(&self, at: [f64; 2]) -> bool {
        (0..2).all(|axis| (0.0..self.size[axis]).contains(&(at[axis] - self.corner[axis])))
    }
}

impl Session {
    /// All that are visible, from back to front.
    pub(super) fn placed(&self) -> Vec<Placed<'_>> {
        let construction = self.interpreter.construction();
        let elements = construction.iter().map(|(_, element)| element);
        elements
            .filter(|element| element.appearance.visible && element.is_showing())
            .filter_map(|element| self.place_widget(element))
            .collect()
    }

    fn place_widget<'a>(&'a self, element: &'a Element) -> Option<Placed<'a>> {
        let widget = element.widget.as_ref()?;
        let padding = match widget.kind {
            WidgetKind::Button | WidgetKind::ToggleButton => BUTTON_PADDING,
            WidgetKind::EditableText => FIELD_PADDING,
            WidgetKind::Text
            | WidgetKind::Calculation
            | WidgetKind::Equation
            | WidgetKind::Evaluate
            | WidgetKind::Plot => return None,
        };
        let [width, height] = self.plane().css();
        let pixels = self
            .port()
            .map_or(1.0, |port| port.virtual_pixels(width, height));
        let place = |element: &Element| {
            let xy = element.value.xy()?;
            Some(self.view().to_pixel(xy))
        };
        let anchor = match &widget.dock {
            Some(dock) => {
                let to = dock.to.as_ref().and_then(|name| {
                    let construction = self.interpreter.construction();
                    place(construction.get(construction.find(name)?)?)
                });
                let [x, y] = match (to, dock.corner.as_deref()) {
                    (Some(place), _) => place,
                    (None, Some("UL")) => [0.0, 0.0],
                    (None, Some("UR")) => [width, 0.0],
                    (None, Some("LR")) => [width, height],
                    (None, Some("LL")) => [0.0, height],
                    _ => place(element)?,
                };
                [x + dock.offset[0] / pixels, y - dock.offset[1] / pixels]
            }
            None => place(element)?,
        };
        let size = element.appearance.size / pixels;
        let style = TextStyle {
            size,
            family: "sans-serif".into(),
            bold: element.appearance.label.bold,
            italic: element.appearance.label.italics,
        };
        let extent = self.fonts.extent(&widget.text, &style);
        let inside = match (widget.kind, widget.min_width) {
            (WidgetKind::EditableText, Some(width)) => (width - 3.0).max(0.0),
            (WidgetKind::EditableText, None) => FIELD_WIDTH * size,
            _ => extent.width,
        };
        let align = match element.appearance.label.align.as_deref() {
            Some("mid") => 0.5,
            Some("right") => 1.0,
            _ => 0.0,
        };
        let left = anchor[0] - align * inside;
        let line = LINE_HEIGHT * size;
        let above = (line - extent.ascent - extent.descent) / 2.0 + extent.ascent;
        let corner = [left - padding[0], anchor[1] - above - padding[1]];
        Some(Placed {
            element,
            widget,
            corner,
            size: [inside + 2.0 * padding[0], line + 2.0 * padding[1]],
            baseline: [left, anchor[1]],
            style,
        })
    }

    /// The line around the button or text field of a name.
    pub(super) fn outline_of_widget(&self, name: &str) -> Option<Path> {
        let placed = self.placed();
        let placed = placed.iter().find(|placed| *placed.element.name == *name)?;
        Some(rounded(placed.corner, placed.size, CORNER))
    }

    /// How they look, from back to front.
    pub(super) fn widgets(&self) -> Vec<Drawing> {
        let placed = self.placed();
        placed
            .iter()
            .flat_map(|placed| self.drawn(placed))
            .collect()
    }

    fn drawn(&self, placed: &Placed<'_>) -> Vec<Drawing> {
        let Placed {
            element,
            widget,
            corner,
            size,
            baseline,
            style,
        } = placed;
        let look = &element.appearance;
        let is_field = widget.kind == WidgetKind::EditableText;
        let focus = self.focus.as_ref().filter(|f| *f.name == *element.name);
        let held = self.held_widget.as_deref() == Some(&*element.name);
        let face = match look.fill_color {
            Some([r, g, b]) => [r, g, b, look.fill_alpha],
            None if is_field => PAPER,
            None if held || widget.pressed => PRESSED,
            None => FACE,
        };
        let edge = match (focus.is_some(), is_field) {
            (true, _) => FOCUS,
            (false, true) => BLACK,
            (false, false) => EDGE,
        };
        let corner_radius = if is_field { 0.0 } else { CORNER };
        // The middle of a line of one pixel within the edge.
        let line = rounded(
            corner.map(|place| place + 0.5),
            size.map(|length| (length - 1.0).max(0.0)),
            corner_radius,
        );
        let [r, g, b] = look.color;
        let colour = [r, g, b, look.alpha];
        let mut drawn = vec![
            filled(rounded(*corner, *size, corner_radius), face),
            outlined(line, 1.0, edge),
            Drawing::Text(TextDrawing {
                text: widget.text.as_str().into(),
                style: style.clone(),
                origin: *baseline,
                angle: 0.0,
                colour,
                outline: None,
            }),
        ];
        if let Some(focus) = focus {
            let place = |caret: usize| {
                let before: String = widget.text.chars().take(caret).collect();
                baseline[0] + self.fonts.extent(&before, style).width
            };
            let bar = |from: f64, width: f64| {
                let top = baseline[1] - style.size;
                rounded([from, top], [width, 1.25 * style.size], 0.0)
            };
            let selected = focus.selected();
            if !selected.is_empty() {
                let (from, to) = (place(selected.start), place(selected.end));
                // Behind the text.
                drawn.insert(2, filled(bar(from, to - from), SELECTED));
            }
            drawn.push(filled(bar(place(focus.caret), 1.0), colour));
        }
        drawn
    }

    /// Whether there is a button or a text field at a place, and which.
    pub(super) fn widget_at(&self, at: [f64; 2]) -> Option<(String, WidgetKind)> {
        let placed = self.placed();
        let hit = placed.iter().rev().find(|placed| placed.holds(at))?;
        Some((hit.element.name.to_string(), hit.widget.kind))
    }

    /// The pointer goes down on a button or a text field.
    pub(super) fn press_widget(&mut self, name: String, kind: WidgetKind) {
        if kind == WidgetKind::EditableText {
            self.take_focus(name);
        } else {
            self.blur();
            self.held_widget = Some(name);
        }
    }

    /// The pointer goes up after it went down on a button.
    pub(super) fn release_widget(&mut self) {
        let Some(name) = self.held_widget.take() else {
            return;
        };
        if self
            .widget_at(self.pointer)
            .is_none_or(|(under, _)| under != name)
        {
            return;
        }
        self.interpreter.toggle(&name);
        self.note_pressed(&name);
        self.run_widget(&name);
    }

    /// Runs what the page says that a button or text field runs.
    pub(super) fn run_widget(&mut self, name: &str) {
        self.outdated = true;
        self.interpreter.allow(Some(SCRIPT_TIME));
        self.run_widget_script(name);
    }

    /// As [`Session::run_widget`], in the time that is allowed.
    pub(super) fn run_widget_script(&mut self, name: &str) {
        let script = self.widget_scripts.iter().find(|(of, _)| of == name);
        if let Some((_, root)) = script.cloned() {
            let (_, errors) = self.interpreter.run(root);
            self.cut_short |= self.interpreter.is_interrupted();
            self.note(errors);
        }
    }
}
