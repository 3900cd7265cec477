//! Keys, as scripts know them: as browsers describe them.

use cindyscript_player::session;
use winit::keyboard::{Key, ModifiersState, NamedKey};

/// A key of the keyboard.
pub(super) fn described(key: &Key, modifiers: ModifiersState) -> session::Key {
    let (name, typed) = match key {
        Key::Character(text) => {
            let mut characters = text.chars();
            let first = characters.next().map(u32::from);
            let typed = first.filter(|_| characters.next().is_none());
            (text.to_string(), typed)
        }
        Key::Named(NamedKey::Space) => (" ".to_owned(), Some(32)),
        Key::Named(NamedKey::Enter) => ("Enter".to_owned(), Some(13)),
        // Both name keys after UI Events KeyboardEvent key Values.
        Key::Named(named) => (format!("{named:?}"), None),
        Key::Dead(_) => ("Dead".to_owned(), None),
        Key::Unidentified(_) => ("Unidentified".to_owned(), None),
    };
    session::Key {
        name,
        code: key_code(key),
        typed,
        shift: modifiers.shift_key(),
        control: modifiers.control_key() || modifiers.super_key(),
    }
}

/// JavaScript's `keyCode`, which is what CindyJS passes on: for letters and digits the character
/// in upper case.
fn key_code(key: &Key) -> u32 {
    match key {
        Key::Character(text) => text
            .chars()
            .next()
            .and_then(|c| c.to_uppercase().next())
            .map_or(0, u32::from),
        Key::Named(named) => match named {
            NamedKey::Backspace => 8,
            NamedKey::Tab => 9,
            NamedKey::Enter => 13,
            NamedKey::Shift => 16,
            NamedKey::Control => 17,
            NamedKey::Alt => 18,
            NamedKey::Space => 32,
            NamedKey::PageUp => 33,
            NamedKey::PageDown => 34,
            NamedKey::End => 35,
            NamedKey::Home => 36,
            NamedKey::ArrowLeft => 37,
            NamedKey::ArrowUp => 38,
            NamedKey::ArrowRight => 39,
            NamedKey::ArrowDown => 40,
            NamedKey::Insert => 45,
            NamedKey::Delete => 46,
            _ => 0,
        },
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_names_of_browsers() {
        let check = |key: Key, name: &str, code: u32, typed: Option<u32>| {
            let expected = session::Key {
                name: name.to_owned(),
                code,
                typed,
                ..session::Key::default()
            };
            assert_eq!(described(&key, ModifiersState::empty()), expected);
        };
        check(Key::Character("a".into()), "a", 65, Some(97));
        check(Key::Named(NamedKey::Enter), "Enter", 13, Some(13));
        check(Key::Named(NamedKey::Space), " ", 32, Some(32));
        check(Key::Named(NamedKey::Shift), "Shift", 16, None);
        check(Key::Named(NamedKey::PageUp), "PageUp", 33, None);
    }

    #[test]
    fn key_codes_are_those_of_browsers() {
        assert_eq!(key_code(&Key::Character("a".into())), 65);
        assert_eq!(key_code(&Key::Character("7".into())), 55);
        assert_eq!(key_code(&Key::Named(NamedKey::ArrowUp)), 38);
    }
}
