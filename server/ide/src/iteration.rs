//! The paper's table: how the types of a colorplot's terms, or of a script's, rise from ⊥ to the
//! least fixed point.

use std::fmt::Write as _;

use cindyscript_hir::program::{PlotId, ScriptId, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{BodyKind, Iteration, Role, SlotId, Subject, is_transparent};
use rustc_hash::FxHashSet;
use text_size::TextSize;

use crate::analysis::{Analysis, AppletAnalysis};
use crate::dependency_graph::plot_at;
use crate::places::script_at;

/// The longest type that is written out, in characters.
const WIDEST_CELL: usize = 32;

/// No table is longer or wider.
const MOST_ROWS: usize = 80;
const MOST_STEPS: usize = 60;

/// The table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The colorplot or script that it is about.
    pub title: String,
    /// Variables first, then terms, then numbers.
    pub rows: Vec<Row>,
    /// The number of applications of F until nothing changed any more.
    pub steps: usize,
    /// Whether rows or steps were left out because there are too many.
    pub is_cut: bool,
}

/// The types of one variable or term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// The name, or the term as it is written, shortened.
    pub label: String,
    /// Its type in ⊥, F(⊥), F²(⊥), ...; all rows are of one length.
    pub types: Vec<String>,
}

/// The table for the colorplot at an offset of the file, else for the script that holds it, else
/// for the first script.
#[must_use]
pub fn iteration(analysis: &Analysis, offset: TextSize) -> Option<Table> {
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

impl Table {
    /// As Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("# Types of `{}`\n\n", self.title.replace('`', "'"));
        if self.rows.is_empty() {
            text.push_str("Nothing here has a type.\n");
            return text;
        }
        text.push_str(
            "The least fixed point of *F* by Kleene iteration from ⊥: each column is computed \
             from the one before it.\n\n",
        );
        let columns = self.rows.first().map_or(0, |row| row.types.len());
        let steps = (0..columns).map(|column| match column {
            0 => "⊥".to_owned(),
            1 => "F(⊥)".to_owned(),
            _ => format!("F{}(⊥)", superscript(column)),
        });
        let mut cells = vec![std::iter::once(String::new()).chain(steps).collect()];
        cells.extend(self.rows.iter().map(Row::cells));
        let widths = widths(&cells);
        for (place, row) in cells.iter().enumerate() {
            text.push('|');
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let _ = match column {
                    0 => write!(text, " {cell:>width$} |"),
                    _ => write!(text, " {cell:width$} |"),
                };
            }
            text.push('\n');
            if place == 0 {
                for (column, &width) in widths.iter().enumerate() {
                    let dashes = "-".repeat(width + 1);
                    text.push_str(if column == 0 { "|" } else { "|-" });
                    text.push_str(&dashes);
                    if column == 0 {
                        text.push(':');
                    }
                }
                text.push_str("|\n");
            }
        }
        if self.is_cut {
            text.push_str("\nThere is more than is shown.\n");
        }
        text
    }
}

impl Row {
    /// The label and the types, each type bold where it rises to it.
    fn cells(&self) -> Vec<String> {
        let label = self.label.replace('|', "\\|").replace('`', "'");
        let mut cells = vec![format!("`{label}`")];
        let mut before = "";
        for ty in &self.types {
            cells.push(match ty.as_str() {
                "⊥" => "⊥".to_owned(),
                ty if ty != before => format!("**{}**", shortened(ty)),
                ty => shortened(ty),
            });
            before = ty;
        }
        cells
    }
}

/// A type that fits into a cell: one row with a list of unlike elements makes its column no wider.
fn shortened(ty: &str) -> String {
    if ty.chars().count() <= WIDEST_CELL {
        return ty.to_owned();
    }
    let short: String = ty.chars().take(WIDEST_CELL - 1).collect();
    short + "…"
}

/// The width of each column, in characters.
fn widths(cells: &[Vec<String>]) -> Vec<usize> {
    let columns = cells.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = cells.iter().filter_map(|row| row.get(column));
        cells
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or_default()
    };
    (0..columns).map(width).collect()
}

fn superscript(number: usize) -> String {
    let digit = |digit: char| match digit {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        other => char::from_u32(0x2070 + other.to_digit(10).unwrap_or_default()).unwrap_or(other),
    };
    number.to_string().chars().map(digit).collect()
}

struct Tabler<'a> {
    applet: &'a AppletAnalysis,
    iteration: Iteration,
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

    fn table(self) -> Table {
        let program = &self.applet.program;
        let title = match (self.plot, self.script) {
            (Some(plot), _) => self.applet.text(program.plot(plot).term),
            (None, script) => {
                let script = script.and_then(|script| program.scripts.get(script.index()));
                let event = script.and_then(|script| script.event);
                event.map_or_else(|| "import".to_owned(), |event| event.name().to_owned())
            }
        };
        let mut rows: Vec<(Group, Row)> = Vec::new();
        let mut known = FxHashSet::default();
        for (group, slot) in self.slots() {
            let row = Row {
                label: self.label(slot),
                types: self.types(slot),
            };
            // The same number at several places, or a term that several bodies share.
            if row.types.iter().any(|ty| ty != "⊥") && known.insert(row.clone()) {
                rows.push((group, row));
            }
        }
        rows.sort_by_key(|(group, _)| *group);
        let mut is_cut = rows.len() > MOST_ROWS || !self.iteration.is_complete;
        rows.truncate(MOST_ROWS);
        let mut rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
        let steps = squeeze(&mut rows);
        is_cut |= steps == 0 && !rows.is_empty();
        Table {
            title,
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
            Subject::Term(term) => Some(term),
            Subject::Variable(_) => None,
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

    fn label(&self, slot: SlotId) -> String {
        match self.iteration.solution.slot(slot).subject {
            Subject::Term(term) => self.applet.text(term),
            Subject::Variable(name) => {
                let program = &self.applet.program;
                let solution = &self.iteration.solution;
                let name = program.names.text(name);
                let host = solution.host(solution.slot(slot).body);
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

    fn types(&self, slot: SlotId) -> Vec<String> {
        let steps = self.iteration.steps.iter();
        steps
            .map(|types| types.get(slot.index()).unwrap_or(&Type::Unset).to_string())
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
fn squeeze(rows: &mut [Row]) -> usize {
    let columns = rows.first().map_or(0, |row| row.types.len());
    let column = |rows: &[Row], place: usize| -> Vec<String> {
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

    /// The table at `$`, which is taken out of the text.
    fn check(text: &str, expected: &Expect) {
        let Fixture { analysis, at } = marked(text);
        let table = iteration(&analysis, at).expect("a table");
        expected.assert_eq(&table.markdown());
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
                # Types of `draw`

                The least fixed point of *F* by Kleene iteration from ⊥: each column is computed from the one before it.

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
                # Types of `draw`

                The least fixed point of *F* by Kleene iteration from ⊥: each column is computed from the one before it.

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
                # Types of `colorplot(z = complex(#); repeat(5, z =…`

                The least fixed point of *F* by Kleene iteration from ⊥: each column is computed from the one before it.

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
                # Types of `draw`

                Nothing here has a type.
            "#]],
        );
    }
}
