//! The program: what all scripts of one applet say, lowered once.
//!
//! An arena of terms with interned names and source ranges. Children stand before their parents,
//! and a term's whole subtree is the contiguous range [`Term::first`]..=itself, so that a table
//! over a body is a slice. The interpreter runs it, inference types it, the editor's features read
//! it; none of them reads trees.

mod rows;

use std::sync::Arc;

pub use cindyscript_syntax::SyntaxError;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

pub use crate::graft::Expression;
pub use rows::{
    Callee, CalleeId, Children, Coordinate, Function, FunctionId, Iteration, IterationId,
    IterationKind, Modifier, Modifiers, Parameter, PixelName, Plot, PlotForm, PlotId, ScriptBody,
    ScriptId, Special, SpecialId, Term, TermId, TermKind, TextId,
};

use crate::builtins::{self, Binds, BuiltinId, Mode};
use crate::constants::Constants;
use crate::lower;
use crate::names::{NameId, NameSet, Names};
use crate::split;

/// All scripts of one applet.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The variables' names.
    pub names: Names,
    /// All terms, children first.
    pub terms: Vec<Term>,
    /// The terms' variable-length operands.
    pub children: Vec<TermId>,
    /// The calls' modifiers.
    pub modifiers: Vec<Modifier>,
    /// The string literals.
    pub texts: Vec<SmolStr>,
    /// The scripts, in the applet's order ([`ScriptId`]), and behind them what they import.
    pub scripts: Vec<ScriptBody>,
    /// The function definitions.
    pub functions: Vec<Function>,
    /// What is called or defined.
    pub callees: Vec<Callee>,
    /// The loops.
    pub iterations: Vec<Iteration>,
    /// The colorplots.
    pub plots: Vec<Plot>,
    /// The calls of builtins with code or names among their arguments.
    pub specials: Vec<Special>,
    /// The names that mean something without a colorplot: assigned, preset, or of the
    /// construction.
    pub(crate) defined: Arc<NameSet>,
    /// The names that only ever have one number as their value.
    pub(crate) constants: Arc<Constants>,
}

/// A program with a further text, made while it runs.
#[derive(Clone, Debug)]
pub struct Extended {
    /// All of the program that there was, with the same ids, and the text. Where the text defines
    /// functions, calls of them in the program mean these as well.
    pub program: Program,
    /// The text, which no event runs. Its terms stand in [`ScriptId::RUN_TIME`], and their ranges
    /// are ranges of the text.
    pub root: TermId,
    /// What is wrong with the text; a statement with an error in it has no value.
    pub errors: Vec<SyntaxError>,
}

impl Program {
    /// The term around each term, or the term itself if none is: terms stand behind their operands.
    pub(crate) fn parents(&self) -> Vec<TermId> {
        let mut parents: Vec<TermId> = (0..self.terms.len() as u32).map(TermId).collect();
        // Those that have no parent yet.
        let mut roots: Vec<TermId> = Vec::new();
        for (term, id) in self.terms.iter().zip((0..).map(TermId)) {
            while let Some(&root) = roots.last()
                && term.first <= root
            {
                parents[root.index()] = id;
                roots.pop();
            }
            roots.push(id);
        }
        parents
    }

    /// This program with a text that is parsed and lowered as another script, over the same names
    /// and functions. It takes time in proportion to both.
    #[must_use]
    pub fn extended(&self, text: &str) -> Extended {
        let parse = cindyscript_syntax::parse(text);
        let (mut program, root) = lower::extend(self, parse.script());
        split::complete(&mut program, self);
        Extended {
            program,
            root,
            errors: parse.errors,
        }
    }

    /// The names that some script assigns to, or defines lazily.
    #[must_use]
    pub fn assigned(&self) -> FxHashSet<NameId> {
        split::all_assigned(self, TermId(0)).iter().collect()
    }

    /// The term with this id.
    #[must_use]
    pub fn term(&self, id: TermId) -> &Term {
        &self.terms[id.index()]
    }

    /// The kind of a term.
    #[must_use]
    pub fn kind(&self, id: TermId) -> TermKind {
        self.terms[id.index()].kind
    }

    /// The name that a term is, if it is one.
    #[must_use]
    pub fn name_of(&self, id: TermId) -> Option<NameId> {
        match self.kind(id) {
            TermKind::Variable(name) => Some(name),
            _ => None,
        }
    }

    /// The variable that a term is, or is an element or coordinate of: `l` of `l_1.x_2`.
    pub(crate) fn root_of_elements(&self, mut term: TermId) -> Option<NameId> {
        while let TermKind::Index { base, .. } | TermKind::Field { base, .. } = self.kind(term) {
            term = base;
        }
        self.name_of(term)
    }

