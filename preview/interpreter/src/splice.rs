//! Code copied behind a program: that of another one, since what a value or a timer holds outlives
//! the text that it is from, or its own with an expression in the place of `#`.

use std::sync::Arc;

use cindyscript_applet::TextRange;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use cindyscript_hir::builtins;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{
    Callee, CalleeId, Children, Function, FunctionId, FunctionParameter, Iteration, IterationId,
    Modifier, ModifierRange, Plot, PlotForm, PlotId, Program, ScriptId, Special, SpecialId, Term,
    TermId, TermKind, TextId,
};
use cindyscript_hir::renumber::Renumber;
use cindyscript_infer::split_program::SplitProgram;

/// An expression that was computed from others.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    /// A number.
    Number(f64),
    /// A variable.
    Variable(NameId),
    /// A function or an operator, by name, and what it is applied to.
    Call(SmolStr, Vec<Arc<Expression>>),
    /// A term of the program as it stands.
    Term(TermId),
}

/// A program with a term of its own behind it in which an expression stands in the place of `#`.
pub(crate) fn with_code(
    base: &SplitProgram,
    code: TermId,
    hash: &Expression,
) -> (SplitProgram, TermId) {
    let program = &base.program;
    let mut splice = Splice::new(program, program);
    splice.hash = program.names.get("#").map(|name| (name, hash));
    let root = splice.subtree(code);
    (base.grown(splice.program), root)
}

/// A program with a term of another one behind it: names and functions mean what they mean in the
/// first. Terms that come so stand in [`ScriptId::RUN_TIME`].
pub(crate) fn with_term_of(
    base: &SplitProgram,
    other: &Program,
    root: TermId,
) -> (SplitProgram, TermId) {
    let mut splice = Splice::new(&base.program, other);
    let root = splice.subtree(root);
    (base.grown(splice.program), root)
}

