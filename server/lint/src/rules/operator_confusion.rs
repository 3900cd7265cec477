//! A sign that means something else: `=` for `->` and `==`, `:=` for `=`, comparisons in a chain,
//! and names of functions that differ in case only.

use std::ops::Range;

use cindyscript_analysis::InferredApplet;
use cindyscript_analysis::statements::remove_function;
use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use cindyscript_hir::builtins::{self, BuiltinId, Intrinsic};
use cindyscript_hir::presets;
use cindyscript_hir::program::{Callee, Children, FunctionId, TermId, TermKind};
use cindyscript_hir::types::Type;
use rustc_hash::FxHashSet;
use text_size::{TextRange, TextSize};

use crate::advice::write;
use crate::context::Context;
use crate::sink::Sink;

/// Other signs for comparisons of sizes.
const SIGNS: [&str; 4] = ["≤", "≦", "≥", "≧"];

/// `f(t) := ...; F(t) := ...`: these are one function, and the second definition is the one that
/// counts. That is so whatever definition is in force.
pub(crate) fn replaced(analysis: &InferredApplet) -> impl Iterator<Item = Diagnostic> {
    let callees = analysis.program.callees.iter();
    callees.filter_map(|row| replaced_function(analysis, row))
}

fn replaced_function(analysis: &InferredApplet, row: &Callee) -> Option<Diagnostic> {
    let program = &analysis.program;
    let (&first, others) = row.definitions.split_first()?;
    if others.is_empty() || row.runs_code() {
        return None;
    }
    let name = |id: FunctionId| {
        let function = program.function(id);
        let text = analysis.script_text(function.script);
        let name = text.get(Range::<usize>::from(function.name_range));
        let words = name.unwrap_or_default().split_whitespace();
        words.collect::<String>()
    };
    let of_first = name(first);
    let Some(&second) = others.iter().find(|&&id| name(id) != of_first) else {
        return replaced_at_once(analysis, row);
    };
    let of_second = name(second);
    if of_first.is_empty() || of_second.is_empty() {
        return None; // a text that was run
    }
    let place = |id: FunctionId| {
        let function = program.function(id);
        analysis.to_file(function.script, function.name_range)
    };
    let message = format!(
        "this replaces `{of_first}`: in names of functions, capital and small letters are the same"
    );
    let said = Diagnostic::new(Code::SameFunction, place(second), message)
        .help("rename one of the two")
        .related(place(first), format!("`{of_first}` is defined here"));
    Some(said)
}

/// `f(z) := ...; f(x) := ...;` in one script, where nothing calls the first one between them.
fn replaced_at_once(analysis: &InferredApplet, row: &Callee) -> Option<Diagnostic> {
    let program = &analysis.program;
    let definition = |statement: TermId| match program.kind(statement) {
        TermKind::Define(id) => row.definitions.contains(&id).then_some(id),
        _ => None,
    };
    let runs_code = |statement: &TermId| {
        let mut within = program.subtree(*statement);
        within.any(|term| match program.kind(term) {
            TermKind::Call { callee, .. } => {
                let callee = program.callee(callee);
                !callee.definitions.is_empty() || callee.runs_code()
            }
            TermKind::Plot(_) => true,
            _ => false,
        })
    };
    program.scripts.iter().find_map(|script| {
        let TermKind::Sequence(statements) = program.kind(script.root) else {
            return None;
        };
        let statements = program.children(statements);
        let defining = statements.iter().enumerate();
        let defining: Vec<(usize, FunctionId)> = defining
            .filter_map(|(place, &statement)| Some((place, definition(statement)?)))
            .collect();
        let (first, second) = defining.windows(2).find_map(|pair| {
            let &[(from, first), (to, second)] = pair else {
                return None;
            };
            let mut between = statements[from + 1..to].iter();
            (!between.any(runs_code)).then_some((first, second))
        })?;
        let place = |id: FunctionId| {
            let function = program.function(id);
            analysis.to_file(function.script, function.name_range)
        };
        let line = analysis.line(place(first).start());
        let message = format!(
            "this replaces the definition of `{}` in line {line}",
            row.name
        );
        let mut said = Diagnostic::new(Code::SameFunction, place(second), message)
            .severity(Severity::Hint)
            .help("delete one of the two, or rename it")
            .related(place(first), format!("`{}` is defined here", row.name));
        said.fix = remove_function(analysis, place(first));
        Some(said)
    })
}

