//! Values that are real here and complex in CindyGL. That is no harm as long as only their size or a
//! part is taken in the end, be it behind other operations, variables and functions.

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::{BuiltinId, CindyGl, Intrinsic, Side};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Children, FunctionId, IterationKind, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::{Body, BodyKind, Role, SlotId, SlotSubject, builtin_type};
use rustc_hash::FxHashSet;

use crate::reader::{Reader, Reads};

/// True if CindyGL takes a builtin for complex whatever it is of.
pub(crate) fn is_complex_there(builtin: BuiltinId) -> bool {
    let row = builtin.row();
    row.real_for.is_some() && row.cindygl == CindyGl::Has
}

/// The next use of a complex number.
enum Fate {
    /// Only its size or a part is taken.
    Taken,
    /// Another term or a variable has it as its value.
    Flows(SlotId),
    /// CindyGL wants a real number there.
    Wanted,
}

impl Reader<'_> {
    /// Looks for values that are known to be real here, and are wanted so, and are complex there.
    pub(crate) fn becomes_complex(&mut self, body: &Body, term: TermId) {
        if let Some(builtin) = self.complex_there(body, term)
            && self.is_wanted_real(body.slot(term))
        {
            self.is_complex(term, builtin.name());
        }
    }

    /// Looks for a real value of a function that has a complex one at another call: CindyGL makes one
    /// function of both.
    pub(crate) fn becomes_complex_elsewhere(
        &mut self,
        body: &Body,
        call: TermId,
        function: FunctionId,
    ) {
        let solution = &*self.applet.solution;
        let is_complex = |ty: &Type| ty.scalar().is_some() && !ty.fits(&Type::REAL);
        let Some(pixel) = body.pixel else { return };
        let instances = self.instances.get(&(function, pixel.body));
        let mut instances = instances.into_iter().flatten().map(|&id| solution.body(id));
        let ty = solution.ty(body.slot(call));
        if ty.scalar().is_some()
            && ty.fits(&Type::REAL)
            && instances.any(|body| is_complex(solution.ty(body.slot(body.root))))
            && self.is_wanted_real(body.slot(call))
        {
            let program = &self.applet.program;
            let name = &program.callee(program.function(function).callee).name;
            self.is_complex(call, name);
        }
    }

    pub(crate) fn is_complex(&mut self, term: TermId, name: &str) {
        let message =
            format!("CindyGL treats this real `{name}` as complex, and cannot paint or compare it");
        let fix = (
            "take the real part: `re(..)`".to_owned(),
            format!("re({})", self.applet.written(term)),
        );
        self.say(term, Code::ComplexInCindyGL, message, Some(fix));
    }

    /// The builtin of a term that is real here and complex there.
    fn complex_there(&self, body: &Body, term: TermId) -> Option<BuiltinId> {
        let program = &self.applet.program;
        let ty = |term: TermId| self.applet.solution.ty(body.slot(term));
        let is_real = |ty: &Type| ty.scalar().is_some() && ty.fits(&Type::REAL);
        let TermKind::Call { arguments, .. } = program.kind(term) else {
            return None;
        };
        let (builtin, _) = program.builtin_call(term)?;
        let is_power = || match *program.children(arguments) {
            [_, exponent] => {
                builtin.operator() == Some(Intrinsic::Power) && !ty(exponent).fits(&Type::INT)
            }
            _ => false,
        };
        (is_real(ty(term)) && (is_complex_there(builtin) || is_power())).then_some(builtin)
    }

    /// True if a complex value comes to where CindyGL wants a real one.
    pub(crate) fn is_wanted_real(&mut self, value: SlotId) -> bool {
        let mut seen = FxHashSet::default();
        let mut pending = vec![value];
        while let Some(slot) = pending.pop() {
            if !seen.insert(slot) {
                continue;
            }
            for fate in self.fates(slot) {
                match fate {
                    Fate::Taken => {}
                    Fate::Flows(next) => pending.push(next),
                    Fate::Wanted => return true,
                }
            }
        }
        false
    }

    /// The next uses of the value of a term or a variable.
    fn fates(&mut self, slot: SlotId) -> Vec<Fate> {
        let solution = &*self.applet.solution;
        let data = solution.slot(slot);
        let (id, body) = (data.body, solution.body(data.body));
        match data.subject {
            SlotSubject::Variable(_) => {
                let reads = self.reads.get_or_insert_with(|| reads(solution));
                let reads = reads.get(&slot).into_iter().flatten();
                reads.map(|&read| Fate::Flows(read)).collect()
            }
            SlotSubject::Term(term) if term == body.root => match body.kind {
                BodyKind::Plot(_) => vec![Fate::Wanted],
                BodyKind::Function(_) => {
                    let calls = solution.calls_of(id).iter();
                    calls.map(|&call| Fate::Flows(call)).collect()
                }
                BodyKind::Round(of) => vec![Fate::Flows(of)],
                BodyKind::Script(_) | BodyKind::Uniform => Vec::new(),
            },
            SlotSubject::Term(term) => match self.around(body, term) {
                Some(around) => self.fates_in(body, term, around),
                None => Vec::new(),
            },
        }
    }

    /// The uses of a value in the term around it.
    fn fates_in(&self, body: &Body, term: TermId, around: TermId) -> Vec<Fate> {
        let program = &self.applet.program;
        let solution = &*self.applet.solution;
        let flows = |term: TermId| Fate::Flows(body.slot(term));
        match program.kind(around) {
            TermKind::Sequence(statements) => {
                let is_last = program.children(statements).last() == Some(&term);
                is_last.then(|| flows(around)).into_iter().collect()
            }
            TermKind::Assign { target, value } if value == term => {
                let root = program.root_of_elements(target);
                let variable = root.and_then(|name| self.variable(body, target, name));
                let variable = variable.map(Fate::Flows);
                variable.into_iter().chain([flows(around)]).collect()
            }
            TermKind::If { condition, .. } | TermKind::While { condition, .. }
                if condition == term =>
            {
                vec![Fate::Wanted]
            }
            TermKind::If { .. } | TermKind::List(_) | TermKind::Field { .. } => vec![flows(around)],
            TermKind::Index { base, .. } if base == term => vec![flows(around)],
            TermKind::Index { .. } => vec![Fate::Wanted],
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                let is_chosen = matches!(
                    iteration.kind,
                    IterationKind::Max | IterationKind::Min | IterationKind::Sort
                );
                let variable = solution.slot(body.slot(around)).link;
                match term {
                    _ if is_chosen => vec![Fate::Wanted],
                    _ if term == iteration.domain && variable.is_some() => {
                        vec![Fate::Flows(variable)]
                    }
                    _ if term == iteration.body => vec![flows(around)],
                    _ => vec![Fate::Wanted],
                }
            }
            TermKind::Call {
                callee, arguments, ..
            } if !program.callee(callee).definitions.is_empty() => {
                let given = program.children(arguments).iter();
                let place = given.take_while(|&&argument| argument != term).count();
                let callees = solution.callees(body.slot(around)).iter();
                let parameters = callees.map(|&id| solution.body(id).parameters.get(place));
                let parameters =
                    parameters.map(|slot| slot.map_or(Fate::Wanted, |&s| Fate::Flows(s)));
                parameters.collect()
            }
            // The outer call has a remark of its own.
            TermKind::Call { .. } if self.complex_there(body, around).is_some() => Vec::new(),
            TermKind::Call { arguments, .. } => {
                vec![self.fate_in_call(body, term, around, arguments)]
            }
            TermKind::Plot(_) | TermKind::Special(_) => vec![Fate::Wanted],
            _ => Vec::new(),
        }
    }

    /// The use of an argument by a builtin.
    fn fate_in_call(&self, body: &Body, term: TermId, call: TermId, arguments: Children) -> Fate {
        let program = &self.applet.program;
        let Some((builtin, _)) = program.builtin_call(call) else {
            return Fate::Wanted;
        };
        if let Some(Intrinsic::Equal | Intrinsic::Unequal) = builtin.intrinsic() {
            return Fate::Wanted;
        }
        let given = program.children(arguments);
        let types = given.iter().map(|&argument| {
            let ty = self.applet.solution.ty(body.slot(argument));
            match argument == term {
                true => ty.map_scalars(|_| Scalar::Complex),
                false => ty.clone(),
            }
        });
        let types: Vec<Type> = types.collect();
        let is_number = types.iter().all(|ty| ty.scalar().is_some());
        let numbers = self.applet.numbers();
        match builtin_type(numbers, builtin, Side::Gpu, arguments, &types) {
            Some(ty) if ty.if_real() != ty => Fate::Flows(body.slot(call)),
            Some(_) if is_number => Fate::Taken,
            _ => Fate::Wanted,
        }
    }

    /// The variable that a target of an assignment is an element of, or is.
    fn variable(&self, body: &Body, target: TermId, name: NameId) -> Option<SlotId> {
        let program = &self.applet.program;
        let mut within = program.subtree(target);
        let root = within.find(|&term| program.name_of(term) == Some(name))?;
        let link = self.applet.solution.slot(body.slot(root)).link;
        link.is_some().then_some(link)
    }
}

/// The terms that read each variable of the pixel programs.
fn reads(solution: &cindyscript_infer::Solution) -> Reads {
    let mut reads = Reads::default();
    for &id in &solution.reachable {
        let body = solution.body(id);
        if body.pixel.is_none() {
            continue;
        }
        for (term, data) in solution.evaluated(body) {
            if data.role != Role::Uniform && data.link.is_some() {
                reads.entry(data.link).or_default().push(body.slot(term));
            }
        }
    }
    reads
}
