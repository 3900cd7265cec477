//! What the language brings along: one table of all builtins and operators.
//!
//! A row says the name, the arity, what it is for, and its signatures (`min_signature` of the
//! paper is computed from them): those in [`Builtin::gpu`] exist in the shader and in the
//! interpreter, those in [`Builtin::cpu`] in the interpreter alone. A row with neither is known to
//! CindyJS, and so no mistake of the author's, but not available here. Whatever else some pass
//! wants to know of builtins is a column as well, so that no pass lists their names.
//!
//! A new builtin is a row in the file of its category in `table`, and its implementations: a row
//! of the same name and arity in the interpreter's `builtins`, and, if it has signatures for
//! pixels, an operation in the shader's `library`. Tests say what is missing. What only one pass
//! has a rule for is an [`Intrinsic`].

mod arguments;
mod display;
mod form;
mod intrinsic;
mod manual;
pub mod modifiers;
mod notation;
mod prose;
mod results;
mod row;
pub mod sign;
mod signature;
mod table;
mod writing;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub use arguments::BuiltinArgument;
pub use form::{Binding, Binds, Control, Form, IterationKind, LATER, Mode};
pub(crate) use form::{EVALUATE, LAZY, REGIONAL};
pub use intrinsic::Intrinsic;
pub use notation::Overload;
pub use results::result_type;
pub use row::{
    Builtin, Category, CindyGl, DrawnArgument, Effect, Finds, ImageArgument, Lists, Named, Opaque,
    RealFor, SampledIn, UsageHelp,
};
pub use signature::{
    Signature, min_signature, over_alternatives, power_signature, undefined_elements,
    undefined_result,
};

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BuiltinId(pub u16);

impl BuiltinId {
    /// The row.
    #[must_use]
    pub fn row(self) -> &'static Builtin {
        &table::TABLE[self.0 as usize]
    }

    /// What it is, if some pass has a rule for it.
    #[must_use]
    pub fn intrinsic(self) -> Option<Intrinsic> {
        self.row().intrinsic
    }

    /// Whether it is this one.
    #[must_use]
    pub fn is(self, intrinsic: Intrinsic) -> bool {
        self.row().intrinsic == Some(intrinsic)
    }

    /// Which operator it is, as it is written, if some pass has a rule for it: `add` is none.
    #[must_use]
    pub fn operator(self) -> Option<Intrinsic> {
        let row = self.row();
        row.intrinsic.filter(|_| row.category == Category::Operator)
    }

    /// Whether it runs the code that is its first argument.
    #[must_use]
    pub fn runs_code(self) -> bool {
        self.row().form == Form::Evaluate
    }

    /// What the argument at a 0-based place names, if that is a string.
    #[must_use]
    pub fn named_by(self, place: usize) -> Option<Named> {
        let row = self.row();
        let is_image = row
            .image
            .is_some_and(|image| usize::from(image.place) == place);
        let mut others = row.names.iter();
        let named = others.find(|(at, _)| usize::from(*at) == place);
        named.map(|row| row.1).or(is_image.then_some(Named::Image))
    }

    /// The function's name in lower case, or the operator.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }
}

/// The rows, by name.
static BY_NAME: LazyLock<FxHashMap<&'static str, Vec<BuiltinId>>> = LazyLock::new(|| {
    let mut rows: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for id in all() {
        rows.entry(id.name()).or_default().push(id);
    }
    rows
});

/// The overloads of each row: for pixels, and for the CPU (which has those for pixels as well).
static OVERLOADS: LazyLock<Vec<[Vec<Overload>; 2]>> = LazyLock::new(|| {
    all()
        .map(|id| {
            let row = id.row();
            let gpu = notation::parse(row.gpu);
            let (before, after) = row.cpu.split_once("...").unwrap_or(("", row.cpu));
            let mut cpu = notation::parse(before);
            cpu.extend(gpu.iter().cloned());
            cpu.extend(notation::parse(after));
            [gpu, cpu]
        })
        .collect()
});

/// Where a term runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// At every pixel.
    Gpu,
    /// Once a frame.
    Cpu,
}

impl BuiltinId {
    /// The signatures that exist on one side, smallest first.
    #[must_use]
    pub fn overloads(self, side: Side) -> &'static [Overload] {
        let [gpu, cpu] = &OVERLOADS[self.0 as usize];
        match side {
            Side::Gpu => gpu,
            Side::Cpu => cpu,
        }
    }
}

/// All rows.
pub fn all() -> impl Iterator<Item = BuiltinId> {
    (0..table::TABLE.len() as u16).map(BuiltinId)
}

/// The builtin for a name (in any case; operators in canonical spelling) and a number of arguments.
#[must_use]
pub fn find(name: &str, arity: usize) -> Option<BuiltinId> {
    let rows = named(name);
    let with = |arity| rows.iter().find(|id| id.row().arity == arity).copied();
    let exact = u8::try_from(arity).ok().and_then(|arity| with(Some(arity)));
    exact.or_else(|| with(None))
}

/// The builtins of a name, which may be in any case.
#[must_use]
pub fn named(name: &str) -> &'static [BuiltinId] {
    let rows = match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => BY_NAME.get(name.to_lowercase().as_str()),
        false => BY_NAME.get(name),
    };
    rows.map_or(&[], Vec::as_slice)
}

/// The numbers of arguments with which a builtin of that name exists.
#[must_use]
pub fn arities(name: &str) -> Vec<Option<u8>> {
    named(name).iter().map(|id| id.row().arity).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtin_of_any_arity_takes_as_many_arguments_as_are_given() {
        for arity in [0, 255, 256, 100_000] {
            assert!(find("local", arity).is_some(), "{arity}");
            assert!(find("sin", arity).is_none(), "{arity}");
        }
    }
}
