//! From the `geometry` of a page to a construction.

use cindyscript_applet::{Applet, Constant, ConstantValue, GeometryEntry};

use crate::{Attribute, Construction, Definition, GeometryProblem, Snap};

/// How near a point must come to the grid to be attracted, where the page does not say.
const SNAP_DISTANCE: f64 = 0.2;

/// How deep lists and objects may be nested in attributes; what lies deeper does not count.
const DEPTH: usize = 8;

impl Construction {
    /// The construction of an applet, and what is wrong with it. Elements that cannot be are left
    /// out, and so are those that depend on them.
    pub fn of(applet: &Applet) -> (Construction, Vec<GeometryProblem>) {
        let mut construction = Construction::new(applet.default_appearance.clone());
        let mut problems = Vec::new();
        for element in &applet.geometry {
            if let Err(error) = construction.create(definition(element)) {
                problems.push(GeometryProblem {
                    range: element.name_range,
                    name: element.name.as_str().into(),
                    message: error.to_string(),
                });
            }
        }
        construction.set_snap(applet.ports.first().and_then(|port| {
            let grid = port.grid.filter(|grid| port.snap && *grid != 0.0)?;
            // What the port leaves open is taken from the top level.
            let mut settings = port.others.iter().chain(&applet.others);
            let distance = settings.find(|(name, _)| name == "snapdistance");
            let distance = distance.and_then(|(_, value)| value.as_number());
            Some(Snap {
                grid,
                distance: distance.unwrap_or(SNAP_DISTANCE).max(0.0),
            })
        }));
        (construction, problems)
    }
}

fn definition(element: &GeometryEntry) -> Definition {
    let mut definition = Definition::new(&element.name, &element.kind)
        .args(element.args.iter().map(String::as_str))
        .with("labeled", element.labeled)
        .with("visible", element.visible)
        .with("pinned", element.pinned);
    if let Some(color) = element.color {
        definition.set("color", Attribute::numbers(&color));
    }
    for (name, value) in [("size", element.size), ("alpha", element.alpha)] {
        if let Some(value) = value {
            definition.set(name, value.into());
        }
    }
    for (name, constant) in &element.others {
        if let Some(value) = attribute(constant, DEPTH) {
            definition.set(name, value);
        }
    }
    if let Some(position) = element.position {
        definition.set("pos", position.into());
    }
    definition
}

fn attribute(constant: &Constant, depth: usize) -> Option<Attribute> {
    let depth = depth.checked_sub(1)?;
    Some(match &constant.value {
        ConstantValue::Null | ConstantValue::Unknown => return None,
        ConstantValue::Bool(value) => Attribute::Boolean(*value),
        ConstantValue::Number(number) => (*number).into(),
        ConstantValue::String(source) => source.text().into(),
        ConstantValue::Array(items) => Attribute::List(
            items
                .iter()
                .filter_map(|item| attribute(item, depth))
                .collect(),
        ),
        ConstantValue::Object(properties) => Attribute::Object(
            properties
                .iter()
                .filter_map(|p| Some((p.name.as_str().into(), attribute(&p.value, depth)?)))
                .collect(),
        ),
    })
}
