//! Follows a program from its beginning, and knows numbers as polynomials.

mod search;

use std::collections::HashMap;

use cindyscript_hir::program::{IterationKind, TermId};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::split::Coordinate;
use cindyscript_pixel::{NodeId, NodeKind, PixelFunction, PixelProgram, Uniform, VariableId};
use num_complex::Complex64;

use super::form::Absolutes;
use super::{Polynomial, PolynomialIteration, Quantity};
use crate::library::Op;

/// Why there is no iteration.
type Reason = (TermId, &'static str);

const NO_LOOP: &str = "beyond double precision, only z -> a*f(z) + c is computed, where f is a polynomial \
                       and c or the first z is the pixel, in a loop; this colorplot has none";
const TWICE: &str =
    "beyond double precision, a pixel can run one iteration; this colorplot has another";

const LONG: &str = "beyond double precision, only iterations of some length are computed; this colorplot is \
                    longer";

/// So many nodes are followed, each as often as the program comes to it.
const MOST_NODES: u32 = 30_000;
/// Nodes within nodes are followed so deep.
const DEEPEST: u32 = 200;

/// What is known of a value.
#[derive(Clone, Debug, PartialEq)]
enum Known {
    Number(Polynomial),
    Pair([Polynomial; 2]),
}

/// An assignment to a variable in a loop.
#[derive(Clone, Debug)]
struct Step {
    variable: VariableId,
    node: NodeId,
    value: Option<Known>,
    /// Within which branch it stands.
    branch: Option<NodeId>,
}

/// Follows a program, and looks for its iteration.
struct IterationReader<'a> {
    program: &'a PixelProgram,
    constant: &'a dyn Fn(&Uniform) -> Option<Complex64>,
    known: HashMap<VariableId, Known>,
    /// Within which branch the program is.
    branch: Option<NodeId>,
    /// The assignments since a round has begun.
    steps: Vec<Step>,
    /// Assignments after which this is known, whatever was assigned.
    renewed: HashMap<NodeId, Known>,
    /// The absolute values of what comes of z.
    absolutes: Absolutes,
    /// Whether a loop is being followed.
    in_loop: bool,
    /// Whether it is only seen what is assigned, and iterations are not looked for.
    is_dry: bool,
    found: Option<PolynomialIteration>,
    reason: Option<Reason>,
    /// How many nodes may still be followed.
    nodes_left: u32,
    /// How deep the program is within nodes.
    depth: u32,
}

pub(super) fn read(
    program: &PixelProgram,
    constant: &dyn Fn(&Uniform) -> Option<Complex64>,
) -> Result<PolynomialIteration, Reason> {
    let mut reader = IterationReader {
        program,
        constant,
        known: HashMap::new(),
        branch: None,
        steps: Vec::new(),
        renewed: HashMap::new(),
        absolutes: Absolutes::default(),
        in_loop: false,
        is_dry: false,
        found: None,
        reason: None,
        nodes_left: MOST_NODES,
        depth: 0,
    };
    let pixel = Polynomial::of(Quantity::Pixel);
    let (x, y) = (reader.real_part(&pixel), reader.imaginary_part(&pixel));
    for (variable, coordinate) in &program.pixel {
        let known = match coordinate {
            Coordinate::Vector => Known::Pair([x.clone(), y.clone()]),
            Coordinate::Complex => Known::Number(pixel.clone()),
            Coordinate::X => Known::Number(x.clone()),
            Coordinate::Y => Known::Number(y.clone()),
        };
        reader.known.insert(*variable, known);
    }
    reader.value(program.body);
    let nothing = (program.node(program.body).term, NO_LOOP);
    if reader.nodes_left == 0 {
        return Err((nothing.0, LONG));
    }
    match (reader.found, reader.reason) {
        (_, Some(reason)) if reason.1 == TWICE => Err(reason),
        (Some(found), _) => Ok(found),
        (None, reason) => Err(reason.unwrap_or(nothing)),
    }
}

