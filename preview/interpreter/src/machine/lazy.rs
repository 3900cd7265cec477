//! Evaluating code that outlives the text that it is from.

use std::sync::Arc;

use cindyscript_hir::program::TermId;

use super::{Evaluated, Machine};
use crate::code::revision::{MAX_TERMS, Revision};
use crate::splice::with_term_of;
use crate::value::Value;
use crate::value::lazy::Lazy;

impl Machine<'_> {
    /// A term of the program, to be evaluated later.
    pub(crate) fn lazy(&self, body: TermId) -> Lazy {
        let program = Arc::clone(&self.revision.program);
        let charge = Arc::clone(&self.revision.charge);
        Lazy::new(self.state.generation, body, program, charge)
    }

    /// The value of code at the term that asks for it.
    pub(crate) fn eval_lazy(&mut self, id: TermId, code: &Lazy) -> Evaluated {
        match code.body(self.state.generation) {
            Some(body) => self.eval(body),
            None => self.eval_foreign(id, code),
        }
    }

    #[cold]
    fn eval_foreign(&mut self, id: TermId, code: &Lazy) -> Evaluated {
        let key = code.key();
        if let Some(&body) = self.state.relocated.get(&key) {
            return self.eval(body);
        }
        let base = &self.revision.program;
        let room = base.terms.len() + code.program().terms.len() <= MAX_TERMS;
        let Some(revisions) = self.revisions.filter(|_| room) else {
            return Ok(self.warn(id, || {
                "this code is from a text that has changed since".to_owned()
            }));
        };
        let first = TermId(base.terms.len() as u32);
        let (program, body) = with_term_of(&self.revision.split_program(), code.program(), key.1);
        let Some(revision) = Revision::grown(program) else {
            return self.checked(id, Value::Undefined);
        };
        let revision = self.keep(revisions, revision);
        self.state.grow(&revision.program);
        self.state.relocated.insert(key, body);
        self.state.context.reports.begin_text(first, id);
        self.enter(revision);
        self.eval(body)
    }
}
