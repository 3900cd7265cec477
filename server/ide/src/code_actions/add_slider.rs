//! A number with a range for a variable that nothing gives a value: the preview has a slider for it.

use cindyscript_hir::program::{TermId, TermKind};

use super::{Remedy, define, init_script};
use crate::analysis::AppletAnalysis;

/// Gives the variable that a term is a number with a range, before anything else happens.
pub(super) fn slider(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let Some(name) =
        define::undefined_variable(applet, term).filter(|_| may_be_number(applet, term))
    else {
        return Vec::new();
    };
    let statement = format!("{name} = 0.5; // 0..1");
    let edit = init_script::begin_with(applet, &statement);
    let remedy = edit.map(|edit| Remedy {
        title: format!("add a slider for `{name}`"),
        edits: vec![edit],
    });
    remedy.into_iter().collect()
}

/// True if nothing takes a part of the value, as of a list or a point.
fn may_be_number(applet: &AppletAnalysis, term: TermId) -> bool {
    let around = applet.parent(term).map(|outer| applet.program.kind(outer));
    match around {
        Some(TermKind::Index { base, .. }) => base != term,
        Some(TermKind::Field { .. }) => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::{applied, code_actions};
    use crate::analyse;
    use crate::parameters::{ParameterKind, parameters};
    use cindyscript_hir::document::Document;
    use text_size::{TextRange, TextSize};

    /// The text after a slider was added, which the preview then has.
    fn check(name: &str, text: &str, expected: Expect) {
        let at = TextSize::try_from(text.find('$').expect("a mark")).expect("short");
        let text = text.replacen('$', "", 1);
        let analysis = analyse(&Document::open(name, text.as_str()));
        let actions = code_actions(&analysis, &[], TextRange::empty(at));
        let action = actions
            .iter()
            .find(|it| it.title == "add a slider for `speed`");
        let Some(action) = action else {
            expected.assert_eq("nothing");
            return;
        };
        let after = applied(&text, &action.edits);
        let again = analyse(&Document::open(name, after.as_str()));
        let found = parameters(&again.applets[0]);
        let slider = found.iter().find(|parameter| parameter.name == "speed");
        let ParameterKind::Number(value, scale) = &slider.expect("a slider").kind else {
            panic!("no number: {after}");
        };
        assert_eq!((*value, scale.from, scale.to), (0.5, 0.0, 1.0));
        assert!(
            !again
                .diagnostics
                .iter()
                .any(|found| found.message.contains("`speed`")),
            "{after}"
        );
        expected.assert_eq(&after);
    }

    #[test]
    fn slider_is_added_to_the_init_script() {
        check(
            "a.cindyscript",
            "draw([$speed, 0]);",
            expect![[r#"
            // %% init
            speed = 0.5; // 0..1
            // %% draw
            draw([speed, 0]);"#]],
        );
        check(
            "a.cindyscript",
            "// %% init\na = 1;\n// %% draw\ndraw([a*$speed, 0]);",
            expect![[r#"
                // %% init
                speed = 0.5; // 0..1
                a = 1;
                // %% draw
                draw([a*speed, 0]);"#]],
        );
        check(
            "page.html",
            "<script id='csinit' type='text/x-cindyscript'>/* begins\n*/</script>\n\
             <script id='csdraw' type='text/x-cindyscript'>draw([$speed, 0]);</script>\n\
             <script>CindyJS({scripts: 'cs*'});</script>",
            expect![[r#"
                <script id='csinit' type='text/x-cindyscript'>speed = 0.5; // 0..1
                /* begins
                */</script>
                <script id='csdraw' type='text/x-cindyscript'>draw([speed, 0]);</script>
                <script>CindyJS({scripts: 'cs*'});</script>"#]],
        );
        check(
            "page.html",
            "<script>CindyJS({scripts: {init: 'a = 1;', draw: 'draw([a, $speed]);'}});</script>",
            expect![[
                r#"<script>CindyJS({scripts: {init: 'speed = 0.5; // 0..1\na = 1;', draw: 'draw([a, speed]);'}});</script>"#
            ]],
        );
    }

    #[test]
    fn slider_is_not_offered_for_a_list() {
        check("a.cindyscript", "draw([$speed_1, 0]);", expect!["nothing"]);
        check("a.cindyscript", "draw([$speed.x, 0]);", expect!["nothing"]);
    }
}
