//! Every builtin, operator and signature that the table promises at pixels, with random arguments.
//!
//! For each signature there is one colorplot, whose columns are the cases and whose rows are the
//! parts of the result, four real numbers each. The arguments are lists of one element a column,
//! so they are uniforms, and the types are those of the signature, whatever the numbers are.
//!
//! The distance of two results is measured in units of what f32 can tell apart: an ulp of the
//! result, plus what the exact result changes when the arguments change by an ulp each. A complex
//! number has the ulp of its larger part.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use cindyscript_hir::builtins::{Builtin, BuiltinId, Effect, Side, all, min_signature};
use cindyscript_hir::types::Type;
use cindyscript_interpreter::Value;
use cindyscript_shader::Precision;
use cindyscript_tests::lacking;
use num_complex::Complex64;

use crate::bench::Bench;
use crate::program::Program;
use crate::values::{Random, Range, leaves, nudged, scalars, unit, value};

/// Cases of each signature: with usual numbers, and with extreme ones.
const USUAL: usize = 64;
const EXTREME: usize = 32;

/// Where the exact result is looked at with other arguments.
const NUDGES: usize = 3;

/// The units that a builtin may be off.
const UNITS: f64 = 8.0;

/// A builtin that may be further off, in units or absolutely, and why.
type Further = (&'static str, f64, f64, &'static str);

const FURTHER: &[Further] = &[(
    "mod",
    UNITS,
    1e-10,
    "the interpreter rounds what is nearly an integer",
)];

/// Those that are further off in single precision.
const IN_SINGLE: &[Further] = &[
    (
        "arctan2",
        UNITS,
        2.5e-7,
        "of complex numbers it is a logarithm near 1",
    ),
    ("inverse", 32_768.0, 1e-6, ELIMINATION),
    ("linearsolve", 32_768.0, 1e-6, ELIMINATION),
    ("hue", UNITS, 2.5e-7, "two ulps of 1 are near in a colour"),
];

/// Those that are further off where a GPU computes, and no processor in its place.
#[rustfmt::skip]
const ON_HARDWARE: &[Further] = &[
    ("sin", 1024.0, 0.0, CIRCULAR),
    ("cos", 1024.0, 0.0, CIRCULAR),
    ("tan", 64.0, 1e-6, CIRCULAR),
    ("pow", 64.0, 0.0, "GPUs compute it by way of a logarithm"),
    ("det", 64.0, 0.0, "products are added without being rounded before, in one order or another"),
    ("mod", UNITS, 2.5e-7, "products are subtracted without being rounded before"),
];

/// Those that are further off in double precision, in its units.
#[rustfmt::skip]
const IN_DOUBLE: &[Further] = &[
    ("^", 64.0, 0.0, SERIES), ("pow", 64.0, 0.0, SERIES), ("exp", 64.0, 0.0, SERIES),
    ("log", 64.0, 0.0, SERIES), ("sin", 64.0, 0.0, SERIES), ("cos", 64.0, 0.0, SERIES),
    ("tan", 64.0, 0.0, SERIES), ("arcsin", 64.0, 1e-8, FAR), ("arccos", 64.0, 1e-8, FAR),
    ("arctan", 64.0, 0.0, SERIES),
    ("arctan2", 64.0, 1e-13, "of complex numbers it is a logarithm near 1"),
    ("inverse", 32_768.0, 1e-13, ELIMINATION), ("linearsolve", 32_768.0, 1e-13, ELIMINATION),
    ("red", LOST_DIGITS, 0.0, COLOUR), ("green", LOST_DIGITS, 0.0, COLOUR),
    ("blue", LOST_DIGITS, 0.0, COLOUR), ("gray", LOST_DIGITS, 0.0, COLOUR),
    ("grey", LOST_DIGITS, 0.0, COLOUR), ("hue", LOST_DIGITS, 2.5e-7, COLOUR),
];

/// Those of them that are so only where a GPU computes.
#[rustfmt::skip]
const IN_DOUBLE_ON_HARDWARE: &[Further] = &[
    ("area", 64.0, 0.0, "products are added without being rounded before, in one order or another"),
];

const FAR: &str = "the interpreter's, as CindyJS's, loses digits far from 0";
const SERIES: &str = "rounding errors of some steps add up";
const COLOUR: &str = "a colour has no more digits than single precision";

/// What single precision may be off, in units of f64.
const LOST_DIGITS: f64 = 64.0 * 536_870_912.0;

