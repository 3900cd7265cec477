//! Functions that nothing calls, and variables and parameters that nothing reads: editors show their
//! names faded.
//!
//! A name is not said to be unused where code that the file does not hold may use it.

use cindyscript_diagnostic::{Code, Diagnostic};
use rustc_hash::FxHashSet;

use crate::analysis::{Analysis, AppletAnalysis};
use crate::occurrences::{Access, Binding, Entity, EntityId, EntityKind, Occurrence, Owner};
use cindyscript_analysis::statements::remove_function;

/// What is not used, in the order of the text; each where it is made first.
#[must_use]
pub fn unused(analysis: &Analysis) -> Vec<Diagnostic> {
    let applets = analysis.applets.iter();
    let seen = applets.filter(|applet| applet.facts.opaque.names.is_none());
    let mut found: Vec<Diagnostic> = seen.flat_map(of_applet).collect();
    found.sort_by_key(|one| one.range.start());
    found
}

fn of_applet(applet: &AppletAnalysis) -> impl Iterator<Item = Diagnostic> {
    let in_geometry = words_of_geometry(applet);
    let entities = applet.occurrences().entities();
    entities.filter_map(move |(id, entity)| {
        let (code, message) = match entity.kind {
            EntityKind::Function(_) => (Code::UnusedFunction, "nothing calls"),
            EntityKind::Global | EntityKind::Local => (Code::UnusedVariable, "nothing reads"),
            EntityKind::Element | EntityKind::Image => return None,
        };
        let is_in_geometry = in_geometry.contains(entity.name.as_str());
        if entity.is_implicit || is_in_geometry || is_used(applet, id, entity) {
            return None;
        }
        let places = || applet.occurrences().of(id);
        let declared = places().find(|one| one.access == Access::Declares);
        let made = places().find(|one| matches!(one.access, Access::Defines | Access::Writes));
        // Loops and colorplots name their variables whether or not they are read.
        let by_function = match entity.bindings.first() {
            Some(Binding::Function(_) | Binding::Later) => declared,
            Some(
                Binding::Code(_) | Binding::Builtin(_) | Binding::Plot(_) | Binding::Modifier(_),
            )
            | None => None,
        };
        let made = made.or(by_function)?;
        let message = format!("{message} `{}`", entity.name);
        let is_made_once = places().filter(|one| one.access.is_write()).count() == 1;
        let fix = match entity.kind {
            EntityKind::Function(_) if is_made_once => remove_function(applet, made.range),
            _ => None,
        };
        let mut said = Diagnostic::new(code, made.range, message);
        said.fix = fix;
        Some(said)
    })
}

fn is_used(applet: &AppletAnalysis, id: EntityId, entity: &Entity) -> bool {
    let program = &applet.program;
    // A function that calls itself is not called by that.
    let is_within = |one: &Occurrence| match (one.owner, entity.kind) {
        (Owner::Function(function), EntityKind::Function(callee)) => {
            program.function(function).callee == callee
        }
        _ => false,
    };
    let mut places = applet.occurrences().of(id);
    places.any(|one| !one.access.is_write() && !is_within(one))
        || applet.occurrences().in_libraries(id).next().is_some()
}

/// The words in the entries of the construction, of which a formula may use variables.
fn words_of_geometry(applet: &AppletAnalysis) -> FxHashSet<&str> {
    let text = applet.document.text();
    let elements = applet.source().geometry.iter();
    let entries = elements.filter_map(|element| {
        let range = std::ops::Range::<usize>::from(element.range);
        text.get(range)
    });
    let is_between = |c: char| !c.is_alphanumeric() && c != '\'';
    entries.flat_map(|entry| entry.split(is_between)).collect()
}

#[cfg(test)]
mod tests {
    use cindyscript_hir::document::Document;
    use expect_test::{Expect, expect};

    use super::*;
    use crate::analyse;

    fn check_in(name: &str, text: &str, expected: &Expect) {
        let analysis = analyse(&Document::open(name, text));
        let lines = unused(&analysis).into_iter().map(|found| {
            let place = usize::from(found.range.start());
            let column = text[..place]
                .rfind('\n')
                .map_or(place, |line| place - line - 1);
            let line = 1 + text[..place].matches('\n').count();
            format!("{line}:{}: {}\n", column + 1, found.message)
        });
        expected.assert_eq(&lines.collect::<String>());
    }

    fn check(text: &str, expected: &Expect) {
        check_in("test.cindyscript", text, expected);
    }

    #[test]
    fn variables_and_functions() {
        check(
            "a = 1; b = a; b = 2; f(x) := f(x - 1); g(x) := (regional(c); c = x; x); draw([g(1), 0]);",
            &expect![[r#"
                1:8: nothing reads `b`
                1:22: nothing calls `f`
                1:62: nothing reads `c`
            "#]],
        );
    }

    #[test]
    fn variable_with_a_letter_of_a_setting_as_its_name_is_unused() {
        let page = "<div id=\"CSCanvas\"></div>\n\
            <script id=\"csdraw\" type=\"text/x-cindyscript\">a = 1; r = 2; draw([0, 0]);</script>\n\
            <script>CindyJS({scripts: \"cs*\", ports: [{id: \"CSCanvas\"}], geometry: [\
            {name: \"C\", type: \"Calculation\", text: \"r + 1\"}]});</script>";
        check_in(
            "test.html",
            page,
            &expect![[r#"
            2:47: nothing reads `a`
        "#]],
        );
    }

    #[test]
    fn parameters_and_regional_names() {
        check(
            "f(x, y) := x; draw([f(1, 2), 0]);",
            &expect![[r#"
                1:6: nothing reads `y`
            "#]],
        );
        check(
            "f() := (regional(a, b); a = 1; a); draw([f(), 0]);",
            &expect![[r#"
                1:21: nothing reads `b`
            "#]],
        );
        // The function that is called sees it.
        check("f(x) := g(); g() := x; draw([f(1), 0]);", &expect![[""]]);
    }

    #[test]
    fn what_something_else_may_use_is_used() {
        check(
            "a = 1; f(x) := x; eval(\"a\"); parse(\"f(2)\");",
            &expect![[""]],
        );
        check("repeat(3, k, draw([0, 0]));", &expect![[""]]);
        check_in(
            "page.html",
            "<script id='csinit' type='text/x-cindyscript'>speed = 2; hidden = 1;</script>\n\
             <script id='csdraw' type='text/x-cindyscript'>draw([speed, 0]);</script>\n\
             <script>CindyJS({scripts: 'cs*'});</script>",
            &expect![[r#"
                1:58: nothing reads `hidden`
            "#]],
        );
        check_in(
            "page.html",
            "<script id='csinit' type='text/x-cindyscript'>speed = 2;</script>\n\
             <script>var cdy = CindyJS({scripts: 'cs*'}); cdy.evokeCS('speed');</script>",
            &expect![[""]],
        );
    }
}
