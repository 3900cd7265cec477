//! What an edit does not affect, taken from the solution of the version before: slots with their
//! types and causes, numbered anew. Nothing flows in it any more, so it has no edges.

use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;

use super::affected::{Earlier, Unaffected};
use super::solve::Solver;
use super::{
    Body, BodyId, BodyKind, Flow, Input, NO_RAISE, NONE, Pixel, Raise, Role, ScopeId, Slot, SlotId,
    Solution, Subject,
};
use crate::draft::Statement;
use crate::names::NameId;
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
        let solution = solver.solve();
        (!solution.waited).then_some(solution)
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
        // First all numbers are given out, then the rows are written with them.
        let mut numbers = 0;
        for script in 0..program.scripts.len() as u32 {
            let root = program.scripts[script as usize].root;
            let kind = BodyKind::Script(ScriptId(script));
            let terms = program.term(root).first..=root;
            let body = self.numbered_body(kind, terms, None, &mut numbers);
            self.solution.scripts.push(body);
            let before = old.scripts.get(script as usize)?;
            new.bodies[before.index()] = Some(body);
        }
        let all = statements.iter().zip(&unaffected.statements);
        let places = all.map(|(statement, is_carried)| match is_carried {
            true => Some(Some(slot_before(statement, unaffected)?)),
            false => Some(None),
        });
        let carried = places.collect::<Option<Vec<_>>>()?;
        let is_linked = self.number_statements(statements, &carried, old, &mut new);
        for id in (0..old.bodies.len() as u32).map(BodyId) {
            self.number_body(id, unaffected, &mut new, &mut numbers)?;
        }
        let variables = self.number_variables(unaffected, &is_linked, &mut new, &mut numbers)?;
        self.solution.slots.reserve(numbers as usize);
        self.carry_scripts(statements, &carried, old, &new)?;
        self.carry_bodies(old, &new)?;
        for (variable, body, name) in variables {
            let row = old.slot(variable);
            self.carry_slot(row, body, Subject::Variable(name), old, &new)?;
        }
        self.carry_tables(old, &new)
    }

    /// Makes a body whose slots are written later.
    fn numbered_body(
        &mut self,
        kind: BodyKind,
        terms: RangeInclusive<TermId>,
        pixel: Option<Pixel>,
        numbers: &mut u32,
    ) -> BodyId {
        let (first, root) = terms.into_inner();
        let base = SlotId(*numbers);
        *numbers += root.0 - first.0 + 1;
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
        BodyId(self.solution.bodies.len() as u32 - 1)
    }

    /// Gives out the numbers of the terms of statements; says which slots they are linked with.
    fn number_statements(
        &self,
        statements: &[Statement],
        carried: &[Option<SlotId>],
        old: &Solution,
        new: &mut Renumbering,
    ) -> Vec<bool> {
        let mut is_linked = vec![false; old.slots.len()];
        for (statement, from) in statements.iter().zip(carried) {
            let Some(from) = from else {
                continue;
            };
            let script = self.solution.scripts[statement.script.index()];
            let to = self.solution.body(script).slot(statement.first).0;
            let from = from.index()..from.index() + statement.terms().len();
            for (number, to) in new.slots[from.clone()].iter_mut().zip(to..) {
                *number = SlotId(to);
            }
            for row in old.slots[from].iter().filter(|row| row.link.is_some()) {
                is_linked[row.link.index()] = true;
            }
        }
        is_linked
    }

    /// Makes a body that is none of a script, if it is of code that is not affected.
    fn number_body(
        &mut self,
        id: BodyId,
        unaffected: &Unaffected<'_>,
        new: &mut Renumbering,
        numbers: &mut u32,
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
        // A colorplot's body is a part of itself.
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
        let number = *numbers;
        self.numbered_body(kind, first..=root, pixel, numbers);
        let from = body.base.index();
        let slots = &mut new.slots[from..=body.slot(body.root).index()];
        for (slot, to) in slots.iter_mut().zip(number..) {
            *slot = SlotId(to);
        }
        Some(())
    }

    /// Gives out the numbers of the variables, in the order in which they were made; says which
    /// they are, with their bodies and names.
    fn number_variables(
        &mut self,
        unaffected: &Unaffected<'_>,
        is_linked: &[bool],
        new: &mut Renumbering,
        numbers: &mut u32,
    ) -> Option<Vec<(SlotId, BodyId, NameId)>> {
        let old = unaffected.earlier.solution;
        let mut variables = Vec::new();
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
                let slot = SlotId(*numbers);
                *numbers += 1;
                new.slots[variable.index()] = slot;
                self.solution.bodies[to.index()].variables.push(slot);
                if is_global {
                    self.solution.globals[name.index()] = slot;
                }
                variables.push((variable, to, name));
            }
        }
        Some(variables)
    }

    /// The slots of scripts: what is not carried over is idle for now.
    fn carry_scripts(
        &mut self,
        statements: &[Statement],
        carried: &[Option<SlotId>],
        old: &Solution,
        new: &Renumbering,
    ) -> Option<()> {
        let mut statements = statements.iter().zip(carried).peekable();
        for index in 0..self.solution.scripts.len() {
            let id = self.solution.scripts[index];
            let (first, root) = {
                let body = self.solution.body(id);
                (body.first, body.root)
            };
            let script = ScriptId(index as u32);
            while let Some((statement, from)) =
                statements.next_if(|(statement, _)| statement.script == script)
            {
                let terms = statement.first.0..=statement.root.0;
                match from {
                    None => self.idle(id, terms),
                    Some(from) => {
                        let rows = &old.slots[from.index()..];
                        for (row, term) in rows.iter().zip(terms) {
                            let subject = Subject::Term(TermId(term));
                            self.carry_slot(row, id, subject, old, new)?;
                        }
                    }
                }
            }
            // The script itself stands behind its statements.
            let written = self.solution.slots.len() as u32 - self.solution.body(id).base.0;
            self.idle(id, first.0 + written..=root.0);
        }
        Some(())
    }

    fn idle(&mut self, body: BodyId, terms: RangeInclusive<u32>) {
        let subjects = terms.map(|term| Subject::Term(TermId(term)));
        let slots = subjects.map(|subject| Slot::new(body, subject, Role::Idle));
        self.solution.slots.extend(slots);
    }

    /// The slots of all other bodies.
    fn carry_bodies(&mut self, old: &Solution, new: &Renumbering) -> Option<()> {
        for (body, to) in old.bodies.iter().zip(&new.bodies) {
            let Some(to) = to.filter(|_| !matches!(body.kind, BodyKind::Script(_))) else {
                continue;
            };
            let first = self.solution.body(to).first.0;
            let rows = &old.slots[body.base.index()..=body.slot(body.root).index()];
            for (row, term) in rows.iter().zip(first..) {
                self.carry_slot(row, to, Subject::Term(TermId(term)), old, new)?;
            }
        }
        Some(())
    }

    /// A slot, with what it is linked with and what raised it.
    fn carry_slot(
        &mut self,
        row: &Slot,
        body: BodyId,
        subject: Subject,
        old: &Solution,
        new: &Renumbering,
    ) -> Option<()> {
        let link = match row.link.is_some() {
            true => new.slot(row.link)?,
            false => SlotId::NONE,
        };
        let raise = match row.raise {
            NO_RAISE => NO_RAISE,
            last => self.carry_raises(last, old, new)?,
        };
        self.solution.slots.push(Slot {
            ty: row.ty.clone(),
            body,
            subject,
            role: row.role,
            link,
            raise,
        });
        Some(())
    }

    /// The raises up to the last of them; its number now.
    fn carry_raises(&mut self, last: u32, old: &Solution, new: &Renumbering) -> Option<u32> {
        let chain = std::iter::successors(old.raises.get(last as usize), |raise| {
            old.raises.get(raise.previous as usize)
        });
        let first = self.solution.raises.len();
        for raise in chain {
            self.solution.raises.push(Raise {
                from: new.slot(raise.from)?,
                previous: NO_RAISE,
                ..raise.clone()
            });
        }
        // The first of them comes first.
        let raises = &mut self.solution.raises[first..];
        raises.reverse();
        for (raise, before) in raises.iter_mut().skip(1).zip(first as u32..) {
            raise.previous = before;
        }
        Some(self.solution.raises.len() as u32 - 1)
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
                self.solution
                    .calls
                    .insert(call, new.all_bodies(bodies)?.into());
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

/// The slot of the first term of a statement in the earlier solution.
fn slot_before(statement: &Statement, unaffected: &Unaffected<'_>) -> Option<SlotId> {
    let old = unaffected.earlier.solution;
    let before = unaffected.earlier.statements.get(statement.before?)?;
    let script = old.body(*old.scripts.get(before.script.index())?);
    Some(script.slot(before.first))
}
