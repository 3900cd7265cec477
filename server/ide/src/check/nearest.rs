//! Names that differ little from a mistyped one.

/// The candidate that differs least from a name, if it differs little; the first in the order of
/// the alphabet among equals.
pub(super) fn nearest<'n>(
    name: &str,
    candidates: impl Iterator<Item = &'n str>,
) -> Option<&'n str> {
    let letters: Vec<char> = name.to_lowercase().chars().collect();
    // Two slips in a short word make another word.
    let limit = match letters.len() {
        0..3 => 0,
        3..9 => 1,
        _ => 2,
    };
    candidates
        .filter(|candidate| *candidate != name && begins_alike(&letters, candidate))
        .map(|candidate| (distance(&letters, candidate, limit), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
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
    let mut rows = [vec![0; b.len() + 1], (0..=b.len()).collect(), Vec::new()];
    for (i, x) in a.iter().enumerate() {
        let [before, last, _] = &rows;
        let mut row: Vec<usize> = vec![i + 1];
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
            row.push(cost);
        }
        rows[2] = row;
        rows.rotate_left(1);
    }
    rows[1][b.len()]
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
        assert_eq!(check("csos"), Some("cos"));
        assert_eq!(check("ocs"), Some("cos"));
        assert_eq!(check("co"), None);
        assert_eq!(check("banana"), None);
        assert_eq!(check("dos"), None);
        assert_eq!(check("coler"), Some("color"));
    }
}
