//! One statement's tokens, its brackets matched before anything is parsed.
//!
//! A chunk reaches to the next `;` outside all brackets. Which bracket closes which is a matter of
//! tokens alone (a `|` closes if the innermost open bracket is a `|`, and opens otherwise), so the
//! parser can be told in advance, and a bracket that is never closed is known before it could
//! swallow the rest of the text: it is cut where a line that is not indented further begins with
//! `name =`, `name(..) :=` or a call. That takes reading to the end of the text, or to where all that
//! follows is known to pair up, as it did before an edit.

use cindyscript_diagnostic::Diagnostic;
use rowan::TextRange;

use crate::{
    SyntaxKind::{self, *},
    fault,
    lexer::{Significant, Strings, lex, size},
};

/// The number of brackets that may be looked for in vain up to the end of the text. After that,
/// chunks end at every line that begins with `name =`, which keeps parsing linear in broken texts.
pub(crate) const VAIN_SEARCHES: usize = 16;

/// The text that is read, and whether brackets are looked for up to its end.
#[derive(Clone, Copy)]
struct Reading<'t> {
    text: &'t str,
    patient: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Chunk {
    /// Kind and end of every token.
    pub(crate) raw: Vec<(SyntaxKind, usize)>,
    pub(crate) significant: Vec<Significant>,
    pub(crate) start: usize,
    /// The end of its last token.
    pub(crate) end: usize,
    /// Whether it depends on the text up to its end: brackets or quotes did not pair up.
    pub(crate) is_unbounded: bool,
    /// A string or comment in it is unterminated; brackets may have been lost in that.
    pub(crate) unterminated: bool,
    /// There are strings that span lines, or bars around a `;`: guessing that these were not meant
    /// leads to another reading.
    pub(crate) guessable: bool,
    /// The number of brackets that are open before each significant token.
    depths: Vec<usize>,
    open: Vec<usize>,
    /// At none of the significant tokens before this one do the brackets that stay open end.
    first_cut: usize,
    /// The number of open brackets of each kind: parentheses, brackets, braces, bars.
    open_kinds: [usize; 4],
}

impl Chunk {
    /// An empty chunk, after which the one at `start` can be read.
    pub(crate) fn before(start: usize) -> Self {
        Chunk {
            end: start,
            ..Chunk::default()
        }
    }

    /// Reads the chunk that begins at `start`. False if there is nothing left to read.
    ///
    /// `pairs_from` says of a place behind a `;` whether statement after statement from there on is
    /// known to pair up and to have nothing to guess at.
    pub(crate) fn read(
        &mut self,
        text: &str,
        start: usize,
        vain_searches: usize,
        pairs_from: &dyn Fn(usize) -> bool,
        errors: &mut Vec<Diagnostic>,
    ) -> bool {
        let patient = vain_searches < VAIN_SEARCHES;
        let known = errors.len();
        self.is_unbounded = false;
        let read = Reading { text, patient };
        let mut complete = self.scan(read, start, Strings::SpanLines, pairs_from, errors);
        if !complete {
            if self.guessable {
                let was_paired = !self.unterminated;
                errors.truncate(known);
                let to_end = &|_| false;
                complete = self.scan(read, start, Strings::EndWithLine, to_end, errors);
                // Quotes that paired up and do not any more: the strings are not what is wrong.
                if !complete && was_paired && self.unterminated {
                    errors.truncate(known);
                    self.scan(read, start, Strings::SpanLines, to_end, errors);
                }
            }
            if !complete {
                self.cut(text);
            }
            self.is_unbounded = true;
        }
        // The part that is cut off is read again, and its errors found again.
        while errors.len() > known
            && errors
                .last()
                .is_some_and(|error| usize::from(error.range.start()) >= self.end)
        {
            errors.pop();
        }
        self.end > start
    }

