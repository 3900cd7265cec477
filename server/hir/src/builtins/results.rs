//! The types of builtins' values, those of scalars known by heart: most arguments are scalars. Of
//! the others, those that were asked for last are remembered: lists of points, say, come again and
//! again.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, OnceLock};

use rustc_hash::FxHasher;

use super::{BuiltinId, Side, all, signature::chosen_result};
use crate::types::{Scalar, Type};

/// The types that the tables are about.
const SCALARS: [Type; 7] = [
    Type::Unset,
    Type::BOOLEAN,
    Type::NAT,
    Type::INT,
    Type::NONNEG,
    Type::REAL,
    Type::COMPLEX,
];

/// The results of one builtin on one side for each pair of scalars, or for each scalar.
type Results = OnceLock<Box<[Option<Type>]>>;

/// For each builtin, for one and two arguments on the CPU, then on the GPU; filled as needed.
static RESULTS: LazyLock<Vec<[Results; 4]>> =
    LazyLock::new(|| all().map(|_| Default::default()).collect());

/// The second component of minSign alone: the type of the value.
#[must_use]
pub fn result_type(builtin: BuiltinId, side: Side, arguments: &[Type]) -> Option<Type> {
    match known(builtin, side, arguments) {
        Some(result) => result.clone(),
        None => remembered(builtin, side, arguments),
    }
}

/// A result that was asked for before.
struct Memory {
    builtin: BuiltinId,
    side: Side,
    arguments: Vec<Type>,
    result: Option<Type>,
}

/// How many results are remembered; what comes later takes the place of what came before.
const REMEMBERED: usize = 1024;

thread_local! {
    static MEMORIES: RefCell<Vec<Option<Memory>>> = RefCell::new((0..REMEMBERED).map(|_| None).collect());
}

/// The result from memory, or computed.
fn remembered(builtin: BuiltinId, side: Side, arguments: &[Type]) -> Option<Type> {
    let mut hasher = FxHasher::default();
    (builtin, side, arguments).hash(&mut hasher);
    let place = hasher.finish() as usize % REMEMBERED;
    let known = MEMORIES.with_borrow(|memories| {
        let memory = memories.get(place)?.as_ref()?;
        let is_it = (memory.builtin, memory.side) == (builtin, side)
            && memory.arguments.as_slice() == arguments;
        is_it.then(|| memory.result.clone())
    });
    if let Some(result) = known {
        return result;
    }
    // Asks for results itself.
    let result = chosen_result(builtin, side, arguments);
    MEMORIES.with_borrow_mut(|memories| {
        if let Some(memory) = memories.get_mut(place) {
            *memory = Some(Memory {
                builtin,
                side,
                arguments: arguments.to_vec(),
                result: result.clone(),
            });
        }
    });
    result
}

/// The result if it is in the tables.
fn known(builtin: BuiltinId, side: Side, arguments: &[Type]) -> Option<&'static Option<Type>> {
    let place = match arguments {
        [a] => place(a)?,
        [a, b] => place(a)? * SCALARS.len() + place(b)?,
        _ => return None,
    };
    let tables = RESULTS.get(usize::from(builtin.0))?;
    let side_place = match side {
        Side::Cpu => 0,
        Side::Gpu => 2,
    };
    let results = tables.get(side_place + arguments.len() - 1)?;
    let results = results.get_or_init(|| match arguments.len() {
        1 => {
            let result = |a: &Type| chosen_result(builtin, side, std::slice::from_ref(a));
            SCALARS.iter().map(result).collect()
        }
        _ => {
            let pairs = SCALARS
                .iter()
                .flat_map(|a| SCALARS.iter().map(move |b| (a, b)));
            let result =
                |(a, b): (&Type, &Type)| chosen_result(builtin, side, &[a.clone(), b.clone()]);
            pairs.map(result).collect()
        }
    });
    results.get(place)
}

/// The place of a type among [`SCALARS`].
fn place(ty: &Type) -> Option<usize> {
    match ty {
        Type::Unset => Some(0),
        Type::Scalar(scalar) => Some(match scalar {
            Scalar::Boolean => 1,
            Scalar::Nat => 2,
            Scalar::Int => 3,
            Scalar::NonNeg => 4,
            Scalar::Real => 5,
            Scalar::Complex => 6,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_say_what_the_signatures_say() {
        for (index, scalar) in SCALARS.iter().enumerate() {
            assert_eq!(place(scalar), Some(index));
        }
        for builtin in all() {
            for side in [Side::Cpu, Side::Gpu] {
                for a in &SCALARS {
                    let check = |arguments: &[Type]| {
                        assert_eq!(
                            result_type(builtin, side, arguments),
                            chosen_result(builtin, side, arguments),
                            "{} of {arguments:?}",
                            builtin.name()
                        );
                    };
                    check(std::slice::from_ref(a));
                    for b in &SCALARS {
                        check(&[a.clone(), b.clone()]);
                    }
                }
            }
        }
    }
}
