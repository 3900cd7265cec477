//! What scripts print.

use crate::memory::Charge;

/// Older output than this many bytes is left out, unless all of it is kept.
const MAX_BYTES: usize = 1 << 20;

/// A piece of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleOutput {
    /// The kind of output.
    pub kind: OutputKind,
    /// The text; of [`OutputKind::Print`], line breaks included.
    pub text: String,
}

impl ConsoleOutput {
    /// The message about lines that a limit has left out.
    #[must_use]
    pub fn left_out(lines: usize) -> ConsoleOutput {
        let lines = match lines {
            1 => "1 line is".to_owned(),
            _ => format!("{lines} lines are"),
        };
        ConsoleOutput {
            kind: OutputKind::Diagnostic,
            text: format!("{lines} left out here: too much was printed"),
        }
    }

    /// The number of lines.
    #[must_use]
    pub fn lines(&self) -> usize {
        match self.kind {
            OutputKind::Print => self.text.lines().count(),
            OutputKind::Diagnostic => 1,
            OutputKind::Clear => 0,
        }
    }

    /// The text, with the line break that belongs to it.
    #[must_use]
    pub fn line(&self) -> String {
        match self.kind {
            OutputKind::Diagnostic => format!("{}\n", self.text),
            OutputKind::Print | OutputKind::Clear => self.text.clone(),
        }
    }
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
    /// The lines that were left out.
    left_out: usize,
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
        self.left_out = 0;
        self.outputs.push(ConsoleOutput {
            kind: OutputKind::Clear,
            text: String::new(),
        });
    }

    pub(crate) fn take(&mut self) -> Vec<ConsoleOutput> {
        self.bytes = 0;
        self.printed = 0;
        self.charge.set(0);
        let mut outputs = std::mem::take(&mut self.outputs);
        if self.left_out > 0 {
            let lines = std::mem::take(&mut self.left_out);
            outputs.insert(0, ConsoleOutput::left_out(lines));
        }
        outputs
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
            let lines = self.outputs.iter().map(ConsoleOutput::lines);
            self.left_out += lines.sum::<usize>();
            self.outputs.clear();
            self.bytes = bytes;
            self.printed = 0;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_over_the_limit_is_counted_in_lines() {
        let mut console = Console::default();
        let line = format!("{}\n", "x".repeat(MAX_BYTES / 4 - 1));
        for _ in 0..5 {
            console.print(&line);
        }
        let outputs = console.take();
        assert_eq!(outputs[0].kind, OutputKind::Diagnostic);
        assert!(outputs[0].text.starts_with("4 lines are left out"));
        assert_eq!(outputs[1].text, line);
        console.print(&line);
        assert_eq!(console.take().len(), 1);
    }
}
