//! Functions that call themselves with the same arguments, or with arguments further from the end, so
//! that the condition that has led to the call leads to it again.

use cindyscript_diagnostic::{Code, Severity};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::NameId;
use cindyscript_hir::presets;
use cindyscript_hir::program::{Function, FunctionId, TermId, TermKind};

use super::{endless, recursion};
use crate::advice::write;
use crate::context::Context;
use crate::sink::Sink;

/// Calls of a function by itself that are looked at: the cost stays linear.
const MOST: usize = 20;

/// The way in which the arguments of a call differ from those that the function has itself.
#[derive(Clone, Copy)]
enum Change {
    Same,
    /// The 0-based place of the argument that moves away.
    Away(usize),
}

/// `f(n) := if(n == 0, 1, n*f(n))`, `f(n) := if(n < 1, 1, f(n + 1))`
pub(crate) fn same_arguments(cx: &Context, sink: &mut Sink) {
    let program = &cx.applet.program;
    for id in (0..program.functions.len() as u32).map(FunctionId) {
        let function = program.function(id);
        if function.is_code() || program.callee(function.callee).definitions != [id] {
            continue;
        }
        let body = function.body;
        let within = program.subtree(body);
        let calls = within.filter_map(|term| match program.kind(term) {
            TermKind::Call {
                callee, arguments, ..
            } if callee == function.callee => Some((term, arguments)),
            _ => None,
        });
        for (call, arguments) in calls.take(MOST) {
            let given = program.children(arguments);
            let Some(conditions) = conditions_of(cx, call, body) else {
                continue;
            };
            if let Some(change) = change(cx, function, given, &conditions) {
                if !recursion::is_at_pixels(cx, id) {
                    report(cx, sink, function, call, given, change);
                }
                break;
            }
        }
    }
}

/// A condition around a call, and its value where the call is made.
type Case = (TermId, bool);

/// The conditions that lead to a call, if nothing else decides.
fn conditions_of(cx: &Context, call: TermId, body: TermId) -> Option<Vec<Case>> {
    let program = &cx.applet.program;
    let mut conditions = Vec::new();
    let mut inner = call;
    while inner != body {
        let around = cx.applet.parent(inner)?;
        match program.kind(around) {
            TermKind::If {
                condition,
                then,
                otherwise,
            } => {
                if inner == then {
                    conditions.push((condition, true));
                } else if Some(inner) == otherwise {
                    conditions.push((condition, false));
                }
            }
            TermKind::Call { .. } => {
                let row = program.call(around)?.0;
                // `&` and `%` need their second operand only for one value of the first.
                let skips = matches!(row.intrinsic(), Some(Intrinsic::And | Intrinsic::Or));
                if skips || row.runs_code() {
                    return None;
                }
            }
            TermKind::Sequence(_) | TermKind::List(_) | TermKind::Assign { .. } => {}
            TermKind::Index { .. } => {}
            _ => return None,
        }
        inner = around;
    }
    (!conditions.is_empty()).then_some(conditions)
}

/// The change of the arguments that leads to the same call again, if it is certain.
fn change(
    cx: &Context,
    function: &Function,
    given: &[TermId],
    conditions: &[Case],
) -> Option<Change> {
    let program = &cx.applet.program;
    let parameters = function.named_parameters();
    let names: Vec<NameId> = parameters.iter().map(|one| one.name).collect();
    let first = program.term(function.body).first;
    let assignments = cx.applet.assignments();
    let is_set = |name: &NameId| {
        let within = assignments.within(*name, first, function.body);
        !within.is_empty() || cx.is_lazy(*name)
    };
    if names.len() != given.len() || names.iter().any(is_set) {
        return None;
    }
    let mut same = names.iter().zip(given);
    if same.all(|(&name, &argument)| program.name_of(argument) == Some(name)) {
        let mut conditions = conditions.iter();
        let is_of_parameters = |&(condition, _): &Case| is_of(cx, condition, &names);
        return conditions.all(is_of_parameters).then_some(Change::Same);
    }
    let &[(condition, holds)] = conditions else {
        return None;
    };
    let (counter, is_below) = endless::bounded(cx, condition)?;
    let place = names.iter().position(|&name| name == counter)?;
    let (callee, &[counted, step]) = program.call(given[place])? else {
        return None;
    };
    let away = match is_below == holds {
        true => Intrinsic::Subtract,
        false => Intrinsic::Add,
    };
    let is_step = matches!(program.kind(step), TermKind::Number(step) if step > 0.0);
    let is_away = callee.operator() == Some(away) && program.name_of(counted) == Some(counter);
    (is_step && is_away).then_some(Change::Away(place))
}

/// True if a term has the same value whenever some variables have the same values.
fn is_of(cx: &Context, term: TermId, names: &[NameId]) -> bool {
    let program = &cx.applet.program;
    let mut within = program.subtree(term);
    within.all(|term| match program.kind(term) {
        TermKind::Number(_) | TermKind::Text(_) | TermKind::List(_) => true,
        TermKind::Variable(name) => {
            let is_constant = || {
                let assignments = cx.applet.assignments();
                presets::find(program.names.text(name)).is_some() && assignments.of(name).is_empty()
            };
            names.contains(&name) || is_constant()
        }
        TermKind::Call { .. } => {
            let call = program.builtin_call(term);
            call.is_some_and(|(builtin, _)| builtin.row().depends_on_arguments_only())
        }
        _ => false,
    })
}

fn report(
    cx: &Context,
    sink: &mut Sink,
    function: &Function,
    call: TermId,
    given: &[TermId],
    change: Change,
) {
    let program = &cx.applet.program;
    let name = &program.callee(function.callee).name;
    let message = match change {
        Change::Same => format!(
            "`{name}` calls itself with the same arguments: once this call is made, it never ends"
        ),
        Change::Away(place) => format!(
            "`{name}` calls itself with `{}`, further from the end: once this call is made, it \
             never ends",
            cx.applet.text(given[place])
        ),
    };
    let nearer = match (change, given) {
        (Change::Same, &[argument]) => Some((argument, "-", "1")),
        (Change::Same, _) => None,
        (Change::Away(place), _) => {
            let argument = given[place];
            program.call(argument).map(|(callee, operands)| {
                let sign = match callee.operator() {
                    Some(Intrinsic::Add) => "-",
                    _ => "+",
                };
                (argument, sign, cx.applet.written(operands[1]))
            })
        }
    };
    let severity = Severity::Warning;
    let report = sink.report_call(call, Code::EndlessRecursion, severity, message);
    match nearer {
        Some((argument, sign, step)) => {
            let counted = match program.call(argument) {
                Some((_, &[counted, _])) => counted,
                _ => argument,
            };
            let nearer = format!("{} {sign} {step}", cx.applet.written(counted));
            report
                .help(format!("come nearer to the end: write {name}({nearer})"))
                .with_fix(write(cx.applet.range(argument), &nearer));
        }
        None => {
            report.help("change an argument, so that the condition ends the calls");
        }
    }
}
