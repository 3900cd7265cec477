//! Variables that are computed only from themselves, and so never get a value.

use cindyscript_diagnostic::{Code, Severity};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::SlotId;

use super::Checker;

impl Checker<'_> {
    /// `x = x + 1`, where nothing else gives `x` a value.
    pub(super) fn made_of_itself(&mut self, name: NameId, slot: SlotId) {
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
        let message = format!("`{text}` never gets a first value: it is computed only from itself");
        if let Some(said) = self.say_as(read, Code::UndefinedName, Severity::Warning, message) {
            said.help = Some(format!("set it in the init script: {text} = ..."));
        }
    }

    /// True if a function, a loop, a modifier or `regional` has a variable of that name.
    pub(super) fn is_bound(&self, name: NameId) -> bool {
        let program = &self.analysis.program;
        let parameters = program.functions.iter().flat_map(|one| &one.parameters);
        let elements = program.iterations.iter().map(|one| Some(one.element));
        let indices = program.iterations.iter().map(|one| one.index);
        let specials = program.specials.iter().map(|one| one.variable);
        let regional = |&term: &TermId| match program.kind(term) {
            TermKind::Regional(names) => {
                let mut names = program.children(names).iter();
                names.any(|&term| program.name_of(term) == Some(name))
            }
            _ => false,
        };
        let mut bound = elements.chain(indices).chain(specials);
        parameters.map(|one| one.name).any(|one| one == name)
            || bound.any(|one| one == Some(name))
            || program.modifiers.iter().any(|one| one.name == name)
            || program.actions.iter().any(regional)
    }
}
