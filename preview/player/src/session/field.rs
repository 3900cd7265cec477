//! Text fields: the caret, what is selected, what keys and the pointer do to it.

use super::Session;
use super::keys::Key;
use super::widgets::Placed;

/// More text than this does not go into a field, in characters.
const MAX_TEXT: usize = 10_000;

/// The text field that keys go to.
#[derive(Clone, Debug)]
pub(super) struct Focus {
    pub(super) name: String,
    /// Before which character the caret stands.
    pub(super) caret: usize,
    /// The other end of what is selected; the caret's place if nothing is.
    pub(super) anchor: usize,
    /// The text at the last change that its script saw.
    seen: String,
}

impl Focus {
    /// The characters that are selected.
    pub(super) fn selected(&self) -> std::ops::Range<usize> {
        self.caret.min(self.anchor)..self.caret.max(self.anchor)
    }
}

/// The caret of a text whose place is nearest to `x`. `place` returns that of a caret, from 0 to
/// `last`, and takes as long as the text before it: it is called for few.
fn nearest_caret(last: usize, place: impl Fn(usize) -> f64, x: f64) -> usize {
    let (mut before, mut behind) = (0, last);
    while behind - before > 1 {
        let middle = before.midpoint(behind);
        match place(middle) <= x {
            true => before = middle,
            false => behind = middle,
        }
    }
    match (place(behind) - x).abs() < (place(before) - x).abs() {
        true => behind,
        false => before,
    }
}

impl Session {
    /// The pointer goes down on a text field.
    pub(super) fn take_focus(&mut self, name: String) {
        let Some((caret, text)) = self.caret_at_pointer(&name) else {
            return;
        };
        if let Some(focus) = self.focus.as_mut().filter(|focus| focus.name == name) {
            (focus.caret, focus.anchor) = (caret, caret);
            return;
        }
        self.blur();
        self.focus = Some(Focus {
            name,
            caret,
            anchor: caret,
            seen: text,
        });
    }

    /// The pointer moves with the button held that went down on a text field.
    pub(super) fn select_to_pointer(&mut self) {
        let name = self.focus.as_ref().map(|focus| focus.name.clone());
        if let Some((caret, _)) = name.and_then(|name| self.caret_at_pointer(&name))
            && let Some(focus) = &mut self.focus
        {
            focus.caret = caret;
        }
    }

    /// The main button goes down for the second time in quick succession: selects what is in a text
    /// field.
    pub(super) fn pointer_pressed_again(&mut self) {
        self.pointer_pressed();
        let Some(name) = self.focus.as_ref().map(|focus| focus.name.clone()) else {
            return;
        };
        let end = self.widget_text(&name).chars().count();
        if let Some(focus) = &mut self.focus {
            (focus.anchor, focus.caret) = (0, end);
        }
    }

    /// The place of the caret that is nearest to the pointer, and the field's text.
    fn caret_at_pointer(&self, name: &str) -> Option<(usize, String)> {
        let placed = self.placed();
        let field: &Placed<'_> = placed.iter().find(|placed| *placed.element.name == *name)?;
        let text = field.widget.text.to_string();
        let x = self.pointer[0] - field.baseline[0];
        let width = |caret: usize| {
            let before: String = text.chars().take(caret).collect();
            self.fonts.extent(&before, &field.style).width
        };
        let caret = nearest_caret(text.chars().count(), width, x);
        Some((caret, text))
    }

    /// Keys go to the scripts again. A field whose text has changed runs its script.
    pub(super) fn blur(&mut self) {
        let Some(focus) = self.focus.take() else {
            return;
        };
        if self.widget_text(&focus.name) != focus.seen {
            self.note_entered(&focus.name);
            self.run_widget(&focus.name);
        }
        self.outdated = true;
    }

    /// Whether a text field takes the keys.
    pub fn is_editing(&self) -> bool {
        self.focus.is_some()
    }

    /// A key goes to the text field that has the focus.
    pub(super) fn edit_field(&mut self, key: &Key) {
        let Some(mut focus) = self.focus.clone() else {
            return;
        };
        let mut text: Vec<char> = self.widget_text(&focus.name).chars().collect();
        focus.caret = focus.caret.min(text.len());
        focus.anchor = focus.anchor.min(text.len());
        let selected = focus.selected();
        let name = key.name.to_lowercase();
        // Where the caret goes, and what comes in the place of what is replaced.
        let (replaced, new) = match (name.as_str(), key.control) {
            ("enter", false) => return self.blur(),
            ("a", true) => {
                (focus.anchor, focus.caret) = (0, text.len());
                (0..0, None)
            }
            ("c" | "x", true) => {
                if selected.is_empty() {
                    return;
                }
                self.clipboard = text[selected.clone()].iter().collect();
                if name == "c" {
                    return;
                }
                (selected, Some(String::new()))
            }
            ("v", true) => (selected, Some(self.clipboard.clone())),
            ("backspace", _) if selected.is_empty() => {
                let before = focus.caret.saturating_sub(1);
                (before..focus.caret, Some(String::new()))
            }
            ("delete", _) if selected.is_empty() => {
                let behind = (focus.caret + 1).min(text.len());
                (focus.caret..behind, Some(String::new()))
            }
            ("backspace" | "delete", _) => (selected, Some(String::new())),
            (_, false) if key.typed.is_some() => (selected, Some(key.name.clone())),
            (motion, _) => {
                let to = match motion {
                    // Without Shift, the caret leaves a selection at its end.
                    "arrowleft" if !key.shift && !selected.is_empty() => selected.start,
                    "arrowright" if !key.shift && !selected.is_empty() => selected.end,
                    "arrowleft" => focus.caret.saturating_sub(1),
                    "arrowright" => (focus.caret + 1).min(text.len()),
                    "home" => 0,
                    "end" => text.len(),
                    _ => return,
                };
                focus.caret = to;
                if !key.shift {
                    focus.anchor = to;
                }
                (0..0, None)
            }
        };
        if let Some(new) = new {
            let room = MAX_TEXT.saturating_sub(text.len() - replaced.len());
            let new: Vec<char> = new.chars().take(room).collect();
            focus.caret = replaced.start + new.len();
            focus.anchor = focus.caret;
            text.splice(replaced, new);
            let text: String = text.into_iter().collect();
            self.interpreter.set_text(&focus.name, &text);
            self.note_typed(&focus.name, &text);
        }
        self.focus = Some(focus);
        self.outdated = true;
    }

    pub(super) fn widget_text(&self, name: &str) -> String {
        let construction = self.interpreter.construction();
        let element = construction.find(name).and_then(|id| construction.get(id));
        let widget = element.and_then(|element| element.widget.as_ref());
        widget
            .map(|widget| widget.text.to_string())
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::nearest_caret;

    #[test]
    fn caret_in_a_long_text_is_found_with_few_measurements() {
        let calls = Cell::new(0);
        let place = |caret: usize| {
            calls.set(calls.get() + 1);
            7.0 * caret as f64
        };
        for (x, expected) in [
            (-5.0, 0),
            (0.0, 0),
            (3.4, 0),
            (3.6, 1),
            (35_000.0, 5_000),
            (69_996.0, 9_999),
            (69_997.0, 10_000),
            (1e9, 10_000),
        ] {
            calls.set(0);
            assert_eq!(nearest_caret(10_000, place, x), expected, "{x}");
            assert!(calls.get() <= 16, "{x}: {}", calls.get());
        }
        assert_eq!(nearest_caret(0, place, 3.0), 0);
    }
}
