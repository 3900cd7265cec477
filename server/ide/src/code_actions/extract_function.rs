//! A function for a selected expression or for selected statements.
//!
//! Scoping is dynamic: a function sees the variables of whoever calls it. It is given as parameters
//! what is bound around the selection, so that it can be called from anywhere; what is assigned
//! there would not be seen outside of the function, so that nothing is offered then.

use cindyscript_hir::program::{ScriptId, TermId, TermKind};
use text_size::{TextRange, TextSize};

use super::place::{Before, Part, fresh_name};
use super::{ActionKind, CodeAction, FileEdit};
use crate::analysis::AppletAnalysis;
use crate::occurrences::{Binding, Entity, EntityId, EntityKind, Form, Occurrence};

/// The function for what is selected.
pub(super) fn extract_function(applet: &AppletAnalysis, range: TextRange) -> Vec<CodeAction> {
    let found = || extract(applet, Part::new(applet, range)?);
    found().into_iter().collect()
}

/// What is selected.
struct Selection {
    part: Part,
    first: TermId,
    last: TermId,
    is_statements: bool,
}

fn extract(applet: &AppletAnalysis, part: Part) -> Option<CodeAction> {
    let selection = Selection::new(applet, part)?;
    let parameters = selection.parameters(applet)?;
    let text = applet.script_text(part.script);
    let statement = top_statement(applet, selection.first)?;
    let start = applet.program.term(statement).range.start();
    let line = text
        .get(..usize::from(start))?
        .rsplit(['\n', '\r'])
        .next()?;
    let line = if line.trim().is_empty() { line } else { "" };

    let name = fresh_name(applet, "helper");
    let body = selection.body(applet, &parameters)?;
    let body = match selection.is_statements {
        true => format!("(\n{line}  {body}\n{line})"),
        false => body,
    };
    let list =
        |of: fn(&Parameter) -> &str| parameters.iter().map(of).collect::<Vec<_>>().join(", ");
    let inside = list(|parameter| &parameter.inside);
    let outside = list(|parameter| &parameter.outside);
    let edits = vec![
        FileEdit {
            range: applet.to_file(part.script, TextRange::empty(start)),
            text: format!("{name}({inside}) := {body};\n{line}"),
        },
        FileEdit {
            range: applet.to_file(part.script, selection.part.range),
            text: format!("{name}({outside})"),
        },
    ];
    let named = edits.len().saturating_sub(1);
    Some(
        CodeAction::refactoring(
            ActionKind::Extract,
            format!("extract this into a function `{name}`"),
            edits,
        )
        .naming(named),
    )
}

/// The statement of a script that a term is in.
fn top_statement(applet: &AppletAnalysis, term: TermId) -> Option<TermId> {
    let around: Vec<TermId> = std::iter::once(term).chain(applet.around(term)).collect();
    around.iter().rev().nth(1).copied()
}

impl Selection {
    fn new(applet: &AppletAnalysis, mut part: Part) -> Option<Self> {
        let program = &applet.program;
        if let Some(term) = part.term(applet) {
            let is_statement = matches!(
                program.kind(term),
                TermKind::Sequence(_) | TermKind::Assign { .. }
            );
            let is_value = !matches!(
                program.kind(term),
                TermKind::Variable(_)
                    | TermKind::Number(_)
                    | TermKind::Text(_)
                    | TermKind::Undefined
            );
            Before::new(applet, term)?;
            let selection = Self {
                part,
                first: term,
                last: term,
                is_statements: is_statement,
            };
            return (is_value && selection.is_movable(applet)).then_some(selection);
        }
        // Statements, with or without the last semicolon.
        let text = part.text(applet);
        let without = text.strip_suffix(';').unwrap_or(text).trim_end();
        part.range = TextRange::at(part.range.start(), TextSize::of(without));
        let (script, range) = (part.script, part.range);
        let is_in = |term: &TermId| {
            let row = program.term(*term);
            row.script == script && range.contains_range(row.range)
        };
        let blocks = program
            .terms
            .iter()
            .zip((0..).map(TermId))
            .filter_map(|(row, _)| match row.kind {
                TermKind::Sequence(statements) if row.script == script => {
                    Some(program.children(statements))
                }
                _ => None,
            });
        let mut selected = blocks.filter_map(|statements| {
            let mut inside = statements.iter().copied().filter(is_in);
            let first = inside.next()?;
            let last = inside.next_back().unwrap_or(first);
            let covered = program.term(first).range.cover(program.term(last).range);
            (covered == range).then_some((first, last))
        });
        let (first, last) = selected.next()?;
        let selection = Self {
            part,
            first,
            last,
            is_statements: true,
        };
        selection.is_movable(applet).then_some(selection)
    }

