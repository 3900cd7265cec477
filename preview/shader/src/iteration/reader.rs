//! Follows a program from its beginning, and knows numbers as polynomials.

use std::collections::HashMap;

use cindyscript_hir::program::{IterationKind, TermId};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::split::Coordinate;
use cindyscript_pixel::{NodeId, NodeKind, PixelProgram, Uniform, VariableId};
use num_complex::Complex64;

use super::{Iteration, Part, Polynomial, Quantity};
use crate::library::Op;

/// Why there is no iteration.
type Reason = (TermId, &'static str);

const NO_LOOP: &str = "beyond double precision, only z -> a*z^n + c is computed, in a loop that runs \
                       once for each pixel, where c or the first z is the pixel; this colorplot has none";
const NO_FORM: &str = "beyond double precision, only z -> a*z^n + c is computed, with c or the first z \
                       the pixel; this loop is not of that form";
const TWICE: &str =
    "beyond double precision, a pixel can run one iteration; this colorplot has another";

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
    value: Option<Polynomial>,
    /// Within which branch it stands.
    branch: Option<NodeId>,
}

struct Reader<'a> {
    program: &'a PixelProgram,
    is_i: &'a dyn Fn(&Uniform) -> bool,
    known: HashMap<VariableId, Known>,
    /// Within which branch the program is.
    branch: Option<NodeId>,
    /// The assignments since a round has begun.
    steps: Vec<Step>,
    /// Whether a loop is being followed.
    in_loop: bool,
    found: Option<Iteration>,
    reason: Option<Reason>,
}

