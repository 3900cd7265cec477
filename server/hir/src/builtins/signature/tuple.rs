//! Signatures for lists of unlike elements, which the notation of the table cannot say: what
//! happens to each element has a signature of its own.

use super::{Signature, min_signature};
use crate::builtins::notation::{Operand, Overload};
use crate::builtins::{BuiltinId, Category, Lists, Side};
use crate::types::Type;

/// The signature for these arguments, if it is one that the table cannot say; `Some(None)` if it
/// would be, and there is none.
pub(super) fn signature(
    builtin: BuiltinId,
    side: Side,
    arguments: &[Type],
) -> Option<Option<Signature>> {
    let overloads = builtin.overloads(side);
    if overloads.is_empty() {
        return None;
    }
    if let Some(lists) = builtin.row().lists {
        return of_lists(builtin, side, lists, arguments);
    }
    if !arguments.iter().any(is_tuple) {
        return None;
    }
    overloads.iter().find_map(|overload| {
        let operands = overload.elementwise()?;
        elementwise(builtin, side, &operands, arguments)
    })
}

fn is_tuple(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(_))
}

/// The signature of a builtin that takes lists as a whole.
fn of_lists(
    builtin: BuiltinId,
    side: Side,
    lists: Lists,
    arguments: &[Type],
) -> Option<Option<Signature>> {
    let any = arguments.iter().any(is_tuple);
    match (lists, arguments) {
        (Lists::Joined, [a, b]) => {
            // For the operator, a number is a list of one.
            let is_operator = builtin.row().category == Category::Operator;
            let elements = |ty: &Type| match ty {
                Type::Scalar(_) if side == Side::Cpu && is_operator => Some(vec![ty.clone()]),
                _ => ty.few_elements(),
            };
            let (a, b) = (elements(a)?, elements(b)?);
            joined(a, b).map(Some)
        }
        (Lists::Appended, [list, element]) => {
            let mut signature = joined(list.few_elements()?, vec![element.clone()])?;
            only_element(&mut signature.parameters[1]);
            Some(Some(signature))
        }
        (Lists::Prepended, [element, list]) => {
            let mut signature = joined(vec![element.clone()], list.few_elements()?)?;
            only_element(&mut signature.parameters[0]);
            Some(Some(signature))
        }
        (Lists::Reversed, [list]) if any => {
            let mut elements = list.few_elements()?;
            elements.reverse();
            Some(Some(Signature {
                parameters: arguments.to_vec(),
                result: Type::of_elements(elements),
            }))
        }
        // On the CPU, everything can be compared.
        (Lists::Compared, [_, _]) if any && side == Side::Gpu => Some(compared(builtin, arguments)),
        (
            Lists::Joined
            | Lists::Appended
            | Lists::Prepended
            | Lists::Reversed
            | Lists::Kept
            | Lists::Compared,
            _,
        ) => None,
    }
}

/// Of lists with these elements; none if they are too many to be looked at one by one.
fn joined(mut a: Vec<Type>, b: Vec<Type>) -> Option<Signature> {
    let first = a.len();
    a.extend(b);
    let result = Type::of_elements(a);
    let mut elements = result.few_elements()?;
    let second = elements.split_off(first);
    Some(Signature {
        parameters: vec![Type::of_elements(elements), Type::of_elements(second)],
        result,
    })
}

/// The element of a list of one, in its place.
fn only_element(ty: &mut Type) {
    if let Some(element) = ty.component(0) {
        *ty = element.clone();
    }
}

fn compared(builtin: BuiltinId, arguments: &[Type]) -> Option<Signature> {
    let [a, b] = arguments else { return None };
    let (a, b) = (a.few_elements()?, b.few_elements()?);
    if a.len() != b.len() {
        return None;
    }
    let pairs = a.into_iter().zip(b);
    let both = pairs.map(|(a, b)| {
        let signature = min_signature(builtin, Side::Gpu, &[a, b])?;
        Some(signature.parameters.first()?.clone())
    });
    let both = Type::of_elements(both.collect::<Option<_>>()?);
    Some(Signature {
        parameters: vec![both.clone(), both],
        result: Type::BOOLEAN,
    })
}

