//! How each kind of term gets its type from those of its operands.

mod loops;
mod parts;

use cindyscript_hir::builtins::modifiers;
use cindyscript_hir::builtins::{
    BuiltinId, Intrinsic, Lists, Side, over_alternatives, power_signature, result_type,
    undefined_elements, undefined_result,
};
use cindyscript_hir::program::{Children, Modifier, Program, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};

use crate::constants::KnownNumbers;
use crate::definedness::has_value;

pub(crate) use loops::{counter, iteration_type, rounds_type};
use parts::index_type;
pub use parts::{axis, coordinate};
pub(crate) use parts::{element, field_type, indexed, key, part_of, stored};

/// The type of a number in the text.
pub(crate) fn number(value: f64) -> Type {
    let integer = value.fract() == 0.0 && value.abs() < 2_147_483_648.0;
    match (integer, value >= 0.0) {
        (true, true) => Type::NAT,
        (true, false) => Type::INT,
        (false, true) => Type::NONNEG,
        (false, false) => Type::REAL,
    }
}

pub(super) fn unknown_on(side: Side) -> Option<Type> {
    match side {
        Side::Gpu => Some(Type::Top),
        Side::Cpu => None,
    }
}

/// The type of a builtin's value where it has no signature: undefined on the CPU, except that the
/// operations on lists take everything for a list, and that elementwise operations make lists.
pub(super) fn unknown_value(builtin: BuiltinId, side: Side, types: &[Type]) -> Option<Type> {
    match side {
        Side::Cpu if makes_lists(builtin) => Some(Type::any_list(Type::Top)),
        Side::Cpu => undefined_elements(builtin, types),
        Side::Gpu => unknown_on(side),
    }
}

fn makes_lists(builtin: BuiltinId) -> bool {
    matches!(builtin.row().lists, Some(Lists::Joined | Lists::Kept))
}

/// Whether a builtin puts lists together. What is undefined adds nothing.
fn joins_lists(builtin: BuiltinId) -> bool {
    builtin.row().lists == Some(Lists::Joined)
}

/// The type of a builtin's value if it depends on the modifiers.
pub(super) fn with_modifiers(
    numbers: KnownNumbers<'_>,
    builtin: BuiltinId,
    types: &[Type],
    modifiers: &[Modifier],
) -> Option<Type> {
    let program = numbers.program;
    if let (Some(Intrinsic::Tokenize), [text, separators]) = (builtin.intrinsic(), types) {
        let mut convert = modifiers.iter();
        let convert =
            convert.rfind(|one| program.names.text(one.name) == modifiers::name::AUTOCONVERT)?;
        let is_off = matches!(
            program.kind(convert.value),
            TermKind::Variable(name) if program.names.text(name) == "false"
        );
        return is_off.then(|| tokens(text, separators, &Type::String))?;
    }
    let [ty] = types else {
        return None;
    };
    if !builtin.is(Intrinsic::Flatten) {
        return None;
    }
    let mut levels = modifiers.iter();
    let levels = levels.rfind(|one| program.names.text(one.name) == modifiers::name::LEVELS)?;
    let levels = match program.kind(levels.value) {
        TermKind::Text(text) if program.text(text) == "all" => Some(DEEPEST),
        _ => numbers
            .of(levels.value)
            .filter(|one| *one >= 0.0 && one.fract() == 0.0),
    };
    match (levels, ty) {
        (_, Type::Unset) => None,
        (Some(levels), _) => {
            let rounds = levels.min(DEEPEST) as u32;
            // A list without elements stays one.
            (0..rounds).try_fold(ty.clone(), |ty, _| match element(&ty).is_unset() {
                true => Some(ty),
                false => result_type(builtin, Side::Cpu, std::slice::from_ref(&ty)),
            })
        }
        (None, Type::List(_) | Type::Tuple(_)) => Some(Type::any_list(Type::Top)),
        (None, _) => Some(Type::Top),
    }
}

/// The type of the parts of a text: for each separator in a list there is a list in the other.
fn tokens(text: &Type, separators: &Type, token: &Type) -> Option<Type> {
    const SEPARATORS: u32 = 4;
    if *text != Type::String {
        return None;
    }
    let lists = match separators {
        Type::String => 1,
        Type::List(list) if list.element == Type::String || list.len == Some(0) => list.len?,
        _ => return None,
    };
    // As deep as there are separators, of which there may be a million.
    (lists <= SEPARATORS).then(|| (0..lists).fold(token.clone(), |ty, _| Type::any_list(ty)))
}

/// The type of the texts that `tokenize` makes: those that look like a number become one.
const TOKEN: Type = Type::ScalarOrString(Scalar::Real);