impl IterationReader<'_> {
    fn is_real(&self, quantity: Quantity) -> bool {
        match quantity {
            Quantity::Iterate | Quantity::Pixel => false,
            Quantity::FoldedReal
            | Quantity::FoldedImaginary
            | Quantity::Absolute(_)
            | Quantity::Element(..) => true,
            Quantity::Uniform(place) | Quantity::Reciprocal(place) => {
                let uniform = self.program.uniforms.get(place);
                uniform.is_some_and(|uniform| uniform.ty != Type::COMPLEX)
            }
        }
    }

    fn conjugate(&self, value: &Polynomial) -> Polynomial {
        value.conjugate(|quantity| self.is_real(quantity))
    }

    fn real_part(&self, value: &Polynomial) -> Polynomial {
        value
            .plus(&self.conjugate(value))
            .scaled(Complex64::new(0.5, 0.0))
    }

    fn imaginary_part(&self, value: &Polynomial) -> Polynomial {
        let minus = self.conjugate(value).scaled(-Complex64::ONE);
        value.plus(&minus).scaled(Complex64::new(0.0, -0.5))
    }

    /// The absolute value of what is real and comes of z.
    fn absolute(&mut self, value: &Polynomial) -> Option<Polynomial> {
        let is_real = self.conjugate(value).is_near(value);
        is_real.then(|| self.absolutes.of(value)).flatten()
    }

    fn number(&mut self, node: NodeId) -> Option<Polynomial> {
        match self.value(node)? {
            Known::Number(number) => Some(number),
            Known::Pair(_) => None,
        }
    }

    /// Follows a node, and says what is known of its value.
    fn value(&mut self, id: NodeId) -> Option<Known> {
        if self.depth >= DEEPEST {
            self.nodes_left = 0;
        }
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        self.depth += 1;
        let value = self.follow(id);
        self.depth -= 1;
        value
    }

    fn follow(&mut self, id: NodeId) -> Option<Known> {
        let program = self.program;
        let node = program.node(id);
        match &node.kind {
            NodeKind::Uniform(uniform) => self.uniform(uniform.index()),
            NodeKind::Constant(number) => Some(Known::Number(Polynomial::number((*number).into()))),
            NodeKind::Load(variable) => self.known.get(variable).cloned(),
            NodeKind::Store { variable, value } => {
                let value = self.value(*value);
                self.store(*variable, id, value.clone());
                value
            }
            NodeKind::StoreElement { variable, .. } => {
                self.operands(&node.kind);
                self.known.remove(variable);
                None
            }
            NodeKind::Convert(operand) => self.value(*operand),
            NodeKind::Sequence(items) => items.iter().map(|item| self.value(*item)).last()?,
            NodeKind::List(items) => self.pair(items),
            NodeKind::Index { base, index } => self.element(*base, *index),
            NodeKind::Power { base, exponent } => self.power(*base, *exponent),
            NodeKind::Builtin { builtin, arguments } => {
                let values: Vec<_> = arguments.iter().map(|node| self.value(*node)).collect();
                let values: Vec<Known> = values.into_iter().collect::<Option<_>>()?;
                self.builtin(Op::of(*builtin, arguments.len())?, &values)
            }
            NodeKind::If {
                condition,
                then,
                otherwise,
            } => self.branches(*condition, *then, *otherwise),
            NodeKind::Call {
                function,
                arguments,
            } => self.call(program.function(*function), arguments),
            NodeKind::While { condition, body } => {
                self.repeated(id, None, &[*condition, *body]);
                None
            }
            NodeKind::Iterate {
                kind, domain, body, ..
            } => {
                let domain = self.number(*domain);
                let rounds = domain.filter(|_| *kind == IterationKind::Repeat);
                self.repeated(id, rounds, &[*body]);
                None
            }
            NodeKind::Undefined | NodeKind::Discard | NodeKind::Sample(_) => {
                self.operands(&node.kind);
                None
            }
        }
    }

    /// Follows operands whose values do not matter.
    fn operands(&mut self, kind: &NodeKind) {
        kind.for_each_operand(|operand| drop(self.value(operand)));
    }

    fn pair(&mut self, items: &[NodeId]) -> Option<Known> {
        // Each is followed, also behind one that is not known.
        let numbers: Vec<_> = items.iter().map(|item| self.number(*item)).collect();
        let numbers: Option<Vec<_>> = numbers.into_iter().collect();
        numbers?.try_into().ok().map(Known::Pair)
    }

    fn power(&mut self, base: NodeId, exponent: i32) -> Option<Known> {
        let base = self.number(base)?;
        let exponent = u32::try_from(exponent).ok()?;
        base.power(exponent).map(Known::Number)
    }

    fn element(&mut self, base: NodeId, index: NodeId) -> Option<Known> {
        let (base, index) = (self.value(base), self.number(index));
        let (Some(Known::Pair(pair)), Some(index)) = (base, index) else {
            return None;
        };
        let place = index.as_number()?.re;
        let place = [1.0, 2.0].iter().position(|at| *at == place)?;
        pair.get(place).cloned().map(Known::Number)
    }

    fn call(&mut self, function: &PixelFunction, arguments: &[NodeId]) -> Option<Known> {
        let values: Vec<_> = arguments.iter().map(|node| self.value(*node)).collect();
        for (parameter, value) in function.parameters.iter().zip(values) {
            self.know(*parameter, value);
        }
        self.value(function.body)
    }

    fn uniform(&self, place: usize) -> Option<Known> {
        let uniform = self.program.uniforms.get(place)?;
        if let Some(number) = (self.constant)(uniform) {
            return Some(Known::Number(Polynomial::number(number)));
        }
        if uniform.ty.known_len() == Some(2)
            && (0..2).all(|at| uniform.ty.component(at).is_some_and(is_real_number))
        {
            let element = |at| Polynomial::of(Quantity::Element(place, at));
            return Some(Known::Pair([0, 1].map(element)));
        }
        let is_number = matches!(uniform.ty, Type::Scalar(scalar) if scalar != Scalar::Boolean);
        is_number.then(|| {
            Known::Number(match uniform.literal {
                Some(number) => Polynomial::number(number.into()),
                None => Polynomial::of(Quantity::Uniform(place)),
            })
        })
    }

    fn builtin(&mut self, op: Op, values: &[Known]) -> Option<Known> {
        use Known::{Number, Pair};
        let number = match (op, values) {
            (Op::Add, [Number(a), Number(b)]) => a.plus(b),
            (Op::Sub, [Number(a), Number(b)]) => a.plus(&b.scaled(-Complex64::ONE)),
            (Op::Mul, [Number(a), Number(b)]) => a.times(b)?,
            (Op::Div, [Number(a), Number(b)]) => a.times(&b.reciprocal()?)?,
            (Op::Neg, [Number(a)]) => a.scaled(-Complex64::ONE),
            (Op::Pos, [Number(a)]) => a.clone(),
            (Op::Re, [Number(a)]) => self.real_part(a),
            (Op::Im, [Number(a)]) => self.imaginary_part(a),
            (Op::Conjugate, [Number(a)]) => self.conjugate(a),
            (Op::Abs, [Number(a)]) => self.absolute(a)?,
            (Op::Complex, [Pair([x, y])]) => x.plus(&y.scaled(Complex64::I)),
            (Op::Pow, [Number(a), Number(b)]) => {
                let exponent = b.as_number()?;
                let whole = exponent.im == 0.0 && exponent.re.fract() == 0.0 && exponent.re >= 0.0;
                a.power(whole.then_some(exponent.re as u32)?)?
            }
            (Op::Add, [Pair(a), Pair(b)]) => {
                return Some(Pair([0, 1].map(|axis: usize| a[axis].plus(&b[axis]))));
            }
            (Op::Sub, [Pair(a), Pair(b)]) => {
                let minus = b.each_ref().map(|b| b.scaled(-Complex64::ONE));
                return Some(Pair([0, 1].map(|axis: usize| a[axis].plus(&minus[axis]))));
            }
            (Op::Neg, [Pair(a)]) => {
                return Some(Pair(a.each_ref().map(|a| a.scaled(-Complex64::ONE))));
            }
            // As of vectors.
            (Op::Mul, [Pair([a, b]), Pair([c, d])]) => a.times(c)?.plus(&b.times(d)?),
            (Op::Mul, [Pair(pair), Number(number)] | [Number(number), Pair(pair)]) => {
                let [x, y] = pair.each_ref().map(|part| part.times(number));
                return Some(Pair([x?, y?]));
            }
            (Op::Div, [Pair(pair), Number(number)]) => {
                let by = number.reciprocal()?;
                let [x, y] = pair.each_ref().map(|part| part.times(&by));
                return Some(Pair([x?, y?]));
            }
            _ => return None,
        };
        Some(Number(number))
    }

    fn know(&mut self, variable: VariableId, value: Option<Known>) {
        match value {
            Some(value) => self.known.insert(variable, value),
            None => self.known.remove(&variable),
        };
    }

    fn store(&mut self, variable: VariableId, node: NodeId, value: Option<Known>) {
        if self.in_loop {
            self.steps.push(Step {
                variable,
                node,
                value: value.clone(),
                branch: self.branch,
            });
        }
        let renewed = self.renewed.get(&node).cloned();
        self.know(variable, renewed.or(value));
    }

    fn branches(
        &mut self,
        condition: NodeId,
        then: NodeId,
        otherwise: Option<NodeId>,
    ) -> Option<Known> {
        self.value(condition);
        let (before, outer) = (self.known.clone(), self.branch);
        self.branch = Some(then);
        let value = self.value(then);
        let after = std::mem::replace(&mut self.known, before);
        self.branch = otherwise;
        let other = otherwise.and_then(|otherwise| self.value(otherwise));
        self.branch = outer;
        // What both branches leave the same is known.
        self.known
            .retain(|variable, known| after.get(variable) == Some(known));
        value.filter(|value| other.as_ref() == Some(value))
    }
}

/// Whether a type is that of real numbers.
fn is_real_number(ty: &Type) -> bool {
    match ty {
        Type::Scalar(scalar) => !matches!(scalar, Scalar::Boolean | Scalar::Complex),
        _ => false,
    }
}
