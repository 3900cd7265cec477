//! Spellings of other languages, recognised by the tokens of a statement: comments, definitions,
//! control structures, counting. Each is one error at its place, which explains whatever else would
//! be said of the part of the text that it is about.

mod control;
mod mathematica;
mod rewrite;

use cindyscript_diagnostic::{Code, Diagnostic};
use rowan::TextRange;

use crate::{
    SyntaxKind::{self, *},
    fault::Mend,
    lexer::{Significant, size},
    text::{hexadecimal_colour, without_spaces},
};

/// Words that begin the definition of a function elsewhere.
const DEFINING: [&str; 5] = ["def", "function", "func", "fun", "sub"];

/// The errors for what other languages write in a statement.
pub(crate) fn recognised(text: &str, tokens: &[Significant]) -> Vec<Diagnostic> {
    let statement = Statement { text, tokens };
    let at_start = statement
        .definition()
        .or_else(|| statement.function_value())
        .or_else(|| statement.arrow_definition())
        .or_else(|| statement.name_with_sign());
    let mut found: Vec<Diagnostic> = at_start.into_iter().collect();
    // Up to where everything is explained.
    let explained = |error: &Diagnostic| error.explains.map(TextRange::end);
    let mut end = found.last().and_then(explained).unwrap_or_default();
    // Where the brackets that have been opened so far are closed.
    let mut closed = 0;
    for (at, token) in tokens.iter().enumerate() {
        let is_outside = closed <= at;
        if is_opening(token.kind) {
            closed = closed.max(token.mate);
        }
        if size(token.start) < end {
            continue;
        }
        let error = statement
            .comment(at, is_outside)
            .or_else(|| statement.page_comment(at))
            .or_else(|| statement.entity(at))
            .or_else(|| statement.single_quotes(at))
            .or_else(|| statement.hexadecimal_colour(at))
            .or_else(|| statement.value_first(at))
            .or_else(|| statement.attempt(at))
            .or_else(|| statement.inequality(at))
            .or_else(|| statement.substitution(at))
            .or_else(|| statement.iterator(at))
            .or_else(|| statement.control(at))
            .or_else(|| statement.counting(at));
        if let Some(error) = error {
            end = explained(&error).unwrap_or_default();
            found.push(error);
        }
    }
    found
}

struct Statement<'a> {
    text: &'a str,
    tokens: &'a [Significant],
}

impl<'a> Statement<'a> {
    fn kind(&self, at: usize) -> SyntaxKind {
        self.tokens.get(at).map_or(ERROR, |token| token.kind)
    }

