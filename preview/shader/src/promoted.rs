//! Which values of a program need more digits than f32 has.
//!
//! A colour of 8 bits needs none: it is digits that operations on the way to it lose which must be there
//! before. An operation *loses* digits where the relative error of its result may be much larger than
//! that of its operands: sums that cancel, comparisons, remainders, angles. What it is given is promoted
//! where it *carries* those of the pixel's place, and with it all that makes it up; what comes after the
//! last such operation is not, and neither is what has nothing to do with the place.

use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::program::IterationKind;
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_pixel::{NodeId, NodeKind, PixelProgram, VariableId};

use crate::library::Op;

/// The part of a program that has the precision that is asked for; the rest is computed in single
/// precision. What lies beyond the end of a list is not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Promoted {
    /// By node: whether its value is. Those that read or write a variable, or call a function, go by
    /// that.
    pub nodes: Vec<bool>,
    /// By node: whether it is given the values of its operands as they are. Where its own value is
    /// promoted, it always is.
    pub operands: Vec<bool>,
    /// By variable.
    pub variables: Vec<bool>,
    /// By function: whether its result is.
    pub functions: Vec<bool>,
    /// By uniform.
    pub uniforms: Vec<bool>,
}

impl Promoted {
    /// All of a program.
    #[must_use]
    pub fn all(program: &PixelProgram) -> Promoted {
        Promoted {
            nodes: vec![true; program.nodes.len()],
            operands: vec![true; program.nodes.len()],
            variables: vec![true; program.variables.len()],
            functions: vec![true; program.functions.len()],
            uniforms: vec![true; program.uniforms.len()],
        }
    }

    /// What loses digits in single precision, as far as can be told from the operations alone.
    #[must_use]
    pub fn needed(program: &PixelProgram) -> Promoted {
        let carriers = Carriers::of(program);
        let mut wants = Wants {
            program,
            carriers,
            nodes: vec![Digits::None; program.nodes.len()],
            operands: vec![false; program.nodes.len()],
            variables: vec![Digits::None; program.variables.len()],
            functions: vec![Digits::None; program.functions.len()],
            uniforms: vec![Digits::None; program.uniforms.len()],
            has_changed: false,
        };
        wants.find();
        let all = |digits: Vec<Digits>| digits.into_iter().map(|own| own == Digits::All).collect();
        Promoted {
            nodes: all(wants.nodes),
            operands: wants.operands,
            variables: all(wants.variables),
            functions: all(wants.functions),
            uniforms: all(wants.uniforms),
        }
    }

    /// Whether a node's value is.
    pub(crate) fn node(&self, program: &PixelProgram, id: NodeId) -> bool {
        match program.node(id).kind {
            NodeKind::Load(variable)
            | NodeKind::Store { variable, .. }
            | NodeKind::StoreElement { variable, .. } => has(&self.variables, variable.index()),
            NodeKind::Call { function, .. } => has(&self.functions, function.index()),
            _ => has(&self.nodes, id.index()),
        }
    }

    /// Whether a node is given the values of its operands as they are.
    pub(crate) fn takes_all(&self, program: &PixelProgram, id: NodeId) -> bool {
        has(&self.operands, id.index()) || self.node(program, id)
    }
}

/// Whether a place is in a list.
pub(crate) fn has(list: &[bool], place: usize) -> bool {
    list.get(place).copied().unwrap_or_default()
}

/// What a builtin does to the digits of real and complex numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// Its result consists of parts of its operands.
    Moves,
    /// The relative error of its result is about that of its operands.
    Keeps,
    /// That of its result may be much larger.
    Loses,
}

