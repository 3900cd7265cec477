//! Parts of a program, or of a text, among which one is looked for often.

/// Parts from a first to a last place each, united where they overlap.
#[derive(Clone, Debug)]
pub(crate) struct Ranges<T>(Vec<(T, T)>);

impl<T: Copy + Ord> Ranges<T> {
    pub(crate) fn contains(&self, place: T) -> bool {
        self.meets(place, place)
    }

    /// Whether a part from a first to a last place has a place in common with one of these.
    pub(crate) fn meets(&self, first: T, last: T) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_within_and_beside_one_another() {
        let ranges: Ranges<u32> = [(7, 9), (1, 4), (2, 3), (4, 5)].into_iter().collect();
        let within: Vec<u32> = (0..12).filter(|&place| ranges.contains(place)).collect();
        assert_eq!(within, [1, 2, 3, 4, 5, 7, 8, 9]);
        assert!(ranges.meets(6, 7) && ranges.meets(0, 20) && !ranges.meets(10, 20));
        assert!(!Ranges::<u32>::default().contains(0));
    }
}
