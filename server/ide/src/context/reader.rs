//! Reads the tokens before a place, the last first: the brackets that are open there, what stands in
//! them, and the names that are bound.

use std::borrow::Cow;

use cindyscript_hir::builtins::{self, Binds, BuiltinId, Control, Form};
use cindyscript_syntax::text::without_spaces;
use cindyscript_syntax::{SyntaxElement, SyntaxKind, SyntaxToken};
use text_size::{TextRange, TextSize};

use super::{ArgumentSlot, Bracket, Callee, Context, Local, LocalKind, Position};

/// Reads the tokens before the place, the last first.
pub(super) struct Reader {
    at: TextSize,
    pub(super) word: TextRange,
    pub(super) typed: String,
    pub(super) position: Option<Position>,
    brackets: Vec<Bracket>,
    locals: Vec<Local>,
    /// The bracket that is being read: its slots, the last first.
    slots: Vec<ArgumentSlot>,
    /// The slot that is being read, the last token of it first.
    slot: ArgumentSlot,
    /// Whether a statement or slot has ended since the bracket opened: what stands before that is
    /// not what the place is part of.
    ended: bool,
}

impl Reader {
    pub(super) fn new(at: TextSize) -> Self {
        Self {
            at,
            word: TextRange::empty(at),
            typed: String::new(),
            position: None,
            brackets: Vec::new(),
            locals: Vec::new(),
            slots: Vec::new(),
            slot: ArgumentSlot::Empty,
            ended: false,
        }
    }

    pub(super) fn read(&mut self, last: Option<SyntaxToken>) {
        let mut next = significant(last);
        if self.position.is_none() {
            self.position = Some(position(next.as_ref()));
        }
        while let Some(token) = next {
            let kind = token.kind();
            let mut before = significant(previous(&token));
            match kind {
                SyntaxKind::R_PAREN | SyntaxKind::R_BRACKET | SyntaxKind::R_BRACE => {
                    before = self.closed_brackets(token);
                }
                SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET | SyntaxKind::L_BRACE => {
                    let callee = before.take_if(|callee| {
                        kind != SyntaxKind::L_BRACE && callee.kind() == SyntaxKind::IDENT
                    });
                    if let Some(callee) = &callee {
                        before = significant(previous(callee));
                    }
                    self.close(kind, callee);
                }
                SyntaxKind::SEMICOLON => {
                    if is_of_script(&token) {
                        break;
                    }
                    self.see(ArgumentSlot::Other);
                    self.ended = true;
                }
                SyntaxKind::COMMA => self.comma(&token),
                SyntaxKind::ARROW => {
                    if let Some(modifier) = before.take_if(|it| it.kind() == SyntaxKind::IDENT) {
                        self.slot = ArgumentSlot::Modifier(name(&modifier));
                        before = significant(previous(&modifier));
                    }
                }
                SyntaxKind::COLON_EQ => {
                    let is_header = |it: &mut SyntaxToken| {
                        matches!(it.kind(), SyntaxKind::R_PAREN | SyntaxKind::R_BRACKET)
                    };
                    self.see(ArgumentSlot::Other);
                    if let Some(close) = before.take_if(is_header) {
                        before = self.header(close);
                    }
                }
                SyntaxKind::IDENT => {
                    self.see(ArgumentSlot::Name(name(&token)));
                }
                _ => self.see(ArgumentSlot::Other),
            }
            next = before;
        }
        // What stands outside of all brackets is no argument of anything.
        self.slots.clear();
    }

    /// Reads brackets that are closed before the place, whose last token is given; gives what stands
    /// before them.
    fn closed_brackets(&mut self, close: SyntaxToken) -> Option<SyntaxToken> {
        let (names, open) = group(close);
        let before = open.and_then(|open| significant(previous(&open)));
        self.see(ArgumentSlot::Other);
        if before.as_ref().is_some_and(declares) {
            self.locals.extend(names.into_iter().map(|name| Local {
                name,
                kind: LocalKind::Regional,
            }));
        }
        before
    }

    /// A comma ends a slot, unless it stands between bars.
    fn comma(&mut self, comma: &SyntaxToken) {
        let parent = comma.parent();
        if parent.is_some_and(|parent| parent.kind() == SyntaxKind::ABS_EXPR) {
            self.see(ArgumentSlot::Other);
        } else {
            self.slots.push(std::mem::take(&mut self.slot));
            self.ended = true;
        }
    }

    /// A part of the slot that is being read.
    fn see(&mut self, part: ArgumentSlot) {
        self.slot = match (&self.slot, part) {
            (ArgumentSlot::Empty, part) => part,
            (ArgumentSlot::Modifier(_), _) => return,
            _ => ArgumentSlot::Other,
        };
    }

    /// The bracket that is being read is done.
    fn close(&mut self, open: SyntaxKind, callee: Option<SyntaxToken>) {
        let mut slots = std::mem::take(&mut self.slots);
        slots.push(std::mem::take(&mut self.slot));
        slots.reverse();
        let bracket = Bracket {
            open,
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
        self.slot = ArgumentSlot::Other;
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

    pub(super) fn finish(mut self, right: Option<SyntaxToken>) -> Context {
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
pub(super) fn significant(token: Option<SyntaxToken>) -> Option<SyntaxToken> {
    std::iter::successors(token, previous).find(|token| !token.kind().is_trivia())
}

/// The token before a token. Nodes without text lie between some.
pub(super) fn previous(token: &SyntaxToken) -> Option<SyntaxToken> {
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
pub(super) fn position(before: Option<&SyntaxToken>) -> Position {
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

/// A name as it counts: without blanks.
fn name(token: &SyntaxToken) -> String {
    match without_spaces(token.text()) {
        Cow::Borrowed(name) => name.to_owned(),
        Cow::Owned(name) => name,
    }
}