const CIRCULAR: &str = "GPUs have tables for it; Vulkan allows an error of 2^-11";

/// What has no value for some arguments: no inverse, a place far away, an element that is not there.
const UNDEFINED: &[&str] = &["inverse", "linearsolve", "area", "take"];

const ELIMINATION: &str = "what cancels in the elimination is lost to single precision";

const SORT: &str = "NaN has no place in an order";

/// What is not as the interpreter has it for numbers beyond 1e18, infinite ones, and what is no
/// number.
const LOST: &[(&str, &str)] = &[
    ("max", "the driver's takes the number of a number and NaN"),
    ("min", "the driver's takes the number of a number and NaN"),
    ("sort", SORT),
    ("inverse", ELIMINATION),
    ("linearsolve", ELIMINATION),
    ("floor", "an int ends at 2^31"),
    ("ceil", "an int ends at 2^31"),
    ("round", "an int ends at 2^31"),
    ("^", "complex at pixels where the interpreter's is NaN"),
    ("pow", "complex at pixels where the interpreter's is NaN"),
    ("sin", "the driver's is wrong far from 0"),
    ("cos", "the driver's is wrong far from 0"),
    (
        "tan",
        "the driver's is wrong far from 0; where the interpreter's overflows, 1 or -1",
    ),
    ("exp", "the driver's sine is wrong far from 0"),
    (
        "arcsin",
        "the interpreter's, as CindyJS's, has no digits left far from 0",
    ),
    (
        "arccos",
        "the interpreter's, as CindyJS's, has no digits left far from 0",
    ),
];

/// What takes longer is told of.
const SLOW: Duration = Duration::from_secs(5);

const NAMES: [&str; 3] = ["A", "B", "C"];

/// How far the results of a builtin may be apart: in units, or absolutely.
/// Who computes what the interpreter is compared with.
struct Painter<'a> {
    /// How many digits are compared: in double precision without extreme numbers, for the range is
    /// that of f32.
    precision: Precision,
    /// Of the signatures with lists, one in so many is looked at: compilers take long for some.
    one_in: usize,
    paint: &'a Paint<'a>,
    /// What is further off than with others.
    further: &'a [&'a [Further]],
    /// What is not as the interpreter has it for extreme numbers, and why.
    lost: &'a [(&'a str, &'a str)],
}

impl Painter<'_> {
    /// What is painted, all digits of it: in double precision what f32 lacks is painted by itself.
    fn texels(
        &self,
        program: &Program,
        case: &Case,
        given: &[(&str, Type, Value)],
        size: [u32; 2],
    ) -> Result<Vec<[f64; 4]>, String> {
        let texels = (self.paint)(program, size)?;
        let mut texels: Vec<_> = texels.iter().map(|texel| texel.map(f64::from)).collect();
        if self.precision == Precision::Single || case.parts() == 0 {
            return Ok(texels);
        }
        // Two f32 have fewer digits than an f64.
        let times = if self.precision == Precision::Native {
            2
        } else {
            1
        };
        for _ in 0..times {
            self.add_rest(&mut texels, case, given, size)?;
        }
        Ok(texels)
    }

    /// Adds what the numbers that are known lack of what the program computes.
    fn add_rest(
        &self,
        known: &mut [[f64; 4]],
        case: &Case,
        given: &[(&str, Type, Value)],
        size: [u32; 2],
    ) -> Result<(), String> {
        let columns = size[0] as usize;
        let high = (0..case.parts()).map(|part| {
            let row = &known[part / 4 * columns..][..columns];
            let high = row.iter().map(|texel| Value::from(texel[part % 4]));
            (format!("H{}", part + 1), high.collect())
        });
        let high: Vec<(String, Value)> = high.collect();
        let high = high.iter().map(|(name, values)| {
            let ty = Type::list(columns as u32, Type::REAL);
            (name.as_str(), ty, values.clone())
        });
        let given: Vec<_> = given.iter().cloned().chain(high).collect();
        let rest = (self.paint)(&Program::new(&case.script(true), &given)?, size)?;
        for (texel, rest) in known.iter_mut().zip(rest) {
            for (part, rest) in texel.iter_mut().zip(rest) {
                if part.is_finite() {
                    *part += f64::from(rest);
                }
            }
        }
        Ok(())
    }

    /// What a builtin may be off, in units and absolutely.
    fn tolerance(&self, name: &str) -> (f64, f64) {
        let rows = FURTHER.iter().chain(self.further.iter().copied().flatten());
        rows.filter(|(known, ..)| *known == name)
            .fold((UNITS, 0.0), |most, row| {
                (most.0.max(row.1), most.1.max(row.2))
            })
    }
}

