//! Variables: dynamic scoping by shallow binding; at pixels, functions step out of it.
//!
//! A name's current binding stands at the name's index; a scope saves what it hides and puts it
//! back when it ends. Reading a variable is one array access, whatever the depth of the scopes.

use std::ops::Range;

use cindyscript_hir::names::{HASH, NameId, Names};
use cindyscript_hir::presets::{self, PresetValue};
use num_complex::Complex64;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::value::Value;
use crate::value::lazy::Lazy;

/// The binding of a name: the value or code that it stands for.
#[derive(Clone, Debug, Default)]
pub(crate) enum Binding {
    /// Nothing yet; elements of the construction show through.
    #[default]
    Unset,
    /// A value.
    Value(Value),
    /// Code (`x := ...`), evaluated at each read.
    Code(Lazy),
}

impl Binding {
    /// True if both are one binding in memory: then they mean the same.
    #[inline]
    pub(crate) fn is_same(&self, other: &Binding) -> bool {
        match (self, other) {
            (Binding::Unset, Binding::Unset) => true,
            (Binding::Value(a), Binding::Value(b)) => a.is_same(b),
            (Binding::Code(a), Binding::Code(b)) => a.key() == b.key(),
            _ => false,
        }
    }
}

/// All variables of one applet.
#[derive(Clone, Default)]
pub(crate) struct Variables {
    bindings: Vec<Binding>,
    /// The bindings that the scopes of running functions hide, innermost last.
    hidden: Vec<(NameId, Binding)>,
    /// What of it is hidden by scopes that the running code sees begins here.
    seen_from: usize,
    /// What `local` hides until `release` puts it back, whatever scopes end between the two.
    shelved: FxHashMap<NameId, Vec<Binding>>,
    /// The bindings of names that the program does not mention any more.
    retired: FxHashMap<SmolStr, Binding>,
}

impl Variables {
    /// The variables of a program: what the names that they share with another one stand for is
    /// kept, all others are as at the start.
    pub(crate) fn renamed(self, old: &Names, new: &Names) -> Variables {
        let mut retired = self.retired;
        for ((_, name), binding) in old.iter().zip(self.bindings) {
            if !matches!(binding, Binding::Unset) {
                retired.insert(name.into(), binding);
            }
        }
        let bindings = new
            .iter()
            .map(|(_, name)| retired.remove(name).unwrap_or_else(|| at_start(name)))
            .collect();
        Variables {
            bindings,
            hidden: Vec::new(),
            seen_from: 0,
            shelved: FxHashMap::default(),
            retired,
        }
    }

    /// Makes room for names that have come since.
    pub(crate) fn grow(&mut self, names: &Names) {
        let new = names.iter().skip(self.bindings.len());
        for (_, name) in new {
            let binding = self.retired.remove(name);
            let binding = binding.unwrap_or_else(|| at_start(name));
            self.bindings.push(binding);
        }
    }

    /// The variables that have values.
    pub(crate) fn values(&self) -> impl Iterator<Item = (NameId, &Value)> {
        let bindings = self.bindings.iter().enumerate();
        bindings.filter_map(|(index, binding)| match binding {
            Binding::Value(value) => Some((NameId(u32::try_from(index).ok()?), value)),
            Binding::Unset | Binding::Code(_) => None,
        })
    }

    /// The bindings of all names, by name.
    pub(crate) fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// The bindings that the open scopes hide, innermost last.
    pub(crate) fn hidden(&self) -> &[(NameId, Binding)] {
        &self.hidden
    }

    /// The part of [`Variables::hidden`] that running code does not see, because a function has stepped
    /// out of it: what names stand for there is put aside in these entries.
    pub(crate) fn put_aside(&self) -> &[(NameId, Binding)] {
        &self.hidden[..self.seen_from]
    }

