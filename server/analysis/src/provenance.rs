//! Why a term has its type: the chain of joins and signatures that raised it.

mod before;
mod phrases;

use cindyscript_hir::names::{HASH, NameId};
use cindyscript_hir::program::{Callee, Children, Iteration, IterationKind, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::split::{Coordinate, PixelName};
use cindyscript_infer::{
    Body, BodyId, BodyKind, Guard, Raise, Role, SlotId, SlotSubject, Solution, builtin_type,
};
use rustc_hash::FxHashSet;
use text_size::TextRange;

use crate::applet::InferredApplet;
use phrases::Arrival;
pub use phrases::Step;
pub use phrases::{code, prose};

/// Tells why slots have their types.
pub struct Provenance<'a> {
    analysis: &'a InferredApplet,
    solution: &'a Solution,
    /// True if the chain is about the types before ⊤.
    is_before: bool,
}

/// Chains longer than this are cut where they are a part of something else: the author follows
/// them from place to place.
const SHORT: usize = 6;

/// The number of terms of an operand that are looked through for variables that are told of
/// already.
const LOOKED_THROUGH: u32 = 100;

/// No chain is longer.
const LONGEST: usize = 100;

impl InferredApplet {
    /// The reasons for the types of a solution.
    pub fn provenance<'a>(&'a self, solution: &'a Solution) -> Provenance<'a> {
        Provenance::new(self, solution)
    }
}

impl<'a> Provenance<'a> {
    fn new(analysis: &'a InferredApplet, solution: &'a Solution) -> Self {
        Self {
            analysis,
            solution,
            is_before: false,
        }
    }

    /// The provenance of the types that were there before something became ⊤: see [`Self::before`].
    pub fn of_before(self) -> Self {
        Self {
            is_before: true,
            ..self
        }
    }

    /// The chain of causes for the type of a slot, the nearest first. Empty where the type needs
    /// no reason: a number is what it is.
    pub fn why(&self, slot: SlotId) -> Vec<Step> {
        self.chain(slot, SHORT)
    }

    /// The chain to its end.
    pub fn whole(&self, slot: SlotId) -> Vec<Step> {
        self.chain(slot, LONGEST)
    }

    /// True if the type is ⊤ because values of types met that have none in common, and not because
    /// nothing is known about a value.
    pub fn has_clash(&self, slot: SlotId) -> bool {
        let mut seen = FxHashSet::default();
        let mut next = Some(slot);
        while let Some(slot) = next.filter(|&slot| seen.insert(slot)) {
            let met = self.collision(slot);
            if met.is_some_and(|(_, culprit)| !culprit.with.is_mixed()) {
                return true;
            }
            next = self.step(slot, &mut Vec::new(), &seen);
        }
        false
    }

    fn chain(&self, slot: SlotId, longest: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut seen = FxHashSet::default();
        let mut next = Some(slot);
        while let Some(slot) = next {
            if steps.len() >= longest || !seen.insert(slot) {
                break;
            }
            next = self.step(slot, &mut steps, &seen);
        }
        steps.truncate(longest);
        steps
    }

    fn place(&self, term: TermId) -> TextRange {
        self.analysis.range(term)
    }

    fn line(&self, term: TermId) -> usize {
        self.analysis.line(self.place(term).start())
    }

    /// Adds the reason for one slot, and gives the slot where the search goes on.
    fn step(
        &self,
        slot: SlotId,
        steps: &mut Vec<Step>,
        seen: &FxHashSet<SlotId>,
    ) -> Option<SlotId> {
        let solution = self.solution;
        match solution.slot(slot).subject {
            SlotSubject::Variable(name) => {
                if self.is_before
                    && let Some((before, _)) = self.collision(slot)
                {
                    steps.extend(self.arrival(slot, name, before));
                    return Some(before.from);
                }
                // The two slots that met there and have no common type.
                if let Some((before, culprit)) = self.collision(slot)
                    && !culprit.with.is_mixed()
                {
                    steps.extend(self.arrival(slot, name, before));
                    let culprit = self.arrival(slot, name, culprit);
                    steps.extend(culprit.map(|mut step| {
                        step.text.push_str(phrases::CLASH);
                        step
                    }));
                    return None;
                }
                // The raise that first brought the kind of type that it has now.
                let Some(raise) = self.deciding(slot) else {
                    steps.extend(self.pixel(slot, name));
                    return None;
                };
                steps.extend(self.arrival(slot, name, raise));
                Some(raise.from)
            }
            SlotSubject::Term(term) => self.term(slot, term, steps, seen),
        }
    }

