//! From the least fixed point to the typed program of one colorplot.

mod assign;
mod buffer;
mod call;
mod iterate;
mod nodes;
mod part;
mod point;
mod stream;

use cindyscript_hir::builtins::modifiers;
use cindyscript_hir::builtins::{
    self, BuiltinId, Intrinsic, SampledIn, Side, min_signature, power_signature,
};
use cindyscript_hir::presets;
use cindyscript_hir::program::{
    CalleeId, IterationKind, ModifierRange, PlotId, Program, TermId, TermKind,
};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::constants::KnownNumbers;
use cindyscript_infer::split::PlotSplit;
use cindyscript_infer::{BodyId, Role, Slot, SlotId, Solution, integer_exponent, is_discarded};
use rustc_hash::FxHashMap;

use crate::{
    ImageFrame, NodeId, NodeKind, PixelFunctionId, PixelProgram, Reason, Refusal, Sample, Setting,
    VariableId,
};
use buffer::Buffer;
use nodes::same_representation;
use stream::Use;

/// How often a program is extracted again because a list may become longer than was thought: more
/// often only where it grows in every round of a loop.
const ATTEMPTS: usize = 8;

/// Extracts the program that runs at every pixel; its body must be free of ⊤.
pub fn extract(
    numbers: KnownNumbers<'_>,
    split: &PlotSplit,
    solution: &Solution,
    plot: PlotId,
    body: BodyId,
) -> Result<PixelProgram, Refusal> {
    let mut capacities = FxHashMap::default();
    let mut attempts = 1;
    loop {
        let known = capacities.clone();
        let extracted = attempt(numbers, split, solution, plot, body, &mut capacities);
        if extracted.is_ok() || capacities == known || attempts == ATTEMPTS {
            return extracted;
        }
        attempts += 1;
    }
}

/// The same where variables hold lists of unknown length of so many elements at least; those that
/// turn out to become longer are noted there, and the program is refused.
fn attempt(
    numbers: KnownNumbers<'_>,
    split: &PlotSplit,
    solution: &Solution,
    plot: PlotId,
    body: BodyId,
    capacities: &mut FxHashMap<SlotId, u32>,
) -> Result<PixelProgram, Refusal> {
    let mut extractor = Extractor::new(numbers, split, solution, plot, capacities);
    for (place, (_, slot)) in solution.plot_variables[&body].iter().enumerate() {
        let variable = extractor.variable(*slot);
        if let Some(pixel) = split.pixel.get(place) {
            extractor.result.pixel.push((variable, pixel.coordinate));
        }
    }
    extractor.make_deep_functions(body)?;
    let root = solution.body(body).root;
    let node = extractor.term(body, root);
    let ty = extractor.node_type(node).clone();
    let Some(colour) = ty.colour() else {
        return Err(extractor.refusal.unwrap_or(Refusal {
            term: root,
            reason: Reason::UnknownColour,
        }));
    };
    // A colour is computed in real numbers.
    let real = match &ty {
        Type::List(list) => Type::list(list.len.unwrap_or(3), Type::REAL),
        _ => Type::REAL,
    };
    extractor.result.body = extractor.coerce(node, &real);
    extractor.result.colour = colour;
    if let Some(refusal) = extractor.refusal {
        return Err(refusal);
    }
    for (variable, owner) in extractor.owners.iter().enumerate() {
        extractor.result.variables[variable].owner =
            owner.and_then(|body| extractor.functions.get(&body).copied());
    }
    Ok(extractor.result)
}

/// How near below a whole number a quotient of f32 is taken for it.
const NEARLY: f64 = 1.000_000_4;

struct Extractor<'a> {
    numbers: KnownNumbers<'a>,
    split: &'a PlotSplit,
    /// The place of each term of U among the uniforms of the split.
    sources: FxHashMap<TermId, usize>,
    program: &'a Program,
    solution: &'a Solution,
    variables: FxHashMap<SlotId, VariableId>,
    functions: FxHashMap<BodyId, PixelFunctionId>,
    /// The variables whose values are lists of unknown length.
    buffers: FxHashMap<SlotId, Buffer>,
    /// How many elements they have room for at least.
    capacities: &'a mut FxHashMap<SlotId, u32>,
    result: PixelProgram,
    /// The body that each variable belongs to.
    owners: Vec<Option<BodyId>>,
    refusal: Option<Refusal>,
}

