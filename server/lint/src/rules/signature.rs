//! Operations that have no meaning for the types of their operands.

use cindyscript_diagnostic::Severity;
use cindyscript_hir::builtins::{BuiltinId, Form, Side};
use cindyscript_hir::program::{CalleeId, Children, TermId};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, builtin_type};

use super::{certain, counter, foreign, operands, order};
use crate::advice::Advice;
use crate::context::Context;
use crate::mismatch::{Mismatch, MismatchKind, spelled};
use crate::sink::{ON_THE_CPU, Sink};

/// The type of the coordinates of a point, else the type itself.
fn coordinates(ty: &Type) -> Type {
    match ty {
        Type::Point => Type::list(2, Type::REAL),
        other => other.clone(),
    }
}

/// True if a call on the CPU has a meaning for some values that the types allow: complex ones
/// that happen to be real, or truth values where a variable holds numbers as well.
fn may_have_meaning(
    cx: &Context,
    body: &Body,
    builtin: BuiltinId,
    arguments: Children,
    types: &[Type],
) -> bool {
    let operands = cx.applet.program.children(arguments).iter().zip(types);
    let real: Vec<Type> = types.iter().map(Type::if_real).collect();
    let boolean = operands.map(|(&operand, ty)| {
        let is_open =
            matches!(ty, Type::Scalar(_)) && certain::may_be_boolean(cx, body.slot(operand));
        if is_open { Type::BOOLEAN } else { ty.if_real() }
    });
    let numbers = cx.applet.numbers();
    [boolean.collect(), real]
        .iter()
        .any(|narrower: &Vec<Type>| {
            narrower != types
                && builtin_type(numbers, builtin, Side::Cpu, arguments, narrower).is_some()
        })
}

/// True if a call of a builtin may have a meaning for the types of its operands.
fn has_meaning(
    cx: &Context,
    body: &Body,
    builtin: BuiltinId,
    arguments: Children,
    types: &[Type],
) -> bool {
    let (side, numbers) = (body.side(), cx.applet.numbers());
    if builtin_type(numbers, builtin, side, arguments, types).is_some() {
        return true;
    }
    // A point counts as its coordinates as well, and a complex number may turn out to be a point.
    if types.contains(&Type::Point) {
        let coordinates: Vec<Type> = types.iter().map(coordinates).collect();
        if types.contains(&Type::COMPLEX)
            || builtin_type(numbers, builtin, side, arguments, &coordinates).is_some()
        {
            return true;
        }
    }
    side == Side::Cpu && may_have_meaning(cx, body, builtin, arguments, types)
}

pub(crate) fn signature(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    term: TermId,
    callee: CalleeId,
    arguments: Children,
    types: &[Type],
) {
    let side = body.side();
    let program = &cx.applet.program;
    let row = program.callee(callee);
    let Some(builtin) = row.builtin else { return };
    if !row.definitions.is_empty()
        || builtin.row().form != Form::Strict
        || has_meaning(cx, body, builtin, arguments, types)
    {
        return;
    }
    let name = builtin.name();
    if side == Side::Gpu && builtin.overloads(Side::Gpu).is_empty() {
        sink.not_on_gpu(term, name);
        return;
    }
    // For complex numbers, the CPU has the operation only if they happen to be real.
    let is_on_cpu = side == Side::Gpu
        && !types.contains(&Type::COMPLEX)
        && builtin_type(cx.applet.numbers(), builtin, Side::Cpu, arguments, types).is_some();
    let mismatch = Mismatch {
        kind: MismatchKind::Operation { name, is_on_cpu },
        types: types.to_vec(),
    };
    let severity = match side {
        Side::Gpu if is_on_cpu => sink.refusal(),
        Side::Gpu => Severity::Error,
        Side::Cpu => Severity::Warning,
    };
    let severity = sink.certainty(term, mismatch.code(), severity);
    let operands = program.children(arguments);
    if sink.merge(body, term, operands, types, severity, &mismatch) {
        return;
    }
    let advice = foreign::foreign_operator(cx, term, spelled(name), operands, types)
        .or_else(|| counter::hash_advice(cx, operands).filter(|_| side == Side::Gpu))
        .or_else(|| match is_on_cpu {
            true => Some(Advice::without_fix(ON_THE_CPU)),
            false => operands::meant_by_operation(cx, body, term, builtin, operands, types)
                .or_else(|| order::permuted(cx, term, builtin, arguments, types))
                .or_else(|| order::incomplete(cx, builtin, arguments, types))
                .or_else(|| builtin.takes(side, types).map(Advice::without_fix)),
        });
    let related = operands.iter().zip(types);
    let related = related.flat_map(|(&operand, ty)| cx.origin_of(body, operand, ty));
    sink.report_mismatch(term, severity, mismatch)
        .advice(advice)
        .related(related);
}
