//! The parser: the tree is the text, whatever the text, and an edit leads to the tree of the edited
//! text.

use cindyscript_syntax::{TextEdit, TextRange, TextSize, parse};
use cindyscript_tests::random::Random;

pub(crate) fn check(text: &str) -> Result<(), String> {
    let mut before = parse(text);
    if before.green.to_string() != text {
        return Err("the tree is not the text".to_owned());
    }
    let mut text = text.to_owned();
    let mut random = Random::new(text.len() as u64);
    for _ in 0..3 {
        let mut at = random.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let end = text[at..]
            .chars()
            .next()
            .map_or(at, |next| at + next.len_utf8());
        let insert = ["", "(", ")", ";", "\"", " ", "a_1"][random.below(7)];
        let size = |at: usize| TextSize::try_from(at).unwrap_or_default();
        let edit = TextEdit {
            range: TextRange::new(size(at), size(end)),
            insert: insert.to_owned(),
        };
        text.replace_range(at..end, insert);
        let after = before.reparse(&edit, &text);
        if after != parse(&text) {
            return Err(format!("an edit at {at} leads to another tree"));
        }
        before = after;
    }
    for error in &before.errors {
        if !TextRange::up_to(TextSize::of(&*text)).contains_range(error.range) {
            return Err(format!("outside of the text: {error:?}"));
        }
    }
    Ok(())
}
