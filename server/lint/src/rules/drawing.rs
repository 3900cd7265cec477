//! Arguments of drawing functions: places, sizes and lists of places. With anything else, CindyJS
//! draws nothing, or ends the script.

use cindyscript_diagnostic::{Code, Fix, Severity};
use cindyscript_hir::builtins::DrawnArgument::{self, Anything, Figure, Number, Place, Places};
use cindyscript_hir::builtins::{BuiltinId, Intrinsic};
use cindyscript_hir::program::{Callee, Children, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::Body;
use text_size::TextRange;

use crate::advice::{Advice, write};
use crate::context::Context;
use crate::mismatch::{Mismatch, MismatchKind, is_certain};
use crate::sink::Sink;

/// True if a type is that of a number.
fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(scalar) if *scalar != Scalar::Boolean)
}

/// True if a value of a type is certainly a place.
fn is_place(ty: &Type) -> bool {
    match ty {
        Type::Point => true,
        Type::List(list) => matches!(list.len, Some(2 | 3)) && is_number(&list.element),
        _ => false,
    }
}

/// True if it is certain how many numbers a value of a type has, of points as well.
fn is_known(ty: &Type) -> bool {
    match ty {
        Type::Point => true,
        Type::List(list) => list.len.is_some_and(|len| len > 0) && is_known(&list.element),
        Type::Tuple(tuple) => tuple.components().iter().all(is_known),
        ty => is_certain(ty),
    }
}

/// True if a value of a type is certainly something else than what is wanted.
fn refuses(wanted: DrawnArgument, ty: &Type) -> bool {
    if ty.has_alternatives() {
        return ty.alternatives().iter().all(|ty| refuses(wanted, ty));
    }
    if !is_known(ty) {
        return false;
    }
    match wanted {
        Place => !is_place(ty),
        Number => !is_number(ty),
        Places => match ty {
            Type::List(list) => matches!(list.element, Type::Scalar(_) | Type::String),
            Type::Tuple(tuple) => {
                let mut parts = tuple.components().iter();
                parts.any(|part| matches!(part, Type::Scalar(_) | Type::String))
            }
            _ => true,
        },
        Figure => match ty {
            _ if is_place(ty) => false,
            Type::List(list) => list.len != Some(2) || !is_place(&list.element),
            Type::Tuple(tuple) => !tuple.components().iter().all(is_place),
            _ => true,
        },
        Anything => false,
    }
}

/// A call of a drawing function on the CPU.
pub(crate) fn drawing(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    term: TermId,
    row: &Callee,
    given: Children,
) {
    let Some(builtin) = row.builtin else { return };
    let (name, wants) = (builtin.name(), builtin.row().draws);
    let types = cx.operands(body, given);
    let given = cx.applet.program.children(given).to_vec();
    let mut wanted = types.iter().zip(wants.iter());
    let Some(place) = wanted.position(|(ty, wanted)| refuses(*wanted, ty)) else {
        return;
    };
    let (argument, ty, wanted) = (given[place], &types[place], wants[place]);
    // Another rule reports commas instead of semicolons.
    if sink.reported.contains(&(term, Code::ArgumentSeparator)) {
        return;
    }
    if wanted == Place && place == 0 && is_place_second(wants, &types) {
        return place_first(cx, sink, term, builtin, &given);
    }
    // `draw([0, 0], size = 10)`: another check tells of it.
    if place > 0 && matches!(cx.applet.program.kind(argument), TermKind::Assign { .. }) {
        return;
    }
    let mismatch = Mismatch {
        kind: MismatchKind::Drawing { name, wanted },
        types: vec![ty.clone()],
    };
    let severity = Severity::Warning;
    if sink.merge(
        body,
        argument,
        &[argument],
        std::slice::from_ref(ty),
        severity,
        &mismatch,
    ) {
        return;
    }
    let advice = meant_by_drawing(cx, term, builtin, &given, &types, place);
    let related = cx.origin(body, argument).skip(1);
    sink.report_mismatch(argument, severity, mismatch)
        .related(related)
        .advice(advice);
}

/// True if the second of two arguments is the place that the first must be.
fn is_place_second(wants: &[DrawnArgument], types: &[Type]) -> bool {
    matches!(types, [first, second] if !is_place(first) && is_place(second))
        && wants.get(1) != Some(&Place)
}

/// `drawcircle(1, [0, 0])`
fn place_first(cx: &Context, sink: &mut Sink, call: TermId, builtin: BuiltinId, given: &[TermId]) {
    let &[first, second] = given else { return };
    let name = builtin.name();
    let turned = cx.all_written(&[second, first], ", ");
    let behind = match builtin.row().draws.get(1) {
        Some(Number) => "then the radius",
        _ => "then the content",
    };
    let message = format!("`{name}` takes the position first, {behind}, so nothing is drawn");
    let range = cx.applet.range(first).cover(cx.applet.range(second));
    sink.report_as(call, Code::ArgumentOrder, Severity::Warning, message)
        .help(format!("write {name}({turned})"))
        .with_fix(write(range, &turned));
}

