//! `i` in the place of a counter: without a value of its own, it is the imaginary unit.

use cindyscript_diagnostic::{Code, Fix};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::{HASH, NameId};
use cindyscript_hir::program::{Iteration, TermId, TermKind};
use text_size::TextRange;

use crate::context::Context;
use crate::sink::Sink;

/// Uses of a name in a loop that are looked at: the cost stays linear.
const MOST: usize = 20;

/// The name `i`, if nothing gives it a value.
fn imaginary_unit(cx: &Context) -> Option<NameId> {
    let name = cx.applet.program.names.get("i")?;
    let is_unit = cx.opaque.names.is_none()
        && !cx.is_bound(name)
        && cx.applet.assignments().of(name).is_empty();
    is_unit.then_some(name)
}

/// `l_i`
pub(crate) fn imaginary_index(cx: &Context, sink: &mut Sink, index: TermId) {
    let program = &cx.applet.program;
    let name = program.name_of(index);
    if name.is_none_or(|name| program.names.text(name) != "i") || name != imaginary_unit(cx) {
        return;
    }
    let mut around = cx.applet.around(index);
    let in_loop = around.find_map(|outer| match program.kind(outer) {
        TermKind::Iterate(id) => Some(program.iteration(id)),
        _ => None,
    });
    say_imaginary(cx, sink, index, in_loop.cloned());
}

/// `repeat(3, println(i))`
pub(crate) fn imaginary_counter(cx: &Context, sink: &mut Sink, iteration: &Iteration) {
    let program = &cx.applet.program;
    let Some(unit) = imaginary_unit(cx) else {
        return;
    };
    if !iteration.is_unnamed() {
        return;
    }
    let first = program.term(iteration.body).first;
    let uses = cx.applet.variables();
    let uses = uses.within(unit, first, iteration.body).iter();
    let mut uses = uses.copied().take(MOST);
    let shown = uses.find(|&one| is_shown(cx, one));
    if let Some(shown) = shown {
        say_imaginary(cx, sink, shown, Some(iteration.clone()));
    }
}

/// True if a variable is printed, joined to a string or a coordinate of what is drawn.
fn is_shown(cx: &Context, term: TermId) -> bool {
    let program = &cx.applet.program;
    let Some(parent) = cx.applet.parent(term) else {
        return false;
    };
    let (callee, arguments) = match program.kind(parent) {
        TermKind::Call {
            callee, arguments, ..
        } => (callee, arguments),
        TermKind::List(_) => {
            let call = cx.applet.parent(parent).map(|call| program.kind(call));
            return matches!(call, Some(TermKind::Call { callee, .. })
                if program.callee(callee).draws());
        }
        _ => return false,
    };
    let given = program.children(arguments);
    match program.callee(callee).intrinsic() {
        Some(Intrinsic::Print) => true,
        Some(Intrinsic::DrawText) => given.last() == Some(&term),
        Some(Intrinsic::Add) => {
            let mut given = given.iter();
            given.any(|&other| matches!(program.kind(other), TermKind::Text(_)))
        }
        _ => false,
    }
}

/// True if the body of a loop reads the counter that has no name.
fn counts_by_hash(cx: &Context, iteration: &Iteration) -> bool {
    let hash = cx.applet.program.names.get(HASH);
    iteration.is_unnamed() && hash.is_some_and(|hash| cx.reads(iteration.body, hash))
}

fn say_imaginary(cx: &Context, sink: &mut Sink, term: TermId, iteration: Option<Iteration>) {
    // Once for each loop.
    if let Some(Iteration { body, .. }) = iteration
        && !sink.reported.insert((body, Code::ImaginaryUnit))
        && body != term
    {
        return;
    }
    let (help, fix) = match iteration {
        Some(iteration) if counts_by_hash(cx, &iteration) => {
            let fix = crate::advice::write(cx.applet.range(term), HASH);
            (format!("the counter of this loop is `{HASH}`"), Some(fix))
        }
        Some(iteration) if iteration.is_unnamed() => {
            let domain = cx.applet.range(iteration.domain);
            let help = format!(
                "name the counter: {}({}, i, ...)",
                iteration.kind.name(),
                cx.applet.text(iteration.domain)
            );
            let end = TextRange::empty(domain.end());
            (help, Some(Fix::new(end, ", i", "name the counter `i`")))
        }
        Some(Iteration {
            element_term: Some(variable),
            ..
        }) => {
            let name = cx.applet.written(variable);
            let fix = crate::advice::write(cx.applet.range(term), name);
            (format!("the counter of this loop is `{name}`"), Some(fix))
        }
        _ => ("first give it a value: i = ...".to_owned(), None),
    };
    let message = "no value is assigned to `i` here: it is the imaginary unit";
    sink.report(term, Code::ImaginaryUnit, message)
        .help(help)
        .with_fix(fix);
}
