//! Recovery from a half-typed part of an object or a list in JavaScript.
//!
//! The text that is parsed instead has the same length, so that all else stays where it is: a key
//! without a value is blank in it, and a missing comma, colon or bracket stands in the space before what
//! follows it.

use std::ops::Range;

use text_size::{TextRange, TextSize};

/// A text that may be parsed in the place of another.
pub(crate) struct Recovered {
    /// The text, as long as the other.
    pub(crate) text: String,
    /// The first place at which something is missing, in bytes of the text.
    pub(crate) at: TextRange,
    /// One sentence on what that is, without a full stop.
    pub(crate) message: String,
    /// The parts that are not as they were.
    pub(crate) changed: Vec<TextRange>,
    /// A text that mends it, and the part that the text replaces.
    pub(crate) instead: Option<(TextRange, String)>,
}

/// Characters of an entry in a message.
const LONGEST: usize = 40;

/// The text without what is half-typed in it; `None` if nothing is found.
pub(crate) fn recovered(text: &str) -> Option<Recovered> {
    let mut walk = Walk {
        text,
        bytes: text.as_bytes().to_vec(),
        frames: Vec::new(),
        end: 0,
        before: None,
        first: None,
        changed: Vec::new(),
        blank: 0..0,
        instead: None,
    };
    let tokens = tokens(text);
    let mut listed = 0;
    for (place, token) in tokens.iter().enumerate() {
        // The values are blank, as is what belongs to them.
        if place < listed {
            continue;
        }
        if let Some(end) = walk.unlisted(&tokens, place) {
            listed = end;
            continue;
        }
        let next = tokens.get(place + 1);
        let is_key = token.kind.is_key() && next.is_some_and(|next| next.is(text, ":"));
        walk.token(token, is_key);
    }
    walk.close_all(text.len());
    let (at, message) = walk.first?;
    Some(Recovered {
        text: String::from_utf8(walk.bytes).ok()?,
        at: range(at),
        message,
        changed: walk.changed.into_iter().map(range).collect(),
        instead: walk.instead.map(|(at, list)| (range(at), list)),
    })
}

fn range(range: Range<usize>) -> TextRange {
    let [start, end] = [range.start, range.end].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
    TextRange::new(TextSize::new(start), TextSize::new(end.max(start)))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    Number,
    Text,
    /// A text that its line ends.
    OpenText,
    /// A regular expression, a template.
    Other,
    Punctuation,
}

impl Kind {
    fn is_key(self) -> bool {
        matches!(self, Kind::Word | Kind::Text | Kind::Number)
    }
}

#[derive(Clone, Debug)]
struct Token {
    kind: Kind,
    range: Range<usize>,
}

impl Token {
    fn written<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.range.clone()).unwrap_or_default()
    }

    fn is(&self, text: &str, written: &str) -> bool {
        self.kind == Kind::Punctuation && self.written(text) == written
    }

    /// True if an operand ends with it.
    fn ends_operand(&self, text: &str) -> bool {
        match self.kind {
            Kind::Punctuation => matches!(self.written(text), ")" | "]" | "}"),
            Kind::Word => !matches!(
                self.written(text),
                "return" | "new" | "typeof" | "in" | "of"
            ),
            Kind::Number | Kind::Text | Kind::OpenText | Kind::Other => true,
        }
    }
}

