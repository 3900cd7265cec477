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
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    /// How many declarations there were so far.
    pub(super) count: u32,
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
pub(super) struct Declaration {
    pub(super) frame: u32,
    pub(super) node: Node,
    /// How many declarations of the frame there were before.
    pub(super) place: u32,
    /// The innermost part that may not run, and holds it.
    pub(super) branch: Option<TermId>,
    /// The outermost loop around it, which may come back to what stands before.
    pub(super) around: Option<TermId>,
    pub(super) name: NameId,
    /// The declaration of the same name in the frame before it.
    pub(super) before: Option<u32>,
}

/// What a loop, a builtin or a colorplot binds, and what is bound around it in the frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inner {
    pub(super) name: NameId,
    pub(super) node: Node,
    /// Whether it is bound for certain.
    pub(super) is_sure: bool,
    pub(super) around: Head,
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

/// All frames of a program: those of the scripts come first.
#[derive(Clone, Debug, Default)]
pub(super) struct Scopes {
    pub(super) nodes: Vec<Bound>,
    pub(super) frames: Vec<Frame>,
    pub(super) inner: Vec<Inner>,
    /// What frames bind as a whole.
    pub(super) declarations: Vec<Declaration>,
    /// The last declaration of each name in each frame.
    last: FxHashMap<(u32, NameId), u32>,
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
    /// Makes room for as many declarations as there were in an earlier version.
    pub(super) fn reserve_declarations(&mut self, earlier: &Self) {
        self.declarations.reserve(earlier.declarations.len());
        self.last.reserve(earlier.last.len());
    }

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
        self.frames.push(Frame { kind, count: 0 });
        frame
    }

    /// Ends a frame, in which these names are free where these terms stand: what stands in a loop
    /// before `regional` may come after it.
    pub(super) fn close_frame(
        &mut self,
        program: &Program,
        frame: u32,
        free: impl Iterator<Item = (NameId, TermId)>,
    ) {
        for (name, term) in free {
            let mut next = self.last.get(&(frame, name)).copied();
            while let Some(declaration) = next.and_then(|at| self.declarations.get(at as usize)) {
                let around = declaration.around;
                if around.is_some_and(|around| holds(program, around, term)) {
                    self.either.push((declaration.node, frame));
                }
                next = declaration.before;
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

    /// The declarations of a name in a frame, the last first.
    fn declared(&self, frame: u32, name: NameId) -> impl Iterator<Item = &Declaration> {
        let at = |at: u32| self.declarations.get(at as usize);
        // Most frames are scripts, which declare nothing.
        let data = self.frames.get(frame as usize);
        let has_some = data.is_some_and(|data| data.count > 0);
        let last = has_some.then(|| self.last.get(&(frame, name)).copied());
        let last = last.flatten().and_then(at);
        std::iter::successors(last, move |one| one.before.and_then(at))
    }

    /// The variable of that name that a frame binds as a whole.
    pub(super) fn own(&self, frame: u32, name: NameId) -> Option<Node> {
        let last = self.declared(frame, name).next();
        last.map(|declaration| declaration.node)
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
        self.put(Declaration {
            frame,
            node,
            place,
            branch,
            around,
            name,
            before: None,
        });
    }

    /// Adds a declaration behind those that there are.
    pub(super) fn put(&mut self, declaration: Declaration) {
        let here = self.declarations.len() as u32;
        let key = (declaration.frame, declaration.name);
        let before = self.last.insert(key, here);
        self.declarations.push(Declaration {
            before,
            ..declaration
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
        for declaration in self.declared(at.frame, name) {
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
}
