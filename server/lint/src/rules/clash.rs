//! Values at pixels that have no common type: elements of lists, branches, values of variables.

use cindyscript_diagnostic::{Code, Related};
use cindyscript_hir::program::{Children, Iteration, TermId};
use cindyscript_hir::types::{ColourConversion, Tuple, Type};
use cindyscript_infer::{Body, MOST_ROUNDS, Raise, SlotId, SlotSubject, takes_unlike};

use super::divergence;
use crate::context::Context;
use crate::sink::Sink;

/// Loops over lists of unlike elements: where one type is needed nevertheless.
pub(crate) fn iteration(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    term: TermId,
    iteration: &Iteration,
) {
    let slot = body.slot(term);
    if let Some(rounds) = cx.solution.rounds.get(&slot) {
        let values = rounds.iter().map(|&round| {
            let round = cx.solution.body(round);
            cx.solution.ty(round.slot(round.root)).clone()
        });
        if let Type::Tuple(values) = Type::of_elements(values.collect())
            && cx.solution.ty(slot).has_top()
        {
            let what = format!("`{}` uses all of these values", iteration.kind.name());
            unlike(cx, sink, body, iteration.domain, &values, term, &what);
        }
    } else if let Type::Tuple(tuple) = cx.solution.ty(body.slot(iteration.domain))
        && tuple.is_complete()
    {
        let mut what = "the running variable stands for all of these elements".to_owned();
        if takes_unlike(&cx.applet.program, iteration) {
            what += &format!(" (only {MOST_ROUNDS} rounds are written out)");
        }
        unlike(
            cx,
            sink,
            body,
            iteration.domain,
            tuple,
            iteration.domain,
            &what,
        );
    }
}

/// Says that the elements of a tuple would have to be of one type.
pub(crate) fn unlike(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    list: TermId,
    tuple: &Tuple,
    at: TermId,
    what: &str,
) {
    let Some((first, other)) = tuple.clash() else {
        return;
    };
    let types = tuple.components();
    let message = format!(
        "{what}, which have different types: {} and {}",
        types[first].in_words(),
        types[other].in_words()
    );
    sink.refuse(at, Code::NoCommonType, message)
        .related(cx.origin(body, list));
}

pub(crate) fn list_clash(
    cx: &Context,
    sink: &mut Sink,
    body: &Body,
    term: TermId,
    operands: Children,
) {
    let operands = cx.applet.program.children(operands);
    let types: Vec<&Type> = operands
        .iter()
        .map(|&operand| cx.solution.ty(body.slot(operand)))
        .collect();
    if types.iter().any(|ty| ty.has_top()) {
        return;
    }
    let Some(first) = types.iter().position(|ty| !ty.is_unset()) else {
        return;
    };
    let Some(other) = types
        .iter()
        .position(|ty| types[first].join(ty).on_gpu().has_top())
    else {
        return;
    };
    let mut message = format!(
        "the elements of this list have different types: {} and {}",
        types[first].in_words(),
        types[other].in_words()
    );
    if types.contains(&&Type::String) {
        message +=
            "; a string is the name of an image, and a list with images contains nothing else";
    } else if types.len() > Tuple::WIDEST {
        message += &format!(
            "; in a list of up to {} elements they may differ",
            Tuple::WIDEST
        );
    }
    let related = [first, other].map(|place| Related {
        range: cx.applet.range(operands[place]),
        message: format!("this is {}", types[place].in_words()),
    });
    sink.refuse(term, Code::NoCommonType, message)
        .related(related);
}

