//! The rules in their order, and the walks over the terms of an applet that they share.

use cindyscript_analysis::InferredApplet;
use cindyscript_diagnostic::{Diagnostic, Severity};
use cindyscript_hir::builtins::{BuiltinId, Form, Intrinsic, Side};
use cindyscript_hir::program::{
    Callee, CalleeId, Children, ModifierRange, PlotForm, TermId, TermKind,
};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, BodyId, BodyKind, Solution};
use cindyscript_pixel::PixelProgram;
use rustc_hash::FxHashSet;

use crate::context::{Context, Inevitable};
use crate::mismatch::{Mismatch, MismatchKind, is_certain};
use crate::rules::{
    angles, calls, certain, clock, code, colours, compound_names, construction, divergence,
    drawing, elements, endless, foreign, foreign_definitions, frames, imaginary, joined_numbers,
    late_regional, leaks, loops, modifiers, names, namesakes, never_equal, operator_confusion,
    order, page, pixel, plots, recursion, rounds, same_arguments, separators, signature, unused,
};
use crate::sink::Sink;

/// A rule: it asks the context, and gives its diagnostics to the sink.
type Rule = fn(&Context, &mut Sink);

/// The rules about the text as it is written. They mark the calls that other rules leave alone.
const OF_TEXT: [Rule; 8] = [
    foreign_definitions::report,
    slips,
    recursion::endless_recursion,
    same_arguments::same_arguments,
    frames::resets,
    frames::never_ticks,
    calls,
    plots::plots,
];

/// The rules about values.
const OF_VALUES: [Rule; 9] = [
    page::settings,
    elements::elements,
    construction::construction,
    colours::colours_of_elements,
    elements::images,
    divergence::unsettled,
    leaks::leaks,
    clock::times,
    bodies,
];

/// All diagnostics where all definitions of a function are in force at once.
pub(crate) fn faults_of(applet: &InferredApplet) -> Vec<Diagnostic> {
    let cx = Context::before_run(applet, inevitable);
    let mut sink = Sink::new(&cx);
    for rule in OF_TEXT {
        rule(&cx, &mut sink);
    }
    sink.end_of_text();
    for rule in OF_VALUES {
        rule(&cx, &mut sink);
    }
    sink.into_diagnostics()
}

/// The program of one colorplot, or the reasons why it cannot run at every pixel. Without a program
/// and a reason, too little was known.
pub(crate) fn check_plot(
    applet: &InferredApplet,
    solution: &Solution,
    plot: BodyId,
) -> Result<Option<PixelProgram>, Vec<Diagnostic>> {
    let cx = Context::with_types(applet, solution, inevitable);
    let mut sink = Sink::new(&cx);
    let program = pixel::plot(&cx, &mut sink, plot);
    let mut errors = sink.found;
    errors.retain(|diagnostic| diagnostic.severity == Severity::Error);
    match errors.is_empty() {
        true => Ok(program),
        false => Err(errors),
    }
}

/// The faults at pixels that are left if each value from the CPU turns out to be real.
fn inevitable(applet: &InferredApplet) -> Inevitable {
    let solution = applet.with_real_uniforms();
    let cx = Context::with_types(applet, &solution, inevitable);
    let mut sink = Sink::new(&cx);
    for &body in &solution.reachable {
        if let BodyKind::Plot(_) = solution.body(body).kind {
            pixel::plot(&cx, &mut sink, body);
        }
    }
    sink.reported
}

/// The types in each body that can run.
fn bodies(cx: &Context, sink: &mut Sink) {
    let callees = cx.applet.program.callees.iter();
    let checks: Vec<CallCheck> = callees.map(CallCheck::of).collect();
    for &body in &cx.solution.reachable {
        match cx.solution.body(body).kind {
            BodyKind::Plot(_) => drop(pixel::plot(cx, sink, body)),
            BodyKind::Script(_)
            | BodyKind::Function(_)
            | BodyKind::Uniform
            | BodyKind::Round(_) => cpu(cx, sink, &checks, body),
        }
    }
}