fn effect(program: &PixelProgram, builtin: BuiltinId, arguments: &[NodeId]) -> Effect {
    let Some(op) = Op::of(builtin.name(), arguments.len()) else {
        return Effect::Loses;
    };
    let types: Vec<_> = arguments.iter().map(|id| &program.node(*id).ty).collect();
    let is_nonnegative = |ty: &&Type| {
        matches!(
            ty,
            Type::Scalar(Scalar::Nat | Scalar::NonNeg | Scalar::Boolean)
        )
    };
    let is_list = |ty: &&Type| ty.sized_list().is_some() || matches!(ty, Type::Tuple(_));
    // Of a product of complex numbers the modulus is precise, but its parts may cancel.
    let if_real = match types.iter().any(|ty| has_complex(ty)) {
        true => Effect::Loses,
        false => Effect::Keeps,
    };
    match op {
        Op::And
        | Op::Append
        | Op::Complex
        | Op::Concatenate
        | Op::Conjugate
        | Op::Gauss
        | Op::Im
        | Op::Max
        | Op::Min
        | Op::Neg
        | Op::Not
        | Op::Or
        | Op::Perpendicular
        | Op::Pos
        | Op::Prepend
        | Op::Re
        | Op::Reverse
        | Op::Sort
        | Op::Transpose
        | Op::Xor => Effect::Moves,
        Op::Abs | Op::Blue | Op::Gray | Op::Green | Op::Red => Effect::Keeps,
        Op::Arctan2 if types.len() == 1 => Effect::Keeps,
        Op::Random | Op::RandomBool | Op::RandomInt | Op::RandomNormal => Effect::Keeps,
        // Exponents beyond 88 are infinite numbers.
        Op::Arctan
        | Op::Arctan2
        | Op::Degree
        | Op::Div
        | Op::Exp
        | Op::Product
        | Op::Quotient
        | Op::Sqrt => if_real,
        Op::Mul if types.iter().filter(|ty| is_list(ty)).count() < 2 => if_real,
        Op::Add if types.iter().all(is_nonnegative) => Effect::Keeps,
        Op::Add
        | Op::Arccos
        | Op::Arcsin
        | Op::Area
        | Op::Ceil
        | Op::Contains
        | Op::Cos
        | Op::Cross
        | Op::Det
        | Op::Distance
        | Op::Equal
        | Op::Floor
        | Op::FuzzyLess
        | Op::FuzzyLessEqual
        | Op::FuzzyMore
        | Op::FuzzyMoreEqual
        | Op::Hue
        | Op::Incident
        | Op::Inverse
        | Op::Less
        | Op::LessEqual
        | Op::LinearSolve
        | Op::Log
        | Op::Mod
        | Op::More
        | Op::MoreEqual
        | Op::Mul
        | Op::Near
        | Op::NotContains
        | Op::NotNear
        | Op::Pow
        | Op::Round
        | Op::Sin
        | Op::Sub
        | Op::Sum
        | Op::Tan
        | Op::Unequal => Effect::Loses,
    }
}

/// Powers with larger exponents lose digits.
const MAX_KEPT_EXPONENT: u32 = 64;

/// Whether there are complex numbers in a value.
fn has_complex(ty: &Type) -> bool {
    match ty {
        Type::Scalar(scalar) => *scalar == Scalar::Complex,
        Type::Tuple(tuple) => tuple.components().iter().any(has_complex),
        Type::Code(_) => has_complex(&ty.data()),
        _ => match ty.sized_list() {
            Some((_, element)) => has_complex(element),
            None => false,
        },
    }
}

/// What carries the digits of the pixel's place: it is computed from it, and not only chosen by it.
struct Carriers {
    nodes: Vec<bool>,
    variables: Vec<bool>,
    functions: Vec<bool>,
}

impl Carriers {
    fn of(program: &PixelProgram) -> Carriers {
        let mut carriers = Carriers {
            nodes: vec![false; program.nodes.len()],
            variables: vec![false; program.variables.len()],
            functions: vec![false; program.functions.len()],
        };
        for (variable, _) in &program.pixel {
            carriers.variables[variable.index()] = true;
        }
        // Each round finds more, or is the last.
        while carriers.spread(program) {}
        carriers
    }

