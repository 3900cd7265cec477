//! Physics (CindyLab): masses, springs and forces that move the points of a construction.
//!
//! The integrator ([`system`]) knows numbers alone. Before each of its steps it takes the places of the
//! points; after it the masses move their points: those on a line stay on it, and dependent elements
//! follow.

mod behavior;
mod forces;
mod logarithm;
mod read;
mod system;

use rustc_hash::FxHashMap;

use crate::algebra::ONE;
use crate::{Construction, ElementId};

use behavior::Behavior;
use forces::distance;
use system::{Quality, System};

pub use system::Mass;

/// The shortest step that a frame is cut into.
const SHORTEST_STEP: f64 = 1e-16;

/// The masses, springs and forces of an applet.
#[derive(Clone, Debug, Default)]
pub struct Physics {
    system: System,
    /// The roles of elements.
    roles: FxHashMap<ElementId, PhysicsRole>,
    /// The elements of the masses and of the springs.
    masses: Vec<ElementId>,
    springs: Vec<ElementId>,
    /// The elements of the places of the system.
    places: Vec<ElementId>,
    quality: Quality,
    accuracy: f64,
    is_active: bool,
}

/// The role of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhysicsRole {
    /// A mass, by its index.
    Mass(usize),
    /// A sun, by its index.
    Sun(usize),
    /// A spring, by its index.
    Spring(usize),
    /// Masses bounce off it.
    Bouncer,
    /// Something else.
    Other,
}

/// The velocities of all masses.
#[derive(Clone, Debug, Default)]
pub struct Velocities(Vec<[f64; 3]>);

impl Physics {
    /// True if the page has behaviors: then each frame has steps, even if nothing moves.
    pub fn is_active(&self) -> bool {
        self.is_active
    }

    /// The number of steps in a frame; not always whole.
    pub fn accuracy(&self) -> f64 {
        self.accuracy
    }

    /// Sets how exact steps are: a level from 0 to 3. Others change nothing.
    pub fn set_quality(&mut self, level: f64) {
        let mut levels = (0..).zip(Quality::LEVELS);
        if let Some((_, quality)) = levels.find(|(known, _)| f64::from(*known) == level) {
            self.quality = quality;
        }
    }

    /// The role of an element.
    pub fn role(&self, element: ElementId) -> Option<PhysicsRole> {
        self.roles.get(&element).copied()
    }

    /// The elements that are masses, in the order of the page.
    pub fn masses(&self) -> &[ElementId] {
        &self.masses
    }

    /// The elements that are springs, in the order of the page.
    pub fn springs(&self) -> &[ElementId] {
        &self.springs
    }

