//! What holds of a function because of the functions that it calls: found in one pass, callees
//! first. Functions that call one another in a circle are one strongly connected component of the
//! graph of calls, and have nearly all in common.

use std::borrow::Borrow;

use cindyscript_hir::names::{NameId, NameSet};
use rustc_hash::FxHashSet;

use crate::shared_names::SharedNames;
use crate::small_set::SmallSet;

type Names = SmallSet<NameId>;

/// Who calls whom.
#[derive(Debug)]
pub struct CallGraph {
    callees: Vec<Vec<u32>>,
    /// The strongly connected components: those that are called before those that call them.
    components: Components,
    /// The component of each.
    component: Vec<u32>,
}

/// Sets of nodes, most of which have one, in one list.
#[derive(Debug, Default)]
struct Components {
    members: Vec<u32>,
    /// Where each of them ends in the list.
    ends: Vec<u32>,
}

impl Components {
    /// Adds the component of a root: the nodes that are open from it on.
    fn push(&mut self, root: u32, open: &mut Vec<u32>, is_open: &mut [bool]) {
        while let Some(member) = open.pop() {
            is_open[member as usize] = false;
            self.members.push(member);
            if member == root {
                break;
            }
        }
        self.ends.push(self.members.len() as u32);
    }

    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let ranges = starts.zip(&self.ends);
        ranges.map(|(&start, &end)| &self.members[start as usize..end as usize])
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.ends.len()
    }
}

/// Names that come from a function and from those that it calls.
#[derive(Clone, Debug, Default)]
pub struct TransitiveNames {
    /// All of them.
    pub all: SharedNames,
    /// Those that it does not bind itself: its callers have them as well.
    pub outer: SharedNames,
}

impl TransitiveNames {
    /// All names of a function that binds some of them.
    fn new(all: SharedNames, binds: &Names) -> Self {
        let mut outer = all.clone();
        outer.remove(binds.iter());
        Self { all, outer }
    }
}

impl CallGraph {
    /// Of each, whom it calls.
    pub fn new(callees: Vec<Vec<u32>>) -> Self {
        let components = components(&callees);
        let mut component = vec![0; callees.len()];
        for (members, number) in components.iter().zip(0..) {
            for &member in members {
                component[member as usize] = number;
            }
        }
        Self {
            callees,
            components,
            component,
        }
    }

    /// Whether something holds of each or of some that it calls.
    pub fn any(&self, own: &[bool]) -> Vec<bool> {
        let mut any = own.to_vec();
        for members in self.components.iter() {
            let mut calls = members.iter().flat_map(|&one| &self.callees[one as usize]);
            let holds = calls.any(|&callee| any[callee as usize])
                || members.iter().any(|&one| any[one as usize]);
            for &member in members {
                any[member as usize] = holds;
            }
        }
        any
    }

    /// The names of each and of all that it calls, but for those that are bound on the way.
    pub fn close(
        &self,
        own: &[impl Borrow<Names>],
        binds: &[impl Borrow<Names>],
    ) -> Vec<TransitiveNames> {
        let mut closed: Vec<TransitiveNames> = vec![TransitiveNames::default(); own.len()];
        for members in self.components.iter() {
            self.close_component(members, own, binds, &mut closed);
        }
        closed
    }

    fn close_component(
        &self,
        members: &[u32],
        own: &[impl Borrow<Names>],
        binds: &[impl Borrow<Names>],
        closed: &mut [TransitiveNames],
    ) {
        let here = members.first().map(|&one| self.component[one as usize]);
        let is_outside = |callee: &&u32| Some(self.component[**callee as usize]) != here;
        let mut all = SharedNames::default();
        for &member in members {
            let member = member as usize;
            for &callee in self.callees[member].iter().filter(is_outside) {
                all.union_with(&closed[callee as usize].outer);
            }
            all.union_with(&own[member].borrow().iter().collect());
        }
        if let &[only] = members {
            let only = only as usize;
            closed[only] = TransitiveNames::new(all, binds[only].borrow());
            return;
        }
        // A name that none of them binds gets from each to all. The others have a way each.
        let bound = members.iter();
        let bound = bound.flat_map(|&one| binds[one as usize].borrow().iter());
        let bound: NameSet = bound.collect();
        let contested = all.common(&bound);
        let mut common = all;
        common.remove(contested.iter().copied());
        let contested: NameSet = contested.into_iter().collect();
        let mut callers: Vec<(u32, u32)> = Vec::new();
        let mut found: Vec<(u32, NameId)> = Vec::new();
        for &member in members {
            let callees = &self.callees[member as usize];
            let inside = callees.iter().filter(|callee| !is_outside(callee));
            callers.extend(inside.map(|&callee| (callee, member)));
            let names = own[member as usize].borrow().iter();
            let mut names: Vec<NameId> = names.filter(|name| contested.contains(*name)).collect();
            for &callee in callees.iter().filter(is_outside) {
                names.extend(closed[callee as usize].outer.common(&contested));
            }
            found.extend(names.into_iter().map(|name| (member, name)));
        }
        callers.sort_unstable();
        let reached = carried_to_callers(found, &callers, binds);
        for &member in members {
            let mut all: SharedNames = entries(&reached, member).collect();
            all.union_with(&common);
            closed[member as usize] = TransitiveNames::new(all, binds[member as usize].borrow());
        }
    }
}

