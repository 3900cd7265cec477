//! Formulas computed from formulas: derivatives, simpler forms, degrees.
//!
//! A formula is read off the program, functions of the applet unfolded; what comes of it is written
//! behind the program, in the code that asked for it.

use std::sync::Arc;

use cindyscript_hir::builtins::{self, BuiltinId, Intrinsic};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Program, Special, TermId, TermKind};

use super::{SpecialRow, lazy};
use crate::code::revision::{MAX_TERMS, Revision};
use crate::error::Halt;
use crate::machine::{Evaluated, Machine};
use crate::splice::{Formula, with_code};
use crate::value::Value;

pub(super) const ROWS: &[SpecialRow] = &[
    lazy("diff", Some(3), differentiate),
    lazy("simplify", Some(2), simplify),
    lazy("degree", None, degree_of),
];

/// Formulas may have so many parts, and take so many steps to compute.
const MOST_PARTS: usize = 20_000;
/// They may be so deep, calls of functions included.
const DEEPEST: usize = 200;

/// Why there is no formula.
enum Refusal {
    /// A part of it is none, or is not known to have a derivative.
    Part(TermId),
    /// It would be too large.
    Size,
    Halt(Halt),
}

impl From<Halt> for Refusal {
    fn from(halt: Halt) -> Refusal {
        Refusal::Halt(halt)
    }
}

/// `diff(formula, variable, code)`: runs the code with the derivative in the place of `#`.
fn differentiate(machine: &mut Machine<'_>, id: TermId, special: &Special) -> Evaluated {
    let &[formula, variable, code] = machine.program.children(special.arguments) else {
        return Ok(Value::Undefined);
    };
    let Some(variable) = machine.program.name_of(variable) else {
        return Ok(Value::Undefined);
    };
    let derived = FormulaReader::new(machine)
        .read(formula)
        .and_then(|formula| {
            let mut rules = Rules {
                program: machine.program,
                parts: 0,
            };
            rules.derivative(&formula, variable)
        });
    insert(machine, id, derived, code)
}

/// `simplify(formula, code)`: runs the code with the simplified formula in the place of `#`.
fn simplify(machine: &mut Machine<'_>, id: TermId, special: &Special) -> Evaluated {
    let &[formula, code] = machine.program.children(special.arguments) else {
        return Ok(Value::Undefined);
    };
    let formula = FormulaReader::new(machine).read(formula);
    insert(machine, id, formula, code)
}

/// `degree(formula, x, y)`: the degree as a polynomial in these variables; -1 if it is none.
fn degree_of(machine: &mut Machine<'_>, id: TermId, special: &Special) -> Evaluated {
    let program = machine.program;
    let Some((&formula, variables)) = program.children(special.arguments).split_first() else {
        return Ok(Value::Undefined);
    };
    let names: Option<Vec<NameId>> = variables.iter().map(|&v| program.name_of(v)).collect();
    let Some(names) = names.filter(|names| !names.is_empty()) else {
        return Ok(Value::Undefined);
    };
    // What stands before the formula may set its exponents.
    if let TermKind::Sequence(statements) = program.kind(formula)
        && let Some((_, before)) = program.children(statements).split_last()
    {
        for &statement in before {
            machine.eval(statement)?;
        }
    }
    let read = FormulaReader::new(machine).read(formula);
    let degree = read.and_then(|formula| degree(machine, &formula, &names));
    match degree {
        Ok(degree) if degree.is_finite() => Ok(degree.into()),
        Ok(_) | Err(Refusal::Part(_)) => Ok((-1.0).into()),
        Err(Refusal::Size) => Ok(too_large(machine, id)),
        Err(Refusal::Halt(halt)) => Err(halt),
    }
}

fn too_large(machine: &mut Machine<'_>, id: TermId) -> Value {
    machine.warn(id, || "the formula becomes too large".to_owned())
}

