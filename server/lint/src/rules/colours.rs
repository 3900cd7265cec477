//! Colours from 0 to 255, where they go from 0 to 1, and channels that are lists.

use cindyscript_analysis::color_operands;
use cindyscript_diagnostic::{Code, Diagnostic, Fix, Severity};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::HASH;
use cindyscript_hir::program::{Program, TermId, TermKind};
use cindyscript_infer::Body;
use text_size::TextRange;

use crate::advice::{Advice, write};
use crate::context::Context;
use crate::sink::Sink;

/// The values that a term wants as opacities: of fields, of modifiers, of `alpha`.
fn opacities(program: &Program, term: TermId) -> Vec<TermId> {
    let is_opacity = |name: &str| matches!(name, "alpha" | "fillalpha");
    match program.kind(term) {
        TermKind::Assign { target, value } => match program.kind(target) {
            TermKind::Field { name, .. } if is_opacity(program.names.text(name)) => vec![value],
            _ => Vec::new(),
        },
        TermKind::Call {
            callee,
            arguments,
            modifiers,
        } => {
            let row = program.callee(callee);
            let given = match row.plain_builtin() {
                Some(builtin) if builtin.name() == "alpha" => program.children(arguments),
                _ => &[],
            };
            let modifiers = program.modifiers(modifiers).iter();
            let modifiers =
                modifiers.filter(|modifier| is_opacity(program.names.text(modifier.name)));
            let modifiers = modifiers.map(|modifier| modifier.value);
            given.iter().copied().chain(modifiers).collect()
        }
        _ => Vec::new(),
    }
}

/// The colours that a term sets, by modifiers, fields, and functions.
pub(crate) fn colours(cx: &Context, sink: &mut Sink, term: TermId) {
    let analysis = cx.applet;
    let program = &analysis.program;
    for colour in color_operands(program, term) {
        too_bright(cx, sink, colour);
    }
    if let TermKind::Call { arguments, .. } = program.kind(term)
        && let Some((builtin, _)) = program.builtin_call(term)
        && let Some(place) = builtin.row().colour
        && let Some(&colour) = program.children(arguments).get(usize::from(place))
    {
        named_colour(cx, sink, colour);
    }
    for opacity in opacities(program, term) {
        too_opaque(cx, sink, opacity);
    }
    if let TermKind::Call { arguments, .. } = program.kind(term)
        && let Some((builtin, _)) = program.builtin_call(term)
        && builtin.is(Intrinsic::Hue)
        && let &[angle] = program.children(arguments)
    {
        hue(cx, sink, angle);
    }
}

/// `color("red")`, `A.color = "red"`
pub(crate) fn named_colour(cx: &Context, sink: &mut Sink, colour: TermId) {
    let program = &cx.applet.program;
    let TermKind::Text(text) = program.kind(colour) else {
        return;
    };
    let list = super::suggestions::colour(program.text(text));
    let range = cx.applet.range(colour);
    let message = "a colour is a list of 3 numbers, not a string: this has no effect";
    let help = match &list {
        Some(list) => format!("write {list}"),
        None => "write [red, green, blue], each from 0 to 1".to_owned(),
    };
    sink.report_as(colour, Code::ModifierType, Severity::Warning, message)
        .help(help)
        .with_fix(list.map(|list| write(range, &list)));
}

/// `alpha -> 50`
fn too_opaque(cx: &Context, sink: &mut Sink, opacity: TermId) {
    let TermKind::Number(number) = cx.applet.program.kind(opacity) else {
        return;
    };
    if number < 2.0 {
        return;
    }
    let most = if number <= 100.0 { 100.0 } else { 255.0 };
    let part = format!("{number}/{most}");
    let fix = (number <= most).then(|| write(cx.applet.range(opacity), &part));
    let message = format!("an opacity is between 0 and 1: {number} is the same as 1");
    sink.report(opacity, Code::ColourRange, message)
        .help_if_known(
            fix.as_ref()
                .map(|_| format!("for values up to {most}, write {part}")),
        )
        .with_fix(fix);
}

/// The factor that a term is written with, if it is a product: 255 of `255*x`.
fn factor(cx: &Context, term: TermId) -> Option<(f64, TermId)> {
    let program = &cx.applet.program;
    let (callee, arguments) = program.call(term)?;
    let (&[a, b], Some(Intrinsic::Multiply)) = (arguments, callee.operator()) else {
        return None;
    };
    match (program.kind(a), program.kind(b)) {
        (TermKind::Number(factor), _) => Some((factor, b)),
        (_, TermKind::Number(factor)) => Some((factor, a)),
        _ => None,
    }
}

