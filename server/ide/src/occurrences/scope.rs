//! What names mean where they stand, as far as the text around them says it: the variables that
//! functions, loops and colorplots bind.

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{CalleeId, FunctionId, Program, TermId};
use rustc_hash::FxHashMap;

use super::Binding;

/// A variable before it is known which may be the same: an index into [`Scopes::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Node(pub(super) u32);

/// What a variable is bound by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub(super) name: NameId,
    pub(super) by: Binding,
    /// Whether its name says what it is.
    pub(super) is_implicit: bool,
}

/// Something whose free names are not looked up in the text around it.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    /// What it binds as a whole.
    declared: FxHashMap<NameId, Vec<Declaration>>,
    /// How many declarations there were so far.
    pub(super) count: u32,
    /// The terms whose names are free.
    free: Vec<(NameId, TermId)>,
}

/// The kinds of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// A script.
    Script,
    /// The body of a function.
    Function(FunctionId, CalleeId),
    /// Code as a value: it runs where something runs it.
    Code(FunctionId),
    /// Code that runs where a variable is read, or when some time has passed.
    Later,
}

/// A parameter, or a name of `regional`.
#[derive(Clone, Copy, Debug)]
struct Declaration {
    node: Node,
    /// How many declarations there were before.
    place: u32,
    /// The innermost part that may not run, and holds it.
    branch: Option<TermId>,
    /// The outermost loop around it, which may come back to what stands before.
    around: Option<TermId>,
}

/// What a loop, a builtin or a colorplot binds, and what is bound around it in the frame.
#[derive(Clone, Copy, Debug)]
struct Inner {
    name: NameId,
    node: Node,
    /// Whether it is bound for certain.
    is_sure: bool,
    around: Head,
}

/// The innermost of what is bound within a frame: an index into [`Scopes::inner`].
pub(super) type Head = Option<u32>;

/// A place in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) frame: u32,
    pub(super) head: Head,
    /// How many declarations of the frame stand before.
    pub(super) count: u32,
    /// The innermost part around that may not run.
    pub(super) branch: Option<TermId>,
}

/// What a name means: a variable that is bound in the frame, or one that is not, or either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    first: Option<Node>,
    /// Most often none.
    others: Vec<Node>,
    pub(super) may_be_free: bool,
}

impl Meaning {
    /// The variables that it may be, the innermost first.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node> {
        self.first.into_iter().chain(self.others.iter().copied())
    }

    fn add(&mut self, node: Node) {
        if self.first.is_none() {
            self.first = Some(node);
        } else if self.nodes().all(|known| known != node) {
            self.others.push(node);
        }
    }
}

/// All frames of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Scopes {
    pub(super) nodes: Vec<Bound>,
    pub(super) frames: Vec<Frame>,
    inner: Vec<Inner>,
    /// Variables that may as well be what their name means outside of the frame.
    pub(super) either: Vec<(Node, u32)>,
    /// Variables that may be the same.
    pub(super) same: Vec<(Node, Node)>,
}

/// Whether a term holds another one.
fn holds(program: &Program, outer: TermId, inner: TermId) -> bool {
    let outer_term = program.terms.get(outer.index());
    outer_term.is_some_and(|term| term.first <= inner && inner <= outer)
}

impl Scopes {
    pub(super) fn node(&mut self, name: NameId, by: Binding, is_implicit: bool) -> Node {
        let node = Node(self.nodes.len() as u32);
        self.nodes.push(Bound {
            name,
            by,
            is_implicit,
        });
        node
    }

    pub(super) fn open_frame(&mut self, kind: FrameKind) -> u32 {
        let frame = self.frames.len() as u32;
        self.frames.push(Frame {
            kind,
            declared: FxHashMap::default(),
            count: 0,
            free: Vec::new(),
        });
        frame
    }

    /// Ends a frame: what stands in a loop before `regional` may come after it.
    pub(super) fn close_frame(&mut self, program: &Program, frame: u32) {
        let Some(data) = self.frames.get_mut(frame as usize) else {
            return;
        };
        for (name, term) in std::mem::take(&mut data.free) {
            for declaration in data.declared.get(&name).into_iter().flatten() {
                let around = declaration.around;
                if around.is_some_and(|around| holds(program, around, term)) {
                    self.either.push((declaration.node, frame));
                }
            }
        }
    }

    /// Binds a name in what is in `head`.
    pub(super) fn bind_inner(
        &mut self,
        head: Head,
        name: NameId,
        node: Node,
        is_sure: bool,
    ) -> Head {
        let next = self.inner.len() as u32;
        self.inner.push(Inner {
            name,
            node,
            is_sure,
            around: head,
        });
        Some(next)
    }

    /// The variable of that name that a frame binds as a whole.
    pub(super) fn own(&self, frame: u32, name: NameId) -> Option<Node> {
        let declared = &self.frames.get(frame as usize)?.declared;
        Some(declared.get(&name)?.first()?.node)
    }

    /// Binds a name in a frame from here on. The same name is the same variable.
    pub(super) fn declare(
        &mut self,
        frame: u32,
        name: NameId,
        by: Binding,
        branch: Option<TermId>,
        around: Option<TermId>,
    ) -> Node {
        let node = match self.own(frame, name) {
            Some(node) => node,
            None => self.node(name, by, false),
        };
        self.declare_as(frame, name, node, branch, around);
        node
    }

    /// Binds a name in a frame to a variable that there is.
    pub(super) fn declare_as(
        &mut self,
        frame: u32,
        name: NameId,
        node: Node,
        branch: Option<TermId>,
        around: Option<TermId>,
    ) {
        let Some(data) = self.frames.get_mut(frame as usize) else {
            return;
        };
        let place = data.count;
        data.count += 1;
        data.declared.entry(name).or_default().push(Declaration {
            node,
            place,
            branch,
            around,
        });
    }

    /// What a name means at a place, where a term stands.
    pub(super) fn meaning(
        &self,
        program: &Program,
        at: Place,
        term: TermId,
        name: NameId,
    ) -> Meaning {
        let mut meaning = Meaning {
            first: None,
            others: Vec::new(),
            may_be_free: true,
        };
        let mut next = at.head;
        while let Some(inner) = next.and_then(|next| self.inner.get(next as usize)) {
            if inner.name == name {
                meaning.add(inner.node);
                if inner.is_sure {
                    meaning.may_be_free = false;
                    return meaning;
                }
            }
            next = inner.around;
        }
        let frame = self.frames.get(at.frame as usize);
        let declared = frame.and_then(|frame| frame.declared.get(&name));
        for declaration in declared.into_iter().flatten() {
            let is_before = declaration.place < at.count;
            let around = declaration.around;
            let may_come_before = around.is_some_and(|around| holds(program, around, term));
            if is_before || may_come_before {
                meaning.add(declaration.node);
            }
            let branch = declaration.branch;
            if is_before && branch.is_none_or(|branch| holds(program, branch, term)) {
                meaning.may_be_free = false;
            }
        }
        meaning
    }

    /// Notes that a name is free in a frame.
    pub(super) fn note_free(&mut self, frame: u32, name: NameId, term: TermId) {
        if let Some(frame) = self.frames.get_mut(frame as usize) {
            frame.free.push((name, term));
        }
    }
}