/// Deeper than this no list is nested.
const DEEPEST: f64 = 16.0;

/// The type of a builtin's value on the CPU where some operands are undefined for certain: a few
/// make something of them.
pub(super) fn of_undefined(builtin: BuiltinId, types: &[Type]) -> Option<Type> {
    if makes_lists(builtin) {
        // What is undefined adds nothing, and takes nothing away.
        let operands = match joins_lists(builtin) {
            true => types,
            false => types.get(..1)?,
        };
        let elements = operands.iter().map(element);
        let joined = elements.fold(Type::Unset, |joined, ty| joined.join(&ty));
        return Some(Type::any_list(joined));
    }
    let result = undefined_result(builtin, types)?;
    // What lists hold may be undefined.
    if !types.iter().any(Type::is_unset) {
        return Some(result);
    }
    let is_known = match builtin.intrinsic() {
        Some(Intrinsic::Max | Intrinsic::Min) => !result.is_unset(),
        _ if builtin.row().takes_undefined => true,
        _ => matches!(result, Type::String | Type::BOOLEAN),
    };
    is_known.then_some(result)
}

/// Whether the value of a term is a number wherever it has one, and no truth value, whose type is
/// ⊑ that of numbers.
fn is_number(program: &Program, term: TermId) -> bool {
    match program.kind(term) {
        TermKind::Number(_) => true,
        TermKind::Sequence(operands) => match program.children(operands).last() {
            Some(&last) => is_number(program, last),
            None => false,
        },
        TermKind::Call { callee, .. } => {
            let builtin = program.callee(callee).plain_builtin();
            builtin.is_some_and(|builtin| builtin.row().is_number)
        }
        _ => false,
    }
}

/// A number in the text, perhaps with a sign.
pub fn literal(program: &Program, term: TermId) -> Option<f64> {
    match program.kind(term) {
        TermKind::Number(value) => Some(value),
        TermKind::Call {
            callee, arguments, ..
        } => {
            let &[operand] = program.children(arguments) else {
                return None;
            };
            match program.callee(callee).intrinsic() {
                Some(Intrinsic::Negate) => literal(program, operand).map(|value| -value),
                Some(Intrinsic::Plus) => literal(program, operand),
                _ => None,
            }
        }
        TermKind::Sequence(operands) => match program.children(operands) {
            &[only] => literal(program, only),
            _ => None,
        },
        _ => None,
    }
}

/// An exponent in the text that is an integer: it decides code.
pub fn integer_exponent(
    program: &Program,
    builtin: BuiltinId,
    arguments: &[TermId],
) -> Option<i32> {
    let &[_, exponent] = arguments else {
        return None;
    };
    if !builtin.is(Intrinsic::Power) {
        return None;
    }
    let value = literal(program, exponent)?;
    (value.fract() == 0.0 && value.abs() <= 1024.0).then_some(value as i32)
}

/// Whether the type of a builtin's value depends on numbers that operands are known to be, and not
/// on their types alone. What of [`builtin_type`] looks at numbers asks first.
pub(super) fn numbers_decide(builtin: BuiltinId) -> bool {
    matches!(
        builtin.intrinsic(),
        Some(
            Intrinsic::Power
                | Intrinsic::Range
                | Intrinsic::ZeroVector
                | Intrinsic::ZeroMatrix
                | Intrinsic::Take
        )
    )
}

/// The type of a builtin's value, `None` if it has no signature for these arguments.
pub fn builtin_type(
    numbers: KnownNumbers<'_>,
    builtin: BuiltinId,
    side: Side,
    arguments: Children,
    types: &[Type],
) -> Option<Type> {
    if side == Side::Cpu && types.iter().any(Type::has_alternatives) {
        return over_alternatives(types, |types| {
            builtin_type(numbers, builtin, side, arguments, types)
        });
    }
    let operands = numbers.program.children(arguments);
    if numbers_decide(builtin)
        && let Some(decided) = decided_by_numbers(numbers, builtin, operands, types)
    {
        return Some(decided);
    }
    if let Some(ty) = type_by_value(numbers, builtin, side, operands, types) {
        return Some(ty);
    }
    let result = result_type(builtin, side, types)?;
    Some(narrowed(numbers, builtin, side, operands, types, result))
}

