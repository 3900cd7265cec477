//! Variables of a pixel program that are read before anything gives them a value: names that an
//! author takes for the pixel, and sums without a start.

use cindyscript_diagnostic::{Code, Diagnostic, Fix, Related, Severity};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::{HASH, NameId};
use cindyscript_hir::plugins::is_of_cindygl;
use cindyscript_hir::program::{Callee, Plot, TermId, TermKind};
use cindyscript_infer::split::PixelName;
use cindyscript_infer::{BodyId, BodyKind};
use text_size::TextRange;

use super::first::Order;
use super::spellings::{Position, spelling};
use crate::advice::{Advice, write};
use crate::context::Context;
use crate::sink::Sink;

/// The names that stand for the pixel where nothing assigns them.
const OF_THE_PIXEL: [&str; 5] = [HASH, "z", "p", "x", "y"];

/// True if a callee is a function of numbers: what it is given as the pixel is complex.
fn is_of_numbers(callee: &Callee) -> bool {
    use Intrinsic::{Conjugate, Exp, Im, Power, Re, Sqrt};
    let intrinsic = callee.intrinsic();
    matches!(intrinsic, Some(Power | Re | Im | Conjugate | Exp | Sqrt))
}

/// Looks for variables that a colorplot reads before it assigns them: they belong to each pixel
/// and have no value before, also those with a name that is the pixel's otherwise.
pub(crate) fn unset(cx: &Context, sink: &mut Sink, id: BodyId) {
    let analysis = cx.applet;
    let solution = cx.solution;
    let program = &analysis.program;
    let body = solution.body(id);
    let (BodyKind::Plot(plot), Some(variables)) = (body.kind, solution.plot_variables.get(&id))
    else {
        return;
    };
    let split = analysis.split(plot);
    let plot = program.plot(plot);
    let assigned = variables.iter().skip(split.pixel.len());
    let assigned = assigned.map(|&(name, _)| name).filter(|&name| {
        let is_given = analysis.facts.given.contains_key(&name)
            || solution
                .global(name)
                .is_some_and(|global| solution.raises(global).next().is_some());
        !is_given && !is_of_cindygl(program.names.text(name))
    });
    let assigned: Vec<NameId> = assigned.collect();
    let summaries = &analysis.facts.summaries;
    let first = Order::of(program, summaries, body.root, assigned.iter().copied());
    for name in assigned {
        let text = program.names.text(name);
        let Some(first) = first.get(&name) else {
            continue;
        };
        let (Some(read), Some(assignment)) = (first.read, assignment(cx, plot, name)) else {
            continue;
        };
        let (message, help, fix) = start(cx, plot, &split.pixel, name, text);
        // A function that is not here may assign it.
        let severity = match !first.is_conditional && cx.opaque.functions.is_none() {
            true => Severity::Error,
            false => Severity::Warning,
        };
        let related = Related {
            range: analysis.range(assignment),
            message: match text {
                HASH => "here it becomes a variable".to_owned(),
                _ => format!("this makes `{text}` a variable of each pixel"),
            },
        };
        sink.report_as(read, Code::NoValueYet, severity, message)
            .help(help)
            .with_fix(fix)
            .related([related]);
    }
}

/// The message about a variable without a start, the help, and the fix.
fn start(
    cx: &Context,
    plot: &Plot,
    pixel: &[PixelName],
    name: NameId,
    text: &str,
) -> (String, String, Option<Fix>) {
    if text == HASH {
        return (
            "`#` is assigned in this colorplot, so it is not the pixel".to_owned(),
            "use another variable: begin with `q = #;`, and change `q`".to_owned(),
            None,
        );
    }
    let is_taken = pixel
        .iter()
        .any(|pixel| !cx.applet.defined().contains(pixel.name));
    if !is_taken {
        let value = match text {
            "z" => "complex(#)",
            "x" => "#.x",
            "y" => "#.y",
            _ if is_used_as_number(cx, plot, name) => "complex(#)",
            _ => HASH,
        };
        let message = match OF_THE_PIXEL.contains(&text) {
            true => format!(
                "`{text}` has no value here: a name that a colorplot assigns is not the pixel"
            ),
            false => format!("`{text}` has no value here: it is read before it is assigned"),
        };
        let help = format!("begin with the pixel: `{text} = {value};`");
        return (message, help, Some(begin(cx, plot, text, value)));
    }
    let message = format!("`{text}` has no value here: it is read before it is assigned");
    match neutral(cx, plot, name) {
        Some(value) => {
            let help = format!("give it a first value: `{text} = {value};`");
            (message, help, Some(begin(cx, plot, text, value)))
        }
        None => {
            let help = format!("begin with a first value: `{text} = ...;`");
            (message, help, None)
        }
    }
}

