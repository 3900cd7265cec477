//! Diagnostics for colorplots that CindyGL, the colorplot compiler of CindyJS, paints differently from
//! the preview, or not at all. Each was verified in the release that `tests/oracle` runs. On failure,
//! CindyGL paints grey or nothing and reports it only on the console.
//!
//! All knowledge about CindyGL is in this crate. Callers pass the other diagnostics of a script, whose
//! ranges it skips.

mod before;
mod complex;
mod drift;
mod names;
mod otherwise;
mod reader;
mod starts;
mod values;

#[cfg(test)]
mod tests;

use cindyscript_analysis::{Doubt, InferredApplet};
use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use cindyscript_infer::Enclosing;
use rustc_hash::FxHashSet;
use text_size::{TextRange, TextSize};

pub use names::portable;
use reader::Reader;

/// Diagnostics of what the published page would not show as this preview does, in no order. Nothing
/// about an applet without a colorplot, about types that are guesses, and about a place that is known
/// to have an error or a warning.
#[must_use]
pub fn portability(
    applet: &InferredApplet,
    known: &[Diagnostic],
    doubt: &Doubt,
) -> Vec<Diagnostic> {
    let mut reader = Reader::new(applet, doubt);
    reader.read();
    let mut found = reader.found;
    let known = known.iter();
    let known = known.filter(|known| known.severity <= Severity::Warning);
    // A missing case says nothing about the code in the other case.
    let (otherwise, wrong): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        known.partition(|known| known.code == Code::MissingElse);
    let otherwise: FxHashSet<TextRange> = otherwise.iter().map(|known| known.range).collect();
    let wrong = wrong.iter().map(|known| known.range);
    let wrong: Enclosing<TextSize> = wrong.map(|range| (range.start(), range.end())).collect();
    found.retain(|remark| {
        let (start, end) = (remark.range.start(), remark.range.end());
        !wrong.hold(start, end) && !otherwise.contains(&remark.range)
    });
    applet.leave_out_libraries(&mut found);
    found
}

/// Diagnostics of what CindyGL shows as well, but stalls for: the values for which it compiles its
/// shader again. In no order.
#[must_use]
pub fn recompilation(applet: &InferredApplet) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    drift::drift(applet, &mut found);
    starts::points(applet, &mut found);
    applet.leave_out_libraries(&mut found);
    found
}
