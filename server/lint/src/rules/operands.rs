//! Advice for an operation that has no meaning for its operands: the pixel itself where a number is
//! wanted, a number and a list, a square of a vector.

use cindyscript_diagnostic::Fix;
use cindyscript_hir::builtins::{BuiltinId, Intrinsic};
use cindyscript_hir::names::HASH;
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::{Body, builtin_type};
use text_size::TextRange;

use crate::advice::{Advice, write};
use crate::context::Context;

/// The longest list that is written out.
const LONGEST: u32 = 4;

/// Placeholders for values in the strings of other languages.
const PLACEHOLDERS: [&str; 5] = ["%d", "%f", "%g", "%i", "%s"];

/// An operation that has no meaning for its operands.
struct Operation<'o, 'a> {
    cx: &'o Context<'a>,
    body: &'o Body,
    term: TermId,
    builtin: BuiltinId,
    operands: &'o [TermId],
    types: &'o [Type],
}

/// Advice for operations of one shape.
type Shape = fn(&Operation) -> Option<Advice>;

/// The advice for each shape of an operation. The first row with advice counts; a row without
/// intrinsics is for all operations but those in [`HANDLED`].
#[rustfmt::skip]
const SHAPES: &[(&[Intrinsic], Shape)] = {
    use Intrinsic::{
        Add, And, Append, Concatenate, Divide, Greater, GreaterOrEqual, Less, LessOrEqual, Multiply,
        Or, Power, Prepend, Range, Subtract,
    };
    &[
        (&[Power], square_of_vector),
        (&[Power], inverse_power),
        (&[Multiply], repeated_text),
        (&[Concatenate, Append, Prepend], joined_by_function),
        (&[Subtract, Multiply, Divide, Power], number_of_text),
        (&[And, Or], joined_by_operator),
        (&[Range], stepped_range),
        (&[Power], power_of_each),
        (&[Append, Prepend], turned_arguments),
        (&[Divide], inverse),
        (&[Less, Greater, LessOrEqual, GreaterOrEqual], size_of_complex),
        (&[], number_of_pixel),
        (&[Add, Subtract], next_element),
        (&[Add, Subtract], added_to_list),
        (&[], point),
        (&[], real_part),
    ]
};

/// Operations for which the rows of their own are all.
const HANDLED: [Intrinsic; 2] = [Intrinsic::Append, Intrinsic::Prepend];

/// Advice for an operation on these operands.
pub(crate) fn meant_by_operation(
    cx: &Context,
    body: &Body,
    term: TermId,
    builtin: BuiltinId,
    operands: &[TermId],
    types: &[Type],
) -> Option<Advice> {
    let operation = Operation {
        cx,
        body,
        term,
        builtin,
        operands,
        types,
    };
    let intrinsic = builtin.intrinsic();
    let is_of = |row: &[Intrinsic]| match intrinsic {
        Some(one) if row.is_empty() => !HANDLED.contains(&one) || builtin.operator().is_some(),
        Some(one) => row.contains(&one),
        None => row.is_empty(),
    };
    let mut shapes = SHAPES.iter().filter(|(row, _)| is_of(row));
    shapes.find_map(|(_, advice)| advice(&operation))
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(kind) if *kind != Scalar::Boolean)
}

/// The length of a list that is short enough to be written out.
fn short(ty: &Type) -> Option<u32> {
    match ty {
        Type::Point => Some(2),
        ty => ty.known_len().filter(|len| (2..=LONGEST).contains(len)),
    }
}

fn advice(help: String, fix: impl Into<Option<Fix>>) -> Option<Advice> {
    let fix = fix.into();
    Some(Advice::new(help, fix))
}

