//! The elements of the construction that a variable may be: what is assigned to it is followed to
//! the names of elements.

use cindyscript_hir::builtins::Named;
use cindyscript_hir::program::{CalleeId, Children, FunctionId, TermId, TermKind};
use rustc_hash::FxHashSet;
use text_size::TextRange;

use crate::analysis::AppletAnalysis;
use crate::occurrences::{Access, Binding, EntityId, EntityKind, Form, Occurrence};

/// Where the page names the elements that the values of a variable may be, in the order of the page.
pub(super) fn elements_of(applet: &AppletAnalysis, variable: EntityId) -> Vec<TextRange> {
    let mut follower = Follower {
        applet,
        seen: FxHashSet::default(),
        pending: vec![(variable, Part::Whole)],
        found: Vec::new(),
    };
    // Not by recursion: variables may hand on an element in a chain as long as the text.
    while let Some((id, part)) = follower.pending.pop() {
        follower.entity(id, part);
    }
    let mut found = follower.found;
    found.sort_by_key(|range| range.start());
    found.dedup();
    found
}

/// Whether an occurrence of an element is its entry in the page.
pub(super) fn is_entry(one: &Occurrence) -> bool {
    one.access == Access::Declares && one.form == Form::Page
}

/// What of a value is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    /// The value.
    Whole,
    /// What lies in it, a list.
    Inside,
}

struct Follower<'a> {
    applet: &'a AppletAnalysis,
    seen: FxHashSet<(EntityId, Part)>,
    /// What is still to be followed.
    pending: Vec<(EntityId, Part)>,
    found: Vec<TextRange>,
}

impl Follower<'_> {
    fn entity(&mut self, id: EntityId, part: Part) {
        let Some(entity) = self.applet.occurrences().entity(id) else {
            return;
        };
        match entity.kind {
            EntityKind::Element => self.element(id),
            EntityKind::Local | EntityKind::Global if self.seen.insert((id, part)) => {
                self.assigned(id, part);
                for binding in &entity.bindings {
                    self.bound(&entity.name, *binding, part);
                }
            }
            EntityKind::Local | EntityKind::Global => {}
            EntityKind::Function(_) | EntityKind::Image => {}
        }
    }

    /// The entry of an element in the page.
    fn element(&mut self, id: EntityId) {
        let named = self.applet.occurrences().of(id);
        let entries = named.filter(|one| is_entry(one));
        self.found.extend(entries.map(|one| one.range));
    }

    /// What is assigned to a variable as a whole.
    fn assigned(&mut self, id: EntityId, part: Part) {
        let applet = self.applet;
        let named = applet.occurrences().of(id).filter_map(|one| one.term);
        for term in named {
            let around = applet
                .parent(term)
                .map(|around| applet.program.kind(around));
            if let Some(TermKind::Assign { target, value }) = around
                && target == term
            {
                self.value(value, part);
            }
        }
    }

    /// What a variable is where something binds it.
    fn bound(&mut self, name: &str, binding: Binding, part: Part) {
        let program = &self.applet.program;
        match binding {
            Binding::Function(id) => self.arguments(name, id, part),
            Binding::Builtin(term) => {
                if let (TermKind::Iterate(id), Part::Whole) = (program.kind(term), part) {
                    let iteration = program.iteration(id);
                    // The other variable is the place in the list.
                    if program.names.text(iteration.element) == name {
                        self.value(iteration.domain, Part::Inside);
                    }
                }
            }
            Binding::Code(_) | Binding::Later | Binding::Plot(_) | Binding::Modifier(_) => {}
        }
    }

    /// What a function is given for a parameter.
    fn arguments(&mut self, name: &str, id: FunctionId, part: Part) {
        let program = &self.applet.program;
        let mut parameters = program.function(id).parameters.iter();
        let place = parameters.position(|one| program.names.text(one.name) == name);
        let calls = program.calls_of(|callee| callee.definitions.contains(&id));
        for (_, _, arguments) in calls {
            let given = place.and_then(|place| program.children(arguments).get(place));
            if let Some(&given) = given {
                self.value(given, part);
            }
        }
    }

    fn value(&mut self, term: TermId, part: Part) {
        let program = &self.applet.program;
        match program.kind(term) {
            TermKind::Variable(_) => {
                let range = self.applet.range(term);
                if let Some(here) = self.applet.occurrences().exactly(range) {
                    self.pending.push((here.entity, part));
                }
            }
            TermKind::Assign { value, .. } => self.value(value, part),
            TermKind::Sequence(statements) => {
                if let Some(&last) = program.children(statements).last() {
                    self.value(last, part);
                }
            }
            TermKind::If {
                then, otherwise, ..
            } => {
                self.value(then, part);
                otherwise
                    .into_iter()
                    .for_each(|term| self.value(term, part));
            }
            TermKind::List(items) if part == Part::Inside => {
                for &item in program.children(items) {
                    self.value(item, Part::Whole);
                }
            }
            TermKind::Index { base, .. } if part == Part::Whole => {
                self.value(base, Part::Inside);
            }
            TermKind::Call {
                callee, arguments, ..
            } => self.named(callee, arguments),
            _ => {}
        }
    }

    /// The element that a builtin is given by name: `element("A")`.
    fn named(&mut self, callee: CalleeId, arguments: Children) {
        let program = &self.applet.program;
        let builtin = program.callee(callee).builtin;
        let named = builtin.and_then(|builtin| builtin.named_by(0));
        if let (Some(Named::Element), [argument]) = (named, program.children(arguments))
            && let TermKind::Text(text) = program.kind(*argument)
        {
            let name = program.text(text);
            let mut entities = self.applet.occurrences().entities();
            let element = entities
                .find(|(_, entity)| entity.kind == EntityKind::Element && entity.name == name);
            if let Some((id, _)) = element {
                self.element(id);
            }
        }
    }
}
