//! The program: what all scripts of one applet say, lowered once.
//!
//! An arena of terms with interned names and source ranges. Children stand before their parents,
//! and a term's whole subtree is the contiguous range [`Term::first`]..=itself, so that a table
//! over a body is a slice. The interpreter runs it, inference types it, the editor's features read
//! it; none of them reads trees.

mod assignment;
mod evaluation;
mod operands;
mod rows;

use std::ops::{Deref, Range, RangeInclusive};

use rustc_hash::FxHashSet;
use smol_str::SmolStr;

pub use crate::ids::{
    CalleeId, FunctionId, IterationId, PlotId, ScriptId, SpecialId, TermId, TextId,
};
pub use assignment::{all_assigned, assigned_names};
pub use evaluation::{Branch, Evaluation, Followed, evaluate};
pub use operands::OperandScope;
pub use rows::{
    Callee, Children, Function, FunctionParameter, Iteration, IterationKind, Modifier,
    ModifierRange, Plot, PlotForm, ScriptBody, Special, Term, TermKind,
};

use crate::builtins::{self, Binds, BuiltinId, Category, Form, Intrinsic, Mode};
use crate::names::{NameId, Names};

/// All scripts of one applet: its rows, which nobody but this crate writes.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub(crate) rows: ProgramRows,
}

impl Deref for Program {
    type Target = ProgramRows;

    fn deref(&self) -> &ProgramRows {
        &self.rows
    }
}

/// The rows of a [`Program`], to be read.
#[derive(Clone, Debug, Default)]
pub struct ProgramRows {
    /// The variables' names.
    pub names: Names,
    /// All terms, children first.
    pub terms: Vec<Term>,
    /// In order, the terms that do something: all but numbers and texts, variables and parts of
    /// values, lists, sequences and operators. They are few, and what most is looked for among.
    pub actions: Vec<TermId>,
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
}

impl Program {
    /// Adds a term, behind its operands.
    pub(crate) fn push(&mut self, term: Term) -> TermId {
        let id = TermId(self.terms.len() as u32);
        if self.is_action(term.kind) {
            self.rows.actions.push(id);
        }
        self.rows.terms.push(term);
        id
    }

    fn is_action(&self, kind: TermKind) -> bool {
        match kind {
            TermKind::Undefined
            | TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::Variable(_)
            | TermKind::Sequence(_)
            | TermKind::List(_)
            | TermKind::Dictionary(_)
            | TermKind::Index { .. }
            | TermKind::Field { .. }
            | TermKind::UserData { .. } => false,
            TermKind::Call { callee, .. } => !is_operator(self.callee(callee)),
            TermKind::Assign { .. }
            | TermKind::Define(_)
            | TermKind::Code(_)
            | TermKind::DefineLazy { .. }
            | TermKind::Undefine(_)
            | TermKind::If { .. }
            | TermKind::While { .. }
            | TermKind::Iterate(_)
            | TermKind::Regional(_)
            | TermKind::Plot(_)
            | TermKind::Special(_) => true,
        }
    }

    /// Of the [actions](ProgramRows::actions), those from one term to another.
    #[must_use]
    pub fn actions_within(&self, terms: RangeInclusive<TermId>) -> &[TermId] {
        let start = self.actions.partition_point(|id| id < terms.start());
        let end = self.actions.partition_point(|id| id <= terms.end());
        &self.actions[start..end.max(start)]
    }

    /// A term and all below it, operands first.
    pub fn subtree(&self, root: TermId) -> impl DoubleEndedIterator<Item = TermId> + Clone + use<> {
        (self.term(root).first.0..=root.0).map(TermId)
    }

