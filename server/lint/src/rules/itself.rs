//! Variables that are computed only from themselves, and so never get a value.

use cindyscript_diagnostic::{Code, Severity};
use cindyscript_hir::names::{NameId, NameSet};
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::SlotId;

use crate::checker::Checker;

impl Checker<'_> {
    /// `x = x + 1`, where nothing else gives `x` a value.
    pub(crate) fn made_of_itself(&mut self, name: NameId, slot: SlotId) {
        let analysis = self.analysis;
        let program = &analysis.program;
        if *self.solution.ty(slot) != Type::Unset
            || self.opaque.names.is_some()
            || analysis.facts.given.contains_key(&name)
            || self.is_bound(name)
        {
            return;
        }
        let own_read = |&assignment: &TermId| match program.kind(assignment) {
            TermKind::Assign { target, value } if program.name_of(target) == Some(name) => {
                let first = program.term(value).first;
                let reads = analysis.variables().within(name, first, value);
                reads.first().copied()
            }
            _ => None,
        };
        let assignments = analysis.assignments().of(name).iter();
        let reads: Option<Vec<TermId>> = assignments.map(own_read).collect();
        let Some(&read) = reads.as_deref().and_then(<[TermId]>::first) else {
            return;
        };
        let text = program.names.text(name);
        // `A = A + [1, 0]`, where `A` is a point of the construction.
        if self.element_named(text).is_some() {
            for &assignment in analysis.assignments().of(name) {
                if let TermKind::Assign { target, .. } = program.kind(assignment) {
                    self.free_point_assigned(target, text);
                }
            }
            return;
        }
        let message = format!("`{text}` never gets a first value: it is computed only from itself");
        if let Some(said) = self.say_as(read, Code::UndefinedName, Severity::Warning, message) {
            said.help = Some(format!("set it in the init script: {text} = ..."));
        }
    }

    /// True if a function, a loop, a modifier or `regional` has a variable of that name.
    pub(crate) fn is_bound(&self, name: NameId) -> bool {
        self.bound.get_or_init(|| self.bound_names()).contains(name)
    }

    fn bound_names(&self) -> NameSet {
        let program = &self.analysis.program;
        let parameters = program.functions.iter().flat_map(|one| &one.parameters);
        let elements = program.iterations.iter().map(|one| one.element);
        let indices = program.iterations.iter().filter_map(|one| one.index);
        let specials = program.specials.iter().filter_map(|one| one.variable);
        let regional = program.actions.iter().flat_map(|&term| {
            let names = match program.kind(term) {
                TermKind::Regional(names) => program.children(names),
                _ => &[],
            };
            names.iter().filter_map(|&name| program.name_of(name))
        });
        let mut bound = NameSet::default();
        let modifiers = program.modifiers.iter().map(|one| one.name);
        let loops = elements.chain(indices);
        let functions = parameters.map(|one| one.name).chain(regional);
        for name in functions.chain(loops).chain(specials).chain(modifiers) {
            bound.insert(name);
        }
        bound
    }
}
