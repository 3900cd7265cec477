//! The beginning of an applet's init script.

use cindyscript_applet::{Event, Script};
use cindyscript_hir::program::{ScriptId, TermKind};
use text_size::{TextRange, TextSize};

use super::FileEdit;
use crate::analysis::AppletAnalysis;
use cindyscript_analysis::statements;

/// Puts a statement before anything else in the init script; one is made if there is none. None where
/// it cannot be said how the page would name it.
pub(super) fn begin_with(applet: &AppletAnalysis, statement: &str) -> Option<FileEdit> {
    let text = applet.document.text();
    let scripts = applet.source().scripts.iter().zip((0..).map(ScriptId));
    let mut init = scripts.filter(|(script, _)| script.event == Event::Init && !script.is_library);
    let (at, text) = match init.next() {
        Some((script, id)) => match first_statement(applet, id) {
            Some(at) => (at, format!("{statement}\n{}", statements::indent(text, at))),
            None => {
                // A comment that the statement ends with must not go on.
                let is_empty = script.source.text().trim().is_empty();
                let end = if is_empty { "" } else { "\n" };
                (
                    script.source.file_range().start(),
                    format!("{statement}{end}"),
                )
            }
        },
        None => new_script(applet, statement)?,
    };
    Some(FileEdit {
        range: TextRange::empty(at),
        text,
    })
}

/// Where the first statement of a script begins, in bytes of the file.
fn first_statement(applet: &AppletAnalysis, script: ScriptId) -> Option<TextSize> {
    let program = &applet.program;
    let root = program.scripts.get(script.index())?.root;
    let TermKind::Sequence(statements) = program.kind(root) else {
        return None;
    };
    let first = *program.children(statements).first()?;
    Some(applet.range(first).start())
}

/// An init script of one statement, and where it goes: a cell before all others, or an element before
/// the first one of scripts whose ids begin with `cs`.
fn new_script(applet: &AppletAnalysis, statement: &str) -> Option<(TextSize, String)> {
    let text = applet.document.text();
    let scripts = applet.source().scripts.iter();
    let scripts = scripts.filter(|script| script.event != Event::Widget);
    let ranges = scripts.map(|script: &Script| script.source.file_range());
    let first = ranges.min_by_key(|range| range.start())?.start();
    let before = text.get(..usize::from(first))?;
    if !text.trim_start().starts_with('<') {
        let draw = match before.contains("%%") {
            true => "",
            false => "// %% draw\n",
        };
        return Some((TextSize::new(0), format!("// %% init\n{statement}\n{draw}")));
    }
    let tag = before.rfind("<script")?;
    let head = &before[tag..];
    let is_numbered = head.contains("id=\"cs") || head.contains("id='cs");
    let at = TextSize::try_from(tag).ok()?;
    let indent = statements::indent(text, at);
    is_numbered.then(|| {
        let element = "<script id=\"csinit\" type=\"text/x-cindyscript\">";
        (at, format!("{element}{statement}</script>\n{indent}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse;
    use cindyscript_hir::document::Document;

    /// A text after `n = 0;` was put at its beginning.
    fn check(name: &str, text: &str, expected: &str) {
        let analysis = analyse(&Document::open(name, text));
        let edit = analysis
            .applets
            .first()
            .and_then(|applet| begin_with(applet, "n = 0;"))
            .expect("a place");
        let mut after = text.to_owned();
        after.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.text);
        assert_eq!(after, expected);
    }

    #[test]
    fn pages() {
        let init = |text: &str| {
            format!("<script id=\"csinit\" type=\"text/x-cindyscript\">{text}</script>\n")
        };
        // Scripts of buttons stand in the page's JavaScript.
        let button = "<script>var g = [{name: 'B', type: 'Button', script: 'a = 1'}];</script>";
        for (before, after) in [
            (String::new(), init("n = 0;")),
            (button.to_owned(), format!("{button}{}", init("n = 0;"))),
            (init("a = 1;"), init("n = 0;\na = 1;")),
            (init(""), init("n = 0;")),
        ] {
            let rest = "<script id=\"csdraw\" type=\"text/x-cindyscript\">b = n;</script>\n\
                        <script>CindyJS({scripts: 'cs*', geometry: g});</script>";
            check(
                "page.html",
                &format!("{before}{rest}"),
                &format!("{after}{rest}"),
            );
        }
    }

    #[test]
    fn cells() {
        for (before, after) in [
            ("b = n;", "// %% init\nn = 0;\n// %% draw\nb = n;"),
            (
                "// %% draw\nb = n;",
                "// %% init\nn = 0;\n// %% draw\nb = n;",
            ),
            (
                "// %% draw\nb = n;\n// %% init\n  a = 1;",
                "// %% draw\nb = n;\n// %% init\n  n = 0;\n  a = 1;",
            ),
        ] {
            check("a.cindyscript", before, after);
        }
    }
}
