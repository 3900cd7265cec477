//! What scripts print, on its way to whoever reads it: often enough to follow, and not so often
//! that an animation which prints in every frame drowns everything else.

use std::time::{Duration, Instant};

use cindyscript_interpreter::{Output, OutputKind};

use crate::policy::OUTPUT_PERIOD;

/// In bytes; of more, the last part is told.
const MOST: usize = 16 << 10;

/// Text that has not been told yet.
#[derive(Debug, Default)]
pub(super) struct Console {
    pending: String,
    told: Option<Instant>,
}

impl Console {
    /// Takes what the scripts of a frame have printed.
    pub(super) fn take(&mut self, outputs: &[Output]) {
        for output in outputs {
            match output.kind {
                OutputKind::Print => self.pending.push_str(&output.text),
                OutputKind::Diagnostic => {
                    self.pending.push_str(&output.text);
                    self.pending.push('\n');
                }
                // What has been told stays told.
                OutputKind::Clear => self.pending.clear(),
            }
        }
        let surplus = self.pending.len().saturating_sub(MOST);
        let from = self.pending.ceil_char_boundary(surplus);
        self.pending.drain(..from);
    }

    /// How long until there is something to tell.
    pub(super) fn due(&self) -> Option<Duration> {
        let left = || {
            let passed = self.told.map(|told| told.elapsed());
            passed.map_or(Duration::ZERO, |passed| {
                OUTPUT_PERIOD.saturating_sub(passed)
            })
        };
        (!self.pending.is_empty()).then(left)
    }

    /// What is to be told now.
    pub(super) fn tell(&mut self) -> Option<String> {
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

    fn printed(text: &str) -> Output {
        Output {
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
    fn of_very_much_the_last_part_is_told() {
        let mut console = Console::default();
        console.take(&[printed(&"ä".repeat(MOST)), printed("end")]);
        let told = console.tell().unwrap_or_default();
        assert!(told.len() <= MOST && told.ends_with("äend"));
    }
}
