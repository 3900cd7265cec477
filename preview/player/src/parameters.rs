//! The constants of the text that the user sets by hand: seen at once, in a draft of the text, and
//! written into the text once they are let go.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use cindyscript_ide::code_actions::FileEdit;
pub use cindyscript_ide::parameters::{GivenScale, ParameterValue, Scale};
use cindyscript_ide::parameters::{Parameter, ParameterKind, parameters};
use cindyscript_interpreter::platform::Instant;
use cindyscript_protocol::{Replacement, Version};

use crate::position_edits::replacement;
use crate::source::{Draft, Source};

/// A constant that can be set.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterRow {
    /// The variable.
    pub name: String,
    /// The value.
    pub value: SettableValue,
}

/// A value, with what else is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SettableValue {
    /// A number, and where it can be moved.
    Number(f64, Scale),
    /// Red, green, blue and opacity, from 0 to 1.
    Colour {
        /// The parts.
        rgba: [f64; 4],
        /// True if the opacity can be set.
        has_opacity: bool,
    },
    /// A truth value.
    Switch(bool),
}

/// What can be set, and what is.
#[derive(Debug, Default)]
pub struct SettableParameters {
    /// The newest text, if it can be read.
    base: Option<Source>,
    /// What can be set in it, found when somebody asks.
    found: OnceCell<Vec<Parameter>>,
    /// What is set and does not stand in that text, by variable.
    set: BTreeMap<String, Set>,
    /// Whether a draft has to be made of what is set.
    is_due: bool,
    /// Whether a draft is being compiled.
    is_compiled: bool,
}

/// A value that is set.
#[derive(Clone, Debug)]
struct Set {
    setting: ParameterValue,
    /// What stands in the text, and what is to stand there.
    old: String,
    new: String,
    stage: Stage,
}

/// How far a value is on its way into the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The user has it in hand.
    Held,
    /// It is let go.
    LetGo,
    /// The editor is asked to write it into this version.
    Asked(Version),
}

impl SettableParameters {
    /// A version is going to be shown: a draft, or a text of which the values that are set stand in
    /// it, are still to be written, or have been written over.
    pub fn load(&mut self, source: &Source) {
        self.is_compiled = false;
        let is_base = self.base.as_ref().is_some_and(|base| base.is_same(source));
        if source.is_draft || is_base {
            return;
        }
        self.base = Some(source.clone());
        self.found.take();
        let mut set = std::mem::take(&mut self.set);
        let text = source.document.text();
        set.retain(|name, set| {
            let found = self.found().iter().find(|found| found.name == *name);
            let there = found.and_then(|found| text.get(std::ops::Range::from(found.range)));
            if set.stage == Stage::Asked(source.version) {
                // It comes once more: the editor does not write.
                return false;
            }
            if set.stage != Stage::Held {
                set.stage = Stage::LetGo;
            }
            there == Some(&set.old)
        });
        self.is_due = !set.is_empty();
        self.set = set;
    }

    /// A text has come that cannot be read, or that came to nothing.
    pub fn lose(&mut self) {
        self.is_compiled = false;
        self.base = None;
        self.found.take();
    }

    /// The newest text, if it can be read.
    pub fn base(&self) -> Option<&Source> {
        self.base.as_ref()
    }

    /// What is set, to be written into that text.
    pub fn edits(&self) -> impl Iterator<Item = FileEdit> {
        self.changed().map(|(parameter, set)| edit(parameter, set))
    }

    /// The constants, in the order of the text.
    pub fn rows(&self) -> Vec<ParameterRow> {
        let row = |parameter: &Parameter| ParameterRow {
            name: parameter.name.clone(),
            value: value(
                &parameter.kind,
                self.set.get(&parameter.name).map(|set| set.setting),
            ),
        };
        self.found().iter().map(row).collect()
    }

    /// True if a value is set that does not stand in the text.
    pub fn has_unwritten(&self) -> bool {
        !self.set.is_empty()
    }

