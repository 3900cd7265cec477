//! The indentation of a page: it stays, whatever an editor or the one style has.

use std::cmp::Reverse;
use std::collections::HashMap;

use cindyscript_applet::is_page;
use cindyscript_format::{Indent, Style};
use cindyscript_hir::document::Document;
use cindyscript_syntax::{SyntaxKind, tokens};

use crate::scripts::scripts;

/// The fewest and the most spaces that are a level of indentation: others are slips, or align a line
/// with one above it.
const SPACES: std::ops::RangeInclusive<usize> = 2..=8;

/// The style with the indentation of a page, as its scripts have it most often. If they have no
/// bracket over several lines, the page keeps at least its tabs or its spaces. The style of a file
/// that is no page, or that has no indentation, is the one given.
#[must_use]
pub fn style_of_page(document: &Document, style: Style) -> Style {
    let text = document.text();
    if !is_page(document.name(), text) {
        return style;
    }
    let mut counts = HashMap::new();
    for script in scripts(document) {
        count_levels(script.text, &mut counts);
    }
    let columns = |indent: &Indent| match *indent {
        Indent::Tab => 0,
        Indent::Spaces(count) => count,
    };
    let most = counts
        .into_iter()
        .max_by_key(|(indent, count)| (*count, Reverse(columns(indent))));
    let indent = match most {
        Some((indent, _)) => indent,
        None => of_lines(text, style.indent),
    };
    Style { indent, ..style }
}

/// Counts the levels of indentation of a script: how far lines stand inside of the line before them
/// that opens one more bracket than it closes.
fn count_levels(script: &str, counts: &mut HashMap<Indent, usize>) {
    let mut depth = 0_usize;
    let mut last: Option<(usize, &str)> = None;
    let mut before_line = None;
    for (kind, range) in tokens(script) {
        let token = script
            .get(std::ops::Range::<usize>::from(range))
            .unwrap_or_default();
        if kind == SyntaxKind::WHITESPACE {
            before_line = token
                .rsplit_once('\n')
                .map_or(before_line, |(_, blanks)| Some(blanks));
            continue;
        }
        if let Some(blanks) = before_line.take() {
            let opened = last.filter(|(outer, _)| depth == outer + 1);
            let level = opened.and_then(|(_, outer)| level(blanks.strip_prefix(outer)?));
            if let Some(level) = level {
                *counts.entry(level).or_default() += 1;
            }
            last = Some((depth, blanks));
        }
        match kind {
            SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET | SyntaxKind::L_BRACE => depth += 1,
            SyntaxKind::R_PAREN | SyntaxKind::R_BRACKET | SyntaxKind::R_BRACE => {
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
    }
}

/// The level that white space is.
fn level(blanks: &str) -> Option<Indent> {
    match blanks.trim_start_matches(' ') {
        "" => Some(blanks.len())
            .filter(|count| SPACES.contains(count))
            .map(Indent::Spaces),
        "\t" if blanks.len() == 1 => Some(Indent::Tab),
        _ => None,
    }
}

/// A level of the kind that the lines of a page begin with.
fn of_lines(text: &str, indent: Indent) -> Indent {
    let begin = |blank: char| text.lines().filter(|line| line.starts_with(blank)).count();
    let (tabs, spaces) = (begin('\t'), begin(' '));
    match indent {
        _ if tabs > spaces => Indent::Tab,
        Indent::Tab if spaces > tabs => Style::default().indent,
        indent => indent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formatting::formatting;

    /// A page after formatting in an editor that would indent so.
    fn formatted(page: &str, indent: Indent) -> String {
        let document = Document::open("a.html", page);
        let style = Style {
            indent,
            ..Style::default()
        };
        formatting(&document, &style_of_page(&document, style)).apply(page)
    }

    const OPTIONS: [Indent; 4] = [
        Indent::Tab,
        Indent::Spaces(2),
        Indent::Spaces(4),
        Indent::Spaces(8),
    ];

    #[test]
    fn page_in_its_own_style_stays_whatever_the_editor_has() {
        for level in ["  ", "    ", "\t"] {
            let page = "<div>\n\t<script type='text/x-cindyscript'>\n\t\tf(x) := (\n\t\t\ty = x;\n\t\t\t\
                        repeat(3,\n\t\t\t\ty = y^2;\n\t\t\t);\n\t\t\ty\n\t\t);\n\t</script>\n</div>\n";
            let page = page.replace('\t', level);
            for options in OPTIONS {
                assert_eq!(formatted(&page, options), page, "{level:?} {options:?}");
            }
        }
    }

    #[test]
    fn page_keeps_its_most_frequent_level() {
        let page = "<script type='text/x-cindyscript'>\na = f(\n    1,\n    2\n);\nb = [\n   3];\nc = (\n    4;\n\
                    5;\n)\n</script>";
        let expected = "<script type='text/x-cindyscript'>\na = f(\n    1,\n    2\n);\nb = [\n    3\n];\nc = (\n    4;\n    \
                        5;\n)\n</script>";
        for options in OPTIONS {
            assert_eq!(formatted(page, options), expected, "{options:?}");
        }
    }

    #[test]
    fn page_without_levels_keeps_its_tabs_or_spaces() {
        let page = |blank: &str| {
            format!(
                "<body>\n{blank}<script type='text/x-cindyscript'>\n{blank}a = f(\n{blank}1);\n{blank}</script>\n</body>"
            )
        };
        let inside = |page: String, options| {
            let formatted = formatted(&page, options);
            let line = formatted.lines().nth(3).unwrap_or_default();
            line.trim_end_matches(char::is_alphanumeric).to_owned()
        };
        assert_eq!(inside(page("\t"), Indent::Spaces(4)), "\t\t");
        assert_eq!(inside(page("    "), Indent::Tab), "      ");
        assert_eq!(inside(page("    "), Indent::Spaces(4)), "        ");
        // There is nothing to be kept.
        assert_eq!(inside(page(""), Indent::Tab), "\t");
    }

    #[test]
    fn script_of_its_own_follows_the_editor() {
        let text = "f(x) := (\n    x\n);\n";
        let document = Document::open("a.cindyscript", text);
        let style = style_of_page(&document, Style::default());
        assert_eq!(
            formatting(&document, &style).apply(text),
            "f(x) := (\n  x\n);\n"
        );
    }
}
