//! From a loop to the iteration that it is: what a round assigns, and how many rounds there are.

use std::collections::HashMap;

use cindyscript_hir::program::TermId;
use cindyscript_hir::types::Type;
use cindyscript_pixel::{NodeId, NodeKind, VariableId};
use num_complex::Complex64;

use super::{IterationReader, Known, Step, TWICE};
use crate::iteration::form::{Form, POWERS, form};
use crate::iteration::{Part, Polynomial, PolynomialIteration, Quantity};
use crate::library::Op;

impl IterationReader<'_> {
    /// Follows a loop: `parts` are what is run in each round.
    pub(super) fn repeated(&mut self, id: NodeId, rounds: Option<Polynomial>, parts: &[NodeId]) {
        let before = self.known.clone();
        let was_in_loop = std::mem::replace(&mut self.in_loop, true);
        let was_dry = std::mem::replace(&mut self.is_dry, true);
        let first = self.steps.len();
        let assigned = self.round(parts, before.clone());
        let mut known = before.clone();
        for step in &assigned {
            known.remove(&step.variable);
        }
        if !was_dry {
            match self.search(&assigned, parts, &before) {
                Ok(found) => {
                    let rounds = rounds.or(found.rounds);
                    let term = self.program.node(id).term;
                    self.take(PolynomialIteration {
                        rounds,
                        node: id,
                        term,
                        ..found
                    });
                }
                Err(reason) => {
                    // It may be in a loop within this one.
                    self.is_dry = false;
                    self.round(parts, known.clone());
                    if self.found.is_none() && self.reason.is_none() && !assigned.is_empty() {
                        self.reason = Some((self.program.node(id).term, reason));
                    }
                }
            }
        }
        self.is_dry = was_dry;
        self.in_loop = was_in_loop;
        self.steps.truncate(first);
        if was_in_loop {
            // Once in a round is not what an assignment in a loop is.
            self.steps.extend(assigned.iter().cloned());
            self.steps.extend(assigned);
        }
        self.known = known;
    }

    /// Follows one round, and says what it assigns.
    fn round(&mut self, parts: &[NodeId], known: HashMap<VariableId, Known>) -> Vec<Step> {
        let first = self.steps.len();
        self.known = known;
        for part in parts {
            self.value(*part);
        }
        self.steps[first..].to_vec()
    }

    fn take(&mut self, found: PolynomialIteration) {
        let term = found.term;
        match &self.found {
            // A function that is called twice.
            Some(known) if *known == found => {}
            Some(_) => self.reason = Some((term, TWICE)),
            None => self.found = Some(found),
        }
    }

    /// The iteration of a complex number that is assigned once in a round, or of two real ones.
    fn search(
        &mut self,
        assigned: &[Step],
        parts: &[NodeId],
        before: &HashMap<VariableId, Known>,
    ) -> Result<PolynomialIteration, &'static str> {
        let count = |step: &&Step| {
            let same = assigned
                .iter()
                .filter(|other| other.variable == step.variable);
            same.count() == 1 && matches!(before.get(&step.variable), Some(Known::Number(_)))
        };
        let once: Vec<Step> = assigned.iter().filter(count).cloned().collect();
        let z = Polynomial::of(Quantity::Iterate);
        let [x, y] = [self.real_part(&z), self.imaginary_part(&z)];
        let ty = |step: &Step| &self.program.variable(step.variable).ty;
        let (complex, real): (Vec<_>, Vec<_>) =
            once.iter().partition(|step| *ty(step) == Type::COMPLEX);
        let complex = complex
            .into_iter()
            .map(|step| vec![(step, z.clone(), Part::Whole)]);
        let pairs = real.iter().flat_map(|a| {
            let others = real.iter().filter(|b| b.variable != a.variable);
            others.map(|b| {
                let parts = [
                    (*a, x.clone(), Part::Real),
                    (*b, y.clone(), Part::Imaginary),
                ];
                parts.to_vec()
            })
        });
        let candidates: Vec<Vec<_>> = complex.chain(pairs).collect();
        let mut reason = POWERS;
        for candidate in candidates {
            match self.form_of(&candidate, assigned, parts, before) {
                Some(Ok(found)) => return Ok(found),
                // Whatever else is assigned is not of the form by far.
                Some(Err(other)) if other != POWERS => reason = other,
                Some(Err(_)) | None => {}
            }
        }
        Err(reason)
    }

    /// The iteration of what is assigned by these steps, each with what it is of z.
    fn form_of(
        &mut self,
        candidate: &[(&Step, Polynomial, Part)],
        assigned: &[Step],
        parts: &[NodeId],
        before: &HashMap<VariableId, Known>,
    ) -> Option<Result<PolynomialIteration, &'static str>> {
        let mut known = before.clone();
        for step in assigned {
            known.remove(&step.variable);
        }
        for (step, part, _) in candidate {
            known.insert(step.variable, Known::Number(part.clone()));
        }
        let steps = self.round(parts, known.clone());
        let of = |wanted: &Step| steps.iter().find(|step| step.variable == wanted.variable);
        let mut sums = [Polynomial::default(), Polynomial::default()];
        let mut stores = Vec::new();
        let branch = of(candidate.first()?.0)?.branch;
        for (step, _, part) in candidate {
            let new = of(step).filter(|new| new.branch == branch)?;
            let before = match before.get(&step.variable) {
                Some(Known::Number(before)) => before,
                _ => return None,
            };
            let unit = match part {
                Part::Whole | Part::Real => Complex64::ONE,
                Part::Imaginary => Complex64::I,
            };
            let values = [before, new.value.as_ref()?];
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum = sum.plus(&value.scaled(unit));
            }
            stores.push((new.node, *part));
        }
        stores.sort_by_key(|(node, _)| steps.iter().position(|step| step.node == *node));
        let [start, step] = sums;
        Some(form(&start, &step, &self.absolutes).map(|form| {
            let Form {
                add,
                factor,
                powers,
                before: first,
                after,
            } = form;
            PolynomialIteration {
                start,
                add,
                factor,
                powers,
                before: first,
                after,
                rounds: self.bound(parts, branch, before, &known),
                stores,
                node: NodeId(0),
                term: TermId(0),
            }
        }))
    }

    /// How many rounds a loop has at most, if that is what its condition asks: a number that grows by one
    /// at least where z is assigned is less than what does not change. `known` is what is known in each
    /// round.
    fn bound(
        &mut self,
        parts: &[NodeId],
        branch: Option<NodeId>,
        before: &HashMap<VariableId, Known>,
        known: &HashMap<VariableId, Known>,
    ) -> Option<Polynomial> {
        let [condition, _] = parts else { return None };
        let mut asked = vec![*condition];
        while let Some(condition) = asked.pop() {
            let NodeKind::Builtin { builtin, arguments } = &self.program.node(condition).kind
            else {
                continue;
            };
            let (counter, most) = match (Op::of(builtin.name(), arguments.len()), &arguments[..]) {
                (Some(Op::And), both) => {
                    asked.extend(both);
                    continue;
                }
                (Some(Op::Less | Op::LessEqual), [counter, most])
                | (Some(Op::More | Op::MoreEqual), [most, counter]) => (*counter, *most),
                _ => continue,
            };
            let Some(variable) = self.loaded(counter) else {
                continue;
            };
            let Some(Known::Number(first)) = before.get(&variable) else {
                continue;
            };
            let z = Polynomial::of(Quantity::Iterate);
            let mut counted = known.clone();
            counted.insert(variable, Known::Number(z.clone()));
            let steps = self.round(parts, counted);
            let mut own = steps.iter().filter(|step| step.variable == variable);
            let (Some(step), None) = (own.next(), own.next()) else {
                continue;
            };
            let grows = step.value.as_ref().map(|value| {
                let by = value.plus(&z.scaled(-Complex64::ONE)).as_number();
                by.is_some_and(|by| by.im == 0.0 && by.re >= 1.0)
            });
            if step.branch.is_some() && step.branch != branch || grows != Some(true) {
                continue;
            }
            self.known.clone_from(known);
            let most = self.number(most);
            let is_free = |number: &Polynomial| {
                number.degree_of_z() == 0 && number.degree_in(Quantity::Pixel) == 0
            };
            if let Some(most) = most.filter(is_free)
                && is_free(first)
            {
                let first = first.scaled(-Complex64::ONE);
                return Some(most.plus(&first).plus(&Polynomial::number(Complex64::ONE)));
            }
        }
        None
    }

    /// The variable that a node is the value of.
    fn loaded(&self, node: NodeId) -> Option<VariableId> {
        match &self.program.node(node).kind {
            NodeKind::Load(variable) => Some(*variable),
            NodeKind::Convert(operand) => self.loaded(*operand),
            _ => None,
        }
    }
}
