//! What an edit does not affect, taken from the solution of the version before: slots with their
//! types and causes, numbered anew. Nothing flows in it any more, so it has no edges.

use rustc_hash::FxHashMap;

use super::affected::{Earlier, Unaffected};
use super::solve::Solver;
use super::{
    Body, BodyId, BodyKind, Flow, Input, NO_RAISE, NONE, Pixel, Raise, Role, ScopeId, Slot, SlotId,
    Solution, Subject,
};
use crate::draft::Statement;
use crate::program::{FunctionId, PlotId, ScriptId, TermId, TermKind};

impl Solution {
    /// Infers the types of an applet of whose earlier version they are known. The solution is that
    /// of [`Solution::new`]; `None` where too much has changed.
    pub(crate) fn after(
        input: &Input<'_>,
        statements: &[Statement],
        earlier: &Earlier<'_>,
    ) -> Option<Self> {
        let unaffected = Unaffected::new(input, statements, earlier)?;
        let mut solver = Solver::new(input);
        solver.carry(statements, &unaffected)?;
        for (statement, is_carried) in statements.iter().zip(&unaffected.statements) {
            if !is_carried {
                let script = solver.solution.scripts[statement.script.index()];
                solver.term(script, statement.root, None);
            }
        }
        for script in 0..input.program.scripts.len() as u32 {
            solver.end_of_script(ScriptId(script));
        }
        Some(solver.solve())
    }
}

/// What becomes of the numbers of an earlier solution.
struct Renumbering {
    /// [`SlotId::NONE`] for what is not carried over.
    slots: Vec<SlotId>,
    bodies: Vec<Option<BodyId>>,
    plots: FxHashMap<TermId, PlotId>,
    functions: FxHashMap<TermId, FunctionId>,
}

impl Renumbering {
    fn slot(&self, old: SlotId) -> Option<SlotId> {
        let new = self.slots.get(old.index()).copied();
        new.filter(|new| new.is_some())
    }

    fn body(&self, old: BodyId) -> Option<BodyId> {
        *self.bodies.get(old.index())?
    }

    fn all_bodies(&self, old: &[BodyId]) -> Option<Vec<BodyId>> {
        old.iter().map(|&body| self.body(body)).collect()
    }

    fn all_slots(&self, old: &[SlotId]) -> Option<Vec<SlotId>> {
        old.iter().map(|&slot| self.slot(slot)).collect()
    }
}

