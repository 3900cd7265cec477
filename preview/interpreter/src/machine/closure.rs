//! Making code that is a value, and running it.

use std::sync::Arc;

use cindyscript_hir::program::{CalleeId, Children, FunctionId, TermId, TermKind};

use super::{Evaluated, Machine, kind};
use crate::code::revision::{MAX_TERMS, Revision};
use crate::machine::variables::Binding;
use crate::same_code::same_function;
use crate::splice::with_function_of;
use crate::value::Value;
use crate::value::closure::Closure;
use crate::value::list::List;

impl Machine<'_> {
    /// `cgllazy(parameters, body, name -> value)`: what it captures is evaluated now.
    #[inline(never)]
    pub(crate) fn make_code(&mut self, id: TermId, function: FunctionId) -> Evaluated {
        let program = self.program;
        let mut captured = Vec::new();
        for modifier in program.captured(function) {
            let value = match program.kind(modifier.value) {
                // Captured because it is mentioned; perhaps it has no value yet.
                TermKind::Variable(name) if modifier.range.is_empty() && self.is_unset(name) => {
                    Value::Undefined
                }
                _ => self.eval(modifier.value)?,
            };
            captured.push(value);
        }
        let captured = Value::from(List::new(captured));
        let Value::List(captured) = self.checked(id, captured)? else {
            return Ok(Value::Undefined);
        };
        Ok(Value::Code(Arc::new(Closure {
            generation: self.state.generation,
            program: Arc::clone(&self.revision.program),
            function,
            captured,
        })))
    }

    /// `cgleval(code, a, b)`, unless a script has defined a function of that name.
    #[inline(never)]
    pub(crate) fn run_code(
        &mut self,
        id: TermId,
        callee: CalleeId,
        arguments: Children,
    ) -> Evaluated {
        let program = self.program;
        let Some((&code, arguments)) = program.children(arguments).split_first() else {
            return Ok(self.unknown(id, callee));
        };
        let code = match self.eval(code)? {
            Value::Code(code) => code,
            other => {
                return Ok(self.warn(id, || {
                    let is = kind(&other);
                    format!("the first argument of `cgleval` is {is}, not a function of `cgllazy`")
                }));
            }
        };
        let Some(code) = self.adopted(id, &code) else {
            return Ok(Value::Undefined);
        };
        let program = self.program;
        let Some(function) = program.functions.get(code.function.index()) else {
            return Ok(Value::Undefined);
        };
        let parameters = function.named_parameters();
        if parameters.len() != arguments.len() {
            return Ok(self.warn(id, || {
                let (takes, given) = (parameters.len(), arguments.len());
                let plural = if takes == 1 { "" } else { "s" };
                format!("this function takes {takes} argument{plural}, not {given}")
            }));
        }
        self.step(id)?;
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            values.push(self.eval(argument)?);
        }
        let outside = self.steps_out().then(|| self.state.variables.step_out());
        let variables = &mut self.state.variables;
        let scope = variables.enter();
        let captured = program.captured(code.function).iter();
        for (modifier, value) in captured.zip(code.captured.iter()) {
            variables.hide(modifier.name, Binding::Value(value));
        }
        for (parameter, value) in parameters.iter().zip(values) {
            variables.hide(parameter.name, Binding::Value(value));
        }
        let value = self.eval(function.body);
        self.state.variables.leave(scope);
        if let Some(outside) = outside {
            self.state.variables.step_in(outside);
        }
        value
    }

    /// The same code in the program as it is now; none if there is no room for it.
    fn adopted(&mut self, id: TermId, code: &Arc<Closure>) -> Option<Arc<Closure>> {
        if code.generation == self.state.generation {
            return Some(Arc::clone(code));
        }
        let function = self.adopted_function(id, code)?;
        let mut captured = Vec::with_capacity(code.captured.len());
        for value in code.captured.iter() {
            captured.push(self.with_adopted_code(id, value));
        }
        Some(Arc::new(Closure {
            generation: self.state.generation,
            program: Arc::clone(&self.revision.program),
            function,
            captured: List::new(captured)?,
        }))
    }

    #[cold]
    fn adopted_function(&mut self, id: TermId, code: &Closure) -> Option<FunctionId> {
        let key = (code.generation, code.function);
        if let Some(&known) = self.state.adopted.get(&key) {
            return Some(known);
        }
        let base = &self.revision.program;
        let function = match same_function(base, &code.program, code.function) {
            Some(same) => same,
            None => {
                let room = base.terms.len() + code.program.terms.len() <= MAX_TERMS;
                let Some(revisions) = self.revisions.filter(|_| room) else {
                    self.warn(id, || {
                        "this code is from a text that has changed since".to_owned()
                    });
                    return None;
                };
                let first = TermId(base.terms.len() as u32);
                let base = self.revision.split_program();
                let (program, function) = with_function_of(&base, &code.program, code.function);
                let revision = self.keep(revisions, Revision::grown(program)?);
                self.state.grow(&revision.program);
                self.state.context.reports.begin_text(first, id);
                self.enter(revision);
                function
            }
        };
        self.state.adopted.insert(key, function);
        Some(function)
    }

    /// A value in which all code is of the program as it is now; what cannot be is undefined.
    pub(crate) fn with_adopted_code(&mut self, id: TermId, value: Value) -> Value {
        match value {
            Value::Code(code) => match self.adopted(id, &code) {
                Some(code) => Value::Code(code),
                None => Value::Undefined,
            },
            // Lists are at most 500 deep.
            Value::List(list) if list.has_code() => {
                let items = list.iter().map(|item| self.with_adopted_code(id, item));
                items.collect()
            }
            other => other,
        }
    }
}