/// The tokens of a text, without comments. An operator of several characters is several tokens.
fn tokens(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut at = 0;
    let mut line_end = 0;
    // The end of a line in which no further regular expression ends.
    let mut last_slash = None;
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if at >= line_end {
            line_end = at + rest.find('\n').unwrap_or(rest.len());
        }
        let line = line_end - at;
        if rest.starts_with("//") {
            at += line;
            continue;
        }
        if let Some(comment) = rest.strip_prefix("/*") {
            at += comment.find("*/").map_or(rest.len(), |end| end + 4);
            continue;
        }
        let is_operand = found.last().is_some_and(|token| token.ends_operand(text));
        let word = |char: char| char.is_alphanumeric() || char == '_' || char == '$';
        let (kind, length) = match first {
            '"' | '\'' => match closing(&rest[..line], first) {
                Some(end) => (Kind::Text, end),
                None => (Kind::OpenText, rest[..line].trim_end().len()),
            },
            '`' => (Kind::Other, closing(rest, '`').unwrap_or(rest.len())),
            '/' if !is_operand && last_slash != Some(line_end) => {
                match closing(&rest[..line], '/') {
                    Some(end) => (Kind::Other, end),
                    None => {
                        last_slash = Some(line_end);
                        (Kind::Punctuation, 1)
                    }
                }
            }
            '0'..='9' => {
                let is_part = |char: char| word(char) || char == '.';
                let end = rest.find(|char| !is_part(char));
                (Kind::Number, end.unwrap_or(rest.len()))
            }
            _ if word(first) => {
                let end = rest.find(|char| !word(char));
                (Kind::Word, end.unwrap_or(rest.len()))
            }
            _ => (Kind::Punctuation, first.len_utf8()),
        };
        found.push(Token {
            kind,
            range: at..at + length,
        });
        at += length;
    }
    found
}

/// The end of what begins and ends with a sign.
fn closing(text: &str, sign: char) -> Option<usize> {
    let mut is_escaped = false;
    let mut signs = text.char_indices().skip(1);
    signs.find_map(|(at, char)| {
        let ends = char == sign && !is_escaped;
        is_escaped = char == '\\' && !is_escaped;
        ends.then(|| at + char.len_utf8())
    })
}

/// A pair of brackets that is open.
struct Frame {
    /// The bracket that closes it.
    closing: u8,
    open: Range<usize>,
    kind: FrameKind,
    /// `?` of conditions that wait for their `:`.
    questions: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameKind {
    /// An object, and how far its entry is, which begins there.
    Object(Entry, usize),
    List,
    /// Parentheses, blocks.
    Other,
}

/// The state of an entry of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Nothing,
    Key,
    Colon,
    Value,
}

struct Walk<'t> {
    text: &'t str,
    bytes: Vec<u8>,
    frames: Vec<Frame>,
    /// The end of the token before.
    end: usize,
    before: Option<Token>,
    /// The first thing that is missing.
    first: Option<(Range<usize>, String)>,
    changed: Vec<Range<usize>>,
    /// The last range that has become blank, and that nothing was inserted into since.
    blank: Range<usize>,
    /// See [`Recovered::instead`].
    instead: Option<(Range<usize>, String)>,
}

