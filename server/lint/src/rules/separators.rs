//! Signs between arguments that are others here: modifiers by `:`, `=` and `<-`, arguments by `;`.

use std::ops::Range;

use cindyscript_diagnostic::{Code, Fix, Severity};
use cindyscript_hir::builtins::{self, Intrinsic, modifiers};
use cindyscript_hir::program::{Callee, Children, TermId, TermKind};
use text_size::{TextRange, TextSize};

use crate::advice::{Advice, write};
use crate::context::Context;
use crate::forms;
use crate::sink::Sink;

/// An argument that the author wrote for a modifier.
struct Meant<'a> {
    name: &'a str,
    argument: TermId,
    /// The range between the name and the value, in its script.
    gap: TextRange,
    is_assigned: bool,
}

/// `draw(p, color = c)`: that assigns to `color`, and hands the value over as an argument.
pub(crate) fn assigned_modifiers(
    cx: &Context,
    sink: &mut Sink,
    call: TermId,
    name: &str,
    arguments: Children,
) {
    let program = &cx.applet.program;
    let arguments = program.children(arguments).iter();
    // Few calls have an assignment for an argument.
    let is_assigned =
        |argument: &TermId| matches!(program.kind(*argument), TermKind::Assign { .. });
    if !arguments.clone().any(is_assigned) {
        return;
    }
    let name = name.to_lowercase();
    let meant = arguments.filter_map(|&argument| {
        let colon = meant_as_modifier(cx, argument);
        colon.or_else(|| assigned_modifier(cx, &name, argument))
    });
    let meant: Vec<Meant<'_>> = meant.collect();
    let Some(first) = meant.iter().find(|one| one.is_assigned) else {
        return;
    };
    let argument = first.argument;
    let (code, severity, message) = finding(&meant, &name);
    let fix = match (meant.as_slice(), program.kind(argument)) {
        ([_], TermKind::Assign { target, value }) => cx.replace_between(target, value, "=", "->"),
        ([_], _) => None,
        (all, _) => arrows(cx, all),
    };
    let help = format!("modifiers are written with `->`: {}", usages(&meant));
    for one in &meant {
        sink.skip_names(one.argument);
        if one.argument != argument {
            sink.reported.insert((one.argument, Code::ForeignModifier));
        }
    }
    sink.report_as(argument, code, severity, message)
        .help(help)
        .with_fix(fix);
    sink.reported.insert((argument, Code::ForeignModifier));
    // The number of arguments is wrong because of the same mistake.
    sink.reported.insert((call, Code::WrongArity));
}

/// The code, severity and message for modifiers that the author wrote as arguments.
fn finding(meant: &[Meant<'_>], function: &str) -> (Code, Severity, String) {
    if !meant.iter().all(|one| one.is_assigned) {
        let message = "modifiers are given by `->`".to_owned();
        return (Code::ForeignModifier, Severity::Error, message);
    }
    let names: Vec<String> = meant.iter().map(|one| format!("`{}`", one.name)).collect();
    let variables = match &names[..] {
        [name] => format!("a variable {name}"),
        _ => format!("variables, {}", names.join(" and ")),
    };
    let message = format!("this sets {variables}, which `{function}` does not see");
    (Code::AssignedModifier, Severity::Warning, message)
}

/// `color = c` among the arguments of a builtin that has such a modifier.
fn assigned_modifier<'a>(cx: &Context<'a>, function: &str, argument: TermId) -> Option<Meant<'a>> {
    let program = &cx.applet.program;
    let TermKind::Assign { target, value } = program.kind(argument) else {
        return None;
    };
    let name = program.names.text(program.name_of(target)?);
    let mut of_name = builtins::named(function).iter();
    let is_modifier = of_name.any(|&builtin| {
        let rows = modifiers::of(builtin).into_iter().flatten();
        rows.into_iter().any(|row| row.name == name)
    });
    is_modifier.then(|| Meant {
        name,
        argument,
        gap: gap(cx, target, value),
        is_assigned: true,
    })
}