/// True if a callee compares sizes.
pub(crate) fn compares_sizes(callee: &Callee) -> bool {
    let builtin = callee.builtin;
    builtin.is_some_and(|builtin| builtin.row().compares_sizes)
}

/// `if(n = 5, ...)`, `if(n := 5, ...)`, `if(n =! 5, ...)`.
pub(crate) fn assigned_condition(cx: &Context, sink: &mut Sink, condition: TermId) {
    let program = &cx.applet.program;
    let (target, value, sign) = match program.kind(condition) {
        TermKind::Assign { target, value } => (target, value, "="),
        TermKind::DefineLazy { target, body } => (target, body, ":="),
        _ => return,
    };
    let [name, value_text] = [target, value].map(|term| cx.applet.text(term));
    // `=!` in one word.
    let is_unequal = cx.applet.written(value).starts_with('!')
        && cx
            .between(target, value)
            .is_some_and(|(_, text)| text.ends_with('='));
    let (message, fix, help) = match program.root_of_elements(target) {
        _ if is_unequal => {
            let end = cx.applet.range(value).start() + TextSize::of('!');
            let range = TextRange::new(end - TextSize::of("=!"), end);
            let message = format!("this sets `{name}` to `{value_text}` and does not compare");
            (
                message,
                Some(write(range, "!=")),
                "to compare for inequality, write `!=`",
            )
        }
        root => {
            let message = match root {
                Some(_) if sign == "=" => {
                    format!("this sets `{name}` to `{value_text}` and does not compare")
                }
                _ => format!("`{sign}` assigns a value, it does not compare"),
            };
            let fix = cx.replace_between(target, value, sign, "==");
            (message, fix, "to compare, write `==`")
        }
    };
    sink.report(condition, Code::AssignedCondition, message)
        .help(help.to_owned())
        .with_fix(fix);
    sink.reported.insert((target, Code::NotAssignable));
    sink.reported.insert((target, Code::NotOnGpu));
    sink.reported.insert((value, Code::NoSignature));
}

/// `s =+ k`, which assigns `+k`, and `3 = a`.
pub(crate) fn reversed_counting(cx: &Context, sink: &mut Sink, term: TermId) {
    let program = &cx.applet.program;
    let TermKind::Assign { target, value } = program.kind(term) else {
        return;
    };
    if let (TermKind::Number(_), Some(_)) = (program.kind(target), program.name_of(value)) {
        let [number, name] = [target, value].map(|part| cx.applet.written(part));
        let turned = format!("{name} = {number}");
        let fix = write(cx.applet.range(term), &turned);
        let message = "the variable is on the left of `=`";
        sink.skip_names(term);
        sink.report_as(target, Code::NotAssignable, Severity::Warning, message)
            .help(format!("write {turned}"))
            .with_fix(fix);
        return;
    }
    let Some((callee, arguments)) = program.call(value) else {
        return;
    };
    let sign = match callee.operator() {
        Some(Intrinsic::Plus) => "+",
        Some(Intrinsic::Negate) => "-",
        _ => return,
    };
    let &[operand] = arguments else {
        return;
    };
    // `a =-1` is well written.
    let signs = format!("={sign}");
    let written = cx
        .between(target, operand)
        .map(|(_, text)| text.trim_start());
    let behind = written.and_then(|text| text.strip_prefix(signs.as_str()));
    if !behind.is_some_and(|behind| sign == "+" || behind.starts_with(' ')) {
        return;
    }
    let [name, amount] = [target, operand].map(|part| cx.applet.written(part));
    let counted = format!("{name} = {name} {sign} {amount}");
    let fix = write(cx.applet.range(term), &counted);
    let message = format!("this sets `{name}` to `{sign}{amount}`");
    sink.report_as(term, Code::ForeignOperator, Severity::Warning, message)
        .help(format!("to count, write {counted}"))
        .with_fix(fix);
}

