//! What scripts print: kept for the panel, and on its way to whoever reads it, often enough to
//! follow, and not so often that an animation which prints in every frame drowns everything else.

use std::sync::Arc;
use std::time::Duration;

use cindyscript_interpreter::platform::Instant;
use cindyscript_interpreter::{ConsoleOutput, OutputKind};

use crate::policy::OUTPUT_PERIOD;

/// In bytes; of more, the last part is told, and kept.
const MOST: usize = 16 << 10;

/// What was printed.
#[derive(Debug, Default)]
pub struct Console {
    /// Not told yet.
    pending: String,
    kept: String,
    /// What is kept, if it was asked for since it changed.
    shown: Option<Arc<str>>,
    told: Option<Instant>,
}

/// Adds to a text, of which the last part stays.
fn add(text: &mut String, more: &[&str]) {
    more.iter().for_each(|more| text.push_str(more));
    let surplus = text.len().saturating_sub(MOST);
    let from = text.ceil_char_boundary(surplus);
    text.drain(..from);
}

impl Console {
    /// Takes what the scripts of a frame have printed.
    pub fn take(&mut self, outputs: &[ConsoleOutput]) {
        for output in outputs {
            let parts: &[&str] = match output.kind {
                OutputKind::Print => &[&output.text],
                OutputKind::Diagnostic => &[&output.text, "\n"],
                // What has been told stays told.
                OutputKind::Clear => {
                    self.clear();
                    continue;
                }
            };
            add(&mut self.pending, parts);
            add(&mut self.kept, parts);
            self.shown = None;
        }
    }

    /// Forgets what was printed.
    pub fn clear(&mut self) {
        self.pending.clear();
        self.kept.clear();
        self.shown = None;
    }

    /// What was printed and not forgotten.
    pub fn text(&mut self) -> Arc<str> {
        let kept = &self.kept;
        Arc::clone(self.shown.get_or_insert_with(|| Arc::from(kept.as_str())))
    }

    /// How long until there is something to tell.
    pub fn due(&self) -> Option<Duration> {
        let left = || {
            let passed = self.told.map(|told| told.elapsed());
            passed.map_or(Duration::ZERO, |passed| {
                OUTPUT_PERIOD.saturating_sub(passed)
            })
        };
        (!self.pending.is_empty()).then(left)
    }

    /// What is to be told now.
    pub fn tell(&mut self) -> Option<String> {
        if !self.due()?.is_zero() {
            return None;
        }
        self.told = Some(Instant::now());
        Some(std::mem::take(&mut self.pending))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> ConsoleOutput {
        ConsoleOutput {
            kind: OutputKind::Print,
            text: text.to_owned(),
        }
    }

    #[test]
    fn what_is_printed_at_once_is_told_together() {
        let mut console = Console::default();
        assert_eq!((console.due(), console.tell()), (None, None));
        console.take(&[printed("a"), printed("b\n")]);
        assert_eq!(console.tell().as_deref(), Some("ab\n"));
        console.take(&[printed("c")]);
        assert_eq!(console.tell(), None);
        assert!(console.due().is_some_and(|due| due <= OUTPUT_PERIOD));
    }

    #[test]
    fn what_is_printed_is_kept_until_it_is_forgotten() {
        let mut console = Console::default();
        console.take(&[printed("a\n")]);
        assert_eq!(console.tell().as_deref(), Some("a\n"));
        console.take(&[printed("b\n")]);
        assert_eq!(&*console.text(), "a\nb\n");
        let kind = OutputKind::Clear;
        let text = String::new();
        console.take(&[ConsoleOutput { kind, text }, printed("c\n")]);
        assert_eq!(&*console.text(), "c\n");
    }

    #[test]
    fn of_very_much_the_last_part_is_told() {
        let mut console = Console::default();
        console.take(&[printed(&"ä".repeat(MOST)), printed("end")]);
        let told = console.tell().unwrap_or_default();
        assert!(told.len() <= MOST && told.ends_with("äend"));
        assert_eq!(*console.text(), told);
    }
}
