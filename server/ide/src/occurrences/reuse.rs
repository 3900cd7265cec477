//! What is kept of an earlier version: the rows of statements whose trees are the same, their
//! numbers moved along.
//!
//! What is found in a statement depends on its rows in the program alone, and on which of the
//! functions that it calls are builtins; where it holds colorplots, also on the split.

use cindyscript_hir::names::{NameId, Names};
use cindyscript_hir::program::{CalleeId, FunctionId, TermId};
use cindyscript_syntax::ast::Script;
use cindyscript_syntax::{GreenNodeData, Node as SyntaxNode};
use rustc_hash::FxHashMap;
use text_size::{TextRange, TextSize};

use super::rows::{
    Call, CalleeKey, CollectedRows, Counts, PassedModifier, Raw, Statement, Target, Written,
};
use super::scope::{Bound, Declaration, Frame, FrameKind, Inner, Node, Place};
use super::{Binding, Owner};

/// An earlier version of the scripts, and the numbers that its names and callees have now.
pub(super) struct Earlier<'a> {
    found: &'a CollectedRows,
    names: Option<Vec<u32>>,
    callees: Option<Vec<u32>>,
}

/// No number: what has it is gone.
const GONE: u32 = u32::MAX;

impl<'a> Earlier<'a> {
    /// None if other calls are those of builtins now: then they may bind other names.
    pub(super) fn new(
        found: &'a CollectedRows,
        names: &Names,
        callees: &[CalleeKey],
    ) -> Option<Self> {
        Some(Self {
            found,
            names: moved_names(&found.names, names),
            callees: moved_callees(&found.callees, callees)?,
        })
    }

    /// What of a script, which has so many statements now, was there in the earlier version.
    pub(super) fn statements<'k>(
        &'k self,
        script: usize,
        now: Script<'k>,
        count: usize,
    ) -> Option<ReusedScript<'k>> {
        let written = self.found.scripts.get(script)?;
        let old = SyntaxNode::new(&written.tree, TextSize::new(0));
        let now = now.node();
        let (front, back) = now.shared_children(old);
        let between = old.child_count().saturating_sub(front + back);
        let children = old.children_from(front, TextSize::new(0)).take(between);
        let nodes = children.zip(front..).filter_map(|(child, place)| {
            let node = child.into_node()?;
            Some((std::ptr::from_ref(node.green()), place))
        });
        let behind = written.statements.len() - written.before(old.child_count() - back);
        Some(ReusedScript {
            written,
            old,
            now,
            front: written.before(front).min(count),
            between: nodes.collect(),
            back: behind.min(count),
            count,
        })
    }
}

impl Written {
    /// The number of statements before one of the children of the tree.
    fn before(&self, child: usize) -> usize {
        self.statements
            .partition_point(|statement| (statement.child as usize) < child)
    }
}

/// What of a script was there in an earlier version.
pub(super) struct ReusedScript<'a> {
    written: &'a Written,
    /// The tree then, and now.
    old: SyntaxNode<'a>,
    now: SyntaxNode<'a>,
    /// How many of that version's statements begin the script now.
    front: usize,
    /// Which children of the tree then the nodes between those are that both trees begin and end with:
    /// several edits may lie far apart.
    between: FxHashMap<*const GreenNodeData, usize>,
    /// How many of that version's statements end the script.
    back: usize,
    /// How many statements there are now.
    count: usize,
}

