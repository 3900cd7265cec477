//! The statements with errors of the syntax in them: what is said beside the text is left out there,
//! for the author is just writing them.

use cindyscript_hir::document::Document;
use cindyscript_infer::Ranges;
use cindyscript_syntax::{Parse, SyntaxKind, SyntaxToken, tokens_at};
use text_size::{TextRange, TextSize};

/// The innermost statements around the errors of all scripts, in bytes of the file.
pub(crate) fn broken_statements(document: &Document) -> Ranges<TextSize> {
    let applets = document.applets().iter().enumerate();
    let scripts = applets.flat_map(|(index, applet)| {
        let scripts = applet.scripts.iter().zip(document.parses(index));
        scripts.filter(|(script, _)| !script.is_library)
    });
    let broken = scripts.flat_map(|(script, parse)| {
        let errors = parse.errors.iter().filter(|error| error.is_error());
        let statements = errors.filter_map(|error| statement(parse, error.range.start()));
        statements.map(|statement| script.source.to_file(statement))
    });
    broken.map(|range| (range.start(), range.end())).collect()
}

/// The innermost statement around an offset of a script, or else the one before.
fn statement(parse: &Parse, at: TextSize) -> Option<TextRange> {
    let token = tokens_at(&parse.syntax(), at).right_biased()?;
    let significant = std::iter::successors(Some(token), SyntaxToken::prev_token)
        .find(|token| !token.kind().is_trivia())?;
    let holds_statements =
        |kind: SyntaxKind| matches!(kind, SyntaxKind::SCRIPT | SyntaxKind::SEQUENCE);
    let statement = significant.parent_ancestors().find(|node| {
        let around = node.parent();
        around.is_none_or(|around| holds_statements(around.kind()))
    })?;
    Some(statement.text_range())
}
