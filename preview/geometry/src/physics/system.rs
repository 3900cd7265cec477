//! Masses under forces as numbers alone, and how a step of time moves them: an embedded
//! Runge-Kutta method of orders 4 and 5 with steps that adapt to the error.
//! (Dormand, Prince: *A family of embedded Runge-Kutta formulae*, 1980.)
//!
//! The order of all operations is that of CindyLab, so that the numbers agree in every bit.

use super::behavior::{Behavior, Spring, Sun};

/// Position and velocity, or their derivatives.
pub(super) type State = [f64; 6];

const STAGES: usize = 7;

/// The weights of the stages before in each stage.
const STAGE_WEIGHTS: [&[f64]; STAGES] = [
    &[],
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[
        19372.0 / 6561.0,
        -25360.0 / 2187.0,
        64448.0 / 6561.0,
        -212.0 / 729.0,
    ],
    &[
        9017.0 / 3168.0,
        -355.0 / 33.0,
        46732.0 / 5247.0,
        49.0 / 176.0,
        -5103.0 / 18656.0,
    ],
    FIFTH_ORDER.split_at(6).0,
];

/// The weights of the stages in the result of order 5.
const FIFTH_ORDER: [f64; STAGES] = [
    35.0 / 384.0,
    0.0,
    500.0 / 1113.0,
    125.0 / 192.0,
    -2187.0 / 6784.0,
    11.0 / 84.0,
    0.0,
];

/// The weights of the stages in the result of order 4, which is the one that counts.
const FOURTH_ORDER: [f64; STAGES] = [
    5179.0 / 57600.0,
    0.0,
    7571.0 / 16695.0,
    393.0 / 640.0,
    -92097.0 / 339200.0,
    187.0 / 2100.0,
    1.0 / 40.0,
];

/// The work had to end before the step was done; the masses are where they were before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ended;

/// The exactness of steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Quality {
    /// The error in a unit of time that a step may have.
    pub(super) error_bound: f64,
    /// Steps are not made shorter than that because of their error.
    pub(super) shortest: f64,
    /// The factor by which steps are made shorter.
    pub(super) factor: f64,
}

impl Quality {
    /// The levels of `setsimulationquality`.
    pub(super) const LEVELS: [Quality; 4] = [
        Quality::new(0.01, 0.00001, 2.0),
        Quality::new(0.001, 0.0000001, 2.0),
        Quality::new(0.00001, 0.0000000001, 4.0),
        Quality::new(0.000001, 0.000000000001, 4.0),
    ];

    const fn new(error_bound: f64, shortest: f64, factor: f64) -> Quality {
        Quality {
            error_bound,
            shortest,
            factor,
        }
    }
}

/// A point that forces move.
#[derive(Clone, Debug)]
pub struct Mass {
    /// The resistance to forces.
    pub mass: f64,
    /// The charge.
    pub charge: f64,
    /// The share of its speed that it loses in a unit of time.
    pub friction: f64,
    /// The radius, where masses are balls.
    pub radius: f64,
    /// The horizontal, the vertical speed, and the one out of the plane.
    pub velocity: [f64; 3],
    /// The force on it.
    pub force: [f64; 3],
    /// The index of the place of its point before the step.
    pub(super) place: usize,
    pub(super) is_fixed: bool,
    pub(super) limits_speed: bool,
    pub(super) position: [f64; 3],
    /// Position and velocity before the step.
    pub(super) start: State,
    /// The derivatives in the stages of the step.
    stages: [State; STAGES],
}

impl Mass {
    pub(super) fn new(place: usize) -> Mass {
        Mass {
            place,
            mass: 1.0,
            charge: 0.0,
            friction: 0.0,
            radius: 1.0,
            velocity: [0.0; 3],
            force: [0.0; 3],
            is_fixed: false,
            limits_speed: false,
            position: [0.0; 3],
            start: [0.0; 6],
            stages: [[0.0; 6]; STAGES],
        }
    }

    fn set_state(&mut self, [x, y, z, vx, vy, vz]: State) {
        self.position = [x, y, z];
        self.velocity = [vx, vy, vz];
    }

    /// The start plus the weighted derivatives of the first stages.
    fn proceed(&self, step: f64, weights: &[f64]) -> State {
        let mut state = self.start;
        for (weight, derivative) in weights.iter().zip(&self.stages) {
            for (number, derivative) in state.iter_mut().zip(derivative) {
                *number += weight * derivative * step;
            }
        }
        state
    }

    fn derivative(&self) -> State {
        let [vx, vy, vz] = self.velocity;
        let [ax, ay, az] = self.force.map(|force| force / self.mass);
        [vx, vy, vz, ax, ay, az]
    }
}

/// Masses, and what acts on them.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    pub(super) behaviors: Vec<Behavior>,
    pub(super) masses: Vec<Mass>,
    pub(super) suns: Vec<Sun>,
    pub(super) springs: Vec<Spring>,
    /// The places of the points of behaviors: they stand still in a step.
    pub(super) places: Vec<[f64; 2]>,
    /// The friction of all masses.
    pub(super) friction: f64,
    /// The factor for the forces of all springs.
    pub(super) spring_strength: f64,
    /// The mass that the pointer holds.
    pub(super) held: Option<usize>,
}

impl System {
    /// Moves the masses from where they are: for this time, or for a shorter one if the error
    /// were too large. The time. Each unit of work is announced to `spend`, which says whether the
    /// step may go on.
    pub(super) fn step(
        &mut self,
        time: f64,
        quality: Quality,
        spend: &mut impl FnMut(usize) -> bool,
    ) -> Result<f64, Ended> {
        let mut step = time;
        for mass in &mut self.masses {
            let ([x, y, z], [vx, vy, vz]) = (mass.position, mass.velocity);
            mass.start = [x, y, z, vx, vy, vz];
        }
        loop {
            let error = self.attempt(step, spend).inspect_err(|_| self.go_back())?;
            if !(error > quality.error_bound && step > quality.shortest) {
                break;
            }
            step /= quality.factor;
            self.go_back();
        }
        self.bounce(step);
        let forces = self.add_forces(spend);
        forces.inspect_err(|_| self.go_back())?;
        Ok(step)
    }

    /// The masses are where they were before the step.
    fn go_back(&mut self) {
        for mass in self.masses.iter_mut().filter(|mass| !mass.is_fixed) {
            mass.set_state(mass.start);
        }
    }

    /// Moves the masses for a time. The error in a unit of time.
    fn attempt(&mut self, step: f64, spend: &mut impl FnMut(usize) -> bool) -> Result<f64, Ended> {
        for (stage, weights) in STAGE_WEIGHTS.iter().enumerate() {
            for mass in &mut self.masses {
                if !mass.is_fixed {
                    mass.set_state(mass.proceed(step, weights));
                }
                mass.force = [0.0; 3];
            }
            self.add_forces(spend)?;
            for mass in &mut self.masses {
                mass.stages[stage] = mass.derivative();
            }
        }
        let mut error = 0.0;
        for mass in self.masses.iter_mut().filter(|mass| !mass.is_fixed) {
            let [fifth, fourth] =
                [FIFTH_ORDER, FOURTH_ORDER].map(|weights| mass.proceed(step, &weights));
            let differences = fifth.iter().zip(&fourth);
            let mut squares = differences.map(|(a, b)| (a - b) * (a - b));
            // Each mass is summed up by itself, and the first square is no sum.
            let first = squares.next().unwrap_or_default();
            error += squares.fold(first, |sum, square| sum + square);
            mass.set_state(fourth);
        }
        Ok(error.sqrt() / step)
    }
}
