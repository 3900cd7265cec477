//! What the language brings along: one table of all builtins and operators.
//!
//! A row says the name, the arity, what it is for, and its signatures (`min_signature` of the
//! paper is computed from them): those in [`Builtin::gpu`] exist in the shader and in the
//! interpreter, those in [`Builtin::cpu`] in the interpreter alone. A row with neither is known to
//! CindyJS, and so no mistake of the author's, but not available here.

mod form;
pub mod modifiers;
mod notation;
mod results;
mod signature;
mod table;
mod unlike;
mod words;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub use form::LATER;
pub use form::{Binding, Binds, Form, Mode};
pub use notation::Overload;
pub use results::result_type;
pub use signature::over_alternatives;
pub use signature::{Signature, min_signature, power_signature, undefined_result};
pub use unlike::undefined_elements;

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BuiltinId(pub u16);

impl BuiltinId {
    /// The row.
    #[must_use]
    pub fn row(self) -> &'static Builtin {
        &table::TABLE[self.0 as usize]
    }

    /// Whether it runs the code that is its first argument.
    #[must_use]
    pub fn runs_code(self) -> bool {
        self.row().form == Form::Evaluate
    }

    /// The function's name in lower case, or the operator.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }
}

/// A builtin function or operator.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// The name in lower case, or the operator's canonical spelling.
    pub name: &'static str,
    /// The number of arguments; `None` where any number is allowed.
    pub arity: Option<u8>,
    /// What it belongs to.
    pub category: Category,
    /// How its arguments are treated.
    pub form: Form,
    /// Signatures for pixels (and for the CPU), smallest first: see [`Overload`] for the notation.
    pub gpu: &'static str,
    /// Further signatures for the CPU; they come after those for pixels, which `...` stands for
    /// where that is said.
    pub cpu: &'static str,
    /// What it does besides having a value.
    pub effect: Effect,
    /// One sentence for the author.
    pub doc: &'static str,
}

/// What a builtin does besides having a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: with equal arguments, in one frame, the value is the same.
    None,
    /// The value is another one at each call.
    Random,
    /// It draws, prints, or changes the state of the applet.
    State,
}

/// What a builtin belongs to, as in the reference manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub enum Category {
    Operator,
    Arithmetic,
    Boolean,
    Control,
    Variables,
    List,
    Matrix,
    String,
    Dictionary,
    Calculus,
    Predicate,
    Geometry,
    Shape,
    Transformation,
    Color,
    Drawing,
    GraphicsState,
    Image,
    Random,
    Time,
    Animation,
    Input,
    Console,
    System,
    CindyGl,
    Plugin,
}

/// The rows, by name and arity.
static BY_NAME: LazyLock<FxHashMap<(&'static str, Option<u8>), BuiltinId>> = LazyLock::new(|| {
    all()
        .map(|id| ((id.row().name, id.row().arity), id))
        .collect()
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
    let lower;
    let name = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        lower = name.to_lowercase();
        lower.as_str()
    } else {
        name
    };
    let arity = u8::try_from(arity).ok()?;
    // The keys are 'static, the query is not: shorten the map's view of its keys.
    let map: &FxHashMap<(&str, Option<u8>), BuiltinId> = &BY_NAME;
    map.get(&(name, Some(arity)))
        .or_else(|| map.get(&(name, None)))
        .copied()
}

/// The numbers of arguments with which a builtin of that name exists.
#[must_use]
pub fn arities(name: &str) -> Vec<Option<u8>> {
    let name = name.to_lowercase();
    all()
        .map(BuiltinId::row)
        .filter(|row| row.name == name)
        .map(|row| row.arity)
        .collect()
}
