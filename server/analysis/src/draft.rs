//! Scripts lowered as they are written, kept for the next version of the text.
//!
//! What a statement is lowered to depends on its tree and on where it stands, and on nothing else:
//! loops, branches and colorplots come later, and names and callees are numbers that are given out
//! once. So the rows of statements whose trees are those of the version before are copied, their
//! numbers moved along, and only what was edited is lowered. [`Draft::program`] numbers names and
//! callees again, in the order of the terms: a program does not depend on the versions before it.

use std::ops::Range;

use cindyscript_applet::Event;
use cindyscript_syntax::ast::{Expr, Script};
use cindyscript_syntax::{GreenNode, Node};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use crate::lower::{Lowerer, lower_case};
use crate::names::{NameId, Names};
use crate::program::{
    Callee, CalleeId, Children, Function, FunctionId, Modifier, Modifiers, Parameter, Program,
    ScriptBody, ScriptId, Term, TermId, TermKind, TextId,
};
use crate::renumber::Renumber;

/// The scripts of an applet, lowered as they are written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    lowered: Lowerer,
    scripts: Vec<Written>,
}

/// A script and where the rows of its statements begin: the last mark stands behind all of them.
#[derive(Clone, Debug)]
struct Written {
    tree: GreenNode,
    marks: Vec<Mark>,
    kept: Kept,
}

/// What of a script was there in the version before.
#[derive(Clone, Debug, Default)]
struct Kept {
    /// The places of its statements among all statements of that version.
    before: Range<usize>,
    /// How many of them begin the script now.
    front: usize,
    /// How many of them end it.
    back: usize,
}

/// A statement at the top of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    /// The script.
    pub(crate) script: ScriptId,
    /// The first of its terms.
    pub(crate) first: TermId,
    /// The last of them, which is the whole statement.
    pub(crate) root: TermId,
    /// Its place among all statements of the version before, if it was there.
    pub(crate) before: Option<usize>,
}

impl Statement {
    /// Its terms, as a part of [`Program::terms`].
    pub(crate) fn terms(&self) -> Range<usize> {
        self.first.index()..self.root.index() + 1
    }
}

/// How many rows of each table there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark {
    terms: u32,
    children: u32,
    modifiers: u32,
    texts: u32,
    functions: u32,
    calls: u32,
}

impl Draft {
    /// Lowers scripts; those without an event are imported by others while they run. What an
    /// earlier version of them has in common with them is taken from there.
    pub(crate) fn new<'a>(
        scripts: impl Iterator<Item = (Option<Event>, Script<'a>)>,
        earlier: Option<&Self>,
    ) -> Self {
        let mut draft = Self {
            lowered: earlier.map_or_else(Lowerer::default, |draft| draft.lowered.without_rows()),
            scripts: Vec::new(),
        };
        if let Some(earlier) = earlier {
            draft.lowered.reserve(&earlier.lowered);
        }
        let mut place = 0;
        for (index, (event, script)) in scripts.enumerate() {
            draft.lowered.script = ScriptId(index as u32);
            let before = earlier.and_then(|draft| Some((draft, draft.scripts.get(index)?)));
            let root = draft.script(script, before, place);
            place += before.map_or(0, |(_, written)| written.statements());
            let body = ScriptBody { event, root };
            draft.lowered.program.scripts.push(body);
        }
        draft
    }

    /// How many names were met, in this version or an earlier one.
    pub(crate) fn names(&self) -> usize {
        self.lowered.program.names.len()
    }

    /// The statements of all scripts, in their order.
    pub(crate) fn statements(&self) -> Vec<Statement> {
        let mut all = Vec::new();
        for (written, script) in self.scripts.iter().zip(0..) {
            let count = written.statements();
            let Kept {
                before,
                front,
                back,
            } = &written.kept;
            let pairs = written.marks.windows(2).enumerate();
            all.extend(pairs.map(|(place, pair)| Statement {
                script: ScriptId(script),
                first: TermId(pair[0].terms),
                root: TermId(pair[1].terms - 1),
                before: match count - place {
                    _ if place < *front => Some(before.start + place),
                    to_end if to_end <= *back => Some(before.end - to_end),
                    _ => None,
                },
            }));
        }
        all
    }