    fn text_of(&self, at: usize) -> &'a str {
        let token = self.tokens.get(at);
        token.map_or("", |token| self.slice(token.start, token.end))
    }

    fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// From one token to another.
    fn range(&self, first: usize, last: usize) -> TextRange {
        let start = self.tokens.get(first).map_or(0, |token| token.start);
        let end = self.tokens.get(last).map_or(start, |token| token.end);
        TextRange::new(size(start), size(end))
    }

    fn all(&self) -> TextRange {
        self.range(0, self.tokens.len().saturating_sub(1))
    }

    /// The end of the line on which an offset stands.
    fn line_end(&self, from: usize) -> usize {
        let rest = self.text.get(from..).unwrap_or_default();
        from + rest.find(['\n', '\r']).unwrap_or(rest.len())
    }

    fn begins_line(&self, at: usize) -> bool {
        let start = self.tokens.get(at).map_or(0, |token| token.start);
        let before = self.slice(0, start).trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with(['\n', '\r'])
    }

    /// The first word of a name with spaces in it, and the rest.
    fn words(&self, at: usize) -> Option<(&'a str, &'a str)> {
        if self.kind(at) != IDENT {
            return None;
        }
        let (first, rest) = self.text_of(at).split_once([' ', '\t'])?;
        Some((first, rest.trim_start()))
    }

    /// Whether a statement may begin at a token.
    fn may_begin(&self, at: usize) -> bool {
        at == 0 || matches!(self.kind(at - 1), SEMICOLON | COMMA | L_PAREN)
    }

    /// `# draw a circle`, `% a circle`, `-- a circle`; within brackets or outside of them.
    fn comment(&self, at: usize, is_outside: bool) -> Option<Diagnostic> {
        let (sign, next) = (self.tokens.get(at)?, self.tokens.get(at + 1)?);
        let is_comment = match sign.kind {
            IDENT => self.text_of(at) == "#",
            OR | REMOVE | SLASH => at == 0 || self.kind(at - 1) == SEMICOLON,
            _ => false,
        };
        let is_text = matches!(next.kind, IDENT | NUMBER) && !next.new_line;
        // `a = 3 # a comment`
        let is_behind =
            sign.kind == IDENT && next.kind == IDENT && is_outside && self.may_end_before(at);
        // `a = 3; % a comment`
        let begins = at == 0 || self.kind(at - 1) == SEMICOLON;
        if !is_comment || !is_text || !(self.begins_line(at) || begins || is_behind) {
            return None;
        }
        let line = TextRange::new(size(sign.start), size(self.line_end(sign.start)));
        // The statement before it on its line ends there.
        let (place, text) = match at.checked_sub(1).and_then(|before| self.tokens.get(before)) {
            Some(before) if is_behind && before.kind != SEMICOLON => {
                (TextRange::new(size(before.end), size(sign.end)), "; //")
            }
            _ => (sign.range(), "//"),
        };
        Some(
            Diagnostic::new(
                Code::ForeignComment,
                sign.range(),
                "a comment begins with `//`",
            )
            .fix(place, text)
            .explains(line),
        )
    }

    /// `<!-- a comment -->`
    fn page_comment(&self, at: usize) -> Option<Diagnostic> {
        let start = self
            .tokens
            .get(at)
            .filter(|token| token.kind == LESS)?
            .start;
        let inner = self.text.get(start..)?.strip_prefix("<!--")?;
        let comment = inner.get(..inner.find("--")?)?;
        let whole = self.slice(start, start + comment.len() + "<!---->".len());
        let range = TextRange::at(size(start), size(whole.len()));
        let is_within = range.end() <= self.all().end() || !comment.contains(['\n', '\r']);
        if !whole.ends_with("-->") || !is_within {
            return None;
        }
        let error = Diagnostic::new(
            Code::ForeignComment,
            range,
            "a comment begins with `//`, or is written between `/*` and `*/`",
        );
        Some(
            error
                .fix(range, format!("/*{comment}*/"))
                .explains(self.all()),
        )
    }

    /// `1 &lt; 2`, as pages write `<`.
    fn entity(&self, at: usize) -> Option<Diagnostic> {
        const ENTITIES: [(&str, &str); 5] = [
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&amp;", "&"),
            ("&quot;", "\""),
            ("&nbsp;", " "),
        ];
        let start = self.tokens.get(at).filter(|token| token.kind == AND)?.start;
        let rest = self.text.get(start..)?;
        let (entity, sign) = ENTITIES
            .iter()
            .find(|(entity, _)| rest.starts_with(entity))?;
        let range = TextRange::at(size(start), size(entity.len()));
        let message = format!(
            "`{entity}` is for the text of a page: in a script, write the character itself"
        );
        Some(
            Diagnostic::new(Code::ForeignOperator, range, message)
                .fix(range, *sign)
                .write(format!("`{sign}`"))
                .explains(self.all()),
        )
    }

    /// `'Hello, world!'`: a text that is no name.
    fn single_quotes(&self, at: usize) -> Option<Diagnostic> {
        let token = self.tokens.get(at).filter(|token| token.kind == IDENT)?;
        let inner = self.text_of(at).strip_prefix('\'')?;
        // `'hello'` is a name that nothing gives a value.
        if inner.ends_with('\'') {
            return None;
        }
        let rest = self.text.get(token.start + 1..)?;
        let end = rest.find(['\'', '"', '\n', '\r'])?;
        let written = rest.get(..end).filter(|_| rest[end..].starts_with('\''))?;
        let range = TextRange::at(size(token.start), size(written.len() + 2));
        let error = Diagnostic::new(
            Code::CurlyQuotes,
            range,
            "strings are written in double quotes",
        );
        let string = format!("\"{written}\"");
        Some(
            error
                .fix(range, string.as_str())
                .write(string)
                .explains(range),
        )
    }

    /// `#ff0000`
    fn hexadecimal_colour(&self, at: usize) -> Option<Diagnostic> {
        let token = self.tokens.get(at).filter(|token| token.kind == IDENT)?;
        let digits = self.text.get(token.start..)?.strip_prefix('#')?;
        let end = digits
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(digits.len());
        let colour = hexadecimal_colour(digits.get(..end)?)?;
        let range = TextRange::at(size(token.start), size(end + 1));
        let message = "a colour is a list of red, green and blue, each from 0 to 1";
        let error = Diagnostic::new(Code::ForeignNumber, range, message);
        Some(
            error
                .fix(range, colour.as_str())
                .write(colour)
                .explains(range),
        )
    }

    /// Whether a statement may end before a token, by what stands before that.
    fn may_end_before(&self, at: usize) -> bool {
        at.checked_sub(1).is_none_or(|before| {
            matches!(
                self.kind(before),
                SEMICOLON | NUMBER | IDENT | STRING | R_PAREN | R_BRACKET
            )
        })
    }

    /// `def f(x): x^2`, `function f(x) { ... }`.
    fn definition(&self) -> Option<Diagnostic> {
        let (word, name) = self.words(0)?;
        if !DEFINING.contains(&word) || self.kind(1) != L_PAREN {
            return None;
        }
        let close = self.tokens.get(1)?.mate;
        let parameters = self.slice(self.tokens.get(1)?.start, self.tokens.get(close)?.end);
        let name = without_spaces(name);
        let start = self.tokens.first()?.start;
        let of_word = TextRange::new(size(start), size(start + word.len()));
        let error = Diagnostic::new(
            Code::ForeignDefinition,
            of_word,
            format!("a function is defined without `{word}`"),
        );
        let head = |last| self.range(0, last);
        let error = match self.kind(close + 1) {
            COLON => error
                .fix(head(close + 1), format!("{name}{parameters} :="))
                .explains(self.all()),
            COLON_EQ | EQ => error.explains(head(close + 1)),
            L_BRACE => {
                let error = error.explains(self.all());
                match self.body_in_braces(close + 1) {
                    Some((body, end)) => {
                        let whole = TextRange::new(size(start), size(end));
                        error.fix(whole, format!("{name}{parameters} := ({body})"))
                    }
                    None => error,
                }
            }
            _ => error.explains(self.all()),
        };
        Some(error.write(format!("{name}{parameters} := ...")))
    }

    /// The text in braces, without a `return` at its end, and the offset at which the braces end;
    /// none if there is more to it than CindyScript has.
    fn body_in_braces(&self, open: usize) -> Option<(String, usize)> {
        let body = self.tokens.get(open).filter(|body| body.kind == L_BRACE)?;
        let end = self
            .tokens
            .get(body.mate)
            .filter(|end| end.kind == R_BRACE)?;
        let inner = self.slice(body.end, end.start).trim();
        let inner = inner.trim_end_matches(';').trim_end();
        let inner = inner.strip_prefix("return ").unwrap_or(inner);
        let is_plain = !inner.is_empty()
            && !["return", "var ", "let ", "{"]
                .iter()
                .any(|word| inner.contains(word));
        is_plain.then(|| (rewrite::respelled(inner), end.end))
    }

    /// `f = function(x) { return x^2 }`.
    fn function_value(&self) -> Option<Diagnostic> {
        let is_function = DEFINING.contains(&self.text_of(2));
        if (self.kind(0), self.kind(2), self.kind(3)) != (IDENT, IDENT, L_PAREN)
            || !matches!(self.kind(1), EQ | COLON_EQ)
            || !is_function
        {
            return None;
        }
        let open = self.tokens.get(3)?;
        let close = self.tokens.get(open.mate)?;
        let parameters = self.slice(open.start, close.end);
        let head = format!("{}{parameters} :=", without_spaces(self.text_of(0)));
        let error = Diagnostic::new(
            Code::ForeignDefinition,
            self.range(2, 2),
            "a function is defined by `:=`",
        )
        .explains(self.all());
        let error = match self.body_in_braces(open.mate + 1) {
            Some((body, end)) => {
                let whole = TextRange::new(self.range(0, 0).start(), size(end));
                error.fix(whole, format!("{head} ({body})"))
            }
            None => error,
        };
        Some(error.write(format!("{head} ...")))
    }

    /// `f = x -> x^2`, `f(x) -> x^2`, `f(x) => x^2`, `f = lambda x: x^2`.
    fn arrow_definition(&self) -> Option<Diagnostic> {
        if self.kind(0) != IDENT {
            return None;
        }
        // `const f = (x) => x^2`
        let name = match self.words(0) {
            Some(("const" | "let" | "var", name)) => without_spaces(name),
            _ => without_spaces(self.text_of(0)),
        };
        let (parameters, end) = match self.kind(1) {
            L_PAREN => {
                let open = self.tokens.get(1)?;
                let close = self.tokens.get(open.mate)?;
                (self.slice(open.start, close.end).to_owned(), open.mate + 1)
            }
            EQ | COLON_EQ => match self.kind(2) {
                IDENT => match self.words(2) {
                    Some(("lambda", parameter)) => (format!("({parameter})"), 3),
                    _ => (format!("({})", self.text_of(2)), 3),
                },
                L_PAREN => {
                    let open = self.tokens.get(2)?;
                    let close = self.tokens.get(open.mate)?;
                    (self.slice(open.start, close.end).to_owned(), open.mate + 1)
                }
                _ => return None,
            },
            _ => return None,
        };
        let is_lambda = self.words(2).is_some_and(|(word, _)| word == "lambda");
        let last = match (self.kind(end), self.kind(end + 1)) {
            (ARROW, _) if !is_lambda => end,
            (COLON, _) if is_lambda => end,
            (EQ, GREATER) if self.tokens.get(end)?.end == self.tokens.get(end + 1)?.start => {
                end + 1
            }
            _ => return None,
        };
        // With an arrow alone, CindyJS parses it, and fails when it runs.
        let code = match self.kind(last) {
            ARROW => Code::ModifierOutsideCall,
            _ => Code::ForeignDefinition,
        };
        let error = Diagnostic::new(code, self.range(end, last), "a function is defined by `:=`");
        let defined = format!("{name}{parameters} :=");
        Some(
            error
                .fix(self.range(0, last), defined.as_str())
                .write(format!("{defined} ..."))
                .explains(self.all()),
        )
    }

    /// `my-radius = 3`, `2a = 3`.
    fn name_with_sign(&self) -> Option<Diagnostic> {
        let [first, second, ..] = self.tokens else {
            return None;
        };
        let range = self.range(0, 2);
        match (first.kind, second.kind, self.kind(2), self.kind(3)) {
            (IDENT, MINUS, IDENT, EQ) => {
                let (a, b) = (self.text_of(0), self.text_of(2));
                let error = Diagnostic::new(
                    Code::ForeignName,
                    range,
                    "a name consists of letters and digits: `-` subtracts",
                );
                let mut letters = b.chars();
                let first = letters
                    .next()
                    .map(|letter| letter.to_uppercase().to_string());
                let joined = format!("{a}{}{}", first.unwrap_or_default(), letters.as_str());
                Some(error.write(joined).explains(range))
            }
            (NUMBER, IDENT, EQ, _) if first.end == second.start => {
                let range = self.range(0, 1);
                let error =
                    Diagnostic::new(Code::ForeignName, range, "a name begins with a letter");
                let turned = format!("{}{}", self.text_of(1), self.text_of(0));
                let error = error.fix(range, turned.as_str()).write(turned);
                Some(error.explains(range))
            }
            _ => None,
        }
    }

    /// `a++`, `a--`, `a += 2`.
    fn counting(&self, at: usize) -> Option<Diagnostic> {
        if self.kind(at) != IDENT || !self.may_begin(at) {
            return None;
        }
        let begin = at;
        let mut at = at;
        // `p.x`, `l_1`
        while matches!(self.kind(at + 1), DOT | UNDERSCORE)
            && matches!(self.kind(at + 2), IDENT | NUMBER)
        {
            at += 2;
        }
        let name = self.slice(self.tokens.get(begin)?.start, self.tokens.get(at)?.end);
        let sign = match self.kind(at + 1) {
            CONCAT => Some(("++", "+")),
            REMOVE => Some(("--", "-")),
            _ => None,
        };
        if let Some((written, sign)) = sign.filter(|_| self.ends_part(at + 2)) {
            let counted = format!("{name} = {name} {sign} 1");
            let range = self.range(at + 1, at + 1);
            let message = format!("`{written}` works on lists, it does not count");
            let error = Diagnostic::new(Code::ForeignOperator, range, message);
            let whole = self.range(begin, at + 1);
            let error = error.fix(whole, counted.as_str());
            return Some(error.write(counted).explains(whole));
        }
        let (operator, equals) = (self.tokens.get(at + 1)?, self.tokens.get(at + 2)?);
        let is_one = equals.kind == EQ && operator.end == equals.start;
        if !is_one || !matches!(operator.kind, PLUS | MINUS | STAR | SLASH) {
            return None;
        }
        let sign = self.text_of(at + 1);
        let range = self.range(at + 1, at + 2);
        let error = Diagnostic::new(
            Code::ForeignOperator,
            range,
            format!("there is no operator `{sign}=`"),
        );
        let whole = self.range(begin, at + 2);
        let error = error.explains(range);
        let counted = format!("{name} = {name} {sign}");
        // The operator may bind more tightly than those in the value.
        let error = match operator.kind == PLUS || self.ends_part(at + 4) {
            true => error.fix(whole, counted.as_str()),
            false => error,
        };
        Some(error.write(format!("{counted} ...")))
    }

    /// True if a part of an expression ends before a token.
    fn ends_part(&self, at: usize) -> bool {
        self.tokens.get(at).is_none_or(|token| {
            matches!(
                token.kind,
                SEMICOLON | COMMA | R_PAREN | R_BRACE | R_BRACKET
            )
        })
    }
}

fn is_opening(kind: SyntaxKind) -> bool {
    matches!(kind, L_PAREN | L_BRACKET | L_BRACE | BAR)
}
