//! The orbits that an iteration is computed as the difference to: the one of a place in or near the view,
//! and those of the critical points, with as many digits as it takes to tell pixels apart.
//!
//! They are made once for many frames ([`Reference`]): as long as the view is near that place, a frame
//! needs only how far away it is.

mod critical;
mod point;
mod run;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cindyscript_interpreter::{PlotCall, Value};
use cindyscript_pixel::Uniform;
use cindyscript_shader::{
    Change, FrameUniforms, OrbitHead, OrbitPoint, Polynomial, PolynomialIteration, Quantity, Scaled,
};
use num_complex::Complex64;

use crate::exact::{BITS, Exact, nearest, with_bits};
use critical::{Critical, critical};
use point::Point;
use run::{End, Run};

/// Behind the digits that tell pixels apart.
const MORE_BITS: usize = 64;

/// What orbits are made with beyond that: one may zoom in so far before there have to be others.
const SPARE_BITS: usize = 64;

/// Of those that are behind, so many are needed.
const LEAST_BITS: usize = 32;

/// So many times the longer side of the target the orbits may be away: farther away, f32 does not tell
/// where a pixel lies to a tenth of it.
const REACH: f64 = 500.0;

/// What is multiplied with beyond f32 is none.
const LARGEST: f64 = 1e18;

/// What orbits are wanted for: the pixels of a frame, and the values of its iteration.
#[derive(Clone, Debug)]
pub(crate) struct OrbitFrame {
    /// Where the middle of the target lies.
    centre: Arc<[Exact; 2]>,
    /// How the world's coordinates change from pixel to pixel: columns.
    steps: [Complex64; 2],
    /// The middle, in pixels.
    middle: [f64; 2],
    values: Values,
    /// How many rounds there are, if that is known.
    rounds: Option<usize>,
}

/// The polynomials of an iteration, for the values of a call.
#[derive(Clone, Debug)]
struct Values {
    start: Affine,
    add: Affine,
    factor: Affine,
    powers: Vec<(u32, Complex64)>,
}

/// a + b p + c p̄, where p is the pixel.
#[derive(Clone, Copy, Debug)]
struct Affine([Complex64; 3]);

/// Whether orbits serve a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// They do not.
    Out,
    /// They do, but they are far away, or have few digits to spare: others should be made.
    Far,
    /// They do.
    Near,
}

/// The orbits of a place.
#[derive(Debug)]
pub struct Reference {
    centre: Arc<[Exact; 2]>,
    values: Values,
    bits: usize,
    /// How many rounds they are known for, where they end for no other reason.
    rounds: Option<usize>,
    factor: [f32; 2],
    criticals: Vec<([f32; 2], u32)>,
    coefficients: Vec<Vec<[f32; 2]>>,
    /// The contents of the buffer of points.
    pub points: Arc<Vec<u8>>,
    /// What is wrong with the picture for their sake.
    pub failure: Option<String>,
}

/// An iteration, and the orbits that were made for it last.
#[derive(Clone, Debug)]
pub struct Perturbation {
    iteration: PolynomialIteration,
    last: Arc<Mutex<Option<Arc<Reference>>>>,
}

impl Perturbation {
    /// Whether something is computed beside the differences that [has the range of f32
    /// alone](PolynomialIteration::carries).
    pub fn carries(&self) -> bool {
        self.iteration.carries
    }

    /// Of an iteration.
    pub fn new(iteration: PolynomialIteration) -> Perturbation {
        Perturbation {
            iteration,
            last: Arc::default(),
        }
    }

    /// The orbits that were made last.
    pub fn reference(&self) -> Option<Arc<Reference>> {
        self.lock().clone()
    }

