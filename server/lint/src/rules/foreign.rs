//! Spellings of other languages: functions of GLSL and JavaScript, indices in brackets, operators,
//! declared variables. Each with what CindyScript has for it.

use std::ops::Range;

use cindyscript_analysis::statements::statement_start;
use cindyscript_diagnostic::{Code, Fix};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Callee, Children, Term, TermId, TermKind};
use cindyscript_hir::types::Type;
use text_size::{TextRange, TextSize};

use super::counterparts::{self, Instead, RESULT, counterpart};
use super::spellings::{OTHERWISE, Position, spelling};
use crate::advice::{Advice, write};
use crate::context::Context;
use crate::sink::Sink;

/// The help for a loop of another language.
const LOOPS: &str = "repeat(n, i, ...) counts, forall(list, v, ...) goes through a list";

/// A call of a function that only other languages have.
struct ForeignCall<'c, 'a> {
    cx: &'c Context<'a>,
    call: TermId,
    range: TextRange,
    /// The range of the name, and the text from there.
    name: TextRange,
    before: &'c str,
    behind: &'c str,
    /// The name in lower case.
    lower: &'c str,
    given: &'c [TermId],
}

/// Advice for calls of one shape.
type Shape = fn(&ForeignCall) -> Option<Advice>;

/// Shapes of calls of any name.
const OF_ANY_NAME: [Shape; 3] = [element_in_brackets, behind_a_word, coordinate_of_point];

/// Shapes of calls of names that have a counterpart.
const OF_COUNTERPARTS: [Shape; 6] = [
    skipped_round,
    returned_value,
    loop_in,
    loop_with_a_variable,
    counting_loop,
    empty_list,
];

/// Advice for a call of a function that only other languages have.
pub(crate) fn foreign_call(
    cx: &Context,
    call: TermId,
    row: &Callee,
    arguments: Children,
    name: TextRange,
) -> Option<Advice> {
    let written = cx.applet.written(call);
    let (before, behind) = written.split_at_checked(usize::from(name.len()))?;
    let lower = row.name.to_lowercase();
    let given = cx.applet.program.children(arguments);
    let of = ForeignCall {
        cx,
        call,
        range: cx.applet.range(call),
        name,
        before,
        behind,
        lower: &lower,
        given,
    };
    let advice = OF_ANY_NAME.iter().find_map(|shape| shape(&of));
    advice.or_else(|| {
        let instead = counterpart(&lower, given.len())?;
        let advice = OF_COUNTERPARTS.iter().find_map(|shape| shape(&of));
        advice.or_else(|| Some(counterpart_of_call(cx, of.call, name, instead, given)))
    })
}

impl ForeignCall<'_, '_> {
    fn written(&self, term: TermId) -> &str {
        self.cx.applet.written(term)
    }

    /// Advice to write a text in the place of the call.
    #[track_caller]
    fn rewritten(&self, help: impl Into<String>, text: &str) -> Option<Advice> {
        let fix = write(self.range, text);
        Some(Advice::new(help.into(), fix))
    }
}

/// `v[1]`, which calls.
fn element_in_brackets(of: &ForeignCall) -> Option<Advice> {
    let (index, &[term]) = (of.behind.trim_start().strip_prefix('[')?, of.given) else {
        return None;
    };
    let index = index.strip_suffix(']').unwrap_or(index).trim();
    let index = if index == "0" { "1" } else { index };
    let element = match of.cx.applet.program.kind(term) {
        TermKind::Number(_) | TermKind::Variable(_) => format!("{}_{index}", of.before),
        _ => format!("{}_({index})", of.before),
    };
    let first = format!("{}_1", of.before);
    let help = match element == first {
        true => format!("an element of a list is written {element}"),
        false => format!("an element of a list is written {element}, the first is {first}"),
    };
    of.rewritten(help, &element)
}

