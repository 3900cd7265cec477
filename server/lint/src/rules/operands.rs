//! Advice for an operation that has no meaning for its operands: the pixel itself where a number is
//! wanted, a number and a list, a square of a vector.

use cindyscript_hir::builtins::{BuiltinId, Intrinsic};
use cindyscript_hir::names::HASH;
use cindyscript_hir::program::{Children, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::{Body, builtin_type};

use crate::advice::{Advice, write};
use crate::context::Context;

/// The longest list that is written out.
const LONGEST: u32 = 4;

/// Placeholders for values in the strings of other languages.
const PLACEHOLDERS: [&str; 5] = ["%d", "%f", "%g", "%i", "%s"];

/// `"x is " & x`, `"x is %d" % x`
fn joined_text(cx: &Context<'_>, term: TermId, left: TermId, right: TermId) -> Advice {
    let [left, right] = [left, right].map(|term| cx.applet.written(term));
    let text = left.strip_suffix('"').map(|text| {
        let mut placeholders = PLACEHOLDERS.iter();
        let text = placeholders.find_map(|placeholder| text.strip_suffix(placeholder));
        text.map_or_else(|| left.to_owned(), |text| format!("{text}\""))
    });
    let joined = format!("{} + {right}", text.as_deref().unwrap_or(left));
    // `+` binds closer.
    let is_plain = !right.contains(['=', '<', '>', '&', '%', '~']);
    Advice {
        help: match is_plain {
            true => format!("strings and values are joined by `+`: write {joined}"),
            false => "strings and values are joined by `+`".to_owned(),
        },
        fix: is_plain.then(|| write(cx.applet.range(term), &joined)),
    }
}

/// Advice for an operation on these operands.
pub(crate) fn meant_by_operation(
    cx: &Context<'_>,
    body: &Body,
    term: TermId,
    builtin: BuiltinId,
    operands: &[TermId],
    types: &[Type],
) -> Option<Advice> {
    let written = |term: TermId| cx.applet.written(term);
    let is_number = |ty: &Type| matches!(ty, Type::Scalar(kind) if *kind != Scalar::Boolean);
    let whole = |text: &str| write(cx.applet.range(term), text);
    let short = |ty: &Type| match ty {
        Type::Point => Some(2),
        ty => ty.known_len().filter(|len| (2..=LONGEST).contains(len)),
    };
    let (name, intrinsic) = (builtin.name(), builtin.intrinsic());
    if let (Some(Intrinsic::Power), &[base, exponent], [base_ty, _]) = (intrinsic, operands, types)
        && short(base_ty).is_some()
        && written(exponent) == "2"
        && cx.applet.program.name_of(base).is_some()
    {
        let square = format!("{0}*{0}", written(base));
        let is_matrix =
            matches!(base_ty, Type::List(list) if matches!(list.element, Type::List(_)));
        let help = match is_matrix {
            true => format!("the square of a matrix is a product: write {square}"),
            false => format!("the square of a vector is its scalar product: write {square}"),
        };
        return Some(Advice {
            help,
            fix: Some(whole(&square)),
        });
    }
    // `"ab" * 3`, `3 * "ab"`
    if let (Some(Intrinsic::Multiply), &[a, b], [a_ty, b_ty]) = (intrinsic, operands, types)
        && let Some((text, count)) = match (a_ty, b_ty) {
            (Type::String, number) if is_number(number) => Some((a, b)),
            (number, Type::String) if is_number(number) => Some((b, a)),
            _ => None,
        }
        && matches!(cx.applet.program.kind(text), TermKind::Text(_))
        && cx.is_one(count)
    {
        let repeated = format!("sum(1..{}, {})", written(count), written(text));
        return Some(Advice {
            help: format!("a text is repeated by {repeated}"),
            fix: Some(whole(&repeated)),
        });
    }
    // `concat("ab", "cd")`, `append("ab", "c")`
    if let (
        Some(Intrinsic::Concatenate | Intrinsic::Append | Intrinsic::Prepend),
        &[a, b],
        [a_ty, b_ty],
    ) = (intrinsic, operands, types)
        && builtin.operator().is_none()
        && [a_ty, b_ty]
            .iter()
            .all(|ty| **ty == Type::String || is_number(ty))
        && [a_ty, b_ty].contains(&&Type::String)
        && [a, b].iter().all(|&part| cx.is_one(part))
    {
        let joined = format!("{} + {}", written(a), written(b));
        return Some(Advice {
            help: format!("strings are joined by `+`: write {joined}"),
            fix: Some(whole(&joined)),
        });
    }
    // `a * 2` where `a` is text.
    let text = types.iter().position(|ty| *ty == Type::String);
    if let (
        Some(Intrinsic::Subtract | Intrinsic::Multiply | Intrinsic::Divide | Intrinsic::Power),
        Some(place),
        [_, _],
    ) = (intrinsic, text, types)
        && types.iter().any(is_number)
        && let Some(&text) = operands.get(place)
        && cx.applet.program.name_of(text).is_some()
    {
        let number = format!("parse({})", written(text));
        return Some(Advice {
            help: format!("the number that a text says is {number}"),
            fix: Some(write(cx.applet.range(text), &number)),
        });
    }
    if let (Some(Intrinsic::And | Intrinsic::Or), &[left, right]) = (intrinsic, operands)
        && types.contains(&Type::String)
    {
        return Some(joined_text(cx, term, left, right));
    }
    // `0..1..0.1`
    if let (Some(Intrinsic::Range), &[range, step]) = (intrinsic, operands)
        && let Some(advice) = stepped_range(cx, term, range, step)
    {
        return Some(advice);
    }
    // `sum(l^2)`
    if let (Some(Intrinsic::Power), &[base, exponent], [Type::List(list), power]) =
        (intrinsic, operands, types)
        && is_number(&list.element)
        && is_number(power)
        && !cx.is_pixel(body, base)
    {
        let each = format!("apply({}, #^{})", written(base), written(exponent));
        return Some(Advice {
            help: format!("the power of each element is {each}"),
            fix: Some(whole(&each)),
        });
    }
    // `append(4, l)`
    if let (
        Some(Intrinsic::Append | Intrinsic::Prepend),
        &[first, second],
        [first_type, second_type],
    ) = (intrinsic, operands, types)
        && builtin.operator().is_none()
    {
        let is_list = |ty: &Type| matches!(ty, Type::List(_) | Type::Tuple(_));
        let is_turned = match intrinsic {
            Some(Intrinsic::Append) => !is_list(first_type) && is_list(second_type),
            _ => is_list(first_type) && !is_list(second_type),
        };
        let turned = format!("{name}({}, {})", written(second), written(first));
        return is_turned.then(|| Advice {
            help: format!("write {turned}"),
            fix: Some(whole(&turned)),
        });
    }
    // `1/m`
    if let (Some(Intrinsic::Divide), &[one, matrix], [_, Type::List(list)]) =
        (intrinsic, operands, types)
        && written(one) == "1"
        && matches!(&list.element, Type::List(row) if row.len == list.len)
    {
        let inverse = format!("inverse({})", written(matrix));
        return Some(Advice {
            help: format!("the inverse of a matrix is {inverse}"),
            fix: Some(whole(&inverse)),
        });
    }
    // `z < 1`
    if let (
        Some(
            Intrinsic::Less
            | Intrinsic::Greater
            | Intrinsic::LessOrEqual
            | Intrinsic::GreaterOrEqual,
        ),
        &[a, b],
        [a_ty, b_ty],
    ) = (intrinsic, operands, types)
    {
        let complex = match (a_ty, b_ty) {
            (&Type::COMPLEX, _) => Some(a),
            (_, &Type::COMPLEX) => Some(b),
            _ => None,
        };
        if let Some(complex) = complex {
            let size = format!("|{}|", written(complex));
            let is_plain = cx.applet.program.name_of(complex).is_some();
            return Some(Advice {
                help: format!(
                    "complex numbers are not ordered: compare {size} or re({})",
                    written(complex)
                ),
                fix: is_plain.then(|| write(cx.applet.range(complex), &size)),
            });
        }
    }
    let place = operands
        .iter()
        .zip(types)
        .position(|(&operand, ty)| short(ty).is_some() && cx.is_pixel(body, operand));
    // The pixel where a number is wanted.
    let others_are_numbers = |place: usize| {
        let mut others = types.iter().enumerate();
        others.all(|(other, ty)| other == place || is_number(ty))
    };
    if let Some(place) = place
        && others_are_numbers(place)
        && let Some(&pixel) = operands.get(place)
    {
        let pixel_name = written(pixel);
        if intrinsic == Some(Intrinsic::Arctan) {
            let angle = format!("arctan2({pixel_name})");
            return Some(Advice {
                help: format!("the angle of a point is {angle}"),
                fix: Some(write(cx.called(term), "arctan2")),
            });
        }
        let size = format!("|{pixel_name}|");
        return Some(Advice {
            help: format!(
                "`{pixel_name}` is the pixel, a point [x, y]: write {size} for its distance to \
                 the middle, {pixel_name}.x or {pixel_name}.y for a coordinate"
            ),
            // Of another name, a coordinate may be meant alone.
            fix: (pixel_name == HASH).then(|| write(cx.applet.range(pixel), &size)),
        });
    }
    // `draw(l_k, l_k+1)`
    if let (Some(Intrinsic::Add | Intrinsic::Subtract), &[element, number], [ty, other]) =
        (intrinsic, operands, types)
        && let TermKind::Index { base, index } = cx.applet.program.kind(element)
        && cx.applet.program.name_of(index).is_some()
        && cx.is_number(number)
        && short(ty).is_some()
        && is_number(other)
    {
        let next = format!(
            "{}_({} {name} {})",
            written(base),
            written(index),
            written(number)
        );
        return Some(Advice {
            help: format!("`_` comes before `{name}`: write {next}"),
            fix: Some(whole(&next)),
        });
    }
    // `v + 1`
    if let (Some(Intrinsic::Add | Intrinsic::Subtract), &[a, b], [a_ty, b_ty]) =
        (intrinsic, operands, types)
    {
        let (list, number, len) = match (short(a_ty), short(b_ty)) {
            (Some(len), None) if is_number(b_ty) => (a, b, len),
            (None, Some(len)) if is_number(a_ty) => (b, a, len),
            _ => return None,
        };
        let all = vec![written(number); len as usize].join(", ");
        let all = format!("[{all}]");
        let list = written(list);
        if [a_ty, b_ty].contains(&&Type::Point) {
            return Some(Advice {
                help: format!(
                    "`{list}` is a point with two coordinates, {list}.x and {list}.y: write \
                     {all} to move both"
                ),
                fix: Some(write(cx.applet.range(number), &all)),
            });
        }
        return Some(Advice {
            help: format!(
                "`{name}` takes two numbers or two lists of the same length: write {all} to \
                 do it to each element of {list}"
            ),
            fix: Some(write(cx.applet.range(number), &all)),
        });
    }
    // `A > B`, `sqrt(A)`
    if let Some(place) = types.iter().position(|ty| *ty == Type::Point)
        && let Some(&point) = operands.get(place)
        && types.iter().all(|ty| *ty == Type::Point || is_number(ty))
    {
        let point = written(point);
        return Some(Advice {
            help: format!(
                "`{point}` is a point: its coordinates are {point}.x and {point}.y, its \
                 distance to the origin is |{point}|"
            ),
            fix: None,
        });
    }
    // `hue(log(log(x)))`
    let real: Vec<Type> = types.iter().map(Type::if_real).collect();
    let complex = types.iter().position(|ty| *ty == Type::COMPLEX);
    if let Some(&complex) = complex.and_then(|place| operands.get(place))
        && builtin_type(
            cx.applet.numbers(),
            builtin,
            body.side(),
            arguments_of(cx, term)?,
            &real,
        )
        .is_some()
    {
        return Some(Advice {
            help: format!(
                "take the real part, write re({}), or the absolute value |...|",
                written(complex)
            ),
            fix: None,
        });
    }
    None
}

fn arguments_of(cx: &Context<'_>, call: TermId) -> Option<Children> {
    match cx.applet.program.kind(call) {
        TermKind::Call { arguments, .. } => Some(arguments),
        _ => None,
    }
}

/// `0..1..0.1`: the numbers from 0 to 1 in steps of 0.1.
fn stepped_range(cx: &Context<'_>, term: TermId, range: TermId, step: TermId) -> Option<Advice> {
    let program = &cx.applet.program;
    let TermKind::Call {
        callee, arguments, ..
    } = program.kind(range)
    else {
        return None;
    };
    let &[from, to] = program.children(arguments) else {
        return None;
    };
    if !program.callee(callee).is(Intrinsic::Range) {
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
    let step = cx.applet.written(step);
    let steps = match first {
        0.0 => format!("{step}*(0..{count})"),
        _ => format!("apply(0..{count}, {} + {step}*#)", cx.applet.written(from)),
    };
    Some(Advice {
        help: format!("a range has steps of 1; with others, write {steps}"),
        fix: Some(write(cx.applet.range(term), &steps)),
    })
}
