//! Texts for people, in the form that the editor takes: Markdown or plain text, with or without links.

use tower_lsp::ls_types::{MarkupContent, MarkupKind};

/// A text as Markdown, or without its marks for an editor that takes plain text only.
pub(crate) fn markup(markdown: String, is_plain: bool) -> MarkupContent {
    match is_plain {
        true => MarkupContent {
            kind: MarkupKind::PlainText,
            value: plain_text(&markdown),
        },
        false => MarkupContent {
            kind: MarkupKind::Markdown,
            value: markdown,
        },
    }
}

/// Markdown without the marks of code, bold letters, headings and rules. Code stays as it is.
fn plain_text(markdown: &str) -> String {
    const FENCE: &str = "```";
    let mut lines = Vec::new();
    let mut is_code = false;
    for line in markdown.lines() {
        if line.starts_with(FENCE) {
            is_code = !is_code;
        } else if is_code {
            lines.push(line.to_owned());
        } else if line != "---" {
            let text = line.trim_start_matches('#');
            let text = match text.len() < line.len() {
                true => text.trim_start(),
                false => text,
            };
            lines.push(text.replace("**", "").replace('`', ""));
        }
    }
    lines.join("\n")
}

/// Markdown with words in place of links: of one to a place of the document its text alone, which names
/// the line; of others the address as well. `document` is the URI of the document, if it has links to
/// places.
pub(crate) fn without_links(markdown: &str, document: Option<&str>) -> String {
    const MIDDLE: &str = "](";
    let mut text = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some(middle) = rest.find(MIDDLE) {
        let (before, address) = (&rest[..middle], &rest[middle + MIDDLE.len()..]);
        let place = document.and_then(|uri| Some((uri.len(), address.strip_prefix(uri)?)));
        let end = match place {
            // The URI may have brackets.
            Some((uri, place)) => place.find(')').map(|end| uri + end),
            None => address.find([')', ' ', '\n']),
        };
        let ends = |end: &usize| address[*end..].starts_with(')');
        let address = end.filter(ends).and_then(|end| address.get(..end));
        let link = before
            .rfind('[')
            .zip(address.filter(|it| it.contains("://")));
        let Some((start, address)) = link else {
            text.push_str(&rest[..middle + MIDDLE.len()]);
            rest = &rest[middle + MIDDLE.len()..];
            continue;
        };
        text.push_str(&before[..start]);
        text.push_str(&before[start + 1..]);
        if place.is_none() {
            text.push_str(": ");
            text.push_str(address);
        }
        rest = &rest[middle + MIDDLE.len() + address.len() + 1..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_left_out_except_in_code() {
        let markdown = "```cindyscript\nwave: `real` ** 2\n```\nthe **type** of `wave`\n\n---\n\n## Why\n# is here";
        let text = "wave: `real` ** 2\nthe type of wave\n\n\nWhy\nis here";
        assert_eq!(plain_text(markdown), text);
        assert_eq!(plain_text("```\n# is the pixel"), "# is the pixel");
    }

    #[test]
    fn links_become_words() {
        let uri = Some("file:///a(b).html");
        for (markdown, words) in [
            ("in [line 3](file:///a(b).html#L3,1), and", "in line 3, and"),
            ("[manual](https://x.y/z)", "manual: https://x.y/z"),
            ("l[1](x) [a] (b) [c](d", "l[1](x) [a] (b) [c](d"),
            ("[a](https://x y)", "[a](https://x y)"),
            ("](", "]("),
            ("](https://x)[é](https://x)", "](https://x)é: https://x"),
        ] {
            assert_eq!(without_links(markdown, uri), words, "{markdown}");
        }
        assert_eq!(without_links("[a](file:///b)", None), "a: file:///b");
    }
}