impl<'a> ReusedScript<'a> {
    /// The longest run of earlier statements that can be copied, and are those from here on: from a
    /// statement that is this child of the tree now.
    pub(super) fn run(&self, here: usize, child: u32) -> Option<UnchangedSpan<'a>> {
        let all = &self.written.statements;
        let (first, most, is_between) = match () {
            () if here < self.front => (here, self.front - here, false),
            () if here >= self.count - self.back => {
                let first = (here + all.len()).checked_sub(self.count)?;
                (first, self.count - here, false)
            }
            () => {
                let mut children = self.now.children_from(child as usize, TextSize::new(0));
                let node = children.next()?.into_node()?;
                let &old = self.between.get(&std::ptr::from_ref(node.green()))?;
                (self.written.before(old), all.len(), true)
            }
        };
        let statements = all.get(first..)?;
        let children = child.wrapping_sub(statements.first()?.child);
        // Between the statements as well, all is as it was.
        let mut next = child;
        let is_same = |statement: &&Statement| {
            let behind = statement.child.wrapping_add(children) + 1;
            let own = std::mem::replace(&mut next, behind) as usize..behind as usize;
            let old = (own.start as u32).wrapping_sub(children) as usize;
            !is_between || self.now.shares(own, self.old, old)
        };
        let copied = statements.iter().take(most);
        let copied = copied.take_while(|statement| !statement.has_plots);
        let copied = copied.take_while(is_same).count();
        let (statements, rest) = statements.split_at_checked(copied)?;
        (copied > 0).then_some(UnchangedSpan {
            statements,
            children,
            end: rest.first().map_or(self.written.end, |next| next.begin),
        })
    }
}

/// Statements of an earlier version.
pub(super) struct UnchangedSpan<'a> {
    statements: &'a [Statement],
    /// So many children further on, modulo 2^32, each of them stands now.
    children: u32,
    end: Counts,
}

#[cfg(test)]
impl UnchangedSpan<'_> {
    pub(super) fn count(&self) -> usize {
        self.statements.len()
    }
}

impl CollectedRows {
    /// Copies the rows of statements of an earlier version, of which the first stands here now,
    /// behind so many terms and functions.
    pub(super) fn copy(
        &mut self,
        earlier: &Earlier<'_>,
        run: &UnchangedSpan<'_>,
        (start, terms, functions): (TextSize, u32, u32),
        written: &mut Vec<Statement>,
    ) {
        let Some(&Statement {
            begin: from,
            start: old_start,
            ..
        }) = run.statements.first()
        else {
            return;
        };
        let (old, to) = (earlier.found, run.end);
        let by = Move {
            rows: self.counts(terms, functions).minus(from),
            shift: u32::from(start).wrapping_sub(old_start.into()),
            scripts: old.scripts.len() as u32,
            earlier,
        };
        written.extend(run.statements.iter().map(|statement| Statement {
            begin: statement.begin.plus(by.rows),
            start: by.offset(statement.start),
            child: statement.child.wrapping_add(run.children),
            ..*statement
        }));
        let raw = by.rows_of(&old.raw, from.raw, to.raw);
        raw.copy(&mut self.raw, |row| by.raw(row));
        let calls = by.rows_of(&old.calls, from.calls, to.calls);
        calls.copy(&mut self.calls, |row| by.call(row));
        let given = by.rows_of(&old.given, from.given, to.given);
        given.copy(&mut self.given, |row| by.given(row));
        let unbound = by.rows_of(&old.unbound, from.unbound, to.unbound);
        unbound.copy(&mut self.unbound, |&name| by.name(name));
        let (scopes, old) = (&mut self.scopes, &old.scopes);
        let nodes = by.rows_of(&old.nodes, from.nodes, to.nodes);
        nodes.copy(&mut scopes.nodes, |row| by.bound(row));
        let frames = by.rows_of(&old.frames, from.frames, to.frames);
        frames.copy(&mut scopes.frames, |row| by.frame_row(row));
        let inner = by.rows_of(&old.inner, from.inner, to.inner);
        inner.copy(&mut scopes.inner, |row| by.inner(row));
        let declarations = by.rows_of(&old.declarations, from.declarations, to.declarations);
        for row in declarations.rows {
            scopes.put(by.declaration(row));
        }
        let either = by.rows_of(&old.either, from.either, to.either);
        let move_either = |&(node, frame): &_| (by.node(node), by.frame(frame));
        either.copy(&mut scopes.either, move_either);
        let same = by.rows_of(&old.same, from.same, to.same);
        same.copy(&mut scopes.same, |&(a, b)| (by.node(a), by.node(b)));
    }
}

/// Rows of a table of an earlier version.
struct Rows<'a, T> {
    rows: &'a [T],
    /// Whether the new rows are others.
    are_moved: bool,
}