/// The check of a call on the CPU.
#[derive(Clone, Copy)]
enum CallCheck {
    /// Only that it has a signature for its arguments.
    Signature,
    Division,
    Equality,
    Nearness,
    /// Instead of a signature, the code that runs.
    Code,
    /// Instead of a signature, what can be drawn.
    Drawing,
}

impl CallCheck {
    fn of(callee: &Callee) -> Self {
        match callee.intrinsic() {
            Some(Intrinsic::Divide) => Self::Division,
            Some(Intrinsic::Equal | Intrinsic::Unequal) => Self::Equality,
            Some(Intrinsic::Near) => Self::Nearness,
            _ if callee.runs_code() => Self::Code,
            _ if callee.draws() => Self::Drawing,
            _ => Self::Signature,
        }
    }
}

/// The facts about a callee that matter at each of its calls.
#[derive(Clone, Copy)]
struct Traits {
    /// No function of the applet is called so.
    is_not_own: bool,
    sets_colour: bool,
    is_range: bool,
    /// True for `join`.
    joins: bool,
    /// True for `indexof`.
    searches: bool,
    /// The argument is an angle.
    is_of_angle: bool,
    /// True for `==` and `!=`.
    compares_exactly: bool,
    /// True for `<` and the like.
    compares_sizes: bool,
    /// True for `+`.
    adds: bool,
}

impl Traits {
    fn of(callee: &Callee) -> Self {
        let builtin = callee.builtin;
        let plain = callee.plain_builtin().map(BuiltinId::row);
        Self {
            is_not_own: callee.definitions.is_empty(),
            sets_colour: builtin.is_some_and(|it| {
                it.row().colour.is_some() || it.is(Intrinsic::Hue) || it.name() == "alpha"
            }),
            is_range: callee.is(Intrinsic::Range),
            joins: callee.is(Intrinsic::Join),
            searches: plain.is_some_and(|row| row.name == "indexof"),
            is_of_angle: plain.is_some_and(|row| row.is_of_angle),
            compares_exactly: matches!(
                callee.operator(),
                Some(Intrinsic::Equal | Intrinsic::Unequal)
            ),
            compares_sizes: operator_confusion::compares_sizes(callee),
            adds: callee.operator() == Some(Intrinsic::Add),
        }
    }
}

/// Looks at all terms of all scripts, whether they run or not.
fn slips(cx: &Context, sink: &mut Sink) {
    let program = &cx.applet.program;
    let traits: Vec<Traits> = program.callees.iter().map(Traits::of).collect();
    let mut chained: FxHashSet<TermId> = FxHashSet::default();
    // Outer terms come first: a chain has one diagnostic.
    for term in program.term_ids().rev().map(TermId) {
        match program.kind(term) {
            TermKind::Call {
                callee,
                arguments,
                modifiers,
            } => {
                let traits = traits[callee.index()];
                if traits.compares_sizes && !chained.contains(&term) {
                    operator_confusion::chain(cx, sink, term, &mut chained);
                }
                let call = (program.callee(callee), arguments, modifiers);
                call_as_written(cx, sink, term, traits, call);
            }
            TermKind::Text(text) => {
                operator_confusion::escapes(sink, term, program.text(text));
                operator_confusion::placeholders(cx, sink, term, program.text(text));
            }
            TermKind::Special(id) => {
                let special = program.special(id);
                operator_confusion::quoted_graph(cx, sink, special.builtin, special.arguments);
                namesakes::special_namesake(cx, sink, term, id);
                let (name, arguments) = (special.builtin.name(), special.arguments);
                separators::assigned_modifiers(cx, sink, term, name, arguments);
            }
            TermKind::Assign { target, value } => {
                colours::colours(cx, sink, term);
                compound_names::difference_assigned(cx, sink, target);
                operator_confusion::reversed_counting(cx, sink, term);
                operator_confusion::constant_assigned(cx, sink, target);
                operator_confusion::element_assigned(cx, sink, target, value);
            }
            TermKind::Define(function) => compound_names::defined_with_word(cx, sink, function),
            TermKind::If { condition, .. } => {
                operator_confusion::assigned_condition(cx, sink, condition);
            }
            TermKind::While { condition, body } => {
                operator_confusion::assigned_condition(cx, sink, condition);
                endless::endless(cx, sink, condition, body);
            }
            TermKind::DefineLazy { target, body } => {
                operator_confusion::lazy_of_itself(cx, sink, term, target, body);
            }
            TermKind::Regional(names) => late_regional::late_regional(cx, sink, term, names),
            TermKind::Index { base, index } => {
                rounds::first_round(cx, sink, term, base, index);
                rounds::behind_the_last(cx, sink, term, base, index);
                imaginary::imaginary_index(cx, sink, index);
            }
            _ => {}
        }
    }
}