/// A signature of a builtin: the types that its arguments are cast to, and that of its value.
struct Case {
    builtin: BuiltinId,
    parameters: Vec<Type>,
    result: Type,
}

impl Case {
    fn name(&self) -> String {
        let parameters: Vec<_> = self.parameters.iter().map(ToString::to_string).collect();
        format!("{}({})", self.builtin.name(), parameters.join(", "))
    }

    /// The colorplot; with `rest`, what its parts are beyond the numbers in `H1`, `H2`, ...
    fn script(&self, rest: bool) -> String {
        let names = &NAMES[..self.parameters.len()];
        let lower: Vec<_> = names.iter().map(|name| name.to_lowercase()).collect();
        let call = written(self.builtin.row(), &lower);
        let mut parts = Vec::new();
        leaves("r", &self.result, &mut parts);
        if rest {
            let beyond = |(place, part): (usize, &mut String)| {
                *part = format!("{part} - H{}_(#.x)", place + 1);
            };
            parts.iter_mut().enumerate().for_each(beyond);
        }
        let chunks: Vec<_> = parts
            .chunks(4)
            .map(|chunk| {
                let mut chunk = chunk.to_vec();
                chunk.resize(4, "0".to_owned());
                format!("[{}]", chunk.join(", "))
            })
            .collect();
        let last = chunks.len() - 1;
        let mut colour = chunks[last].clone();
        for (row, chunk) in chunks[..last].iter().enumerate().rev() {
            colour = format!("if(#.y < {}.5, {chunk}, {colour})", row + 1);
        }
        let arguments: String = names
            .iter()
            .map(|name| format!("{} = {name}_(#.x); ", name.to_lowercase()))
            .collect();
        format!("colorplot({arguments}r = {call}; {colour})")
    }

    /// Whether a complex number is divided by 0, or any number by a complex 0. The interpreter knows
    /// values and no types: what has no imaginary part is real for it.
    fn divides_complex_by_zero<'a>(&self, mut arguments: impl Iterator<Item = &'a Value>) -> bool {
        let is_complex = |ty: &Type| ty.to_string().contains("complex");
        matches!(self.builtin.name(), "/" | "div")
            && self.parameters.iter().any(is_complex)
            && arguments.nth(1).and_then(Value::number) == Some(Complex64::ZERO)
    }

    /// How many real numbers the result has.
    fn parts(&self) -> usize {
        let mut parts = Vec::new();
        leaves("r", &self.result, &mut parts);
        parts.len()
    }

    fn rows(&self) -> usize {
        self.parts().div_ceil(4).max(1)
    }
}

/// A call as it is written.
fn written(row: &Builtin, arguments: &[String]) -> String {
    match (row.name, arguments) {
        ("|.|", _) => format!("|{}|", arguments.join(", ")),
        ("°", [a]) => format!("{a}°"),
        (name, _) if name.starts_with(char::is_alphabetic) => {
            format!("{name}({})", arguments.join(", "))
        }
        (name, [a, b]) => format!("{a} {name} {b}"),
        (name, _) => format!("{name}{}", arguments.concat()),
    }
}

/// Types of arguments.
fn samples() -> Vec<Type> {
    let scalars = [
        Type::BOOLEAN,
        Type::NAT,
        Type::INT,
        Type::NONNEG,
        Type::REAL,
        Type::COMPLEX,
    ];
    let mut samples = scalars.to_vec();
    for len in [2, 3, 5] {
        for element in [Type::INT, Type::REAL, Type::COMPLEX] {
            samples.push(Type::list(len, element));
        }
    }
    samples.push(Type::list(3, Type::BOOLEAN));
    samples.push(Type::list(9, Type::REAL));
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 5)] {
        samples.push(Type::list(rows, Type::list(columns, Type::REAL)));
    }
    samples.push(Type::list(2, Type::list(2, Type::COMPLEX)));
    samples.push(Type::list(3, Type::list(3, Type::COMPLEX)));
    samples
}