impl<'a> Extractor<'a> {
    fn new(
        numbers: KnownNumbers<'a>,
        split: &'a PlotSplit,
        solution: &'a Solution,
        plot: PlotId,
        capacities: &'a mut FxHashMap<SlotId, u32>,
    ) -> Self {
        let mut sources = FxHashMap::default();
        for (place, term) in split.uniforms.iter().enumerate() {
            sources.entry(*term).or_insert(place);
        }
        Self {
            program: numbers.program,
            numbers,
            split,
            sources,
            solution,
            variables: FxHashMap::default(),
            functions: FxHashMap::default(),
            buffers: FxHashMap::default(),
            capacities,
            result: PixelProgram {
                plot,
                pixel: Vec::new(),
                view_width: None,
                nodes: Vec::new(),
                variables: Vec::new(),
                functions: Vec::new(),
                uniforms: Vec::new(),
                body: NodeId(0),
                colour: cindyscript_hir::types::ColourConversion::Grey,
            },
            owners: Vec::new(),
            refusal: None,
        }
    }

    /// The slot of a term.
    fn slot(&self, body: BodyId, term: TermId) -> &'a Slot {
        self.solution.slot(self.solution.body(body).slot(term))
    }

    /// The type of a term.
    fn ty(&self, body: BodyId, term: TermId) -> &'a Type {
        &self.slot(body, term).ty
    }

    /// The variable that a term reads, assigns or binds, if there is one.
    fn link(&self, body: BodyId, term: TermId) -> Option<SlotId> {
        Some(self.slot(body, term).link).filter(|link| link.is_some())
    }

    fn term(&mut self, body: BodyId, term: TermId) -> NodeId {
        let program = self.program;
        let solution = self.solution;
        let slot = self.slot(body, term);
        let mut ty = slot.ty.data();
        if ty.has_top() && is_discarded(program, solution, body, term) {
            ty = Type::Unset;
        }
        if slot.role == Role::Uniform {
            if slot.ty.is_unset() {
                return self.refuse(term, Reason::UnknownValue);
            }
            return self.uniform(term, slot.ty.clone());
        }
        // Such a list is nowhere as a whole: see `stream`.
        let ty = match ty.is_unsized() {
            true => Type::Unset,
            false => ty,
        };
        self.computed(body, term, ty)
    }

    /// A term that is computed at pixels.
    fn computed(&mut self, body: BodyId, term: TermId, ty: Type) -> NodeId {
        let program = self.program;
        let slot = self.slot(body, term);
        match program.kind(term) {
            TermKind::Variable(_) if slot.ty.is_unsized() => self.refuse_unsized(term),
            TermKind::Undefined
            | TermKind::Regional(_)
            | TermKind::Define(_)
            | TermKind::Undefine(_) => self.push(term, Type::Unset, NodeKind::Undefined),
            TermKind::Code(function) => self.captured(body, term, function, &ty),
            TermKind::Number(value) => self.constant(term, value),
            TermKind::Variable(_) if slot.link.is_some() => {
                let variable = self.variable(slot.link);
                self.push(term, ty, NodeKind::Load(variable))
            }
            TermKind::Sequence(operands) => match program.children(operands) {
                &[only] => self.term(body, only),
                operands => {
                    let nodes = self.terms(body, operands);
                    self.push(term, ty, NodeKind::Sequence(nodes))
                }
            },
            TermKind::List(operands) => {
                let nodes = self.terms(body, program.children(operands));
                self.listed_as(term, &nodes, &ty)
            }
            TermKind::Assign { target, value } => self.assign(body, term, target, value),
            TermKind::Index { base, index } => self.index(body, term, base, index, ty),
            TermKind::Field { base, name } => {
                self.field(body, term, base, program.names.text(name), ty)
            }
            TermKind::If {
                condition,
                then,
                otherwise,
            } => self.conditional(body, term, (condition, then, otherwise), ty),
            TermKind::While {
                condition,
                body: inner,
            } => self.while_loop(body, term, condition, inner, ty),
            TermKind::Iterate(id) => self.iterate(body, term, id, ty),
            TermKind::Call {
                callee,
                arguments,
                modifiers,
            } => {
                let arguments = (program.children(arguments), modifiers);
                self.call_term(body, term, callee, arguments, ty)
            }
            kind => self.refuse_kind(term, kind),
        }
    }

    /// Refuses a kind of term that has no place at pixels.
    fn refuse_kind(&mut self, term: TermId, kind: TermKind) -> NodeId {
        let reason = match kind {
            TermKind::Variable(name) => Reason::NoValue(name),
            TermKind::DefineLazy { .. } => Reason::Definition,
            TermKind::Plot(_) => Reason::NestedPlot,
            TermKind::Special(id) => Reason::Special(self.program.special(id).builtin),
            _ => Reason::TextOrDictionary,
        };
        self.refuse(term, reason)
    }

    /// The nodes of several terms.
    fn terms(&mut self, body: BodyId, terms: &[TermId]) -> Vec<NodeId> {
        terms.iter().map(|&term| self.term(body, term)).collect()
    }

    fn while_loop(
        &mut self,
        body: BodyId,
        term: TermId,
        condition: TermId,
        inner: TermId,
        ty: Type,
    ) -> NodeId {
        let condition = self.term(body, condition);
        let inner = self.term(body, inner);
        let body = self.coerce(inner, &ty);
        self.push(term, ty, NodeKind::While { condition, body })
    }

    fn conditional(
        &mut self,
        body: BodyId,
        term: TermId,
        (condition, then, otherwise): (TermId, TermId, Option<TermId>),
        ty: Type,
    ) -> NodeId {
        let condition = self.term(body, condition);
        let condition = self.coerce(condition, &Type::BOOLEAN);
        let then = self.term(body, then);
        let then = self.coerce(then, &ty);
        let otherwise = otherwise.map(|otherwise| {
            let otherwise = self.term(body, otherwise);
            self.coerce(otherwise, &ty)
        });
        let kind = NodeKind::If {
            condition,
            then,
            otherwise,
        };
        self.push(term, ty, kind)
    }

    /// A call of a function of the applet or of a builtin.
    fn call_term(
        &mut self,
        body: BodyId,
        term: TermId,
        callee: CalleeId,
        (arguments, modifiers): (&[TermId], ModifierRange),
        ty: Type,
    ) -> NodeId {
        let row = self.program.callee(callee);
        if !row.definitions.is_empty() {
            return self.call(body, term, arguments, modifiers);
        }
        match row.builtin {
            Some(builtin) if builtin.row().samples.is_some() => {
                self.sample(body, term, builtin, arguments, modifiers)
            }
            Some(builtin) => match *arguments {
                [base, index] if builtin.is(Intrinsic::Take) => {
                    self.index(body, term, base, index, ty)
                }
                _ => self.builtin(body, term, builtin, arguments),
            },
            None => self.refuse(term, Reason::UndefinedFunction(callee)),
        }
    }

    fn builtin(
        &mut self,
        body: BodyId,
        term: TermId,
        builtin: BuiltinId,
        arguments: &[TermId],
    ) -> NodeId {
        if let Some(exponent) = integer_exponent(self.program, builtin, arguments) {
            let base = self.term(body, arguments[0]);
            if let Some(signature) = power_signature(self.node_type(base), exponent) {
                let base = self.coerce(base, &signature.parameters[0]);
                return self.push(term, signature.result, NodeKind::Power { base, exponent });
            }
        }
        if builtin.is(Intrinsic::Discard) {
            return self.push(term, Type::Unset, NodeKind::Discard);
        }
        if let Some(node) = self.of_stream(body, term, builtin, arguments) {
            return node;
        }
        let nodes = self.terms(body, arguments);
        match (builtin.intrinsic(), nodes.as_slice()) {
            (Some(Intrinsic::Length), &[list]) => {
                let len = self.node_type(list).known_len();
                let len = self.constant(term, len.unwrap_or_default().into());
                let items = vec![list, len];
                return self.push(term, Type::NAT, NodeKind::Sequence(items));
            }
            (Some(Intrinsic::Point | Intrinsic::Line), &[value]) => return value,
            (Some(Intrinsic::Contains), &[list, element]) => {
                return self.operate(term, Intrinsic::In, &[element, list]);
            }
            _ => {}
        }
        let types = self.node_types(&nodes);
        let Some(signature) = min_signature(builtin, Side::Gpu, &types) else {
            return self.refuse(term, Reason::Builtin(builtin));
        };
        if let (Some(kind), &[a, b]) = (builtin.row().or_loop, nodes.as_slice())
            && let Some(node) = self.extremum_of_unlike(body, kind, [a, b])
        {
            return node;
        }
        let arguments = self.coerce_all(&nodes, &signature.parameters);
        let operator = builtin.row().alias_of;
        let operator = operator.and_then(|operator| builtins::find(operator, types.len()));
        let builtin = operator.unwrap_or(builtin);
        // Inference may know more of the sign than the signature does.
        let inferred = self.ty(body, term);
        let ty = match same_representation(inferred, &signature.result) {
            true => inferred.clone(),
            false => signature.result,
        };
        self.push(term, ty, NodeKind::Builtin { builtin, arguments })
    }

    /// Truth values come before numbers: of one of each, the largest is the number and the smallest
    /// the truth value, whatever they are. `None` where both are of one kind.
    fn extremum_of_unlike(
        &mut self,
        body: BodyId,
        kind: IterationKind,
        [a, b]: [NodeId; 2],
    ) -> Option<NodeId> {
        let is_truth = |node| Some(self.node_type(node).scalar()? == Scalar::Boolean);
        let is_second = match (is_truth(a)?, is_truth(b)?) {
            (true, false) => kind == IterationKind::Max,
            (false, true) => kind == IterationKind::Min,
            _ => return None,
        };
        let ty = self.node_type(a).join(self.node_type(b));
        // Both are evaluated, whichever it is.
        let term = self.result.node(if is_second { b } else { a }).term;
        let nodes = if is_second {
            vec![a, self.coerce(b, &ty)]
        } else {
            let mut nodes = Vec::new();
            let kept = self.keep(body, a, kind.name(), &mut nodes);
            let kept = self.load(term, kept);
            nodes.extend([b, self.coerce(kept, &ty)]);
            nodes
        };
        Some(self.push(term, ty, NodeKind::Sequence(nodes)))
    }

    /// A builtin that makes something of a list of unknown length; `None` if the list is none.
    fn of_stream(
        &mut self,
        body: BodyId,
        term: TermId,
        builtin: BuiltinId,
        arguments: &[TermId],
    ) -> Option<NodeId> {
        let mut lists = arguments.iter().copied();
        let list = lists.find(|&list| self.consumes_stream(body, term, list))?;
        let wanted = match (builtin.intrinsic(), arguments) {
            (Some(Intrinsic::Length), [_]) => Use::Length,
            (Some(Intrinsic::In), &[element, of]) | (Some(Intrinsic::Contains), &[of, element])
                if of == list =>
            {
                Use::Contains(self.term(body, element))
            }
            _ => match builtin.row().folds {
                Some(kind) => Use::Fold(kind),
                None => return Some(self.refuse_unsized(list)),
            },
        };
        let ty = self.ty(body, term).clone();
        Some(match self.stream(body, list) {
            Some(stream) => self.consume(body, term, stream, wanted, ty),
            None => self.refuse_unsized(list),
        })
    }

    fn sample(
        &mut self,
        body: BodyId,
        term: TermId,
        builtin: BuiltinId,
        arguments: &[TermId],
        modifiers: ModifierRange,
    ) -> NodeId {
        let nodes = self.terms(body, arguments);
        let types = self.node_types(&nodes);
        let Some(signature) = min_signature(builtin, Side::Gpu, &types) else {
            return self.refuse(term, Reason::ImagePlace);
        };
        let nodes = self.coerce_all(&nodes, &signature.parameters);
        let (frame, image, place) = match (builtin.row().samples, nodes.as_slice()) {
            (Some(SampledIn::Unit), &[image, place]) => (ImageFrame::Unit, image, place),
            (Some(SampledIn::View), &[image, place]) => (ImageFrame::View, image, place),
            (Some(SampledIn::Corners), &[left, right, image, place]) => {
                (ImageFrame::Corners([left, right]), image, place)
            }
            _ => return self.refuse(term, Reason::ImagePlace),
        };
        let mut sample = Sample {
            frame,
            image,
            place,
            interpolate: Setting::Known(true),
            repeat: Setting::Known(false),
            mipmap: Setting::Known(false),
        };
        if let Err(refused) = self.sample_settings(body, modifiers, &mut sample) {
            return refused;
        }
        let kind = NodeKind::Sample(Box::new(sample));
        self.push(term, signature.result, kind)
    }

    /// Sets what modifiers say about a sample.
    ///
    /// # Errors
    /// The node of a refusal if a modifier is neither true nor false.
    fn sample_settings(
        &mut self,
        body: BodyId,
        modifiers: ModifierRange,
        sample: &mut Sample,
    ) -> Result<(), NodeId> {
        for modifier in self.program.modifiers(modifiers) {
            let setting = match self.program.names.text(modifier.name) {
                modifiers::name::INTERPOLATE => &mut sample.interpolate,
                modifiers::name::REPEAT => &mut sample.repeat,
                modifiers::name::MIPMAP => &mut sample.mipmap,
                _ => continue,
            };
            let truth = match self.name(modifier.value) {
                Some((false, name)) => presets::truth(name),
                Some((true, _)) | None => None,
            };
            *setting = match truth {
                Some(truth) => Setting::Known(truth),
                None => {
                    let node = self.term(body, modifier.value);
                    if *self.node_type(node) != Type::BOOLEAN {
                        return Err(self.refuse(modifier.value, Reason::NotBooleanModifier));
                    }
                    Setting::Computed(node)
                }
            };
        }
        Ok(())
    }
}
