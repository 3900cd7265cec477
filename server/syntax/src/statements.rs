//! A text statement by statement: which of them are understood, where others are not.

use cindyscript_diagnostic::Diagnostic;
use rowan::TextRange;

use crate::lexer::size;
use crate::parser::Parser;

/// A statement outside all brackets, as the parser ends it: at its `;`, or, where brackets or quotes
/// do not pair up, before a line that clearly begins another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement {
    /// From its first token to its last, the `;` included.
    pub range: TextRange,
    /// Whether it has no error.
    pub is_valid: bool,
    /// Whether its last token is a `;`.
    pub is_closed: bool,
    /// Whether its brackets and quotes pair up: where they do not, it may have been meant to go on, or
    /// to end before.
    pub is_paired: bool,
}

/// The statements of a text of less than 4 GiB, in its order; none where there is only a comment.
pub fn statements(text: &str) -> Vec<Statement> {
    let mut parser = Parser::new(text, 0);
    let mut found = Vec::new();
    loop {
        let (start, known) = (parser.offset(), parser.errors().len());
        if !parser.statement() {
            return found;
        }
        let is_valid = !parser.errors()[known..].iter().any(Diagnostic::is_error);
        let tokens = match parser.tokens() {
            Some((first, last)) if is_valid => first..last,
            // What is not understood may be in a comment that does not end.
            tokens => tokens.map_or(start, |(first, _)| first)..parser.offset(),
        };
        let written = text.get(tokens.clone()).unwrap_or_default();
        let from = tokens.start + (written.len() - written.trim_start().len());
        let to = from + written.trim().len();
        let is_comment = is_valid && parser.tokens().is_none();
        if from < to && !is_comment {
            found.push(Statement {
                range: TextRange::new(size(from), size(to)),
                is_valid,
                is_closed: parser.at_boundary(),
                is_paired: parser.is_paired(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statements of a text; those with errors in angle brackets.
    fn read(text: &str) -> Vec<String> {
        let all = statements(text).into_iter();
        let all = all.map(|statement| {
            let written = &text[statement.range];
            match statement.is_valid {
                true => written.to_owned(),
                false => format!("<{written}>"),
            }
        });
        all.collect()
    }

    #[test]
    fn a_statement_with_an_error_ends_where_the_next_begins() {
        let check = |text: &str, expected: &[&str]| assert_eq!(read(text), expected, "{text}");
        check("", &[]);
        check("// nothing\n", &[]);
        check("a = 1; // one\nb = 2 // two\n", &["a = 1;", "b = 2"]);
        check("a = (1;\nb = 2;", &["<a = (1;>", "b = 2;"]);
        check("f(1;\ng(2); h(3);", &["<f(1;>", "g(2);", "h(3);"]);
        // Nothing says where it was to end.
        check("f(1; g(2);", &["<f(1; g(2);>"]);
        check("a = 1\nb = 2; c", &["<a = 1\nb = 2;>", "c"]);
        check("a = 1 +; b = 2;", &["<a = 1 +;>", "b = 2;"]);
        check("a = 1; § b = 2; )", &["a = 1;", "<§ b = 2;>", "<)>"]);
        check("f(\"one);\ng(2);", &["<f(\"one);>", "g(2);"]);
        check("a = \"one;\nb = 2;", &["<a = \"one;\nb = 2;>"]);
        check("a = 1; /* b = 2;\n", &["a = 1;", "</* b = 2;>"]);
        check("a = 1 /* b = 2;\n", &["<a = 1 /* b = 2;>"]);
    }

    #[test]
    fn it_is_said_whether_a_statement_ends_where_it_seems_to() {
        let ends = |text: &str| -> Vec<(bool, bool)> {
            let all = statements(text).into_iter();
            all.map(|it| (it.is_closed, it.is_paired)).collect()
        };
        assert_eq!(ends("a; b"), [(true, true), (false, true)]);
        assert_eq!(ends("a = 1 +; f(x); "), [(true, true), (true, true)]);
        assert_eq!(ends("f(1;\ng(2);"), [(true, false), (true, true)]);
    }
}
