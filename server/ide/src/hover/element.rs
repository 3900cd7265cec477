//! What is said of an element of the construction.

use cindyscript_applet::GeometryEntry;
use text_size::TextRange;

use crate::analysis::AppletAnalysis;

/// Longer positions are not shown, in bytes.
const LONG: usize = 40;

/// The kind of an element, what it is computed from, where it lies at the beginning, and where it is
/// defined.
pub(super) fn describe(
    applet: &AppletAnalysis,
    element: &GeometryEntry,
    link: &dyn Fn(TextRange) -> String,
) -> String {
    let mut parts = vec![format!(
        "an element of the construction, of type `{}`",
        element.kind
    )];
    if !element.args.is_empty() {
        parts.push(format!("computed from {}", element.args.join(", ")));
    }
    let text = applet.document.text();
    let position = element.position_range;
    let position = position.and_then(|range| text.get(std::ops::Range::<usize>::from(range)));
    if let Some(position) = position.filter(|text| text.len() <= LONG && !text.contains('\n')) {
        parts.push(format!("at `{position}`"));
    }
    let line = applet.line(element.name_range.start());
    parts.push(format!("[line {line}]({})", link(element.name_range)));
    parts.join(", ")
}
