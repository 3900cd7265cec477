//! Arguments of `colorplot` in another order, and modifiers that it does not have.

use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::names::{HASH, NameId};
use cindyscript_hir::program::{Children, PlotForm, TermId, TermKind};
use cindyscript_hir::types::Type;

use crate::advice::write;
use crate::context::Context;
use crate::sink::Sink;

/// Modifiers of Cinderella's colorplot, or that one may expect.
const ELSEWHERE: [&str; 5] = ["alpha", "dynamic", "pxlres", "size", "startres"];

/// All colorplots of the text.
pub(crate) fn plots(cx: &Context, sink: &mut Sink) {
    let program = &cx.applet.program;
    for plot in &program.plots {
        plot_modifiers(cx, sink, plot.term, plot.form, plot.body);
        plot_order(cx, sink, plot.term, plot.form, plot.body);
    }
}

fn plot_modifiers(cx: &Context, sink: &mut Sink, term: TermId, form: PlotForm, body: TermId) {
    let program = &cx.applet.program;
    let first = program.term(term).first;
    let corners = match form {
        PlotForm::View => [None; 3],
        PlotForm::Image { image } => [Some(image), None, None],
        PlotForm::Rectangle { from, to } => [Some(from), Some(to), None],
        PlotForm::PlacedImage { left, right, image } => [Some(left), Some(right), Some(image)],
    };
    let arguments: Vec<TermId> = corners.into_iter().flatten().chain([body]).collect();
    for modifier in &program.modifiers {
        let value = modifier.value;
        let within = |part: &TermId| (program.term(*part).first..=*part).contains(&value);
        if !(first..term).contains(&value) || arguments.iter().any(within) {
            continue;
        }
        let name = program.names.text(modifier.name);
        if !ELSEWHERE.contains(&name) {
            continue;
        }
        let script = program.term(term).script;
        let range = cx.applet.to_file(script, modifier.range);
        if sink.reported.insert((value, Code::UnknownModifier)) {
            let message = format!("`colorplot` has no modifier `{name}` here: it has no effect");
            let help = "every pixel is painted; a colour may have its opacity as a fourth element";
            let said = Diagnostic::new(Code::UnknownModifier, range, message);
            sink.found.push(said.severity(Severity::Hint).help(help));
        }
    }
}

/// `colorplot((-1, -1), (1, 1), hue(|#|))`: what depends on the pixel comes first.
fn plot_order(cx: &Context, sink: &mut Sink, term: TermId, form: PlotForm, body: TermId) {
    let (message, arguments, range) = match form {
        PlotForm::Image { image } if names_pixel(cx, image) && is_corner(cx, body) => (
            "a rectangle has two corners",
            "colour, [x1, y1], [x2, y2]".to_owned(),
            None,
        ),
        _ => {
            let Some((message, arguments, [first, last])) = meant_arguments(cx, form, body) else {
                return;
            };
            let range = cx.applet.range(first).cover(cx.applet.range(last));
            (message, arguments, Some(range))
        }
    };
    sink.skip_names(term);
    sink.skipped.push(cx.applet.range(term));
    sink.report_as(term, Code::ArgumentOrder, Severity::Error, message)
        .help(format!("write colorplot({arguments})"))
        .with_fix(range.map(|range| write(range, &arguments)));
}

const FORMS: &str =
    "`colorplot` takes a colour; a colour and two corners; or an image and a colour";

/// True if the first argument of a colorplot is the colour, and the last one neither an image nor
/// about the pixel. Outside of the colour, `#` has no value, and what is made of it has no type.
fn is_colour_of_pixel(cx: &Context, first: TermId, last: TermId) -> bool {
    let ty = cx.type_of(first);
    let is_colour = ty.is_unset() || ty.colour().is_some();
    let is_image = *cx.type_of(last) == Type::String;
    is_colour && !is_image && names_pixel(cx, first) && !names_pixel(cx, last)
}

/// True if a term reads `#`.
fn names_pixel(cx: &Context, part: TermId) -> bool {
    let program = &cx.applet.program;
    let mut terms = program.subtree(part);
    terms.any(|term| program.name_of(term).is_some_and(|name| is_hash(cx, name)))
}

/// True if a term may be the corner of a rectangle.
fn is_corner(cx: &Context, part: TermId) -> bool {
    match cx.applet.program.kind(part) {
        TermKind::List(parts) => parts.len() == 2 && !names_pixel(cx, part),
        _ => false,
    }
}

