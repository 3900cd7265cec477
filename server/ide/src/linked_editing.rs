//! The places of a name that are edited together while one of them is typed: those of a variable
//! that stands in one function, loop or script alone.

use text_size::{TextRange, TextSize};

use crate::analysis::Analysis;
use crate::occurrences::{Binding, EntityKind, Form};

/// The places that change together with the name at an offset of the file, in bytes of the file and
/// in their order; none if what it denotes is seen elsewhere.
#[must_use]
pub fn linked_editing_ranges(analysis: &Analysis, offset: TextSize) -> Vec<TextRange> {
    let Some((named, here)) = analysis.name_at(offset) else {
        return Vec::new();
    };
    let Some(entity) = named.data() else {
        return Vec::new();
    };
    let is_own = |binding: &Binding| {
        matches!(
            binding,
            Binding::Function(_) | Binding::Code(_) | Binding::Later | Binding::Builtin(_)
        )
    };
    let is_local = entity.kind == EntityKind::Local
        && !entity.is_implicit
        && entity.bindings.iter().all(is_own)
        && analysis.shared(named).len() == 1;
    let mut in_libraries = named.applet.occurrences().in_libraries(named.entity);
    if !is_local || in_libraries.next().is_some() {
        return Vec::new();
    }
    let text = analysis.document.text();
    let written = |range: TextRange| text.get(std::ops::Range::<usize>::from(range));
    let mut ranges = Vec::new();
    for one in named.occurrences() {
        // Written with a space in it, it cannot be typed together with the others.
        let is_alike = one.owner == here.owner && written(one.range) == written(here.range);
        if !is_alike || one.form != Form::Name {
            return Vec::new();
        }
        ranges.push(one.range);
    }
    ranges
}