/// Runs code in which a formula stands in the place of `#`.
fn insert(
    machine: &mut Machine<'_>,
    id: TermId,
    formula: Result<Arc<Formula>, Refusal>,
    code: TermId,
) -> Evaluated {
    machine.step(id)?;
    let formula = match formula {
        Ok(formula) if parts(&formula, DEEPEST).is_some_and(|parts| parts <= MOST_PARTS) => formula,
        Ok(_) | Err(Refusal::Size) => return Ok(too_large(machine, id)),
        Err(Refusal::Part(part)) => {
            return Ok(machine.warn(part, || "the derivative of this is not known".to_owned()));
        }
        Err(Refusal::Halt(halt)) => return Err(halt),
    };
    let known = machine.state.derived.get(&code);
    if let Some((_, root)) = known.filter(|(known, _)| *known == formula) {
        let root = *root;
        return machine.eval(root);
    }
    let base = &machine.revision.program;
    let Some(revisions) = machine
        .revisions
        .filter(|_| base.terms.len() + MOST_PARTS <= MAX_TERMS)
    else {
        return Ok(machine.warn(id, || "code cannot be created here".to_owned()));
    };
    let first = TermId(base.terms.len() as u32);
    let (program, root) = with_code(&machine.revision.split_program(), code, &formula);
    let Some(revision) = Revision::grown(program) else {
        return machine.checked(id, Value::Undefined);
    };
    let revision = machine.keep(revisions, revision);
    machine.state.grow(&revision.program);
    machine.state.derived.insert(code, (formula, root));
    machine.state.context.reports.begin_text(first, id);
    machine.enter(revision);
    machine.eval(root)
}

/// How many parts a formula has when it is written down; `None` if it is too deep or too large.
fn parts(formula: &Formula, depth: usize) -> Option<usize> {
    let depth = depth.checked_sub(1)?;
    let mut all = 1;
    if let Formula::Call(_, arguments) = formula {
        for argument in arguments {
            all += parts(argument, depth)?;
            if all > MOST_PARTS {
                return None;
            }
        }
    }
    Some(all)
}

/// Reads formulas off the program.
struct FormulaReader<'m, 'a> {
    machine: &'m Machine<'a>,
    parts: usize,
}

impl<'m, 'a> FormulaReader<'m, 'a> {
    fn new(machine: &'m Machine<'a>) -> Self {
        FormulaReader { machine, parts: 0 }
    }

    fn read(mut self, term: TermId) -> Result<Arc<Formula>, Refusal> {
        self.formula(term, &[], DEEPEST)
    }

    /// A term in which names stand for formulas.
    fn formula(
        &mut self,
        term: TermId,
        names: &[(NameId, Arc<Formula>)],
        depth: usize,
    ) -> Result<Arc<Formula>, Refusal> {
        self.parts += 1;
        let depth = depth.checked_sub(1).ok_or(Refusal::Size)?;
        if self.parts > MOST_PARTS {
            return Err(Refusal::Size);
        }
        let program = self.machine.program;
        match program.kind(term) {
            TermKind::Number(number) => Ok(constant(number)),
            TermKind::Variable(name) => {
                let bound = names.iter().find(|(other, _)| *other == name);
                Ok(match bound {
                    Some((_, formula)) => Arc::clone(formula),
                    None => Arc::new(Formula::Variable(name)),
                })
            }
            TermKind::Sequence(statements) => match program.children(statements).last() {
                Some(&last) => self.formula(last, names, depth),
                None => Err(Refusal::Part(term)),
            },
            TermKind::Call {
                callee,
                arguments,
                modifiers,
            } if modifiers.is_empty() => {
                let mut operands = Vec::with_capacity(arguments.len());
                for &argument in program.children(arguments) {
                    operands.push(self.formula(argument, names, depth)?);
                }
                let functions = &self.machine.state.functions;
                match functions.get(callee.index()).copied().flatten() {
                    Some(function) => {
                        let function = program.function(function);
                        let parameters = function.parameters.iter().map(|p| p.name);
                        let names: Vec<_> = parameters.zip(operands).collect();
                        self.formula(function.body, &names, depth)
                    }
                    None => Ok(call(&program.callee(callee).name, operands)),
                }
            }
            _ if names.iter().any(|(name, _)| mentions(program, term, *name)) => {
                Err(Refusal::Part(term))
            }
            _ => Ok(Arc::new(Formula::Term(term))),
        }
    }
}

fn mentions(program: &Program, term: TermId, name: NameId) -> bool {
    let first = program.term(term).first.index();
    let terms = program.terms.get(first..=term.index()).unwrap_or_default();
    terms
        .iter()
        .any(|term| term.kind == TermKind::Variable(name))
}

fn constant(number: f64) -> Arc<Formula> {
    Arc::new(Formula::Number(number))
}

fn number(formula: &Formula) -> Option<f64> {
    match formula {
        Formula::Number(number) => Some(*number),
        _ => None,
    }
}

/// What a name applied to so many operands is, if the rules here know it.
fn intrinsic(name: &str, arity: usize) -> Option<Intrinsic> {
    builtins::find(name, arity)?.intrinsic()
}