    /// Lowers a script; the statements of the version before it have places from `place` on.
    fn script(
        &mut self,
        script: Script<'_>,
        before: Option<(&Self, &Written)>,
        place: usize,
    ) -> TermId {
        let statements: Vec<Expr<'_>> = script.statements().collect();
        let mut marks = Vec::with_capacity(statements.len() + 1);
        let mut lowered = 0..statements.len();
        let mut rest = None;
        let mut known = Kept::default();
        if let Some((draft, written)) = before {
            let old = Script::cast(Node::new(&written.tree, TextSize::new(0)));
            let old: Vec<Expr<'_>> = old.into_iter().flat_map(Script::statements).collect();
            let start = |statement: &Expr<'_>| u32::from(statement.range().start());
            let same = |shift: u32| {
                move |&(new, old): &(&Expr<'_>, &Expr<'_>)| {
                    std::ptr::eq(new.node().green(), old.node().green())
                        && start(new).wrapping_sub(start(old)) == shift
                }
            };
            let kept = statements.iter().zip(&old).take_while(same(0)).count();
            let shift = u32::from(script.node().range().end())
                .wrapping_sub(u32::from(written.tree.text_len()));
            let (new_rest, old_rest) = (statements[kept..].iter(), old[kept..].iter());
            let pairs = new_rest.rev().zip(old_rest.rev());
            let moved = pairs.take_while(same(shift)).count();
            self.copy(draft, &written.marks[..=kept], 0, &mut marks);
            lowered = kept..statements.len() - moved;
            known = Kept {
                before: place..place + old.len(),
                front: kept,
                back: moved,
            };
            rest = Some((draft, &written.marks[old.len() - moved..], shift));
        }
        for &statement in &statements[lowered] {
            marks.push(self.mark());
            self.lowered.expr(statement);
        }
        if let Some((draft, rest, shift)) = rest {
            self.copy(draft, rest, shift, &mut marks);
        }
        marks.push(self.mark());
        // The root of a statement is the last of its terms.
        let ends = marks.iter().skip(1);
        let roots: Vec<TermId> = ends.map(|end| TermId(end.terms - 1)).collect();
        let first = TermId(marks.first().map_or(0, |first| first.terms));
        self.scripts.push(Written {
            tree: script.node().green().to_owned(),
            marks,
            kept: known,
        });
        let roots = self.lowered.children(&roots);
        let range = script.node().range();
        self.lowered.push(first, range, TermKind::Sequence(roots))
    }

    fn mark(&self) -> Mark {
        let program = &self.lowered.program;
        Mark {
            terms: program.terms.len() as u32,
            children: program.children.len() as u32,
            modifiers: program.modifiers.len() as u32,
            texts: program.texts.len() as u32,
            functions: program.functions.len() as u32,
            calls: self.lowered.calls.len() as u32,
        }
    }

    /// Copies the rows between the first and the last mark, of statements that stand `shift` bytes
    /// further on now, and notes where those of each begin.
    fn copy(&mut self, draft: &Self, marks: &[Mark], shift: u32, begins: &mut Vec<Mark>) {
        let (Some(&from), Some((&to, statements))) = (marks.first(), marks.split_last()) else {
            return;
        };
        let mut by = Move {
            rows: self.mark().minus(from),
            shift,
        };
        begins.extend(statements.iter().map(|mark| mark.plus(by.rows)));
        let (old, new) = (&draft.lowered.program, &mut self.lowered.program);
        fn rows<T>(table: &[T], from: u32, to: u32) -> impl Iterator<Item = &T> {
            table[from as usize..to as usize].iter()
        }
        let terms = &old.terms[from.terms as usize..to.terms as usize];
        if by.is_nowhere() {
            new.terms.extend_from_slice(terms);
        } else {
            new.terms.extend(terms.iter().map(|term| by.term_row(term)));
        }
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
        let calls = rows(&draft.lowered.calls, from.calls, to.calls);
        let calls = calls.map(|&call| by.term(call));
        self.lowered.calls.extend(calls);
    }

