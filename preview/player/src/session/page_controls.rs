//! Buttons, sliders and other controls of the page, whose handlers run CindyScript.

use std::collections::{HashMap, HashSet};

use cindyscript_applet::{
    Applet, CodeTemplate, ControlAction, ControlKind, ControlState, ControlTrigger, PageControl,
};
use cindyscript_interpreter::{NOWHERE, Playback};
use cindyscript_protocol::{ControlInput, PageControlKind, PageOption};

use super::actions::UserAction;
use super::controls::Control;
use super::page_script::PageScript;
use super::print::is_print_key;
use super::revision::same_control;
use super::{Session, diagnostic};
use crate::policy::SCRIPT_TIME;

/// The controls that are not as the page has them, by their keys.
#[derive(Clone, Debug, Default)]
pub(super) struct ControlStates {
    changed: HashMap<String, ControlState>,
    /// The controls whose value has changed since their handlers for that ran.
    pending: HashSet<String>,
}

impl ControlStates {
    pub(super) fn of(&self, control: &PageControl) -> ControlState {
        let changed = self.changed.get(&control.key);
        changed.unwrap_or(&control.initial).clone()
    }

    pub(super) fn set(&mut self, control: &PageControl, state: ControlState) {
        self.changed.insert(control.key.clone(), state);
    }

    /// The controls of the page themselves say how they are.
    pub(super) fn forget(&mut self) {
        self.changed.retain(|key, _| is_print_key(key));
    }

    /// Forgets the states of controls that are others in another version.
    pub(super) fn keep(&mut self, before: Option<&Applet>, now: Option<&Applet>) {
        self.changed.retain(|key, _| same_control(key, before, now));
    }
}

fn shown_kind(kind: &ControlKind) -> PageControlKind {
    match kind {
        ControlKind::Button => PageControlKind::Button,
        ControlKind::Checkbox => PageControlKind::Checkbox,
        ControlKind::Radio(_) => PageControlKind::Radio,
        ControlKind::Range(range) => {
            let [min, max] = range.ends();
            let step = range.step;
            PageControlKind::Range { min, max, step }
        }
        ControlKind::Number(_) => PageControlKind::Number,
        ControlKind::Text => PageControlKind::Text,
        ControlKind::TextArea => PageControlKind::Area,
        ControlKind::Colour => PageControlKind::Colour,
        ControlKind::Output => PageControlKind::Output,
        ControlKind::Select(options) => {
            let options = options.iter().map(|option| PageOption {
                label: option.label.clone(),
                value: option.value.clone(),
            });
            PageControlKind::Select {
                options: options.collect(),
            }
        }
    }
}

fn find<'a>(applet: Option<&'a Applet>, key: &str) -> Option<&'a PageControl> {
    applet?.controls.iter().find(|control| control.key == key)
}

impl Session {
    /// The controls of the page, in its order, with their states.
    pub fn page_controls(&self) -> Vec<cindyscript_protocol::ShownControl> {
        let shown = self.controls_now().map(|control| {
            let ControlState { value, is_checked } = self.control_states.of(control);
            cindyscript_protocol::ShownControl {
                label: control.label.clone(),
                kind: shown_kind(&control.kind),
                value,
                checked: is_checked,
            }
        });
        shown.collect()
    }

    /// True if the page has controls that run its scripts.
    pub fn has_page_controls(&self) -> bool {
        self.controls_now().next().is_some()
    }

    /// The controls of the page: those of its JavaScript, if an engine runs that, and those of CindyPrint.
    fn controls_now(&self) -> impl Iterator<Item = &PageControl> {
        let own = self.page.iter().flat_map(PageScript::controls);
        let applet = self.applet().filter(|_| self.page.is_none());
        own.chain(applet.map_or(&[][..], |applet| &applet.controls))
            .chain(self.print_controls())
    }

    /// The user does something to a control, by its place among [`Session::page_controls`].
    pub(super) fn operate(&mut self, index: usize, input: ControlInput) {
        let Some(control) = self.controls_now().nth(index).cloned() else {
            return;
        };
        let mut state = self.control_states.of(&control);
        let pending = &mut self.control_states.pending;
        let triggers: &[ControlTrigger] = match input {
            ControlInput::Press => &[ControlTrigger::Press],
            ControlInput::Check {
                checked: is_checked,
            } => {
                let is_changed = state.is_checked != is_checked;
                state.is_checked = is_checked;
                match is_changed {
                    true => &[
                        ControlTrigger::Press,
                        ControlTrigger::Input,
                        ControlTrigger::Change,
                    ],
                    false => &[ControlTrigger::Press],
                }
            }
            ControlInput::Set { value } => {
                let value = match &control.kind {
                    ControlKind::Range(range) => range.nearest(value.parse().ok()).to_string(),
                    _ => value,
                };
                if value == state.value {
                    return;
                }
                state.value = value;
                pending.insert(control.key.clone());
                &[ControlTrigger::Key, ControlTrigger::Input]
            }
            ControlInput::Done if !pending.remove(&control.key) => return,
            ControlInput::Done => &[ControlTrigger::Press, ControlTrigger::Change],
            ControlInput::Enter if pending.remove(&control.key) => &[
                ControlTrigger::Key,
                ControlTrigger::Enter,
                ControlTrigger::Change,
            ],
            ControlInput::Enter => &[ControlTrigger::Key, ControlTrigger::Enter],
        };
        self.note_operated(&control.key, &state, triggers);
        self.interpreter.allow(Some(SCRIPT_TIME));
        if is_print_key(&control.key) {
            return self.operate_print(&control, state, triggers);
        }
        if self.page.is_some() {
            return self.operate_page(&control, state, triggers, false);
        }
        self.set_control(&control, state);
        self.run_handlers(&control, triggers, true);
    }