    /// Retires all names behind the first so many.
    pub(crate) fn shrink(&mut self, names: &Names, len: usize) {
        let gone = names.iter().zip(&mut self.bindings).skip(len);
        for ((_, name), binding) in gone {
            match std::mem::take(binding) {
                Binding::Unset => {}
                binding => drop(self.retired.insert(name.into(), binding)),
            }
        }
        self.bindings.truncate(len);
        self.shelved.retain(|name, _| name.index() < len);
    }

    #[inline]
    pub(crate) fn get(&self, name: NameId) -> &Binding {
        &self.bindings[name.index()]
    }

    #[inline]
    pub(crate) fn set(&mut self, name: NameId, binding: Binding) {
        self.bindings[name.index()] = binding;
    }

    /// Sets a binding and returns the one that stood there.
    #[inline]
    pub(crate) fn replace(&mut self, name: NameId, binding: Binding) -> Binding {
        std::mem::replace(&mut self.bindings[name.index()], binding)
    }

    /// Opens a scope.
    pub(crate) fn enter(&self) -> Scope {
        Scope(self.hidden.len())
    }

    /// Makes a name local to the innermost open scope.
    pub(crate) fn hide(&mut self, name: NameId, binding: Binding) {
        let hidden = self.replace(name, binding);
        self.hidden.push((name, hidden));
    }

    /// What scopes that are open hide comes back, until [`Variables::step_in`]: a function that
    /// does not see what its callers bind runs now.
    pub(crate) fn step_out(&mut self) -> Outside {
        let scopes = self.seen_from..self.hidden.len();
        self.seen_from = scopes.end;
        self.exchange(scopes.clone());
        Outside(scopes)
    }

    /// The scopes are as they were.
    pub(crate) fn step_in(&mut self, outside: Outside) {
        self.seen_from = outside.0.start;
        self.exchange(outside.0);
    }

    /// Exchanges what names stand for with what the outermost of these scopes hides.
    fn exchange(&mut self, scopes: Range<usize>) {
        for place in scopes.clone() {
            let (name, _) = self.hidden[place];
            let hidden_before = &self.hidden[scopes.start..place];
            if hidden_before.iter().all(|(other, _)| *other != name) {
                let hidden = &mut self.hidden[place].1;
                std::mem::swap(&mut self.bindings[name.index()], hidden);
            }
        }
    }

    /// Closes a scope, and those inside it that are still open.
    pub(crate) fn leave(&mut self, scope: Scope) {
        while self.hidden.len() > scope.0 {
            if let Some((name, binding)) = self.hidden.pop() {
                self.set(name, binding);
            }
        }
    }

    /// Puts a fresh binding in the place of a name's, until [`Variables::unshelve`].
    pub(crate) fn shelve(&mut self, name: NameId) {
        let binding = self.replace(name, Binding::Value(Value::Undefined));
        self.shelved.entry(name).or_default().push(binding);
    }

    /// Gives a name the binding back that it had before; without one, it has none.
    pub(crate) fn unshelve(&mut self, name: NameId) {
        let binding = self.shelved.get_mut(&name).and_then(Vec::pop);
        self.set(name, binding.unwrap_or_default());
    }

    /// Forgets what is hidden: names made local outside of functions stay so.
    pub(crate) fn settle(&mut self) {
        self.hidden.clear();
        self.seen_from = 0;
    }
}

/// The point to which hidden bindings have come back: [`Variables::step_out`].
#[derive(Debug)]
pub(crate) struct Outside(Range<usize>);

/// A scope, by how much was hidden when it was opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope(usize);

fn at_start(name: &str) -> Binding {
    preset(name).map_or(Binding::Unset, Binding::Value)
}

/// The values that names have at the start.
fn preset(name: &str) -> Option<Value> {
    if name == HASH {
        return Some(Value::Undefined);
    }
    Some(match presets::find(name)?.value {
        PresetValue::Number(number) => number.into(),
        PresetValue::ImaginaryUnit => Complex64::I.into(),
        PresetValue::Boolean(truth) => truth.into(),
        PresetValue::EmptyList => [Value::Undefined; 0].into(),
        PresetValue::Text(text) => text.into(),
    })
}
