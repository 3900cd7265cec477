//! Values that are called like functions: `l(1)`, `pi()`, `#[1]`.

use std::ops::Range;

use cindyscript_diagnostic::{Code, Fix, Severity};
use cindyscript_hir::presets;
use cindyscript_hir::program::{Callee, Children, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use text_size::TextRange;

use crate::advice::write;
use crate::context::Context;
use crate::sink::Sink;

/// The most elements of a list that one fix writes anew.
const MOST: usize = 100;

/// A variable with brackets behind it, which were to take an element out of it, or to multiply.
pub(crate) fn variable_called(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    row: &Callee,
    arguments: Children,
) -> bool {
    let program = &cx.applet.program;
    let is_function = cx.functions().contains_key(&row.name.to_lowercase());
    let name = program.names.get(&row.name).filter(|_| !is_function);
    let name = name.filter(|&name| cx.applet.defined().contains(name));
    let Some(slot) = name.and_then(|name| cx.solution.global(name)) else {
        return false;
    };
    let brackets = Brackets {
        cx,
        name: &row.name,
        ty: cx.solution.ty(slot),
        given: program.children(arguments),
        is_from_zero: match program.kind(term) {
            TermKind::Call { callee, .. } => cx.counts_from_zero(callee),
            _ => false,
        },
    };
    let range = cx.applet.range(term);
    let (kind, instead, help) = if let Some(part) = brackets.part_of_list() {
        sink.found.retain(|found| {
            found.code != Code::ForeignOperator || !range.contains_range(found.range)
        });
        let help = format!("a part of a list is written {part}");
        ("a list", part, help)
    } else if let Some(meaning) = brackets.meaning() {
        meaning
    } else {
        return false;
    };
    let message = format!("`{}` is {kind}, not a function", row.name);
    sink.skip_names(term);
    let told = sink.suggested.entry("element").or_default();
    *told += 1;
    let fix = match brackets.is_from_zero {
        true if *told > MOST => None,
        true => all_from_zero(&brackets, term),
        false => Some(write(range, &instead)),
    };
    sink.report_call(term, Code::UndefinedFunction, Severity::Error, message)
        .help(help)
        .with_fix(fix);
    true
}

/// Writes all elements of a list in a script that are counted from 0. One fix is for all: the first
/// call has it.
fn all_from_zero(brackets: &Brackets, call: TermId) -> Option<Fix> {
    let cx = brackets.cx;
    let program = &cx.applet.program;
    let script = program.term(call).script;
    let calls = program.calls_of(|row| row.name == brackets.name && row.definitions.is_empty());
    let calls = calls.filter(|(other, ..)| program.term(*other).script == script);
    let mut places: Vec<(TextRange, String)> = calls
        .take(MOST)
        .map(|(other, _, given)| {
            let given = program.children(given);
            let (element, _) = Brackets { given, ..*brackets }.element();
            (cx.applet.range(other), element)
        })
        .collect();
    places.sort_by_key(|(range, _)| range.start());
    let (first, last) = (places.first()?.0, places.last()?.0);
    if first != cx.applet.range(call) {
        return None;
    }
    let text = cx.applet.document.text();
    let (mut instead, mut end) = (String::new(), first.start());
    for (range, element) in &places {
        // An index that is such an element itself is too much for one change.
        let between = (end <= range.start()).then(|| TextRange::new(end, range.start()))?;
        instead.push_str(text.get(Range::<usize>::from(between))?);
        instead.push_str(element);
        end = range.end();
    }
    let title = format!("count the elements of `{}` from 1", brackets.name);
    (places.len() < MOST).then(|| Fix::new(first.cover(last), instead, title))
}

/// Brackets behind the name of a variable.
#[derive(Clone, Copy)]
struct Brackets<'c, 'a> {
    cx: &'c Context<'a>,
    name: &'c str,
    /// The type of the variable.
    ty: &'c Type,
    /// The terms in the brackets.
    given: &'c [TermId],
    /// True if some call has the index 0 for the first element.
    is_from_zero: bool,
}

impl Brackets<'_, '_> {
    /// The part of a list that `l[1:3]` was to take.
    fn part_of_list(&self) -> Option<String> {
        let &[part] = self.given else { return None };
        let is_part = matches!(self.ty, Type::List(_) | Type::Tuple(_) | Type::String)
            && matches!(self.cx.applet.program.kind(part), TermKind::UserData { .. });
        let written = self.cx.applet.written(part);
        is_part.then(|| format!("{}_({})", self.name, written.replacen(':', "..", 1)))
    }

    /// The kind of the variable's value, what to write instead, and the help.
    fn meaning(&self) -> Option<(&'static str, String, String)> {
        match self.ty {
            Type::List(_) | Type::Tuple(_) | Type::String | Type::Point
                if !self.given.is_empty() =>
            {
                let (element, help) = self.element();
                let kind = match self.ty {
                    Type::String => "a string",
                    _ => "a list",
                };
                Some((kind, element, help))
            }
            Type::Dictionary => {
                let value = self.value_of_key()?;
                let help = format!("the value of a key is written {value}");
                Some(("a dictionary", value, help))
            }
            Type::Scalar(scalar) if *scalar != Scalar::Boolean => {
                let &[factor] = self.given else { return None };
                let product = format!("{}*({})", self.name, self.cx.applet.written(factor));
                let help = format!("to multiply, write {product}");
                Some(("a number", product, help))
            }
            _ => None,
        }
    }

    /// The element of a list, and the help.
    fn element(&self) -> (String, String) {
        let places = self.given.iter().map(|&term| self.index(term));
        let places: Vec<String> = places.collect();
        let element = format!("{}_{}", self.name, places.join("_"));
        let first = format!("{}_1", self.name);
        let help = match element == first {
            _ if self.is_from_zero => {
                format!("elements are counted from 1: this one is written {element}")
            }
            true => format!("an element of a list is written {element}"),
            false => format!("an element of a list is written {element}, the first is {first}"),
        };
        (element, help)
    }

    /// The value of a dictionary.
    fn value_of_key(&self) -> Option<String> {
        let &[key] = self.given else { return None };
        let program = &self.cx.applet.program;
        let name = self.name;
        Some(match program.kind(key) {
            TermKind::Variable(variable) if !self.cx.applet.defined().contains(variable) => {
                format!("{name}.{}", self.cx.applet.written(key))
            }
            TermKind::Text(text) if program.text(text).chars().all(char::is_alphanumeric) => {
                format!("{name}.{}", program.text(text))
            }
            _ => format!("{name}_{}", self.index(key)),
        })
    }

    /// A term as an index, which begins at 1.
    fn index(&self, term: TermId) -> String {
        let written = self.cx.applet.written(term);
        match self.cx.applet.program.kind(term) {
            TermKind::Number(number) if self.is_from_zero => (number + 1.0).to_string(),
            TermKind::Number(0.0) => "1".to_owned(),
            TermKind::Number(_) | TermKind::Text(_) => written.to_owned(),
            TermKind::Variable(_) if !self.is_from_zero => written.to_owned(),
            _ if self.is_from_zero => format!("({written} + 1)"),
            _ => format!("({written})"),
        }
    }
}

/// `pi()`
pub(crate) fn constant_called(
    cx: &Context,
    sink: &mut Sink,
    term: TermId,
    row: &Callee,
    arguments: Children,
) -> bool {
    let is_defined = cx.functions().contains_key(&row.name.to_lowercase());
    let is_number = presets::find(&row.name).is_some_and(|preset| preset.value.is_number());
    if is_defined || !is_number || !arguments.is_empty() {
        return false;
    }
    let name = &row.name;
    let fix = write(cx.applet.range(term), name);
    let message = format!("`{name}` is a number, not a function");
    sink.report_call(term, Code::UndefinedFunction, Severity::Error, message)
        .help(format!("write {name}"))
        .with_fix(fix);
    true
}

/// `#[1]`
pub(crate) fn hash_called(cx: &Context, sink: &mut Sink, term: TermId, arguments: Children) {
    let given = cx.applet.program.children(arguments);
    let element = match given {
        &[index] => match cx.applet.program.kind(index) {
            TermKind::Number(0.0) => "#_1".to_owned(),
            TermKind::Number(_) | TermKind::Variable(_) => {
                format!("#_{}", cx.applet.written(index))
            }
            _ => format!("#_({})", cx.applet.written(index)),
        },
        _ => return,
    };
    let fix = write(cx.applet.range(term), &element);
    let message = "`#` is a value, not a function";
    sink.report_call(term, Code::UndefinedFunction, Severity::Error, message)
        .help(format!("an element of a list is written {element}"))
        .with_fix(fix);
}
