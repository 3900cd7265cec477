//! Bodies: what runs, each with slots for its terms and the variables that belong to it.

use std::ops::RangeInclusive;

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{FunctionId, PlotId, ScriptId, TermId};
use cindyscript_hir::types::Type;

use super::Solver;
use super::build::MAX_NESTING;
use super::flow::Flow;
use super::scope::ScopeKind;
use crate::solution::{
    Body, BodyId, BodyKind, NONE, PixelBody, Role, ScopeId, Slot, SlotId, SlotSubject,
};
use crate::split::Coordinate;

/// What a function's body adds to that, once it is built.
const BODY_NESTING: u32 = 4;

impl Solver<'_> {
    /// Makes a body for the terms of `root`.
    fn body(
        &mut self,
        kind: BodyKind,
        root: TermId,
        pixel: Option<PlotId>,
        within: Option<PixelBody>,
        scope: Option<ScopeId>,
    ) -> BodyId {
        let first = self.input.program.term(root).first;
        self.body_of(kind, first..=root, pixel, within, scope)
    }

    /// Makes a body for these terms, the last of which is what it evaluates.
    pub(super) fn body_of(
        &mut self,
        kind: BodyKind,
        terms: RangeInclusive<TermId>,
        pixel: Option<PlotId>,
        within: Option<PixelBody>,
        scope: Option<ScopeId>,
    ) -> BodyId {
        let id = BodyId(self.solution.bodies.len() as u32);
        let (first, root) = terms.into_inner();
        let base = SlotId(self.solution.slots.len() as u32);
        let pixel = pixel.map(|plot| PixelBody { plot, body: id }).or(within);
        self.solution.bodies.push(Body {
            kind,
            pixel,
            first,
            root,
            base,
            scope: scope.unwrap_or(ScopeId(NONE)),
            parameters: Vec::new(),
            variables: Vec::new(),
            calls: Vec::new(),
        });
        let terms = (first.0..=root.0).map(|term| SlotSubject::Term(TermId(term)));
        let slots = terms.map(|subject| Slot::new(id, subject, Role::Idle));
        self.solution.slots.extend(slots);
        id
    }

    pub(super) fn fill(&mut self, body: BodyId, scope: Option<ScopeId>) {
        let root = self.solution.body(body).root;
        self.term(body, root, scope);
    }

    pub(super) fn script(&mut self, script: ScriptId) {
        let body = self.new_script(script);
        self.fill(body, None);
    }

    /// Makes the body of a script.
    pub(super) fn new_script(&mut self, script: ScriptId) -> BodyId {
        let root = self.input.program.scripts[script.index()].root;
        let body = self.body(BodyKind::Script(script), root, None, None, None);
        self.solution.scripts.push(body);
        body
    }

    /// A user's function at one signature.
    pub(super) fn instance(
        &mut self,
        function: FunctionId,
        within: Option<PixelBody>,
        parent: Option<ScopeId>,
        arguments: &[(Type, SlotId)],
        modifiers: &[NameId],
    ) -> BodyId {
        let program = self.input.program;
        let function_data = program.function(function);
        let scope = self.new_scope(parent, ScopeKind::Function);
        let kind = BodyKind::Function(function);
        let body = self.body(kind, function_data.body, None, within, Some(scope));
        for (parameter, (ty, from)) in function_data.parameters.iter().zip(arguments) {
            let slot = self.variable(body, parameter.name);
            self.bind(scope, parameter.name, slot);
            self.solution.bodies[body.index()].parameters.push(slot);
            self.raise(slot, ty.clone(), Some(*from));
        }
        // Of code, what it has captured comes behind the arguments.
        let mut captured = arguments.iter().skip(function_data.parameters.len());
        for &name in modifiers {
            let slot = self.variable(body, name);
            self.bind(scope, name, slot);
            if let Some((ty, from)) = captured.next() {
                self.raise(slot, ty.clone(), Some(*from));
            }
        }
        self.fill(body, Some(scope));
        if self.deferred.is_none() && self.nesting < MAX_NESTING {
            self.nesting += BODY_NESTING;
            self.sweep_body(body);
            self.nesting -= BODY_NESTING;
        }
        body
    }

    /// Lets the value of a modifier flow into the variable that it is in a function's body.
    pub(super) fn add_modifier(&mut self, instance: BodyId, name: NameId, source: SlotId) {
        let scope = self.solution.body(instance).scope;
        if let Some(variable) = self.scope(scope).first(name) {
            self.edge(source, variable, Flow::Join);
        }
    }

    pub(super) fn plot(&mut self, body: BodyId, plot: PlotId, scope: Option<ScopeId>) {
        let program = self.input.program;
        let row = program.plot(plot);
        if self.solution.body(body).pixel.is_some() {
            return;
        }
        let inner_scope = self.new_scope(scope, ScopeKind::Plot);
        let inner = self.body(
            BodyKind::Plot(plot),
            row.body,
            Some(plot),
            None,
            Some(inner_scope),
        );
        let mut variables = Vec::new();
        let split = self.input.split.of(plot);
        for pixel in &split.pixel {
            let slot = self.variable(inner, pixel.name);
            self.solution.slots[slot.index()].ty = match pixel.coordinate {
                Coordinate::Vector => Type::list(2, Type::REAL),
                Coordinate::Complex => Type::COMPLEX,
                Coordinate::X | Coordinate::Y => Type::REAL,
            };
            variables.push((pixel.name, slot));
        }
        for &name in &split.assigned {
            if split.pixel.iter().all(|pixel| pixel.name != name) {
                variables.push((name, self.variable(inner, name)));
            }
        }
        for &(name, slot) in &variables {
            self.bind(inner_scope, name, slot);
        }
        self.solution.plot_variables.insert(inner, variables);
        self.solution.plots.entry(plot).or_default().push(inner);
        self.solution.inner.entry(body).or_default().push(inner);
        self.fill(inner, Some(inner_scope));
    }

    /// A term of U: it runs on the CPU, in the scope in which the colorplot is called.
    pub(super) fn uniform(&mut self, body: BodyId, term: TermId, pixel: PixelBody) {
        let slot = self.solution.body(body).slot(term);
        self.set_role(slot, Role::Uniform);
        let place = self.uniforms[&pixel.plot].get(&term).copied();
        let observed = self.input.observed.get(&pixel.plot);
        let observed = place
            .zip(observed)
            .and_then(|(place, types)| types.get(place)?.as_ref());
        let key = (pixel.body, term);
        let inner = match self.uniform_bodies.get(&key) {
            Some(&inner) => inner,
            None => {
                let plot_scope = self.solution.body(pixel.body).scope;
                let scope = self.scope(plot_scope).parent;
                let inner = self.body(BodyKind::Uniform, term, None, None, scope);
                self.uniform_bodies.insert(key, inner);
                self.solution.inner.entry(body).or_default().push(inner);
                self.fill(inner, scope);
                inner
            }
        };
        let source = self.solution.body(inner).slot(term);
        self.solution.slots[slot.index()].link = source;
        match observed {
            Some(ty) => self.raise(slot, ty.on_gpu(), None),
            None => self.edge(source, slot, Flow::Uniform),
        }
    }
}
