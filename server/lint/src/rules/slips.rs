//! A sign that means something else: `=` for `->` and `==`, `:=` for `=`, comparisons in a chain,
//! and names of functions that differ in case only.

use cindyscript_hir::builtins::{self, BuiltinId, Intrinsic};
use cindyscript_hir::presets;
use std::ops::Range;

use cindyscript_diagnostic::{Code, Diagnostic, Fix, Severity};
use cindyscript_hir::program::{Callee, Children, FunctionId, TermId, TermKind};
use cindyscript_hir::types::Type;
use rustc_hash::FxHashSet;
use text_size::{TextRange, TextSize};

use super::names::write;
use crate::checker::Checker;
use cindyscript_analysis::InferredApplet;
use cindyscript_analysis::statements::remove_function;

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
        "this replaces `{of_first}`: for functions, `{of_second}` and `{of_first}` are one name"
    );
    let said = Diagnostic::new(Code::SameFunction, place(second), message)
        .help("give one of both another name")
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
        let first = program.term(*statement).first;
        let mut within = (first.0..=statement.0).map(TermId);
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
            .help("take one of both away, or give it another name")
            .related(place(first), format!("`{}` is defined here", row.name));
        said.fix = remove_function(analysis, place(first));
        Some(said)
    })
}

/// Whether a callee compares sizes.
pub(crate) fn compares_sizes(callee: &Callee) -> bool {
    let builtin = callee.builtin;
    builtin.is_some_and(|builtin| builtin.row().compares_sizes)
}

/// What of a callee is asked at each of its calls.
#[derive(Clone, Copy)]
struct Traits {
    /// No function of the applet is called so.
    is_not_own: bool,
    sets_colour: bool,
    is_range: bool,
    /// True for `join`.
    joins: bool,
    /// Its argument is an angle.
    is_of_angle: bool,
    /// True for `==` and `!=`.
    compares_exactly: bool,
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
            is_of_angle: plain.is_some_and(|row| row.is_of_angle),
            compares_exactly: matches!(
                callee.operator(),
                Some(Intrinsic::Equal | Intrinsic::Unequal)
            ),
            adds: callee.operator() == Some(Intrinsic::Add),
        }
    }
}

