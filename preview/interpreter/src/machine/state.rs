//! The state of a run, which outlives it: variables, definitions in force, the world.

use std::sync::Arc;

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{FunctionId, Program, TermId};
use cindyscript_infer::split_program::SplitProgram;
use rustc_hash::FxHashMap;

use super::recorder::RecorderSlot;
use super::snippets::Snippets;
use crate::code::trace::Trace;
use crate::code::watch::Sightings;
use crate::context::Context;
use crate::machine::variables::Variables;
use crate::redefine::Redefinitions;
use crate::splice::Formula;
use crate::value::element_id::ElementRef;
use crate::value::lazy::{Generation, Relocated};

/// The state that a program changes while it runs.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) variables: Variables,
    /// The definition in force, by callee.
    pub(crate) functions: Vec<Option<FunctionId>>,
    /// The element of the construction with a name, by name.
    pub(crate) elements: Vec<Option<ElementRef>>,
    /// The version of the construction whose elements these are.
    pub(crate) elements_version: Option<u64>,
    pub(crate) context: Context,
    pub(crate) generation: Generation,
    pub(crate) relocated: Relocated,
    /// By the code that a computed formula was put into: the formula, and what it became.
    pub(crate) derived: FxHashMap<TermId, (Arc<Formula>, TermId)>,
    pub(crate) snippets: Snippets,
    pub(crate) redefinitions: Redefinitions,
    /// What has become of the functions of code of other generations.
    pub(crate) adopted: FxHashMap<(Generation, FunctionId), FunctionId>,
    /// What watched terms have had as values.
    pub(crate) sightings: Sightings,
    /// What terms have had as values, in that order, where that is noted.
    pub(crate) trace: Option<Trace>,
    /// The recorder that is notified of statements, while a debugger is there.
    pub(crate) recorder: RecorderSlot,
}

impl State {
    /// Makes room for what a program has more than the one before.
    pub(crate) fn grow(&mut self, program: &Program) {
        self.variables.grow(&program.names);
        let callees = program.callees.len().max(self.functions.len());
        self.functions.resize(callees, None);
    }

    /// Gives up what a program has more than another one. Names keep what they stand for.
    pub(crate) fn shrink(&mut self, program: &Program, before: &Program) {
        self.variables.shrink(&program.names, before.names.len());
        self.functions.truncate(before.callees.len());
        self.elements.truncate(before.names.len());
    }

    /// The program as a colorplot sees it now; `None` if its functions are those of the text.
    pub(crate) fn redefined(&mut self, program: &SplitProgram) -> Option<SplitProgram> {
        let is_redefined = program.is_redefined(&self.functions);
        is_redefined.then(|| self.redefined_by_code(program))
    }

    /// The program as a colorplot sees it that runs code which is none of the text.
    pub(crate) fn redefined_by_code(&mut self, program: &SplitProgram) -> SplitProgram {
        self.redefinitions.redefined(program, &self.functions)
    }

    /// The element of the construction with a name.
    #[inline]
    pub(crate) fn element(&mut self, program: &Program, name: NameId) -> Option<ElementRef> {
        // Code that comes later brings names of its own.
        if self.elements_version != Some(self.context.geometry.version())
            || name.index() >= self.elements.len()
        {
            self.find_elements(program);
        }
        self.elements.get(name.index()).copied().flatten()
    }

    #[cold]
    fn find_elements(&mut self, program: &Program) {
        let geometry = &self.context.geometry;
        self.elements_version = Some(geometry.version());
        let names = program.names.iter();
        self.elements = names.map(|(_, name)| geometry.find(name)).collect();
    }
}
