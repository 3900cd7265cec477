//! Arguments in another order, or too few: `apply(k^2, k, 1..5)`, `contains(2, l)`, `replace("a", "b")`.

use cindyscript_diagnostic::{Code, Severity};
use cindyscript_hir::builtins::{self, BuiltinId, Side};
use cindyscript_hir::names::HASH;
use cindyscript_hir::program::{Children, IterationKind, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::builtin_type;

use crate::advice::{Advice, write};
use crate::context::Context;
use crate::sink::Sink;

/// The arguments of a loop that names its variable, in their order, if they stand in another.
fn loop_order(cx: &Context, given: &[TermId]) -> Option<[TermId; 3]> {
    let program = &cx.applet.program;
    let &[a, b, c] = given else { return None };
    let orders = [[c, b, a], [a, c, b], [c, a, b], [b, a, c]];
    let mut orders = orders.into_iter();
    orders.find(|&[domain, variable, body]| {
        let Some(name) = program.name_of(variable) else {
            return false;
        };
        let is_domain = cx.is_written_domain(domain)
            || program.name_of(domain).is_some() && !cx.applet.defined().contains(name);
        let is_body = program.name_of(body).is_none_or(|body| body == name);
        is_domain
            && is_body
            && program.names.text(name) != HASH
            && cx.reads(body, name)
            && !cx.reads(domain, name)
    })
}

/// Advice for a loop whose arguments stand in another order.
pub(crate) fn in_order(cx: &Context, kind: IterationKind, given: &[TermId]) -> Option<Advice> {
    let ordered = loop_order(cx, given)?;
    let ordered = cx.all_written(&ordered, ", ");
    if ordered == cx.all_written(given, ", ") {
        return None;
    }
    let (&first, &last) = (given.first()?, given.last()?);
    Some(Advice::new(
        format!("write {}({ordered})", kind.name()),
        write(cx.spanning(first, last), &ordered),
    ))
}

/// `apply(k^2, k, 1..5)`: all names are where they may stand.
pub(crate) fn exchanged_loop(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    kind: IterationKind,
    given: &[TermId],
) {
    let Some(Advice { help, fix }) = in_order(cx, kind, given) else {
        return;
    };
    let domain = match kind {
        IterationKind::Repeat => "the number",
        _ => "the list",
    };
    let message = format!(
        "`{}` takes {domain} first, then the name, then the body",
        kind.name()
    );
    sink.skip_names(term);
    sink.report_as(term, Code::ArgumentOrder, Severity::Warning, message)
        .help(help)
        .with_fix(fix);
}

/// Advice for a call whose arguments fit in another order.
pub(crate) fn permuted(
    cx: &Context,
    call: TermId,
    builtin: BuiltinId,
    arguments: Children,
    types: &[Type],
) -> Option<Advice> {
    let operands = cx.applet.program.children(arguments);
    let count = operands.len();
    if !matches!(count, 2 | 3) || builtin.operator().is_some() {
        return None;
    }
    let numbers = cx.applet.numbers();
    let fits = |order: &&Vec<usize>| {
        let types: Vec<Type> = order.iter().map(|&place| types[place].clone()).collect();
        let ty = builtin_type(numbers, builtin, Side::Cpu, arguments, &types);
        ty.is_some()
    };
    // One argument is moved to another place: the others keep their order.
    let places = (0..count).flat_map(|from| (0..count).map(move |to| (from, to)));
    let orders = places.filter(|(from, to)| from != to).map(|(from, to)| {
        let mut order: Vec<usize> = (0..count).collect();
        let moved = order.remove(from);
        order.insert(to, moved);
        order
    });
    let orders: Vec<Vec<usize>> = orders.collect();
    let order = orders.iter().find(fits)?;
    let ordered: Vec<TermId> = order.iter().map(|&place| operands[place]).collect();
    let ordered = cx.all_written(&ordered, ", ");
    let range = cx.spanning(*operands.first()?, *operands.last()?);
    let is_whole = cx.applet.range(call).contains_range(range);
    Some(Advice::new(
        format!(
            "the arguments have another order: write {}({ordered})",
            builtin.name()
        ),
        is_whole.then(|| write(range, &ordered)),
    ))
}

/// Advice for strings that fit if another one follows: `replace("a", "b")`.
pub(crate) fn incomplete(
    cx: &Context,
    builtin: BuiltinId,
    arguments: Children,
    types: &[Type],
) -> Option<Advice> {
    let longer = builtins::find(builtin.name(), types.len() + 1)?;
    let types = [types, &[Type::String]].concat();
    let fits = longer.row().arity.is_some()
        && types.iter().all(|ty| *ty == Type::String)
        && builtin_type(cx.applet.numbers(), longer, Side::Cpu, arguments, &types).is_some();
    fits.then(|| {
        Advice::without_fix(format!(
            "an argument is missing: write {}",
            longer.row().call()
        ))
    })
}

/// `indexof("l", "hello")`
pub(crate) fn part_first(cx: &Context, sink: &mut Sink, call: TermId, part: TermId, text: TermId) {
    let program = &cx.applet.program;
    let (TermKind::Text(a), TermKind::Text(b)) = (program.kind(part), program.kind(text)) else {
        return;
    };
    let (a, b) = (program.text(a), program.text(b));
    if a.is_empty() || a == b || !b.contains(a) {
        return;
    }
    let turned = cx.all_written(&[text, part], ", ");
    let fix = write(cx.spanning(part, text), &turned);
    let message = "`indexof` takes the text first, then the part of it";
    sink.report(call, Code::ArgumentOrder, message)
        .help(format!("write indexof({turned})"))
        .with_fix(fix);
}