/// Looks at the text of a call.
fn call_as_written(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    traits: Traits,
    (callee, arguments, modifiers): (&Callee, Children, ModifierRange),
) {
    let program = &cx.applet.program;
    if traits.is_not_own {
        separators::assigned_modifiers(cx, sink, term, &callee.name, arguments);
    }
    if traits.sets_colour || !modifiers.is_empty() {
        colours::colours(cx, sink, term);
    }
    for modifier in program.modifiers(modifiers) {
        if program.names.text(modifier.name) == "angle" {
            angles::degrees(cx, sink, modifier.value);
        }
    }
    if traits.compares_exactly {
        never_equal::exact_comparison(cx, sink, term, arguments);
    }
    match *program.children(arguments) {
        [a, b] if traits.compares_exactly || traits.compares_sizes => {
            angles::compared_angle(cx, sink, term, a, b);
        }
        [a, b] if traits.adds => joined_numbers::joined_numbers(cx, sink, a, b),
        [from, to] if traits.is_range => {
            separators::three_dots(cx, sink, term, from, to);
            rounds::empty_range(cx, sink, term, from, to);
        }
        [a, b] if traits.joins => namesakes::joined_strings(cx, sink, term, a, b),
        [part, text] if traits.searches => order::part_first(cx, sink, term, part, text),
        [angle] if traits.is_of_angle => angles::degrees(cx, sink, angle),
        _ => {}
    }
}

/// Calls of what does not exist, or with another number of arguments.
fn calls(cx: &Context, sink: &mut Sink) {
    let program = &cx.applet.program;
    let is_suspect = |row: &Callee| {
        let is_plain = |id: BuiltinId| {
            matches!(
                id.row().form,
                Form::Strict | Form::Special(_) | Form::Evaluate
            )
        };
        row.definitions.is_empty() && !row.builtin.is_some_and(is_plain)
    };
    let is_suspect: Vec<bool> = program.callees.iter().map(is_suspect).collect();
    let is_less = |row: &Callee| row.is(Intrinsic::Less);
    let is_less: Vec<bool> = program.callees.iter().map(is_less).collect();
    let of_image = |row: &Callee| {
        let builtin = row.plain_builtin();
        builtin.filter(|builtin| builtin.row().image.is_some())
    };
    let of_image: Vec<Option<BuiltinId>> = program.callees.iter().map(of_image).collect();
    // Few arguments have a `:`, a `<-` or a `;` in them.
    let is_notable = |&argument: &TermId| match program.kind(argument) {
        TermKind::UserData { .. } | TermKind::Sequence(_) => true,
        TermKind::Call { callee, .. } => is_less[callee.index()],
        _ => false,
    };
    for (term, id) in program.terms.iter().zip(0..) {
        let id = TermId(id);
        match term.kind {
            TermKind::Call {
                callee, arguments, ..
            } if is_suspect[callee.index()] => {
                calls::suspect_call(cx, sink, id, program.callee(callee), arguments);
            }
            TermKind::Call {
                callee, arguments, ..
            } => {
                if let Some(builtin) = of_image[callee.index()] {
                    plots::image_order(cx, sink, id, builtin, arguments);
                }
                if !program.children(arguments).iter().any(is_notable) {
                    continue;
                }
                match separators::has_colon(cx, arguments) {
                    true => separators::mistaken_modifiers(cx, sink, id),
                    false => separators::separated_arguments(cx, sink, id, arguments),
                }
            }
            TermKind::List(rows) => separators::separated_rows(cx, sink, id, rows),
            TermKind::UserData { base, key } => separators::range_by_colon(cx, sink, id, base, key),
            TermKind::Sequence(statements) => unused::unused_values(cx, sink, statements),
            TermKind::Number(_) | TermKind::Variable(_) => foreign::spaces(cx, sink, id),
            TermKind::Iterate(_) => loops::unnamed_loop(cx, sink, id),
            _ => {}
        }
    }
    unused::last_statements(cx, sink);
}