    /// The terms of what is selected.
    fn terms(&self, applet: &AppletAnalysis) -> impl Iterator<Item = TermId> + use<> {
        let first = applet.program.term(self.first).first;
        (first.0..=self.last.0).map(TermId)
    }

    fn contains(&self, applet: &AppletAnalysis, term: TermId) -> bool {
        (applet.program.term(self.first).first..=self.last).contains(&term)
    }

    /// Whether there is nothing in it that says something about the function around.
    fn is_movable(&self, applet: &AppletAnalysis) -> bool {
        self.terms(applet).all(|term| {
            !matches!(
                applet.program.kind(term),
                TermKind::Regional(_)
                    | TermKind::Define(_)
                    | TermKind::DefineLazy { .. }
                    | TermKind::Code(_)
            )
        })
    }

    /// The variables that are bound around and read here; `None` if some are assigned here.
    fn parameters(&self, applet: &AppletAnalysis) -> Option<Vec<Parameter>> {
        let occurrences = applet.occurrences();
        let here = applet.to_file(self.part.script, self.part.range);
        let mut parameters: Vec<Parameter> = Vec::new();
        for occurrence in occurrences
            .all()
            .iter()
            .filter(|one| here.contains_range(one.range))
        {
            let entity = occurrences.entity(occurrence.entity)?;
            let is_outer = match entity.kind {
                EntityKind::Local => !self.binds(applet, entity)?,
                // Nobody has said what it is.
                _ if entity.name.starts_with('#') => return None,
                EntityKind::Global
                | EntityKind::Element
                | EntityKind::Function(_)
                | EntityKind::Image => false,
            };
            if !is_outer {
                continue;
            }
            if occurrence.access.is_write() || occurrence.form != Form::Name {
                return None;
            }
            let known = parameters
                .iter_mut()
                .find(|one| one.entity == occurrence.entity);
            match known {
                Some(known) => known.places.push(*occurrence),
                None => parameters.push(Parameter::new(applet, occurrence, entity)),
            }
        }
        let mut names: Vec<&str> = parameters.iter().map(|one| one.inside.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        (names.len() == parameters.len()).then_some(parameters)
    }

    /// Whether a variable is bound by what is selected; `None` if that cannot be said.
    fn binds(&self, applet: &AppletAnalysis, entity: &Entity) -> Option<bool> {
        let mut is_inside = None;
        for binding in &entity.bindings {
            let term = match *binding {
                Binding::Builtin(term) | Binding::Modifier(term) => Some(term),
                Binding::Plot(plot) => Some(applet.program.plot(plot).term),
                Binding::Function(_) => None,
                Binding::Code(_) | Binding::Later => return None,
            };
            let inside = term.is_some_and(|term| self.contains(applet, term));
            if is_inside.is_some_and(|known| known != inside) {
                return None;
            }
            is_inside = Some(inside);
        }
        is_inside
    }

    /// The text of what is selected, with the names of the parameters.
    fn body(&self, applet: &AppletAnalysis, parameters: &[Parameter]) -> Option<String> {
        let range = match self.is_statements {
            true => self.part.range,
            false => applet.program.term(self.first).range,
        };
        let script: ScriptId = self.part.script;
        let text = applet.script_text(script);
        let mut renamed: Vec<(TextRange, &str)> = Vec::new();
        for parameter in parameters.iter().filter(|one| one.inside != one.outside) {
            for place in &parameter.places {
                let place = applet.program.term(place.term?).range;
                renamed.push((place, &parameter.inside));
            }
        }
        renamed.sort_by_key(|(place, _)| place.start());
        let mut body = String::new();
        let mut at = range.start();
        for (place, name) in renamed {
            body.push_str(text.get(usize::from(at)..usize::from(place.start()))?);
            body.push_str(name);
            at = place.end();
        }
        body.push_str(text.get(usize::from(at)..usize::from(range.end()))?);
        Some(body)
    }
}

/// A variable that becomes a parameter.
struct Parameter {
    entity: EntityId,
    /// What the function calls it.
    inside: String,
    /// What it is called around.
    outside: String,
    places: Vec<Occurrence>,
}

impl Parameter {
    fn new(applet: &AppletAnalysis, occurrence: &Occurrence, entity: &Entity) -> Self {
        let outside = entity.name.to_string();
        Self {
            entity: occurrence.entity,
            inside: match outside.starts_with('#') {
                true => fresh_name(applet, "p"),
                false => outside.clone(),
            },
            outside,
            places: vec![*occurrence],
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::code_actions::tests::{check_refactoring, check_refactoring_in};

    fn check(text: &str, expected: Expect) {
        check_refactoring(extract_function, text, expected);
    }

    #[test]
    fn what_is_bound_around_becomes_a_parameter() {
        check(
            "a = 2;\nf(x, y) := x*($a*x^2 + sin(y)$);",
            expect![[r#"
            extract this into a function `helper`
                a = 2;
                helper(x, y) := a*x^2 + sin(y);
                f(x, y) := x*(helper(x, y));
        "#]],
        );
        check(
            "apply(1..3, $#^2 + 1$);",
            expect![[r#"
            extract this into a function `helper`
                helper(p) := p^2 + 1;
                apply(1..3, helper(#));
        "#]],
        );
        check(
            "colorplot(\n  z = complex(#);\n  if(|z| < 1, $hue(|z| + |#|)$, 0)\n);",
            expect![[r#"
                extract this into a function `helper`
                    helper(z, p) := hue(|z| + |p|);
                    colorplot(
                      z = complex(#);
                      if(|z| < 1, helper(z, #), 0)
                    );
            "#]],
        );
        check(
            "f(l) := $apply(l, v, v^2)$;",
            expect![[r#"
            extract this into a function `helper`
                helper(l) := apply(l, v, v^2);
                f(l) := helper(l);
        "#]],
        );
        check(
            "f(l) := (regional(k); k = 2; $sum(l, #^k)$);",
            expect![[r#"
            extract this into a function `helper`
                helper(l, k) := sum(l, #^k);
                f(l) := (regional(k); k = 2; helper(l, k));
        "#]],
        );
    }

    #[test]
    fn statements() {
        check(
            "f(x) := (\n  $a = x;\n  b = a + 1;$\n  b\n);",
            expect![[r#"
            extract this into a function `helper`
                helper(x) := (
                  a = x;
                  b = a + 1
                );
                f(x) := (
                  helper(x);
                  b
                );
        "#]],
        );
        check(
            "repeat(3, k, $draw([k, 1]); draw([k, 2])$);",
            expect![[r#"
            extract this into a function `helper`
                helper(k) := (
                  draw([k, 1]); draw([k, 2])
                );
                repeat(3, k, helper(k));
        "#]],
        );
    }

    #[test]
    fn nothing_to_extract() {
        check("f(x) := ($x = x + 1$; x);", expect![""]);
        check("f(x) := (regional(y); $y = x$; y);", expect![""]);
        check("f(x) := ($regional(y)$; y = x; y);", expect![""]);
        check("a = $b$;", expect![""]);
        check("a = 1; $$ b = 2;", expect![""]);
        check("$# + 1$;", expect![""]);
    }

    #[test]
    fn scripts_in_strings() {
        check_refactoring_in(
            "a.html",
            extract_function,
            "<script>CindyJS({geometry: [{name: 'T', type: 'Button', pos: [0, 0], script: 'f(x) := $x^2 + 1$;'}]})</script>",
            expect![[r#"
                extract this into a function `helper`
                    <script>CindyJS({geometry: [{name: 'T', type: 'Button', pos: [0, 0], script: 'helper(x) := x^2 + 1;\nf(x) := helper(x);'}]})</script>
            "#]],
        );
    }
}
