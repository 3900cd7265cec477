//! Assignments that change nothing: to an element that a list does not have, to a field of a list.

use cindyscript_diagnostic::Code;
use cindyscript_hir::elements;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{IterationKind, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::Body;

use super::colours::named_colour;
use crate::advice::{Advice, write};
use crate::context::{Context, Whole};
use crate::sink::Sink;

/// Types of points that other elements determine.
const COMPUTED: [&str; 12] = [
    "CenterOfConic",
    "EuclideanMid",
    "Meet",
    "Mid",
    "OtherIntersectionCC",
    "OtherIntersectionCL",
    "PolarOfLine",
    "Pole",
    "ReflectCP",
    "SelectP",
    "TrMoebiusP",
    "TransformP",
];

/// True if no field of a value of this type can be set.
pub(crate) fn has_no_fields(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Tuple(_) | Type::Scalar(_))
}

/// `l = []; l_1 = 5`, `p = [1, 2]; p.x = 5`
pub(crate) fn no_effect(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    term: TermId,
    target: TermId,
    value: TermId,
) {
    if cx.opaque.names.is_some() {
        return;
    }
    let program = &cx.applet.program;
    match program.kind(target) {
        TermKind::Field { base, name } => {
            let (base, name) = (base, program.names.text(name).to_owned());
            no_field(cx, sink, body, (target, value), base, &name);
        }
        TermKind::Index { base, index } => {
            if let Some(name) = program.name_of(base) {
                no_element(cx, sink, term, name, index, value);
            }
        }
        _ => {}
    }
}

fn no_field(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    (target, value): (TermId, TermId),
    base: TermId,
    name: &str,
) {
    let program = &cx.applet.program;
    let ty = cx.solution.ty(body.slot(base));
    if *ty == Type::Point {
        computed_point(cx, sink, target, base, name);
    }
    if matches!(ty, Type::Point | Type::Line | Type::Circle | Type::Element) {
        string_in_field(cx, sink, value, ty, name);
    }
    if !has_no_fields(ty) {
        return;
    }
    let message = format!(
        "this changes nothing: {} does not have a field `{name}` that can be set",
        ty.in_words()
    );
    let place = ["x", "y", "z"].iter().position(|known| *known == name);
    let is_list = !matches!(ty, Type::Scalar(_));
    let place = place.filter(|&place| {
        let len = ty.known_len().map(|len| len as usize);
        is_list && len.is_none_or(|len| place < len)
    });
    let element = place.map(|place| format!("{}_{}", cx.applet.written(base), place + 1));
    // A coordinate of a point of the construction is set in the point itself.
    let mut within = program.subtree(base);
    let is_stored = !within.any(|term| {
        !matches!(
            program.kind(term),
            TermKind::Variable(_) | TermKind::Index { .. } | TermKind::Number(_)
        )
    });
    let element = element.filter(|_| is_stored);
    let range = cx.applet.range(target);
    let fix = element.as_deref().map(|element| write(range, element));
    sink.report(target, Code::NoEffect, message)
        .help_if_known(element.map(|element| format!("an element is set by {element} = ...")))
        .with_fix(fix);
}

/// `A.color = "red"`, `A.size = "big"`
fn string_in_field(cx: &Context, sink: &mut Sink, value: TermId, element: &Type, name: &str) {
    if !matches!(cx.applet.program.kind(value), TermKind::Text(_)) {
        return;
    }
    if elements::is_colour(name) {
        return named_colour(cx, sink, value);
    }
    let wanted = elements::field(element, name);
    if let Some(wanted @ Type::Scalar(_)) = wanted {
        let message = format!(
            "this changes nothing: `{name}` is {}, not a string",
            wanted.in_words()
        );
        sink.report(value, Code::NoEffect, message);
    }
}

/// `M.xy = [0, 0]`, where `M` is the midpoint of two others.
fn computed_point(cx: &Context, sink: &mut Sink, target: TermId, base: TermId, field: &str) {
    let program = &cx.applet.program;
    let Some(name) = program.name_of(base) else {
        return;
    };
    if !cx.applet.assignments().of(name).is_empty() || cx.is_bound(name) {
        return;
    }
    let text = program.names.text(name);
    let Some(element) = cx.element_named(text) else {
        return;
    };
    let is_place = matches!(field, "x" | "y" | "xy" | "homog");
    if !is_place || !COMPUTED.contains(&element.kind.as_str()) || element.args.is_empty() {
        return;
    }
    let from: Vec<String> = element.args.iter().map(|arg| format!("`{arg}`")).collect();
    let message = format!(
        "this changes nothing: the position of `{text}` is computed from {}",
        from.join(" and ")
    );
    sink.report(target, Code::NoEffect, message).help(format!(
        "move these elements, or define it as {{name: \"{text}\", type: \"Free\", pos: [x, y]}}"
    ));
}

fn no_element(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    name: NameId,
    index: TermId,
    value: TermId,
) {
    let Some(whole) = cx.whole_values(name) else {
        return;
    };
    let text = cx.applet.program.names.text(name);
    let number = cx.applet.numbers().of(index).map(f64::floor);
    let message = match whole {
        Whole::Number => format!("this changes nothing: `{text}` is a number"),
        Whole::List { longest: 0, .. } => {
            format!("this changes nothing: `{text}` is an empty list")
        }
        Whole::List { longest, .. } => match number {
            Some(0.0) => "this changes nothing: lists begin at index 1".to_owned(),
            Some(number) if number.abs() > longest as f64 => {
                let plural = if longest == 1 { "" } else { "s" };
                format!("this changes nothing: `{text}` has {longest} element{plural}")
            }
            _ => return,
        },
    };
    if cx.is_bound(name) {
        return;
    }
    let advice = appended(cx, whole, term, text, (index, number), value);
    sink.report(term, Code::NoEffect, message).advice(advice);
}

/// Advice to append an element that is set behind the last one.
fn appended(
    cx: &Context,
    whole: Whole,
    term: TermId,
    text: &str,
    (index, number): (TermId, Option<f64>),
    value: TermId,
) -> Option<Advice> {
    let Whole::List { longest, is_exact } = whole else {
        return None;
    };
    let is_next = match number {
        Some(number) => is_exact && number == longest as f64 + 1.0,
        None => longest == 0 && counts_from_one(cx, index),
    };
    let instead = format!("{text} = append({text}, {})", cx.applet.written(value));
    Some(Advice::new(
        format!("an element is added by {instead}"),
        is_next.then(|| write(cx.applet.range(term), &instead)),
    ))
}

/// True if a term is the counter of the `repeat` directly around it.
fn counts_from_one(cx: &Context, index: TermId) -> bool {
    let program = &cx.applet.program;
    let mut around = cx.applet.around(index);
    let innermost = around.find_map(|outer| match program.kind(outer) {
        TermKind::Iterate(id) => Some(program.iteration(id)),
        _ => None,
    });
    innermost.is_some_and(|iteration| {
        iteration.kind == IterationKind::Repeat
            && iteration.modifiers.is_empty()
            && program.name_of(index) == Some(iteration.element)
    })
}
