//! Code that outlives the text that it is from: what variables, entries of dictionaries and timers
//! hold, and functions.
//!
//! Ids of terms mean something in one program and its later revisions only. When the host loads
//! another program, code of the old one is copied behind it: functions at once, all else when it
//! runs again for the first time.

use std::fmt;
use std::sync::Arc;

use cindyscript_hir::program::{Callee, FunctionId, Program, ScriptId, TermId};
use cindyscript_infer::split_program::SplitProgram;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::memory::Charge;
use crate::splice::with_function_of;

/// A program that was loaded, with all its revisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Generation(u64);

impl Generation {
    pub(crate) fn next(self) -> Generation {
        Generation(self.0 + 1)
    }
}

/// Code, and the program that it is from.
#[derive(Clone)]
pub(crate) struct Lazy {
    generation: Generation,
    body: TermId,
    program: Arc<Program>,
    /// The memory that the program takes, if it came while scripts ran.
    _charge: Arc<Charge>,
}

impl fmt::Debug for Lazy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lazy").field(&self.body).finish()
    }
}

impl Lazy {
    /// A term of a program of a generation, and the memory that the program takes.
    pub(crate) fn new(
        generation: Generation,
        body: TermId,
        program: Arc<Program>,
        charge: Arc<Charge>,
    ) -> Lazy {
        Lazy {
            generation,
            body,
            program,
            _charge: charge,
        }
    }

    /// The program that it is from.
    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// What names it among the code of all generations.
    pub(crate) fn key(&self) -> (Generation, TermId) {
        (self.generation, self.body)
    }

    /// The code, if it is of this generation.
    #[inline]
    pub(crate) fn body(&self, generation: Generation) -> Option<TermId> {
        (self.generation == generation).then_some(self.body)
    }
}

#[cfg(test)]
impl Lazy {
    /// Code of a program without any.
    pub(crate) fn test(body: u32) -> Lazy {
        Lazy {
            generation: Generation::default(),
            body: TermId(body),
            program: Arc::default(),
            _charge: Arc::default(),
        }
    }

    pub(crate) fn test_body(&self) -> u32 {
        self.body.0
    }
}

/// What has become of code of other generations.
pub(crate) type Relocated = FxHashMap<(Generation, TermId), TermId>;

/// The definitions in force, found again in another program by name, arity and place; those that
/// came while scripts ran are added to it.
pub(crate) fn kept_functions(
    old: &Program,
    in_force: &[Option<FunctionId>],
    new: &mut SplitProgram,
) -> Vec<Option<FunctionId>> {
    let mut places = FxHashMap::default();
    let mut added = Vec::new();
    for (callee, function) in old.callees.iter().zip(in_force) {
        let Some(function) = *function else { continue };
        if old.function(function).script == ScriptId::RUN_TIME {
            let (program, function) = with_function_of(new, old, function);
            added.push((program.program.function(function).callee, function));
            *new = program;
        } else if let Some(place) = callee.definitions.iter().position(|id| *id == function) {
            places.insert(key(callee), place);
        }
    }
    let in_text = |callee: &Callee| {
        let place = *places.get(&key(callee))?;
        let mut definitions = callee.definitions.iter().copied();
        definitions
            .nth(place)
            .or(callee.definitions.last().copied())
    };
    let mut functions: Vec<_> = new.program.callees.iter().map(in_text).collect();
    for (callee, function) in added {
        functions[callee.index()] = Some(function);
    }
    functions
}

fn key(callee: &Callee) -> (SmolStr, u32) {
    (SmolStr::new(callee.name.to_lowercase()), callee.arity)
}
