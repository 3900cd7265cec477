//! Code that comes while a script runs: `parse`, `import`.
//!
//! A program with more text is another edition of it: whatever was there keeps its ids. A text
//! that leaves something behind (definitions, names) makes the edition that the applet goes on
//! with; any other text is only looked up again when it is run again.

use std::sync::Arc;

use cindyscript_analysis::program::{Program, Special, TermId, TermKind};
use rustc_hash::FxHashMap;

use crate::code::Code;
use crate::machine::{Evaluated, Machine};
use crate::value::Value;

/// A text may be so long, in bytes.
const MAX_TEXT: usize = 1 << 20;
/// A program may grow to so many terms.
pub(crate) const MAX_TERMS: usize = 1 << 20;
/// So many texts are remembered.
const MAX_PIECES: usize = 1 << 10;

/// A program made ready to run.
#[derive(Clone)]
pub(crate) struct Edition {
    pub(crate) program: Arc<Program>,
    pub(crate) code: Arc<Code>,
}

impl Edition {
    pub(crate) fn new(program: Arc<Program>) -> Edition {
        Edition {
            code: Arc::new(Code::new(&program)),
            program,
        }
    }
}

/// The texts that have been run.
#[derive(Clone, Default)]
pub(crate) struct Pieces(FxHashMap<Arc<str>, Arc<Piece>>);

/// A text that has been lowered.
struct Piece {
    /// What it was added to.
    base: Arc<Program>,
    edition: Edition,
    root: TermId,
    /// Whether something of it is there after it has run.
    stays: bool,
}

impl Piece {
    /// Adds a text to a program.
    fn new(base: &Arc<Program>, text: &str) -> Result<Piece, String> {
        if text.len() > MAX_TEXT || base.terms.len() > MAX_TERMS {
            return Err("the scripts of the applet become too long".to_owned());
        }
        let extended = base.extended(text);
        let mut errors = extended.errors.iter();
        if let Some(error) = errors.find(|error| !error.is_tolerated()) {
            return Err(error.message.to_string());
        }
        let program = extended.program;
        let stays = program.names.len() > base.names.len() || stays(&program, base.terms.len());
        Ok(Piece {
            base: Arc::clone(base),
            edition: Edition::new(Arc::new(program)),
            root: extended.root,
            stays,
        })
    }
}

/// Whether code from a term on may run after the text that it is of.
pub(crate) fn stays(program: &Program, first: usize) -> bool {
    let mut terms = program.terms.iter().skip(first);
    terms.any(|term| leaves_something(program, term.kind))
}

/// Whether the term's code may run after the term.
fn leaves_something(program: &Program, kind: TermKind) -> bool {
    match kind {
        TermKind::Define(_)
        | TermKind::Code(_)
        | TermKind::DefineLazy { .. }
        | TermKind::Plot(_) => true,
        TermKind::Special(special) => program.special(special).builtin.name() == "settimeout",
        _ => false,
    }
}

/// `parse(text)`: runs the text where the call stands.
pub(crate) fn parse(machine: &mut Machine<'_>, id: TermId, special: &Special) -> Evaluated {
    match text_argument(machine, special)? {
        Value::String(text) => machine.run_text(id, &text),
        _ => Ok(Value::Undefined),
    }
}

/// `import(name)`: runs a file that the host knows.
pub(crate) fn import(machine: &mut Machine<'_>, id: TermId, special: &Special) -> Evaluated {
    let Value::String(name) = text_argument(machine, special)? else {
        return Ok(Value::Undefined);
    };
    match machine.state.context.host.library(&name) {
        Ok(text) => machine.run_text(id, &text),
        Err(message) => Ok(machine.warn(id, || message)),
    }
}

fn text_argument(machine: &mut Machine<'_>, special: &Special) -> Evaluated {
    match machine.program.children(special.arguments) {
        &[argument] => machine.eval_plain(argument),
        _ => Ok(Value::Undefined),
    }
}

impl Machine<'_> {
    /// Runs a text as if it stood in the place of a term, which is named if something goes wrong.
    pub(crate) fn run_text(&mut self, id: TermId, text: &str) -> Evaluated {
        self.step(id)?;
        let Some(editions) = self.editions else {
            return Ok(self.warn(id, || "there is no new code at a pixel".to_owned()));
        };
        let known = self.state.pieces.0.get(text);
        let piece =
            known.filter(|piece| piece.stays || Arc::ptr_eq(&piece.base, &self.edition.program));
        let piece = match piece {
            Some(piece) => Arc::clone(piece),
            None => match Piece::new(&self.edition.program, text) {
                Ok(piece) => {
                    let piece = Arc::new(piece);
                    let pieces = &mut self.state.pieces.0;
                    if pieces.len() >= MAX_PIECES {
                        pieces.retain(|_, piece| piece.stays);
                    }
                    pieces.insert(text.into(), Arc::clone(&piece));
                    piece
                }
                Err(message) => return Ok(self.warn(id, || message)),
            },
        };
        if !Arc::ptr_eq(&piece.base, &self.edition.program) {
            // It has become part of the program long since.
            return self.eval(piece.root);
        }
        let outer = self.edition;
        let inner = editions.alloc(piece.edition.clone());
        self.state.grow(&inner.program);
        let first = TermId(piece.base.terms.len() as u32);
        self.state.context.reports.begin_text(first, id);
        self.enter(inner);
        let value = self.eval(piece.root);
        // Unless the text has run another one, which stays and was added to this one.
        if !piece.stays && Arc::ptr_eq(&self.edition.program, &piece.edition.program) {
            self.enter(outer);
            self.state.context.reports.end_text(first);
        }
        value
    }
}
