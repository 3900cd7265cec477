//! Brackets, bars and what they separate.

use cindyscript_diagnostic::{Code, Diagnostic, Related};
use rowan::{TextRange, TextSize};

use super::spelling::division_in_brackets;
use super::unlike::list_of_values;
use super::{Mend, between, slice, titled};
use crate::{
    SyntaxKind::{self, *},
    lexer::{Significant, size},
};

pub(crate) fn unopened_bracket(kind: SyntaxKind, range: TextRange) -> Diagnostic {
    let bracket = kind.bracket();
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
    let bracket = open.kind.bracket();
    let close = open.kind.closing().map_or("", SyntaxKind::bracket);
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
        error.help("bars do not nest: put inner ones into parentheses, |(|x|) - 1|")
    } else {
        error
    }
}

/// Adds a bracket that is missing its end at the same place.
pub(crate) fn also_unclosed(error: &mut Diagnostic, open: &Significant) {
    let bracket = open.kind.bracket();
    if let (Some(fix), Some(close)) = (&mut error.fix, open.kind.closing()) {
        let place = fix.text.trim_end_matches(';').len();
        let mut text = std::mem::take(&mut fix.text);
        text.insert_str(place, close.bracket());
        *fix = titled(fix.range, text);
    }
    let message = format!("this `{bracket}` is not closed either");
    error.related.push(Related {
        range: open.range(),
        message,
    });
}

pub(crate) fn mismatched_brackets(open: &Significant, close: &Significant) -> Diagnostic {
    let expected = open.kind.closing().map_or("", SyntaxKind::bracket);
    let (from, to) = (open.kind.bracket(), close.kind.bracket());
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
    let message = "bars do not nest: the next bar closes this one";
    let rest = TextRange::new(bars.start(), size(end).max(bars.end()));
    Diagnostic::new(Code::Bars, bars, message)
        .write(
            "abs(...) for the outer ones, or put the inner ones into parentheses: |(|a|) - (|b|)|",
        )
        .explains(rest)
}

pub(crate) fn comma_outside_brackets(text: &str, range: TextRange) -> Diagnostic {
    if let Some((whole, list)) = list_of_values(text, range.start().into()) {
        let message = "a comma only separates values in brackets";
        return Diagnostic::new(Code::CommaOutsideBrackets, range, message)
            .help(format!("a list is written {list}"))
            .fix(whole, list);
    }
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

/// Functions that do something again and again.
const LOOPS: [&str; 6] = ["apply", "forall", "product", "repeat", "select", "sum"];

/// Errors of a statement that are one mistake: brackets that are closed in another order, and one
/// that is closed too early.
pub(crate) fn merge_bracket_errors(
    text: &str,
    tokens: &[Significant],
    mut errors: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    other_closing_brackets(text, tokens, &mut errors);
    closed_too_early(text, tokens, &mut errors);
    errors
}

/// `f([a, b)];`, `f([a, b)]);`: brackets that would match if one were of another kind, or two were
/// exchanged.
fn other_closing_brackets(text: &str, tokens: &[Significant], errors: &mut Vec<Diagnostic>) {
    let is_of = |error: &Diagnostic, code| error.code == code;
    let has = |code| errors.iter().any(|error| is_of(error, code));
    if !has(Code::UnopenedBracket) || !has(Code::UnclosedBracket) {
        return;
    }
    let bracket = |range: TextRange| (range, slice(text, range.start().into(), range.end().into()));
    let unopened = errors
        .iter()
        .filter(|error| is_of(error, Code::UnopenedBracket));
    let mut all: Vec<(TextRange, &str)> = unopened.map(|error| bracket(error.range)).collect();
    let known = tokens.iter().filter(|token| token.kind.is_bracket());
    all.extend(known.map(|token| bracket(token.range())));
    all.sort_unstable_by_key(|(range, _)| range.start());
    // Each bracket closes the innermost one, of whatever kind.
    let mut open: Vec<(TextRange, &str)> = Vec::new();
    let mut others = Vec::new();
    for (range, written) in all {
        match written {
            "(" => open.push((range, ")")),
            "[" => open.push((range, "]")),
            "{" => open.push((range, "}")),
            "|" => return,
            _ => match open.pop() {
                Some((_, expected)) if expected == written => {}
                Some((opened, expected)) => others.push(WrongClose {
                    range,
                    written,
                    opened,
                    expected,
                }),
                None => return,
            },
        }
    }
    if !open.is_empty() {
        return;
    }
    let Some(error) = exchanged_brackets(text, &others) else {
        return;
    };
    errors.retain(|error| {
        !matches!(
            error.code,
            Code::UnopenedBracket
                | Code::UnclosedBracket
                | Code::MismatchedBrackets
                | Code::CommaOutsideBrackets
                | Code::ModifierOutsideCall
        )
    });
    errors.push(error);
}

/// A bracket that closes another kind.
struct WrongClose<'t> {
    range: TextRange,
    written: &'t str,
    opened: TextRange,
    expected: &'t str,
}

