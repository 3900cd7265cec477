//! Terms with other numbers in them: one walk over what a kind of term holds, for all that moves
//! terms about.

use crate::names::NameId;
use crate::program::{
    CalleeId, Children, FunctionId, IterationId, ModifierRange, PlotId, SpecialId, TermId,
    TermKind, TextId,
};

/// Gives numbers out for those that terms have. What is not said stays as it is.
pub trait Renumber {
    /// The number of an operand.
    fn term(&mut self, id: TermId) -> TermId {
        id
    }

    /// The number of a name.
    fn name(&mut self, id: NameId) -> NameId {
        id
    }

    /// The number of what is called.
    fn callee(&mut self, id: CalleeId) -> CalleeId {
        id
    }

    /// The number of a string.
    fn text(&mut self, id: TextId) -> TextId {
        id
    }

    /// The place of operands.
    fn children(&mut self, children: Children) -> Children {
        children
    }

    /// The place of modifiers.
    fn modifiers(&mut self, modifiers: ModifierRange) -> ModifierRange {
        modifiers
    }

    /// The number of a function that is defined.
    fn function(&mut self, id: FunctionId) -> FunctionId {
        id
    }

    /// The number of a loop.
    fn iteration(&mut self, id: IterationId) -> IterationId {
        id
    }

    /// The number of a colorplot.
    fn plot(&mut self, id: PlotId) -> PlotId {
        id
    }

    /// The number of a call of a builtin with code or names among its arguments.
    fn special(&mut self, id: SpecialId) -> SpecialId {
        id
    }
}

impl TermKind {
    /// The same with other numbers.
    #[must_use]
    pub fn renumbered(self, by: &mut impl Renumber) -> Self {
        match self {
            Self::Undefined | Self::Number(_) => self,
            Self::Text(text) => Self::Text(by.text(text)),
            Self::Variable(name) => Self::Variable(by.name(name)),
            Self::Sequence(operands) => Self::Sequence(by.children(operands)),
            Self::List(operands) => Self::List(by.children(operands)),
            Self::Dictionary(operands) => Self::Dictionary(by.children(operands)),
            Self::Regional(operands) => Self::Regional(by.children(operands)),
            Self::Assign { target, value } => Self::Assign {
                target: by.term(target),
                value: by.term(value),
            },
            Self::Define(function) => Self::Define(by.function(function)),
            Self::Code(function) => Self::Code(by.function(function)),
            Self::DefineLazy { target, body } => Self::DefineLazy {
                target: by.term(target),
                body: by.term(body),
            },
            Self::Undefine(callee) => Self::Undefine(by.callee(callee)),
            Self::Index { base, index } => Self::Index {
                base: by.term(base),
                index: by.term(index),
            },
            Self::Field { base, name } => Self::Field {
                base: by.term(base),
                name: by.name(name),
            },
            Self::UserData { base, key } => Self::UserData {
                base: by.term(base),
                key: by.term(key),
            },
            Self::Call {
                callee,
                arguments,
                modifiers,
            } => Self::Call {
                callee: by.callee(callee),
                arguments: by.children(arguments),
                modifiers: by.modifiers(modifiers),
            },
            Self::If {
                condition,
                then,
                otherwise,
            } => Self::If {
                condition: by.term(condition),
                then: by.term(then),
                otherwise: otherwise.map(|term| by.term(term)),
            },
            Self::While { condition, body } => Self::While {
                condition: by.term(condition),
                body: by.term(body),
            },
            Self::Iterate(iteration) => Self::Iterate(by.iteration(iteration)),
            Self::Plot(plot) => Self::Plot(by.plot(plot)),
            Self::Special(special) => Self::Special(by.special(special)),
        }
    }
}
