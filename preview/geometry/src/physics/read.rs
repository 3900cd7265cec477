//! From the `behavior` of a page to its physics.

use cindyscript_applet::{self as page, Applet};
use rustc_hash::FxHashMap;

use super::behavior::{Behavior, Body, Bouncer, End, Environment, Spring, SpringKind, Sun};
use super::system::{Mass, Quality, System};
use super::{Physics, PhysicsRole};
use crate::{Construction, ElementId, ElementKind};

/// The number of steps in a frame, if the page does not say.
const ACCURACY: f64 = 10.0;

impl Physics {
    /// The physics of an applet. What refers to elements that do not fit is left out.
    pub fn of(applet: &Applet, construction: &Construction) -> Physics {
        let entries: Vec<page::Behavior> = applet.behaviors().collect();
        let mut reader = Reader {
            construction,
            physics: Physics {
                system: System {
                    spring_strength: 1.0,
                    ..System::default()
                },
                quality: Quality::LEVELS[1],
                accuracy: applet.animation.accuracy.unwrap_or(ACCURACY),
                is_active: !entries.is_empty(),
                ..Physics::default()
            },
            places: FxHashMap::default(),
        };
        let kinds = || {
            entries
                .iter()
                .map(|entry| (entry, entry.kind().map(|kind| kind.name)))
        };
        // Elements come before those that refer to them.
        for (entry, _) in kinds().filter(|(_, kind)| *kind == Some("Environment")) {
            reader.read_environment(entry);
        }
        for (entry, kind) in kinds() {
            reader.give_role(entry, kind);
        }
        for (entry, kind) in kinds() {
            let behavior = kind.and_then(|kind| reader.behavior(entry, kind));
            reader.physics.system.behaviors.extend(behavior);
        }
        reader.physics.read_places(construction);
        reader.physics
    }
}

struct Reader<'a> {
    construction: &'a Construction,
    physics: Physics,
    /// The indices of places, by their elements.
    places: FxHashMap<ElementId, usize>,
}