    /// What orbits are wanted for.
    pub(crate) fn place(
        &self,
        uniforms: &[Uniform],
        call: &PlotCall,
        frame: &FrameUniforms,
        centre: &Arc<[Exact; 2]>,
    ) -> OrbitFrame {
        let numbers: Vec<_> = uniforms
            .iter()
            .map(|uniform| numbers(call.uniforms.get(uniform.source)))
            .collect();
        let affine = |polynomial: &Polynomial| Affine::of(polynomial, &numbers);
        let PolynomialIteration {
            start,
            add,
            factor,
            powers,
            rounds,
            ..
        } = &self.iteration;
        let [[ax, bx, _], [ay, by, _]] = [frame.world_x, frame.world_y];
        OrbitFrame {
            centre: Arc::clone(centre),
            steps: [Complex64::new(ax, ay), Complex64::new(bx, by)],
            middle: frame.resolution.map(|side| side / 2.0),
            values: Values {
                start: affine(start),
                add: affine(add),
                factor: affine(factor),
                powers: powers
                    .iter()
                    .map(|(power, own)| (*power, affine(own).0[0]))
                    .collect(),
            },
            // `as` saturates.
            rounds: rounds
                .as_ref()
                .map(|rounds| affine(rounds).0[0].re.ceil() as usize),
        }
    }

    /// How large what it begins with is, in parts of the distance of pixels there.
    pub fn size(
        &self,
        uniforms: &[Uniform],
        call: &PlotCall,
        frame: &FrameUniforms,
        centre: &Arc<[Exact; 2]>,
    ) -> f64 {
        self.place(uniforms, call, frame, centre).size()
    }

    /// Whether the orbits that were made last serve a place.
    pub(crate) fn reach(&self, place: &OrbitFrame) -> Reach {
        self.lock()
            .as_ref()
            .map_or(Reach::Out, |known| known.reach(place))
    }

