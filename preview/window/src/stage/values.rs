//! The values that scripts compute, on their way to the editor: often enough to follow, of bounded
//! size, and only what has changed.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use cindyscript_analysis::program::TermKind;
use cindyscript_analysis::types::Type;
use cindyscript_interpreter::Value;
use cindyscript_protocol::{ByteRange, LONGEST_VALUE, MOST_VALUES, Observation, Subject, Version};

use crate::player::{FrameDescription, Player};

/// Between two messages.
const PERIOD: Duration = Duration::from_millis(300);
/// Of lists with more numbers in them than this, neither type nor value is told: it would take
/// longer than a frame may.
const LARGEST: usize = 4096;
/// Of lists with more, only the type.
const LONG: usize = 64;

/// What was seen and told of the version that plays.
#[derive(Debug, Default)]
pub(super) struct Values {
    version: Option<Version>,
    known: HashMap<Subject, (Type, String)>,
    /// A frame has run since the last message.
    pending: bool,
    told: Option<Instant>,
}

impl Values {
    /// A frame has run.
    pub(super) fn changed(&mut self) {
        self.pending = true;
    }

    /// How long until there may be something to tell.
    pub(super) fn due(&self) -> Option<Duration> {
        let left = || {
            let passed = self.told.map(|told| told.elapsed());
            passed.map_or(Duration::ZERO, |passed| PERIOD.saturating_sub(passed))
        };
        self.pending.then(left)
    }

    /// What is to be told now, with the version that it belongs to.
    pub(super) fn tell(
        &mut self,
        player: &Player,
        frame: &FrameDescription,
    ) -> Option<(Version, Vec<Observation>)> {
        if !self.due()?.is_zero() {
            return None;
        }
        self.pending = false;
        self.told = Some(Instant::now());
        let version = player.source().version;
        if self.version.replace(version) != Some(version) {
            self.known.clear();
        }
        let mut changed = Vec::new();
        for (name, value) in player.globals() {
            self.see(Subject::Global(name.to_owned()), value, &mut changed);
        }
        let facts = player.source().facts()?;
        for draw in frame.plots() {
            let Some(plot) = facts.program.plots.get(draw.call.plot.index()) else {
                continue;
            };
            for (&term, value) in plot.uniforms.iter().zip(&draw.call.uniforms) {
                // Everyone can see what a number in the text is.
                if matches!(facts.program.kind(term), TermKind::Number(_)) {
                    continue;
                }
                let range = facts.range(term);
                let range = ByteRange {
                    start: range.start().into(),
                    end: range.end().into(),
                };
                self.see(Subject::Uniform(range), value, &mut changed);
            }
        }
        (!changed.is_empty()).then_some((version, changed))
    }

    fn see(&mut self, subject: Subject, value: &Value, changed: &mut Vec<Observation>) {
        let size = value.list().map_or(0, cindyscript_interpreter::List::size);
        let is_known = self.known.contains_key(&subject);
        if size > LARGEST || changed.len() >= MOST_VALUES {
            return;
        }
        // So that what is told once can be told again when it changes.
        if !is_known && self.known.len() >= MOST_VALUES {
            return;
        }
        let now = (value.type_of(), shown(value, size));
        let known = self.known.entry(subject.clone()).or_default();
        let joined = (known.0.join(&now.0), now.1);
        if is_known && *known == joined {
            return;
        }
        known.clone_from(&joined);
        changed.push(Observation {
            subject,
            ty: joined.0.to_string(),
            value: joined.1,
        });
    }
}

/// A value as it is printed, cut where it is long.
fn shown(value: &Value, size: usize) -> String {
    let cut = |text: &str| {
        let mut short: String = text.chars().take(LONGEST_VALUE).collect();
        if short.len() < text.len() {
            short.pop();
            short.push('…');
        }
        // It is shown on one line.
        short.replace(char::is_control, " ")
    };
    match value {
        Value::List(_) if size > LONG => "[…]".to_owned(),
        Value::Dictionary(_) => "{…}".to_owned(),
        Value::String(text) => {
            let text: String = text.to_string().chars().take(LONGEST_VALUE).collect();
            cut(&format!("\"{text}\""))
        }
        value => cut(&value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn see(values: &mut Values, value: &Value) -> Vec<String> {
        let mut changed = Vec::new();
        values.see(Subject::Global("a".to_owned()), value, &mut changed);
        let shown = changed
            .iter()
            .map(|seen| format!("{} {}", seen.ty, seen.value));
        shown.collect()
    }

    #[test]
    fn only_what_changes_is_told_and_types_join() {
        let mut values = Values::default();
        assert_eq!(see(&mut values, &Value::from(1.0)), ["int 1"]);
        assert!(see(&mut values, &Value::from(1.0)).is_empty());
        assert_eq!(see(&mut values, &Value::from(0.5)), ["real 0.5"]);
        assert_eq!(see(&mut values, &Value::from(1.0)), ["real 1"]);
        assert_eq!(see(&mut values, &Value::from("a\nb")), ["⊤ \"a b\""]);
    }

    #[test]
    fn what_is_told_is_bounded() {
        let long = Value::from("x".repeat(1000));
        let told = see(&mut Values::default(), &long);
        assert_eq!(told[0].chars().count(), "string ".len() + LONGEST_VALUE);
        let list = |count: usize| (0..count).map(|_| 0.5).collect::<Value>();
        let told = see(&mut Values::default(), &list(100));
        assert_eq!(told, ["list(100, real) […]"]);
        assert!(see(&mut Values::default(), &list(LARGEST + 1)).is_empty());

        let mut values = Values::default();
        let mut changed = Vec::new();
        for index in 0..2 * MOST_VALUES {
            let subject = Subject::Global(format!("a{index}"));
            values.see(subject, &Value::from(1.0), &mut changed);
        }
        assert_eq!(changed.len(), MOST_VALUES);
    }
}