impl<'o> Operation<'o, '_> {
    /// The two operands and their types.
    fn pair(&self) -> Option<([TermId; 2], [&'o Type; 2])> {
        match (self.operands, self.types) {
            (&[a, b], [a_type, b_type]) => Some(([a, b], [a_type, b_type])),
            _ => None,
        }
    }

    fn written(&self, term: TermId) -> &str {
        self.cx.applet.written(term)
    }

    fn is_variable(&self, term: TermId) -> bool {
        self.cx.applet.program.name_of(term).is_some()
    }

    fn range(&self, term: TermId) -> TextRange {
        self.cx.applet.range(term)
    }

    /// Writes a text in the place of the operation.
    #[track_caller]
    fn rewritten(&self, text: &str) -> Fix {
        write(self.range(self.term), text)
    }
}

/// `v^2`
fn square_of_vector(of: &Operation) -> Option<Advice> {
    let ([base, exponent], [base_type, _]) = of.pair()?;
    if short(base_type).is_none() || of.written(exponent) != "2" || !of.is_variable(base) {
        return None;
    }
    let square = format!("{0}*{0}", of.written(base));
    let help = match base_type {
        Type::List(list) if matches!(list.element, Type::List(_)) => {
            format!("the square of a matrix is a product: write {square}")
        }
        _ => format!("the square of a vector is its scalar product: write {square}"),
    };
    advice(help, of.rewritten(&square))
}

/// `m^(-1)`
fn inverse_power(of: &Operation) -> Option<Advice> {
    let ([base, exponent], [Type::List(list), _]) = of.pair()? else {
        return None;
    };
    let is_square = matches!(&list.element, Type::List(row) if row.len == list.len);
    if !is_square || of.cx.applet.numbers().of(exponent) != Some(-1.0) {
        return None;
    }
    let inverse = format!("inverse({})", of.written(base));
    let help = format!("the inverse of a matrix is {inverse}");
    advice(help, of.rewritten(&inverse))
}

/// `"ab" * 3`, `3 * "ab"`
fn repeated_text(of: &Operation) -> Option<Advice> {
    let ([a, b], types) = of.pair()?;
    let (text, count) = match types {
        [Type::String, number] if is_number(number) => (a, b),
        [number, Type::String] if is_number(number) => (b, a),
        _ => return None,
    };
    if !matches!(of.cx.applet.program.kind(text), TermKind::Text(_)) || !of.cx.is_one(count) {
        return None;
    }
    let repeated = format!("sum(1..{}, {})", of.written(count), of.written(text));
    let help = format!("to repeat a text, write {repeated}");
    advice(help, of.rewritten(&repeated))
}

/// `concat("ab", "cd")`, `append("ab", "c")`
fn joined_by_function(of: &Operation) -> Option<Advice> {
    let (operands, types) = of.pair()?;
    let is_part = |ty: &&Type| **ty == Type::String || is_number(ty);
    if of.builtin.operator().is_some()
        || !types.iter().all(is_part)
        || !types.contains(&&Type::String)
        || !operands.iter().all(|&part| of.cx.is_one(part))
    {
        return None;
    }
    let [a, b] = operands.map(|part| of.written(part));
    let joined = format!("{a} + {b}");
    let help = format!("strings are joined by `+`: write {joined}");
    advice(help, of.rewritten(&joined))
}

/// `a * 2` where `a` is text.
fn number_of_text(of: &Operation) -> Option<Advice> {
    let (operands, types) = of.pair()?;
    let place = types.iter().position(|ty| **ty == Type::String)?;
    let text = operands[place];
    if !types.iter().any(|ty| is_number(ty)) || !of.is_variable(text) {
        return None;
    }
    let number = format!("parse({})", of.written(text));
    let help = format!("to read a text as a number, write {number}");
    advice(help, write(of.range(text), &number))
}

