//! The second pass of lowering: calls of builtins with code among their arguments become loops,
//! branches and colorplots.
//!
//! It comes when it is known which names the applet defines itself: a user's function shadows a
//! builtin.

use crate::builtins::{Binding, Binds, BuiltinId, Control, Form, Intrinsic, Mode, Opaque};
use crate::names::{HASH, NameId};
use crate::program::{
    Callee, Children, Iteration, IterationId, IterationKind, ModifierRange, Plot, PlotForm, PlotId,
    Program, Special, SpecialId, TermId, TermKind,
};

/// Whether a call of this builtin may turn out to be something else.
pub(crate) fn has_code(builtin: BuiltinId) -> bool {
    let row = builtin.row();
    matches!(row.form, Form::Control(_) | Form::Special(_)) || row.or_loop.is_some()
}

/// Turns a call of a builtin with code among its arguments into the term that it means.
pub(crate) fn resolve(program: &mut Program, call: TermId) {
    let TermKind::Call {
        callee,
        arguments,
        modifiers,
    } = program.kind(call)
    else {
        return;
    };
    let callee = program.callee(callee);
    let Some(builtin) = callee.builtin.filter(|_| callee.definitions.is_empty()) else {
        return;
    };
    let kind = match builtin.row().form {
        Form::Special(binding) => {
            let kind = special(program, builtin, binding, arguments, modifiers);
            if builtin.row().opaque == Some(Opaque::Rewritten) {
                forget_definitions(program, call);
            }
            Some(kind)
        }
        _ => control(program, call, builtin, arguments, modifiers),
    };
    if let Some(kind) = kind {
        program.rows.terms[call.index()].kind = kind;
    }
}

/// A special form.
fn special(
    program: &mut Program,
    builtin: BuiltinId,
    binding: &'static Binding,
    arguments: Children,
    modifiers: ModifierRange,
) -> TermKind {
    let (variable, variable_term) = bound_variable(program, binding, arguments);
    let id = SpecialId(program.specials.len() as u32);
    program.rows.specials.push(Special {
        builtin,
        binding,
        arguments,
        modifiers,
        variable,
        variable_term,
    });
    TermKind::Special(id)
}

/// A control structure: a branch, a loop or a colorplot. `None` if the call stays one.
fn control(
    program: &mut Program,
    call: TermId,
    builtin: BuiltinId,
    arguments: Children,
    modifiers: ModifierRange,
) -> Option<TermKind> {
    let arguments: Vec<TermId> = program.children(arguments).to_vec();
    let control = match (builtin.row().form, builtin.row().or_loop, &*arguments) {
        (Form::Control(control), ..) => control,
        // Of two values it is a function, unless the first is a list: then the second is code.
        (_, Some(kind), &[first, second])
            if !is_number(program, first) && mentions_hash(program, second) =>
        {
            Control::Loop(kind)
        }
        _ => return None,
    };
    Some(match (control, arguments.as_slice()) {
        (Control::If, &[condition, then]) => TermKind::If {
            condition,
            then,
            otherwise: None,
        },
        (Control::If, &[condition, then, otherwise]) => TermKind::If {
            condition,
            then,
            otherwise: Some(otherwise),
        },
        (Control::While, &[condition, body]) => TermKind::While { condition, body },
        (Control::Plot, arguments) => plot(program, call, arguments)?,
        (Control::Loop(kind), arguments) => {
            let iteration = iteration(program, kind, arguments, modifiers)?;
            let id = IterationId(program.iterations.len() as u32);
            program.rows.iterations.push(iteration);
            TermKind::Iterate(id)
        }
        // Lowering itself makes these, or makes no sense of them.
        (Control::If | Control::While | Control::Regional | Control::Code, _) => return None,
    })
}

/// A colorplot, for the arguments of its call.
fn plot(program: &mut Program, term: TermId, arguments: &[TermId]) -> Option<TermKind> {
    let (form, body) = match *arguments {
        [body] => (PlotForm::View, body),
        [image, body] => (PlotForm::Image { image }, body),
        [body, from, to] => (PlotForm::Rectangle { from, to }, body),
        [left, right, image, body] => (PlotForm::PlacedImage { left, right, image }, body),
        _ => return None,
    };
    let id = PlotId(program.plots.len() as u32);
    program.rows.plots.push(Plot { term, form, body });
    Some(TermKind::Plot(id))
}

