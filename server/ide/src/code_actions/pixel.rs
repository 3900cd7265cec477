//! The pixel's names: the only unknown name of a colorplot is the whole pixel, also if it is called
//! `x`, and a name that a colorplot assigns is not the pixel, also if it is `#`.

use cindyscript_hir::names::HASH;
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_infer::split::Coordinate;
use text_size::TextRange;

use super::{FileEdit, Remedy};
use crate::analysis::AppletAnalysis;

/// Writes `#.x` wherever a colorplot says `x` and means it.
pub(super) fn coordinate(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    let terms = |root: TermId| program.subtree(root);
    let mut plots = program.plots.iter().zip(applet.facts.split.plots());
    let Some((plot, (_, split))) =
        plots.find(|(plot, _)| terms(plot.body).any(|inner| inner == term))
    else {
        return Vec::new();
    };
    let whole = split.pixel.iter().filter_map(|pixel| {
        let text = program.names.text(pixel.name);
        let is_meant = pixel.coordinate == Coordinate::Vector && matches!(text, "x" | "y");
        is_meant.then_some((pixel.name, text))
    });
    let mut remedies = Vec::new();
    for (name, text) in whole {
        let is_it = |term: TermId| program.name_of(term) == Some(name);
        // An author who takes a part of it knows what it is.
        let is_parted = terms(plot.body).any(|term| match program.kind(term) {
            TermKind::Index { base, .. } | TermKind::Field { base, .. } => is_it(base),
            _ => false,
        });
        if is_parted || !terms(term).any(is_it) {
            continue;
        }
        let edits = terms(plot.body).filter(|&term| is_it(term));
        let edits = edits.map(|term| FileEdit {
            range: applet.range(term),
            text: format!("#.{text}"),
        });
        remedies.push(Remedy {
            title: format!("write `#.{text}`: `{text}` alone is the whole pixel"),
            edits: edits.collect(),
        });
    }
    remedies
}

/// Gives what a colorplot makes of `#` by assigning to it a name of its own.
pub(super) fn own_name(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    const FREE: [&str; 6] = ["q", "w", "u", "v", "r", "s"];
    let program = &applet.program;
    let within = |root: TermId, term: TermId| (program.term(root).first..=root).contains(&term);
    let hash = program.name_of(term);
    let is_hash = hash.is_some_and(|name| program.names.text(name) == HASH);
    let plot = program.plots.iter().find(|plot| within(plot.body, term));
    let mut free = FREE.into_iter();
    let (Some(plot), true, Some(name)) = (
        plot,
        is_hash,
        free.find(|name| program.names.get(name).is_none()),
    ) else {
        return Vec::new();
    };
    // In loops, `#` is something else.
    let loops = program.iterations.iter();
    let loops: Vec<TermId> = loops
        .filter(|iteration| Some(iteration.element) == hash)
        .map(|iteration| iteration.body)
        .collect();
    let terms = program.subtree(plot.body);
    let own = terms.filter(|&term| {
        program.name_of(term) == hash && !loops.iter().any(|&body| within(body, term))
    });
    let start = FileEdit {
        range: TextRange::empty(applet.range(plot.body).start()),
        text: format!("{name} = #; "),
    };
    let renamed = own.map(|term| FileEdit {
        range: applet.range(term),
        text: name.to_owned(),
    });
    vec![Remedy {
        title: format!("begin with `{name} = #` and change `{name}`"),
        edits: std::iter::once(start).chain(renamed).collect(),
    }]
}