/// `"x is " & x`, `"x is %d" % x`
fn joined_by_operator(of: &Operation) -> Option<Advice> {
    let &[left, right] = of.operands else {
        return None;
    };
    if !of.types.contains(&Type::String) {
        return None;
    }
    let [left, right] = [left, right].map(|term| of.written(term));
    let text = left.strip_suffix('"').map(|text| {
        let mut placeholders = PLACEHOLDERS.iter();
        let text = placeholders.find_map(|placeholder| text.strip_suffix(placeholder));
        text.map_or_else(|| left.to_owned(), |text| format!("{text}\""))
    });
    let joined = format!("{} + {right}", text.as_deref().unwrap_or(left));
    // `+` binds closer.
    if right.contains(['=', '<', '>', '&', '%', '~']) {
        return advice("strings and values are joined by `+`".to_owned(), None);
    }
    let help = format!("strings and values are joined by `+`: write {joined}");
    advice(help, of.rewritten(&joined))
}

/// `l^2`, as in `sum(l^2)`
fn power_of_each(of: &Operation) -> Option<Advice> {
    let ([base, exponent], [Type::List(list), power]) = of.pair()? else {
        return None;
    };
    if !is_number(&list.element) || !is_number(power) || of.cx.is_pixel(of.body, base) {
        return None;
    }
    let [list, exponent] = [base, exponent].map(|term| of.written(term));
    // In the exponent, `#` is another variable.
    let each = match exponent.contains('#') {
        true => {
            let free = of.cx.applet.program.names.free();
            format!("apply({list}, {free}, {free}^{exponent})")
        }
        false => format!("apply({list}, #^{exponent})"),
    };
    let help = format!("the power of each element is {each}");
    advice(help, of.rewritten(&each))
}

/// `append(4, l)`
fn turned_arguments(of: &Operation) -> Option<Advice> {
    let (operands, types) = of.pair()?;
    let wanted = match of.builtin.intrinsic() {
        Some(Intrinsic::Append) => [false, true],
        _ => [true, false],
    };
    let are_lists = types.map(|ty| matches!(ty, Type::List(_) | Type::Tuple(_)));
    if of.builtin.operator().is_some() || are_lists != wanted {
        return None;
    }
    let [first, second] = operands.map(|operand| of.written(operand));
    let turned = format!("{}({second}, {first})", of.builtin.name());
    advice(format!("write {turned}"), of.rewritten(&turned))
}

/// `1/m`
fn inverse(of: &Operation) -> Option<Advice> {
    let ([one, matrix], [_, Type::List(list)]) = of.pair()? else {
        return None;
    };
    let is_square = matches!(&list.element, Type::List(row) if row.len == list.len);
    if of.written(one) != "1" || !is_square {
        return None;
    }
    let inverse = format!("inverse({})", of.written(matrix));
    let help = format!("the inverse of a matrix is {inverse}");
    advice(help, of.rewritten(&inverse))
}

/// `z < 1`
fn size_of_complex(of: &Operation) -> Option<Advice> {
    let (operands, types) = of.pair()?;
    let place = types.iter().position(|ty| **ty == Type::COMPLEX)?;
    let complex = operands[place];
    let written = of.written(complex);
    let size = format!("|{written}|");
    let help = format!("complex numbers are not ordered: compare {size} or re({written})");
    let fix = of
        .is_variable(complex)
        .then(|| write(of.range(complex), &size));
    advice(help, fix)
}

/// The pixel where a number is wanted.
fn number_of_pixel(of: &Operation) -> Option<Advice> {
    let mut all = of.operands.iter().zip(of.types);
    let place =
        all.position(|(&operand, ty)| short(ty).is_some() && of.cx.is_pixel(of.body, operand))?;
    let mut others = of.types.iter().enumerate();
    if !others.all(|(other, ty)| other == place || is_number(ty)) {
        return None;
    }
    let pixel = *of.operands.get(place)?;
    let name = of.written(pixel);
    if of.builtin.is(Intrinsic::Arctan) {
        let help = format!("the angle of a point is arctan2({name})");
        return advice(help, write(of.cx.called(of.term), "arctan2"));
    }
    let size = format!("|{name}|");
    let help = format!(
        "`{name}` is the pixel, a point [x, y]: write {size} for its distance from the origin, \
         {name}.x or {name}.y for a coordinate"
    );
    // Behind another name, the author may think of one coordinate.
    advice(help, (name == HASH).then(|| write(of.range(pixel), &size)))
}

