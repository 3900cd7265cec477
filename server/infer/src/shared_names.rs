//! Sets of names that share what they have in common: the set of a function that calls another is
//! that one's and a few names more, and costs no more than these few.
//!
//! A binary tree over the numbers of the names, 64 of them a leaf, that branches only where there
//! is something on both sides (Okasaki and Gill, *Fast Mergeable Integer Maps*).

use std::sync::Arc;

use cindyscript_hir::names::{NameId, NameSet};

/// A set of names of one applet. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct SharedNames(Option<Arc<Node>>);

#[derive(Debug)]
enum Node {
    /// The names from `64 * word` on, a bit a name.
    Leaf { word: u32, bits: u64 },
    /// The words that agree with `prefix` above `bit`: those without it and those with it.
    Branch {
        prefix: u32,
        bit: u32,
        without: Arc<Node>,
        with: Arc<Node>,
    },
}

impl Node {
    fn leaf(word: u32, bits: u64) -> Arc<Self> {
        Arc::new(Self::Leaf { word, bits })
    }

    /// A word like all below, and the bit at which these differ first, none if there is one only.
    fn place(&self) -> (u32, u32) {
        match *self {
            Self::Leaf { word, .. } => (word, 0),
            Self::Branch { prefix, bit, .. } => (prefix, bit),
        }
    }

    /// True if it branches at a bit into these two nodes.
    fn is_branch(&self, at: u32, below: [&Arc<Self>; 2]) -> bool {
        match self {
            Self::Branch {
                bit, without, with, ..
            } => *bit == at && Arc::ptr_eq(without, below[0]) && Arc::ptr_eq(with, below[1]),
            Self::Leaf { .. } => false,
        }
    }

    /// Whether a word may lie below a branch.
    fn covers(prefix: u32, bit: u32, word: u32) -> bool {
        (prefix ^ word) & !(bit | (bit - 1)) == 0
    }
}

/// Both together; where that is one of them, the same node.
fn union(a: &Arc<Node>, b: &Arc<Node>) -> Arc<Node> {
    if Arc::ptr_eq(a, b) {
        return Arc::clone(a);
    }
    let ((_, a_bit), (b_word, b_bit)) = (a.place(), b.place());
    if a_bit < b_bit {
        return union(b, a);
    }
    match (&**a, &**b) {
        (
            &Node::Leaf { word, bits },
            &Node::Leaf {
                word: other,
                bits: more,
            },
        ) if word == other => match bits | more {
            all if all == bits => Arc::clone(a),
            all if all == more => Arc::clone(b),
            all => Node::leaf(word, all),
        },
        (
            &Node::Branch {
                prefix,
                bit,
                ref without,
                ref with,
            },
            other,
        ) if Node::covers(prefix, bit, b_word) => {
            let (new_without, new_with) = match other {
                Node::Branch {
                    bit: b_bit,
                    without: b_without,
                    with: b_with,
                    ..
                } if *b_bit == bit => (union(without, b_without), union(with, b_with)),
                _ if b_word & bit == 0 => (union(without, b), Arc::clone(with)),
                _ => (Arc::clone(without), union(with, b)),
            };
            let is_same = |node: &&Arc<Node>| node.is_branch(bit, [&new_without, &new_with]);
            if let Some(same) = [a, b].into_iter().find(is_same) {
                return Arc::clone(same);
            }
            Arc::new(Node::Branch {
                prefix,
                bit,
                without: new_without,
                with: new_with,
            })
        }
        _ => fork(a, b),
    }
}

/// A branch with two nodes of which none has a place in the other.
fn fork(a: &Arc<Node>, b: &Arc<Node>) -> Arc<Node> {
    let ((a_word, _), (b_word, _)) = (a.place(), b.place());
    let differ = a_word ^ b_word;
    let bit = 1 << (u32::BITS - 1 - differ.leading_zeros());
    let (without, with) = match a_word & bit {
        0 => (a, b),
        _ => (b, a),
    };
    Arc::new(Node::Branch {
        prefix: a_word & !(bit | (bit - 1)),
        bit,
        without: Arc::clone(without),
        with: Arc::clone(with),
    })
}

/// Whether they have a name in common.
fn meet(a: &Arc<Node>, b: &Arc<Node>) -> bool {
    let ((a_word, a_bit), (b_word, b_bit)) = (a.place(), b.place());
    if a_bit < b_bit {
        return meet(b, a);
    }
    match (&**a, &**b) {
        (&Node::Leaf { bits, .. }, &Node::Leaf { bits: others, .. }) => {
            a_word == b_word && bits & others != 0
        }
        (
            &Node::Branch {
                prefix,
                bit,
                ref without,
                ref with,
            },
            other,
        ) if Node::covers(prefix, bit, b_word) => match other {
            Node::Branch {
                bit: b_bit,
                without: b_without,
                with: b_with,
                ..
            } if *b_bit == bit => meet(without, b_without) || meet(with, b_with),
            _ if b_word & bit == 0 => meet(without, b),
            _ => meet(with, b),
        },
        _ => false,
    }
}

