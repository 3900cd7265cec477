//! Names that differ little from a mistyped one.

/// The most names that are suggested for one.
const MOST: usize = 3;

/// The candidates that differ little from a name, those that differ least first, in the order of the
/// alphabet among equals. If there is none, the candidate of which the name is the beginning.
#[must_use]
pub fn nearest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let letters: Vec<char> = name.to_lowercase().chars().collect();
    // Two slips in a short word make another word.
    let limit = match letters.len() {
        0..3 => 0,
        3..9 => 1,
        _ => 2,
    };
    let candidates = candidates.filter(|it| *it != name && begins_alike(&letters, it));
    let candidates: Vec<&str> = candidates.collect();
    let near = candidates
        .iter()
        .map(|candidate| (distance(&letters, candidate, limit), *candidate))
        .filter(|(distance, _)| *distance <= limit);
    let mut near: Vec<(usize, &str)> = near.collect();
    near.sort_unstable();
    near.dedup();
    if near.is_empty() {
        return beginning(&letters, &candidates).into_iter().collect();
    }
    let names = near.into_iter().map(|(_, candidate)| candidate);
    names.take(MOST).collect()
}

/// The shortest candidate that begins with a name of at least four letters. Of a name of at least six
/// letters, one more may be missing.
fn beginning<'n>(letters: &[char], candidates: &[&'n str]) -> Option<&'n str> {
    let start = |candidate: &str, length| candidate.chars().take(length).collect::<String>();
    let missing = |candidate: &str| {
        let length = letters.len();
        if length >= 4 && distance(letters, &start(candidate, length), 0) == 0 {
            return Some(0);
        }
        let is_near = length >= 6 && distance(letters, &start(candidate, length + 1), 1) == 1;
        is_near.then_some(1)
    };
    let near = candidates
        .iter()
        .filter_map(|candidate| Some((missing(candidate)?, candidate.len(), *candidate)));
    near.min().map(|(.., candidate)| candidate)
}

/// True if the first letters are the same, or the first two have changed places.
fn begins_alike(letters: &[char], candidate: &str) -> bool {
    let mut others = candidate.chars().flat_map(char::to_lowercase);
    match (letters, others.next()) {
        ([first, ..], Some(other)) if *first == other => true,
        ([first, second, ..], Some(other)) => *second == other && others.next() == Some(*first),
        _ => false,
    }
}

/// Edits between two names, case aside, where two letters in the wrong order are one. Returns
/// `limit + 1` for more than `limit`.
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
            ("comp", &["complex"]),
            ("Colorp", &["color"]),
            ("colorplo", &["colorplot"]),
            ("colorpo", &["colorplot"]),
            ("colrpl", &["colorplot"]),
            ("coml", &[]),
            ("colarpl", &[]),
        ] {
            let found = nearest(name, candidates.into_iter());
            assert_eq!(found, expected, "{name}");
        }
    }
}
