//! The explanation of a type as a document to read.

use std::fmt::Write as _;

use text_size::TextRange;

use crate::document::Document;
use crate::explain::{BindingTime, Explanation, Step, TypeStory};

/// The whole story as Markdown. `link` gives the address of a part of the file.
#[must_use]
pub fn narrate(
    document: &Document,
    explanation: &Explanation,
    link: &dyn Fn(TextRange) -> String,
) -> String {
    let subject = explanation.subject.replace('`', "'");
    let mut types: Vec<&str> = Vec::new();
    for story in &explanation.stories {
        if !types.contains(&story.ty.as_str()) {
            types.push(&story.ty);
        }
    }
    let mut text = format!("# `{subject}`: {}\n", types.join(" | "));
    let narrator = Narrator { document, link };
    for story in &explanation.stories {
        narrator.story(&mut text, &subject, story);
    }
    text
}

struct Narrator<'a> {
    document: &'a Document,
    link: &'a dyn Fn(TextRange) -> String,
}

impl Narrator<'_> {
    fn story(&self, text: &mut String, subject: &str, story: &TypeStory) {
        if let Some(within) = &story.within {
            let _ = write!(text, "\n## In `{within}`\n");
        }
        let when = match story.binding_time {
            BindingTime::Script => "computed on the CPU",
            BindingTime::Frame => "computed once per frame on the CPU",
            BindingTime::Pixel => "computed at every pixel",
        };
        let sign = if story.not_negative {
            ", not negative"
        } else {
            ""
        };
        let _ = write!(text, "\n**{}**, *{when}*{sign}.\n", story.ty);
        if !story.because.is_empty() {
            text.push_str("\n### Why\n\n");
            for (place, step) in story.because.iter().enumerate() {
                let _ = writeln!(text, "{}. {}", place + 1, self.linked(step));
            }
        }
        if !story.rose.is_empty() {
            let _ = write!(text, "\n### How the type of `{subject}` rose\n\n1. ⊥\n");
            for (place, step) in story.rose.iter().enumerate() {
                let _ = writeln!(text, "{}. {}", place + 2, self.linked(step));
            }
        }
    }

    /// A step with the way to its place.
    fn linked(&self, step: &Step) -> String {
        let before = self.document.text().get(..step.range.start().into());
        let line = 1 + before.unwrap_or_default().matches('\n').count();
        let line = format!("line {line}");
        let link = format!("[{line}]({})", (self.link)(step.range));
        match step.text.strip_suffix(&line) {
            Some(text) => format!("{text}{link}"),
            None => format!("{} ({link})", step.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse;
    use crate::explain::explain;
    use expect_test::expect;

    #[test]
    fn the_papers_example() {
        let text = "a = -2;\nb = sqrt(a);\na = b + 1;";
        let document = Document::open("test.cindyscript", text);
        let analysis = analyse(&document);
        let explanation = explain(&document, &analysis, 8.into()).expect("a story");
        let link = |range: TextRange| format!("@{range:?}");
        expect![[r#"
            # `b`: complex

            **complex**, *computed on the CPU*.

            ### Why

            1. `b` is complex because of `sqrt(a)` in [line 2](@12..19)
            2. `a` is complex because of `b + 1` in [line 3](@25..30)

            ### How the type of `b` rose

            1. ⊥
            2. complex because of `sqrt(a)` ([line 2](@12..19))
        "#]]
        .assert_eq(&narrate(&document, &explanation, &link));
    }
}
