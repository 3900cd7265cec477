//! The tokens at an offset of a tree, found by halves: a script may have thousands of statements.

use rowan::{TextRange, TextSize, TokenAtOffset};

use crate::{SyntaxNode, SyntaxToken};

/// The tokens of a tree at an offset: two where it lies between them, none where it lies outside.
#[must_use]
pub fn tokens_at(root: &SyntaxNode, at: TextSize) -> TokenAtOffset<SyntaxToken> {
    let one = TextSize::new(1);
    let before = at
        .checked_sub(one)
        .and_then(|before| token_of(root, before));
    match (before, token_of(root, at)) {
        (Some(left), Some(right)) if left == right => TokenAtOffset::Single(left),
        (Some(left), Some(right)) => TokenAtOffset::Between(left, right),
        (Some(token), None) | (None, Some(token)) => TokenAtOffset::Single(token),
        (None, None) => TokenAtOffset::None,
    }
}

/// The token that a byte of the text belongs to.
fn token_of(root: &SyntaxNode, byte: TextSize) -> Option<SyntaxToken> {
    let range = TextRange::at(byte, TextSize::new(1));
    let whole = root.text_range();
    whole
        .contains_range(range)
        .then(|| root.covering_element(range).into_token())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn those_that_rowan_finds_one_by_one() {
        let texts = [
            "",
            "a",
            " ä = 1; // π\n\nf(x) := (x + \"é\"; 2);;\n",
            "a = (1; b",
            "]]; {\"k\": [1, #]}",
        ];
        for text in texts {
            let root = parse(text).syntax();
            for at in (0..=text.len() as u32).map(TextSize::new) {
                let (ours, theirs) = (tokens_at(&root, at), root.token_at_offset(at));
                assert!(ours.eq(theirs), "{at:?} of {text:?}");
            }
            let behind = TextSize::of(text) + TextSize::new(2);
            assert_eq!(tokens_at(&root, behind).count(), 0);
        }
    }
}
