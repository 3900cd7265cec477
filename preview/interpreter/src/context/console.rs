//! What scripts print.

use crate::memory::Charge;

/// Older output than this many bytes is forgotten, unless all of it is kept.
const MAX_BYTES: usize = 1 << 20;

/// A piece of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleOutput {
    /// The kind of output.
    pub kind: OutputKind,
    /// The text; of [`OutputKind::Print`], line breaks included.
    pub text: String,
}

/// The kinds of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutputKind {
    /// `print`, `println`.
    Print,
    /// `err`: one line.
    Diagnostic,
    /// `clearconsole`: forget what came before.
    Clear,
}

/// Output that the host has not taken yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Console {
    outputs: Vec<ConsoleOutput>,
    bytes: usize,
    /// The bytes of the texts, line ends included.
    printed: usize,
    keeps_all: bool,
    charge: Charge,
}

impl Console {
    /// Keeps all output from now on, as long as there is memory for it.
    pub(crate) fn keep_all(&mut self) {
        self.keeps_all = true;
    }

    pub(crate) fn print(&mut self, text: &str) {
        if !self.make_room(text.len()) {
            return;
        }
        self.printed += text.len();
        match self.outputs.last_mut() {
            Some(ConsoleOutput {
                kind: OutputKind::Print,
                text: last,
            }) => last.push_str(text),
            _ => self.outputs.push(ConsoleOutput {
                kind: OutputKind::Print,
                text: text.to_owned(),
            }),
        }
    }

    pub(crate) fn diagnostic(&mut self, text: String) {
        if self.make_room(text.len() + size_of::<ConsoleOutput>()) {
            self.printed += text.len() + 1;
            self.outputs.push(ConsoleOutput {
                kind: OutputKind::Diagnostic,
                text,
            });
        }
    }

    pub(crate) fn clear(&mut self) {
        self.take();
        self.outputs.push(ConsoleOutput {
            kind: OutputKind::Clear,
            text: String::new(),
        });
    }

    pub(crate) fn take(&mut self) -> Vec<ConsoleOutput> {
        self.bytes = 0;
        self.printed = 0;
        self.charge.set(0);
        std::mem::take(&mut self.outputs)
    }

    /// The bytes of the output that the host has not taken yet, a line end behind each diagnostic
    /// included.
    pub(crate) fn printed(&self) -> usize {
        self.printed
    }

    /// Forgets older output, or counts the memory of new one; `false` if there is not enough.
    fn make_room(&mut self, bytes: usize) -> bool {
        self.bytes += bytes;
        if self.keeps_all {
            return self.charge.set(self.bytes);
        }
        if self.bytes > MAX_BYTES {
            self.outputs.clear();
            self.bytes = bytes;
            self.printed = 0;
        }
        true
    }
}
