//! Code copied behind a program: that of another one, since what a value or a timer holds outlives
//! the text that it is from, or its own with an expression in the place of `#`. The program itself
//! stays as it is; what comes of it is another one, in which all ids mean what they meant.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use text_size::TextRange;

use crate::builtins;
use crate::names::{HASH, NameId};
use crate::program::{
    Callee, CalleeId, Children, Function, FunctionId, FunctionParameter, Iteration, IterationId,
    Modifier, ModifierRange, Plot, PlotForm, PlotId, Program, ScriptId, Special, SpecialId, Term,
    TermId, TermKind, TextId,
};
use crate::renumber::Renumber;

/// A formula that was computed from others.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// A number.
    Number(f64),
    /// A variable.
    Variable(NameId),
    /// A function or an operator, by name, and what it is applied to.
    Call(SmolStr, Vec<Arc<Formula>>),
    /// A term of the program as it stands.
    Term(TermId),
}

/// A program with a term of its own behind it in which an expression stands in the place of `#`.
#[must_use]
pub fn with_code(program: &Program, code: TermId, hash: &Formula) -> (Program, TermId) {
    let mut splice = Splice::new(program, program);
    splice.hash = program.names.get(HASH).map(|name| (name, hash));
    let root = splice.subtree(code);
    (splice.program, root)
}

/// A program with a term of another one behind it: names and functions mean what they mean in the
/// first. Terms that come so stand in [`ScriptId::RUN_TIME`].
#[must_use]
pub fn with_term_of(program: &Program, other: &Program, root: TermId) -> (Program, TermId) {
    let mut splice = Splice::new(program, other);
    let root = splice.subtree(root);
    (splice.program, root)
}

/// A program with a function of another one as a further definition.
#[must_use]
pub fn with_function_of(
    program: &Program,
    other: &Program,
    function: FunctionId,
) -> (Program, FunctionId) {
    let mut splice = Splice::new(program, other);
    let body = splice.subtree(other.function(function).body);
    let function = splice.define(function, body);
    // What code has captured was evaluated where it was made.
    if let Some(captured) = splice.program.function(function).captured {
        let start = captured.start as usize;
        for modifier in &mut splice.program.rows.modifiers[start..start + captured.len as usize] {
            modifier.value = body;
        }
    }
    (splice.program, function)
}

struct Splice<'a> {
    program: Program,
    other: &'a Program,
    names: FxHashMap<NameId, NameId>,
    /// The first term of the subtree that is being copied.
    first: TermId,
    /// What becomes of its terms: the first term of what each becomes, and the last.
    moved: Vec<(TermId, TermId)>,
    /// What stands in the place of a name.
    hash: Option<(NameId, &'a Formula)>,
}

impl<'a> Splice<'a> {
    fn new(program: &Program, other: &'a Program) -> Self {
        Self {
            program: program.clone(),
            other,
            names: FxHashMap::default(),
            first: TermId(0),
            moved: Vec::new(),
            hash: None,
        }
    }

    /// Copies a term with all below it.
    fn subtree(&mut self, root: TermId) -> TermId {
        let (other, hash) = (self.other, self.hash);
        let outer = std::mem::replace(&mut self.first, other.term(root).first);
        let moved = std::mem::take(&mut self.moved);
        for term in &other.terms[self.first.index()..=root.index()] {
            let next = self.next();
            match hash {
                Some((name, hash)) if term.kind == TermKind::Variable(name) => {
                    let id = self.expression(hash, term.range);
                    self.moved.push((next, id));
                }
                _ => {
                    let kind = term.kind.renumbered(self);
                    let place = (term.first.0 - self.first.0) as usize;
                    let first = self.moved.get(place).map_or(next, |(first, _)| *first);
                    self.push(first, term.range, kind);
                    self.moved.push((first, next));
                }
            }
        }
        let copy = self.term(root);
        self.first = outer;
        self.moved = moved;
        copy
    }

    fn next(&self) -> TermId {
        TermId(self.program.terms.len() as u32)
    }

    fn push(&mut self, first: TermId, range: TextRange, kind: TermKind) -> TermId {
        self.program.push(Term {
            kind,
            range,
            script: ScriptId::RUN_TIME,
            first,
        })
    }

    /// Writes an expression down. Its depth is bounded by whoever computes it.
    fn expression(&mut self, expression: &Formula, range: TextRange) -> TermId {
        let first = self.next();
        let kind = match expression {
            Formula::Number(number) => TermKind::Number(*number),
            Formula::Variable(name) => TermKind::Variable(*name),
            Formula::Term(term) => {
                let hash = self.hash.take();
                let copy = self.subtree(*term);
                self.hash = hash;
                return copy;
            }
            Formula::Call(name, arguments) => {
                let arguments: Vec<TermId> = arguments
                    .iter()
                    .map(|argument| self.expression(argument, range))
                    .collect();
                let callee = self.named(name, arguments.len() as u32);
                let start = self.program.children.len() as u32;
                let len = arguments.len() as u32;
                self.program.rows.children.extend(arguments);
                TermKind::Call {
                    callee,
                    arguments: Children { start, len },
                    modifiers: ModifierRange::default(),
                }
            }
        };
        self.push(first, range, kind)
    }

