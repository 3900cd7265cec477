//! What an editor may fold: scripts, functions, brackets and comments that go over several lines.

use cindyscript_format::Surroundings;
use cindyscript_hir::document::Document;
use cindyscript_syntax::{Child, Node, SyntaxKind, Token};
use text_size::{TextRange, TextSize};

use crate::scripts::{Script, scripts};

/// What is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub enum FoldKind {
    Script,
    Comment,
    Code,
}

/// A part of the file that may be folded. It goes over several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoldableRange {
    /// What disappears, in bytes of the file. A bracket that closes it on a line of its own stays.
    pub range: TextRange,
    /// What it is.
    pub kind: FoldKind,
}

/// The parts of a file that may be folded, each before those inside of it.
#[must_use]
pub fn folding_ranges(document: &Document) -> Vec<FoldableRange> {
    let mut folds = Vec::new();
    for script in scripts(document) {
        let mut folder = Folder {
            script: &script,
            folds: &mut folds,
            comments: None,
            unclosed: None,
        };
        folder.script();
    }
    folds
}

struct Folder<'s, 'd> {
    script: &'s Script<'d>,
    folds: &'s mut Vec<FoldableRange>,
    /// Line comments on lines that follow one another.
    comments: Option<TextRange>,
    /// The end of the last bracket that nothing closes.
    unclosed: Option<TextSize>,
}

impl Folder<'_, '_> {
    fn script(&mut self) {
        let text = self.script.text;
        let all = TextRange::up_to(TextSize::of(text.trim_end()));
        match self.script.surroundings {
            Surroundings::Element { .. } => self.push(all, FoldKind::Script),
            // From the end of the line before it on.
            Surroundings::Lines { before: true, .. } if self.script.start > TextSize::new(0) => {
                let start = self.script.start - TextSize::new(1);
                let range = TextRange::new(start, all.end() + self.script.start);
                if text.contains('\n') {
                    let kind = FoldKind::Script;
                    self.folds.push(FoldableRange { range, kind });
                }
            }
            Surroundings::Lines { .. } => {}
        }
        self.nodes();
        self.end_comments();
    }

    fn nodes(&mut self) {
        let root = self.script.parse.script().node();
        let mut pending = vec![Child::Node(root)];
        while let Some(part) = pending.pop() {
            match part {
                Child::Token(token) => self.token(token),
                Child::Node(node) => {
                    self.node(node);
                    let first = pending.len();
                    pending.extend(node.children_with_tokens());
                    pending[first..].reverse();
                }
            }
        }
    }

    /// Brackets, and what follows `:=` if that is in none.
    fn node(&mut self, node: Node<'_>) {
        let mut tokens = node.tokens();
        let (first, last) = (tokens.next(), tokens.last());
        match (node.kind(), first, last) {
            (SyntaxKind::ASSIGN_EXPR, Some(operator), _) => {
                let value = node.children().last();
                let is_bracket = value.is_some_and(|value| {
                    value.token(SyntaxKind::L_PAREN).is_some()
                        || value.kind() == SyntaxKind::CALL_EXPR
                });
                if operator.kind() == SyntaxKind::COLON_EQ && !is_bracket {
                    let range = TextRange::new(operator.range().end(), node.range().end());
                    self.push(range, FoldKind::Code);
                }
            }
            (_, Some(open), last) if opens(open.kind()) => {
                match last.filter(|last| last.kind().is_bracket()) {
                    Some(close) => {
                        let range = TextRange::new(open.range().end(), close.range().start());
                        self.push(range, FoldKind::Code);
                    }
                    None => self.unclosed(open, node),
                }
            }
            _ => {}
        }
    }

    /// A bracket that nothing closes, which holds all that follows: the lines that are indented
    /// deeper than its own were meant to be in it. Of several in a line, the first one is folded.
    fn unclosed(&mut self, open: Token<'_>, node: Node<'_>) {
        let start = open.range().end();
        let text = self.script.text;
        if let Some(last) = self.unclosed.replace(start) {
            let between = text.get(usize::from(last)..start.into());
            if !between.unwrap_or_default().contains(['\n', '\r']) {
                return;
            }
        }
        let before = text.get(..usize::from(start)).unwrap_or_default();
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        let inside = TextRange::new(start, node.range().end());
        let inside = text.get(std::ops::Range::<usize>::from(inside));
        let mut lines = inside.unwrap_or_default().split_inclusive('\n');
        let mut end = start + TextSize::of(lines.next().unwrap_or_default());
        for inner in lines {
            if !inner.trim().is_empty() && indentation(inner) <= indentation(line) {
                break;
            }
            end += TextSize::of(inner);
        }
        self.push(TextRange::new(start, end), FoldKind::Code);
    }

    fn token(&mut self, token: Token<'_>) {
        let range = token.range();
        match token.kind() {
            SyntaxKind::BLOCK_COMMENT => {
                self.end_comments();
                self.push(range, FoldKind::Comment);
            }
            SyntaxKind::LINE_COMMENT if self.begins_line(range.start()) => {
                let covered = self
                    .comments
                    .map_or(range, |comments| comments.cover(range));
                self.comments = Some(covered);
            }
            SyntaxKind::WHITESPACE if token.text().matches('\n').count() <= 1 => {}
            _ => self.end_comments(),
        }
    }