/// A word of another language, or the name of a function, with space behind it.
fn behind_a_word(of: &ForeignCall) -> Option<Advice> {
    let (first, rest) = words(of.before)?;
    match first {
        _ if spelling(Position::Defining, first, &[]).is_some() => {
            Some(definition(of.cx, of.range, rest, of.behind))
        }
        "else" | "then" => Some(Advice::without_fix(OTHERWISE)),
        "new" => Some(new_object(of, rest)),
        // `repeat 5 times println("a")`
        "repeat" if let Some((count, what)) = rest.split_once(" times ") => {
            let instead = format!("repeat({count}, {}{})", what.trim(), of.behind);
            of.rewritten(format!("write {instead}"), &instead)
        }
        // `colorplot hue(|#|)`
        _ => {
            let call = format!("{rest}{}", of.behind);
            let instead = match first {
                "return" => call,
                _ if cindyscript_hir::builtins::arities(first).is_empty() => return None,
                _ => format!("{first}({call})"),
            };
            let help = format!("spaces inside names are ignored: write {instead}");
            of.rewritten(help, &instead)
        }
    }
}

/// `new Point(1, 2)`
fn new_object(of: &ForeignCall, kind: &str) -> Advice {
    let inner = of.behind.trim_start().strip_prefix('(');
    let inner = inner.and_then(|inner| inner.strip_suffix(')'));
    let (help, list) = match (kind, of.given) {
        ("Array", [_]) => (
            "there is no `new`: a list of n zeros is zerovector(n)",
            inner.map(|inner| format!("zerovector({inner})")),
        ),
        _ => (
            "there is no `new`: a point or a vector is a list, [x, y]",
            inner.map(|inner| format!("[{inner}]")),
        ),
    };
    let is_list = matches!(kind, "Point" | "Vector" | "Array");
    Advice::new(
        help.to_owned(),
        list.filter(|_| is_list).map(|list| write(of.range, &list)),
    )
}

/// `x(A)`
fn coordinate_of_point(of: &ForeignCall) -> Option<Advice> {
    let ("x" | "y", &[point]) = (of.lower, of.given) else {
        return None;
    };
    let program = &of.cx.applet.program;
    let text = program.names.text(program.name_of(point)?);
    of.cx.element_named(text)?;
    let coordinate = format!("{text}.{}", of.lower);
    let help = format!("a coordinate of a point is written {coordinate}");
    of.rewritten(help, &coordinate)
}

/// `return(x)`
fn returned_value(of: &ForeignCall) -> Option<Advice> {
    match *of.given {
        [value] if of.lower == "return" => of.rewritten(RESULT, of.written(value)),
        _ => None,
    }
}

/// `continue()`
fn skipped_round(of: &ForeignCall) -> Option<Advice> {
    (of.lower == "continue").then(|| rest_of_round(of.cx, of.call))?
}

/// Advice for a word that is to skip the rest of a round: `if(k == 2, continue()); println(k)`.
pub(crate) fn rest_of_round(cx: &Context, word: TermId) -> Option<Advice> {
    let program = &cx.applet.program;
    let branch = cx.applet.parent(word)?;
    let TermKind::If {
        condition,
        otherwise: None,
        ..
    } = program.kind(branch)
    else {
        return None;
    };
    let round = cx.applet.parent(branch)?;
    let TermKind::Sequence(statements) = program.kind(round) else {
        return None;
    };
    let is_round = match program.kind(cx.applet.parent(round)?) {
        TermKind::Iterate(id) => program.iteration(id).body == round,
        TermKind::While { body, .. } => body == round,
        _ => false,
    };
    let mut statements = program.children(statements).iter();
    statements.find(|&&statement| statement == branch)?;
    let (&first, &last) = (
        is_round.then(|| statements.as_slice().first())??,
        statements.last()?,
    );
    let text = cx.applet.document.text();
    let rest = text.get(Range::<usize>::from(cx.spanning(first, last)))?;
    let instead = format!("if({}, {rest})", negated(cx, condition));
    Some(Advice::new(
        format!("to skip the rest of a round, put it into an `if`: {instead}"),
        write(cx.spanning(branch, last), &instead),
    ))
}

