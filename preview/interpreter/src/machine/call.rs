//! Calling functions and builtins.

use cindyscript_hir::builtins::{self, BuiltinId, Form};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Callee, CalleeId, Children, ModifierRange, TermId};
use smol_str::SmolStr;

use super::{Evaluated, Machine};
use crate::error::Halt;
use crate::machine::variables::{Binding, Variables};
use crate::value::Value;
use crate::value::lazy::Lazy;

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn builtin(
        &mut self,
        id: TermId,
        builtin: BuiltinId,
        arguments: Children,
        modifiers: ModifierRange,
    ) -> Evaluated {
        let mut values = self.arguments(arguments)?;
        let named = self.modifiers(modifiers)?;
        self.state.context.modifiers = named
            .into_iter()
            .map(|(name, value)| (SmolStr::new(self.program.names.text(name)), value))
            .collect();
        let value = self.apply(id, builtin, &mut values);
        self.state.context.modifiers.clear();
        value
    }

    pub(super) fn arguments(&mut self, arguments: Children) -> Result<Vec<Value>, Halt> {
        self.program
            .children(arguments)
            .iter()
            .map(|&argument| self.eval(argument))
            .collect()
    }

    pub(crate) fn modifiers(
        &mut self,
        modifiers: ModifierRange,
    ) -> Result<Vec<(NameId, Value)>, Halt> {
        let modifiers = self.program.modifiers(modifiers);
        modifiers
            .iter()
            .map(|modifier| Ok((modifier.name, self.eval(modifier.value)?)))
            .collect()
    }

    /// Calls a function of the applet: arguments and modifiers are evaluated in the caller's
    /// scope, then bound, then the body is evaluated.
    #[inline(never)]
    pub(super) fn call(
        &mut self,
        id: TermId,
        callee: CalleeId,
        arguments: Children,
        modifiers: ModifierRange,
    ) -> Evaluated {
        let program = self.program;
        let Some(function) = self.state.functions[callee.index()] else {
            return match program.callee(callee).builtin {
                Some(builtin) if self.builtins.row(builtin).is_some() => {
                    self.builtin(id, builtin, arguments, modifiers)
                }
                Some(builtin) => Ok(self.unavailable(id, builtin)),
                None => Ok(self.unknown(id, callee)),
            };
        };
        self.step(id)?;
        let function = program.function(function);
        let is_pixel = self.steps_out();
        let mut outside = None;
        let mut step_out = |variables: &mut Variables| {
            outside = is_pixel.then(|| variables.step_out());
            variables.enter()
        };
        let scope = match (program.children(arguments), function.parameters.as_slice()) {
            (&[argument], [parameter]) if program.modifiers(modifiers).is_empty() => {
                let value = self.operand(argument)?;
                let scope = step_out(&mut self.state.variables);
                self.state
                    .variables
                    .hide(parameter.name, Binding::Value(value));
                scope
            }
            (_, parameters) => {
                let values = self.arguments(arguments)?;
                let named = self.modifiers(modifiers)?;
                let scope = step_out(&mut self.state.variables);
                for (parameter, value) in parameters.iter().zip(values) {
                    self.state
                        .variables
                        .hide(parameter.name, Binding::Value(value));
                }
                for (name, value) in named {
                    self.state.variables.hide(name, Binding::Value(value));
                }
                scope
            }
        };
        let value = self.eval(function.body);
        self.state.variables.leave(scope);
        if let Some(outside) = outside {
            self.state.variables.step_in(outside);
        }
        value
    }

    /// At pixels, as in CindyGL, a function does not see what its callers bind.
    pub(crate) fn steps_out(&self) -> bool {
        self.revisions.is_none()
    }

    #[inline(never)]
    pub(super) fn unavailable(&mut self, id: TermId, builtin: BuiltinId) -> Value {
        self.warn(id, || {
            let name = builtin.name();
            match builtin.row().form {
                Form::OutOfScope(what) => {
                    format!("`{name}` is not available: the preview has no {what}")
                }
                _ => format!("`{name}` is not available yet; the result is undefined"),
            }
        })
    }

    #[inline(never)]
    pub(crate) fn unknown(&mut self, id: TermId, callee: CalleeId) -> Value {
        let program = self.program;
        let callee = program.callee(callee);
        let name = &callee.name;
        let is_own =
            |other: &Callee| !other.definitions.is_empty() && other.name.eq_ignore_ascii_case(name);
        let has_others =
            || !builtins::arities(name).is_empty() || program.callees.iter().any(is_own);
        self.warn(id, || match callee.arity {
            _ if !has_others() => format!("the function `{name}` is not defined"),
            1 => format!("no function `{name}` takes 1 argument"),
            arity => format!("no function `{name}` takes {arity} arguments"),
        })
    }

    /// Runs something that hides variables, and shows them again after it, however it ends.
    pub(crate) fn scoped(&mut self, run: impl FnOnce(&mut Self) -> Evaluated) -> Evaluated {
        let scope = self.state.variables.enter();
        let value = run(self);
        self.state.variables.leave(scope);
        value
    }

    /// Evaluates code that belongs to an object.
    pub(crate) fn eval_method(&mut self, id: TermId, code: &Lazy, this: &Value) -> Evaluated {
        self.step(id)?;
        let outer = std::mem::replace(&mut self.state.context.this, this.clone());
        let value = self.eval_lazy(id, code);
        self.state.context.this = outer;
        value
    }
}