/// The functions that get a name from one that has it, with the name: each calls the one before, and
/// none on the way binds the name. The callers are pairs of a callee and a caller, sorted; so is
/// the result by its functions.
fn carried_to_callers(
    mut pending: Vec<(u32, NameId)>,
    callers: &[(u32, u32)],
    binds: &[impl Borrow<Names>],
) -> Vec<(u32, NameId)> {
    let mut reached: FxHashSet<(u32, NameId)> = FxHashSet::default();
    pending.retain(|&one| reached.insert(one));
    while let Some((member, name)) = pending.pop() {
        if binds[member as usize].borrow().contains(&name) {
            continue;
        }
        for caller in entries(callers, member) {
            if reached.insert((caller, name)) {
                pending.push((caller, name));
            }
        }
    }
    let mut reached: Vec<(u32, NameId)> = reached.into_iter().collect();
    reached.sort_unstable();
    reached
}

/// The values of a key in a sorted list of pairs.
fn entries<T: Copy>(sorted: &[(u32, T)], key: u32) -> impl Iterator<Item = T> {
    let first = sorted.partition_point(|&(one, _)| one < key);
    let from_first = sorted[first..].iter();
    let of_key = from_first.take_while(move |&&(one, _)| one == key);
    of_key.map(|&(_, value)| value)
}

/// The strongly connected components of a graph, each behind those that it leads to (Tarjan). No
/// recursion: paths through the graph are as long as texts.
fn components(successors: &[Vec<u32>]) -> Components {
    const NEW: u32 = u32::MAX;
    let count = successors.len();
    let mut number = vec![NEW; count];
    let mut lowest = vec![0; count];
    let mut is_open = vec![false; count];
    let mut open: Vec<u32> = Vec::new();
    let mut found = Components::default();
    let mut next_number = 0;
    // The way to where we are, with the place of the successor to be looked at next.
    let mut way: Vec<(u32, usize)> = Vec::new();
    for start in 0..count as u32 {
        if number[start as usize] != NEW {
            continue;
        }
        way.push((start, 0));
        while let Some((node, place)) = way.pop() {
            let here = node as usize;
            if place == 0 {
                number[here] = next_number;
                lowest[here] = next_number;
                next_number += 1;
                is_open[here] = true;
                open.push(node);
            } else {
                let before = successors[here][place - 1] as usize;
                lowest[here] = lowest[here].min(lowest[before]);
            }
            let mut place = place;
            let mut deeper = None;
            while let Some(&successor) = successors[here].get(place) {
                place += 1;
                let there = successor as usize;
                if number[there] == NEW {
                    deeper = Some(successor);
                    break;
                }
                if is_open[there] {
                    lowest[here] = lowest[here].min(number[there]);
                }
            }
            if let Some(successor) = deeper {
                way.push((node, place));
                way.push((successor, 0));
                continue;
            }
            if lowest[here] == number[here] {
                found.push(node, &mut open, &mut is_open);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;

    use super::*;

    /// What the closure is: rounds until nothing changes.
    fn slowly(
        calls: &[Vec<u32>],
        own: &[SmallSet<NameId>],
        binds: &[SmallSet<NameId>],
    ) -> Vec<SmallSet<NameId>> {
        let mut all = own.to_vec();
        loop {
            let before = all.clone();
            for (caller, callees) in calls.iter().enumerate() {
                for &callee in callees {
                    let callee = callee as usize;
                    let names: Vec<NameId> = all[callee].difference(&binds[callee]).collect();
                    all[caller].extend(names);
                }
            }
            if all == before {
                return all;
            }
        }
    }

    fn set(names: impl IntoIterator<Item = u32>) -> SmallSet<NameId> {
        names.into_iter().map(NameId).collect()
    }

    proptest! {
        #[test]
        fn the_closure_is_the_least_fixed_point(
            functions in vec((btree_set(0..12_u32, 0..3), btree_set(0..90_u32, 0..3), btree_set(0..90_u32, 0..3)), 1..12),
        ) {
            let count = functions.len() as u32;
            let calls: Vec<Vec<u32>> = functions.iter()
                .map(|(calls, ..)| calls.iter().map(|callee| callee % count).collect())
                .collect();
            let own: Vec<_> = functions.iter().map(|(_, own, _)| set(own.iter().copied())).collect();
            let binds: Vec<_> =
                functions.iter().map(|(.., binds)| set(binds.iter().copied())).collect();
            let expected = slowly(&calls, &own, &binds);
            let closed = CallGraph::new(calls).close(&own, &binds);
            for ((closed, expected), binds) in closed.iter().zip(&expected).zip(&binds) {
                for name in (0..90).map(NameId) {
                    let is_in = expected.contains(&name);
                    prop_assert_eq!(closed.all.contains(name), is_in);
                    prop_assert_eq!(closed.outer.contains(name), is_in && !binds.contains(&name));
                }
            }
        }
    }

    #[test]
    fn a_long_way_is_no_recursion() {
        let count = 300_000;
        let next = |one: u32| vec![(one + 1) % count];
        let ring: Vec<Vec<u32>> = (0..count).map(next).collect();
        assert_eq!(components(&ring).len(), 1);
        let chain: Vec<Vec<u32>> = (0..count)
            .map(|one| Vec::from_iter((one > 0).then(|| one - 1)))
            .collect();
        let calls = CallGraph::new(chain);
        assert_eq!(calls.components.len(), count as usize);
        let mut own = vec![false; count as usize];
        own[0] = true;
        assert!(calls.any(&own).iter().all(|&any| any));
    }
}
