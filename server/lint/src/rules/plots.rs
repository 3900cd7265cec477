//! Arguments of `colorplot` in another order, and modifiers that it does not have.

use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::names::{HASH, NameId};
use cindyscript_hir::program::{Children, PlotForm, TermId, TermKind};

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
    let program = &cx.applet.program;
    let names_pixel = |part: TermId| {
        let mut terms = program.subtree(part);
        terms.any(|term| program.name_of(term).is_some_and(|name| is_hash(cx, name)))
    };
    let is_point = |part: TermId| match program.kind(part) {
        TermKind::List(parts) => parts.len() == 2 && !names_pixel(part),
        _ => false,
    };
    let is_text = |part: TermId| matches!(program.kind(part), TermKind::Text(_));
    let written = |part: TermId| cx.applet.written(part).to_owned();
    let from_to = |first: TermId, last: TermId| cx.applet.range(first).cover(cx.applet.range(last));
    let (message, help, fix) = match form {
        PlotForm::Rectangle { from, to } if is_point(body) && names_pixel(to) => {
            let turned = format!("{}, {}, {}", written(to), written(body), written(from));
            (
                "the colour comes first, then the corners",
                format!("write colorplot({turned})"),
                Some(write(from_to(body, to), &turned)),
            )
        }
        PlotForm::Rectangle { from, to }
            if compares(cx, body) && !is_point(from) && !is_point(to) =>
        {
            let choice = format!("if({}, {}, {})", written(body), written(from), written(to));
            (
                "a choice is written with `if`",
                format!("write colorplot({choice})"),
                Some(write(from_to(body, to), &choice)),
            )
        }
        PlotForm::Rectangle { from, to } if names_pixel(body) && names_pixel(from) => {
            let list = format!("[{}, {}, {}]", written(body), written(from), written(to));
            (
                "a colour is one argument, a list of red, green and blue",
                format!("write colorplot({list})"),
                Some(write(from_to(body, to), &list)),
            )
        }
        PlotForm::Image { image } if is_text(body) && !is_text(image) => {
            let turned = format!("{}, {}", written(body), written(image));
            (
                "the image comes first, then the colour",
                format!("write colorplot({turned})"),
                Some(write(from_to(image, body), &turned)),
            )
        }
        PlotForm::PlacedImage { left, right, image } if is_text(body) && !is_text(image) => {
            let parts = [right, image, body, left].map(written);
            let turned = parts.join(", ");
            (
                "the colour comes last, after the corners and the image",
                format!("write colorplot({turned})"),
                Some(write(from_to(left, body), &turned)),
            )
        }
        PlotForm::Image { image } if names_pixel(image) && is_point(body) => (
            "a rectangle has two corners",
            "write colorplot(colour, [x1, y1], [x2, y2])".to_owned(),
            None,
        ),
        PlotForm::View
        | PlotForm::Rectangle { .. }
        | PlotForm::Image { .. }
        | PlotForm::PlacedImage { .. } => return,
    };
    sink.skip_names(term);
    sink.skipped.push(cx.applet.range(term));
    sink.report_as(term, Code::ArgumentOrder, Severity::Error, message)
        .help(help)
        .with_fix(fix);
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
