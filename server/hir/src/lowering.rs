//! What of lowered scripts is kept for the next version of the text.
//!
//! What a statement is lowered to depends on its tree and on where it stands, and on nothing else:
//! loops, branches and colorplots come later, and names and callees are numbers that are given out
//! once. So the rows of statements whose trees are those of the version before are copied from its
//! program, their numbers moved along, and only what was edited is lowered. In the end names and
//! callees are numbered again, in the order of the terms: a program does not depend on the versions
//! before it.

mod numbers;
mod shift;

use std::ops::Range;

use cindyscript_applet::Event;
use cindyscript_syntax::ast::{Expr, Script};
use cindyscript_syntax::{Child, GreenNode, Node, child_range};
use text_size::{TextRange, TextSize};

use crate::lower::Lowerer;
use crate::program::{FunctionId, Program, ProgramRows, ScriptBody, ScriptId, TermId, TermKind};
use crate::renumber::Renumber;
use numbers::{number, spell};
use shift::{Move, RowOffsets};

/// How the scripts of an applet became a program.
#[derive(Clone, Debug, Default)]
pub struct Lowering {
    /// The names and callees, without rows.
    lowered: Lowerer,
    /// The calls of functions that may turn out to be control structures, as they are written.
    calls: Vec<(TermId, TermKind)>,
    scripts: Vec<LoweredScript>,
}

/// A script, where its statements stand, and where the rows of each begin: the last offsets stand
/// behind all of them.
#[derive(Clone, Debug)]
struct LoweredScript {
    tree: GreenNode,
    places: Vec<Place>,
    offsets: Vec<RowOffsets>,
    kept: ReusedStatements,
}

/// What of a script was there in the version before.
#[derive(Clone, Debug, Default)]
struct ReusedStatements {
    /// How many of that version's statements begin the script now.
    front: usize,
    /// How many of them end it.
    back: usize,
}

/// Some statements of a script, one behind the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statements {
    /// The ids of their terms.
    pub terms: Range<u32>,
    /// Where they stand in the script, from the end of the statement before to the beginning of that
    /// behind.
    pub range: TextRange,
}

/// A script of the version before.
#[derive(Clone, Copy)]
struct Earlier<'a> {
    lowering: &'a Lowering,
    from: &'a Program,
    written: &'a LoweredScript,
}

/// Where a statement stands in its script: the place among the children of the root, and the text
/// from one offset to another.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    child: u32,
    offset: TextSize,
    end: TextSize,
}

impl Place {
    /// So many children and bytes further on; numbers that go back wrap around.
    fn moved(self, children: u32, bytes: u32) -> Self {
        let moved = |size: TextSize| TextSize::new(u32::from(size).wrapping_add(bytes));
        Self {
            child: self.child.wrapping_add(children),
            offset: moved(self.offset),
            end: moved(self.end),
        }
    }
}

