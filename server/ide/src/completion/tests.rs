//! What is completed where, a file a topic.

mod names;
mod page;
mod values;

use super::*;
use crate::fixture::{Fixture, marked, marked_in};
use expect_test::{Expect, expect};

/// The first completions at `$`, as far as they are to be seen without scrolling.
fn check(text: &str, expected: &Expect) {
    check_fixture(&marked(text), expected);
}

fn check_fixture(Fixture { analysis, at }: &Fixture, expected: &Expect) {
    let all = completions(analysis, *at, true).items;
    let shown = all.iter().take(6).map(|item| {
        let detail = item.detail.as_deref().unwrap_or_default();
        let insert = match item.insert == item.label {
            true => String::new(),
            false => format!(" => {}", item.insert),
        };
        format!("{:?} {}  {detail}{insert}\n", item.kind, item.label)
    });
    let mut shown: String = shown.collect();
    if all.len() > 6 {
        shown.push_str(&format!("and {} more", all.len() - 6));
    }
    expected.assert_eq(&shown);
}

/// The same in a page.
fn check_page(text: &str, expected: &Expect) {
    check_fixture(&marked_in("page.html", text), expected);
}
