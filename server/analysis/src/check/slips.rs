//! A sign that means something else: `=` for `->` and `==`, `:=` for `=`, comparisons in a chain,
//! and names of functions that differ in case only.

use std::ops::Range;

use rustc_hash::FxHashSet;
use text_size::{TextRange, TextSize};

use super::Checker;
use super::names::write;
use crate::analysis::AppletAnalysis;
use crate::builtins::{self, modifiers};
use crate::diagnostic::{Diagnostic, Fix, Related, Severity};
use crate::program::{Callee, Children, FunctionId, TermId, TermKind};

/// Comparisons of sizes: their values are true or false, which have no size.
const COMPARISONS: [&str; 8] = ["<", ">", "<=", ">=", "~<", "~>", "~<=", "~>="];

/// Other signs for some of them.
const SIGNS: [&str; 4] = ["≤", "≦", "≥", "≧"];

/// `f(t) := ...; F(t) := ...`: these are one function, and the second definition is the one that
/// counts. That is so whatever definition is in force.
pub(super) fn replaced(analysis: &AppletAnalysis) -> impl Iterator<Item = Diagnostic> {
    let callees = analysis.program.callees.iter();
    callees.filter_map(|row| replaced_function(analysis, row))
}

fn replaced_function(analysis: &AppletAnalysis, row: &Callee) -> Option<Diagnostic> {
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
    let &second = others.iter().find(|&&id| name(id) != of_first)?;
    let of_second = name(second);
    if of_first.is_empty() || of_second.is_empty() {
        return None; // a text that was run
    }
    let place = |id: FunctionId| {
        let function = program.function(id);
        analysis.to_file(function.script, function.name_range)
    };
    Some(Diagnostic {
        code: "same-function",
        severity: Severity::Warning,
        range: place(second),
        message: format!(
            "this replaces `{of_first}`: for functions, `{of_second}` and `{of_first}` are one name"
        ),
        help: Some("give one of both another name".to_owned()),
        related: vec![Related {
            range: place(first),
            message: format!("`{of_first}` is defined here"),
        }],
        fix: None,
    })
}

