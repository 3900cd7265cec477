//! Variables that a pixel program assigns and the scripts use as well: each pixel has its own.

use cindyscript_diagnostic::{Code, Related};
use cindyscript_hir::names::NameId;
use cindyscript_infer::BodyId;

use super::first::{First, Order};
use crate::context::Context;
use crate::sink::Sink;

/// Looks for variables that a colorplot assigns and scripts use: neither sees what the other
/// assigns.
pub(crate) fn own_copies(cx: &Context, sink: &mut Sink, plot: BodyId) {
    let solution = cx.solution;
    let program = &cx.applet.program;
    let Some(variables) = solution.plot_variables.get(&plot) else {
        return;
    };
    let body = solution.body(plot);
    let Some(pixel) = body.pixel else { return };
    let pixel = &cx.applet.split(pixel.plot).pixel;
    let assigned: Vec<NameId> = variables
        .iter()
        .skip(pixel.len())
        .map(|&(name, _)| name)
        .collect();
    if assigned.is_empty() {
        return;
    }
    let uses = cx.uses_on_the_cpu();
    let used = assigned.iter().copied();
    let used = used.filter(|name| uses.contains_key(name));
    let summaries = &cx.applet.facts.summaries;
    let first = Order::of(program, summaries, body.root, used);
    for name in assigned {
        let (Some(&uses), Some(&First { assigned, read, .. })) =
            (uses.get(&name), first.get(&name))
        else {
            continue;
        };
        let text = program.names.text(name);
        let (place, message, other, words) = match (read, uses.written, uses.read) {
            (Some(read), Some(written), _) => (
                read,
                format!(
                    "`{text}` has no value here: the colorplot assigns it, so each pixel has its own"
                ),
                written,
                "the pixels do not see this value",
            ),
            (None, None, Some(read)) => (
                assigned.unwrap_or(body.root),
                format!("each pixel has its own `{text}`: the scripts do not see this value"),
                read,
                "here it has no value",
            ),
            _ => continue,
        };
        let related = Related {
            range: cx.applet.range(other),
            message: words.to_owned(),
        };
        sink.report(place, Code::OwnCopy, message)
            .help("rename one of the two")
            .related([related]);
    }
}
