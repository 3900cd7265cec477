//! `#` in a loop, which is the loop's, where the author wants the pixel.

use cindyscript_diagnostic::Fix;
use cindyscript_hir::names::HASH;
use cindyscript_hir::program::{IterationKind, Plot, TermId, TermKind};
use text_size::{TextRange, TextSize};

use crate::advice::Advice;
use crate::context::Context;

/// Names for a counter.
const COUNTERS: [&str; 6] = ["k", "j", "n", "m", "l", "count"];

/// A loop in a colorplot whose running variable is `#`.
pub(crate) struct HashLoop {
    /// `the counter of the `repeat` in line 3`.
    pub(crate) role: String,
    /// Advice to name the running variable.
    pub(crate) advice: Advice,
}

impl HashLoop {
    /// The advice where the diagnostic does not say what `#` is.
    pub(crate) fn at_hash(self) -> Advice {
        Advice::new(
            format!("`#` is {}: {}", self.role, self.advice.help),
            self.advice.fix,
        )
    }
}

/// The loop whose running variable a term is, if the term is `#` in a colorplot.
pub(crate) fn loop_of_hash(cx: &Context, term: TermId) -> Option<HashLoop> {
    let program = &cx.applet.program;
    let name = program.name_of(term)?;
    if program.names.text(name) != HASH {
        return None;
    }
    let within = |root: TermId| (program.term(root).first..=root).contains(&term);
    program.plots.iter().find(|plot| within(plot.body))?;
    let mut around = cx.applet.around(term);
    around.find_map(|outer| match program.kind(outer) {
        TermKind::Iterate(id) => {
            let iteration = program.iteration(id);
            let is_own = iteration.element == name && within(iteration.body);
            is_own.then(|| hash_loop(cx, outer))
        }
        _ => None,
    })?
}

/// A loop in a colorplot's own expression whose running variable is `#`, and that reads it.
pub(crate) fn some_hash_loop(cx: &Context, plot: &Plot) -> Option<HashLoop> {
    let program = &cx.applet.program;
    let hash = program.names.get(HASH)?;
    let mut terms = program.subtree(plot.body);
    let read = terms.find(|&term| program.name_of(term) == Some(hash))?;
    loop_of_hash(cx, read)
}

/// Advice for an operation that has no meaning for the running variable of a loop.
pub(crate) fn hash_advice(cx: &Context, operands: &[TermId]) -> Option<Advice> {
    let mut operands = operands.iter();
    let hash = operands.find_map(|&operand| loop_of_hash(cx, operand))?;
    Some(hash.at_hash())
}

fn hash_loop(cx: &Context, term: TermId) -> Option<HashLoop> {
    let program = &cx.applet.program;
    let TermKind::Iterate(id) = program.kind(term) else {
        return None;
    };
    let iteration = program.iteration(id);
    if !iteration.is_unnamed() || iteration.may_be_two_values() {
        return None;
    }
    let kind = iteration.kind.name();
    let line = cx.applet.line(cx.applet.range(term).start());
    let role = match iteration.kind {
        IterationKind::Repeat => format!("the counter of the `{kind}` in line {line}"),
        IterationKind::ForAll
        | IterationKind::Apply
        | IterationKind::Select
        | IterationKind::Sum
        | IterationKind::Product
        | IterationKind::Sort
        | IterationKind::Max
        | IterationKind::Min => format!("the element of the `{kind}` in line {line}"),
    };
    let mut free = COUNTERS.into_iter();
    let name = free.find(|name| program.names.get(name).is_none())?;
    let domain = cx.applet.text(iteration.domain);
    let help = format!("name it, {kind}({domain}, {name}, ...), and `#` is the pixel");
    // Behind the comma after the domain.
    let from = cx.applet.range(iteration.domain).end();
    let to = cx.applet.range(iteration.body).start();
    let text = cx.applet.document.text();
    let between = (from <= to).then(|| text.get(from.into()..to.into()));
    let comma = between.flatten().and_then(|between| between.find(','));
    let fix = comma.and_then(|comma| {
        Some(Fix::new(
            TextRange::empty(from + TextSize::try_from(comma + 1).ok()?),
            format!(" {name},"),
            format!("name the running variable of `{kind}`: `{name}`"),
        ))
    });
    let advice = Advice::new(help, fix);
    Some(HashLoop { role, advice })
}