/// A join that has become ⊤, if that is not because something that flows into it was ⊤.
pub(crate) fn clash(cx: &Context, sink: &mut Sink, slot: SlotId, fallback: TermId) {
    let data = cx.solution.slot(slot);
    if !data.ty.has_top() {
        return;
    }
    let provenance = cx.applet.provenance(cx.solution);
    let Some((before, culprit)) = provenance.collision(slot) else {
        return;
    };
    // An operand that came as ⊤ has been reported where it became so, and so has a branch that
    // is ⊤ by itself.
    let is_branch = matches!(data.subject, SlotSubject::Term(_));
    let is_told = |raise: &Raise| {
        let from = raise.from;
        is_branch && cx.solution.ty(from).has_top() && !provenance.leads_to(from, slot)
    };
    if culprit.with.has_top() || is_told(before) || is_told(culprit) {
        return;
    }
    let (term, what) = match data.subject {
        SlotSubject::Variable(name) => {
            let name = cx.applet.program.names.text(name);
            (term_of(cx, culprit.from, fallback), format!("`{name}`"))
        }
        SlotSubject::Term(term) => (term, "this".to_owned()),
    };
    if let (Type::Code(_), Type::Code(_)) = (&before.with, &culprit.with) {
        let message = format!("{what} is code that differs from pixel to pixel");
        sink.refuse(term, Code::NotOnGpu, message);
        return;
    }
    let message = format!(
        "{what} is sometimes {} and sometimes {}: every pixel needs the same kind of value",
        described(&before.with),
        described(&culprit.with)
    );
    let is_variable = matches!(data.subject, SlotSubject::Variable(_));
    let mut report = sink.refuse(term, Code::NoCommonType, message);
    if let Some(help) = help_for_clash(&before.with, &culprit.with, is_variable) {
        report = report.help(help);
    }
    report.related(places_of_clash(cx, data.subject, before, culprit, fallback));
}

/// The term that a slot is of, or another one if it is that of a variable.
fn term_of(cx: &Context, slot: SlotId, fallback: TermId) -> TermId {
    match cx.solution.slot(slot).subject {
        SlotSubject::Term(term) => term,
        SlotSubject::Variable(_) => fallback,
    }
}

/// A type in words. The elements of a list may be undefined because of the clash itself.
fn described(ty: &Type) -> String {
    match ty.as_list() {
        Some(list) if list.element.is_unset() && list.len.is_some() => {
            format!("a list of {}", list.len.unwrap_or_default())
        }
        _ => ty.in_words(),
    }
}

/// The places of the two values that clash, each with the reasons for its type.
fn places_of_clash(
    cx: &Context,
    subject: SlotSubject,
    before: &Raise,
    culprit: &Raise,
    fallback: TermId,
) -> Vec<Related> {
    let mut related = Vec::new();
    if let (SlotSubject::Variable(name), SlotSubject::Term(value)) =
        (subject, cx.solution.slot(culprit.from).subject)
        && let Some(round) = divergence::grows(cx, name, value)
    {
        let name = cx.applet.program.names.text(name);
        related.push(Related {
            range: cx.applet.range(round),
            message: format!("every round of this loop changes the length of `{name}`"),
        });
    }
    // The types as they were when they met: the variable may flow back into them.
    for raise in [before, culprit] {
        related.push(Related {
            range: cx.applet.range(term_of(cx, raise.from, fallback)),
            message: format!("here it is {}", described(&raise.with)),
        });
        // A place that is shown already needs no reason.
        let told: Vec<_> = related.iter().map(|told| told.range).collect();
        let provenance = cx.applet.provenance(cx.solution).of_before();
        let steps = provenance.why(raise.from).into_iter().take(3);
        let steps = steps.filter(|step| !told.contains(&step.range));
        related.extend(steps.map(|step| Related {
            range: step.range,
            message: step.text,
        }));
    }
    related
}

/// The help for two types that clash: for a colour and a number, or for lists in one variable.
fn help_for_clash(before: &Type, culprit: &Type, is_variable: bool) -> Option<&'static str> {
    let is_colour = |ty: &Type| {
        matches!(
            ty.colour(),
            Some(ColourConversion::Rgb | ColourConversion::Rgba)
        )
    };
    let is_grey = |ty: &Type| ty.colour() == Some(ColourConversion::Grey);
    let mixes = is_colour(before) && is_grey(culprit) || is_grey(before) && is_colour(culprit);
    let lengths = (before.known_len(), culprit.known_len());
    let is_other_list = matches!(lengths, (Some(a), Some(b)) if a != b);
    match (mixes, is_other_list && is_variable) {
        (true, _) => Some("write the number as a colour: gray(...), which is a list of 3"),
        (false, true) => Some("store the list of another length in another variable"),
        (false, false) => None,
    }
}
