//! Values that nobody uses: `append(l, x);`, which leaves `l` as it is, and `a == 1;`.

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::{BuiltinId, Intrinsic};
use cindyscript_hir::program::{Children, IterationKind, TermId, TermKind};

use super::local_copy;
use crate::advice::write;
use crate::context::Context;
use crate::sink::Sink;

/// Branches and statements around a value are followed so deep.
const DEPTH: usize = 64;

/// Looks at the statements before the last, whose values nobody uses.
pub(crate) fn unused_values(cx: &Context, sink: &mut Sink, statements: Children) {
    let program = &cx.applet.program;
    let Some((_, before)) = program.children(statements).split_last() else {
        return;
    };
    for &statement in before {
        unused(cx, sink, statement, DEPTH, true);
    }
}

/// The last statements of scripts, whose values nobody uses either. They may stand there to be
/// looked at, unless they make a list.
pub(crate) fn last_statements(cx: &Context, sink: &mut Sink) {
    let program = &cx.applet.program;
    for script in &program.scripts {
        if let TermKind::Sequence(statements) = program.kind(script.root)
            && let Some(&last) = program.children(statements).last()
        {
            unused(cx, sink, last, DEPTH, false);
        }
    }
}

/// Looks at a term whose value nobody uses.
fn unused(cx: &Context, sink: &mut Sink, term: TermId, depth: usize, is_certain: bool) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    let program = &cx.applet.program;
    match program.kind(term) {
        TermKind::Sequence(statements) => {
            if let Some(&last) = program.children(statements).last() {
                unused(cx, sink, last, depth, true);
            }
        }
        TermKind::If {
            then, otherwise, ..
        } => {
            for branch in [Some(then), otherwise].into_iter().flatten() {
                unused(cx, sink, branch, depth, true);
            }
        }
        TermKind::While { body, .. } => unused(cx, sink, body, depth, true),
        TermKind::Iterate(id) => {
            let iteration = program.iteration(id);
            match iteration.kind {
                IterationKind::Repeat | IterationKind::ForAll => {
                    local_copy::assigned_element(cx, sink, term, iteration);
                    unused(cx, sink, iteration.body, depth, true);
                }
                IterationKind::Sort | IterationKind::Select => {
                    unchanged(cx, sink, term, iteration.domain);
                }
                IterationKind::Apply
                | IterationKind::Sum
                | IterationKind::Product
                | IterationKind::Max
                | IterationKind::Min => {}
            }
        }
        TermKind::Call {
            callee, arguments, ..
        } => {
            let row = program.callee(callee);
            match row.plain_builtin() {
                Some(builtin) => unused_builtin(cx, sink, term, builtin, arguments, is_certain),
                None => local_copy::assigned_parameter(cx, sink, term, row, arguments),
            }
        }
        _ => {}
    }
}

/// Looks at a call of a builtin whose value nobody uses.
fn unused_builtin(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    builtin: BuiltinId,
    arguments: Children,
    is_certain: bool,
) {
    let given = cx.applet.program.children(arguments);
    let row = builtin.row();
    if row.is_figure {
        return undrawn(cx, sink, term);
    }
    if let Some(place) = row.copies {
        if let Some(&changed) = given.get(usize::from(place)) {
            unchanged(cx, sink, term, changed);
        }
        return;
    }
    let &[first, second] = given else { return };
    if !is_certain {
        return;
    }
    match builtin.intrinsic() {
        Some(Intrinsic::Equal) => {
            unused_comparison(cx, sink, term, first, cx.applet.written(second));
        }
        // `a <- 1`
        Some(Intrinsic::Less) => {
            let behind = cx.applet.written(term);
            let behind = behind.strip_prefix(cx.applet.written(first));
            let value = behind.and_then(|rest| rest.trim_start().strip_prefix("<-"));
            if let Some(value) = value {
                unused_comparison(cx, sink, term, first, value.trim_start());
            }
        }
        _ if is_change(cx, builtin, second) => unchanged(cx, sink, term, first),
        _ => {}
    }
}

/// True if an operator with this second operand was to change the first one: `a + 1`.
fn is_change(cx: &Context, builtin: BuiltinId, by: TermId) -> bool {
    use Intrinsic::{Add, Divide, Multiply, Subtract};
    match cx.applet.program.kind(by) {
        TermKind::Number(_) | TermKind::Variable(_) => {
            matches!(builtin.operator(), Some(Add | Subtract | Multiply | Divide))
        }
        // `A + [1, 0]`
        TermKind::List(_) => matches!(builtin.operator(), Some(Add | Subtract)),
        _ => false,
    }
}

/// A value that was to take the place of what it is made of.
fn unchanged(cx: &Context, sink: &mut Sink, term: TermId, changed: TermId) {
    let program = &cx.applet.program;
    let is_defined = |name| cx.applet.defined().contains(name);
    if !program.root_of_elements(changed).is_some_and(is_defined) {
        return;
    }
    let [name, written] = [changed, term].map(|part| cx.applet.written(part));
    // A point of the construction is moved by its coordinates.
    let target = match cx.element_named(name) {
        Some(_) => format!("{name}.xy"),
        None => name.to_owned(),
    };
    let instead = format!("{target} = {written}");
    let fix = write(cx.applet.range(term), &instead);
    let message = format!("this value is not used: `{name}` stays as it is");
    let help = format!("write {target} = {}", cx.applet.text(term));
    sink.report(term, Code::UnusedValue, message)
        .help(help)
        .with_fix(fix);
}

/// `circle([0, 0], 1);`
fn undrawn(cx: &Context, sink: &mut Sink, term: TermId) {
    let called = cx.called(term);
    let written = cx.applet.written(term);
    let name = written.get(..usize::from(called.len())).unwrap_or_default();
    let drawn = format!("draw({written})");
    let fix = write(cx.applet.range(term), &drawn);
    let message = format!("`{name}` draws nothing, and this value is not used");
    let help = format!("write draw({})", cx.applet.text(term));
    sink.report(term, Code::UnusedValue, message)
        .help(help)
        .with_fix(fix);
}

/// `a == 1;`, where the author wants an assignment.
fn unused_comparison(
    cx: &Context,
    sink: &mut Sink,
    statement: TermId,
    target: TermId,
    value: &str,
) {
    let program = &cx.applet.program;
    if program.root_of_elements(target).is_none() {
        return;
    }
    if let Some(name) = program.name_of(target) {
        sink.intended.insert(program.names.text(name).to_owned());
    }
    let target = cx.applet.written(target);
    let fix = write(cx.applet.range(statement), &format!("{target} = {value}"));
    let message = "this compares, but the result is not used";
    sink.report(statement, Code::UnusedComparison, message)
        .help("to assign, write `=`")
        .with_fix(fix);
}