impl Walk<'_> {
    /// `args: "A", "B"`, `pos: 1, 2`: several values of a key without brackets around them. They are
    /// left out with their key. Returns the place of the first token behind them.
    fn unlisted(&mut self, tokens: &[Token], place: usize) -> Option<usize> {
        let text = self.text;
        let is = |place: usize, written| tokens.get(place).is_some_and(|it| it.is(text, written));
        let is_value = |place: usize| {
            let token = tokens.get(place);
            token.is_some_and(|it| matches!(it.kind, Kind::Text | Kind::Number))
        };
        let key = tokens.get(place).filter(|key| key.kind == Kind::Word)?;
        let is_entry = self.before.as_ref().is_some_and(|before| {
            matches!(before.written(text), "{" | ",") && before.kind == Kind::Punctuation
        });
        if !is_entry || !is(place + 1, ":") || !is_value(place + 2) {
            return None;
        }
        let mut last = place + 2;
        while is(last + 1, ",") && is_value(last + 2) && !is(last + 3, ":") {
            last += 2;
        }
        if last == place + 2 || !(is(last + 1, ",") || is(last + 1, "}")) {
            return None;
        }
        let values = tokens.get(place + 2)?.range.start..tokens.get(last)?.range.end;
        let list = format!("[{}]", text.get(values.clone())?);
        if self.first.is_none() {
            self.instead = Some((values.clone(), list.clone()));
        }
        let key_text = key.written(text);
        let message = format!("several values need brackets: write {key_text}: {list}");
        self.say(values, message);
        let end = last + 1 + usize::from(is(last + 1, ","));
        let blank_end = tokens.get(end - 1).filter(|_| is(last + 1, ","));
        let blank_end = blank_end.or(tokens.get(last))?.range.end;
        self.blank(key.range.start..blank_end);
        Some(end)
    }

    fn token(&mut self, token: &Token, is_key: bool) {
        let written = token.written(self.text);
        if let Some(closing @ (b')' | b']' | b'}')) = written.bytes().next()
            && token.kind == Kind::Punctuation
        {
            self.close(closing, token);
        } else {
            self.inside(token, is_key);
            let closing = match (token.kind, written) {
                (Kind::Punctuation, "(") => Some(b')'),
                (Kind::Punctuation, "[") => Some(b']'),
                (Kind::Punctuation, "{") => Some(b'}'),
                _ => None,
            };
            if let Some(closing) = closing {
                self.open(closing, token);
            }
        }
        self.end = token.range.end;
        self.before = Some(token.clone());
    }

    /// A token of the innermost brackets that does not close them.
    fn inside(&mut self, token: &Token, is_key: bool) {
        let (text, start) = (self.text, token.range.start);
        let entry = match self.frames.last().map(|frame| frame.kind) {
            Some(FrameKind::Object(entry, begin)) => (entry, begin),
            Some(FrameKind::List) if token.is(text, "{") && self.follows_operand() => {
                return self.insert_missing("comma", b",", token);
            }
            Some(FrameKind::List | FrameKind::Other) | None => return,
        };
        if self.begins_element(entry.0, token) {
            self.finish(start, true);
            self.insert(b"},", token, "`{` is not closed".to_owned());
            self.frames.pop();
            return;
        }
        let (entry, begin) = self.next_entry(entry, token, is_key);
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if entry == Entry::Value && token.is(text, "?") {
            frame.questions += 1;
        } else if entry == Entry::Value && token.is(text, ":") {
            frame.questions = frame.questions.saturating_sub(1);
        }
        frame.kind = FrameKind::Object(entry, begin);
        if token.kind == Kind::OpenText {
            let is_value = entry == Entry::Value;
            self.open_text(token, if is_value { begin } else { start });
        }
    }

    /// True if a token begins the next element of a list, where the object before is not closed.
    fn begins_element(&self, entry: Entry, token: &Token) -> bool {
        let outer = self.frames.iter().rev().nth(1);
        let is_in_list = outer.is_some_and(|outer| outer.kind == FrameKind::List);
        let is_new_line = || {
            let space = self.text.get(self.end..token.range.start);
            space.is_some_and(|space| space.contains('\n'))
        };
        is_in_list
            && token.is(self.text, "{")
            && (self.follows_operand()
                || matches!(entry, Entry::Nothing | Entry::Colon) && is_new_line())
    }

    /// The state of an object's entry behind a token, and where the entry begins. Mends what is
    /// missing before the token.
    fn next_entry(
        &mut self,
        (entry, begin): (Entry, usize),
        token: &Token,
        is_key: bool,
    ) -> (Entry, usize) {
        let (text, start) = (self.text, token.range.start);
        let is_in_condition = self.frames.last().is_some_and(|it| it.questions > 0);
        match entry {
            _ if token.is(text, ",") => {
                if entry == Entry::Colon {
                    self.finish(token.range.end, true);
                }
                (Entry::Nothing, start)
            }
            Entry::Nothing if token.kind.is_key() => (Entry::Key, start),
            Entry::Nothing => (Entry::Value, start),
            Entry::Key if token.is(text, ":") => (Entry::Colon, begin),
            Entry::Key if is_key => {
                let written = token.written(text);
                let message = format!("a comma or a colon is missing before `{written}`");
                self.say(token.range.clone(), message);
                self.blank(begin..start);
                (Entry::Key, start)
            }
            Entry::Key
                if token.kind == Kind::Number || token.is(text, "{") || token.is(text, "[") =>
            {
                self.insert_missing("colon", b":", token);
                (Entry::Value, begin)
            }
            Entry::Value if is_key && !is_in_condition && self.ends_operand() => {
                self.insert_missing("comma", b",", token);
                (Entry::Key, start)
            }
            Entry::Colon if is_key => {
                self.finish(start, true);
                (Entry::Key, start)
            }
            Entry::Value if is_key && !is_in_condition => {
                self.finish(start, true);
                (Entry::Key, start)
            }
            Entry::Key | Entry::Colon | Entry::Value => (Entry::Value, begin),
        }
    }

    /// True if an operand ends with the token before.
    fn ends_operand(&self) -> bool {
        let before = self.before.as_ref();
        before.is_some_and(|it| it.ends_operand(self.text))
    }

    /// True if an operand has ended and no body begins, as one does behind `)`.
    fn follows_operand(&self) -> bool {
        let before = self.before.as_ref();
        self.ends_operand() && before.is_none_or(|it| it.written(self.text) != ")")
    }

    /// A text without its closing quotation mark: its entry is blanked, and another one begins.
    fn open_text(&mut self, token: &Token, first: usize) {
        self.say(
            token.range.clone(),
            "this text has no closing quotation mark".to_owned(),
        );
        self.blank(first..token.range.end);
        if let Some(frame) = self.frames.last_mut() {
            frame.kind = FrameKind::Object(Entry::Nothing, token.range.start);
        }
    }

    fn open(&mut self, closing: u8, token: &Token) {
        let is_value = match &self.before {
            Some(before) => {
                let written = before.written(self.text);
                before.kind == Kind::Punctuation && !matches!(written, ")" | "}" | ";" | "{" | ">")
                    || matches!(written, "return" | "default")
            }
            None => false,
        };
        let kind = match closing {
            b'}' if is_value => FrameKind::Object(Entry::Nothing, token.range.end),
            // `[` behind an operand takes an element.
            b']' => FrameKind::List,
            _ => FrameKind::Other,
        };
        self.frames.push(Frame {
            closing,
            open: token.range.clone(),
            kind,
            questions: 0,
        });
    }

    fn close(&mut self, closing: u8, token: &Token) {
        let is_open = |frame: &Frame| frame.closing == closing;
        let Some(place) = self.frames.iter().rposition(is_open) else {
            let written = token.written(self.text);
            self.say(token.range.clone(), format!("`{written}` closes nothing"));
            return self.blank(token.range.clone());
        };
        self.close_down_to(place + 1, token);
        self.finish_before(token);
        self.frames.pop();
    }

    /// Closes the brackets that are still open at the end.
    fn close_all(&mut self, end: usize) {
        let token = Token {
            kind: Kind::Other,
            range: end..end,
        };
        self.close_down_to(0, &token);
    }

    /// Closes all brackets but so many, before a token.
    fn close_down_to(&mut self, count: usize, token: &Token) {
        if self.frames.len() <= count {
            return;
        }
        if let Some(frame) = self.frames.get(count) {
            let open = frame.open.clone();
            let written = self.text.get(open.clone()).unwrap_or_default();
            let message = format!("`{written}` is not closed");
            self.say(open, message);
        }
        let mut closing = Vec::new();
        while self.frames.len() > count {
            self.finish_before(token);
            closing.extend(self.frames.pop().map(|frame| frame.closing));
        }
        self.insert(&closing, token, String::new());
    }

    /// The entry of the innermost brackets ends before a token that closes them.
    fn finish_before(&mut self, token: &Token) {
        let is_empty = self.frames.last().is_some_and(|frame| match frame.kind {
            FrameKind::Object(Entry::Colon, _) => true,
            FrameKind::Object(Entry::Value, _) => !self.ends_operand(),
            _ => false,
        });
        self.finish(token.range.start, is_empty);
    }

    /// The entry of the innermost brackets ends there. One without a value is left out.
    fn finish(&mut self, end: usize, is_empty: bool) {
        let Some(FrameKind::Object(entry, begin)) = self.frames.last().map(|it| it.kind) else {
            return;
        };
        if is_empty && matches!(entry, Entry::Colon | Entry::Value) {
            let entry = self.text.get(begin..self.end).unwrap_or_default();
            let key: String = entry.chars().take(LONGEST).collect();
            self.say(begin..self.end, format!("a value is missing after `{key}`"));
            self.blank(begin..end);
        }
    }

    fn say(&mut self, at: Range<usize>, message: String) {
        self.first.get_or_insert((at, message));
    }

    fn blank(&mut self, range: Range<usize>) {
        // Recovery often leaves out a bracket after those inside of it.
        let is_around = range.start <= self.blank.start && self.blank.end <= range.end;
        let rest = match is_around {
            true => [range.start..self.blank.start, self.blank.end..range.end],
            false => [range.clone(), 0..0],
        };
        for part in rest {
            let bytes = self.bytes.get_mut(part).into_iter().flatten();
            for byte in bytes.filter(|byte| !byte.is_ascii_whitespace()) {
                *byte = b' ';
            }
        }
        self.blank = range.clone();
        self.changed.push(range);
    }

    /// Puts a sign that is missing into the space before a token.
    fn insert_missing(&mut self, name: &str, sign: &[u8], token: &Token) {
        let written = token.written(self.text);
        let message = format!("a {name} is missing before `{written}`");
        self.insert(sign, token, message);
    }

    /// Puts something into the space before a token, if there is enough.
    fn insert(&mut self, what: &[u8], token: &Token, message: String) {
        if !message.is_empty() {
            self.say(token.range.clone(), message);
        }
        let at = token.range.start.saturating_sub(what.len());
        let space = self.bytes.get_mut(at..token.range.start);
        let is_free = at >= self.end;
        if let Some(space) = space.filter(|space| space.iter().all(u8::is_ascii_whitespace))
            && is_free
        {
            space.copy_from_slice(what);
            self.blank = 0..0;
        }
        self.changed.push(at..token.range.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_typed_part_is_left_out() {
        let check = |half: &str, expected: &str, said: &str| {
            let recovered = recovered(half).map(|it| (it.text, it.message));
            assert_eq!(recovered, Some((expected.to_owned(), said.to_owned())));
        };
        check(
            "f({an b: 1})",
            "f({   b: 1})",
            "a comma or a colon is missing before `b`",
        );
        check(
            "f({an: b: 1})",
            "f({    b: 1})",
            "a value is missing after `an:`",
        );
        check("f({an:})", "f({   })", "a value is missing after `an:`");
        check(
            "f({a: , b: 1})",
            "f({     b: 1})",
            "a value is missing after `a:`",
        );
        check(
            "f({a: 1 b: 2})",
            "f({a: 1,b: 2})",
            "a comma is missing before `b`",
        );
        check(
            "f({a: 1 + b: 2})",
            "f({       b: 2})",
            "a value is missing after `a: 1 +`",
        );
        check("f({a [1]})", "f({a:[1]})", "a colon is missing before `[`");
        check(
            "f([{a: 1} {b: 2}])",
            "f([{a: 1},{b: 2}])",
            "a comma is missing before `{`",
        );
        check("f([{a: ], 1)", "f([{  }], 1)", "`{` is not closed");
        check(
            "f([\n  {a:\n  {b: 2}])",
            "f([\n  {  \n},{b: 2}])",
            "a value is missing after `a:`",
        );
        check(
            "f({a: 1, /*/ [{: */ b:})",
            "f({a: 1, /*/ [{: */   })",
            "a value is missing after `b:`",
        );
        check(
            "f({a: \"x,\n b: 2})",
            "f({      \n b: 2})",
            "this text has no closing quotation mark",
        );
    }

    #[test]
    fn a_text_without_a_fault_has_nothing_to_recover() {
        for text in [
            "f({a: b ? c : d, 'e': /[:]/.test(x), g() { return {h: 1}; }, ...i, [j]: `${k}`, l});",
            "if(a) { b: for(;;) {} } var c = {d: x => { e; }, f: function() { g: 1 }};",
            "x = a < b ? {c: 1} : [2, {d: 3},];",
        ] {
            assert!(recovered(text).is_none(), "{text}");
        }
    }
}
