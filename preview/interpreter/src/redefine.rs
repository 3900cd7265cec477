//! Colorplots whose functions are not those of the text: [`Program::redefined`].

use std::sync::Arc;

use cindyscript_analysis::program::{FunctionId, Program};

use crate::state::State;

/// So many are remembered: a script that goes back and forth between definitions has each made once.
const MOST: usize = 16;

/// The programs as colorplots have seen them lately.
#[derive(Clone, Default)]
pub(crate) struct Redefinitions(Vec<Redefinition>);

#[derive(Clone)]
struct Redefinition {
    /// Of which edition.
    base: Arc<Program>,
    /// The definitions in force, by callee.
    in_force: Vec<Option<FunctionId>>,
    program: Arc<Program>,
}

impl State {
    /// The program as a colorplot sees it now; `None` if its functions are those of the text.
    pub(crate) fn redefined(&mut self, program: &Arc<Program>) -> Option<Arc<Program>> {
        let is_redefined = program.is_redefined(&self.functions);
        is_redefined.then(|| self.redefined_by_code(program))
    }

    /// The program as a colorplot sees it that runs code which is none of the text.
    pub(crate) fn redefined_by_code(&mut self, program: &Arc<Program>) -> Arc<Program> {
        let in_force = &self.functions;
        let known = &mut self.redefinitions.0;
        let is_it =
            |one: &&Redefinition| Arc::ptr_eq(&one.base, program) && one.in_force == *in_force;
        if let Some(one) = known.iter().find(is_it) {
            return Arc::clone(&one.program);
        }
        if known.len() >= MOST {
            known.remove(0);
        }
        let redefined = Arc::new(program.redefined(in_force));
        known.push(Redefinition {
            base: Arc::clone(program),
            in_force: in_force.clone(),
            program: Arc::clone(&redefined),
        });
        redefined
    }
}