    /// Gives a control another state; of radio buttons, one of a group is chosen.
    fn set_control(&mut self, control: &PageControl, state: ControlState) {
        if let (ControlKind::Radio(group), true) = (&control.kind, state.is_checked)
            && !group.is_empty()
        {
            let controls = self.applet().map_or(&[][..], |applet| &applet.controls);
            let others = controls.iter().filter(|it| it.kind == control.kind);
            let others: Vec<PageControl> = others.cloned().collect();
            for other in others {
                let state = ControlState {
                    is_checked: false,
                    ..self.control_states.of(&other)
                };
                self.control_states.set(&other, state);
            }
        }
        self.control_states.set(control, state);
    }

    /// Does again what the user has done to a control.
    pub(super) fn operate_again(
        &mut self,
        key: &str,
        state: &ControlState,
        triggers: &[ControlTrigger],
    ) {
        let control = self.controls_now().find(|control| control.key == key);
        let Some(control) = control.cloned() else {
            return;
        };
        if is_print_key(key) {
            self.control_states.set(&control, state.clone());
        } else if self.page.is_some() {
            self.operate_page(&control, state.clone(), triggers, true);
        } else {
            self.set_control(&control, state.clone());
            self.run_handlers(&control, triggers, false);
        }
    }

    /// Runs the handlers of a control; those that play, only if `plays`.
    fn run_handlers(&mut self, control: &PageControl, triggers: &[ControlTrigger], plays: bool) {
        let of = |trigger| {
            let handlers = control.handlers.iter();
            handlers.filter(move |handler| handler.trigger == trigger)
        };
        let handlers = triggers.iter().flat_map(|trigger| of(*trigger));
        let actions = handlers.flat_map(|handler| &handler.actions);
        self.run_actions(Some(control), actions, plays);
    }

    /// Runs what the page's `oninit` does; it plays unless the user has made something else of the
    /// animation.
    pub(super) fn run_at_start(&mut self) {
        let actions = self.applet().map_or(&[][..], |applet| &applet.at_start);
        let actions = actions.to_vec();
        self.run_actions(None, &actions, false);
        if self.actions.playback.is_none() {
            for action in actions {
                match action {
                    ControlAction::Play => self.play(),
                    ControlAction::Pause => self.pause(),
                    ControlAction::Stop => self.stop(),
                    _ => {}
                }
            }
        }
    }

    /// Runs the actions of a control, or of the page; those that play, only if `plays`.
    fn run_actions<'a>(
        &mut self,
        control: Option<&PageControl>,
        actions: impl IntoIterator<Item = &'a ControlAction>,
        plays: bool,
    ) {
        for action in actions {
            match action {
                ControlAction::Run(code) => {
                    self.run_code(control, code);
                    self.outdated = true;
                }
                ControlAction::Evaluate(code) => self.run_code(control, code),
                ControlAction::SetValue { id, value } => {
                    let value = self.fill(control, value);
                    if let Some(target) = find(self.applet(), id).cloned() {
                        let state = ControlState {
                            value,
                            ..self.control_states.of(&target)
                        };
                        self.control_states.set(&target, state);
                    }
                }
                ControlAction::Play | ControlAction::Pause | ControlAction::Stop if !plays => {}
                ControlAction::Play => self.use_control(Control::Button(Playback::Playing)),
                ControlAction::Pause => self.use_control(Control::Button(Playback::Paused)),
                ControlAction::Stop => self.use_control(Control::Button(Playback::Stopped)),
            }
        }
    }

    fn run_code(&mut self, control: Option<&PageControl>, code: &CodeTemplate) {
        let text = self.fill(control, code);
        let errors = self.interpreter.run_snippet(&text);
        self.cut_short |= self.interpreter.is_interrupted();
        for error in errors {
            let is_of_handler = error.term == NOWHERE;
            let mut said = diagnostic(&self.source, error);
            if is_of_handler {
                said.range = Some(code.range);
            }
            if !self.diagnostics.contains(&said) {
                self.diagnostics.push(said);
            }
        }
    }

    /// A text of a handler, with the values that controls have now.
    fn fill(&self, control: Option<&PageControl>, template: &CodeTemplate) -> String {
        let state = |id: Option<&str>| {
            let control = match id {
                None => control,
                Some(id) => find(self.applet(), id),
            };
            let state = control.map(|control| self.control_states.of(control));
            state.unwrap_or_default()
        };
        template.filled(state).text().to_owned()
    }

    fn note_operated(&mut self, key: &str, state: &ControlState, triggers: &[ControlTrigger]) {
        self.actions.add(UserAction::Operated {
            key: key.to_owned(),
            state: state.clone(),
            triggers: triggers.to_vec(),
        });
    }
}
