//! Colorplots for which single precision is not enough, as the preview tells of them.

use cindyscript_ide::observations::{self, Lossy, Numbers};
use cindyscript_protocol::{self as protocol, LossyPlot, LossyTerm};

use crate::diagnostics::text_range;

/// The same as the analysis takes it.
pub(crate) fn lossy(plots: Vec<LossyPlot>) -> Vec<Lossy> {
    let plots = plots.into_iter().map(|plot| Lossy {
        range: text_range(plot.range),
        computed: match plot.computed {
            protocol::Numbers::Single => Numbers::Single,
            protocol::Numbers::Double => Numbers::Double,
            protocol::Numbers::Orbit => Numbers::Orbit,
        },
        lacking: plot.lacking,
        differing: plot.differing,
        terms: plot.terms.iter().map(term).collect(),
    });
    plots.collect()
}

fn term(term: &LossyTerm) -> observations::LossyTerm {
    observations::LossyTerm {
        range: text_range(term.range),
        kind: match term.kind {
            protocol::Loss::Cancellation => observations::Loss::Cancellation,
            protocol::Loss::Large => observations::Loss::Large,
            protocol::Loss::Accumulated => observations::Loss::Accumulated,
        },
        digits: term.digits,
    }
}
