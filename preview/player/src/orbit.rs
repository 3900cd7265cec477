//! The orbit that an iteration is computed as the difference to: the one of the pixel in the middle, with
//! as many digits as it takes to tell pixels apart.

use std::sync::{Arc, Mutex, PoisonError};

use cindyscript_interpreter::{PlotCall, Value};
use cindyscript_pixel::Uniform;
use cindyscript_shader::{Frame, Iteration, Orbit, OrbitPoint, Polynomial, Quantity, Scaled};
use num_complex::Complex64;

use crate::exact::{Exact, exact, nearest, with_bits};

/// What an orbit is made of, apart from the iteration.
#[derive(Clone, Debug, PartialEq)]
struct Inputs {
    /// Where the pixel in the middle lies.
    centre: Arc<[Exact; 2]>,
    /// How the world's coordinates change from pixel to pixel: columns.
    steps: [Complex64; 2],
    /// The middle, in pixels.
    middle: [f64; 2],
    /// The values from the CPU that are numbers.
    numbers: Vec<Complex64>,
}

/// An orbit, and what it was made of.
type Made = (Inputs, Arc<Orbit>);

/// Makes orbits, and keeps the last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orbits {
    last: Arc<Mutex<Option<Made>>>,
}

/// Behind the digits that tell pixels apart.
const MORE_BITS: usize = 64;

/// Once the orbit is farther away than this, it does not come back.
const FAR: f64 = 1e6;

/// A power of what is farther away may be beyond f32.
const TOO_FAR: f64 = 1e18;

impl Orbits {
    /// The orbit of an iteration for the values of a call.
    pub(crate) fn orbit(
        &self,
        iteration: &Iteration,
        uniforms: &[Uniform],
        call: &PlotCall,
        frame: &Frame,
        centre: &Arc<[Exact; 2]>,
    ) -> Arc<Orbit> {
        let number = |uniform: &Uniform| match call.uniforms.get(uniform.source) {
            Some(Value::Number(number) | Value::Angle(number)) => *number,
            _ => Complex64::ZERO,
        };
        let [[ax, bx, _], [ay, by, _]] = [frame.world_x, frame.world_y];
        let inputs = Inputs {
            centre: Arc::clone(centre),
            steps: [Complex64::new(ax, ay), Complex64::new(bx, by)],
            middle: frame.resolution.map(|side| side / 2.0),
            numbers: uniforms.iter().map(number).collect(),
        };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, orbit)) = &*last
            && *known == inputs
        {
            return Arc::clone(orbit);
        }
        let orbit = Arc::new(inputs.orbit(iteration));
        *last = Some((inputs, Arc::clone(&orbit)));
        orbit
    }
}

/// a + b p + c p̄, where p is the pixel.
#[derive(Clone, Copy, Debug)]
struct Affine([Complex64; 3]);

/// A complex number with many digits.
#[derive(Clone, Debug)]
struct Point([Exact; 2]);

impl Inputs {
    fn affine(&self, polynomial: &Polynomial) -> Affine {
        let mut parts = [Complex64::ZERO; 3];
        for (monomial, factor) in polynomial.terms() {
            let (mut place, mut product) = (0, factor);
            for (symbol, power) in monomial {
                match symbol.quantity {
                    Quantity::Uniform(uniform) => {
                        let number = self.numbers.get(uniform).copied().unwrap_or_default();
                        let own = if symbol.conjugate {
                            number.conj()
                        } else {
                            number
                        };
                        product *= own.powu(*power);
                    }
                    _ => place = if symbol.conjugate { 2 } else { 1 },
                }
            }
            parts[place] += product;
        }
        Affine(parts)
    }

    fn orbit(&self, iteration: &Iteration) -> Orbit {
        let spacing = self
            .steps
            .iter()
            .map(|step| step.norm())
            .fold(f64::MAX, f64::min);
        let bits = (-spacing.log2()).clamp(0.0, 4096.0) as usize + MORE_BITS;
        let centre = Point([0, 1].map(|axis: usize| with_bits(self.centre[axis].clone(), bits)));
        let [start, add] = [&iteration.start, &iteration.add].map(|of| self.affine(of));
        let Affine([factor, ..]) = self.affine(&iteration.factor);
        let rounds = iteration.rounds.as_ref().map(|rounds| {
            let Affine([rounds, ..]) = self.affine(rounds);
            // `as` saturates.
            rounds.re.ceil() as usize + 2
        });
        let first = start.at(&centre);
        let zero = Point([0, 1].map(|_| with_bits(exact(0.0), bits)));
        let begins_at_zero = first.nearest() == Complex64::ZERO && first.0 == zero.0;
        let most = match begins_at_zero {
            true => Orbit::POINTS,
            false => Orbit::POINTS / 2,
        };
        let run = Run {
            iteration,
            factor: Point::of(factor, bits),
            add: add.at(&centre),
            most: rounds.unwrap_or(most).clamp(2, most),
        };
        let critical = match begins_at_zero {
            true => Vec::new(),
            false => run.points(zero),
        };
        Orbit {
            start: scaled(self.matrix(start)),
            add: scaled(self.matrix(add)),
            factor: [factor.re as f32, factor.im as f32],
            middle: self.middle.map(|middle| middle as f32),
            own: run.points(first),
            critical,
        }
    }