    /// The type of a slot whose provenance it is.
    fn told(&self, slot: SlotId) -> Type {
        let ty = match self.is_before {
            true => self.before(slot),
            false => None,
        };
        ty.unwrap_or_else(|| self.solution.ty(slot).clone())
    }

    /// The value that a variable which is no parameter has its type from.
    pub fn assigned(&self, variable: SlotId) -> Option<TermId> {
        let solution = self.solution;
        let body = solution.body(solution.slot(variable).body);
        if body.parameters.contains(&variable) {
            return None;
        }
        self.value_from(variable)
    }

    /// The value that a variable has its type from: what is assigned to it, or an argument.
    pub fn value_from(&self, variable: SlotId) -> Option<TermId> {
        let solution = self.solution;
        let from = match self.collision(variable) {
            Some((before, _)) => before.from,
            None => self.deciding(variable)?.from,
        };
        match solution.slot(from).subject {
            SlotSubject::Term(value) => Some(value),
            SlotSubject::Variable(_) => None,
        }
    }

    /// The step that brought a type into a variable.
    fn arrival(&self, variable: SlotId, name: NameId, raise: &Raise) -> Option<Step> {
        let solution = self.solution;
        let SlotSubject::Term(value) = solution.slot(raise.from).subject else {
            return None;
        };
        let body = solution.body(solution.slot(variable).body);
        // A value may have become ⊤ since, by way of this variable.
        let mut ty = self.told(raise.from);
        if ty.has_top() {
            ty = raise.with.clone();
        }
        let ty = &ty;
        let program = &self.analysis.program;
        let name = program.names.text(name);
        let (line, written) = (self.line(value), self.analysis.text(value));
        let is_bound = body.parameters.contains(&variable);
        let text = match body.kind {
            BodyKind::Function(id) if is_bound => {
                let function = program.function_name(id);
                phrases::called(function, name, &written, line, ty)
            }
            BodyKind::Round(_) if is_bound => Arrival::Run.says(name, &written, line, ty),
            BodyKind::Script(_)
            | BodyKind::Function(_)
            | BodyKind::Plot(_)
            | BodyKind::Round(_)
            | BodyKind::Uniform => {
                let arrival = Arrival::of(self.analysis, value);
                let of_call = arrival.says_of_call(name, &written, line, (program, value));
                of_call
                    .filter(|_| ty.has_top())
                    .unwrap_or_else(|| arrival.says(name, &written, line, ty))
            }
        };
        Some(Step {
            range: self.place(value),
            text,
        })
    }

    fn term(
        &self,
        slot: SlotId,
        term: TermId,
        steps: &mut Vec<Step>,
        seen: &FxHashSet<SlotId>,
    ) -> Option<SlotId> {
        let program = &self.analysis.program;
        let solution = self.solution;
        let data = solution.slot(slot);
        let body = solution.body(data.body);
        if data.role == Role::Uniform {
            return data.link.is_some().then_some(data.link);
        }
        match program.kind(term) {
            TermKind::Variable(name) => {
                if data.link.is_some() && data.ty != *solution.ty(data.link) {
                    let guard = self.guard_in_force(data.body, term);
                    steps.extend(guard.map(|guard| self.guard(name, guard)));
                }
                data.link.is_some().then_some(data.link)
            }
            TermKind::Assign { value, .. } => Some(body.slot(value)),
            TermKind::Sequence(operands) => {
                program.children(operands).last().map(|&t| body.slot(t))
            }
            TermKind::If { .. } | TermKind::While { .. } | TermKind::Iterate(_)
                if data.role == Role::Joined =>
            {
                self.deciding(slot).map(|raise| raise.from)
            }
            TermKind::Iterate(id) => {
                let from = body.slot(source_of_loop(program.iteration(id)));
                self.explains(from, &data.ty).then_some(from)
            }
            TermKind::Call {
                callee, arguments, ..
            } => {
                let row = program.callee(callee);
                match row.definitions.is_empty() {
                    true => self.builtin(slot, term, row, arguments, steps, seen),
                    false => self.function(slot, row, steps),
                }
            }
            TermKind::List(operands) => {
                let operands = program.children(operands);
                let from = self.reason(body, operands, &data.ty, seen)?;
                Some(body.slot(from))
            }
            TermKind::Index { base, .. } => Some(body.slot(base)),
            _ => None,
        }
    }

