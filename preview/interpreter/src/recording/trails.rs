//! The places of the plane that variables come to in a run.

use cindyscript_hir::names::NameId;
use rustc_hash::FxHashMap;

use super::Recording;
use crate::machine::log::{RecordedScope, ScopeId, ScopeKind};
use crate::machine::variables::Binding;
use crate::value::Value;
use crate::value::list::Usage;

/// The places that a variable has in a run. Those of the plane are complex numbers, lists of two reals, and
/// points in homogeneous coordinates; those of space are other lists of three reals.
#[derive(Clone, Debug)]
pub struct VariableTrail<const N: usize = 2> {
    /// The name of the variable.
    pub name: NameId,
    /// The places, in the order of their steps.
    pub places: Vec<TrailPlace<N>>,
}

/// A place of a [`VariableTrail`].
#[derive(Clone, Copy, Debug)]
pub struct TrailPlace<const N: usize = 2> {
    /// The number of the first step at which the variable has it.
    pub step: u64,
    /// The coordinates. They may be infinite or NaN.
    pub at: [f64; N],
    /// The call or loop that the variable is local to.
    scope: Option<ScopeId>,
}

impl<const N: usize> TrailPlace<N> {
    /// True if both are values of the same variable, not of one in another call.
    #[must_use]
    pub fn is_of_same_call(&self, other: &TrailPlace<N>) -> bool {
        self.scope == other.scope
    }
}

/// The kinds of values that count as places.
#[derive(Clone, Copy, Debug, Default)]
struct PlaceKinds {
    /// A name with one complex number has complex numbers: its real ones lie on the axis.
    numbers: bool,
    lists: bool,
    in_space: bool,
}

impl PlaceKinds {
    fn in_plane(self, value: &Value) -> Option<[f64; 2]> {
        match value {
            Value::Number(number) if self.numbers => Some([number.re, number.im]),
            Value::List(_) if self.lists => place_of_list(value),
            _ => None,
        }
    }

    fn in_space(self, value: &Value) -> Option<[f64; 3]> {
        let list = value.list().filter(|_| self.in_space)?;
        let numbers = list.vector::<3>()?;
        let is_place =
            list.usage() == Usage::Plain && numbers.iter().all(|number| number.im == 0.0);
        is_place.then_some(numbers.map(|number| number.re))
    }
}

/// The place of the plane that a list stands for.
fn place_of_list(value: &Value) -> Option<[f64; 2]> {
    let list = value.list()?;
    let numbers = list.vector::<2>();
    let numbers = numbers.or_else(|| {
        let [x, y, z] = list.vector::<3>()?;
        (list.usage() == Usage::Point).then(|| [x / z, y / z])
    });
    let [x, y] = numbers?;
    (x.im == 0.0 && y.im == 0.0).then_some([x.re, y.re])
}

/// True also of places that are NaN.
fn is_same<const N: usize>(a: [f64; N], b: [f64; N]) -> bool {
    a.map(f64::to_bits) == b.map(f64::to_bits)
}

fn value(binding: &Binding) -> Option<&Value> {
    match binding {
        Binding::Value(value) => Some(value),
        Binding::Unset | Binding::Code(_) => None,
    }
}

impl Recording {
    /// The trails of the variables that get places of the plane in the run, in the order in which they get them
    /// first. Values that were there before the first step do not count.
    pub fn trails(&mut self) -> Vec<VariableTrail> {
        let kinds = self.place_kinds();
        self.walk(kinds, PlaceKinds::in_plane)
    }

    /// The same in space. Variables that keep one value are left out: they may be colours.
    pub fn trails_in_space(&mut self) -> Vec<VariableTrail<3>> {
        let kinds = self.place_kinds();
        if kinds.iter().all(|kinds| !kinds.in_space) {
            return Vec::new();
        }
        let mut trails = self.walk(kinds, PlaceKinds::in_space);
        trails.retain(|trail| {
            let mut places = trail.places.windows(2);
            places.any(|pair| matches!(pair, [a, b] if !is_same(a.at, b.at)))
        });
        trails
    }

    fn walk<const N: usize>(
        &mut self,
        kinds: Vec<PlaceKinds>,
        read: ReadPlace<N>,
    ) -> Vec<VariableTrail<N>> {
        let mut walk = Walk {
            kinds,
            read,
            trails: Vec::new(),
            known: FxHashMap::default(),
            last: FxHashMap::default(),
        };
        let position = self.position();
        let first = *self.steps().start();
        let last = first + self.log.steps.len().saturating_sub(1) as u64;
        self.go_to(first);
        walk.note_start(self);
        for step in first + 1..=last {
            self.go_to(step);
            walk.note(self, step);
        }
        self.go_to(position);
        walk.trails
    }

    /// The number of places of a trail up to the current step.
    #[must_use]
    pub fn passed<const N: usize>(&self, trail: &VariableTrail<N>) -> usize {
        let now = self.position();
        trail.places.partition_point(|place| place.step <= now)
    }

    /// True if the last place of a trail up to the current step is the value that its name stands for there.
    #[must_use]
    pub fn is_at_last_place(&self, trail: &VariableTrail) -> bool {
        self.is_at_last(trail, PlaceKinds::in_plane)
    }

