//! Parts of a program, or of a text, among which one is looked for often.

/// Parts from a first to a last place each, united where they overlap.
#[derive(Clone, Debug)]
pub struct Ranges<T>(Vec<(T, T)>);

impl<T: Copy + Ord> Ranges<T> {
    /// Whether some range has this place.
    pub fn contains(&self, place: T) -> bool {
        self.intersects(place, place)
    }

    /// Whether a part from a first to a last place has a place in common with one of these.
    pub fn intersects(&self, first: T, last: T) -> bool {
        let next = self.0.partition_point(|(_, end)| *end < first);
        self.0.get(next).is_some_and(|(start, _)| *start <= last)
    }
}

impl<T> Default for Ranges<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy + Ord> FromIterator<(T, T)> for Ranges<T> {
    fn from_iter<I: IntoIterator<Item = (T, T)>>(parts: I) -> Self {
        let mut parts: Vec<(T, T)> = parts.into_iter().collect();
        parts.sort_unstable();
        let mut united: Vec<(T, T)> = Vec::new();
        for (first, last) in parts {
            match united.last_mut() {
                Some((_, end)) if first <= *end => *end = last.max(*end),
                _ => united.push((first, last)),
            }
        }
        Self(united)
    }
}

/// Parts from a first to a last place each, of which some may have others in them.
#[derive(Clone, Debug)]
pub struct Enclosing<T>(Vec<(T, T)>);

impl<T: Copy + Ord> Enclosing<T> {
    /// Whether one of these has all of a part in it, from its first to its last place.
    pub fn hold(&self, first: T, last: T) -> bool {
        let behind = self.0.partition_point(|(start, _)| *start <= first);
        let before = behind.checked_sub(1).and_then(|place| self.0.get(place));
        before.is_some_and(|(_, end)| *end >= last)
    }
}

impl<T: Copy + Ord> FromIterator<(T, T)> for Enclosing<T> {
    fn from_iter<I: IntoIterator<Item = (T, T)>>(parts: I) -> Self {
        let mut parts: Vec<(T, T)> = parts.into_iter().collect();
        parts.sort_unstable();
        // Each with the last place of all up to it.
        let mut furthest: Option<T> = None;
        for (_, end) in &mut parts {
            *end = furthest.map_or(*end, |furthest| furthest.max(*end));
            furthest = Some(*end);
        }
        Self(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_within_and_beside_one_another() {
        let ranges: Ranges<u32> = [(7, 9), (1, 4), (2, 3), (4, 5)].into_iter().collect();
        let within: Vec<u32> = (0..12).filter(|&place| ranges.contains(place)).collect();
        assert_eq!(within, [1, 2, 3, 4, 5, 7, 8, 9]);
        assert!(ranges.intersects(6, 7) && ranges.intersects(0, 20) && !ranges.intersects(10, 20));
        assert!(!Ranges::<u32>::default().contains(0));
    }

    #[test]
    fn parts_that_hold_others_whole() {
        let parts: Enclosing<u32> = [(1, 9), (2, 3), (8, 12)].into_iter().collect();
        let held = [(1, 9), (4, 5), (3, 9), (8, 12), (9, 10)];
        assert!(held.iter().all(|&(first, last)| parts.hold(first, last)));
        let others = [(0, 2), (7, 10), (5, 13), (13, 13)];
        assert!(!others.iter().any(|&(first, last)| parts.hold(first, last)));
        assert!(!Enclosing::<u32>::from_iter([]).hold(0, 0));
    }
}
