//! What stands where a name stands: an occurrence, with what the name denotes there.

use cindyscript_hir::builtins::{BuiltinId, Named};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{CalleeId, Children, TermId, TermKind};
use cindyscript_syntax::{SyntaxKind, tokens};
use text_size::{TextRange, TextSize};

use super::collect::Collector;
use super::rows::{Call, PassedModifier, Raw, Target};
use super::scope::Node;
use super::{Access, Binding, Form, Owner};

impl Collector<'_> {
    pub(super) fn note(
        &mut self,
        term: TermId,
        range: TextRange,
        target: Target,
        access: Access,
        form: Form,
    ) {
        if range.is_empty() {
            return;
        }
        self.found.raw.push(Raw {
            target,
            access,
            form,
            range,
            script: self.program.term(term).script,
            owner: self.state.owner,
            term,
        });
    }

    /// What a name means where a term stands.
    pub(super) fn meaning(&mut self, name: NameId, term: TermId) -> Target {
        let (frame, at) = (self.state.frame, self.place());
        let scopes = &mut self.found.scopes;
        let meaning = scopes.meaning(self.program, at, term, name);
        if meaning.may_be_free {
            self.free.push((name, term));
        }
        let mut nodes = meaning.nodes();
        let Some(first) = nodes.next() else {
            return Target::Free(frame, name);
        };
        for other in nodes {
            scopes.same.push((first, other));
        }
        if meaning.may_be_free {
            scopes.either.push((first, frame));
        }
        Target::Bound(first)
    }

    pub(super) fn variable(&mut self, term: TermId, name: NameId, access: Access) {
        let target = self.meaning(name, term);
        self.note(
            term,
            self.program.term(term).range,
            target,
            access,
            Form::Name,
        );
    }

    /// A name that names what is bound, and is no variable to be looked up.
    pub(super) fn naming(&mut self, term: TermId, node: Node) {
        let range = self.program.term(term).range;
        self.note(
            term,
            range,
            Target::Bound(node),
            Access::Declares,
            Form::Name,
        );
    }

    /// The name of a call; an operator has none.
    pub(super) fn call_name(&mut self, term: TermId, callee: CalleeId, access: Access) {
        let data = self.program.term(term);
        let text = self.text_of(data.script);
        let call = text.get(std::ops::Range::<usize>::from(data.range));
        let first = tokens(call.unwrap_or_default()).next();
        if let Some((SyntaxKind::IDENT, name)) = first {
            let range = name + data.range.start();
            self.note(term, range, Target::Function(callee), access, Form::Name);
        }
    }

    pub(super) fn call(&mut self, term: TermId, callee: CalleeId) {
        let program = self.program;
        let row = program.callee(callee);
        let TermKind::Call {
            arguments,
            modifiers,
            ..
        } = program.kind(term)
        else {
            return;
        };
        if let Some(builtin) = row.plain_builtin() {
            self.named_by(builtin, arguments);
            return;
        }
        if row.runs_code() {
            return;
        }
        self.call_name(term, callee, Access::Calls);
        for modifier in program.modifiers(modifiers) {
            let by = Binding::Modifier(term);
            let node = self.found.scopes.node(modifier.name, by, false);
            self.found.given.push(PassedModifier {
                callee,
                name: modifier.name,
                node,
            });
            let target = Target::Bound(node);
            self.note(term, modifier.range, target, Access::Declares, Form::Name);
        }
        self.found.calls.push(Call {
            callee,
            term,
            at: self.place(),
            is_at_pixels: matches!(self.state.owner, Owner::Plot(_)),
        });
    }

    /// What is named by strings among the arguments of a builtin.
    pub(super) fn named_by(&mut self, builtin: BuiltinId, arguments: Children) {
        let creates = builtin.row().image.is_some_and(|image| image.is_created);
        for (place, &argument) in self.program.children(arguments).iter().enumerate() {
            match builtin.named_by(place) {
                Some(Named::Image) if creates => self.image(argument, Access::Declares),
                Some(Named::Image) => self.image(argument, Access::Reads),
                Some(Named::Element) => self.element(argument, Access::Reads),
                Some(Named::NewElement) => self.element(argument, Access::Declares),
                Some(Named::Kind | Named::Plugin) | None => {}
            }
        }
    }

    pub(super) fn image(&mut self, term: TermId, access: Access) {
        match self.program.kind(term) {
            TermKind::Text(text) => {
                let length = TextSize::of(self.program.text(text));
                self.text(term, length, Target::Image, access);
            }
            _ => self.computed.images = true,
        }
    }

    pub(super) fn element(&mut self, term: TermId, access: Access) {
        match self.program.kind(term) {
            TermKind::Text(text) => {
                let length = TextSize::of(self.program.text(text));
                self.text(term, length, Target::Element, access);
            }
            TermKind::List(names) => {
                for &name in self.program.children(names) {
                    self.element(name, access);
                }
            }
            _ => self.computed.elements = true,
        }
    }

    /// The content of a string, which has this length.
    pub(super) fn text(&mut self, term: TermId, length: TextSize, target: Target, access: Access) {
        let whole = self.program.term(term).range;
        let quote = TextSize::of('"');
        // One that is not closed names nothing yet.
        if whole.len() == quote + length + quote {
            let range = TextRange::at(whole.start() + quote, length);
            self.note(term, range, target, access, Form::Text);
        }
    }
}
