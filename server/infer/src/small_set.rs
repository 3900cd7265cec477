//! Small sets.

/// A set of a few things, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallSet<T>(Vec<T>);

impl<T: Copy + Ord> SmallSet<T> {
    /// Adds something; whether it is new.
    pub fn insert(&mut self, new: T) -> bool {
        match self.0.binary_search(&new) {
            Ok(_) => false,
            Err(place) => {
                self.0.insert(place, new);
                true
            }
        }
    }

    /// Whether it has one.
    pub fn contains(&self, one: &T) -> bool {
        self.0.binary_search(one).is_ok()
    }

    /// All, in their order.
    pub fn iter(&self) -> impl Iterator<Item = T> + Clone {
        self.0.iter().copied()
    }

    /// What is not in another set.
    pub fn difference(&self, other: &Self) -> impl Iterator<Item = T> {
        self.iter().filter(|one| !other.contains(one))
    }
}

impl<T> Default for SmallSet<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy + Ord> Extend<T> for SmallSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, more: I) {
        self.0.extend(more);
        self.0.sort_unstable();
        self.0.dedup();
    }
}

impl<T: Copy + Ord> From<Vec<T>> for SmallSet<T> {
    fn from(mut all: Vec<T>) -> Self {
        all.sort_unstable();
        all.dedup();
        Self(all)
    }
}

impl<T: Copy + Ord> FromIterator<T> for SmallSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        Self::from(Vec::from_iter(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_is_there_once() {
        let mut set: SmallSet<u8> = [5, 1, 3, 1].into_iter().collect();
        assert!(!set.insert(3) && set.insert(2));
        assert!(set.contains(&2) && !set.contains(&4));
        assert_eq!(set.iter().collect::<Vec<_>>(), [1, 2, 3, 5]);
        let other = [1, 5].into_iter().collect();
        assert_eq!(set.difference(&other).collect::<Vec<_>>(), [2, 3]);
    }
}
