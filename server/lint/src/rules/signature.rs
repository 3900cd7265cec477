//! Operations that have no meaning for the types of their operands.

use cindyscript_diagnostic::{Code, Related, Severity};
use cindyscript_hir::builtins::{BuiltinId, Form, Side};
use cindyscript_hir::program::{CalleeId, Children, TermId};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, builtin_type};

use super::foreign::Advice;
use super::mismatch::{Mismatch, MismatchKind};
use crate::checker::{Checker, ON_THE_CPU, spelled};

/// The type of the coordinates of a point, else the type itself.
fn coordinates(ty: &Type) -> Type {
    match ty {
        Type::Point => Type::list(2, Type::REAL),
        other => other.clone(),
    }
}

impl Checker<'_> {
    /// True if a call on the CPU has a meaning for some values that the types allow: complex ones
    /// that happen to be real, or truth values where a variable holds numbers as well.
    fn may_have_meaning(
        &self,
        body: &Body,
        builtin: BuiltinId,
        arguments: Children,
        types: &[Type],
    ) -> bool {
        let operands = self.analysis.program.children(arguments).iter().zip(types);
        let real: Vec<Type> = types.iter().map(Type::if_real).collect();
        let boolean = operands.map(|(&operand, ty)| {
            let is_open = matches!(ty, Type::Scalar(_)) && self.may_be_boolean(body.slot(operand));
            if is_open { Type::BOOLEAN } else { ty.if_real() }
        });
        let numbers = self.analysis.numbers();
        [boolean.collect(), real]
            .iter()
            .any(|narrower: &Vec<Type>| {
                narrower != types
                    && builtin_type(numbers, builtin, Side::Cpu, arguments, narrower).is_some()
            })
    }

    pub(crate) fn signature(
        &mut self,
        body: &Body,
        term: TermId,
        callee: CalleeId,
        arguments: Children,
        types: &[Type],
    ) {
        let side = body.side();
        let program = &self.analysis.program;
        let row = program.callee(callee);
        let Some(builtin) = row.builtin else { return };
        if !row.definitions.is_empty() || builtin.row().form != Form::Strict {
            return;
        }
        if builtin_type(self.analysis.numbers(), builtin, side, arguments, types).is_some()
            || self.said.contains(&(term, Code::ArgumentSeparator))
        {
            return;
        }
        let operands = program.children(arguments);
        // A point counts as its coordinates as well, and a complex number may turn out to be a point.
        if types.contains(&Type::Point) {
            if types.contains(&Type::COMPLEX) {
                return;
            }
            let coordinates: Vec<Type> = types.iter().map(coordinates).collect();
            let numbers = self.analysis.numbers();
            if builtin_type(numbers, builtin, side, arguments, &coordinates).is_some() {
                return;
            }
        }
        if side == Side::Cpu && self.may_have_meaning(body, builtin, arguments, types) {
            return;
        }
        let name = builtin.name();
        // Whether the CPU has the operation for these types. Not for complex numbers: for them it
        // has it only where they happen to be real.
        let on_cpu = || {
            !types.contains(&Type::COMPLEX)
                && builtin_type(
                    self.analysis.numbers(),
                    builtin,
                    Side::Cpu,
                    arguments,
                    types,
                )
                .is_some()
        };
        if side == Side::Gpu && builtin.overloads(Side::Gpu).is_empty() {
            self.not_on_gpu(term, name);
            return;
        }
        let is_on_cpu = side == Side::Gpu && on_cpu();
        let mismatch = Mismatch {
            kind: MismatchKind::Operation { name, is_on_cpu },
            types: types.to_vec(),
        };
        let severity = match side {
            Side::Gpu if is_on_cpu => self.refusal(),
            Side::Gpu => Severity::Error,
            Side::Cpu => Severity::Warning,
        };
        let severity = self.certainty(term, mismatch.code(), severity);
        if self.is_told(body, term, operands, types, severity, &mismatch) {
            return;
        }
        let foreign = self.foreign_operator(term, spelled(name), operands, types);
        let advice = foreign.or_else(|| match side {
            Side::Gpu => self.hash_advice(operands),
            Side::Cpu => None,
        });
        let (help, fix) = match advice {
            Some(Advice { help, fix }) => (Some(help), fix),
            None if is_on_cpu => (Some(ON_THE_CPU.to_owned()), None),
            None => {
                let meant = self.meant_by_operation(body, term, builtin, operands, types);
                match meant.or_else(|| self.permuted(term, builtin, arguments, types)) {
                    Some(Advice { help, fix }) => (Some(help), fix),
                    None => (builtin.takes(side, types), None),
                }
            }
        };
        let related = operands.iter().zip(types);
        let related = related
            .flat_map(|(&operand, ty)| self.origin_of(body, operand, ty))
            .collect();
        if let Some(said) = self.say_mismatch(term, severity, mismatch) {
            said.help = help;
            said.fix = fix;
            said.related = related;
        }
    }

    /// The type of an operand and where it comes from, as related places.
    pub(crate) fn origin(&self, body: &Body, operand: TermId) -> impl Iterator<Item = Related> {
        self.origin_of(body, operand, self.solution.ty(body.slot(operand)))
    }

    /// The same where the operand's type is not what it came to in the end.
    pub(crate) fn origin_of(
        &self,
        body: &Body,
        operand: TermId,
        ty: &Type,
    ) -> impl Iterator<Item = Related> + use<> {
        let slot = body.slot(operand);
        let what = Related {
            range: self.analysis.range(operand),
            message: format!("this is {}", ty.in_words()),
        };
        let provenance = self.analysis.provenance(self.solution).of_before();
        let steps = provenance.why(slot).into_iter();
        let steps = steps.take(2).map(|step| Related {
            range: step.range,
            message: step.text,
        });
        std::iter::once(what).chain(steps)
    }
}
