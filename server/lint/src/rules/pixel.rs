//! Why a colorplot cannot run at every pixel.

use cindyscript_diagnostic::{Code, Fix, Related, Severity};
use cindyscript_hir::builtins::{Form, Intrinsic, Side};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{CalleeId, Children, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::{Body, BodyId, BodyKind, Ranges, Role, Slot, axis, is_discarded};
use cindyscript_pixel::{PixelProgram, extract};
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::TextSize;

use super::certain::{self, numbered};
use super::{
    clash, code, colours, counter, divergence, drift, length, own_copy, picture, signature, unset,
};
use crate::advice::{Advice, write};
use crate::context::Context;
use crate::pixel_errors;
use crate::sink::Sink;

/// Why a colorplot cannot run at every pixel; its program, if it was made on the way.
pub(crate) fn plot(cx: &Context, sink: &mut Sink, plot: BodyId) -> Option<PixelProgram> {
    let (before, found) = (sink.faults, sink.found.len());
    sink.at_pixels = true;
    unset::unset(cx, sink, plot);
    let (bodies, circle) = pixel_bodies(cx, plot);
    if let Some(call) = circle {
        let name = match cx.applet.program.kind(call) {
            TermKind::Call { callee, .. } => cx.applet.program.callee(callee).name.clone(),
            _ => Default::default(),
        };
        let message = format!("`{name}` calls itself: recursion is not possible at pixels");
        sink.refuse(call, Code::Recursion, message);
    }
    divergence::unsettled_at_pixels(cx, sink, plot);
    for &body in &bodies {
        pixel_body(cx, sink, cx.solution.body(body));
    }
    let body = cx.solution.body(plot);
    let ty = cx.solution.ty(body.slot(body.root));
    if sink.faults == before {
        colour(cx, sink, body, ty);
    }
    let translated = match sink.faults == before {
        true if !is_faulty(cx, sink, &bodies) => translated(cx, sink, plot, &bodies),
        _ => None,
    };
    unset::mistyped_pixel(cx, sink, plot, found);
    sink.at_pixels = false;
    if cx.before_run {
        if sink.faults == before {
            picture::picture(cx, sink, plot, &bodies);
        }
        // A program that is not compiled is not compiled again.
        if sink.faults == before {
            for &body in &bodies {
                drift::drift(cx, sink, cx.solution.body(body));
            }
        }
        own_copy::own_copies(cx, sink, plot);
    }
    translated
}

/// Extracts the pixel program, which may fail although everything has a type.
fn translated(
    cx: &Context,
    sink: &mut Sink,
    id: BodyId,
    bodies: &[BodyId],
) -> Option<PixelProgram> {
    let known = bodies
        .iter()
        .all(|&body| is_known(cx, cx.solution.body(body)));
    let BodyKind::Plot(plot) = cx.solution.body(id).kind else {
        return None;
    };
    if !known {
        return None;
    }
    match extract(
        cx.applet.numbers(),
        cx.applet.split(plot),
        cx.solution,
        plot,
        id,
    ) {
        Ok(program) => Some(program),
        Err(refusal) => {
            if !refusal.reason.is_open() {
                let message = pixel_errors::words(&cx.applet.program, &refusal.reason);
                sink.refuse(refusal.term, Code::NotOnGpu, message);
            }
            None
        }
    }
}

/// True if something is wrong in one of these bodies that was found before.
fn is_faulty(cx: &Context, sink: &Sink, bodies: &[BodyId]) -> bool {
    let parts = bodies.iter().map(|&body| {
        let range = cx.applet.range(cx.solution.body(body).root);
        (range.start(), range.end())
    });
    let parts: Ranges<TextSize> = parts.collect();
    let mut errors = sink.found.iter();
    errors.any(|error| {
        error.severity == Severity::Error
            && parts.contains(error.range.start())
            && parts.contains(error.range.end())
    })
}

/// The bodies that run at every pixel, and a call that closes a circle if there is one. No
/// recursion: functions call one another as deep as texts are long.
fn pixel_bodies(cx: &Context, plot: BodyId) -> (Vec<BodyId>, Option<TermId>) {
    let mut bodies = Vec::new();
    let mut seen = FxHashSet::default();
    // The way to where we are, each with what is still to be looked at in it.
    let mut way: Vec<(BodyId, std::vec::IntoIter<(TermId, BodyId)>)> = Vec::new();
    let mut on_the_way = FxHashSet::default();
    let mut circle = None;
    let mut shared = FxHashMap::default();
    let mut next = Some(plot);
    loop {
        if let Some(id) = next.take()
            && seen.insert(id)
        {
            bodies.push(id);
            on_the_way.insert(id);
            let around = way.iter().map(|(around, _)| *around).chain([id]);
            let called = called_bodies(cx, id, around, &mut shared);
            way.push((id, called.into_iter()));
        }
        let Some((id, called)) = way.last_mut() else {
            return (bodies, circle);
        };
        match called.next() {
            Some((call, body)) if on_the_way.contains(&body) => {
                circle = circle.or(Some(call));
            }
            Some((_, body)) => next = Some(body),
            None => {
                on_the_way.remove(id);
                way.pop();
            }
        }
    }
}

/// The bodies that run in a body of a pixel program, with the terms that run them: what calls
/// run, and behind it the rounds of loops. Of what calls share that are alike, only those on the
/// way, `around`, where other calls ran it before: they are in `shared`.
fn called_bodies(
    cx: &Context,
    id: BodyId,
    around: impl Iterator<Item = BodyId> + Clone,
    shared: &mut FxHashMap<*const BodyId, FxHashSet<BodyId>>,
) -> Vec<(TermId, BodyId)> {
    let body = cx.solution.body(id);
    let mut called = Vec::new();
    let mut here = FxHashSet::default();
    for term in body.terms() {
        let Some(bodies) = cx.solution.calls.get(&body.slot(term)) else {
            continue;
        };
        let place = bodies.as_ptr();
        if bodies.len() < 2 {
            called.extend(bodies.iter().map(|&body| (term, body)));
        } else if let Some(known) = shared.get(&place) {
            if here.insert(place) {
                let again = around.clone().filter(|body| known.contains(body));
                called.extend(again.map(|body| (term, body)));
            }
        } else {
            here.insert(place);
            shared.insert(place, bodies.iter().copied().collect());
            called.extend(bodies.iter().map(|&body| (term, body)));
        }
    }
    for (term, rounds) in cx.solution.rounds_in(body) {
        called.extend(rounds.iter().map(|&round| (term, round)));
    }
    called
}

fn pixel_body(cx: &Context, sink: &mut Sink, body: &Body) {
    let program = &cx.applet.program;
    for (term, slot) in cx.solution.evaluated(body) {
        match program.kind(term) {
            TermKind::Plot(_) => {
                let message = "a colorplot cannot contain another colorplot";
                sink.report(term, Code::NestedColorplot, message)
                    .help("first paint the inner one into an image, and read that");
            }
            _ if slot.role == Role::Uniform => uniform(cx, sink, body, term, slot),
            TermKind::Call {
                callee, arguments, ..
            } => call(cx, sink, body, term, callee, arguments),
            TermKind::Special(id) => {
                sink.not_on_gpu(term, program.special(id).builtin.name());
            }
            TermKind::List(operands) if slot.ty.has_top() => {
                clash::list_clash(cx, sink, body, term, operands);
            }
            TermKind::If { condition: of, .. } => {
                condition(cx, sink, body, of);
                if slot.ty.has_top() && !is_discarded(program, cx.solution, slot.body, term) {
                    clash::clash(cx, sink, body.slot(term), term);
                }
            }
            TermKind::While { condition: of, .. } => condition(cx, sink, body, of),
            TermKind::Index { base, index: place } => index(cx, sink, body, base, place),
            TermKind::Iterate(id) => clash::iteration(cx, sink, body, term, program.iteration(id)),
            TermKind::Field { base, name } => field(cx, sink, body, term, base, name),
            TermKind::Text(_) | TermKind::Dictionary(_) | TermKind::UserData { .. } => {
                let message = "strings and dictionaries are not available at every pixel";
                sink.refuse(term, Code::NotOnGpu, message);
            }
            _ => {}
        }
    }
    // Variables: the places that disagree are those that assign to them.
    for &slot in &body.variables {
        clash::clash(cx, sink, slot, body.root);
    }
}

/// A value from the CPU whose type has no meaning at pixels.
fn uniform(cx: &Context, sink: &mut Sink, body: &Body, term: TermId, slot: &Slot) {
    if slot.ty.has_top() && slot.link.is_some() {
        let ty = cx.solution.ty(slot.link);
        let message = format!("{} cannot be used at every pixel", ty.in_words());
        sink.refuse(term, Code::NotOnGpu, message)
            .related(cx.origin_of(body, term, ty).skip(1));
    }
}

/// A call of a builtin, or of code.
fn call(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    term: TermId,
    callee: CalleeId,
    arguments: Children,
) {
    let row = cx.applet.program.callee(callee);
    if row.runs_code() {
        return code::code_call(cx, sink, body, term, row, arguments);
    }
    if !row.definitions.is_empty() {
        return;
    }
    let Some(types) = before(cx, body, arguments) else {
        return;
    };
    if let Some(builtin) = row.builtin
        && (builtin.row().form != Form::Strict || builtin.overloads(Side::Gpu).is_empty())
    {
        return sink.not_on_gpu(term, builtin.name());
    }
    if cx.before_run && row.is(Intrinsic::Length) {
        length::length_of_vector(cx, sink, body, term, arguments);
    }
    signature::signature(cx, sink, body, term, callee, arguments, &types);
}

/// The types of operands; where one has become ⊤, what it was before, if it ever was anything
/// else.
fn before(cx: &Context, body: &Body, operands: Children) -> Option<Vec<Type>> {
    let provenance = cx.applet.provenance(cx.solution);
    let operands = cx.applet.program.children(operands).iter();
    operands
        .map(|&operand| provenance.before(body.slot(operand)))
        .collect()
}

fn condition(cx: &Context, sink: &mut Sink, body: &Body, term: TermId) {
    let slot = body.slot(term);
    let ty = cx.solution.ty(slot);
    if matches!(ty, Type::Unset | Type::Top | Type::Scalar(Scalar::Boolean)) {
        return;
    }
    let message = format!(
        "a condition is true or false, but this is {}",
        ty.in_words()
    );
    let is_real = matches!(ty, Type::Scalar(kind) if *kind != Scalar::Complex);
    let help = is_real.then(|| format!("compare it: write {} > 0", cx.applet.written(term)));
    let is_uniform = cx.solution.slot(slot).role == Role::Uniform;
    let severity = match cx.before_run && is_uniform && certain::may_be_boolean(cx, slot) {
        true => Severity::Hint,
        false => Severity::Error,
    };
    sink.report_as(term, Code::NotACondition, severity, message)
        .help_if_known(help);
}

fn field(cx: &Context, sink: &mut Sink, body: &Body, term: TermId, base: TermId, name: NameId) {
    let ty = cx.solution.ty(body.slot(term));
    let of_base = cx.solution.ty(body.slot(base));
    let name = cx.applet.program.names.text(name);
    let is_beyond = match (of_base.known_len(), axis(name)) {
        (Some(len), Some(place)) => is_outside(place, len) && !is_inside_elsewhere(cx, base, place),
        _ => false,
    };
    if !is_beyond && (!ty.has_top() || of_base.has_top()) {
        return;
    }
    let message = format!("`.{name}` does not exist for {}", of_base.in_words());
    let hash = counter::loop_of_hash(cx, base);
    let message = match &hash {
        Some(hash) => format!("`.{name}` does not exist here: `#` is {}", hash.role),
        None => message,
    };
    let help = match of_base {
        Type::Scalar(Scalar::Complex) => {
            Some("the parts of a complex number are `re(...)` and `im(...)`".to_owned())
        }
        ty if ty.known_len() == Some(2) => Some("two numbers are `.x` and `.y`".to_owned()),
        _ => None,
    };
    // The advice for `#` needs no reason.
    let related = cx.origin(body, base).filter(|_| hash.is_none());
    sink.report_as(term, Code::NoSuchField, Severity::Error, message)
        .help_if_known(help)
        .related(related)
        .advice(hash.map(|hash| hash.advice));
}

fn index(cx: &Context, sink: &mut Sink, body: &Body, base: TermId, index: TermId) {
    // A list of places takes out a list.
    let of_index = cx.solution.ty(body.slot(index));
    let places = match of_index {
        Type::List(list) => &list.element,
        other => other,
    };
    if matches!(places, Type::String | Type::List(_) | Type::Tuple(_)) {
        let message = format!(
            "an index is a number at every pixel, but this is {}",
            of_index.in_words()
        );
        sink.refuse(index, Code::NotOnGpu, message)
            .related(cx.origin(body, index).skip(1));
        return;
    }
    match cx.solution.ty(body.slot(base)) {
        Type::Unset | Type::Top => {}
        ty @ (Type::List(_) | Type::Tuple(_)) => {
            let Some(value) = cx.applet.numbers().of(index) else {
                if let Type::Tuple(tuple) = ty {
                    let what = "an index that is not a constant can select any of these elements";
                    clash::unlike(cx, sink, body, base, tuple, index, what);
                }
                return;
            };
            let value = value.floor();
            if let Some(len) = ty.known_len()
                && is_outside(value, len)
                && !is_inside_elsewhere(cx, base, value)
            {
                let message = format!("index {value} of a list of {len} elements");
                sink.report_as(index, Code::IndexOutOfRange, Severity::Error, message)
                    .help_if_known(numbered(len))
                    .related(cx.origin(body, base));
            }
        }
        ty => {
            let message = format!("only lists have elements, but this is {}", ty.in_words());
            let hash = counter::loop_of_hash(cx, base);
            let message = match &hash {
                Some(hash) => format!("only lists have elements: `#` is {}", hash.role),
                None => message,
            };
            sink.report_as(base, Code::NotAList, Severity::Error, message)
                .advice(hash.map(|hash| hash.advice));
        }
    }
}

/// True if a list has an element at an index in another signature, or in another round of a loop,
/// that evaluates the same term: the code may test the length first.
fn is_inside_elsewhere(cx: &Context, base: TermId, index: f64) -> bool {
    let solution = cx.solution;
    let bodies = solution.reachable.iter().map(|&id| solution.body(id));
    let mut slots = bodies
        .filter(|body| body.contains(base))
        .map(|body| solution.slot(body.slot(base)))
        .filter(|slot| slot.role != Role::Idle);
    slots.any(|slot| {
        slot.ty
            .known_len()
            .is_some_and(|len| !is_outside(index, len))
    })
}

/// The value of a colorplot must be a colour.
fn colour(cx: &Context, sink: &mut Sink, body: &Body, ty: &Type) {
    if ty.colour().is_some() || ty.has_top() {
        return;
    }
    let mut term = body.root;
    // Point at the value, not at all that is computed before it.
    while let TermKind::Sequence(operands) = cx.applet.program.kind(term)
        && let Some(&last) = cx.applet.program.children(operands).last()
    {
        term = last;
    }
    let slot = body.slot(term);
    if ty.is_unset() {
        if is_known(cx, body) {
            let message = "this colorplot has no value";
            sink.report_as(term, Code::NotAColour, Severity::Error, message);
        }
        return;
    }
    let message = format!(
        "a colour is a number (grey) or a list [r, g, b], but this is {}",
        ty.in_words()
    );
    let steps = cx.applet.provenance(cx.solution).why(slot);
    let related = steps.into_iter().map(|step| Related {
        range: step.range,
        message: step.text,
    });
    sink.report_as(term, Code::NotAColour, Severity::Error, message)
        .advice(colour_advice(cx, body, term, ty))
        .related(related);
}

/// Advice for a value of a colorplot that is no colour.
fn colour_advice(cx: &Context, body: &Body, term: TermId, ty: &Type) -> Option<Advice> {
    let range = cx.applet.range(term);
    let written = cx.applet.written(term);
    if *ty == Type::COMPLEX {
        return Some(Advice::new(
            "take the real part `re(...)` or the absolute value `|...|`",
            Fix::new(range, format!("re({written})"), "take the real part"),
        ));
    }
    let channel = colours::channel(cx, body, term);
    if *ty == Type::String {
        return Some(Advice::new(
            "a colour is a list: red is [1, 0, 0]",
            channel.and_then(|advice| advice.fix),
        ));
    }
    if channel.is_some() || ty.known_len() != Some(2) {
        return channel;
    }
    let inner = written
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    Some(match inner {
        Some(inner) => {
            let colour = format!("[{inner}, 0]");
            Advice::new(
                format!("a colour has red, green and blue: write {colour}"),
                write(range, &colour),
            )
        }
        None => Advice::without_fix(
            "a point is not a colour: |p| is its distance from the origin, [p.x, p.y, 0] uses \
                   its coordinates as red and green",
        ),
    })
}

/// True if everything that a colorplot's own expression reads has a type.
fn is_known(cx: &Context, body: &Body) -> bool {
    let mut evaluated = cx.solution.evaluated(body);
    evaluated.all(|(term, slot)| match slot.role {
        Role::Uniform => !slot.ty.is_unset(),
        Role::Idle | Role::Computed | Role::Joined => match cx.applet.program.kind(term) {
            TermKind::Call { .. } | TermKind::Variable(_) => !slot.ty.is_unset(),
            _ => true,
        },
    })
}

/// True if a list of so many elements has none at a 1-based index.
fn is_outside(index: f64, len: u32) -> bool {
    index == 0.0 || index.abs() > f64::from(len)
}
