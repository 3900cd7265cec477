//! A clock that starts with the applet.

use cindyscript_applet::Event;
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::{Program, ScriptId, TermId, TermKind};
use text_size::{TextRange, TextSize};

use super::{Edit, Remedy, define};
use crate::analysis::AppletAnalysis;

/// Calls `resetclock()` before anything else in the applet's init script; one is made if there is
/// none. Nothing where the clock is not of that kind.
pub(super) fn reset(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    if !program
        .callees
        .iter()
        .any(|callee| callee.is(Intrinsic::Seconds))
        || is_stamp(program, term)
    {
        return Vec::new();
    }
    let scripts = program.scripts.iter().enumerate();
    let own = scripts.filter(|(index, _)| !applet.is_library(ScriptId(*index as u32)));
    let first = |(_, script): (usize, &cindyscript_hir::program::ScriptBody)| match program
        .kind(script.root)
    {
        TermKind::Sequence(statements) => program.children(statements).first().copied(),
        _ => None,
    };
    let is_init = |(_, script): &(usize, &cindyscript_hir::program::ScriptBody)| {
        script.event == Some(Event::Init)
    };
    let text = applet.document.text();
    let init = own.clone().filter(is_init).find_map(first);
    let edit = match init {
        Some(statement) => {
            let at = applet.range(statement).start();
            let indent = define::indent(text, at);
            Some((at, format!("resetclock();\n{indent}")))
        }
        None => new_script(applet),
    };
    let remedy = edit.map(|(at, text)| Remedy {
        title: "call `resetclock()` in the init script".to_owned(),
        edits: vec![Edit {
            range: TextRange::empty(at),
            text,
        }],
    });
    remedy.into_iter().collect()
}

/// An init script that calls `resetclock()`, and where it goes: a cell before all others, or an
/// element before the first one of scripts whose ids begin with `cs`.
fn new_script(applet: &AppletAnalysis) -> Option<(TextSize, String)> {
    let text = applet.document.text();
    let scripts = applet.source().scripts.iter();
    let scripts = scripts.filter(|script| script.event != Event::Widget);
    let ranges = scripts.map(|script| script.source.file_range());
    let first = ranges.min_by_key(|range| range.start())?.start();
    let before = text.get(..usize::from(first))?;
    if !text.trim_start().starts_with('<') {
        let cell = "// %% init\nresetclock();\n";
        let draw = if before.contains("%%") {
            ""
        } else {
            "// %% draw\n"
        };
        return Some((TextSize::new(0), format!("{cell}{draw}")));
    }
    let tag = before.rfind("<script")?;
    let head = &before[tag..];
    let is_numbered = head.contains("id=\"cs") || head.contains("id='cs");
    let at = TextSize::try_from(tag).ok()?;
    let indent = define::indent(text, at);
    is_numbered.then(|| {
        let element = "<script id=\"csinit\" type=\"text/x-cindyscript\">";
        (at, format!("{element}resetclock();</script>\n{indent}"))
    })
}

/// Whether a term is made of `timestamp()`, which no clock changes.
fn is_stamp(program: &Program, term: TermId) -> bool {
    let mut below = (program.term(term).first.0..=term.0).map(TermId);
    below.any(|term| match program.kind(term) {
        TermKind::Call { callee, .. } => program.callee(callee).is(Intrinsic::Timestamp),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use text_size::{TextRange, TextSize};

    use crate::analyse;
    use crate::code_actions::code_actions;
    use cindyscript_hir::document::Document;

    /// A page with these elements before its draw script, after the action at `seconds()`.
    fn reset(before: &str) -> Option<String> {
        let draw = "<script id=\"csdraw\" type=\"text/x-cindyscript\">\
                    colorplot(|#| - seconds())</script>";
        let geometry = if before.contains("g =") { "g" } else { "[]" };
        let text = format!(
            "{before}{draw}\n<script>CindyJS({{scripts: 'cs*', geometry: {geometry}}});</script>"
        );
        let document = Document::open("page.html", text.as_str());
        let analysis = analyse(&document);
        let at = TextSize::try_from(text.find("seconds")?).ok()?;
        let actions = code_actions(&analysis, &[], TextRange::empty(at));
        let mut actions = actions.iter();
        let action = actions.find(|action| action.title.contains("resetclock"))?;
        let mut after = text.clone();
        for edit in &action.edits {
            after.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.text);
        }
        Some(after.split(draw).next()?.to_owned())
    }

    #[test]
    fn a_page_without_an_init_script_gets_one() {
        let made = "<script id=\"csinit\" type=\"text/x-cindyscript\">resetclock();</script>\n";
        assert_eq!(reset("").as_deref(), Some(made));
        // Scripts of buttons stand in the page's JavaScript.
        let button = "<script>var g = [{name: 'B', type: 'Button', script: 'a = 1'}];</script>";
        assert_eq!(reset(button), Some(format!("{button}{made}")));
    }

    #[test]
    fn an_init_script_is_begun_with_it() {
        let init = "<script id=\"csinit\" type=\"text/x-cindyscript\">a = 1;</script>\n";
        let expected = init.replace("a = 1", "resetclock();\na = 1");
        assert_eq!(reset(init), Some(expected));
    }
}
