//! Colorplots whose functions are not those of the text: [`SplitProgram::redefined`].

use std::sync::Arc;

use cindyscript_hir::program::{FunctionId, Program};
use cindyscript_infer::split_program::SplitProgram;

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

impl Redefinitions {
    /// The program as a colorplot sees it with the definitions that are in force,
    /// by callee.
    pub(crate) fn redefined(
        &mut self,
        program: &SplitProgram,
        in_force: &[Option<FunctionId>],
    ) -> SplitProgram {
        let known = &mut self.0;
        let is_it = |one: &&Redefinition| {
            Arc::ptr_eq(&one.base, &program.program) && one.in_force == in_force
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
            in_force: in_force.to_vec(),
            program: redefined.clone(),
        });
        redefined
    }
}
