//! The order of completions: how well the letters fit, then how likely each is.

use std::cmp::{Ordering, Reverse};

use super::Item;
use super::names::{FAR, Word};

/// The scores that items begin with. What is added to them is smaller than the distance of two that
/// should not be mixed.
pub(super) const LOCAL: i32 = 900;
pub(super) const NAME: i32 = 560;
pub(super) const ELEMENT: i32 = 600;
pub(super) const CONSTANT: i32 = 520;
pub(super) const BUILTIN: i32 = 300;
pub(super) const UNAVAILABLE: i32 = 50;
pub(super) const MODIFIER: i32 = 700;
pub(super) const SEEN_MODIFIER: i32 = 540;
pub(super) const VALUE: i32 = 1000;
/// What is added where nothing else can stand.
pub(super) const ALONE: i32 = 1000;

/// The most items that are given at once. Few scripts have so many names: editors filter what they
/// have by themselves as long as that is all there is.
const MOST: usize = 600;

/// What is added to a name that nothing defines.
pub(super) const DOUBTFUL: i32 = -120;

/// What the type of an item says about its place.
pub(super) const FITS: i32 = 120;
pub(super) const DOES_NOT_FIT: i32 = -150;

/// How well the typed letters fit a label; the better, the larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Quality {
    /// The letters come in this order.
    Scattered,
    /// Each is the first of a part of the name, or follows one that fits: `ec` of `endColour`.
    Parts,
    /// The label begins with them, but for upper and lower case.
    BeginsAlike,
    /// The label begins with them.
    Begins,
    /// They are the label.
    Equal,
}

/// How well the typed letters fit a label; none if it does not have them in this order, be they of
/// upper or lower case.
pub(super) fn quality(label: &str, typed: &str) -> Option<Quality> {
    if let Some(rest) = label.strip_prefix(typed) {
        return Some(match rest.is_empty() {
            true => Quality::Equal,
            false => Quality::Begins,
        });
    }
    let mut letters = typed.chars().flat_map(char::to_lowercase).peekable();
    let mut is_prefix = true;
    let mut is_of_parts = true;
    let mut before: Option<char> = None;
    let mut fitted = false;
    for char in label.chars() {
        let Some(wanted) = letters.peek() else {
            break;
        };
        let fits = char.to_lowercase().eq(std::iter::once(*wanted));
        if fits {
            let begins = match before {
                None => true,
                Some(before) => {
                    char.is_uppercase() && !before.is_uppercase()
                        || char.is_numeric() != before.is_numeric()
                }
            };
            is_of_parts &= begins || fitted;
            letters.next();
        } else {
            is_prefix = false;
        }
        fitted = fits;
        before = Some(char);
    }
    if letters.peek().is_some() {
        return None;
    }
    Some(match (is_prefix, is_of_parts) {
        (true, _) => Quality::BeginsAlike,
        (false, true) => Quality::Parts,
        (false, false) => Quality::Scattered,
    })
}

/// What the use of a name in the scripts adds to its score.
pub(super) fn of_word(word: Word) -> i32 {
    /// The nearest use counts most within a line, and hardly beyond a screen.
    const NEAR: i32 = FAR.ilog2() as i32;
    let often = word.count.max(1).ilog2().min(6) as i32 * 10;
    let near = word.distance.map_or(0, |distance| {
        (NEAR - distance.max(1).ilog2() as i32).max(0) * 14
    });
    often + near
}

/// Items in their order.
pub(super) struct Ranked<'a> {
    /// The likeliest first.
    pub(super) items: Vec<Item<'a>>,
    /// Whether others are left out.
    pub(super) is_incomplete: bool,
}

/// The items that have the typed letters, the likeliest first.
pub(super) fn ranked<'a>(items: Vec<Item<'a>>, typed: &str) -> Ranked<'a> {
    let mut ranked: Vec<(Quality, Item<'a>)> = items
        .into_iter()
        .filter_map(|item| Some((quality(&item.label, typed)?, item)))
        .collect();
    let order =
        |(a_fits, a): &(Quality, Item<'a>), (b_fits, b): &(Quality, Item<'a>)| -> Ordering {
            let key = |fits: Quality, item: &Item<'_>| (Reverse(fits), Reverse(item.score));
            key(*a_fits, a)
                .cmp(&key(*b_fits, b))
                .then_with(|| a.label.cmp(&b.label))
        };
    let is_incomplete = ranked.len() > MOST;
    if is_incomplete {
        ranked.select_nth_unstable_by(MOST, order);
        ranked.truncate(MOST);
    }
    ranked.sort_by(order);
    Ranked {
        items: ranked.into_iter().map(|(_, item)| item).collect(),
        is_incomplete,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_labels() {
        let check = |label, typed, expected| assert_eq!(quality(label, typed), expected, "{label}");
        check("radius", "", Some(Quality::Begins));
        check("radius", "radius", Some(Quality::Equal));
        check("radius", "rad", Some(Quality::Begins));
        check("Radius", "rad", Some(Quality::BeginsAlike));
        check("endColour", "ec", Some(Quality::Parts));
        check("endColour", "enC", Some(Quality::Parts));
        check("drawcircle", "dc", Some(Quality::Scattered));
        check("drawcircle", "cd", None);
        check("r", "rr", None);
        check("", "a", None);
    }
}