/// A condition that holds where another does not.
fn negated(cx: &Context, condition: TermId) -> String {
    let program = &cx.applet.program;
    let sign = program.intrinsic(condition).and_then(|one| match one {
        Intrinsic::Equal => Some("!="),
        Intrinsic::Unequal => Some("=="),
        _ => None,
    });
    match (sign, program.kind(condition)) {
        (Some(sign), TermKind::Call { arguments, .. }) => {
            cx.all_written(program.children(arguments), &format!(" {sign} "))
        }
        _ if cx.is_one(condition) => format!("!{}", cx.applet.written(condition)),
        _ => format!("!({})", cx.applet.written(condition)),
    }
}

/// `for(i in 1..5, println(i))`
fn loop_in(of: &ForeignCall) -> Option<Advice> {
    let ("for" | "foreach" | "forall", &[domain, body]) = (of.lower, of.given) else {
        return None;
    };
    let (variable, domain) = of.written(domain).split_once(" in ")?;
    let (variable, domain) = (variable.trim(), domain.trim());
    if !variable.chars().all(char::is_alphanumeric) {
        return None;
    }
    let instead = format!("forall({domain}, {variable}, {})", of.written(body));
    of.rewritten(format!("write {instead}"), &instead)
}

/// `for(1..5, i, println(i))`
fn loop_with_a_variable(of: &ForeignCall) -> Option<Advice> {
    let program = &of.cx.applet.program;
    let ("for", &[domain, variable, _]) = (of.lower, of.given) else {
        return None;
    };
    program.name_of(variable)?;
    let instead = match program.kind(domain) {
        TermKind::Number(_) => "repeat",
        _ => "forall",
    };
    Some(Advice::new(LOOPS, write(of.name, instead)))
}

/// `list()`
fn empty_list(of: &ForeignCall) -> Option<Advice> {
    match of.lower {
        "list" | "array" if of.given.is_empty() => of.rewritten("the empty list is []", "[]"),
        _ => None,
    }
}

/// Advice for a call of what another language has.
pub(crate) fn counterpart_of_call(
    cx: &Context,
    call: TermId,
    name: TextRange,
    instead: &Instead,
    given: &[TermId],
) -> Advice {
    let range = cx.applet.range(call);
    let fix = match instead {
        Instead::Name(instead) => Some(write(name, instead)),
        Instead::List(_) => {
            let written = cx.applet.written(call);
            let inner = written.split_once('(');
            let inner = inner.and_then(|(_, inner)| inner.strip_suffix(')'));
            inner.map(|inner| write(range, &format!("[{inner}]")))
        }
        Instead::Told(_) => None,
        Instead::Written(written) => {
            let rewritten = counterparts::rewritten_call(cx, call, written, given);
            rewritten.map(|rewritten| write(range, &rewritten))
        }
        Instead::Defined(written) => {
            let called = cx.applet.document.text().get(Range::<usize>::from(name));
            let head = format!(
                "{}({})",
                called.unwrap_or_default(),
                written.parameters.join(", ")
            );
            statement_start(cx.applet, call).map(|(start, indent)| {
                Fix::new(
                    TextRange::empty(start),
                    format!("{head} := {};\n{indent}", written.expression),
                    format!("define `{head}`"),
                )
            })
        }
    };
    Advice::new(instead.help().into_owned(), fix)
}