/// The cases of a builtin: one for each signature and shape of its arguments.
fn cases(builtin: BuiltinId) -> Vec<Case> {
    let arity = usize::from(builtin.row().arity.unwrap_or(0));
    let samples = || {
        let mut samples = samples();
        if builtin.row().gpu.contains("-> call") {
            samples.truncate(6);
        }
        samples
    };
    let mut lists = vec![Vec::new()];
    for _ in 0..arity {
        let longer = lists.iter().flat_map(|list: &Vec<Type>| {
            samples().into_iter().map(move |ty| {
                let mut list = list.clone();
                list.push(ty);
                list
            })
        });
        lists = longer.collect();
    }
    let mut seen = HashSet::new();
    let mut cases = Vec::new();
    for types in lists {
        let Some(signature) = min_signature(builtin, Side::Gpu, &types) else {
            continue;
        };
        // Tuples have tests of their own.
        let on_gpu = |ty: &Type| ty.on_gpu() == *ty && !matches!(ty, Type::Tuple(_));
        if on_gpu(&signature.result)
            && signature.parameters.iter().all(on_gpu)
            && seen.insert(signature.parameters.clone())
        {
            cases.push(Case {
                builtin,
                parameters: signature.parameters,
                result: signature.result,
            });
        }
    }
    cases
}

/// What came of a case.
#[derive(Default)]
struct Outcome {
    /// The largest distance in units, and for which arguments.
    worst: (f64, String),
    compared: usize,
    /// The same for extreme arguments.
    extreme: (f64, String),
    /// Numbers of the interpreter that are infinite or no numbers.
    special: usize,
    /// Where the shader has a number instead.
    lost: Vec<String>,
    /// Where what is infinite is no number, or the other way round, although nothing among the
    /// arguments is beyond the squares of f32.
    confused: Vec<String>,
    undefined: usize,
    failure: Option<String>,
}

/// Paints so many pixels of a program.
type Paint<'a> = dyn Fn(&Program, [u32; 2]) -> Result<Vec<[f32; 4]>, String> + Sync + 'a;

