//! The program: what all scripts of one applet say, lowered once.
//!
//! An arena of terms with interned names and source ranges. Children stand before their parents,
//! and a term's whole subtree is the contiguous range [`Term::first`]..=itself, so that a table
//! over a body is a slice. The interpreter runs it, inference types it, the editor's features read
//! it; none of them reads trees.

use std::sync::Arc;

use cindyscript_applet::Event;
pub use cindyscript_syntax::SyntaxError;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;
use text_size::TextRange;

pub use crate::graft::Expression;

use crate::builtins::{self, Binding, Binds, BuiltinId, Mode};
use crate::constants::Constants;
use crate::id::id;
use crate::lower;
use crate::names::{NameId, Names};
use crate::split;

id! {
    /// A term: [`Program::terms`].
    TermId
}
id! {
    /// A script of the applet, by its place in `Applet::scripts`.
    ScriptId
}
impl ScriptId {
    /// No script of the applet: a text that was evaluated while it ran. It has no place in the
    /// file.
    pub const RUN_TIME: Self = Self(u32::MAX);
}
id! {
    /// One definition `f(x) := body`: [`Program::functions`].
    FunctionId
}
id! {
    /// What a call names, a word and an arity: [`Program::callees`].
    CalleeId
}
id! {
    /// A colorplot in the text: [`Program::plots`].
    PlotId
}
id! {
    /// A loop over a list or a range: [`Program::iterations`].
    IterationId
}
id! {
    /// A call of a builtin with code or names among its arguments: [`Program::specials`].
    SpecialId
}
id! {
    /// A string literal: [`Program::texts`].
    TextId
}

/// Consecutive entries of [`Program::children`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Children {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Children {
    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// Consecutive entries of [`Program::modifiers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Modifiers {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Modifiers {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// `name -> value` in a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Modifier {
    /// The modifier's name.
    pub name: NameId,
    /// Where the name stands in its script.
    pub range: TextRange,
    /// Its value, evaluated in the caller's scope.
    pub value: TermId,
}

/// An expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Where it stands in its script, without surrounding space.
    pub range: TextRange,
    /// The script it stands in.
    pub script: ScriptId,
    /// The first term of its subtree.
    pub first: TermId,
}

/// The kinds of terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TermKind {
    /// An empty slot or broken syntax; the undefined value.
    Undefined,
    /// A number.
    Number(f64),
    /// A string literal.
    Text(TextId),
    /// A variable, `#` included.
    Variable(NameId),
    /// `a; b; c`: the value of the last operand.
    Sequence(Children),
    /// `[a, b]` or `(a, b)`.
    List(Children),
    /// `{"key": value}`: keys ([`TermKind::Text`]) and values alternate.
    Dictionary(Children),
    /// `target = value`; the target is a variable, index, field, user datum, or a list of these.
    Assign {
        /// Where to.
        target: TermId,
        /// What.
        value: TermId,
    },
    /// `f(x, y) := body`.
    Define(FunctionId),
    /// `x := body`: evaluated anew at each read.
    DefineLazy {
        /// The variable or field.
        target: TermId,
        /// The code.
        body: TermId,
    },
    /// `f(x) := _`.
    Undefine(CalleeId),
    /// `base_index`; 1-based, negative from the end.
    Index {
        /// The list.
        base: TermId,
        /// The index, or a list of indices.
        index: TermId,
    },
    /// `base.name`.
    Field {
        /// The list, element or dictionary.
        base: TermId,
        /// The field's name.
        name: NameId,
    },
    /// `base:key`.
    UserData {
        /// The element, list or dictionary.
        base: TermId,
        /// The key.
        key: TermId,
    },
    /// A call or an operator whose arguments are all evaluated first.
    Call {
        /// What is called.
        callee: CalleeId,
        /// The arguments.
        arguments: Children,
        /// The modifiers.
        modifiers: Modifiers,
    },
    /// `if(condition, then, otherwise)`.
    If {
        /// Must be a boolean.
        condition: TermId,
        /// The value where it is true.
        then: TermId,
        /// The value where it is false.
        otherwise: Option<TermId>,
    },
    /// `while(condition, body)`.
    While {
        /// Tested before each round.
        condition: TermId,
        /// The body.
        body: TermId,
    },
    /// A loop with a running variable.
    Iterate(IterationId),
    /// `regional(a, b)`: these names are local to the function from here on.
    Regional(Children),
    /// `colorplot(..)`.
    Plot(PlotId),
    /// Any other builtin with code or names among its arguments: `plot`, `d`, `eval`, `local`.
    Special(SpecialId),
}

/// What a loop does with the values of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IterationKind {
    /// `repeat`: the domain is a count; the last value.
    Repeat,
    /// `forall`: the last value.
    ForAll,
    /// `apply`: the list of the values.
    Apply,
    /// `select`: the elements whose value is true.
    Select,
    /// `sum`: the sum of the values.
    Sum,
    /// `product`: the product of the values.
    Product,
    /// `sort`: the elements, ordered by the values.
    Sort,
    /// `max`: the largest value.
    Max,
    /// `min`: the smallest value.
    Min,
}

