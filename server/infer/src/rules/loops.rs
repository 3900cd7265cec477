//! The types of loops, and of what they count.

use cindyscript_hir::builtins::modifiers;
use cindyscript_hir::builtins::{Side, result_type};
use cindyscript_hir::program::{IterationKind, Modifier, ModifierRange};
use cindyscript_hir::types::Type;

use super::{element, unknown_on};
use crate::constants::KnownNumbers;

/// The type of a loop, for those of what it goes through and of its body; none if that is another
/// rule.
pub(crate) fn iteration_type(
    kind: IterationKind,
    domain: &Type,
    body: &Type,
    side: Side,
) -> Option<Type> {
    let len = match domain {
        // The undefined value is the least one.
        Type::Unset if kind == IterationKind::Max => {
            return (!body.is_unset()).then(|| body.clone());
        }
        Type::Unset => return None,
        Type::Point => Some(2),
        _ => domain.known_len(),
    };
    let values = match len {
        Some(len) => Type::list(len, body.clone()),
        None => Type::any_list(body.clone()),
    };
    // Of what is not known yet it may be a number or a list.
    let is_open = body.is_unset() && len != Some(0);
    match kind {
        IterationKind::Repeat | IterationKind::ForAll => None,
        IterationKind::Apply => match domain {
            Type::Dictionary | Type::Top => Some(Type::Top),
            _ => Some(values),
        },
        IterationKind::Select => match domain {
            Type::Dictionary | Type::Top => Some(domain.clone()),
            _ => Some(Type::any_list(element(domain))),
        },
        // Each element may come to any place.
        IterationKind::Sort => match domain {
            Type::Tuple(tuple) => Some(Type::list(tuple.len(), element(domain))),
            _ => Some(domain.clone()),
        },
        // Of two values that are no lists, it is the larger or the smaller one.
        IterationKind::Max | IterationKind::Min if domain.as_list().is_none() => {
            Some(domain.join(body))
        }
        IterationKind::Sum | IterationKind::Product | IterationKind::Max | IterationKind::Min => {
            (!is_open).then(|| reduced(kind, &values, side)).flatten()
        }
    }
}

/// The type of a loop over unlike elements, for the types of its rounds.
pub(crate) fn rounds_type(kind: IterationKind, rounds: Vec<Type>, side: Side) -> Option<Type> {
    let is_open = rounds.iter().any(Type::is_unset);
    let values = Type::of_elements(rounds);
    match kind {
        IterationKind::Apply => Some(values),
        IterationKind::Sum | IterationKind::Product | IterationKind::Max | IterationKind::Min => {
            (!is_open).then(|| reduced(kind, &values, side)).flatten()
        }
        IterationKind::Repeat
        | IterationKind::ForAll
        | IterationKind::Select
        | IterationKind::Sort => None,
    }
}

/// The type of what a loop makes of the list of its values.
fn reduced(kind: IterationKind, values: &Type, side: Side) -> Option<Type> {
    let builtin = kind.builtin(1)?;
    result_type(builtin, side, std::slice::from_ref(values)).or_else(|| unknown_on(side))
}

/// The type of a counter of `repeat`, for the modifiers that say what it counts.
pub(crate) fn counter(numbers: KnownNumbers<'_>, modifiers: ModifierRange) -> Type {
    let program = numbers.program;
    let modifiers = program.modifiers(modifiers);
    let given = |name: &str| {
        let mut named = modifiers.iter();
        named.find(|modifier| program.names.text(modifier.name) == name)
    };
    let is_whole = |modifier: &Modifier| {
        numbers
            .of(modifier.value)
            .is_some_and(|number| number.fract() == 0.0)
    };
    if modifiers.is_empty() {
        return Type::NAT;
    }
    // From both ends follows a step that may be a fraction.
    let is_divided = given(modifiers::name::START).is_some()
        && given(modifiers::name::STOP).is_some()
        && given(modifiers::name::STEP).is_none();
    match !is_divided && modifiers.iter().all(is_whole) {
        true => Type::INT,
        false => Type::REAL,
    }
}