/// `draw(A, size: 20)`, `draw(A, color <- red)`: an argument that the author wrote for a modifier.
fn meant_as_modifier<'a>(cx: &Context<'a>, argument: TermId) -> Option<Meant<'a>> {
    let program = &cx.applet.program;
    let (base, value) = match program.kind(argument) {
        TermKind::UserData { base, key } => (base, key),
        TermKind::Call {
            callee, arguments, ..
        } if program.callee(callee).is(Intrinsic::Less) => {
            let &[base, behind] = program.children(arguments) else {
                return None;
            };
            match program.kind(behind) {
                TermKind::Call {
                    callee, arguments, ..
                } if program.callee(callee).operator() == Some(Intrinsic::Negate) => {
                    let &[value] = program.children(arguments) else {
                        return None;
                    };
                    (base, value)
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    let name = program.name_of(base)?;
    if cx.applet.defined().contains(name) {
        return None;
    }
    Some(Meant {
        name: program.names.text(name),
        argument,
        gap: gap(cx, base, value),
        is_assigned: false,
    })
}

/// The range between two terms of one script, there.
fn gap(cx: &Context, name: TermId, value: TermId) -> TextRange {
    let program = &cx.applet.program;
    let (from, to) = (
        program.term(name).range.end(),
        program.term(value).range.start(),
    );
    TextRange::new(from, to.max(from))
}

/// Writes `->` between all names and values.
fn arrows(cx: &Context, meant: &[Meant<'_>]) -> Option<Fix> {
    let script = cx.applet.program.term(meant.first()?.argument).script;
    let text = cx.applet.script_text(script);
    let whole = meant.first()?.gap.cover(meant.last()?.gap);
    let mut written = String::new();
    let mut end = whole.start();
    for one in meant {
        written.push_str(text.get(Range::<usize>::from(TextRange::new(end, one.gap.start())))?);
        written.push_str(" -> ");
        end = one.gap.end();
    }
    Some(Fix::new(
        cx.applet.to_file(script, whole),
        written,
        "write `->`",
    ))
}

/// Advice for modifiers that are written with another sign.
pub(crate) fn colon_modifiers(cx: &Context, call: TermId, given: &[TermId]) -> Option<Advice> {
    let meant: Vec<Meant<'_>> = given
        .iter()
        .filter_map(|&argument| meant_as_modifier(cx, argument))
        .collect();
    if meant.is_empty() || cx.applet.program.term(call).first > given.first().copied()? {
        return None;
    }
    let help = match meant.as_slice() {
        [one] => format!("a modifier is given by `->`: write {} -> ...", one.name),
        all => format!("modifiers are given by `->`: write {}", usages(all)),
    };
    Some(Advice::new(help, arrows(cx, &meant)))
}

/// True if the author may have written an argument for a modifier.
pub(crate) fn has_colon(cx: &Context, arguments: Children) -> bool {
    let mut arguments = cx.applet.program.children(arguments).iter();
    arguments.any(|&argument| meant_as_modifier(cx, argument).is_some())
}

/// Modifiers that are given by `:` or `<-`, in a call that takes so many arguments nevertheless.
pub(crate) fn mistaken_modifiers(cx: &Context, sink: &mut Sink, term: TermId) {
    let program = &cx.applet.program;
    let Some((builtin, _)) = program.builtin_call(term) else {
        return;
    };
    let TermKind::Call { arguments, .. } = program.kind(term) else {
        return;
    };
    let Some(known) = modifiers::of(builtin) else {
        return;
    };
    let meant: Vec<Meant<'_>> = program
        .children(arguments)
        .iter()
        .filter_map(|&argument| meant_as_modifier(cx, argument))
        .filter(|meant| known.clone().any(|row| row.name == meant.name))
        .collect();
    let Some(first) = meant.first() else { return };
    let message = match meant.len() {
        1 => "a modifier is given by `->`",
        _ => "modifiers are given by `->`",
    };
    let fix = arrows(cx, &meant);
    for one in &meant {
        sink.skip_names(one.argument);
    }
    sink.report(first.argument, Code::ForeignModifier, message)
        .help(format!("write {}", usages(&meant)))
        .with_fix(fix);
}

/// `f(x; y)` of a function of the applet that takes more arguments.
pub(crate) fn own_semicolons(cx: &Context, own: &[&Callee], given: &[TermId]) -> Option<Advice> {
    let takes = |count: usize| own.iter().any(|row| row.arity as usize == count);
    semicolons(cx, given, &takes)
}

/// `draw([0, 0]; [1, 1])`, which has as many arguments as it may have: what stands before the
/// semicolon does nothing.
pub(crate) fn separated_arguments(
    cx: &Context,
    sink: &mut Sink,
    call: TermId,
    arguments: Children,
) {
    let program = &cx.applet.program;
    let given = program.children(arguments);
    let is_idle = |&argument: &TermId| match program.kind(argument) {
        TermKind::Sequence(parts) => {
            let parts = program.children(parts).split_last();
            parts.is_some_and(|(_, heads)| {
                !heads.is_empty() && heads.iter().all(|&head| is_idle(cx, head))
            })
        }
        _ => false,
    };
    let Some(&idle) = given.iter().find(|argument| is_idle(argument)) else {
        return;
    };
    let given = given.to_vec();
    let TermKind::Call { callee, .. } = program.kind(call) else {
        return;
    };
    let name = &program.callee(callee).name;
    let lower = name.to_lowercase();
    let mut same = program
        .callees
        .iter()
        .filter(|row| row.name.to_lowercase() == lower);
    let is_own = same.any(|row| !row.definitions.is_empty());
    let takes = |count: usize| match is_own {
        true => {
            let mut callees = program.callees.iter();
            callees.any(|row| {
                row.arity as usize == count
                    && !row.definitions.is_empty()
                    && row.name.to_lowercase() == lower
            })
        }
        false => builtins::find(&lower, count).is_some(),
    };
    let advice = semicolons(cx, &given, &takes);
    let message = "the value before this `;` is not used: `;` ends a statement";
    sink.skip_names(call);
    sink.report(call, Code::ArgumentSeparator, message)
        .help("arguments are separated by `,`")
        .advice(advice);
    let range = cx.applet.range(idle);
    let last = sink.found.last_mut();
    if let Some(last) = last.filter(|one| one.code == Code::ArgumentSeparator) {
        last.range = range;
    }
}

/// `[1, 2; 3, 4]`
pub(crate) fn separated_rows(cx: &Context, sink: &mut Sink, list: TermId, parts: Children) {
    let program = &cx.applet.program;
    let parts = program.children(parts);
    if listed_statements(cx, sink, list, parts) {
        return;
    }
    let mut rows: Vec<Vec<TermId>> = vec![Vec::new()];
    for &part in parts {
        let statements = match program.kind(part) {
            TermKind::Sequence(statements) => program.children(statements),
            _ => std::slice::from_ref(&part),
        };
        for (place, &statement) in statements.iter().enumerate() {
            if !is_idle(cx, statement) {
                return;
            }
            if place > 0 {
                rows.push(Vec::new());
            }
            if let Some(row) = rows.last_mut() {
                row.push(statement);
            }
        }
    }
    if rows.len() < 2 {
        return;
    }
    // `1 2` is written as one number.
    let rows = rows.iter().map(|row| {
        let values = row.iter().flat_map(|&one| match program.kind(one) {
            TermKind::Number(_) => cx.applet.written(one).split_whitespace().collect(),
            _ => vec![cx.applet.written(one)],
        });
        values.collect::<Vec<_>>()
    });
    let rows: Vec<Vec<&str>> = rows.collect();
    let is_vector = rows.iter().all(|row| row.len() == 1);
    let rows = rows.iter().map(|row| match is_vector {
        true => row.join(", "),
        false => format!("[{}]", row.join(", ")),
    });
    let rows: Vec<String> = rows.collect();
    let matrix = format!("[{}]", rows.join(", "));
    let range = cx.applet.range(list);
    let fix = write(range, &matrix);
    sink.found
        .retain(|found| found.code != Code::SpacedNumber || !range.contains_range(found.range));
    let (message, help) = match is_vector {
        true => (
            "`;` does not separate values: the value before it is lost",
            "the values of a list are separated by `,`",
        ),
        false => (
            "`;` does not separate rows: the row before it is lost",
            "a matrix is a list of its rows",
        ),
    };
    sink.report(list, Code::ArgumentSeparator, message)
        .help(format!("{help}: write {matrix}"))
        .with_fix(fix);
}

/// `f(x) := (y = x^2, y + 1)`: statements that are elements of a list.
fn listed_statements(cx: &Context, sink: &mut Sink, list: TermId, parts: &[TermId]) -> bool {
    let program = &cx.applet.program;
    let &[first, .., last] = parts else {
        return false;
    };
    let is_assignment = matches!(program.kind(first), TermKind::Assign { .. });
    if !is_assignment || !cx.applet.written(list).starts_with('(') {
        return false;
    }
    let fix = Fix::new(
        cx.spanning(first, last),
        cx.all_written(parts, "; "),
        "separate the statements by `;`",
    );
    let message = "with commas between them, these statements are the elements of a list";
    sink.report(list, Code::ArgumentSeparator, message)
        .help("statements are separated by `;`")
        .with_fix(fix);
    true
}

/// `1:10`, which asks a number for what is kept under a key.
pub(crate) fn range_by_colon(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    base: TermId,
    key: TermId,
) {
    let program = &cx.applet.program;
    let is_number = |term: TermId| matches!(program.kind(term), TermKind::Number(_));
    if !is_number(base) || !(is_number(key) || program.name_of(key).is_some()) {
        return;
    }
    let [from, to] = [base, key].map(|part| cx.applet.written(part));
    // `a ? 1 : 0`: another rule reports that.
    let row = program.term(base);
    let text = cx.applet.script_text(row.script);
    let before = text.get(..usize::from(row.range.start()));
    if before.is_some_and(|before| before.trim_end().ends_with('?')) {
        return;
    }
    let range = format!("{from}..{to}");
    // In brackets, it would be a list of a list.
    let list = TermId(term.0 + 1);
    let is_alone = matches!(
        program.terms.get(list.index()).map(|row| row.kind),
        Some(TermKind::List(parts)) if program.children(parts) == [term]
    );
    let whole = if is_alone { list } else { term };
    let fix = write(cx.applet.range(whole), &range);
    let message = "`:` makes no range";
    sink.report_as(whole, Code::ForeignOperator, Severity::Warning, message)
        .help(format!("write {range}"))
        .with_fix(fix);
}

/// `1...10`, which ends at `.10`.
pub(crate) fn three_dots(cx: &Context, sink: &mut Sink, term: TermId, from: TermId, to: TermId) {
    let is_number = matches!(cx.applet.program.kind(to), TermKind::Number(_));
    let [start, end] = [from, to].map(|part| cx.applet.written(part));
    let Some(digits) = end.strip_prefix('.').filter(|_| is_number) else {
        return;
    };
    let range = format!("{start}..{digits}");
    let fix = write(cx.applet.range(term), &range);
    let message = format!("this goes from {start} to 0.{digits}: a range has two dots");
    sink.report_as(term, Code::ForeignOperator, Severity::Warning, message)
        .help(format!("write {range}"))
        .with_fix(fix);
}

/// True if a term does nothing besides having a value.
fn is_idle(cx: &Context, term: TermId) -> bool {
    let program = &cx.applet.program;
    match program.kind(term) {
        TermKind::Number(_) | TermKind::Text(_) | TermKind::Variable(_) => true,
        TermKind::List(parts) => {
            let mut parts = program.children(parts).iter();
            parts.all(|&part| is_idle(cx, part))
        }
        TermKind::Field { base, .. } => is_idle(cx, base),
        TermKind::Index { base, index } => is_idle(cx, base) && is_idle(cx, index),
        _ => false,
    }
}

/// An empty place among the names of a loop: `forall(l, e, , ...)`, `apply(l, , x)`.
pub(crate) fn empty_place(cx: &Context, sink: &mut Sink, term: TermId) {
    let program = &cx.applet.program;
    let TermKind::Iterate(id) = program.kind(term) else {
        return;
    };
    let iteration = program.iteration(id);
    let name = iteration.kind.name();
    let parts = [
        Some(iteration.domain),
        iteration.element_term.or(iteration.ignored),
        iteration.index_term,
        Some(iteration.body),
    ];
    let is_there = |part: &TermId| {
        !program.term(*part).range.is_empty() || program.kind(*part) != TermKind::Undefined
    };
    let parts: Vec<TermId> = parts.into_iter().flatten().filter(is_there).collect();
    let mut pairs = parts.windows(2);
    let found = pairs.find_map(|pair| Some((pair[0], two_commas(cx, pair[0], pair[1])?)));
    let Some((before, (range, comma))) = found else {
        return;
    };
    let (severity, message, help) = match before == iteration.domain {
        true => (
            Severity::Warning,
            format!("the name of the running variable of `{name}` is missing here: it is `#`"),
            format!(
                "write {name}({}, k, ...), or one comma",
                cx.applet.text(before)
            ),
        ),
        false => (
            Severity::Hint,
            "the name for the index in the list is missing here".to_owned(),
            "write a name, or one comma".to_owned(),
        ),
    };
    sink.report_as(term, Code::EmptyPlace, severity, message)
        .at(range)
        .help(help)
        .with_fix(Fix::new(comma, "", "delete a comma"));
}

/// The range from a comma between two terms to the next one, with and without that, if nothing is
/// between them.
fn two_commas(cx: &Context, before: TermId, after: TermId) -> Option<(TextRange, TextRange)> {
    let script = cx.applet.program.term(before).script;
    let gap = gap(cx, before, after);
    let written = cx
        .applet
        .script_text(script)
        .get(Range::<usize>::from(gap))?;
    let (first, last) = (written.find(',')?, written.rfind(',')?);
    let between = written.get(first + 1..last).filter(|_| first != last)?;
    let of_script = |from: usize, to: usize| {
        let at = |offset: usize| gap.start() + TextSize::try_from(offset).unwrap_or_default();
        cx.applet.to_file(script, TextRange::new(at(from), at(to)))
    };
    let ranges = (of_script(first, last + 1), of_script(first, last));
    between.trim().is_empty().then_some(ranges)
}

/// `size -> ..., color -> ...`
fn usages(meant: &[Meant<'_>]) -> String {
    let usages: Vec<String> = meant
        .iter()
        .map(|one| format!("{} -> ...", one.name))
        .collect();
    usages.join(", ")
}

/// `if(a > 2; p; q)`
pub(crate) fn semicolons(
    cx: &Context,
    given: &[TermId],
    takes: &impl Fn(usize) -> bool,
) -> Option<Advice> {
    let program = &cx.applet.program;
    let (place, parts) =
        given
            .iter()
            .enumerate()
            .find_map(|(place, &term)| match program.kind(term) {
                TermKind::Sequence(parts) if parts.len() > 1 => {
                    Some((place, program.children(parts).to_vec()))
                }
                _ => None,
            })?;
    // As many as there may be; the rest stays together.
    let count = (2..=parts.len()).rev();
    let mut count = count.filter(|count| takes(given.len() - 1 + count));
    let count = count.next()?;
    let (heads, body) = parts.split_at(count - 1);
    let (&first, &last) = (heads.first()?, body.last()?);
    let text = format!(
        "{}, {}",
        cx.all_written(heads, ", "),
        cx.all_written(body, "; ")
    );
    debug_assert!(place < given.len());
    Some(Advice::new(
        "arguments are separated by `,`, statements by `;`",
        Fix::new(
            cx.spanning(first, last),
            text,
            "separate the arguments by `,`",
        ),
    ))
}

/// `max(0, a, b)`, `color(1, 0, 0)`
pub(crate) fn as_list(cx: &Context, term: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
    let [first, .., last] = *given else {
        return None;
    };
    let mut rows = builtins::named(name).iter();
    if !rows.any(|id| id.row().is_of_one_list) {
        return None;
    }
    let list = format!("[{}]", cx.all_written(given, ", "));
    let range = cx.spanning(first, last);
    // `draw(A, color [1, 0, 0])`
    let written = cx.applet.written(term);
    if let Some((called, _)) = written.split_once('[')
        && called.trim() == name
    {
        let whole = cx.applet.range(term);
        let text = cx.applet.document.text();
        let before = text.get(..usize::from(whole.start())).unwrap_or_default();
        let instead = match before.trim_end().ends_with(',') {
            true => format!("{name} -> {list}"),
            false => format!("{name}({list})"),
        };
        return Some(Advice::new(
            format!("write {instead}"),
            write(whole, &instead),
        ));
    }
    let within = |root: TermId| (cx.applet.program.term(root).first..=root).contains(&term);
    let mut plots = cx.applet.program.plots.iter();
    if forms::is(name, Intrinsic::Color) && plots.any(|plot| within(plot.body)) {
        return Some(Advice::new(
            format!("a colour is a list: write {list}"),
            write(cx.applet.range(term), &list),
        ));
    }
    let is_whole = cx.applet.range(term).contains_range(range);
    Some(Advice::new(
        format!("`{name}` takes one list: write {name}({list})"),
        is_whole.then(|| write(range, &list)),
    ))
}