impl<T: Copy> Rows<'_, T> {
    /// Adds them to a table.
    fn copy(&self, table: &mut Vec<T>, moved: impl Fn(&T) -> T) {
        match self.are_moved {
            true => table.extend(self.rows.iter().map(moved)),
            false => table.extend_from_slice(self.rows),
        }
    }
}

impl Counts {
    fn with(self, other: Self, operation: fn(u32, u32) -> u32) -> Self {
        Self {
            terms: operation(self.terms, other.terms),
            functions: operation(self.functions, other.functions),
            raw: operation(self.raw, other.raw),
            calls: operation(self.calls, other.calls),
            given: operation(self.given, other.given),
            unbound: operation(self.unbound, other.unbound),
            nodes: operation(self.nodes, other.nodes),
            frames: operation(self.frames, other.frames),
            inner: operation(self.inner, other.inner),
            declarations: operation(self.declarations, other.declarations),
            either: operation(self.either, other.either),
            same: operation(self.same, other.same),
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
struct Move<'a> {
    rows: Counts,
    shift: u32,
    /// How many scripts there are: their frames come first, and stay there.
    scripts: u32,
    earlier: &'a Earlier<'a>,
}

impl Move<'_> {
    fn rows_of<'a, T>(&self, table: &'a [T], from: u32, to: u32) -> Rows<'a, T> {
        let renames = self.earlier.names.is_some() || self.earlier.callees.is_some();
        Rows {
            rows: table.get(from as usize..to as usize).unwrap_or_default(),
            are_moved: renames || self.shift != 0 || self.rows != Counts::default(),
        }
    }

    fn offset(&self, offset: TextSize) -> TextSize {
        TextSize::new(u32::from(offset).wrapping_add(self.shift))
    }

    fn range(&self, range: TextRange) -> TextRange {
        TextRange::at(self.offset(range.start()), range.len())
    }

    fn term(&self, id: TermId) -> TermId {
        TermId(id.0.wrapping_add(self.rows.terms))
    }

    fn part(&self, id: Option<TermId>) -> Option<TermId> {
        id.map(|id| self.term(id))
    }

    fn function(&self, id: FunctionId) -> FunctionId {
        FunctionId(id.0.wrapping_add(self.rows.functions))
    }

    fn name(&self, name: NameId) -> NameId {
        match &self.earlier.names {
            Some(names) => NameId(names.get(name.index()).copied().unwrap_or(GONE)),
            None => name,
        }
    }

    fn callee(&self, callee: CalleeId) -> CalleeId {
        match &self.earlier.callees {
            Some(callees) => CalleeId(callees.get(callee.index()).copied().unwrap_or(GONE)),
            None => callee,
        }
    }

    fn node(&self, node: Node) -> Node {
        Node(node.0.wrapping_add(self.rows.nodes))
    }

    fn frame(&self, frame: u32) -> u32 {
        match frame < self.scripts {
            true => frame,
            false => frame.wrapping_add(self.rows.frames),
        }
    }

    fn head(&self, head: Option<u32>) -> Option<u32> {
        head.map(|head| head.wrapping_add(self.rows.inner))
    }

    fn owner(&self, owner: Owner) -> Owner {
        match owner {
            Owner::Function(id) => Owner::Function(self.function(id)),
            Owner::Script(_) | Owner::Plot(_) | Owner::Page => owner,
        }
    }

    fn binding(&self, binding: Binding) -> Binding {
        match binding {
            Binding::Function(id) => Binding::Function(self.function(id)),
            Binding::Code(id) => Binding::Code(self.function(id)),
            Binding::Builtin(term) => Binding::Builtin(self.term(term)),
            Binding::Modifier(term) => Binding::Modifier(self.term(term)),
            Binding::Later | Binding::Plot(_) => binding,
        }
    }

    fn target(&self, target: Target) -> Target {
        match target {
            Target::Bound(node) => Target::Bound(self.node(node)),
            Target::Free(frame, name) => Target::Free(self.frame(frame), self.name(name)),
            Target::Function(callee) => Target::Function(self.callee(callee)),
            Target::Element | Target::Image => target,
        }
    }

    fn raw(&self, row: &Raw) -> Raw {
        Raw {
            target: self.target(row.target),
            range: self.range(row.range),
            owner: self.owner(row.owner),
            term: self.term(row.term),
            ..*row
        }
    }

    fn call(&self, row: &Call) -> Call {
        let Place {
            frame,
            head,
            count,
            branch,
        } = row.at;
        Call {
            callee: self.callee(row.callee),
            term: self.term(row.term),
            at: Place {
                frame: self.frame(frame),
                head: self.head(head),
                count,
                branch: self.part(branch),
            },
            is_at_pixels: row.is_at_pixels,
        }
    }

    fn given(&self, row: &PassedModifier) -> PassedModifier {
        PassedModifier {
            callee: self.callee(row.callee),
            name: self.name(row.name),
            node: self.node(row.node),
        }
    }

    fn bound(&self, row: &Bound) -> Bound {
        Bound {
            name: self.name(row.name),
            by: self.binding(row.by),
            is_implicit: row.is_implicit,
        }
    }

    fn frame_row(&self, row: &Frame) -> Frame {
        let kind = match row.kind {
            FrameKind::Function(id, callee) => {
                FrameKind::Function(self.function(id), self.callee(callee))
            }
            FrameKind::Code(id) => FrameKind::Code(self.function(id)),
            FrameKind::Script | FrameKind::Later => row.kind,
        };
        Frame { kind, ..*row }
    }

    fn inner(&self, row: &Inner) -> Inner {
        Inner {
            name: self.name(row.name),
            node: self.node(row.node),
            is_sure: row.is_sure,
            around: self.head(row.around),
        }
    }

    fn declaration(&self, row: &Declaration) -> Declaration {
        Declaration {
            frame: self.frame(row.frame),
            node: self.node(row.node),
            branch: self.part(row.branch),
            around: self.part(row.around),
            name: self.name(row.name),
            ..*row
        }
    }
}

