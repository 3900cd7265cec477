//! Code as a value: what `cgllazy` makes, and `cgleval` runs.

use std::fmt;
use std::sync::Arc;

use cindyscript_hir::program::{FunctionId, Program, ScriptId};
use cindyscript_hir::types::Type;

use crate::value::Value;
use crate::value::lazy::Generation;
use crate::value::list::List;

/// A function without a name, and what it captured when it was made.
#[derive(Clone)]
pub struct Closure {
    pub(crate) generation: Generation,
    pub(crate) program: Arc<Program>,
    pub(crate) function: FunctionId,
    /// In the order of its modifiers.
    pub(crate) captured: List,
}

impl fmt::Debug for Closure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_tuple("Closure");
        shown.field(&self.function).field(&self.captured).finish()
    }
}

impl Closure {
    /// What it has captured: all that is there of it at a pixel.
    #[must_use]
    pub fn captured(&self) -> &List {
        &self.captured
    }

    /// The same code that has captured something else in each place.
    pub(crate) fn with_each(&self, change: impl FnMut(Value) -> Value) -> Option<Closure> {
        Some(Closure {
            captured: List::new(self.captured.iter().map(change))?,
            ..self.clone()
        })
    }

    pub(crate) fn type_of(&self) -> Type {
        let arity = self.program.function(self.function);
        let arity = arity.named_parameters().len() as u32;
        let captured = self.captured.iter().map(|value| value.type_of());
        Type::code(self.function, arity, captured.collect())
    }

    /// Whether it came while scripts ran, and is none of the text.
    fn came_later(&self) -> bool {
        self.program.function(self.function).script == ScriptId::RUN_TIME
    }
}

/// Whether a value is code that is none of the text, or holds some.
pub(crate) fn has_later_code(value: &Value) -> bool {
    match value {
        Value::Code(code) => code.came_later() || code.captured.iter().any(|v| has_later_code(&v)),
        Value::List(list) if list.has_code() => list.iter().any(|item| has_later_code(&item)),
        _ => false,
    }
}
