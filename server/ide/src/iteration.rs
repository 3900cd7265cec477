//! How the types of a colorplot's terms, or of a script's, come about: what decided those of
//! variables, and the paper's table, in which they rise from ⊥ to the least fixed point.

mod text;

use cindyscript_hir::program::{PlotId, ScriptId, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{BodyKind, KleeneIteration, Role, SlotId, SlotSubject, is_transparent};
use rustc_hash::FxHashSet;
use text_size::TextSize;

use crate::analysis::{Analysis, AppletAnalysis};
use crate::dependency_graph::plot_at;
use crate::term_at::script_at;
use cindyscript_analysis::provenance::Step;

/// No table is longer or wider.
const MOST_ROWS: usize = 80;
const MOST_STEPS: usize = 60;

/// The table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IterationTable {
    /// The colorplot or script that it is about.
    pub title: String,
    /// The variables whose types have a reason.
    pub decided: Vec<Decision>,
    /// Variables first, then terms, then numbers.
    pub rows: Vec<IterationRow>,
    /// The number of applications of F until nothing changed any more.
    pub steps: usize,
    /// Whether rows or steps were left out because there are too many.
    pub is_cut: bool,
}

/// What decided the type of a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// The name, and of a function's variable that of the function.
    pub label: String,
    /// The type in the end.
    pub ty: String,
    /// The place that decided it.
    pub because: Step,
}

/// The types of one variable or term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IterationRow {
    /// The name, or the term as it is written, shortened.
    pub label: String,
    /// Its type in ⊥, F(⊥), F²(⊥), ...; all rows are of one length.
    pub types: Vec<Type>,
}

/// The table for the colorplot at an offset of the file, else for the script that holds it, else
/// for the first script.
#[must_use]
pub fn iteration(analysis: &Analysis, offset: TextSize) -> Option<IterationTable> {
    if let Some((applet, plot)) = plot_at(analysis, offset) {
        return Some(Tabler::new(applet, Some(plot), None).table());
    }
    let (applet, script) = match script_at(analysis, offset) {
        Some((applet, script, _)) => (applet, script),
        None => (analysis.applets.first()?, ScriptId(0)),
    };
    applet.program.scripts.get(script.index())?;
    Some(Tabler::new(applet, None, Some(script)).table())
}

struct Tabler<'a> {
    applet: &'a AppletAnalysis,
    iteration: KleeneIteration,
    plot: Option<PlotId>,
    script: Option<ScriptId>,
}

impl<'a> Tabler<'a> {
    fn new(applet: &'a AppletAnalysis, plot: Option<PlotId>, script: Option<ScriptId>) -> Self {
        Self {
            applet,
            iteration: applet.iteration(MOST_STEPS),
            plot,
            script,
        }
    }

    fn table(self) -> IterationTable {
        let program = &self.applet.program;
        let title = match (self.plot, self.script) {
            (Some(plot), _) => self.applet.text(program.plot(plot).term),
            (None, script) => {
                let script = script.and_then(|script| program.scripts.get(script.index()));
                let event = script.and_then(|script| script.event);
                event.map_or_else(|| "import".to_owned(), |event| event.name().to_owned())
            }
        };
        let mut rows: Vec<(Group, IterationRow)> = Vec::new();
        let mut decided: Vec<Decision> = Vec::new();
        let mut known_decisions = FxHashSet::default();
        let mut known_rows = FxHashSet::default();
        for (group, slot) in self.slots() {
            let decision = Some(slot).filter(|_| group == Group::Variable);
            let decision = decision.and_then(|slot| self.decision(slot));
            decided.extend(decision.filter(|new| known_decisions.insert(new.clone())));
            let row = IterationRow {
                label: self.label(slot),
                types: self.types(slot),
            };
            // The same number at several places, or a term that several bodies share.
            if row.types.iter().any(|ty| !ty.is_unset()) && known_rows.insert(row.clone()) {
                rows.push((group, row));
            }
        }
        rows.sort_by_key(|(group, _)| *group);
        decided.sort_by_key(|decision| decision.because.range.start());
        decided.truncate(MOST_ROWS);
        let mut is_cut = rows.len() > MOST_ROWS || !self.iteration.is_complete;
        rows.truncate(MOST_ROWS);
        let mut rows: Vec<IterationRow> = rows.into_iter().map(|(_, row)| row).collect();
        let steps = squeeze(&mut rows);
        is_cut |= steps == 0 && !rows.is_empty();
        IterationTable {
            title,
            decided,
            rows,
            steps,
            is_cut,
        }
    }