/// `pi = 3`: from there on, it is 3.
pub(crate) fn constant_assigned(cx: &Context, sink: &mut Sink, target: TermId) {
    let program = &cx.applet.program;
    let Some(name) = program.name_of(target).map(|name| program.names.text(name)) else {
        return;
    };
    if presets::find(name).is_none_or(|preset| preset.is_reused) {
        return;
    }
    let message = format!("this overwrites the predefined `{name}`");
    sink.report(target, Code::ConstantAssigned, message)
        .help("choose another name");
}

/// `A = [1, 1]`, where `A` is a point of the construction: that makes a variable of the name.
pub(crate) fn element_assigned(cx: &Context, sink: &mut Sink, target: TermId, value: TermId) {
    let program = &cx.applet.program;
    let Some(name) = program.name_of(target).map(|name| program.names.text(name)) else {
        return;
    };
    let is_place = match cx.type_of(value) {
        Type::Point => true,
        ty => matches!(ty.known_len(), Some(2 | 3)),
    };
    if is_place {
        free_point_assigned(cx, sink, target, name);
    }
}

/// Says that an assignment makes a variable of the name of a free point.
pub(crate) fn free_point_assigned(cx: &Context, sink: &mut Sink, target: TermId, name: &str) {
    let element = cx.element_named(name);
    if element.is_none_or(|one| one.kind != "Free") {
        return;
    }
    let field = format!("{name}.xy");
    let fix = write(cx.applet.range(target), &field);
    let message = format!("`{name}` is a variable from here on, the point stays where it is");
    sink.report(target, Code::ConstantAssigned, message)
        .help(format!("to move the point, write {field} = ..."))
        .with_fix(fix);
}

/// `"x is {x}"`
pub(crate) fn placeholders(cx: &Context, sink: &mut Sink, term: TermId, text: &str) {
    if text.contains(['$', '\\']) || !text.contains('{') {
        return;
    }
    let is_shown = match cx
        .applet
        .parent(term)
        .map(|outer| cx.applet.program.kind(outer))
    {
        Some(TermKind::Call { callee, .. }) => matches!(
            cx.applet.program.callee(callee).intrinsic(),
            Some(Intrinsic::Print | Intrinsic::DrawText | Intrinsic::Add)
        ),
        _ => false,
    };
    let (mut parts, mut first, mut rest) = (Vec::new(), None, text);
    while let Some((before, behind)) = rest.split_once('{')
        && let Some((name, behind)) = behind.split_once('}')
    {
        let variable = name.trim();
        if variable.is_empty() || !cx.is_variable(variable) {
            return;
        }
        first = first.or(Some(variable));
        if !before.is_empty() || parts.is_empty() {
            parts.push(format!("\"{before}\""));
        }
        parts.push(variable.to_owned());
        rest = behind;
    }
    let Some(first) = first.filter(|_| is_shown && !rest.contains('{')) else {
        return;
    };
    if !rest.is_empty() {
        parts.push(format!("\"{rest}\""));
    }
    let joined = parts.join(" + ");
    let fix = write(cx.applet.range(term), &joined);
    let message = format!("strings have no placeholders: `{{{first}}}` stays as it is");
    sink.report_as(term, Code::Escape, Severity::Hint, message)
        .help(format!("write {joined}"))
        .with_fix(fix);
}

