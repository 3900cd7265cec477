//! Derivatives and roots.

use cindyscript_hir::builtins::modifiers;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Special, TermId, TermKind};
use num_complex::Complex64;

use super::{Row, SpecialRow, lazy, number, row};
use crate::error::Halt;
use crate::linear;
use crate::machine::variables::Binding;
use crate::machine::{Evaluated, Machine};
use crate::series::Series;
use crate::value::{List, Usage, Value};

pub(super) const ROWS: &[Row] = &[row("roots", 1, |context, a| {
    match a[0].list().and_then(List::numbers) {
        Some(coefficients) if coefficients.len() > MAX_COEFFICIENTS => {
            context.warn("the polynomial's degree is too large")
        }
        Some(coefficients) => linear::roots(&coefficients).into_iter().collect(),
        None => Value::Undefined,
    }
})];

pub(super) const SPECIAL_ROWS: &[SpecialRow] = &[
    lazy("d", Some(2), derivative),
    lazy("tangent", Some(2), tangent),
    lazy("autodiff", Some(3), automatic),
];

/// Polynomials with more coefficients have no roots: finding them would take too long.
const MAX_COEFFICIENTS: usize = 1001;
/// Taylor series end at this degree.
const MAX_ORDER: f64 = 1000.0;

/// A secant: what is `eps` before and after the point, and the values there.
struct Secant {
    eps: Complex64,
    before: (Complex64, Value),
    after: (Complex64, Value),
}

fn secant(machine: &mut Machine<'_>, special: &Special) -> Result<Option<Secant>, Halt> {
    let program = machine.program;
    let &[code, point] = program.children(special.arguments) else {
        return Ok(None);
    };
    let modifiers = machine.modifiers(special.modifiers)?;
    let eps = modifiers
        .into_iter()
        .filter(|(name, _)| program.names.text(*name) == modifiers::name::EPS)
        .find_map(|(_, value)| value.number())
        .unwrap_or(Complex64::new(1e-4, 0.0));
    let (Some(point), Some(variable)) = (machine.eval_plain(point)?.number(), special.variable)
    else {
        return Ok(None);
    };
    let mut value_at = |point: Complex64| {
        machine.scoped(|machine| {
            let variables = &mut machine.state.variables;
            variables.hide(variable, Binding::Value(Value::Number(point)));
            machine.eval_plain(code)
        })
    };
    Ok(Some(Secant {
        eps,
        after: (point + eps, value_at(point + eps)?),
        before: (point - eps, value_at(point - eps)?),
    }))
}

/// A value of a function as a number: NaN for values of other kinds.
fn height(value: &Value) -> Option<Complex64> {
    let nan = Complex64::new(f64::NAN, f64::NAN);
    (!value.is_undefined()).then(|| value.number().unwrap_or(nan))
}

/// The derivative as a quotient of differences, `eps` to either side.
fn derivative(machine: &mut Machine<'_>, _: TermId, special: &Special) -> Evaluated {
    let Some(Secant { eps, before, after }) = secant(machine, special)? else {
        return Ok(Value::Undefined);
    };
    Ok(match (height(&before.1), height(&after.1)) {
        (Some(before), Some(after)) => linear::quotient(after - before, eps * 2.0).into(),
        _ => Value::Undefined,
    })
}

/// The line through two points of the graph, `eps` to either side; homogeneous, not normalised.
fn tangent(machine: &mut Machine<'_>, _: TermId, special: &Special) -> Evaluated {
    let Some(Secant { before, after, .. }) = secant(machine, special)? else {
        return Ok(Value::Undefined);
    };
    let (Some(y), Some(v)) = (height(&after.1), height(&before.1)) else {
        return Ok(Value::Undefined);
    };
    let (x, u) = (after.0, before.0);
    Ok(match Value::from([y - v, u - x, x * v - y * u]) {
        Value::List(line) => Value::List(line.with_usage(Usage::Line)),
        other => other,
    })
}