    /// The variables and terms that the table is about.
    fn slots(&self) -> Vec<(Group, SlotId)> {
        let program = &self.applet.program;
        let solution = &self.iteration.solution;
        let mut slots: Vec<(Group, SlotId)> = Vec::new();
        let mut variables: Vec<SlotId> = Vec::new();
        let mut seen = FxHashSet::default();
        for &id in &solution.reachable {
            let body = solution.body(id);
            let is_meant = match self.plot {
                Some(plot) => body.pixel.is_some_and(|pixel| pixel.plot == plot),
                None => body.pixel.is_none() && Some(program.term(body.root).script) == self.script,
            };
            if !is_meant {
                continue;
            }
            for (term, slot) in solution.evaluated(body) {
                let kind = program.kind(term);
                let link = slot.link;
                if matches!(kind, TermKind::Variable(_)) && slot.role != Role::Uniform {
                    if link.is_some() && seen.insert(link) {
                        variables.push(link);
                    }
                    continue;
                }
                let group = match kind {
                    TermKind::Number(_) | TermKind::Text(_) => Group::Number,
                    TermKind::Call { .. } if is_transparent(program, term) => Group::Number,
                    TermKind::Assign { .. }
                    | TermKind::Sequence(_)
                    | TermKind::Define(_)
                    | TermKind::Regional(_)
                    | TermKind::Plot(_) => continue,
                    _ => Group::Term,
                };
                slots.push((group, body.slot(term)));
            }
        }
        // A signed number is one: the number without its sign is no row.
        let term = |slot| match solution.slot(slot).subject {
            SlotSubject::Term(term) => Some(term),
            SlotSubject::Variable(_) => None,
        };
        let mut unsigned: FxHashSet<TermId> = FxHashSet::default();
        for signed in slots.iter().filter_map(|&(_, slot)| term(slot)) {
            if matches!(program.kind(signed), TermKind::Call { .. })
                && is_transparent(program, signed)
            {
                program.for_each_operand(signed, |number| {
                    unsigned.insert(number);
                });
            }
        }
        slots.retain(|&(_, slot)| term(slot).is_none_or(|term| !unsigned.contains(&term)));
        slots.extend(variables.into_iter().map(|slot| (Group::Variable, slot)));
        slots
    }

    fn decision(&self, slot: SlotId) -> Option<Decision> {
        let solution = &self.iteration.solution;
        let because = self
            .applet
            .provenance(solution)
            .why(slot)
            .into_iter()
            .next()?;
        Some(Decision {
            label: self.label(slot),
            ty: solution.ty(slot).to_string(),
            because,
        })
    }

    fn label(&self, slot: SlotId) -> String {
        match self.iteration.solution.slot(slot).subject {
            SlotSubject::Term(term) => self.applet.text(term),
            SlotSubject::Variable(name) => {
                let program = &self.applet.program;
                let solution = &self.iteration.solution;
                let name = program.names.text(name);
                let host = solution.enclosing_body(solution.slot(slot).body);
                match solution.body(host).kind {
                    BodyKind::Function(function) => {
                        let callee = program.function(function).callee;
                        format!("{name} (in {})", program.callee(callee).name)
                    }
                    _ => name.to_owned(),
                }
            }
        }
    }

    fn types(&self, slot: SlotId) -> Vec<Type> {
        let steps = self.iteration.steps.iter();
        steps
            .map(|types| types.get(slot.index()).cloned().unwrap_or_default())
            .collect()
    }
}

/// The order of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Variable,
    Term,
    Number,
}