    /// Makes orbits for a place, as far as it goes until there are `enough`; they are the last from then
    /// on. Blocks.
    pub(crate) fn make(&self, place: &OrbitFrame, enough: &dyn Fn() -> bool) {
        let made = place.reference(&self.iteration, enough);
        *self.lock() = Some(Arc::new(made));
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Reference>>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The numbers that a value from the CPU consists of.
fn numbers(value: Option<&Value>) -> Vec<Complex64> {
    match value {
        Some(Value::Number(number) | Value::Angle(number)) => vec![*number],
        Some(Value::List(list)) => {
            let items = list.iter();
            items.flat_map(|item| numbers(Some(&item))).collect()
        }
        _ => Vec::new(),
    }
}

impl Values {
    /// Whether both are the same, and be it that they are no numbers.
    fn are(&self, other: &Values) -> bool {
        let bits = |values: &Values| {
            let Values {
                start,
                add,
                factor,
                powers,
            } = values;
            let changing = [start, add, factor].into_iter().flat_map(|own| own.0);
            let all = changing.chain(powers.iter().map(|(_, own)| *own));
            let bits = all.flat_map(|number| [number.re.to_bits(), number.im.to_bits()]);
            bits.collect::<Vec<_>>()
        };
        bits(self) == bits(other)
    }
}

impl Affine {
    /// A polynomial that is linear in the pixel.
    fn of(polynomial: &Polynomial, numbers: &[Vec<Complex64>]) -> Affine {
        let number = |uniform: usize, element: usize| {
            let own = numbers.get(uniform).and_then(|own| own.get(element));
            own.copied().unwrap_or_default()
        };
        let mut parts = [Complex64::ZERO; 3];
        for (monomial, factor) in polynomial.terms() {
            let (mut place, mut product) = (0, factor);
            for (symbol, power) in monomial {
                let own = match symbol.quantity {
                    Quantity::Uniform(uniform) => number(uniform, 0),
                    Quantity::Reciprocal(uniform) => number(uniform, 0).inv(),
                    Quantity::Element(uniform, element) => number(uniform, element),
                    Quantity::Pixel => {
                        place = if symbol.conjugate { 2 } else { 1 };
                        continue;
                    }
                    // These are nowhere but in a round.
                    Quantity::Iterate
                    | Quantity::FoldedReal
                    | Quantity::FoldedImaginary
                    | Quantity::Absolute(_) => continue,
                };
                let own = if symbol.conjugate { own.conj() } else { own };
                product *= own.powu(*power);
            }
            parts[place] += product;
        }
        Affine(parts)
    }

    fn at(self, place: &Point, bits: usize) -> Point {
        let [constant, own, conjugate] = self.0.map(|part| Point::of(part, bits));
        let sum = own.times(place).plus(&conjugate.times(&place.conjugate()));
        sum.plus(&constant)
    }

    fn is_finite(self) -> bool {
        self.0.iter().all(|part| part.is_finite())
    }

    /// How it changes from pixel to pixel, by rows, and from a place to one that is so far away.
    fn change(self, steps: [Complex64; 2], away: Complex64) -> Change {
        let Affine([_, own, conjugate]) = self;
        let [x, y, rest] = [steps[0], steps[1], away].map(|by| own * by + conjugate * by.conj());
        scaled([x.re, y.re, x.im, y.im, rest.re, rest.im])
    }
}

impl OrbitFrame {
    /// The distance of neighbouring pixels.
    fn spacing(&self) -> f64 {
        let steps = self.steps.iter().map(|step| step.norm());
        steps.fold(f64::MAX, f64::min)
    }

    /// The bits that tell pixels apart.
    fn bits(&self) -> usize {
        let [x, y] = self.centre.each_ref().map(nearest);
        let size = x.hypot(y).max(1.0) / self.spacing();
        // `as` saturates.
        size.max(self.size()).log2().clamp(0.0, 4096.0) as usize
    }

    /// How large what the iteration begins with is, in parts of the distance of pixels there.
    fn size(&self) -> f64 {
        let [x, y] = self.centre.each_ref().map(nearest);
        let pixel = Complex64::new(x, y);
        let Values {
            start, add, factor, ..
        } = &self.values;
        let sizes = [start, add, factor].map(|of| {
            let Affine([constant, own, conjugate]) = *of;
            let at = constant + own * pixel + conjugate * pixel.conj();
            let distance = (own.norm() + conjugate.norm()) * self.spacing();
            if distance > 0.0 {
                at.norm() / distance
            } else {
                0.0
            }
        });
        sizes.into_iter().fold(0.0, f64::max)
    }

    /// The critical points of an iteration, and its polynomial unless that is a power.
    fn criticals(
        &self,
        iteration: &PolynomialIteration,
        bits: usize,
        failure: &mut Option<String>,
    ) -> (Critical, Vec<Point>) {
        let mut polynomial = Vec::new();
        let mut found = Critical {
            points: vec![Point::of(Complex64::ZERO, bits)],
            coefficients: Vec::new(),
        };
        if !iteration.is_power() {
            let mut dense = vec![Complex64::ZERO; iteration.degree() as usize + 1];
            for (power, own) in &self.values.powers {
                dense[*power as usize] = *own;
            }
            match critical(&dense, bits) {
                Ok(critical) => found = critical,
                Err(reason) => *failure = Some(reason.to_owned()),
            }
            polynomial = dense.iter().map(|own| Point::of(*own, bits)).collect();
        }
        // They are those of Q, and z comes to it conjugated.
        if iteration.before.conjugate {
            found.points = found.points.iter().map(Point::conjugate).collect();
        }
        (found, polynomial)
    }

    fn reference(&self, iteration: &PolynomialIteration, enough: &dyn Fn() -> bool) -> Reference {
        let bits = self.bits() + MORE_BITS + SPARE_BITS;
        let centre = Point([0, 1].map(|axis: usize| with_bits(self.centre[axis].clone(), bits)));
        let Values {
            start,
            add,
            factor,
            powers,
        } = &self.values;
        let mut failure = (self.bits() + LEAST_BITS > BITS).then(|| {
            format!(
                "the middle of the view is known to {BITS} bits, and this view is too narrow for that"
            )
        });
        let (found, polynomial) = self.criticals(iteration, bits, &mut failure);
        let first = start.at(&centre, bits);
        let of_all = factor.at(&centre, bits);
        let one = Point::of(Complex64::ONE, bits);
        let is_finite = [start, add, factor].iter().all(|of| of.is_finite())
            && of_all.nearest().norm() < LARGEST;
        let own = found.points.iter().position(|point| *point == first);
        let orbits = found.points.len() + usize::from(own.is_none());
        let most = OrbitPoint::MOST / orbits;
        let run = Run {
            iteration,
            factor: (of_all != one).then(|| of_all.clone()),
            add: add.at(&centre, bits),
            is_finite,
            polynomial,
            criticals: &found.points,
            most: self.rounds.unwrap_or(most).saturating_add(2).clamp(2, most),
            enough,
        };
        let mut points = Vec::new();
        let mut is_cut = false;
        let mut add_orbit = |first: &Point| {
            let begin = points.len() as u32;
            let (orbit, end) = run.points(first.clone());
            let rounds = orbit.len() - 1;
            points.extend(orbit);
            is_cut |= end == End::Most;
            let is_short = self.rounds.is_none_or(|wanted| rounds < wanted);
            let why = end.failure(rounds, is_short);
            if failure.is_none() {
                failure = why;
            }
            begin
        };
        let mut criticals = vec![([0.0; 2], 0); found.points.len()];
        if own.is_none() {
            add_orbit(&first);
        }
        // The orbit of the place comes first.
        let mut order: Vec<usize> = (0..found.points.len()).collect();
        order.sort_by_key(|place| Some(*place) != own);
        for place in order {
            let point = &found.points[place];
            let near = point.nearest();
            criticals[place] = ([near.re as f32, near.im as f32], add_orbit(point));
        }
        if !is_finite {
            failure = Some("a value of the iteration is not finite".to_owned());
        }
        let leading = powers.last().map_or(Complex64::ONE, |(_, own)| *own);
        let factor = match iteration.degree() {
            2 => of_all.nearest() * leading,
            _ => of_all.nearest(),
        };
        let parts = |number: &Complex64| [number.re as f32, number.im as f32];
        let coefficients = found.coefficients.iter();
        Reference {
            centre: Arc::clone(&self.centre),
            values: self.values.clone(),
            bits,
            rounds: self.rounds.filter(|_| is_cut),
            factor: parts(&factor),
            criticals,
            coefficients: match iteration.degree() {
                2 => Vec::new(),
                _ => coefficients
                    .map(|own| own.iter().map(parts).collect())
                    .collect(),
            },
            points: Arc::new(OrbitPoint::bytes(&points)),
            failure,
        }
    }
}

impl Reference {
    /// From its place to another.
    fn away(&self, place: &OrbitFrame) -> Complex64 {
        if Arc::ptr_eq(&self.centre, &place.centre) {
            return Complex64::ZERO;
        }
        let [x, y] = [0, 1].map(|axis: usize| nearest(&(&place.centre[axis] - &self.centre[axis])));
        Complex64::new(x, y)
    }

    fn reach(&self, place: &OrbitFrame) -> Reach {
        let is_short = match (self.rounds, place.rounds) {
            (Some(own), Some(wanted)) => own < wanted,
            _ => false,
        };
        let screen = 2.0 * place.middle[0].max(place.middle[1]) * place.spacing();
        let away = self.away(place).norm();
        let behind = self.bits.saturating_sub(place.bits());
        if is_short
            || !self.values.are(&place.values)
            || behind < LEAST_BITS
            || away > REACH * screen
        {
            Reach::Out
        } else if away > screen || behind < MORE_BITS {
            Reach::Far
        } else {
            Reach::Near
        }
    }

    /// What the shader is told of a frame.
    pub(crate) fn head(&self, place: &OrbitFrame) -> OrbitHead {
        let away = self.away(place);
        let Values {
            start, add, factor, ..
        } = &self.values;
        let change = |of: &Affine| of.change(place.steps, away);
        OrbitHead {
            start: change(start),
            add: change(add),
            factor_change: change(factor),
            factor: self.factor,
            middle: place.middle.map(|middle| middle as f32),
            criticals: self.criticals.clone(),
            coefficients: self.coefficients.clone(),
        }
    }
}

/// Numbers with the exponent of the largest.
fn scaled<const N: usize>(numbers: [f64; N]) -> Scaled<N> {
    let most = numbers
        .iter()
        .fold(0.0, |most: f64, number| most.max(number.abs()));
    let is_plain = most == 0.0 || (1e-6..=LARGEST).contains(&most) || !most.is_finite();
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