    /// Operands of a term.
    #[must_use]
    pub fn children(&self, children: Children) -> &[TermId] {
        let start = children.start as usize;
        &self.children[start..start + children.len()]
    }

    /// Modifiers of a call.
    #[must_use]
    pub fn modifiers(&self, modifiers: Modifiers) -> &[Modifier] {
        let start = modifiers.start as usize;
        &self.modifiers[start..start + modifiers.len as usize]
    }

    /// A string literal.
    #[must_use]
    pub fn text(&self, id: TextId) -> &str {
        &self.texts[id.index()]
    }

    /// A callee.
    #[must_use]
    pub fn callee(&self, id: CalleeId) -> &Callee {
        &self.callees[id.index()]
    }

    /// A function definition.
    #[must_use]
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// The name of a function; that of code is what makes it.
    #[must_use]
    pub fn function_name(&self, id: FunctionId) -> &str {
        let function = self.function(id);
        match function.is_code() {
            true => "cgllazy",
            false => &self.callee(function.callee).name,
        }
    }

    /// What code captures when it is made.
    #[must_use]
    pub fn captured(&self, id: FunctionId) -> &[Modifier] {
        self.modifiers(self.function(id).captured.unwrap_or_default())
    }

    /// A loop.
    #[must_use]
    pub fn iteration(&self, id: IterationId) -> &Iteration {
        &self.iterations[id.index()]
    }

    /// A call of a builtin with code or names among its arguments.
    #[must_use]
    pub fn special(&self, id: SpecialId) -> &Special {
        &self.specials[id.index()]
    }

    /// The arguments of such a call, with how each is treated.
    pub fn special_arguments(&self, id: SpecialId) -> impl Iterator<Item = (Mode, TermId)> {
        let special = self.special(id);
        let arguments = self.children(special.arguments).iter().enumerate();
        arguments.map(|(place, &argument)| (special.binding.mode(place), argument))
    }

    /// The names that mean something else in the code of such a call than around it.
    pub fn special_names(&self, id: SpecialId) -> impl Iterator<Item = NameId> {
        let special = self.special(id);
        let modifiers = match special.binding.binds {
            Binds::Modifiers => self.modifiers(special.modifiers),
            _ => &[],
        };
        let modifiers = modifiers.iter().map(|modifier| modifier.name);
        special.variable.into_iter().chain(modifiers)
    }

    /// A colorplot.
    #[must_use]
    pub fn plot(&self, id: PlotId) -> &Plot {
        &self.plots[id.index()]
    }

    /// The calls of what is wanted, in order, with their arguments.
    pub(crate) fn calls_of(
        &self,
        wanted: impl Fn(&Callee) -> bool,
    ) -> impl Iterator<Item = (TermId, CalleeId, Children)> {
        let wanted: Vec<bool> = self.callees.iter().map(wanted).collect();
        // Most of what is looked for is rare: then the terms need not be looked at.
        let terms = match wanted.contains(&true) {
            true => self.terms.as_slice(),
            false => &[],
        };
        let calls = terms.iter().zip(0..);
        calls.filter_map(move |(term, id)| match term.kind {
            TermKind::Call {
                callee, arguments, ..
            } if wanted[callee.index()] => Some((TermId(id), callee, arguments)),
            _ => None,
        })
    }

    /// The builtin that a term calls or is a form of, with the modifiers that are passed to it.
    /// Functions of the applet shadow builtins.
    #[must_use]
    pub fn builtin_call(&self, id: TermId) -> Option<(BuiltinId, &[Modifier])> {
        let (builtin, modifiers) = match self.kind(id) {
            TermKind::Call {
                callee, modifiers, ..
            } => {
                let callee = self.callee(callee);
                let is_own = |_: &BuiltinId| !callee.runs_code() && !callee.definitions.is_empty();
                let builtin = callee.builtin.filter(|builtin| !is_own(builtin))?;
                (builtin, modifiers)
            }
            TermKind::Special(special) => {
                let special = self.special(special);
                (special.builtin, special.modifiers)
            }
            // The names of what it captures are the author's.
            TermKind::Code(function) => {
                let with_names =
                    usize::from(!self.function(function).named_parameters().is_empty());
                (
                    builtins::find("cgllazy", 1 + with_names)?,
                    Modifiers::default(),
                )
            }
            TermKind::Iterate(iteration) => {
                let iteration = self.iteration(iteration);
                let named = usize::from(iteration.element_term.is_some());
                let arity = 2 + named + usize::from(iteration.index_term.is_some());
                (iteration.kind.builtin(arity)?, iteration.modifiers)
            }
            _ => return None,
        };
        Some((builtin, self.modifiers(modifiers)))
    }