impl Reader<'_> {
    /// The last environment counts for masses and springs.
    fn read_environment(&mut self, entry: &page::Behavior) {
        let physics = &mut self.physics;
        physics.system.friction = entry.number("friction");
        physics.system.spring_strength = entry.number("springstrength");
        physics.accuracy = entry.written("accuracy").unwrap_or(physics.accuracy);
    }

    /// Makes masses, suns and springs. Of several behaviors of an element the last counts.
    fn give_role(&mut self, entry: &page::Behavior, kind: Option<&str>) {
        let Some(element) = self.element(entry, 0) else {
            return;
        };
        let is_point = self.is_point(element);
        let role = match kind {
            Some("Mass") if is_point => {
                let mass = self.mass(entry, element);
                self.physics.system.masses.push(mass);
                self.physics.masses.push(element);
                PhysicsRole::Mass(self.physics.masses.len() - 1)
            }
            Some("Sun") if is_point => {
                let place = self.place(element);
                let mass = entry.number("mass");
                self.physics.system.suns.push(Sun { place, mass });
                PhysicsRole::Sun(self.physics.system.suns.len() - 1)
            }
            Some("Spring") if self.ends(element).is_some() => {
                self.physics.springs.push(element);
                PhysicsRole::Spring(self.physics.springs.len() - 1)
            }
            Some("Bouncer") => PhysicsRole::Bouncer,
            _ => PhysicsRole::Other,
        };
        self.physics.roles.insert(element, role);
    }

    fn mass(&mut self, entry: &page::Behavior, element: ElementId) -> Mass {
        let mut mass = Mass::new(self.place(element));
        let numbers = [
            ("mass", &mut mass.mass),
            ("charge", &mut mass.charge),
            ("friction", &mut mass.friction),
            ("radius", &mut mass.radius),
        ];
        for (name, number) in numbers {
            *number = entry.number(name);
        }
        mass.velocity = ["vx", "vy", "vz"].map(|name| entry.number(name));
        mass.is_fixed = entry.flag("fixed");
        mass.limits_speed = entry.flag("limitSpeed");
        mass
    }

    /// The forces, once all roles are given.
    fn behavior(&mut self, entry: &page::Behavior, kind: &str) -> Option<Behavior> {
        if kind == "Environment" {
            return Some(Behavior::Environment(environment(entry)));
        }
        let element = self.element(entry, 0)?;
        let role = self.physics.role(element)?;
        Some(match (kind, role) {
            ("Mass", PhysicsRole::Mass(index)) => Behavior::Mass(index),
            ("Sun", PhysicsRole::Sun(index)) => Behavior::Sun(index),
            ("Spring", _) => {
                let spring = self.spring(entry, element)?;
                self.physics.system.springs.push(spring);
                Behavior::Spring(self.physics.system.springs.len() - 1)
            }
            ("Bouncer", PhysicsRole::Bouncer) => {
                let ends = self.ends(element)?.map(|end| self.place(end));
                let damping = ["xdamp", "ydamp"].map(|name| entry.number(name));
                Behavior::Bouncer(Bouncer {
                    ends,
                    before: [[0.0; 2]; 2],
                    damping,
                })
            }
            ("Gravity", _) => Behavior::Gravity {
                ends: self.ends(element)?.map(|end| self.place(end)),
                strength: entry.number("strength"),
            },
            ("Velocity", _) => {
                let [base, tip] = [self.element(entry, 1)?, self.element(entry, 2)?];
                let Some(PhysicsRole::Mass(mass)) = self.physics.role(base) else {
                    return None;
                };
                Behavior::Velocity {
                    mass,
                    base: self.place(base),
                    tip: self.is_point(tip).then(|| self.place(tip))?,
                }
            }
            _ => return None,
        })
    }

    fn spring(&mut self, entry: &page::Behavior, element: ElementId) -> Option<Spring> {
        let ends = self.ends(element)?.map(|end| End {
            place: self.place(end),
            body: match self.physics.role(end) {
                Some(PhysicsRole::Mass(index)) => Some(Body::Mass(index)),
                Some(PhysicsRole::Sun(index)) => Some(Body::Sun(index)),
                _ => None,
            },
        });
        let kind = entry.number("stype");
        let kinds = [
            (0.0, SpringKind::Hooke),
            (1.0, SpringKind::Rubber),
            (2.0, SpringKind::Newton),
            (3.0, SpringKind::Coulomb),
        ];
        let kind = kinds.iter().find(|(number, _)| *number == kind);
        Some(Spring {
            ends,
            strength: entry.number("strength"),
            kind: kind.map_or(SpringKind::Unknown, |(_, kind)| *kind),
            rest_length: 0.0,
            excess: 0.0,
        })
    }

    /// An element that the entry names.
    fn element(&self, entry: &page::Behavior, nth: usize) -> Option<ElementId> {
        let elements = entry.elements();
        self.construction.find(elements.get(nth)?.0)
    }

    fn is_point(&self, element: ElementId) -> bool {
        let element = self.construction.get(element);
        element.is_some_and(|element| element.kind() == ElementKind::Point)
    }

    /// The points that a segment or a line is computed from.
    fn ends(&self, element: ElementId) -> Option<[ElementId; 2]> {
        let ends = self.construction.get(element)?.args.first_chunk()?;
        ends.iter().all(|end| self.is_point(*end)).then_some(*ends)
    }

    /// The index of the place of a point.
    fn place(&mut self, element: ElementId) -> usize {
        let physics = &mut self.physics;
        *self.places.entry(element).or_insert_with(|| {
            physics.places.push(element);
            physics.system.places.push([0.0; 2]);
            physics.places.len() - 1
        })
    }
}

fn environment(entry: &page::Behavior) -> Environment {
    let boost = entry.number("ballInteractionBoosting");
    let exponent = match boost {
        0.0 => 3,
        1.0 => 4,
        _ => 5,
    };
    Environment {
        gravity: entry.number("gravity"),
        has_newton: entry.flag("newton"),
        has_charges: entry.flag("charges"),
        balls: entry.flag("balls").then_some(exponent),
    }
}
