//! What stands around a place of a script that is being typed at: the word, the calls around it, and
//! the names that are bound there.
//!
//! All of it is read from the tokens before the place, which are there in broken text as well.

mod reader;

use cindyscript_hir::builtins::{self, Control, Form};
use cindyscript_hir::names::HASH;
use cindyscript_hir::program::ScriptId;
use cindyscript_syntax::{SyntaxKind, SyntaxNode, SyntaxToken, tokens, tokens_at};
use text_size::{TextRange, TextSize};

use crate::analysis::AppletAnalysis;
use reader::{Reader, position, previous, significant};

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
    /// Among the parameters of a function that is being defined, whose names are declared there.
    Parameter,
    /// Within a comment or a number: nothing may be written there.
    Nothing,
    /// Within a string, whose text is the word.
    String {
        /// Whether the string is a key of user data.
        is_key: bool,
    },
}

/// A bracket that is open at the place.
#[derive(Clone, Debug)]
pub(crate) struct Bracket {
    /// The bracket that opens it.
    pub(crate) open: SyntaxKind,
    /// What is called, if it is that of a call.
    pub(crate) callee: Option<Callee>,
    /// The slots before the place, and that of the place itself as far as it stands before it.
    pub(crate) slots: Vec<ArgumentSlot>,
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
pub(crate) enum ArgumentSlot {
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
    pub(crate) fn arguments(&self) -> impl Iterator<Item = &ArgumentSlot> {
        let last = self.slots.len().saturating_sub(1);
        let slots = self.slots.iter().enumerate();
        slots
            .filter(move |(at, slot)| *at == last || !matches!(slot, ArgumentSlot::Modifier(_)))
            .map(|(_, slot)| slot)
    }

    /// The names of the modifiers before the place.
    pub(crate) fn modifiers(&self) -> impl Iterator<Item = &str> {
        self.slots.iter().filter_map(|slot| match slot {
            ArgumentSlot::Modifier(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Whether the place is at the beginning of a slot.
    pub(crate) fn is_slot_start(&self) -> bool {
        self.slots
            .last()
            .is_none_or(|slot| *slot == ArgumentSlot::Empty)
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
        let arguments: Vec<&ArgumentSlot> = self.arguments().collect();
        let own = arguments.len().saturating_sub(1);
        let mut names = Vec::new();
        for place in 1..own.min(3) {
            match arguments.get(place) {
                Some(ArgumentSlot::Name(name)) => names.push(name.clone()),
                _ => break,
            }
        }
        if names.is_empty() && own > 0 {
            names.push(HASH.to_owned());
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
        let tokens = tokens_at(&root, at);
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
        let mut context = reader.finish(right);
        let behind = applet.script_text(script).get(usize::from(at)..);
        if context.call().is_some() && behind.is_some_and(ends_header) {
            context.position = Position::Parameter;
        }
        Some(context)
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

    /// Whether the call of a colorplot is around the place.
    pub(crate) fn is_within_plot(&self) -> bool {
        let mut callees = self
            .brackets
            .iter()
            .filter_map(|bracket| bracket.callee.as_ref());
        callees.any(|callee| {
            let mut rows = builtins::named(&callee.name).iter();
            rows.any(|builtin| builtin.row().form == Form::Control(Control::Plot))
        })
    }
}

/// Whether a text begins with the rest of a function's parameters, and the sign that defines it.
fn ends_header(text: &str) -> bool {
    let kinds = tokens(text).map(|(kind, _)| kind);
    let signs = kinds.filter(|kind| !kind.is_trivia());
    let mut signs = signs.skip_while(|kind| matches!(kind, SyntaxKind::IDENT | SyntaxKind::COMMA));
    let closes = matches!(
        signs.next(),
        Some(SyntaxKind::R_PAREN | SyntaxKind::R_BRACKET)
    );
    closes && signs.next() == Some(SyntaxKind::COLON_EQ)
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
