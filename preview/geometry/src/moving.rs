//! Moving an element, and with it all that depends on it.

use std::sync::Arc;

use num_complex::Complex64 as C;

use crate::algebra::{ONE, all_finite};
use crate::inputs::Inputs;
use crate::{Construction, Matrix, Vector};

/// The elements that move with another one.
#[derive(Clone, Debug)]
pub(crate) struct Dependents {
    /// The number of elements of the construction when these were found; with more, there may be others.
    pub(crate) count: usize,
    /// Their places, in order.
    pub(crate) indices: Arc<[usize]>,
}

/// Where an element shall be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ElementMove {
    /// The mouse holds it here.
    Mouse([f64; 2]),
    /// These homogeneous coordinates, of a point or a line; what is bound to something goes as near
    /// as it can.
    Homogeneous(Vector),
    /// The direction of a line through a point.
    Direction(Vector),
    /// The radius of a circle.
    Radius(C),
    /// The matrix of a conic.
    Matrix(Matrix),
}

impl ElementMove {
    /// Homogeneous coordinates, from the mouse or a script.
    pub(crate) fn homogeneous(self) -> Option<Vector> {
        match self {
            ElementMove::Mouse([x, y]) => Some([x.into(), y.into(), ONE]),
            ElementMove::Homogeneous(vector) => Some(vector),
            _ => None,
        }
    }
}

/// A grid that attracts points which the mouse moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// The distance of its lines.
    pub grid: f64,
    /// How near a point must come, in each coordinate.
    pub distance: f64,
}

impl Snap {
    /// The point of the grid that attracts a point, if any does.
    pub(crate) fn attract(self, [x, y, _]: [f64; 3]) -> Option<[f64; 2]> {
        let nearest = [x, y].map(|x| (x / self.grid).round() * self.grid);
        let is_near = |x: f64, nearest: f64| (x - nearest).abs() < self.distance;
        (is_near(x, nearest[0]) && is_near(y, nearest[1])).then_some(nearest)
    }
}

/// The complex numbers that say where a movable element is; those behind its number are zero.
pub(crate) type Parameters = [C; 6];

/// How elements of a type are moved.
pub(crate) struct Mover {
    /// How many numbers say where it is: the first of its state.
    pub(crate) parameters: usize,
    /// Whether the mouse can, and not only scripts.
    pub(crate) by_mouse: bool,
    /// The numbers for a place; none if the input does not fit.
    pub(crate) target: fn(&Inputs, &Situation, ElementMove) -> Option<Parameters>,
    /// The numbers on the way.
    pub(crate) path: fn(Progress, Parameters, Parameters) -> Parameters,
}

/// Where the element is before it moves.
pub(crate) struct Situation<'a> {
    pub(crate) state: &'a [C],
    pub(crate) snap: Option<Snap>,
}

/// How far a movement has come.
#[derive(Clone, Copy)]
pub(crate) struct Progress {
    /// From -1 to 1.
    pub(crate) real: f64,
    /// From 0 to 1 on the upper half of a circle in the complex plane.
    pub(crate) complex: C,
}

impl Progress {
    /// The half circle has a rational parametrization.
    fn new(real: f64) -> Progress {
        Progress {
            real,
            complex: half_circle(real, 1.0, 0.5),
        }
    }
}

/// The place at `t`, from -1 to 1, on the upper half of a circle.
pub(crate) fn half_circle(t: f64, diameter: f64, center: f64) -> C {
    let square = t * t;
    let step = 0.5 * diameter / (1.0 + square);
    C::new(2.0 * t * step + center, (1.0 - square) * step)
}

/// From one place to the other on a complex line.
pub(crate) fn straight(progress: Progress, from: Parameters, to: Parameters) -> Parameters {
    std::array::from_fn(|i| from[i] + progress.complex * (to[i] - from[i]))
}

/// The parameters of a vector.
pub(crate) fn parameters<const N: usize>(numbers: [C; N]) -> Parameters {
    let mut parameters = [C::ZERO; 6];
    for (parameter, number) in parameters.iter_mut().zip(numbers) {
        *parameter = number;
    }
    parameters
}

/// The first step: with the growth below, a movement takes two if no step must be smaller.
const FIRST_STEP: f64 = 0.9;

/// How much larger each step is than the one before.
const GROWTH: f64 = 1.25;

