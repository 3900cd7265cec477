//! The names of an applet, from the tokens of all its scripts: they are there in broken text as well.

use std::borrow::Cow;

use cindyscript_hir::program::ScriptId;
use cindyscript_syntax::text::{string_value, without_spaces};
use cindyscript_syntax::{Element, Node, SyntaxKind, Token};
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::TextSize;

use crate::analysis::AppletAnalysis;

/// The names of an applet.
#[derive(Debug, Default)]
pub(super) struct Words<'a> {
    /// Variables and functions.
    names: FxHashMap<Cow<'a, str>, Word>,
    /// Functions that are called with capitals, in lower case: case is no matter there.
    lower: FxHashMap<String, Word>,
    /// Fields, and keys of dictionaries.
    pub(super) fields: FxHashSet<Cow<'a, str>>,
    /// Keys of user data.
    pub(super) keys: FxHashSet<&'a str>,
}

/// How a name is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    /// How often it stands in the scripts, but for the place that is being typed at.
    pub(super) count: u32,
    /// Whether it is given a value somewhere.
    pub(super) is_assigned: bool,
    /// How often brackets follow it.
    pub(super) calls: u32,
    /// How many bytes of the script lie between the place and the nearest of these, if it stands in
    /// the same script.
    pub(super) distance: Option<u32>,
}

impl<'a> Words<'a> {
    /// The names of an applet as they are used around a place of a script.
    pub(super) fn new(applet: &'a AppletAnalysis, script: ScriptId, at: TextSize) -> Self {
        let mut words = Self::default();
        let parses = applet.document.parses(applet.applet).iter().zip(0..);
        for (parse, index) in parses {
            let mut reader = Reader {
                words: &mut words,
                at: (ScriptId(index) == script).then_some(at),
                before: None,
                name: None,
            };
            reader.node(Node::new(&parse.green, TextSize::new(0)));
            if let Some(name) = reader.name.take() {
                reader.name(name, SyntaxKind::SCRIPT);
            }
        }
        words
    }

    /// The names, each as it is used.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Word)> {
        self.names.iter().map(|(name, word)| (&**name, word))
    }

    /// How a builtin is used, whose name is in lower case.
    pub(super) fn builtin(&self, name: &str) -> Word {
        let mut word = self.get(name);
        word.count += self.lower.get(name).map_or(0, |lower| lower.count);
        word
    }

    /// How a name is used.
    pub(super) fn get(&self, name: &str) -> Word {
        self.names.get(name).copied().unwrap_or_default()
    }
}

struct Reader<'w, 'a> {
    words: &'w mut Words<'a>,
    /// The place, if it is in this script.
    at: Option<TextSize>,
    /// The token before.
    before: Option<SyntaxKind>,
    /// The same, if it is a name.
    name: Option<Token<'a>>,
}

impl<'a> Reader<'_, 'a> {
    fn node(&mut self, node: Node<'a>) {
        if node.kind() == SyntaxKind::DICT_ENTRY {
            let key = node.children().next();
            let key = key.and_then(|key| key.token(SyntaxKind::STRING));
            let key = key.filter(|key| !self.is_here(*key));
            self.words
                .fields
                .extend(key.map(content).map(Cow::Borrowed));
        }
        for child in node.children_with_tokens() {
            match child {
                Element::Node(node) => self.node(node),
                Element::Token(token) if token.kind().is_trivia() => {}
                Element::Token(token) => self.token(token),
            }
        }
    }

    /// Whether a token is that which is being typed.
    fn is_here(&self, token: Token<'_>) -> bool {
        self.at
            .is_some_and(|at| token.range().contains_inclusive(at))
    }

    fn token(&mut self, token: Token<'a>) {
        let kind = token.kind();
        if let Some(name) = self.name.take() {
            self.name(name, kind);
        }
        match (kind, self.before) {
            (SyntaxKind::IDENT | SyntaxKind::STRING, _) if self.is_here(token) => {}
            (SyntaxKind::IDENT, Some(SyntaxKind::DOT)) => {
                self.words.fields.insert(without_spaces(token.text()));
            }
            (SyntaxKind::IDENT, _) => self.name = Some(token),
            (SyntaxKind::STRING, Some(SyntaxKind::COLON)) => {
                self.words.keys.insert(content(token));
            }
            _ => {}
        }
        self.before = Some(kind);
    }

    /// A name, with the kind of the token behind it.
    fn name(&mut self, token: Token<'a>, behind: SyntaxKind) {
        if behind == SyntaxKind::ARROW {
            // Of a modifier.
            return;
        }
        let text = without_spaces(token.text());
        let has_capitals = text.bytes().any(|byte| byte.is_ascii_uppercase());
        let lower = if has_capitals {
            text.to_lowercase()
        } else {
            String::new()
        };
        let word = self.words.names.entry(text).or_default();
        word.count += 1;
        match behind {
            SyntaxKind::EQ | SyntaxKind::COLON_EQ => word.is_assigned = true,
            SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET => {
                word.calls += 1;
                if has_capitals {
                    let lower = self.words.lower.entry(lower).or_default();
                    lower.count += 1;
                }
            }
            _ => {}
        }
        if let Some(at) = self.at {
            let range = token.range();
            let (from, to) = match range.end() <= at {
                true => (range.end(), at),
                false => (at, range.start().max(at)),
            };
            let distance = u32::from(to - from);
            word.distance = Some(word.distance.map_or(distance, |known| known.min(distance)));
        }
    }
}

fn content(token: Token<'_>) -> &str {
    string_value(token.text())
}