/// `draw(l_k, l_k+1)`
fn next_element(of: &Operation) -> Option<Advice> {
    let ([element, number], [ty, other]) = of.pair()?;
    let TermKind::Index { base, index } = of.cx.applet.program.kind(element) else {
        return None;
    };
    if !of.is_variable(index)
        || !of.cx.is_number(number)
        || short(ty).is_none()
        || !is_number(other)
    {
        return None;
    }
    let [base, index, number] = [base, index, number].map(|part| of.written(part));
    let name = of.builtin.name();
    let next = format!("{base}_({index} {name} {number})");
    let help = format!("`_` comes before `{name}`: write {next}");
    advice(help, of.rewritten(&next))
}

/// `v + 1`
fn added_to_list(of: &Operation) -> Option<Advice> {
    let ([a, b], [a_type, b_type]) = of.pair()?;
    let (list, number, len) = match (short(a_type), short(b_type)) {
        (Some(len), None) if is_number(b_type) => (a, b, len),
        (None, Some(len)) if is_number(a_type) => (b, a, len),
        _ => return None,
    };
    let all = vec![of.written(number); len as usize].join(", ");
    let all = format!("[{all}]");
    let list = of.written(list);
    let help = match [a_type, b_type].contains(&&Type::Point) {
        true => format!(
            "`{list}` is a point with two coordinates, {list}.x and {list}.y: write {all} to move \
             both"
        ),
        false => format!(
            "`{}` takes two numbers or two lists of the same length: write {all} to do it to each \
             element of {list}",
            of.builtin.name()
        ),
    };
    advice(help, write(of.range(number), &all))
}

/// `A > B`, `sqrt(A)`
fn point(of: &Operation) -> Option<Advice> {
    let place = of.types.iter().position(|ty| *ty == Type::Point)?;
    let mut types = of.types.iter();
    if !types.all(|ty| *ty == Type::Point || is_number(ty)) {
        return None;
    }
    let point = of.written(*of.operands.get(place)?);
    let help = format!(
        "`{point}` is a point: its coordinates are {point}.x and {point}.y, its distance from the \
         origin is |{point}|"
    );
    advice(help, None)
}

/// `hue(log(log(x)))`
fn real_part(of: &Operation) -> Option<Advice> {
    let place = of.types.iter().position(|ty| *ty == Type::COMPLEX)?;
    let complex = *of.operands.get(place)?;
    let TermKind::Call { arguments, .. } = of.cx.applet.program.kind(of.term) else {
        return None;
    };
    let real: Vec<Type> = of.types.iter().map(Type::if_real).collect();
    let numbers = of.cx.applet.numbers();
    builtin_type(numbers, of.builtin, of.body.side(), arguments, &real)?;
    let help = format!(
        "take the real part, write re({}), or the absolute value |...|",
        of.written(complex)
    );
    advice(help, None)
}

/// `0..1..0.1`: the numbers from 0 to 1 in steps of 0.1.
fn stepped_range(of: &Operation) -> Option<Advice> {
    let &[range, step] = of.operands else {
        return None;
    };
    let program = &of.cx.applet.program;
    let (callee, arguments) = program.call(range)?;
    let &[from, to] = arguments else {
        return None;
    };
    if !callee.is(Intrinsic::Range) {
        return None;
    }
    let number = |term: TermId| match program.kind(term) {
        TermKind::Number(number) => Some(number),
        _ => None,
    };
    let (first, last, width) = (number(from)?, number(to)?, number(step)?);
    let count = ((last - first) / width + 1e-9).floor();
    if !(1.0..1e6).contains(&count) {
        return None;
    }
    let step = of.written(step);
    let steps = match first {
        0.0 => format!("{step}*(0..{count})"),
        _ => format!("apply(0..{count}, {} + {step}*#)", of.written(from)),
    };
    let help = format!("a range has steps of 1; for other steps, write {steps}");
    advice(help, of.rewritten(&steps))
}