    /// Reads up to a `;` outside brackets, or to the end of the text. False if that leaves
    /// brackets open or quotes unpaired.
    fn scan(
        &mut self,
        Reading { text, patient }: Reading<'_>,
        start: usize,
        strings: Strings,
        pairs_from: &dyn Fn(usize) -> bool,
        errors: &mut Vec<Diagnostic>,
    ) -> bool {
        self.clear(start);
        let mut new_line = false;
        while let Some(token) = lex(text, self.end, strings) {
            let (token_start, raw) = (self.end, self.raw.len());
            self.raw.push((token.kind, token.end));
            self.end = token.end;
            if !token.terminated {
                self.unterminated = true;
                if strings == Strings::SpanLines && token.kind == STRING {
                    self.guessable = true;
                    return false;
                }
                let range = TextRange::new(size(token_start), size(token.end));
                errors.push(fault::unterminated(token.kind, text, range));
            }
            if token.kind.is_trivia() {
                let text = text.get(token_start..token.end).unwrap_or_default();
                new_line |= text.contains('\n');
                continue;
            }
            let range = TextRange::new(size(token_start), size(token.end));
            if token.kind == UNKNOWN {
                fault::unknown_character(text, range, errors);
                continue;
            }
            let index = self.significant.len();
            self.note_guess(text, token_start, token.kind, strings);
            self.depths.push(self.open.len());
            let mut found = Significant {
                kind: token.kind,
                raw,
                start: token_start,
                end: token.end,
                mate: index,
                new_line,
                terminated: token.terminated,
            };
            if token.kind.is_bracket() && !self.match_bracket(&mut found, index) {
                self.depths.pop();
                errors.push(fault::unopened_bracket(token.kind, range));
                continue;
            }
            self.significant.push(found);
            new_line = false;
            if let Some(complete) = self.ending(text, token.kind, patient, pairs_from) {
                return complete;
            }
        }
        self.open.is_empty()
    }

    /// Forgets the chunk that was read before.
    fn clear(&mut self, start: usize) {
        self.raw.clear();
        self.significant.clear();
        self.depths.clear();
        self.open.clear();
        self.open_kinds = [0; 4];
        self.unterminated = false;
        self.guessable = false;
        self.first_cut = 0;
        self.start = start;
        self.end = start;
    }

    /// Notes whether a token leads to another reading if strings end with their lines.
    fn note_guess(&mut self, text: &str, start: usize, kind: SyntaxKind, strings: Strings) {
        match (kind, strings) {
            (SEMICOLON, Strings::EndWithLine) => self.give_up_bars(self.significant.len()),
            (SEMICOLON, Strings::SpanLines) => self.guessable |= self.innermost() == Some(BAR),
            (STRING, _) => {
                let text = text.get(start..self.end).unwrap_or_default();
                self.guessable |= text.contains(['\n', '\r']);
            }
            _ => {}
        }
    }

    /// True if the chunk is complete with the last token, false if brackets stay open. `None` if it
    /// goes on.
    fn ending(
        &mut self,
        text: &str,
        kind: SyntaxKind,
        patient: bool,
        pairs_from: &dyn Fn(usize) -> bool,
    ) -> Option<bool> {
        let last = self.significant.len() - 1;
        if self.open.is_empty() {
            return (kind == SEMICOLON).then_some(true);
        }
        if kind == SEMICOLON && patient {
            // Text that pairs up by itself closes no bracket of before.
            let is_known = !self.guessable && pairs_from(self.end);
            return (is_known && self.statement_to_cut_at(text).is_some()).then_some(false);
        }
        let ends = !patient && assigns(kind) && self.begins_line(text, last.wrapping_sub(1), 0);
        ends.then(|| {
            self.end_before(last - 1);
            true
        })
    }

    fn innermost(&self) -> Option<SyntaxKind> {
        let open = self.open.last()?;
        self.significant.get(*open).map(|open| open.kind)
    }

    /// Finds the partner of a bracket. False if it closes nothing.
    fn match_bracket(&mut self, bracket: &mut Significant, index: usize) -> bool {
        let kind_of = |open: &usize| self.significant.get(*open).map(|open| open.kind);
        let innermost = self.innermost();
        let opens = match bracket.kind {
            L_PAREN | L_BRACKET | L_BRACE => true,
            BAR => innermost != Some(BAR),
            _ => false,
        };
        if opens {
            self.open.push(index);
            self.open_kinds[of_kind(bracket.kind)] += 1;
            return true;
        }
        let same = |open: &usize| kind_of(open).and_then(SyntaxKind::closing) == Some(bracket.kind);
        // If none is open, none is looked for: many closing brackets may have no partner.
        let level = match self.open_kinds[of_kind(bracket.kind)] {
            0 => None,
            _ => self.open.iter().rposition(same),
        };
        let Some(level) = level.or(self.open.len().checked_sub(1)) else {
            return false;
        };
        for (distance, open) in self.open.drain(level..).enumerate() {
            if distance == 0 {
                bracket.mate = open;
            }
            if let Some(open) = self.significant.get_mut(open) {
                open.mate = index;
                self.open_kinds[of_kind(open.kind)] -= 1;
            }
        }
        true
    }

    /// Ends the innermost open bars at a token: where brackets do not match up, a `|` does not
    /// reach past its statement.
    fn give_up_bars(&mut self, index: usize) {
        while let Some(open) = self.open.last().copied()
            && let Some(bar) = self.significant.get_mut(open)
            && bar.kind == BAR
        {
            bar.mate = index;
            self.open.pop();
            self.open_kinds[of_kind(BAR)] -= 1;
        }
    }