/// Leaves out the steps in which nothing rises that is shown, but shows the last one twice, as a
/// fixed point. How many steps it took.
fn squeeze(rows: &mut [IterationRow]) -> usize {
    let columns = rows.first().map_or(0, |row| row.types.len());
    let column = |rows: &[IterationRow], place: usize| -> Vec<Type> {
        let rows = rows.iter();
        rows.filter_map(|row| row.types.get(place).cloned())
            .collect()
    };
    let mut kept: Vec<usize> = Vec::new();
    for place in 0..columns {
        let is_new = kept
            .last()
            .is_none_or(|&last| column(rows, last) != column(rows, place));
        if is_new {
            kept.push(place);
        }
    }
    let steps = kept.len().saturating_sub(1);
    kept.extend(kept.last().copied().filter(|_| steps > 0));
    for row in rows {
        let types = kept
            .iter()
            .filter_map(|&place| row.types.get(place).cloned());
        row.types = types.collect();
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, marked};
    use expect_test::{Expect, expect};
    use text_size::TextRange;

    /// The table at `$`, which is taken out of the text.
    fn check(text: &str, expected: &Expect) {
        let Fixture { analysis, at } = marked(text);
        let table = iteration(&analysis, at).expect("a table");
        let link = |range: TextRange| format!("@{range:?}");
        expected.assert_eq(&table.markdown(&analysis.document, &link));
        // The fixed point is the one that the worklist finds.
        for applet in &analysis.applets {
            let steps = applet.iteration(1000);
            assert!(steps.is_complete);
            for (name, text) in applet.program.names.iter() {
                let [a, b] = [&steps.solution, &*applet.solution]
                    .map(|solution| solution.global(name).map(|slot| solution.ty(slot).clone()));
                assert_eq!(a, b, "{text}");
            }
        }
    }

    #[test]
    fn long_types() {
        check(
            "$a = [1, \"one\", [0.5, 2], 3, true, [1, 2, 3]];",
            &expect![[r##"
                # How the types of `draw` come about

                At first, nothing has a type. Each round computes every type from the types of the round before, as small as possible. After 4 rounds, nothing changes any more.

                What decided:

                - `a` is `[int, string, list(2, real), int, boolean, list(3, int)]`, because `a` is set to `[1, "one", [0.5, 2], 3, true, [1, 2, 3]]` in [line 1](@4..44), which is a list of 6 unlike elements

                ## The rounds

                The least fixed point of *F* by Kleene iteration from ⊥, which stands for no type: each column is computed from the one before it.

                |                                            | ⊥           | F(⊥)           | F²(⊥)                                | F³(⊥)                                | F⁴(⊥)                                | F⁵(⊥)                            |
                |-------------------------------------------:|-------------|----------------|--------------------------------------|--------------------------------------|--------------------------------------|----------------------------------|
                |                                        `a` | ⊥           | ⊥              | **list(6, ⊥)**                       | **[int, string, list(2, ⊥), int, …** | **[int, string, list(2, real), in…** | [int, string, list(2, real), in… |
                |                                     `true` | **boolean** | boolean        | boolean                              | boolean                              | boolean                              | boolean                          |
                |                                 `[0.5, 2]` | ⊥           | **list(2, ⊥)** | **list(2, real)**                    | list(2, real)                        | list(2, real)                        | list(2, real)                    |
                |                                `[1, 2, 3]` | ⊥           | **list(3, ⊥)** | **list(3, int)**                     | list(3, int)                         | list(3, int)                         | list(3, int)                     |
                | `[1, "one", [0.5, 2], 3, true, [1, 2, 3]]` | ⊥           | **list(6, ⊥)** | **[int, string, list(2, ⊥), int, …** | **[int, string, list(2, real), in…** | [int, string, list(2, real), in…     | [int, string, list(2, real), in… |
                |                                        `1` | ⊥           | **int**        | int                                  | int                                  | int                                  | int                              |
                |                                    `"one"` | ⊥           | **string**     | string                               | string                               | string                               | string                           |
                |                                      `0.5` | ⊥           | **real**       | real                                 | real                                 | real                                 | real                             |
                |                                        `2` | ⊥           | **int**        | int                                  | int                                  | int                                  | int                              |
                |                                        `3` | ⊥           | **int**        | int                                  | int                                  | int                                  | int                              |
            "##]],
        );
    }

    #[test]
    fn the_papers_table() {
        check(
            "$a = -2;\nb = sqrt(a);\na = b + 1;",
            &expect![[r#"
                # How the types of `draw` come about

                At first, nothing has a type. Each round computes every type from the types of the round before, as small as possible. After 6 rounds, nothing changes any more.

                What decided:

                - `b` is `complex`, because `b` is set to `sqrt(a)` in [line 2](@12..19), which is a complex number
                - `a` is `complex`, because `a` is set to `b + 1` in [line 3](@25..30), which is a complex number

                ## The rounds

                The least fixed point of *F* by Kleene iteration from ⊥, which stands for no type: each column is computed from the one before it.

                |           | ⊥ | F(⊥)    | F²(⊥)   | F³(⊥)       | F⁴(⊥)       | F⁵(⊥)       | F⁶(⊥)       | F⁷(⊥)   |
                |----------:|---|---------|---------|-------------|-------------|-------------|-------------|---------|
                |       `a` | ⊥ | ⊥       | **int** | int         | int         | int         | **complex** | complex |
                |       `b` | ⊥ | ⊥       | ⊥       | ⊥           | **complex** | complex     | complex     | complex |
                | `sqrt(a)` | ⊥ | ⊥       | ⊥       | **complex** | complex     | complex     | complex     | complex |
                |   `b + 1` | ⊥ | ⊥       | ⊥       | ⊥           | ⊥           | **complex** | complex     | complex |
                |      `-2` | ⊥ | **int** | int     | int         | int         | int         | int         | int     |
                |       `1` | ⊥ | **int** | int     | int         | int         | int         | int         | int     |
            "#]],
        );
    }

    #[test]
    fn a_colorplot() {
        check(
            "c = 0.5; f(z) := z^2 + c; colorplot(z = $complex(#); repeat(5, z = f(z)); |z|)",
            &expect![[r#"
                # How the types of `colorplot(z = complex(#); repeat(5, z =…` come about

                At first, nothing has a type. Each round computes every type from the types of the round before, as small as possible. After 7 rounds, nothing changes any more.

                What decided:

                - `z` is `complex`, because `z` is set to `complex(#)` in [line 1](@40..50), which is a complex number
                - `z (in f)` is `complex`, because `f` is called with `z` for `z` in [line 1](@68..69), which is a complex number

                ## The rounds

                The least fixed point of *F* by Kleene iteration from ⊥, which stands for no type: each column is computed from the one before it.

                |                       | ⊥                 | F(⊥)          | F²(⊥)         | F³(⊥)         | F⁴(⊥)         | F⁵(⊥)         | F⁶(⊥)         | F⁷(⊥)         | F⁸(⊥)         |
                |----------------------:|-------------------|---------------|---------------|---------------|---------------|---------------|---------------|---------------|---------------|
                |                   `z` | ⊥                 | ⊥             | **complex**   | complex       | complex       | complex       | complex       | complex       | complex       |
                |                   `#` | **list(2, real)** | list(2, real) | list(2, real) | list(2, real) | list(2, real) | list(2, real) | list(2, real) | list(2, real) | list(2, real) |
                |            `z (in f)` | ⊥                 | ⊥             | ⊥             | **complex**   | complex       | complex       | complex       | complex       | complex       |
                |          `complex(#)` | ⊥                 | **complex**   | complex       | complex       | complex       | complex       | complex       | complex       | complex       |
                |                `f(z)` | ⊥                 | ⊥             | ⊥             | ⊥             | ⊥             | ⊥             | ⊥             | **complex**   | complex       |
                | `repeat(5, z = f(z))` | ⊥                 | ⊥             | ⊥             | ⊥             | **complex**   | complex       | complex       | complex       | complex       |
                |               `\|z\|` | ⊥                 | ⊥             | ⊥             | **real**      | real          | real          | real          | real          | real          |
                |                 `z^2` | ⊥                 | ⊥             | ⊥             | ⊥             | **complex**   | complex       | complex       | complex       | complex       |
                |                   `c` | ⊥                 | ⊥             | ⊥             | ⊥             | ⊥             | **real**      | real          | real          | real          |
                |             `z^2 + c` | ⊥                 | ⊥             | ⊥             | ⊥             | ⊥             | ⊥             | **complex**   | complex       | complex       |
                |                   `5` | ⊥                 | ⊥             | ⊥             | ⊥             | ⊥             | **int**       | int           | int           | int           |
                |                   `2` | ⊥                 | ⊥             | ⊥             | ⊥             | ⊥             | **int**       | int           | int           | int           |
            "#]],
        );
    }

    #[test]
    fn nothing() {
        check(
            "$",
            &expect![[r#"
                # How the types of `draw` come about

                Nothing here has a type.
            "#]],
        );
    }
}
