//! A line above each colorplot: what it paints, and the way to see it.

use cindyscript_hir::program::PlotId;
use text_size::TextRange;

use crate::analysis::Analysis;

/// A line above a colorplot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The colorplot, in bytes of the file.
    pub range: TextRange,
    /// The text that is shown.
    pub title: String,
    /// The applet, by its place in the document.
    pub applet: usize,
    /// The colorplot.
    pub plot: PlotId,
}

/// The lenses of a document.
#[must_use]
pub fn code_lenses(analysis: &Analysis) -> Vec<Lens> {
    let mut lenses = Vec::new();
    for (index, applet) in analysis.applets.iter().enumerate() {
        for (plot, row) in applet.program.plots.iter().enumerate() {
            if applet.is_library(applet.program.term(row.term).script) {
                continue;
            }
            lenses.push(Lens {
                range: applet.range(row.term),
                title: "▶ Open preview".to_owned(),
                applet: index,
                plot: PlotId(plot as u32),
            });
        }
    }
    lenses
}