/// `"a\\nb"`: strings have no escapes. LaTeX has such words.
pub(crate) fn escapes(sink: &mut Sink, term: TermId, text: &str) {
    if text.contains('$') || !text.contains('\\') {
        return;
    }
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphabetic());
    let mut words = text.match_indices('\\').map(|(at, _)| &text[at + 1..]);
    let (escape, instead) = match words.find_map(|rest| match rest.chars().next()? {
        'n' => Some(("\\n", "newline", &rest[1..])),
        't' => Some(("\\t", "tab", &rest[1..])),
        _ => None,
    }) {
        Some((escape, instead, rest)) if ends(rest) || text.len() < 40 => (escape, instead),
        _ => return,
    };
    let message = format!("strings have no escapes: `{escape}` stays as it is");
    sink.report_as(term, Code::Escape, Severity::Hint, message)
        .help(format!("write \"...\" + {instead} + \"...\""));
}

/// `plot("x^2")`
pub(crate) fn quoted_graph(cx: &Context, sink: &mut Sink, builtin: BuiltinId, arguments: Children) {
    let program = &cx.applet.program;
    let graph = program.children(arguments).first();
    let Some(&graph) = graph.filter(|_| builtin.is(Intrinsic::Plot)) else {
        return;
    };
    let TermKind::Text(text) = program.kind(graph) else {
        return;
    };
    let formula = program.text(text);
    let fix = write(cx.applet.range(graph), formula);
    let message = "`plot` draws the graph of an expression, but this is a string: nothing is drawn";
    sink.report(graph, Code::NotDrawable, message)
        .help(format!("write plot({formula})"))
        .with_fix(fix);
}

/// `n := n + 1`: whoever asks for `n` asks for `n` again, without end.
pub(crate) fn lazy_of_itself(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    target: TermId,
    body: TermId,
) {
    let program = &cx.applet.program;
    let Some(name) = program.name_of(target) else {
        return;
    };
    let mut within = program.subtree(body);
    if !within.any(|inner| program.name_of(inner) == Some(name)) {
        return;
    }
    let text = program.names.text(name);
    let code = cx.applet.text(body);
    let message = format!(
        "`:=` stores the expression `{code}`, which evaluates `{text}` again and never ends"
    );
    let fix = cx.replace_between(target, body, ":=", "=");
    sink.report(term, Code::CodeOfItself, message)
        .help("to compute the value now, write `=`")
        .with_fix(fix);
}

/// `1 < x < 3`: the first comparison is true or false, which is not compared with 3.
pub(crate) fn chain(cx: &Context, sink: &mut Sink, term: TermId, chained: &mut FxHashSet<TermId>) {
    let program = &cx.applet.program;
    let operands = |term: TermId| match program.kind(term) {
        TermKind::Call {
            callee, arguments, ..
        } if compares_sizes(program.callee(callee)) => match *program.children(arguments) {
            [a, b] => Some((a, b)),
            _ => None,
        },
        _ => None,
    };
    // From the last comparison to the first, each with what it compares.
    let mut links = Vec::new();
    let mut next = term;
    while let Some((a, b)) = operands(next) {
        links.push((a, b));
        chained.insert(next);
        next = a;
    }
    if links.len() < 2 {
        return;
    }
    let mut parts = Vec::new();
    let mut left = next;
    for &(before, right) in links.iter().rev() {
        let operator = cx.between(before, right).map(|(_, text)| text.trim());
        // Parentheses around a comparison: then this is no chain as mathematics has it.
        let is_comparison = |operator: &str| {
            let builtin = builtins::find(operator, 2);
            builtin.is_some_and(|builtin| builtin.row().compares_sizes)
        };
        let is_plain = |operator: &&str| is_comparison(operator) || SIGNS.contains(operator);
        let Some(operator) = operator.filter(is_plain) else {
            parts.clear();
            break;
        };
        let [a, b] = [left, right].map(|term| cx.applet.written(term));
        parts.push(format!("{a} {operator} {b}"));
        left = right;
    }
    let message = "comparisons cannot be chained: the result is always undefined";
    let fix = (!parts.is_empty()).then(|| {
        let joined = parts.join(" & ");
        write(cx.applet.range(term), &joined)
    });
    sink.report(term, Code::ChainedComparison, message)
        .help_if_known(fix.as_ref().map(|fix| format!("write `{}`", fix.text)))
        .with_fix(fix);
}
