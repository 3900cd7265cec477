//! What scripts print.

/// Older output than this many bytes is forgotten.
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
}

impl Console {
    pub(crate) fn print(&mut self, text: &str) {
        self.make_room(text.len());
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
        self.make_room(text.len());
        self.outputs.push(ConsoleOutput {
            kind: OutputKind::Diagnostic,
            text,
        });
    }

    pub(crate) fn clear(&mut self) {
        self.outputs.clear();
        self.bytes = 0;
        self.outputs.push(ConsoleOutput {
            kind: OutputKind::Clear,
            text: String::new(),
        });
    }

    pub(crate) fn take(&mut self) -> Vec<ConsoleOutput> {
        self.bytes = 0;
        std::mem::take(&mut self.outputs)
    }

    fn make_room(&mut self, bytes: usize) {
        self.bytes += bytes;
        if self.bytes > MAX_BYTES {
            self.outputs.clear();
            self.bytes = bytes;
        }
    }
}
