//! Output.

use super::{Row, raw, row};
use crate::context::Context;
use crate::value::Value;
use crate::value::print::print_to_depth;

pub(super) const ROWS: &[Row] = &[
    raw("print", 1, |context, a| print(context, &a[0], "")),
    raw("println", 1, |context, a| print(context, &a[0], "\n")),
    raw("err", 1, diagnostic),
    raw("errc", 1, diagnostic),
    raw("assert", 2, |context, a| match &a[0] {
        Value::Boolean(true) => Value::Undefined,
        Value::Boolean(false) => print(context, &a[1], "\n"),
        _ => context.warn("the condition of `assert` is not a boolean"),
    }),
    row("clearconsole", 0, |context, _| {
        context.console.clear();
        Value::Undefined
    }),
];

fn print(context: &mut Context, value: &Value, end: &str) -> Value {
    let depth = context
        .modifier("maxdepth")
        .or(context.modifier("maxDepth"));
    let mut text = match depth.and_then(Value::real) {
        Some(depth) => print_to_depth(value, Some(&context.geometry), depth as usize),
        None => context.print(value),
    };
    text.push_str(end);
    context.console.print(&text);
    Value::Undefined
}

fn diagnostic(context: &mut Context, arguments: &[Value]) -> Value {
    context.print_diagnostic("", &arguments[0])
}
