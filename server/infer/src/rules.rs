//! How each kind of term gets its type from those of its operands.

use cindyscript_hir::builtins::{
    BuiltinId, Intrinsic, Lists, Side, over_alternatives, power_signature, result_type,
    undefined_elements, undefined_result,
};
use cindyscript_hir::elements;
use cindyscript_hir::program::{
    Children, IterationKind, Modifier, Modifiers, Program, TermId, TermKind,
};
use cindyscript_hir::types::{ListType, Scalar, Type};

use crate::constants::Numbers;
use crate::defined::has_value;

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
    numbers: Numbers<'_>,
    builtin: BuiltinId,
    types: &[Type],
    modifiers: &[Modifier],
) -> Option<Type> {
    let program = numbers.program;
    if let (Some(Intrinsic::Tokenize), [text, separators]) = (builtin.intrinsic(), types) {
        let mut convert = modifiers.iter();
        let convert = convert.rfind(|one| program.names.text(one.name) == "autoconvert")?;
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
    let levels = levels.rfind(|one| program.names.text(one.name) == "levels")?;
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
            (0..rounds).try_fold(ty.clone(), |ty, _| {
                result_type(builtin, Side::Cpu, std::slice::from_ref(&ty))
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

/// What looks like a number becomes one.
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
    numbers: Numbers<'_>,
    builtin: BuiltinId,
    side: Side,
    arguments: Children,
    types: &[Type],
) -> Option<Type> {
    let program = numbers.program;
    if side == Side::Cpu && types.iter().any(Type::has_alternatives) {
        return over_alternatives(types, |types| {
            builtin_type(numbers, builtin, side, arguments, types)
        });
    }
    let operands = program.children(arguments);
    if numbers_decide(builtin)
        && let Some(decided) = decided_by_numbers(numbers, builtin, operands, types)
    {
        return Some(decided);
    }
    let intrinsic = builtin.intrinsic();
    if let (Some(Intrinsic::Take), [base, index], &[_, place]) = (intrinsic, types, operands)
        && (side == Side::Cpu || matches!(base, Type::Tuple(_)))
        && !index.is_unset()
    {
        return Some(index_type(base, index, numbers.of(place)));
    }
    if let (Some(Intrinsic::Tokenize), [text, separators]) = (intrinsic, types)
        && let Some(parts) = tokens(text, separators, &TOKEN)
    {
        return Some(parts);
    }
    // An empty list has no largest element.
    if let (Some(Intrinsic::Max | Intrinsic::Min), [Type::List(list)]) = (intrinsic, types)
        && list.len == Some(0)
    {
        return Some(Type::Unset);
    }
    let result = result_type(builtin, side, types)?;
    if side == Side::Cpu
        && joins_lists(builtin)
        && let Some(list) = result.as_list()
        && !operands.iter().all(|&operand| has_value(numbers, operand))
    {
        return Some(Type::any_list(list.element.clone()));
    }
    // Truth values are smaller than numbers.
    if let (Some(Intrinsic::Max), Side::Cpu, [a, b]) = (intrinsic, side, types)
        && let Type::Scalar(scalar) = result
        && operands
            .iter()
            .zip([a, b])
            .any(|(&operand, ty)| ty.fits(&Type::NONNEG) && is_number(program, operand))
    {
        return Some(Type::Scalar(scalar.not_negative()));
    }
    if intrinsic == Some(Intrinsic::Multiply)
        && let [left, right] = operands
        && let TermKind::Variable(name) = program.kind(*left)
        && program.kind(*right) == TermKind::Variable(name)
    {
        return Some(square(&result));
    }
    Some(result)
}

/// The type of a builtin's value if numbers in the text decide it.
fn decided_by_numbers(
    numbers: Numbers<'_>,
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
fn zeros(numbers: Numbers<'_>, builtin: BuiltinId, operands: &[TermId]) -> Option<Type> {
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

/// The type of the elements that a loop over a value sees.
pub(super) fn element(ty: &Type) -> Type {
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
fn index_type(base: &Type, index: &Type, known: Option<f64>) -> Type {
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
pub(super) fn indexed(numbers: Numbers<'_>, base: &Type, ty: &Type, index: TermId) -> Type {
    // Its number may be known before its type is.
    if ty.is_unset() {
        return Type::Unset;
    }
    index_type(base, ty, numbers.of(index))
}

/// The type of a part of a value, as `[a, b] = value` takes it out; `part` has the places, counted
/// from 0, that in the outermost list first.
pub(super) fn part_of(ty: &Type, part: &[usize]) -> Type {
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

pub(super) fn iteration_type(
    kind: IterationKind,
    domain: &Type,
    body: &Type,
    side: Side,
) -> Option<Type> {
    let len = match domain {
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
        IterationKind::Sort => Some(domain.clone()),
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
pub(super) fn rounds_type(kind: IterationKind, rounds: Vec<Type>, side: Side) -> Option<Type> {
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
pub(super) fn counter(numbers: Numbers<'_>, modifiers: Modifiers) -> Type {
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
    let is_divided = given("start").is_some() && given("stop").is_some() && given("step").is_none();
    match !is_divided && modifiers.iter().all(is_whole) {
        true => Type::INT,
        false => Type::REAL,
    }
}

pub(super) fn forget_lengths(ty: &Type) -> Type {
    match ty {
        Type::List(list) => Type::any_list(forget_lengths(&list.element)),
        Type::Tuple(tuple) => {
            let types = tuple.components().iter().map(forget_lengths);
            Type::any_list(types.fold(Type::Unset, |joined, ty| joined.join(&ty)))
        }
        _ => ty.clone(),
    }
}

/// The type that a list has at least after `list_i_j = value`, for the type that is known of it
/// and the indices, where they are in the text.
pub(super) fn stored(path: &[Option<f64>], value: &Type, known: &Type) -> Type {
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