    /// The mass that an element is.
    pub fn mass(&self, element: ElementId) -> Option<&Mass> {
        match self.role(element)? {
            PhysicsRole::Mass(index) => self.system.masses.get(index),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn mass_mut(&mut self, element: ElementId) -> Option<&mut Mass> {
        match self.role(element)? {
            PhysicsRole::Mass(index) => self.system.masses.get_mut(index),
            _ => None,
        }
    }

    /// The mass of an element that is a sun, to be changed.
    pub fn sun_mut(&mut self, element: ElementId) -> Option<&mut f64> {
        match self.role(element)? {
            PhysicsRole::Sun(index) => Some(&mut self.system.suns.get_mut(index)?.mass),
            _ => None,
        }
    }

    /// The length of a spring beyond its length at rest.
    pub fn excess(&self, element: ElementId) -> Option<f64> {
        match self.role(element)? {
            PhysicsRole::Spring(index) => Some(self.system.springs.get(index)?.excess),
            _ => None,
        }
    }

    /// The velocities, to be restored.
    pub fn save(&self) -> Velocities {
        let masses = self.system.masses.iter();
        Velocities(masses.map(|mass| mass.velocity).collect())
    }

    /// Gives the masses the velocities of before; no force is on them.
    pub fn restore(&mut self, velocities: &Velocities) {
        for (mass, velocity) in self.system.masses.iter_mut().zip(&velocities.0) {
            mass.velocity = *velocity;
            mass.force = [0.0; 3];
        }
    }

    /// Begins or goes on to play: springs are at rest as they are now, and segments that show
    /// velocities set them.
    pub fn start(&mut self, construction: &Construction) {
        self.read_places(construction);
        let System {
            behaviors,
            masses,
            springs,
            places,
            ..
        } = &mut self.system;
        for mass in masses.iter_mut() {
            mass.force = [0.0; 3];
        }
        for behavior in behaviors {
            match behavior {
                Behavior::Spring(index) => {
                    let spring = &mut springs[*index];
                    let [a, b] = spring.ends.map(|end| places[end.place]);
                    spring.rest_length = distance(a, b);
                    spring.excess = 0.0;
                }
                Behavior::Bouncer(bouncer) => {
                    let [a, b] = bouncer.ends.map(|end| places[end]);
                    // The first crossing is seen a little beyond the ends.
                    let beyond = |a: [f64; 2], b: [f64; 2]| {
                        [0, 1].map(|axis| a[axis] * 1.01 - b[axis] * 0.01)
                    };
                    bouncer.before = [beyond(a, b), beyond(b, a)];
                }
                Behavior::Velocity { mass, base, tip } => {
                    let [base, tip] = [*base, *tip].map(|end| places[end]);
                    masses[*mass].velocity = [tip[0] - base[0], tip[1] - base[1], 0.0];
                }
                _ => {}
            }
        }
    }

    /// Lets time pass: moves the points of the masses, except the element that the pointer holds.
    /// False if `spend`, to which all work is announced, has ended it before that.
    pub fn advance(
        &mut self,
        construction: &mut Construction,
        time: f64,
        held: Option<ElementId>,
        mut spend: impl FnMut(usize) -> bool,
    ) -> bool {
        self.system.held = held.and_then(|held| match self.role(held)? {
            PhysicsRole::Mass(index) => Some(index),
            _ => None,
        });
        let mut step = time;
        let mut passed = 0.0;
        let is_left = |passed: f64| match time > 0.0 {
            true => passed < time * 0.999,
            false => time < 0.0 && passed > time * 0.999,
        };
        while is_left(passed) {
            self.read_places(construction);
            self.read_masses();
            let Ok(taken) = self.system.step(step, self.quality, &mut spend) else {
                return false;
            };
            passed += taken;
            step = (taken * 2.0).min(time - passed).max(SHORTEST_STEP);
            if !self.move_points(construction, held, &mut spend) {
                return false;
            }
        }
        true
    }

    fn read_places(&mut self, construction: &Construction) {
        for (place, element) in self.system.places.iter_mut().zip(&self.places) {
            // Removed masses stay where they were.
            let element = construction.get(*element);
            if let Some([x, y]) = element.and_then(|element| element.value.affine()) {
                *place = [x.re, y.re];
            }
        }
    }

    fn read_masses(&mut self) {
        let System { masses, places, .. } = &mut self.system;
        for mass in masses {
            let [x, y] = places[mass.place];
            mass.position = [x, y, 0.0];
        }
    }

    /// Moves the points to where masses and velocities are.
    fn move_points(
        &self,
        construction: &mut Construction,
        held: Option<ElementId>,
        spend: &mut impl FnMut(usize) -> bool,
    ) -> bool {
        for behavior in &self.system.behaviors {
            let (element, [x, y]) = match *behavior {
                Behavior::Mass(index) => {
                    let [x, y, _] = self.system.masses[index].position;
                    (self.masses[index], [x, y])
                }
                Behavior::Velocity { mass, base, tip } => {
                    let base = construction.get(self.places[base]);
                    let Some([x, y]) = base.and_then(|base| base.value.affine()) else {
                        continue;
                    };
                    let [vx, vy, _] = self.system.masses[mass].velocity;
                    (self.places[tip], [x.re + vx, y.re + vy])
                }
                _ => continue,
            };
            if !spend(construction.len()) {
                return false;
            }
            if held != Some(element) {
                construction.set_homogeneous(element, [x.into(), y.into(), ONE]);
            }
        }
        true
    }
}