impl IterationKind {
    /// The name of the builtin, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Repeat => "repeat",
            Self::ForAll => "forall",
            Self::Apply => "apply",
            Self::Select => "select",
            Self::Sum => "sum",
            Self::Product => "product",
            Self::Sort => "sort",
            Self::Max => "max",
            Self::Min => "min",
        }
    }

    fn builtin(self, arity: usize) -> Option<BuiltinId> {
        builtins::find(self.name(), arity)
    }
}

/// A loop with a running variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// What becomes of the values.
    pub kind: IterationKind,
    /// The list, or the number of rounds.
    pub domain: TermId,
    /// The running variable: `#` if the call names none.
    pub element: NameId,
    /// The term that names it, if the call does.
    pub element_term: Option<TermId>,
    /// The variable for the 1-based index (or the key) in four-argument forms.
    pub index: Option<NameId>,
    /// The term that names it.
    pub index_term: Option<TermId>,
    /// The body.
    pub body: TermId,
    /// `start`, `stop`, `step` and the like.
    pub modifiers: Modifiers,
}

/// A call of a builtin with code or names among its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Special {
    /// What is called.
    pub builtin: BuiltinId,
    /// How the arguments are treated: that of the builtin's row.
    pub binding: &'static Binding,
    /// The arguments; [`Binding::mode`] says which are values, code and names.
    pub arguments: Children,
    /// The modifiers, evaluated in the caller's scope.
    pub modifiers: Modifiers,
    /// The variable that the code runs with, if it is one: see [`Binds`].
    pub variable: Option<NameId>,
    /// The argument that names it, if one does.
    pub variable_term: Option<TermId>,
}

/// A definition `f(x, y) := body`.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name and arity.
    pub callee: CalleeId,
    /// The parameters, bound by value.
    pub parameters: Vec<Parameter>,
    /// The body.
    pub body: TermId,
    /// Where the name stands.
    pub name_range: TextRange,
    /// The script of the definition.
    pub script: ScriptId,
}

/// A function's parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The name.
    pub name: NameId,
    /// Where it stands.
    pub range: TextRange,
}

/// A name and an arity that something calls or defines.
#[derive(Clone, Debug, PartialEq)]
pub struct Callee {
    /// As written where it was first seen.
    pub name: SmolStr,
    /// How many arguments.
    pub arity: u32,
    /// The builtin of that name and arity. User functions shadow it.
    pub builtin: Option<BuiltinId>,
    /// All definitions of that name and arity; what runs is the last one executed.
    pub definitions: Vec<FunctionId>,
}

/// A `colorplot(..)` in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The whole call.
    pub term: TermId,
    /// Where it paints.
    pub form: PlotForm,
    /// The expression evaluated at every pixel.
    pub body: TermId,
    /// The names that are the pixel's coordinate; the first is the running variable v0.
    pub pixel: Vec<PixelName>,
    /// The split (paper, §Detection of parts for parallelization): the terms of the body, and of
    /// the functions it calls, that do not depend on the pixel. They are evaluated once a frame,
    /// in the caller's scope, in this order; their place in this list is their uniform's number.
    pub uniforms: Vec<TermId>,
    /// The variables that the pixel program assigns, which are its own.
    pub assigned: Vec<NameId>,
}

/// The place that a colorplot paints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotForm {
    /// The whole view.
    View,
    /// An axis-parallel rectangle, given by two opposite corners.
    Rectangle {
        /// One corner.
        from: TermId,
        /// The opposite one.
        to: TermId,
    },
    /// An image, whose lower corners are those of the view.
    Image {
        /// Its name.
        image: TermId,
    },
    /// An image, placed by its lower corners.
    PlacedImage {
        /// Lower left corner.
        left: TermId,
        /// Lower right corner.
        right: TermId,
        /// Its name.
        image: TermId,
    },
}

/// A name that stands for the pixel in a colorplot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelName {
    /// The name.
    pub name: NameId,
    /// What of the pixel it stands for.
    pub coordinate: Coordinate,
}

/// A way to see the pixel's position in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinate {
    /// `[x, y]`, a `list(2, real)`.
    Vector,
    /// `x + i*y`.
    Complex,
    /// The first coordinate.
    X,
    /// The second coordinate.
    Y,
}

/// A script, lowered.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptBody {
    /// When it runs; none for the text of a library that scripts import while they run: it is
    /// here for what it defines.
    pub event: Option<Event>,
    /// Its root, a [`TermKind::Sequence`].
    pub root: TermId,
}

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
    pub(crate) defined: Arc<FxHashSet<NameId>>,
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
        split::all_assigned(self, TermId(0))
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

    /// The builtin that a term calls or is a form of, with the modifiers that are passed to it.
    /// Functions of the applet shadow builtins.
    #[must_use]
    pub fn builtin_call(&self, id: TermId) -> Option<(BuiltinId, &[Modifier])> {
        let (builtin, modifiers) = match self.kind(id) {
            TermKind::Call {
                callee, modifiers, ..
            } => {
                let callee = self.callee(callee);
                let builtin = callee.builtin.filter(|_| callee.definitions.is_empty())?;
                (builtin, modifiers)
            }
            TermKind::Special(special) => {
                let special = self.special(special);
                (special.builtin, special.modifiers)
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
    /// names that are only declared are none.
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
