//! The removal of a variable that nothing reads.

use cindyscript_hir::program::{TermId, TermKind};

use super::inline_variable::remove;
use super::place::is_pure;
use super::{FileEdit, Remedy};
use crate::analysis::AppletAnalysis;
use crate::occurrences::Access;

/// Removes the only assignment to the variable that a term is, if its value does nothing.
pub(super) fn unread(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let name = applet.program.name_of(term);
    let name = name.map_or("", |name| applet.program.names.text(name));
    let remedy = edit(applet, term).map(|edit| Remedy {
        title: format!("remove `{name}`"),
        edits: vec![edit],
    });
    remedy.into_iter().collect()
}

fn edit(applet: &AppletAnalysis, term: TermId) -> Option<FileEdit> {
    let program = &applet.program;
    let occurrences = applet.occurrences();
    let entity = occurrences.at(applet.range(term).start())?.entity;
    let is_write = |access: Access| access == Access::Writes;
    let mut places = occurrences.of(entity);
    if !is_write(places.next()?.access) || places.next().is_some() {
        return None;
    }
    let assignment = applet.parent(term)?;
    let TermKind::Assign { target, value } = program.kind(assignment) else {
        return None;
    };
    if target != term || !is_pure(applet, value) {
        return None;
    }
    let TermKind::Sequence(statements) = program.kind(applet.parent(assignment)?) else {
        return None;
    };
    remove(applet, program.children(statements), assignment)
}

#[cfg(test)]
mod tests {
    use super::super::{applied, code_actions};
    use crate::analyse;
    use crate::unused::unused;
    use cindyscript_hir::document::Document;
    use text_size::{TextRange, TextSize};

    /// The text without the variable at `$`; none if nothing is offered.
    fn check(text: &str, expected: Option<&str>) {
        let at = TextSize::try_from(text.find('$').expect("a mark")).expect("short");
        let text = text.replacen('$', "", 1);
        let analysis = analyse(&Document::open("a.cindyscript", text.as_str()));
        let more = unused(&analysis);
        let actions = code_actions(&analysis, &more, TextRange::empty(at));
        let action = actions.iter().find(|action| action.title == "remove `a`");
        let after = action.map(|action| applied(&text, &action.edits));
        assert_eq!(after.as_deref(), expected);
    }

    #[test]
    fn variable_that_nothing_reads_is_removed() {
        check(
            "$a = 1;\nb = 2;\ndraw([b, b]);",
            Some("b = 2;\ndraw([b, b]);"),
        );
        check(
            "b = 2; $a = b + 1; draw([b, b]);",
            Some("b = 2; draw([b, b]);"),
        );
    }

    #[test]
    fn value_that_does_something_or_is_used_is_kept() {
        check("$a = random();\nb = 2;\ndraw([b, b]);", None);
        check("f(x) := (x; $a = 1);\ndraw([f(1), 1]);", None);
        check("$a = 1;\na = 2;\ndraw([1, 1]);", None);
    }
}