    /// What a name with so many arguments calls.
    fn named(&mut self, name: &str, arity: u32) -> CalleeId {
        let lower = name.to_lowercase();
        let known = self
            .program
            .callees
            .iter()
            .position(|callee| callee.arity == arity && callee.name.to_lowercase() == lower);
        let place = known.unwrap_or_else(|| {
            self.program.rows.callees.push(Callee {
                name: name.into(),
                arity,
                builtin: builtins::find(&lower, arity as usize),
                definitions: Vec::new(),
            });
            self.program.callees.len() - 1
        });
        CalleeId(place as u32)
    }

    /// A definition whose body has been copied.
    fn define(&mut self, id: FunctionId, body: TermId) -> FunctionId {
        let row = self.other.function(id);
        let callee = self.callee(row.callee);
        let parameters = row.parameters.iter();
        let parameters = parameters
            .map(|parameter| FunctionParameter {
                name: self.name(parameter.name),
                range: parameter.range,
            })
            .collect();
        let captured = row.captured.map(|captured| self.modifiers(captured));
        let id = FunctionId(self.program.functions.len() as u32);
        self.program.rows.functions.push(Function {
            callee,
            parameters,
            body,
            name_range: row.name_range,
            script: ScriptId::RUN_TIME,
            captured,
        });
        self.program.rows.callees[callee.index()]
            .definitions
            .push(id);
        id
    }
}

impl Renumber for Splice<'_> {
    fn term(&mut self, id: TermId) -> TermId {
        let place = (id.0 - self.first.0) as usize;
        self.moved.get(place).map_or(id, |(_, new)| *new)
    }

    fn name(&mut self, id: NameId) -> NameId {
        let (program, other) = (&mut self.program, self.other);
        let intern = || program.rows.names.intern(other.names.text(id));
        *self.names.entry(id).or_insert_with(intern)
    }

    fn callee(&mut self, id: CalleeId) -> CalleeId {
        let row = self.other.callee(id);
        self.named(&row.name, row.arity)
    }

    fn text(&mut self, id: TextId) -> TextId {
        let text = self.other.texts[id.index()].clone();
        self.program.rows.texts.push(text);
        TextId(self.program.texts.len() as u32 - 1)
    }

    fn children(&mut self, children: Children) -> Children {
        let start = self.program.children.len() as u32;
        for &child in self.other.children(children) {
            let child = self.term(child);
            self.program.rows.children.push(child);
        }
        Children { start, ..children }
    }

    fn modifiers(&mut self, modifiers: ModifierRange) -> ModifierRange {
        let start = self.program.modifiers.len() as u32;
        for modifier in self.other.modifiers(modifiers) {
            let modifier = Modifier {
                name: self.name(modifier.name),
                value: self.term(modifier.value),
                ..modifier.clone()
            };
            self.program.rows.modifiers.push(modifier);
        }
        ModifierRange { start, ..modifiers }
    }

    fn function(&mut self, id: FunctionId) -> FunctionId {
        let body = self.term(self.other.function(id).body);
        self.define(id, body)
    }

    fn iteration(&mut self, id: IterationId) -> IterationId {
        let row = self.other.iteration(id);
        let iteration = Iteration {
            kind: row.kind,
            domain: self.term(row.domain),
            element: self.name(row.element),
            element_term: row.element_term.map(|term| self.term(term)),
            ignored: row.ignored.map(|term| self.term(term)),
            index: row.index.map(|name| self.name(name)),
            index_term: row.index_term.map(|term| self.term(term)),
            body: self.term(row.body),
            modifiers: self.modifiers(row.modifiers),
        };
        self.program.rows.iterations.push(iteration);
        IterationId(self.program.iterations.len() as u32 - 1)
    }

    fn special(&mut self, id: SpecialId) -> SpecialId {
        let row = self.other.special(id);
        let special = Special {
            builtin: row.builtin,
            binding: row.binding,
            arguments: self.children(row.arguments),
            modifiers: self.modifiers(row.modifiers),
            variable: row.variable.map(|name| self.name(name)),
            variable_term: row.variable_term.map(|term| self.term(term)),
        };
        self.program.rows.specials.push(special);
        SpecialId(self.program.specials.len() as u32 - 1)
    }

    fn plot(&mut self, id: PlotId) -> PlotId {
        let row = self.other.plot(id);
        let form = match row.form {
            PlotForm::View => PlotForm::View,
            PlotForm::Rectangle { from, to } => PlotForm::Rectangle {
                from: self.term(from),
                to: self.term(to),
            },
            PlotForm::Image { image } => PlotForm::Image {
                image: self.term(image),
            },
            PlotForm::PlacedImage { left, right, image } => PlotForm::PlacedImage {
                left: self.term(left),
                right: self.term(right),
                image: self.term(image),
            },
        };
        let (term, body) = (self.next(), self.term(row.body));
        self.program.rows.plots.push(Plot { term, form, body });
        PlotId(self.program.plots.len() as u32 - 1)
    }
}