/// The message, the arguments that the author means, and the first and the last argument.
fn meant_arguments(
    cx: &Context,
    form: PlotForm,
    body: TermId,
) -> Option<(&'static str, String, [TermId; 2])> {
    let program = &cx.applet.program;
    let is_text = |part: TermId| matches!(program.kind(part), TermKind::Text(_));
    let listed = |parts: &[TermId]| cx.all_written(parts, ", ");
    Some(match form {
        PlotForm::Rectangle { from, to } if is_corner(cx, body) && names_pixel(cx, to) => (
            "the colour comes first, then the corners",
            listed(&[to, body, from]),
            [body, to],
        ),
        PlotForm::Rectangle { from, to }
            if compares(cx, body) && !is_corner(cx, from) && !is_corner(cx, to) =>
        {
            (
                "a choice is written with `if`",
                format!("if({})", listed(&[body, from, to])),
                [body, to],
            )
        }
        PlotForm::Rectangle { from, to } if names_pixel(cx, body) && names_pixel(cx, from) => (
            "a colour is one argument, a list of red, green and blue",
            format!("[{}]", listed(&[body, from, to])),
            [body, to],
        ),
        PlotForm::Image { image } if is_text(body) && !is_text(image) => (
            "the image comes first, then the colour",
            listed(&[body, image]),
            [image, body],
        ),
        PlotForm::PlacedImage { left, right, image } if is_text(body) && !is_text(image) => (
            "the colour comes last, after the corners and the image",
            listed(&[right, image, body, left]),
            [left, body],
        ),
        PlotForm::Image { image } if is_colour_of_pixel(cx, image, body) => {
            (FORMS, cx.applet.written(image).to_owned(), [image, body])
        }
        PlotForm::PlacedImage { left, right, image }
            if is_colour_of_pixel(cx, left, body)
                && is_corner(cx, right)
                && is_corner(cx, image) =>
        {
            (FORMS, listed(&[left, right, image]), [left, body])
        }
        PlotForm::View
        | PlotForm::Rectangle { .. }
        | PlotForm::Image { .. }
        | PlotForm::PlacedImage { .. } => return None,
    })
}

/// `imagergb(#, "a")`, `createimage(9, 9, "a")`: the image stands at another place among the
/// arguments.
pub(crate) fn image_order(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    builtin: BuiltinId,
    given: Children,
) {
    let program = &cx.applet.program;
    let row = builtin.row();
    // Others say what they draw.
    let Some(image) = row
        .image
        .filter(|_| row.samples.is_some() || row.draws.is_empty())
    else {
        return;
    };
    let given = program.children(given);
    let is_text = |&part: &TermId| matches!(program.kind(part), TermKind::Text(_));
    let wanted = usize::from(image.place);
    if given.get(wanted).is_some_and(is_text) {
        return;
    }
    let Some(place) = given
        .iter()
        .position(is_text)
        .filter(|&place| place != wanted)
    else {
        return;
    };
    let mut turned: Vec<&str> = given.iter().map(|&part| cx.applet.written(part)).collect();
    let name = turned.remove(place);
    turned.insert(wanted.min(turned.len()), name);
    let turned = turned.join(", ");
    let (Some(&first), Some(&last)) = (given.first(), given.last()) else {
        return;
    };
    let fix = write(cx.spanning(first, last), &turned);
    let order = match (wanted, row.samples) {
        (0, Some(_)) => "the image first, then the position",
        (_, Some(_)) => "the corners first, then the image and the position",
        (0, None) => "the image first",
        (_, None) => "the corners first, then the image",
    };
    let message = format!("`{}` takes {order}", row.name);
    let help = format!("write {}({turned})", row.name);
    sink.skip_names(term);
    sink.skipped.push(cx.applet.range(term));
    sink.report_as(term, Code::ArgumentOrder, Severity::Error, message)
        .help(help)
        .with_fix(fix);
}

/// True if a term is a comparison.
fn compares(cx: &Context, term: TermId) -> bool {
    let program = &cx.applet.program;
    match program.kind(term) {
        TermKind::Call { callee, .. } => {
            super::operator_confusion::compares_sizes(program.callee(callee))
        }
        _ => false,
    }
}

fn is_hash(cx: &Context, name: NameId) -> bool {
    cx.applet.program.names.text(name) == HASH
}
