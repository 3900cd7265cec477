//! A program with what a debugger adds to it: the expressions of breakpoints, and marks.

use std::sync::Arc;

use cindyscript_hir::program::{Program, TermId};

use crate::code::Code;
use crate::code::revision::Revision;
use crate::code::statement::{CodeId, Mark, Marks, marks};
use crate::interpreter::Interpreter;
use crate::machine::breakpoints::{BreakpointPlace, StopSettings, Stops, expression};

/// A program with the expressions of breakpoints.
pub(super) struct Prepared {
    /// The program without them.
    pub(super) base: Revision,
    pub(super) revision: Revision,
    pub(super) stops: Arc<Stops>,
    pub(super) edits: Arc<[(u64, TermId)]>,
    /// All marks of the program, and those of breakpoints.
    pub(super) marks: Arc<Marks>,
    pub(super) watched: Arc<Marks>,
}

impl Prepared {
    /// The program of an interpreter, with breakpoints and with texts that run before steps.
    pub(super) fn new(
        base: &Revision,
        settings: &StopSettings,
        edits: &[(u64, String)],
    ) -> Result<Prepared, String> {
        let (stops, mut program) = Stops::new(settings, &base.split_program());
        let mut roots = Vec::with_capacity(edits.len());
        for (step, text) in edits {
            roots.push((*step, expression(text, &mut program)?));
        }
        let marks = marks(&base.program);
        let watched = watched(&marks, &stops, &base.program);
        let revision = match Arc::ptr_eq(&program.program, &base.program) {
            true => base.clone(),
            false => Revision::new(program),
        };
        Ok(Prepared {
            base: base.clone(),
            revision,
            stops: Arc::new(stops),
            edits: roots.into(),
            marks: Arc::new(marks),
            watched: Arc::new(watched),
        })
    }

    /// Gives an interpreter the program with the expressions.
    pub(super) fn enter(&self, interpreter: &mut Interpreter) {
        interpreter.state.grow(&self.revision.program);
        interpreter.revision = self.revision.clone();
    }

    /// Gives it the program without them, unless scripts have added to it meanwhile.
    pub(super) fn leave(&self, interpreter: &mut Interpreter) {
        let program = &interpreter.revision.program;
        if Arc::ptr_eq(program, &self.revision.program) {
            let (grown, base) = (&self.revision.program, &self.base.program);
            if !Arc::ptr_eq(grown, base) {
                interpreter.state.shrink(grown, base);
            }
            interpreter.revision = self.base.clone();
        } else {
            let code = Code::new(program);
            interpreter.revision = interpreter.revision.with_code(code);
        }
    }
}

/// The marks of breakpoints.
fn watched(all: &Marks, stops: &Stops, program: &Program) -> Marks {
    let mut watched = Marks::default();
    for place in stops.places() {
        let (term, mark) = match place {
            BreakpointPlace::Statement(term) => {
                let mark = all.get(&term).copied().unwrap_or_default();
                let is_statement = true;
                (
                    term,
                    Mark {
                        is_statement,
                        opens: None,
                        ..mark
                    },
                )
            }
            BreakpointPlace::Function(function) => {
                let Some(function_row) = program.functions.get(function.index()) else {
                    continue;
                };
                let mark = Mark {
                    opens: Some(CodeId::Function(function)),
                    ..Mark::default()
                };
                (function_row.body, mark)
            }
        };
        let known: &mut Mark = watched.entry(term).or_default();
        known.is_statement |= mark.is_statement;
        known.opens = known.opens.or(mark.opens);
    }
    watched
}
