//! How often each word stands in the scripts of an applet, from the tokens of their trees: they are
//! there in broken text as well.
//!
//! The counts of a version are those of the version before it, but for the statements between the
//! first and the last that an edit has touched.

use std::borrow::Cow;
use std::sync::Arc;

use cindyscript_syntax::text::{string_value, without_spaces};
use cindyscript_syntax::{Child, Node, Parse, SyntaxKind, Token};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

/// How often each word stands in the scripts of an applet. Versions with the same words share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words(Arc<Counts>);

/// How often each word stands in some text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Variables and functions.
    pub(crate) names: FxHashMap<SmolStr, Uses>,
    /// Calls of names with capitals, by the name in lower case: case is no matter there.
    pub(crate) lower: FxHashMap<SmolStr, u32>,
    /// Fields, and keys of dictionaries.
    pub(crate) fields: FxHashMap<SmolStr, u32>,
    /// Keys of user data.
    pub(crate) keys: FxHashMap<SmolStr, u32>,
    /// Modifiers of calls.
    pub(crate) modifiers: FxHashMap<SmolStr, u32>,
}

/// How often a name is used, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Uses {
    /// How often it stands there.
    pub(crate) count: u32,
    /// How often it is given a value.
    pub(crate) assigned: u32,
    /// How often brackets follow it.
    pub(crate) calls: u32,
}

/// A word of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) role: Role,
}

/// What a word is in its script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A variable or function, before a token of this kind.
    Name(SyntaxKind),
    /// A field, or a key of a dictionary.
    Field,
    /// A key of user data.
    Key,
    /// A modifier of a call.
    Modifier,
}

impl Words {
    /// The words of scripts.
    pub(crate) fn new(scripts: &[Parse]) -> Self {
        let mut counts = Counts::default();
        for script in scripts {
            read(script, whole(), &mut |word, _| counts.add(&word, true));
        }
        Self(Arc::new(counts))
    }

    /// The words of a later version of the scripts that these are the words of.
    pub(crate) fn update(&self, before: &[Parse], after: &[Parse]) -> Self {
        if before.len() != after.len() {
            return Self::new(after);
        }
        let mut words = self.clone();
        for (before, after) in before.iter().zip(after) {
            let (old, new) = touched(before, after);
            let ends = old.iter().rev().zip(new.iter().rev());
            let front = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
            let rest = old.len().min(new.len()) - front;
            let back = ends.take(rest).take_while(|(a, b)| a == b).count();
            let old = &old[front..old.len() - back];
            let new = &new[front..new.len() - back];
            if old.is_empty() && new.is_empty() {
                continue;
            }
            let counts = Arc::make_mut(&mut words.0);
            old.iter().for_each(|word| counts.add(word, false));
            new.iter().for_each(|word| counts.add(word, true));
        }
        words
    }

    /// The counts.
    pub(crate) fn counts(&self) -> &Counts {
        &self.0
    }
}

impl Counts {
    /// Counts a word, or takes it back.
    pub(crate) fn add(&mut self, word: &Found<'_>, is_there: bool) {
        let by = if is_there { 1 } else { -1 };
        let text = word.text.as_ref();
        match word.role {
            Role::Name(behind) => {
                let is_call = matches!(behind, SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET);
                let is_assigned = matches!(behind, SyntaxKind::EQ | SyntaxKind::COLON_EQ);
                change(&mut self.names, text, |uses| {
                    uses.count = uses.count.saturating_add_signed(by);
                    let calls = by * i32::from(is_call);
                    uses.calls = uses.calls.saturating_add_signed(calls);
                    let assigned = by * i32::from(is_assigned);
                    uses.assigned = uses.assigned.saturating_add_signed(assigned);
                });
                if is_call && text.bytes().any(|byte| byte.is_ascii_uppercase()) {
                    count(&mut self.lower, &text.to_lowercase(), by);
                }
            }
            Role::Field => count(&mut self.fields, text, by),
            Role::Key => count(&mut self.keys, text, by),
            Role::Modifier => count(&mut self.modifiers, text, by),
        }
    }
}

fn count(counts: &mut FxHashMap<SmolStr, u32>, text: &str, by: i32) {
    change(counts, text, |count| {
        *count = count.saturating_add_signed(by);
    });
}

/// Changes what a word is counted as, which is left out where it is no more than nothing.
fn change<T: Copy + Default + Eq>(
    counts: &mut FxHashMap<SmolStr, T>,
    text: &str,
    change: impl FnOnce(&mut T),
) {
    let Some(known) = counts.get_mut(text) else {
        let mut new = T::default();
        change(&mut new);
        if new != T::default() {
            counts.insert(SmolStr::new(text), new);
        }
        return;
    };
    change(known);
    if *known == T::default() {
        counts.remove(text);
    }
}

/// The words of the statements that two versions of a script do not share.
fn touched<'a>(before: &'a Parse, after: &'a Parse) -> (Vec<Found<'a>>, Vec<Found<'a>>) {
    let start = TextSize::new(0);
    let (old, new) = (
        Node::new(&before.green, start),
        Node::new(&after.green, start),
    );
    let (mut front, mut back) = new.shared_children(old);
    if front == new.child_count() && front == old.child_count() {
        return (Vec::new(), Vec::new());
    }
    // What a word is depends on the tokens around it, but on none beyond the end of a statement.
    let is_end = |child: usize| {
        let child = new.children_from(child, start).next();
        let token = child.and_then(Child::into_token);
        token.is_some_and(|token| token.kind() == SyntaxKind::SEMICOLON)
    };
    while front > 0 && !is_end(front - 1) {
        front -= 1;
    }
    let count = new.child_count();
    while back > 0 {
        back -= 1;
        if is_end(count - back - 1) {
            break;
        }
    }
    let words = |root: Node<'a>| {
        let mut found = Vec::new();
        let mut visit = |word, _| found.push(word);
        let mut reader = Reader::new(whole(), &mut visit);
        let between = root.child_count().saturating_sub(front + back);
        for child in root.children_from(front, start).take(between) {
            reader.element(child);
        }
        reader.end();
        found
    };
    (words(old), words(new))
}