    /// The same in space.
    #[must_use]
    pub fn is_at_last_place_in_space(&self, trail: &VariableTrail<3>) -> bool {
        self.is_at_last(trail, PlaceKinds::in_space)
    }

    fn is_at_last<const N: usize>(&self, trail: &VariableTrail<N>, read: ReadPlace<N>) -> bool {
        let last = self.passed(trail).checked_sub(1);
        let last = last.and_then(|last| trail.places.get(last));
        let kinds = PlaceKinds {
            numbers: true,
            lists: true,
            in_space: true,
        };
        let now = self.current(trail.name);
        let now = now.and_then(|now| read(kinds, now));
        let owner = self.owner(self.position(), trail.name);
        last.zip(now)
            .is_some_and(|(last, now)| is_same(last.at, now) && last.scope == owner)
    }

    /// The scope that a name is local to at a step; none if it is global.
    fn owner(&self, step: u64, name: NameId) -> Option<ScopeId> {
        let scope = self.step(step)?.scope;
        let hides = |scope: &RecordedScope| {
            let mut hidden = scope.hidden.iter();
            hidden.any(|hidden| hidden.name == name && hidden.since <= step)
        };
        let mut chain = self.chain(scope);
        chain.find(|(_, scope)| hides(scope)).map(|(id, _)| id)
    }

    /// The kinds of places among the values of each name.
    fn place_kinds(&self) -> Vec<PlaceKinds> {
        let mut kinds = vec![PlaceKinds::default(); self.log.bindings.len()];
        let mut note = |name: NameId, binding: &Binding| {
            let kinds = kinds.get_mut(name.index());
            let (Some(kinds), Some(value)) = (kinds, value(binding)) else {
                return;
            };
            kinds.numbers |= matches!(value, Value::Number(number) if number.im != 0.0);
            kinds.lists |= place_of_list(value).is_some();
            let space = PlaceKinds {
                in_space: true,
                ..PlaceKinds::default()
            };
            kinds.in_space |= space.in_space(value).is_some();
        };
        for change in &self.log.changes {
            note(change.name, &change.other);
        }
        for (binding, name) in self.log.bindings.iter().zip((0..).map(NameId)) {
            note(name, binding);
        }
        kinds
    }
}

/// The place that a value is, if it is of one of these kinds.
type ReadPlace<const N: usize> = fn(PlaceKinds, &Value) -> Option<[f64; N]>;

/// A walk through the steps of a run.
struct Walk<const N: usize> {
    kinds: Vec<PlaceKinds>,
    read: ReadPlace<N>,
    trails: Vec<VariableTrail<N>>,
    /// The trail of a variable, by its name and the code or loop that it is local to.
    known: FxHashMap<(NameId, Option<ScopeKind>), usize>,
    /// The last place of a variable in a call.
    last: FxHashMap<(NameId, Option<ScopeId>), Option<[f64; N]>>,
}

impl<const N: usize> Walk<N> {
    fn place(&self, recording: &Recording, name: NameId) -> Option<[f64; N]> {
        let kinds = self.kinds.get(name.index())?;
        (self.read)(*kinds, recording.current(name)?)
    }

    /// The values before the first step.
    fn note_start(&mut self, recording: &Recording) {
        for name in (0..self.kinds.len() as u32).map(NameId) {
            if let Some(place) = self.place(recording, name) {
                self.last.insert((name, None), Some(place));
            }
        }
    }

    /// The current step is another one.
    fn note(&mut self, recording: &Recording, step: u64) {
        let Some(here) = recording.step(step) else {
            return;
        };
        let changes = recording.changed - here.changes as usize..recording.changed;
        for change in recording.log.changes.get(changes).unwrap_or_default() {
            self.note_name(recording, step, change.name);
        }
        // The parameters of a call may have the values of other variables of their names.
        let opened = recording.chain(here.scope);
        for (_, scope) in opened.take_while(|(_, scope)| scope.first == step) {
            for hidden in &scope.hidden {
                self.note_name(recording, step, hidden.name);
            }
        }
    }

    fn note_name(&mut self, recording: &Recording, step: u64, name: NameId) {
        let kinds = self.kinds.get(name.index());
        if !kinds.is_some_and(|kinds| kinds.numbers || kinds.lists || kinds.in_space) {
            return;
        }
        let place = self.place(recording, name);
        let scope = recording.owner(step, name);
        // A variable that was hidden has its value again.
        let last = self.last.insert((name, scope), place);
        let Some(at) = place.filter(|at| !matches!(last, Some(Some(last)) if is_same(last, *at)))
        else {
            return;
        };
        let owner = scope.and_then(|scope| recording.scopes.get(scope));
        let owner = owner.map(|scope| scope.kind);
        let trails = &mut self.trails;
        let index = *self.known.entry((name, owner)).or_insert_with(|| {
            trails.push(VariableTrail {
                name,
                places: Vec::new(),
            });
            trails.len() - 1
        });
        if let Some(trail) = trails.get_mut(index) {
            trail.places.push(TrailPlace { step, at, scope });
        }
    }
}
