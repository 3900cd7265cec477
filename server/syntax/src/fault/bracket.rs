//! Brackets, bars and what they separate.

use cindyscript_diagnostic::{Code, Diagnostic, Related};
use rowan::TextRange;

use super::spelling::division_in_brackets;
use super::{Mend, between, slice, titled};
use crate::{
    SyntaxKind::{self, *},
    chunk::{Significant, closing},
    lexer::size,
    parser::bracket_text,
};

pub(crate) fn unopened_bracket(kind: SyntaxKind, range: TextRange) -> Diagnostic {
    let bracket = bracket_text(kind);
    Diagnostic::new(
        Code::UnopenedBracket,
        range,
        format!("`{bracket}` closes nothing"),
    )
    .help("delete it, or open it before")
    .fix(range, "")
}

pub(crate) fn unclosed_bracket(
    text: &str,
    open: &Significant,
    next: Option<&Significant>,
    end: usize,
) -> Diagnostic {
    if let Some(error) = division_in_brackets(text, open) {
        return error;
    }
    let bracket = bracket_text(open.kind);
    let close = closing(open.kind).map_or("", bracket_text);
    // A semicolon that ends the line ends the statement, not one in the bracket.
    let place = end - usize::from(slice(text, open.end, end).ends_with(';'));
    let error = Diagnostic::new(
        Code::UnclosedBracket,
        open.range(),
        format!("`{bracket}` is never closed"),
    );
    let error = match next {
        Some(next) => error.related(next.range(), format!("`{close}` is missing before this")),
        None => error.related(between(end, end), format!("`{close}` is missing here")),
    };
    // If another statement begins behind it, this one has to end.
    let is_last = slice(text, end, text.len()).trim_start().is_empty();
    let ends = is_last || next.is_some() || place < end;
    let error = match ends {
        true => error.fix(between(place, place), close),
        false => error.fix(between(place, place), format!("{close};")),
    };
    if open.kind == BAR {
        error.help("bars close at the next bar: put inner ones into parentheses, |(|x|) - 1|")
    } else {
        error
    }
}

/// Adds a bracket that is missing its end at the same place.
pub(crate) fn also_unclosed(error: &mut Diagnostic, open: &Significant) {
    let bracket = bracket_text(open.kind);
    if let (Some(fix), Some(close)) = (&mut error.fix, closing(open.kind)) {
        let place = fix.text.trim_end_matches(';').len();
        let mut text = std::mem::take(&mut fix.text);
        text.insert_str(place, bracket_text(close));
        *fix = titled(fix.range, text);
    }
    let message = format!("this `{bracket}` is not closed either");
    error.related.push(Related {
        range: open.range(),
        message,
    });
}

pub(crate) fn mismatched_brackets(open: &Significant, close: &Significant) -> Diagnostic {
    let expected = closing(open.kind).map_or("", bracket_text);
    let (from, to) = (bracket_text(open.kind), bracket_text(close.kind));
    Diagnostic::new(
        Code::MismatchedBrackets,
        close.range(),
        format!("`{from}` is closed by `{to}`"),
    )
    .fix(close.range(), expected)
    .write(format!("`{expected}`"))
    .related(open.range(), "opened here")
}

pub(crate) fn bars(range: TextRange, count: usize) -> Diagnostic {
    let message = format!("between bars there are {count} values");
    Diagnostic::new(Code::Bars, range, message)
        .write("|x| for an absolute value, |a, b| for a distance; a vector is |[a, b, c]|")
}

/// `||a| - |b||`: the second bar closes the first. Whatever stands up to `end` is read wrongly.
pub(crate) fn nested_bars(bars: TextRange, end: usize) -> Diagnostic {
    let message = "bars inside of bars: a bar closes at the next one";
    let rest = TextRange::new(bars.start(), size(end).max(bars.end()));
    Diagnostic::new(Code::Bars, bars, message)
        .write(
            "abs(...) for the outer ones, or put the inner ones into parentheses: |(|a|) - (|b|)|",
        )
        .explains(rest)
}

pub(crate) fn comma_outside_brackets(text: &str, range: TextRange) -> Diagnostic {
    let is_digit = |c: char| c.is_ascii_digit();
    let before = slice(text, 0, range.start().into()).ends_with(is_digit);
    let behind = slice(text, range.end().into(), text.len()).starts_with(is_digit);
    if before && behind {
        let message = "a decimal number is written with a point";
        return Diagnostic::new(Code::CommaOutsideBrackets, range, message)
            .fix(range, ".")
            .write("`.`");
    }
    Diagnostic::new(
        Code::CommaOutsideBrackets,
        range,
        "a comma only separates values in brackets",
    )
    .help("statements are separated by `;`, a list is written [a, b]; several values at once: [a, b] = [1, 2]")
}
