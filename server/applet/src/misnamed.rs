//! Files whose name does not fit their text: a page with the name of a script, and a script with the
//! name of a page.

use cindyscript_diagnostic::{Code, Diagnostic};
use text_size::{TextRange, TextSize};

use crate::is_page;
use crate::tag::Tags;

/// The reason why a file has no applet, as far as its name and its text show it.
#[must_use]
pub fn why_nothing(name: &str, text: &str) -> Option<&'static str> {
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Some("the file is empty");
    }
    let is_script = is_page(name, text) && !has_tags(text);
    is_script.then_some("if this is a script, rename it to `.cindyscript`")
}

/// True if a text has tags of HTML.
fn has_tags(text: &str) -> bool {
    text.trim_start().starts_with('<') || Tags::new(text).next().is_some()
}

/// True if the text of a script is a web page: it begins as one, behind comments of HTML.
pub(crate) fn is_page_in_script(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(comment) = rest.strip_prefix("<!--") {
        let Some((_, behind)) = comment.split_once("-->") else {
            return false;
        };
        rest = behind.trim_start();
    }
    ["<!doctype", "<html"].iter().any(|start| {
        let begin = rest.get(..start.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(start))
    })
}

/// The only error of such a script.
pub(crate) fn page_in_script() -> Diagnostic {
    let start = TextRange::empty(TextSize::new(0));
    let message = "this is a web page: rename it to `.html`";
    Diagnostic::new(Code::CannotRead, start, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_file;

    #[test]
    fn page_with_the_name_of_a_script_is_one_error() {
        for text in [
            "<!DOCTYPE html>\n<script>CindyJS({});</script>",
            "\u{feff} \n<!-- a --> <!-- b -->\n<HTML lang=en>",
            "<!doctype html>",
        ] {
            let page = parse_file("a.cindyscript", text);
            assert_eq!(page.problems, [page_in_script()], "{text}");
            assert!(page.applets.is_empty(), "{text}");
        }
        for text in ["<p>", "<!-- <html>", "a = 1; <html>", "", "<ht"] {
            assert_eq!(parse_file("a.cjs", text).problems, [], "{text}");
        }
    }

    #[test]
    fn file_without_an_applet_names_the_reason() {
        let script = Some("if this is a script, rename it to `.cindyscript`");
        for (name, text, reason) in [
            ("a.html", "", Some("the file is empty")),
            ("a.cjs", " \n", Some("the file is empty")),
            ("a.html", "if(a<3, b = 1);", script),
            ("a.html", "<p>Text</p>", None),
            ("a.html", "Text<br>", None),
            ("a.cjs", "// nothing", None),
            ("a.txt", "<html>", None),
        ] {
            assert_eq!(why_nothing(name, text), reason, "{name}: {text}");
        }
    }
}
