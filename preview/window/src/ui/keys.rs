//! Keys, as scripts know them.

use winit::keyboard::{Key, NamedKey};

/// JavaScript's `keyCode`, which is what CindyJS passes on: for letters and digits the character
/// in upper case.
pub(super) fn key_code(key: &Key) -> u32 {
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
    fn key_codes_are_those_of_browsers() {
        assert_eq!(key_code(&Key::Character("a".into())), 65);
        assert_eq!(key_code(&Key::Character("7".into())), 55);
        assert_eq!(key_code(&Key::Named(NamedKey::ArrowUp)), 38);
    }
}