    /// The term around each term, or the term itself if none is: terms stand behind their operands.
    pub fn parents(&self) -> Vec<TermId> {
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

    /// This program with other definitions of what is called. Ids stay.
    #[must_use]
    pub fn with_definitions(
        &self,
        mut definitions: impl FnMut(CalleeId, &Callee) -> Vec<FunctionId>,
    ) -> Self {
        let mut program = self.clone();
        for (callee, id) in program.rows.callees.iter_mut().zip((0..).map(CalleeId)) {
            callee.definitions = definitions(id, callee);
        }
        program
    }

    /// This program in which scripts have only these of their statements, by their last terms. Ids
    /// stay.
    #[must_use]
    pub fn with_statements(&self, kept: &FxHashSet<TermId>) -> Self {
        let mut program = self.clone();
        for script in &self.scripts {
            if let TermKind::Sequence(statements) = self.kind(script.root) {
                let statements = self.children(statements).iter();
                let start = program.children.len() as u32;
                let rows = &mut program.rows;
                rows.children
                    .extend(statements.filter(|statement| kept.contains(statement)));
                let len = rows.children.len() as u32 - start;
                rows.terms[script.root.index()].kind = TermKind::Sequence(Children { start, len });
            }
        }
        program
    }

    /// This program with scripts in it that no event runs, by their places in [`Self::scripts`].
    #[must_use]
    pub fn without_events(&self, scripts: &[usize]) -> Self {
        let mut program = self.clone();
        for &script in scripts {
            if let Some(script) = program.rows.scripts.get_mut(script) {
                script.event = None;
            }
        }
        program
    }

    /// The ids of all terms.
    #[must_use]
    pub fn term_ids(&self) -> Range<u32> {
        0..self.terms.len() as u32
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
    pub fn root_of_elements(&self, mut term: TermId) -> Option<NameId> {
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
    pub fn modifiers(&self, modifiers: ModifierRange) -> &[Modifier] {
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
            true => builtins::LAZY,
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
    pub fn calls_of(
        &self,
        wanted: impl Fn(&Callee) -> bool,
    ) -> impl Iterator<Item = (TermId, CalleeId, Children)> {
        let wanted: Vec<bool> = self.callees.iter().map(wanted).collect();
        let mut callees = self.callees.iter().zip(&wanted);
        let is_rare = !callees.any(|(callee, &is_wanted)| is_wanted && is_operator(callee));
        // Most of what is looked for is rare: then only a few terms need be looked at, or none.
        let (few, all) = match (is_rare, wanted.contains(&true)) {
            (true, true) => (self.actions.as_slice(), 0..0),
            (true, false) => (&[][..], 0..0),
            (false, _) => (&[][..], self.term_ids()),
        };
        let calls = few.iter().copied().chain(all.map(TermId));
        calls.filter_map(move |id| match self.kind(id) {
            TermKind::Call {
                callee, arguments, ..
            } if wanted[callee.index()] => Some((id, callee, arguments)),
            _ => None,
        })
    }

    /// Which builtin a term calls, if that is one that some pass has a rule for.
    #[must_use]
    pub fn intrinsic(&self, id: TermId) -> Option<Intrinsic> {
        self.builtin_call(id)?.0.intrinsic()
    }

    /// The callee and the arguments of a call.
    #[must_use]
    pub fn call(&self, id: TermId) -> Option<(&Callee, &[TermId])> {
        match self.kind(id) {
            TermKind::Call {
                callee, arguments, ..
            } => Some((self.callee(callee), self.children(arguments))),
            _ => None,
        }
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
                    builtins::find(builtins::LAZY, 1 + with_names)?,
                    ModifierRange::default(),
                )
            }
            TermKind::Iterate(iteration) => {
                let iteration = self.iteration(iteration);
                let named = usize::from(!iteration.is_unnamed());
                let arity = 2 + named + usize::from(iteration.index_term.is_some());
                (iteration.kind.builtin(arity)?, iteration.modifiers)
            }
            _ => return None,
        };
        Some((builtin, self.modifiers(modifiers)))
    }
}

/// Whether it is an operator, which no function shadows.
fn is_operator(callee: &Callee) -> bool {
    let row = callee.builtin.map(BuiltinId::row);
    row.is_some_and(|row| row.category == Category::Operator && row.form == Form::Strict)
}
