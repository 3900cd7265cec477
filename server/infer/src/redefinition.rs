//! Functions that are not what the text says: scripts take definitions in and out of force, and
//! `parse` and `diff` make some while they run. As in CindyGL, a colorplot is painted with those
//! that are in force when it is executed.

use cindyscript_hir::program::{Callee, CalleeId, FunctionId, Program, ScriptId};

use crate::split_program::SplitProgram;

/// The definitions of a callee in the text, in its order; others are made while scripts run.
fn in_text<'p>(
    program: &'p Program,
    callee: &'p Callee,
) -> impl DoubleEndedIterator<Item = FunctionId> + 'p {
    let definitions = callee.definitions.iter().copied();
    definitions.filter(|id| program.function(*id).script != ScriptId::RUN_TIME)
}

/// The definition that pixels see unless something else is known: the last in the text, which is in
/// force once all scripts have run.
fn expected(program: &Program, callee: CalleeId) -> Option<FunctionId> {
    in_text(program, program.callee(callee)).next_back()
}

impl SplitProgram {
    /// Whether a function has several definitions in the text: which of them pixels see, only a run
    /// tells, and whenever one is in force, [the program is redefined](Self::is_redefined).
    #[must_use]
    pub fn has_alternatives(&self) -> bool {
        let program = &self.program;
        let mut callees = program.callees.iter();
        callees.any(|callee| !callee.runs_code() && in_text(program, callee).nth(1).is_some())
    }

    /// Whether some definition in force, by callee, is not the only one of the text: this program
    /// has all of them at once.
    #[must_use]
    pub fn is_redefined(&self, in_force: &[Option<FunctionId>]) -> bool {
        let program = &self.program;
        let mut both = program.callees.iter().zip(in_force);
        both.any(|(callee, function)| {
            function.is_some_and(|function| {
                !callee.runs_code() && !in_text(program, callee).eq(std::iter::once(function))
            })
        })
    }

    /// This program as its colorplots see it while these definitions are in force, by callee: there
    /// are no others, and U is what is evaluated once a frame with them. Ids stay.
    #[must_use]
    pub fn redefined(&self, in_force: &[Option<FunctionId>]) -> Self {
        let program = self.program.with_definitions(|id, callee| {
            if callee.runs_code() {
                // That depends on the code, which is a value.
                return callee.definitions.clone();
            }
            let function = in_force.get(id.index()).copied().flatten();
            let function = function.or_else(|| expected(&self.program, id));
            function.into_iter().collect()
        });
        self.split_anew(program)
    }
}