/// `for(i, 1, 10, draw([i, 0]))`, `for(i = 0, i < 10, i = i + 1, draw([i, 0]))`
fn counting_loop(of: &ForeignCall) -> Option<Advice> {
    let cx = of.cx;
    let program = &cx.applet.program;
    let ("for", &[first, second, third, body]) = (of.lower, of.given) else {
        return None;
    };
    let written = |term: TermId| of.written(term);
    let (variable, from, to, is_c_like) = match program.kind(first) {
        TermKind::Variable(_) => (first, written(second), written(third).to_owned(), false),
        TermKind::Assign { target, value } => {
            let last = last_of_counting(cx, program.name_of(target)?, second, third)?;
            (target, written(value), last, true)
        }
        _ => return None,
    };
    let (variable, body) = (written(variable), written(body));
    let instead = match from {
        "1" => format!("repeat({to}, {variable}, {body})"),
        _ => format!("forall({from}..{to}, {variable}, {body})"),
    };
    match is_c_like {
        true => of.rewritten(format!("write {instead}"), &instead),
        false => of.rewritten(LOOPS, &instead),
    }
}

/// The last number of `i < 10, i = i + 1`.
fn last_of_counting(cx: &Context, name: NameId, condition: TermId, step: TermId) -> Option<String> {
    let program = &cx.applet.program;
    let operands = |term: TermId| match program.call(term)? {
        (callee, &[a, b]) => Some((callee.intrinsic()?, a, b)),
        _ => None,
    };
    let is_it = |term: TermId| program.name_of(term) == Some(name);
    let TermKind::Assign { target, value } = program.kind(step) else {
        return None;
    };
    let (Intrinsic::Add, counted, one) = operands(value)? else {
        return None;
    };
    if !is_it(target) || !is_it(counted) || cx.applet.written(one) != "1" {
        return None;
    }
    let (compares, counted, bound) = operands(condition)?;
    let last = cx.applet.written(bound);
    match compares {
        _ if !is_it(counted) => None,
        Intrinsic::LessOrEqual => Some(last.to_owned()),
        Intrinsic::Less => Some(match last.parse::<i32>() {
            Ok(number) => number.saturating_sub(1).to_string(),
            Err(_) if cx.is_one(bound) => format!("{last} - 1"),
            Err(_) => format!("({last}) - 1"),
        }),
        _ => None,
    }
}

/// `def f(x): return x^2`, of which the call of `def f` is the beginning.
fn definition(cx: &Context, call: TextRange, name: &str, parameters: &str) -> Advice {
    let head = format!("{name}{parameters} :=");
    let text = cx.applet.document.text();
    let behind = text.get(usize::from(call.end())..).unwrap_or_default();
    let body = behind.trim_start().strip_prefix(':');
    let body = body
        .map(str::trim_start)
        .filter(|body| !body.starts_with('='));
    let body = body.map(|body| body.strip_prefix("return ").unwrap_or(body));
    let fix = body.map(|body| {
        let end = call.end() + TextSize::of(behind) - TextSize::of(body);
        Fix::new(
            TextRange::new(call.start(), end),
            format!("{head} "),
            format!("write `{head} ...`"),
        )
    });
    Advice::new(format!("a function is defined by {name}(x) := ..."), fix)
}

/// Advice for an operator that means something else in other languages.
pub(crate) fn foreign_operator(
    cx: &Context,
    term: TermId,
    name: &str,
    operands: &[TermId],
    types: &[Type],
) -> Option<Advice> {
    let are_numbers = types.iter().all(|ty| matches!(ty, Type::Scalar(_)));
    // `"a" ++ "b"`
    if let ("++", &[a, b]) = (name, operands)
        && types.contains(&Type::String)
    {
        let joined = [a, b].map(|operand| cx.applet.written(operand)).join(" + ");
        return Some(Advice::new(
            "strings are joined by `+`",
            write(cx.applet.range(term), &joined),
        ));
    }
    let ("%", &[a, b], true) = (name, operands, are_numbers) else {
        return None;
    };
    // `a % 2 == 0`, where the comparison binds more tightly.
    let program = &cx.applet.program;
    if let TermKind::Call {
        callee, arguments, ..
    } = program.kind(b)
        && let &[divisor, value] = program.children(arguments)
        && matches!(
            &*program.callee(callee).name,
            "==" | "!=" | "<" | ">" | "<=" | ">="
        )
    {
        let [a, divisor, value] = [a, divisor, value].map(|term| cx.applet.written(term));
        let remainder = format!(
            "mod({a}, {divisor}) {} {value}",
            program.callee(callee).name
        );
        return Some(Advice::new(
            "`%` is *or*; the remainder of a division is mod(a, b)",
            write(cx.applet.range(term), &remainder),
        ));
    }
    let [a, b] = [a, b].map(|operand| cx.applet.written(operand));
    let remainder = format!("mod({a}, {b})");
    Some(Advice::new(
        "`%` is *or*; the remainder of a division is mod(a, b)",
        write(cx.applet.range(term), &remainder),
    ))
}

