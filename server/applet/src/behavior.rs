//! The entries of `behavior`: masses, springs and forces of CindyLab, and the table of their types.

use text_size::TextRange;

use crate::Constant;

/// A type of behaviors.
#[derive(Debug)]
pub struct BehaviorType {
    /// The name in `type`.
    pub name: &'static str,
    /// The effect, in a few words.
    pub meaning: &'static str,
    /// The properties that it has besides `type` and `geo`.
    pub properties: &'static [BehaviorProperty],
}

/// A property of a behavior.
#[derive(Debug)]
pub struct BehaviorProperty {
    /// The name.
    pub name: &'static str,
    /// The number if the page does not say; of a flag, 0 is false.
    pub default: f64,
    /// The meaning, in a few words.
    pub meaning: &'static str,
}

const fn property(name: &'static str, default: f64, meaning: &'static str) -> BehaviorProperty {
    BehaviorProperty {
        name,
        default,
        meaning,
    }
}

/// All types of behaviors, in the order of CindyLab's sources.
pub static BEHAVIOR_TYPES: &[BehaviorType] = &[
    BehaviorType {
        name: "Mass",
        meaning: "a point that forces move",
        properties: &[
            property("mass", 1.0, "how much it resists forces"),
            property(
                "charge",
                0.0,
                "its charge, for `charges` of the environment",
            ),
            property(
                "friction",
                0.0,
                "the share of its speed that it loses in a unit of time",
            ),
            property("radius", 1.0, "its radius, for `balls` of the environment"),
            property("vx", 0.0, "its horizontal speed at the beginning"),
            property("vy", 0.0, "its vertical speed at the beginning"),
            property("vz", 0.0, "its speed out of the plane at the beginning"),
            property("fixed", 0.0, "whether it is fixed in place"),
            property(
                "limitSpeed",
                0.0,
                "whether friction grows where it is faster than 0.1",
            ),
        ],
    },
    BehaviorType {
        name: "Sun",
        meaning: "a point that attracts all masses and stays where it is",
        properties: &[property("mass", 10.0, "how much it attracts")],
    },
    BehaviorType {
        name: "Velocity",
        meaning: "a segment that shows the speed of a mass, and sets it before the animation starts",
        properties: &[],
    },
    BehaviorType {
        name: "Gravity",
        meaning: "a segment in whose direction all masses fall",
        properties: &[property(
            "strength",
            1.0,
            "the force for each unit of its length",
        )],
    },
    BehaviorType {
        name: "Spring",
        meaning: "a segment that pulls its ends together",
        properties: &[
            property("strength", 1.0, "the force for each unit of its length"),
            property(
                "stype",
                1.0,
                "0: a spring with its length at the start, 1: a rubber band, 2: attraction of masses, 3: repulsion",
            ),
        ],
    },
    BehaviorType {
        name: "Bouncer",
        meaning: "a segment that masses bounce off",
        properties: &[
            property(
                "xdamp",
                0.0,
                "the share of the speed along it that is lost in a bounce",
            ),
            property(
                "ydamp",
                0.0,
                "the share of the speed across it that is lost in a bounce",
            ),
        ],
    },
    BehaviorType {
        name: "Environment",
        meaning: "what acts on all masses",
        properties: &[
            property("gravity", 0.0, "the force downwards for each unit of mass"),
            property(
                "friction",
                0.0,
                "the share of its speed that a mass loses in a unit of time",
            ),
            property(
                "springstrength",
                1.0,
                "the factor for the forces of all springs",
            ),
            property("charges", 0.0, "whether charges repel each other"),
            property("newton", 0.0, "whether masses attract each other"),
            property(
                "balls",
                0.0,
                "whether masses bounce off each other, by their `radius`",
            ),
            property(
                "ballInteractionBoosting",
                1.0,
                "how strongly balls repel each other: 0, 1 or 2",
            ),
            property("accuracy", 10.0, "the number of steps per frame"),
            property("deltat", 0.3, "the speed of the animation, 0.6 for speed 1"),
        ],
    },
];

impl BehaviorType {
    /// The type of that name.
    pub fn find(name: &str) -> Option<&'static BehaviorType> {
        BEHAVIOR_TYPES.iter().find(|one| one.name == name)
    }

    /// The property of that name.
    pub fn property(&self, name: &str) -> Option<&'static BehaviorProperty> {
        self.properties.iter().find(|one| one.name == name)
    }
}

/// An entry of `behavior`.
#[derive(Debug, Clone, Copy)]
pub struct Behavior<'a> {
    /// The object with `type` and the properties.
    pub object: &'a Constant,
    /// The object of an older export around it, `{name: "A", behavior: {...}}`.
    outer: Option<&'a Constant>,
}

impl<'a> Behavior<'a> {
    /// Reads an entry: an object, or `{name, behavior: {...}}` as older exports have it.
    pub fn new(entry: &'a Constant) -> Behavior<'a> {
        match entry.get("behavior") {
            Some(object) => Behavior {
                object,
                outer: Some(entry),
            },
            None => Behavior {
                object: entry,
                outer: None,
            },
        }
    }

    /// The type as written, and where.
    pub fn type_name(&self) -> Option<(&'a str, TextRange)> {
        let constant = self.object.get("type")?;
        Some((constant.as_str()?, constant.range))
    }

    /// The type, if there is one of that name.
    pub fn kind(&self) -> Option<&'static BehaviorType> {
        BehaviorType::find(self.type_name()?.0)
    }

    /// The names of its elements, and where they are written.
    pub fn elements(&self) -> Vec<(&'a str, TextRange)> {
        let named = |constant: &'a Constant| Some((constant.as_str()?, constant.range));
        match self.outer.and_then(|outer| outer.get("name")) {
            Some(name) => named(name).into_iter().collect(),
            None => {
                let geo = self.object.get("geo").and_then(Constant::as_array);
                geo.unwrap_or_default().iter().filter_map(named).collect()
            }
        }
    }

    /// A number that the page writes. Older exports count gravity upwards.
    pub fn written(&self, name: &str) -> Option<f64> {
        let number = self.object.get(name)?.as_number()?;
        let is_upwards = self.outer.is_some() && name == "gravity";
        Some(if is_upwards { -number } else { number })
    }

    /// A number among its properties: as the page writes it, else as the table says.
    pub fn number(&self, name: &str) -> f64 {
        let default = || self.kind()?.property(name).map(|property| property.default);
        let number = self.written(name).or_else(default);
        number.unwrap_or_default()
    }

    /// True if the property holds.
    pub fn flag(&self, name: &str) -> bool {
        let value = self.object.get(name).and_then(Constant::truthy);
        value.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

    #[test]
    fn settings_have_the_properties_of_all_types() {
        let properties = BEHAVIOR_TYPES.iter().flat_map(|kind| kind.properties);
        for property in properties {
            assert!(
                Settings::Behavior.names().contains(&property.name),
                "{}",
                property.name
            );
        }
    }
}