/// An operator or function applied, and simplified if that is easy.
fn call(name: &str, operands: Vec<Arc<Formula>>) -> Arc<Formula> {
    let lower = name.to_lowercase();
    let builtin = builtins::find(&lower, operands.len());
    // The operator that a function is another name of.
    let alias = builtin.and_then(|builtin| builtin.row().alias_of);
    let simple = builtin
        .and_then(BuiltinId::intrinsic)
        .and_then(|intrinsic| simplified(intrinsic, &operands));
    simple.unwrap_or_else(|| Arc::new(Formula::Call(alias.unwrap_or(&lower).into(), operands)))
}

/// An operator applied, where that can be said more simply.
fn simplified(operator: Intrinsic, operands: &[Arc<Formula>]) -> Option<Arc<Formula>> {
    use Intrinsic::{Add, Divide, Multiply, Negate, Plus, Power, Subtract};
    match operands {
        [a] => match (operator, number(a)) {
            (Plus, _) => Some(Arc::clone(a)),
            (Negate, Some(a)) => Some(constant(-a)),
            _ => None,
        },
        [a, b] => match (operator, number(a), number(b)) {
            (Add, Some(a), Some(b)) => Some(constant(a + b)),
            (Subtract, Some(a), Some(b)) => Some(constant(a - b)),
            (Multiply, Some(a), Some(b)) => Some(constant(a * b)),
            (Divide, Some(a), Some(b)) if b != 0.0 => Some(constant(a / b)),
            (Power, Some(a), Some(b)) if a >= 0.0 && b.fract() == 0.0 && (a, b) != (0.0, 0.0) => {
                Some(constant(a.powf(b))).filter(|power| number(power).is_some_and(f64::is_finite))
            }
            (Add, Some(0.0), _) => Some(Arc::clone(b)),
            (Add | Subtract, _, Some(0.0)) => Some(Arc::clone(a)),
            (Multiply, Some(0.0), _) | (Multiply, _, Some(0.0)) => Some(constant(0.0)),
            (Multiply, Some(1.0), _) => Some(Arc::clone(b)),
            (Multiply | Divide | Power, _, Some(1.0)) => Some(Arc::clone(a)),
            _ => None,
        },
        _ => None,
    }
}

/// A builtin applied, which there is for so many operands.
fn apply(intrinsic: Intrinsic, operands: Vec<Arc<Formula>>) -> Arc<Formula> {
    let builtin = intrinsic.builtin(operands.len());
    call(builtin.map_or("", BuiltinId::name), operands)
}

/// The rules of differentiation.
struct Rules<'a> {
    program: &'a Program,
    parts: usize,
}

impl Rules<'_> {
    fn derivative(&mut self, formula: &Formula, by: NameId) -> Result<Arc<Formula>, Refusal> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err(Refusal::Size);
        }
        match formula {
            Formula::Number(_) => Ok(constant(0.0)),
            Formula::Variable(name) => Ok(constant(f64::from(u8::from(*name == by)))),
            Formula::Term(term) if mentions(self.program, *term, by) => Err(Refusal::Part(*term)),
            Formula::Term(_) => Ok(constant(0.0)),
            Formula::Call(name, operands) => {
                let mut inner = Vec::with_capacity(operands.len());
                for operand in operands {
                    inner.push(self.derivative(operand, by)?);
                }
                if inner.iter().all(|inner| number(inner) == Some(0.0)) {
                    return Ok(constant(0.0));
                }
                Ok(chain(name, operands, &inner))
            }
        }
    }
}