    /// The last guard of a variable that a body evaluates.
    fn guard_in_force(&self, body: BodyId, term: TermId) -> Option<&Guard> {
        let guards = self.analysis.facts.guards.of(term).iter();
        let mut guards = guards.rev();
        guards.find(|guard| self.solution.evaluates(body, guard.comparison).is_some())
    }

    /// Why a name is the whole pixel that does not look like it.
    fn pixel(&self, slot: SlotId, name: NameId) -> Option<Step> {
        let program = &self.analysis.program;
        let body = self.solution.body(self.solution.slot(slot).body);
        let BodyKind::Plot(plot) = body.kind else {
            return None;
        };
        let mut pixel = self.analysis.split(plot).pixel.iter();
        let text = program.names.text(name);
        let is_whole = |pixel: &PixelName| {
            pixel.name == name && pixel.coordinate == Coordinate::Vector && text != HASH
        };
        pixel.find(|pixel| is_whole(pixel))?;
        let mut terms = body.terms();
        let first = terms.find(|&term| program.name_of(term) == Some(name))?;
        Some(Step {
            range: self.place(first),
            text: match self.analysis.defined().contains(name) || matches!(text, "x" | "y" | "p") {
                true => {
                    format!("`{text}` is the pixel, [x, y]: no other name in this colorplot can be")
                }
                false => format!("`{text}` is taken for the pixel, [x, y]: it has no value"),
            },
        })
    }

    /// The call of a user's function: what the function ends with.
    fn function(&self, slot: SlotId, row: &Callee, steps: &mut Vec<Step>) -> Option<SlotId> {
        let solution = self.solution;
        let program = &self.analysis.program;
        let body = solution.body(*solution.calls.get(&slot)?.last()?);
        let mut value = body.root;
        while let TermKind::Sequence(operands) = program.kind(value)
            && let Some(&last) = program.children(operands).last()
        {
            value = last;
        }
        let result = body.slot(value);
        // A parameter or another variable has a provenance of its own.
        if program.name_of(value).is_none() {
            let ty = &self.told(result);
            let text = self.analysis.text(value);
            steps.push(Step {
                range: self.place(value),
                text: phrases::returned(&row.name, &text, self.line(value), ty),
            });
        }
        Some(result)
    }

    /// The call of a builtin: the argument that its type comes from, and what the builtin adds.
    fn builtin(
        &self,
        slot: SlotId,
        term: TermId,
        row: &Callee,
        arguments: Children,
        steps: &mut Vec<Step>,
        seen: &FxHashSet<SlotId>,
    ) -> Option<SlotId> {
        let program = &self.analysis.program;
        let data = self.solution.slot(slot);
        let body = self.solution.body(data.body);
        let operands = program.children(arguments);
        let types = operands.iter().map(|&one| self.solution.ty(body.slot(one)));
        let types: Vec<Type> = types.cloned().collect();
        let Some(builtin) = row.builtin else {
            steps.push(Step {
                range: self.place(term),
                text: phrases::unknown(&row.name),
            });
            return None;
        };
        // With numbers in its place that are as small as can be, a reason changes the result.
        let matters = |place: &usize| {
            let mut types = types.clone();
            types[*place] = types[*place].map_scalars(|_| Scalar::Nat);
            let changed = builtin_type(
                self.analysis.numbers(),
                builtin,
                body.side(),
                arguments,
                &types,
            );
            changed.as_ref() != Some(&data.ty)
        };
        let matter = (0..operands.len()).filter(matters);
        let matter: Vec<TermId> = matter.map(|place| operands[place]).collect();
        let own = weight(&data.ty);
        let known: Vec<&Type> = types.iter().filter(|ty| !ty.is_unset()).collect();
        let are_numbers = known.iter().all(|ty| matches!(ty, Type::Scalar(_)));
        let is_wider = !known.is_empty() && known.iter().all(|ty| weight(ty) < own);
        if is_wider && (are_numbers || !matter.is_empty()) {
            steps.push(Step {
                range: self.place(term),
                text: phrases::widening(builtin, &known, &data.ty),
            });
        }
        let from = self.reason(body, &matter, &data.ty, seen)?;
        // A number in the text is its own reason.
        match program.kind(from) {
            TermKind::Number(_) => None,
            _ => Some(body.slot(from)),
        }
    }

