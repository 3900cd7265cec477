//! The types of terms.

use cindyscript_hir::builtins::{Form, Side};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::Type;

use super::{Context, Kleene, bounded};
use crate::code::of_unknown_code;
use crate::element_variables;
use crate::rules::{
    builtin_type, field_type, guarded, indexed, number, of_undefined, unknown_value, with_modifiers,
};
use crate::solver::flow::AccessPath as Parts;

impl Kleene<'_> {
    /// The type of a term in this round, which is never below that of the round before.
    pub(super) fn eval(&mut self, term: TermId, context: &Context) -> Type {
        let ty = self.eval_fresh(term, context);
        let pixel = self.is_pixel();
        let key = (context.clone(), term);
        let known = self.terms.entry(key).or_default();
        *known = bounded(known, &ty, pixel);
        known.clone()
    }

    fn eval_fresh(&mut self, term: TermId, context: &Context) -> Type {
        let program = self.input.program;
        let kind = program.kind(term);
        if let Some(ty) = self.uniform(term, context) {
            return ty;
        }
        let pixel = self.is_pixel();
        let on_this_side = |ty: Type| bounded(&Type::Unset, &ty, pixel);
        let side = self.side();
        let ty = match kind {
            TermKind::Code(function) => {
                let captured = program.captured(function).iter();
                let captured = captured.map(|modifier| modifier.value).collect();
                let captured = self.all(captured, context);
                let arity = program.function(function).named_parameters().len() as u32;
                Type::code(function, arity, captured)
            }
            TermKind::Undefined | TermKind::Define(_) | TermKind::Undefine(_) => Type::Unset,
            TermKind::Number(value) => number(value),
            TermKind::Text(_) => Type::String,
            TermKind::Dictionary(operands) => {
                self.all(program.children(operands).to_vec(), context);
                Type::Dictionary
            }
            TermKind::UserData { base, key } => {
                self.all(vec![base, key], context);
                Type::Top
            }
            TermKind::Variable(name) => match self.lookup(name) {
                Some(variable) => {
                    let ty = self.read(&variable);
                    guarded(ty, self.bounds(term, context))
                }
                None => Type::Unset,
            },
            TermKind::Sequence(operands) => {
                let operands = program.children(operands).to_vec();
                self.all(operands, context).pop().unwrap_or_default()
            }
            TermKind::List(operands) => {
                let types = self.all(program.children(operands).to_vec(), context);
                Type::of_elements(types)
            }
            TermKind::Assign { target, value } => {
                let ty = self.eval(value, context);
                self.assign(target, &ty, Parts::default(), context);
                match program.kind(target) {
                    TermKind::Variable(name) if pixel => match self.lookup(name) {
                        Some(variable) => self.read(&variable),
                        None => Type::Unset,
                    },
                    _ => ty,
                }
            }
            TermKind::DefineLazy { target, body } => {
                let ty = self.eval(body, context);
                self.assign(target, &ty, Parts::default(), context);
                Type::Unset
            }
            TermKind::Index { base, index } => {
                let (base, ty) = (self.eval(base, context), self.eval(index, context));
                indexed(self.input.numbers(), &base, &ty, index)
            }
            TermKind::Field { base, name } => {
                let found = element_variables::field(program, self.input.found, base, name);
                let base = self.eval(base, context);
                found.unwrap_or_else(|| field_type(&base, program.names.text(name), side))
            }
            TermKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.eval(condition, context);
                let then = self.eval(then, context);
                let otherwise = otherwise.map(|otherwise| self.eval(otherwise, context));
                then.join(&otherwise.unwrap_or_default())
            }
            TermKind::While { condition, body } => {
                self.eval(condition, context);
                self.eval(body, context)
            }
            TermKind::Regional(names) => {
                for &name in program.children(names) {
                    self.declare(name, context);
                }
                Type::Unset
            }
            TermKind::Iterate(_) => self.iterate(term, context),
            TermKind::Special(id) => self.special(term, id, context),
            TermKind::Plot(plot) => {
                let row = program.plot(plot);
                program.for_each_operand(term, |operand| {
                    if operand != row.body {
                        self.eval(operand, context);
                    }
                });
                if !pixel {
                    self.plot(plot, context);
                }
                Type::Unset
            }
            TermKind::Call {
                callee,
                arguments,
                modifiers,
            } => {
                let operands = program.children(arguments).to_vec();
                let types = self.all(operands, context);
                let modifiers = program.modifiers(modifiers);
                let passed: Vec<(NameId, Type)> = modifiers
                    .iter()
                    .map(|modifier| (modifier.name, self.eval(modifier.value, context)))
                    .collect();
                let row = program.callee(callee);
                if row.definitions.is_empty() && !row.runs_code() {
                    match row.builtin {
                        None => Type::Top,
                        Some(builtin)
                            if matches!(
                                builtin.row().form,
                                Form::Unavailable | Form::OutOfScope(_)
                            ) =>
                        {
                            Type::Top
                        }
                        Some(builtin)
                            if !modifiers.is_empty()
                                && let Some(ty) = with_modifiers(
                                    self.input.numbers(),
                                    builtin,
                                    &types,
                                    modifiers,
                                ) =>
                        {
                            ty
                        }
                        Some(builtin) => {
                            let found = builtin_type(
                                self.input.numbers(),
                                builtin,
                                side,
                                arguments,
                                &types,
                            );
                            let undefined = found.as_ref().is_some_and(Type::is_unset);
                            let of_undefined = of_undefined(builtin, &types);
                            if undefined && side == Side::Cpu && of_undefined.is_some() {
                                let key = (context.clone(), term);
                                if !self.resolved.contains(&key) {
                                    self.waiting.insert(key, side);
                                    return Type::Unset;
                                }
                                return of_undefined.unwrap_or_default();
                            }
                            found
                                .or_else(|| unknown_value(builtin, side, &types))
                                .unwrap_or_default()
                        }
                    }
                } else {
                    let unknown = match row.runs_code() {
                        true => of_unknown_code(types.first(), side),
                        false => None,
                    };
                    let result = self.call(term, callee, &types, &passed, context);
                    result.join(&unknown.unwrap_or_default())
                }
            }
        };
        on_this_side(ty)
    }

    pub(super) fn all(&mut self, terms: Vec<TermId>, context: &Context) -> Vec<Type> {
        terms
            .into_iter()
            .map(|term| self.eval(term, context))
            .collect()
    }
}