    fn spread(&mut self, program: &PixelProgram) -> bool {
        let mut has_changed = false;
        let mut mark = |place: &mut bool, carries: bool| {
            has_changed |= carries && !*place;
            *place |= carries;
        };
        for (index, node) in program.nodes.iter().enumerate() {
            let of = |id: &NodeId| self.nodes[id.index()];
            let carries = match &node.kind {
                NodeKind::Undefined
                | NodeKind::Uniform(_)
                | NodeKind::Constant(_)
                | NodeKind::Discard => false,
                NodeKind::Load(variable) => self.variables[variable.index()],
                NodeKind::Store { variable, value } => {
                    let carries = of(value);
                    mark(&mut self.variables[variable.index()], carries);
                    carries
                }
                NodeKind::StoreElement {
                    variable,
                    path,
                    value,
                } => {
                    let carries = of(value) || path.iter().any(of);
                    mark(&mut self.variables[variable.index()], carries);
                    carries
                }
                NodeKind::Convert(operand) | NodeKind::Power { base: operand, .. } => of(operand),
                NodeKind::Sequence(items) => items.last().is_some_and(of),
                NodeKind::List(items) => items.iter().any(of),
                NodeKind::Index { base, index } => of(base) || of(index),
                // Truth values have no digits.
                NodeKind::Builtin { arguments, .. } => {
                    node.ty != Type::BOOLEAN && arguments.iter().any(of)
                }
                NodeKind::If {
                    then, otherwise, ..
                } => of(then) || otherwise.as_ref().is_some_and(of),
                NodeKind::While { body, .. } => of(body),
                NodeKind::Iterate {
                    kind,
                    domain,
                    element,
                    body,
                    ..
                } => {
                    let of_domain = is_over_list(program, *domain) && of(domain);
                    mark(&mut self.variables[element.index()], of_domain);
                    self.nodes[body.index()] || (keeps_elements(*kind) && of_domain)
                }
                NodeKind::Call {
                    function,
                    arguments,
                } => {
                    let parameters = &program.function(*function).parameters;
                    for (parameter, argument) in parameters.iter().zip(arguments) {
                        let carries = self.nodes[argument.index()];
                        mark(&mut self.variables[parameter.index()], carries);
                    }
                    self.functions[function.index()]
                }
                NodeKind::Sample(sample) => {
                    let mut carries = false;
                    sample.for_each_operand(|operand| carries |= of(&operand));
                    carries
                }
            };
            mark(&mut self.nodes[index], carries);
        }
        for (index, function) in program.functions.iter().enumerate() {
            let carries = self.nodes[function.body.index()];
            mark(&mut self.functions[index], carries);
        }
        has_changed
    }
}

/// Whether a loop's domain is a list, and not the number of rounds.
fn is_over_list(program: &PixelProgram, domain: NodeId) -> bool {
    !matches!(program.node(domain).ty, Type::Scalar(_))
}

/// Whether the elements of a loop's domain are those of its result.
fn keeps_elements(kind: IterationKind) -> bool {
    matches!(kind, IterationKind::Select | IterationKind::Sort)
}

/// How many digits of a value are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Digits {
    None,
    /// As many as f32 has.
    Some,
    All,
}

/// How many digits are wanted of what.
struct Wants<'a> {
    program: &'a PixelProgram,
    carriers: Carriers,
    nodes: Vec<Digits>,
    operands: Vec<bool>,
    variables: Vec<Digits>,
    functions: Vec<Digits>,
    uniforms: Vec<Digits>,
    has_changed: bool,
}

