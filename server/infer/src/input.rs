//! What types are inferred from.

use cindyscript_hir::names::{NameId, NameSet};
use cindyscript_hir::program::{PlotId, Program};
use cindyscript_hir::types::Type;
use rustc_hash::FxHashMap;

use crate::constants::{Constants, KnownNumbers};
use crate::guards::Guards;
use crate::split::{Split, Summaries};

/// Types from the running applet, by the place of the term in `Plot::uniforms`.
pub type ObservedTypes<'a> = FxHashMap<PlotId, &'a [Option<Type>]>;

/// What inference needs to know of an applet.
pub struct InferenceInput<'a> {
    /// The program.
    pub program: &'a Program,
    /// Which of its terms run where.
    pub split: &'a Split,
    /// The numbers behind names.
    pub constants: &'a Constants,
    /// What its functions do.
    pub summaries: &'a Summaries,
    /// What conditions say about variables.
    pub guards: &'a Guards,
    /// The variables that hold elements which functions find.
    pub found: &'a NameSet,
    /// The types of names that mean something without being assigned.
    pub given: &'a FxHashMap<NameId, Type>,
    /// Types that the running applet has shown.
    pub observed: &'a ObservedTypes<'a>,
    /// The type at pixels of a value from the CPU.
    pub at_pixels: fn(&Type) -> Type,
}

impl<'a> InferenceInput<'a> {
    /// The numbers that terms always are.
    pub fn numbers(&self) -> KnownNumbers<'a> {
        KnownNumbers {
            program: self.program,
            constants: self.constants,
        }
    }
}
