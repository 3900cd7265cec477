//! Variables that hold elements which functions find: `m = mover()`. Of which kind an element is
//! that has been found is not known before the applet runs, but some of its fields are alike for
//! all kinds.

use cindyscript_hir::builtins::Finds;
use cindyscript_hir::elements;
use cindyscript_hir::names::{NameId, NameSet};
use cindyscript_hir::program::{Program, TermId, TermKind, assigned_names};
use cindyscript_hir::types::Type;

use crate::opaque::OpaqueCode;

/// The variables that are never anything but an element that has been found: none where code that
/// is not seen may assign to them.
pub(crate) fn variables(program: &Program, opaque: &OpaqueCode) -> NameSet {
    if opaque.names.is_some() {
        return NameSet::default();
    }
    let (mut found, mut other) = (NameSet::default(), NameSet::default());
    let mut names = Vec::new();
    for &term in &program.actions {
        match program.kind(term) {
            TermKind::Assign { target, value } => match program.kind(target) {
                TermKind::Variable(name) if is_found(program, value) => {
                    found.insert(name);
                }
                // Of the same element.
                TermKind::Field { .. } | TermKind::UserData { .. } => {}
                _ => assigned_names(program, target, &mut names),
            },
            kind => {
                if let Some(target) = kind.target() {
                    assigned_names(program, target, &mut names);
                }
            }
        }
    }
    names.extend(program.modifiers.iter().map(|modifier| modifier.name));
    for iteration in &program.iterations {
        names.push(iteration.element);
        names.extend(iteration.index);
    }
    names.extend(
        program
            .specials
            .iter()
            .filter_map(|special| special.variable),
    );
    let parameters = program.functions.iter().flat_map(|one| &one.parameters);
    names.extend(parameters.map(|parameter| parameter.name));
    for name in names {
        other.insert(name);
    }
    let mut variables = NameSet::default();
    for name in found.iter().filter(|name| !other.contains(*name)) {
        variables.insert(name);
    }
    variables
}

/// Whether a term is an element that a function finds.
fn is_found(program: &Program, term: TermId) -> bool {
    let (call, finding) = match program.kind(term) {
        TermKind::Index { base, .. } => (base, Finds::Elements),
        _ => (term, Finds::Element),
    };
    let builtin = program.builtin_call(call);
    builtin.is_some_and(|(builtin, _)| builtin.row().finds == Some(finding))
}

/// The type of a field of an element that has been found, if all kinds that have it agree.
pub(crate) fn field(
    program: &Program,
    variables: &NameSet,
    base: TermId,
    name: NameId,
) -> Option<Type> {
    let is_element = match program.kind(base) {
        TermKind::Variable(variable) => variables.contains(variable),
        _ => is_found(program, base),
    };
    is_element.then(|| elements::field_of_any(program.names.text(name)))?
}
