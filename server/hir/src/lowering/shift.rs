//! Rows that move along: when a statement is copied, what it refers to stands elsewhere.

use text_size::{TextRange, TextSize};

use crate::program::{
    Children, Function, FunctionId, FunctionParameter, Modifier, ModifierRange, Term, TermId,
    TextId,
};
use crate::renumber::Renumber;

/// How many rows of each table there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RowOffsets {
    pub(super) terms: u32,
    pub(super) children: u32,
    pub(super) modifiers: u32,
    pub(super) texts: u32,
    pub(super) functions: u32,
    pub(super) calls: u32,
}

impl RowOffsets {
    fn with(self, other: Self, operation: fn(u32, u32) -> u32) -> Self {
        Self {
            terms: operation(self.terms, other.terms),
            children: operation(self.children, other.children),
            modifiers: operation(self.modifiers, other.modifiers),
            texts: operation(self.texts, other.texts),
            functions: operation(self.functions, other.functions),
            calls: operation(self.calls, other.calls),
        }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        self.with(other, u32::wrapping_add)
    }

    pub(super) fn minus(self, other: Self) -> Self {
        self.with(other, u32::wrapping_sub)
    }
}

/// How far the rows of some statements move, and their text. Numbers that go back wrap around.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) rows: RowOffsets,
    pub(super) shift: u32,
}

fn shifted(range: TextRange, by: u32) -> TextRange {
    let shifted = |size: TextSize| TextSize::new(u32::from(size).wrapping_add(by));
    TextRange::at(shifted(range.start()), range.len())
}

impl Renumber for Move {
    fn term(&mut self, id: TermId) -> TermId {
        TermId(id.0.wrapping_add(self.rows.terms))
    }

    fn text(&mut self, id: TextId) -> TextId {
        TextId(id.0.wrapping_add(self.rows.texts))
    }

    fn children(&mut self, children: Children) -> Children {
        Children {
            start: children.start.wrapping_add(self.rows.children),
            ..children
        }
    }

    fn modifiers(&mut self, modifiers: ModifierRange) -> ModifierRange {
        if modifiers.is_empty() {
            return modifiers;
        }
        ModifierRange {
            start: modifiers.start.wrapping_add(self.rows.modifiers),
            ..modifiers
        }
    }

    fn function(&mut self, id: FunctionId) -> FunctionId {
        FunctionId(id.0.wrapping_add(self.rows.functions))
    }
}

impl Move {
    /// Whether all stays where it is.
    pub(super) fn is_nowhere(self) -> bool {
        self.rows == RowOffsets::default() && self.shift == 0
    }

    pub(super) fn term_row(mut self, term: &Term) -> Term {
        Term {
            kind: term.kind.renumbered(&mut self),
            range: shifted(term.range, self.shift),
            script: term.script,
            first: self.term(term.first),
        }
    }

    pub(super) fn modifier_row(mut self, modifier: &Modifier) -> Modifier {
        Modifier {
            name: modifier.name,
            range: shifted(modifier.range, self.shift),
            value: self.term(modifier.value),
        }
    }

    pub(super) fn function_row(mut self, function: &Function) -> Function {
        let parameters = function
            .parameters
            .iter()
            .map(|parameter| FunctionParameter {
                name: parameter.name,
                range: shifted(parameter.range, self.shift),
            });
        Function {
            callee: function.callee,
            parameters: parameters.collect(),
            body: self.term(function.body),
            name_range: shifted(function.name_range, self.shift),
            script: function.script,
            captured: function.captured.map(|captured| self.modifiers(captured)),
        }
    }
}