/// Names without a value, and operations on the CPU that have no meaning for the types that they
/// get.
fn cpu(cx: &Context, sink: &mut Sink, checks: &[CallCheck], id: BodyId) {
    let body = cx.solution.body(id);
    if body.side() == Side::Gpu {
        return; // functions of pixel programs are checked with their colorplot
    }
    let program = &cx.applet.program;
    for (term, slot) in cx.solution.evaluated(body) {
        match program.kind(term) {
            TermKind::Variable(name) => names::name(cx, sink, term, name, slot),
            TermKind::Plot(plot) => corners(cx, sink, body, program.plot(plot).form),
            TermKind::Special(_) => modifiers::modifiers(cx, sink, body, term),
            TermKind::Iterate(id) => {
                modifiers::modifiers(cx, sink, body, term);
                loops::domain(cx, sink, body, term, program.iteration(id));
            }
            TermKind::Call {
                callee,
                arguments,
                modifiers,
            } => {
                if !modifiers.is_empty() {
                    modifiers::modifiers(cx, sink, body, term);
                }
                call_on_the_cpu(
                    cx,
                    sink,
                    checks[callee.index()],
                    body,
                    term,
                    callee,
                    arguments,
                );
            }
            kind => certain::certain(cx, sink, body, term, kind),
        }
    }
}

fn call_on_the_cpu(
    cx: &Context,
    sink: &mut Sink,
    check: CallCheck,
    body: &Body,
    term: TermId,
    id: CalleeId,
    arguments: Children,
) {
    let callee = cx.applet.program.callee(id);
    match check {
        CallCheck::Signature => {}
        CallCheck::Division => certain::division_by_zero(cx, sink, arguments),
        CallCheck::Equality => never_equal::never_equal(cx, sink, body, term, callee, arguments),
        CallCheck::Nearness => {
            namesakes::exact_values_nearly_equal(cx, sink, body, term, arguments);
        }
        CallCheck::Code => return code::code_call(cx, sink, body, term, callee, arguments),
        CallCheck::Drawing => return drawing::drawing(cx, sink, body, term, callee, arguments),
    }
    if cx.solution.refused.contains(&body.slot(term)) {
        let types = cx.operands(body, arguments);
        // On the CPU, types are only an estimate: only certain mistakes are reported.
        if types.iter().all(|ty| is_certain(ty) || *ty == Type::Point) {
            signature::signature(cx, sink, body, term, id, arguments, &types);
        }
    }
}

/// The corners of what a colorplot paints are points.
fn corners(cx: &Context, sink: &mut Sink, body: &Body, form: PlotForm) {
    let corners = match form {
        PlotForm::View | PlotForm::Image { .. } => return,
        PlotForm::Rectangle { from, to } => [from, to],
        PlotForm::PlacedImage { left, right, .. } => [left, right],
    };
    for corner in corners {
        let ty = cx.solution.ty(body.slot(corner));
        let is_point = match ty {
            Type::List(list) => !matches!(list.element, Type::List(_)),
            _ => false,
        };
        if !is_certain(ty) || is_point {
            continue;
        }
        let mismatch = Mismatch {
            kind: MismatchKind::Corner,
            types: vec![ty.clone()],
        };
        let severity = Severity::Warning;
        let (corner_only, ty_only) = ([corner], std::slice::from_ref(ty));
        if sink.merge(body, corner, &corner_only, ty_only, severity, &mismatch) {
            return;
        }
        let related = cx.origin(body, corner).skip(1);
        sink.report_mismatch(corner, severity, mismatch)
            .related(related);
        return;
    }
}
