//! Pictures of colorplots that are hardly meant: one colour everywhere, or none.

use cindyscript_diagnostic::{Code, Fix};
use cindyscript_hir::builtins::Effect;
use cindyscript_hir::plugins::is_of_cindygl;
use cindyscript_hir::program::{Plot, PlotForm, TermId, TermKind};
use cindyscript_hir::types::{ColourConversion, Type};
use cindyscript_infer::{BodyId, BodyKind, SlotId};
use text_size::TextRange;

use super::{colours, counter};
use crate::context::Context;
use crate::sink::Sink;

/// Branches and statements around a value are followed so deep.
const DEPTH: usize = 64;

/// Looks at a colorplot in which nothing is wrong. `bodies` are its own and those of the
/// functions that it calls.
pub(crate) fn picture(cx: &Context, sink: &mut Sink, id: BodyId, bodies: &[BodyId]) {
    let program = &cx.applet.program;
    let BodyKind::Plot(plot) = cx.solution.body(id).kind else {
        return;
    };
    let pixel = cx.applet.split(plot).pixel.len();
    let plot = program.plot(plot);
    one_colour(cx, sink, id, pixel, plot, bodies);
    let mut all = Vec::new();
    values(cx, plot.body, DEPTH, &mut all);
    for value in all {
        match program.kind(value) {
            TermKind::If {
                then,
                otherwise: None,
                ..
            } => missing_else(cx, sink, id, value, then),
            TermKind::List(_) => colours::too_bright(cx, sink, value),
            _ => {}
        }
    }
}

/// A colorplot that does not depend on the pixel, which has so many names. An image may well be filled with one colour.
fn one_colour(
    cx: &Context,
    sink: &mut Sink,
    id: BodyId,
    pixel: usize,
    plot: &Plot,
    bodies: &[BodyId],
) {
    if !matches!(plot.form, PlotForm::View | PlotForm::Rectangle { .. })
        || cx.opaque.functions.is_some()
        || cx.opaque.names.is_some()
    {
        return;
    }
    let program = &cx.applet.program;
    // The author wants a colour that is written out in numbers.
    let mut terms = program.subtree(plot.body);
    let is_written_out = terms.all(|term| match program.kind(term) {
        TermKind::Number(_) | TermKind::List(_) => true,
        TermKind::Call { arguments, .. } => {
            !arguments.is_empty() && program.builtin_call(term).is_some()
        }
        _ => false,
    });
    if is_written_out {
        return;
    }
    let variables = cx.solution.plot_variables.get(&id);
    let pixel = variables.into_iter().flatten().take(pixel);
    let pixel: Vec<SlotId> = pixel.map(|&(_, slot)| slot).collect();
    for &body in bodies {
        for (term, slot) in cx.solution.evaluated(cx.solution.body(body)) {
            let depends = match program.kind(term) {
                // CindyGL's library has facts about the pixel under such names.
                TermKind::Variable(name) => {
                    pixel.contains(&slot.link) || is_of_cindygl(program.names.text(name))
                }
                TermKind::Code(_) => true,
                // There `#` may be the pixel.
                TermKind::Iterate(id) => program.iteration(id).may_be_two_values(),
                _ => program.builtin_call(term).is_some_and(|(builtin, _)| {
                    builtin.row().effect != Effect::None || is_of_cindygl(builtin.name())
                }),
            };
            if depends {
                return;
            }
        }
    }
    let hash = counter::some_hash_loop(cx, plot);
    let range = cx.called(plot.term);
    let message = "this paints one colour everywhere, because it does not depend on the pixel";
    sink.report(plot.term, Code::OneColour, message)
        .shown_at(range)
        .help("the pixel is `#`, with `#.x` and `#.y`")
        .advice(hash.map(counter::HashLoop::at_hash));
}

/// The terms that the value of a term may be that of.
fn values(cx: &Context, term: TermId, depth: usize, found: &mut Vec<TermId>) {
    let program = &cx.applet.program;
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    match program.kind(term) {
        TermKind::Sequence(statements) => {
            if let Some(&last) = program.children(statements).last() {
                values(cx, last, depth, found);
            }
        }
        TermKind::If {
            then, otherwise, ..
        } => {
            if otherwise.is_none() {
                found.push(term);
            }
            for branch in [Some(then), otherwise].into_iter().flatten() {
                values(cx, branch, depth, found);
            }
        }
        _ => found.push(term),
    }
}

fn missing_else(cx: &Context, sink: &mut Sink, id: BodyId, term: TermId, then: TermId) {
    let body = cx.solution.body(id);
    let ty: &Type = cx.solution.ty(body.slot(then));
    let rest = match ty.colour() {
        Some(ColourConversion::Grey) => "0",
        Some(ColourConversion::Rgb) => "[0, 0, 0]",
        Some(ColourConversion::Rgba) => "[0, 0, 0, 0]",
        None => return,
    };
    let written = cx.applet.written(term);
    let end = cx.applet.range(term).end();
    let fix = written.ends_with([')', ']']).then(|| {
        let range = TextRange::empty(end - text_size::TextSize::of(')'));
        let title = format!("add the third argument `{rest}`");
        Fix::new(range, format!(", {rest}"), title)
    });
    // CindyGL leaves out the condition where the only value is written out as a number.
    let message = match cx.applet.program.kind(then) {
        TermKind::Number(number) => format!(
            "where this condition is false, the colorplot has no colour: the published page \
             shows {number} everywhere"
        ),
        _ => "where this condition is false, the colorplot has no colour: the published page \
              shows black there"
            .to_owned(),
    };
    sink.report(term, Code::MissingElse, message).help(format!(
            "write the colour of the other pixels as the third argument: if(condition, colour, {rest})"
        )).with_fix(fix);
}