/// The error if one bracket is of another kind, or two are exchanged.
fn exchanged_brackets(text: &str, others: &[WrongClose<'_>]) -> Option<Diagnostic> {
    match others {
        [one] => {
            let opened = slice(text, one.opened.start().into(), one.opened.end().into());
            let message = format!("`{opened}` is closed by `{}`", one.written);
            let error = Diagnostic::new(Code::MismatchedBrackets, one.range, message)
                .fix(one.range, one.expected)
                .write(format!("`{}`", one.expected))
                .related(one.opened, "opened here");
            Some(error)
        }
        [first, second] if (first.written, second.written) == (second.expected, first.expected) => {
            let (early, late) = (first.written, second.written);
            let both = first.range.cover(second.range);
            let between = slice(text, first.range.end().into(), second.range.start().into());
            let message = match between.trim().is_empty() {
                true => format!("`{early}` and `{late}` are in the wrong order"),
                false => format!("`{early}` and `{late}` are exchanged"),
            };
            let turned = format!("{late}{between}{early}");
            let error = Diagnostic::new(Code::MismatchedBrackets, both, message)
                .rewritten(both, turned, "exchange the two")
                .related(first.opened, "opened here");
            Some(error)
        }
        _ => None,
    }
}

/// A `)` with a comma behind it that may stand too early.
struct EarlyClose {
    /// The token behind it, which is the comma.
    comma: usize,
    /// True if it ends a control structure with its head alone.
    is_head: bool,
    is_outside: bool,
}

/// The first `)` before an offset that closes the head of a control structure alone, else the first
/// one outside of other brackets.
fn early_close(text: &str, tokens: &[Significant], end: TextSize) -> Option<EarlyClose> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut first: Option<EarlyClose> = None;
    for (at, token) in tokens.iter().enumerate() {
        if size(token.start) >= end {
            break;
        }
        if token.kind == COMMA
            && let Some((_, commas)) = open.last_mut()
        {
            *commas += 1;
        }
        if !token.kind.is_bracket() {
            continue;
        }
        if token.mate > at {
            open.push((at, 0));
            continue;
        }
        let mut commas = 0;
        while let Some((_, inside)) = open.pop_if(|(start, _)| *start >= token.mate) {
            commas = inside;
        }
        let called = token.mate.checked_sub(1).and_then(|at| tokens.get(at));
        let called = called.filter(|called| called.kind == IDENT && token.kind == R_PAREN);
        let comma = tokens.get(at + 1).filter(|comma| comma.kind == COMMA);
        let (Some(called), Some(_)) = (called, comma) else {
            continue;
        };
        let name = slice(text, called.start, called.end).to_lowercase();
        // A condition alone, or what a loop runs through, perhaps with the name of its variable.
        let kind = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
        let is_name = kind(1).zip(kind(2));
        let is_name =
            is_name.is_some_and(|(name, comma)| (name.kind, comma.kind) == (IDENT, COMMA));
        let is_head = match &*name {
            "if" | "while" => commas == 0,
            name => LOOPS.contains(&name) && (commas == 0 || commas == 1 && is_name),
        };
        let found = EarlyClose {
            comma: at + 1,
            is_head,
            is_outside: open.is_empty(),
        };
        if found.is_head {
            return Some(found);
        }
        if found.is_outside && first.is_none() {
            first = Some(found);
        }
    }
    first
}

/// `if(x > 3), println(x));`, and `if(x > 3), println(x);`
fn closed_too_early(text: &str, tokens: &[Significant], errors: &mut Vec<Diagnostic>) {
    let is_parenthesis = |error: &Diagnostic| {
        let range = error.range;
        error.code == Code::UnopenedBracket
            && slice(text, range.start().into(), range.end().into()) == ")"
    };
    let is_separated = |error: &Diagnostic| {
        matches!(
            error.code,
            Code::CommaOutsideBrackets | Code::ModifierOutsideCall
        )
    };
    let last = errors.iter().find(|error| is_parenthesis(error));
    let last = last.map(|error| error.range);
    if last.is_none() && !errors.iter().any(is_separated) {
        return;
    }
    let end = tokens.last().map_or(0, |token| token.end);
    let end = last.map_or(size(end), TextRange::start);
    let Some(early) = early_close(text, tokens, end) else {
        return;
    };
    if last.is_none() && !(early.is_head && early.is_outside) {
        return;
    }
    let close = tokens[early.comma - 1];
    let called = tokens[close.mate - 1];
    let message = format!(
        "this `)` closes `{}` too early",
        slice(text, called.start, called.end)
    );
    let explained = TextRange::new(size(called.start), size(text.len()));
    let error = Diagnostic::new(Code::EarlyBracket, close.range(), message).explains(explained);
    let error = match last {
        Some(last) => error
            .help("delete it")
            .fix(close.range(), "")
            .related(last, "this one closes the call"),
        None => {
            let end = tokens.iter().rev().find(|token| token.kind != SEMICOLON);
            let end = end.map_or(close.end, |last| last.end);
            let rest = slice(text, close.end, end);
            error
                .help("write it at the end of the call")
                .fix(between(close.start, end), format!("{rest})"))
        }
    };
    errors.retain(|error| {
        let is_behind = error.range.start() >= close.range().start();
        !(is_separated(error) && is_behind) && last != Some(error.range)
    });
    errors.push(error);
}