/// The type of a builtin's value if the values of its operands decide it.
fn type_by_value(
    numbers: KnownNumbers<'_>,
    builtin: BuiltinId,
    side: Side,
    operands: &[TermId],
    types: &[Type],
) -> Option<Type> {
    match (builtin.intrinsic()?, types, operands) {
        (Intrinsic::Take, [base, index], &[_, place])
            if (side == Side::Cpu || matches!(base, Type::Tuple(_))) && !index.is_unset() =>
        {
            Some(index_type(base, index, numbers.of(place)))
        }
        (Intrinsic::Tokenize, [text, separators], _) => tokens(text, separators, &TOKEN),
        // An empty list has no largest element.
        (Intrinsic::Max | Intrinsic::Min, [Type::List(list)], _) if list.len == Some(0) => {
            Some(Type::Unset)
        }
        _ => None,
    }
}

/// The type of a builtin's value where the operands say more than the signature does.
fn narrowed(
    numbers: KnownNumbers<'_>,
    builtin: BuiltinId,
    side: Side,
    operands: &[TermId],
    types: &[Type],
    result: Type,
) -> Type {
    let program = numbers.program;
    let intrinsic = builtin.intrinsic();
    if side == Side::Cpu
        && joins_lists(builtin)
        && let Some(list) = result.as_list()
        && !operands.iter().all(|&operand| has_value(numbers, operand))
    {
        return Type::any_list(list.element.clone());
    }
    // Truth values are smaller than numbers.
    if let (Some(Intrinsic::Max), Side::Cpu, [a, b]) = (intrinsic, side, types)
        && let Type::Scalar(scalar) = result
        && operands
            .iter()
            .zip([a, b])
            .any(|(&operand, ty)| ty.fits(&Type::NONNEG) && is_number(program, operand))
    {
        return Type::Scalar(scalar.not_negative());
    }
    if intrinsic == Some(Intrinsic::Multiply)
        && let [left, right] = operands
        && let TermKind::Variable(name) = program.kind(*left)
        && program.kind(*right) == TermKind::Variable(name)
    {
        return square(&result);
    }
    result
}

/// The type of a builtin's value if numbers in the text decide it.
fn decided_by_numbers(
    numbers: KnownNumbers<'_>,
    builtin: BuiltinId,
    operands: &[TermId],
    types: &[Type],
) -> Option<Type> {
    let program = numbers.program;
    if let Some(exponent) = integer_exponent(program, builtin, operands)
        && let Some(signature) = power_signature(types.first()?, exponent)
    {
        return Some(signature.result);
    }
    if builtin.is(Intrinsic::Range)
        && let [from, to] = operands
        && let (Some(from), Some(to)) = (numbers.of(*from), numbers.of(*to))
    {
        // A cast saturates: what does not fit into memory is refused where it runs.
        let len = (to.floor() - from.ceil() + 1.0).max(0.0);
        return Some(Type::list(len as u32, counted_from(from)));
    }
    if let (Some(Intrinsic::Range), [from, _], [_, to]) = (builtin.intrinsic(), operands, types)
        && to.scalar().is_some_and(|to| to != Scalar::Complex)
        && let Some(from) = numbers.of(*from)
    {
        return Some(Type::any_list(counted_from(from)));
    }
    zeros(numbers, builtin, operands)
}

/// The type of the numbers in a range from here.
fn counted_from(from: f64) -> Type {
    if from > -1.0 { Type::NAT } else { Type::INT }
}

/// The type of a vector or matrix of zeros whose size is constant.
fn zeros(numbers: KnownNumbers<'_>, builtin: BuiltinId, operands: &[TermId]) -> Option<Type> {
    let size = |term| {
        let size = numbers.of(term)?;
        (0.0..=f64::from(u16::MAX))
            .contains(&size)
            .then_some(size as u32)
    };
    match (builtin.intrinsic(), operands) {
        (Some(Intrinsic::ZeroVector), &[len]) => Some(Type::list(size(len)?, Type::NAT)),
        (Some(Intrinsic::ZeroMatrix), &[rows, columns]) => {
            let row = Type::list(size(columns)?, Type::NAT);
            Some(Type::list(size(rows)?, row))
        }
        _ => None,
    }
}

/// The type of the product of a real number or vector with itself.
pub(super) fn square(ty: &Type) -> Type {
    match ty {
        Type::Scalar(Scalar::Int) => Type::NAT,
        Type::Scalar(Scalar::Real) => Type::NONNEG,
        _ => ty.clone(),
    }
}

/// The type of a variable's value where comparisons hold that say that it is not below something
/// of one of these types. It rises with both: nothing is known of something that may be negative.
pub(super) fn guarded<'t>(ty: Type, bounds: impl IntoIterator<Item = &'t Type>) -> Type {
    let mut bounds = bounds.into_iter();
    match ty {
        Type::Scalar(scalar) if bounds.any(|bound| bound.fits(&Type::NONNEG)) => {
            Type::Scalar(scalar.not_negative())
        }
        _ => ty,
    }
}
