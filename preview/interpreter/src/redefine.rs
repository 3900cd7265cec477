//! Colorplots whose functions are not those of the text: [`SplitProgram::redefined`].

use std::sync::Arc;

use cindyscript_hir::program::{FunctionId, Program};
use cindyscript_infer::split_program::SplitProgram;

use crate::state::State;

/// So many are remembered: a script that goes back and forth between definitions has each made once.
const MOST: usize = 16;

/// The programs as colorplots have seen them lately.
#[derive(Clone, Default)]
pub(crate) struct Redefinitions(Vec<Redefinition>);

#[derive(Clone)]
struct Redefinition {
    /// The program that is redefined.
    base: Arc<Program>,
    /// The definitions in force, by callee.
    in_force: Vec<Option<FunctionId>>,
    program: SplitProgram,
}

impl State {
    /// The program as a colorplot sees it now; `None` if its functions are those of the text.
    pub(crate) fn redefined(&mut self, program: &SplitProgram) -> Option<SplitProgram> {
        let is_redefined = program.is_redefined(&self.functions);
        is_redefined.then(|| self.redefined_by_code(program))
    }

    /// The program as a colorplot sees it that runs code which is none of the text.
    pub(crate) fn redefined_by_code(&mut self, program: &SplitProgram) -> SplitProgram {
        let in_force = &self.functions;
        let known = &mut self.redefinitions.0;
        let is_it = |one: &&Redefinition| {
            Arc::ptr_eq(&one.base, &program.program) && one.in_force == *in_force
        };
        if let Some(one) = known.iter().find(is_it) {
            return one.program.clone();
        }
        if known.len() >= MOST {
            known.remove(0);
        }
        let redefined = program.redefined(in_force);
        known.push(Redefinition {
            base: Arc::clone(&program.program),
            in_force: in_force.clone(),
            program: redefined.clone(),
        });
        redefined
    }
}