/// The new number of each old one, most of which come one after the other, as before; none if all
/// numbers stay.
fn moved(
    count: usize,
    is_same: impl Fn(u32, u32) -> bool,
    find: impl Fn(u32) -> Option<u32>,
) -> Option<Vec<u32>> {
    let mut next = 0;
    let numbers = (0..count as u32).map(|old| {
        let new = match is_same(old, next) {
            true => next,
            false => find(old).unwrap_or(GONE),
        };
        next = new.wrapping_add(1);
        new
    });
    let numbers: Vec<u32> = numbers.collect();
    let stays = numbers.iter().zip(0..).all(|(&new, old)| new == old);
    (!stays).then_some(numbers)
}

fn moved_names(old: &Names, new: &Names) -> Option<Vec<u32>> {
    if old.is_same(new) {
        return None;
    }
    let text = |old_name: u32| old.text(NameId(old_name));
    let is_there = |name: u32| (name as usize) < new.len();
    moved(
        old.len(),
        |a, b| is_there(b) && text(a) == new.text(NameId(b)),
        |a| Some(new.get(text(a))?.0),
    )
}

/// None if one is a builtin in one of the two versions only.
fn moved_callees(old: &[CalleeKey], new: &[CalleeKey]) -> Option<Option<Vec<u32>>> {
    let key = |known: &CalleeKey| (known.name.to_lowercase(), known.arity);
    let numbers = if old == new {
        None
    } else {
        let numbers: FxHashMap<_, u32> = new.iter().map(key).zip(0..).collect();
        moved(
            old.len(),
            |a, b| {
                let (a, b) = (&old[a as usize], new.get(b as usize));
                b.is_some_and(|b| (&a.name, a.arity) == (&b.name, b.arity))
            },
            |a| numbers.get(&key(&old[a as usize])).copied(),
        )
    };
    let now = |at: usize| match &numbers {
        Some(numbers) => new.get(*numbers.get(at)? as usize),
        None => new.get(at),
    };
    let mut pairs = old.iter().enumerate();
    let is_same = pairs.all(|(at, old)| now(at).is_none_or(|new| new.builtin == old.builtin));
    is_same.then_some(numbers)
}