    fn begins_line(&self, at: TextSize) -> bool {
        let before = self.script.text.get(..usize::from(at)).unwrap_or_default();
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        line.trim().is_empty()
    }

    fn end_comments(&mut self) {
        if let Some(range) = self.comments.take() {
            self.push(range, FoldKind::Comment);
        }
    }

    /// Adds a part of the script, if it goes over several lines.
    fn push(&mut self, range: TextRange, kind: FoldKind) {
        let text = self.script.text.get(std::ops::Range::<usize>::from(range));
        let text = text.unwrap_or_default().trim_end();
        if text.contains(['\n', '\r']) {
            let range = TextRange::at(range.start() + self.script.start, TextSize::of(text));
            self.folds.push(FoldableRange { range, kind });
        }
    }
}

fn opens(kind: SyntaxKind) -> bool {
    use SyntaxKind::{BAR, L_BRACE, L_BRACKET, L_PAREN};
    matches!(kind, L_PAREN | L_BRACKET | L_BRACE | BAR)
}

/// How many blanks a line begins with.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// The text with each part that may be folded between `⟨` and `⟩`, and its kind behind it.
    fn check(name: &str, text: &str, expected: Expect) {
        let folds = folding_ranges(&Document::open(name, text));
        let mut marks: Vec<(TextSize, bool, String)> = Vec::new();
        for fold in &folds {
            marks.push((fold.range.start(), false, "⟨".to_owned()));
            marks.push((fold.range.end(), true, format!("⟩{:?}", fold.kind)));
        }
        marks.sort_by_key(|(at, is_end, _)| (*at, !*is_end));
        let mut shown = text.to_owned();
        for (at, _, mark) in marks.iter().rev() {
            shown.insert_str(usize::from(*at), mark);
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn brackets() {
        check(
            "a.cjs",
            "f(x) := (\n  g(x, [\n    1, 2\n  ]);\n  x\n);\nh(x) :=\n  x + 1;\n(1, 2);",
            expect![[r#"
                f(x) := (⟨
                  g(⟨x, [⟨
                    1, 2⟩Code
                  ]⟩Code);
                  x⟩Code
                );
                h(x) :=⟨
                  x + 1⟩Code;
                (1, 2);"#]],
        );
        check(
            "a.cjs",
            "h(x) := if(x,\n 1, |2\n|);\nd = {\"a\":\n 1};",
            expect![[r#"
                h(x) := if(⟨x,
                 1, |2
                |⟩Code);
                d = {⟨"a":
                 1⟩Code};"#]],
        );
    }

    #[test]
    fn a_bracket_is_missing() {
        check(
            "a.cjs",
            "f(x) := (\n  (1;\n  2",
            expect![[r#"
            f(x) := (⟨
              (1;
              2⟩Code"#]],
        );
        check(
            "a.cjs",
            "f(x) := (\n  g(x,\n    1;\n  x\n);\n\nh(x) := (\n  x\n);\n",
            expect![[r#"
                f(x) := (⟨
                  g(⟨x,
                    1;
                  x⟩Code⟩Code
                );

                h(x) := (⟨
                  x⟩Code
                );
            "#]],
        );
        check(
            "a.cjs",
            "a = [\n\n  1,\n  2\n\n// b\nb = (\n  3\n);\nc = {\n",
            expect![[r#"
                a = [⟨

                  1,
                  2⟩Code

                // b
                b = (⟨
                  3⟩Code
                );
                c = {
            "#]],
        );
    }

    #[test]
    fn comments() {
        check(
            "a.cjs",
            "// a\n// b\na = 1; // c\n// d\n\n// e\n  // f\nb = 2;\n/* g\n h */ /* i */",
            expect![[r#"
                ⟨// a
                // b⟩Comment
                a = 1; // c
                // d

                ⟨// e
                  // f⟩Comment
                b = 2;
                ⟨/* g
                 h */⟩Comment /* i */"#]],
        );
    }

    #[test]
    fn scripts_of_a_file() {
        check(
            "a.cjs",
            "// %% init\na = 1;\n\n// %% draw\nb = 2;\n",
            expect![[r#"
                // %% init⟨
                a = 1;⟩Script

                // %% draw⟨
                b = 2;⟩Script
            "#]],
        );
        check(
            "a.html",
            "<script type='text/x-cindyscript'>\n  a = 1;\n</script>\n<script>\nlet a = {\n};\n</script>\n\
             <script type='text/x-cindyscript'>a = (1);</script>",
            expect![[r#"
                <script type='text/x-cindyscript'>⟨
                  a = 1;⟩Script
                </script>
                <script>
                let a = {
                };
                </script>
                <script type='text/x-cindyscript'>a = (1);</script>"#]],
        );
    }
}