/// On the CPU, the type of the value of an elementwise operation on lists between whose elements
/// there is no such operation: a list of what is undefined.
pub fn undefined_elements(builtin: BuiltinId, arguments: &[Type]) -> Option<Type> {
    let overloads = builtin.overloads(Side::Cpu).iter();
    overloads
        .filter_map(Overload::elementwise)
        .find_map(|operands| {
            if operands.len() != arguments.len() {
                return None;
            }
            let mut len = None;
            let mut inner = Vec::with_capacity(arguments.len());
            for (operand, ty) in operands.iter().zip(arguments) {
                inner.push(match operand {
                    Operand::Elements => {
                        let list = ty.as_list()?;
                        let known: &mut Option<u32> = len.get_or_insert(list.len);
                        match (*known, list.len) {
                            (Some(known), Some(own)) if known != own => return None,
                            (other, own) => *known = other.or(own),
                        }
                        list.element.clone()
                    }
                    Operand::Number if !matches!(ty, Type::Scalar(_)) => return None,
                    Operand::Number | Operand::Anything => ty.clone(),
                });
            }
            let element = match min_signature(builtin, Side::Cpu, &inner) {
                Some(signature) => signature.result,
                None => undefined_elements(builtin, &inner).unwrap_or_default(),
            };
            Some(match len? {
                Some(len) => Type::list(len, element),
                None => Type::any_list(element),
            })
        })
}

/// The operation at each place; `None` if these are not its operands.
fn elementwise(
    builtin: BuiltinId,
    side: Side,
    operands: &[Operand],
    arguments: &[Type],
) -> Option<Option<Signature>> {
    if operands.len() != arguments.len() {
        return None;
    }
    let len = number_of_elements(operands, arguments)?;
    let mut results = Vec::new();
    let mut parameters = vec![Vec::new(); arguments.len()];
    for place in 0..len {
        let pairs = operands.iter().zip(arguments);
        let types: Option<Vec<Type>> = pairs
            .map(|(operand, ty)| match operand {
                Operand::Elements => ty.component(place).cloned(),
                Operand::Number | Operand::Anything => Some(ty.clone()),
            })
            .collect();
        let types = types?;
        match (min_signature(builtin, side, &types), side) {
            (Some(signature), _) => {
                results.push(signature.result);
                for (all, own) in parameters.iter_mut().zip(signature.parameters) {
                    all.push(own);
                }
            }
            // There, the element is undefined.
            (None, Side::Cpu) => {
                results.push(Type::Unset);
                for (all, own) in parameters.iter_mut().zip(types) {
                    all.push(own);
                }
            }
            (None, Side::Gpu) => return Some(None),
        }
    }
    let parameters = operands.iter().zip(parameters);
    let parameters = parameters.map(|(operand, types)| match operand {
        Operand::Elements => Type::of_elements(types),
        Operand::Number | Operand::Anything => {
            types.iter().fold(Type::Unset, |all, ty| all.join(ty))
        }
    });
    Some(Some(Signature {
        parameters: parameters.collect(),
        result: Type::of_elements(results),
    }))
}

/// The number of elements of the lists among the operands of an elementwise operation.
fn number_of_elements(operands: &[Operand], arguments: &[Type]) -> Option<usize> {
    let mut len = None;
    for (operand, ty) in operands.iter().zip(arguments) {
        match operand {
            Operand::Elements => {
                let own = ty.few_elements()?.len();
                if *len.get_or_insert(own) != own {
                    return None;
                }
            }
            Operand::Number if !matches!(ty, Type::Scalar(_)) => return None,
            Operand::Number | Operand::Anything => {}
        }
    }
    len
}
