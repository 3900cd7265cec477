//! A section about a code, made of the registry and of what is said of its example: what the code
//! means, a text that provokes it, why it does, and the text when it is mended.

use std::fmt::Write as _;

use cindyscript_diagnostic::{Code, Diagnostic};
use cindyscript_hir::document::Document;
use cindyscript_hir::program::PlotId;

use crate::analyse::analyse;
use crate::code_actions::{Edit, code_actions};
use crate::portability::{portability, recompilation};
use crate::unused::unused;

/// The section about a code, as Markdown.
#[must_use]
pub fn section(code: Code) -> String {
    let mut text = format!("# {code}\n\n{}\n", code.meaning());
    if let Some(example) = code.example() {
        // Nothing refuses to be written into a string.
        let _ = write_example(&mut text, code, example);
    }
    text
}

fn write_example(text: &mut String, code: Code, example: &str) -> std::fmt::Result {
    let (name, language) = match example.starts_with('<') {
        true => ("example.html", "html"),
        false => ("example.cindyscript", "cindyscript"),
    };
    write!(text, "\n## Example\n\n```{language}\n{example}\n```\n")?;
    let analysis = analyse(&Document::open(name, example));
    let mut more = portability(&analysis);
    more.extend(recompilation(&analysis));
    more.extend(unused(&analysis));
    for applet in &analysis.applets {
        let plots = (0..applet.program.plots.len() as u32).map(PlotId);
        let refused = plots.filter_map(|plot| applet.pixel_program(plot, &[]).err());
        more.extend(refused.flatten());
    }
    let is_it = |found: &&Diagnostic| found.code == code;
    let Some(found) = analysis.diagnostics.iter().chain(&more).find(is_it) else {
        return Ok(());
    };
    write!(text, "\n{}\n", found.message)?;
    if let Some(help) = &found.help {
        write!(text, "\nHelp: {help}\n")?;
    }
    let mut actions = code_actions(&analysis, &more, found.range).into_iter();
    let mends = actions.find(|action| action.diagnostic.as_ref().is_some_and(|of| of.code == code));
    if let Some(action) = mends {
        let mended = mended(example, action.edits);
        write!(text, "\n## Fix\n\n```{language}\n{mended}\n```\n")?;
    }
    Ok(())
}

/// A text with edits, none of which overlap.
fn mended(text: &str, mut edits: Vec<Edit>) -> String {
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
        expected.assert_eq(&section(code));
    }

    #[test]
    fn a_mistake_and_how_it_is_mended() {
        check(
            Code::Bars,
            expect![[r#"
            # bars

            Bars have the wrong number of values between them, or stand inside of bars.

            ## Example

            ```cindyscript
            println(|1, 2, 3|);
            ```

            between bars there are 3 values

            Help: write |x| for an absolute value, |a, b| for a distance; a vector is |[a, b, c]|
        "#]],
        );
        check(
            Code::ForeignOperator,
            expect![[r#"
            # foreign-operator

            An operator is one of another language.

            ## Example

            ```cindyscript
            a = 1 && 2;
            ```

            this operator does not exist

            Help: `and` is written `&`

            ## Fix

            ```cindyscript
            a = 1 & 2;
            ```
        "#]],
        );
    }

    #[test]
    fn what_depends_on_other_files_has_no_example() {
        check(
            Code::NotUtf8,
            expect![[r#"
            # not-utf-8

            A file is not UTF-8.
        "#]],
        );
    }

    #[test]
    fn each_code_has_a_section() {
        for &code in Code::ALL {
            let text = section(code);
            assert!(text.contains(code.meaning()), "{text}");
            if let Some(example) = code.example() {
                // What follows the example: why it provokes the code.
                let (_, said) = text.split_once(example).unwrap_or_default();
                assert!(said.len() > "\n```\n".len(), "nothing is said: {text}");
            }
        }
    }
}