    /// The operand that is the reason for a type, if one is: `re` of a complex number is real
    /// whatever made the number complex.
    fn reason(
        &self,
        body: &Body,
        operands: &[TermId],
        ty: &Type,
        seen: &FxHashSet<SlotId>,
    ) -> Option<TermId> {
        // That it has in it what numbers the type is made of counts first, then its shape. One that
        // leads back to a variable of which the chain tells already is no reason.
        let rank = |operand: TermId| {
            let slot = body.slot(operand);
            let own = self.solution.ty(slot);
            let first = self.analysis.program.term(operand).first.0;
            let terms = first.max(operand.0.saturating_sub(LOOKED_THROUGH))..=operand.0;
            let leads_back = terms.map(TermId).any(|term| {
                let link = self.solution.slot(body.slot(term)).link;
                link.is_some() && seen.contains(&link)
            });
            let is_number = matches!(self.analysis.program.kind(operand), TermKind::Number(_));
            (kernel(own), !leads_back, weight(own), !is_number)
        };
        let candidates = operands.iter().copied();
        let candidates = candidates.filter(|&operand| self.explains(body.slot(operand), ty));
        candidates.rev().max_by_key(|&operand| rank(operand))
    }

    /// True if the type of an operand says something about that of the result.
    fn explains(&self, operand: SlotId, ty: &Type) -> bool {
        let from = self.solution.ty(operand);
        let (narrower, same) = (kernel(from) < kernel(ty), kernel(from) == kernel(ty));
        // The length of a list, say, is an int whatever lies in it.
        let is_taken_out = weight(from) > weight(ty) && kernel(ty) < COMPLEX;
        !from.is_unset() && (narrower || same && !is_taken_out)
    }

    /// Why a variable is known not to be negative at one place.
    fn guard(&self, name: NameId, guard: &Guard) -> Step {
        let name = self.analysis.program.names.text(name);
        let condition = self.analysis.text(guard.comparison);
        Step {
            range: self.place(guard.comparison),
            text: phrases::guarded(name, &condition, self.line(guard.comparison)),
        }
    }

    /// The raise that the type of a join comes from: the first after which it was what it is now,
    /// up to the sign.
    fn deciding(&self, slot: SlotId) -> Option<&'a Raise> {
        let own = weight(self.solution.ty(slot));
        let deciding = self
            .solution
            .raises(slot)
            .take_while(|raise| weight(&raise.to) == own);
        deciding.last()
    }

    /// The two slots that met in a join of unlike kinds: first the one that had set the type before,
    /// then the one that did not fit.
    pub fn clash(&self, slot: SlotId) -> Option<(SlotId, SlotId)> {
        let (before, culprit) = self.collision(slot)?;
        Some((before.from, culprit.from))
    }

    /// The raises before and at the point where values of unlike kinds met in a join.
    pub fn collision(&self, slot: SlotId) -> Option<(&'a Raise, &'a Raise)> {
        let mut raises = self
            .solution
            .raises(slot)
            .skip_while(|raise| !raise.to.is_mixed());
        let mut culprit = raises.next()?;
        for raise in raises {
            if !raise.to.is_mixed() {
                return Some((raise, culprit));
            }
            culprit = raise;
        }
        None
    }
}

/// The weight of a complex number.
const COMPLEX: u32 = 4;

/// Types in the order in which they are worth explaining.
pub fn weight(ty: &Type) -> u32 {
    match ty {
        Type::Unset => 0,
        Type::Scalar(scalar) => match scalar {
            Scalar::Boolean => 1,
            Scalar::Nat | Scalar::Int => 2,
            Scalar::NonNeg | Scalar::Real => 3,
            Scalar::Complex => COMPLEX,
        },
        Type::List(list) => 10 + weight(&list.element),
        Type::Tuple(tuple) => {
            let weights = tuple.components().iter().map(weight);
            10 + weights.max().unwrap_or(0)
        }
        Type::Top => 100,
        _ => 5,
    }
}

/// The weight of what lies innermost: whether there is something complex in a list.
fn kernel(ty: &Type) -> u32 {
    match ty {
        Type::List(list) => kernel(&list.element),
        Type::Tuple(tuple) => tuple.components().iter().map(kernel).max().unwrap_or(0),
        _ => weight(ty),
    }
}

/// The part of a loop that its value has its type from.
fn source_of_loop(iteration: &Iteration) -> TermId {
    match iteration.kind {
        IterationKind::Select | IterationKind::Sort => iteration.domain,
        IterationKind::Repeat
        | IterationKind::ForAll
        | IterationKind::Apply
        | IterationKind::Sum
        | IterationKind::Product
        | IterationKind::Max
        | IterationKind::Min => iteration.body,
    }
}
