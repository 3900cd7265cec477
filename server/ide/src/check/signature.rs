//! Operations that have no meaning for the types of their operands.

use cindyscript_diagnostic::{Code, Related, Severity};
use cindyscript_hir::builtins::{Form, Side};
use cindyscript_hir::program::{CalleeId, Children, TermId};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, Role, builtin_type};

use super::foreign::Advice;
use super::mismatch::{Mismatch, MismatchKind};
use super::{Checker, ON_THE_CPU, spelled};

impl Checker<'_> {
    /// Whether a call has a meaning if its complex arguments happen to be real, as a square root
    /// of what is never negative is. At a pixel, only what comes from the CPU may be so.
    pub(super) fn may_be_real(
        &self,
        body: &Body,
        callee: CalleeId,
        arguments: Children,
        types: &[Type],
    ) -> bool {
        let program = &self.analysis.program;
        let operands = program.children(arguments).iter().zip(types);
        let real: Vec<Type> = operands
            .map(
                |(&operand, ty)| match self.solution.slot(body.slot(operand)).role {
                    Role::Uniform => ty.if_real(),
                    Role::Idle | Role::Computed | Role::Joined => match body.side() {
                        Side::Cpu => ty.if_real(),
                        Side::Gpu => ty.clone(),
                    },
                },
            )
            .collect();
        let builtin = program.callee(callee).builtin;
        real != types
            && builtin.is_some_and(|builtin| {
                builtin_type(
                    self.analysis.numbers(),
                    builtin,
                    body.side(),
                    arguments,
                    &real,
                )
                .is_some()
            })
    }

    /// Whether some operand at a pixel is complex only because a value from the CPU is.
    pub(super) fn hangs_on_uniform(&self, body: &Body, operands: &[TermId]) -> bool {
        let provenance = self.analysis.provenance(self.solution);
        let mut operands = operands.iter();
        operands.any(|&operand| provenance.hangs_on_uniform(body.slot(operand)))
    }

    pub(super) fn signature(
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
        let may_be_real = self.may_be_real(body, callee, arguments, types);
        if side == Side::Cpu && may_be_real {
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
            Side::Gpu
                if self.before_run && (may_be_real || self.hangs_on_uniform(body, operands)) =>
            {
                Severity::Hint
            }
            Side::Gpu if is_on_cpu => self.refusal(),
            Side::Gpu => Severity::Error,
            Side::Cpu => Severity::Warning,
        };
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
            None => match self.meant_by_operation(body, term, builtin, operands, types) {
                Some(Advice { help, fix }) => (Some(help), fix),
                None => (builtin.takes(side, types), None),
            },
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
    pub(super) fn origin(&self, body: &Body, operand: TermId) -> impl Iterator<Item = Related> {
        self.origin_of(body, operand, self.solution.ty(body.slot(operand)))
    }

    /// The same where the operand's type is not what it came to in the end.
    pub(super) fn origin_of(
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
