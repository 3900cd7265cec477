//! From a loop to the iteration that it is: what a round assigns, and how many rounds there are.

use std::collections::HashMap;

use cindyscript_hir::program::TermId;
use cindyscript_hir::types::Type;
use cindyscript_pixel::{Access, NodeId, NodeKind, VariableId};
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
            let unknown = assigned.into_iter().map(|step| Step {
                value: None,
                ..step
            });
            self.steps.extend(unknown);
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

    /// The iteration of a complex number, of a vector, or of two real numbers, of which it is known what
    /// they are after a round.
    fn search(
        &mut self,
        assigned: &[Step],
        parts: &[NodeId],
        before: &HashMap<VariableId, Known>,
    ) -> Result<PolynomialIteration, &'static str> {
        let z = Polynomial::of(Quantity::Iterate);
        let [x, y] = [self.real_part(&z), self.imaginary_part(&z)];
        let whole = |step: &Step, known| vec![(step.clone(), known, Part::Whole)];
        let (mut candidates, mut real) = (Vec::new(), Vec::new());
        for step in last(assigned) {
            let ty = &self.program.variable(step.variable).ty;
            match before.get(&step.variable) {
                Some(Known::Number(_)) if *ty == Type::COMPLEX => {
                    candidates.push(whole(step, Known::Number(z.clone())));
                }
                Some(Known::Number(_)) => real.push(step),
                Some(Known::Pair(_)) => {
                    candidates.push(whole(step, Known::Pair([x.clone(), y.clone()])));
                }
                None => {}
            }
        }
        for a in &real {
            for b in real.iter().filter(|b| b.variable != a.variable) {
                let [x, y] = [&x, &y].map(|part| Known::Number(part.clone()));
                let parts = [
                    ((*a).clone(), x, Part::Real),
                    ((*b).clone(), y, Part::Imaginary),
                ];
                candidates.push(parts.to_vec());
            }
        }
        let mut reason = POWERS;
        for candidate in candidates {
            match self.form_of(&candidate, assigned, parts, before) {
                Some(Ok(found)) => {
                    let carries = self.carries(&candidate, assigned);
                    return Ok(PolynomialIteration { carries, ..found });
                }
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
        candidate: &[(Step, Known, Part)],
        assigned: &[Step],
        parts: &[NodeId],
        before: &HashMap<VariableId, Known>,
    ) -> Option<Result<PolynomialIteration, &'static str>> {
        let mut known = before.clone();
        for step in assigned {
            known.remove(&step.variable);
        }
        let starts = candidate
            .iter()
            .map(|(step, _, part)| before.get(&step.variable).map(|before| of_z(before, *part)));
        let start = sum(starts.collect::<Option<Vec<_>>>()?);
        known.extend(self.derived(candidate, assigned, parts, (&start, before), &known));
        for (step, part, _) in candidate {
            known.insert(step.variable, part.clone());
        }
        let steps = self.round(parts, known.clone());
        let of = |wanted: &Step| steps.iter().rfind(|step| step.variable == wanted.variable);
        let (mut values, mut stores) = (Vec::new(), Vec::new());
        let branch = of(&candidate.first()?.0)?.branch;
        for (step, _, part) in candidate {
            let new = of(step).filter(|new| new.branch == branch)?;
            values.push(of_z(new.value.as_ref()?, *part));
            stores.push((new.node, *part));
        }
        let step = sum(values);
        stores.sort_by_key(|(node, _)| steps.iter().position(|step| step.node == *node));
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
                carries: false,
                stores,
                node: NodeId(0),
                term: TermId(0),
            }
        }))
    }

    /// What in each round is the same of z as before the first one, as the squares of its parts often
    /// are: it is `known` what is not assigned.
    fn derived(
        &mut self,
        candidate: &[(Step, Known, Part)],
        assigned: &[Step],
        parts: &[NodeId],
        (start, before): (&Polynomial, &HashMap<VariableId, Known>),
        known: &HashMap<VariableId, Known>,
    ) -> HashMap<VariableId, Known> {
        // In this round z is known only once it is assigned: what is known after it comes of that.
        let renewed = candidate
            .iter()
            .map(|(step, of_z, _)| (step.node, of_z.clone()));
        self.renewed = renewed.collect();
        let steps = self.round(parts, known.clone());
        self.renewed.clear();
        let conjugate = self.conjugate(start);
        let others = last(assigned).filter_map(|step| {
            let own = steps.iter().rfind(|own| own.variable == step.variable)?;
            let is_of_z = candidate
                .iter()
                .any(|(of_z, ..)| of_z.variable == own.variable);
            let is_beside = candidate.iter().all(|(of_z, ..)| of_z.branch == own.branch);
            let (Known::Number(now), Known::Number(first)) =
                (own.value.as_ref()?, before.get(&own.variable)?)
            else {
                return None;
            };
            let is_same = || {
                now.at(start, &conjugate)
                    .is_some_and(|at| at.is_near(first))
            };
            let is_derived = !is_of_z && is_beside && now.degree_of_z() > 0 && is_same();
            is_derived.then(|| (own.variable, Known::Number(now.clone())))
        });
        others.collect()
    }

    /// Whether something beside z is assigned that is multiplied with what else is assigned.
    fn carries(&self, candidate: &[(Step, Known, Part)], assigned: &[Step]) -> bool {
        let loads = |node: NodeId, wanted: &dyn Fn(VariableId) -> bool| {
            let mut left = vec![node];
            while let Some(node) = left.pop() {
                let kind = &self.program.node(node).kind;
                let mut accesses = kind.accesses();
                if accesses.any(|(variable, access)| access == Access::Read && wanted(variable)) {
                    return true;
                }
                kind.for_each_operand(|operand| left.push(operand));
            }
            false
        };
        let multiplies = |own: VariableId, node: NodeId| {
            let is_other = |variable: VariableId| {
                let mut others = assigned.iter().map(|step| step.variable);
                variable != own && others.any(|other| other == variable)
            };
            let mut left = vec![node];
            while let Some(node) = left.pop() {
                let kind = &self.program.node(node).kind;
                if let NodeKind::Builtin { builtin, arguments } = kind
                    && Op::of(*builtin, arguments.len()) == Some(Op::Mul)
                    && arguments.iter().any(|side| loads(*side, &|of| of == own))
                    && arguments.iter().any(|side| loads(*side, &is_other))
                {
                    return true;
                }
                kind.for_each_operand(|operand| left.push(operand));
            }
            false
        };
        let is_of_z = |step: &Step| {
            candidate
                .iter()
                .any(|(own, ..)| own.variable == step.variable)
        };
        let others = assigned.iter().filter(|step| !is_of_z(step));
        let mut others = others.map(|step| (step.variable, step.node));
        others.any(|(variable, node)| multiplies(variable, node))
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
            let (counter, most) = match (Op::of(*builtin, arguments.len()), &arguments[..]) {
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
            if !self.grows(variable, parts, branch, known) {
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

    /// True if a round assigns a variable once, where z is assigned, and makes it larger by one at least.
    fn grows(
        &mut self,
        variable: VariableId,
        parts: &[NodeId],
        branch: Option<NodeId>,
        known: &HashMap<VariableId, Known>,
    ) -> bool {
        let z = Polynomial::of(Quantity::Iterate);
        let mut counted = known.clone();
        counted.insert(variable, Known::Number(z.clone()));
        let steps = self.round(parts, counted);
        let mut own = steps.iter().filter(|step| step.variable == variable);
        let (Some(step), None) = (own.next(), own.next()) else {
            return false;
        };
        let Some(Known::Number(value)) = &step.value else {
            return false;
        };
        let by = value.plus(&z.scaled(-Complex64::ONE)).as_number();
        let is_beside_z = step.branch.is_none() || step.branch == branch;
        is_beside_z && by.is_some_and(|by| by.im == 0.0 && by.re >= 1.0)
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

/// For each variable the last of its assignments, where all of them stand within the same branch.
fn last(assigned: &[Step]) -> impl Iterator<Item = &Step> {
    assigned.iter().enumerate().filter_map(|(place, step)| {
        let is_same = |other: &&Step| other.variable == step.variable;
        let is_last = !assigned[place + 1..].iter().any(|other| is_same(&other));
        let mut same = assigned.iter().filter(is_same);
        (is_last && same.all(|other| other.branch == step.branch)).then_some(step)
    })
}

/// What is known of a part of z, as a summand of it.
fn of_z(known: &Known, part: Part) -> Polynomial {
    match (known, part) {
        (Known::Number(number), Part::Whole | Part::Real) => number.clone(),
        (Known::Number(number), Part::Imaginary) => number.scaled(Complex64::I),
        (Known::Pair([x, y]), _) => x.plus(&y.scaled(Complex64::I)),
    }
}

fn sum(summands: Vec<Polynomial>) -> Polynomial {
    let nothing = Polynomial::default();
    summands.iter().fold(nothing, |sum, one| sum.plus(one))
}