impl Checker<'_> {
    /// Looks at all terms of all scripts, whether they run or not.
    pub(crate) fn slips(&mut self) {
        let program = &self.analysis.program;
        let compares: Vec<bool> = program.callees.iter().map(compares_sizes).collect();
        let traits: Vec<Traits> = program.callees.iter().map(Traits::of).collect();
        let mut chained: FxHashSet<TermId> = FxHashSet::default();
        // Outer terms come first: a chain is said once.
        for term in (0..program.terms.len() as u32).rev().map(TermId) {
            match program.kind(term) {
                TermKind::Call {
                    callee,
                    arguments,
                    modifiers,
                } => {
                    if compares[callee.index()] && !chained.contains(&term) {
                        self.chain(term, &compares, &mut chained);
                    }
                    let traits = traits[callee.index()];
                    if traits.is_not_own {
                        self.assigned_modifiers(term, &program.callee(callee).name, arguments);
                    }
                    if traits.sets_colour || !modifiers.is_empty() {
                        self.colours(term);
                    }
                    for modifier in program.modifiers(modifiers) {
                        if program.names.text(modifier.name) == "angle" {
                            self.degrees(modifier.value);
                        }
                    }
                    if traits.compares_exactly {
                        self.exact_comparison(term, arguments);
                    }
                    match *program.children(arguments) {
                        [a, b] if traits.compares_exactly || compares[callee.index()] => {
                            self.compared_angle(term, a, b);
                        }
                        [a, b] if traits.adds => self.joined_numbers(a, b),
                        [from, to] if traits.is_range => {
                            self.three_dots(term, from, to);
                            self.empty_range(term, from, to);
                        }
                        [a, b] if traits.joins => self.joined_strings(term, a, b),
                        [angle] if traits.is_of_angle => self.degrees(angle),
                        _ => {}
                    }
                }
                TermKind::Text(text) => {
                    self.escapes(term, program.text(text));
                    self.placeholders(term, program.text(text));
                }
                TermKind::Special(id) => {
                    let special = program.special(id);
                    self.quoted_graph(special.builtin, special.arguments);
                    self.special_namesake(term, id);
                    self.assigned_modifiers(term, special.builtin.name(), special.arguments);
                }
                TermKind::Assign { target, value } => {
                    self.colours(term);
                    self.difference_assigned(target);
                    self.reversed_counting(term);
                    self.constant_assigned(target);
                    self.element_assigned(target, value);
                }
                TermKind::Define(function) => self.defined_with_word(function),
                TermKind::If { condition, .. } => self.assigned_condition(condition),
                TermKind::While { condition, body } => {
                    self.assigned_condition(condition);
                    self.endless(condition, body);
                }
                TermKind::DefineLazy { target, body } => self.lazy_of_itself(term, target, body),
                TermKind::Regional(names) => self.late_regional(term, names),
                TermKind::Index { base, index } => {
                    self.first_round(term, base, index);
                    self.behind_the_last(term, base, index);
                    self.imaginary_index(index);
                }
                _ => {}
            }
        }
        self.endless_recursion();
        self.resets();
        self.never_ticks();
    }

    /// `if(n = 5, ...)`, `if(n := 5, ...)`, `if(n =! 5, ...)`.
    fn assigned_condition(&mut self, condition: TermId) {
        let program = &self.analysis.program;
        let (target, value, sign) = match program.kind(condition) {
            TermKind::Assign { target, value } => (target, value, "="),
            TermKind::DefineLazy { target, body } => (target, body, ":="),
            _ => return,
        };
        let [name, value_text] = [target, value].map(|term| self.analysis.text(term));
        // `=!` in one word.
        let is_unequal = self.analysis.written(value).starts_with('!')
            && self
                .between(target, value)
                .is_some_and(|(_, text)| text.ends_with('='));
        let (message, fix, help) = match program.root_of_elements(target) {
            _ if is_unequal => {
                let end = self.analysis.range(value).start() + TextSize::of('!');
                let range = TextRange::new(end - TextSize::of("=!"), end);
                let message = format!("this sets `{name}` to `{value_text}` and asks for nothing");
                (
                    message,
                    Some(write(range, "!=")),
                    "to ask for other values, write `!=`",
                )
            }
            root => {
                let message = match root {
                    Some(_) if sign == "=" => {
                        format!("this sets `{name}` to `{value_text}` and asks for nothing")
                    }
                    _ => format!("`{sign}` gives a variable a value, it does not compare"),
                };
                let fix = self.replace_between(target, value, sign, "==");
                (message, fix, "to compare, write `==`")
            }
        };
        let said = self.say(condition, Code::AssignedCondition, message);
        if let Some(said) = said {
            said.help = Some(help.to_owned());
            said.fix = fix;
        }
        self.said.insert((target, Code::NotAssignable));
        self.said.insert((target, Code::NotOnGpu));
        self.said.insert((condition, Code::NotACondition));
        self.said.insert((value, Code::NoSignature));
    }

    /// `s =+ k`, which assigns `+k`, and `3 = a`.
    fn reversed_counting(&mut self, term: TermId) {
        let program = &self.analysis.program;
        let TermKind::Assign { target, value } = program.kind(term) else {
            return;
        };
        if let (TermKind::Number(_), Some(_)) = (program.kind(target), program.name_of(value)) {
            let [number, name] = [target, value].map(|part| self.analysis.written(part));
            let turned = format!("{name} = {number}");
            let fix = write(self.analysis.range(term), &turned);
            let message = "what gets a value stands on the left of `=`";
            self.quieten(term);
            if let Some(said) = self.say_as(target, Code::NotAssignable, Severity::Warning, message)
            {
                said.help = Some(format!("write {turned}"));
                said.fix = Some(fix);
            }
            return;
        }
        let TermKind::Call {
            callee, arguments, ..
        } = program.kind(value)
        else {
            return;
        };
        let sign = match program.callee(callee).operator() {
            Some(Intrinsic::Plus) => "+",
            Some(Intrinsic::Negate) => "-",
            _ => return,
        };
        let &[operand] = program.children(arguments) else {
            return;
        };
        // `a =-1` is well written.
        let signs = format!("={sign}");
        let written = self
            .between(target, operand)
            .map(|(_, text)| text.trim_start());
        let behind = written.and_then(|text| text.strip_prefix(signs.as_str()));
        if !behind.is_some_and(|behind| sign == "+" || behind.starts_with(' ')) {
            return;
        }
        let [name, amount] = [target, operand].map(|part| self.analysis.written(part));
        let counted = format!("{name} = {name} {sign} {amount}");
        let fix = write(self.analysis.range(term), &counted);
        let message = format!("this sets `{name}` to `{sign}{amount}`");
        if let Some(said) = self.say_as(term, Code::ForeignOperator, Severity::Warning, message) {
            said.help = Some(format!("to count, write {counted}"));
            said.fix = Some(fix);
        }
    }

    /// `pi = 3`: from there on, it is 3.
    fn constant_assigned(&mut self, target: TermId) {
        let program = &self.analysis.program;
        let Some(name) = program.name_of(target).map(|name| program.names.text(name)) else {
            return;
        };
        if presets::find(name).is_none_or(|preset| preset.is_reused) {
            return;
        }
        let message = format!("`{name}` has a meaning, which is lost from here on");
        if let Some(said) = self.say(target, Code::ConstantAssigned, message) {
            said.help = Some("take another name".to_owned());
        }
    }

    /// `A = [1, 1]`, where `A` is a point of the construction: that makes a variable of the name.
    fn element_assigned(&mut self, target: TermId, value: TermId) {
        let program = &self.analysis.program;
        let Some(name) = program.name_of(target).map(|name| program.names.text(name)) else {
            return;
        };
        let is_place = match self.type_of(value) {
            Type::Point => true,
            ty => matches!(ty.known_len(), Some(2 | 3)),
        };
        if is_place {
            self.free_point_assigned(target, name);
        }
    }

    /// Says that an assignment makes a variable of the name of a free point.
    pub(crate) fn free_point_assigned(&mut self, target: TermId, name: &str) {
        let element = self.element_named(name);
        if element.is_none_or(|one| one.kind != "Free") {
            return;
        }
        let field = format!("{name}.xy");
        let fix = write(self.analysis.range(target), &field);
        let message = format!("`{name}` is a variable from here on, the point stays where it is");
        if let Some(said) = self.say(target, Code::ConstantAssigned, message) {
            said.help = Some(format!("to move the point, write {field} = ..."));
            said.fix = Some(fix);
        }
    }

    /// `"x is {x}"`
    fn placeholders(&mut self, term: TermId, text: &str) {
        if text.contains(['$', '\\']) || !text.contains('{') {
            return;
        }
        let is_shown = match self
            .analysis
            .parent(term)
            .map(|outer| self.analysis.program.kind(outer))
        {
            Some(TermKind::Call { callee, .. }) => matches!(
                self.analysis.program.callee(callee).intrinsic(),
                Some(Intrinsic::Print | Intrinsic::DrawText | Intrinsic::Add)
            ),
            _ => false,
        };
        let (mut parts, mut first, mut rest) = (Vec::new(), None, text);
        while let Some((before, behind)) = rest.split_once('{')
            && let Some((name, behind)) = behind.split_once('}')
        {
            let variable = name.trim();
            if variable.is_empty() || !self.is_variable(variable) {
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
        let fix = write(self.analysis.range(term), &joined);
        let message = format!("strings have no placeholders: `{{{first}}}` stays as it is");
        if let Some(said) = self.say_as(term, Code::Escape, Severity::Hint, message) {
            said.help = Some(format!("write {joined}"));
            said.fix = Some(fix);
        }
    }

    /// True if a variable of that name has a value somewhere.
    pub(crate) fn is_variable(&self, name: &str) -> bool {
        let name = self.analysis.program.names.get(name);
        name.is_some_and(|name| self.analysis.defined().contains(name) || self.is_bound(name))
    }

    /// `"a\\nb"`: strings have no escapes. LaTeX has such words.
    fn escapes(&mut self, term: TermId, text: &str) {
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
        if let Some(said) = self.say_as(term, Code::Escape, Severity::Hint, message) {
            said.help = Some(format!("write \"...\" + {instead} + \"...\""));
        }
    }

    /// `plot("x^2")`
    fn quoted_graph(&mut self, builtin: BuiltinId, arguments: Children) {
        let program = &self.analysis.program;
        let graph = program.children(arguments).first();
        let Some(&graph) = graph.filter(|_| builtin.is(Intrinsic::Plot)) else {
            return;
        };
        let TermKind::Text(text) = program.kind(graph) else {
            return;
        };
        let formula = program.text(text);
        let fix = write(self.analysis.range(graph), formula);
        let message = "`plot` draws the graph of an expression, this is a string: nothing is drawn";
        if let Some(said) = self.say(graph, Code::NotDrawable, message) {
            said.help = Some(format!("write plot({formula})"));
            said.fix = Some(fix);
        }
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
        if let Some(said) = self.say(term, Code::CodeOfItself, message) {
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
            let is_comparison = |operator: &str| {
                let builtin = builtins::find(operator, 2);
                builtin.is_some_and(|builtin| builtin.row().compares_sizes)
            };
            let is_plain = |operator: &&str| is_comparison(operator) || SIGNS.contains(operator);
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
        if let Some(said) = self.say(term, Code::ChainedComparison, message) {
            said.help = fix.as_ref().map(|fix| format!("write `{}`", fix.text));
            said.fix = fix;
        }
    }

    /// The text between two terms, and where it stands in the file.
    pub(crate) fn between(&self, a: TermId, b: TermId) -> Option<(TextRange, &str)> {
        let (from, to) = (self.analysis.range(a).end(), self.analysis.range(b).start());
        let range = (from <= to).then(|| TextRange::new(from, to))?;
        let text = self.analysis.document.text();
        Some((range, text.get(Range::<usize>::from(range))?))
    }

    /// Writes another sign between two terms.
    pub(crate) fn replace_between(
        &self,
        a: TermId,
        b: TermId,
        sign: &str,
        other: &str,
    ) -> Option<Fix> {
        let (range, text) = self.between(a, b)?;
        let at = TextSize::try_from(text.find(sign)?).ok()?;
        let range = TextRange::at(range.start() + at, TextSize::of(sign));
        Some(write(range, other))
    }
}
