//! From the least fixed point to the typed program of one colorplot.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::builtins::{self, BuiltinId, Side, min_signature, power_signature};
use crate::constants::constant;
use crate::discard::is_discarded;
use crate::infer::{
    BodyId, BodyKind, Role, SlotId, Solution, Subject, coordinate, integer_exponent, literal,
};
use crate::pixel::{
    Node, NodeId, NodeKind, PixelFunction, PixelFunctionId, PixelProgram, Sample, Setting, Uniform,
    UniformId, Variable, VariableId,
};
use crate::program::{IterationKind, Modifiers, PlotId, Program, TermId, TermKind};
use crate::types::{Scalar, Type};

/// Why a term has no place in a pixel program although its type is no error.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) term: TermId,
    pub(crate) message: String,
}

/// Extracts the program that runs at every pixel; its body must be free of ⊤.
pub(crate) fn extract(
    program: &Program,
    solution: &Solution,
    plot: PlotId,
    body: BodyId,
) -> Result<PixelProgram, Refusal> {
    let mut extractor = Extractor {
        program,
        solution,
        variables: FxHashMap::default(),
        functions: FxHashMap::default(),
        result: PixelProgram {
            plot,
            pixel: Vec::new(),
            nodes: Vec::new(),
            variables: Vec::new(),
            functions: Vec::new(),
            uniforms: Vec::new(),
            body: NodeId(0),
            colour: crate::types::Colour::Grey,
        },
        owners: Vec::new(),
        refusal: None,
    };
    let row = program.plot(plot);
    for (place, (_, slot)) in solution.plot_variables[&body].iter().enumerate() {
        let variable = extractor.variable(*slot);
        if let Some(pixel) = row.pixel.get(place) {
            extractor.result.pixel.push((variable, pixel.coordinate));
        }
    }
    let root = solution.body(body).root;
    let node = extractor.term(body, root);
    let ty = extractor.node_type(node).clone();
    let Some(colour) = ty.colour() else {
        return Err(extractor.refusal.unwrap_or_else(|| Refusal {
            term: root,
            message: "the type of this colour is not known before the applet runs".to_owned(),
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

struct Extractor<'a> {
    program: &'a Program,
    solution: &'a Solution,
    variables: FxHashMap<SlotId, VariableId>,
    functions: FxHashMap<BodyId, PixelFunctionId>,
    result: PixelProgram,
    /// The body that each variable belongs to.
    owners: Vec<Option<BodyId>>,
    refusal: Option<Refusal>,
}

impl Extractor<'_> {
    fn push(&mut self, term: TermId, ty: Type, kind: NodeKind) -> NodeId {
        self.result.nodes.push(Node { kind, ty, term });
        NodeId(self.result.nodes.len() as u32 - 1)
    }

    fn node_type(&self, node: NodeId) -> &Type {
        &self.result.node(node).ty
    }

    fn refuse(&mut self, term: TermId, message: impl Into<String>) -> NodeId {
        self.refusal.get_or_insert_with(|| Refusal {
            term,
            message: message.into(),
        });
        self.push(term, Type::Unset, NodeKind::Undefined)
    }

    fn new_variable(&mut self, name: SmolStr, ty: Type, owner: Option<BodyId>) -> VariableId {
        self.result.variables.push(Variable {
            name,
            ty,
            owner: None,
        });
        self.owners.push(owner);
        VariableId(self.result.variables.len() as u32 - 1)
    }

    fn variable(&mut self, slot: SlotId) -> VariableId {
        if let Some(&variable) = self.variables.get(&slot) {
            return variable;
        }
        let data = self.solution.slot(slot);
        let name = match data.subject {
            Subject::Variable(name) => SmolStr::new(self.program.names.text(name)),
            Subject::Term(_) => SmolStr::default(),
        };
        let owner = matches!(self.solution.body(data.body).kind, BodyKind::Function(_))
            .then_some(data.body);
        let variable = self.new_variable(name, data.ty.clone(), owner);
        self.variables.insert(slot, variable);
        variable
    }

    /// The node's value as a value of `ty`, which is ⊒ the node's type.
    fn coerce(&mut self, node: NodeId, ty: &Type) -> NodeId {
        let from = self.node_type(node);
        if from.is_unset() || ty.is_unset() || same_representation(from, ty) {
            return node;
        }
        let term = self.result.node(node).term;
        // What comes from the CPU comes in the type in which it is wanted: then a number that
        // changes from 2 to 2.5 changes no code.
        if let NodeKind::Uniform(uniform) = self.result.node(node).kind {
            self.result.uniforms[uniform.index()].ty = ty.clone();
            self.result.nodes[node.index()].ty = ty.clone();
            return node;
        }
        self.push(term, ty.clone(), NodeKind::Convert(node))
    }

    /// Each use has a uniform of its own, since each may want another type.
    fn uniform(&mut self, term: TermId, ty: Type) -> NodeId {
        let plot = self.program.plot(self.result.plot);
        let uniforms = &mut plot.uniforms.iter();
        let source = match (&ty, self.name(term)) {
            // All that name the same image come from one place: images are few.
            (Type::String, Some(name)) => {
                uniforms.position(|&other| self.name(other) == Some(name))
            }
            _ => uniforms.position(|&other| other == term),
        };
        self.result.uniforms.push(Uniform {
            source: source.unwrap_or_default(),
            term,
            ty: ty.clone(),
        });
        let id = UniformId(self.result.uniforms.len() as u32 - 1);
        self.push(term, ty, NodeKind::Uniform(id))
    }

    /// A variable's name, or the text of a string literal: where these are the same, so are the
    /// values of two terms of U.
    fn name(&self, term: TermId) -> Option<(bool, &str)> {
        match self.program.kind(term) {
            TermKind::Text(text) => Some((true, self.program.text(text))),
            TermKind::Variable(name) => Some((false, self.program.names.text(name))),
            _ => None,
        }
    }

    /// An int: rounded by `how` if it is a real number.
    fn integer(&mut self, body: BodyId, term: TermId, how: &str) -> NodeId {
        let node = self.term(body, term);
        match self.node_type(node).scalar() {
            Some(Scalar::Boolean | Scalar::Nat | Scalar::Int) => self.coerce(node, &Type::INT),
            Some(Scalar::NonNeg | Scalar::Real) => match builtins::find(how, 1) {
                Some(builtin) => {
                    let arguments = vec![self.coerce(node, &Type::REAL)];
                    self.push(term, Type::INT, NodeKind::Builtin { builtin, arguments })
                }
                None => node,
            },
            _ => self.refuse(term, "an integer is needed here, known to be real"),
        }
    }

    fn constant(&mut self, term: TermId, value: f64) -> NodeId {
        self.push(term, Type::INT, NodeKind::Constant(value))
    }

    fn term(&mut self, body: BodyId, term: TermId) -> NodeId {
        let program = self.program;
        let solution = self.solution;
        let slot = solution.slot(solution.body(body).slot(term));
        let mut ty = slot.ty.clone();
        if ty.has_top() && is_discarded(program, solution, body, term) {
            ty = Type::Unset;
        }
        if slot.role == Role::Uniform {
            if ty.is_unset() {
                return self.refuse(
                    term,
                    "the type of this value is not known before the applet runs",
                );
            }
            return self.uniform(term, ty);
        }
        match program.kind(term) {
            TermKind::Undefined
            | TermKind::Regional(_)
            | TermKind::Define(_)
            | TermKind::Undefine(_) => self.push(term, Type::Unset, NodeKind::Undefined),
            TermKind::Number(value) => self.constant(term, value),
            TermKind::Variable(_) if slot.link.is_some() => {
                let variable = self.variable(slot.link);
                self.push(term, ty, NodeKind::Load(variable))
            }
            TermKind::Sequence(operands) => {
                let operands = program.children(operands);
                if let &[only] = operands {
                    return self.term(body, only);
                }
                let nodes: Vec<_> = operands.iter().map(|&term| self.term(body, term)).collect();
                self.push(term, ty, NodeKind::Sequence(nodes))
            }
            TermKind::List(operands) => {
                let operands = program.children(operands).iter().enumerate();
                let nodes = operands
                    .map(|(place, &operand)| {
                        let node = self.term(body, operand);
                        let element = ty.component(place).cloned().unwrap_or_default();
                        self.coerce(node, &element)
                    })
                    .collect();
                self.push(term, ty, NodeKind::List(nodes))
            }
            TermKind::Assign { target, value } => self.assign(body, term, target, value),
            TermKind::Index { base, index } => {
                let base = self.term(body, base);
                let known = match self.node_type(base) {
                    // The index decides which type comes out.
                    Type::Tuple(_) => constant(program, index),
                    _ => literal(program, index),
                };
                let index = match known {
                    Some(value) => self.constant(index, value.floor()),
                    None => self.integer(body, index, "floor"),
                };
                self.push(term, ty, NodeKind::Index { base, index })
            }
            TermKind::Field { base, name } => {
                self.field(body, term, base, program.names.text(name), ty)
            }
            TermKind::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.term(body, condition);
                let condition = self.coerce(condition, &Type::BOOLEAN);
                let then = self.term(body, then);
                let then = self.coerce(then, &ty);
                let otherwise = otherwise.map(|otherwise| {
                    let otherwise = self.term(body, otherwise);
                    self.coerce(otherwise, &ty)
                });
                self.push(
                    term,
                    ty,
                    NodeKind::If {
                        condition,
                        then,
                        otherwise,
                    },
                )
            }
            TermKind::While {
                condition,
                body: inner,
            } => {
                let condition = self.term(body, condition);
                let inner = self.term(body, inner);
                let inner = self.coerce(inner, &ty);
                self.push(
                    term,
                    ty,
                    NodeKind::While {
                        condition,
                        body: inner,
                    },
                )
            }
            TermKind::Iterate(id) => self.iterate(body, term, id, ty),
            TermKind::Call {
                callee,
                arguments,
                modifiers,
            } => {
                let row = program.callee(callee);
                let arguments = program.children(arguments);
                if !row.definitions.is_empty() {
                    if !program.modifiers(modifiers).is_empty() {
                        return self
                            .refuse(term, "modifiers of functions are not available at pixels");
                    }
                    return self.call(body, term, arguments);
                }
                match row.builtin {
                    Some(builtin) if matches!(builtin.name(), "imagergb" | "imagergba") => {
                        self.sample(body, term, builtin, arguments, modifiers)
                    }
                    Some(builtin) => self.builtin(body, term, builtin, arguments),
                    None => self.refuse(term, format!("`{}` is not defined", row.name)),
                }
            }
            TermKind::Variable(name) => {
                let name = program.names.text(name);
                self.refuse(term, format!("`{name}` has no value here"))
            }
            TermKind::DefineLazy { .. } => {
                self.refuse(term, "a definition cannot stand in a program for pixels")
            }
            TermKind::Text(_) | TermKind::Dictionary(_) | TermKind::UserData { .. } => {
                self.refuse(term, "there are no strings and dictionaries at pixels")
            }
            TermKind::Plot(_) => self.refuse(term, "a colorplot cannot stand inside a colorplot"),
            TermKind::Special(id) => {
                let name = program.special(id).builtin.name();
                self.refuse(term, format!("`{name}` is not available at every pixel"))
            }
        }
    }

    fn assign(&mut self, body: BodyId, term: TermId, target: TermId, value: TermId) -> NodeId {
        let value = self.term(body, value);
        match self.program.kind(target) {
            TermKind::Variable(_) => self.store(body, term, target, value),
            TermKind::List(targets) => {
                let ty = self.node_type(value).clone();
                if ty.known_len().is_none() {
                    return self.refuse(term, "only a list of known length can be taken apart");
                }
                let whole = self.new_variable("list".into(), ty.clone(), Some(body));
                let mut nodes = vec![self.push(
                    term,
                    ty.clone(),
                    NodeKind::Store {
                        variable: whole,
                        value,
                    },
                )];
                for (place, &target) in self.program.children(targets).iter().enumerate() {
                    if !matches!(self.program.kind(target), TermKind::Variable(_)) {
                        return self.refuse(target, "only variables can be assigned to at pixels");
                    }
                    let base = self.push(target, ty.clone(), NodeKind::Load(whole));
                    let index = self.constant(target, place as f64 + 1.0);
                    let kind = NodeKind::Index { base, index };
                    let element = ty.component(place).cloned().unwrap_or_default();
                    let part = self.push(target, element, kind);
                    nodes.push(self.store(body, target, target, part));
                }
                nodes.push(self.push(term, ty.clone(), NodeKind::Load(whole)));
                self.push(term, ty, NodeKind::Sequence(nodes))
            }
            _ => self.refuse(target, "only variables can be assigned to at pixels"),
        }
    }

    fn store(&mut self, body: BodyId, term: TermId, target: TermId, value: NodeId) -> NodeId {
        let link = self
            .solution
            .slot(self.solution.body(body).slot(target))
            .link;
        if !link.is_some() {
            return self.refuse(target, "this variable cannot be assigned to here");
        }
        let variable = self.variable(link);
        let ty = self.result.variable(variable).ty.clone();
        let value = self.coerce(value, &ty);
        self.push(term, ty, NodeKind::Store { variable, value })
    }

    fn field(&mut self, body: BodyId, term: TermId, base: TermId, name: &str, ty: Type) -> NodeId {
        let base = self.term(body, base);
        let place = match coordinate(name) {
            Some(place) => place,
            None if name == "xy" && self.node_type(base).known_len() == Some(2) => return base,
            None => return self.refuse(term, format!("`.{name}` is not available at pixels")),
        };
        let index = self.constant(term, place as f64 + 1.0);
        self.push(term, ty, NodeKind::Index { base, index })
    }

    fn iterate(
        &mut self,
        body: BodyId,
        term: TermId,
        id: crate::program::IterationId,
        ty: Type,
    ) -> NodeId {
        let iteration = self.program.iteration(id);
        if !self.program.modifiers(iteration.modifiers).is_empty() {
            return self.refuse(term, "modifiers of loops are not available at pixels");
        }
        let domain = match iteration.kind {
            IterationKind::Repeat => self.integer(body, iteration.domain, "round"),
            IterationKind::Select | IterationKind::Sort => {
                return self.refuse(term, "this loop is not available at pixels");
            }
            _ => self.term(body, iteration.domain),
        };
        let slot = self.solution.slot(self.solution.body(body).slot(term));
        let element = self.variable(slot.link);
        if iteration.index.is_some() {
            return self.refuse(term, "loops with an index are not available at pixels");
        }
        let value = self.term(body, iteration.body);
        let wanted = match iteration.kind {
            IterationKind::Apply => match ty.as_list() {
                Some(list) => list.element.clone(),
                None => Type::Unset,
            },
            _ => ty.clone(),
        };
        let inner = self.coerce(value, &wanted);
        let kind = NodeKind::Iterate {
            kind: iteration.kind,
            domain,
            element,
            index: None,
            body: inner,
        };
        self.push(term, ty, kind)
    }

    fn builtin(
        &mut self,
        body: BodyId,
        term: TermId,
        builtin: BuiltinId,
        arguments: &[TermId],
    ) -> NodeId {
        if let Some(exponent) = integer_exponent(self.program, builtin.name(), arguments) {
            let base = self.term(body, arguments[0]);
            if let Some(signature) = power_signature(self.node_type(base), exponent) {
                let base = self.coerce(base, &signature.parameters[0]);
                return self.push(term, signature.result, NodeKind::Power { base, exponent });
            }
        }
        let nodes: Vec<_> = arguments
            .iter()
            .map(|&argument| self.term(body, argument))
            .collect();
        let types: Vec<_> = nodes
            .iter()
            .map(|&node| self.node_type(node).clone())
            .collect();
        let Some(signature) = min_signature(builtin, Side::Gpu, &types) else {
            return self.refuse(
                term,
                format!("`{}` is not available at pixels", builtin.name()),
            );
        };
        let arguments = nodes
            .into_iter()
            .zip(&signature.parameters)
            .map(|(node, parameter)| self.coerce(node, parameter))
            .collect();
        let operator = match builtin.name() {
            "add" => "+",
            "sub" => "-",
            "mult" => "*",
            "div" => "/",
            "pow" => "^",
            name => name,
        };
        let builtin = builtins::find(operator, types.len()).unwrap_or(builtin);
        // Inference may know more of the sign than the signature does.
        let inferred = self.solution.ty(self.solution.body(body).slot(term));
        let ty = match same_representation(inferred, &signature.result) {
            true => inferred.clone(),
            false => signature.result,
        };
        self.push(term, ty, NodeKind::Builtin { builtin, arguments })
    }

    fn sample(
        &mut self,
        body: BodyId,
        term: TermId,
        builtin: BuiltinId,
        arguments: &[TermId],
        modifiers: Modifiers,
    ) -> NodeId {
        let nodes: Vec<_> = arguments
            .iter()
            .map(|&argument| self.term(body, argument))
            .collect();
        let types: Vec<_> = nodes
            .iter()
            .map(|&node| self.node_type(node).clone())
            .collect();
        let Some(signature) = min_signature(builtin, Side::Gpu, &types) else {
            return self.refuse(term, "an image has no colour at such a place");
        };
        let nodes: Vec<_> = nodes
            .into_iter()
            .zip(&signature.parameters)
            .map(|(node, parameter)| self.coerce(node, parameter))
            .collect();
        let (corners, image, place) = match *nodes {
            [image, place] => (None, image, place),
            [left, right, image, place] => (Some([left, right]), image, place),
            _ => return self.refuse(term, "an image has no colour at such a place"),
        };
        let mut sample = Sample {
            corners,
            image,
            place,
            interpolate: Setting::Known(true),
            repeat: Setting::Known(false),
            mipmap: Setting::Known(false),
        };
        for modifier in self.program.modifiers(modifiers) {
            let setting = match self.program.names.text(modifier.name) {
                "interpolate" => &mut sample.interpolate,
                "repeat" => &mut sample.repeat,
                "mipmap" => &mut sample.mipmap,
                _ => continue,
            };
            *setting = match self.name(modifier.value) {
                Some((false, "true")) => Setting::Known(true),
                Some((false, "false")) => Setting::Known(false),
                _ => {
                    let node = self.term(body, modifier.value);
                    if *self.node_type(node) != Type::BOOLEAN {
                        return self.refuse(modifier.value, "this modifier is true or false");
                    }
                    Setting::Computed(node)
                }
            };
        }
        let kind = NodeKind::Sample(Box::new(sample));
        self.push(term, signature.result, kind)
    }

    fn call(&mut self, body: BodyId, term: TermId, arguments: &[TermId]) -> NodeId {
        let slot = self.solution.body(body).slot(term);
        // Of several definitions the last one stands, as it does once all scripts have run.
        let Some(&callee) = self
            .solution
            .calls
            .get(&slot)
            .and_then(|bodies| bodies.last())
        else {
            return self.refuse(term, "the arguments of this call have no value");
        };
        let nodes: Vec<_> = arguments
            .iter()
            .map(|&argument| self.term(body, argument))
            .collect();
        let Some(function) = self.function(callee) else {
            return self.refuse(term, "recursion is not possible at pixels");
        };
        let parameters = self.result.function(function).parameters.clone();
        let arguments = nodes
            .into_iter()
            .zip(parameters)
            .map(|(node, parameter)| {
                let ty = self.result.variable(parameter).ty.clone();
                self.coerce(node, &ty)
            })
            .collect();
        let ty = self.result.function(function).result.clone();
        self.push(
            term,
            ty,
            NodeKind::Call {
                function,
                arguments,
            },
        )
    }

    /// The function of a body; `None` while it is being made, that is, if it calls itself.
    fn function(&mut self, body: BodyId) -> Option<PixelFunctionId> {
        if let Some(&function) = self.functions.get(&body) {
            let made = function.index() < self.result.functions.len();
            return made.then_some(function);
        }
        // Marked as being made: no function has this index.
        self.functions.insert(body, PixelFunctionId(u32::MAX));
        let data = self.solution.body(body);
        let BodyKind::Function(id) = data.kind else {
            return None;
        };
        let parameters = data
            .parameters
            .iter()
            .map(|&slot| self.variable(slot))
            .collect();
        let root = data.root;
        let node = self.term(body, root);
        let result = self.node_type(node).clone();
        let callee = self.program.callee(self.program.function(id).callee);
        self.result.functions.push(PixelFunction {
            name: callee.name.clone(),
            parameters,
            body: node,
            result,
        });
        let function = PixelFunctionId(self.result.functions.len() as u32 - 1);
        self.functions.insert(body, function);
        Some(function)
    }
}

/// Whether a shader holds values of both types in the same way.
fn same_representation(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Scalar(a), Type::Scalar(b)) => a.unsigned_forgotten() == b.unsigned_forgotten(),
        (Type::List(a), Type::List(b)) => {
            a.len == b.len && same_representation(&a.element, &b.element)
        }
        (Type::Tuple(a), Type::Tuple(b)) => {
            let mut pairs = a.components().iter().zip(b.components());
            a.len() == b.len() && pairs.all(|(a, b)| same_representation(a, b))
        }
        _ => a == b,
    }
}
