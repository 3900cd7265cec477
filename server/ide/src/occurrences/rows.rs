//! What is found in the scripts of an applet before it is known which variables may be the same:
//! tables of plain rows, in each of which the rows of a statement stand together.

use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::names::{NameId, Names};
use cindyscript_hir::program::{CalleeId, ScriptId, TermId};
use cindyscript_syntax::GreenNode;
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use super::scope::{Node, Place, Scopes};
use super::{Access, Computed, EntityId, Form, Occurrence, Owner};

/// What a name denotes, before it is known which variables may be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A variable that is bound in its frame.
    Bound(Node),
    /// One that is not.
    Free(u32, NameId),
    /// A function.
    Function(CalleeId),
    /// A variable of the whole applet, or the element of this name: that of the string.
    Element,
    /// An image, whose name is the string.
    Image,
}

/// An occurrence in a script as it is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw {
    pub(super) target: Target,
    pub(super) access: Access,
    pub(super) form: Form,
    /// In bytes of the script.
    pub(super) range: TextRange,
    pub(super) script: ScriptId,
    pub(super) owner: Owner,
    pub(super) term: TermId,
}

impl Raw {
    /// The occurrence of an entity at a range of the file.
    pub(super) fn occurrence(&self, entity: EntityId, range: TextRange) -> Occurrence {
        Occurrence {
            range,
            entity,
            access: self.access,
            form: self.form,
            owner: self.owner,
            script: Some(self.script),
            term: Some(self.term),
        }
    }
}

/// A name in the page, outside of the scripts.
#[derive(Clone, Debug)]
pub(super) struct InPage {
    pub(super) name: SmolStr,
    /// An image; otherwise an element.
    pub(super) is_image: bool,
    pub(super) access: Access,
    /// In bytes of the file.
    pub(super) range: TextRange,
}

impl InPage {
    pub(super) fn occurrence(&self, entity: EntityId) -> Occurrence {
        Occurrence {
            range: self.range,
            entity,
            access: self.access,
            form: Form::Page,
            owner: Owner::Page,
            script: None,
            term: None,
        }
    }
}

/// A call of a function of the applet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub(super) callee: CalleeId,
    pub(super) term: TermId,
    pub(super) at: Place,
    /// Whether it stands in a colorplot.
    pub(super) is_at_pixels: bool,
}

/// What a modifier of a call gives to a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassedModifier {
    pub(super) callee: CalleeId,
    pub(super) name: NameId,
    pub(super) node: Node,
}

/// All that is found.
#[derive(Clone, Debug, Default)]
pub(super) struct CollectedRows {
    pub(super) raw: Vec<Raw>,
    pub(super) scopes: Scopes,
    pub(super) calls: Vec<Call>,
    pub(super) given: Vec<PassedModifier>,
    /// Names of which it is not known from the text how they are bound.
    pub(super) unbound: Vec<NameId>,
    pub(super) in_page: Vec<InPage>,
    /// What each colorplot stands in.
    pub(super) plots: Vec<Owner>,
    pub(super) scripts: Vec<Written>,
    /// The names, by their numbers in the rows.
    pub(super) names: Names,
    /// The callees, by their numbers in the rows.
    pub(super) callees: Vec<CalleeKey>,
}

/// What is known of a callee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CalleeKey {
    pub(super) name: SmolStr,
    pub(super) arity: u32,
    /// The builtin that it is: others bind names.
    pub(super) builtin: Option<BuiltinId>,
}

/// A script, and where the rows of its statements begin.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) tree: GreenNode,
    pub(super) statements: Vec<Statement>,
    /// Behind the last of them.
    pub(super) end: Counts,
}

/// A statement at the top of a script.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statement {
    /// Where its rows begin.
    pub(super) begin: Counts,
    /// Where it stands in its script.
    pub(super) start: TextSize,
    /// Which of the children of the script's tree it is.
    pub(super) child: u32,
    pub(super) computed: Computed,
    /// Whether it holds colorplots: what these bind depends on other statements as well.
    pub(super) has_plots: bool,
}

/// How many rows of each table there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) terms: u32,
    pub(super) functions: u32,
    pub(super) raw: u32,
    pub(super) calls: u32,
    pub(super) given: u32,
    pub(super) unbound: u32,
    pub(super) nodes: u32,
    pub(super) frames: u32,
    pub(super) inner: u32,
    pub(super) declarations: u32,
    pub(super) either: u32,
    pub(super) same: u32,
}

impl CollectedRows {
    /// Makes room for as many rows as there were in an earlier version.
    pub(super) fn reserve(&mut self, earlier: &Self) {
        let (scopes, old) = (&mut self.scopes, &earlier.scopes);
        self.raw.reserve(earlier.raw.len());
        self.calls.reserve(earlier.calls.len());
        scopes.nodes.reserve(old.nodes.len());
        scopes.frames.reserve(old.frames.len());
        scopes.reserve_declarations(old);
    }

    /// How many rows there are; so many terms and functions stand before.
    pub(super) fn counts(&self, terms: u32, functions: u32) -> Counts {
        let scopes = &self.scopes;
        Counts {
            terms,
            functions,
            raw: self.raw.len() as u32,
            calls: self.calls.len() as u32,
            given: self.given.len() as u32,
            unbound: self.unbound.len() as u32,
            nodes: scopes.nodes.len() as u32,
            frames: scopes.frames.len() as u32,
            inner: scopes.inner.len() as u32,
            declarations: scopes.declarations.len() as u32,
            either: scopes.either.len() as u32,
            same: scopes.same.len() as u32,
        }
    }

    /// Whether names that builtins are given are not all written where they are called.
    pub(super) fn computed(&self) -> Computed {
        let statements = self.scripts.iter().flat_map(|script| &script.statements);
        statements.fold(Computed::default(), |all, one| Computed {
            images: all.images | one.computed.images,
            elements: all.elements | one.computed.elements,
        })
    }
}
