//! Code as a value: `cgllazy((x, y), body, name -> value)`.

use std::borrow::Cow;

use cindyscript_syntax::ast::{Argument, Call, Expr};
use text_size::TextRange;

use super::{Lowerer, positional};
use crate::builtins;
use crate::names::NameId;
use crate::program::{Function, FunctionId, FunctionParameter, Modifier, TermId, TermKind};

impl Lowerer {
    /// The code that a call of `cgllazy` makes; `None` if it is no such call, or one whose
    /// parameters are no names, which has no value.
    pub(super) fn code(&mut self, call: Call<'_>) -> Option<TermId> {
        if !call.name().eq_ignore_ascii_case(builtins::LAZY) {
            return None;
        }
        let given: Vec<_> = positional(call).collect();
        let (named, body) = match *given.as_slice() {
            [Argument::Expr(body)] => (Vec::new(), body),
            [Argument::Expr(names), Argument::Expr(body)] => (parameters(names)?, body),
            _ => return None,
        };
        let first = self.next();
        let mut captured = Vec::new();
        for argument in call.arguments() {
            if let Argument::Modifier(modifier) = argument {
                captured.push(self.modifier(modifier));
            }
        }
        // It has no name, and the first argument of a call is the code itself.
        let nowhere = TextRange::empty(call.range().start());
        let itself = (self.program.rows.names.intern(""), nowhere);
        let named = named
            .into_iter()
            .map(|(name, range)| (self.program.rows.names.intern(&name), range));
        let named: Vec<_> = named.collect();
        let parameters: Vec<_> = std::iter::once(itself)
            .chain(named)
            .map(|(name, range)| FunctionParameter { name, range })
            .collect();
        let own = parameters.iter().map(|parameter| parameter.name);
        let own = own.chain(captured.iter().map(|modifier| modifier.name));
        self.codes.push(own.collect());
        let body = self.expr(body);
        let own = self.codes.pop().unwrap_or_default();
        for name in self.names_of_codes_around(body, &own) {
            let value = self.push(self.next(), nowhere, TermKind::Variable(name));
            captured.push(Modifier {
                name,
                range: nowhere,
                value,
            });
        }
        let callee = self.callee(builtins::EVALUATE, parameters.len());
        let captured = self.modifiers(captured);
        let id = FunctionId(self.program.functions.len() as u32);
        self.program.rows.functions.push(Function {
            callee,
            parameters,
            body,
            name_range: nowhere,
            script: self.script,
            captured: Some(captured),
        });
        Some(self.push(first, call.range(), TermKind::Code(id)))
    }

    /// `regional` in code: code further in captures these names as it does parameters.
    pub(super) fn bind_in_code(&mut self, names: &[TermId]) {
        let names = names.iter().filter_map(|&term| self.program.name_of(term));
        if let Some(innermost) = self.codes.last_mut() {
            innermost.extend(names);
        }
    }

    /// What a body mentions that the codes around it bind, and not itself: in CindyJS their values
    /// stand in the place of these names.
    fn names_of_codes_around(&self, body: TermId, own: &[NameId]) -> Vec<NameId> {
        let mut found = Vec::new();
        if self.codes.is_empty() {
            return found;
        }
        for id in self.program.subtree(body) {
            if let Some(name) = self.program.name_of(id)
                && self.codes.iter().any(|names| names.contains(&name))
                && !own.contains(&name)
                && !found.contains(&name)
            {
                found.push(name);
            }
        }
        found
    }
}

/// The names of parameters: a name, or a list of names.
fn parameters(names: Expr<'_>) -> Option<Vec<(Cow<'_, str>, TextRange)>> {
    fn name(expr: Expr<'_>) -> Option<(Cow<'_, str>, TextRange)> {
        match expr {
            Expr::Name(name) => Some((name.text(), name.range())),
            _ => None,
        }
    }
    match names {
        Expr::List(list) => list.elements().map(|element| name(element?)).collect(),
        Expr::Paren(paren) => Some(vec![name(paren.inner()?)?]),
        other => Some(vec![name(other)?]),
    }
}
