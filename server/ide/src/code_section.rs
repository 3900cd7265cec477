//! A section about a code, made of the registry and of what is said of its example: what the code
//! means, a text that provokes it with what is said of that, why, and what to do.

use std::fmt::Write as _;

use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use cindyscript_hir::document::Document;
use cindyscript_hir::program::PlotId;

use crate::analysis::analyse;
use crate::code_actions::{FileEdit, code_actions};
use crate::unused::unused;

/// The section about a code, as Markdown, under a heading of this level: 1 is a document of its own.
#[must_use]
pub fn section(code: Code, level: usize) -> String {
    let heading = "#".repeat(level);
    let severities = code.severities().iter().copied().map(Severity::name);
    let severities: Vec<&str> = severities.collect();
    let severities = severities.join(" or ");
    let mut text = format!(
        "{heading} {code}\n\n{}\n\nSeverity: {severities}.\n",
        code.meaning()
    );
    let example = code.example().map(|example| Example::new(code, example));
    if let Some(example) = &example {
        let language = example.language;
        let _ = write!(
            text,
            "\n{heading}# Example\n\n```{language}\n{}\n```\n",
            unindented(example.text)
        );
        if let Some(said) = &example.said {
            let _ = write!(text, "\n> {}\n", said.message);
            if let Some(help) = &said.help {
                let _ = write!(text, ">\n> Help: {help}\n");
            }
        }
    }
    if let Some(case) = code.case() {
        let _ = write!(text, "\n{heading}# Example\n\n{case}\n");
    }
    let _ = write!(text, "\n{heading}# Why\n\n{}\n", code.why());
    let _ = write!(text, "\n{heading}# Fix\n\n{}\n", code.fix());
    if let Some(example) = &example
        && let Some(mended) = &example.mended
    {
        let language = example.language;
        let mended = unindented(mended);
        let _ = write!(text, "\n```{language}\n{mended}\n```\n");
    }
    text
}

/// A text that provokes a code.
struct Example {
    text: &'static str,
    /// What it is written in.
    language: &'static str,
    /// What is said of it.
    said: Option<Diagnostic>,
    /// The text when it is mended, if there is an action that does it.
    mended: Option<String>,
}

impl Example {
    fn new(code: Code, text: &'static str) -> Self {
        let (name, language) = match text.starts_with('<') {
            true => ("example.html", "html"),
            false => ("example.cindyscript", "cindyscript"),
        };
        let analysis = analyse(&Document::open(name, text));
        let mut more = analysis.portability();
        more.extend(analysis.recompilation());
        more.extend(unused(&analysis));
        for applet in &analysis.applets {
            let plots = (0..applet.program.plots.len() as u32).map(PlotId);
            let refused =
                plots.filter_map(|plot| cindyscript_lint::pixel_program(applet, plot, &[]).err());
            more.extend(refused.flatten());
        }
        let mut all = analysis.diagnostics.iter().chain(&more);
        let said = all.find(|found| found.code == code).cloned();
        let mended = said.as_ref().and_then(|said| {
            let mut actions = code_actions(&analysis, &more, said.range).into_iter();
            let action = actions.find(|action| {
                let of = action.diagnostic.as_ref();
                of.is_some_and(|of| of.code == code)
            })?;
            Some(mended(text, action.edits))
        });
        Self {
            text,
            language,
            said,
            mended,
        }
    }
}

/// A text without the indentation that all lines after the first have in our sources.
fn unindented(text: &str) -> String {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let common = text.lines().skip(1).map(depth).min().unwrap_or_default();
    text.replace(&format!("\n{}", " ".repeat(common)), "\n")
}

/// A text with edits, none of which overlap.
fn mended(text: &str, mut edits: Vec<FileEdit>) -> String {
    edits.sort_by_key(|edit| edit.range.start());
    let mut mended = text.to_owned();
    for edit in edits.iter().rev() {
        mended.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.text);
    }
    mended
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(code: Code, expected: Expect) {
        expected.assert_eq(&section(code, 1));
    }

    #[test]
    fn a_mistake_and_how_it_is_mended() {
        check(
            Code::Bars,
            expect![[r#"
                # bars

                Bars contain too many values, or other bars.

                Severity: error.

                ## Example

                ```cindyscript
                println(|1, 2, 3|);
                ```

                > between bars there are 3 values
                >
                > Help: write |x| for an absolute value, |a, b| for a distance; a vector is |[a, b, c]|

                ## Why

                `|a|` is an absolute value, and `|a, b|` a distance. A second bar always closes the first, so bars do not nest.

                ## Fix

                Write brackets around a list, `|[a, b, c]|`, and parentheses or `abs(..)` around an expression that contains bars.
            "#]],
        );
        check(
            Code::ForeignOperator,
            expect![[r#"
                # foreign-operator

                An operator of another language is used.

                Severity: error or warning or hint.

                ## Example

                ```cindyscript
                x = 3; inside = x > 1 && x < 4; println(inside);
                ```

                > this operator does not exist
                >
                > Help: `and` is written `&`

                ## Why

                CindyScript does not have this operator.

                ## Fix

                Write `&` for and, `%` for or, `!` for not, `a = a + 1` for `a += 1`, `mod(a, b)` for a remainder.

                ```cindyscript
                x = 3; inside = x > 1 & x < 4; println(inside);
                ```
            "#]],
        );
    }

    #[test]
    fn what_depends_on_more_than_a_text_is_told_in_words() {
        check(
            Code::NotUtf8,
            expect![[r#"
                # not-utf-8

                A file is not UTF-8.

                Severity: error.

                ## Example

                A page that was saved as Latin-1: there `ö` is the single byte F6.

                ## Why

                Files are read as UTF-8, and these bytes are not a character in UTF-8.

                ## Fix

                Save the file as UTF-8 in the editor.
            "#]],
        );
    }

    #[test]
    fn each_code_has_a_section() {
        for &code in Code::ALL {
            let text = section(code, 1);
            let mut parts = [code.meaning(), code.why(), code.fix()].into_iter();
            assert!(parts.all(|part| text.contains(part)), "{text}");
            if let Some(example) = code.example() {
                let said = Example::new(code, example).said;
                assert!(said.is_some(), "nothing is said: {text}");
            }
        }
    }
}
