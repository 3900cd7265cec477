//! Texts, buttons and text fields: all that is known here is where they are.

use super::free::{FREE_POINT, at_position};
use crate::ElementKind;
use crate::algebra::ZERO_VECTOR;
use crate::operation::{Operation, Signature};
use crate::{ElementValue, WidgetKind};

pub(super) const OPERATIONS: &[Operation] = &[
    text("Text", WidgetKind::Text),
    text("Calculation", WidgetKind::Calculation),
    text("Equation", WidgetKind::Equation),
    text("Evaluate", WidgetKind::Evaluate),
    text("Plot", WidgetKind::Plot),
    text("Button", WidgetKind::Button),
    text("ToggleButton", WidgetKind::ToggleButton),
    text("EditableText", WidgetKind::EditableText),
];

const fn text(name: &'static str, kind: WidgetKind) -> Operation {
    let mut operation = Operation::new(name, ElementKind::Text, &[], |_, trace| {
        let position = trace.take();
        Ok(ElementValue::Text(
            (position != ZERO_VECTOR).then_some(position),
        ))
    })
    .traced(3)
    .starting(at_position)
    .movable(&FREE_POINT);
    operation.signature = Signature::Any;
    operation.widget = Some(kind);
    operation
}
