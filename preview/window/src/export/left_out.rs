//! What a page still names of the files beside it, in code and in links: nobody knows what becomes of it,
//! and the exported page does not have it.

use std::ops::Range;
use std::path::Path;

use cindyscript_applet::{TextRange, TextSize, locate};

use super::{Edit, Places};

/// Longer strings name no file, in bytes.
const LONGEST: usize = 200;

/// The strings of a page that are names of files beside it and that no edit replaces.
pub(super) fn left_out(text: &str, beside: &Path, edits: &[Edit]) -> Vec<(TextRange, String)> {
    let strings = ['"', '\'', '`']
        .into_iter()
        .flat_map(|quote| strings(text, quote));
    let replaced = Places::new(edits.iter().map(|(range, _)| *range));
    let named = strings.filter_map(|range| {
        let name = text.get(range.clone())?;
        let place = TextRange::new(
            TextSize::try_from(range.start).ok()?,
            TextSize::try_from(range.end).ok()?,
        );
        let is_name = !name.contains(char::is_whitespace) && name.contains('.');
        if !is_name || replaced.contain(place) {
            return None;
        }
        let path = locate(beside, name).ok()?;
        path.is_file().then(|| {
            let message = format!("`{name}` is a file beside the page; the exported page lacks it");
            (place, message)
        })
    });
    let mut named: Vec<_> = named.collect();
    named.sort_by_key(|(range, _)| range.start());
    named
}

/// What stands between two quotes of a kind, wherever strings begin and end.
fn strings(text: &str, quote: char) -> impl Iterator<Item = Range<usize>> {
    let places = text.match_indices(quote).map(|(place, _)| place);
    let ends = places.clone().skip(1);
    let ranges = places.zip(ends).map(|(start, end)| start + 1..end);
    ranges.filter(|range| !range.is_empty() && range.len() <= LONGEST)
}
