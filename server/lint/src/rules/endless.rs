//! Loops that never end: nothing in them changes what their condition asks for.

use cindyscript_diagnostic::{Code, Fix};
use cindyscript_hir::builtins::{BuiltinId, Effect, Intrinsic, Opaque};
use cindyscript_hir::names::NameId;
use cindyscript_hir::presets;
use cindyscript_hir::program::{TermId, TermKind};
use text_size::TextRange;

use crate::context::Context;
use crate::sink::Sink;

/// `while(n > 0, println(n))`
pub(crate) fn endless(cx: &Context, sink: &mut Sink, condition: TermId, body: TermId) {
    let program = &cx.applet.program;
    let Some(read) = names_read(cx, condition) else {
        return;
    };
    let is_read = |name: NameId| read.contains(&name);
    if may_set(cx, body, is_read) {
        return;
    }
    // Lazily defined names, and what the page's JavaScript sets, may change by themselves.
    let is_lazy = |term: &cindyscript_hir::program::Term| match term.kind {
        TermKind::DefineLazy { target, .. } => program.name_of(target).is_some_and(is_read),
        _ => false,
    };
    if cx.opaque.names.is_some() || program.terms.iter().any(is_lazy) {
        return;
    }
    let mut variables = read.iter().copied();
    if variables
        .clone()
        .any(|name| !cx.applet.defined().contains(name))
    {
        return;
    }
    let mut variables = variables.by_ref().map(|name| program.names.text(name));
    let Some(variable) = variables.find(|name| presets::truth(name).is_none()) else {
        return;
    };
    let message = format!("nothing in this loop changes `{variable}`: once begun, it never ends");
    let sign = match counts_up(cx, condition, variable) {
        true => '+',
        false => '-',
    };
    let step = format!("{variable} = {variable} {sign} 1");
    let help = format!("change it in the loop, for example {step}");
    let end = cx.applet.range(body).end();
    let fix = Fix::new(
        TextRange::empty(end),
        format!("; {step}"),
        format!("add `{step}`"),
    );
    sink.report(condition, Code::EndlessLoop, message)
        .help(help)
        .with_fix(fix);
}

/// The variables that a condition reads, unless it may read more than the text says.
fn names_read(cx: &Context, condition: TermId) -> Option<Vec<NameId>> {
    let program = &cx.applet.program;
    let mut read = Vec::new();
    for term in program.subtree(condition) {
        match program.kind(term) {
            TermKind::Number(_) | TermKind::Text(_) => {}
            TermKind::Variable(name) => read.push(name),
            TermKind::Call { .. } => match program.builtin_call(term) {
                Some((builtin, _)) if builtin.row().effect == Effect::None => {}
                _ => return None,
            },
            _ => return None,
        }
    }
    Some(read)
}

/// True if code may set one of some variables.
fn may_set(cx: &Context, body: TermId, is_one: impl Fn(NameId) -> bool) -> bool {
    let program = &cx.applet.program;
    for term in program.subtree(body) {
        match program.kind(term) {
            TermKind::Assign { target, .. } => {
                // A list of names takes several values.
                let Some(name) = program.root_of_elements(target) else {
                    return true;
                };
                if is_one(name) {
                    return true;
                }
            }
            TermKind::Call { .. } => match program.builtin_call(term) {
                Some((builtin, _)) if !runs_code(builtin) => {}
                _ => return true,
            },
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                let names = [Some(iteration.element), iteration.index];
                let mut names = names.into_iter().flatten();
                if names.any(&is_one) {
                    return true;
                }
            }
            // `plot` runs its code with a variable of its own.
            TermKind::Special(id) if program.special(id).builtin.is(Intrinsic::Plot) => {}
            TermKind::Special(_)
            | TermKind::DefineLazy { .. }
            | TermKind::Define(_)
            | TermKind::Undefine(_)
            | TermKind::Code(_)
            | TermKind::Plot(_)
            | TermKind::Regional(_)
            | TermKind::Undefined => return true,
            _ => {}
        }
    }
    false
}

/// True if a condition is false once a variable is large enough.
fn counts_up(cx: &Context, condition: TermId, variable: &str) -> bool {
    let program = &cx.applet.program;
    let comparisons = program.subtree(condition);
    let mut directions = comparisons.filter_map(|term| {
        let (callee, arguments) = program.call(term)?;
        let &[a, b] = arguments else {
            return None;
        };
        let is_in = |root: TermId| {
            let mut within = program.subtree(root);
            let name = program.names.get(variable);
            within.any(|term| name.is_some() && program.name_of(term) == name)
        };
        match callee.intrinsic()? {
            Intrinsic::Less | Intrinsic::LessOrEqual => Some(is_in(a)),
            Intrinsic::Greater | Intrinsic::GreaterOrEqual => Some(!is_in(a) && is_in(b)),
            _ => None,
        }
    });
    directions.next().unwrap_or(true)
}

/// True if a builtin may run code that sets variables.
fn runs_code(builtin: BuiltinId) -> bool {
    let opaque = builtin.row().opaque;
    builtin.runs_code() || matches!(opaque, Some(Opaque::Text | Opaque::Plugin))
}
