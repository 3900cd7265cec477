//! Operations that have no meaning for the types of their operands.

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::{DrawnArgument, sign};
use cindyscript_hir::program::TermId;
use cindyscript_hir::types::{Type, several};
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::TextRange;

/// An operation that has no meaning for these types of its operands.
pub(crate) struct Mismatch {
    pub(crate) kind: MismatchKind,
    pub(crate) types: Vec<Type>,
}

#[derive(PartialEq, Eq)]
pub(crate) enum MismatchKind {
    /// A corner of a colorplot is not a point.
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

    pub(crate) fn message(&self) -> String {
        let given = several(&self.types);
        match self.kind {
            MismatchKind::Corner => {
                format!("a corner of a colorplot is a point [x, y], but this is {given}")
            }
            MismatchKind::Drawing { name, wanted } => format!(
                "`{name}` takes {} here, but this is {given}: nothing is drawn",
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

    /// True if another is the same to authors: the difference of whole and real numbers is not.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
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

/// The mismatches that diagnostics are about, so that another one joins the diagnostic that it belongs
/// to.
#[derive(Default)]
pub(crate) struct Mismatches {
    /// The first diagnostic, and its term, for each value that a variable has and the type of that.
    pub(crate) first: FxHashMap<(TermId, Type), (usize, TermId)>,
    /// The mismatch of each diagnostic that is about one.
    pub(crate) of: FxHashMap<usize, Mismatch>,
    /// All places of a diagnostic that is about several.
    pub(crate) places: FxHashMap<usize, FxHashSet<TextRange>>,
}

/// A builtin as authors know it.
pub(crate) fn spelled(name: &str) -> &str {
    if name == sign::BARS { "|...|" } else { name }
}

/// True if values of a type are certainly of it before the applet runs.
pub(crate) fn is_certain(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) | Type::String | Type::ScalarOrString(_) => true,
        Type::List(list) => list.len.is_some_and(|len| len > 0) && is_certain(&list.element),
        Type::Tuple(tuple) => tuple.components().iter().all(is_certain),
        _ => false,
    }
}
