//! Choices and loops of other languages: with braces, with words between their parts, with what they
//! do before their condition.

use cindyscript_diagnostic::{Code, Diagnostic};
use rowan::TextRange;

use super::{Statement, rewrite};
use crate::SyntaxKind;
use crate::lexer::Significant;
use crate::{SyntaxKind::*, fault::Mend, lexer::size};

/// Control structures that are functions here, and how they are written.
#[rustfmt::skip]
static CONTROL: &[(&str, &str)] = &[
    ("if",      "if(condition, then, otherwise)"),
    ("elif",    "if(condition, then, if(other, then, otherwise))"),
    ("else",    "if(condition, then, otherwise)"),
    ("elseif",  "if(condition, then, if(other, then, otherwise))"),
    ("while",   "while(condition, ...; ...)"),
    ("for",     "repeat(n, k, ...; ...) to count, forall(list, v, ...; ...) to go through a list"),
    ("foreach", "forall(list, v, ...; ...)"),
    ("forall",  "forall(list, v, ...; ...)"),
    ("repeat",  "repeat(n, k, ...; ...)"),
    ("switch",  "if(a == 1, ..., if(a == 2, ..., otherwise))"),
];

impl Statement<'_> {
    /// `if (a) { b }`, `if a then b`, `while x < 3: ...`.
    pub(super) fn control(&self, at: usize) -> Option<Diagnostic> {
        let token = self.tokens.get(at).filter(|token| token.kind == IDENT)?;
        let written = |word: &str| {
            let lower = word.to_lowercase();
            let mut known = CONTROL.iter();
            known.find(|(control, _)| *control == lower)
        };
        // Up to the end of the brackets around.
        let end = || {
            let mut around = self.tokens.iter().take(at).filter(|open| open.mate > at);
            around
                .next_back()
                .map_or(self.tokens.len(), |open| open.mate)
        };
        let rest = |end: usize| self.range(at, end.saturating_sub(1));
        if let Some((word, _)) = self.words(at)
            && self.may_begin(at)
            && let Some((word, usage)) = written(word)
        {
            let of_word = TextRange::at(size(token.start), size(word.len()));
            let message = format!("`{word}` needs parentheses and commas here");
            let error = Diagnostic::new(Code::ForeignControl, of_word, message);
            let whole = rest(end());
            let behind = self.slice(token.start + word.len(), whole.end().into());
            let instead = rewrite::without_parentheses(word, behind);
            return Some(
                match instead {
                    Some(instead) => {
                        error.rewritten(self.without_semicolon(at, end()), instead, usage)
                    }
                    None => error.write(usage),
                }
                .explains(whole),
            );
        }
        let (word, usage) = written(self.text_of(at))?;
        // `if |#| < 1 then 1 else 0`
        if self.may_begin(at) && matches!(self.kind(at + 1), BAR | BANG | STRING | L_BRACKET | SQRT)
        {
            let message = format!("`{word}` needs parentheses and commas here");
            let error = Diagnostic::new(Code::ForeignControl, token.range(), message);
            let (whole, place) = (rest(end()), self.without_semicolon(at, self.slot(at).1));
            let behind = self.slice(token.end, place.end().into());
            return Some(match rewrite::without_parentheses(word, behind) {
                Some(instead) => error.rewritten(place, instead, usage).explains(place),
                None => error.write(usage).explains(whole),
            });
        }
        self.behind_head(at, word, usage, end())
    }

    /// `if (a) { b }`, of which the body stands behind the parentheses.
    fn behind_head(&self, at: usize, word: &str, usage: &str, end: usize) -> Option<Diagnostic> {
        let token = self.tokens.get(at)?;
        let (open, close) = self.pair(at + 1, L_PAREN, R_PAREN)?;
        let body = self.tokens.get(open.mate + 1)?;
        let is_body = match body.kind {
            L_BRACE => true,
            IDENT | COLON | NUMBER | STRING => !body.new_line,
            _ => false,
        };
        if !is_body {
            return None;
        }
        let error = Diagnostic::new(
            Code::ForeignControl,
            token.range(),
            format!("the body of `{word}` is written inside its parentheses"),
        )
        .explains(self.range(at, end.saturating_sub(1)));
        let whole = self.without_semicolon(at, end);
        let head = self.slice(open.end, close.start);
        let behind = self.slice(close.end, whole.end().into());
        let all = || rewrite::with_head(word, head, behind);
        let is_loop = is_for(word) || word == "forall" && body.kind != L_BRACE;
        let is_respelled = [head, behind]
            .iter()
            .any(|text| rewrite::respelled(text) != *text);
        if (is_loop || is_respelled || body.kind != L_BRACE && rewrite::has_otherwise(behind))
            && let Some(instead) = all()
        {
            return Some(error.rewritten(whole, instead, usage));
        }
        // With braces, it is clear what belongs to it.
        let is_plain = matches!(word, "if" | "while" | "repeat" | "forall");
        let Some((then, mate, mut last)) = self.braces(open.mate + 1).filter(|_| is_plain) else {
            return Some(
                self.with_plain_body(error, open.mate, is_plain, end)
                    .write(usage),
            );
        };
        let mut inner = format!(", {then}");
        let next = self.text_of(mate + 1);
        if next == "else" || next.starts_with("else ") {
            let otherwise = self.braces(mate + 2).filter(|_| next == "else");
            let Some((otherwise, _, behind)) = otherwise else {
                return Some(match all() {
                    Some(instead) => error.rewritten(whole, instead, usage),
                    None => error.write(usage),
                });
            };
            inner = format!("{inner}, {otherwise}");
            last = behind;
        }
        let place = TextRange::new(size(close.start), size(last));
        Some(error.fix(place, format!("{inner})")).write(usage))
    }

    /// A bracket, and the one that closes it.
    fn pair(
        &self,
        at: usize,
        open: SyntaxKind,
        close: SyntaxKind,
    ) -> Option<(&Significant, &Significant)> {
        let opening = self.tokens.get(at).filter(|it| it.kind == open)?;
        let closing = self.tokens.get(opening.mate);
        Some((opening, closing.filter(|it| it.kind == close)?))
    }

    /// The statements in braces, the place of the closing brace among the tokens, and its end.
    fn braces(&self, at: usize) -> Option<(&str, usize, usize)> {
        let (open, close) = self.pair(at, L_BRACE, R_BRACE)?;
        let inner = self.slice(open.end, close.start).trim();
        Some((inner.trim_end_matches(';').trim_end(), open.mate, close.end))
    }

    /// The error about a body without braces: `if (a > 2) println("big");`.
    fn with_plain_body(
        &self,
        error: Diagnostic,
        mate: usize,
        is_plain: bool,
        end: usize,
    ) -> Diagnostic {
        let (close, body) = (&self.tokens[mate], &self.tokens[mate + 1]);
        let rest = self.tokens.get(mate + 1..end).unwrap_or_default();
        let rest = match rest {
            [rest @ .., last] if last.kind == SEMICOLON => rest,
            rest => rest,
        };
        let is_one = rest.iter().all(|token| {
            let text = self.slice(token.start, token.end);
            !matches!(token.kind, L_BRACE | COLON | SEMICOLON) && !rewrite::has_otherwise(text)
        });
        let fix = rest.last().filter(|_| is_one && is_plain).map(|last| {
            let place = TextRange::new(size(close.start), size(last.end));
            (place, format!(", {})", self.slice(body.start, last.end)))
        });
        match fix {
            Some((place, text)) => error.fix(place, text),
            None => error,
        }
    }

    /// The tokens of the value around one: what stands between the nearest brackets, commas,
    /// semicolons and signs of assignment, as the first of them and that behind the last.
    pub(super) fn slot(&self, at: usize) -> (usize, usize) {
        let is_end = |kind| matches!(kind, SEMICOLON | COMMA | ARROW);
        const LONGEST: usize = 200;
        let mut first = at;
        while let Some(before) = first.checked_sub(1) {
            if at - first > LONGEST {
                break;
            }
            let token = &self.tokens[before];
            let is_inside = before < token.mate && token.mate > at;
            if is_inside || is_end(token.kind) || matches!(token.kind, EQ | COLON_EQ) {
                break;
            }
            first = token.mate.min(before);
        }
        let mut end = at + 1;
        while let Some(token) = self.tokens.get(end).filter(|_| end - at <= LONGEST) {
            if token.mate < at || is_end(token.kind) {
                break;
            }
            end = token.mate.max(end) + 1;
        }
        (first, end)
    }

    /// `5 if a > 2 else 3`, `[x^2 for x in 1..5]`.
    pub(super) fn value_first(&self, at: usize) -> Option<Diagnostic> {
        let token = self.tokens.get(at)?;
        if token.kind != IDENT {
            return None;
        }
        // The word may have become a part of a name with what stands before it: `x if x`.
        let text = self.text_of(at);
        let (word, start) = ["for", "if"].into_iter().find_map(|word| {
            let place = match text.strip_prefix(word) {
                Some(rest) if rest.starts_with([' ', '\t']) => 0,
                _ => text.find(&format!(" {word} "))? + 1,
            };
            Some((word, token.start + place))
        })?;
        let (first, end) = self.slot(at);
        if first == at && start == token.start {
            return None;
        }
        let value = self.slice(self.tokens.get(first)?.start, start);
        let last = self.tokens.get(end.checked_sub(1)?)?;
        let rest = self.slice(start + word.len(), last.end);
        let of_word = TextRange::at(size(start), size(word.len()));
        let (instead, message, place) = match word {
            "if" => {
                let message = "`if` is written before its values";
                (
                    rewrite::value_if(value, rest)?,
                    message,
                    self.range(first, end - 1),
                )
            }
            _ => {
                let open = first.checked_sub(1)?;
                if self.kind(open) != L_BRACKET || self.tokens.get(open)?.mate != end {
                    return None;
                }
                let message = "`apply` makes a list from another one";
                (
                    rewrite::value_for(value, rest)?,
                    message,
                    self.range(open, end),
                )
            }
        };
        let error = Diagnostic::new(Code::ForeignControl, of_word, message);
        let usage = "if(condition, then, otherwise)";
        Some(error.rewritten(place, instead, usage).explains(place))
    }

    /// `try { ... } catch(e) { ... }`
    pub(super) fn attempt(&self, at: usize) -> Option<Diagnostic> {
        if self.text_of(at) != "try" || self.kind(at + 1) != L_BRACE || !self.may_begin(at) {
            return None;
        }
        let whole = self.range(at, self.tokens.len().saturating_sub(1));
        let message = "there is no `try`: an operation that fails has the undefined value";
        let error = Diagnostic::new(Code::ForeignControl, self.range(at, at), message);
        let help = "test it: if(isundefined(x), ..., ...)";
        Some(error.help(help).explains(whole))
    }

    /// From a token up to before another, without a semicolon there.
    fn without_semicolon(&self, first: usize, end: usize) -> TextRange {
        let last = end.saturating_sub(1);
        let last = match self.kind(last) {
            SEMICOLON => last.saturating_sub(1),
            _ => last,
        };
        self.range(first, last.max(first))
    }
}

fn is_for(word: &str) -> bool {
    matches!(word, "for" | "foreach")
}
