//! From a tree without errors to a document.

use SyntaxKind::*;
use cindyscript_syntax::operator::{Associativity, Operator};
use cindyscript_syntax::{Child, Node, SyntaxKind, Token};

use crate::bracket::{Bracket, Form};
use crate::doc::{Doc, Group, Line};
use crate::gap::{Comment, Gap, Position, word};

/// The operators of this level and of those that bind tighter have no spaces around them, and
/// neither has the range operator, nor whatever stands beside such an operator.
const TIGHT_LEVEL: u8 = 4;
/// Operators up to this level are never at the beginning of a line: `^`, fields, indices.
const UNBROKEN_LEVEL: u8 = 3;

/// The document of a statement.
pub(crate) fn statement<'t>(parts: impl Iterator<Item = Child<'t>>) -> Doc<'t> {
    let mut layout = Layout::default();
    for part in parts {
        layout.element(part);
    }
    layout.doc
}

/// What is put between two tokens if there is no comment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Separator {
    #[default]
    None,
    Space,
    Line(Line),
    Hard(usize),
}

impl Separator {
    /// A line end that comes with the line ends of its group.
    fn certain(is_space: bool) -> Self {
        let is_certain = true;
        Self::Line(Line {
            is_space,
            is_certain,
        })
    }

    /// A line end where the line would be too long.
    fn needed(is_space: bool) -> Self {
        let is_certain = false;
        Self::Line(Line {
            is_space,
            is_certain,
        })
    }
}

#[derive(Debug, Default)]
struct Layout<'t> {
    doc: Doc<'t>,
    /// What comes before the next token.
    separator: Separator,
    /// What the author has there.
    gap: Gap<'t>,
    /// Whether the last token opened a bracket.
    is_opened: bool,
    /// Whether operators have no spaces around them here.
    is_tight: bool,
}

impl<'t> Layout<'t> {
    fn element(&mut self, element: Child<'t>) {
        match element {
            Child::Token(token) if token.kind().is_trivia() => self.gap.push(token),
            Child::Token(token) => self.token(token),
            Child::Node(node) => self.node(node),
        }
    }

    fn token(&mut self, token: Token<'t>) {
        let kind = token.kind();
        let is_end = matches!(kind, COMMA | SEMICOLON | R_PAREN | R_BRACKET | R_BRACE);
        self.between(is_end);
        self.doc.text(word(token));
        self.is_opened = false;
    }

    /// Puts what stands between the last token and the next one.
    fn between(&mut self, before_end: bool) {
        let separator = std::mem::take(&mut self.separator);
        let gap = std::mem::take(&mut self.gap);
        if gap.comments.is_empty() {
            return self.separate(separator);
        }
        let mut separator = Some(separator);
        for (comment, position) in gap.positions() {
            match position {
                Position::Own => self.doc.hard_line(self.blank(comment.lines)),
                Position::Trailing => self.doc.space(),
                Position::Inline => match separator {
                    Some(Separator::None) | None if self.is_opened => {}
                    Some(Separator::None) | None => self.doc.space(),
                    Some(separator) => self.separate(separator),
                },
            }
            separator = None;
            self.comment(comment);
        }
        if gap.ends_line() {
            self.doc.hard_line(self.blank(gap.lines));
        } else if !before_end {
            self.doc.space();
        }
    }

    fn comment(&mut self, comment: Comment<'t>) {
        match comment.is_line {
            true => self.doc.comment(comment.word),
            false => self.doc.text(comment.word),
        }
        self.is_opened = false;
    }

    fn separate(&mut self, separator: Separator) {
        match separator {
            Separator::None => {}
            Separator::Space => self.doc.space(),
            Separator::Line(line) => self.doc.line(line),
            Separator::Hard(blank) => self.doc.hard_line(blank),
        }
    }

    /// The blank lines that are left of so many line ends.
    fn blank(&self, lines: usize) -> usize {
        match self.is_opened {
            true => 0,
            false => lines.saturating_sub(1).min(1),
        }
    }

    fn node(&mut self, node: Node<'t>) {
        match node.kind() {
            BINARY_EXPR => self.binary(node),
            ASSIGN_EXPR | UNDEFINE_EXPR | MODIFIER => self.spaced(node),
            DICT_ENTRY => self.entry(node),
            SEQUENCE => self.sequence(node),
            CALL_EXPR => self.call(node),
            PAREN_EXPR | LIST_EXPR | DICT_EXPR | ABS_EXPR => self.bracket(node, None),
            _ => node
                .children_with_tokens()
                .for_each(|child| self.element(child)),
        }
    }

