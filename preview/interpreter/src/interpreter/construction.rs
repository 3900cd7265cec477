//! The construction, as the host reads and moves it.

use cindyscript_geometry::{Construction, ElementKind, Snapshot, Widget, WidgetKind};

use super::Interpreter;
use crate::context::Context;
use crate::context::geometry::{Grip, Point};
use crate::display::Drawing;
use crate::value::Value;

impl Interpreter {
    /// The construction.
    #[must_use]
    pub fn construction(&self) -> &Construction {
        self.state.context.geometry.construction()
    }

    /// The points of the construction.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        self.state.context.geometry.points()
    }

    /// What the pointer takes hold of at a place in world coordinates: as in CindyJS, the nearest
    /// element that is visible and can be moved, points before lines and circles.
    #[must_use]
    pub fn pick(&self, at: [f64; 2]) -> Option<Grip> {
        let context = &self.state.context;
        context.geometry.pick(at, &context.graphics)
    }

    /// The name of the element that is seen at a place in world coordinates.
    #[must_use]
    pub fn element_at(&self, at: [f64; 2]) -> Option<&str> {
        let context = &self.state.context;
        let id = context.geometry.seen_at(at, &context.graphics)?;
        context
            .geometry
            .get(id)
            .map(|element| element.name.as_str())
    }

    /// How an element looks by itself, in CSS pixels of the canvas: opaque, without gaps and without
    /// its name, also if it is not to be seen. Nothing of what has no place in the plane, of buttons
    /// and of text fields.
    pub fn draw_alone(&mut self, name: &str) -> Vec<Drawing> {
        let Context {
            geometry,
            graphics,
            host,
            ..
        } = &mut self.state.context;
        let Some(id) = geometry.find(name) else {
            return Vec::new();
        };
        let mut graphics = graphics.clone();
        graphics.begin_frame();
        graphics.end_frame();
        geometry.draw_alone(id, &mut graphics, host.as_ref());
        let drawn = graphics.take().into_iter();
        drawn.map(|drawn| drawn.drawing).collect()
    }

    /// The pointer has moved to a place in world coordinates, and with it what it holds.
    pub fn drag(&mut self, grip: &Grip, to: [f64; 2]) -> bool {
        let geometry = &mut self.state.context.geometry;
        geometry.move_to(grip.element(), grip.target(to))
    }

    /// The same, but a point comes to the nearest place whose coordinates are multiples of `step`.
    pub fn drag_to_grid(&mut self, grip: &Grip, to: [f64; 2], step: f64) -> bool {
        let geometry = &mut self.state.context.geometry;
        let mut target = grip.target(to);
        if grip.element().kind() == ElementKind::Point {
            target = target.map(|place| multiple(place, step));
        }
        geometry.move_to(grip.element(), target)
    }

    /// What holds the element of the same name as another grip did, in a construction that was there
    /// before; none if that is gone or cannot be moved.
    #[must_use]
    pub fn hold_again(&self, grip: &Grip) -> Option<Grip> {
        let geometry = &self.state.context.geometry;
        let element = geometry.find(&grip.name)?;
        let is_movable = geometry.get(element)?.is_movable();
        is_movable.then(|| grip.of(element))
    }

    /// Where everything is, to be put back into this construction or one much like it.
    #[must_use]
    pub fn positions(&self) -> Snapshot {
        self.construction().save()
    }

    /// Puts everything back, as far as it is still there.
    pub fn restore(&mut self, positions: &Snapshot) {
        self.state
            .context
            .geometry
            .construction_mut()
            .restore(positions);
    }

    /// Moves an element as the mouse does; `false` if there is none of that name, or it cannot be
    /// moved.
    pub fn move_point(&mut self, name: &str, position: [f64; 2]) -> bool {
        let geometry = &mut self.state.context.geometry;
        let element = geometry.find(name);
        element.is_some_and(|element| geometry.move_to(element, position))
    }

    /// Replaces the text of a text field, as typing does.
    pub fn set_text(&mut self, name: &str, text: &str) {
        if let Some(widget) = self.widget_mut(name) {
            widget.text = text.into();
        }
    }

    /// Presses a toggle button, or lets it go, as a click does. Nothing else changes.
    pub fn toggle(&mut self, name: &str) {
        let widget = self.widget_mut(name);
        if let Some(widget) = widget.filter(|widget| widget.kind == WidgetKind::ToggleButton) {
            widget.pressed = !widget.pressed;
        }
    }

    fn widget_mut(&mut self, name: &str) -> Option<&mut Widget> {
        let construction = self.state.context.geometry.construction_mut();
        let element = construction.find(name)?;
        construction.widget_mut(element)
    }

    /// An element of the construction.
    #[must_use]
    pub fn element(&self, name: &str) -> Option<Value> {
        let element = self.state.context.geometry.find(name)?;
        Some(Value::Element(element))
    }

    /// The names of all elements, in the order in which they are computed.
    pub fn element_names(&self) -> impl Iterator<Item = &str> {
        let elements = self.state.context.geometry.iter();
        elements.map(|(_, element)| element.name.as_str())
    }

    /// The value of a field of an element, if it has one.
    #[must_use]
    pub fn field(&self, element: &str, field: &str) -> Option<Value> {
        let geometry = &self.state.context.geometry;
        match geometry.field(geometry.find(element)?, field) {
            Value::Undefined => None,
            value => Some(value),
        }
    }
}

/// The multiple of a step that is nearest to a number. Steps such as 0.1 have none exactly, and what
/// they are parts of has.
fn multiple(number: f64, step: f64) -> f64 {
    let count = (number / step).round();
    match step < 1.0 {
        true => count / (1.0 / step).round(),
        false => count * step,
    }
}