impl Checker<'_> {
    /// Looks at all terms of all scripts, whether they run or not.
    pub(super) fn slips(&mut self) {
        let program = &self.analysis.program;
        let is_comparison = |row: &Callee| COMPARISONS.contains(&row.name.as_str());
        let compares: Vec<bool> = program.callees.iter().map(is_comparison).collect();
        let mut chained: FxHashSet<TermId> = FxHashSet::default();
        // What is around comes first: a chain is said once.
        for term in (0..program.terms.len() as u32).rev().map(TermId) {
            match program.kind(term) {
                TermKind::Call {
                    callee, arguments, ..
                } => {
                    if compares[callee.index()] && !chained.contains(&term) {
                        self.chain(term, &compares, &mut chained);
                    }
                    let row = program.callee(callee);
                    if row.definitions.is_empty() {
                        self.assigned_modifiers(term, &row.name, arguments);
                    }
                    self.colours(term);
                }
                TermKind::Special(id) => {
                    let special = program.special(id);
                    self.assigned_modifiers(term, special.builtin.name(), special.arguments);
                }
                TermKind::Assign { .. } => self.colours(term),
                TermKind::If { condition, .. } | TermKind::While { condition, .. } => {
                    self.assigned_condition(condition);
                }
                TermKind::DefineLazy { target, body } => self.lazy_of_itself(term, target, body),
                _ => {}
            }
        }
    }

    /// `draw(p, color = c)`: that assigns to `color`, and hands the value over as an argument.
    fn assigned_modifiers(&mut self, call: TermId, name: &str, arguments: Children) {
        let analysis = self.analysis;
        let program = &analysis.program;
        for &argument in program.children(arguments) {
            let TermKind::Assign { target, value } = program.kind(argument) else {
                continue;
            };
            let Some(variable) = program.name_of(target) else {
                continue;
            };
            let variable = program.names.text(variable);
            let name = name.to_lowercase();
            let mut of_name = builtins::all().filter(|builtin| builtin.name() == name);
            let is_modifier = of_name.any(|builtin| {
                let rows = modifiers::of(builtin).into_iter().flatten();
                rows.into_iter().any(|row| row.name == variable)
            });
            if !is_modifier {
                continue;
            }
            let message = format!("this sets a variable `{variable}`, which `{name}` does not see");
            let fix = self.replace_between(target, value, "=", "->");
            let said = self.say(argument, "assigned-modifier", Severity::Warning, message);
            if let Some(said) = said {
                said.help = Some(format!(
                    "modifiers are written with `->`: {variable} -> ..."
                ));
                said.fix = fix;
            }
            // That there are too many arguments is the same mistake.
            self.said.insert((call, "wrong-arity"));
        }
    }

    /// `if(n = 5, ...)`.
    fn assigned_condition(&mut self, condition: TermId) {
        let program = &self.analysis.program;
        let TermKind::Assign { target, value } = program.kind(condition) else {
            return;
        };
        if program.root_of_elements(target).is_none() {
            return;
        }
        let [name, value_text] = [target, value].map(|term| self.analysis.text(term));
        let message = format!("this sets `{name}` to `{value_text}` and asks for nothing");
        let fix = self.replace_between(target, value, "=", "==");
        let said = self.say(condition, "assigned-condition", Severity::Warning, message);
        if let Some(said) = said {
            said.help = Some("to compare, write `==`".to_owned());
            said.fix = fix;
        }
        self.said.insert((condition, "not-a-condition"));
    }

    /// `n := n + 1`: whoever asks for `n` asks for `n` again, without end.
    fn lazy_of_itself(&mut self, term: TermId, target: TermId, body: TermId) {
        let program = &self.analysis.program;
        let Some(name) = program.name_of(target) else {
            return;
        };
        let mut within = (program.term(body).first.0..=body.0).map(TermId);
        if !within.any(|inner| program.name_of(inner) == Some(name)) {
            return;
        }
        let text = program.names.text(name);
        let code = self.analysis.text(body);
        let message =
            format!("`:=` keeps the code `{code}`, which asks for `{text}` again and never ends");
        let fix = self.replace_between(target, body, ":=", "=");
        if let Some(said) = self.say(term, "code-of-itself", Severity::Warning, message) {
            said.help = Some("to compute the value now, write `=`".to_owned());
            said.fix = fix;
        }
    }

    /// `1 < x < 3`: the first comparison is true or false, which is not compared with 3.
    fn chain(&mut self, term: TermId, compares: &[bool], chained: &mut FxHashSet<TermId>) {
        let program = &self.analysis.program;
        let operands = |term: TermId| match program.kind(term) {
            TermKind::Call {
                callee, arguments, ..
            } if compares[callee.index()] => match *program.children(arguments) {
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
            let operator = self.between(before, right).map(|(_, text)| text.trim());
            // Parentheses around a comparison: then this is no chain as mathematics has it.
            let is_plain =
                |operator: &&str| COMPARISONS.contains(operator) || SIGNS.contains(operator);
            let Some(operator) = operator.filter(is_plain) else {
                parts.clear();
                break;
            };
            let [a, b] = [left, right].map(|term| self.analysis.written(term));
            parts.push(format!("{a} {operator} {b}"));
            left = right;
        }
        let message = "comparisons do not chain: this never has a value";
        let fix = (!parts.is_empty()).then(|| {
            let joined = parts.join(" & ");
            write(self.analysis.range(term), &joined)
        });
        if let Some(said) = self.say(term, "chained-comparison", Severity::Warning, message) {
            said.help = fix.as_ref().map(|fix| format!("write `{}`", fix.text));
            said.fix = fix;
        }
    }

    /// The text between two terms, and where it stands in the file.
    fn between(&self, a: TermId, b: TermId) -> Option<(TextRange, &str)> {
        let (from, to) = (self.analysis.range(a).end(), self.analysis.range(b).start());
        let range = (from <= to).then(|| TextRange::new(from, to))?;
        let text = self.analysis.document.text();
        Some((range, text.get(Range::<usize>::from(range))?))
    }

    /// Writes another sign between two terms.
    fn replace_between(&self, a: TermId, b: TermId, sign: &str, other: &str) -> Option<Fix> {
        let (range, text) = self.between(a, b)?;
        let at = TextSize::try_from(text.find(sign)?).ok()?;
        let range = TextRange::at(range.start() + at, TextSize::of(sign));
        Some(write(range, other))
    }
}
