//! Names and calls that mean nothing.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use text_size::{TextRange, TextSize};

use super::Checker;
use super::foreign::{self, Advice};
use crate::builtins::{self, BuiltinId, Category, Form};
use crate::diagnostic::{Fix, Related, Severity};
use crate::infer::Slot;
use crate::names::NameId;
use crate::program::{Callee, CalleeId, Children, TermId, TermKind};

impl Checker<'_> {
    /// Calls of what does not exist, or with another number of arguments.
    pub(super) fn calls(&mut self) {
        let program = &self.analysis.program;
        let is_suspect = |row: &Callee| {
            let is_plain = |id: BuiltinId| {
                matches!(id.row().form, Form::Strict | Form::Code(_) | Form::Evaluate)
            };
            row.definitions.is_empty() && !row.builtin.is_some_and(is_plain)
        };
        let is_suspect: Vec<bool> = program.callees.iter().map(is_suspect).collect();
        let compares = program.callees.iter().any(|row| row.name == "==");
        for (term, id) in program.terms.iter().zip(0..) {
            let id = TermId(id);
            match term.kind {
                TermKind::Call {
                    callee, arguments, ..
                } if is_suspect[callee.index()] => {
                    self.suspect_call(id, program.callee(callee), arguments);
                }
                TermKind::Sequence(statements) if compares => self.comparisons(statements),
                TermKind::Number(_) | TermKind::Variable(_) => self.spaces(id),
                _ => {}
            }
        }
    }

    /// A call of what is neither a function of the applet nor a plain builtin.
    fn suspect_call(&mut self, term: TermId, row: &Callee, arguments: Children) {
        match row.builtin {
            Some(id) if matches!(id.row().form, Form::Unavailable | Form::OutOfScope(_)) => {
                let message = format!("`{}` is not available in the preview", row.name);
                let help = match id.row().form {
                    Form::OutOfScope(what) => Some(format!("the preview has no {what}")),
                    _ => None,
                };
                if let Some(said) = self.say(term, "not-available", Severity::Hint, message) {
                    said.help = help;
                }
            }
            // A special form that lowering could not make sense of.
            Some(id) if id.name() == "cgllazy" => {
                let message = "the parameters of code are names: `x`, or `(x, y)`";
                self.say(term, "not-a-name", Severity::Error, message);
            }
            Some(id) if id.row().form == Form::Special => {
                let message = format!(
                    "the second argument of `{}` must be the name of the running variable",
                    row.name
                );
                self.say(term, "not-a-name", Severity::Error, message);
            }
            Some(_) => {}
            None => self.unknown_call(term, row, arguments),
        }
    }

    fn unknown_call(&mut self, term: TermId, row: &Callee, arguments: Children) {
        let program = &self.analysis.program;
        if row
            .name
            .chars()
            .next()
            .is_none_or(|first| !first.is_alphabetic())
        {
            return; // an operator with a missing operand: the parser has said so
        }
        let lower = row.name.to_lowercase();
        let functions = self.functions();
        let own = functions.get(&lower).map_or(&[][..], Vec::as_slice);
        let own: Vec<&Callee> = own.iter().map(|&id| program.callee(id)).collect();
        let arities = builtins::arities(&row.name);
        if own.is_empty() && arities.is_empty() {
            if !self.meant.contains(row.name.as_str()) {
                self.undefined_function(term, row, arguments);
            }
            return;
        }
        let mut counts: Vec<String> = own.iter().map(|other| other.arity.to_string()).collect();
        counts.extend(arities.iter().flatten().map(ToString::to_string));
        counts.sort();
        counts.dedup();
        let message = format!(
            "`{}` takes {} argument{}, not {}",
            row.name,
            counts.join(" or "),
            if counts == ["1"] { "" } else { "s" },
            arguments.len(),
        );
        let related = own
            .iter()
            .flat_map(|other| &other.definitions)
            .map(|&definition| {
                let function = program.function(definition);
                Related {
                    range: self.analysis.to_file(function.script, function.name_range),
                    message: format!("`{}` is defined here", row.name),
                }
            })
            .collect();
        // What is not printed is missed by nobody.
        let prints = own.is_empty()
            && builtins::all()
                .filter(|builtin| builtin.name() == lower)
                .all(|builtin| builtin.row().category == Category::Console);
        let severity = if prints {
            Severity::Warning
        } else {
            Severity::Error
        };
        if let Some(said) = self.say(term, "wrong-arity", severity, message) {
            said.related = related;
        }
    }

    /// The functions of the applet by their names in lower case.
    fn functions(&mut self) -> Rc<FxHashMap<String, Vec<CalleeId>>> {
        if let Some(known) = &self.functions {
            return Rc::clone(known);
        }
        let mut functions: FxHashMap<String, Vec<CalleeId>> = FxHashMap::default();
        for (row, id) in self.analysis.program.callees.iter().zip(0..) {
            if !row.definitions.is_empty() {
                let same = functions.entry(row.name.to_lowercase()).or_default();
                same.push(CalleeId(id));
            }
        }
        let functions = Rc::new(functions);
        self.functions = Some(Rc::clone(&functions));
        functions
    }

    fn undefined_function(&mut self, term: TermId, row: &Callee, arguments: Children) {
        let program = &self.analysis.program;
        let name = row.name.to_lowercase();
        let host = &self.analysis.source().host;
        if host.functions.iter().any(|function| function.name == name) {
            let message = format!("`{}` is not available in the preview", row.name);
            if let Some(said) = self.say(term, "not-available", Severity::Hint, message) {
                said.help = Some("the page's JavaScript defines it".to_owned());
            }
            return;
        }
        // The library of CindyGL's 3D half gives all of its names this prefix.
        let library = name.starts_with("cgl").then_some("CindyGL's library");
        if let Some(definer) = self.unseen.functions.as_deref().or(library) {
            let message = format!("the function `{}` is not defined here", row.name);
            let help = format!("{definer} may define it");
            if let Some(said) = self.say(term, "undefined-function", Severity::Hint, message) {
                said.help = Some(help);
            }
            return;
        }
        let message = format!("the function `{}` is not defined", row.name);
        let own = program
            .callees
            .iter()
            .filter(|other| !other.definitions.is_empty());
        let own = own.map(|other| other.name.as_str());
        let builtins = builtins::all().map(|builtin| -> &str { builtin.name() });
        let candidates = own.chain(builtins);
        let called = self.called(term);
        let foreign = self.foreign_call(term, row, arguments, called);
        let advice = match foreign {
            Some(advice) => Some(advice),
            None => self
                .nearest("function", &row.name, candidates)
                .map(|meant| Advice {
                    help: format!("did you mean `{meant}`?"),
                    fix: Some(write(called, meant)),
                }),
        };
        if let Some(said) = self.say(term, "undefined-function", Severity::Error, message)
            && let Some(Advice { help, fix }) = advice
        {
            said.help = Some(help);
            said.fix = fix;
        }
    }

    /// Where the name of a function stands in a call of it.
    fn called(&self, call: TermId) -> TextRange {
        let range = self.analysis.range(call);
        let text = self.analysis.document.text();
        let call = text.get(std::ops::Range::<usize>::from(range));
        let name = call.and_then(|call| call.split(['(', '[']).next());
        let name = name.unwrap_or_default().trim_end();
        TextRange::at(range.start(), TextSize::of(name))
    }

    /// A name that is read and that nothing gives a value.
    pub(super) fn name(&mut self, term: TermId, name: NameId, slot: &Slot) {
        let analysis = self.analysis;
        let names = &analysis.program.names;
        if analysis.program.defined.contains(name) || self.solution.global(name) != Some(slot.link)
        {
            return;
        }
        let text = names.text(name);
        let is_numbered = text.starts_with('#') && text != "#";
        // The library of CindyGL's 3D half gives all of its names this prefix.
        let is_library = text.starts_with("cgl");
        if text.is_empty() || is_numbered || is_library || self.unseen.may_bind(term, name) {
            return;
        }
        let misdefined = self.misdefined.get(&name);
        if misdefined.is_some_and(|places| places.contains(term))
            || self.meant.contains(text)
            || self.said.contains(&(term, "spaced-name"))
        {
            return;
        }
        let message = match text {
            "#" => "`#` has a value only inside of loops and colorplots".to_owned(),
            _ => format!("`{text}` is never given a value"),
        };
        let known = analysis.program.defined.iter().map(|id| names.text(id));
        let (nearest, fix) = match foreign::name(text) {
            Some((help, instead)) => {
                let fix = instead.map(|instead| write(analysis.range(term), &instead));
                (Some(help), fix)
            }
            None => {
                let meant = self.nearest("name", text, known);
                let fix = meant.map(|meant| write(analysis.range(term), meant));
                (meant.map(|name| format!("did you mean `{name}`?")), fix)
            }
        };
        let (severity, help) = match &self.unseen.names {
            Some(definer) if text != "#" => {
                let help = format!("{definer} may give it one");
                (Severity::Hint, nearest.or(Some(help)))
            }
            _ => (Severity::Warning, nearest),
        };
        if let Some(said) = self.say(term, "undefined-name", severity, message) {
            said.help = help;
            said.fix = fix;
        }
    }
}

/// Puts the name that is meant in the place of another.
pub(super) fn write(range: TextRange, meant: &str) -> Fix {
    Fix {
        range,
        text: meant.to_owned(),
        title: format!("write `{meant}`"),
    }
}