    /// Calls `visit` with each direct operand of a term, modifiers included, in evaluation order;
    /// names that are only declared are none, and the body of code is none.
    pub fn for_each_operand(&self, id: TermId, mut visit: impl FnMut(TermId)) {
        match self.kind(id) {
            TermKind::Undefined
            | TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::Variable(_)
            | TermKind::Undefine(_) => {}
            TermKind::Sequence(operands)
            | TermKind::List(operands)
            | TermKind::Dictionary(operands)
            | TermKind::Regional(operands) => {
                self.children(operands).iter().copied().for_each(visit);
            }
            TermKind::Assign { target, value } => {
                visit(value);
                visit(target);
            }
            TermKind::Define(function) => visit(self.function(function).body),
            // Its body runs where it is called.
            TermKind::Code(function) => {
                let captured = self.captured(function).iter();
                captured.for_each(|modifier| visit(modifier.value));
            }
            TermKind::DefineLazy { target, body } => {
                visit(target);
                visit(body);
            }
            TermKind::Index { base, index } => {
                visit(base);
                visit(index);
            }
            TermKind::Field { base, .. } => visit(base),
            TermKind::UserData { base, key } => {
                visit(base);
                visit(key);
            }
            TermKind::Call {
                arguments,
                modifiers,
                ..
            } => {
                self.children(arguments)
                    .iter()
                    .copied()
                    .for_each(&mut visit);
                self.modifiers(modifiers)
                    .iter()
                    .for_each(|modifier| visit(modifier.value));
            }
            TermKind::If {
                condition,
                then,
                otherwise,
            } => {
                visit(condition);
                visit(then);
                if let Some(otherwise) = otherwise {
                    visit(otherwise);
                }
            }
            TermKind::While { condition, body } => {
                visit(condition);
                visit(body);
            }
            TermKind::Iterate(iteration) => {
                let iteration = self.iteration(iteration);
                visit(iteration.domain);
                self.modifiers(iteration.modifiers)
                    .iter()
                    .for_each(|m| visit(m.value));
                visit(iteration.body);
            }
            TermKind::Plot(plot) => {
                let plot = self.plot(plot);
                match plot.form {
                    PlotForm::View => {}
                    PlotForm::Rectangle { from, to } => {
                        visit(from);
                        visit(to);
                    }
                    PlotForm::Image { image } => visit(image),
                    PlotForm::PlacedImage { left, right, image } => {
                        visit(left);
                        visit(right);
                        visit(image);
                    }
                }
                visit(plot.body);
            }
            TermKind::Special(special) => {
                let modifiers = self.modifiers(self.special(special).modifiers);
                modifiers.iter().for_each(|modifier| visit(modifier.value));
                for wanted in [Mode::Value, Mode::Code] {
                    self.special_arguments(special)
                        .filter(|(mode, _)| *mode == wanted)
                        .for_each(|(_, argument)| visit(argument));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, analyse};

    fn program(text: &str) -> Arc<Program> {
        let document = Document::open("test.cindyscript", text);
        Arc::clone(&analyse(&document).applets[0].program)
    }

    #[test]
    fn a_text_is_added_and_nothing_else_changes() {
        let old = program("a = 1; f(x) := g(x); colorplot(a*#)");
        let new = old.extended("b = a + f(2); g(y) := y; colorplot(b*#)");
        assert_eq!(new.errors, []);
        let before = &new.program;
        assert_eq!(before.terms[..old.terms.len()], old.terms);
        assert_eq!(before.children[..old.children.len()], old.children);
        assert_eq!(before.plots[..old.plots.len()], old.plots);
        assert_eq!(before.scripts, old.scripts);
        for (id, name) in old.names.iter() {
            assert_eq!(before.names.text(id), name);
        }
        let root = before.term(new.root);
        assert_eq!(root.script, ScriptId::RUN_TIME);
        assert_eq!(root.first.index(), old.terms.len());
        // The program calls what the text defines, and the text what the program defines.
        let callee = |name: &'static str| {
            let callees = before.callees.iter();
            callees.filter(move |row| row.name == name)
        };
        assert_eq!(callee("g").flat_map(|row| &row.definitions).count(), 1);
        assert_eq!(callee("f").count(), 1);
        // `b` means something, so the pixel is `#`, and what it needs of the CPU is known.
        let plot = &before.plots[1];
        assert_eq!(before.names.text(plot.pixel[0].name), "#");
        assert_eq!(plot.uniforms.len(), 1);
    }

    #[test]
    fn a_text_with_errors_is_added_as_well() {
        let new = program("a = 1").extended("b = 2 * ; c = 3");
        assert_eq!(new.errors.len(), 1);
        assert!(new.program.names.get("c").is_some());
        let again = new.program.extended("");
        assert_eq!(again.program.children(Children::default()), []);
    }
}
