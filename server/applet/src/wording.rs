//! Plain words for the syntax errors of the JavaScript parser: one table.

/// The beginning of a message of the parser, in lower case, and the plain one.
#[rustfmt::skip]
static MESSAGES: &[(&str, &str)] = &[
    ("expected a semicolon",          "`;` or an operator is missing before this"),
    ("invalid assignment in object",  "a setting is written with `:`, not with `=`"),
    ("invalid characters after number", "a number has no letters after it; with a unit, it is a string"),
    ("missing initializer",           "a value is missing after the name"),
    ("unexpected token",              "this has no meaning here"),
    ("unterminated string",           "this string is never closed"),
    ("unterminated multi",            "this comment is never closed"),
    ("unterminated template",         "this template is never closed"),
];

/// The parser's names of tokens, and plain ones.
#[rustfmt::skip]
static TOKENS: &[(&str, &str)] = &[
    ("EOF",        "the end of the script"),
    ("decimal",    "this number"),
    ("float",      "this number"),
    ("identifier", "this name"),
    ("Identifier", "this name"),
    ("string",     "this string"),
];

/// The message of the parser in plain words, if there are some for it.
pub(crate) fn plain(message: &str) -> Option<String> {
    let lower = message.to_lowercase();
    let mut messages = MESSAGES.iter();
    if let Some((_, plain)) = messages.find(|(begins, _)| lower.starts_with(begins)) {
        return Some((*plain).to_owned());
    }
    // Expected `,` or `]` but found `}`
    let (expected, found) = message
        .strip_prefix("Expected ")?
        .split_once(" but found ")?;
    let found = found.trim_end_matches('.');
    let token = found.trim_matches('`');
    let mut tokens = TOKENS.iter();
    let found = tokens
        .find(|(name, _)| *name == token)
        .map_or(found, |(_, plain)| plain);
    // After `#`, the parser expects `in`.
    let is_sign = expected.starts_with('`') && expected != "`in`";
    Some(match is_sign {
        true => format!("{expected} is missing before {found}"),
        false => format!("{found} cannot stand here"),
    })
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn messages_name_what_is_missing() {
        let check = |message: &str, expected: &str| {
            assert_eq!(plain(message).as_deref(), Some(expected), "{message}");
        };
        check(
            "Expected `,` or `]` but found `}`",
            "`,` or `]` is missing before `}`",
        );
        check(
            "Expected `}` but found `EOF`",
            "`}` is missing before the end of the script",
        );
        check(
            "Expected `:` but found `Identifier`",
            "`:` is missing before this name",
        );
        check("Unterminated string", "this string is never closed");
        check("Unexpected token", "this has no meaning here");
        assert_eq!(plain("Cannot assign to this expression"), None);
    }
}
