//! Terms that are wanted as colours, as red, green and blue.

use cindyscript_hir::builtins::modifiers::{self, Wants};
use cindyscript_hir::elements;
use cindyscript_hir::program::{Program, TermId, TermKind};

/// The values that a term wants as colours: of fields, of modifiers, of functions that set a colour.
pub fn color_operands(program: &Program, term: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    if let TermKind::Assign { target, value } = program.kind(term)
        && let TermKind::Field { name, .. } = program.kind(target)
        && elements::is_colour(program.names.text(name))
    {
        found.push(value);
    }
    let Some((builtin, given)) = program.builtin_call(term) else {
        return found;
    };
    let rows = || modifiers::of(builtin).into_iter().flatten();
    for modifier in given {
        let name = program.names.text(modifier.name);
        if rows().any(|row| row.name == name && row.wants == Wants::Color) {
            found.push(modifier.value);
        }
    }
    if let TermKind::Call { arguments, .. } = program.kind(term)
        && let Some(place) = builtin.row().colour
        && let Some(&colour) = program.children(arguments).get(usize::from(place))
    {
        found.push(colour);
    }
    found
}