/// Assigns to a name before anything else in a colorplot.
fn begin(cx: &Context, plot: &Plot, name: &str, value: &str) -> Fix {
    let at = cx.applet.range(plot.body).start();
    let before = cx.applet.document.text().get(..at.into());
    let line = before.unwrap_or_default().rsplit('\n').next();
    let line = line.unwrap_or_default();
    let space = match line.trim().is_empty() {
        true => format!("\n{line}"),
        false => " ".to_owned(),
    };
    Fix::new(
        TextRange::empty(at),
        format!("{name} = {value};{space}"),
        format!("begin with `{name} = {value}`"),
    )
}

/// True if a colorplot does with a variable what one does with numbers only.
fn is_used_as_number(cx: &Context, plot: &Plot, name: NameId) -> bool {
    let program = &cx.applet.program;
    let first = program.term(plot.body).first;
    let mut terms = cx.applet.variables().within(name, first, plot.body).iter();
    terms.any(|&term| {
        let around = cx.applet.parent(term).map(|around| program.kind(around));
        match around {
            Some(TermKind::Call {
                callee, arguments, ..
            }) => {
                is_of_numbers(program.callee(callee))
                    && program.children(arguments).first() == Some(&term)
            }
            _ => false,
        }
    })
}

/// The neutral element of the operation by which a variable is set to something that is made of
/// itself.
fn neutral(cx: &Context, plot: &Plot, name: NameId) -> Option<&'static str> {
    let program = &cx.applet.program;
    let first = program.term(plot.body).first;
    let mut values = cx.applet.values_of(name, first, plot.body);
    values.find_map(|value| {
        let TermKind::Call { callee, .. } = program.kind(value) else {
            return None;
        };
        match program.callee(callee).intrinsic()? {
            Intrinsic::Add | Intrinsic::Plus | Intrinsic::Subtract | Intrinsic::Negate => Some("0"),
            Intrinsic::Multiply => Some("1"),
            Intrinsic::Concatenate => Some("[]"),
            _ => None,
        }
    })
}

/// A typing error in a colorplot: a name that nothing gives a value is taken for the pixel, and
/// another name is close to it. What that makes wrong in the colorplot is not said as well.
pub(crate) fn mistyped_pixel(cx: &Context, sink: &mut Sink, id: BodyId, before: usize) {
    let program = &cx.applet.program;
    let body = cx.solution.body(id);
    let BodyKind::Plot(plot) = body.kind else {
        return;
    };
    let Some((first, others)) = cx.applet.split(plot).pixel.split_first() else {
        return;
    };
    let text = program.names.text(first.name);
    if OF_THE_PIXEL.contains(&text) || cx.applet.defined().contains(first.name) {
        return;
    }
    let is_wrong = |found: &Diagnostic| found.severity == Severity::Error;
    if others.is_empty() && !sink.found.iter().skip(before).any(is_wrong) {
        return;
    }
    let known = cx
        .applet
        .defined()
        .iter()
        .map(|name| program.names.text(name));
    let foreign = spelling(Position::Alone, text, &[]);
    let meant = crate::advice::nearest(text, known).filter(|_| foreign.is_none());
    if foreign.is_none() && meant.is_none() {
        return;
    }
    let mut terms = within(cx, program.plot(plot));
    let Some(place) = terms.find(|&term| program.name_of(term) == Some(first.name)) else {
        return;
    };
    let range = cx.applet.range(program.plot(plot).body);
    let mut index = 0;
    sink.found.retain(|found| {
        index += 1;
        index <= before || !is_wrong(found) || !range.contains_range(found.range)
    });
    let message = format!("`{text}` is taken for the pixel, because it has no value");
    let range = cx.applet.range(place);
    let advice = foreign.map(|(help, instead)| {
        let fix = instead.map(|instead| write(range, &instead));
        Advice::new(help, fix)
    });
    sink.report(place, Code::MistypedPixel, message)
        .advice(advice)
        .suggestion(meant, |meant| Some(write(range, meant)));
}

/// The terms of a colorplot's own expression.
fn within(cx: &Context, plot: &Plot) -> impl Iterator<Item = TermId> + use<> {
    cx.applet.program.subtree(plot.body)
}

/// The first assignment to a variable in a colorplot, or else in a function.
fn assignment(cx: &Context, plot: &Plot, name: NameId) -> Option<TermId> {
    let assignments = cx.applet.assignments();
    let first = cx.applet.program.term(plot.body).first;
    let within = assignments.within(name, first, plot.body).first();
    within.or(assignments.of(name).first()).copied()
}
