//! The types of parts: elements of lists, fields, and lists whose elements are assigned.

use cindyscript_hir::builtins::Side;
use cindyscript_hir::elements;
use cindyscript_hir::program::TermId;
use cindyscript_hir::types::{ListType, Type};

use crate::constants::KnownNumbers;

/// The type of the elements that a loop over a value sees.
pub(crate) fn element(ty: &Type) -> Type {
    match ty {
        Type::Unset => Type::Unset,
        Type::List(list) => list.element.clone(),
        Type::Tuple(tuple) => tuple.alike().element,
        Type::Point => Type::REAL,
        // A number is a list of one for many builtins.
        Type::Scalar(_) => ty.clone(),
        _ => Type::Top,
    }
}

/// The type of what a loop over a value counts with: places, and of a dictionary keys.
pub(crate) fn key(ty: &Type) -> Type {
    match ty {
        Type::Unset => Type::Unset,
        Type::Dictionary => Type::String,
        Type::Top => Type::NAT.join(&Type::String),
        _ => Type::NAT,
    }
}

/// The 0-based place that a 1-based index means, which counts from the end where it is negative.
fn place(index: f64, len: u32) -> Option<usize> {
    let index = index.floor();
    let place = if index < 0.0 {
        index + f64::from(len)
    } else {
        index - 1.0
    };
    (place >= 0.0 && place < f64::from(len)).then_some(place as usize)
}

/// The type of an element, by the index in the text if there is one; ⊥ where a list of known
/// length has no such element.
pub(super) fn index_type(base: &Type, index: &Type, known: Option<f64>) -> Type {
    if matches!(base, Type::String | Type::ScalarOrString(_)) {
        return gathered(base, index);
    }
    if let (Some(len), Some(index)) = (base.known_len(), known) {
        let place = place(index, len);
        let component = place.and_then(|place| base.component(place));
        return component.cloned().unwrap_or_default();
    }
    gathered(&element(base), index)
}

/// The type of what is taken out of something by one index, or by a list of them.
fn gathered(element: &Type, index: &Type) -> Type {
    match index {
        Type::List(list) => {
            let taken = gathered(element, &list.element);
            list.len.map_or_else(
                || Type::any_list(taken.clone()),
                |len| Type::list(len, taken.clone()),
            )
        }
        Type::Tuple(tuple) => {
            let taken = tuple
                .components()
                .iter()
                .map(|index| gathered(element, index));
            Type::of_elements(taken.collect())
        }
        // An index that is not known yet may turn out to be a list.
        Type::Unset => Type::Unset,
        Type::Top => Type::Top,
        _ => element.clone(),
    }
}

/// The type of `base_index`, for the index's type and the index itself.
pub(crate) fn indexed(numbers: KnownNumbers<'_>, base: &Type, ty: &Type, index: TermId) -> Type {
    // Its number may be known before its type is.
    if ty.is_unset() {
        return Type::Unset;
    }
    index_type(base, ty, numbers.of(index))
}

/// The type of a part of a value, as `[a, b] = value` takes it out; `part` has the places, counted
/// from 0, that in the outermost list first.
pub(crate) fn part_of(ty: &Type, part: &[usize]) -> Type {
    part.iter().fold(ty.clone(), |ty, &place| match ty {
        Type::Tuple(_) => ty.component(place).cloned().unwrap_or_default(),
        _ => element(&ty),
    })
}

/// The 0-based place of the element that is called `.name`.
pub fn coordinate(name: &str) -> Option<usize> {
    match name {
        "x" | "r" => Some(0),
        "y" | "g" => Some(1),
        "z" | "b" => Some(2),
        "a" => Some(3),
        _ => None,
    }
}

/// The 1-based index of the element that `list.name = ..` sets at pixels.
pub fn axis(name: &str) -> Option<f64> {
    match name {
        "x" => Some(1.0),
        "y" => Some(2.0),
        "z" => Some(3.0),
        _ => None,
    }
}

/// The type of `base.name`.
pub(crate) fn field_type(base: &Type, name: &str, side: Side) -> Type {
    let coordinates = |list: &ListType| {
        let element = &list.element;
        match name {
            _ if coordinate(name).is_some() => Some(element.clone()),
            "xy" if list.len == Some(2) => Some(Type::list(2, element.clone())),
            // Homogeneous coordinates are divided by the last.
            "xy" => Some(Type::list(2, element.join(&Type::REAL))),
            "homog" => Some(Type::list(3, element.clone())),
            _ => None,
        }
    };
    let unknown = match side {
        Side::Gpu => Type::Top,
        Side::Cpu => Type::Unset,
    };
    match base {
        Type::Unset => Type::Unset,
        Type::List(list) => coordinates(list).unwrap_or(unknown),
        Type::Tuple(tuple) => match coordinate(name) {
            Some(place) => base.component(place).cloned().unwrap_or_default(),
            None => coordinates(&tuple.alike()).unwrap_or(unknown),
        },
        Type::Point | Type::Line | Type::Circle | Type::Element => {
            elements::field(base, name).unwrap_or(Type::Unset)
        }
        Type::Scalar(_) | Type::String | Type::ScalarOrString(_) => unknown,
        Type::Code(_) => unknown,
        Type::Dictionary | Type::Shape | Type::Top => Type::Top,
    }
}

/// The type that a list has at least after `list_i_j = value`, for the type that is known of it
/// and the indices, where they are in the text.
pub(crate) fn stored(path: &[Option<f64>], value: &Type, known: &Type) -> Type {
    let Some((&index, path)) = path.split_first() else {
        return value.clone();
    };
    if let (Some(index), Some(mut elements)) = (index, known.few_elements()) {
        // What is stored at one place changes no other.
        let place = place(index, elements.len() as u32);
        for (at, ty) in elements.iter_mut().enumerate() {
            *ty = match place == Some(at) {
                true => stored(path, value, ty),
                false => Type::Unset,
            };
        }
        return Type::of_elements(elements);
    }
    match known {
        Type::Tuple(tuple) => {
            let types = tuple.components().iter();
            Type::of_elements(types.map(|ty| stored(path, value, ty)).collect())
        }
        Type::List(list) => {
            let element = stored(path, value, &list.element);
            list.len.map_or_else(
                || Type::any_list(element.clone()),
                |len| Type::list(len, element.clone()),
            )
        }
        // A value for a key, or for a character.
        Type::Dictionary | Type::String => known.clone(),
        _ => Type::any_list(stored(path, value, &Type::Unset)),
    }
}