    /// How much it changes from pixel to pixel, by rows.
    fn matrix(&self, Affine([_, own, conjugate]): Affine) -> [f64; 4] {
        let [x, y] = self.steps.map(|step| own * step + conjugate * step.conj());
        [x.re, y.re, x.im, y.im]
    }
}

impl Affine {
    fn at(self, place: &Point) -> Point {
        let bits = place.0[0].precision();
        let [constant, own, conjugate] = self.0.map(|part| Point::of(part, bits));
        let other = Point([place.0[0].clone(), -place.0[1].clone()]);
        let sum = own.times(place).plus(&conjugate.times(&other));
        sum.plus(&constant)
    }
}

impl Point {
    fn of(number: Complex64, bits: usize) -> Point {
        Point([number.re, number.im].map(|part| with_bits(exact(part), bits)))
    }

    fn plus(&self, other: &Point) -> Point {
        Point([0, 1].map(|axis: usize| &self.0[axis] + &other.0[axis]))
    }

    fn times(&self, other: &Point) -> Point {
        let ([a, b], [c, d]) = (&self.0, &other.0);
        Point([a * c - b * d, a * d + b * c])
    }

    fn nearest(&self) -> Complex64 {
        let [re, im] = [0, 1].map(|axis: usize| nearest(&self.0[axis]));
        Complex64::new(re, im)
    }
}

/// An orbit on its way.
struct Run<'a> {
    iteration: &'a Iteration,
    factor: Point,
    add: Point,
    most: usize,
}

impl Run<'_> {
    fn points(&self, first: Point) -> Vec<OrbitPoint> {
        let mut points = Vec::new();
        let mut z = first;
        while points.len() < self.most {
            let near = z.nearest();
            let distance = near.norm();
            if distance > TOO_FAR || distance.is_nan() {
                break;
            }
            points.push([near.re, near.im].map(|part| scaled([part])));
            if distance > FAR {
                break;
            }
            z = self.next(z);
        }
        // A loop needs a point to begin at, and one to go on to.
        while points.len() < 2 {
            points.push([0.0; 2].map(|part| scaled([part])));
        }
        points
    }

    fn next(&self, z: Point) -> Point {
        let Point([x, y]) = z;
        let power_of = self.iteration.power_of;
        let absolute = |part: Exact| if part < Exact::ZERO { -part } else { part };
        let [x, y] = match power_of.quantity {
            Quantity::Folded => [absolute(x), absolute(y)],
            _ => [x, y],
        };
        let base = Point([x, if power_of.conjugate { -y } else { y }]);
        let power = (1..self.iteration.degree).fold(base.clone(), |power, _| power.times(&base));
        power.times(&self.factor).plus(&self.add)
    }
}

/// Numbers with the exponent of the largest.
fn scaled<const N: usize>(numbers: [f64; N]) -> Scaled<N> {
    let most = numbers
        .iter()
        .fold(0.0, |most: f64, number| most.max(number.abs()));
    let is_plain = most == 0.0 || (1e-6..=TOO_FAR).contains(&most) || !most.is_finite();
    let exponent = if is_plain {
        0
    } else {
        most.log2().floor() as i32
    };
    // In two steps: a power of 2 may be beyond f64 where the numbers are not.
    let half = exponent / 2;
    let down = |number: f64| number * 2_f64.powi(-half) * 2_f64.powi(half - exponent);
    Scaled {
        mantissas: numbers.map(|number| down(number) as f32),
        exponent,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use cindyscript_shader::Symbol;

    use super::*;
    use crate::exact::decimal;

    /// z → z² + c at a place, pixels so far apart.
    fn orbit(centre: [&str; 2], step: f64) -> Orbit {
        let pixel = Polynomial::of(Quantity::Pixel);
        let iteration = Iteration::new(
            [Polynomial::default(), pixel],
            (
                Symbol {
                    quantity: Quantity::Iterate,
                    conjugate: false,
                },
                2,
            ),
        );
        let inputs = Inputs {
            centre: Arc::new(centre.map(|number| decimal(number).unwrap())),
            steps: [Complex64::new(step, 0.0), Complex64::new(0.0, -step)],
            middle: [50.0; 2],
            numbers: Vec::new(),
        };
        inputs.orbit(&iteration)
    }

    #[test]
    fn an_orbit_has_all_the_digits_of_its_place() {
        // From i on it goes to -1 + i and -i by turns, and away from there the later the nearer it began.
        let near = orbit(["0", "1.0000000000000000000000000000000000000001"], 1e-42);
        let nearer = orbit(
            [
                "0",
                "1.00000000000000000000000000000000000000000000000000000000000000000001",
            ],
            1e-70,
        );
        assert!(near.critical.is_empty());
        assert!((100..140).contains(&near.own.len()), "{}", near.own.len());
        assert!(
            nearer.own.len() > near.own.len() + 60,
            "{}",
            nearer.own.len()
        );
        assert_eq!(near.own[1], [0.0, 1.0].map(|part| scaled([part])));
        assert_eq!(near.start.mantissas, [0.0; 4]);
        let size = f64::from(nearer.add.mantissas[0]) * 2_f64.powi(nearer.add.exponent);
        assert!((size / 1e-70 - 1.0).abs() < 1e-6, "{size}");
    }
}
