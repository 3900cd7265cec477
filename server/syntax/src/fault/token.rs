//! Tokens that are not closed, and characters that mean nothing.

use cindyscript_diagnostic::{Code, Diagnostic};
use rowan::TextRange;

use super::spelling::{ahead, choice, curly_quotes, template};
use super::{Mend, between, quotable, slice};
use crate::SyntaxKind::{self, *};

/// Characters that look like others, as they come out of word processors and web pages.
static LOOKALIKES: &[(&str, &str)] = &[
    ("\u{a0}", " "),
    ("\u{202f}", " "),
    ("\u{2009}", " "),
    ("\u{3000}", " "),
    ("\u{200b}", ""),
    ("\u{feff}", ""),
    ("“", "\""),
    ("”", "\""),
    ("„", "\""),
    ("’", "'"),
    ("‘", "'"),
    ("–", "-"),
    ("—", "-"),
    ("∗", "*"),
    ("（", "("),
    ("）", ")"),
    ("，", ","),
    ("；", ";"),
];

/// Signs of other languages, the help, and what is written in their place.
#[rustfmt::skip]
static SIGNS: &[(&str, &str, Option<&str>)] = &[
    ("$",  "a name consists of letters and digits",                                Some("")),
    ("@",  "a product of matrices is written `*`",                                 Some("*")),
    ("\\", "strings have no escapes: a line ends by newline, a tab is tab",        None),
    ("±",  "there are two values: write [a + b, a - b]",                           None),
];

pub(crate) fn unterminated(kind: SyntaxKind, text: &str, range: TextRange) -> Diagnostic {
    if kind == STRING {
        let written = slice(text, range.start().into(), range.end().into());
        let content = written.trim_end_matches([')', ']', '}', ';', ',', ' ', '\t']);
        if content == "\"" {
            let message = "this quotation mark closes no string";
            return Diagnostic::new(Code::UnterminatedString, range, message)
                .help("a string begins with \" and ends with \"");
        }
        let end = usize::from(range.start()) + content.len();
        return Diagnostic::new(
            Code::UnterminatedString,
            range,
            "this string is never closed",
        )
        .help(
            "close it with \"; a string cannot contain this character, `unicode(\"22\")` gives it",
        )
        .fix(between(end, end), "\"");
    }
    let opening = TextRange::at(range.start(), 2.into());
    Diagnostic::new(
        Code::UnterminatedComment,
        opening,
        "this comment is never closed",
    )
    .help("close it with */; comments nest, each /* needs its own")
}

/// Reports an unknown character, or adds it to those reported directly before it.
pub(crate) fn unknown_character(text: &str, range: TextRange, errors: &mut Vec<Diagnostic>) {
    if let Some(last) = errors.last_mut()
        && last.code == Code::UnknownCharacter
        && last.range.end() == range.start()
    {
        last.range = last.range.cover(range);
        last.message = "these characters mean nothing here".into();
        last.help = None;
        last.fix = None;
        return;
    }
    // The text between curly quotation marks has been reported with the first of them, and no
    // character in it since.
    let of_characters = [Code::CurlyQuotes, Code::UnknownCharacter];
    let mut before = errors.iter().rev();
    let last = before.find(|error| of_characters.contains(&error.code));
    if last.is_some_and(|last| last.code == Code::CurlyQuotes && last.range.contains_range(range)) {
        return;
    }
    let character = slice(text, range.start().into(), range.end().into());
    if let Some(error) = curly_quotes(text, character, range.start().into()) {
        errors.push(error);
        return;
    }
    errors.push(unknown(text, character, range));
}

/// The error about an unknown character, with what it may stand for.
fn unknown(text: &str, character: &str, range: TextRange) -> Diagnostic {
    let mut error = Diagnostic::new(
        Code::UnknownCharacter,
        range,
        format!("the character {} means nothing here", describe(character)),
    );
    if character == "\"" {
        error.message = "this quotation mark has no partner".into();
    }
    if let Some((_, plain)) = LOOKALIKES.iter().find(|(found, _)| *found == character) {
        error = match *plain {
            "" => error.help("delete it: it is invisible").safe_fix(range, ""),
            " " => error.safe_fix(range, " ").write("an ordinary space"),
            // One of a pair, perhaps.
            quote @ ("\"" | "'") => error.fix(range, quote).write(quote),
            plain => error.safe_fix(range, plain).write(plain),
        };
    }
    if let Some((_, help, instead)) = SIGNS.iter().find(|(found, ..)| *found == character) {
        error = error.help(*help);
        if let Some(instead) = *instead {
            error = error.fix(range, instead);
        }
    }
    let start = usize::from(range.start());
    match character {
        "\\" | "@" => operator_character(text, error, character),
        "`" => match template(text, start) {
            Some((whole, written)) => {
                error.range = whole;
                let help = format!("strings are written in double quotes: write {written}");
                error.help(help).fix(whole, written).explains(whole)
            }
            None => error,
        },
        "?" => match choice(text, start) {
            Some((range, choice)) if quotable(&choice) => error
                .help(format!("a choice is a function: write {choice}"))
                .fix(range, choice)
                .explains(between(start, range.end().into())),
            _ => error.help("a choice is written if(condition, a, b)"),
        },
        _ => error,
    }
}

/// `m\b`, `a @ b`: between two values the author meant an operator, and the parser misreads what is
/// around it.
fn operator_character(text: &str, error: Diagnostic, character: &str) -> Diagnostic {
    let is_value = |c: char| c.is_alphanumeric() || ")]([".contains(c);
    let end = usize::from(error.range.end());
    let before = slice(text, 0, error.range.start().into()).trim_end();
    let behind = ahead(text, end);
    if !before.ends_with(is_value) || !behind.starts_with([' ', '[', '(']) {
        return error;
    }
    let name = before.trim_end_matches(char::is_alphanumeric).len();
    let line = behind.lines().next().unwrap_or_default();
    let error = error.explains(between(name, end + line.len()));
    match character {
        "\\" => error.help("the solution of m*x = b is linearsolve(m, b)"),
        _ => error,
    }
}

/// The character itself if it can be seen, else its number.
fn describe(character: &str) -> String {
    match character.chars().next() {
        Some(c)
            if c.is_control() || c.is_whitespace() || ('\u{200b}'..='\u{200f}').contains(&c) =>
        {
            format!("U+{:04X}", c as u32)
        }
        _ => format!("`{character}`"),
    }
}
