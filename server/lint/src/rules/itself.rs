//! Variables that are computed only from themselves, and so never get a value.

use cindyscript_diagnostic::{Code, Severity};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::SlotId;

use super::operator_confusion;
use crate::context::Context;
use crate::sink::Sink;

/// `x = x + 1`, where nothing else gives `x` a value.
pub(crate) fn made_of_itself(cx: &Context, sink: &mut Sink, name: NameId, slot: SlotId) {
    let analysis = cx.applet;
    let program = &analysis.program;
    if *cx.solution.ty(slot) != Type::Unset
        || cx.opaque.names.is_some()
        || analysis.facts.given.contains_key(&name)
        || cx.is_bound(name)
    {
        return;
    }
    let own_read = |&assignment: &TermId| match program.kind(assignment) {
        TermKind::Assign { target, value } if program.name_of(target) == Some(name) => {
            let first = program.term(value).first;
            let reads = analysis.variables().within(name, first, value);
            reads.first().copied()
        }
        _ => None,
    };
    let assignments = analysis.assignments().of(name).iter();
    let reads: Option<Vec<TermId>> = assignments.map(own_read).collect();
    let Some(&read) = reads.as_deref().and_then(<[TermId]>::first) else {
        return;
    };
    let text = program.names.text(name);
    // `A = A + [1, 0]`, where `A` is a point of the construction.
    if cx.element_named(text).is_some() {
        for &assignment in analysis.assignments().of(name) {
            if let TermKind::Assign { target, .. } = program.kind(assignment) {
                operator_confusion::free_point_assigned(cx, sink, target, text);
            }
        }
        return;
    }
    let message = format!("`{text}` never gets a first value: it is computed only from itself");
    sink.report_as(read, Code::UndefinedName, Severity::Warning, message)
        .help(format!("set it in the init script: {text} = ..."));
}