/// The derivative of a function of operands with these derivatives. As in CindyJS, it is 0 if the
/// function is not known.
fn chain(name: &str, operands: &[Arc<Formula>], inner: &[Arc<Formula>]) -> Arc<Formula> {
    use Intrinsic::{
        Add, Arccos, Arcsin, Arctan, Conjugate, Cos, Degree, Divide, Exp, Im, Log, Multiply,
        Negate, Power, Re, Sin, Sqrt, Subtract, Tan,
    };
    let binary =
        |operator, a: &Arc<Formula>, b: &Arc<Formula>| apply(operator, vec![a.clone(), b.clone()]);
    let unary = |function, a: &Arc<Formula>| apply(function, vec![a.clone()]);
    let one = constant(1.0);
    let square = |a: &Arc<Formula>| binary(Power, a, &constant(2.0));
    let Some(known) = intrinsic(name, operands.len()) else {
        return constant(0.0);
    };
    match (operands, inner) {
        ([a], [da]) => {
            let outer = match known {
                Negate => constant(-1.0),
                Sin => unary(Cos, a),
                Cos => unary(Negate, &unary(Sin, a)),
                Tan => binary(Divide, &one, &square(&unary(Cos, a))),
                Exp => unary(Exp, a),
                Log => binary(Divide, &one, a),
                Sqrt => binary(Divide, &constant(0.5), &unary(Sqrt, a)),
                Arcsin => {
                    let root = unary(Sqrt, &binary(Subtract, &one, &square(a)));
                    binary(Divide, &one, &root)
                }
                Arccos => {
                    let root = unary(Sqrt, &binary(Subtract, &one, &square(a)));
                    binary(Divide, &constant(-1.0), &root)
                }
                Arctan => binary(Divide, &one, &binary(Add, &one, &square(a))),
                Re | Im | Conjugate => return unary(known, da),
                Degree => unary(Degree, &one),
                _ => constant(0.0),
            };
            binary(Multiply, &outer, da)
        }
        ([a, b], [da, db]) => match known {
            Add | Subtract => binary(known, da, db),
            Multiply => binary(Add, &binary(Multiply, b, da), &binary(Multiply, a, db)),
            Divide => {
                let top = binary(Subtract, &binary(Multiply, da, b), &binary(Multiply, a, db));
                match number(db) {
                    Some(0.0) => binary(Divide, da, b),
                    _ => binary(Divide, &top, &square(b)),
                }
            }
            Power => {
                let less = binary(Power, a, &binary(Subtract, b, &one));
                let base = binary(Multiply, &binary(Multiply, b, &less), da);
                if number(db) == Some(0.0) {
                    return base;
                }
                let exponent = binary(Multiply, &unary(Log, a), &binary(Power, a, b));
                binary(Add, &base, &binary(Multiply, &exponent, db))
            }
            _ => constant(0.0),
        },
        _ => constant(0.0),
    }
}

/// The degree in some variables; infinite if it is no polynomial.
fn degree(
    machine: &mut Machine<'_>,
    formula: &Formula,
    variables: &[NameId],
) -> Result<f64, Refusal> {
    const NONE: f64 = f64::INFINITY;
    match formula {
        Formula::Number(_) => Ok(0.0),
        Formula::Variable(name) => Ok(f64::from(u8::from(variables.contains(name)))),
        Formula::Term(term) => {
            let program = machine.program;
            let varies = variables.iter().any(|name| mentions(program, *term, *name));
            Ok(if varies { NONE } else { 0.0 })
        }
        Formula::Call(name, operands) => {
            let mut degrees = Vec::with_capacity(operands.len());
            for operand in operands {
                degrees.push(degree(machine, operand, variables)?);
            }
            if degrees.iter().all(|degree| *degree == 0.0) {
                return Ok(0.0);
            }
            let Some(known) = intrinsic(name, operands.len()) else {
                return Ok(NONE);
            };
            Ok(match (known, degrees.as_slice(), operands.as_slice()) {
                (Intrinsic::Negate | Intrinsic::Plus, &[a], _) => a,
                (Intrinsic::Add | Intrinsic::Subtract, &[a, b], _) => a.max(b),
                (Intrinsic::Multiply, &[a, b], _) => a + b,
                (Intrinsic::Divide, &[a, 0.0], _) => a,
                (Intrinsic::Power, &[a, 0.0], [_, exponent]) => {
                    let exponent = real(machine, exponent)?;
                    exponent.map_or(NONE, |exponent| a * exponent)
                }
                _ => NONE,
            })
        }
    }
}

/// The real number that a formula without variables is.
fn real(machine: &mut Machine<'_>, formula: &Formula) -> Result<Option<f64>, Refusal> {
    Ok(match formula {
        Formula::Number(number) => Some(*number),
        Formula::Variable(name) => machine.value_of(*name)?.real(),
        Formula::Term(term) => machine.eval_plain(*term)?.real(),
        Formula::Call(name, operands) => {
            let mut numbers = Vec::with_capacity(operands.len());
            for operand in operands {
                numbers.push(real(machine, operand)?);
            }
            match (intrinsic(name, operands.len()), numbers.as_slice()) {
                (Some(Intrinsic::Negate), &[Some(a)]) => Some(-a),
                (Some(Intrinsic::Add), &[Some(a), Some(b)]) => Some(a + b),
                (Some(Intrinsic::Subtract), &[Some(a), Some(b)]) => Some(a - b),
                (Some(Intrinsic::Multiply), &[Some(a), Some(b)]) => Some(a * b),
                (Some(Intrinsic::Divide), &[Some(a), Some(b)]) => Some(a / b),
                (Some(Intrinsic::Power), &[Some(a), Some(b)]) => Some(a.powf(b)),
                _ => None,
            }
        }
    })
}
