//! `regional` behind the assignment of what it declares.

use cindyscript_diagnostic::{Code, Fix};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Children, TermId, TermKind};
use text_size::TextRange;

use super::first::Order;
use crate::context::Context;
use crate::sink::Sink;

/// The statements on either side that are looked at: the cost stays linear.
const NEAR: usize = 20;

/// `t = 2*x; regional(t); t`
pub(crate) fn late_regional(cx: &Context, sink: &mut Sink, term: TermId, names: Children) {
    let program = &cx.applet.program;
    let Some(TermKind::Sequence(statements)) =
        cx.applet.parent(term).map(|parent| program.kind(parent))
    else {
        return;
    };
    let statements = program.children(statements);
    // Later terms have larger numbers.
    let Ok(place) = statements.binary_search(&term) else {
        return;
    };
    let before = &statements[..place];
    let behind = &statements[place + 1..];
    let behind = &behind[..behind.len().min(NEAR)];
    for &declared in program.children(names) {
        let Some(name) = program.name_of(declared) else {
            continue;
        };
        let assigned = before
            .iter()
            .rev()
            .take(NEAR)
            .find(|&&one| assigns(cx, one, name));
        let Some(&assigned) = assigned.filter(|_| is_read_first(cx, behind, name)) else {
            continue;
        };
        let text = program.names.text(name);
        let message = format!(
            "`{text}` loses its value here: `regional` makes a new variable, which has none"
        );
        let written = cx.applet.written(term);
        let help = format!("write {written} before `{text}` is set");
        let fix = declared_first(cx, before, term);
        let range = cx.applet.range(assigned);
        sink.report(declared, Code::LateRegional, message)
            .help(help)
            .with_fix(fix)
            .related([cindyscript_diagnostic::Related {
                range,
                message: format!("`{text}` is set here"),
            }]);
    }
}

/// True if a statement is an assignment of a variable as a whole.
fn assigns(cx: &Context, statement: TermId, name: NameId) -> bool {
    let program = &cx.applet.program;
    match program.kind(statement) {
        TermKind::Assign { target, .. } => program.name_of(target) == Some(name),
        _ => false,
    }
}

/// True if the first of these statements that has to do with a variable reads it.
fn is_read_first(cx: &Context, statements: &[TermId], name: NameId) -> bool {
    let analysis = cx.applet;
    let summaries = &analysis.facts.summaries;
    let mut uses = statements.iter().map(|&statement| {
        let mut first = Order::of(&analysis.program, summaries, statement, [name]);
        first.remove(&name).unwrap_or_default()
    });
    let first = uses.find(|first| first.read.is_some() || first.assigned.is_some());
    first.is_some_and(|first| first.read.is_some())
}

/// Writes a `regional` before these statements.
fn declared_first(cx: &Context, before: &[TermId], regional: TermId) -> Option<Fix> {
    if before.len() > NEAR {
        return None;
    }
    let start = cx.applet.range(*before.first()?).start();
    let range = cx.applet.range(regional);
    let text = cx.applet.document.text();
    let between = text.get(start.into()..range.start().into())?;
    let statements = between.trim_end().strip_suffix(';')?;
    let written = cx.applet.written(regional);
    // A comment would take what follows.
    (!statements.contains("//")).then(|| {
        Fix::new(
            TextRange::new(start, range.end()),
            format!("{written}; {statements}"),
            format!("write `{written}` first"),
        )
    })
}