fn compare(painter: &Painter<'_>, case: &Case) -> Outcome {
    let mut outcome = Outcome::default();
    let (_, near) = painter.tolerance(case.builtin.name());
    let columns = match painter.precision {
        Precision::Single | Precision::Perturbed => USUAL + EXTREME,
        Precision::Double | Precision::Native => USUAL,
    };
    // By the name, so that another row of the table changes nothing here.
    let name = case.builtin.name().bytes();
    let mut random =
        Random::new(name.fold(0, |seed, byte| 31 * seed % 1_000_003 + u64::from(byte)));
    let arguments: Vec<Vec<Value>> = case
        .parameters
        .iter()
        .map(|ty| {
            (0..columns)
                .map(|column| {
                    let range = if column < USUAL {
                        Range::Usual
                    } else {
                        Range::Extreme
                    };
                    value(ty, range, painter.precision, &mut random)
                })
                .collect()
        })
        .collect();
    let list_types: Vec<_> = case
        .parameters
        .iter()
        .map(|ty| Type::list(columns as u32, ty.clone()))
        .collect();
    let given: Vec<_> = NAMES
        .iter()
        .zip(&list_types)
        .zip(&arguments)
        .map(|((name, ty), values)| (*name, ty.clone(), values.iter().cloned().collect()))
        .collect();
    let size = [columns as u32, case.rows() as u32];
    let painted = Program::new(&case.script(false), &given)
        .and_then(|program| Ok((painter.texels(&program, case, &given, size)?, program)));
    let (texels, mut program) = match painted {
        Ok(painted) => painted,
        Err(message) => {
            outcome.failure = Some(format!("{message} in {}", case.script(false)));
            return outcome;
        }
    };
    let mut evaluators = vec![program.evaluator()];
    for _ in 0..NUDGES {
        for (name, ty, values) in &given {
            program.set(name, &nudged(values, ty, painter.precision, &mut random));
        }
        evaluators.push(program.evaluator());
    }
    for column in 0..columns {
        let results: Vec<_> = evaluators
            .iter_mut()
            .map(|evaluator| {
                evaluator.value([column as f64 + 1.0, 1.0]);
                let value = evaluator.variable("r")?;
                let mut numbers = Vec::new();
                scalars(value, &case.result, &mut numbers).map(|()| numbers)
            })
            .collect();
        let Some(exact) = &results[0] else {
            outcome.undefined += 1;
            continue;
        };
        let painted = (0..case.rows()).flat_map(|row| texels[row * columns + column]);
        let painted: Vec<_> = painted.collect();
        let said = || {
            let arguments: Vec<_> = arguments
                .iter()
                .map(|values| format!("{:?}", exactly(&values[column])))
                .collect();
            format!(
                "({}): {:?} instead of {:?}",
                arguments.join(", "),
                painted,
                exact
            )
        };
        let mut at = 0;
        for (place, number) in exact.iter().enumerate() {
            let painted = &painted[at..at + number.len()];
            at += number.len();
            let largest = number
                .iter()
                .fold(0.0, |most: f64, part| most.max(part.abs()));
            let is_far = arguments.iter().any(|values| is_far(&values[column]));
            let is_number = number.iter().all(|part| part.is_finite()) && largest < 1e38;
            if !is_number {
                outcome.special += 1;
                let least = painted == [f64::from(i32::MIN)];
                if least && is_nan(number) && [Type::NAT, Type::INT].contains(&case.result) {
                    // What an int has in place of NaN.
                } else if painted.iter().all(|part| part.abs() < 1e30) {
                    outcome.lost.push(said());
                } else if !is_far
                    && is_nan(number) != is_nan(painted)
                    && !case.divides_complex_by_zero(arguments.iter().map(|values| &values[column]))
                {
                    outcome.confused.push(said());
                }
                continue;
            }
            if is_far {
                continue;
            }
            let spread = results[1..]
                .iter()
                .filter_map(|other| other.as_ref()?.get(place))
                .map(|other| {
                    let apart = |(a, b): (&f64, &f64)| (a - b).abs();
                    number.iter().zip(other).map(apart).fold(0.0, f64::max)
                })
                .fold(0.0, |most: f64, apart| {
                    if apart.is_nan() {
                        most
                    } else {
                        most.max(apart)
                    }
                });
            let tiny = largest < f64::from(f32::MIN_POSITIVE);
            let unit = if tiny {
                f64::from(f32::MIN_POSITIVE)
            } else {
                ulp(largest) * unit(painter.precision)
            } + spread;
            let apart = number.iter().zip(painted).map(|(a, b)| (a - b).abs()).fold(
                0.0,
                |most: f64, apart| {
                    if apart.is_nan() {
                        f64::INFINITY
                    } else {
                        most.max(apart)
                    }
                },
            );
            outcome.compared += 1;
            let apart = if apart <= near { 0.0 } else { apart };
            let worst = if column < USUAL {
                &mut outcome.worst
            } else {
                &mut outcome.extreme
            };
            if apart / unit > worst.0 {
                *worst = (apart / unit, said());
            }
        }
    }
    outcome
}

fn is_nan(parts: &[f64]) -> bool {
    parts.iter().any(|part| part.is_nan())
}

/// Whether a number in it has no square in f32.
fn is_far(value: &Value) -> bool {
    match value {
        Value::List(list) => list.iter().any(|item| is_far(&item)),
        other => other
            .number()
            .is_some_and(|z| z.norm().is_nan() || z.norm() >= 1e18),
    }
}

fn exactly(value: &Value) -> String {
    match value {
        Value::Number(z) if z.im == 0.0 => format!("{:?}", z.re),
        Value::Number(z) => format!("{:?}+{:?}i", z.re, z.im),
        Value::List(list) => format!(
            "{:?}",
            list.iter().map(|item| exactly(&item)).collect::<Vec<_>>()
        ),
        other => other.to_string(),
    }
}

/// The distance of a number of f32 to the next one; the smallest normal numbers are so far apart
/// as those that are not normal, which devices may take for zero.
fn ulp(number: f64) -> f64 {
    let number = (number.abs() as f32).max(f32::MIN_POSITIVE);
    f64::from(number.next_up()) - f64::from(number)
}

#[test]
fn every_signature_for_pixels_means_the_same() {
    let Some(bench) = Bench::open() else {
        return lacking("builtins on the GPU", "there is no Vulkan driver");
    };
    check_all(&Painter {
        precision: Precision::Single,
        one_in: 1,
        paint: &|program, size| program.paint(&bench, size),
        further: if bench.is_software() {
            &[IN_SINGLE]
        } else {
            &[IN_SINGLE, ON_HARDWARE]
        },
        lost: LOST,
    });
}

