//! What stands around a place of a script that is being typed at: the word, the calls around it, and
//! the names that are bound there.
//!
//! All of it is read from the tokens before the place, which are there in broken text as well.

use std::borrow::Cow;

use cindyscript_hir::builtins::{self, Binds, BuiltinId, Control, Form};
use cindyscript_hir::program::ScriptId;
use cindyscript_syntax::text::without_spaces;
use cindyscript_syntax::{SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken};
use text_size::{TextRange, TextSize};

use crate::analysis::AppletAnalysis;

/// What stands around a place of a script.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    /// The word at the place, in bytes of the script; empty where there is none.
    pub(crate) word: TextRange,
    /// What of the word stands before the place.
    pub(crate) typed: String,
    /// What the place is part of.
    pub(crate) position: Position,
    /// The brackets around it, the innermost first.
    pub(crate) brackets: Vec<Bracket>,
    /// The names that are bound there, the nearest first.
    pub(crate) locals: Vec<Local>,
    /// Whether an opening bracket follows the word.
    pub(crate) is_call: bool,
}

/// What a place is part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    /// The beginning of a statement.
    Statement,
    /// An operand of what stands before it: an operator, a bracket or a comma.
    Operand(SyntaxKind),
    /// Behind the dot of a field.
    Field {
        /// Where that ends whose field it is.
        base: TextSize,
    },
    /// Behind the colon of user data.
    Key,
    /// Behind the arrow of a modifier.
    ModifierValue(String),
    /// Within a comment or a number: nothing may be written there.
    Nothing,
    /// Within a string, whose text is the word.
    String {
        /// Whether the string is a key of user data.
        is_key: bool,
    },
}

/// A bracket that is open at the place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bracket {
    /// What is called, if it is that of a call.
    pub(crate) callee: Option<Callee>,
    /// The slots before the place, and that of the place itself as far as it stands before it.
    pub(crate) slots: Vec<Slot>,
}

/// The function that a bracket calls.
#[derive(Clone, Debug)]
pub(crate) struct Callee {
    /// Its name as written, without spaces.
    pub(crate) name: String,
    /// Where that begins.
    pub(crate) start: TextSize,
}

/// What stands between two commas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Slot {
    /// Nothing.
    #[default]
    Empty,
    /// One name.
    Name(String),
    /// `name -> value`
    Modifier(String),
    /// Something else.
    Other,
}

/// A name that is bound at the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Local {
    pub(crate) name: String,
    pub(crate) kind: LocalKind,
}

/// What binds a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LocalKind {
    /// The function around: the place of its name, and that of the parameter from 0.
    Parameter(TextSize, usize),
    /// `regional(name)`
    Regional,
    /// A loop.
    Running,
}

impl Bracket {
    /// The 0-based place of the argument that the place is in; modifiers do not count.
    pub(crate) fn argument(&self) -> usize {
        self.arguments().count().saturating_sub(1)
    }