impl Wants<'_> {
    fn find(&mut self) {
        self.node(self.program.body, Digits::Some);
        loop {
            self.has_changed = false;
            for (index, function) in self.program.functions.iter().enumerate() {
                self.node(function.body, self.functions[index]);
            }
            // Users stand behind what they use.
            for index in (0..self.program.nodes.len()).rev() {
                self.through(NodeId(index as u32));
            }
            if !self.has_changed {
                return;
            }
        }
    }

    fn node(&mut self, id: NodeId, wanted: Digits) {
        raise(&mut self.nodes[id.index()], wanted, &mut self.has_changed);
    }

    fn variable(&mut self, id: VariableId, wanted: Digits) {
        raise(
            &mut self.variables[id.index()],
            wanted,
            &mut self.has_changed,
        );
    }

    fn carries(&self, id: NodeId) -> bool {
        self.carriers.nodes[id.index()]
    }

    /// What is wanted of what becomes a whole number, or the answer to a question.
    fn exactly(&self, id: NodeId) -> Digits {
        match self.carries(id) {
            true => Digits::All,
            false => Digits::Some,
        }
    }

    /// What is wanted of operands: as much as of the node, or all if digits are lost that are there.
    fn of_operands(&mut self, id: NodeId, operands: &[NodeId], effect: Effect) -> Digits {
        let own = self.nodes[id.index()];
        let loses = effect == Effect::Loses
            && own > Digits::None
            && operands.iter().any(|operand| self.carries(*operand));
        if loses {
            self.operands[id.index()] = true;
            return Digits::All;
        }
        own
    }

    /// Wants of a node's operands what it takes for the node.
    fn through(&mut self, id: NodeId) {
        let program = self.program;
        let own = self.nodes[id.index()];
        match &program.node(id).kind {
            NodeKind::Undefined | NodeKind::Constant(_) | NodeKind::Discard => {}
            NodeKind::Uniform(uniform) => {
                let known = &mut self.uniforms[uniform.index()];
                raise(known, own, &mut self.has_changed);
            }
            NodeKind::Load(variable) => self.variable(*variable, own),
            NodeKind::Store { variable, value } => {
                self.variable(*variable, own);
                self.node(*value, self.variables[variable.index()]);
            }
            NodeKind::StoreElement {
                variable,
                path,
                value,
            } => {
                self.variable(*variable, own);
                self.node(*value, self.variables[variable.index()]);
                for index in path {
                    self.node(*index, self.exactly(*index));
                }
            }
            NodeKind::Convert(operand) => self.node(*operand, own),
            NodeKind::Sequence(items) => {
                if let Some(last) = items.last() {
                    self.node(*last, own);
                }
            }
            NodeKind::List(items) => items.iter().for_each(|item| self.node(*item, own)),
            NodeKind::Index { base, index } => {
                self.node(*base, own);
                if own > Digits::None {
                    self.node(*index, self.exactly(*index));
                }
            }
            NodeKind::Builtin { builtin, arguments } => {
                let effect = effect(program, *builtin, arguments);
                let wanted = self.of_operands(id, arguments, effect);
                for argument in arguments {
                    self.node(*argument, wanted);
                }
            }
            NodeKind::Power { base, exponent } => {
                let is_large = exponent.unsigned_abs() > MAX_KEPT_EXPONENT;
                let effect = match is_large || has_complex(&program.node(*base).ty) {
                    true => Effect::Loses,
                    false => Effect::Keeps,
                };
                let wanted = self.of_operands(id, &[*base], effect);
                // It is computed in the precision of its result.
                self.node(id, wanted);
                self.node(*base, wanted);
            }
            NodeKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.node(*condition, Digits::Some);
                self.node(*then, own);
                if let Some(otherwise) = otherwise {
                    self.node(*otherwise, own);
                }
            }
            NodeKind::While { condition, body } => {
                self.node(*condition, Digits::Some);
                self.node(*body, own);
            }
            NodeKind::Iterate {
                kind,
                domain,
                element,
                body,
                ..
            } => {
                let of_element = self.variables[element.index()];
                let of_body = match kind {
                    IterationKind::Repeat
                    | IterationKind::ForAll
                    | IterationKind::Apply
                    | IterationKind::Min
                    | IterationKind::Max => own,
                    IterationKind::Product if !has_complex(&program.node(id).ty) => own,
                    // It is added up in the precision of its result.
                    IterationKind::Sum | IterationKind::Product => {
                        let wanted = self.of_operands(id, &[*body], Effect::Loses);
                        self.node(id, wanted);
                        wanted
                    }
                    IterationKind::Select => Digits::Some,
                    IterationKind::Sort => self.exactly(*body),
                };
                self.node(*body, of_body);
                let of_domain = match is_over_list(program, *domain) {
                    true if keeps_elements(*kind) => of_element.max(own),
                    true => of_element,
                    false => self.exactly(*domain),
                };
                self.node(*domain, of_domain);
            }
            NodeKind::Call {
                function,
                arguments,
            } => {
                let result = &mut self.functions[function.index()];
                raise(result, own, &mut self.has_changed);
                let parameters = &program.function(*function).parameters;
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    self.node(*argument, self.variables[parameter.index()]);
                }
            }
            NodeKind::Sample(sample) => {
                sample.for_each_operand(|operand| self.node(operand, Digits::Some));
            }
        }
    }
}

fn raise(known: &mut Digits, wanted: Digits, has_changed: &mut bool) {
    *has_changed |= wanted > *known;
    *known = wanted.max(*known);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beyond_a_list_is_not_in_it() {
        assert!(!has(&[], 0));
        assert!(has(&[false, true], 1));
    }
}
