//! Stylesheets: what their `url(...)` and `@import` name becomes part of them.

use std::ops::Range;
use std::sync::Arc;

use super::data_url::is_data;
use super::release::CindyJs;

/// CSS that stands in a file, or in the page, with what it names in it.
///
/// # Errors
/// A file may not come into the page; the reason in one line.
pub(super) fn inlined(
    css: &str,
    mut url_of: impl FnMut(&str) -> Result<Arc<str>, String>,
) -> Result<String, String> {
    let mut result = String::with_capacity(css.len());
    let mut copied = 0;
    for range in urls(css) {
        let url = css.get(range.clone()).unwrap_or_default().trim();
        if url.is_empty() || url.starts_with('#') || is_data(url) || CindyJs::is_remote(url) {
            continue;
        }
        result.push_str(css.get(copied..range.start).unwrap_or_default());
        copied = range.end;
        result.push_str(&url_of(url)?);
    }
    result.push_str(css.get(copied..).unwrap_or_default());
    Ok(result)
}

/// Where a stylesheet names files, without quotes.
fn urls(css: &str) -> Vec<Range<usize>> {
    let lower = css.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = lower.get(at..) {
        let first = [("/*", 2), ("url(", 4), ("@import", 7)]
            .into_iter()
            .filter_map(|(word, length)| Some((rest.find(word)?, word, length)))
            .min();
        let Some((start, word, length)) = first else {
            break;
        };
        at += start + length;
        let rest = lower.get(at..).unwrap_or_default();
        if word == "/*" {
            at += rest.find("*/").unwrap_or(rest.len());
            continue;
        }
        let blanks = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        // `@import url(...)` is found as such.
        let end = match quote {
            Some(quote) => rest.get(1..).and_then(|rest| rest.find(quote)),
            None if word == "url(" => rest.find(')'),
            None => None,
        };
        if let Some(length) = end {
            let start = at + blanks + usize::from(quote.is_some());
            found.push(start..start + length);
            at = start + length;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_files_are_named() {
        let css = "@import 'a.css'; /* url(no.png) */ @import URL( \"b.css\" );\n\
                   p { background: url(c.png), url('#d') } @import x; url(";
        let found: Vec<&str> = urls(css).into_iter().map(|range| &css[range]).collect();
        assert_eq!(found, ["a.css", "b.css", "c.png", "#d"]);
    }
}
