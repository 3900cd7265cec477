//! Mistakes on the CPU that are certain from the text and the types: hints, since the script runs
//! on with an undefined value.

use cindyscript_diagnostic::{Code, Severity};
use cindyscript_hir::elements;
use cindyscript_hir::program::{Children, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::{Body, SlotId, SlotSubject, literal};

use super::effect::{self, has_no_fields};
use super::{counter, foreign_definitions, rounds};
use crate::advice::{Suggestion, nearest, write};
use crate::context::Context;
use crate::mismatch::is_certain;
use crate::sink::Sink;

/// Names that the position of a point has elsewhere.
const PLACES: [&str; 3] = ["coordinates", "pos", "position"];

/// Looks for what is certainly not meant at one term, which calls nothing.
pub(crate) fn certain(cx: &Context, sink: &mut Sink, body: &Body, term: TermId, kind: TermKind) {
    let program = &cx.applet.program;
    match kind {
        TermKind::Index { base, index } => {
            rounds::rows_taken(cx, sink, body, term, base, index);
            if !is_target(cx, term) {
                no_elements(cx, sink, body, base);
                place_in_list(cx, sink, body, base, index);
            }
        }
        TermKind::Field { base, name } => {
            let ty = cx.solution.ty(body.slot(base));
            // `no_effect` checks targets of assignments.
            if has_no_fields(ty) && is_target(cx, term) {
                return;
            }
            let name = program.names.text(name);
            no_such_field(cx, sink, term, base, ty, name);
            if matches!(ty, Type::Scalar(_))
                && let Some(hash) = counter::loop_of_hash(cx, base)
            {
                let message = format!("`.{name}` does not exist here: `#` is {}", hash.role);
                let severity = Severity::Warning;
                sink.report_as(term, Code::NoSuchField, severity, message)
                    .advice(hash.advice);
            }
        }
        TermKind::If { condition, .. } => never_boolean(cx, sink, body, condition),
        TermKind::While { condition, .. } => always_true(cx, sink, body, condition),
        TermKind::Assign { target, value } => {
            not_assignable(cx, sink, target, value);
            effect::no_effect(cx, sink, body, term, target, value);
        }
        TermKind::DefineLazy { target, body } => not_assignable(cx, sink, target, body),
        _ => {}
    }
}

/// True if a term is what an assignment sets.
fn is_target(cx: &Context, term: TermId) -> bool {
    let program = &cx.applet.program;
    let parent = cx.applet.parent(term).map(|parent| program.kind(parent));
    matches!(parent, Some(TermKind::Assign { target, .. }) if target == term)
}

/// `x / 0`
pub(crate) fn division_by_zero(cx: &Context, sink: &mut Sink, arguments: Children) {
    let program = &cx.applet.program;
    if let &[_, divisor] = program.children(arguments)
        && literal(program, divisor) == Some(0.0)
    {
        let message = "a division by zero has no value";
        sink.report(divisor, Code::DivisionByZero, message);
    }
}

fn no_elements(cx: &Context, sink: &mut Sink, body: &Body, base: TermId) {
    let ty = cx.solution.ty(body.slot(base));
    if matches!(ty, Type::Scalar(_)) && cx.opaque.names.is_none() {
        let message = format!(
            "only lists have elements, but this is {}: the result is undefined",
            ty.in_words()
        );
        sink.report_as(base, Code::NotAList, Severity::Hint, message)
            .help("a list is written [a, b], a list with one element [a]");
    }
}

fn place_in_list(cx: &Context, sink: &mut Sink, body: &Body, base: TermId, index: TermId) {
    let Some(value) = cx.applet.numbers().of(index) else {
        return;
    };
    let value = value.floor();
    let ty = cx.solution.ty(body.slot(base));
    // Code that is not seen may put another list there.
    let len = match ty {
        ty if cx.opaque.names.is_none() => ty.known_len(),
        _ => None,
    };
    let message = match len {
        _ if value == 0.0 => "lists begin at index 1: there is no element 0".to_owned(),
        Some(len) if value.abs() > f64::from(len) => {
            format!("index {value} of a list of {len} elements: the result is undefined")
        }
        _ => return,
    };
    // A condition may have made sure that the list is longer.
    let severity = match len {
        Some(_) if cx.is_unconditional(index) => Severity::Error,
        Some(_) if value == 0.0 => Severity::Warning,
        _ => Severity::Hint,
    };
    let related = cx.origin(body, base);
    sink.report_as(index, Code::IndexOutOfRange, severity, message)
        .help_if_known(len.and_then(numbered))
        .related(related);
}

fn no_such_field(cx: &Context, sink: &mut Sink, term: TermId, base: TermId, ty: &Type, name: &str) {
    let is_known = match ty {
        Type::Point | Type::Line | Type::Circle => elements::field(ty, name).is_some(),
        Type::List(_) | Type::Tuple(_) if is_certain(ty) => {
            ["x", "y", "z", "xy", "homog", "r", "g", "b", "a"].contains(&name)
        }
        Type::String | Type::ScalarOrString(_) => false,
        _ => return,
    };
    if is_known {
        return;
    }
    let message = format!(
        "`.{name}` does not exist for {}: the result is undefined",
        ty.in_words()
    );
    let base = cx.applet.written(base);
    let range = cx.applet.range(term);
    // `"x = " . x`, which joins strings elsewhere.
    if *ty == Type::String && base.ends_with('"') {
        let severity = Severity::Warning;
        sink.report_as(term, Code::NoSuchField, severity, message)
            .help("strings and values are joined by `+`")
            .with_fix(write(range, &format!("{base} + {name}")));
        return;
    }
    let is_place = *ty == Type::Point && PLACES.contains(&name);
    let severity = [Severity::Hint, Severity::Warning][usize::from(is_place)];
    let report = sink.report_as(term, Code::NoSuchField, severity, message);
    match (ty, name) {
        (Type::List(_) | Type::Tuple(_) | Type::String, "length" | "size" | "count") => {
            let call = format!("length({base})");
            report
                .help(format!("write {call}"))
                .with_fix(write(range, &call));
        }
        (Type::Point | Type::Line | Type::Circle, _) => {
            let meant = match (ty, name) {
                (Type::Point, _) if is_place => Some(Suggestion::one("xy")),
                _ => nearest(name, elements::fields(ty)),
            };
            let shown = |meant: &str| format!(".{meant}");
            let change = |meant: &str| Some(write(range, &format!("{base}.{meant}")));
            report.with(|diagnostic| {
                if let Some(meant) = meant {
                    meant.put_as(diagnostic, shown, change);
                }
            });
        }
        (Type::List(_) | Type::Tuple(_), _) => {
            let lower = name.to_lowercase();
            let is_coordinate = ["x", "y", "z"].contains(&&*lower);
            report
                .help("the coordinates are .x, .y and .z, an element is list_1")
                .with_fix(is_coordinate.then(|| write(range, &format!("{base}.{lower}"))));
        }
        _ => {}
    }
}

/// `if` wants a boolean. A truth value that shares a variable with numbers has their type, so
/// only what is computed here is certain to be a number.
fn never_boolean(cx: &Context, sink: &mut Sink, body: &Body, condition: TermId) {
    let program = &cx.applet.program;
    let ty = cx.solution.ty(body.slot(condition));
    let is_computed = match program.kind(condition) {
        TermKind::Number(_) => true,
        TermKind::Call { .. } => program.builtin_call(condition).is_some(),
        _ => false,
    };
    let never = match ty {
        Type::Scalar(Scalar::Boolean) => false,
        Type::Scalar(_) => is_computed,
        // The value may be true or false.
        Type::ScalarOrString(_) => false,
        _ => is_certain(ty),
    };
    if never {
        let message = format!(
            "a condition is true or false, but this is {}, so nothing is done",
            ty.in_words()
        );
        sink.report_as(condition, Code::NotACondition, Severity::Hint, message);
    }
}

/// True if a value may be a truth value: one that shares a variable with numbers has their type.
pub(crate) fn may_be_boolean(cx: &Context, slot: SlotId) -> bool {
    let link = |slot: &SlotId| Some(cx.solution.slot(*slot).link).filter(|to| to.is_some());
    // From a uniform to the value on the CPU, and on to its variable.
    let mut slots = std::iter::successors(Some(slot), link).take(3);
    slots.any(|slot| {
        let mut raises = cx.solution.raises(slot);
        raises.any(|raise| raise.with == Type::BOOLEAN) || is_given_boolean(cx, slot)
    })
}

/// True if a slot is that of a variable and some value that is assigned to it is a truth value.
fn is_given_boolean(cx: &Context, slot: SlotId) -> bool {
    let SlotSubject::Variable(name) = cx.solution.slot(slot).subject else {
        return false;
    };
    let last = TermId(u32::MAX);
    let mut values = cx.applet.values_of(name, TermId(0), last);
    values.any(|value| {
        let bodies = cx.solution.reachable.iter();
        let mut bodies = bodies.map(|&id| cx.solution.body(id));
        bodies
            .any(|body| body.contains(value) && *cx.solution.ty(body.slot(value)) == Type::BOOLEAN)
    })
}

/// `while` goes on until its condition is false, which a number never is.
fn always_true(cx: &Context, sink: &mut Sink, body: &Body, condition: TermId) {
    let slot = body.slot(condition);
    let ty = cx.solution.ty(slot);
    let is_number = matches!(ty, Type::Scalar(scalar) if *scalar != Scalar::Boolean);
    let is_open = may_be_boolean(cx, slot);
    let is_assigned = matches!(cx.applet.program.kind(condition), TermKind::Assign { .. });
    if !is_number || is_open || is_assigned || cx.opaque.names.is_some() {
        return;
    }
    let compared = format!("{} > 0", cx.applet.written(condition));
    let message = "a number is not a condition: this loop never ends";
    sink.report_as(condition, Code::NotACondition, Severity::Warning, message)
        .help(format!("compare it: write {compared}"))
        .with_fix(write(cx.applet.range(condition), &compared));
}

fn not_assignable(cx: &Context, sink: &mut Sink, target: TermId, value: TermId) {
    let message = match cx.applet.program.kind(target) {
        TermKind::Number(_) => "nothing can be assigned to a number",
        TermKind::Text(_) => "nothing can be assigned to a string",
        TermKind::Call { .. } | TermKind::Special(_) | TermKind::Iterate(_) => {
            foreign_definitions::NO_VARIABLE
        }
        _ => return,
    };
    let help = foreign_definitions::case_of_definition(cx, target, value);
    sink.report_as(target, Code::NotAssignable, Severity::Hint, message)
        .help_if_known(help);
}

/// The indices of a list of some length, in words.
pub(crate) fn numbered(len: u32) -> Option<String> {
    match len {
        0 => None,
        1 => Some("its only element has the index 1".to_owned()),
        _ => Some(format!("its elements have the indices 1 to {len}")),
    }
}
