//! The graphics state: defaults of colours and sizes, and the coordinate system.

use super::{Row, row};
use crate::context::Context;
use crate::context::draw::GraphicsState;
use crate::value::{List, Value};

pub(super) const ROWS: &[Row] = &[
    row("color", 1, |context, a| {
        set(context, components(&a[0]), |state, colour| {
            state.set_point_colour(colour);
            state.set_line_colour(colour);
        })
    }),
    row("pointcolor", 1, |context, a| {
        set(context, components(&a[0]), GraphicsState::set_point_colour)
    }),
    row("linecolor", 1, |context, a| {
        set(context, components(&a[0]), GraphicsState::set_line_colour)
    }),
    row("alpha", 1, |context, a| {
        set(context, a[0].real(), GraphicsState::set_alpha)
    }),
    row("pointsize", 1, |context, a| {
        set(context, a[0].real(), |state, size| state.point_size = size)
    }),
    row("linesize", 1, |context, a| {
        set(context, a[0].real(), |state, size| state.line_size = size)
    }),
    row("textsize", 1, |context, a| {
        set(context, a[0].real(), |state, size| {
            state.text_size = Some(size);
        })
    }),
    row("translate", 1, |context, a| {
        let shift = a[0].list().and_then(List::vector::<2>);
        set(context, shift, |state, [x, y]| {
            state.system = state.system.translated([x.re, y.re]);
        })
    }),
    row("rotate", 1, |context, a| {
        set(context, a[0].real(), |state, angle| {
            state.system = state.system.rotated(angle);
        })
    }),
    row("scale", 1, |context, a| {
        set(context, a[0].real(), |state, factor| {
            state.system = state.system.scaled(factor);
        })
    }),
    row("gsave", 0, |context, _| {
        if context.graphics.save() {
            Value::Undefined
        } else {
            context.warn("too many graphics states are saved: where is `grestore()`?")
        }
    }),
    row("grestore", 0, |context, _| {
        context.graphics.restore();
        Value::Undefined
    }),
    row("greset", 0, |context, _| {
        context.graphics.reset();
        Value::Undefined
    }),
];

/// Red, green and blue: the first three of a list of numbers.
fn components(value: &Value) -> Option<[f64; 3]> {
    let list = value.list()?;
    let number = |index| list.get(index)?.real();
    list.iter()
        .all(|item| item.number().is_some())
        .then_some(())?;
    Some([number(0)?, number(1)?, number(2)?])
}

/// Changes the state if there is a value to change it to.
fn set<T>(
    context: &mut Context,
    value: Option<T>,
    change: impl FnOnce(&mut GraphicsState, T),
) -> Value {
    if let Some(value) = value {
        change(&mut context.graphics.state, value);
    }
    Value::Undefined
}