/// `[A, A.y]`, `[A, 3]`: a point in the place of a coordinate.
fn point_as_x(cx: &Context, list: TermId) -> Option<Advice> {
    let program = &cx.applet.program;
    let TermKind::List(parts) = program.kind(list) else {
        return None;
    };
    let parts = program.children(parts);
    let is_point = |part: TermId| *cx.type_of(part) == Type::Point;
    if parts.len() != 2 || parts.iter().filter(|&&part| is_point(part)).count() != 1 {
        return None;
    }
    let coordinates = parts.iter().zip(["x", "y"]).map(|(&part, coordinate)| {
        let written = cx.applet.written(part);
        match is_point(part) {
            true => format!("{written}.{coordinate}"),
            false => written.to_owned(),
        }
    });
    let coordinates = coordinates.collect::<Vec<_>>().join(", ");
    let point = format!("[{coordinates}]");
    Some(Advice::new(
        format!("a point has both coordinates already: write {point}"),
        write(cx.applet.range(list), &point),
    ))
}

/// Advice for an argument of a drawing function, given its place among the arguments.
fn meant_by_drawing(
    cx: &Context,
    call: TermId,
    builtin: BuiltinId,
    given: &[TermId],
    types: &[Type],
    place: usize,
) -> Option<Advice> {
    let (&argument, ty) = (given.get(place)?, types.get(place)?);
    let wanted = *builtin.row().draws.get(place)?;
    let written = cx.applet.written(argument);
    let range = cx.applet.range(argument);
    Some(match (wanted, ty) {
        (Figure, Type::String) => {
            let from_call = TextRange::new(cx.applet.range(call).start(), range.start());
            let title = "write `drawtext([0, 0], ...)`";
            Advice::new(
                format!("text is drawn at a position: write drawtext([0, 0], {written})"),
                Fix::new(from_call, "drawtext([0, 0], ", title),
            )
        }
        // `draw(1, 2)`
        (Place, _) if builtin.is(Intrinsic::Draw) && types.iter().all(is_number) => {
            let point = format!("[{}]", cx.all_written(given, ", "));
            let last = given.last().map_or(range, |&last| cx.applet.range(last));
            Advice::new(
                format!("a point is one argument: write draw({point})"),
                write(range.cover(last), &point),
            )
        }
        (Place, Type::String) if place > 0 => colour_as_place(cx, argument)?,
        // `draw([A, A.y])`
        (Figure | Place, Type::Tuple(_)) if let Some(advice) = point_as_x(cx, argument) => advice,
        (Figure, Type::List(_) | Type::Tuple(_)) if !refuses(Places, ty) => Advice::new(
            "connect(...) draws the lines from point to point, drawall(...) only the points",
            write(cx.called(call), "connect"),
        ),
        (Figure | Place, _) if is_number(ty) => {
            Advice::without_fix("a point has two coordinates: [x, y]")
        }
        // `drawcircle(a, b)`
        (Number, _) if is_place(ty) => {
            let centre = given.first().map_or("", |&first| cx.applet.written(first));
            let radius = format!("|{centre}, {written}|");
            Advice::new(
                format!("the radius is the distance of two points: write {radius}"),
                write(range, &radius),
            )
        }
        (Places, Type::List(_)) if let Some(advice) = points_of_numbers(cx, argument) => advice,
        (Places, _) if is_place(ty) => {
            let name = builtin.name();
            let corners = "[[0, 0], [1, 0], [1, 1]]";
            Advice::without_fix(format!(
                "these are the coordinates of one point: write {name}({corners})"
            ))
        }
        _ => return None,
    })
}

/// `drawpoly([0, 0, 1, 0, 1, 1])`
fn points_of_numbers(cx: &Context, argument: TermId) -> Option<Advice> {
    let program = &cx.applet.program;
    let TermKind::List(numbers) = program.kind(argument) else {
        return None;
    };
    let numbers = program.children(numbers);
    if !(4..=100).contains(&numbers.len()) || !numbers.len().is_multiple_of(2) {
        return None;
    }
    let points = numbers
        .chunks(2)
        .map(|point| format!("[{}]", cx.all_written(point, ", ")));
    let points = format!("[{}]", points.collect::<Vec<_>>().join(", "));
    Some(Advice::new(
        "each point is a list of its coordinates",
        write(cx.applet.range(argument), &points),
    ))
}

/// `draw([1, 1], "red")`
fn colour_as_place(cx: &Context, argument: TermId) -> Option<Advice> {
    let TermKind::Text(text) = cx.applet.program.kind(argument) else {
        return None;
    };
    let colour = super::suggestions::colour(cx.applet.program.text(text))?;
    let modifier = format!("color -> {colour}");
    Some(Advice::new(
        format!("the colour is a modifier: write {modifier}"),
        write(cx.applet.range(argument), &modifier),
    ))
}
