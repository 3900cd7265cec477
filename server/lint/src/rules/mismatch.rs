//! Operations that have no meaning for the types of their operands are told once for each value that
//! is at fault: at other places, as related ones.

use cindyscript_diagnostic::{Code, Diagnostic, Related, Severity};
use cindyscript_hir::builtins::DrawnArgument;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::{Type, several};
use cindyscript_infer::{Body, Role, SlotId};

use crate::checker::{Checker, spelled};

/// An operation that has no meaning for these types of its operands.
pub(crate) struct Mismatch {
    pub(crate) kind: MismatchKind,
    pub(crate) types: Vec<Type>,
}

#[derive(PartialEq, Eq)]
pub(crate) enum MismatchKind {
    /// A corner of what a colorplot paints is no point.
    Corner,
    /// A drawing function takes something else.
    Drawing {
        name: &'static str,
        wanted: DrawnArgument,
    },
    /// A builtin is not defined for the types, or only on the CPU.
    Operation { name: &'static str, is_on_cpu: bool },
}

impl Mismatch {
    pub(crate) fn code(&self) -> Code {
        match self.kind {
            MismatchKind::Corner => Code::NotAPoint,
            MismatchKind::Drawing { .. } => Code::NotDrawable,
            MismatchKind::Operation { is_on_cpu, .. } => match is_on_cpu {
                true => Code::NotOnGpu,
                false => Code::NoSignature,
            },
        }
    }

    fn message(&self) -> String {
        let given = several(&self.types);
        match self.kind {
            MismatchKind::Corner => {
                format!("a corner of what is painted is a point [x, y], this is {given}")
            }
            MismatchKind::Drawing { name, wanted } => format!(
                "`{name}` takes {} here, this is {given}: nothing is drawn",
                describe(wanted)
            ),
            MismatchKind::Operation { name, is_on_cpu } => {
                let name = spelled(name);
                match is_on_cpu {
                    true => format!("`{name}` of {given} is not available at every pixel"),
                    false => format!("`{name}` is not defined for {given}"),
                }
            }
        }
    }

    /// Whether another is the same to authors: which numbers are whole does not matter.
    fn is_same(&self, other: &Self) -> bool {
        let plain = |mismatch: &Self| -> Vec<Type> {
            let types = mismatch.types.iter();
            types.map(Type::without_number_kinds).collect()
        };
        self.kind == other.kind && plain(self) == plain(other)
    }
}

fn describe(wanted: DrawnArgument) -> &'static str {
    match wanted {
        DrawnArgument::Place => "a point [x, y]",
        DrawnArgument::Number => "a number",
        DrawnArgument::Places => "a list of points",
        DrawnArgument::Figure => "a point, a line or a list of two points",
        DrawnArgument::Anything => "anything",
    }
}

impl Checker<'_> {
    /// Says a mismatch of a term; none if the same code was said of it before.
    pub(crate) fn say_mismatch(
        &mut self,
        term: TermId,
        severity: Severity,
        mismatch: Mismatch,
    ) -> Option<&mut Diagnostic> {
        let place = self.found.len();
        let said = self.say_as(term, mismatch.code(), severity, mismatch.message());
        if said.is_some() {
            self.mismatches.insert(place, mismatch);
        }
        self.found.get_mut(place)
    }

    /// Whether a mismatch is told already: where the same was said of the same variable, with the value
    /// that it is set to at the same place, or where the variable is set to what comes of an
    /// operation that has no meaning for it. It is added there.
    pub(crate) fn is_told(
        &mut self,
        body: &Body,
        term: TermId,
        operands: &[TermId],
        types: &[Type],
        severity: Severity,
        mismatch: &Mismatch,
    ) -> bool {
        let next = (self.found.len(), term);
        let mut told = None;
        for (&operand, ty) in operands.iter().zip(types) {
            let Some((name, value)) = self.value(body, operand) else {
                continue;
            };
            let (place, first) = *self.mistaken.entry((value, ty.clone())).or_insert(next);
            let is_same = self
                .mismatches
                .get(&place)
                .is_some_and(|one| one.is_same(mismatch));
            if place != next.0 && (is_same || self.is_set_to(name, first)) {
                told = Some(place);
            }
        }
        let range = self.analysis.range(term);
        let told = told.and_then(|place| Some((place, self.found.get_mut(place)?)));
        let Some((place, told)) = told else {
            return false;
        };
        told.severity = told.severity.min(severity);
        self.said.insert((term, mismatch.code()));
        self.faults += usize::from(severity != Severity::Hint);
        let places = self.places.entry(place).or_insert_with(|| {
            let related = told.related.iter().map(|one| one.range);
            related.chain([told.range]).collect()
        });
        if places.insert(range) {
            told.related.push(Related {
                range,
                message: format!("here as well: {}", mismatch.message()),
            });
            told.as_well.push(range);
        }
        true
    }

    /// Whether a variable, or an element of it, is set to something that a term is a part of.
    fn is_set_to(&self, name: NameId, part: TermId) -> bool {
        let program = &self.analysis.program;
        let mut around = self.analysis.around(part);
        around.any(|outer| {
            matches!(program.kind(outer), TermKind::Assign { target, value }
                if part <= value && program.root_of_elements(target) == Some(name))
        })
    }

    /// The variable that an operand is, and the value that it has its type from, if it is set to
    /// something.
    fn value(&self, body: &Body, operand: TermId) -> Option<(NameId, TermId)> {
        let name = self.analysis.program.name_of(operand)?;
        let linked = |slot: SlotId| {
            let link = self.solution.slot(slot).link;
            link.is_some().then_some(link)
        };
        let mut slot = body.slot(operand);
        // A uniform is a variable on the CPU.
        if self.solution.slot(slot).role == Role::Uniform {
            slot = linked(slot)?;
        }
        let variable = linked(slot)?;
        let value = self.analysis.provenance(self.solution).assigned(variable)?;
        Some((name, value))
    }
}
