//! Functions that call themselves whatever their arguments are.

use cindyscript_diagnostic::Code;
use cindyscript_hir::program::{FunctionId, TermId, TermKind};
use cindyscript_infer::BodyKind;

use crate::context::Context;
use crate::sink::Sink;

/// A call that a function makes whenever it runs.
#[derive(Clone, Copy)]
struct CertainCall {
    call: TermId,
    callee: FunctionId,
}

/// `f(n) := n*f(n - 1)`
pub(crate) fn endless_recursion(cx: &Context, sink: &mut Sink) {
    let calls = certain_calls(cx);
    // Functions all of whose calls return are left out, until each one left calls one that is.
    let mut is_left: Vec<bool> = vec![true; calls.len()];
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); calls.len()];
    let mut open: Vec<usize> = calls.iter().map(Vec::len).collect();
    for (caller, calls) in calls.iter().enumerate() {
        for call in calls {
            callers[call.callee.index()].push(caller);
        }
    }
    let mut done: Vec<usize> = (0..calls.len()).filter(|&at| open[at] == 0).collect();
    while let Some(function) = done.pop() {
        is_left[function] = false;
        for &caller in &callers[function] {
            open[caller] -= 1;
            if open[caller] == 0 {
                done.push(caller);
            }
        }
    }
    // One such call of each of them: a path that ends in a circle.
    let next: Vec<Option<CertainCall>> = calls
        .iter()
        .enumerate()
        .map(|(caller, calls)| {
            let itself = calls.iter().find(|call| call.callee.index() == caller);
            let left = || calls.iter().find(|call| is_left[call.callee.index()]);
            itself.or_else(left).copied()
        })
        .collect();
    let mut visit = vec![usize::MAX; calls.len()];
    for start in (0..calls.len()).filter(|&at| is_left[at]) {
        let mut at = start;
        while visit[at] == usize::MAX {
            visit[at] = start;
            match next[at] {
                Some(call) => at = call.callee.index(),
                None => break,
            }
        }
        if visit[at] == start
            && let Some(call) = next[at]
        {
            endless_call(cx, sink, FunctionId(at as u32), call);
        }
    }
}

/// For each function, the calls of functions with one definition that it makes in any case.
fn certain_calls(cx: &Context) -> Vec<Vec<CertainCall>> {
    let program = &cx.applet.program;
    let ids = (0..program.functions.len() as u32).map(FunctionId);
    ids.map(|id| {
        let function = program.function(id);
        if program.callee(function.callee).definitions != [id] {
            return Vec::new();
        }
        let body = function.body;
        let actions = program.actions_within(program.term(body).first..=body);
        let call = |&term: &TermId| {
            let TermKind::Call { callee, .. } = program.kind(term) else {
                return None;
            };
            let row = program.callee(callee);
            let &[callee] = row.definitions.as_slice() else {
                return None;
            };
            let is_certain = !row.runs_code() && cx.is_unconditional_in(term, body);
            is_certain.then_some(CertainCall { call: term, callee })
        };
        actions.iter().filter_map(call).collect()
    })
    .collect()
}

/// True if a function runs at pixels, where any recursion is reported.
pub(crate) fn is_at_pixels(cx: &Context, function: FunctionId) -> bool {
    let reachable = cx.solution.reachable.iter();
    let mut bodies = reachable.map(|&id| cx.solution.body(id));
    bodies.any(|body| {
        let is_it = matches!(body.kind, BodyKind::Function(other) if other == function);
        is_it && body.pixel.is_some()
    })
}

fn endless_call(cx: &Context, sink: &mut Sink, function: FunctionId, found: CertainCall) {
    let program = &cx.applet.program;
    if is_at_pixels(cx, function) {
        return;
    }
    let row = program.function(function);
    let name = &program.callee(row.callee).name;
    let called = &program.callee(program.function(found.callee).callee).name;
    let message = match found.callee == function {
        true => format!("`{name}` calls itself for all arguments: this never ends"),
        false => format!(
            "`{name}` calls `{called}`, which leads to `{name}` again, for all arguments: this never ends"
        ),
    };
    let parameters = row.named_parameters().iter();
    let parameters: Vec<&str> = parameters
        .map(|parameter| program.names.text(parameter.name))
        .collect();
    let condition = match parameters.as_slice() {
        [one, ..] => format!("{one} > 0"),
        [] => "...".to_owned(),
    };
    let help = format!(
        "test whether to continue: {name}({}) := if({condition}, ..., ...)",
        parameters.join(", ")
    );
    let severity = Code::EndlessRecursion.severity();
    sink.report_call(found.call, Code::EndlessRecursion, severity, message)
        .help(help);
}
