//! A coordinate by itself: the only unknown name of a colorplot is the whole pixel, also if it is
//! called `x`.

use super::{Edit, Remedy};
use crate::analysis::AppletAnalysis;
use crate::program::{Coordinate, TermId, TermKind};

/// Writes `#.x` wherever a colorplot says `x` and means it.
pub(super) fn coordinate(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    let terms = |root: TermId| (program.term(root).first.0..=root.0).map(TermId);
    let Some(plot) = program
        .plots
        .iter()
        .find(|plot| terms(plot.body).any(|inner| inner == term))
    else {
        return Vec::new();
    };
    let whole = plot.pixel.iter().filter_map(|pixel| {
        let text = program.names.text(pixel.name);
        let is_meant = pixel.coordinate == Coordinate::Vector && matches!(text, "x" | "y");
        is_meant.then_some((pixel.name, text))
    });
    let mut remedies = Vec::new();
    for (name, text) in whole {
        let is_it = |term: TermId| program.name_of(term) == Some(name);
        // Whoever takes a part of it knows what it is.
        let is_parted = terms(plot.body).any(|term| match program.kind(term) {
            TermKind::Index { base, .. } | TermKind::Field { base, .. } => is_it(base),
            _ => false,
        });
        if is_parted || !terms(term).any(is_it) {
            continue;
        }
        let edits = terms(plot.body).filter(|&term| is_it(term));
        let edits = edits.map(|term| Edit {
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