    /// Ends the unclosed brackets where a line clearly begins a new statement, or else with the
    /// text. That line is not within brackets that are closed.
    fn cut(&mut self, text: &str) {
        match self.statement_to_cut_at(text) {
            Some(index) => self.end_before(index),
            None => self.end_open_brackets(self.significant.len()),
        }
    }

    /// The token at which the unclosed brackets end, if it is among those that were read.
    fn statement_to_cut_at(&mut self, text: &str) -> Option<usize> {
        let outermost = self.open.first().copied().unwrap_or(0);
        let column = self.column(text, outermost);
        let not_before = self.first_cut.max(outermost + 1);
        let statement = (not_before..self.significant.len())
            .filter(|index| {
                let unclosed = self.open.partition_point(|open| open < index);
                self.depths.get(*index) == Some(&unclosed)
            })
            .find(|index| {
                self.begins_definition(text, *index, column)
                    || self.begins_call(text, *index, column)
            });
        self.first_cut = statement.unwrap_or(self.significant.len());
        statement
    }

    /// Drops the significant token `index` and all that follows, trivia before it included.
    fn end_before(&mut self, index: usize) {
        self.end_open_brackets(index);
        self.significant.truncate(index);
        let last = self.significant.last();
        self.raw.truncate(last.map_or(0, |last| last.raw + 1));
        self.end = last.map_or(self.start, |last| last.end);
    }

    fn end_open_brackets(&mut self, index: usize) {
        for open in self.open.drain(..) {
            if let Some(open) = self.significant.get_mut(open) {
                open.mate = index;
            }
        }
        for bracket in &mut self.significant {
            bracket.mate = bracket.mate.min(index);
        }
    }

    /// The indentation of the line of a token; 0 if the line begins before the chunk, which does
    /// not depend on what stands there.
    fn column(&self, text: &str, index: usize) -> usize {
        let token = self.significant.get(index).map_or(0, |token| token.start);
        let before = text.get(self.start..token).unwrap_or_default();
        let line = before.rfind(['\n', '\r']).map(|end| &before[end + 1..]);
        line.map_or(0, |line| {
            line.len() - line.trim_start_matches([' ', '\t']).len()
        })
    }

    /// A name at the beginning of a line that is not indented further than by so much.
    fn begins_line(&self, text: &str, index: usize, column: usize) -> bool {
        let Some(name) = self
            .significant
            .get(index)
            .filter(|name| name.kind == IDENT)
        else {
            return false;
        };
        let before = text.get(..name.start).unwrap_or_default();
        let line = before.trim_end_matches([' ', '\t']);
        name.start - line.len() <= column && line.ends_with(['\n', '\r'])
    }

    /// `name(..)` at the beginning of a line where a statement may begin.
    fn begins_call(&self, text: &str, index: usize, column: usize) -> bool {
        let before = index
            .checked_sub(1)
            .and_then(|before| self.significant.get(before));
        let may_begin = before.is_some_and(|before| match before.kind {
            SEMICOLON | IDENT | NUMBER | STRING | R_PAREN | R_BRACKET | R_BRACE => true,
            // A bar that closes.
            BAR => before.mate < index - 1,
            _ => false,
        });
        let call = self
            .significant
            .get(index + 1)
            .filter(|open| open.kind == L_PAREN);
        let is_closed = call.and_then(|open| self.significant.get(open.mate));
        may_begin
            && is_closed.is_some_and(|close| close.kind == R_PAREN)
            && self.begins_line(text, index, column)
    }

    /// `name =` or `name(..) :=` at the beginning of a line.
    fn begins_definition(&self, text: &str, index: usize, column: usize) -> bool {
        let kind = |index: usize| {
            self.significant
                .get(index)
                .map_or(ERROR, |token| token.kind)
        };
        self.begins_line(text, index, column)
            && match self.significant.get(index + 1) {
                Some(open) if open.kind == L_PAREN => {
                    kind(open.mate) == R_PAREN && matches!(kind(open.mate + 1), COLON_EQ | UNDEFINE)
                }
                Some(next) => assigns(next.kind),
                None => false,
            }
    }
}

/// The place of a kind of brackets, opening or closing.
fn of_kind(bracket: SyntaxKind) -> usize {
    match bracket {
        L_PAREN | R_PAREN => 0,
        L_BRACKET | R_BRACKET => 1,
        L_BRACE | R_BRACE => 2,
        _ => 3,
    }
}

fn assigns(kind: SyntaxKind) -> bool {
    matches!(kind, EQ | COLON_EQ | COLON_COLON_EQ | UNDEFINE)
}