/// A loop, for the arguments of its call.
fn iteration(
    program: &mut Program,
    kind: IterationKind,
    arguments: &[TermId],
    modifiers: ModifierRange,
) -> Option<Iteration> {
    let (domain, element_term, index_term, body) = match *arguments {
        [domain, body] => (domain, None, None, body),
        [domain, element, body] => (domain, Some(element), None, body),
        [domain, element, index, body] => (domain, Some(element), Some(index), body),
        _ => return None,
    };
    // A place that is left empty names nothing.
    let is_named = |term: &TermId| {
        let row = program.term(*term);
        row.kind != TermKind::Undefined || !row.range.is_empty()
    };
    let element_term = element_term.filter(is_named);
    let name = element_term.and_then(|term| program.name_of(term));
    Some(Iteration {
        kind,
        domain,
        index: index_term.and_then(|term| program.name_of(term)),
        element: name.unwrap_or_else(|| program.rows.names.intern(HASH)),
        element_term: element_term.filter(|_| name.is_some()),
        ignored: element_term.filter(|_| name.is_none()),
        index_term,
        body,
        modifiers,
    })
}

/// What code defines in which something else will stand in the place of `#` is known only when it
/// runs.
fn forget_definitions(program: &mut Program, call: TermId) {
    let first = program.term(call).first.index();
    for index in first..call.index() {
        if let TermKind::Define(function) = program.terms[index].kind {
            let callee = program.function(function).callee;
            let definitions = &mut program.rows.callees[callee.index()].definitions;
            definitions.retain(|id| *id != function);
        }
    }
}

/// The variable that code runs with, and the argument that names it.
fn bound_variable(
    program: &mut Program,
    binding: &Binding,
    arguments: Children,
) -> (Option<NameId>, Option<TermId>) {
    let code = program.children(arguments).iter().enumerate();
    let code = code
        .filter(|(place, _)| binding.mode(*place) == Mode::Code)
        .map(|(_, &argument)| argument)
        .next();
    let name = match binding.binds {
        Binds::Nothing | Binds::Modifiers | Binds::Names => return (None, None),
        Binds::Hash(_) => HASH,
        Binds::Graph(place) => {
            let named = program.children(arguments).get(usize::from(place));
            if let Some(&term) = named
                && let Some(name) = program.name_of(term)
            {
                return (Some(name), Some(term));
            }
            code.map_or(HASH, |code| graph_variable(program, code))
        }
        Binds::Formula(_) => {
            if let Some(code) = code
                && let TermKind::Call {
                    callee, arguments, ..
                } = program.kind(code)
                && is_function_of_applet(program.callee(callee))
                && let Some(&term) = program.children(arguments).first()
                && let Some(name) = program.name_of(term)
            {
                return (Some(name), None);
            }
            "x"
        }
    };
    (Some(program.rows.names.intern(name)), None)
}

/// Whether a callee is defined by a script, or by a text that a script runs.
fn is_function_of_applet(callee: &Callee) -> bool {
    callee.builtin.is_none() || !callee.definitions.is_empty()
}

/// The variable of a graph: the first of x, y, z, t that stands in its text, whatever binds it
/// there. CindyJS does not look into fields, user data and modifiers.
fn graph_variable(program: &Program, code: TermId) -> &'static str {
    const NAMES: [&str; 4] = ["x", "y", "z", "t"];
    fn walk(program: &Program, term: TermId, found: &mut usize) {
        match program.kind(term) {
            TermKind::Variable(name) => {
                let text = program.names.text(name);
                let place = NAMES.iter().position(|candidate| *candidate == text);
                *found = place.unwrap_or(NAMES.len()).min(*found);
            }
            TermKind::Field { .. } | TermKind::UserData { .. } => {}
            TermKind::Call { arguments, .. } => {
                for &argument in program.children(arguments) {
                    walk(program, argument, found);
                }
            }
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                let names = [
                    iteration.element_term.or(iteration.ignored),
                    iteration.index_term,
                ];
                for term in names
                    .into_iter()
                    .flatten()
                    .chain([iteration.domain, iteration.body])
                {
                    walk(program, term, found);
                }
            }
            TermKind::Special(id) => {
                for (_, argument) in program.special_arguments(id) {
                    walk(program, argument, found);
                }
            }
            _ => program.for_each_operand(term, |operand| walk(program, operand, found)),
        }
    }
    let mut found = NAMES.len();
    walk(program, code, &mut found);
    NAMES.get(found).copied().unwrap_or(HASH)
}

/// Whether a term is a number, as can be seen from its text.
fn is_number(program: &Program, term: TermId) -> bool {
    match program.kind(term) {
        TermKind::Number(_) => true,
        TermKind::Call {
            callee, arguments, ..
        } => {
            let callee = program.callee(callee);
            let sign = callee.intrinsic();
            let sign = matches!(sign, Some(Intrinsic::Negate | Intrinsic::Plus));
            let operands = program.children(arguments);
            sign && matches!(operands, &[number] if is_number(program, number))
        }
        _ => false,
    }
}

fn mentions_hash(program: &Program, term: TermId) -> bool {
    let Some(hash) = program.names.get(HASH) else {
        return false;
    };
    program
        .subtree(term)
        .any(|term| program.name_of(term) == Some(hash))
}
