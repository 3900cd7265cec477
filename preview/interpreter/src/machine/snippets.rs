//! Code that comes while a script runs: `parse`, `import`.
//!
//! A program with more text is another revision of it: whatever was there keeps its ids. A text
//! that leaves something behind (definitions, names) makes the revision that the applet goes on
//! with; any other text is only looked up again when it is run again.

use std::sync::Arc;

use cindyscript_applet::{import_cycle, library_path};
use cindyscript_hir::program::{Program, Special, TermId};
use cindyscript_infer::split_program::SplitProgram;
use rustc_hash::FxHashMap;

use super::{Evaluated, Machine};
use crate::code::revision::{MAX_TERMS, Revision, stays};
use crate::error::NOWHERE;
use crate::value::Value;

/// A text may be so long, in bytes.
const MAX_TEXT: usize = 1 << 20;
/// So many texts are remembered.
const MAX_PIECES: usize = 1 << 10;
/// Texts may run texts so deep.
const MAX_NESTING: u32 = 500;

/// The texts that have been run.
#[derive(Clone, Default)]
pub(crate) struct Snippets {
    known: FxHashMap<Arc<str>, Snippet>,
    /// What is wrong with libraries, and the term that it is told at.
    told: FxHashMap<String, TermId>,
}

/// A text that has been lowered.
#[derive(Clone)]
enum Snippet {
    /// Something of it is there after it has run: it is a part of the program.
    Part(TermId),
    /// Nothing of it is: it can be run again while the program is the one that it was added to.
    Passing {
        base: Arc<Program>,
        revision: Revision,
        root: TermId,
    },
}

/// A program with a text behind it.
struct Grown {
    revision: Revision,
    root: TermId,
    /// Whether something of it is there after it has run.
    stays: bool,
}

impl Grown {
    /// Adds a text to a program; none, and a reason in [`take_refusal`](crate::memory::take_refusal), if that takes too
    /// much memory or time.
    fn new(base: &SplitProgram, text: &str) -> Result<Option<Grown>, String> {
        let before = &base.program;
        if text.len() > MAX_TEXT || before.terms.len() > MAX_TERMS {
            return Err("the scripts of the applet become too long".to_owned());
        }
        let extended = base.extended(text);
        let mut errors = extended.errors.iter();
        if let Some(error) = errors.find(|error| error.is_error()) {
            return Err(error.message.to_string());
        }
        let program = &extended.program.program;
        let stays = program.names.len() > before.names.len() || stays(program, before.terms.len());
        let grown = Revision::grown(extended.program).map(|revision| Grown {
            revision,
            root: extended.root,
            stays,
        });
        Ok(grown)
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
    let text = match machine.state.context.host.library(&name) {
        Ok(text) => text,
        Err(message) => return Ok(machine.warn(id, || message)),
    };
    let file = library_path(&name);
    if let Some(cycle) = machine.imports.cycle(&file) {
        machine.tell_once(id, cycle);
        return Ok(Value::Undefined);
    }
    machine.imports.0.push(file);
    let value = machine.run_text(id, &text);
    machine.imports.0.pop();
    value
}

/// The libraries that are being imported, each by the one before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Imports(Vec<String>);

impl Imports {
    /// What there is to say if a library would be imported without end. Within itself it is
    /// imported once: it may look then whether it is there already.
    fn cycle(&self, file: &str) -> Option<String> {
        let mut places = self.0.iter().zip(0..).filter(|(other, _)| *other == file);
        let (Some((_, first)), Some((_, second))) = (places.next(), places.next()) else {
            return None;
        };
        let files: Vec<_> = self.0[first..second].iter().map(String::as_str).collect();
        Some(import_cycle(&files))
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
        let Some(revisions) = self.revisions else {
            return Ok(self.warn(id, || "code cannot be created at a pixel".to_owned()));
        };
        if self.texts >= MAX_NESTING {
            let message = "stopped: calls of `parse` are nested too deeply".to_owned();
            return Err(self.halt(id, message));
        }
        let base = &self.revision.program;
        let grown = match self.state.snippets.known.get(text) {
            Some(&Snippet::Part(root)) => return self.nested(|machine| machine.eval(root)),
            Some(Snippet::Passing {
                base: known,
                revision,
                root,
            }) if Arc::ptr_eq(known, base) => Grown {
                revision: revision.clone(),
                root: *root,
                stays: false,
            },
            _ => match Grown::new(&self.revision.split_program(), text) {
                Ok(Some(grown)) => grown,
                Ok(None) => return self.checked(id, Value::Undefined),
                // A text of the host has no caller that goes on.
                Err(message) if id == NOWHERE => return Err(self.halt(id, message)),
                Err(message) => return Ok(self.warn(id, || message)),
            },
        };
        let Grown {
            revision,
            root,
            stays,
        } = grown;
        let snippets = &mut self.state.snippets.known;
        if snippets.len() >= MAX_PIECES {
            snippets.retain(|_, snippet| matches!(snippet, Snippet::Part(_)));
        }
        let snippet = match stays {
            true => Snippet::Part(root),
            false => Snippet::Passing {
                base: Arc::clone(base),
                revision: revision.clone(),
                root,
            },
        };
        snippets.insert(text.into(), snippet);
        let first = TermId(base.terms.len() as u32);
        let outer = self.revision;
        let inner = self.keep(revisions, revision);
        self.state.grow(&inner.program);
        self.state.context.reports.begin_text(first, id);
        self.enter(inner);
        let value = self.nested(|machine| machine.eval(root));
        // Unless the text has run another one, which stays and was added to this one.
        if !stays && Arc::ptr_eq(&self.revision.program, &inner.program) {
            self.enter(outer);
            self.state.context.reports.end_text(first);
        }
        value
    }

    /// Warns of something at one place, whichever places lead to it.
    fn tell_once(&mut self, id: TermId, message: String) {
        let place = self.state.context.reports.place(id);
        let told = self.state.snippets.told.entry(message.clone());
        if *told.or_insert(place) == place {
            self.warn(id, || message);
        }
    }

    /// Runs what stands in a text.
    fn nested(&mut self, run: impl FnOnce(&mut Self) -> Evaluated) -> Evaluated {
        self.texts += 1;
        let value = run(self);
        self.texts -= 1;
        value
    }
}
