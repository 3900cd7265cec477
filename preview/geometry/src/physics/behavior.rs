//! Behaviors: what acts on masses.

/// Something that acts on masses.
#[derive(Clone, Debug)]
pub(super) enum Behavior {
    /// The friction of a mass, by its index.
    Mass(usize),
    /// A sun, by its index.
    Sun(usize),
    /// The point at the place `tip` shows the velocity of the mass at the place `base`.
    Velocity {
        mass: usize,
        base: usize,
        tip: usize,
    },
    /// All masses fall from the first place to the second.
    Gravity { ends: [usize; 2], strength: f64 },
    /// A spring, by its index.
    Spring(usize),
    /// Masses bounce off the line between two places.
    Bouncer(Bouncer),
    /// Acts on all masses.
    Environment(Environment),
}

/// A place that attracts all masses.
#[derive(Clone, Debug)]
pub(super) struct Sun {
    pub(super) place: usize,
    pub(super) mass: f64,
}

/// A segment that pulls its ends together, or pushes them apart.
#[derive(Clone, Debug)]
pub(super) struct Spring {
    pub(super) ends: [End; 2],
    pub(super) strength: f64,
    pub(super) kind: SpringKind,
    /// The length when the animation began.
    pub(super) rest_length: f64,
    /// The length beyond that.
    pub(super) excess: f64,
}

/// The kind of a spring: its force by its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpringKind {
    /// The force grows with the extension over the rest length.
    Hooke,
    /// The force grows with the length.
    Rubber,
    /// Both ends attract each other as masses do.
    Newton,
    /// They repel each other as charges do.
    Coulomb,
    /// No force.
    Unknown,
}

/// An end of a spring.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// The index of its place before the step.
    pub(super) place: usize,
    pub(super) body: Option<Body>,
}

/// A mass or a sun at an end of a spring.
#[derive(Clone, Copy, Debug)]
pub(super) enum Body {
    /// A mass, by its index.
    Mass(usize),
    /// A sun, by its index.
    Sun(usize),
}

/// A segment that masses bounce off.
#[derive(Clone, Debug)]
pub(super) struct Bouncer {
    pub(super) ends: [usize; 2],
    /// The places of its ends in the step before.
    pub(super) before: [[f64; 2]; 2],
    /// The shares of the speed that are lost, along it and across it.
    pub(super) damping: [f64; 2],
}

/// The environment: acts on all masses.
#[derive(Clone, Debug)]
pub(super) struct Environment {
    pub(super) gravity: f64,
    pub(super) has_newton: bool,
    pub(super) has_charges: bool,
    /// The exponent of the distance in the force between balls, if masses are balls.
    pub(super) balls: Option<i32>,
}