/// `let a = 1`, which gives `leta` a value, and numbers with space in them.
pub(crate) fn spaces(cx: &Context, sink: &mut Sink, term: TermId) {
    let analysis = cx.applet;
    // A name as long as its text, and a number of less than three characters, have no space in
    // them.
    let Term { kind, range, .. } = *analysis.program.term(term);
    let length = usize::from(range.len());
    let is_whole = match kind {
        TermKind::Variable(name) => length == analysis.program.names.text(name).len(),
        _ => length < 3,
    };
    if is_whole {
        return;
    }
    let written = analysis.written(term);
    if !written.contains(char::is_whitespace) {
        return;
    }
    let range = analysis.range(term);
    match analysis.program.kind(term) {
        TermKind::Number(number) if !written.contains('\n') => {
            let text = analysis.document.text();
            let before = text.get(..usize::from(range.start())).unwrap_or_default();
            // Among the values of a list, commas are missing.
            let separator = match before.trim_end().ends_with(['[', ',']) {
                true => ", ",
                false => "",
            };
            let joined = written
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(separator);
            let message = format!("this is the number {number}: spaces inside numbers are ignored");
            sink.report(term, Code::SpacedNumber, message)
                .help("values of a list are separated by commas")
                .with_fix(write(range, &joined));
        }
        TermKind::Variable(name) => {
            let Some((help, instead)) = declaration(written).or_else(|| joined(written)) else {
                return;
            };
            let name = analysis.program.names.text(name);
            let message = format!("this is one name, `{name}`: spaces inside names are ignored");
            sink.report(term, Code::SpacedName, message)
                .help(help)
                .with_fix(write(range, &instead));
            sink.intended
                .extend(words(written).map(|(_, rest)| rest.to_owned()));
        }
        _ => {}
    }
}

/// Advice for a name of other languages that nothing gives a value: the help, and what to write.
pub(crate) fn name(text: &str, written: &str) -> Option<(String, Option<String>)> {
    let quoted = written
        .strip_prefix('\'')
        .and_then(|text| text.strip_suffix('\''));
    if let Some(inner) = quoted {
        let help = "strings are written in double quotes".to_owned();
        return Some((help, Some(format!("\"{inner}\""))));
    }
    match text {
        "else" | "this" | "self" => spelling(Position::Alone, text, &[]),
        _ => None,
    }
}

/// `let a`, `return a`: what to say, and what to write.
fn declaration(written: &str) -> Option<(String, String)> {
    let (first, rest) = words(written)?;
    let (help, instead) = spelling(Position::Declaring, first, &[rest])?;
    Some((help, instead?))
}

/// `a or b`: what to say, and what to write.
fn joined(written: &str) -> Option<(String, String)> {
    let mut words: Vec<&str> = written.split_whitespace().collect();
    let mut places = words.iter().enumerate();
    let (place, (help, operator)) =
        places.find_map(|(place, word)| Some((place, spelling(Position::Joining, word, &[])?)))?;
    let operator = operator?;
    words[place] = &operator;
    Some((help, words.join(" ")))
}

/// The first word and the rest, if there are two.
pub(crate) fn words(text: &str) -> Option<(&str, &str)> {
    let (first, rest) = text.split_once(char::is_whitespace)?;
    Some((first, rest.trim_start()))
}
