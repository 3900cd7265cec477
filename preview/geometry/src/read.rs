//! From the `geometry` of a page to a construction.

use cindyscript_applet::{Applet, Constant, Element, Value};

use crate::scatter::scatter;
use crate::{Attribute, Construction, Definition, Problem, Snap};

/// How near a point must come to the grid to be attracted, where the page does not say.
const SNAP_DISTANCE: f64 = 0.2;

/// Where points are whose page would put them anywhere.
const SPREAD: f64 = 4.0;

/// How deep lists and objects may be nested in attributes; what lies deeper does not count.
const DEPTH: usize = 8;

impl Construction {
    /// The construction of an applet, and what is wrong with it. Elements that cannot be are left
    /// out, and so are those that depend on them.
    pub fn of(applet: &Applet) -> (Construction, Vec<Problem>) {
        let mut construction = Construction::new(applet.default_appearance.clone());
        let mut problems = Vec::new();
        for element in &applet.geometry {
            if let Err(error) = construction.create(definition(element)) {
                problems.push(Problem {
                    range: element.name_range,
                    name: element.name.as_str().into(),
                    message: error.to_string(),
                });
            }
        }
        construction.set_snap(applet.ports.first().and_then(|port| {
            let grid = port.grid.filter(|grid| port.snap && *grid != 0.0)?;
            let distance = port.others.iter().find(|(name, _)| name == "snapdistance");
            let distance = distance.and_then(|(_, value)| value.as_number());
            Some(Snap {
                grid,
                distance: distance.unwrap_or(SNAP_DISTANCE).max(0.0),
            })
        }));
        (construction, problems)
    }
}

fn definition(element: &Element) -> Definition {
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
    let position = element.position.map(Attribute::from);
    if let Some(position) = position.or_else(|| scattered(element)) {
        definition.set("pos", position);
    }
    definition
}

/// A place for an element whose page would compute one when it runs, as with `Math.random()`: the
/// coordinates that are known, and any within [`SPREAD`] of the origin for the others.
fn scattered(element: &Element) -> Option<Attribute> {
    let (_, position) = element.others.iter().find(|(name, _)| name == "pos")?;
    let items = position.as_array()?;
    if !matches!(items.len(), 2 | 3) {
        return None;
    }
    let [x, y, _] = scatter(&element.name).map(|unit| (2.0 * unit - 1.0) * SPREAD);
    let coordinates = items
        .iter()
        .zip([x, y, 1.0])
        .map(|(item, unknown)| item.as_number().unwrap_or(unknown));
    Some(Attribute::List(coordinates.map(Attribute::from).collect()))
}

fn attribute(constant: &Constant, depth: usize) -> Option<Attribute> {
    let depth = depth.checked_sub(1)?;
    Some(match &constant.value {
        Value::Null | Value::Unknown => return None,
        Value::Bool(value) => Attribute::Boolean(*value),
        Value::Number(number) => (*number).into(),
        Value::String(source) => source.text().into(),
        Value::Array(items) => Attribute::List(
            items
                .iter()
                .filter_map(|item| attribute(item, depth))
                .collect(),
        ),
        Value::Object(properties) => Attribute::Object(
            properties
                .iter()
                .filter_map(|p| Some((p.name.as_str().into(), attribute(&p.value, depth)?)))
                .collect(),
        ),
    })
}