    /// The user sets one.
    pub fn set(&mut self, index: usize, setting: ParameterValue) {
        let Some(base) = &self.base else { return };
        let Some(parameter) = self.found().get(index).cloned() else {
            return;
        };
        let text = base.document.text();
        let old = text.get(std::ops::Range::from(parameter.range));
        let (Some(old), Some(new)) = (old, parameter.written(text, setting)) else {
            return;
        };
        let set = Set {
            setting: match (setting, new.parse()) {
                (ParameterValue::Number(_) | ParameterValue::Typed(_), Ok(written)) => {
                    ParameterValue::Number(written)
                }
                _ => setting,
            },
            old: old.to_owned(),
            new,
            stage: Stage::Held,
        };
        let before = self.set.get(&parameter.name);
        // Sliders say again and again that they are where they are.
        if before.map_or(&set.old, |before| &before.new) == &set.new {
            return;
        }
        match set.old == set.new {
            true => self.set.remove(&parameter.name),
            false => self.set.insert(parameter.name, set),
        };
        self.is_due = true;
    }

    /// The user has nothing in hand.
    pub fn let_go(&mut self) {
        for set in self.set.values_mut() {
            if set.stage == Stage::Held {
                set.stage = Stage::LetGo;
            }
        }
    }

    /// What is to be written into a version, if the editor was not asked yet.
    pub fn ask(&mut self) -> Option<(Version, Vec<Replacement>)> {
        let base = self.base.as_ref()?;
        let version = base.version;
        let let_go = |(_, set): &(&Parameter, &Set)| set.stage == Stage::LetGo;
        let replacements: Vec<Replacement> = self
            .changed()
            .filter(let_go)
            .filter_map(|(parameter, set)| replacement(base, &edit(parameter, set)))
            .collect();
        for set in self.set.values_mut() {
            if set.stage == Stage::LetGo {
                set.stage = Stage::Asked(version);
            }
        }
        (!replacements.is_empty()).then_some((version, replacements))
    }

    /// A draft that shows what is set, if there has to be another one; `now` is when it is made.
    pub fn take_draft(&mut self, now: Instant) -> Option<Draft> {
        if !self.is_due || self.is_compiled {
            return None;
        }
        let draft = self.draft(now)?;
        (self.is_due, self.is_compiled) = (false, true);
        Some(draft)
    }

    /// The text with what is set.
    fn draft(&self, now: Instant) -> Option<Draft> {
        Some(Draft {
            edits: self.edits().collect(),
            base: self.base.clone()?,
            made: now,
        })
    }

    fn found(&self) -> &[Parameter] {
        self.found.get_or_init(|| {
            let facts = self.base.as_ref().and_then(Source::facts);
            facts.map(parameters).unwrap_or_default()
        })
    }

    /// What is set, with where it stands.
    fn changed(&self) -> impl Iterator<Item = (&Parameter, &Set)> {
        let found = self.found().iter();
        found.filter_map(|parameter| Some((parameter, self.set.get(&parameter.name)?)))
    }
}

fn edit(parameter: &Parameter, set: &Set) -> FileEdit {
    FileEdit {
        range: parameter.range,
        text: set.new.clone(),
    }
}

/// The value of a parameter, or what it is set to.
fn value(kind: &ParameterKind, set: Option<ParameterValue>) -> SettableValue {
    match (kind, set) {
        (ParameterKind::Number(_, scale), Some(ParameterValue::Number(value))) => {
            SettableValue::Number(value, *scale)
        }
        (ParameterKind::Number(value, scale), _) => SettableValue::Number(*value, *scale),
        (ParameterKind::Colour(colour), set) => SettableValue::Colour {
            rgba: match set {
                Some(ParameterValue::Colour(rgba)) => rgba,
                _ => colour.rgba,
            },
            has_opacity: colour.has_opacity(),
        },
        (ParameterKind::Switch(_), Some(ParameterValue::Switch(on))) => SettableValue::Switch(on),
        (ParameterKind::Switch(on), _) => SettableValue::Switch(*on),
    }
}

#[cfg(test)]
mod tests {
    // A text says when it arrived.
    #![allow(clippy::disallowed_methods)]

    use std::sync::Arc;

    use super::*;
    use crate::services::Alone;
    use crate::source::ReceivedText;

    const TEXT: &str = "a = 0.5; // 0..1\nb = 3; c = true; colorplot(a * b);";

    fn source(version: Version, text: &str) -> Source {
        let text = ReceivedText {
            path: "a.cindyscript".to_owned(),
            text: text.to_owned(),
            version,
            arrived: Instant::now(),
        };
        let document = Source::read(&text, None, Arc::<Alone>::default());
        Source::new(&text, document, None)
    }

    fn of(version: Version, text: &str) -> SettableParameters {
        let mut parameters = SettableParameters::default();
        parameters.load(&source(version, text));
        parameters
    }

