//! The types of terms before they became ⊤. Where a variable flows back into what is assigned to
//! it, as in `sum = sum + "1"`, all of the loop is ⊤ in the end: the place to act is the operation
//! that had no meaning for the types that its operands had until then.

use cindyscript_hir::program::{Children, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{BodyId, BodyKind, Role, SlotId, SlotSubject, builtin_type};
use rustc_hash::FxHashSet;

use super::Provenance;

/// Operands are followed no deeper than this; it bounds the stack.
const DEEPEST: usize = 64;

/// The most slots that are looked at for one answer.
const MOST: u32 = 2000;

/// The way to what is looked at.
#[derive(Default)]
struct Way {
    within: Vec<SlotId>,
    /// The calls that were followed, with the bodies that they run.
    calls: Vec<(BodyId, SlotId)>,
    looked_at: u32,
}

/// The earlier type of something that is ⊤ in the end.
enum Before {
    /// It had a type.
    Type(Type),
    /// It is the value of an operation that has no meaning for its operands, or depends on one.
    Meaningless,
    /// It was ⊤ from the start, or types met there that have none in common, which is told there.
    Told,
}

impl From<Option<Type>> for Before {
    fn from(ty: Option<Type>) -> Self {
        match ty {
            Some(ty) if ty.has_top() || !is_whole(&ty) => Self::Told,
            Some(ty) => Self::Type(ty),
            None => Self::Meaningless,
        }
    }
}

impl Provenance<'_> {
    /// The type that a slot had before it became ⊤, and its type if it did not. `None` where
    /// something else is to blame.
    pub fn before(&self, slot: SlotId) -> Option<Type> {
        match self.look_before(slot, &mut Way::default()) {
            Before::Type(ty) => Some(ty),
            Before::Meaningless | Before::Told => None,
        }
    }

    fn look_before(&self, slot: SlotId, way: &mut Way) -> Before {
        let solution = self.solution;
        let data = solution.slot(slot);
        if !data.ty.has_top() {
            return Before::Type(data.ty.clone());
        }
        if data.role == Role::Uniform || way.within.len() >= DEEPEST {
            return Before::Told;
        }
        way.looked_at += 1;
        if way.looked_at > MOST {
            return Before::Told;
        }
        let collision = self.collision(slot);
        if let Some((before, _)) = collision
            && way.within.contains(&slot)
        {
            // It depends on itself: this is the loop.
            return Before::from(Some(before.to.clone()));
        }
        way.within.push(slot);
        let found = match (data.role, data.subject) {
            (Role::Joined, _) if collision.is_none() && self.call_around(slot, way).is_some() => {
                self.argument_before(slot, way)
            }
            (Role::Joined, _) => match collision {
                Some((_, culprit)) if !culprit.with.has_top() => Before::Told,
                Some((before, culprit)) => match self.look_before(culprit.from, way) {
                    Before::Told => Before::Told,
                    _ => Before::from(Some(before.to.clone())),
                },
                // It came as ⊤: what was it where it came from?
                None => self.came_from(slot, way),
            },
            (_, SlotSubject::Term(term)) => self.term_before(slot, term, way),
            (_, SlotSubject::Variable(_)) => Before::Told,
        };
        way.within.pop();
        found
    }

    /// The earlier type of a branch, or of a parameter whose function is looked at by itself: the
    /// first that is known among those of its arguments. A loop's variable has not the type of the
    /// list that the loop runs over.
    fn came_from(&self, slot: SlotId, way: &mut Way) -> Before {
        let solution = self.solution;
        let data = solution.slot(slot);
        let Some(first) = solution.raises(slot).last() else {
            return Before::Told;
        };
        let body = solution.body(data.body);
        let place = match (body.kind, data.subject) {
            (_, SlotSubject::Term(_)) => return self.look_before(first.from, way),
            (BodyKind::Function(_), SlotSubject::Variable(_)) => {
                body.parameters.iter().position(|&one| one == slot)
            }
            (
                BodyKind::Script(_) | BodyKind::Plot(_) | BodyKind::Round(_) | BodyKind::Uniform,
                SlotSubject::Variable(_),
            ) => None,
        };
        let Some(place) = place else {
            return Before::Told;
        };
        let calls = solution.calls_of(data.body);
        let arguments = calls.iter().filter_map(|&call| self.argument(call, place));
        let mut found = Before::Told;
        for argument in arguments {
            match self.look_before(argument, way) {
                Before::Told => {}
                Before::Meaningless => found = Before::Meaningless,
                known @ Before::Type(_) => return known,
            }
        }
        found
    }

    /// An argument of a call.
    fn argument(&self, call: SlotId, place: usize) -> Option<SlotId> {
        let program = &self.analysis.program;
        let caller = self.solution.slot(call);
        let SlotSubject::Term(term) = caller.subject else {
            return None;
        };
        let TermKind::Call { arguments, .. } = program.kind(term) else {
            return None;
        };
        let &argument = program.children(arguments).get(place)?;
        Some(self.solution.body(caller.body).slot(argument))
    }

    /// The call that was followed to where a parameter is, by its place among them, and which of its
    /// arguments the parameter is.
    fn call_around(&self, parameter: SlotId, way: &Way) -> Option<(usize, SlotId)> {
        let solution = self.solution;
        let id = solution.slot(parameter).body;
        let calls = way.calls.iter();
        let (depth, &(_, call)) = calls.enumerate().rfind(|(_, (body, _))| *body == id)?;
        let mut parameters = solution.body(id).parameters.iter();
        let place = parameters.position(|&one| one == parameter)?;
        Some((depth, self.argument(call, place)?))
    }

    /// The earlier type of a parameter in the call that was followed.
    fn argument_before(&self, parameter: SlotId, way: &mut Way) -> Before {
        let Some((depth, argument)) = self.call_around(parameter, way) else {
            return Before::Told;
        };
        let inside = way.calls.split_off(depth);
        let found = self.look_before(argument, way);
        way.calls.extend(inside);
        found
    }

    fn term_before(&self, slot: SlotId, term: TermId, way: &mut Way) -> Before {
        let program = &self.analysis.program;
        let solution = self.solution;
        let data = solution.slot(slot);
        let body = solution.body(data.body);
        match program.kind(term) {
            TermKind::Variable(_) if data.link.is_some() => self.look_before(data.link, way),
            TermKind::Assign { value, .. } => self.look_before(body.slot(value), way),
            TermKind::Sequence(operands) => match program.children(operands).last() {
                Some(&last) => self.look_before(body.slot(last), way),
                None => Before::Told,
            },
            TermKind::List(operands) => match self.all_before(slot, operands, way) {
                Ok(types) => Before::from(Some(Type::of_elements(types).on_gpu())),
                Err(why) => why,
            },
            TermKind::Call {
                callee, arguments, ..
            } => {
                let row = program.callee(callee);
                if let Some(&runs) = solution.calls.get(&slot).and_then(|runs| runs.last()) {
                    way.calls.push((runs, slot));
                    let runs = solution.body(runs);
                    let found = self.look_before(runs.slot(runs.root), way);
                    way.calls.pop();
                    return found;
                }
                match (row.builtin, self.all_before(slot, arguments, way)) {
                    (Some(builtin), Ok(types)) => {
                        let side = body.side();
                        Before::from(builtin_type(
                            self.analysis.numbers(),
                            builtin,
                            side,
                            arguments,
                            &types,
                        ))
                    }
                    (None, _) => Before::Told,
                    (_, Err(why)) => why,
                }
            }
            _ => Before::Told,
        }
    }

    /// The types of all operands, or why there are none.
    fn all_before(
        &self,
        of: SlotId,
        operands: Children,
        way: &mut Way,
    ) -> Result<Vec<Type>, Before> {
        let body = self.solution.body(self.solution.slot(of).body);
        let mut types = Vec::with_capacity(operands.len());
        let mut is_meaningless = false;
        for &operand in self.analysis.program.children(operands) {
            match self.look_before(body.slot(operand), way) {
                Before::Type(ty) => types.push(ty),
                Before::Meaningless => is_meaningless = true,
                Before::Told => return Err(Before::Told),
            }
        }
        match is_meaningless {
            true => Err(Before::Meaningless),
            false => Ok(types),
        }
    }

    /// True if what a slot holds depends on another one.
    pub fn leads_to(&self, slot: SlotId, goal: SlotId) -> bool {
        let mut seen = FxHashSet::default();
        let mut next = Some(slot);
        while let Some(slot) = next.filter(|&slot| seen.insert(slot)) {
            if slot == goal {
                return true;
            }
            next = self.step(slot, &mut Vec::new(), &seen);
        }
        false
    }
}

/// True if a type has no unset part. An operation without a meaning for a part reports that itself.
fn is_whole(ty: &Type) -> bool {
    match ty {
        Type::Unset => false,
        Type::List(list) => {
            list.element.is_unset() && list.len == Some(0) || is_whole(&list.element)
        }
        Type::Tuple(tuple) => tuple.components().iter().all(is_whole),
        _ => true,
    }
}
