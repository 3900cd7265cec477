//! Names that differ little from a mistyped one.

use cindyscript_diagnostic::{Diagnostic, Fix};
use cindyscript_hir::types::enumerated;

/// No more names than these are suggested for one.
const MOST: usize = 3;

/// The names that one that means nothing may stand for, the likeliest first: at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Suggestion<'n>(Vec<&'n str>);

impl<'n> Suggestion<'n> {
    /// One name.
    pub(super) fn one(name: &'n str) -> Self {
        Self(vec![name])
    }

    /// Says "did you mean", and offers to write each of the names.
    pub(super) fn put(&self, said: &mut Diagnostic, write: impl Fn(&str) -> Option<Fix>) {
        self.put_as(said, str::to_owned, write);
    }

    /// The same where names are shown in another way.
    pub(super) fn put_as(
        &self,
        said: &mut Diagnostic,
        shown: impl Fn(&str) -> String,
        write: impl Fn(&str) -> Option<Fix>,
    ) {
        let names: Vec<String> = (self.0.iter())
            .map(|name| format!("`{}`", shown(name)))
            .collect();
        said.help = Some(format!("did you mean {}?", enumerated(&names, "or")));
        let mut fixes = self.0.iter().filter_map(|name| write(name));
        said.fix = fixes.next();
        said.alternatives = fixes.collect();
    }
}

/// The candidates that differ little from a name, those that differ least first, in the order of the
/// alphabet among equals.
pub(super) fn nearest<'n>(
    name: &str,
    candidates: impl Iterator<Item = &'n str>,
) -> Option<Suggestion<'n>> {
    let letters: Vec<char> = name.to_lowercase().chars().collect();
    // Two slips in a short word make another word.
    let limit = match letters.len() {
        0..3 => 0,
        3..9 => 1,
        _ => 2,
    };
    let mut near: Vec<(usize, &str)> = candidates
        .filter(|candidate| *candidate != name && begins_alike(&letters, candidate))
        .map(|candidate| (distance(&letters, candidate, limit), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .collect();
    near.sort_unstable();
    near.dedup();
    let names = near.into_iter().map(|(_, candidate)| candidate);
    let names: Vec<&str> = names.take(MOST).collect();
    (!names.is_empty()).then_some(Suggestion(names))
}

/// Whether the first letters are the same, or the first two have changed places.
fn begins_alike(letters: &[char], candidate: &str) -> bool {
    let mut others = candidate.chars().flat_map(char::to_lowercase);
    match (letters, others.next()) {
        ([first, ..], Some(other)) if *first == other => true,
        ([first, second, ..], Some(other)) => *second == other && others.next() == Some(*first),
        _ => false,
    }
}

/// Edits between two names, case aside, where two letters in the wrong order are one; more than `limit` is only said to be more.
fn distance(a: &[char], b: &str, limit: usize) -> usize {
    // Most are of another length, and there are many.
    let b = b.chars().flat_map(char::to_lowercase);
    if a.len().abs_diff(b.clone().count()) > limit {
        return limit + 1;
    }
    let b: Vec<char> = b.collect();
    // The rows of the two letters before, of the letter before, and of this one.
    let row = || vec![0; b.len() + 1];
    let mut rows = [row(), (0..=b.len()).collect(), row()];
    for (i, x) in a.iter().enumerate() {
        let [before, last, row] = &mut rows;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let mut cost = if x == y {
                last[j]
            } else {
                1 + last[j].min(row[j]).min(last[j + 1])
            };
            let are_swapped = i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y;
            if are_swapped {
                cost = cost.min(before[j - 1] + 1);
            }
            row[j + 1] = cost;
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors() {
        let candidates = ["colorplot", "color", "complex", "cos", "colon", "color"];
        for (name, expected) in [
            ("colorplt", &["colorplot"][..]),
            ("Colour", &["color"]),
            ("csos", &["cos"]),
            ("ocs", &["cos"]),
            ("co", &[]),
            ("banana", &[]),
            ("dos", &[]),
            ("coler", &["color"]),
            ("colo", &["colon", "color"]),
        ] {
            let found = nearest(name, candidates.into_iter());
            let found = found.map(|suggestion| suggestion.0).unwrap_or_default();
            assert_eq!(found, expected, "{name}");
        }
    }
}