/// How often a movement refines before it goes on blindly.
const MOST_REFINEMENTS: usize = 300;

impl Construction {
    /// Moves an element, and recomputes all that depends on it. False if it cannot be moved so.
    pub(crate) fn trace(&mut self, index: usize, input: ElementMove) -> bool {
        let Some(element) = self.elements.get(index) else {
            return false;
        };
        let (id, state) = (element.id, element.state);
        let Some(mover) = element.operation.mover else {
            return false;
        };
        self.state.is_settled = false;
        if self.last_mover == Some(id) {
            self.state.current.copy_from_slice(&self.state.good);
            self.failed = false;
        } else {
            self.last_mover = Some(id);
            self.continue_from_here();
        }
        let range = state..state + self.elements[index].operation.state;
        let situation = Situation {
            state: &self.state.current[range],
            snap: self.snap,
        };
        let Some(to) = (mover.target)(&self.inputs(index), &situation, input) else {
            return false;
        };
        let mut from = [C::ZERO; 6];
        from[..mover.parameters].copy_from_slice(&situation.state[..mover.parameters]);
        if !all_finite(&from) {
            // From nowhere there is no way to anywhere.
            from = to;
        }
        self.state.next.copy_from_slice(&self.state.current);
        let dependents = self.dependents(index);
        self.walk(index, &dependents, |progress| {
            (mover.path)(progress, from, to)
        });
        for &dependent in dependents.iter() {
            self.update_showing(dependent);
        }
        if !self.failed {
            self.continue_from_here();
        }
        true
    }

    /// Takes steps along a path, smaller ones where values cannot be told apart.
    fn walk(&mut self, index: usize, dependents: &[usize], path: impl Fn(Progress) -> Parameters) {
        let mut refinements = 0;
        let mut last = -1.0;
        let mut step = FIRST_STEP;
        let mut t: f64 = last + step;
        while last < 1.0 {
            let can_refine = last + 0.5 * step > last && refinements < MOST_REFINEMENTS;
            if self.step(index, dependents, path(Progress::new(t)), can_refine) {
                last = t;
                step *= GROWTH;
                t = (t + step).min(1.0);
                if t <= last {
                    // The step is lost in rounding: what is left is one step, or nothing.
                    t = 1.0;
                }
            } else {
                refinements += 1;
                step *= 0.5;
                t = last + step;
            }
        }
    }

    /// One step; false if it is too large.
    fn step(
        &mut self,
        index: usize,
        dependents: &[usize],
        parameters: Parameters,
        can_refine: bool,
    ) -> bool {
        let element = &self.elements[index];
        let count = element.operation.mover.map_or(0, |mover| mover.parameters);
        self.state.current[element.state..element.state + count]
            .copy_from_slice(&parameters[..count]);
        if self.update(index, true, can_refine).is_err() {
            return false;
        }
        for &dependent in dependents {
            if self.update(dependent, false, can_refine).is_err() {
                return false;
            }
        }
        std::mem::swap(&mut self.state.current, &mut self.state.next);
        true
    }

    /// What is now is good, even if it was not told apart for certain.
    pub fn continue_from_here(&mut self) {
        self.failed = false;
        self.state.good.copy_from_slice(&self.state.current);
        for number in &mut self.state.good {
            *number = rounded(*number);
        }
    }

    /// All that move when an element moves, in order.
    fn dependents(&mut self, index: usize) -> Arc<[usize]> {
        let count = self.elements.len();
        if let Some(dependents) = &self.elements[index].dependents
            && dependents.count == count
        {
            return dependents.indices.clone();
        }
        let mut moves = vec![false; self.elements.len()];
        moves[index] = true;
        let mut dependents = Vec::new();
        for (other, element) in self.elements.iter().enumerate().skip(index + 1) {
            if element.inputs.iter().any(|&input| moves[input]) {
                moves[other] = true;
                dependents.push(other);
            }
        }
        let indices: Arc<[usize]> = dependents.into();
        self.elements[index].dependents = Some(Dependents {
            count,
            indices: indices.clone(),
        });
        indices
    }
}

/// A number without the imaginary part that rounding has left: such errors shall not add up.
pub(crate) fn rounded(number: C) -> C {
    match number.re.abs() > number.im.abs() * 1e12 {
        true => C::new(number.re, 0.0),
        false => number,
    }
}
