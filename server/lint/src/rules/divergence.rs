//! Types that never settle: lists that a loop or a recursion puts into themselves.

use cindyscript_diagnostic::{Code, Related, Severity};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_infer::{BodyId, SlotId, SlotSubject};

use crate::context::Context;
use crate::sink::Sink;

/// The value that grows, how, and what makes it grow if that is somewhere else.
type Growth = (TermId, String, Option<Related>);

/// Says where inference had to stop, since the types would have grown for ever.
pub(crate) fn unsettled(cx: &Context, sink: &mut Sink) {
    for &slot in &cx.solution.nested {
        let body = cx.solution.body(cx.solution.slot(slot).body);
        if body.pixel.is_none() {
            nested(cx, sink, slot, Severity::Hint);
        }
    }
    let program = &cx.applet.program;
    for &function in &cx.solution.polymorphic {
        let function = program.function(function);
        let name = &program.callee(function.callee).name;
        let message = format!(
            "`{name}` is called with more and more types: the type of its value is not known exactly"
        );
        let help = format!("does `{name}` call itself with a longer list each time?");
        let range = cx.applet.to_file(function.script, function.name_range);
        sink.report(function.body, Code::NeverSettles, message)
            .at(range)
            .help(help);
    }
}

/// Says where inference had to stop in a pixel program, which has no place for such lists.
pub(crate) fn unsettled_at_pixels(cx: &Context, sink: &mut Sink, plot: BodyId) {
    for &slot in &cx.solution.nested {
        let body = cx.solution.body(cx.solution.slot(slot).body);
        if body.pixel.is_some_and(|pixel| pixel.body == plot) {
            let severity = sink.refusal();
            nested(cx, sink, slot, severity);
        }
    }
}

fn nested(cx: &Context, sink: &mut Sink, slot: SlotId, severity: Severity) {
    let term = match cx.solution.slot(slot).subject {
        SlotSubject::Term(term) => term,
        SlotSubject::Variable(_) => {
            let raise = cx.solution.raises(slot).next();
            match raise.map(|raise| cx.solution.slot(raise.from).subject) {
                Some(SlotSubject::Term(term)) => term,
                _ => return,
            }
        }
    };
    let itself = std::iter::once(term);
    let within = growth(cx, term, itself.chain(cx.applet.around(term)));
    let Some((value, message, related)) = within.or_else(|| growth_by_calls(cx, term)) else {
        return;
    };
    let message = format!("{message}: its type never becomes stable");
    sink.report_as(value, Code::NeverSettles, severity, message)
        .related(related);
}

/// The reason for which a list grows that a function makes: the surroundings of a call of it.
fn growth_by_calls(cx: &Context, term: TermId) -> Option<Growth> {
    let program = &cx.applet.program;
    let holds = |body: TermId| (program.term(body).first..=body).contains(&term);
    let mut functions = program.functions.iter();
    let function = functions.find(|function| holds(function.body))?;
    let mut terms = program.term_ids().map(TermId);
    terms.find_map(|call| match program.kind(call) {
        TermKind::Call { callee, .. } if callee == function.callee => {
            growth(cx, call, cx.applet.around(call))
        }
        _ => None,
    })
}

/// The reason for which a list with this term in it grows: the assignment or call among those
/// around.
fn growth(cx: &Context, term: TermId, mut around: impl Iterator<Item = TermId>) -> Option<Growth> {
    let program = &cx.applet.program;
    around.find_map(|outer| match program.kind(outer) {
        TermKind::Assign { target, value } if program.term(value).first <= term => {
            let name = program.name_of(target)?;
            let text = program.names.text(name);
            let Some(round) = grows(cx, name, value) else {
                let message = format!("`{text}` is nested one list deeper each time this runs");
                return Some((value, message, None));
            };
            let range = cx.applet.range(round);
            let line = cx.applet.line(range.start());
            let message =
                format!("every round of the loop in line {line} nests `{text}` one list deeper");
            let message_there = format!("this loop nests `{text}`");
            let related = Related {
                range,
                message: message_there,
            };
            Some((value, message, Some(related)))
        }
        TermKind::Call { callee, .. } => {
            let row = program.callee(callee);
            if row.runs_code() {
                return None;
            }
            let &definition = row.definitions.last()?;
            let function = program.function(definition);
            let message = format!(
                "every call of `{}` nests its argument one list deeper",
                row.name
            );
            let related = Related {
                range: cx.applet.to_file(function.script, function.name_range),
                message: format!("`{}` is defined here", row.name),
            };
            Some((outer, message, Some(related)))
        }
        _ => None,
    })
}

/// The innermost loop around a value that is made from the variable that it is assigned to.
pub(crate) fn grows(cx: &Context, name: NameId, value: TermId) -> Option<TermId> {
    let program = &cx.applet.program;
    let mut within = program.subtree(value);
    if !within.any(|term| program.kind(term) == TermKind::Variable(name)) {
        return None;
    }
    let mut around = cx.applet.around(value);
    around.find(|&term| {
        matches!(
            program.kind(term),
            TermKind::Iterate(_) | TermKind::While { .. }
        )
    })
}
