//! `textDocument/semanticTokens`: in full, as the difference to what the editor has, and of a part.

use std::sync::Arc;

use cindyscript_ide::BindingTime;
use cindyscript_ide::semantic_tokens::{self, TokenKind};
use text_size::TextRange;

use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{
    Position, Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens,
    SemanticTokensDelta, SemanticTokensEdit, SemanticTokensFullDeltaResult,
    SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions,
};

/// Each kind of token with its name in the protocol; its place here is its number.
const KINDS: [(TokenKind, SemanticTokenType); 8] = [
    (TokenKind::Variable, SemanticTokenType::VARIABLE),
    (TokenKind::Parameter, SemanticTokenType::PARAMETER),
    (TokenKind::Property, SemanticTokenType::PROPERTY),
    (TokenKind::Function, SemanticTokenType::FUNCTION),
    (TokenKind::Control, SemanticTokenType::KEYWORD),
    (TokenKind::Number, SemanticTokenType::NUMBER),
    (TokenKind::String, SemanticTokenType::STRING),
    (TokenKind::Operator, SemanticTokenType::OPERATOR),
];

/// The modifiers; the place here is the bit. The first three are our own and say when something in
/// a colorplot is computed.
const MODIFIERS: [SemanticTokenModifier; 5] = [
    SemanticTokenModifier::new("constant"),
    SemanticTokenModifier::new("oncePerFrame"),
    SemanticTokenModifier::new("perPixel"),
    SemanticTokenModifier::DEFINITION,
    SemanticTokenModifier::DEFAULT_LIBRARY,
];

/// The capability, with the legend of types and modifiers.
pub(crate) fn options() -> SemanticTokensOptions {
    SemanticTokensOptions {
        legend: SemanticTokensLegend {
            token_types: KINDS.map(|(_, name)| name).into(),
            token_modifiers: MODIFIERS.into(),
        },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
        ..SemanticTokensOptions::default()
    }
}

/// All tokens.
pub(crate) fn full(snapshot: &Snapshot) -> SemanticTokens {
    let all = TextRange::up_to(snapshot.end());
    let data = tokens(snapshot, all);
    snapshot.replace_sent_tokens(data.as_slice().into());
    SemanticTokens {
        result_id: Some(snapshot.generation.to_string()),
        data,
    }
}

/// The edits that turn the tokens that the editor has into the new ones; all tokens if those are
/// not known.
pub(crate) fn delta(snapshot: &Snapshot, previous: &str) -> SemanticTokensFullDeltaResult {
    let all = TextRange::up_to(snapshot.end());
    let new: Arc<[SemanticToken]> = tokens(snapshot, all).into();
    let result_id = Some(snapshot.generation.to_string());
    let sent = snapshot.replace_sent_tokens(Arc::clone(&new));
    match sent.filter(|sent| sent.generation.to_string() == previous) {
        Some(sent) => SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta {
            result_id,
            edits: difference(&sent.tokens, &new).into_iter().collect(),
        }),
        None => SemanticTokensFullDeltaResult::Tokens(SemanticTokens {
            result_id,
            data: new.to_vec(),
        }),
    }
}

/// The tokens in a part of the text.
pub(crate) fn range(snapshot: &Snapshot, range: Range) -> SemanticTokens {
    SemanticTokens {
        result_id: None,
        data: tokens(snapshot, snapshot.to_text_range(range)),
    }
}

/// The edit that makes `new` of `old`: what stands between the common beginning and end.
fn difference(old: &[SemanticToken], new: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    /// Numbers in a token, as the protocol counts.
    const NUMBERS: u32 = 5;
    let same = |(a, b): &(&SemanticToken, &SemanticToken)| a == b;
    let prefix = old.iter().zip(new).take_while(same).count();
    let (old, new) = (old.get(prefix..)?, new.get(prefix..)?);
    let suffix = old.iter().rev().zip(new.iter().rev());
    let suffix = suffix.take_while(same).count();
    let (deleted, inserted) = (old.len() - suffix, new.get(..new.len() - suffix)?);
    if deleted == 0 && inserted.is_empty() {
        return None;
    }
    let count = |tokens: usize| u32::try_from(tokens).ok()?.checked_mul(NUMBERS);
    Some(SemanticTokensEdit {
        start: count(prefix)?,
        delete_count: count(deleted)?,
        data: Some(inserted.to_vec()),
    })
}

fn tokens(snapshot: &Snapshot, range: TextRange) -> Vec<SemanticToken> {
    let found = semantic_tokens::semantic_tokens(&snapshot.analysis, range);
    let mut tokens = Vec::with_capacity(found.len());
    let mut before = Position::default();
    for token in found {
        let kind = KINDS.iter().position(|(kind, _)| *kind == token.kind);
        let Some(token_type) = kind.and_then(|place| u32::try_from(place).ok()) else {
            continue;
        };
        let token_modifiers_bitset = modifiers(&token);
        // A token of several lines is not for every editor.
        for Range { start, end } in snapshot.lines(token.range) {
            let delta_line = start.line - before.line;
            let delta_start = if delta_line == 0 {
                start.character - before.character
            } else {
                start.character
            };
            tokens.push(SemanticToken {
                delta_line,
                delta_start,
                length: end.character - start.character,
                token_type,
                token_modifiers_bitset,
            });
            before = start;
        }
    }
    tokens
}

fn modifiers(token: &semantic_tokens::SemanticToken) -> u32 {
    let time = match token.binding_time {
        BindingTime::Script => 0,
        BindingTime::Constant => 1,
        BindingTime::Frame => 1 << 1,
        BindingTime::Pixel => 1 << 2,
    };
    time | u32::from(token.is_definition) << 3 | u32::from(token.is_builtin) << 4
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tokens(lengths: &[u32]) -> Vec<SemanticToken> {
        let token = |&length: &u32| SemanticToken {
            delta_line: 0,
            delta_start: 1,
            length,
            token_type: 0,
            token_modifiers_bitset: 0,
        };
        lengths.iter().map(token).collect()
    }

    proptest! {
        #[test]
        fn the_difference_makes_the_new_tokens(
            old in proptest::collection::vec(1..3_u32, 0..8),
            new in proptest::collection::vec(1..3_u32, 0..8),
        ) {
            let (mut old, new) = (tokens(&old), tokens(&new));
            if let Some(edit) = difference(&old, &new) {
                let start = edit.start as usize / 5;
                let end = start + edit.delete_count as usize / 5;
                old.splice(start..end, edit.data.unwrap_or_default());
            }
            prop_assert_eq!(old, new);
        }
    }
}
