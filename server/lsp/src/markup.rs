//! Texts for people, in the form that the editor takes.

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
}