/// A program with a function of another one as a further definition.
pub(crate) fn with_function_of(
    base: &SplitProgram,
    other: &Program,
    function: FunctionId,
) -> (SplitProgram, FunctionId) {
    let mut splice = Splice::new(&base.program, other);
    let body = splice.subtree(other.function(function).body);
    let function = splice.define(function, body);
    // What code has captured was evaluated where it was made.
    if let Some(captured) = splice.program.function(function).captured {
        let start = captured.start as usize;
        for modifier in &mut splice.program.modifiers[start..start + captured.len as usize] {
            modifier.value = body;
        }
    }
    (base.grown(splice.program), function)
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
    hash: Option<(NameId, &'a Expression)>,
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
        let id = self.next();
        self.program.terms.push(Term {
            kind,
            range,
            script: ScriptId::RUN_TIME,
            first,
        });
        id
    }

    /// Writes an expression down. Its depth is bounded by whoever computes it.
    fn expression(&mut self, expression: &Expression, range: TextRange) -> TermId {
        let first = self.next();
        let kind = match expression {
            Expression::Number(number) => TermKind::Number(*number),
            Expression::Variable(name) => TermKind::Variable(*name),
            Expression::Term(term) => {
                let hash = self.hash.take();
                let copy = self.subtree(*term);
                self.hash = hash;
                return copy;
            }
            Expression::Call(name, arguments) => {
                let arguments: Vec<TermId> = arguments
                    .iter()
                    .map(|argument| self.expression(argument, range))
                    .collect();
                let callee = self.named(name, arguments.len() as u32);
                let start = self.program.children.len() as u32;
                let len = arguments.len() as u32;
                self.program.children.extend(arguments);
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
            self.program.callees.push(Callee {
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
        self.program.functions.push(Function {
            callee,
            parameters,
            body,
            name_range: row.name_range,
            script: ScriptId::RUN_TIME,
            captured,
        });
        self.program.callees[callee.index()].definitions.push(id);
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
        let intern = || program.names.intern(other.names.text(id));
        *self.names.entry(id).or_insert_with(intern)
    }

    fn callee(&mut self, id: CalleeId) -> CalleeId {
        let row = self.other.callee(id);
        self.named(&row.name, row.arity)
    }

    fn text(&mut self, id: TextId) -> TextId {
        let text = self.other.texts[id.index()].clone();
        self.program.texts.push(text);
        TextId(self.program.texts.len() as u32 - 1)
    }

    fn children(&mut self, children: Children) -> Children {
        let start = self.program.children.len() as u32;
        for &child in self.other.children(children) {
            let child = self.term(child);
            self.program.children.push(child);
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
            self.program.modifiers.push(modifier);
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
            index: row.index.map(|name| self.name(name)),
            index_term: row.index_term.map(|term| self.term(term)),
            body: self.term(row.body),
            modifiers: self.modifiers(row.modifiers),
        };
        self.program.iterations.push(iteration);
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
        self.program.specials.push(special);
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
        self.program.plots.push(Plot { term, form, body });
        PlotId(self.program.plots.len() as u32 - 1)
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_hir::document::Document;
    use cindyscript_ide::analyse;

    use super::*;

    fn program(text: &str) -> SplitProgram {
        let document = Document::open("test.cindyscript", text);
        analyse(&document).applets[0].split_program()
    }

    /// A term without the numbers that differ between programs.
    fn shown(all: &SplitProgram, id: TermId) -> String {
        let program = &all.program;
        let mut operands = Vec::new();
        program.for_each_operand(id, |operand| operands.push(shown(all, operand)));
        let head = match program.kind(id) {
            TermKind::Number(number) => number.to_string(),
            TermKind::Text(text) => format!("{:?}", program.text(text)),
            TermKind::Variable(name) | TermKind::Field { name, .. } => {
                program.names.text(name).to_owned()
            }
            TermKind::Call { callee, .. } => program.callee(callee).name.to_string(),
            TermKind::Iterate(iteration) => {
                let row = program.iteration(iteration);
                format!("{} {}", row.kind.name(), program.names.text(row.element))
            }
            TermKind::Special(special) => program.special(special).builtin.name().to_owned(),
            TermKind::Define(function) => {
                let callee = program.function(function).callee;
                program.callee(callee).name.to_string()
            }
            TermKind::Plot(plot) => {
                let split = all.split.of(plot);
                let names = split
                    .pixel
                    .iter()
                    .map(|pixel| program.names.text(pixel.name));
                format!(
                    "plot {:?} {}",
                    names.collect::<Vec<_>>(),
                    split.uniforms.len()
                )
            }
            kind => format!("{kind:?}")
                .split(['(', ' '])
                .next()
                .unwrap_or_default()
                .to_owned(),
        };
        format!("{head}[{}]", operands.join(", "))
    }

    #[test]
    fn a_term_means_the_same_elsewhere() {
        const CODE: &str = "f(x) := x + y_1; repeat(3, k, s = s + k.im); \
            d = {\"a\": apply(1..3, #^2)}; if(a < 2, d.a := b, while(false, 1)); A:\"k\" = |a|; \
            plot(sin(x), color -> red(1)); colorplot(z * a + f(2)); regional(q); g(3, t -> 2)";
        let from = program(CODE);
        let root = from.program.scripts[0].root;
        let to = program("unrelated = 1; b = sum([1, 2]); f(x) := 3");
        let (grown, spliced) = with_term_of(&to, &from.program, root);
        assert_eq!(shown(&grown, spliced), shown(&from, root));
        assert_eq!(
            grown.program.terms[..to.program.terms.len()],
            to.program.terms
        );
        assert_eq!(grown.program.functions.len(), 2);
        let (grown, function) = with_function_of(&to, &from.program, FunctionId(0));
        let body = |all: &SplitProgram, id: FunctionId| shown(all, all.program.function(id).body);
        assert_eq!(body(&grown, function), body(&from, FunctionId(0)));
        assert_eq!(
            grown
                .program
                .callee(grown.program.function(function).callee)
                .definitions
                .len(),
            2
        );
    }
}
