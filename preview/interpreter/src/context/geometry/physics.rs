//! Masses and springs, as scripts see them.

use cindyscript_geometry::{Mass, Physics, PhysicsRole};
use num_complex::Complex64;

use super::{Geometry, Written};
use crate::value::element_id::ElementRef;
use crate::value::{List, Value};
use crate::work;

/// A field of masses.
struct MassField {
    name: &'static str,
    get: fn(&Mass) -> Value,
    /// False if it cannot have the value.
    set: Option<fn(&mut Mass, &Value) -> bool>,
}

static MASS_FIELDS: &[MassField] = &[
    MassField {
        name: "mass",
        get: |mass| mass.mass.into(),
        set: Some(|mass, value| put(&mut mass.mass, value)),
    },
    MassField {
        name: "charge",
        get: |mass| mass.charge.into(),
        set: Some(|mass, value| put(&mut mass.charge, value)),
    },
    MassField {
        name: "friction",
        get: |mass| mass.friction.into(),
        set: Some(|mass, value| put(&mut mass.friction, value)),
    },
    MassField {
        name: "radius",
        get: |mass| mass.radius.into(),
        set: Some(|mass, value| put(&mut mass.radius, value)),
    },
    MassField {
        name: "vx",
        get: |mass| mass.velocity[0].into(),
        set: Some(|mass, value| put(&mut mass.velocity[0], value)),
    },
    MassField {
        name: "vy",
        get: |mass| mass.velocity[1].into(),
        set: Some(|mass, value| put(&mut mass.velocity[1], value)),
    },
    MassField {
        name: "v",
        get: |mass| in_the_plane(mass.velocity),
        set: Some(|mass, value| {
            let Some([vx, vy]) = value.list().and_then(List::vector::<2>) else {
                return false;
            };
            mass.velocity[0] = vx.re;
            mass.velocity[1] = vy.re;
            true
        }),
    },
    MassField {
        name: "fx",
        get: |mass| mass.force[0].into(),
        set: None,
    },
    MassField {
        name: "fy",
        get: |mass| mass.force[1].into(),
        set: None,
    },
    MassField {
        name: "f",
        get: |mass| in_the_plane(mass.force),
        set: None,
    },
];

impl Geometry {
    pub(crate) fn physics(&self) -> &Physics {
        &self.physics
    }

    pub(crate) fn physics_mut(&mut self) -> &mut Physics {
        &mut self.physics
    }

    /// All masses, in the order of the page.
    pub(crate) fn masses(&self) -> impl Iterator<Item = ElementRef> {
        let masses = self.physics.masses().iter();
        masses.filter_map(|id| self.handle(*id))
    }

    /// All springs, in the order of the page.
    pub(crate) fn springs(&self) -> impl Iterator<Item = ElementRef> {
        let springs = self.physics.springs().iter();
        springs.filter_map(|id| self.handle(*id))
    }

    /// The role of an element in the physics.
    pub(crate) fn role(&self, id: ElementRef) -> Option<PhysicsRole> {
        self.physics.role(id.id)
    }

    /// The animation begins or goes on.
    pub(crate) fn start_physics(&mut self) {
        self.physics.start(&self.construction);
    }

    /// Lets time pass for the masses. False if the run has to end before that.
    pub(crate) fn advance(&mut self, time: f64, held: Option<ElementRef>) -> bool {
        let held = held.map(|held| held.id);
        let construction = std::sync::Arc::make_mut(&mut self.construction);
        self.physics.advance(construction, time, held, work::spend)
    }

    /// The value of a field that the physics gives an element.
    pub(super) fn physics_field(&self, id: ElementRef, name: &str) -> Option<Value> {
        if name == "ldiff" {
            return self.physics.excess(id.id).map(Value::from);
        }
        let field = mass_field(name)?;
        Some((field.get)(self.physics.mass(id.id)?))
    }

    /// Writes a field that the physics gives an element; none if it gives it no such field.
    pub(super) fn set_physics_field(
        &mut self,
        id: ElementRef,
        name: &str,
        value: &Value,
    ) -> Option<Written> {
        let written = |is_done| {
            if is_done {
                Written::Done
            } else {
                Written::Unfit
            }
        };
        if let Some(sun) = self.physics.sun_mut(id.id) {
            return (name == "mass").then(|| written(put(sun, value)));
        }
        let set = mass_field(name)?.set?;
        Some(written(set(self.physics.mass_mut(id.id)?, value)))
    }
}

fn mass_field(name: &str) -> Option<&'static MassField> {
    MASS_FIELDS.iter().find(|field| field.name == name)
}

/// Only the real part of a number counts.
fn put(target: &mut f64, value: &Value) -> bool {
    match value.number() {
        Some(Complex64 { re, .. }) => {
            *target = re;
            true
        }
        None => false,
    }
}

fn in_the_plane([x, y, _]: [f64; 3]) -> Value {
    [x, y].into()
}