pub(super) fn read(
    program: &PixelProgram,
    is_i: &dyn Fn(&Uniform) -> bool,
) -> Result<Iteration, Reason> {
    let mut reader = Reader {
        program,
        is_i,
        known: HashMap::new(),
        branch: None,
        steps: Vec::new(),
        in_loop: false,
        found: None,
        reason: None,
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
    match (reader.found, reader.reason) {
        (_, Some(reason)) if reason.1 == TWICE => Err(reason),
        (Some(found), _) => Ok(found),
        (None, reason) => Err(reason.unwrap_or(nothing)),
    }
}

impl Reader<'_> {
    fn is_real(&self, quantity: Quantity) -> bool {
        let Quantity::Uniform(place) = quantity else {
            return false;
        };
        let uniform = self.program.uniforms.get(place);
        uniform.is_some_and(|uniform| uniform.ty != Type::COMPLEX)
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

    /// The absolute value of a part of z, or of its negative.
    fn absolute(&self, value: &Polynomial) -> Option<Polynomial> {
        let [z, folded] = [Quantity::Iterate, Quantity::Folded].map(Polynomial::of);
        let minus = value.scaled(-Complex64::ONE);
        let parts: [fn(&Self, &Polynomial) -> Polynomial; 2] =
            [Self::real_part, Self::imaginary_part];
        parts.iter().find_map(|part| {
            let of_z = part(self, &z);
            (of_z == *value || of_z == minus).then(|| part(self, &folded))
        })
    }

    fn number(&mut self, node: NodeId) -> Option<Polynomial> {
        match self.value(node)? {
            Known::Number(number) => Some(number),
            Known::Pair(_) => None,
        }
    }

    /// Follows a node, and says what is known of its value.
    fn value(&mut self, id: NodeId) -> Option<Known> {
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
                node.kind
                    .for_each_operand(|operand| drop(self.value(operand)));
                self.known.remove(variable);
                None
            }
            NodeKind::Convert(operand) => self.value(*operand),
            NodeKind::Sequence(items) => items.iter().map(|item| self.value(*item)).last()?,
            NodeKind::List(items) => {
                let numbers: Vec<_> = items.iter().map(|item| self.number(*item)).collect();
                let numbers: Option<Vec<_>> = numbers.into_iter().collect();
                numbers?.try_into().ok().map(Known::Pair)
            }
            NodeKind::Index { base, index } => {
                let (base, index) = (self.value(*base), self.number(*index));
                let (Some(Known::Pair(pair)), Some(index)) = (base, index) else {
                    return None;
                };
                let place = index.as_number()?.re;
                let place = [1.0, 2.0].iter().position(|at| *at == place)?;
                pair.get(place).cloned().map(Known::Number)
            }
            NodeKind::Power { base, exponent } => {
                let base = self.number(*base)?;
                let exponent = u32::try_from(*exponent).ok()?;
                base.power(exponent).map(Known::Number)
            }
            NodeKind::Builtin { builtin, arguments } => {
                let values: Vec<_> = arguments.iter().map(|node| self.value(*node)).collect();
                let values: Vec<Known> = values.into_iter().collect::<Option<_>>()?;
                self.builtin(Op::of(builtin.name(), arguments.len())?, &values)
            }
            NodeKind::If {
                condition,
                then,
                otherwise,
            } => self.branches(*condition, *then, *otherwise),
            NodeKind::Call {
                function,
                arguments,
            } => {
                let values: Vec<_> = arguments.iter().map(|node| self.value(*node)).collect();
                let function = program.function(*function);
                for (parameter, value) in function.parameters.iter().zip(values) {
                    self.know(*parameter, value);
                }
                self.value(function.body)
            }
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
            NodeKind::Sample(_) => {
                node.kind
                    .for_each_operand(|operand| drop(self.value(operand)));
                None
            }
            NodeKind::Undefined | NodeKind::Discard => None,
        }
    }

    fn uniform(&self, place: usize) -> Option<Known> {
        let uniform = self.program.uniforms.get(place)?;
        if (self.is_i)(uniform) {
            return Some(Known::Number(Polynomial::number(Complex64::I)));
        }
        let is_number = matches!(uniform.ty, Type::Scalar(scalar) if scalar != Scalar::Boolean);
        is_number.then(|| {
            Known::Number(match uniform.literal {
                Some(number) => Polynomial::number(number.into()),
                None => Polynomial::of(Quantity::Uniform(place)),
            })
        })
    }

    fn builtin(&self, op: Op, values: &[Known]) -> Option<Known> {
        use Known::{Number, Pair};
        let number = match (op, values) {
            (Op::Add, [Number(a), Number(b)]) => a.plus(b),
            (Op::Sub, [Number(a), Number(b)]) => a.plus(&b.scaled(-Complex64::ONE)),
            (Op::Mul, [Number(a), Number(b)]) => a.times(b)?,
            (Op::Div, [Number(a), Number(b)]) => a.scaled(b.as_number()?.inv()),
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
            let number = match &value {
                Some(Known::Number(number)) => Some(number.clone()),
                _ => None,
            };
            self.steps.push(Step {
                variable,
                node,
                value: number,
                branch: self.branch,
            });
        }
        self.know(variable, value);
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

    /// Follows a loop: `parts` are what is run in each round.
    fn repeated(&mut self, id: NodeId, rounds: Option<Polynomial>, parts: &[NodeId]) {
        let before = self.known.clone();
        let is_outermost = !std::mem::replace(&mut self.in_loop, true);
        let first = self.steps.len();
        let assigned = self.round(parts, before.clone());
        if is_outermost {
            let found = self.search(&assigned, parts, &before);
            self.take(
                id,
                found.map(|found| Iteration { rounds, ..found }),
                &assigned,
            );
            self.in_loop = false;
            self.steps.clear();
        } else {
            // Once in a round is not what an assignment in a loop is.
            let inner = self.steps[first..].to_vec();
            self.steps.extend(inner);
        }
        self.known = before;
        for step in &assigned {
            self.known.remove(&step.variable);
        }
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

    fn take(&mut self, id: NodeId, found: Option<Iteration>, assigned: &[Step]) {
        let term = self.program.node(id).term;
        match found {
            Some(_) if self.found.is_some() => self.reason = Some((term, TWICE)),
            Some(found) => self.found = Some(Iteration { term, ..found }),
            None if !assigned.is_empty() && self.reason.is_none() => {
                self.reason = Some((term, NO_FORM));
            }
            None => {}
        }
    }

    /// The iteration of a complex number that is assigned once in a round, or of two real ones.
    fn search(
        &mut self,
        assigned: &[Step],
        parts: &[NodeId],
        before: &HashMap<VariableId, Known>,
    ) -> Option<Iteration> {
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
        candidates.into_iter().find_map(|candidate| {
            let mut known = before.clone();
            for step in assigned {
                known.remove(&step.variable);
            }
            for (step, part, _) in &candidate {
                known.insert(step.variable, Known::Number(part.clone()));
            }
            let steps = self.round(parts, known);
            let of = |wanted: &Step| steps.iter().find(|step| step.variable == wanted.variable);
            let mut sums = [Polynomial::default(), Polynomial::default()];
            let mut stores = Vec::new();
            let branch = of(candidate.first()?.0)?.branch;
            for (step, _, part) in &candidate {
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
            form(start, &step, stores)
        })
    }
}

/// The iteration, if it is of the form.
fn form(start: Polynomial, step: &Polynomial, stores: Vec<(NodeId, Part)>) -> Option<Iteration> {
    let of_z = |quantity| matches!(quantity, Quantity::Iterate | Quantity::Folded);
    let mut power = None;
    let (mut factor, mut add) = (Vec::new(), Vec::new());
    for (monomial, number) in step.terms() {
        if Polynomial::degree(monomial, of_z) == 0 {
            add.push((monomial.clone(), number));
            continue;
        }
        let (powers, rest): (Vec<_>, Vec<_>) = monomial
            .iter()
            .partition(|(symbol, _)| of_z(symbol.quantity));
        let [own] = powers.as_slice() else {
            return None;
        };
        if power.is_some_and(|power| power != *own) {
            return None;
        }
        power = Some(*own);
        factor.push((rest, number));
    }
    let (power_of, degree) = power.filter(|(_, degree)| *degree >= 2)?;
    let [factor, add] = [factor, add].map(Polynomial::sum);
    let [at_first, each_time] = [&start, &add].map(|of| of.degree_in(Quantity::Pixel));
    let is_linear = at_first <= 1 && each_time <= 1 && at_first + each_time > 0;
    let fits = is_linear
        && factor.degree_in(Quantity::Pixel) == 0
        && !start
            .terms()
            .any(|(monomial, _)| Polynomial::degree(monomial, of_z) > 0);
    fits.then_some(Iteration {
        start,
        add,
        factor,
        degree,
        power_of,
        rounds: None,
        stores,
        term: TermId(0),
    })
}
