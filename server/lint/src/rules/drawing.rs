//! Arguments of drawing functions: places, sizes and lists of places. With anything else, CindyJS
//! draws nothing, or ends the script.

use cindyscript_diagnostic::{Code, Fix, Severity};
use cindyscript_hir::builtins::DrawnArgument::{self, Anything, Figure, Number, Place, Places};
use cindyscript_hir::builtins::{BuiltinId, Intrinsic};
use cindyscript_hir::program::{Callee, Children, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::Body;
use text_size::TextRange;

use crate::advice::write;
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

/// The help, and the fix where that is known.
type Advice = (String, Option<Fix>);

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
    let mut arguments = given.iter().zip(&types).zip(wants.iter());
    let Some(((&argument, ty), &wanted)) = arguments.find(|((_, ty), wants)| refuses(**wants, ty))
    else {
        return;
    };
    // Another rule reports commas instead of semicolons.
    if sink.reported.contains(&(term, Code::ArgumentSeparator)) {
        return;
    }
    if let (&[first, second], [first_type, second_type]) = (given.as_slice(), types.as_slice())
        && wanted == Place
        && argument == first
        && !is_place(first_type)
        && is_place(second_type)
        && wants.get(1) != Some(&Place)
    {
        let [first_text, second_text] = [first, second].map(|part| cx.applet.written(part));
        let turned = format!("{second_text}, {first_text}");
        let range = cx.applet.range(first).cover(cx.applet.range(second));
        let behind = match wants.get(1) {
            Some(Number) => "then the radius",
            _ => "then the content",
        };
        let message = format!("`{name}` takes the position first, {behind}, so nothing is drawn");
        if let Some(said) = sink.report_as(term, Code::ArgumentOrder, Severity::Warning, message) {
            said.help = Some(format!("write {name}({turned})"));
            said.fix = Some(write(range, &turned));
        }
        return;
    }
    // `draw([0, 0], size = 10)`: another check tells of it.
    let program = &cx.applet.program;
    if matches!(program.kind(argument), TermKind::Assign { .. }) && given.first() != Some(&argument)
    {
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
    let advice = meant_by_drawing(cx, term, builtin, &given, &types, argument, wanted);
    let related = cx.origin(body, argument).skip(1).collect();
    if let Some(said) = sink.report_mismatch(argument, severity, mismatch) {
        said.related = related;
        if let Some((help, fix)) = advice {
            said.help = Some(help);
            said.fix = fix;
        }
    }
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
    Some((
        format!("a point has both coordinates already: write {point}"),
        Some(write(cx.applet.range(list), &point)),
    ))
}

fn meant_by_drawing(
    cx: &Context,
    call: TermId,
    builtin: BuiltinId,
    given: &[TermId],
    types: &[Type],
    argument: TermId,
    wanted: DrawnArgument,
) -> Option<Advice> {
    let written = |term: TermId| cx.applet.written(term);
    let range = cx.applet.range(argument);
    let from_call = TextRange::new(cx.applet.range(call).start(), range.start());
    let called = cx.called(call);
    let place = given.iter().position(|&one| one == argument)?;
    let ty = types.get(place)?;
    match (wanted, ty) {
        (Figure, Type::String) => Some((
            format!(
                "text is drawn at a position: write drawtext([0, 0], {})",
                written(argument)
            ),
            Some(Fix::new(
                from_call,
                "drawtext([0, 0], ",
                "write `drawtext([0, 0], ...)`",
            )),
        )),
        // `draw(1, 2)`
        (Place, _) if builtin.is(Intrinsic::Draw) && types.iter().all(is_number) => {
            let texts: Vec<&str> = given.iter().map(|&one| written(one)).collect();
            let point = format!("[{}]", texts.join(", "));
            let last = given.last().map_or(range, |&last| cx.applet.range(last));
            Some((
                format!("a point is one argument: write draw({point})"),
                Some(write(range.cover(last), &point)),
            ))
        }
        // `draw([1, 1], "red")`
        (Place, Type::String)
            if place > 0
                && let TermKind::Text(text) = cx.applet.program.kind(argument)
                && let Some(colour) = super::suggestions::colour(cx.applet.program.text(text)) =>
        {
            let modifier = format!("color -> {colour}");
            Some((
                format!("the colour is a modifier: write {modifier}"),
                Some(write(range, &modifier)),
            ))
        }
        // `draw([A, A.y])`
        (Figure | Place, Type::Tuple(_)) if let Some(advice) = point_as_x(cx, argument) => {
            Some(advice)
        }
        (Figure, Type::List(_) | Type::Tuple(_)) if !refuses(Places, ty) => Some((
            "connect(...) draws the lines from point to point, drawall(...) only the points"
                .to_owned(),
            Some(write(called, "connect")),
        )),
        (Figure | Place, _) if is_number(ty) => {
            Some(("a point has two coordinates: [x, y]".to_owned(), None))
        }
        // `drawcircle(a, b)`
        (Number, _) if is_place(ty) => {
            let centre = given.first().map_or("", |&first| written(first));
            let radius = format!("|{centre}, {}|", written(argument));
            Some((
                format!("the radius is the distance of two points: write {radius}"),
                Some(write(range, &radius)),
            ))
        }
        (Places, _) if is_place(ty) => Some((
            format!(
                "these are the coordinates of one point: write {}([[0, 0], [1, 0], [1, 1]])",
                builtin.name()
            ),
            None,
        )),
        _ => None,
    }
}
