//! From the least fixed point to the typed program of one colorplot.

mod assign;
mod buffer;
mod call;
mod iterate;
mod point;
mod stream;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::builtins::{self, BuiltinId, Side, min_signature, power_signature};
use crate::constants::constant;
use crate::discard::is_discarded;
use crate::infer::{
    BodyId, BodyKind, Role, SlotId, Solution, Subject, coordinate, integer_exponent, literal,
};
use crate::pixel::{
    ImageFrame, Node, NodeId, NodeKind, PixelFunctionId, PixelProgram, Sample, Setting, Uniform,
    UniformId, Variable, VariableId,
};
use crate::program::{IterationKind, Modifiers, PlotId, Program, TermId, TermKind};
use crate::types::{Scalar, Type};
use buffer::Buffer;
use stream::Use;

/// Why a term has no place in a pixel program although its type is no error.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) term: TermId,
    pub(crate) message: String,
    /// Whether the running applet may settle it.
    pub(crate) is_open: bool,
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
        buffers: FxHashMap::default(),
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
            is_open: true,
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
    program: &'a Program,
    solution: &'a Solution,
    variables: FxHashMap<SlotId, VariableId>,
    functions: FxHashMap<BodyId, PixelFunctionId>,
    /// The variables whose values are lists of unknown length.
    buffers: FxHashMap<SlotId, Buffer>,
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
        self.refuse_as(term, message.into(), false)
    }

    /// For the time being.
    fn refuse_open(&mut self, term: TermId, message: &str) -> NodeId {
        self.refuse_as(term, message.to_owned(), true)
    }

    fn refuse_as(&mut self, term: TermId, message: String, is_open: bool) -> NodeId {
        self.refusal.get_or_insert(Refusal {
            term,
            message,
            is_open,
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
        let host = self.solution.host(data.body);
        let owner = matches!(self.solution.body(host).kind, BodyKind::Function(_)).then_some(host);
        // A list of unknown length is never there as a whole: see `stream`.
        let ty = match data.ty.is_unsized() {
            true => Type::Unset,
            false => data.ty.clone(),
        };
        let variable = self.new_variable(name, ty, owner);
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
            literal: literal(self.program, term),
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

    /// A variable of the translation's own, which belongs to a body.
    fn hidden(&mut self, name: &str, ty: Type, body: BodyId) -> VariableId {
        self.new_variable(name.into(), ty, Some(self.solution.host(body)))
    }

    fn load(&mut self, term: TermId, variable: VariableId) -> NodeId {
        let ty = self.result.variable(variable).ty.clone();
        self.push(term, ty, NodeKind::Load(variable))
    }

    /// `variable = value`, for a value whose type is ⊑ the variable's.
    fn set(&mut self, term: TermId, variable: VariableId, value: NodeId) -> NodeId {
        let ty = self.result.variable(variable).ty.clone();
        let value = self.coerce(value, &ty);
        self.push(term, ty, NodeKind::Store { variable, value })
    }

    /// Lets `before` put a value into a new variable.
    fn keep(
        &mut self,
        body: BodyId,
        value: NodeId,
        name: &str,
        before: &mut Vec<NodeId>,
    ) -> VariableId {
        let variable = self.hidden(name, self.node_type(value).clone(), body);
        let term = self.result.node(value).term;
        before.push(self.set(term, variable, value));
        variable
    }

    /// A builtin that is applied to values.
    fn operate(&mut self, term: TermId, name: &str, operands: &[NodeId]) -> NodeId {
        let types: Vec<_> = operands
            .iter()
            .map(|&node| self.node_type(node).clone())
            .collect();
        let found = builtins::find(name, operands.len())
            .and_then(|builtin| Some((builtin, min_signature(builtin, Side::Gpu, &types)?)));
        let Some((builtin, signature)) = found else {
            return self.refuse(term, format!("`{name}` is not defined for these values"));
        };
        let pairs = operands.iter().zip(&signature.parameters);
        let arguments = pairs
            .map(|(&node, parameter)| self.coerce(node, parameter))
            .collect();
        self.push(
            term,
            signature.result,
            NodeKind::Builtin { builtin, arguments },
        )
    }

    /// An int: rounded by `how` if it is a real number.
    fn integer(&mut self, body: BodyId, term: TermId, how: &str) -> NodeId {
        let node = self.term(body, term);
        self.whole(term, node, how)
    }

    fn whole(&mut self, term: TermId, node: NodeId, how: &str) -> NodeId {
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
                let message = "the type of this value is not known before the applet runs";
                return self.refuse_open(term, message);
            }
            return self.uniform(term, ty);
        }
        // Such a list is nowhere as a whole: see `stream`.
        let ty = match ty.is_unsized() {
            true => Type::Unset,
            false => ty,
        };
        match program.kind(term) {
            TermKind::Variable(_) if slot.ty.is_unsized() => self.refuse_unsized(term),
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
                let operands = program.children(operands).iter();
                let nodes: Vec<_> = operands.map(|&term| self.term(body, term)).collect();
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
                    return self.call(body, term, arguments, modifiers);
                }
                match row.builtin {
                    Some(builtin) if is_sample(builtin) => {
                        self.sample(body, term, builtin, arguments, modifiers)
                    }
                    Some(builtin) => match *arguments {
                        [base, index] if builtin.name() == "take" => {
                            self.index(body, term, base, index, ty)
                        }
                        _ => self.builtin(body, term, builtin, arguments),
                    },
                    None => self.refuse(term, format!("`{}` is not defined", row.name)),
                }
            }
            TermKind::Variable(name) => {
                let name = program.names.text(name);
                self.refuse_open(term, &format!("`{name}` has no value here"))
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

    fn index(
        &mut self,
        body: BodyId,
        term: TermId,
        base: TermId,
        index: TermId,
        ty: Type,
    ) -> NodeId {
        if self.is_stream(body, base) {
            let Some(stream) = self.stream(body, base) else {
                return self.refuse_unsized(base);
            };
            let index = self.integer(body, index, "floor");
            return self.consume(body, term, stream, Use::Element(index), ty);
        }
        let base = self.term(body, base);
        let places = self.solution.ty(self.solution.body(body).slot(index));
        if places.known_len().is_some() {
            return self.gather(body, term, base, index, ty);
        }
        let list = self.node_type(base).clone();
        let index = self.place(body, &list, index);
        self.push(term, ty, NodeKind::Index { base, index })
    }

    /// An index into a list of this type. That of an element which a list of like elements has is a
    /// number as others are; but which type an element of a tuple has, the text must say.
    fn place(&mut self, body: BodyId, list: &Type, index: TermId) -> NodeId {
        let known = match list {
            Type::Tuple(_) => constant(self.program, index),
            _ => literal(self.program, index).filter(|place| !has_place(list, *place)),
        };
        match known {
            Some(place) => self.constant(index, place.floor()),
            None => self.integer(body, index, "floor"),
        }
    }

    /// `list_[1, 3]`: the list of some elements.
    fn gather(
        &mut self,
        body: BodyId,
        term: TermId,
        list: NodeId,
        places: TermId,
        ty: Type,
    ) -> NodeId {
        let mut nodes = Vec::new();
        let list = self.keep(body, list, "list", &mut nodes);
        let domain = self.term(body, places);
        let of = |ty: &Type| {
            ty.sized_list()
                .map_or(Type::Unset, |(_, element)| element.clone())
        };
        let place = of(self.node_type(domain));
        let element = self.hidden("place", place, body);
        let base = self.load(term, list);
        let index = self.load(places, element);
        let index = self.whole(places, index, "floor");
        let inner = self.push(term, of(&ty), NodeKind::Index { base, index });
        let kind = NodeKind::Iterate {
            kind: IterationKind::Apply,
            domain,
            element,
            index: None,
            body: inner,
        };
        nodes.push(self.push(term, ty.clone(), kind));
        self.push(term, ty, NodeKind::Sequence(nodes))
    }

    fn field(&mut self, body: BodyId, term: TermId, base: TermId, name: &str, ty: Type) -> NodeId {
        let is_point = self.is_point(body, base);
        let base = self.term(body, base);
        let len = self.node_type(base).known_len();
        let place = match (name, len) {
            // Whole numbers have no quotients among them.
            ("x" | "y", Some(3)) if is_point && !ty.fits(&Type::INT) => {
                let mut nodes = Vec::new();
                let point = self.keep(body, base, "point", &mut nodes);
                let place = if name == "x" { 1.0 } else { 2.0 };
                let (part, last) = (self.part(term, point, place), self.part(term, point, 3.0));
                nodes.push(self.operate(term, "/", &[part, last]));
                return self.push(term, ty, NodeKind::Sequence(nodes));
            }
            _ if coordinate(name).is_some() => coordinate(name).unwrap_or_default(),
            ("xy", Some(2)) | ("homog", Some(3)) => return base,
            ("xy", Some(3)) => {
                let mut nodes = Vec::new();
                let point = self.keep(body, base, "point", &mut nodes);
                let parts = [1.0, 2.0].map(|place| {
                    let (part, last) = (self.part(term, point, place), self.part(term, point, 3.0));
                    self.operate(term, "/", &[part, last])
                });
                nodes.push(self.listed_as(term, &parts, &ty));
                return self.push(term, ty, NodeKind::Sequence(nodes));
            }
            ("homog", Some(2)) => {
                let mut nodes = Vec::new();
                let point = self.keep(body, base, "point", &mut nodes);
                let (x, y) = (self.part(term, point, 1.0), self.part(term, point, 2.0));
                let one = self.constant(term, 1.0);
                nodes.push(self.listed_as(term, &[x, y, one], &ty));
                return self.push(term, ty, NodeKind::Sequence(nodes));
            }
            _ => return self.refuse(term, format!("`.{name}` is not available at pixels")),
        };
        let index = self.constant(term, place as f64 + 1.0);
        self.push(term, ty, NodeKind::Index { base, index })
    }

    /// The element of a variable's list at a 1-based place.
    fn part(&mut self, term: TermId, variable: VariableId, place: f64) -> NodeId {
        let base = self.load(term, variable);
        let component = self.node_type(base).component(place as usize - 1);
        let ty = component.cloned().unwrap_or_default();
        let index = self.constant(term, place);
        self.push(term, ty, NodeKind::Index { base, index })
    }

    /// The list of these elements, of type `ty`.
    fn listed_as(&mut self, term: TermId, elements: &[NodeId], ty: &Type) -> NodeId {
        let elements = elements.iter().enumerate();
        let elements = elements.map(|(place, &node)| {
            let wanted = ty.component(place).cloned().unwrap_or_default();
            self.coerce(node, &wanted)
        });
        let elements = elements.collect();
        self.push(term, ty.clone(), NodeKind::List(elements))
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
        if builtin.name() == "cgldiscard" {
            return self.push(term, Type::Unset, NodeKind::Discard);
        }
        if let Some(node) = self.of_stream(body, term, builtin, arguments) {
            return node;
        }
        let nodes: Vec<_> = arguments
            .iter()
            .map(|&argument| self.term(body, argument))
            .collect();
        match (builtin.name(), nodes.as_slice()) {
            ("length", &[list]) => {
                let len = self.node_type(list).known_len();
                let len = self.constant(term, len.unwrap_or_default().into());
                let items = vec![list, len];
                return self.push(term, Type::NAT, NodeKind::Sequence(items));
            }
            ("point" | "line", &[value]) => return value,
            ("contains", &[list, element]) => return self.operate(term, "∈", &[element, list]),
            _ => {}
        }
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
        let wanted = match (builtin.name(), arguments) {
            ("length", [_]) => Use::Length,
            ("sum", [_]) => Use::Fold(IterationKind::Sum),
            ("product", [_]) => Use::Fold(IterationKind::Product),
            ("max", [_]) => Use::Fold(IterationKind::Max),
            ("min", [_]) => Use::Fold(IterationKind::Min),
            ("∈", &[element, of]) | ("contains", &[of, element]) if of == list => {
                Use::Contains(self.term(body, element))
            }
            _ => return Some(self.refuse_unsized(list)),
        };
        let ty = self
            .solution
            .ty(self.solution.body(body).slot(term))
            .clone();
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
        let (frame, image, place) = match *nodes {
            [image, place] if builtin.name().starts_with("cgl") => (ImageFrame::Unit, image, place),
            [image, place] => (ImageFrame::View, image, place),
            [left, right, image, place] => (ImageFrame::Corners([left, right]), image, place),
            _ => return self.refuse(term, "an image has no colour at such a place"),
        };
        let mut sample = Sample {
            frame,
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
}

/// Whether a list of known length has an element at a 1-based place, negative from the end.
fn has_place(list: &Type, place: f64) -> bool {
    let place = place.floor().abs();
    let len = list.known_len().unwrap_or_default();
    place >= 1.0 && place <= f64::from(len)
}

/// Whether a builtin reads an image.
fn is_sample(builtin: BuiltinId) -> bool {
    matches!(
        builtin.name(),
        "imagergb" | "imagergba" | "cgltexture" | "cgltexturergb"
    )
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