    /// The program: names and callees numbered in the order of the terms, and what is not in the
    /// text any more left out.
    pub(crate) fn program(&self) -> Program {
        let old = &self.lowered.program;
        let mut numbering = Numbering::new(old);
        let terms = old.terms.iter().map(|term| Term {
            kind: term.kind.renumbered(&mut numbering),
            ..*term
        });
        let mut program = Program {
            terms: terms.collect(),
            children: old.children.clone(),
            texts: old.texts.clone(),
            scripts: old.scripts.clone(),
            ..Program::default()
        };
        let modifiers = old.modifiers.iter().map(|modifier| Modifier {
            name: numbering.name(modifier.name),
            ..*modifier
        });
        program.modifiers = modifiers.collect();
        let functions = old.functions.iter().map(|function| Function {
            callee: numbering.callee(function.callee),
            parameters: numbering.parameters(&function.parameters),
            ..*function
        });
        program.functions = functions.collect();
        program.names = numbering.names;
        program.callees = numbering.callees;
        Lowerer::resolve(program, FunctionId(0), &self.lowered.calls)
    }
}

impl Written {
    /// How many statements it has.
    fn statements(&self) -> usize {
        self.marks.len().saturating_sub(1)
    }
}

impl Mark {
    fn with(self, other: Self, operation: fn(u32, u32) -> u32) -> Self {
        Self {
            terms: operation(self.terms, other.terms),
            children: operation(self.children, other.children),
            modifiers: operation(self.modifiers, other.modifiers),
            texts: operation(self.texts, other.texts),
            functions: operation(self.functions, other.functions),
            calls: operation(self.calls, other.calls),
        }
    }

    fn plus(self, other: Self) -> Self {
        self.with(other, u32::wrapping_add)
    }

    fn minus(self, other: Self) -> Self {
        self.with(other, u32::wrapping_sub)
    }
}

/// How far the rows of some statements move, and their text. Numbers that go back wrap around.
#[derive(Clone, Copy)]
struct Move {
    rows: Mark,
    shift: u32,
}

fn shifted(range: TextRange, by: u32) -> TextRange {
    let shifted = |size: TextSize| TextSize::new(u32::from(size).wrapping_add(by));
    TextRange::at(shifted(range.start()), range.len())
}

impl Renumber for Move {
    fn term(&mut self, id: TermId) -> TermId {
        TermId(id.0.wrapping_add(self.rows.terms))
    }

    fn text(&mut self, id: TextId) -> TextId {
        TextId(id.0.wrapping_add(self.rows.texts))
    }

    fn children(&mut self, children: Children) -> Children {
        Children {
            start: children.start.wrapping_add(self.rows.children),
            ..children
        }
    }

    fn modifiers(&mut self, modifiers: Modifiers) -> Modifiers {
        if modifiers.is_empty() {
            return modifiers;
        }
        Modifiers {
            start: modifiers.start.wrapping_add(self.rows.modifiers),
            ..modifiers
        }
    }

    fn function(&mut self, id: FunctionId) -> FunctionId {
        FunctionId(id.0.wrapping_add(self.rows.functions))
    }
}

impl Move {
    /// Whether all stays where it is.
    fn is_nowhere(self) -> bool {
        self.rows == Mark::default() && self.shift == 0
    }

    fn term_row(mut self, term: &Term) -> Term {
        Term {
            kind: term.kind.renumbered(&mut self),
            range: shifted(term.range, self.shift),
            script: term.script,
            first: self.term(term.first),
        }
    }

    fn modifier_row(mut self, modifier: &Modifier) -> Modifier {
        Modifier {
            name: modifier.name,
            range: shifted(modifier.range, self.shift),
            value: self.term(modifier.value),
        }
    }

    fn function_row(mut self, function: &Function) -> Function {
        let parameters = function.parameters.iter().map(|parameter| Parameter {
            name: parameter.name,
            range: shifted(parameter.range, self.shift),
        });
        Function {
            callee: function.callee,
            parameters: parameters.collect(),
            body: self.term(function.body),
            name_range: shifted(function.name_range, self.shift),
            script: function.script,
        }
    }
}