impl Solver<'_> {
    /// Takes what is not affected from the earlier solution; `None` if that does not stand on its
    /// own.
    fn carry(&mut self, statements: &[Statement], unaffected: &Unaffected<'_>) -> Option<()> {
        let old = unaffected.earlier.solution;
        let program = self.input.program;
        let plots = program.plots.iter().zip(0..);
        let functions = program.functions.iter().zip(0..);
        let mut new = Renumbering {
            slots: vec![SlotId::NONE; old.slots.len()],
            bodies: vec![None; old.bodies.len()],
            plots: plots.map(|(plot, id)| (plot.body, PlotId(id))).collect(),
            functions: functions
                .map(|(function, id)| (function.body, FunctionId(id)))
                .collect(),
        };
        for script in 0..program.scripts.len() as u32 {
            let body = self.new_script(ScriptId(script));
            let before = old.scripts.get(script as usize)?;
            new.bodies[before.index()] = Some(body);
        }
        let is_linked = self.carry_statements(statements, unaffected, &mut new)?;
        for id in (0..old.bodies.len() as u32).map(BodyId) {
            self.carry_body(id, unaffected, &mut new)?;
        }
        self.carry_variables(unaffected, &is_linked, &mut new)?;
        self.carry_links(old, &new)?;
        self.carry_tables(old, &new)
    }

    /// The terms of scripts; says which slots they are linked with.
    fn carry_statements(
        &mut self,
        statements: &[Statement],
        unaffected: &Unaffected<'_>,
        new: &mut Renumbering,
    ) -> Option<Vec<bool>> {
        let old = unaffected.earlier.solution;
        let mut is_linked = vec![false; old.slots.len()];
        let all = statements.iter().zip(&unaffected.statements);
        for (statement, _) in all.filter(|(_, is_carried)| **is_carried) {
            let before = unaffected.earlier.statements.get(statement.before?)?;
            let from = old
                .body(*old.scripts.get(before.script.index())?)
                .slot(before.first);
            let script = self.solution.scripts[statement.script.index()];
            let to = self.solution.body(script).slot(statement.first);
            let count = statement.terms().len();
            let rows = &old.slots[from.index()..from.index() + count];
            let slots = &mut self.solution.slots[to.index()..to.index() + count];
            for (place, (row, slot)) in rows.iter().zip(slots).enumerate() {
                // The body of a function that is only defined here.
                if row.role == Role::Idle {
                    continue;
                }
                new.slots[from.index() + place] = SlotId((to.index() + place) as u32);
                slot.ty.clone_from(&row.ty);
                slot.role = row.role;
                if row.link.is_some() {
                    is_linked[row.link.index()] = true;
                }
            }
        }
        Some(is_linked)
    }

    /// A body that is none of a script, if it is of code that is not affected.
    fn carry_body(
        &mut self,
        id: BodyId,
        unaffected: &Unaffected<'_>,
        new: &mut Renumbering,
    ) -> Option<()> {
        let old = unaffected.earlier.solution;
        let body = old.body(id);
        let (Some(first), Some(root)) = (unaffected.term(body.first), unaffected.term(body.root))
        else {
            return Some(());
        };
        let kind = match body.kind {
            BodyKind::Script(_) => return Some(()),
            BodyKind::Function(_) => BodyKind::Function(*new.functions.get(&root)?),
            BodyKind::Plot(_) => BodyKind::Plot(*new.plots.get(&root)?),
            BodyKind::Uniform => BodyKind::Uniform,
            BodyKind::Round(of) => BodyKind::Round(new.slot(of)?),
        };
        let to = BodyId(self.solution.bodies.len() as u32);
        new.bodies[id.index()] = Some(to);
        let pixel = match body.pixel {
            Some(pixel) => {
                let within = new.body(pixel.body)?;
                let root = unaffected.term(old.body(pixel.body).root)?;
                Some(Pixel {
                    plot: *new.plots.get(&root)?,
                    body: within,
                })
            }
            None => None,
        };
        let base = SlotId(self.solution.slots.len() as u32);
        self.solution.bodies.push(Body {
            kind,
            pixel,
            first,
            root,
            base,
            scope: ScopeId(NONE),
            parameters: Vec::new(),
            variables: Vec::new(),
            calls: Vec::new(),
        });
        let from = body.base.index();
        let rows = &old.slots[from..=body.slot(body.root).index()];
        for (place, row) in rows.iter().enumerate() {
            new.slots[from + place] = SlotId(base.0 + place as u32);
            let term = TermId(first.0 + place as u32);
            self.solution.slots.push(Slot {
                ty: row.ty.clone(),
                ..Slot::new(to, Subject::Term(term), row.role)
            });
        }
        Some(())
    }

    /// The variables, in the order in which they were made.
    fn carry_variables(
        &mut self,
        unaffected: &Unaffected<'_>,
        is_linked: &[bool],
        new: &mut Renumbering,
    ) -> Option<()> {
        let old = unaffected.earlier.solution;
        for (body, id) in old.bodies.iter().zip(0..) {
            let Some(to) = new.body(BodyId(id)) else {
                continue;
            };
            for &variable in &body.variables {
                let Subject::Variable(name) = old.slot(variable).subject else {
                    continue;
                };
                let is_global = old.global(name) == Some(variable);
                // A script's own variables are those of loops.
                let is_loops = !is_global && matches!(body.kind, BodyKind::Script(_));
                let name = match is_global {
                    true => unaffected.variable(name),
                    false if is_loops && !is_linked[variable.index()] => None,
                    false => Some(unaffected.name(name)?),
                };
                let Some(name) = name else {
                    continue;
                };
                let slot = self.variable(to, name);
                let row = old.slot(variable);
                let data = &mut self.solution.slots[slot.index()];
                data.ty.clone_from(&row.ty);
                data.role = row.role;
                new.slots[variable.index()] = slot;
                if is_global {
                    self.solution.globals[name.index()] = slot;
                }
            }
        }
        Some(())
    }

    /// What slots are linked with, and what raised them.
    fn carry_links(&mut self, old: &Solution, new: &Renumbering) -> Option<()> {
        let mut raises = Vec::new();
        for (row, &slot) in old.slots.iter().zip(&new.slots) {
            if !slot.is_some() {
                continue;
            }
            if row.link.is_some() {
                self.solution.slots[slot.index()].link = new.slot(row.link)?;
            }
            if row.raise == NO_RAISE {
                continue;
            }
            let mut next = row.raise;
            while let Some(raise) = old.raises.get(next as usize) {
                raises.push(raise);
                next = raise.previous;
            }
            for raise in raises.drain(..).rev() {
                let slot = &mut self.solution.slots[slot.index()];
                let previous =
                    std::mem::replace(&mut slot.raise, self.solution.raises.len() as u32);
                self.solution.raises.push(Raise {
                    to: raise.to.clone(),
                    with: raise.with.clone(),
                    from: new.slot(raise.from)?,
                    previous,
                    is_early: raise.is_early,
                });
            }
        }
        Some(())
    }

    /// What belongs to slots and bodies.
    fn carry_tables(&mut self, old: &Solution, new: &Renumbering) -> Option<()> {
        for (row, id) in old.bodies.iter().zip(0..) {
            let Some(to) = new.body(BodyId(id)) else {
                continue;
            };
            let is_script = matches!(row.kind, BodyKind::Script(_));
            let mut calls: Vec<SlotId> = row
                .calls
                .iter()
                .filter_map(|&call| new.slot(call))
                .collect();
            if !is_script && calls.len() != row.calls.len() {
                return None;
            }
            let parameters = new.all_slots(&row.parameters)?;
            let body = &mut self.solution.bodies[to.index()];
            body.parameters = parameters;
            body.calls.append(&mut calls);
            if let Some(inner) = old.inner.get(&BodyId(id)) {
                let carried: Vec<BodyId> =
                    inner.iter().filter_map(|&inner| new.body(inner)).collect();
                if !is_script && carried.len() != inner.len() {
                    return None;
                }
                self.solution.inner.insert(to, carried);
            }
            if let Some(variables) = old.plot_variables.get(&BodyId(id)) {
                let variables = variables.iter().map(|&(_, slot)| {
                    let slot = new.slot(slot)?;
                    match self.solution.slot(slot).subject {
                        Subject::Variable(name) => Some((name, slot)),
                        Subject::Term(_) => None,
                    }
                });
                let variables = variables.collect::<Option<Vec<_>>>()?;
                self.solution.plot_variables.insert(to, variables);
            }
            if let BodyKind::Plot(plot) = self.solution.body(to).kind {
                self.solution.plots.entry(plot).or_default().push(to);
            }
        }
        for (&call, bodies) in &old.calls {
            if let Some(call) = new.slot(call) {
                self.solution.calls.insert(call, new.all_bodies(bodies)?);
            }
        }
        for (&of, bodies) in &old.rounds {
            if let Some(of) = new.slot(of) {
                self.solution.rounds.insert(of, new.all_bodies(bodies)?);
            }
        }
        let known = old.unknown.iter().filter_map(|&slot| new.slot(slot));
        self.solution.unknown.extend(known);
        let known = old.refused.iter().filter_map(|&slot| new.slot(slot));
        self.solution.refused.extend(known);
        Some(())
    }

    /// The value of a script is that of its last statement.
    fn end_of_script(&mut self, script: ScriptId) {
        let body = self.solution.scripts[script.index()];
        let root = self.solution.body(body).root;
        let slot = self.solution.body(body).slot(root);
        self.set_role(slot, Role::Computed);
        if let TermKind::Sequence(statements) = self.input.program.kind(root)
            && let Some(&last) = self.input.program.children(statements).last()
        {
            let last = self.solution.body(body).slot(last);
            self.edge(last, slot, Flow::Operand);
        }
        self.look_at(slot, root);
    }
}
