//! Text that reaches a terminal: what files hold must not steer it.

use std::borrow::Cow;

/// A text of one line with what cannot be seen shown by its number: an escape character as
/// `\u{1b}`. Tabs stay as they are.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    shown(text, |char| char == '\t')
}

/// The same of a text of several lines.
#[must_use]
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    shown(text, |char| matches!(char, '\t' | '\n'))
}

fn shown(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_hidden = |char: char| steers(char) && !stays(char);
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        match is_hidden(char) {
            true => shown.extend(char.escape_unicode()),
            false => shown.push(char),
        }
    }
    Cow::Owned(shown)
}

/// Control characters, and those that turn the direction of the text around them.
fn steers(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
        || matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_is_left() {
        assert_eq!(visible("a\tä 😀"), "a\tä 😀");
        assert_eq!(
            visible("\x1b[2J\x07\u{9b}1m\n"),
            r"\u{1b}[2J\u{7}\u{9b}1m\u{a}"
        );
        assert_eq!(visible("\u{202e}cba"), r"\u{202e}cba");
        assert_eq!(visible_lines("a\r\n\x1b"), "a\\u{d}\n\\u{1b}");
    }
}
