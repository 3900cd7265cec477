//! Which script runs at which event: patterns of ids, ids, and texts in the settings.

use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use std::collections::HashSet;
use std::rc::Rc;

use text_size::TextRange;

use crate::event::{event_names, similar_event};
use crate::page::{Builder, CINDYSCRIPT, is_cindyscript};
use crate::settings;
use crate::{Applet, Constant, ConstantValue, Event, Property, Script, UnboundScript};

impl Builder<'_> {
    /// Whatever the settings `data` say about scripts. A text in `scripts: {...}` wins over
    /// `drawscript: "id"`, and that over the pattern.
    pub(crate) fn bind_scripts(&mut self, data: &Constant, applet: &mut Applet) {
        let scripts = data.get("scripts");
        for property in scripts.and_then(Constant::as_object).unwrap_or_default() {
            self.bind_text(property, applet);
        }
        for property in data.as_object().unwrap_or_default() {
            if let Some(name) = property
                .name
                .strip_suffix("script")
                .filter(|n| !n.is_empty())
            {
                self.bind_id(name, property, applet);
            }
        }
        match scripts.map(|s| (&s.value, s.as_str())) {
            Some((_, Some(pattern))) if pattern.contains('*') => {
                self.bind_pattern(pattern, applet);
            }
            Some((ConstantValue::Object(_) | ConstantValue::Null, _)) | None => {}
            Some(_) => {
                let range = scripts.map_or(applet.range, |s| s.range);
                self.page.problems.push(
                    Diagnostic::new(
                        Code::SettingWrongShape,
                        range,
                        "`scripts` should be a pattern with `*`, or an object of scripts",
                    )
                    .help("write `scripts: \"cs*\"` or `scripts: {draw: \"...\"}`"),
                );
            }
        }
        if settings::is_cinderella_before(data, [2.0, 9.0, 1888.0])
            && applet.script(Event::KeyDown).is_none()
        {
            // Key events had other names then.
            for script in &mut applet.scripts {
                script.event = match script.event {
                    Event::KeyTyped => Event::KeyDown,
                    Event::KeyType => Event::KeyTyped,
                    event => event,
                };
            }
        }
    }

    /// `scripts: {draw: "..."}`
    fn bind_text(&mut self, property: &Property, applet: &mut Applet) {
        let Some(event) = Event::from_name(&property.name) else {
            self.page
                .problems
                .push(unknown_event(&property.name, property.name_range));
            return;
        };
        match &property.value.value {
            ConstantValue::String(source) if !source.text().is_empty() => {
                applet.set_script(Script {
                    event,
                    id: property.name.clone(),
                    source: source.clone(),
                    is_library: false,
                });
            }
            ConstantValue::String(_) | ConstantValue::Null => {}
            ConstantValue::Unknown => self.page.problems.push(
                Diagnostic::new(
                    Code::SettingNotConstant,
                    property.value.range,
                    format!("the {event} script is known only when the page runs"),
                )
                .severity(Severity::Warning)
                .help("write it as a string, or as a script element of its own"),
            ),
            _ => self.page.problems.push(
                Diagnostic::new(
                    Code::SettingWrongShape,
                    property.value.range,
                    format!("the {event} script should be a string"),
                )
                .severity(Severity::Error),
            ),
        }
    }

    /// `geometry: [{name: "B", type: "Button", script: "..."}]`
    pub(crate) fn bind_widgets(&mut self, applet: &mut Applet) {
        const WIDGETS: [&str; 3] = ["Button", "EditableText", "ToggleButton"];
        for element in &applet.geometry {
            let is_widget = WIDGETS.contains(&element.kind.as_str());
            let script = element.others.iter().find(|(name, _)| name == "script");
            let Some((_, script)) = script.filter(|_| is_widget) else {
                continue;
            };
            match &script.value {
                ConstantValue::String(source) if !source.text().is_empty() => {
                    applet.scripts.push(Script {
                        event: Event::Widget,
                        id: element.name.clone(),
                        source: source.clone(),
                        is_library: false,
                    });
                }
                ConstantValue::Unknown => self.page.problems.push(Diagnostic::new(
                    Code::SettingNotConstant,
                    script.range,
                    format!(
                        "the script of `{}` is known only when the page runs",
                        element.name
                    ),
                )),
                _ => {}
            }
        }
    }

    /// `drawscript: "id"`
    fn bind_id(&mut self, name: &str, property: &Property, applet: &mut Applet) {
        let Some(event) = Event::from_name(name) else {
            self.page
                .problems
                .push(unknown_event(name, property.name_range));
            return;
        };
        let Some(id) = property.value.as_str() else {
            if property.value.truthy() != Some(false) {
                self.page.problems.push(Diagnostic::new(
                    Code::SettingWrongShape,
                    property.value.range,
                    format!("`{}` should be the id of a script element", property.name),
                ));
            }
            return;
        };
        let found = self
            .by_id(id)
            .and_then(|i| Some((i, self.elements.get(i)?)));
        match found.filter(|(_, e)| e.is_script()) {
            Some((index, element)) => {
                if let Some(slot) = self.bound.get_mut(index) {
                    *slot = true;
                }
                if applet.script(event).is_none() {
                    let source = self.source(element);
                    applet.scripts.push(Script {
                        event,
                        id: id.to_owned(),
                        source,
                        is_library: false,
                    });
                }
            }
            None => self.page.problems.push(
                Diagnostic::new(
                    Code::MissingScript,
                    property.value.range,
                    format!("the page has no script element with the id `{id}`"),
                )
                .help(format!("add `<script id=\"{id}\" type=\"{CINDYSCRIPT}\">`")),
            ),
        }
    }

    /// `scripts: "cs*"`
    pub(crate) fn bind_pattern(&mut self, pattern: &str, applet: &mut Applet) {
        for &(index, event) in self.named(pattern).iter() {
            let Some(element) = self.elements.get(index) else {
                continue;
            };
            if let Some(slot) = self.bound.get_mut(index) {
                *slot = true;
            }
            if applet.script(event).is_none() {
                let source = self.source(element);
                applet.scripts.push(Script {
                    event,
                    id: element.id().unwrap_or_default().to_owned(),
                    source,
                    is_library: false,
                });
            }
        }
    }

    /// The scripts that a pattern names, with their events.
    fn named(&mut self, pattern: &str) -> Rc<[(usize, Event)]> {
        if let Some(known) = self.patterns.get(pattern) {
            return Rc::clone(known);
        }
        let elements = self.elements.iter().enumerate();
        let named = elements.filter_map(|(index, element)| {
            let id = element.id().filter(|_| element.is_script())?;
            let event = Event::from_id(pattern, id)?;
            (self.by_id(id) == Some(index)).then_some((index, event))
        });
        let named: Rc<[_]> = named.collect();
        self.patterns.insert(pattern.to_owned(), Rc::clone(&named));
        named
    }

    /// CindyScript elements that no applet runs.
    pub(crate) fn unbound(&mut self, javascript: &[&str]) {
        // A name in JavaScript is mostly a word of it.
        let is_word = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-');
        let words = javascript.iter();
        let words: HashSet<&str> = words.flat_map(|text| text.split(|c| !is_word(c))).collect();
        for (index, element) in self.elements.iter().enumerate() {
            if self.bound.get(index) == Some(&true) || !is_cindyscript(element) {
                continue;
            }
            let id = element.id();
            let source = self.source(element);
            self.page.unbound.push(UnboundScript {
                id: id.map(str::to_owned),
                source,
            });
            // JavaScript may read the element and run it.
            let is_mentioned = id.is_some_and(|id| match id.chars().all(is_word) {
                true => words.contains(id),
                false => javascript.iter().any(|script| script.contains(id)),
            });
            let is_duplicate = id
                .and_then(|id| self.by_id(id))
                .is_some_and(|first| first != index);
            if is_mentioned || is_duplicate {
                continue;
            }
            self.page.problems.push(match id {
                Some(id) => match id.strip_prefix("cs") {
                    Some(name) if !name.is_empty() && Event::from_name(name).is_none() => {
                        unknown_event(name, element.tag.range)
                    }
                    _ => Diagnostic::new(
                        Code::UnboundScript,
                        element.tag.range,
                        format!("no event runs the script `{id}`"),
                    )
                    .help("give it an id such as `csdraw`, or name it: `drawscript: \"...\"`"),
                },
                None => Diagnostic::new(
                    Code::UnboundScript,
                    element.tag.range,
                    "this script has no id, so no event runs it",
                )
                .help("give it an id such as `csdraw`"),
            });
        }
    }
}

fn unknown_event(name: &str, range: TextRange) -> Diagnostic {
    let message = format!("`{name}` is not an event, so this script never runs");
    let help = match similar_event(name) {
        Some(event) => format!("the event is `{event}`"),
        None => format!("the events are {}", event_names()),
    };
    Diagnostic::new(Code::UnknownEvent, range, message).help(help)
}
