//! What hovers say of what, a file a topic.

mod language;
mod names;
mod page;
mod values;

use super::*;
use crate::fixture::{Fixture, marked, marked_in};
use expect_test::{Expect, expect};

/// The hover at `$`, which is taken out of the text.
fn check(text: &str, expected: &Expect) {
    check_fixture(&marked(text), expected);
}

fn check_fixture(fixture: &Fixture, expected: &Expect) {
    expected.assert_eq(&shown(fixture));
}

/// What the hover is about, and what it says.
fn shown(Fixture { analysis, at }: &Fixture) -> String {
    let link = |range: TextRange| format!("@{range:?}");
    let hover = hover(analysis, *at, &link);
    hover.map_or("nothing".to_owned(), |hover| {
        format!(
            "{}\n{}",
            &analysis.document.text()[std::ops::Range::<usize>::from(hover.range)],
            hover.text.markdown()
        )
    })
}
