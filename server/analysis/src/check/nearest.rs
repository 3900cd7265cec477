//! Names that differ little from a mistyped one.

/// The candidate that differs least from a name, if it differs little; the first in the order of
/// the alphabet among equals.
pub(super) fn nearest<'n>(
    name: &str,
    candidates: impl Iterator<Item = &'n str>,
) -> Option<&'n str> {
    let letters: Vec<char> = name.to_lowercase().chars().collect();
    let limit = (name.chars().count() / 3).clamp(0, 2);
    candidates
        .filter(|candidate| *candidate != name)
        .map(|candidate| (distance(&letters, candidate, limit), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Edits between two names, case aside; more than `limit` is only said to be more.
fn distance(a: &[char], b: &str, limit: usize) -> usize {
    // Most are of another length, and there are many.
    let b = b.chars().flat_map(char::to_lowercase);
    if a.len().abs_diff(b.clone().count()) > limit {
        return limit + 1;
    }
    let b: Vec<char> = b.collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let cost = if x == y {
                diagonal
            } else {
                1 + diagonal.min(row[j]).min(row[j + 1])
            };
            diagonal = row[j + 1];
            row[j + 1] = cost;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors() {
        let candidates = ["colorplot", "color", "complex", "cos"];
        let check = |name| nearest(name, candidates.into_iter());
        assert_eq!(check("colorplt"), Some("colorplot"));
        assert_eq!(check("Colour"), Some("color"));
        assert_eq!(check("co"), None);
        assert_eq!(check("banana"), None);
    }
}