/// All of a script.
fn whole() -> TextRange {
    TextRange::up_to(TextSize::new(u32::MAX))
}

/// Reads the words of a script that stand in a part of it, each with its range.
pub(crate) fn read<'a>(
    script: &'a Parse,
    part: TextRange,
    visit: &mut dyn FnMut(Found<'a>, TextRange),
) {
    let mut reader = Reader::new(part, visit);
    for child in script.children_in(part) {
        reader.element(child);
    }
    reader.end();
}

struct Reader<'v, 'a> {
    part: TextRange,
    visit: &'v mut dyn FnMut(Found<'a>, TextRange),
    /// The token before.
    before: Option<SyntaxKind>,
    /// The same, if it is a name.
    name: Option<Token<'a>>,
}

impl<'v, 'a> Reader<'v, 'a> {
    fn new(part: TextRange, visit: &'v mut dyn FnMut(Found<'a>, TextRange)) -> Self {
        Self {
            part,
            visit,
            before: None,
            name: None,
        }
    }

    fn element(&mut self, element: Child<'a>) {
        match element {
            Child::Node(node) if self.part.intersect(node.range()).is_some() => self.node(node),
            Child::Token(token) if token.kind().is_trivia() => {}
            Child::Token(token) if self.part.intersect(token.range()).is_some() => {
                self.token(token);
            }
            Child::Node(_) | Child::Token(_) => {}
        }
    }

    fn node(&mut self, node: Node<'a>) {
        if node.kind() == SyntaxKind::DICT_ENTRY {
            let key = node.children().next();
            let key = key.and_then(|key| key.token(SyntaxKind::STRING));
            if let Some(key) = key {
                self.found(Cow::Borrowed(string_value(key.text())), Role::Field, key);
            }
        }
        for child in node.children_with_tokens() {
            self.element(child);
        }
    }

    fn token(&mut self, token: Token<'a>) {
        let kind = token.kind();
        if let Some(name) = self.name.take() {
            self.name(name, kind);
        }
        match (kind, self.before) {
            (SyntaxKind::IDENT, Some(SyntaxKind::DOT)) => {
                self.found(without_spaces(token.text()), Role::Field, token);
            }
            (SyntaxKind::IDENT, _) => self.name = Some(token),
            (SyntaxKind::STRING, Some(SyntaxKind::COLON)) => {
                let key = string_value(token.text());
                self.found(Cow::Borrowed(key), Role::Key, token);
            }
            _ => {}
        }
        self.before = Some(kind);
    }

    /// A name, with the kind of the token behind it.
    fn name(&mut self, name: Token<'a>, behind: SyntaxKind) {
        let role = match behind {
            SyntaxKind::ARROW => Role::Modifier,
            behind => Role::Name(behind),
        };
        self.found(without_spaces(name.text()), role, name);
    }

    fn found(&mut self, text: Cow<'a, str>, role: Role, token: Token<'a>) {
        (self.visit)(Found { text, role }, token.range());
    }

    fn end(&mut self) {
        if let Some(name) = self.name.take() {
            self.name(name, SyntaxKind::SCRIPT);
        }
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_hir::document::Document;
    use proptest::prelude::*;

    use super::*;

    fn check(texts: &[String]) {
        let mut document = Document::open("test.cindyscript", texts[0].as_str());
        let mut words = Words::new(document.parses(0));
        for text in &texts[1..] {
            let later = document.update(text.as_str());
            words = words.update(document.parses(0), later.parses(0));
            assert_eq!(words.0, Words::new(later.parses(0)).0, "{text}");
            document = later;
        }
    }

    proptest! {
        #[test]
        fn those_of_a_later_version_are_those_of_its_text(
            texts in proptest::collection::vec(
                proptest::collection::vec(
                    "(a|b|Wave|\\.x|:\"k\"|\\{\"d\": 1\\}| = |\\(|\\)|->|;|;\n|\"| 1 )",
                    0..12,
                ),
                2..6,
            )
        ) {
            check(&texts.iter().map(|pieces| pieces.concat()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn versions_with_the_same_words_share_them() {
        let before = Document::open("test.cindyscript", "a = 1; b.x = a; f(2);");
        let words = Words::new(before.parses(0));
        let uses = words.counts().names["a"];
        assert_eq!((uses.count, uses.assigned, uses.calls), (2, 1, 0));
        let after = before.update("a = 1; b.x = a; f(7);");
        let updated = words.update(before.parses(0), after.parses(0));
        assert!(Arc::ptr_eq(&words.0, &updated.0));
        let after = before.update("a = 1; b.x = c; f(2);");
        let updated = words.update(before.parses(0), after.parses(0));
        assert!(!updated.counts().names.contains_key("b.x"));
        assert_eq!(updated.counts().names["c"].count, 1);
        assert_eq!(updated.counts().names["a"].count, 1);
    }
}