#[test]
fn every_signature_means_the_same_in_double_precision() {
    let Some(bench) = Bench::open() else {
        return lacking("builtins in double precision", "there is no Vulkan driver");
    };
    for precision in bench.double_precisions() {
        check_all(&Painter {
            precision,
            one_in: if bench.is_software() { 32 } else { 1 },
            paint: &|program, size| program.paint_in(precision, &bench, size),
            further: if bench.is_software() {
                &[IN_DOUBLE]
            } else {
                &[IN_DOUBLE, IN_DOUBLE_ON_HARDWARE]
            },
            lost: LOST,
        });
    }
}

#[test]
fn every_signature_means_the_same_in_lanes() {
    let differs = [
        ("^", "complex at pixels where the interpreter's is NaN"),
        ("pow", "complex at pixels where the interpreter's is NaN"),
        ("sort", SORT),
    ];
    check_all(&Painter {
        precision: Precision::Single,
        one_in: 1,
        paint: &Program::paint_in_lanes,
        further: &[IN_SINGLE],
        lost: &differs,
    });
}

fn check_all(painter: &Painter<'_>) {
    let is_meant = |builtin: &BuiltinId| {
        let row = builtin.row();
        !row.gpu.is_empty()
            && row.effect == Effect::None
            && !matches!(
                row.name,
                "imagergb" | "imagergba" | "cgltexture" | "cgltexturergb"
            )
    };
    let cases: Vec<Case> = all().filter(is_meant).flat_map(cases).collect();
    assert!(cases.len() > 400);
    let is_chosen = |(place, case): &(usize, Case)| {
        let is_list = |ty: &Type| ty.sized_list().is_some();
        place % painter.one_in == 0 || !case.parameters.iter().any(is_list)
    };
    let chosen = cases.into_iter().enumerate().filter(is_chosen);
    let cases: Vec<Case> = chosen.map(|(_, case)| case).collect();
    let outcomes: Vec<Mutex<Outcome>> = cases.iter().map(|_| Mutex::default()).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let place = cases
                        .iter()
                        .position(|other| std::ptr::eq(other, case))
                        .unwrap();
                    let start = Instant::now();
                    *outcomes[place].lock().unwrap() = compare(painter, case);
                    let took = start.elapsed();
                    if took > SLOW {
                        eprintln!("{} takes {:.0} s", case.name(), took.as_secs_f64());
                    }
                }
            });
        }
    });
    let mut by_name: BTreeMap<&str, f64> = BTreeMap::new();
    let mut failures = String::new();
    let (mut compared, mut undefined, mut special, mut lost) = (0, 0, 0, 0);
    let mut confused = 0;
    for (case, outcome) in cases.iter().zip(outcomes) {
        let outcome = outcome.into_inner().unwrap();
        compared += outcome.compared;
        undefined += outcome.undefined;
        if outcome.undefined > 0 && !UNDEFINED.contains(&case.builtin.name()) {
            let _ = writeln!(failures, "{}: has no value", case.name());
        }
        special += outcome.special;
        lost += outcome.lost.len();
        let name = case.builtin.name();
        let most = by_name.entry(name).or_default();
        *most = most.max(outcome.worst.0);
        let (allowed, _) = painter.tolerance(name);
        let case = case.name();
        if let Some(message) = outcome.failure {
            let _ = writeln!(failures, "{case}: {message}");
        }
        let loses = painter.lost.iter().any(|(known, _)| *known == name);
        let extreme = (!loses).then_some(&outcome.extreme);
        for (units, said) in [Some(&outcome.worst), extreme].into_iter().flatten() {
            if *units > allowed {
                let _ = writeln!(failures, "{case}: {units:.1} units for {said}");
            }
        }
        confused += outcome.confused.len();
        if let Some(first) = outcome.confused.first().filter(|_| !loses) {
            let _ = writeln!(
                failures,
                "{case}: NaN and infinity are confused for {first}"
            );
        }
        if let Some(first) = outcome.lost.first().filter(|_| !loses) {
            let _ = writeln!(failures, "{case}: a number of what is none for {first}");
        }
    }
    for (name, units) in by_name {
        eprintln!("{name:12} {units:8.2}");
    }
    eprintln!(
        "{} signatures: {compared} numbers compared, {undefined} values undefined, \
         {special} numbers infinite or NaN, of which {lost} have become numbers and {confused} \
         the other of the two",
        cases.len()
    );
    assert!(failures.is_empty(), "{failures}");
    assert!(compared > 100_000 / painter.one_in);
    assert!(200 * undefined < compared, "{undefined} of {compared}");
}