/// `color: [255, 0, 0]` of an element of the construction.
pub(crate) fn colours_of_elements(cx: &Context, sink: &mut Sink) {
    for element in &cx.applet.source().geometry {
        let (Some(colour), Some(written)) = (element.color, &element.written_color) else {
            continue;
        };
        let are_bytes = colour.iter().all(|part| (0.0..=255.0).contains(part));
        if !are_bytes || colour.iter().all(|&part| part < 2.0) {
            continue;
        }
        let parts = colour.map(|part| ((part / 255.0 * 1000.0).round() / 1000.0).to_string());
        let list = format!("[{}]", parts.join(", "));
        let message =
            "the components of a colour are between 0 and 1: more than 1 is the same as 1";
        // CindyJS shows [255, 0, 0] as the red that the author means.
        let is_pure = colour.iter().all(|part| matches!(part, 0.0 | 255.0));
        let severity = if is_pure {
            Severity::Hint
        } else {
            Severity::Warning
        };
        let mut said = Diagnostic::new(Code::ColourRange, written.range, message)
            .severity(severity)
            .help(format!("for values from 0 to 255, write {list}"));
        said.fix = Some(write(written.range, &list));
        sink.found.push(said);
    }
}

/// A colour that is written as numbers of which some are larger than 1.
pub(crate) fn too_bright(cx: &Context, sink: &mut Sink, colour: TermId) {
    let program = &cx.applet.program;
    let TermKind::List(parts) = program.kind(colour) else {
        return;
    };
    let parts = program.children(parts);
    if !matches!(parts.len(), 3 | 4) {
        return;
    }
    let is_byte = |number: f64| number == 255.0 || number == 256.0;
    let mut computed = false;
    let numbers: Vec<f64> = parts
        .iter()
        .filter_map(|&part| match (program.kind(part), factor(cx, part)) {
            (TermKind::Number(number), _) => Some(number),
            (_, Some((factor, _))) if is_byte(factor) => Some(factor.min(255.0)),
            _ => {
                computed = true;
                None
            }
        })
        .collect();
    // A little more than 1 is a way to say *very bright*; beside what is computed, only what is
    // certainly a byte is too bright.
    let least = if computed { 255.0 } else { 2.0 };
    if !numbers.iter().any(|&number| number >= least) {
        return;
    }
    let are_bytes = !computed && numbers.iter().all(|&number| number <= 255.0);
    // With an opacity, not all of it is to be divided.
    let fix = (are_bytes && numbers.len() == 3).then(|| {
        Fix::new(
            TextRange::empty(cx.applet.range(colour).end()),
            "/255",
            "divide by 255",
        )
    });
    let written = cx.applet.text(colour);
    let message = "the components of a colour are between 0 and 1: more than 1 is the same as 1";
    sink.report(colour, Code::ColourRange, message)
        .help_if_known(
            are_bytes.then(|| format!("for values from 0 to 255, write `{written}/255`")),
        )
        .with_fix(fix);
}

/// `[1, #, 0]`: a channel that is a list itself.
pub(crate) fn channel(cx: &Context, body: &Body, colour: TermId) -> Option<Advice> {
    let program = &cx.applet.program;
    let TermKind::List(channels) = program.kind(colour) else {
        return None;
    };
    let channels = program.children(channels);
    let lists = |&&channel: &&TermId| cx.solution.ty(body.slot(channel)).as_list().is_some();
    let list = channels
        .iter()
        .find(lists)
        .filter(|_| matches!(channels.len(), 3 | 4))?;
    let written = cx.applet.written(*list);
    if !cx.is_pixel(body, *list) {
        let ty = cx.solution.ty(body.slot(*list));
        return Some(Advice::without_fix(format!(
            "each channel is a number: `{written}` is {}",
            ty.in_words()
        )));
    }
    let size = format!("|{written}|");
    Some(Advice::new(
        format!(
            "each channel is a number, `{written}` is the pixel, a point [x, y]: write {size} \
             for its distance from the origin, {written}.x or {written}.y for a coordinate"
        ),
        (written == HASH).then(|| write(cx.applet.range(*list), &size)),
    ))
}

/// The hue of a whole number: it goes around from 0 to 1, so that all of these are red. Or of an
/// angle in degrees.
fn hue(cx: &Context, sink: &mut Sink, angle: TermId) {
    if let Some((factor @ (180.0 | 360.0), turns)) = factor(cx, angle) {
        let turns = match factor {
            360.0 => cx.applet.written(turns).to_owned(),
            _ => format!("{}/360", cx.applet.written(angle)),
        };
        let fix = write(cx.applet.range(angle), &turns);
        let help = format!("write hue({turns})");
        let message = "`hue` runs through all colours from 0 to 1, not to 360";
        sink.report(angle, Code::ColourRange, message)
            .help(help)
            .with_fix(fix);
        return;
    }
    let TermKind::Number(number) = cx.applet.program.kind(angle) else {
        return;
    };
    if !(2.0..=360.0).contains(&number) || number.fract() != 0.0 {
        return;
    }
    let degrees = format!("{number}/360");
    let message =
        format!("`hue` runs through all colours from 0 to 1: hue({number}) is red like hue(0)");
    let fix = write(cx.applet.range(angle), &degrees);
    sink.report(angle, Code::ColourRange, message)
        .help(format!("for degrees, write `hue({degrees})`"))
        .with_fix(fix);
}