impl Lowering {
    /// Lowers scripts; those without an event are imported by others while they run. What an
    /// earlier version of them has in common with them is taken from there.
    pub fn new(
        scripts: &[(Option<Event>, Script<'_>)],
        earlier: Option<(&Self, &Program)>,
    ) -> (Self, Program) {
        let mut lowering = Self::written(scripts, earlier);
        number(&mut lowering.lowered);
        spell(&mut lowering.lowered, scripts);
        let mut program = std::mem::take(&mut lowering.lowered.program);
        lowering.lowered.program.rows = ProgramRows {
            names: program.names.clone(),
            callees: program.callees.clone(),
            ..ProgramRows::default()
        };
        let calls = std::mem::take(&mut lowering.lowered.calls);
        let written = calls.iter().map(|&call| (call, program.kind(call)));
        lowering.calls = written.collect();
        program = Lowerer::resolve(program, FunctionId(0), &calls);
        (lowering, program)
    }

    /// Lowers scripts as they are written. Rows are copied from the version before, if it is given.
    fn written(
        scripts: &[(Option<Event>, Script<'_>)],
        earlier: Option<(&Self, &Program)>,
    ) -> Self {
        let mut lowering = Self::default();
        if let Some((before, from)) = earlier {
            lowering.lowered = before.lowered.clone();
            lowering.lowered.reserve(from);
        }
        for (index, &(event, script)) in scripts.iter().enumerate() {
            lowering.lowered.script = ScriptId(index as u32);
            let earlier = earlier.and_then(|(lowering, from)| {
                let written = lowering.scripts.get(index)?;
                Some(Earlier {
                    lowering,
                    from,
                    written,
                })
            });
            let root = lowering.script(script, earlier);
            let body = ScriptBody { event, root };
            lowering.lowered.program.rows.scripts.push(body);
        }
        lowering
    }

    /// The terms that may be others than in the version before, if each statement has as many rows
    /// as it had there.
    pub fn changed(&self, before: &Self) -> Option<Vec<Range<usize>>> {
        let same_scripts = self.scripts.len() == before.scripts.len();
        let mut scripts = self.scripts.iter().zip(&before.scripts);
        let same = same_scripts && scripts.all(|(now, before)| now.offsets == before.offsets);
        same.then(|| {
            let scripts = self.scripts.iter();
            let terms = scripts.map(|LoweredScript { offsets, kept, .. }| {
                let behind = offsets[offsets.len() - 1 - kept.back];
                offsets[kept.front].terms as usize..behind.terms as usize
            });
            terms.collect()
        })
    }

    /// The statements of a script that meet a part of it, be it only with an end; none of a script
    /// that was not lowered from here.
    #[must_use]
    pub fn statements(&self, script: ScriptId, part: TextRange) -> Option<Statements> {
        let LoweredScript {
            tree,
            places,
            offsets,
            ..
        } = self.scripts.get(script.index())?;
        let first = places.partition_point(|place| place.end < part.start());
        let behind = places.partition_point(|place| place.offset <= part.end());
        let behind = behind.max(first);
        let before = first.checked_sub(1).and_then(|before| places.get(before));
        let start = before.map_or(TextSize::new(0), |place| place.end);
        let end = places
            .get(behind)
            .map_or(tree.text_len(), |place| place.offset);
        Some(Statements {
            terms: offsets.get(first)?.terms..offsets.get(behind)?.terms,
            range: TextRange::new(start, end.max(start)),
        })
    }

    /// Lowers a script.
    fn script(&mut self, script: Script<'_>, earlier: Option<Earlier<'_>>) -> TermId {
        let root = script.node();
        let mut offsets = Vec::new();
        let mut places = Vec::new();
        let mut known = ReusedStatements::default();
        let mut end = root.child_count();
        let mut rest = None;
        if let Some(Earlier {
            lowering,
            from,
            written,
        }) = earlier
        {
            let old = Node::new(&written.tree, TextSize::new(0));
            let (front, back) = root.shared_children(old);
            let old_back = old.child_count() - back;
            let all = &written.places;
            let front = all.partition_point(|place| (place.child as usize) < front);
            let moved = all.partition_point(|place| (place.child as usize) < old_back);
            known = ReusedStatements {
                front,
                back: all.len() - moved,
            };
            places.extend_from_slice(&all[..front]);
            self.copy(lowering, from, &written.offsets[..=front], 0, &mut offsets);
            let children = (end as u32).wrapping_sub(old.child_count() as u32);
            end -= back;
            rest = Some((lowering, from, written, moved, children));
        }
        self.lower_statements(root, end, &mut offsets, &mut places);
        if let Some((lowering, from, written, moved, children)) = rest {
            let shift = u32::from(root.range().len()).wrapping_sub(written.tree.text_len().into());
            let last = &written.offsets[moved..];
            self.copy(lowering, from, last, shift, &mut offsets);
            let moved = written.places[moved..].iter();
            places.extend(moved.map(|place| place.moved(children, shift)));
        }
        offsets.push(self.row_offsets());
        // The root of a statement is the last of its terms.
        let ends = offsets.iter().skip(1);
        let roots: Vec<TermId> = ends.map(|end| TermId(end.terms - 1)).collect();
        let first = TermId(offsets.first().map_or(0, |first| first.terms));
        self.scripts.push(LoweredScript {
            tree: root.green().to_owned(),
            places,
            offsets,
            kept: known,
        });
        let roots = self.lowered.children(&roots);
        self.lowered
            .push(first, root.range(), TermKind::Sequence(roots))
    }

    /// Lowers the statements of a script behind those with places, up to a child.
    fn lower_statements(
        &mut self,
        root: Node<'_>,
        end: usize,
        offsets: &mut Vec<RowOffsets>,
        places: &mut Vec<Place>,
    ) {
        let mut here = places
            .last()
            .map_or(Place::default(), |last: &Place| Place {
                child: last.child + 1,
                offset: last.end,
                end: last.end,
            });
        let between = end.saturating_sub(here.child as usize);
        let children = root.children_from(here.child as usize, here.offset);
        for child in children.take(between) {
            let range = child_range(child);
            (here.offset, here.end) = (range.start(), range.end());
            if let Child::Node(node) = child
                && let Some(statement) = Expr::cast(node)
            {
                offsets.push(self.row_offsets());
                places.push(here);
                self.lowered.expr(statement);
            }
            here.child += 1;
        }
    }

    fn row_offsets(&self) -> RowOffsets {
        let program = &self.lowered.program;
        RowOffsets {
            terms: program.terms.len() as u32,
            children: program.children.len() as u32,
            modifiers: program.modifiers.len() as u32,
            texts: program.texts.len() as u32,
            functions: program.functions.len() as u32,
            calls: self.lowered.calls.len() as u32,
        }
    }

    /// Copies the rows between the first and the last offset, of statements that stand `shift` bytes
    /// further on now, and notes where those of each begin.
    fn copy(
        &mut self,
        lowering: &Self,
        old: &Program,
        offsets: &[RowOffsets],
        shift: u32,
        begins: &mut Vec<RowOffsets>,
    ) {
        let (Some(&from), Some((&to, statements))) = (offsets.first(), offsets.split_last()) else {
            return;
        };
        let mut by = Move {
            rows: self.row_offsets().minus(from),
            shift,
        };
        begins.extend(statements.iter().map(|offset| offset.plus(by.rows)));
        let new = &mut self.lowered.program.rows;
        fn rows<T>(table: &[T], from: u32, to: u32) -> impl Iterator<Item = &T> {
            table[from as usize..to as usize].iter()
        }
        let terms = &old.terms[from.terms as usize..to.terms as usize];
        if by.is_nowhere() {
            new.terms.extend_from_slice(terms);
        } else {
            new.terms.extend(terms.iter().map(|term| by.term_row(term)));
        }
        let actions = |at: u32| old.actions.partition_point(|id| id.0 < at) as u32;
        let actions = rows(&old.actions, actions(from.terms), actions(to.terms));
        new.actions.extend(actions.map(|&action| by.term(action)));
        let children = rows(&old.children, from.children, to.children);
        new.children.extend(children.map(|&child| by.term(child)));
        let modifiers = rows(&old.modifiers, from.modifiers, to.modifiers);
        new.modifiers
            .extend(modifiers.map(|row| by.modifier_row(row)));
        let texts = rows(&old.texts, from.texts, to.texts);
        new.texts.extend(texts.cloned());
        let functions = rows(&old.functions, from.functions, to.functions);
        new.functions
            .extend(functions.map(|row| by.function_row(row)));
        // Calls are what they were before they had a meaning.
        for &(call, kind) in rows(&lowering.calls, from.calls, to.calls) {
            let call = by.term(call);
            new.terms[call.index()].kind = kind.renumbered(&mut by);
            self.lowered.calls.push(call);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::Document;
    use crate::names::NameId;
    use crate::program::Term;

    fn lowered(document: &Document, earlier: Option<&(Lowering, Program)>) -> (Lowering, Program) {
        let events = document.applets()[0].scripts.iter();
        let events = events.map(|script| Some(script.event));
        let scripts: Vec<_> = events.zip(document.scripts(0)).collect();
        Lowering::new(
            &scripts,
            earlier.map(|(lowering, program)| (lowering, program)),
        )
    }

    /// Everything that a program says, as text.
    fn shown(program: &Program) -> String {
        let names: Vec<(NameId, &str)> = program.names.iter().collect();
        let ProgramRows {
            terms,
            actions,
            children,
            modifiers,
            texts,
            scripts,
            functions,
            callees,
            iterations,
            plots,
            specials,
            ..
        } = &program.rows;
        format!(
            "{names:?} {terms:?} {actions:?} {children:?} {modifiers:?} {texts:?} {scripts:?} {functions:?} \
             {callees:?} {iterations:?} {plots:?} {specials:?}"
        )
    }

    /// Parts of scripts, of which edits leave pieces.
    const PARTS: [&str; 27] = [
        "a = 1;",
        "b = a_2 + 3 * a;",
        "f(x) := x + a;",
        "F(x, y) := f(x) * y;",
        "\n",
        "; ",
        "// note\n",
        "repeat(3, k, b = k);",
        "if(a > 1, SIN(b), sin(a));",
        "colorplot(f(#));",
        "d = {\"k\": [1, 2], \"l\": a};",
        "draw([0, 1], color -> b);",
        "(",
        ")",
        "[",
        "g(",
        "x.y;",
        "A:\"u\" = |b|;",
        "regional(q, r); ",
        "f(x) := _;",
        "plot(sin(t), size -> 2);",
        "max(a, #^2);",
        "\"text",
        "z := a + i;",
        "(F(x)) := _;",
        "CGLEVAL(z, a);",
        "z = cgllazy((q), Max(q, a));",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn a_program_does_not_depend_on_the_versions_before_it(
            parts in proptest::collection::vec(0..PARTS.len(), 0..14),
            edits in proptest::collection::vec((0.0..1.0_f64, 0..6_usize, 0..PARTS.len()), 1..6),
        ) {
            let mut text: String = parts.iter().map(|&part| PARTS[part]).collect();
            let mut document = Document::open("a.cindyscript", text.as_str());
            let mut kept = lowered(&document, None);
            for (place, removed, part) in edits {
                let at = (text.len() as f64 * place) as usize;
                let end = (at + removed).min(text.len());
                text.replace_range(at..end, if removed % 2 == 0 { PARTS[part] } else { "" });
                document = document.update(text.as_str());
                kept = lowered(&document, Some(&kept));
                let fresh = lowered(&Document::open("a.cindyscript", text.as_str()), None);
                prop_assert_eq!(shown(&kept.1), shown(&fresh.1), "{}", text);
                // What stands at a place belongs to the statements there.
                let terms = kept.1.terms.iter().zip(0..);
                let terms = terms.filter(|(term, _)| !matches!(term.kind, TermKind::Sequence(_)));
                for (term, id) in terms {
                    let here = kept.0.statements(term.script, term.range).expect("a script");
                    prop_assert!(here.terms.contains(&id), "{:?} of {}", term, text);
                    prop_assert!(here.range.contains_range(term.range), "{:?} of {}", term, text);
                }
            }
        }
    }

    /// Whether statements that are not edited are copied, although a part of the text becomes
    /// another.
    fn check(from: &str, to: &str, is_copied: bool) {
        let text = "// %% init\na = 1;\nf(x) := a + sin(x);\n// %% draw\nb = f(a);\nc = b;\n";
        let document = Document::open("a.cindyscript", text);
        let mut first = lowered(&document, None);
        // What is copied brings along what it is told in between.
        let number = |term: &&mut Term| term.kind == TermKind::Number(1.0);
        let number = first
            .1
            .rows
            .terms
            .iter_mut()
            .find(number)
            .expect("a number");
        number.kind = TermKind::Number(27.0);
        let changed = text.replace(from, to);
        let (_, second) = lowered(&document.update(changed.as_str()), Some(&first));
        let mut terms = second.terms.iter();
        let found = terms.any(|term| term.kind == TermKind::Number(27.0));
        assert_eq!(found, is_copied, "{from} -> {to}");
        let names = second.names.iter().map(|(_, name)| name);
        assert_eq!(names.collect::<Vec<_>>().join(" "), "a x b c");
    }

    #[test]
    fn what_is_not_edited_is_copied() {
        check("f(a)", "f(a + 2)", true);
        check("b = f(a)", "b = SIN(f(a))", true);
    }
}