/// For each point, the value and the derivatives there.
fn automatic(machine: &mut Machine<'_>, id: TermId, special: &Special) -> Evaluated {
    let program = machine.program;
    let (&[code, points, order], Some(variable)) =
        (program.children(special.arguments), special.variable)
    else {
        return Ok(Value::Undefined);
    };
    let points = machine.eval_plain(points)?;
    let order = machine.eval_plain(order)?.real();
    let Some(order) = order.filter(|order| (1.0..=MAX_ORDER).contains(order)) else {
        return Ok(machine.warn(id, || "the order has to be from 1 to 1000".to_owned()));
    };
    let Some(points) = points.list() else {
        return Ok([Value::Undefined; 0].into());
    };
    let mut expansions = Vec::with_capacity(points.len());
    for point in points.iter() {
        let Some(point) = point.number() else {
            expansions.push(Value::Undefined);
            continue;
        };
        let len = order as usize + 1;
        let mut formula = Formula {
            machine: &mut *machine,
            variables: vec![(variable, Series::variable(point, len))],
            len,
            depth: 0,
        };
        expansions.push(match formula.expand(code)? {
            Some(series) => series.derivatives().into_iter().collect(),
            None => Value::Undefined,
        });
    }
    Ok(expansions.into_iter().collect())
}

/// Functions may call each other this deep in a formula.
const MAX_DEPTH: usize = 30;

/// A formula that is expanded around a point.
struct Formula<'a, 'p> {
    machine: &'a mut Machine<'p>,
    /// The names that depend on the variable; the last one of a name counts.
    variables: Vec<(NameId, Series)>,
    /// Coefficients of a series.
    len: usize,
    depth: usize,
}

impl Formula<'_, '_> {
    /// The series of a term; `None` if there is something in it that has none.
    fn expand(&mut self, id: TermId) -> Result<Option<Series>, Halt> {
        let program = self.machine.program;
        self.machine.check_stack(id)?;
        self.machine.step(id)?;
        Ok(match program.kind(id) {
            TermKind::Variable(name) => {
                let known = self.variables.iter().rev().find(|known| known.0 == name);
                match known {
                    Some((_, series)) => Some(series.clone()),
                    None => self.constant(id)?,
                }
            }
            TermKind::Number(value) => Some(Series::constant(value.into(), self.len)),
            TermKind::Sequence(statements) => match *program.children(statements) {
                [only] => self.expand(only)?,
                _ => self.constant(id)?,
            },
            TermKind::Call {
                callee, arguments, ..
            } => {
                let mut operands = Vec::new();
                for &argument in program.children(arguments) {
                    match self.expand(argument)? {
                        Some(series) => operands.push(series),
                        None => return Ok(None),
                    }
                }
                match self.machine.state.functions[callee.index()] {
                    Some(function) => {
                        let function = program.function(function);
                        let names = function.parameters.iter().map(|parameter| parameter.name);
                        let mark = self.variables.len();
                        self.variables.extend(names.zip(operands));
                        self.depth += 1;
                        let series = if self.depth > MAX_DEPTH {
                            None
                        } else {
                            self.expand(function.body)?
                        };
                        self.depth -= 1;
                        self.variables.truncate(mark);
                        series
                    }
                    None => apply(&program.callee(callee).name.to_lowercase(), &operands),
                }
            }
            _ => self.constant(id)?,
        })
    }

    /// What does not depend on the variable, as far as can be seen.
    fn constant(&mut self, id: TermId) -> Result<Option<Series>, Halt> {
        let value = self.machine.eval_plain(id)?.number();
        Ok(value.map(|value| Series::constant(value, self.len)))
    }
}

/// A builtin of series.
fn apply(name: &str, operands: &[Series]) -> Option<Series> {
    Some(match (name, operands) {
        ("+" | "add", [a, b]) => a.zip(b, |a, b| a + b),
        ("-" | "sub", [a, b]) => a.zip(b, |a, b| a - b),
        ("*" | "mult", [a, b]) => a.times(b),
        ("/" | "div", [a, b]) => a.over(b),
        ("^" | "pow", [a, b]) => a.power(b.value(), number::power),
        ("+", [a]) => a.clone(),
        ("-", [a]) => a.negative(),
        ("exp", [a]) => a.exp(),
        ("log", [a]) => a.log(number::log(a.value())),
        ("sin", [a]) => a.sin_cos().0,
        ("cos", [a]) => a.sin_cos().1,
        ("tan", [a]) => {
            let (sin, cos) = a.sin_cos();
            sin.over(&cos)
        }
        ("sqrt", [a]) => a.power(0.5.into(), |base, _| number::sqrt(base)),
        _ => return None,
    })
}