    /// Parts with spaces between them.
    fn spaced(&mut self, node: Node<'t>) {
        for (index, part) in node.children_with_tokens().enumerate() {
            if index > 0 {
                self.separator = Separator::Space;
            }
            self.element(part);
        }
    }

    /// `"key": value`
    fn entry(&mut self, node: Node<'t>) {
        for part in node.children_with_tokens() {
            self.element(part);
            if kind(part) == COLON {
                self.separator = Separator::Space;
            }
        }
    }

    /// Operands and operators of one level.
    fn binary(&mut self, node: Node<'t>) {
        let Some(operator) = operator(node) else {
            return;
        };
        let parts = chain(node, operator);
        let outer = self.is_tight;
        self.is_tight |= operator.level <= TIGHT_LEVEL || operator.kind == DOT_DOT;
        if operator.level <= UNBROKEN_LEVEL {
            parts.into_iter().for_each(|part| self.element(part));
        } else {
            self.broken_chain(&parts);
        }
        self.is_tight = outer;
    }

    fn broken_chain(&mut self, parts: &[Child<'t>]) {
        self.between(false);
        self.doc.open(Group::Chain);
        let is_space = !self.is_tight;
        let mut after_operator = false;
        for (index, &part) in parts.iter().enumerate() {
            match part {
                Child::Token(token) if token.kind().is_operator() => {
                    self.separator = match lines_around(parts, index) {
                        0 => Separator::needed(is_space),
                        _ => Separator::certain(is_space),
                    };
                    after_operator = true;
                }
                Child::Node(_) if after_operator && is_space => {
                    self.separator = Separator::Space;
                }
                _ => {}
            }
            self.element(part);
        }
        self.doc.close();
    }

    /// Statements within brackets.
    fn sequence(&mut self, node: Node<'t>) {
        let parts: Vec<Child<'t>> = node.children_with_tokens().collect();
        let mut is_first = true;
        for (index, &part) in parts.iter().enumerate() {
            match part {
                Child::Token(token) if token.kind() == SEMICOLON => self.end_item(token),
                Child::Node(_) if !is_first => {
                    self.separator = self.rows(lines_before(&parts, index), true);
                    self.element(part);
                }
                _ => self.element(part),
            }
            is_first &= !is_significant(part);
        }
    }

    /// A certain line end, with the blank line that the author has there.
    fn rows(&self, lines: usize, is_space: bool) -> Separator {
        match lines {
            0 | 1 => Separator::certain(is_space),
            _ => Separator::Hard(1),
        }
    }

    /// A comma or semicolon. Comments at the end of the line before it come behind it.
    fn end_item(&mut self, token: Token<'t>) {
        let moved = self.gap.ends_line().then(|| std::mem::take(&mut self.gap));
        self.token(token);
        self.gap = moved.unwrap_or_default();
    }

    fn call(&mut self, node: Node<'t>) {
        let callee = node.token(IDENT).map_or("", Token::text);
        for part in node.children_with_tokens() {
            match part {
                Child::Node(node) if node.kind() == ARG_LIST => self.bracket(node, Some(callee)),
                _ => self.element(part),
            }
        }
    }

    fn bracket(&mut self, node: Node<'t>, callee: Option<&str>) {
        let outer = std::mem::replace(&mut self.is_tight, false);
        let bracket = Bracket::new(node, callee);
        match bracket.form {
            Form::Inline => self.inline(&bracket),
            Form::Block { head } => self.block(&bracket, head),
        }
        self.is_tight = outer;
    }

    /// Brackets that stay with what is in them. There are no comments between its items.
    fn inline(&mut self, bracket: &Bracket<'t>) {
        for (index, &part) in bracket.parts.iter().enumerate() {
            if index > 0 && kind(part).is_bracket() {
                self.separator = Separator::None;
            }
            self.element(part);
            if kind(part) == COMMA {
                self.separator = Separator::Space;
            }
        }
    }

    /// Brackets that, if they do not stand on one line, have what is in them on lines of its own
    /// but for a head, which stays on the line of the opening bracket.
    fn block(&mut self, bracket: &Bracket<'t>, head: usize) {
        self.between(false);
        self.doc.open(Group::Block);
        if bracket.is_broken {
            self.doc.break_groups();
        }
        let mut item = 0;
        let last = bracket.parts.len() - 1;
        for (index, &part) in bracket.parts.iter().enumerate() {
            match part {
                Child::Token(token) if index == 0 => {
                    self.token(token);
                    self.is_opened = true;
                    self.doc.indent();
                    if head == 0 {
                        self.separator = Separator::certain(false);
                    }
                }
                Child::Token(token) if index == last => self.close(token, bracket),
                Child::Token(token) if token.kind() == COMMA => {
                    let before = bracket.items.get(item);
                    if before.is_some_and(|item| item.ends_with_semicolon) {
                        self.doc.dedent();
                        self.separator = Separator::certain(false);
                        self.end_item(token);
                        self.doc.indent();
                    } else {
                        self.end_item(token);
                    }
                    item += 1;
                    self.separator = self.after_comma(bracket, item, head);
                }
                _ => self.element(part),
            }
        }
        self.doc.close();
    }

    /// What comes before an item that is not the first.
    fn after_comma(&self, bracket: &Bracket<'t>, item: usize, head: usize) -> Separator {
        let Some(next) = bracket.items.get(item) else {
            return Separator::None;
        };
        if next.is_empty && item + 1 == bracket.items.len() {
            return Separator::None;
        }
        let is_beside = match bracket.keeps_rows {
            true => next.lines == 0 && !bracket.is_conditional,
            false => item < head || bracket.is_filled,
        };
        let is_statements = |at: usize| bracket.items.get(at).is_some_and(|item| item.is_sequence);
        if is_beside && !is_statements(item) && !is_statements(item - 1) {
            Separator::needed(true)
        } else if item == head {
            Separator::certain(true)
        } else {
            self.rows(next.lines, true)
        }
    }

    /// The closing bracket. Comments before it belong to what is in the brackets.
    fn close(&mut self, token: Token<'t>, bracket: &Bracket<'t>) {
        let gap = std::mem::take(&mut self.gap);
        self.separator = Separator::None;
        for (comment, position) in gap.positions() {
            match position {
                Position::Own => self.doc.hard_line(self.blank(comment.lines)),
                Position::Inline if self.is_opened => {}
                Position::Trailing | Position::Inline => self.doc.space(),
            }
            self.comment(comment);
        }
        self.doc.dedent();
        self.separator = match gap.ends_line() {
            true => Separator::Hard(0),
            false if bracket.items.is_empty() => Separator::None,
            false => Separator::certain(false),
        };
        self.token(token);
    }
}

/// The operator of a binary expression.
fn operator(node: Node<'_>) -> Option<&'static Operator> {
    let mut kinds = node.tokens().map(Token::kind);
    kinds.find_map(SyntaxKind::operator)
}

/// The operands and operators of a binary expression and of those of its level that it is made of,
/// with the trivia between them.
fn chain<'t>(node: Node<'t>, operator: &Operator) -> Vec<Child<'t>> {
    let is_part = |part: Child<'t>| {
        let node = part.into_node().filter(|node| node.kind() == BINARY_EXPR)?;
        let level = self::operator(node)?.level;
        (level == operator.level).then_some(node)
    };
    let mut parts: Vec<Child<'t>> = node.children_with_tokens().collect();
    match operator.associativity {
        Associativity::Left => {
            // From the last operand to the first.
            parts.reverse();
            while let Some(node) = parts.last().copied().and_then(is_part) {
                parts.pop();
                let inner: Vec<Child<'t>> = node.children_with_tokens().collect();
                parts.extend(inner.into_iter().rev());
            }
            parts.reverse();
        }
        Associativity::Right => {
            while let Some(node) = parts.last().copied().and_then(is_part) {
                parts.pop();
                parts.extend(node.children_with_tokens());
            }
        }
    }
    parts
}

/// The line ends before and behind a part.
fn lines_around(parts: &[Child<'_>], at: usize) -> usize {
    let behind = parts.iter().skip(at + 1);
    lines_before(parts, at) + lines(behind)
}

/// The line ends before a part, up to the one before it.
fn lines_before(parts: &[Child<'_>], at: usize) -> usize {
    lines(parts[..at].iter().rev())
}

fn lines<'a, 't: 'a>(parts: impl Iterator<Item = &'a Child<'t>>) -> usize {
    let trivia = parts.take_while(|part| !is_significant(**part));
    let spaces = trivia.filter_map(|part| part.into_token());
    spaces.map(crate::bracket::line_ends_of).sum()
}

fn kind(part: Child<'_>) -> SyntaxKind {
    match part {
        Child::Node(node) => node.kind(),
        Child::Token(token) => token.kind(),
    }
}

fn is_significant(part: Child<'_>) -> bool {
    !kind(part).is_trivia()
}