    /// The text of the draft that is to be seen.
    fn drafted(parameters: &mut SettableParameters) -> Option<String> {
        parameters
            .take_draft(Instant::now())
            .map(|draft| draft.text().text)
    }

    /// What the editor is asked for: the version, and each as old and new.
    fn asked(parameters: &mut SettableParameters) -> Option<(Version, Vec<String>)> {
        parameters.let_go();
        let (version, replacements) = parameters.ask()?;
        let all = replacements.iter();
        let all = all.map(|it| {
            format!(
                "{}..{}: {} → {}",
                it.range.start, it.range.end, it.old, it.new
            )
        });
        Some((version, all.collect()))
    }

    fn values(parameters: &SettableParameters) -> Vec<SettableValue> {
        parameters.rows().into_iter().map(|row| row.value).collect()
    }

    #[test]
    fn what_is_set_is_seen_and_then_written() {
        let mut parameters = of(4, TEXT);
        assert_eq!(drafted(&mut parameters), None);
        parameters.set(0, ParameterValue::Number(0.123_456));
        assert_eq!(drafted(&mut parameters), Some(TEXT.replace("0.5", "0.123")));
        // Of many, the last counts, once the one before is there.
        parameters.set(0, ParameterValue::Number(0.2));
        parameters.set(0, ParameterValue::Number(0.7));
        parameters.set(2, ParameterValue::Switch(false));
        assert_eq!(drafted(&mut parameters), None);
        let mut draft = source(4, "");
        draft.is_draft = true;
        parameters.load(&draft);
        let both = TEXT.replace("0.5", "0.7").replace("true", "false");
        assert_eq!(drafted(&mut parameters).as_deref(), Some(&*both));

        let [
            SettableValue::Number(value, _),
            _,
            SettableValue::Switch(false),
        ] = values(&parameters)[..]
        else {
            panic!("{:?}", values(&parameters));
        };
        assert_eq!(value, 0.7);
        let expected = ["4..7: 0.5 → 0.7", "28..32: true → false"].map(str::to_owned);
        assert_eq!(asked(&mut parameters), Some((4, expected.to_vec())));
        assert_eq!(asked(&mut parameters), None, "once");
        // The text says so.
        parameters.load(&source(5, &both));
        assert!(parameters.set.is_empty());
        assert_eq!(drafted(&mut parameters), None);
    }

    #[test]
    fn what_is_set_back_is_nothing_to_write() {
        let mut parameters = of(1, TEXT);
        parameters.set(1, ParameterValue::Number(5.0));
        parameters.set(1, ParameterValue::Number(3.0));
        assert_eq!(drafted(&mut parameters).as_deref(), Some(TEXT));
        assert_eq!(asked(&mut parameters), None);
    }

    #[test]
    fn a_text_that_comes_meanwhile_keeps_what_it_does_not_write_over() {
        let mut parameters = of(1, TEXT);
        parameters.set(0, ParameterValue::Number(0.9));
        parameters.set(1, ParameterValue::Number(4.0));
        assert!(asked(&mut parameters).is_some());
        // Typed before the editor was asked: b is another one, and what comes first is longer.
        let typed = format!("// new\n{TEXT}").replace("b = 3", "b = 8");
        parameters.load(&source(2, &typed));
        let draft = drafted(&mut parameters);
        assert_eq!(draft, Some(typed.replace("0.5", "0.9")));
        let expected = vec!["11..14: 0.5 → 0.9".to_owned()];
        assert_eq!(asked(&mut parameters), Some((2, expected)));
    }

    #[test]
    fn where_the_editor_does_not_write_its_text_counts() {
        let mut parameters = of(1, TEXT);
        parameters.set(0, ParameterValue::Number(0.9));
        assert!(asked(&mut parameters).is_some());
        parameters.load(&source(1, TEXT));
        assert!(parameters.set.is_empty());
        assert_eq!(asked(&mut parameters), None);
    }

    #[test]
    fn a_text_that_cannot_be_read_keeps_what_is_set_for_the_next() {
        let mut parameters = of(1, TEXT);
        parameters.set(0, ParameterValue::Number(0.9));
        parameters.lose();
        assert!(parameters.base().is_none());
        parameters.set(0, ParameterValue::Number(0.1));
        assert_eq!(
            (drafted(&mut parameters), asked(&mut parameters)),
            (None, None)
        );
        parameters.load(&source(3, TEXT));
        assert_eq!(drafted(&mut parameters), Some(TEXT.replace("0.5", "0.9")));
    }
}