/// Gives out numbers in the order in which they are asked for.
struct Numbering<'a> {
    old: &'a Program,
    names: Names,
    callees: Vec<Callee>,
    /// The new numbers of the old ones.
    known_names: Vec<Option<NameId>>,
    known_callees: Vec<Option<CalleeId>>,
    /// Functions are the same in any case.
    spelled: FxHashMap<(SmolStr, u32), CalleeId>,
}

impl<'a> Numbering<'a> {
    fn new(old: &'a Program) -> Self {
        Self {
            old,
            names: Names::with_capacity(old.names.len()),
            callees: Vec::with_capacity(old.callees.len()),
            known_names: vec![None; old.names.len()],
            known_callees: vec![None; old.callees.len()],
            spelled: FxHashMap::default(),
        }
    }

    fn parameters(&mut self, parameters: &[Parameter]) -> Vec<Parameter> {
        let parameters = parameters.iter().map(|parameter| Parameter {
            name: self.name(parameter.name),
            range: parameter.range,
        });
        parameters.collect()
    }
}

/// Modifiers and functions stay where they are, but the names in them are met.
impl Renumber for Numbering<'_> {
    fn name(&mut self, old: NameId) -> NameId {
        let (names, text) = (&mut self.names, || self.old.names.text(old));
        *self.known_names[old.index()].get_or_insert_with(|| names.intern(text()))
    }

    fn callee(&mut self, old: CalleeId) -> CalleeId {
        if let Some(known) = self.known_callees[old.index()] {
            return known;
        }
        let row = self.old.callee(old);
        let callees = &mut self.callees;
        let key = (lower_case(&row.name), row.arity);
        let id = *self.spelled.entry(key).or_insert_with(|| {
            callees.push(row.clone());
            CalleeId(callees.len() as u32 - 1)
        });
        self.known_callees[old.index()] = Some(id);
        id
    }

    fn modifiers(&mut self, modifiers: Modifiers) -> Modifiers {
        let old = self.old;
        for modifier in old.modifiers(modifiers) {
            self.name(modifier.name);
        }
        modifiers
    }

    fn function(&mut self, id: FunctionId) -> FunctionId {
        let function = self.old.function(id);
        self.callee(function.callee);
        for parameter in &function.parameters {
            self.name(parameter.name);
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Document;

    fn draft(document: &Document, earlier: Option<&Draft>) -> Draft {
        let events = document.applets()[0].scripts.iter();
        let events = events.map(|script| Some(script.event));
        Draft::new(events.zip(document.scripts(0)), earlier)
    }

    /// Everything that a program says, as text.
    fn shown(program: &Program) -> String {
        let names: Vec<(NameId, &str)> = program.names.iter().collect();
        let Program {
            terms,
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
        } = program;
        format!(
            "{names:?} {terms:?} {children:?} {modifiers:?} {texts:?} {scripts:?} {functions:?} \
             {callees:?} {iterations:?} {plots:?} {specials:?}"
        )
    }

    /// Parts of scripts, of which edits leave pieces.
    const PARTS: [&str; 24] = [
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
            let mut kept = draft(&document, None);
            for (place, removed, part) in edits {
                let at = (text.len() as f64 * place) as usize;
                let end = (at + removed).min(text.len());
                text.replace_range(at..end, if removed % 2 == 0 { PARTS[part] } else { "" });
                document = document.update(text.as_str());
                kept = draft(&document, Some(&kept));
                let fresh = draft(&Document::open("a.cindyscript", text.as_str()), None);
                prop_assert_eq!(shown(&kept.program()), shown(&fresh.program()), "{}", text);
            }
        }
    }

    #[test]
    fn what_is_not_edited_is_copied() {
        let text = "// %% init\na = 1;\nf(x) := a + x;\n// %% draw\nb = f(a);\nc = b;\n";
        let document = Document::open("a.cindyscript", text);
        let first = draft(&document, None);
        let changed = text.replace("f(a)", "f(a + 27)");
        let document = document.update(changed.as_str());
        let second = draft(&document, Some(&first));
        // Names that are lowered again are given out again: a draft that knows none would differ.
        assert_eq!(second.names(), first.names());
        let fresh = draft(&Document::open("a.cindyscript", changed), None);
        assert_eq!(shown(&second.program()), shown(&fresh.program()));
    }
}