    /// The slots that are no modifiers; that of the place itself is the last of all.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = &Slot> {
        let last = self.slots.len().saturating_sub(1);
        let slots = self.slots.iter().enumerate();
        slots
            .filter(move |(at, slot)| *at == last || !matches!(slot, Slot::Modifier(_)))
            .map(|(_, slot)| slot)
    }

    /// The names of the modifiers before the place.
    pub(crate) fn modifiers(&self) -> impl Iterator<Item = &str> {
        self.slots.iter().filter_map(|slot| match slot {
            Slot::Modifier(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Whether the place is at the beginning of a slot.
    pub(crate) fn is_slot_start(&self) -> bool {
        self.slots.last().is_none_or(|slot| *slot == Slot::Empty)
    }

    /// The names that a loop binds at the place: the running variable, and the place's index.
    fn running(&self) -> Vec<String> {
        let Some(callee) = &self.callee else {
            return Vec::new();
        };
        let is_loop = builtins::named(&callee.name).iter().any(|id| {
            let row = id.row();
            matches!(row.form, Form::Control(Control::Loop(_))) || row.or_loop.is_some()
        });
        if !is_loop {
            return Vec::new();
        }
        let arguments: Vec<&Slot> = self.arguments().collect();
        let own = arguments.len().saturating_sub(1);
        let mut names = Vec::new();
        for place in 1..own.min(3) {
            match arguments.get(place) {
                Some(Slot::Name(name)) => names.push(name.clone()),
                _ => break,
            }
        }
        if names.is_empty() && own > 0 {
            names.push("#".to_owned());
        }
        names
    }
}

impl Context {
    /// What stands around an offset of a script; none past its end.
    pub(crate) fn at(applet: &AppletAnalysis, script: ScriptId, at: TextSize) -> Option<Self> {
        let parse = applet.document.parses(applet.applet).get(script.index())?;
        let root = SyntaxNode::new_root(parse.green.clone());
        if at > root.text_range().end() {
            return None;
        }
        let tokens = root.token_at_offset(at);
        let right = tokens.clone().right_biased();
        let left = tokens.left_biased();
        let left = left.filter(|token| token.text_range().start() < at);
        let mut reader = Reader::new(at);
        match left {
            Some(token) if holds(&token, at) => match token.kind() {
                SyntaxKind::STRING => {
                    reader.word = within_quotes(&token);
                    reader.typed = written(&token, reader.word.start(), at);
                    let before = significant(previous(&token));
                    reader.position = Some(Position::String {
                        is_key: position(before.as_ref()) == Position::Key,
                    });
                    reader.read(before);
                }
                _ => {
                    reader.position = Some(Position::Nothing);
                    reader.read(previous(&token));
                }
            },
            // `l_1.` is a number until something follows.
            Some(token) if token.kind() == SyntaxKind::NUMBER => {
                let before = previous(&token);
                let is_index = before.is_some_and(|it| it.kind() == SyntaxKind::UNDERSCORE);
                let ends = token.text().ends_with('.') && token.text_range().end() == at;
                reader.position = Some(match is_index && ends {
                    true => Position::Field { base: at },
                    false => Position::Nothing,
                });
                reader.read(Some(token));
            }
            Some(token) if token.kind() == SyntaxKind::IDENT => {
                let before = previous(&token);
                if before
                    .as_ref()
                    .is_some_and(|it| it.kind() == SyntaxKind::NUMBER)
                {
                    reader.position = Some(Position::Nothing);
                }
                reader.word = word_in(&token, at);
                reader.typed = written(&token, reader.word.start(), at);
                reader.read(before);
            }
            left => reader.read(left),
        }
        Some(reader.finish(right))
    }

    /// The call around the place, if the innermost bracket is that of one.
    pub(crate) fn call(&self) -> Option<(&Callee, &Bracket)> {
        let bracket = self.brackets.first()?;
        Some((bracket.callee.as_ref()?, bracket))
    }

    /// The innermost call around the place, brackets of lists in between or not.
    pub(crate) fn call_around(&self) -> Option<(&Callee, &Bracket)> {
        let mut brackets = self.brackets.iter();
        brackets.find_map(|bracket| Some((bracket.callee.as_ref()?, bracket)))
    }

    /// Whether a call of this builtin is around the place.
    pub(crate) fn is_within(&self, name: &str) -> bool {
        let mut callees = self
            .brackets
            .iter()
            .filter_map(|bracket| bracket.callee.as_ref());
        callees.any(|callee| callee.name.eq_ignore_ascii_case(name))
    }
}

/// Whether a token that words are no part of holds the place: a string or a comment that is not
/// closed before it.
fn holds(token: &SyntaxToken, at: TextSize) -> bool {
    let is_inside = token.text_range().end() > at;
    match token.kind() {
        SyntaxKind::LINE_COMMENT => true,
        SyntaxKind::BLOCK_COMMENT => is_inside || !token.text().ends_with("*/"),
        SyntaxKind::STRING => is_inside || token.text().len() < 2 || !token.text().ends_with('"'),
        _ => false,
    }
}

/// The text of a string, without its quotes.
fn within_quotes(token: &SyntaxToken) -> TextRange {
    let range = token.text_range();
    let start = range.start() + TextSize::of('"');
    let is_closed = token.text().len() > 1 && token.text().ends_with('"');
    let end = range.end() - TextSize::of(if is_closed { "\"" } else { "" });
    TextRange::new(start.min(end), end)
}

/// The word at an offset: the token of a name may hold several, with blanks between them.
fn word_in(token: &SyntaxToken, at: TextSize) -> TextRange {
    let range = token.text_range();
    let text = token.text();
    let place = usize::from(at - range.start()).min(text.len());
    let (before, behind) = text.split_at_checked(place).unwrap_or((text, ""));
    let start = before.rfind([' ', '\t']).map_or(0, |blank| blank + 1);
    let length = behind.find([' ', '\t']).unwrap_or(behind.len());
    let offset = |place: usize| range.start() + TextSize::try_from(place).unwrap_or_default();
    TextRange::new(offset(start), offset(before.len() + length))
}

fn written(token: &SyntaxToken, from: TextSize, to: TextSize) -> String {
    let start = token.text_range().start();
    let text = token
        .text()
        .get(usize::from(from - start)..usize::from(to - start));
    text.unwrap_or_default().to_owned()
}

/// A name as it counts: without blanks.
fn name(token: &SyntaxToken) -> String {
    match without_spaces(token.text()) {
        Cow::Borrowed(name) => name.to_owned(),
        Cow::Owned(name) => name,
    }
}

/// Reads the tokens before the place, the last first.
struct Reader {
    at: TextSize,
    word: TextRange,
    typed: String,
    position: Option<Position>,
    brackets: Vec<Bracket>,
    locals: Vec<Local>,
    /// The bracket that is being read: its slots, the last first.
    slots: Vec<Slot>,
    /// The slot that is being read, the last token of it first.
    slot: Slot,
    /// Whether a statement or slot has ended since the bracket opened: what stands before that is
    /// not what the place is part of.
    ended: bool,
}

impl Reader {
    fn new(at: TextSize) -> Self {
        Self {
            at,
            word: TextRange::empty(at),
            typed: String::new(),
            position: None,
            brackets: Vec::new(),
            locals: Vec::new(),
            slots: Vec::new(),
            slot: Slot::Empty,
            ended: false,
        }
    }

    fn read(&mut self, last: Option<SyntaxToken>) {
        let mut next = significant(last);
        if self.position.is_none() {
            self.position = Some(position(next.as_ref()));
        }
        while let Some(token) = next {
            let kind = token.kind();
            let mut before = significant(previous(&token));
            match kind {
                SyntaxKind::R_PAREN | SyntaxKind::R_BRACKET | SyntaxKind::R_BRACE => {
                    let (names, open) = group(token);
                    before = open.and_then(|open| significant(previous(&open)));
                    self.see(Slot::Other);
                    if before.as_ref().is_some_and(declares) {
                        self.locals.extend(names.into_iter().map(|name| Local {
                            name,
                            kind: LocalKind::Regional,
                        }));
                    }
                }
                SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET | SyntaxKind::L_BRACE => {
                    let callee = before.take_if(|callee| {
                        kind != SyntaxKind::L_BRACE && callee.kind() == SyntaxKind::IDENT
                    });
                    if let Some(callee) = &callee {
                        before = significant(previous(callee));
                    }
                    self.close(callee);
                }
                SyntaxKind::SEMICOLON => {
                    if is_of_script(&token) {
                        break;
                    }
                    self.see(Slot::Other);
                    self.ended = true;
                }
                SyntaxKind::COMMA => {
                    let is_of_bars = token
                        .parent()
                        .is_some_and(|parent| parent.kind() == SyntaxKind::ABS_EXPR);
                    if is_of_bars {
                        self.see(Slot::Other);
                    } else {
                        self.slots.push(std::mem::take(&mut self.slot));
                        self.ended = true;
                    }
                }
                SyntaxKind::ARROW => {
                    if let Some(modifier) = before.take_if(|it| it.kind() == SyntaxKind::IDENT) {
                        self.slot = Slot::Modifier(name(&modifier));
                        before = significant(previous(&modifier));
                    }
                }
                SyntaxKind::COLON_EQ => {
                    let is_header = |it: &mut SyntaxToken| {
                        matches!(it.kind(), SyntaxKind::R_PAREN | SyntaxKind::R_BRACKET)
                    };
                    self.see(Slot::Other);
                    if let Some(close) = before.take_if(is_header) {
                        before = self.header(close);
                    }
                }
                SyntaxKind::IDENT => {
                    self.see(Slot::Name(name(&token)));
                }
                _ => self.see(Slot::Other),
            }
            next = before;
        }
        // What stands outside of all brackets is no argument of anything.
        self.slots.clear();
    }

    /// A part of the slot that is being read.
    fn see(&mut self, part: Slot) {
        self.slot = match (&self.slot, part) {
            (Slot::Empty, part) => part,
            (Slot::Modifier(_), _) => return,
            _ => Slot::Other,
        };
    }

    /// The bracket that is being read is done.
    fn close(&mut self, callee: Option<SyntaxToken>) {
        let mut slots = std::mem::take(&mut self.slots);
        slots.push(std::mem::take(&mut self.slot));
        slots.reverse();
        let bracket = Bracket {
            callee: callee.map(|token| Callee {
                name: name(&token),
                start: token.text_range().start(),
            }),
            slots,
        };
        self.locals
            .extend(bracket.running().into_iter().map(|name| Local {
                name,
                kind: LocalKind::Running,
            }));
        self.brackets.push(bracket);
        self.slot = Slot::Other;
        self.ended = false;
    }

    /// Reads the parameters before a `:=`, whose last token is given; gives what stands before the
    /// function's name.
    fn header(&mut self, close: SyntaxToken) -> Option<SyntaxToken> {
        let (names, open) = group(close);
        let function = significant(open?.prev_token())?;
        if function.kind() == SyntaxKind::IDENT && !self.ended {
            let start = function.text_range().start();
            let names = names.into_iter().enumerate();
            self.locals.extend(names.map(|(place, name)| Local {
                name,
                kind: LocalKind::Parameter(start, place),
            }));
        }
        significant(previous(&function))
    }

    fn finish(mut self, right: Option<SyntaxToken>) -> Context {
        // The same name may be bound twice: the nearer one is meant.
        let mut known = rustc_hash::FxHashSet::default();
        self.locals.retain(|local| known.insert(local.name.clone()));
        let behind = right.and_then(|token| match token.text_range().end() > self.word.end() {
            true => Some(token),
            false => token.next_token(),
        });
        let is_call = behind.is_some_and(|token| {
            matches!(token.kind(), SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET)
                && token.text_range().start() == self.word.end()
                && self.word.end() >= self.at
        });
        Context {
            word: self.word,
            typed: self.typed,
            position: self.position.unwrap_or(Position::Statement),
            brackets: self.brackets,
            locals: self.locals,
            is_call,
        }
    }
}

/// The first token from here backwards that is not space or comment.
fn significant(token: Option<SyntaxToken>) -> Option<SyntaxToken> {
    std::iter::successors(token, previous).find(|token| !token.kind().is_trivia())
}

/// The token before a token. Nodes without text lie between some.
fn previous(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut element = SyntaxElement::from(token.clone());
    loop {
        element = match element.prev_sibling_or_token() {
            Some(before) => match last_token(&before) {
                Some(token) => return Some(token),
                None => before,
            },
            None => SyntaxElement::from(element.parent()?),
        };
    }
}

fn last_token(element: &SyntaxElement) -> Option<SyntaxToken> {
    if let Some(token) = element.as_token() {
        return Some(token.clone());
    }
    let last = element.as_node()?.last_child_or_token();
    let mut children = std::iter::successors(last, SyntaxElement::prev_sibling_or_token);
    children.find_map(|child| last_token(&child))
}

/// Whether a semicolon stands between two statements of the script itself.
fn is_of_script(token: &SyntaxToken) -> bool {
    token
        .parent()
        .is_some_and(|parent| parent.kind() == SyntaxKind::SCRIPT)
}

/// Whether a token is the name of a builtin that makes its arguments variables of the function around.
fn declares(callee: &SyntaxToken) -> bool {
    let declares = |id: &BuiltinId| match id.row().form {
        Form::Control(Control::Regional) => true,
        Form::Special(binding) => binding.binds == Binds::Names,
        _ => false,
    };
    callee.kind() == SyntaxKind::IDENT && builtins::named(&name(callee)).iter().any(declares)
}

/// The names directly between a closing bracket and its opening one, and the latter.
fn group(close: SyntaxToken) -> (Vec<String>, Option<SyntaxToken>) {
    let mut names = Vec::new();
    let mut depth = 0_usize;
    for token in std::iter::successors(Some(close), previous) {
        match token.kind() {
            SyntaxKind::R_PAREN | SyntaxKind::R_BRACKET | SyntaxKind::R_BRACE => depth += 1,
            SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET | SyntaxKind::L_BRACE => {
                depth -= 1;
                if depth == 0 {
                    names.reverse();
                    return (names, Some(token));
                }
            }
            SyntaxKind::IDENT if depth == 1 => names.push(name(&token)),
            _ => {}
        }
    }
    (names, None)
}

/// What a place is part of, by the token before its word.
fn position(before: Option<&SyntaxToken>) -> Position {
    let Some(token) = before else {
        return Position::Statement;
    };
    match token.kind() {
        SyntaxKind::SEMICOLON => Position::Statement,
        SyntaxKind::DOT => Position::Field {
            base: token.text_range().start(),
        },
        SyntaxKind::COLON
            if token
                .parent()
                .is_some_and(|it| it.kind() != SyntaxKind::DICT_ENTRY) =>
        {
            Position::Key
        }
        SyntaxKind::ARROW => {
            let modifier = significant(previous(token));
            Position::ModifierValue(modifier.as_ref().map(name).unwrap_or_default())
        }
        kind => Position::Operand(kind),
    }
}