/// Without some names of a word; the same node if none of them is there.
fn without(node: &Arc<Node>, word: u32, names: u64) -> Option<Arc<Node>> {
    match &**node {
        &Node::Leaf { word: here, bits } => match bits & !names {
            left if here != word || left == bits => Some(Arc::clone(node)),
            0 => None,
            left => Some(Node::leaf(word, left)),
        },
        Node::Branch {
            prefix,
            bit,
            without: low,
            with: high,
        } => {
            if !Node::covers(*prefix, *bit, word) {
                return Some(Arc::clone(node));
            }
            let (new_low, new_high) = match word & bit {
                0 => (without(low, word, names), Some(Arc::clone(high))),
                _ => (Some(Arc::clone(low)), without(high, word, names)),
            };
            match (new_low, new_high) {
                (Some(new_low), Some(new_high)) => {
                    let is_same = Arc::ptr_eq(&new_low, low) && Arc::ptr_eq(&new_high, high);
                    Some(if is_same {
                        Arc::clone(node)
                    } else {
                        Arc::new(Node::Branch {
                            prefix: *prefix,
                            bit: *bit,
                            without: new_low,
                            with: new_high,
                        })
                    })
                }
                (one, other) => one.or(other),
            }
        }
    }
}

fn split(name: NameId) -> (u32, u64) {
    (name.0 / 64, 1 << (name.0 % 64))
}

/// Names as words, those of one word that stand together at once.
fn words(names: impl IntoIterator<Item = NameId>) -> impl Iterator<Item = (u32, u64)> {
    let mut names = names.into_iter().map(split).peekable();
    std::iter::from_fn(move || {
        let (word, mut bits) = names.next()?;
        while let Some((_, bit)) = names.next_if(|(next, _)| *next == word) {
            bits |= bit;
        }
        Some((word, bits))
    })
}

impl SharedNames {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Whether a name is among them.
    pub fn contains(&self, name: NameId) -> bool {
        let (word, bit) = split(name);
        self.word(word) & bit != 0
    }

    /// The names of a word, a bit each.
    fn word(&self, word: u32) -> u64 {
        let mut next = self.0.as_deref();
        while let Some(node) = next {
            next = match node {
                &Node::Leaf { word: here, bits } => return if here == word { bits } else { 0 },
                Node::Branch {
                    bit, without, with, ..
                } => Some(if word & bit == 0 { without } else { with }),
            };
        }
        0
    }

    /// Adds all names of another set.
    pub fn union_with(&mut self, other: &Self) {
        self.0 = match (&self.0, &other.0) {
            (Some(a), Some(b)) => Some(union(a, b)),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
    }

    /// Takes names out.
    pub fn remove(&mut self, names: impl IntoIterator<Item = NameId>) {
        for (word, bits) in words(names) {
            self.0 = self.0.as_ref().and_then(|node| without(node, word, bits));
        }
    }

    /// Calls something for each word that has names, with these.
    fn for_each_word(&self, mut visit: impl FnMut(u32, u64)) {
        let mut pending: Vec<&Node> = self.0.as_deref().into_iter().collect();
        while let Some(node) = pending.pop() {
            match node {
                &Node::Leaf { word, bits } => visit(word, bits),
                Node::Branch { without, with, .. } => pending.extend([&**with, &**without]),
            }
        }
    }

    /// The names that are in another set as well.
    pub fn common(&self, other: &NameSet) -> Vec<NameId> {
        let mut common = Vec::new();
        self.for_each_word(|word, bits| {
            let mut left = bits & other.word(word as usize);
            while left != 0 {
                common.push(NameId(word * 64 + left.trailing_zeros()));
                left &= left - 1;
            }
        });
        common
    }

    /// All of them.
    pub fn names(&self) -> Vec<NameId> {
        let mut names = Vec::new();
        self.for_each_word(|word, bits| {
            let mut left = bits;
            while left != 0 {
                names.push(NameId(word * 64 + left.trailing_zeros()));
                left &= left - 1;
            }
        });
        names
    }

    /// Whether some name is in another set as well.
    pub fn intersects(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => meet(a, b),
            _ => false,
        }
    }
}

impl FromIterator<NameId> for SharedNames {
    fn from_iter<I: IntoIterator<Item = NameId>>(names: I) -> Self {
        let mut set = Self::default();
        for (word, bits) in words(names) {
            set.union_with(&Self(Some(Node::leaf(word, bits))));
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn names() -> impl Strategy<Value = BTreeSet<u32>> {
        let near = 0..200_u32;
        let far = any::<u32>();
        proptest::collection::btree_set(prop_oneof![9 => near, 1 => far], 0..40)
    }

    fn shared(names: &BTreeSet<u32>) -> SharedNames {
        names.iter().map(|&name| NameId(name)).collect()
    }

    fn listed(set: &SharedNames) -> BTreeSet<u32> {
        set.names().into_iter().map(|name| name.0).collect()
    }

    proptest! {
        #[test]
        fn they_are_sets(a in names(), b in names(), asked in any::<u32>()) {
            let mut both = shared(&a);
            both.union_with(&shared(&b));
            prop_assert_eq!(listed(&both), &a | &b);
            let mut again = both.clone();
            again.union_with(&shared(&b));
            let is_shared = match (&both.0, &again.0) {
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                (one, other) => one.is_none() && other.is_none(),
            };
            prop_assert!(is_shared);
            for name in a.iter().chain(&b).chain([&asked]) {
                let is_in = a.contains(name) || b.contains(name);
                prop_assert_eq!(both.contains(NameId(*name)), is_in);
            }
            let mut left = both;
            left.remove(b.iter().map(|&name| NameId(name)));
            prop_assert_eq!(listed(&left), &a - &b);
            prop_assert_eq!(left.is_empty(), a.is_subset(&b));
            prop_assert_eq!(shared(&a).intersects(&shared(&b)), !a.is_disjoint(&b));
            let few: BTreeSet<u32> = b.into_iter().filter(|&name| name < 1 << 16).collect();
            let other: NameSet = few.iter().map(|&name| NameId(name)).collect();
            let common: BTreeSet<u32> =
                shared(&a).common(&other).into_iter().map(|name| name.0).collect();
            prop_assert_eq!(&common, &(&a & &few));
        }
    }
}
